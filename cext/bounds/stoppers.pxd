# Tricks that the side not on lead is sure of by stopping what the other can lead.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules, State

cdef int sure_by_stoppers(const Rules *rules, const Payoff *payoff, const State *state, int wanted,
                          cardset *relevant) noexcept nogil

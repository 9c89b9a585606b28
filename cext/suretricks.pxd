# Tricks that are sure without a search.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules, State

cdef bint bounded_by_tricks(const Rules *rules, const Payoff *payoff, const State *state, int need,
                            cardset *cuts, int *value) noexcept nogil

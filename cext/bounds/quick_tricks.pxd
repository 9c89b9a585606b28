# Tricks that are sure without a search.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules, State, Trick

cdef bint bounded_by_tricks(const Rules *rules, const Payoff *payoff, const State *state, int target,
                            cardset *relevant, int *value) noexcept nogil
cdef bint decided_by_trick(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                           int seat, int target, cardset *relevant, int *value) noexcept nogil
cdef bint holds_trick(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                      int seat, bint and_leads, cardset *relevant) noexcept nogil

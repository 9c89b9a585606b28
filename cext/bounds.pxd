# Bounds that need no search.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules, State

cdef bint stays_clear(const State *state, int seat, cardset *cuts) noexcept nogil
cdef int sure_worth(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                    cardset *cuts) noexcept nogil

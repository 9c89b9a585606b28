# Bounds that need no search.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules, State

cdef bint stays_clear(const State *state, int seat, cardset *cuts) noexcept nogil
cdef int sure_tricks(const Rules *rules, const Payoff *payoff, const State *state,
                     cardset *cuts) noexcept nogil
cdef int sure_trumps(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                     cardset *cuts) noexcept nogil
cdef int sure_worth(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                    cardset *cuts) noexcept nogil
cdef int holder_of(const Rules *rules, const State *state, int slot) noexcept nogil
cdef bint sure_reply(const Rules *rules, const Payoff *payoff, const State *state,
                     cardset *cuts) noexcept nogil
cdef int sure_stops(const Rules *rules, const Payoff *payoff, const State *state,
                    cardset *cuts) noexcept nogil

# Keys of positions at the start of a trick.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules, State
from cext.table cimport Key

cdef void exact_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil
cdef void shape_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil
cdef void places_of_hands(const Rules *rules, const State *state, cardset *places) noexcept nogil

# Keys of positions at the start of a trick.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules, State
from cext.base.mix cimport Key, Mixer

cdef void mix_position(const Rules *rules, const Payoff *payoff, const State *state,
                       Mixer *mixer) noexcept nogil
cdef void mix_shape(const Rules *rules, const Payoff *payoff, const State *state, Mixer *mixer) noexcept nogil
cdef void exact_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil
cdef void shape_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil
cdef void planes_of_hands(const Rules *rules, const State *state, cardset *planes) noexcept nogil

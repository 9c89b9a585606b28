# Keys of positions at the start of a trick.
from libc.stdint cimport uint64_t
from cext.base.cards cimport cardset
from cext.game.game cimport NO_COUNTS, Payoff, Rules, State
from cext.base.mix cimport MIX_START, Key, Mixer, key_begin, key_finish, key_mix

cdef void mix_position(const Rules *rules, const Payoff *payoff, const State *state,
                       Mixer *mixer) noexcept nogil
cdef void mix_shape(const Rules *rules, const Payoff *payoff, const State *state, uint64_t lengths,
                    Mixer *mixer) noexcept nogil
cdef void exact_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil
cdef uint64_t circumstances(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil
cdef uint64_t lengths_of(const Rules *rules, const State *state) noexcept nogil
cdef void planes_of_hands(const Rules *rules, const State *state, cardset *planes) noexcept nogil


cdef inline uint64_t plain_circumstances(const Rules *rules, const Payoff *payoff,
                                         const State *state) noexcept nogil:
    """Leader, stock and flags in one word: all there is without a bonus, a pile and special cards."""
    cdef uint64_t word = <uint64_t>state.leader | (<uint64_t>state.stock_next << 8)
    if state.first and (payoff.has_tricks or payoff.pointed_first or rules.house):
        word |= 1 << 4
    if state.broken and rules.house:
        word |= 1 << 5
    return word


cdef inline bint keeps_lengths(const Rules *rules) noexcept nogil:
    """Do suit lengths change by cards played alone, so that they can be kept up from card to card?"""
    return rules.seats <= 4 and not rules.stock_size


cdef inline uint64_t one_card(int seat, int slot) noexcept nogil:
    """A card in the word of suit lengths, four bits for each lane of each of the first four seats."""
    return <uint64_t>1 << ((seat & 3) << 4 | (slot >> 2 & 12))


cdef inline void shape_key(const Rules *rules, const Payoff *payoff, const State *state, uint64_t lengths,
                           Key *key) noexcept nogil:
    """Key of a family of patterns, whose suit lengths are given (`lengths_of`)."""
    cdef Mixer mixer
    key_begin(&mixer, MIX_START)
    if (state.left & payoff.traits.special or state.pile or payoff.has_bonus or rules.seats > 4
            or payoff.counting != NO_COUNTS):
        mix_shape(rules, payoff, state, lengths, &mixer)
    else:
        key_mix(&mixer, plain_circumstances(rules, payoff, state))
        key_mix(&mixer, lengths)
    key_finish(&mixer, key)

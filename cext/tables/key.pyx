"""Keys of positions at the start of a trick.

Only what the rest of the play can depend on goes into a key: who holds the highest,
the second and the next of the cards that are left of each suit, not which cards they
are. Cards of unlike worth are the exception: `Payoff.special` names them, and a key tells
which of them are left and where they stand.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from cext.base.cards cimport bit, cardset, count_cards, gather, has_fast_gather, lane_mask, lowest_card
from cext.base.mix cimport MIX_START, Key, Mixer, key_begin, key_finish, key_mix
from cext.game.game cimport NO_COUNTS, Payoff, Rules, State

cdef int FAST = has_fast_gather()

cdef uint64_t circumstances(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """Leader, takers, stock and flags in one word; of takers that cannot matter any more, their bonus.

    The flags also tell which words there are in the key besides.
    """
    cdef uint64_t word = plain_circumstances(rules, payoff, state)
    word |= <uint64_t>(state.pile != 0) << 6 | <uint64_t>((state.left & payoff.traits.special) != 0) << 7
    if payoff.has_bonus:
        if payoff.bounds.bonus_least[state.takers] != payoff.bounds.bonus_most[state.takers]:
            word |= (<uint64_t>state.takers + 1) << 16
        else:
            # Whoever takes what is left, the bonus is this.
            word |= <uint64_t>(<uint32_t>payoff.bounds.bonus_least[state.takers]) << 32
    return word


cdef void mix_rarities(const Rules *rules, const Payoff *payoff, const State *state,
                       Mixer *mixer) noexcept nogil:
    """What few games have: a pile on the table, exact counts."""
    cdef int seat
    cdef uint64_t word = 0
    if state.pile:
        key_mix(mixer, state.pile)
    if payoff.counting != NO_COUNTS:
        for seat in range(rules.seats):
            if seat == 4:
                key_mix(mixer, word)
            word = word << 16 | <uint16_t>state.counts[seat]
        key_mix(mixer, word)


cdef cardset twins_left(const Rules *rules, cardset left) noexcept nogil:
    """The cards that are identical with the next card left above them."""
    cdef cardset twins = 0
    cdef int slot, lower = -1
    while left:
        slot = lowest_card(left)
        left &= left - 1
        if lower >= 0 and lower >> 4 == slot >> 4 and rules.grade[lower] == rules.grade[slot]:
            twins |= bit(lower)
        lower = slot
    return twins


cdef void mix_position(const Rules *rules, const Payoff *payoff, const State *state,
                       Mixer *mixer) noexcept nogil:
    """Mix in the game as it is: each hand by the relative ranks of the cards that are left."""
    cdef cardset left = state.left
    cdef uint64_t lengths = 0
    cdef int seat, lane
    for lane in range(4):
        lengths = (lengths << 5) | <uint64_t>count_cards(left & lane_mask(lane))
    key_mix(mixer, circumstances(rules, payoff, state))
    key_mix(mixer, lengths)
    # The last hand is what the others and the stock leave.
    for seat in range(rules.seats - 1):
        key_mix(mixer, gather(state.hands[seat], left, FAST))
    if rules.stock_size:
        # Two-handed and Domino: where the undrawn cards stand; their order is the stock's.
        key_mix(mixer, gather(state.hands[rules.seats - 1], left, FAST))
    if left & payoff.traits.special:
        key_mix(mixer, left & payoff.traits.special)
        key_mix(mixer, gather(payoff.traits.special, left, FAST))
    if rules.has_twins:
        key_mix(mixer, gather(twins_left(rules, left), left, FAST))
    mix_rarities(rules, payoff, state, mixer)


cdef void exact_key(const Rules *rules, const Payoff *payoff, const State *state, Key *key) noexcept nogil:
    """Key of the game as it is."""
    cdef Mixer mixer
    key_begin(&mixer, MIX_START)
    mix_position(rules, payoff, state, &mixer)
    key_finish(&mixer, key)


cdef uint64_t lengths_of(const Rules *rules, const State *state) noexcept nogil:
    """The suit lengths of up to four hands, each in its four bits (`one_card`)."""
    cdef uint64_t lengths = 0
    cdef int seat, lane
    for seat in range(min(rules.seats, 4)):
        for lane in range(4):
            lengths |= <uint64_t>count_cards(state.hands[seat] & lane_mask(lane)) << (16 * seat + 4 * lane)
    return lengths


cdef void mix_shape(const Rules *rules, const Payoff *payoff, const State *state, uint64_t lengths,
                    Mixer *mixer) noexcept nogil:
    """Mix in what a family of patterns shares: suit lengths of all hands, and what must be just as it is.

    Special cards are named, with their places among the cards left.
    """
    cdef int seat, lane
    key_mix(mixer, circumstances(rules, payoff, state))
    key_mix(mixer, lengths)
    if rules.seats > 4:
        lengths = 0
        for seat in range(4, rules.seats):
            for lane in range(4):
                lengths = (lengths << 4) | <uint64_t>count_cards(state.hands[seat] & lane_mask(lane))
        key_mix(mixer, lengths)
    if state.left & payoff.traits.special:
        key_mix(mixer, state.left & payoff.traits.special)
        key_mix(mixer, gather(payoff.traits.special, state.left, FAST))
    mix_rarities(rules, payoff, state, mixer)


cdef void planes_of_hands(const Rules *rules, const State *state, cardset *planes) noexcept nogil:
    """Who holds the card at each place among those left: three planes, of the bits of the seat's number.

    The stock counts as one seat more: its cards bear the number after the last.
    """
    cdef cardset stock = state.left, held, first = 0, second = 0, third = 0
    cdef int number
    if rules.seats == 4 and not rules.stock_size:
        planes[0] = gather(state.hands[1] | state.hands[3], state.left, FAST)
        planes[1] = gather(state.hands[2] | state.hands[3], state.left, FAST)
        planes[2] = 0
        return
    for number in range(rules.seats + 1):
        held = stock if number == rules.seats else state.hands[number]
        stock ^= held
        first |= held & (0 - <cardset>(number & 1))
        second |= held & (0 - <cardset>(number >> 1 & 1))
        third |= held & (0 - <cardset>(number >> 2))
    planes[0] = gather(first, state.left, FAST)
    planes[1] = gather(second, state.left, FAST)
    planes[2] = gather(third, state.left, FAST) if third else 0

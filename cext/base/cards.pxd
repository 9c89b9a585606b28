# Card sets.
#
# A set of cards is one 64-bit word: four lanes of sixteen bits, a lane a suit, the
# lane's bits in order of strength, the weakest card lowest. Where a card lives is
# its *slot* (0 to 63). What a lane holds is the caller's affair: Cinch puts the Left
# Pedro among the trumps, two packs put identical cards in neighbouring slots.
from libc.stdint cimport uint64_t

ctypedef uint64_t cardset

cdef extern from "bits.h" nogil:
    int count_cards(cardset cards) noexcept
    int lowest_card(cardset cards) noexcept
    int highest_card(cardset cards) noexcept
    int has_fast_gather() noexcept
    cardset gather(cardset cards, cardset mask, int fast) noexcept
    cardset scatter(cardset gathered, cardset mask, int fast) noexcept
    double seconds_now() noexcept

cdef enum:
    LANES = 4
    LANE_SLOTS = 16
    SLOTS = 64
    NO_CARD = 255

cdef inline cardset bit(int slot) noexcept nogil:
    return (<cardset>1) << slot

cdef inline cardset lane_mask(int lane) noexcept nogil:
    """All slots of a lane."""
    return (<cardset>0xFFFF) << (lane << 4)

cdef inline cardset lane_of(int slot) noexcept nogil:
    """All slots of the lane in which this one is."""
    return (<cardset>0xFFFF) << (slot & 48)

cdef inline cardset below(int slot) noexcept nogil:
    """All slots under this one, lower lanes included."""
    return bit(slot) - 1


cdef inline cardset up_to_tops(cardset cards) noexcept nogil:
    """Of each lane the slots up to its highest card."""
    cards |= (cards >> 1) & <cardset>0x7FFF7FFF7FFF7FFF
    cards |= (cards >> 2) & <cardset>0x3FFF3FFF3FFF3FFF
    cards |= (cards >> 4) & <cardset>0x0FFF0FFF0FFF0FFF
    return cards | ((cards >> 8) & <cardset>0x00FF00FF00FF00FF)


cdef inline cardset lowest_of_lanes(cardset cards) noexcept nogil:
    """The lowest card of each lane."""
    cdef cardset walls = 0x8000800080008000u, floors = 0x0001000100010001u
    return cards & ~(((cards | walls) - floors) ^ (~cards & walls))


cdef inline cardset lanes_with(cardset up) noexcept nogil:
    """All slots of the lanes that `up_to_tops` has found a card in."""
    return (up & 0x0001000100010001u) * 0xFFFF

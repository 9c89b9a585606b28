"""Relevant ranks: which comparisons of cards a proof rests on, and what may be left free."""

include "../base/layout.pxi"

from cext.base.cards cimport (
    LANES, bit, cardset, count_cards, gather, has_fast_gather, lane_mask, lowest_card, scatter,
)
from cext.game.game cimport FOLLOW, FOLLOW_OR_DRAW, FOLLOW_OR_TRUMP, Rules

cdef int FAST = has_fast_gather()


cdef bint may_generalise(const Rules *rules) noexcept nogil:
    """Do proofs compare nothing but a trick's winner with the cards it beats? (cext/tables/patterns.pxd)"""
    return ((rules.follow == FOLLOW or rules.follow == FOLLOW_OR_TRUMP or rules.follow == FOLLOW_OR_DRAW)
            and not rules.cancels and not rules.has_twins and rules.joker < 0)


cdef cardset relevant_places(cardset relevant, cardset left, cardset special) noexcept nogil:
    """Relevant ranks by place among the cards left; special cards are closed off on both sides.

    The rank of a card that is gone moves up to the next one left: a carry runs through the
    gap. It ends at the lane's wall when there is none; no lane uses its last slot here.
    """
    cdef cardset gaps = ~left & <cardset>0x7FFF7FFF7FFF7FFF
    cdef cardset places = gather((((relevant & gaps) + gaps) | relevant) & left, left, FAST)
    cdef cardset apart = gather(special, left, FAST)
    return places | apart | (apart << 1)


cdef cardset fixed_places(cardset relevant, cardset left) noexcept nogil:
    """All places but the longest stretch of each lane without a relevant rank."""
    cdef cardset fixed = 0, rest
    cdef int lane, length, start = 0, low, place, longest, longest_low
    for lane in range(LANES):
        length = count_cards(left & lane_mask(lane))
        if not length:
            continue
        rest = (relevant >> start) & (bit(length) - 1) & ~<cardset>1
        low = 0
        longest = 0
        longest_low = 0
        while rest:
            place = lowest_card(rest)
            rest &= rest - 1
            if place - low > longest:
                longest = place - low
                longest_low = low
            low = place
        if length - low > longest:
            longest = length - low
            longest_low = low
        if longest > 1:
            fixed |= (bit(length) - 1 & ~((bit(longest) - 1) << longest_low)) << start
        else:
            fixed |= (bit(length) - 1) << start
        start += length
    return fixed


cdef cardset relevant_slots(cardset places, cardset left) noexcept nogil:
    """Relevant ranks by place turned back into slots."""
    return scatter(places, left, FAST)

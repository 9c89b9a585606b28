# Relevant ranks: where a proof compared cards of a suit (see cext/tables/patterns.pxd).
#
# A set of them is a card set: a slot in it says that the order between this card and those
# under it matters. The slot's own card may be gone; the boundary then lies under the next
# card over it that is left.
from cext.base.cards cimport below, bit, cardset, highest_card, lane_of, lowest_card
from cext.game.game cimport Rules, Trick

cdef bint may_generalise(const Rules *rules) noexcept nogil
cdef cardset relevant_places(cardset relevant, cardset left, cardset special) noexcept nogil
cdef cardset fixed_places(cardset relevant, cardset left) noexcept nogil
cdef cardset relevant_slots(cardset places, cardset left) noexcept nogil


cdef inline cardset stretch_around(int slot, cardset relevant) noexcept nogil:
    """The slots of a card's lane that no relevant rank parts from it.

    A proof that refutes the card is one for any other of the seat's cards there: with the
    other one played, the two change places, and a position of the proof's class results.
    """
    cdef cardset under = below(slot) | bit(slot)
    cdef cardset ends = relevant | 0x8001800180018001u  # lanes have walls: their last slots are empty here
    return below(lowest_card(ends & ~under)) & ~below(highest_card(ends & under))


cdef inline cardset run_over(int slot, cardset distinct, cardset skipped) noexcept nogil:
    """The cards over this one that it stands for: those skipped up to the next distinct one."""
    cdef cardset over = lane_of(slot) & ~(below(slot) | bit(slot))
    if distinct & over:
        over &= below(lowest_card(distinct & over))
    return skipped & over


cdef inline cardset relevant_for_skipped(int slot, cardset distinct, cardset skipped,
                                         cardset relevant) noexcept nogil:
    """What a proof for one card of a run needs to hold for the whole run.

    The others of the run, skipped, touch this card and have the same value. A position
    of the class has them touch as well if no rank within the run is relevant (then all its cards are
    in one stretch, and any of them is as good an image of this card as another), or
    else if relevant ranks close the run off from the rest of the suit.
    """
    cdef cardset run = run_over(slot, distinct, skipped), over
    if not run:
        return 0
    over = lane_of(slot) & ~(below(slot) | bit(slot))
    if not relevant & over & (below(highest_card(run)) | bit(highest_card(run))):
        return 0
    return bit(slot) | (bit(highest_card(run)) << 1)


cdef inline cardset relevant_to_trick(const Trick *trick, cardset relevant) noexcept nogil:
    """The rank that a trick's result rests on, given those that the rest of the proof needs.

    The winner must beat the best other card of its suit in the trick; that is ensured by
    any one boundary between the two, so one that is needed anyway serves.
    """
    cdef cardset others = trick.cards & lane_of(trick.best) & below(trick.best)
    if not others or relevant & ~below(highest_card(others) + 1) & (below(trick.best) | bit(trick.best)):
        return 0
    return bit(trick.best)

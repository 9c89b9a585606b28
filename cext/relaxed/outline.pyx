"""The start of a trick as claims see it, and what needs no search there: P safe, and the last trick."""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from cext.base.cards cimport (
    LANES, below, bit, cardset, count_cards, gather, has_fast_gather, lane_of, lowest_card,
)
from cext.base.mix cimport MIX_START, mix
from cext.game.game cimport MAX_SEATS
from cext.relaxed.claims cimport Outline, claims_fetch, nowhere_more
from cext.relaxed.game cimport Relaxed, interval_of, joker_in_play
from cext.relaxed.marks cimport Marks, have_paid, mark_of, no_marks

cdef int FAST = has_fast_gather()
cdef uint64_t CUMULATE = 0x1111111111111111
cdef uint64_t PLACES = 0xFEDCBA9876543210
cdef uint64_t FOURTEEN = 0xEEEEEEEEEEEEEEEE


cdef void draw_outline(const Relaxed *relaxed, Outline *outline) noexcept nogil:
    """The position as claims see it (cext/relaxed/claims.pxd), whoever leads; what is known is sent for."""
    cdef int lane, held, shift = 0, k, opposing = relaxed.seats - 1
    cdef uint64_t mask
    outline.drawn = True
    outline.shape = shape_but_leader(relaxed)
    claims_fetch(&relaxed.claims, shape_of(relaxed, outline))
    outline.place = 0
    for k in range(opposing):
        outline.counts[k].under = 0
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        if not held:
            continue
        mask = (~<uint64_t>0) >> (64 - 4 * held)
        outline.place |= (PLACES & mask) << shift
        for k in range(opposing):
            # The product's nibbles are the sums of the counts up to each interval.
            outline.counts[k].under |= ((relaxed.count[k + 1][lane] * CUMULATE) & mask) << shift
        shift += 4 * held
    for k in range(opposing):
        outline.counts[k].short = FOURTEEN - outline.counts[k].under
    if relaxed.priced:
        draw_priced(relaxed, outline)


cdef void draw_priced(const Relaxed *relaxed, Outline *outline) noexcept nogil:
    """The cards of the priced lane, and what they cost."""
    cdef int seat, card = 0
    cdef cardset rest
    memset(outline.price, 0, sizeof(outline.price))
    for seat in range(relaxed.seats):
        rest = (relaxed.special[seat] if seat else relaxed.hand) & relaxed.priced
        outline.priced[seat] = <uint16_t>(rest >> (relaxed.priced_lane << 4))
        while rest:
            outline.price[card] = <uint8_t>relaxed.cost[lowest_card(rest)]
            card += 1
            rest &= rest - 1


cdef uint64_t shape_but_leader(const Relaxed *relaxed) noexcept nogil:
    """Of what positions must share, all that does not hang on who took the last trick."""
    cdef uint64_t word = 0, more = 0, hash
    cdef int seat
    cdef cardset special = relaxed.hand & relaxed.special_cards
    for seat in range(relaxed.seats):
        if seat < 4:
            word |= <uint64_t>relaxed.lengths[seat] << (seat << 4)
        else:
            more |= <uint64_t>relaxed.lengths[seat] << ((seat - 4) << 4)
        special |= relaxed.special[seat] & relaxed.special_cards
    hash = mix(mix(MIX_START, special), word)
    if relaxed.seats > 4:
        hash = mix(hash, more)
    if special:
        # Which special cards are left, with whom, and how they lie among P's.
        hash = mix(hash, gather(special, special | relaxed.hand, FAST))
        for seat in range(1, relaxed.seats):
            hash = mix(hash, relaxed.special[seat] & relaxed.special_cards)
    return hash


cdef bint is_safe(const Relaxed *relaxed, const Outline *outline, Marks *marks) noexcept nogil:
    """Does P, not on lead, take nothing more?

    It is so when in every lane P's i-th lowest card has fewer than i of the others' under
    it. P then never wins a trick: to a lead of the lane it plays its highest card under the
    card led (there is one: nothing of theirs is under its lowest), and the rule goes on
    holding, since of the cards over the one played each has lost a card of theirs, the one
    led, from under it, and a card of its own; void, it throws the highest card of a lane. A
    card with fewer than i opposing cards in its whole lane leans on nothing.

    Where the cards are mapped as the marks ask, no more of theirs are under the image of P's
    i-th than fewer than i; so of P's cards there, by strength, the i-th has fewer than i
    under it as well, as the images of the first i are not all under it.
    """
    cdef uint64_t under = 0
    cdef int k
    for k in range(relaxed.seats - 1):
        under += outline.counts[k].under
        if relaxed.special[k + 1] & relaxed.special_cards:
            under += special_under(relaxed, relaxed.special[k + 1] & relaxed.special_cards)
    if not nowhere_more(under, outline.place):
        return False
    if joker_in_play(relaxed):
        return False            # what P throws might take a trick
    if relaxed.first and relaxed.rules.kept_from_first:
        return False            # P may be barred from the card it needs
    no_marks(marks)
    marks.over = marks_of_safety(relaxed, outline, under)
    return True


cdef uint64_t marks_of_safety(const Relaxed *relaxed, const Outline *outline, uint64_t under) noexcept nogil:
    """The marks that make P safe, each lane from the top: no more seats than bring the sum down.

    `under` has the sums of all seats, special cards with them, which the shape holds in place. A
    seat without a mark may have all its cards of the lane under P's; one with a mark at a
    higher card has no more than it has under that.
    """
    cdef uint64_t marks = 0
    cdef int[MAX_SEATS] free
    cdef int lane, place, seat, first = 0, held, at, sum_, best
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        for seat in range(1, relaxed.seats):
            free[seat] = ((relaxed.lengths[seat] >> (lane << 2) & 15)
                          - count_cards(relaxed.special[seat] & relaxed.special_cards & lane_of(lane << 4)))
        for place in range(held - 1, -1, -1):
            at = (first + place) << 2
            sum_ = under >> at & 15
            for seat in range(1, relaxed.seats):
                sum_ += free[seat] - (outline.counts[seat - 1].under >> at & 15)
            while sum_ > place:
                best = most_to_gain(relaxed, outline, free, at)
                sum_ -= free[best]
                free[best] = outline.counts[best - 1].under >> at & 15
                sum_ += free[best]
                marks |= mark_of(relaxed.width, best, first + place)
        first += held
    return marks


cdef inline int most_to_gain(const Relaxed *relaxed, const Outline *outline, const int *free,
                             int at) noexcept nogil:
    """The seat that a mark at this card keeps the most cards over it of."""
    cdef int seat, gain, best = 1, most = -1
    for seat in range(1, relaxed.seats):
        gain = free[seat] - (outline.counts[seat - 1].under >> at & 15)
        if gain > most:
            most = gain
            best = seat
    return best


cdef uint64_t special_under(const Relaxed *relaxed, cardset special) noexcept nogil:
    """How many of these special cards lie under each card of P, in nibbles."""
    cdef uint64_t under = 0
    cdef int slot, low, count
    while special:
        slot = lowest_card(special)
        special &= special - 1
        count = count_cards(relaxed.hand & lane_of(slot) & ~below(slot))
        if count:
            low = count_cards(relaxed.hand & below(slot))
            under += (CUMULATE >> (64 - 4 * count)) << (4 * low)
    return under


cdef int last_trick(const Relaxed *relaxed, Marks *marks) noexcept nogil:
    """One card each: the cost of the only play, takers not counted.

    P loses because of any card over its own, and takes the trick as long as none is.
    """
    cdef int seat, slot, code, lane = lowest_card(relaxed.hand) >> 4, led = lane
    cdef cardset priced = relaxed.hand & relaxed.priced
    cdef int32_t cost = relaxed.cost[lowest_card(relaxed.hand)] + relaxed.pile_cost
    cdef uint64_t over = 0, under = 0
    for seat in range(1, relaxed.seats):
        if relaxed.special[seat]:
            slot = lowest_card(relaxed.special[seat])
            priced |= bit(slot) & relaxed.priced
            code = (slot & 48) | interval_of(relaxed, slot)
        else:
            code = lowest_card(relaxed.occupied[seat])
            slot = relaxed.common_slot[code >> 4]
        cost += relaxed.cost[slot]
        if seat == relaxed.leader:
            led = code >> 4
        if code >> 4 == lane:
            if code & 15:
                over = mark_of(relaxed.width, seat, 0)
            else:
                under |= mark_of(relaxed.width, seat, 0)
    no_marks(marks)
    if led != lane:
        return 0
    if over:
        marks.over = over
        return 0
    marks.under = under
    have_paid(marks, priced >> (max(relaxed.priced_lane, 0) << 4))
    cost += relaxed.any_trick + relaxed.last_trick
    return cost + relaxed.first_trick if relaxed.first else cost

"""The end of a trick of the relaxed game: who takes it, and what the proof leans on for that."""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from cext.base.cards cimport below, bit, count_cards, lowest_card
from cext.game.game cimport MAX_SEATS, Payoff
from cext.relaxed.game cimport OVER, UNDER, UNKNOWN, Relaxed, at_table, is_answered, search_start
from cext.relaxed.trick cimport RelaxedTrick

cdef enum:
    BEYOND = 30000          # more than any cost


cdef struct Cut:
    # The lane of the card P played, as it was before the card's cut was dropped.
    uint64_t count[MAX_SEATS]
    uint64_t occupied[MAX_SEATS]


cdef int quit_trick(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks) noexcept nogil:
    """The trick is complete: P takes it, or the opponents choose which of their highest cards did."""
    cdef int value, index = count_cards(relaxed.hand & below(trick.slot)), leader = relaxed.leader
    cdef int32_t least = relaxed.least, most = relaxed.most, pile_cost = relaxed.pile_cost
    cdef bint first = relaxed.first, broken = relaxed.broken, pile_pointed = relaxed.pile_pointed
    cdef uint8_t takers = relaxed.takers
    relaxed.least -= trick.least + min(pile_cost, 0)
    relaxed.most -= trick.most + max(pile_cost, 0)
    relaxed.first = False
    relaxed.broken |= trick.breaks
    relaxed.pile_cost = 0
    relaxed.pile_pointed = False
    relaxed.hand ^= bit(trick.slot)
    if trick.lane == trick.led and trick.top <= trick.place:
        value = lone_takes(relaxed, trick, need, marks, index, first)
    else:
        value = opponents_take(relaxed, trick, need, marks, index, first)
    relaxed.hand ^= bit(trick.slot)
    relaxed.leader = leader
    relaxed.takers = takers
    relaxed.first = first
    relaxed.broken = broken
    relaxed.pile_cost = pile_cost
    relaxed.pile_pointed = pile_pointed
    relaxed.least = least
    relaxed.most = most
    return value


cdef void drop_cut(Relaxed *relaxed, const RelaxedTrick *trick, Cut *cut) noexcept nogil:
    """P's card is gone: the intervals under and over it become one."""
    cdef int seat, lane = trick.lane, place = trick.place
    cdef uint64_t kept = (<uint64_t>1 << (place << 2)) - 1, count, occupied
    cdef uint64_t kept_bits = (<uint64_t>1 << place) - 1
    for seat in range(1, relaxed.seats):
        count = relaxed.count[seat][lane]
        cut.count[seat] = count
        cut.occupied[seat] = relaxed.occupied[seat]
        relaxed.count[seat][lane] = (count & (kept << 4 | 15)) + ((count >> 4) & ~kept)
        occupied = relaxed.occupied[seat] >> (lane << 4) & 0xFFFF
        occupied ^= (occupied & (kept_bits << 1 | 1)) | ((occupied >> 1) & ~kept_bits)
        relaxed.occupied[seat] ^= occupied << (lane << 4)
    relaxed.lengths[0] -= <uint32_t>1 << (lane << 2)


cdef void put_cut_back(Relaxed *relaxed, const RelaxedTrick *trick, const Cut *cut) noexcept nogil:
    cdef int seat
    for seat in range(1, relaxed.seats):
        relaxed.count[seat][trick.lane] = cut.count[seat]
        relaxed.occupied[seat] = cut.occupied[seat]
    relaxed.lengths[0] += <uint32_t>1 << (trick.lane << 2)


cdef inline uint32_t make_room(uint32_t marks, int index) noexcept nogil:
    """Number the marks as before the card with this index was played."""
    cdef uint32_t lower = ((<uint32_t>1 << index) - 1) * (UNDER | OVER)
    return (marks & lower) | (marks & ~lower) << 1


cdef inline bint marks_taker(const Relaxed *relaxed, const RelaxedTrick *trick, bint first,
                             bint last) noexcept nogil:
    cdef const Payoff *payoff = relaxed.payoff
    return payoff.has_bonus and (trick.pointed or payoff.pointed_any or (payoff.pointed_first and first)
                                 or (payoff.pointed_last and last))


cdef int lone_takes(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks, int index,
                    bint first) noexcept nogil:
    cdef int gain = trick.cost + relaxed.any_trick, value
    cdef bint last = not relaxed.hand
    cdef Cut cut
    if first:
        gain += relaxed.first_trick
    if last:
        gain += relaxed.last_trick
    if marks_taker(relaxed, trick, first, last):
        relaxed.takers |= <uint8_t>(1 << relaxed.lone)
    relaxed.leader = 0
    marks[0] = 0
    if not is_answered(relaxed, need - gain, &value):
        drop_cut(relaxed, trick, &cut)
        value = search_start(relaxed, need - gain, marks)
        put_cut_back(relaxed, trick, &cut)
        if value == UNKNOWN:
            return UNKNOWN
        marks[0] = make_room(marks[0], index)
    if trick.top >= 0:
        # P's card beats theirs: one marked card between is enough, or that card.
        if not marks[0] & marks_of(index - (trick.place - trick.top), index) & ~(<uint32_t>OVER << index):
            marks[0] |= <uint32_t>UNDER << index
    return gain + value


cdef inline uint32_t marks_of(int low, int high) noexcept nogil:
    """All marks of the cards from one to another."""
    return ((<uint32_t>2 << high) - (<uint32_t>1 << low)) * (UNDER | OVER)


cdef int opponents_take(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks, int index,
                        bint first) noexcept nogil:
    """One of the seats with a card in the highest interval has won, as they or P choose."""
    cdef int best
    cdef bint takes
    cdef Cut cut
    marks[0] = 0
    if not relaxed.payoff.has_bonus and is_answered(relaxed, need, &best):
        # So it is whoever of them leads next; at least if P does not.
        if trick.lane == trick.led:
            lean_on_loss(trick, index, marks, False)
        return best
    drop_cut(relaxed, trick, &cut)
    takes = marks_taker(relaxed, trick, first, not relaxed.hand)
    best = best_leader(relaxed, trick, need, marks, index, takes)
    put_cut_back(relaxed, trick, &cut)
    return best


cdef int best_leader(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks, int index,
                     bint takes) noexcept nogil:
    """The most that one of the seats with a card in the highest interval gets, taking the trick.

    Or the least, when P chooses which. One that answers the question for who chooses is enough.
    """
    cdef bint lone_chooses = relaxed.lone_chooses
    cdef int seat, value, best = BEYOND if lone_chooses else -BEYOND, tops = trick.tops
    cdef uint32_t part = 0
    cdef uint8_t taken = relaxed.takers
    cdef bint unknown = False
    while tops:
        seat = lowest_card(tops)
        tops &= tops - 1
        relaxed.leader = seat
        if takes:
            relaxed.takers = taken | <uint8_t>(1 << at_table(relaxed, seat))
        part = 0
        if not relaxed.payoff.has_bonus or not is_answered(relaxed, need, &value):
            value = search_start(relaxed, need, &part)
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            unknown = True
            continue
        if (value >= need) != lone_chooses:
            marks[0] = make_room(part, index)
            if trick.lane == trick.led:
                lean_on_choice(relaxed, trick, index, marks)
            return value
        best = min(best, value) if lone_chooses else max(best, value)
        marks[0] |= part
    if unknown:
        return UNKNOWN
    marks[0] = make_room(marks[0], index)
    if trick.lane == trick.led:
        lean_on_loss(trick, index, marks, trick.second >= 0)
    return best


cdef void lean_on_loss(const RelaxedTrick *trick, int index, uint32_t *marks, bint excludes) noexcept nogil:
    """P keeps the cost down whoever takes the trick: why P does not, nor a lower card of theirs.

    A card of theirs in a lower interval cannot take it because of the card of P right under
    the highest interval, held in place on both sides. Where none has to be excluded any
    mark that parts P's card from theirs will do.
    """
    cdef int under_top = index + trick.top - 1 - trick.place
    if excludes:
        marks[0] |= <uint32_t>(UNDER | OVER) << under_top
    elif not marks[0] & marks_of(index, under_top) & ~(<uint32_t>UNDER << index):
        marks[0] |= <uint32_t>OVER << index


cdef void lean_on_choice(const Relaxed *relaxed, const RelaxedTrick *trick, int index,
                         uint32_t *marks) noexcept nogil:
    """One of the highest cards takes the trick: why it can, and P does not.

    A single card in the highest interval has to be parted from the next one under it.
    Several must stay in one interval, between the two cards of P around it.
    """
    cdef int under_top = index + trick.top - 1 - trick.place
    cdef uint32_t parting = marks_of(index, under_top) & ~(<uint32_t>UNDER << index)
    if trick.tops & (trick.tops - 1):
        marks[0] |= <uint32_t>OVER << under_top
        if trick.top <= <int>(relaxed.lengths[0] >> (trick.lane << 2) & 15):
            # The card played has left the lengths: P has a card over the interval.
            marks[0] |= <uint32_t>UNDER << (under_top + 1)
        return
    if trick.second > trick.place:
        parting = marks_of(index + trick.second - trick.place, under_top)
    if not marks[0] & parting:
        marks[0] |= <uint32_t>OVER << under_top

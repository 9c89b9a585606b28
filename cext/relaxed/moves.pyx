"""What each seat may try in a trick of the relaxed game, in what order, and which tries one proof answers."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t

from cext.base.cards cimport LANES, below, bit, cardset, count_cards, highest_card, lane_of, lowest_card
from cext.ordering.order cimport occasion
from cext.relaxed.game cimport Relaxed, interval_of
from cext.relaxed.marks cimport Marks, marks_of_any


# ---------------------------------------------------------------- P's cards

cdef cardset touching_cards(const Relaxed *relaxed, const RelaxedTrick *trick, cardset cards) noexcept nogil:
    """The cards that have the next lower card of P's, as good as they, right under them."""
    cdef cardset touching = 0, theirs = 0, rest = cards
    cdef uint64_t occupied = 0
    cdef int seat, slot, lower = -1, place = 0
    for seat in range(1, relaxed.seats):
        occupied |= relaxed.occupied[seat]
        theirs |= relaxed.special[seat]
    if trick.played and trick.top >= 0:
        # Of the cards on the table only the best can still be beaten or not.
        occupied |= bit((trick.led << 4) | trick.top)
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if lower >> 4 != slot >> 4 or lower < 0:
            place = interval_of(relaxed, slot)
        else:
            place += 1
            if (not occupied & bit((slot & 48) | place) and not relaxed.named & (bit(lower) | bit(slot))
                    and not theirs & below(slot) & ~below(lower)
                    and not relaxed.hand & ~cards & below(slot) & ~below(lower)):
                touching |= bit(slot)
        lower = slot
    return touching


cdef void spread(const Relaxed *relaxed, cardset touching, int slot, Marks *marks) noexcept nogil:
    """Marks good for each of touching cards, of which this is the lowest: any one's are all's.

    When a higher one is played in its place the two change places; nothing of theirs lies
    between any two of them, so what was over or under one is so of all, which the marks of
    all hold on to in other positions.
    """
    cdef uint64_t run, of_seat
    cdef int index, seat
    if not touching >> slot >> 1:
        return
    index = count_cards(relaxed.hand & below(slot))
    run = <uint64_t>1 << index
    while True:
        slot = next_in_hand(relaxed, slot)
        if slot < 0 or not touching & bit(slot):
            break
        index += 1
        run |= <uint64_t>1 << index
    for seat in range(1, relaxed.seats):
        of_seat = run << (relaxed.width * (seat - 1))
        if marks.under & of_seat:
            marks.under |= of_seat
        if marks.over & of_seat:
            marks.over |= of_seat


cdef inline int next_in_hand(const Relaxed *relaxed, int slot) noexcept nogil:
    cdef cardset higher = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    return lowest_card(higher) if higher else -1


cdef cardset like_cards(const Relaxed *relaxed, cardset touching, int slot,
                        const Marks *marks) noexcept nogil:
    """P's other cards of the lane that the proof for this one does not tell from it.

    Played in its place, a card changes places with it: what the proof compares with the one,
    the other must stand up to. Over it that is so up to a card with an OVER mark, as what is
    over that need not be over the next; and to one under an UNDER mark. Under it likewise.
    A card that stands for a run of touching cards is among them with its whole run only:
    in another position of the class the run's upper cards need not touch it, and nothing
    but a proof like to theirs too refutes them there.
    """
    cdef cardset like = 0, rest
    cdef int index = count_cards(relaxed.hand & below(slot)), place = index, other, run = slot
    cdef uint64_t under = marks_of_any(marks.under, relaxed.width)
    cdef uint64_t over = marks_of_any(marks.over, relaxed.width)
    if relaxed.special_cards & bit(slot):
        return 0
    rest = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    while rest:
        other = lowest_card(rest)
        rest &= rest - 1
        if not touching & bit(other):
            run = other
        if over >> place & 1 or under >> (place + 1) & 1:
            if touching & bit(other):
                like &= below(run)
            break
        place += 1
        like |= bit(other)
    rest = relaxed.hand & lane_of(slot) & below(slot)
    place = index
    while rest:
        other = highest_card(rest)
        rest ^= bit(other)
        if under >> place & 1 or over >> (place - 1) & 1:
            break
        place -= 1
        like |= bit(other)
    return like & ~relaxed.special_cards


# ---------------------------------------------------------------- the opponents' plays

cdef int in_order(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t common, cardset special,
                  uint64_t *plays, int count) noexcept nogil:
    """Append the plays, from the highest intervals first; how many there are then.

    Where the opponents keep low cards P fares best, so what is proven of that is good for
    most other positions. Among equals that one is first which has answered most often.
    """
    cdef int start = count
    while common:
        count = put_in(relaxed, trick, lowest_card(common), plays, start, count)
        common &= common - 1
    while special:
        count = put_in(relaxed, trick, lowest_card(special) + SPECIAL_PLAY, plays, start, count)
        special &= special - 1
    return count


cdef inline int put_in(const Relaxed *relaxed, const RelaxedTrick *trick, int play, uint64_t *plays,
                       int start, int count) noexcept nogil:
    """Insert a play, its rank over its record over its own byte, before those with less."""
    cdef const uint32_t *history = relaxed.history[trick.seat][occasion(trick.played, trick.led)]
    cdef uint64_t record = <uint64_t>(play & 15) << 40 | history[standing(relaxed, play)]
    cdef int i = count
    while i > start and plays[i - 1] >> 8 < record:
        plays[i] = plays[i - 1]
        i -= 1
    plays[i] = record << 8 | <uint64_t>play
    return count + 1


cdef int standing(const Relaxed *relaxed, int play) noexcept nogil:
    """What a play's record goes by: the slot of P's card over the interval, which outlasts its number."""
    cdef cardset higher = relaxed.hand & lane_of(play & 63)
    cdef int _turn
    if play >= SPECIAL_PLAY:
        return play - SPECIAL_PLAY
    for _turn in range(play & 15):
        higher &= higher - 1
    return lowest_card(higher) if higher else play | 15


cdef uint64_t like_plays(const Relaxed *relaxed, int play, uint64_t marks) noexcept nogil:
    """The intervals of the lane that none of the seat's marks parts from the one played from.

    A card from another of them could be exchanged for the one played without the proof
    noticing: what is over or under a marked card, the other is as well. So its play is
    refuted by the same proof.
    """
    cdef int lane = play & 48, interval = play & 15, low = 0, high
    cdef int held = relaxed.lengths[0] >> (lane >> 2) & 15
    cdef uint64_t over, under
    if not held:
        return 0
    marks = marks >> count_cards(relaxed.hand & below(lane)) & ((<uint64_t>1 << held) - 1)
    under = marks & ((<uint64_t>1 << interval) - 1)
    over = marks ^ under
    if under:
        low = highest_card(under) + 1
    high = lowest_card(over) if over else held
    return ((<uint64_t>2 << high) - (<uint64_t>1 << low)) << lane


cdef cardset like_priced(const Relaxed *relaxed, int slot, uint64_t marks, cardset cards) noexcept nogil:
    """The seat's other priced cards among these that could be exchanged for the one played, as above.

    Not those that have a name: the Joker, and a heart that takes it, have powers of their own.
    """
    cdef int play = (slot & 48) | interval_of(relaxed, slot)
    cdef uint64_t intervals = like_plays(relaxed, play, marks) | bit(play)
    cdef cardset like = 0, rest = cards & relaxed.priced & ~relaxed.special_cards & ~bit(slot)
    cdef int other
    if relaxed.special_cards & bit(slot):
        return 0
    while rest:
        other = lowest_card(rest)
        rest &= rest - 1
        if intervals & bit((other & 48) | interval_of(relaxed, other)):
            like |= bit(other)
    return like


# ---------------------------------------------------------------- house rules

cdef cardset allowed(const Relaxed *relaxed, const RelaxedTrick *trick, cardset cards) noexcept nogil:
    """What the modern table's rules leave of P's cards to choose from."""
    cdef cardset legal = cards
    if trick.played == 0 and not relaxed.broken and legal & ~relaxed.rules.unled:
        legal &= ~relaxed.rules.unled
    if relaxed.first and legal & ~relaxed.rules.kept_from_first:
        legal &= ~relaxed.rules.kept_from_first
    return legal


cdef void allowed_to_opponent(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t *plays,
                              cardset *special) noexcept nogil:
    """The same of an opponent's plays."""
    if trick.played == 0 and not relaxed.broken:
        keep_out(relaxed, relaxed.rules.unled, plays, special)
    if relaxed.first:
        keep_out(relaxed, relaxed.rules.kept_from_first, plays, special)


cdef void keep_out(const Relaxed *relaxed, cardset barred, uint64_t *plays, cardset *special) noexcept nogil:
    """Leave out the barred cards unless there are no others."""
    cdef uint64_t free_plays = plays[0]
    cdef int lane
    for lane in range(LANES):
        if barred & bit(relaxed.common_slot[lane]):
            free_plays &= ~lane_of(lane << 4)
    if free_plays | (special[0] & ~barred):
        plays[0] = free_plays
        special[0] &= ~barred

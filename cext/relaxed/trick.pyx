"""A trick of the relaxed game: what each seat may try, and which tries one proof answers.

`need`, answers and `marks` are those of cext/relaxed/game.pyx.
"""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint32_t, uint64_t

from cext.tables.cutoff_cards cimport answer_in, keep_answer, situation
from cext.base.cards cimport LANES, below, bit, cardset, count_cards, highest_card, lane_of, lowest_card
from cext.relaxed.game cimport OVER, UNDER, UNKNOWN, Relaxed, interval_of
from cext.ordering.order cimport occasion
from cext.relaxed.quit cimport quit_trick
from cext.base.limits cimport count_node

cdef enum:
    BEYOND = 30000          # more than any cost
    ODD_PLAY = 64           # plays of odd cards are named by slot from here
    MOST_PLAYS = 64
    ODD_FACTOR = 0x9E3779B1 # sets odd cards apart from intervals in a hash
    LOOKED_AHEAD = 6        # cards of P, the one in the trick among them


cdef int search_lead(Relaxed *relaxed, int need, uint32_t *marks) noexcept nogil:
    """Play a trick from its start."""
    cdef RelaxedTrick trick
    open_trick(relaxed, &trick)
    return search_seat(relaxed, &trick, need, marks)


cdef inline void open_trick(const Relaxed *relaxed, RelaxedTrick *trick) noexcept nogil:
    trick.played = 0
    trick.seat = relaxed.leader
    trick.led = 0
    trick.top = -1
    trick.second = -1
    trick.tops = 0
    trick.lane = 0
    trick.place = -1
    trick.slot = 0
    trick.cost = relaxed.pile_cost
    trick.least = 0
    trick.most = 0
    trick.pointed = relaxed.pile_pointed
    trick.breaks = False


cdef int search_seat(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks) noexcept nogil:
    if trick.played == relaxed.seats:
        return quit_trick(relaxed, trick, need, marks)
    if trick.seat == 0:
        return lone_plays(relaxed, trick, need, marks)
    return opponent_plays(relaxed, trick, need, marks)


cdef inline void lay(Relaxed *relaxed, RelaxedTrick *trick, int slot, int lane) noexcept nogil:
    """What any card does to the trick; `slot` is it or one of its kind."""
    cdef int32_t cost = relaxed.cost[slot]
    if trick.played == 0:
        trick.led = lane
    trick.cost += cost
    if cost > 0:
        trick.most += cost
    else:
        trick.least += cost
    if relaxed.payoff.has_bonus and relaxed.payoff.pointed & bit(slot):
        trick.pointed = True
    if relaxed.rules.house and lane != trick.led and relaxed.rules.breakers & bit(slot):
        trick.breaks = True
    trick.played += 1
    trick.seat = trick.seat + 1 if trick.seat + 1 < relaxed.seats else 0


cdef int lone_plays(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks) noexcept nogil:
    """P plays: one card that keeps the cost under `need`, or the proof that none does."""
    cdef cardset cards = relaxed.hand, touching, later = 0, refuted
    cdef uint32_t *history = relaxed.history[0][occasion(trick.played, trick.led)]
    cdef uint32_t part = 0
    cdef int slot, value, best = BEYOND, first = -1
    cdef bint choice, looking
    cdef uint64_t like = 0
    if trick.played and cards & lane_of(trick.led << 4):
        cards &= lane_of(trick.led << 4)
    if relaxed.rules.house:
        cards = allowed(relaxed, trick, cards)
    touching = touching_cards(relaxed, trick, cards)
    cards &= ~touching
    choice = cards & (cards - 1) != 0
    looking = choice and looks_first(relaxed, trick)
    if choice:
        like = situation(cards, told_of(trick, need, cards), trick.played, 0)
        first = answer_in(&relaxed.answers, like)
    marks[0] = 0
    while cards:
        slot = first if first >= 0 and cards & bit(first) else next_of_lone(history, cards)
        cards ^= bit(slot)
        if count_node(relaxed.control):
            return best
        relaxed.looking = looking
        value = play_lone(relaxed, trick, slot, need, &part)
        relaxed.looking = False
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            later |= bit(slot)
        elif value < need:
            marks[0] = part
            if choice:
                keep_answer(&relaxed.answers, like, slot)
                history[slot] += 1
            return value
        else:
            best = min(best, value)
            part = spread(relaxed, touching, slot, part)
            marks[0] |= part
            refuted = like_cards(relaxed, touching, slot, part)
            cards &= ~refuted
            later &= ~refuted
        if looking and not cards:
            looking = False
            cards = later
    return best


cdef inline bint looks_first(const Relaxed *relaxed, const RelaxedTrick *trick) noexcept nogil:
    """Is this the last hand, and are the tricks to come worth a look before any is searched?

    A card that leads to something known to be good answers without a search, though
    others promised more. Near the end a search costs no more than looking twice.
    """
    return trick.played == relaxed.seats - 1 and count_cards(relaxed.hand) >= LOOKED_AHEAD


cdef inline int told_of(const RelaxedTrick *trick, int need, uint64_t plays) noexcept nogil:
    """What sets a situation apart, beside the plays: the cards to beat, and the need where it is free."""
    cdef int best = (trick.top + 1) << 5 | (trick.place + 1 if trick.lane == trick.led else 0)
    if trick.played and plays & lane_of(trick.led << 4):
        return best
    return need << 12 | trick.led << 10 | best


cdef int next_of_lone(const uint32_t *history, cardset cards) noexcept nogil:
    """The card that has answered most often."""
    cdef int slot, best = lowest_card(cards)
    cards &= cards - 1
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if history[slot] > history[best]:
            best = slot
    return best


cdef int play_lone(Relaxed *relaxed, const RelaxedTrick *trick, int slot, int need,
                   uint32_t *marks) noexcept nogil:
    cdef RelaxedTrick after = trick[0]
    after.slot = slot
    after.lane = slot >> 4
    after.place = interval_of(relaxed, slot)
    lay(relaxed, &after, slot, slot >> 4)
    return search_seat(relaxed, &after, need, marks)


cdef cardset touching_cards(const Relaxed *relaxed, const RelaxedTrick *trick, cardset cards) noexcept nogil:
    """The cards that have the next lower card of P's, as good as they, right under them."""
    cdef cardset touching = 0, theirs = 0, rest = cards
    cdef uint64_t occupied = 0
    cdef int seat, slot, lower = -1, place = 0
    for seat in range(1, relaxed.seats):
        occupied |= relaxed.occupied[seat]
        theirs |= relaxed.odd[seat]
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
            if (not occupied & bit((slot & 48) | place) and not relaxed.odd_cards & (bit(lower) | bit(slot))
                    and not theirs & below(slot) & ~below(lower)
                    and not relaxed.hand & ~cards & below(slot) & ~below(lower)):
                touching |= bit(slot)
        lower = slot
    return touching


cdef uint32_t spread(const Relaxed *relaxed, cardset touching, int slot, uint32_t marks) noexcept nogil:
    """Marks good for each of touching cards, of which this is the lowest: any one's are all's.

    A card that loses the trick may owe that to a mark under a higher one of them; when that
    one is played in its place the mark over the highest has to serve.
    """
    cdef uint32_t alike
    cdef int index
    if not touching >> slot >> 1:
        return marks
    index = count_cards(relaxed.hand & below(slot))
    alike = <uint32_t>UNDER << index
    while True:
        slot = next_in_hand(relaxed, slot)
        if slot < 0 or not touching & bit(slot):
            break
        index += 1
        alike |= <uint32_t>UNDER << index
    if marks & alike:
        marks |= alike | <uint32_t>OVER << index
    if marks & alike << 16:
        marks |= alike << 16
    return marks


cdef inline int next_in_hand(const Relaxed *relaxed, int slot) noexcept nogil:
    cdef cardset higher = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    return lowest_card(higher) if higher else -1


cdef cardset like_cards(const Relaxed *relaxed, cardset touching, int slot, uint32_t marks) noexcept nogil:
    """P's other cards of the lane that the proof for this one does not tell from it.

    A card that stands for a run of touching cards is among them with its whole run only:
    in another position of the class the run's upper cards need not touch it, and nothing
    but a proof like to theirs too refutes them there.
    """
    cdef cardset like = 0, rest
    cdef int index = count_cards(relaxed.hand & below(slot)), place = index, other, run = slot
    if relaxed.odd_cards & bit(slot):
        return 0
    rest = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    while rest:
        other = lowest_card(rest)
        rest &= rest - 1
        if not touching & bit(other):
            run = other
        if marks & (<uint32_t>OVER << place | <uint32_t>UNDER << (place + 1)):
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
        if marks & (<uint32_t>UNDER << place | <uint32_t>OVER << (place - 1)):
            break
        place -= 1
        like |= bit(other)
    return like & ~relaxed.odd_cards


cdef int opponent_plays(Relaxed *relaxed, const RelaxedTrick *trick, int need,
                        uint32_t *marks) noexcept nogil:
    """An opponent plays: one card that brings the cost to `need`, or the proof that none does."""
    cdef uint64_t[MOST_PLAYS] plays
    cdef uint64_t common, waiting, like = 0
    cdef cardset odd
    cdef uint32_t part = 0
    cdef int seat = trick.seat, play, count = 0, i = 0, later = 0, value, best = -BEYOND
    cdef bint choice, looking
    legal_plays(relaxed, trick, &common, &odd)
    waiting = common
    choice = (common & (common - 1)) | (odd & (odd - 1)) or (common and odd)
    looking = choice and looks_first(relaxed, trick)
    if choice:
        like = situation(common ^ odd * ODD_FACTOR, told_of(trick, need, common | odd), trick.played, seat)
        count = take_out(answer_in(&relaxed.answers, like), &common, &odd, plays)
    marks[0] = 0
    while True:
        if i == count:
            if common | odd:
                count = in_order(relaxed, trick, common, odd, plays, count)
                common = 0
                odd = 0
            elif looking and later:
                looking = False
                count = later
                i = 0
            else:
                return best
        play = <int>(plays[i] & 255)
        i += 1
        if play < ODD_PLAY and not waiting & bit(play):
            continue                                    # answered by the proof against another play
        if count_node(relaxed.control):
            return best
        relaxed.looking = looking
        value = play_opposing(relaxed, trick, seat, play, need, &part)
        relaxed.looking = False
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            plays[later] = <uint64_t>play
            later += 1
        elif value >= need:
            marks[0] = part
            if choice:
                keep_answer(&relaxed.answers, like, play)
                relaxed.history[seat][occasion(trick.played, trick.led)][standing(relaxed, play)] += 1
            return value
        else:
            best = max(best, value)
            marks[0] |= part
            if play < ODD_PLAY:
                waiting &= ~like_plays(relaxed, play, part)


cdef inline int play_opposing(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int need,
                              uint32_t *marks) noexcept nogil:
    if play < ODD_PLAY:
        return play_common(relaxed, trick, seat, play, need, marks)
    return play_odd(relaxed, trick, seat, play - ODD_PLAY, need, marks)


cdef inline void legal_plays(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t *common,
                             cardset *odd) noexcept nogil:
    """What the seat may play: from which intervals, and which odd cards."""
    cdef cardset suit = lane_of(trick.led << 4)
    common[0] = relaxed.occupied[trick.seat]
    odd[0] = relaxed.odd[trick.seat]
    if trick.played and (common[0] | odd[0]) & suit:
        common[0] &= suit
        odd[0] &= suit
    if relaxed.rules.house:
        allowed_to_opponent(relaxed, trick, common, odd)


cdef inline int take_out(int play, uint64_t *common, cardset *odd, uint64_t *plays) noexcept nogil:
    """Put the play first if it is one of these; how many plays there are then."""
    if play >= ODD_PLAY and odd[0] & bit(play - ODD_PLAY):
        odd[0] ^= bit(play - ODD_PLAY)
    elif 0 <= play < ODD_PLAY and common[0] & bit(play):
        common[0] ^= bit(play)
    else:
        return 0
    plays[0] = <uint64_t>play
    return 1


cdef int in_order(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t common, cardset odd,
                  uint64_t *plays, int count) noexcept nogil:
    """Append the plays, those first that have answered most often; how many there are then."""
    cdef int start = count
    while common:
        count = put_in(relaxed, trick, lowest_card(common), plays, start, count)
        common &= common - 1
    while odd:
        count = put_in(relaxed, trick, lowest_card(odd) + ODD_PLAY, plays, start, count)
        odd &= odd - 1
    return count


cdef inline int put_in(const Relaxed *relaxed, const RelaxedTrick *trick, int play, uint64_t *plays,
                       int start, int count) noexcept nogil:
    """Insert a play, its record over its own byte, before those with less."""
    cdef const uint32_t *history = relaxed.history[trick.seat][occasion(trick.played, trick.led)]
    cdef uint64_t record = history[standing(relaxed, play)]
    cdef int i = count
    while i > start and plays[i - 1] >> 8 < record:
        plays[i] = plays[i - 1]
        i -= 1
    plays[i] = record << 8 | <uint64_t>play
    return count + 1


cdef inline int standing(const Relaxed *relaxed, int play) noexcept nogil:
    """What a play's record goes by: the slot of P's card over the interval, which outlasts its number."""
    cdef cardset higher = relaxed.hand & lane_of(play & 63)
    cdef int _turn
    if play >= ODD_PLAY:
        return play - ODD_PLAY
    for _turn in range(play & 15):
        higher &= higher - 1
    return lowest_card(higher) if higher else play | 15


cdef int play_common(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int need,
                     uint32_t *marks) noexcept nogil:
    cdef int lane = play >> 4, interval = play & 15, value
    cdef uint64_t count = relaxed.count[seat][lane], occupied = relaxed.occupied[seat]
    cdef RelaxedTrick after = trick[0]
    lay(relaxed, &after, relaxed.common_slot[lane], lane)
    follow(&after, seat, lane, interval)
    relaxed.count[seat][lane] = count - (<uint64_t>1 << (interval << 2))
    if not relaxed.count[seat][lane] >> (interval << 2) & 15:
        relaxed.occupied[seat] = occupied ^ bit(play)
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, need, marks)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.count[seat][lane] = count
    relaxed.occupied[seat] = occupied
    return value


cdef int play_odd(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int slot, int need,
                  uint32_t *marks) noexcept nogil:
    cdef int lane = slot >> 4, value
    cdef RelaxedTrick after = trick[0]
    lay(relaxed, &after, slot, lane)
    follow(&after, seat, lane, interval_of(relaxed, slot))
    relaxed.odd[seat] ^= bit(slot)
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, need, marks)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.odd[seat] ^= bit(slot)
    return value


cdef inline void follow(RelaxedTrick *trick, int seat, int lane, int interval) noexcept nogil:
    """Which opposing cards are the highest of the trick, interval by interval."""
    if lane != trick.led:
        return
    if interval > trick.top:
        trick.second = trick.top
        trick.top = interval
        trick.tops = 1 << seat
    elif interval == trick.top:
        trick.tops |= 1 << seat
    elif interval > trick.second:
        trick.second = interval


cdef inline uint64_t like_plays(const Relaxed *relaxed, int play, uint32_t marks) noexcept nogil:
    """The intervals of the lane that no marked card parts from the one played from.

    A card from another of them could be exchanged for the one played without the proof
    noticing, so its play is refuted by the same proof.
    """
    cdef int lane = play & 48, interval = play & 15, low = 0, high
    cdef int held = relaxed.lengths[0] >> (lane >> 2) & 15
    cdef uint32_t over, under
    if not held:
        return 0
    marks = (marks | marks >> 16) >> count_cards(relaxed.hand & (bit(lane) - 1)) & ((<uint32_t>1 << held) - 1)
    under = marks & ((<uint32_t>1 << interval) - 1)
    over = marks ^ under
    if under:
        low = highest_card(under) + 1
    high = lowest_card(over) if over else held
    return ((<uint64_t>2 << high) - (<uint64_t>1 << low)) << lane


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
                              cardset *odd) noexcept nogil:
    """The same of an opponent's plays."""
    if trick.played == 0 and not relaxed.broken:
        keep_out(relaxed, relaxed.rules.unled, plays, odd)
    if relaxed.first:
        keep_out(relaxed, relaxed.rules.kept_from_first, plays, odd)


cdef void keep_out(const Relaxed *relaxed, cardset barred, uint64_t *plays, cardset *odd) noexcept nogil:
    """Leave out the barred cards unless there are no others."""
    cdef uint64_t free_plays = plays[0]
    cdef int lane
    for lane in range(LANES):
        if barred & bit(relaxed.common_slot[lane]):
            free_plays &= ~lane_of(lane << 4)
    if free_plays | (odd[0] & ~barred):
        plays[0] = free_plays
        odd[0] &= ~barred

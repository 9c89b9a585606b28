"""Zero-window search of the relaxed game; the claims it proves hold for many positions.

Everywhere here `need` asks: do the opponents make P pay so much or more from here? An
answer of at least `need` is a proven lower bound of the cost, a smaller one a proven
upper bound, and `marks` says what the proof leans on (cext/relaxed/marks.pxd), P's cards
numbered as they stand at the start of the trick.
"""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from libc.stdlib cimport abs

from cext.base.cards cimport below, bit, cardset, count_cards, lane_of, lowest_card
from cext.base.limits cimport count_node
from cext.game.game cimport MAX_SEATS, Payoff, State
from cext.ordering.order cimport occasion
from cext.relaxed.claims cimport (
    NO_CLAIM, Outline, Shape, claims_add, claims_fetch, claims_find, claims_known,
)
from cext.relaxed.game cimport (
    MOST_OUTLINED, Relaxed, at_table, interval_of, is_answered, joker_in_play, place_cards, set_odd_cards,
)
from cext.relaxed.marks cimport (
    UNPAID, Marks, add_marks, have_paid, join_spare, lose_spare, make_room, mark_of, marks_from,
    marks_of_seat, no_marks,
)
from cext.relaxed.moves cimport (
    MOST_PLAYS, ODD_PLAY, RelaxedTrick, allowed, follow, free_joker, in_order, lay, legal_plays, like_cards,
    like_plays, like_priced, open_trick, spread, standing, touching_cards,
)
from cext.relaxed.outline cimport draw_outline, is_safe, last_trick, shape_of
from cext.tables.cutoff_cards cimport cutoff_card, keep_cutoff_card, situation

cdef enum:
    BEYOND = 30000          # more than any cost
    UNKNOWN = 30001         # not a cost: nothing is proven yet (see looks_first)
    ODD_FACTOR = 0x9E3779B1 # sets odd cards apart from intervals in a hash
    LOOKED_AHEAD = 6        # cards of P, the one in the trick among them


cdef int relaxed_search(Relaxed *relaxed, const State *state, int need) noexcept nogil:
    """Does the side get `need` or more in the relaxed game, from the start of a trick? Fail-soft."""
    cdef int settled, cost, asked
    cdef Marks marks
    settled = place_cards(relaxed, state)
    asked = need - settled if relaxed.sign > 0 else 1 - need + settled
    if not is_answered(relaxed, asked, &cost):
        cost = search_start(relaxed, asked, &marks)
    return settled + relaxed.sign * cost


cdef bint relaxed_answers(Relaxed *relaxed, const State *state, int need, int *value) noexcept nogil:
    """Does the relaxed game answer the question for the real one as well? Then `value` is the bound.

    What P holds though the others choose, and what they reach though P chooses, holds in
    the real game. When the search was stopped nothing is answered.
    """
    value[0] = relaxed_search(relaxed, state, need)
    if relaxed.control.stop:
        return False
    return ((value[0] >= need) == relaxed.payoff.maximises[relaxed.lone]) != relaxed.lone_chooses


# ---------------------------------------------------------------- the start of a trick

cdef int search_start(Relaxed *relaxed, int need, Marks *marks) noexcept nogil:
    """Safety, claims, then the leads; UNKNOWN where these are not to be tried. Not for what `is_answered`."""
    cdef Outline outline
    cdef const Shape *known
    cdef int value
    if not relaxed.hand:
        no_marks(marks)
        return relaxed.bonus[relaxed.takers]
    if (not relaxed.hand & (relaxed.hand - 1) and not relaxed.payoff.has_bonus
            and not joker_in_play(relaxed)):
        return last_trick(relaxed, marks)
    if count_cards(relaxed.hand) > MOST_OUTLINED:
        return UNKNOWN if relaxed.looking else search_lead(relaxed, need, marks)
    outline.shape = shape_of(relaxed)
    claims_fetch(&relaxed.claims, outline.shape)
    draw_outline(relaxed, &outline)
    known = claims_known(&relaxed.claims, outline.shape)
    if relaxed.leader and relaxed.bonus_spared[relaxed.takers] < need and is_safe(relaxed, &outline, marks):
        return relaxed.bonus_spared[relaxed.takers]
    if known != NULL:
        value = claims_find(&relaxed.claims, known, &outline, need, marks)
        if value != NO_CLAIM:
            return value
    if relaxed.looking:
        return UNKNOWN
    value = search_lead(relaxed, need, marks)
    if not relaxed.control.stop:
        claims_add(&relaxed.claims, &outline, marks, value, value >= need)
    return value


cdef int search_lead(Relaxed *relaxed, int need, Marks *marks) noexcept nogil:
    """Play a trick from its start."""
    cdef RelaxedTrick trick
    open_trick(relaxed, &trick)
    return search_seat(relaxed, &trick, need, marks)


cdef int search_seat(Relaxed *relaxed, const RelaxedTrick *trick, int need, Marks *marks) noexcept nogil:
    if trick.played == relaxed.seats:
        return quit_trick(relaxed, trick, need, marks)
    if trick.seat == 0:
        return lone_plays(relaxed, trick, need, marks)
    return opponent_plays(relaxed, trick, need, marks)


# ---------------------------------------------------------------- P plays

cdef int lone_plays(Relaxed *relaxed, const RelaxedTrick *trick, int need, Marks *marks) noexcept nogil:
    """P plays: one card that keeps the cost under `need`, or the proof that none does."""
    cdef cardset cards = relaxed.hand, touching, later = 0, refuted
    cdef uint32_t *history = relaxed.history[0][occasion(trick.played, trick.led)]
    cdef Marks part
    cdef int slot, value, best = BEYOND, first = -1
    cdef bint choice, looking
    cdef uint64_t like = 0
    if trick.played and cards & lane_of(trick.led << 4):
        cards &= lane_of(trick.led << 4) | free_joker(relaxed, trick)
    if relaxed.rules.house:
        cards = allowed(relaxed, trick, cards)
    touching = touching_cards(relaxed, trick, cards)
    cards &= ~touching
    choice = cards & (cards - 1) != 0
    looking = choice and looks_first(relaxed, trick)
    if choice:
        like = situation(cards, told_of(trick, need, cards), trick.played, 0)
        first = cutoff_card(&relaxed.cutoffs, like)
    no_marks(marks)
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
                keep_cutoff_card(&relaxed.cutoffs, like, slot)
                history[slot] += 1
            return value
        else:
            spread(relaxed, touching, slot, &part)
            join_proofs(relaxed, marks, &best, &part, value, False)
            refuted = like_cards(relaxed, touching, slot, &part)
            if refuted & relaxed.priced:
                refuted = exchanged(relaxed, slot, refuted & (cards | later), value, need, &best, &part,
                                    marks)
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
                   Marks *marks) noexcept nogil:
    cdef RelaxedTrick after = trick[0]
    after.slot = slot
    after.lane = slot >> 4
    after.place = interval_of(relaxed, slot)
    lay(relaxed, &after, slot, slot >> 4)
    return search_seat(relaxed, &after, need, marks)


# ---------------------------------------------------------------- an opponent plays

cdef int opponent_plays(Relaxed *relaxed, const RelaxedTrick *trick, int need,
                        Marks *marks) noexcept nogil:
    """An opponent plays: one card that brings the cost to `need`, or the proof that none does."""
    cdef uint64_t[MOST_PLAYS] plays
    cdef uint64_t common, waiting, of_seat, like = 0
    cdef cardset odd, named, refuted
    cdef Marks part
    cdef int seat = trick.seat, play, count = 0, i = 0, later = 0, value, best = -BEYOND
    cdef bint choice, looking
    legal_plays(relaxed, trick, &common, &odd)
    waiting = common
    named = odd
    choice = (common & (common - 1)) | (odd & (odd - 1)) or (common and odd)
    looking = choice and looks_first(relaxed, trick)
    if choice:
        like = situation(common ^ odd * ODD_FACTOR, told_of(trick, need, common | odd), trick.played, seat)
        count = take_out(cutoff_card(&relaxed.cutoffs, like), &common, &odd, plays)
    no_marks(marks)
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
        if not (waiting & bit(play) if play < ODD_PLAY else named & bit(play - ODD_PLAY)):
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
                keep_cutoff_card(&relaxed.cutoffs, like, play)
                relaxed.history[seat][occasion(trick.played, trick.led)][standing(relaxed, play)] += 1
            return value
        else:
            join_proofs(relaxed, marks, &best, &part, value, True)
            of_seat = marks_of_seat(part.under | part.over, relaxed.width, seat)
            if play < ODD_PLAY:
                waiting &= ~like_plays(relaxed, play, of_seat)
            elif relaxed.priced & bit(play - ODD_PLAY):
                refuted = like_priced(relaxed, play - ODD_PLAY, of_seat, named)
                named &= ~exchanged(relaxed, play - ODD_PLAY, refuted, value, need, &best, &part, marks)


cdef inline int play_opposing(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int need,
                              Marks *marks) noexcept nogil:
    if play < ODD_PLAY:
        return play_common(relaxed, trick, seat, play, need, marks)
    return play_odd(relaxed, trick, seat, play - ODD_PLAY, need, marks)


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


cdef int play_common(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int need,
                     Marks *marks) noexcept nogil:
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
                  Marks *marks) noexcept nogil:
    cdef int lane = slot >> 4, interval = interval_of(relaxed, slot), value
    cdef uint64_t counted = (<uint64_t>1 << (interval << 2)) if relaxed.priced & bit(slot) else 0
    cdef RelaxedTrick after = trick[0]
    lay(relaxed, &after, slot, lane)
    follow(&after, seat, lane, interval)
    relaxed.odd[seat] ^= bit(slot)
    relaxed.count[seat][lane] -= counted
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, need, marks)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.count[seat][lane] += counted
    relaxed.odd[seat] ^= bit(slot)
    return value


# ---------------------------------------------------------------- cards that differ in what they cost

cdef cardset exchanged(const Relaxed *relaxed, int slot, cardset others, int value, int need, int *best,
                       const Marks *part, Marks *marks) noexcept nogil:
    """Those of other priced cards that the proof against this one refutes, with the bound `value`, as well.

    Played in its place a card changes places with it. So a course that captures just one of them
    costs P more, or less, by what the two differ; `best` and `marks` are made good for that.
    Any card may be captured in such a course, so all have that much less to spare.
    """
    cdef cardset refuted = 0
    cdef Marks changed
    cdef int other, sign = 1 if value < need else -1, dearer, worse, one = slot & 15, two
    while others:
        other = lowest_card(others)
        others &= others - 1
        two = other & 15
        dearer = sign * (relaxed.cost[other] - relaxed.cost[slot])
        worse = 0
        if part.spare[one] != UNPAID:
            worse = max(worse, dearer - part.spare[one])
        if part.spare[two] != UNPAID:
            worse = max(worse, -dearer - part.spare[two])
        if (value + sign * worse < need) != (value < need):
            continue
        refuted |= bit(other)
        changed = part[0]
        changed.spare[one] = part.spare[two]
        changed.spare[two] = part.spare[one]
        lose_spare(&changed, abs(dearer) - worse)
        join_proofs(relaxed, marks, best, &changed, value + sign * worse, sign > 0)
    return refuted


cdef inline void join_proofs(const Relaxed *relaxed, Marks *marks, int *bound, const Marks *part, int value,
                             bint highest) noexcept nogil:
    """Of a proof with these marks and this bound, and another, one for whichever course is played."""
    cdef int joined = max(bound[0], value) if highest else min(bound[0], value)
    add_marks(marks, part)
    if relaxed.priced:
        join_spare(marks, bound[0], part, value, joined)
    bound[0] = joined


# ---------------------------------------------------------------- the end of a trick

cdef struct Cut:
    # The lane of the card P played, as it was before the card's cut was dropped.
    uint64_t count[MAX_SEATS]
    uint64_t occupied[MAX_SEATS]


cdef struct Ended:
    # A complete trick, and what goes with it.
    const RelaxedTrick *trick
    int index               # number of P's card among all of P's, as it was played
    int held                # P's cards of its lane with it
    int gain                # cost of P taking the trick
    bint taker              # whoever takes it becomes a taker ...
    uint8_t takers          # ... beside these
    bint dropped            # P's card no longer parts theirs; its lane was
    Cut cut


cdef int quit_trick(Relaxed *relaxed, const RelaxedTrick *trick, int need, Marks *marks) noexcept nogil:
    """The trick is complete: P takes it, or the opponents choose which of their highest cards did."""
    cdef Ended ended
    cdef int value, leader = relaxed.leader
    cdef int32_t least = relaxed.least, most = relaxed.most, pile_cost = relaxed.pile_cost
    cdef bint first = relaxed.first, broken = relaxed.broken, pile_pointed = relaxed.pile_pointed
    cdef cardset odd_cards = relaxed.odd_cards
    end_trick(relaxed, trick, &ended)
    if trick.joker >= 0:
        value = cost_if_taken(relaxed, &ended, taker_from_joker(trick), need, marks)
    elif trick.lane == trick.led and trick.top <= trick.place:
        value = lone_takes(relaxed, &ended, need, marks)
    else:
        value = opponents_take(relaxed, &ended, need, marks)
    if ended.dropped:
        put_cut_back(relaxed, trick, &ended.cut)
    relaxed.hand ^= bit(trick.slot)
    relaxed.leader = leader
    relaxed.takers = ended.takers
    relaxed.first = first
    relaxed.broken = broken
    relaxed.pile_cost = pile_cost
    relaxed.pile_pointed = pile_pointed
    relaxed.odd_cards = odd_cards
    relaxed.least = least
    relaxed.most = most
    return value


cdef inline int taker_from_joker(const RelaxedTrick *trick) noexcept nogil:
    """Who takes a trick with the Joker discarded on it: its player, or that of the highest heart over it.

    All these cards are named in the shape, so the trick leans on no mark: it goes to the same
    seat in every position that the proof is used for.
    """
    return trick.over_seat if trick.over >= 0 else trick.joker


cdef inline void end_trick(Relaxed *relaxed, const RelaxedTrick *trick, Ended *ended) noexcept nogil:
    """Leave what the trick leaves, but for P's card as a boundary, whoever takes it."""
    cdef bint first = relaxed.first, last
    ended.trick = trick
    ended.index = count_cards(relaxed.hand & below(trick.slot))
    ended.held = relaxed.lengths[0] >> (trick.lane << 2) & 15
    relaxed.hand ^= bit(trick.slot)
    last = not relaxed.hand
    ended.gain = (trick.cost + relaxed.any_trick + (relaxed.first_trick if first else 0)
                  + (relaxed.last_trick if last else 0))
    ended.taker = makes_taker(relaxed, trick, first, last)
    ended.takers = relaxed.takers
    ended.dropped = False
    relaxed.least -= trick.least + min(relaxed.pile_cost, 0)
    relaxed.most -= trick.most + max(relaxed.pile_cost, 0)
    relaxed.first = False
    relaxed.broken |= trick.breaks
    relaxed.pile_cost = 0
    relaxed.pile_pointed = False
    if joker_in_play(relaxed) and not joker_is_held(relaxed):
        set_odd_cards(relaxed, False)


cdef inline bint joker_is_held(const Relaxed *relaxed) noexcept nogil:
    cdef cardset held = relaxed.hand
    cdef int seat
    for seat in range(1, relaxed.seats):
        held |= relaxed.odd[seat]
    return held & bit(relaxed.rules.joker) != 0


cdef inline bint makes_taker(const Relaxed *relaxed, const RelaxedTrick *trick, bint first,
                             bint last) noexcept nogil:
    """Is who takes this trick a taker?"""
    cdef const Payoff *payoff = relaxed.payoff
    return payoff.has_bonus and (trick.pointed or payoff.pointed_any or (payoff.pointed_first and first)
                                 or (payoff.pointed_last and last))


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


cdef int cost_if_taken(Relaxed *relaxed, Ended *ended, int seat, int need, Marks *marks) noexcept nogil:
    """What P pays from this trick on where the seat takes it, P or another; `marks` numbered as in it."""
    cdef int gain = 0 if seat else ended.gain, value
    relaxed.leader = seat
    relaxed.takers = ended.takers
    if ended.taker:
        relaxed.takers |= <uint8_t>(1 << at_table(relaxed, seat))
    no_marks(marks)
    if is_answered(relaxed, need - gain, &value):
        if value < need - gain:
            have_paid(marks, in_lane(relaxed, priced_left(relaxed)))
    else:
        if not ended.dropped:
            drop_cut(relaxed, ended.trick, &ended.cut)
            ended.dropped = True
        value = search_start(relaxed, need - gain, marks)
        if value == UNKNOWN:
            return UNKNOWN
        make_room(marks, relaxed.firsts, ended.index)
    if not seat:
        have_paid(marks, in_lane(relaxed, ended.trick.priced))
    return gain + value


cdef inline cardset in_lane(const Relaxed *relaxed, cardset cards) noexcept nogil:
    """Priced cards by their places in the lane."""
    return cards >> (relaxed.priced_lane << 4) if cards else 0


cdef inline cardset priced_left(const Relaxed *relaxed) noexcept nogil:
    """The priced cards in all hands: what bounds P's paying for everything leans on."""
    cdef cardset cards = relaxed.hand
    cdef int seat
    if not relaxed.priced:
        return 0
    for seat in range(1, relaxed.seats):
        cards |= relaxed.odd[seat]
    return cards & relaxed.priced


cdef int lone_takes(Relaxed *relaxed, Ended *ended, int need, Marks *marks) noexcept nogil:
    """P takes the trick, because every card that followed is under P's: marks keep them there.

    But for seats that are covered.
    """
    cdef const RelaxedTrick *trick = ended.trick
    cdef int seat, value = cost_if_taken(relaxed, ended, 0, need, marks)
    if value == UNKNOWN or relaxed.control.stop:
        return value
    for seat in range(1, relaxed.seats):
        if (trick.at[seat] >= 0 and not stays_under(relaxed, ended, seat, ended.index, marks)
                and not is_covered(relaxed, ended, seat, need, &value, marks)):
            marks.under |= mark_of(relaxed.width, seat, ended.index)
    return value


cdef int opponents_take(Relaxed *relaxed, Ended *ended, int need, Marks *marks) noexcept nogil:
    """One of the seats with a card in the highest interval has won, as they or P choose.

    P cannot follow, or its card is under the highest. Only seats that are not covered have
    to be kept from taking it, P among them.
    """
    cdef const RelaxedTrick *trick = ended.trick
    cdef int seat, chosen = 0, lower = 0, best = best_leader(relaxed, ended, need, marks, &chosen)
    if best == UNKNOWN or relaxed.control.stop or trick.lane != trick.led:
        return best
    for seat in range(1, relaxed.seats):
        if (trick.at[seat] >= 0 and (seat != chosen if chosen else trick.at[seat] < trick.top)
                and not is_covered(relaxed, ended, seat, need, &best, marks)):
            lower |= 1 << seat
    if lower:
        keep_lower(relaxed, ended, chosen, lower, marks)
    elif not is_covered(relaxed, ended, 0, need, &best, marks):
        keep_lost(relaxed, ended, marks)
    return best


cdef int best_leader(Relaxed *relaxed, Ended *ended, int need, Marks *marks, int *chosen) noexcept nogil:
    """The most that one of the seats with a card in the highest interval gets, taking the trick.

    Or the least, when P chooses which. One that answers the question for who chooses is
    enough, and is named in `chosen`; else all were tried.
    """
    cdef bint lone_chooses = relaxed.lone_chooses, unknown = False
    cdef int seat, value, best = BEYOND if lone_chooses else -BEYOND, tops = ended.trick.tops
    cdef Marks part
    no_marks(marks)
    while tops:
        seat = lowest_card(tops)
        tops &= tops - 1
        value = cost_if_taken(relaxed, ended, seat, need, &part)
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            unknown = True
            continue
        if (value >= need) != lone_chooses:
            marks[0] = part
            chosen[0] = seat
            return value
        join_proofs(relaxed, marks, &best, &part, value, not lone_chooses)
    return UNKNOWN if unknown else best


# ---------------------------------------------------------------- who takes it elsewhere

cdef bint is_covered(Relaxed *relaxed, Ended *ended, int seat, int need, int *value,
                     Marks *marks) noexcept nogil:
    """Is it known, without a search, that the answer is the same if this seat takes the trick?

    Then it may: `value` and `marks` are made good for that as well, and nothing need keep the
    seat from it. In a position that the marks allow the trick goes to a seat that was tried,
    to one that is covered, or to one that marks keep under its taker, which cannot be; so
    whoever takes it, the proof for that one answers.
    """
    cdef bint looking = relaxed.looking
    cdef Marks part
    cdef int other
    relaxed.looking = True
    other = cost_if_taken(relaxed, ended, seat, need, &part)
    relaxed.looking = looking
    if other == UNKNOWN or (other >= need) != (value[0] >= need):
        return False
    join_proofs(relaxed, marks, value, &part, other, value[0] < need)
    return True


cdef inline bint stays_under(const Relaxed *relaxed, const Ended *ended, int seat, int index,
                             const Marks *marks) noexcept nogil:
    """Do the marks keep the seat's card under P's card of this number, which it is under?"""
    cdef int lowest = ended.index + ended.trick.at[seat] - ended.trick.place
    return marks.under & marks_from(relaxed.width, seat, lowest, index) != 0


cdef void keep_lost(const Relaxed *relaxed, const Ended *ended, Marks *marks) noexcept nogil:
    """P's card is under one of theirs: any mark between the two will do."""
    cdef const RelaxedTrick *trick = ended.trick
    cdef int seat
    for seat in range(1, relaxed.seats):
        if trick.at[seat] > trick.place and marks.over & marks_from(
                relaxed.width, seat, ended.index, ended.index + trick.at[seat] - 1 - trick.place):
            return
    marks.over |= mark_of(relaxed.width, lowest_card(trick.tops), ended.index)


cdef void keep_lower(const Relaxed *relaxed, const Ended *ended, int chosen, int lower,
                     Marks *marks) noexcept nogil:
    """One of theirs wins, and these seats do not: their cards are under it, or in its interval.

    Where all of the highest interval were tried, a card of P's under it parts the winner from
    the lower cards, and from P's own. Where one was chosen, it must be free to be: no card
    of P's may part it from another that lies over that card. The cards of P's up to the one
    under the interval are under the winner; those over it stay over the others.
    """
    cdef const RelaxedTrick *trick = ended.trick
    cdef int under_top = ended.index + trick.top - 1 - trick.place, seat, winner = chosen, parting = under_top
    for seat in range(1, relaxed.seats):
        if not chosen and trick.tops >> seat & 1 and (
                not winner or marks.over & mark_of(relaxed.width, seat, under_top)):
            winner = seat
    marks.over |= mark_of(relaxed.width, winner, under_top)
    if chosen:
        if trick.top >= ended.held:
            return                  # P has no card over the interval
        parting += 1
    for seat in range(1, relaxed.seats):
        if lower >> seat & 1 and not stays_under(relaxed, ended, seat, parting, marks):
            marks.under |= mark_of(relaxed.width, seat, parting)

"""Zero-window search of the relaxed game; the claims it proves hold for many positions.

Everywhere here `target` asks: do the opponents make P pay so much or more from here? An
answer of at least `target` is a proven lower bound of the cost, a smaller one a proven
upper bound, and `marks` says what the proof leans on (cext/relaxed/marks.pxd), P's cards
numbered as they stand at the start of the trick.
"""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from cext.base.cards cimport (
    below, bit, cardset, count_cards, has_fast_gather, lane_of, lowest_card, scatter,
)
from cext.base.limits cimport count_node
from cext.game.game cimport MAX_SEATS, UNBOUNDED, Payoff, State
from cext.ordering.order cimport most_often, occasion
from cext.relaxed.claims cimport (
    MOST_KEPT, NO_CLAIM, Outline, Shape, claims_add, claims_find, claims_known,
)
from cext.relaxed.game cimport (
    MOST_OUTLINED, Relaxed, at_table, interval_of, is_answered, joker_in_play, place_cards, set_odd_cards,
)
from cext.relaxed.marks cimport (
    UNPAID, Marks, add_marks, have_paid, join_spare, lose_spare, make_room, mark_of, marks_from,
    marks_of_any, marks_of_seat, no_courses, no_marks,
)
from cext.relaxed.moves cimport (
    MOST_PLAYS, SPECIAL_PLAY, RelaxedTrick, allowed, follow, free_joker, in_order, lay, legal_plays,
    like_cards, like_plays, like_priced, open_trick, spread, standing, touching_cards,
)
from cext.relaxed.outline cimport draw_outline, is_safe, last_trick, shape_of
from cext.tables.cutoff_cards cimport cutoff_card, keep_cutoff_card, situation

cdef int FAST = has_fast_gather()

cdef enum:
    UNKNOWN = UNBOUNDED + 1 # not a cost: nothing is proven yet (see looks_first)
    SPECIAL_FACTOR = 0x9E3779B1 # sets special cards apart from intervals in a hash
    LOOKED_AHEAD = 6        # cards of P, the one in the trick among them
    COVERS_READ = 12        # claims of a shape: a cover further back costs more than it saves


cdef int relaxed_search(Relaxed *relaxed, const State *state, int target, cardset *relevant) noexcept nogil:
    """Does the side get `target` or more in the relaxed game, from the start of a trick? Fail-soft.

    The ranks that the proof compared are added to `relevant`.
    """
    cdef int settled, cost, asked
    cdef Outline outline
    cdef Marks marks
    settled = place_cards(relaxed, state)
    asked = target - settled if relaxed.sign > 0 else 1 - target + settled
    if not is_answered(relaxed, asked, &cost):
        outline.drawn = False
        cost = search_start(relaxed, &outline, asked, &marks)
        relevant[0] |= relevant_to_marks(relaxed, &marks)
    return settled + relaxed.sign * cost


cdef bint relaxed_answers(Relaxed *relaxed, const State *state, int target, int *value,
                          cardset *relevant) noexcept nogil:
    """Does the relaxed game answer the question for the real one as well? Then `value` is the bound.

    What P holds though the others choose, and what they reach though P chooses, holds in
    the real game. When the search was stopped nothing is answered.
    """
    cdef cardset needed = 0
    value[0] = relaxed_search(relaxed, state, target, &needed)
    if (relaxed.control.stop or ((value[0] >= target) == relaxed.payoff.maximises[relaxed.soloist])
            == relaxed.soloist_chooses):
        return False
    relevant[0] |= needed
    return True


cdef inline cardset relevant_to_marks(const Relaxed *relaxed, const Marks *marks) noexcept nogil:
    """The ranks whose classes of positions (cext/tables/relevance.pxd) keep what the marks ask for.

    OVER asks that no more of a seat's cards be under P's i-th: they lie under the rank just over
    it, and in any position of the class as many do, and so does P's i-th. UNDER asks that no fewer be:
    they lie under the rank just under it, and P's i-th again lies over that.
    """
    cdef uint64_t over = marks_of_any(marks.over, relaxed.width)
    cdef uint64_t under = marks_of_any(marks.under, relaxed.width)
    return scatter(under, relaxed.hand, FAST) | scatter(over, relaxed.hand, FAST) << 1


# ---------------------------------------------------------------- the start of a trick

cdef int search_start(Relaxed *relaxed, Outline *outline, int target, Marks *marks) noexcept nogil:
    """Safety, claims, then the leads; UNKNOWN where these are not to be tried. Not for what `is_answered`.

    The outline is drawn unless it was already, of the same cards with another leader.
    """
    cdef const Shape *known
    cdef uint64_t name
    cdef int value
    if not relaxed.hand:
        no_marks(marks)
        return relaxed.bonus[relaxed.takers]
    if (not relaxed.hand & (relaxed.hand - 1) and not relaxed.payoff.has_bonus
            and not joker_in_play(relaxed)):
        return last_trick(relaxed, marks)
    if count_cards(relaxed.hand) > MOST_OUTLINED:
        return UNKNOWN if relaxed.looking else search_lead(relaxed, target, marks)
    if not outline.drawn:
        draw_outline(relaxed, outline)
    name = shape_of(relaxed, outline)
    known = claims_known(&relaxed.claims, name)
    if relaxed.leader and relaxed.bonus_spared[relaxed.takers] < target and is_safe(relaxed, outline, marks):
        return relaxed.bonus_spared[relaxed.takers]
    if known != NULL:
        value = claims_find(&relaxed.claims, known, outline, target, relaxed.read_most, marks)
        if value != NO_CLAIM:
            return value
    if relaxed.looking:
        return UNKNOWN
    value = search_lead(relaxed, target, marks)
    if not relaxed.control.stop:
        claims_add(&relaxed.claims, name, outline, marks, value, value >= target)
    return value


cdef int search_lead(Relaxed *relaxed, int target, Marks *marks) noexcept nogil:
    """Play a trick from its start."""
    cdef RelaxedTrick trick
    open_trick(relaxed, &trick)
    return search_seat(relaxed, &trick, target, marks)


cdef int search_seat(Relaxed *relaxed, const RelaxedTrick *trick, int target, Marks *marks) noexcept nogil:
    if trick.played == relaxed.seats:
        return quit_trick(relaxed, trick, target, marks)
    if trick.seat == 0:
        return soloist_plays(relaxed, trick, target, marks)
    return opponent_plays(relaxed, trick, target, marks)


# ---------------------------------------------------------------- P plays

cdef int soloist_plays(Relaxed *relaxed, const RelaxedTrick *trick, int target, Marks *marks) noexcept nogil:
    """P plays: one card that keeps the cost under `target`, or the proof that none does."""
    cdef cardset cards = relaxed.hand, touching, later = 0, refuted
    cdef uint32_t *history = relaxed.history[0][occasion(trick.played, trick.led)]
    cdef Marks part
    cdef int slot, value, best = UNBOUNDED, first = -1
    cdef bint choice, looking
    cdef uint64_t key = 0
    if trick.played and cards & lane_of(trick.led << 4):
        cards &= lane_of(trick.led << 4) | free_joker(relaxed, trick)
    if relaxed.rules.house:
        cards = allowed(relaxed, trick, cards)
    touching = touching_cards(relaxed, trick, cards)
    cards &= ~touching
    choice = cards & (cards - 1) != 0
    looking = choice and looks_first(relaxed, trick)
    if choice:
        key = situation(cards, rest_of_situation(trick, target, cards), trick.played, 0)
        first = cutoff_card(&relaxed.cutoffs, key)
    no_courses(marks)
    while cards:
        slot = first if first >= 0 and cards & bit(first) else most_often(history, cards)
        cards ^= bit(slot)
        if count_node(relaxed.control):
            return best
        relaxed.looking = looking
        value = play_soloist(relaxed, trick, slot, target, &part)
        relaxed.looking = False
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            later |= bit(slot)
        elif value < target:
            marks[0] = part
            if choice:
                keep_cutoff_card(&relaxed.cutoffs, key, slot)
                history[slot] += 1
            return value
        else:
            spread(relaxed, touching, slot, &part)
            join_proofs(relaxed, marks, &best, &part, value, False)
            refuted = like_cards(relaxed, touching, slot, &part)
            if refuted & relaxed.priced:
                refuted = exchanged(relaxed, slot, refuted & (cards | later), value, target, &best, &part,
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


cdef inline int rest_of_situation(const RelaxedTrick *trick, int target, uint64_t plays) noexcept nogil:
    """What sets a situation apart, besides the plays: the cards to beat, and the target where it is free."""
    cdef int best = (trick.top + 1) << 5 | (trick.place + 1 if trick.lane == trick.led else 0)
    if trick.played and plays & lane_of(trick.led << 4):
        return best
    return target << 12 | trick.led << 10 | best


cdef int play_soloist(Relaxed *relaxed, const RelaxedTrick *trick, int slot, int target,
                      Marks *marks) noexcept nogil:
    cdef RelaxedTrick after = trick[0]
    after.slot = slot
    after.lane = slot >> 4
    after.place = interval_of(relaxed, slot)
    lay(relaxed, &after, slot, slot >> 4)
    return search_seat(relaxed, &after, target, marks)


# ---------------------------------------------------------------- an opponent plays

cdef int opponent_plays(Relaxed *relaxed, const RelaxedTrick *trick, int target, Marks *marks) noexcept nogil:
    """An opponent plays: one card that brings the cost to `target`, or the proof that none does."""
    cdef uint64_t[MOST_PLAYS] plays
    cdef uint64_t common, waiting, of_seat, key = 0
    cdef cardset special, named, refuted
    cdef Marks part
    cdef int seat = trick.seat, play, count = 0, i = 0, later = 0, value, best = -UNBOUNDED
    cdef bint choice, looking
    legal_plays(relaxed, trick, &common, &special)
    waiting = common
    named = special
    choice = (common & (common - 1)) | (special & (special - 1)) or (common and special)
    looking = choice and looks_first(relaxed, trick)
    if choice:
        key = situation(common ^ special * SPECIAL_FACTOR, rest_of_situation(trick, target, common | special),
                        trick.played, seat)
        count = take_out(cutoff_card(&relaxed.cutoffs, key), &common, &special, plays)
    no_courses(marks)
    while True:
        if i == count:
            if common | special:
                count = in_order(relaxed, trick, common, special, plays, count)
                common = 0
                special = 0
            elif looking and later:
                looking = False
                count = later
                i = 0
            else:
                return best
        play = <int>(plays[i] & 255)
        i += 1
        if not (waiting & bit(play) if play < SPECIAL_PLAY else named & bit(play - SPECIAL_PLAY)):
            continue                                    # answered by the proof against another play
        if count_node(relaxed.control):
            return best
        relaxed.looking = looking
        value = play_opposing(relaxed, trick, seat, play, target, &part)
        relaxed.looking = False
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            plays[later] = <uint64_t>play
            later += 1
        elif value >= target:
            marks[0] = part
            if choice:
                keep_cutoff_card(&relaxed.cutoffs, key, play)
                relaxed.history[seat][occasion(trick.played, trick.led)][standing(relaxed, play)] += 1
            return value
        else:
            join_proofs(relaxed, marks, &best, &part, value, True)
            of_seat = marks_of_seat(part.under | part.over, relaxed.width, seat)
            if play < SPECIAL_PLAY:
                waiting &= ~like_plays(relaxed, play, of_seat)
            elif relaxed.priced & bit(play - SPECIAL_PLAY):
                refuted = like_priced(relaxed, play - SPECIAL_PLAY, of_seat, named)
                named &= ~exchanged(relaxed, play - SPECIAL_PLAY, refuted, value, target, &best, &part, marks)


cdef inline int play_opposing(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int target,
                              Marks *marks) noexcept nogil:
    if play < SPECIAL_PLAY:
        return play_common(relaxed, trick, seat, play, target, marks)
    return play_special(relaxed, trick, seat, play - SPECIAL_PLAY, target, marks)


cdef inline int take_out(int play, uint64_t *common, cardset *special, uint64_t *plays) noexcept nogil:
    """Put the play first if it is one of these; how many plays there are then."""
    if play >= SPECIAL_PLAY and special[0] & bit(play - SPECIAL_PLAY):
        special[0] ^= bit(play - SPECIAL_PLAY)
    elif 0 <= play < SPECIAL_PLAY and common[0] & bit(play):
        common[0] ^= bit(play)
    else:
        return 0
    plays[0] = <uint64_t>play
    return 1


cdef int play_common(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int play, int target,
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
    value = search_seat(relaxed, &after, target, marks)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.count[seat][lane] = count
    relaxed.occupied[seat] = occupied
    return value


cdef int play_special(Relaxed *relaxed, const RelaxedTrick *trick, int seat, int slot, int target,
                      Marks *marks) noexcept nogil:
    cdef int lane = slot >> 4, interval = interval_of(relaxed, slot), value
    cdef uint64_t counted = (<uint64_t>1 << (interval << 2)) if relaxed.priced & bit(slot) else 0
    cdef RelaxedTrick after = trick[0]
    lay(relaxed, &after, slot, lane)
    follow(&after, seat, lane, interval)
    relaxed.special[seat] ^= bit(slot)
    relaxed.count[seat][lane] -= counted
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, target, marks)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.count[seat][lane] += counted
    relaxed.special[seat] ^= bit(slot)
    return value


# ---------------------------------------------------------------- cards that differ in what they cost

cdef cardset exchanged(const Relaxed *relaxed, int slot, cardset others, int value, int target, int *best,
                       const Marks *part, Marks *marks) noexcept nogil:
    """Those of other priced cards that the proof against this one refutes, with the bound `value`, as well.

    Played in its place a card changes places with it. So a course that captures just one of them
    costs P more, or less, by what the two differ; `best` and `marks` are made good for that.
    Any card may be captured in a course that costs more, so all have that much less to spare.
    """
    cdef cardset refuted = 0
    cdef Marks changed
    cdef int other, sign = 1 if value < target else -1, dearer, worse, more, one = slot & 15, two
    while others:
        other = lowest_card(others)
        others &= others - 1
        two = other & 15
        dearer = sign * (relaxed.cost[other] - relaxed.cost[slot])
        worse = 0
        more = 0
        if part.spare[one] != UNPAID and not part.sure >> two & 1:
            worse = max(worse, dearer - part.spare[one])
            more = max(more, dearer)
        if part.spare[two] != UNPAID and not part.sure >> one & 1:
            worse = max(worse, -dearer - part.spare[two])
            more = max(more, -dearer)
        if (value + sign * worse < target) != (value < target):
            continue
        refuted |= bit(other)
        changed = part[0]
        lose_spare(&changed, more - worse)
        changed.spare[two] = spare_exchanged(part.spare[one], part.spare[two], dearer, worse)
        changed.spare[one] = spare_exchanged(part.spare[two], part.spare[one], -dearer, worse)
        changed.sure = exchange(part.sure, one, two)
        join_proofs(relaxed, marks, best, &changed, value + sign * worse, sign > 0)
    return refuted


cdef inline uint16_t exchange(uint16_t cards, int one, int two) noexcept nogil:
    """The cards, these two in each other's place."""
    cdef int both = 1 << one | 1 << two
    return <uint16_t>(cards ^ both) if cards & both and ~cards & both else cards


cdef inline uint8_t spare_exchanged(int spare, int other, int dearer, int worse) noexcept nogil:
    """What courses with a card can spare when it is so much dearer, and the bound worse by so much.

    Those that capture the `other` card of the two as well cost the same as before.
    """
    if spare == UNPAID:
        return UNPAID
    if other != UNPAID:
        dearer = max(dearer, 0)
    return <uint8_t>min(max(spare + worse - dearer, 0), UNPAID - 1)


cdef inline void join_proofs(const Relaxed *relaxed, Marks *marks, int *bound, const Marks *part, int value,
                             bint highest) noexcept nogil:
    """Of a proof with these marks and this bound, and another, one for whichever course is played."""
    cdef int joined = max(bound[0], value) if highest else min(bound[0], value)
    add_marks(marks, part)
    if relaxed.priced:
        join_spare(marks, bound[0], part, value, joined)
    bound[0] = joined


# ---------------------------------------------------------------- the end of a trick

cdef struct Boundary:
    # The lane of the card P played, as it was before the card was dropped as a boundary.
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
    Boundary boundary
    Outline outline         # the same for all who may take the trick; drawn once P's card is dropped


cdef int quit_trick(Relaxed *relaxed, const RelaxedTrick *trick, int target, Marks *marks) noexcept nogil:
    """The trick is complete: P takes it, or the opponents choose which of their highest cards did."""
    cdef Ended ended
    cdef int value, leader = relaxed.leader
    cdef int32_t least = relaxed.least, most = relaxed.most, pile_cost = relaxed.pile_cost
    cdef bint first = relaxed.first, broken = relaxed.broken, pile_pointed = relaxed.pile_pointed
    cdef cardset special_cards = relaxed.special_cards
    end_trick(relaxed, trick, &ended)
    if trick.joker >= 0:
        value = cost_if_taken(relaxed, &ended, taker_from_joker(trick), target, marks)
    elif trick.lane == trick.led and trick.top <= trick.place:
        value = soloist_takes(relaxed, &ended, target, marks)
    else:
        value = opponents_take(relaxed, &ended, target, marks)
    if ended.dropped:
        put_boundary_back(relaxed, trick, &ended.boundary)
    relaxed.hand ^= bit(trick.slot)
    relaxed.leader = leader
    relaxed.takers = ended.takers
    relaxed.first = first
    relaxed.broken = broken
    relaxed.pile_cost = pile_cost
    relaxed.pile_pointed = pile_pointed
    relaxed.special_cards = special_cards
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
        held |= relaxed.special[seat]
    return held & bit(relaxed.rules.joker) != 0


cdef inline bint makes_taker(const Relaxed *relaxed, const RelaxedTrick *trick, bint first,
                             bint last) noexcept nogil:
    """Is who takes this trick a taker?"""
    cdef const Payoff *payoff = relaxed.payoff
    return payoff.has_bonus and (trick.pointed or payoff.pointed_any or (payoff.pointed_first and first)
                                 or (payoff.pointed_last and last))


cdef void drop_boundary(Relaxed *relaxed, const RelaxedTrick *trick, Boundary *boundary) noexcept nogil:
    """P's card is gone: the intervals under and over it become one."""
    cdef int seat, lane = trick.lane, place = trick.place
    cdef uint64_t kept = (<uint64_t>1 << (place << 2)) - 1, count, occupied
    cdef uint64_t kept_bits = (<uint64_t>1 << place) - 1
    for seat in range(1, relaxed.seats):
        count = relaxed.count[seat][lane]
        boundary.count[seat] = count
        boundary.occupied[seat] = relaxed.occupied[seat]
        relaxed.count[seat][lane] = (count & (kept << 4 | 15)) + ((count >> 4) & ~kept)
        occupied = relaxed.occupied[seat] >> (lane << 4) & 0xFFFF
        occupied ^= (occupied & (kept_bits << 1 | 1)) | ((occupied >> 1) & ~kept_bits)
        relaxed.occupied[seat] ^= occupied << (lane << 4)
    relaxed.lengths[0] -= <uint32_t>1 << (lane << 2)


cdef void put_boundary_back(Relaxed *relaxed, const RelaxedTrick *trick,
                            const Boundary *boundary) noexcept nogil:
    cdef int seat
    for seat in range(1, relaxed.seats):
        relaxed.count[seat][trick.lane] = boundary.count[seat]
        relaxed.occupied[seat] = boundary.occupied[seat]
    relaxed.lengths[0] += <uint32_t>1 << (trick.lane << 2)


cdef int cost_if_taken(Relaxed *relaxed, Ended *ended, int seat, int target, Marks *marks) noexcept nogil:
    """What P pays from this trick on where the seat takes it, P or another; `marks` numbered as in it."""
    cdef int gain = 0 if seat else ended.gain, value
    relaxed.leader = seat
    relaxed.takers = ended.takers
    if ended.taker:
        relaxed.takers |= <uint8_t>(1 << at_table(relaxed, seat))
    no_marks(marks)
    if is_answered(relaxed, target - gain, &value):
        if value < target - gain:
            have_paid(marks, in_lane(relaxed, priced_left(relaxed)))
    else:
        if not ended.dropped:
            drop_boundary(relaxed, ended.trick, &ended.boundary)
            ended.dropped = True
            ended.outline.drawn = False
        value = search_start(relaxed, &ended.outline, target - gain, marks)
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
        cards |= relaxed.special[seat]
    return cards & relaxed.priced


cdef int soloist_takes(Relaxed *relaxed, Ended *ended, int target, Marks *marks) noexcept nogil:
    """P takes the trick, because every card that followed is under P's: marks keep them there.

    But for seats that are covered.
    """
    cdef const RelaxedTrick *trick = ended.trick
    cdef int seat, value = cost_if_taken(relaxed, ended, 0, target, marks)
    if value == UNKNOWN or relaxed.control.stop:
        return value
    for seat in range(1, relaxed.seats):
        if (trick.at[seat] >= 0 and not stays_under(relaxed, ended, seat, ended.index, marks)
                and not is_covered(relaxed, ended, seat, target, &value, marks)):
            marks.under |= mark_of(relaxed.width, seat, ended.index)
    return value


cdef int opponents_take(Relaxed *relaxed, Ended *ended, int target, Marks *marks) noexcept nogil:
    """One of the seats with a card in the highest interval has won, as they or P choose.

    P cannot follow, or its card is under the highest. Only seats that are not covered have
    to be kept from taking it, P among them.
    """
    cdef const RelaxedTrick *trick = ended.trick
    cdef int seat, chosen = 0, lower = 0, best = best_leader(relaxed, ended, target, marks, &chosen)
    if best == UNKNOWN or relaxed.control.stop or trick.lane != trick.led:
        return best
    for seat in range(1, relaxed.seats):
        if (trick.at[seat] >= 0 and (seat != chosen if chosen else trick.at[seat] < trick.top)
                and not is_covered(relaxed, ended, seat, target, &best, marks)):
            lower |= 1 << seat
    if lower:
        keep_lower(relaxed, ended, chosen, lower, marks)
    elif not is_covered(relaxed, ended, 0, target, &best, marks):
        keep_lost(relaxed, ended, marks)
    return best


cdef int best_leader(Relaxed *relaxed, Ended *ended, int target, Marks *marks, int *chosen) noexcept nogil:
    """The most that one of the seats with a card in the highest interval gets, taking the trick.

    Or the least, when P chooses which. One that answers the question for who chooses is
    enough, and is named in `chosen`; else all were tried.
    """
    cdef bint soloist_chooses = relaxed.soloist_chooses, unknown = False
    cdef int seat, value, best = UNBOUNDED if soloist_chooses else -UNBOUNDED, tops = ended.trick.tops
    cdef Marks part
    no_courses(marks)
    while tops:
        seat = lowest_card(tops)
        tops &= tops - 1
        value = cost_if_taken(relaxed, ended, seat, target, &part)
        if relaxed.control.stop:
            return best
        if value == UNKNOWN:
            unknown = True
            continue
        if (value >= target) != soloist_chooses:
            marks[0] = part
            chosen[0] = seat
            return value
        join_proofs(relaxed, marks, &best, &part, value, not soloist_chooses)
    return UNKNOWN if unknown else best


# ---------------------------------------------------------------- who takes it elsewhere

cdef bint is_covered(Relaxed *relaxed, Ended *ended, int seat, int target, int *value,
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
    relaxed.read_most = COVERS_READ
    other = cost_if_taken(relaxed, ended, seat, target, &part)
    relaxed.looking = looking
    relaxed.read_most = MOST_KEPT
    if other == UNKNOWN or (other >= target) != (value[0] >= target):
        return False
    join_proofs(relaxed, marks, value, &part, other, value[0] < target)
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

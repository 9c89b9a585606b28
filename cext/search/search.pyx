"""Zero-window alpha-beta over whole tricks.

`search_node` and `search_trick` answer one question: does the side still get `target` or
more from here? A returned number of at least `target` is a proven lower bound on what
the side gets, a smaller one a proven upper bound (fail-soft). Which
ranks the proof compared is left in `relevant` (cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t

from cext.tables.cutoff_cards cimport cutoff_card, keep_cutoff_card, situation
from cext.bounds.avoid cimport settled_by_trick, stays_clear, sure_worth
from cext.base.cards cimport NO_CARD, bit, cardset, count_cards, highest_card, lowest_card
from cext.base.limits cimport Control, allow, back_to_limit, count_node
from cext.tables.relevance cimport (
    relevant_for_skipped, relevant_slots, relevant_to_trick, run_over, stretch_around,
)
from cext.game.game cimport (
    FOLLOW_OR_DRAW, FOLLOW_OR_TRUMP, NO_COUNTS, UNBOUNDED, Payoff, Rules, State, Trick, next_seat,
)
from cext.tables.key cimport exact_key, lengths_of, one_card, planes_of_hands, shape_key
from cext.game.distinct cimport distinct_of
from cext.ordering.order cimport MOST_CHOICES, in_order, occasion
from cext.tables.patterns cimport (
    LOWER, UPPER, Family, Pattern, add_pattern, describe, family_of, holds_for, make_newest, newest,
    patterns_fetch,
)
from cext.game.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, holder_of, legal_cards, next_to_play, open_trick,
    play_card, winner_of,
)
from cext.search.outstanding cimport lower_bound, upper_bound
from cext.relaxed.game cimport record_of
from cext.relaxed.search cimport relaxed_answers
from cext.relaxed.trumps cimport trumps_answer
from cext.bounds.quick_tricks cimport bounded_by_top_cards, bounded_by_tricks, decided_by_trick
from cext.base.buffer cimport prefetch
from cext.base.mix cimport Key
from cext.tables.exact cimport Entry, table_find, table_store

cdef enum:
    LEAST_ALLOWED = 20000   # nodes: with less it does not pay


cdef struct Probe:
    # What the table knew of a position, and what is needed to add to it.
    Key key
    cardset[3] planes       # who holds what, for patterns
    int lower
    int upper


cdef inline void name_shape(Search *search, Probe *known) noexcept nogil:
    """The key of the position's family, which is brought near for `probe`."""
    cdef const Rules *rules = search.node.rules
    cdef State *state = &search.node.state
    cdef uint64_t lengths = search.lengths if search.keeps_lengths else lengths_of(rules, state)
    shape_key(rules, search.node.payoff, state, lengths, &known.key)
    patterns_fetch(&search.patterns, &known.key)


cdef bint probe(Search *search, int target, Probe *known, cardset *relevant, int *value) noexcept nogil:
    """Look the position up; true when the question is answered, with `value` and its relevant ranks."""
    cdef State *state = &search.node.state
    cdef Entry *entry
    if search.general:
        return probe_patterns(search, target, known, relevant, value)
    exact_key(search.node.rules, search.node.payoff, state, &known.key)
    entry = table_find(&search.table, &known.key)
    if entry == NULL:
        return False
    known.lower = max(known.lower, entry.lower)
    known.upper = min(known.upper, entry.upper)
    value[0] = entry.lower if entry.lower >= target else entry.upper
    return entry.lower >= target or entry.upper < target


cdef bint probe_patterns(Search *search, int target, Probe *known, cardset *relevant,
                         int *value) noexcept nogil:
    """The newest of the shape's patterns that answers."""
    cdef const Family *family = family_of(&search.patterns, &known.key)
    cdef Pattern *pattern
    cdef uint32_t older
    if family.count:
        prefetch(newest(&search.patterns, family))
    planes_of_hands(search.node.rules, &search.node.state, known.planes)
    if not family.count:
        return False
    pattern = newest(&search.patterns, family)
    for older in range(family.count):
        if (holds_for(pattern, known.planes)
                and (pattern.proven[LOWER] >= target or pattern.proven[UPPER] < target)):
            value[0] = pattern.proven[LOWER] if pattern.proven[LOWER] >= target else pattern.proven[UPPER]
            relevant[0] |= relevant_slots(pattern.relevant, search.node.state.left)
            make_newest(pattern, older)
            return True
        pattern -= 1
    return False


cdef void store(Search *search, Probe *known, int target, int value, cardset relevant,
                uint64_t nodes) noexcept nogil:
    """Store what was proven."""
    cdef Pattern *pattern
    if not search.general:
        table_store(&search.table, &known.key, max(known.lower, value) if value >= target else known.lower,
                    known.upper if value >= target else min(known.upper, value), nodes)
        return
    pattern = add_pattern(&search.patterns, &known.key)
    describe(pattern, known.planes, relevant, search.node.state.left, search.node.payoff.traits.special)
    pattern.proven[LOWER] = value if value >= target else -UNBOUNDED
    pattern.proven[UPPER] = UNBOUNDED if value >= target else value


cdef inline bint settled_by_one_party(const Search *search, cardset trick, int parties,
                                      int *value) noexcept nogil:
    """Does one party capture all there is, as the other has no card left and is not winning the trick?

    A seat without cards neither draws nor leads. What is left of the stock goes to a seat that
    plays after this, too. `parties`: a mask, bit 1 for the side's, of who may still capture.
    """
    cdef const Payoff *payoff = search.node.payoff
    cdef cardset rest
    cdef int seat, taker = 0
    for seat in range(search.node.rules.seats):
        if search.node.state.hands[seat]:
            parties |= 1 << payoff.maximises[seat]
            taker = seat
    if parties == 3:
        return False
    value[0] = 0
    rest = (trick | search.node.state.left | search.node.state.pile) & payoff.valued
    while rest:
        value[0] += payoff.worth[taker][lowest_card(rest)]
        rest &= rest - 1
    return True


cdef bint bounded(Search *search, int target, int lower, int upper, cardset *relevant,
                  int *value) noexcept nogil:
    """Do top cards or low ones answer the question? Then `value` has the bound.

    `lower` and `upper` are what the cards left must and can bring.
    """
    cdef int party
    if search.counts_tricks:
        return bounded_by_tricks(&search.node, target, relevant, value)
    if search.trumps_count and bounded_by_trumps(search, target, lower, upper, relevant, value):
        return True
    for party in range(2):
        if (search.may_clear[party] and is_outlasted(search, party)
                and stays_clear(&search.node, party, relevant)):
            value[0] = upper if party else lower    # it captures nothing more, the best that it can hope for
            return True
    return False


cdef inline bint is_outlasted(const Search *search, int party) noexcept nogil:
    """Does the seat before a party's only one play as long as it does, and has this one nothing more to draw?

    Where seats run out at their own times a winner's lead passes on to the next that has cards, and
    the last cards fall to who is left with them. With a longer hand before it neither happens to a seat.
    """
    cdef const State *state = &search.node.state
    cdef int other, seat = -1, seats = search.node.rules.seats
    if search.node.rules.follow != FOLLOW_OR_DRAW:
        return True
    for other in range(seats):
        if search.node.payoff.maximises[other] == party:
            if seat >= 0:
                return False
            seat = other
    other = seat
    if state.stock_next < search.node.rules.stock_size:
        return False
    while True:
        other = other - 1 if other else seats - 1
        if state.hands[other]:
            return other != seat and count_cards(state.hands[other]) >= count_cards(state.hands[seat])
        if other == seat:
            return False


cdef bint bounded_by_trumps(Search *search, int target, int lower, int upper, cardset *relevant,
                            int *value) noexcept nogil:
    """What the top trumps are sure to bring the side that has them, beyond the bounds given."""
    cdef const Rules *rules = search.node.rules
    cdef State *state = &search.node.state
    cdef cardset trumps = state.left & rules.trumps, needed = 0
    cdef int seat = state.leader, sure
    if not trumps:
        return False
    if rules.follow == FOLLOW_OR_TRUMP:
        seat = holder_of(rules, state, highest_card(trumps))
    elif not state.hands[seat] & bit(highest_card(trumps)):
        return False
    sure = sure_worth(&search.node, seat, &needed)
    value[0] = lower + sure if search.node.payoff.maximises[seat] else upper - sure
    if (value[0] >= target) != search.node.payoff.maximises[seat]:
        return False
    relevant[0] |= needed
    return True


cdef int search_node(Search *search, int target, cardset *relevant) noexcept nogil:
    """The search at the start of a trick: what is left, table, bounds, relaxed game, then the leads.

    In long searches the table answers more often than the bounds that look at cards.
    """
    cdef const Rules *rules = search.node.rules
    cdef State *state = &search.node.state
    cdef Probe known
    cdef Trick trick
    cdef int value, lower = 0, upper = 0
    cdef uint64_t nodes = search.control.nodes
    cdef cardset needed = 0
    cdef bint counts = search.node.payoff.counting != NO_COUNTS
    if deal_over(rules, state):
        return final_payoff(rules, search.node.payoff, state)
    known.lower = -UNBOUNDED
    known.upper = UNBOUNDED
    if not counts:
        lower = lower_bound(rules, search.node.payoff, state)
        if lower >= target:
            return lower
        upper = upper_bound(rules, search.node.payoff, state)
        if upper < target:
            return upper
    if state.tricks_left == 1 and rules.one_trick_a_card:
        return last_trick(search, relevant)
    if search.seats_drop_out and settled_by_one_party(search, 0, 0, &value):
        return value
    if search.trump_game != NULL:
        if trumps_answer(search.trump_game, state, target, &value):
            relevant[0] |= state.left & rules.trumps   # all that it compares
            return value
        if search.control.stop:
            return target
    if search.general:
        name_shape(search, &known)
    if search.counts_tricks and bounded_by_top_cards(&search.node, target, relevant, &value):
        return value
    if probe(search, target, &known, relevant, &value):
        return value
    if not counts and bounded(search, target, lower, upper, relevant, &value):
        return value
    if search.upper_game != NULL:
        if (relaxed_answers(search.upper_game, state, target, &value, &needed)
                or (search.lower_game != NULL and ask_lower_game(search, target, &value, &needed))):
            store(search, &known, target, value, needed, 1)
            relevant[0] |= needed
            return value
        if search.control.stop:
            return value
    open_trick(&trick, state.leader)
    value = try_cards(search, &trick, state.leader, target, &needed)
    if not search.control.stop:
        store(search, &known, target, value, needed, search.control.nodes - nodes)
        relevant[0] |= needed
    return value


cdef int last_trick(Search *search, cardset *relevant) noexcept nogil:
    """The value when every hand holds one card: nobody has a choice."""
    cdef State saved = search.node.state
    cdef Trick trick
    cdef int seat = saved.leader, _turn, value
    open_trick(&trick, seat)
    for _turn in range(search.node.rules.seats):
        if search.node.state.hands[seat]:
            play_card(search.node.rules, &trick, seat, lowest_card(search.node.state.hands[seat]))
            search.node.state.hands[seat] = 0
        seat = next_seat(seat, search.node.rules.seats)
    search.node.state.left = 0
    search.control.nodes += 1
    value = capture(search.node.rules, search.node.payoff, &search.node.state, &trick,
                    winner_of(search.node.rules, &trick))
    value += final_payoff(search.node.rules, search.node.payoff, &search.node.state)
    search.node.state = saved
    relevant[0] |= relevant_to_trick(&trick, relevant[0])
    return value


cdef bint ask_lower_game(Search *search, int target, int *value, cardset *relevant) noexcept nogil:
    """Put the question to the lower relaxed game, as long as that is not the greater effort.

    Small positions are searched in no time, and large ones without it without end. So it
    may take as many nodes as the search itself has, those of the other game apart.
    """
    cdef Control *control = search.control
    cdef uint64_t start = control.nodes, limit
    cdef bint answered
    if control.stop:
        return False
    if search.lower_always:
        return relaxed_answers(search.lower_game, &search.node.state, target, value, relevant)
    if search.plays < search.lower_nodes + LEAST_ALLOWED:
        return False
    limit = allow(control, search.plays - search.lower_nodes)
    answered = relaxed_answers(search.lower_game, &search.node.state, target, value, relevant)
    search.lower_nodes += control.nodes - start
    back_to_limit(control, limit)
    return answered


cdef int search_trick(Search *search, const Trick *trick, int seat, int target,
                      cardset *relevant) noexcept nogil:
    """The search in the middle of a trick, this seat to play (-1: all have)."""
    return go_on(search, trick, seat, target, relevant)


cdef inline int go_on(Search *search, const Trick *trick, int seat, int target,
                      cardset *relevant) noexcept nogil:
    """`search_trick`, inlined where it is called for every card."""
    cdef int value
    if seat < 0:
        return end_trick(search, trick, target, relevant)
    if search.counts_tricks:
        if (trick.last == trick.winner != trick.leader
                and decided_by_trick(&search.node, trick, seat, target, relevant, &value)):
            return value
        return try_cards(search, trick, seat, target, relevant)
    return go_on_captures(search, trick, seat, target, relevant)


cdef int go_on_captures(Search *search, const Trick *trick, int seat, int target,
                        cardset *relevant) noexcept nogil:
    """`go_on` where more than tricks counts."""
    cdef int value
    cdef State saved
    if (search.trumps_count and trick.cards & search.node.payoff.valued
            and settled_by_trick(&search.node, trick, seat, target,
                                 lower_bound(search.node.rules, search.node.payoff, &search.node.state),
                                 upper_bound(search.node.rules, search.node.payoff, &search.node.state),
                                 relevant, &value)):
        return value
    if search.seats_drop_out and settled_by_one_party(
            search, trick.cards, 1 << search.node.payoff.maximises[trick.winner], &value):
        relevant[0] |= relevant_to_trick(trick, relevant[0])
        return value
    if search.node.rules.follow == FOLLOW_OR_DRAW:
        saved = search.node.state
        draw_to_follow(search.node.rules, &search.node.state, trick, seat)
        value = try_cards(search, trick, seat, target, relevant)
        search.node.state = saved
        return value
    return try_cards(search, trick, seat, target, relevant)


cdef int end_trick(Search *search, const Trick *trick, int target, cardset *relevant) noexcept nogil:
    """Quit a complete trick and search on."""
    cdef State saved
    cdef int gain, value
    if search.counts_tricks and not search.node.state.pile:
        return end_plain_trick(search, trick, target, relevant)
    saved = search.node.state
    gain = capture(search.node.rules, search.node.payoff, &search.node.state, trick,
                   winner_of(search.node.rules, trick))
    value = gain + search_node(search, target - gain, relevant)
    search.node.state = saved
    relevant[0] |= relevant_to_trick(trick, relevant[0])
    return value


cdef inline int end_plain_trick(Search *search, const Trick *trick, int target,
                                cardset *relevant) noexcept nogil:
    """`end_trick` where tricks alone count: all that `capture` does there is to note who leads next.

    No two cards tie, nothing is drawn, all hands are of one size, and no card has any worth.
    """
    cdef State *state = &search.node.state
    cdef int leader = state.leader, gain = search.node.payoff.any_trick[trick.winner], value
    cdef bint first = state.first
    state.leader = trick.winner
    state.tricks_left -= 1
    state.first = False
    value = gain + search_node(search, target - gain, relevant)
    state.leader = leader
    state.tricks_left += 1
    state.first = first
    relevant[0] |= relevant_to_trick(trick, relevant[0])
    return value


cdef int try_cards(Search *search, const Trick *trick, int seat, int target,
                   cardset *relevant) noexcept nogil:
    """The seat's cards one after another until one answers the question.

    A card that answers needs its own relevant ranks only; when none does, all cards' are needed.
    The card that cut off last in a like situation comes first; only when it fails the rest are
    put in order.
    """
    cdef int[MOST_CHOICES] slots
    cdef cardset needed = 0, settled = 0, own, special
    cdef cardset legal = legal_cards(search.node.rules, &search.node.state, trick, seat)
    cdef cardset distinct = distinct_of(search.node.rules, search.node.payoff, &search.node.state, trick,
                                        seat, legal)
    cdef cardset rest = distinct
    cdef bint maximises = search.node.payoff.maximises[seat], remembered
    cdef uint64_t key
    cdef int best = -UNBOUNDED if maximises else UNBOUNDED
    cdef int count = 0, i = 0, slot, value
    if not distinct & (distinct - 1):
        return only_card(search, trick, seat, lowest_card(distinct), legal, target, relevant)
    key = situation(legal, to_beat(trick, target), trick.played, seat)
    slot = cutoff_card(&search.cutoffs, key)
    remembered = slot >= 0 and distinct & bit(slot)
    if remembered:
        slots[0] = slot
        count = 1
        rest ^= bit(slot)
    while i < count or rest:
        if i == count:
            count += ordered(search, trick, seat, rest, slots + count)
            rest = 0
        slot = slots[i]
        i += 1
        if settled & bit(slot) and not run_over(slot, distinct, legal & ~distinct) & ~settled:
            continue
        own = 0
        value = value_of_play(search, trick, seat, slot, target, &own)
        if search.control.stop:
            return best
        best = max(best, value) if maximises else min(best, value)
        if (value >= target) == maximises:
            if not remembered or i > 1:
                keep_cutoff_card(&search.cutoffs, key, slot)
            search.history[seat][occasion(trick.played, trick.led)][slot] += 1
            relevant[0] |= own
            return best
        needed |= own | relevant_for_skipped(slot, distinct, legal & ~distinct, own)
        if search.general:
            special = search.node.payoff.traits.special
            settled |= stretch_around(slot, own | special | (special << 1))
    relevant[0] |= needed
    return best


cdef inline int only_card(Search *search, const Trick *trick, int seat, int slot, cardset legal, int target,
                          cardset *relevant) noexcept nogil:
    """`try_cards` where the seat has no choice but among cards that touch."""
    cdef cardset own = 0
    cdef int value = value_of_play(search, trick, seat, slot, target, &own)
    relevant[0] |= own
    if (value >= target) != search.node.payoff.maximises[seat]:
        relevant[0] |= relevant_for_skipped(slot, bit(slot), legal ^ bit(slot), own)
    return value


cdef inline int value_of_play(Search *search, const Trick *trick, int seat, int slot, int target,
                              cardset *relevant) noexcept nogil:
    """Play the card and search on."""
    cdef cardset hand = search.node.state.hands[seat], left = search.node.state.left
    cdef Trick after
    cdef int value
    search.plays += 1
    if count_node(search.control):
        return 0
    after = trick[0]
    play_card(search.node.rules, &after, seat, slot)
    search.node.state.hands[seat] = hand ^ bit(slot)
    search.node.state.left = left ^ bit(slot)
    search.lengths -= one_card(seat, slot)
    value = go_on(search, &after, next_to_play(search.node.rules, &search.node.state, &after, seat), target,
                  relevant)
    search.node.state.hands[seat] = hand
    search.node.state.left = left
    search.lengths += one_card(seat, slot)
    return value


cdef int ordered(Search *search, const Trick *trick, int seat, cardset cards, int *slots) noexcept nogil:
    """Fill `slots` with the cards, the highest score first; their number."""
    cdef uint32_t[MOST_CHOICES] sums
    if not cards & (cards - 1):
        slots[0] = lowest_card(cards)
        return 1
    return in_order(search.node.rules, search.node.payoff, &search.node.state, trick, seat, cards,
                    records(search, trick, seat, cards, sums), search.upper_game != NULL, slots)


cdef inline const uint32_t *records(const Search *search, const Trick *trick, int seat, cardset cards,
                                    uint32_t *sums) noexcept nogil:
    """How often each of the cards has answered, by slot; with a relaxed game, in both.

    That game is played many more times: its record knows what this one's has yet to learn.
    """
    cdef int kept_for = occasion(trick.played, trick.led), slot, soloist
    cdef const uint32_t *own = search.history[seat][kept_for]
    cdef cardset parting
    if search.upper_game == NULL:
        return own
    soloist = search.upper_game.soloist
    parting = search.node.state.hands[soloist]
    if trick.card[soloist] != NO_CARD:
        parting |= bit(trick.card[soloist])    # in that game it parts their cards until the trick is quitted
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        sums[slot] = own[slot] + record_of(search.upper_game, parting, seat, kept_for, slot)
    return sums


cdef inline int to_beat(const Trick *trick, int target) noexcept nogil:
    """What sets a situation apart, besides the cards to choose from: the best card, or a lead's target."""
    return trick.best if trick.played else 64 + target

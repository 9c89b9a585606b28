"""Every seat for itself: max^n over whole tricks.

Parts of a vector are in the terms of the place they are found at: of a seat whose
number is a plain sum, what is still to come; of one whose number is read in steps,
what it will be in the end.

What is pruned, and why it changes no vector: a position is read off when nothing that
is left can change any part; a seat looks no further when no vector could be better
under the tie rule; and a choice is left unfinished when all it can bring the seat that
is offered it is less than that seat has in hand. An unfinished choice is never taken by
the seat right above it, the only one that is told of it. Further up nothing may be
concluded: a choice that is bad for a seat higher in the tree can still decide what
those in between do. (Korf's shallow pruning by the sum of all parts is sound too where
payoffs are plain sums; it saved nothing in Bezique, whist or Hearts, and is not here.)
"""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport abs
from libc.string cimport memset

from cext.base.cards cimport bit, cardset, count_cards, highest_card, lowest_card
from cext.base.limits cimport Control, count_node
from cext.base.mix cimport MIX_START, Key, Mixer, key_begin, key_finish, key_mix
from cext.game.game cimport FOLLOW_OR_DRAW, MAX_SEATS, NO_COUNTS, Payoff, State, Trick
from cext.tables.key cimport mix_position
from cext.game.distinct cimport choices
from cext.game.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, legal_cards, next_to_play, open_trick, play_card,
    winner_of,
)
from cext.search.search cimport Search, count_outstanding, lower_bound, upper_bound
from cext.search.driver cimport Point, point_play
from cext.maxn.table cimport Known, Vector, vector_known, vector_remember

cdef enum:
    NOBODY = -1             # no seat is waiting for this choice


# --- what vectors can still be ----------------------------------------------------------------------

cdef inline int read(const Reading *reading, int number) noexcept nogil:
    if reading.values == NULL:
        return number
    return reading.values[min(max(number - reading.low, 0), reading.size - 1)]


cdef inline bint in_steps(const MaxSearch *search, int seat) noexcept nogil:
    return search.readings[seat].values != NULL


cdef int counts_outstanding(const Payoff *payoff, const State *state, cardset trick) noexcept nogil:
    """No settlement of the counts is further from nought than this; -1 when the counts are final."""
    cdef cardset rest = state.left | state.pile | trick
    cdef int slot, seat, so_far = 0, to_come = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        to_come += abs(payoff.count_worth[slot])
    if not to_come:
        return -1
    for seat in range(MAX_SEATS):
        so_far += abs(state.counts[seat])
    return MAX_SEATS * (so_far + to_come)


cdef void look_at_seat(MaxSearch *search, int seat, cardset trick, Outlook *outlook) noexcept nogil:
    """Bounds of one seat's part, given `view` with the state."""
    cdef const Payoff *payoff = search.payoffs[seat]
    cdef Search *view = &search.view
    cdef int span
    view.payoff = payoff
    view.state.takers = search.fortunes.takers[seat]
    view.state.least = search.fortunes.least[seat]
    view.state.most = search.fortunes.most[seat]
    outlook.low[seat] = lower_bound(view)
    outlook.high[seat] = upper_bound(view)
    if payoff.counting != NO_COUNTS:
        span = counts_outstanding(payoff, &search.state, trick)
        outlook.low[seat] = -span if span >= 0 else final_payoff(search.rules, payoff, &search.state)
        outlook.high[seat] = span if span >= 0 else outlook.low[seat]
    if in_steps(search, seat):
        outlook.low[seat] = read(&search.readings[seat], search.fortunes.gained[seat] + outlook.low[seat])
        outlook.high[seat] = read(&search.readings[seat], search.fortunes.gained[seat] + outlook.high[seat])


cdef bint look_ahead(MaxSearch *search, cardset trick, Outlook *outlook) noexcept nogil:
    """Bounds of all parts, given the cards on the table; true when each part is certain."""
    cdef int seat, seats = search.rules.seats
    cdef bint certain = True
    search.view.rules = search.rules
    search.view.state = search.state
    for seat in range(seats):
        look_at_seat(search, seat, trick, outlook)
        certain = certain and outlook.low[seat] == outlook.high[seat]
    return certain


cdef void final_vector(MaxSearch *search, Vector *vector) noexcept nogil:
    """The deal is over: what the end itself adds, or the whole of what is read in steps."""
    cdef int seat
    for seat in range(search.rules.seats):
        search.state.takers = search.fortunes.takers[seat]
        vector.of[seat] = final_payoff(search.rules, search.payoffs[seat], &search.state)
        if in_steps(search, seat):
            vector.of[seat] = read(&search.readings[seat], search.fortunes.gained[seat] + vector.of[seat])


cdef void vector_key(MaxSearch *search, const Outlook *outlook, Key *key) noexcept nogil:
    """The position's key, and what the past still means for each seat."""
    cdef Mixer mixer
    cdef int seat
    key_begin(&mixer, MIX_START)
    mix_position(search.rules, &search.alike, &search.state, &mixer)
    if search.past_counts:
        for seat in range(search.rules.seats):
            key_mix(&mixer, past_of(search, seat, outlook))
    key_finish(&mixer, key)


cdef uint64_t past_of(const MaxSearch *search, int seat, const Outlook *outlook) noexcept nogil:
    """What the past still means for a seat."""
    cdef const Fortunes *fortunes = &search.fortunes
    cdef const Payoff *payoff = search.payoffs[seat]
    cdef uint64_t word
    if in_steps(search, seat) and outlook.low[seat] == outlook.high[seat]:
        return (<uint64_t>1 << 60) | <uint32_t>outlook.low[seat]
    word = <uint32_t>fortunes.gained[seat] if in_steps(search, seat) else 0
    if not payoff.has_bonus:
        return word
    if payoff.bonus_least[fortunes.takers[seat]] != payoff.bonus_most[fortunes.takers[seat]]:
        return word | <uint64_t>fortunes.takers[seat] << 32
    word |= <uint64_t>(payoff.bonus[fortunes.takers[seat]] + (1 << 20)) << 32
    return word | <uint64_t>1 << 59


# --- choosing ---------------------------------------------------------------------------------------

cdef bint better(const MaxSearch *search, int seat, const Vector *one, const Vector *other) noexcept nogil:
    """Does the seat choose one vector rather than the other?"""
    cdef int _turn, rival = seat
    if one.of[seat] != other.of[seat]:
        return one.of[seat] > other.of[seat]
    for _turn in range(search.rules.seats - 1):
        rival = rival + 1 if rival + 1 < search.rules.seats else 0
        if one.of[rival] != other.of[rival]:
            return (one.of[rival] < other.of[rival]) == (search.ties == LEAST_FOR_NEXT)
    return False


cdef bint unbeatable(const MaxSearch *search, int seat, const Vector *vector,
                     const Outlook *outlook) noexcept nogil:
    """Can no vector be better for the seat than this one?"""
    cdef int _turn, rival = seat
    if vector.of[seat] < outlook.high[seat]:
        return False
    for _turn in range(search.rules.seats - 1):
        rival = rival + 1 if rival + 1 < search.rules.seats else 0
        if vector.of[rival] != (outlook.low[rival] if search.ties == LEAST_FOR_NEXT else outlook.high[rival]):
            return False
    return True


cdef bint vector_at_trick(MaxSearch *search, int above, int has, Vector *vector) noexcept nogil:
    """The vector at the start of a trick; false if left unfinished, for the seat above has more."""
    cdef State *state = &search.state
    cdef Outlook outlook
    cdef Trick trick
    cdef Key key
    cdef Known *known
    cdef int seat
    cdef uint64_t nodes = search.control.nodes
    cdef bint kept, finished
    if deal_over(search.rules, state):
        final_vector(search, vector)
        return True
    if look_ahead(search, 0, &outlook):
        for seat in range(search.rules.seats):
            vector.of[seat] = outlook.low[seat]
        return True
    if above != NOBODY and outlook.high[above] < has:
        return False
    # Where each hand has one card there is nothing to choose, nor to remember.
    kept = count_cards(state.left) > search.rules.seats or search.rules.stock_size > 0
    if kept:
        vector_key(search, &outlook, &key)
        known = vector_known(&search.vectors, &key)
        if known != NULL:
            for seat in range(search.rules.seats):
                vector.of[seat] = known.of[seat]
            return True
    open_trick(&trick, state.leader)
    finished = vector_in_trick(search, &trick, state.leader, above, has, &outlook, vector)
    if finished and kept and not search.control.stop:
        vector_remember(&search.vectors, &key, vector, search.rules.seats, search.control.nodes - nodes)
    return finished


cdef bint vector_in_trick(MaxSearch *search, const Trick *trick, int seat, int above, int has,
                          const Outlook *outlook, Vector *vector) noexcept nogil:
    """The vector in the middle of a trick, this seat to play (-1: all have)."""
    cdef State saved
    cdef bint finished
    if seat < 0:
        return vector_after_trick(search, trick, above, has, vector)
    if search.rules.follow != FOLLOW_OR_DRAW:
        return choose(search, trick, seat, above, has, outlook, vector)
    saved = search.state
    if trick.played:
        draw_to_follow(search.rules, &search.state, trick, seat)
    finished = choose(search, trick, seat, above, has, outlook, vector)
    search.state = saved
    return finished


cdef bint choose(MaxSearch *search, const Trick *trick, int seat, int above, int has, const Outlook *outlook,
                 Vector *vector) noexcept nogil:
    """The vector of the card the seat chooses."""
    cdef State *state = &search.state
    cdef Control *control = &search.control
    cdef cardset hand = state.hands[seat], left = state.left, rest
    cdef Trick after
    cdef Vector found
    cdef int slot
    cdef bint first = True, finished
    rest = choices(search.rules, &search.alike, legal_cards(search.rules, state, trick, seat), hand,
                   (left & ~hand) | trick.cards)
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if count_node(control):
            return False
        after = trick[0]
        play_card(search.rules, &after, seat, slot)
        state.hands[seat] = hand ^ bit(slot)
        state.left = left ^ bit(slot)
        finished = vector_in_trick(search, &after, next_to_play(search.rules, state, &after, seat),
                                   NOBODY if first else seat, 0 if first else vector.of[seat], outlook,
                                   &found)
        state.hands[seat] = hand
        state.left = left
        if control.stop:
            return False
        if not finished or not (first or better(search, seat, &found, vector)):
            continue
        vector[0] = found
        first = False
        if rest and unbeatable(search, seat, vector, outlook):
            break
    return True


cdef void quit_trick(MaxSearch *search, const Trick *trick, int *gains) noexcept nogil:
    """End a complete trick, for every seat's question; `gains` gets what each had of it."""
    cdef Fortunes *fortunes = &search.fortunes
    cdef State before = search.state, after
    cdef int question, winner = winner_of(search.rules, trick)
    for question in range(search.rules.seats):
        after = before
        after.takers = fortunes.takers[question]
        after.least = fortunes.least[question]
        after.most = fortunes.most[question]
        gains[question] = capture(search.rules, search.payoffs[question], &after, trick, winner)
        fortunes.takers[question] = after.takers
        fortunes.least[question] = after.least
        fortunes.most[question] = after.most
        if question == search.counting:
            search.state = after
        if in_steps(search, question):
            fortunes.gained[question] += gains[question]
            gains[question] = 0


cdef bint vector_after_trick(MaxSearch *search, const Trick *trick, int above, int has,
                             Vector *vector) noexcept nogil:
    """Quit a complete trick and search on."""
    cdef State saved = search.state
    cdef Fortunes before = search.fortunes
    cdef int[MAX_SEATS] gains
    cdef int seat
    cdef bint finished
    quit_trick(search, trick, gains)
    finished = vector_at_trick(search, above, has - gains[above] if above != NOBODY else 0, vector)
    if finished:
        for seat in range(search.rules.seats):
            vector.of[seat] += gains[seat]
    search.state = saved
    search.fortunes = before
    return finished


# --- a position -------------------------------------------------------------------------------------

cdef void take_position(MaxSearch *search, Point *root) noexcept nogil:
    """Begin at this point, which learns what its state means to the questions."""
    cdef int question, seat
    search.state = root.state
    memset(&search.fortunes, 0, sizeof(Fortunes))
    for question in range(search.rules.seats):
        count_outstanding(search.payoffs[question], &search.state, root.trick.cards)
        search.fortunes.least[question] = search.state.least
        search.fortunes.most[question] = search.state.most
        search.fortunes.takers[question] = search.payoffs[question].takers_before
    for seat in range(search.rules.seats):
        search.state.counts[seat] = search.payoffs[search.counting].counts_before[seat]
    root.state = search.state


cdef bint vector_of_point(MaxSearch *search, const Point *point, Vector *vector) noexcept nogil:
    """The vector of a point of the deal; false only when stopped."""
    cdef Outlook outlook
    search.state = point.state
    if point.trick.played == 0:
        return vector_at_trick(search, NOBODY, 0, vector)
    look_ahead(search, point.trick.cards, &outlook)
    return vector_in_trick(search, &point.trick, point.to_play, NOBODY, 0, &outlook, vector)


cdef cardset told_apart(const MaxSearch *search, const Point *point) noexcept nogil:
    cdef cardset hand = point.state.hands[point.to_play]
    cdef cardset legal = legal_cards(search.rules, &point.state, &point.trick, point.to_play)
    return choices(search.rules, &search.alike, legal, hand, (point.state.left & ~hand) | point.trick.cards)


cdef int card_vectors(MaxSearch *search, const Point *root, int *slots, Vector *vectors) noexcept nogil:
    """The vector of each card that is told apart, lowest first; how many were finished in time."""
    cdef cardset rest = told_apart(search, root)
    cdef Point after
    cdef int count = 0, finished = 0
    while rest:
        slots[count] = lowest_card(rest)
        rest &= rest - 1
        after = root[0]
        point_play(search.rules, &after, slots[count])
        search.control.nodes += 1
        if not search.control.stop and vector_of_point(search, &after, &vectors[count]):
            finished += 1
        count += 1
    return finished


cdef bint same(const MaxSearch *search, const Vector *one, const Vector *other) noexcept nogil:
    cdef int seat
    for seat in range(search.rules.seats):
        if one.of[seat] != other.of[seat]:
            return False
    return True


cdef int chosen_line(MaxSearch *search, const Point *root, Vector vector, int *plays) noexcept nogil:
    """Play that comes to the vector, to the end of the deal: slots in order; their number."""
    cdef Point point = root[0], after
    cdef Vector found
    cdef cardset rest
    cdef int[MAX_SEATS] gains
    cdef int count = 0, slot, seat
    while not (point.trick.played == 0 and deal_over(search.rules, &point.state)):
        rest = told_apart(search, &point)
        if not rest:
            return count
        while True:
            slot = highest_card(rest)
            rest ^= bit(slot)
            after = point
            point_play(search.rules, &after, slot)
            if not rest:
                break
            if not vector_of_point(search, &after, &found):
                return count
            if same(search, &found, &vector):
                break
        plays[count] = slot
        count += 1
        point = after
        if point.to_play < 0:
            search.state = point.state
            quit_trick(search, &point.trick, gains)
            for seat in range(search.rules.seats):
                vector.of[seat] -= gains[seat]
            point.state = search.state
            open_trick(&point.trick, point.state.leader)
            point.to_play = point.state.leader
    return count

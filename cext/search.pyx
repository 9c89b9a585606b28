"""Zero-window alpha-beta over whole tricks.

`search_node` and `search_trick` answer one question: does the side still get `need` or
more from here? A returned number of at least `need` is a proven lower bound on what
the side gets, a smaller one a proven upper bound (fail-soft).

The same code searches the *relaxed game* of docs/search.md, in which the order of the
loose seats' cards among themselves is not fixed: what differs is which cards are told
apart, who may win a trick, and the key.
"""

from libc.stdint cimport uint32_t, uint64_t

from cext.cards cimport below, bit, cardset, count_cards, highest_card, lane_of, lowest_card, seconds_now
from cext.game cimport FOLLOW_OR_DRAW, NO_COUNTS, Payoff, Rules, State, Trick
from cext.key cimport exact_key, relaxed_key
from cext.moves cimport choices
from cext.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, legal_cards, next_to_play, open_trick, play_card,
    winner_of,
)
from cext.table cimport NO_MOVE, Entry, Key, table_find, table_store

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    LOOK_EVERY = 1 << 14    # nodes between two looks at the clock and for Ctrl-C
    MOST_MOVES = 64


cdef void look_up(Control *control) noexcept nogil:
    """Every few thousand nodes: is it time to stop?"""
    control.next_look = control.nodes + LOOK_EVERY
    if control.node_limit:
        if control.nodes >= control.node_limit:
            control.stop = NODE_LIMIT
        elif control.next_look > control.node_limit:
            control.next_look = control.node_limit
    if control.deadline and seconds_now() >= control.deadline:
        control.stop = TIME_LIMIT
    if control.stop_all != NULL and control.stop_all[0]:
        control.stop = INTERRUPTED
    if control.watch_signals and signal_waits():
        control.stop = INTERRUPTED


cdef bint signal_waits() noexcept with gil:
    """True when Ctrl-C was pressed; the caller raises KeyboardInterrupt in its own time."""
    try:
        PyErr_CheckSignals()
    except BaseException:
        return True
    return False


cdef void count_outstanding(const Payoff *payoff, State *state, cardset trick) noexcept nogil:
    """Set what the cards not yet captured, the trick's among them, must and can bring."""
    cdef cardset rest = (state.left | state.pile | trick) & payoff.valued
    cdef int slot
    state.least = 0
    state.most = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        state.least += payoff.least[slot]
        state.most += payoff.most[slot]


cdef int trick_bound(const Rules *rules, const Payoff *payoff, const State *state, int sign) noexcept nogil:
    """The most (sign 1) or least (sign -1) that tricks themselves can still bring."""
    cdef int seat, any_most = -32000, first_most = -32000, last_most = -32000, bound
    for seat in range(rules.seats):
        any_most = max(any_most, sign * payoff.any_trick[seat])
        first_most = max(first_most, sign * payoff.first_trick[seat])
        last_most = max(last_most, sign * payoff.last_trick[seat])
    if not rules.one_trick_a_card:
        any_most = max(any_most, 0)
    if not state.tricks_left:
        return 0
    bound = any_most * state.tricks_left + last_most
    if state.first:
        bound += first_most
    return sign * bound


cdef int upper_bound(Search *search) noexcept nogil:
    cdef const Payoff *payoff = search.payoff
    cdef int bound = search.state.most
    if payoff.has_tricks:
        bound += trick_bound(search.rules, payoff, &search.state, 1)
    if payoff.has_bonus:
        bound += payoff.bonus_most[search.state.takers]
    return bound


cdef int lower_bound(Search *search) noexcept nogil:
    cdef const Payoff *payoff = search.payoff
    cdef int bound = search.state.least
    if payoff.has_tricks:
        bound += trick_bound(search.rules, payoff, &search.state, -1)
    if payoff.has_bonus:
        bound += payoff.bonus_least[search.state.takers]
    return bound


cdef int search_node(Search *search, int need) noexcept nogil:
    """The search at the start of a trick: bounds, table, relaxed game, then the leads."""
    cdef const Rules *rules = search.rules
    cdef State *state = &search.state
    cdef Entry *entry
    cdef Key key
    cdef Trick trick
    cdef int value, lower, upper, move = NO_MOVE
    cdef uint64_t nodes = search.control.nodes
    if deal_over(rules, state):
        return final_payoff(rules, search.payoff, state)
    lower = -32000
    upper = 32000
    if search.payoff.counting == NO_COUNTS:
        lower = lower_bound(search)
        if lower >= need:
            return lower
        upper = upper_bound(search)
        if upper < need:
            return upper
    if search.cutters:
        relaxed_key(rules, search.payoff, state, search.cutters, &key)
    else:
        exact_key(rules, search.payoff, state, &key)
    entry = table_find(&search.table, &key)
    if entry != NULL:
        if entry.lower >= need:
            return entry.lower
        if entry.upper < need:
            return entry.upper
        lower = max(lower, entry.lower)
        upper = min(upper, entry.upper)
        move = entry.move
    if search.relaxed != NULL:
        value = ask_relaxed(search, need)
        if search.control.stop:
            return value
        # The relaxed game favours the loose seats: its value bounds from their far side.
        if search.relaxed.loose_want < 0:
            if value >= need:
                table_store(&search.table, &key, max(lower, value), upper, move, 1)
                return value
        elif value < need:
            table_store(&search.table, &key, lower, min(upper, value), move, 1)
            return value
    open_trick(&trick, state.leader)
    value = try_cards(search, &trick, state.leader, need, &move)
    if search.control.stop:
        return value
    if value >= need:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
    table_store(&search.table, &key, lower, upper, move, search.control.nodes - nodes)
    return value


cdef int ask_relaxed(Search *search, int need) noexcept nogil:
    """The same question put to the relaxed game."""
    search.relaxed.state = search.state
    return search_node(search.relaxed, need)


cdef int search_trick(Search *search, const Trick *trick, int seat, int need) noexcept nogil:
    """The search in the middle of a trick, this seat to play (-1: all have)."""
    cdef int move = NO_MOVE, value
    cdef State saved
    if seat < 0:
        return end_trick(search, trick, need)
    if search.rules.follow == FOLLOW_OR_DRAW:
        saved = search.state
        draw_to_follow(search.rules, &search.state, trick, seat)
        value = try_cards(search, trick, seat, need, &move)
        search.state = saved
        return value
    return try_cards(search, trick, seat, need, &move)


cdef int end_trick(Search *search, const Trick *trick, int need) noexcept nogil:
    """Quit a complete trick and search on; in the relaxed game the loose seats choose who won it."""
    cdef State saved = search.state
    cdef int value, best, seat, gain
    cdef cardset cuts, top
    if not search.cutters or search.cutters >> trick.winner & 1:
        gain = capture(search.rules, search.payoff, &search.state, trick, winner_of(search.rules, trick))
        value = gain + search_node(search, need - gain)
        search.state = saved
        return value
    cuts = cutting_cards(search, trick) & lane_of(trick.best) & below(trick.best)
    top = lane_of(trick.best) & trick.cards
    if cuts:
        top &= ~below(highest_card(cuts))
    best = -32000 * search.loose_want
    for seat in range(search.rules.seats):
        if not trick.card[seat] & 64 and top & bit(trick.card[seat]) and not search.cutters >> seat & 1:
            gain = capture(search.rules, search.payoff, &search.state, trick, seat)
            value = gain + search_node(search, need - gain)
            search.state = saved
            if search.loose_want > 0:
                best = max(best, value)
                if best >= need:
                    return best
            else:
                best = min(best, value)
                if best < need:
                    return best
    return best


cdef cardset cutting_cards(Search *search, const Trick *trick) noexcept nogil:
    """In the relaxed game: the cutters' cards, in hand and in the trick."""
    cdef cardset cuts = 0
    cdef int seat
    for seat in range(search.rules.seats):
        if search.cutters >> seat & 1:
            cuts |= search.state.hands[seat]
            if not trick.card[seat] & 64:
                cuts |= bit(trick.card[seat])
    return cuts


cdef cardset told_apart(Search *search, const Trick *trick, int seat) noexcept nogil:
    """The cards this seat has to choose between."""
    cdef cardset legal = legal_cards(search.rules, &search.state, trick, seat)
    cdef cardset hand = search.state.hands[seat], others
    if search.cutters and not search.cutters >> seat & 1:
        others = cutting_cards(search, trick)
    else:
        others = (search.state.left & ~hand) | trick.cards
    return choices(search.rules, search.payoff, legal, hand, others)


cdef inline int relative(Search *search, int slot) noexcept nogil:
    """A card's lane and how many cards left in it are weaker (relaxed: how many cuts are).

    Positions that share a key have the same cards to choose from in these terms.
    """
    cdef cardset rest = lane_of(slot) & below(slot)
    if search.cutters:
        return (slot & 48) | count_cards(rest & cutters_hands(search))
    return (slot & 48) | count_cards(rest & search.state.left)


cdef inline cardset cutters_hands(Search *search) noexcept nogil:
    cdef cardset cuts = 0
    cdef int seat
    for seat in range(search.rules.seats):
        if search.cutters >> seat & 1:
            cuts |= search.state.hands[seat]
    return cuts


cdef int try_cards(Search *search, const Trick *trick, int seat, int need, int *move) noexcept nogil:
    """The seat's cards one after another until one answers the question.

    `move`, as `relative` names it, is tried first; the card that answers is left there.
    """
    cdef int[MOST_MOVES] slots
    cdef Trick after
    cdef cardset hand = search.state.hands[seat], left = search.state.left
    cdef int count, i, slot, value, next_seat
    cdef bint maximises = search.payoff.maximises[seat]
    cdef int best = -32000 if maximises else 32000
    cdef Control *control = search.control
    count = in_order(search, trick, seat, told_apart(search, trick, seat), move[0], slots)
    for i in range(count):
        slot = slots[i]
        control.nodes += 1
        if control.nodes >= control.next_look:
            look_up(control)
        if control.stop:
            return best
        after = trick[0]
        play_card(search.rules, &after, seat, slot)
        search.state.hands[seat] = hand ^ bit(slot)
        search.state.left = left ^ bit(slot)
        next_seat = next_to_play(search.rules, &search.state, &after, seat)
        value = search_trick(search, &after, next_seat, need)
        search.state.hands[seat] = hand
        search.state.left = left
        if control.stop:
            return best
        if maximises:
            if value > best:
                best = value
            if value >= need:
                move[0] = relative(search, slot)
                reward(search, seat, slot, count)
                return best
        else:
            if value < best:
                best = value
            if value < need:
                move[0] = relative(search, slot)
                reward(search, seat, slot, count)
                return best
    return best


cdef inline void reward(Search *search, int seat, int slot, int count) noexcept nogil:
    if count > 1:
        search.history[seat][slot] += 1


cdef int in_order(Search *search, const Trick *trick, int seat, cardset cards, int first, int *slots) noexcept nogil:
    """Fill `slots` with the cards, the most promising first; their number."""
    cdef int[MOST_MOVES] promise
    cdef int count = 0, slot, i, score
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        score = 1 << 30 if first != NO_MOVE and relative(search, slot) == first else promise_of(search, trick, seat, slot)
        i = count
        while i > 0 and promise[i - 1] < score:
            promise[i] = promise[i - 1]
            slots[i] = slots[i - 1]
            i -= 1
        promise[i] = score
        slots[i] = slot
        count += 1
    return count


cdef int promise_of(Search *search, const Trick *trick, int seat, int slot) noexcept nogil:
    return <int>(search.history[seat][slot] >> 1)

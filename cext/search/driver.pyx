"""From a zero-window search to values, bounds and lines."""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t
from libc.string cimport memset

from cext.tables.cutoff_cards cimport CUTOFFS_SHARE, cutoffs_clear, cutoffs_close, cutoffs_open
from cext.base.cards cimport bit, cardset, highest_card, lowest_card
from cext.relaxed.claims cimport claims_allow
from cext.base.limits cimport RUNNING, Control
from cext.game.game cimport (
    FOLLOW, FOLLOW_OR_DRAW, FOLLOW_OR_TAKE_UP, FOLLOW_OR_TRUMP, NO_COUNTS, UNBOUNDED, Payoff, Rules, State,
)
from cext.game.distinct cimport distinct_of
from cext.tables.key cimport keeps_lengths, lengths_of
from cext.tables.relevance cimport may_generalise
from cext.ordering.order cimport most_promising
from cext.tables.patterns cimport patterns_allow, patterns_clear, patterns_close, patterns_open
from cext.game.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, legal_cards, next_to_play, open_trick, play_card,
    take_up, winner_of,
)
from cext.relaxed.game cimport relaxed_begin, relaxed_close, relaxed_open
from cext.relaxed.search cimport relaxed_search
from cext.relaxed.trump_table cimport trump_table_allow
from cext.relaxed.trumps cimport trumps_begin, trumps_close, trumps_open
from cext.search.outstanding cimport count_outstanding, lower_bound, upper_bound
from cext.search.search cimport Search, search_node, search_trick
from cext.tables.exact cimport table_allow, table_clear, table_close, table_open


cdef enum:
    STAGED = 8              # tricks
    TRICKS_PLAYED = 4
    MUCH_OPEN = 15          # open numbers that make a step one longer (every heart its spots: 104)
    SINGLE_STEPS = 5        # zero-window steps the same way before they grow
    PLAYED_OUT = 3          # tricks: with no more than these a first guess costs more than it saves


cdef int solver_open(Solver *solver, uint64_t bytes_allowed) noexcept nogil:
    """Room for searches whose tables together stay within the bytes; 0, or -1 when memory is out."""
    cdef uint64_t cutoffs = bytes_allowed // CUTOFFS_SHARE
    solver.bytes_allowed = bytes_allowed - 4 * cutoffs
    if (table_open(&solver.real.table) < 0 or patterns_open(&solver.real.patterns) < 0
            or cutoffs_open(&solver.real.cutoffs, cutoffs) < 0
            or relaxed_open(&solver.upper_game, cutoffs) < 0
            or relaxed_open(&solver.lower_game, cutoffs) < 0
            or trumps_open(&solver.trump_game, cutoffs) < 0):
        solver_close(solver)
        return -1
    return 0


cdef void share_out(Solver *solver) noexcept nogil:
    """Let the tables that this search fills take all the memory there is.

    The upper relaxed game's take half of it. Single positions and patterns are never kept in
    one search. What another search took of tables that are not used now is given back.
    """
    cdef uint64_t bytes = solver.bytes_allowed
    cdef bint relaxed = solver.real.upper_game != NULL, trumps = solver.real.trump_game != NULL
    cdef uint64_t quarter = bytes // 4 if relaxed else 0
    cdef uint64_t half = bytes // 2 if trumps else 0, own = quarter if relaxed else bytes - half
    table_allow(&solver.real.table, 0 if solver.real.general else own)
    patterns_allow(&solver.real.patterns, own if solver.real.general else 0)
    claims_allow(&solver.upper_game.claims, 2 * quarter)
    claims_allow(&solver.lower_game.claims, quarter)
    trump_table_allow(&solver.trump_game.table, half)


cdef void solver_close(Solver *solver) noexcept nogil:
    table_close(&solver.real.table)
    cutoffs_close(&solver.real.cutoffs)
    patterns_close(&solver.real.patterns)
    relaxed_close(&solver.upper_game)
    relaxed_close(&solver.lower_game)
    trumps_close(&solver.trump_game)


cdef bint is_ordinary(const Rules *rules) noexcept nogil:
    """May any card be led, must no trick be headed, do all play to each trick, and no two cards tie?

    (`house` covers the Joker)
    """
    return ((rules.follow == FOLLOW or rules.follow == FOLLOW_OR_TRUMP) and rules.one_trick_a_card
            and not (rules.house or rules.has_twins or rules.cancels or rules.stock_size))


cdef bint may_stay_clear(const Rules *rules, const Payoff *payoff) noexcept nogil:
    """Do captures alone count, and nothing but the led suit bind the play? (bounds/avoid.pyx, stays_clear)"""
    cdef bint ordinary = rules.follow == FOLLOW and is_ordinary(rules)
    cdef bint drawing = (rules.follow == FOLLOW_OR_DRAW
                         and not (rules.house or rules.has_twins or rules.cancels))
    return (ordinary or drawing) and not (rules.trump >= 0 or payoff.has_tricks or payoff.has_bonus
                                          or payoff.counting != NO_COUNTS)


cdef bint may_name_trumps_alone(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """Do trumps in hand alone count, and may one trump at any time? (relaxed.trumps)"""
    return (is_ordinary(rules) and rules.follow == FOLLOW_OR_TRUMP and payoff.traits.trumps_only
            and payoff.traits.shared and not state.pile & payoff.valued)


cdef void search_begin(Search *search, const Rules *rules, const Payoff *payoff, Control *control,
                       int shortcuts) noexcept nogil:
    cdef bint clear
    search.node.rules = rules
    search.node.payoff = payoff
    search.control = control
    search.trump_game = NULL
    search.upper_game = NULL
    search.lower_game = NULL
    search.plays = 0
    search.lower_nodes = 0
    search.lower_always = shortcuts & LOWER_ALWAYS
    search.keeps_lengths = keeps_lengths(rules)
    search.general = shortcuts & GENERALISE and may_generalise(rules)
    clear = shortcuts & BOUND and may_stay_clear(rules, payoff)
    search.may_clear[False] = clear and payoff.traits.shuns[False]
    search.may_clear[True] = clear and payoff.traits.shuns[True]
    search.trumps_count = (shortcuts & BOUND and payoff.valued & rules.trumps and payoff.traits.shared
                           and payoff.counting == NO_COUNTS and is_ordinary(rules))
    search.seats_drop_out = (shortcuts & BOUND and rules.ends_alone and not rules.draw_each
                             and payoff.traits.shared and not (payoff.has_tricks or payoff.has_bonus)
                             and payoff.counting == NO_COUNTS)
    search.counts_tricks = shortcuts & BOUND and payoff.traits.tricks_only and is_ordinary(rules)
    if search.general:
        patterns_clear(&search.patterns)
    else:
        table_clear(&search.table)
    cutoffs_clear(&search.cutoffs)
    memset(search.history, 0, rules.seats * sizeof(search.history[0]))


cdef void solver_begin(Solver *solver, const Rules *rules, const Payoff *payoff, const PlayState *root,
                       int shortcuts) noexcept nogil:
    """Take up a position; nothing of the one before is kept."""
    cdef int seat
    search_begin(&solver.real, rules, payoff, &solver.control, shortcuts)
    if shortcuts & RELAX_UPPER and relaxed_begin(&solver.upper_game, rules, payoff, &solver.control, False):
        solver.real.upper_game = &solver.upper_game
        if (shortcuts & RELAX_LOWER
                and relaxed_begin(&solver.lower_game, rules, payoff, &solver.control, True)):
            solver.real.lower_game = &solver.lower_game
    if shortcuts & TRUMP_GAME and may_name_trumps_alone(rules, payoff, &root.state):
        solver.real.trump_game = &solver.trump_game
        trumps_begin(&solver.trump_game, rules, payoff, &solver.control, &root.state)
    share_out(solver)
    solver.root = root[0]
    count_outstanding(payoff, &solver.root.state, root.trick.cards)
    solver.root.state.takers = payoff.takers_before
    for seat in range(rules.seats):
        solver.root.state.counts[seat] = payoff.counts_before[seat]
    solver.control.nodes = 0
    solver.control.next_poll = 1
    solver.control.stop = RUNNING


cdef inline Bounds open_bounds(const Solver *solver, const State *state) noexcept nogil:
    """What is left at a state of play must and can bring between these."""
    cdef Bounds bounds
    bounds.lower = lower_bound(solver.real.node.rules, solver.real.node.payoff, state)
    bounds.upper = upper_bound(solver.real.node.rules, solver.real.node.payoff, state)
    return bounds


cdef Bounds outer_bounds(Solver *solver) noexcept nogil:
    """What the position's value must lie between, before any search."""
    cdef Bounds bounds
    if solver.real.node.payoff.counting != NO_COUNTS:
        bounds.lower = -UNBOUNDED
        bounds.upper = UNBOUNDED
    else:
        bounds = open_bounds(solver, &solver.root.state)
    return bounds


cdef void play_slot(const Rules *rules, PlayState *play, int slot) noexcept nogil:
    """Play a card of the seat to play; a complete trick stays on the table."""
    cdef int seat = play.to_play
    play.state.hands[seat] ^= bit(slot)
    play.state.left ^= bit(slot)
    play_card(rules, &play.trick, seat, slot)
    play.to_play = next_to_play(rules, &play.state, &play.trick, seat)
    if play.to_play >= 0:
        play_forced(rules, play)


cdef void play_forced(const Rules *rules, PlayState *play) noexcept nogil:
    """What happens by itself before the seat to play plays: drawing, taking up."""
    if play.trick.played == 0:
        return
    if rules.follow == FOLLOW_OR_DRAW:
        draw_to_follow(rules, &play.state, &play.trick, play.to_play)
    elif rules.follow == FOLLOW_OR_TAKE_UP and not deal_over(rules, &play.state):
        play.to_play = take_up(rules, &play.state, &play.trick, play.to_play)


cdef int play_quit(const Rules *rules, const Payoff *payoff, PlayState *play) noexcept nogil:
    """Quit a complete trick; what it brought the side. The deal may be over then."""
    cdef int gain = capture(rules, payoff, &play.state, &play.trick, winner_of(rules, &play.trick))
    open_trick(&play.trick, play.state.leader)
    play.to_play = play.state.leader
    return gain


cdef int ask(Search *search, const PlayState *play, int target, bint relaxed=False) noexcept nogil:
    """One zero-window search of a state of play; of the relaxed game at the start of a trick."""
    cdef cardset ignored = 0
    if relaxed:
        return relaxed_search(search.upper_game, &play.state, target, &ignored)
    search.node.state = play.state
    search.lengths = lengths_of(search.node.rules, &play.state)
    if play.trick.played == 0:
        return search_node(search, target, &ignored)
    return search_trick(search, &play.trick, play.to_play, target, &ignored)


cdef void narrow(Search *search, const PlayState *play, Bounds *answer, int guess,
                 bint relaxed) noexcept nogil:
    """Zero-window steps from the guess until the bounds meet (Plaat's MTD(f)); longer ones far from it.

    Where very much is open, as with every heart its spots, what two steps have shut in is halved.
    """
    cdef int target = guess, value, ups = 0, downs = 0, lower = answer.lower, upper = answer.upper
    cdef bint halved = relaxed and upper - lower >= 4 * MUCH_OPEN
    while answer.lower < answer.upper:
        target = min(max(target, answer.lower + 1), answer.upper)
        value = ask(search, play, target, relaxed)
        if search.control.stop:
            return
        if value >= target:
            ups += 1
            downs = 0
            answer.lower = min(value, answer.upper)
            target = value + 1 + leap(ups, answer.upper - answer.lower if relaxed else 0)
        else:
            downs += 1
            ups = 0
            answer.upper = max(value, answer.lower)
            target = value - leap(downs, answer.upper - answer.lower if relaxed else 0)
        if halved and answer.lower > lower and answer.upper < upper:
            target = answer.lower + (answer.upper - answer.lower + 1) // 2


cdef inline int leap(int steps, int still_open) noexcept nogil:
    """How far to go beyond the next number, by the steps that went the same way and by what is open."""
    return still_open // MUCH_OPEN + (0 if steps < SINGLE_STEPS else 1 << (steps - SINGLE_STEPS))


cdef void solve_play_state(Solver *solver, const PlayState *play, Bounds *answer, int guess) noexcept nogil:
    """Narrow the bounds of a state of play to its value; the upper relaxed game gives one of them first."""
    cdef Bounds relaxed
    if solver.real.upper_game != NULL and play.trick.played == 0:
        relaxed = answer[0]
        narrow(&solver.real, play, &relaxed, guess, True)
        if solver.real.node.payoff.maximises[solver.upper_game.soloist]:
            answer.lower = max(answer.lower, relaxed.lower)
            guess = answer.lower + 1
        else:
            answer.upper = min(answer.upper, relaxed.upper)
            guess = answer.upper
        if solver.control.stop:
            return
    narrow(&solver.real, play, answer, guess, False)


cdef cardset root_choices(Solver *solver, const PlayState *play) noexcept nogil:
    cdef const Rules *rules = solver.real.node.rules
    return distinct_of(rules, solver.real.node.payoff, &play.state, &play.trick, play.to_play,
                       legal_cards(rules, &play.state, &play.trick, play.to_play))


cdef void solve_position(Solver *solver, Bounds *answer) noexcept nogil:
    """The value of the position, within `answer` as given; proven bounds when stopped."""
    cdef int guess = (answer.lower + answer.upper + 1) // 2
    if answer.upper - answer.lower > 1 and solver.root.state.tricks_left > PLAYED_OUT:
        guess = first_guess(solver, &solver.root)
    solve_play_state(solver, &solver.root, answer, guess)


cdef int first_guess(Solver *solver, const PlayState *play) noexcept nogil:
    """What comes of every seat's playing its most promising card; in a large deal for a few tricks.

    From there on the value itself, or the upper relaxed game's, which is cheap compared
    with the whole deal's, makes a better guess than scores.
    """
    cdef PlayState later = play[0]
    cdef Bounds rest
    cdef int value
    cdef bint relaxed = solver.real.upper_game != NULL
    if (play.state.tricks_left < STAGED or not solver.real.node.rules.one_trick_a_card
            or solver.real.node.payoff.counting != NO_COUNTS):
        return play_out(solver, &later, 0)
    value = play_out(solver, &later, play.state.tricks_left - TRICKS_PLAYED)
    rest = open_bounds(solver, &later.state)
    narrow(&solver.real, &later, &rest, first_guess(solver, &later), relaxed)
    return value + rest.lower


cdef int play_out(Solver *solver, PlayState *play, int tricks) noexcept nogil:
    """Every seat plays its most promising card, down to a number of tricks; what that brings the side."""
    cdef const Rules *rules = solver.real.node.rules
    cdef const Payoff *payoff = solver.real.node.payoff
    cdef int value = 0
    while True:
        if play.to_play < 0:
            value += play_quit(rules, payoff, play)
        if play.trick.played == 0 and deal_over(rules, &play.state):
            return value + final_payoff(rules, payoff, &play.state)
        if play.trick.played == 0 and play.state.tricks_left <= tricks:
            return value
        play_slot(rules, play, most_promising(rules, payoff, &play.state, &play.trick, play.to_play,
                                              root_choices(solver, play)))


cdef int solve_cards(Solver *solver, Bounds window, Bounds answer, int *slots, Bounds *values) noexcept nogil:
    """Bounds for each distinct card, given the position's bounds; the number of cards.

    The best card is worth what the position is; the others are asked whether they are
    worth as much, and only then how much less. No card can do better for its player.
    """
    cdef cardset rest = root_choices(solver, &solver.root)
    cdef int count = 0
    cdef PlayState after
    cdef bint maximises = solver.real.node.payoff.maximises[solver.root.to_play]
    while rest:
        slots[count] = lowest_card(rest)
        rest &= rest - 1
        values[count] = window
        if maximises:
            values[count].upper = min(window.upper, answer.upper)
        else:
            values[count].lower = max(window.lower, answer.lower)
        if not solver.control.stop:
            after = solver.root
            play_slot(solver.real.node.rules, &after, slots[count])
            solve_play_state(solver, &after, &values[count],
                             values[count].upper if maximises else values[count].lower + 1)
        count += 1
    return count


cdef bint keeps(Solver *solver, const PlayState *play, bint maximises, Bounds window,
                int value) noexcept nogil:
    """Does the play up to here keep the value for the seat that chose it?"""
    if maximises:
        return value <= window.lower or ask(&solver.real, play, value) >= value
    return value >= window.upper or ask(&solver.real, play, value + 1) <= value


cdef int best_line(Solver *solver, Bounds window, int value, int *slots) noexcept nogil:
    """One optimal continuation to the end of the deal: slots in order of play; their number."""
    cdef PlayState play = solver.root, after
    cdef const Rules *rules = solver.real.node.rules
    cdef const Payoff *payoff = solver.real.node.payoff
    cdef cardset rest
    cdef int count = 0, slot = -1, gain
    while not (play.trick.played == 0 and deal_over(rules, &play.state)):
        rest = root_choices(solver, &play)
        while rest:
            slot = highest_card(rest)
            rest ^= bit(slot)
            after = play
            play_slot(rules, &after, slot)
            if not rest or keeps(solver, &after, payoff.maximises[play.to_play], window, value):
                break
            if solver.control.stop:
                return count
        slots[count] = slot
        count += 1
        play = after
        if play.to_play < 0:
            gain = play_quit(rules, payoff, &play)
            value -= gain
            window.lower -= gain
            window.upper -= gain
    return count

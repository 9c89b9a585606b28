"""The core's face to Python: states of play, and searches over them.

Everything is plain integers here: seats by index, cards by slot (cext/base/cards.pxd), sets
of cards as 64-bit masks. `solver.core.search` translates.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t
from libc.string cimport memset

from cext.base.cards cimport (
    LANES, NO_CARD, SLOTS, bit, cardset, count_cards, highest_card, lane_mask, lowest_card,
)
from cext.game.game cimport FOLLOW_OR_TAKE_UP, Payoff, Rules, State, next_seat
from cext.game.packed cimport GamePayoff, GameRules
from cext.game.play cimport (
    deal_over, legal_cards, next_to_play, open_trick, play_card, winner_of,
)
from cext.base.limits cimport raise_again, set_limits
from cext.base.limits import STOPS
from cext.search.driver cimport (
    ALL_SHORTCUTS, Bounds, PlayState, Solver, best_line, outer_bounds, play_forced, play_slot,
    play_quit, solve_cards, solve_position,
    solver_begin, solver_close, solver_open,
)

cdef enum:
    MOST_PLAYS = 512


def sets_of(dict slots, heaps) -> list[int]:
    """The set of each heap of cards, by each card's slot; no two of the cards are alike."""
    cdef cardset cards
    sets = []
    for heap in heaps:
        cards = 0
        for card in heap:
            cards |= bit(slots[card])
        sets.append(cards)
    return sets


def slots_of(cards: int) -> list[int]:
    """The slots of a set of cards, lowest first."""
    cdef cardset rest = cards
    found = []
    while rest:
        found.append(lowest_card(rest))
        rest &= rest - 1
    return found


def ranked_slots(cards: int) -> list[int]:
    """The slots of a set of cards by lane, the strongest card of each first."""
    cdef cardset rest, all_cards = cards
    cdef int suit
    found = []
    for suit in range(LANES):
        rest = all_cards & lane_mask(suit)
        while rest:
            found.append(highest_card(rest))
            rest ^= bit(highest_card(rest))
    return found


def ranked_runs(cards: int, distinct) -> list[tuple[int, int]]:
    """Each slot of a set as `ranked_slots` has them, with the one that stands for its run.

    Of a run of touching cards only the lowest is distinct.
    """
    cdef cardset apart = 0
    cdef int slot
    for slot in distinct:
        apart |= bit(slot)
    return [(slot, highest_card(apart & (bit(slot) | (bit(slot) - 1)))) for slot in ranked_slots(cards)]


cdef bint play_over(const Rules *rules, const PlayState *play) noexcept nogil:
    """Is no card left to be played?"""
    return deal_over(rules, &play.state) and (
        play.trick.played == 0 or rules.follow == FOLLOW_OR_TAKE_UP)


cdef void play_open(PlayState *play, int leader) noexcept nogil:
    """Begin a trick, of which cards can be laid that are in no hand any more."""
    open_trick(&play.trick, leader)
    play.to_play = leader


cdef void play_lay(const Rules *rules, PlayState *play, int seat, int slot) noexcept nogil:
    """A card that was played to the trick on the table before."""
    play_card(rules, &play.trick, seat, slot)
    play.to_play = next_to_play(rules, &play.state, &play.trick, seat)


cdef void play_settle(const Rules *rules, PlayState *play) noexcept nogil:
    """Draws and take-ups that are forced before the next card."""
    if play.to_play >= 0:
        play_forced(rules, play)


cdef class DealState:
    """A state of play under some rules: hands, trick, stock and what play has brought about."""

    def __init__(self, GameRules rules not None, hands, int leader, *, trick=(), pile=0,
                 bint first=False, bint broken=False, int tricks_left=0):
        """Raises `ValueError` for what is no state of play: the search trusts what it is given."""
        cdef State *state = &self.at.state
        cdef int seat
        check_state(&rules.rules, hands, leader, trick, pile, tricks_left)
        self.rules = rules
        memset(&self.at, 0, sizeof(PlayState))
        for seat in range(rules.rules.seats):
            state.hands[seat] = hands[seat]
            state.left |= state.hands[seat]
        for place in range(rules.rules.stock_size):
            state.left |= bit(rules.rules.stock[place])
        state.pile = pile
        state.first = first
        state.broken = broken
        state.tricks_left = tricks_left
        state.leader = leader
        self._lay(leader, trick)

    cdef _lay(self, int leader, trick):
        cdef int seat, slot
        play_open(&self.at, leader)
        for seat, slot in trick:
            play_lay(&self.rules.rules, &self.at, seat, slot)
        play_settle(&self.rules.rules, &self.at)

    def copy(self):
        """A copy, free to be played on."""
        cdef DealState other = DealState.__new__(DealState)
        other.at = self.at
        other.rules = self.rules
        return other

    @property
    def over(self) -> bool:
        """No card is left to be played."""
        return play_over(&self.rules.rules, &self.at)

    @property
    def to_play(self) -> int:
        """The seat to play, -1 when the trick on the table is complete."""
        return self.at.to_play

    @property
    def hands(self) -> list[int]:
        """Each seat's cards."""
        return [self.at.state.hands[seat] for seat in range(self.rules.rules.seats)]

    @property
    def stock_drawn(self) -> int:
        """How many cards of the stock are in the hands by now."""
        return self.at.state.stock_next

    @property
    def leader(self) -> int:
        """The seat that leads, or led the trick on the table."""
        return self.at.trick.leader

    @property
    def broken(self) -> bool:
        """Hearts have been broken (where the rules ask)."""
        return self.at.state.broken

    def legal(self) -> int:
        """The cards the seat to play may play."""
        if self.over or self.at.to_play < 0:
            return 0
        return legal_cards(&self.rules.rules, &self.at.state, &self.at.trick, self.at.to_play)

    @property
    def trick(self) -> list[tuple[int, int]]:
        """The trick on the table: seat and slot, in order of play."""
        cdef int _turn, seat = self.at.trick.leader
        laid = []
        for _turn in range(self.rules.rules.seats):
            if self.at.trick.card[seat] != NO_CARD:
                laid.append((seat, self.at.trick.card[seat]))
            seat = next_seat(seat, self.rules.rules.seats)
        return laid

    @property
    def pile(self) -> int:
        """Cards that go with the next trick won."""
        return self.at.state.pile

    def play(self, int slot, GamePayoff payoff not None):
        """Play a card. Returns None in mid-trick, else what was captured: [(seat, cards)]."""
        cdef const Rules *rules = &self.rules.rules
        cdef int winner, seat
        cdef cardset cards, rest
        check_seats(self, payoff)
        if self.at.to_play < 0 or not 0 <= slot < SLOTS or not (
                self.at.state.hands[self.at.to_play] & bit(slot)):
            raise ValueError(f"slot {slot} is not held by the seat to play")
        play_slot(rules, &self.at, slot)
        if self.at.to_play >= 0:
            return None
        winner = winner_of(rules, &self.at.trick)
        cards = self.at.trick.cards | self.at.state.pile
        rest = self.at.state.left
        seat = self.at.trick.last
        leader = self.at.trick.leader
        for holder in range(rules.seats):
            if self.at.state.hands[holder]:
                seat = holder
        play_quit(rules, &payoff.payoff, &self.at)
        if rules.follow == FOLLOW_OR_TAKE_UP or self.at.state.pile:
            return []
        captured = [(winner if winner >= 0 else leader, cards)]
        if rules.ends_alone and rest and not self.at.state.left:
            captured.append((seat, rest))
        return captured

    # --- playing on with all that counts ----------------------------------------------------------------

    def begun(self, GamePayoff payoff not None):
        """A copy that from here on keeps what a payoff counts: who took anything, exact counts."""
        cdef DealState other = self.copy()
        cdef int seat
        check_seats(self, payoff)
        other.at.state.takers = payoff.payoff.takers_before
        for seat in range(self.rules.rules.seats):
            other.at.state.counts[seat] = payoff.payoff.counts_before[seat]
        return other

    def plays(self) -> list[int]:
        """What the seat to play may play, the strongest of each suit first, identical cards once."""
        if self.over or self.at.to_play < 0:
            return []
        return ranked_slots(single_copies(&self.rules.rules, legal_cards(
            &self.rules.rules, &self.at.state, &self.at.trick, self.at.to_play)))

    def after(self, int slot, GamePayoff payoff not None):
        """The state after a card that may be played, and what that brought the side of the payoff."""
        cdef DealState other = self.copy()
        cdef int gain = 0
        if self.at.to_play < 0 or not 0 <= slot < SLOTS or not (
                self.at.state.hands[self.at.to_play] & bit(slot)):
            raise ValueError(f"slot {slot} is not held by the seat to play")
        play_slot(&self.rules.rules, &other.at, slot)
        if other.at.to_play < 0:
            gain = play_quit(&self.rules.rules, &payoff.payoff, &other.at)
        return other, gain

    def hand(self, int seat) -> int:
        """The cards of one seat."""
        return self.at.state.hands[seat]

    def perft(self, int depth, GamePayoff payoff not None) -> int:
        """How many legal sequences of exactly this many cards there are."""
        cdef uint64_t count
        check_seats(self, payoff)
        if not 0 <= depth <= MOST_PLAYS:
            raise ValueError(f"depth: 0 to {MOST_PLAYS} cards, not {depth}")
        with nogil:
            count = count_plays(&self.rules.rules, &payoff.payoff, &self.at, depth)
        return count


cdef int check_state(const Rules *rules, hands, int leader, trick, pile, int tricks_left) except -1:
    """Raise `ValueError` unless every card is of the pack and in one place, and every seat is one."""
    cdef cardset cards, met = 0, none = rules.unused
    cdef int seat, slot, place, last = -1
    if len(hands) != rules.seats or not 0 <= leader < rules.seats:
        raise ValueError(f"{rules.seats} hands and a leader among them, not {len(hands)} and {leader}")
    for place in range(rules.stock_size):
        met |= bit(rules.stock[place])
    for heap in (*hands, pile):
        cards = heap
        if cards & none or cards & met:
            raise ValueError("a card is in two places, or is not in the pack")
        met |= cards
    for seat, slot in trick:
        if not (0 <= seat < rules.seats and 0 <= slot < SLOTS) or bit(slot) & (met | none):
            raise ValueError("a card of the trick is in two places, or is not in the pack")
        met |= bit(slot)
        place = (seat - leader + rules.seats) % rules.seats
        if place <= last or (last < 0 and place):
            raise ValueError("the seats that have played to the trick are not in order from the leader")
        last = place
    if not 0 <= tricks_left <= SLOTS:
        raise ValueError(f"tricks left: 0 to {SLOTS}, not {tricks_left}")
    return 0


cdef int check_seats(DealState deal, GamePayoff payoff) except -1:
    """Raise `ValueError` for a payoff that is of other seats than the deal, and for a deal without rules."""
    if deal.rules is None or payoff.seats != deal.rules.rules.seats:
        raise ValueError("the deal and the payoff are not of one game")
    return 0


cdef uint64_t count_plays(const Rules *rules, const Payoff *payoff, PlayState *play,
                          int depth) noexcept nogil:
    cdef PlayState after
    cdef cardset rest
    cdef uint64_t count = 0
    cdef int slot
    if depth == 0:
        return 1
    if play_over(rules, play):
        return 0
    rest = single_copies(rules, legal_cards(rules, &play.state, &play.trick, play.to_play))
    if depth == 1:
        return count_cards(rest)
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        after = play[0]
        play_slot(rules, &after, slot)
        if after.to_play < 0:
            play_quit(rules, payoff, &after)
        count += count_plays(rules, payoff, &after, depth - 1)
    return count


cdef cardset single_copies(const Rules *rules, cardset cards) noexcept nogil:
    """One of each set of identical cards."""
    cdef cardset single = 0, rest = cards
    cdef int slot, lower = -1
    if not rules.has_twins:
        return cards
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if lower < 0 or lower >> 4 != slot >> 4 or rules.grade[lower] != rules.grade[slot]:
            single |= bit(slot)
        lower = slot
    return single


cdef class Stop:
    """A flag by which another thread ends a search soon."""

    def set(self):
        """Stop the searches that look at this flag; it stays set."""
        self.flag = 1

    @property
    def is_set(self) -> bool:
        """Whether it has been set."""
        return self.flag != 0


cdef class Searcher:
    """Tables and everything else a search needs; one thread at a time may use it."""

    def __init__(self, uint64_t memory_bytes=256 << 20):
        if self.opened:
            raise RuntimeError("a searcher is opened once")
        memset(&self.solver, 0, sizeof(Solver))
        if solver_open(&self.solver, memory_bytes) < 0:
            raise MemoryError("no memory for the table")
        self.opened = True

    def __dealloc__(self):
        if self.opened:
            solver_close(&self.solver)

    @property
    def busy(self) -> bool:
        """Whether it is searching: a signal handler, or another thread, needs one of its own meanwhile."""
        return self.at_work

    cdef take(self):
        """Begin a search; to be followed by `give_back`."""
        if self.at_work or not self.opened:
            raise RuntimeError("the searcher is at work for another search, or was never opened")
        self.at_work = True

    cdef give_back(self):
        self.at_work = False

    def solve(self, DealState deal not None, GamePayoff payoff not None, *, window=None,
              bint cards=False, bint line=False, uint64_t nodes=0, double seconds=0.0,
              bint watch_signals=False, Stop stop=None, int shortcuts=ALL_SHORTCUTS):
        """Search a position.

        Returns (lower, upper, [(slot, lower, upper)], [slots of the line], nodes, why it stopped).
        `window` = (low, high) asks only for the value between these. `shortcuts` names those of the
        search that may be used (cext/search/driver.pxd): without them the values are the same.
        """
        cdef Bounds answer, outer
        cdef int[64] slots
        cdef Bounds[64] values
        cdef int[MOST_PLAYS] plays
        cdef int count = 0, length = 0, i
        cdef Solver *solver = &self.solver
        cdef Ask asked = ask_of(deal, payoff, window)
        self.take()
        set_limits(&solver.control, nodes, seconds, watch_signals, flag_of(stop))
        with nogil:
            answer = answer_of(solver, &asked, shortcuts, &outer)
            if cards and not asked.over:
                count = solve_cards(solver, outer, answer, slots, values)
            if line and answer.lower == answer.upper and not solver.control.stop:
                length = best_line(solver, outer, answer.lower, plays)
        self.give_back()
        raise_again(&solver.control)
        by_card = [(slots[i], values[i].lower, values[i].upper) for i in range(count)]
        return (answer.lower, answer.upper, by_card, [plays[i] for i in range(length)],
                solver.control.nodes, STOPS[solver.control.stop])


cdef Ask ask_of(DealState deal, GamePayoff payoff, window):
    cdef Ask asked
    check_seats(deal, payoff)
    asked.rules = &deal.rules.rules
    asked.payoff = &payoff.payoff
    asked.at = &deal.at
    asked.limited = window is not None
    asked.low = window[0] if window is not None else 0
    asked.high = window[1] if window is not None else 0
    asked.over = deal.over
    asked.begun = False
    return asked


cdef Bounds answer_of(Solver *solver, const Ask *asked, int shortcuts, Bounds *outer) noexcept nogil:
    """The position's value, or what is proven of it; `outer` is the window it was searched in."""
    cdef Bounds answer
    cdef int seat
    solver_begin(solver, asked.rules, asked.payoff, asked.at, shortcuts)
    if asked.begun:
        solver.root.state.takers = asked.at.state.takers
        for seat in range(asked.rules.seats):
            solver.root.state.counts[seat] = asked.at.state.counts[seat]
    outer[0] = outer_bounds(solver)
    if asked.limited:
        outer.lower = min(max(outer.lower, asked.low), asked.high)
        outer.upper = max(min(outer.upper, asked.high), asked.low)
    answer = outer[0]
    solve_position(solver, &answer)
    return answer

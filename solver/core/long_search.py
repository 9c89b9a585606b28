"""A search of deals with more cards of a suit than the core's lanes hold, until the core can take over.

Zero-window alpha-beta, fail-soft, card by card over a `LongState`; at the start of a trick with no suit too
long any more the core answers. What is asked, and in which order, depends on nodes alone, so that the same
limit on nodes finds the same bounds; whatever ends a search leaves those that are proven.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from cext.api.searcher import DealState, Searcher, Stop
from cext.game.game import Follow
from cext.game.packed import GamePayoff, GameRules
from solver.core.deal import Deal
from solver.core.long_suits import Captured, LongState, Tally, cards_left, slots_of
from solver.core.packing import pack_payoff, packed_rules
from solver.core.payoff import Payoff
from solver.core.slots import LANE_SLOTS, Layout, layout_of_cards
from solver.model.cards import JOKER

TOO_LONG = "suits"  # what ends a search without limits of a deal too long for the core
PLAY = 100  # the nodes that the core searches in about the time a card played here takes
ALLOWED = 1_000_000  # units of work (the core's nodes) that a search without limits may take: a few seconds
REACH = (
    45  # cards in the hands up to which such a search may prove much; of more it would prove next to nothing
)
FIRST_PROBE = 20_000  # units for the first try at one zero-window question
ENTRY_BYTES = 512  # about what an entry of the table takes

LANES = 4
Key = tuple[int, ...]


class Node(NamedTuple):
    """A state of play with what the payoff keeps of the play so far: who has taken anything, exact counts."""

    state: LongState
    takers: int
    counts: tuple[int, ...]


class Entry(NamedTuple):
    """What is proven of a node at the start of a trick, and the card that proved it last (-1: none did)."""

    lower: int
    upper: int
    best: int


class StoppedError(Exception):
    """A limit, another thread or the end of a probe's allowance ended the search: why, in a word."""


class Control:
    """What a search may take, and what it has taken: nodes, and units of work."""

    def __init__(
        self, state: LongState, nodes: int | None, seconds: float | None, stop: Stop | None, watch: bool
    ) -> None:
        """`watch`: the core looks for Ctrl-C, as it can on the main thread."""
        self.nodes = self.units = 0
        self.stop, self.watch = stop, watch
        self._most_nodes = nodes
        self._until = None if seconds is None else time.monotonic() + seconds
        held = sum([hand.bit_count() for hand in state.hands])
        without = ALLOWED if held <= REACH else 0
        self._allowed = without if nodes is None and seconds is None else None
        self.probe_ends: int | None = None

    def played(self) -> None:
        """Count a card that is played, and raise `StoppedError` where that is one too many."""
        self.check()
        self.nodes += 1
        self.units += PLAY

    def check(self) -> None:
        """Raise `StoppedError` where nothing more may be searched."""
        if self.stop is not None and self.stop.is_set:
            raise StoppedError("interrupt")
        if self._most_nodes is not None and self.nodes >= self._most_nodes:
            raise StoppedError("nodes")
        if self._until is not None and time.monotonic() >= self._until:
            raise StoppedError("seconds")
        if self._allowed is not None and self.units >= self._allowed:
            raise StoppedError(TOO_LONG)
        if self.probe_ends is not None and self.units >= self.probe_ends:
            raise StoppedError("probe")

    def nodes_left(self) -> int:
        """How many nodes the core may take for one question, 0 for any number."""
        left = [end - self.units for end in (self._allowed, self.probe_ends) if end is not None]
        if self._most_nodes is not None:
            left.append(self._most_nodes - self.nodes)
        return min(left, default=0)

    def seconds_left(self) -> float:
        """Seconds that are left, 0 for any number."""
        return 0.0 if self._until is None else max(1e-9, self._until - time.monotonic())


class LongSearch:
    """A search of one deal for one payoff. A card stands for all that it touches."""

    def __init__(
        self, deal: Deal, state: LongState, payoff: Payoff, searcher: Searcher, control: Control, memory: int
    ) -> None:
        self.deal, self.payoff = deal, payoff
        self.layout: Layout = deal.layout
        self.tally = Tally(payoff, deal.layout)
        self.searcher, self.control = searcher, control
        self.root = Node(state, payoff.takers, payoff.counts.so_far if payoff.counts else ())
        self._side = frozenset(payoff.side)
        self._table: dict[Key, Entry] = {}
        self._room = memory // ENTRY_BYTES
        self._cutoffs: dict[tuple[int, int], int] = {}
        self._kinds = [self._kind(slot) for slot in range(4 * self.layout.lane_slots)]
        copies = self.layout.slots.values()
        self._firsts = [
            sum([1 << slots[0] for slots in copies if len(slots) > copy])
            for copy in range(max(map(len, copies), default=0))
        ]

    @property
    def possible(self) -> bool:
        """Whether the deal can be searched at all.

        Not where play may go round for ever, nor where the taker of one of several identical cards counts.
        """
        mark, rules = self.payoff.owner_mark, self.root.state.rules
        single = mark is None or len(self.layout.slots.get(mark[1], ())) < 2
        return single and rules.follow != Follow.FOLLOW_OR_TAKE_UP

    # --- narrowing --------------------------------------------------------------------------------------

    def narrow(self, node: Node, bounds: list[int], gain: int = 0) -> None:
        """Narrow what a node, after this gain, is worth, until the bounds meet or the search is stopped.

        The middle is asked about first. If that takes more than a probe is allowed, the ends are, where an
        answer is often cheap; if they do too, all are allowed more.
        """
        allowed = FIRST_PROBE
        while bounds[0] < bounds[1]:
            middle = (bounds[0] + bounds[1] + 1) // 2
            targets = dict.fromkeys((middle, bounds[0] + 1, bounds[1]))
            if not any(self._probe(node, bounds, gain, target, allowed) for target in targets):
                allowed *= 4

    def _probe(self, node: Node, bounds: list[int], gain: int, target: int, allowed: int) -> bool:
        """Ask whether the target is reached; False where that took more than is allowed."""
        self.control.probe_ends = self.control.units + allowed
        try:
            value = gain + self.value(node, target - gain)
        except StoppedError as stopped:
            if stopped.args != ("probe",):
                raise
            return False
        finally:
            self.control.probe_ends = None
        if value >= target:
            bounds[0] = min(value, bounds[1])
        else:
            bounds[1] = max(value, bounds[0])
        return True

    def cards(self, outer: tuple[int, int], bounds: list[int]) -> dict[int, list[int]]:
        """Bounds of every card that may be played, those that touch sharing one list, for `narrow_cards`.

        No card is better for its seat than the whole is.
        """
        state = self.root.state
        low, high = (outer[0], bounds[1]) if state.to_play in self._side else (bounds[0], outer[1])
        stands = self.stands(state)
        shared = {slot: [low, high] for slot in stands.values()}
        return {slot: shared[lowest] for slot, lowest in stands.items()}

    def narrow_cards(self, by_card: dict[int, list[int]]) -> None:
        """Narrow, in place, what each card is worth."""
        for slot in self._in_order(self.root.state, -1):
            after, gain = self.after(self.root, slot)
            self.narrow(after, by_card[slot], gain)

    # --- one question -----------------------------------------------------------------------------------

    def value(self, node: Node, target: int) -> int:
        """A lower bound of the node's number if that reaches the target, else an upper bound."""
        if node.state.trick:
            return self._best_play(node, target, -1)[0]
        key = self._key(node)
        known = self._table.get(key) or Entry(*self.tally.bounds(*node), -1)
        if known.lower >= target:
            return known.lower
        if known.upper < target:
            return known.upper
        value, best = self._ask_core(node, target) or self._best_play(node, target, known.best)
        if len(self._table) < self._room or key in self._table:
            if value >= target:
                known = Entry(max(value, known.lower), known.upper, best)
            else:
                known = Entry(known.lower, min(value, known.upper), best)
            self._table[key] = known
        return value

    def _best_play(self, node: Node, target: int, first: int) -> tuple[int, int]:
        """The best that a seat has, or the first card that settles the question, and which that is."""
        seat = node.state.to_play
        rising = seat in self._side
        best, card = None, -1
        for slot in self._in_order(node.state, first):
            after, gain = self.after(node, slot)
            value = gain + self.value(after, target - gain)
            if best is None or (value > best if rising else value < best):
                best, card = value, slot
            if (value >= target) == rising:
                self._cutoffs[seat, slot] = self._cutoffs.get((seat, slot), 0) + 1
                break
        assert best is not None, "a seat to play has a card"
        return best, card

    def after(self, node: Node, slot: int) -> tuple[Node, int]:
        """The node after a card, and what that brought the side."""
        self.control.played()
        state, first = node.state.copy(), node.state.first
        captured: Captured = state.play(slot) or []
        if not captured:
            return Node(state, node.takers, node.counts), 0
        gain, takers, counts = self.tally.captured(state, captured, first, node.takers, node.counts)
        return Node(state, takers, counts), gain

    def _key(self, node: Node) -> Key:
        """All that a node at the start of a trick is known by; copies of a card are counted, not named."""
        state = node.state
        flags = state.leader << 2 | state.broken << 1 | state.first
        hands = [self._counted(hand) for hand in state.hands]
        pile = self._counted(state.pile)
        return (*hands, pile, flags, state.stock_drawn, node.takers, *node.counts)

    def _counted(self, cards: int) -> int:
        """How many copies of each card a set has, in the place of the card's first slots."""
        return sum([cards >> copy & firsts for copy, firsts in enumerate(self._firsts)])

    # --- cards, and which to try first ------------------------------------------------------------------

    def _kind(self, slot: int) -> tuple[object, ...]:
        """What sets a card apart for rules and payoff, besides its rank; cards of one kind may touch."""
        rules, card = self.root.state.rules, self.layout.names[slot]
        masks = (rules.unled, rules.breakers, rules.kept_from_first, rules.must_lead)
        told = [mask >> slot & 1 for mask in masks]
        return (
            slot // rules.lane_slots,
            *told,
            card == JOKER,
            slot > rules.joker >= 0,
            self.payoff.counted(card),
        )

    def stands(self, state: LongState) -> dict[int, int]:
        """For each card that may be played the lowest of its run of touching ones; the lowest card first.

        Cards of a kind touch where no other seat, nor the stock or the trick, has one from the lower to the
        higher, twins of either included: exchanging them changes no trick.
        """
        grades = self.layout.grades
        others = sum([hand for seat, hand in enumerate(state.hands) if seat != state.to_play])
        others |= sum([1 << slot for _, slot in state.trick])
        others |= sum([1 << slot for slot in state.rules.stock[state.stock_drawn :]])
        apart = sorted({grades[slot] for slot in slots_of(others)})
        below: dict[object, int] = {}
        found = dict[int, int]()
        for slot in slots_of(state.legal()):
            last = below.get(self._kinds[slot], -1)
            below[self._kinds[slot]] = slot
            parted = last < 0 or (
                grades[last] < grades[slot] and _any_from(apart, grades[last], grades[slot])
            )
            found[slot] = slot if parted else found[last]
        return found

    def _in_order(self, state: LongState, first: int) -> list[int]:
        """The choices, the best of before first, then those that have settled most elsewhere."""
        seat, cutoffs = state.to_play, self._cutoffs
        return sorted(
            set(self.stands(state).values()),
            key=lambda slot: (slot != first, -cutoffs.get((seat, slot), 0), slot),
        )

    # --- where the core takes over ----------------------------------------------------------------------

    def _ask_core(self, node: Node, target: int) -> tuple[int, int] | None:
        """The core's answer at the start of a trick with no suit too long, in place of a card -1."""
        if not self.fits(node.state):
            return None
        lower, upper = self._core(node, (target - 1, target), line=False)[:2]
        if lower >= target:
            return lower, -1
        assert upper < target, "the core has said nothing and was not stopped"
        return upper, -1

    def fits(self, state: LongState) -> bool:
        """Whether the core's lanes hold a deal at the start of a trick."""
        left, rules = cards_left(state), state.rules
        return not state.trick and all(
            (left & rules.lane(lane)).bit_count() <= LANE_SLOTS for lane in range(LANES)
        )

    def _core(self, node: Node, window: tuple[int, int] | None, *, line: bool) -> tuple[int, int, list[int]]:
        """The bounds that the core finds, and a line in slots of the long layout."""
        state, payoff, layout = self._short(node)
        control = self.control
        control.check()
        found = self.searcher.solve(
            state,
            payoff,
            window=window,
            line=line,
            nodes=control.nodes_left(),
            seconds=control.seconds_left(),
            watch_signals=control.watch,
            stop=control.stop,
        )
        lower, upper, _, plays, nodes, stopped = found
        control.nodes += nodes
        control.units += nodes + PLAY
        if stopped and lower < upper:
            control.check()  # an allowance of ours has ended it
            raise StoppedError(stopped)
        return lower, upper, self._long_slots(node.state, [layout.names[slot] for slot in plays])

    def _short(self, node: Node) -> tuple[DealState, GamePayoff, Layout]:
        """A node as the core takes it."""
        state, long = node.state, self.layout
        rules, position = self.deal.rules, self.deal.position
        stock = [long.names[slot] for slot in state.rules.stock[state.stock_drawn :]]
        hands = [[long.names[slot] for slot in slots_of(hand)] for hand in state.hands]
        pile = [long.names[slot] for slot in slots_of(state.pile)]
        n_seats, most = len(hands), max(map(len, hands))
        cards = tuple(sorted([long.names[slot] for slot in slots_of(cards_left(state))]))
        layout = layout_of_cards(rules, position.trump, cards)
        in_stock, *sets, in_pile = layout.sets([stock, *hands, pile])
        drawn = tuple(layout.in_turn(stock, in_stock))
        alike = most == min(map(len, hands))
        packed = packed_rules(rules, layout, position.trump, n_seats, drawn, alike)
        assert isinstance(packed, GameRules), "no suit is too long"
        tricks = sum(map(len, hands)) + len(stock) if rules.unequal else most + -(-len(stock) // n_seats)
        point = DealState(
            packed,
            sets,
            state.leader,
            pile=in_pile,
            first=state.first,
            broken=state.broken,
            tricks_left=tricks,
        )
        return point, pack_payoff(self._from(node), packed, layout, n_seats), layout

    def _from(self, node: Node) -> Payoff:
        """The payoff with what the play up to a node has brought about."""
        counts = self.payoff.counts and replace(self.payoff.counts, so_far=node.counts)
        return self.payoff.replace(takers=node.takers, counts=counts, base=None)

    def _long_slots(self, state: LongState, cards: Iterable[str]) -> list[int]:
        """Slots of cards that are played one after another from a state on."""
        state, plays = state.copy(), list[int]()
        for card in cards:
            hand = state.hands[state.to_play]
            plays.append(next(slot for slot in self.layout.slots[card] if hand >> slot & 1))
            state.play(plays[-1])
        return plays

    # --- a line of play ---------------------------------------------------------------------------------

    def line(self, value: int, outer: tuple[int, int]) -> list[int]:
        """A course of best play from the root, which within these outer bounds is worth this much."""
        node, plays = self.root, list[int]()
        while not self.fits(node.state):
            slot, node, gain = self._kept(node, value, outer)
            plays.append(slot)
            value, outer = value - gain, (outer[0] - gain, outer[1] - gain)
        return plays + self._core(node, outer, line=True)[2]

    def _kept(self, node: Node, value: int, outer: tuple[int, int]) -> tuple[int, Node, int]:
        """A card that keeps what a node is worth, the node after it, and what it brought.

        At an outer bound the true number may lie beyond, where a seat of the losing party spoils nothing.
        """
        rising = node.state.to_play in self._side
        lost = value <= outer[0] if rising else value >= outer[1]
        for slot in self._in_order(node.state, -1):
            after, gain = self.after(node, slot)
            target = value - gain if rising else value - gain + 1
            if lost or (self.value(after, target) >= target) == rising:
                return slot, after, gain
        raise AssertionError("no card keeps the value")


def _any_from(apart: list[int], low: int, high: int) -> bool:
    """Whether one of some numbers in order lies from low to high."""
    place = bisect_left(apart, low)
    return place < len(apart) and apart[place] <= high

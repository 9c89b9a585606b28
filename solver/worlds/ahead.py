"""Looking ahead: what a card is worth when the seat cannot tell layouts apart that look alike to it.

A plan gives the seat's next M cards, each by what it has seen by then. In every layout all others know the
layout and the plan and play their best; after the M-th card hands are open. A plan then has a value in each
layout, and of the plans at a point only those count that no other plan is as good as in every layout: their
vectors are the *front* of that point. Fronts are built from the end of the play backwards:

- where the seat plays, its card is chosen once for all layouts that look alike: the fronts of its cards
  together;
- where another plays, it chooses in each layout by itself, after the plan has been fixed for each of its
  cards: of every choice of a vector from each card's front, the best for it layout by layout;
- where only one layout is left the seat knows all there is to know, and the value is that of open hands.

The value is exact for the layouts given. It is never above the plain average, as a plan can do no better in a
layout than open hands do. A partner that knows the plan can still tell the seat something by what it plays,
so for a seat with a partner it can be too high; opponents who see all hands make no mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.batch import Crew, CrewStoppedError
from solver.core.open_deals import OpenDeal, Stand, values_of
from solver.worlds.fronts import (
    BEYOND,
    Factor,
    Front,
    Join,
    Numbers,
    TooMuchWorkError,
    Vector,
    Vectors,
    Weights,
    joined,
)

MOST_WORK = 1_500_000  # stands looked at (a layout at a point of the play), in about a gigabyte
Range = tuple[Vector, Vector]
Each = Callable[[int, int], object]  # searches done, of how many


class Planner:
    """Plans of one seat. `camp` are the seats that play for what it wants: much of what the payoff counts, or
    little where `sign` is -1.

    First all points are gone through at which plans are to be valued, then these are searched together, and
    then fronts are made of their values. Raises `TooMuchWorkError`, and `CrewStoppedError` where the crew's
    limits come first.
    """

    def __init__(
        self, seat: int, camp: Collection[int], sign: int, crew: Crew, most_work: int = MOST_WORK
    ) -> None:
        self._seat = seat
        self._camp = frozenset(camp)
        self._sign = sign
        self._crew = crew
        self._most_work = most_work
        self._plain = False  # whether a card that is played is all that can be seen of it
        self._alike = False  # whether a slot is the same card in each layout
        self._known: list[Stand] = []  # to be valued
        self._last: list[Stand] = []  # ... with each card
        self.work = 0

    def best(
        self,
        layouts: Sequence[OpenDeal],
        ahead: int,
        weights: Weights | None = None,
        each: Each = lambda *_: None,
    ) -> dict[str, list[int]]:
        """For each card of the seat, whose turn it is, the values of the best plan of at least two cards that
        begins with it.

        The best plan has the greatest sum, in which each layout has its weight (None: all the same).
        """
        first = layouts[0]
        weights = np.ones(len(layouts), np.int64) if weights is None else weights
        self._alike = all(layout.names is first.names for layout in layouts)
        self._plain = not first.drawing
        begun = [layout.start for layout in layouts]
        cards = {
            first.names[slot]: self._after_own(begun, place)
            for place, slot in enumerate(begun[0].state.plays())
        }
        trees = {card: self._apart(after, ahead - 1) for card, after in cards.items()}
        found = self._search(each)
        return {card: tree.best(found, weights).tolist() for card, tree in trees.items()}

    def _search(self, each: Each) -> _Found:
        """The values of all points that were gone through."""
        whole = len(self._known) + len(self._last)
        known = values_of(self._known, self._crew, cards=False, each=lambda done: each(done, whole))
        before = len(self._known)
        last = values_of(self._last, self._crew, cards=True, each=lambda done: each(before + done, whole))
        for values in (known, last):
            if values.stopped:
                raise CrewStoppedError(values.stopped)
        return _Found(self._sign * known.values, self._sign * last.values, self._crew.check)

    # --- going through the play -------------------------------------------------------------------------

    def _after_own(self, stands: Sequence[Stand], place: int) -> list[tuple[object, Stand]]:
        """What the seat sees, and where each layout stands, when it has played the same card in all."""
        return [self._seen(stand, stand.state.plays()[place]) for stand in stands]

    def _seen(self, stand: Stand, slot: int) -> tuple[object, Stand]:
        """What the seat sees of a card that is played, and where the deal stands then.

        Layouts that looked alike before look alike after if these are equal.
        """
        after = stand.play(slot)
        card: object = slot if self._alike else stand.deal.names[slot]
        if self._plain and not stand.state.pile:
            return card, after
        state = after.state
        own = self._cards(stand, state.hand(self._seat))
        won = stand.state.pile if not state.pile and state.leader == self._seat else 0
        sizes = tuple([hand.bit_count() for hand in state.hands])
        return (card, own, sizes, state.stock_drawn, state.leader, self._cards(stand, won)), after

    def _cards(self, stand: Stand, cards: int) -> object:
        if self._alike:
            return cards
        return tuple([name for slot, name in enumerate(stand.deal.names) if cards >> slot & 1])

    def _apart(self, seen: Iterable[tuple[object, Stand]], ahead: int) -> _Node:
        """Layouts that may look different now: the plan is its own for each look."""
        groups: dict[object, tuple[list[int], list[Stand]]] = {}
        size = 0
        for number, (look, stand) in enumerate(seen):
            numbers, stands = groups.setdefault(look, ([], []))
            numbers.append(number)
            stands.append(stand)
            size += 1
        parts = [(np.array(numbers), self._grow(stands, ahead)) for numbers, stands in groups.values()]
        return parts[0][1] if len(parts) == 1 else _Apart(size, parts)

    def _grow(self, stands: list[Stand], ahead: int) -> _Node:
        """The plans at a point that looks alike to the seat in all these layouts."""
        self._count(len(stands))
        state = stands[0].state
        if len(stands) == 1 or state.over or (self._plain and state.hand(self._seat).bit_count() <= 1):
            self._known += stands
            return _Known(len(self._known) - len(stands), len(self._known))
        if state.to_play != self._seat:
            return self._others_card(stands, ahead, state.to_play in self._camp)
        if ahead == 1:
            self._last += stands
            return _LastCard(len(self._last) - len(stands), len(self._last), len(state.plays()))
        plays = range(len(state.plays()))
        return _OwnCard([self._apart(self._after_own(stands, place), ahead - 1) for place in plays])

    def _others_card(self, stands: list[Stand], ahead: int, helps: bool) -> _Node:
        """Another seat chooses its card in each layout, for the seat or against it."""
        holders: dict[object, tuple[list[int], list[tuple[object, Stand]]]] = {}
        for number, stand in enumerate(stands):
            for slot in stand.state.plays():
                card: object = slot if self._alike else stand.deal.names[slot]
                numbers, after = holders.setdefault(card, ([], []))
                numbers.append(number)
                after.append(self._seen(stand, slot))
        parts = [(np.array(numbers), self._apart(after, ahead)) for numbers, after in holders.values()]
        return _OthersCard(len(stands), parts, helps)

    def _count(self, work: int) -> None:
        self.work += work
        if self.work > self._most_work:
            raise TooMuchWorkError(
                f"ahead: there are more than {self._most_work:,} positions to look at: fewer layouts, fewer "
                "cards ahead or a smaller ending would be right"
            )
        self._crew.check()


# --- the tree of a plan ---------------------------------------------------------------------------------


class _Found:
    """The values that were searched, as the seat wants them: of points, and of each card at points."""

    def __init__(self, known: Vectors, last: Vectors, check: Callable[[], None]) -> None:
        self.known = known
        self.last = last
        self.check = check  # whether there is time left
        self._ranges: dict[int, Range] = {}

    def range(self, node: _Node) -> Range:
        """The least and the most that any plan comes to at a point, in each layout by itself."""
        if id(node) not in self._ranges:
            self._ranges[id(node)] = node.range(self)
        return self._ranges[id(node)]


class _Node:
    """A point that looks alike to the seat in some layouts, or several such points."""

    __slots__ = ()

    def range(self, found: _Found) -> Range:
        """The least and the most that any plan comes to in each layout by itself."""
        raise NotImplementedError

    def plans(self, found: _Found, cap: Vector) -> Front:
        """The front of its plans, as `front` gives it, where these are worth looking at."""
        raise NotImplementedError

    def front(self, found: _Found, cap: Vector) -> Front:
        """The front of its plans.

        In each layout no more than `cap` can come of this point, whatever the plan: opponents have something
        else there. So what is above it counts as the cap, and often no plan differs from another.
        """
        low, high = found.range(self)
        least, most = np.minimum(low, cap), np.minimum(high, cap)
        return Front(most) if (least == most).all() else self.plans(found, cap)

    def best(self, found: _Found, weights: Weights) -> Vector:
        """The vector with the greatest sum, each layout weighed."""
        return self.front(found, found.range(self)[1]).best(weights)


@dataclass(frozen=True, slots=True, eq=False)
class _Known(_Node):
    """Nothing is left to plan: what open hands give, rows `start` to `end`."""

    start: int
    end: int

    def range(self, found: _Found) -> Range:
        values = found.known[self.start : self.end, 0]
        return values, values


@dataclass(frozen=True, slots=True, eq=False)
class _LastCard(_Node):
    """The last card of the plan."""

    start: int
    end: int
    cards: int

    def _vectors(self, found: _Found) -> Vectors:
        return found.last[self.start : self.end, : self.cards].T

    def range(self, found: _Found) -> Range:
        vectors = self._vectors(found)
        return vectors.min(axis=0), vectors.max(axis=0)

    def plans(self, found: _Found, cap: Vector) -> Front:
        return Front.of(np.minimum(self._vectors(found), cap))


@dataclass(frozen=True, slots=True, eq=False)
class _OwnCard(_Node):
    """The seat chooses one card for all layouts: the fronts of its cards together."""

    cards: list[_Node]

    def range(self, found: _Found) -> Range:
        lows, highs = zip(*[found.range(card) for card in self.cards], strict=True)
        return np.asarray(np.min(lows, axis=0)), np.asarray(np.max(highs, axis=0))

    def plans(self, found: _Found, cap: Vector) -> Front:
        fronts = []
        for card in sorted(self.cards, key=lambda card: -int(np.minimum(found.range(card)[1], cap).sum())):
            front = card.front(found, cap)
            if not front.factors and (front.fixed >= cap).all():
                return front  # no plan does better in any layout
            fronts.append(front.vectors())
        return Front.of(np.vstack(fronts))

    def best(self, found: _Found, weights: Weights) -> Vector:
        return max([card.best(found, weights) for card in self.cards], key=lambda vector: vector @ weights)


@dataclass(frozen=True, slots=True, eq=False)
class _OthersCard(_Node):
    """Another seat chooses in each layout, once the plan for each of its cards is fixed."""

    size: int
    cards: list[tuple[Numbers, _Node]]
    helps: bool

    def _ready(self) -> tuple[Join, Vector]:
        """How cards are put together, and what comes of none in each layout."""
        join, nothing = (np.maximum, -BEYOND) if self.helps else (np.minimum, BEYOND)
        return join, np.full(self.size, nothing, dtype=np.int64)

    def range(self, found: _Found) -> Range:
        join, low = self._ready()
        high = low.copy()
        for numbers, node in self.cards:
            least, most = found.range(node)
            low[numbers] = join(low[numbers], least)
            high[numbers] = join(high[numbers], most)
        return low, high

    def plans(self, found: _Found, cap: Vector) -> Front:
        found.check()
        join, nothing = self._ready()
        cap = np.minimum(cap, found.range(self)[1])
        merged = Front(nothing)
        for numbers, node in self.cards:
            front = node.front(found, cap[numbers])
            merged = joined(merged, front.moved(numbers, nothing), join)
            if not self.helps:
                cap = np.minimum(cap, merged.highest())
        return merged


@dataclass(frozen=True, slots=True, eq=False)
class _Apart(_Node):
    """Layouts that look different: a plan for each look."""

    size: int
    looks: list[tuple[Numbers, _Node]]

    def _together(self, parts: Iterable[Vector]) -> Vector:
        whole = np.zeros(self.size, dtype=np.int64)
        for (numbers, _), vector in zip(self.looks, parts, strict=True):
            whole[numbers] = vector
        return whole

    def range(self, found: _Found) -> Range:
        lows, highs = zip(*[found.range(node) for _, node in self.looks], strict=True)
        return self._together(lows), self._together(highs)

    def best(self, found: _Found, weights: Weights) -> Vector:
        return self._together([node.best(found, weights[numbers]) for numbers, node in self.looks])

    def plans(self, found: _Found, cap: Vector) -> Front:
        fronts = [node.front(found, cap[numbers]) for numbers, node in self.looks]
        fixed = self._together([front.fixed for front in fronts])
        factors = [
            Factor(numbers[factor.numbers], factor.vectors)
            for (numbers, _), front in zip(self.looks, fronts, strict=True)
            for factor in front.factors
        ]
        return Front(fixed, tuple(factors))

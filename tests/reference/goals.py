"""Goals: what is counted as captures happen, and the number it comes to when the deal is over.

A goal keeps a `vector` of counts. It starts with what was captured before (Taken and the options), grows
by `gain` at every capture, and `final` reads the value off it. An additive goal (`points`, `margin`) starts
at nought, for its value is what comes from here on; its future does not depend on the past and is remembered
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import settlement
from .facts import Facts
from .rules import NOTHING, Items, card_points, pointed_in_pack, whole_pack, yes
from .rules import pairs as read_pairs

Vector = tuple[int, ...]
Side = frozenset[int]
Gain = Callable[[int, Items], Vector]
Counting = tuple[Vector, Gain]


@dataclass
class Goal:
    """`wants` is +1 where the side wants the value high, -1 where it wants it low.

    `decided(vector, (low, high))` of a yes/no question: whether the answer stands already, where the points
    still to be captured come to between low and high for anybody.
    """

    wants: int
    additive: bool
    start: Vector
    gain: Gain
    final: Callable[[Vector], int]
    yes_no: bool = False
    decided: Callable[[Vector, tuple[int, int]], bool] | None = None
    # how far an additive goal can still go down and up, from the same two numbers
    reach: Callable[[tuple[int, int]], tuple[int, int]] = lambda left: left


class GoalMaker:
    """Reads goal strings for one table, one Taken and one side."""

    def __init__(self, facts: Facts, taken: dict[str, list[str]], side: Side) -> None:
        self.facts, self.side, self.taken = facts, side, taken
        self.table, self.game, self.options = facts.table, facts.game, facts.options
        self.n = facts.n
        self.had = facts.before(taken)
        self.few = -1 if self.game.penalty else 1

    def make(self, text: str) -> Goal:
        """The goal this string names; ValueError where the game has no such goal."""
        name, _, argument = text.partition(":")
        method = getattr(self, "_" + name.replace("-", "_"), None)
        if method is None or self.game.name == "enfle":
            raise ValueError(f"{self.game.name} has no goal {text!r} here")
        goal: Goal = method(argument) if argument else method()
        return goal

    # -- helpers

    def sum_points(self, seats: Side) -> int:
        """Points these seats had before, Cinch's discards counted for the bidder's side."""
        points = sum(self.had[seat].points for seat in seats)
        bidder = self.options.get("bidder")
        if self.game.name != "cinch" or bidder is None:
            return points
        bidders = self.side if self.table.seats.index(bidder) in self.side else self.rest
        return points + (self.facts.discarded() if seats == bidders else 0)

    @property
    def rest(self) -> Side:
        return frozenset(range(self.n)) - self.side

    def _each_seat(self, read: Callable[[Items], Sequence[int]]) -> Counting:
        """Start and gain of a vector that keeps `read` of every seat, one seat after another."""
        width = len(read(NOTHING))
        start = tuple(number for items in self.had for number in read(items))

        def gain(seat: int, items: Items) -> Vector:
            return (0,) * (width * seat) + tuple(read(items)) + (0,) * (width * (self.n - 1 - seat))

        return start, gain

    def _sides(self) -> Counting:
        """Start and gain of (points of the side, points of the others), of the whole deal."""
        start = (self.sum_points(self.side), self.sum_points(self.rest))
        return start, lambda seat, items: (items.points, 0) if seat in self.side else (0, items.points)

    # -- points and margin: from here on

    def _points(self) -> Goal:
        return Goal(self.few, True, (0,), lambda s, i: (i.points if s in self.side else 0,), lambda v: v[0])

    def _margin(self) -> Goal:
        def gain(seat: int, items: Items) -> Vector:
            return (items.points if seat in self.side else -items.points,)

        return Goal(
            self.few,
            True,
            (0,),
            gain,
            lambda v: v[0],
            reach=lambda left: (left[0] - left[1], left[1] - left[0]),
        )

    # -- yes or no, of the whole deal

    def _penalised(self, seats: Side, wanted: bool) -> Goal:
        """1 if these seats capture a penalty item (wanted) or none (not wanted)."""
        start = (int(any(self.had[seat].penalties for seat in seats)),)
        return Goal(
            1,
            False,
            start,
            lambda s, i: (i.penalties if s in seats else 0,),
            lambda v: int((v[0] > 0) == wanted),
            yes_no=True,
            decided=lambda v, left: v[0] > 0,
        )

    def _clear(self) -> Goal:
        return self._penalised(self.side, wanted=False)

    def _load(self, seat: str) -> Goal:
        return self._penalised(frozenset([self.table.seats.index(seat)]), wanted=True)

    def _all(self) -> Goal:
        """Pointed items of the side and of the others; at the end the side has some and they have none."""
        start = tuple(sum(self.had[seat].pointed for seat in seats) for seats in (self.side, self.rest))
        return Goal(
            1,
            False,
            start,
            lambda s, i: (i.pointed, 0) if s in self.side else (0, i.pointed),
            lambda v: int(v[0] > 0 and v[1] == 0),
            yes_no=True,
            decided=lambda v, left: v[1] > 0,
        )

    def _at_most(self, number: str) -> Goal:
        start, gain = self._sides()
        most = int(number)
        return Goal(
            1,
            False,
            start[:1],
            lambda s, i: gain(s, i)[:1],
            lambda v: int(v[0] <= most),
            yes_no=True,
            decided=lambda v, left: v[0] + left[0] > most or v[0] + left[1] <= most,
        )

    def _at_least(self, number: str) -> Goal:
        start, gain = self._sides()
        least = int(number)
        return Goal(
            1,
            False,
            start[:1],
            lambda s, i: gain(s, i)[:1],
            lambda v: int(v[0] >= least),
            yes_no=True,
            decided=lambda v, left: v[0] + left[0] >= least or v[0] + left[1] < least,
        )

    def _fewer_than(self, seat: str) -> Goal:
        """The side's points and the seat's (it may belong to the side), of the whole deal."""
        one = self.table.seats.index(seat)
        bidder = self.options.get("bidder")
        theirs = self.had[one].points
        if bidder is not None and self.game.name == "cinch":
            # choice: of single seats the discards count for the bidder
            theirs += self.facts.discarded() if bidder == seat else 0
        start = (self.sum_points(self.side), theirs)

        def gain(s: int, items: Items) -> Vector:
            return (items.points if s in self.side else 0, items.points if s == one else 0)

        return Goal(1, False, start, gain, lambda v: int(v[0] < v[1]), yes_no=True)

    # -- the pool

    def _need_pool(self) -> None:
        if not self.game.pool:
            raise ValueError(f"{self.game.name} has no pool")

    @property
    def _rule(self) -> str:
        return str(self.options.get("pool-rule", "foster"))

    @property
    def _carried(self) -> int:
        return int(str(self.options.get("jack", 0)))

    def _pool_vector(self) -> Counting:
        """Of each seat: points, penalty cards, the Joker."""
        return self._each_seat(lambda i: (i.points, i.penalties, i.mark))

    def _jack(self) -> Goal:
        self._need_pool()
        start, gain = self._each_seat(lambda i: (i.penalties,))
        carried = self._carried > 0

        def final(v: Vector) -> int:
            return int(not settlement.pool_winners([p == 0 for p in v], self._rule, carried))

        return Goal(1, False, start, gain, final, yes_no=True)

    def _sum(self, counters: Sequence[int]) -> int:
        return sum(counters[seat] for seat in self.side)

    def _sweepstake(self) -> Goal:
        self._need_pool()
        start, gain = self._pool_vector()
        return Goal(1, False, start, gain, lambda v: self._sum(self._pool_counters(v, auction=False)))

    def _pool_counters(self, v: Vector, auction: bool) -> list[int]:
        points, penalties, jokers = v[0::3], v[1::3], v[2::3]
        if self.game.name == "joker-hearts":
            taker = jokers.index(1) if 1 in jokers else None
            hearts = [p - 5 * j for p, j in zip(points, jokers, strict=True)]
            return settlement.joker(hearts, taker, self.joker_owner(), self._rule, self._carried)
        ante = [0] * self.n
        if auction and self.options.get("bidder") is not None:
            ante[self.table.seats.index(self.options["bidder"])] = int(str(self.options.get("bid", 0)))
        return settlement.sweepstake(points, [p == 0 for p in penalties], self._rule, self._carried, ante)

    def joker_owner(self) -> int | None:
        """The seat the Joker was dealt to: named, or else the one that holds it or has just played it."""
        if "joker-owner" in self.options:
            return self.table.seats.index(self.options["joker-owner"])
        start = self.table.start
        for seat, hand in enumerate(start.hands):
            if hand & self.table.joker:
                return seat
        return next((seat for seat, card in start.trick if self.table.cards[card] == "HX"), None)

    def _howell(self) -> Goal:
        self._need_pool()
        start, gain = self._each_seat(lambda i: (i.points,))
        return Goal(1, False, start, gain, lambda v: self._sum(settlement.howell(v)))

    # -- what is written down

    def _score(self) -> Goal:
        if not self.game.penalty:
            raise ValueError(f"{self.game.name} is no penalty game")
        capot = self.options.get("capot")
        if capot is not None and self.game.name == "polignac":
            return self._capot(self.table.seats.index(capot))
        if self.game.house:
            start, gain = self._each_seat(lambda i: (i.points, i.pointed, i.mark))
            return Goal(-1, False, start, gain, lambda v: self._sum(self._written_in_the_house(v)))
        start, gain = self._each_seat(lambda i: (i.points, i.pointed))
        return Goal(-1, False, start, gain, lambda v: self._sum(self._written(v[0::2], v[1::2])))

    def _written_in_the_house(self, v: Vector) -> list[int]:
        """A take-all is all that is worth anything, cards and tricks, as far as it is known who has it."""
        points, pointed, cards = v[0::3], v[1::3], v[2::3]
        takers = [seat for seat in range(self.n) if pointed[seat]]
        known = not (self.game.house and self.game.house.first_trick) or (
            self.table.start.first or "first-winner" in self.options
        )
        every = pointed_in_pack(self.game, self.options, self.table.trump, self.n)
        taker = takers[0] if len(takers) == 1 and known and sum(cards) == every else None
        return settlement.score(points, taker, self.game.take_all, 0 if taker is None else points[taker])

    def _written(self, points: Vector, pointed: Vector) -> list[int]:
        every = pointed_in_pack(self.game, self.options, self.table.trump, self.n)
        taker = next((seat for seat in range(self.n) if pointed[seat] == every), None)
        if self.game.name == "slobberhannes":
            return [p + int(seat == taker) for seat, p in enumerate(points)]
        if self.game.name == "polignac":
            return list(points)
        take_all = str(self.options.get("take-all", self.game.take_all))
        return settlement.score(points, taker, take_all, self._whole_points())

    def _whole_points(self) -> int:
        pack = whole_pack(self.game, self.options, self.n)
        return sum(
            count * card_points(self.game, self.options, self.table.trump, card)
            for card, count in pack.items()
        )

    def _capot(self, caller: int) -> Goal:
        """Jacks of each seat, and whether it won a trick."""
        start, gain = self._each_seat(lambda i: (i.points, i.mark))

        def final(v: Vector) -> int:
            made = not any(tricks for seat, tricks in enumerate(v[1::2]) if seat != caller)
            written = [0 if seat == caller else 5 for seat in range(self.n)] if made else v[0::2]
            return self._sum(written)

        return Goal(-1, False, start, gain, final)

    # -- the game's own settlement

    def _settle(self) -> Goal:
        name = self.game.name
        if name == "cinch":
            start, gain = self._sides()
            return Goal(1, False, start, gain, lambda v: self._cinch_scores(v)[0] - self._cinch_scores(v)[1])
        if name in {"auction-hearts", "heartsette", "joker-hearts"}:
            start, gain = self._pool_vector()
            return Goal(1, False, start, gain, lambda v: self._sum(self._pool_counters(v, auction=True)))
        if name == "penchant":
            start, gain = self._each_seat(lambda i: (i.mark,))
            return Goal(1, False, start, gain, lambda v: self._sum(settlement.penchant(v)))
        settle = self._points_settlement()
        start, gain = self._each_seat(lambda i: (i.points,))
        return Goal(1, False, start, gain, lambda v: self._sum(settle(v)))

    def _points_settlement(self) -> Callable[[Sequence[int]], list[int]]:
        """The settlements that read each seat's points."""
        if self.game.name == "two-handed-hearts":
            return lambda v: settlement.difference(v, yes(self.options, "above-six"))
        if self.game.name == "three-handed-hearts":
            return settlement.three_handed
        if self.game.name == "spot-hearts" or (self.game.hearts and yes(self.options, "spot")):
            return settlement.spot
        raise ValueError(f"{self.game.name} has no settlement of its own")

    def _cinch_scores(self, v: Vector) -> tuple[int, int]:
        """What the side and the others score. Without a bid only the difference counts."""
        side, others = v
        bidder, bid = self.options.get("bidder"), self.options.get("bid")
        if bidder is None or bid is None:
            return settlement.cinch(side, others, None)
        if self.table.seats.index(bidder) in self.side:
            return settlement.cinch(side, others, int(str(bid)))
        scores = settlement.cinch(others, side, int(str(bid)))
        return scores[1], scores[0]

    def _out(self) -> Goal:
        if self.game.name != "cinch" or "scores" not in self.options:
            raise ValueError("out: Cinch with scores")
        scores = read_pairs(self.options["scores"])
        before = [
            next(
                (
                    scores[self.table.seats[seat]]
                    for seat in sorted(seats)
                    if self.table.seats[seat] in scores
                ),
                0,
            )
            for seats in (self.side, self.rest)
        ]
        start, gain = self._sides()

        def final(v: Vector) -> int:
            side, others = (had + scored for had, scored in zip(before, self._cinch_scores(v), strict=True))
            return int(side >= 51 > others)

        return Goal(1, False, start, gain, final, yes_no=True)

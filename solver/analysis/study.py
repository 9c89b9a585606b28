"""What comes of many deals: the value over random deals, and split by what the side's first seat holds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.analysis.batch import CardBounds, Questions, questions_of
from solver.analysis.limits import Limits
from solver.analysis.question import Question, seats_of
from solver.core.batch import Found
from solver.positions.arrays import Positions
from solver.positions.holdings import Feature, first_seats
from solver.positions.position import Position
from solver.positions.stream import RandomDeals
from solver.scoring.goals import wants_few

PER_CENT = (5, 25, 50, 75, 95)  # the quantiles that are given
COUNTED = ("value", "free-cards")
AT_ONCE = 1000  # deals at most that are solved before anything is shown
A_MOMENT = 0.5  # seconds that the deals solved together should take
AT_FIRST = 2  # deals for each thread, so that Ctrl-C loses few where a deal takes seconds

Values = NDArray[np.int64]


# --- figures --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """What many values come to. `lower` and `upper` (int64, a deal each) are equal where a value is proven.

    The mean lies between those of the bounds. Quantiles and shares are of the deals that are proven.
    """

    lower: Values
    upper: Values

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.lower)

    @property
    def proven(self) -> Values:
        """The values that are proven."""
        values: Values = self.lower[self.lower == self.upper]
        return values

    @property
    def stopped(self) -> int:
        """The deals whose value a limit kept from being proven."""
        return self.deals - len(self.proven)

    @property
    def mean(self) -> tuple[float, float] | None:
        """The least and the most that the mean can be; equal when all is proven, None of no deal."""
        return (float(self.lower.mean()), float(self.upper.mean())) if self.deals else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean, of either end the greater; None of fewer than two deals."""
        if self.deals < 2:
            return None
        return max(float(ends.std(ddof=1)) for ends in (self.lower, self.upper)) / math.sqrt(self.deals)

    @property
    def quantiles(self) -> dict[int, int]:
        """For each of 5, 25, 50, 75, 95 per cent the least value that this share of deals does not exceed."""
        values = np.sort(self.proven)
        if not len(values):
            return {}
        places = {part: max(0, math.ceil(len(values) * part / 100) - 1) for part in PER_CENT}
        return {part: int(values[place]) for part, place in places.items()}

    @property
    def shares(self) -> dict[int, float]:
        """The share of each value that occurs, least first."""
        values, counts = np.unique(self.proven, return_counts=True)
        share = counts / max(1, len(self.proven))
        return dict(zip(values.tolist(), share.tolist(), strict=True))


@dataclass(frozen=True)
class Part:
    """The deals in which the features have these numbers, in the order of the study's `by`."""

    numbers: tuple[int, ...]
    figures: Figures


@dataclass(frozen=True)
class Study:
    """Many deals with their values. `first` is one of them, which shows the game and its options.

    `named` is the side as it was named, None for the seat to play with its partner; `counted` is one of
    `COUNTED`; `numbers` has a row a deal and a column for each feature of `by`. `stopped` is "interrupt"
    after Ctrl-C.
    """

    first: Position
    named: tuple[str, ...] | None
    goal: str
    counted: str
    by: tuple[Feature, ...]
    figures: Figures
    numbers: Values
    stopped: str = ""
    refused: int = 0  # rows of a file that hold no answer

    @property
    def position(self) -> Position:
        """The deal that shows what values mean."""
        return self.first

    @property
    def side(self) -> tuple[str, ...]:
        """The side in that deal, in the order of the table."""
        return tuple([self.first.seats[seat] for seat in seats_of(self.first, self.named)])

    @property
    def exact(self) -> bool:
        """Whether every deal is proven, and none is missing."""
        return not (self.figures.stopped or self.stopped)

    def parts(self) -> Iterator[Part]:
        """The deals told apart by the features, in the order of their numbers."""
        if not self.by:
            return
        kinds, place = np.unique(self.numbers, axis=0, return_inverse=True)
        place = place.reshape(-1)
        for number, kind in enumerate(kinds.tolist()):
            rows = place == number
            yield Part(tuple(kind), Figures(self.figures.lower[rows], self.figures.upper[rows]))


# --- solving --------------------------------------------------------------------------------------------


class Solved(NamedTuple):
    """Deals with what was found of them; `cards` is the pack where every card was searched for."""

    deals: Positions
    asked: Questions
    found: Found
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class Plan:
    """What is asked of each deal. `side` are seats as named (None: the one to play, with its partner)."""

    side: tuple[str, ...] | None
    goal: str = "points"
    counted: str = "value"
    by: tuple[Feature, ...] = ()
    limits: Limits = field(default_factory=Limits)
    threads: int = 1

    def solve(self, deals: Positions) -> Solved:
        """Search some deals, for every card as well where the cards are counted."""
        asked = questions_of(deals, self.side, self.goal)
        cards = asked.pack() if self.counted == "free-cards" else None
        return Solved(deals, asked, asked.search(self.limits, self.threads, cards), cards)

    def numbers(self, deals: Positions) -> Values:
        """The features of some deals; shape (deals, features)."""
        seats = first_seats(deals, self.side)
        columns = [feature.measure(deals, seats) for feature in self.by]
        return np.array(columns, np.int64).reshape(len(self.by), len(deals)).T

    def bounds(self, solved: Solved) -> tuple[Values, Values]:
        """The least and the most that what is counted can be."""
        deals, asked, found, _ = solved
        if self.counted == "value":
            return asked.read(found.lower, found.upper)
        return free_cards(asked.card_bounds(found), wants_least(deals, self.side, self.goal))


def study(
    source: RandomDeals, count: int, plan: Plan, each: Callable[[Solved], object] = lambda _: None
) -> Study:
    """Solve `count` deals. `each` gets them as they are solved.

    After Ctrl-C the study is of the deals solved until then. Raises `PositionError` for what cannot be asked.
    """
    deals = source.take(min(count, AT_FIRST * plan.threads))
    first = deals[0]
    Question(Position.from_fields(deals.fields_of(0), deals.rules), plan.side, plan.goal, plan.limits)
    nothing = np.zeros(0, np.int64)
    parts = [(nothing, nothing, np.zeros((0, len(plan.by)), np.int64))]
    done, size, stopped = 0, 0, ""
    try:
        while done < count:
            deals = deals if not done else source.take(min(count - done, size))
            start = time.monotonic()
            solved = plan.solve(deals)
            parts.append((*plan.bounds(solved), plan.numbers(deals)))
            done += len(deals)
            each(solved)
            size = _next_size(len(deals), time.monotonic() - start, plan)
    except KeyboardInterrupt:
        stopped = "interrupt"
    lower, upper, numbers = map(np.concatenate, zip(*parts, strict=True))
    figures = Figures(lower, upper)
    return Study(first, plan.side, plan.goal, plan.counted, plan.by, figures, numbers, stopped)


def _next_size(size: int, seconds: float, plan: Plan) -> int:
    """Deals to solve next, so that it takes about a moment: at most four times as many as before."""
    fitting = int(size * A_MOMENT / max(seconds, 1e-9))
    return max(AT_FIRST * plan.threads, min(fitting, 4 * size, AT_ONCE))


def wants_least(deals: Positions, side: Sequence[str] | None, goal: str) -> NDArray[np.bool_]:
    """Whether the seat to play wants a small value in each deal: it may play against the side."""
    few = np.full(len(deals), wants_few(deals.rules, goal))
    if side is not None and len(deals):
        few ^= ~np.isin(first_seats(deals, None), seats_of(deals[0], side))
    return few


def free_cards(cards: CardBounds, few: NDArray[np.bool_]) -> tuple[Values, Values]:
    """How many cards of each row cost nothing, from every card's bounds: least and most.

    `few` is True where whoever plays wants a small value.
    """
    none = np.iinfo(np.int64).min
    low = np.where(cards.legal, np.where(few[:, None], -cards.upper, cards.lower), none)
    high = np.where(cards.legal, np.where(few[:, None], -cards.lower, cards.upper), none)
    best = low.max(axis=1, keepdims=True)  # the best card is worth at least this
    possible = (cards.legal & (high >= best)).sum(axis=1)
    sure = (cards.legal & (low >= high.max(axis=1, keepdims=True))).sum(axis=1)
    return np.maximum(sure, 1), possible

"""What to play when hands are hidden: the average of every card over the layouts.

Each legal card is valued in each layout with all hands open, the same layouts for every card. The mean says
what a card is worth when everybody sees all hands from there on; `solver.worlds.ahead` looks further.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.analysis.batch import threads_of
from solver.analysis.limits import Limits, limits_of
from solver.analysis.question import Side, check_goal, seats_of
from solver.core.batch import Crew, CrewStoppedError
from solver.core.open_deals import OpenDeal
from solver.model.errors import PositionError
from solver.model.notation import is_number, kind_of, without_numpy
from solver.positions.position import Position
from solver.scoring import goals
from solver.worlds.ahead import Planner
from solver.worlds.draws import ALL_BELOW, WORLDS, Draws
from solver.worlds.layouts import Rng
from solver.worlds.valuing import METHODS, Valuer, Values
from solver.worlds.view import View

Weight = Callable[[Position], float]
Each = Callable[[int, int], object]  # layouts done, of how many


class Behind(NamedTuple):
    """How much worse a card is than the best one over the same layouts, with the error of that mean."""

    mean: float
    error: float | None


@dataclass(frozen=True, eq=False)
class Advice:
    """The cards of a view with what they came to in the layouts looked at.

    `values[w, k]` is the value for the side of `cards[k]` in layout `w`. `exact` says that these are all
    layouts there are; else `stopped` may say what kept some of those asked for from being finished
    ("seconds", "nodes", "suits" or "interrupt"). Numbers are None where no layout was finished.
    """

    view: View
    side: tuple[str, ...]
    goal: str
    method: str
    cards: list[str]
    values: Values
    few: bool  # whether the seat to play wants few
    exact: bool
    ahead: int = 1  # with more than one card ahead, `values` are those of each card's best plan
    weights: NDArray[np.float64] | None = None
    stopped: str = ""
    seconds: float = 0.0

    @property
    def layouts(self) -> int:
        """How many layouts there are."""
        return self.view.layouts

    @property
    def worlds(self) -> int:
        """How many were looked at."""
        return len(self.values)

    @property
    def effective(self) -> float:
        """The number of unweighted layouts that would say as much: (sum w)^2 / sum w^2."""
        if self.weights is None:
            return float(self.worlds)
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    # --- each card --------------------------------------------------------------------------------------

    @property
    def mean(self) -> dict[str, float]:
        """Each card's mean value."""
        return self._by_card(self._mean(self.values)) if self.worlds else {}

    @property
    def error(self) -> dict[str, float | None]:
        """Each card's standard error: 0 when exact, None for one layout."""
        return {card: self._error(column) for card, column in zip(self.cards, self.values.T, strict=True)}

    @property
    def share(self) -> dict[str, float]:
        """The share of the layouts in which a card is among the best; unknown for plans."""
        if not self.worlds or self.ahead > 1:
            return {}
        among = self._score == self._score.max(axis=1, keepdims=True)
        return self._by_card(self._mean(among))

    @property
    def low(self) -> dict[str, int]:
        """The least value of each card in any layout that counts; unknown for plans."""
        return self._extreme(np.min)

    @property
    def high(self) -> dict[str, int]:
        """The greatest value of each card in any layout that counts; unknown for plans."""
        return self._extreme(np.max)

    @cached_property
    def behind(self) -> dict[str, Behind]:
        """How far each card is behind the best, for whoever plays it; never below 0. Unknown for plans."""
        if not self.worlds or self.ahead > 1:
            return {}
        best = self.cards.index(self.best[0])
        apart = self._score[:, [best]] - self._score
        means = self._mean(apart)
        return {
            card: Behind(max(0.0, float(mean)), self._error(column))
            for card, mean, column in zip(self.cards, means, apart.T, strict=True)
        }

    @property
    def level(self) -> dict[str, bool]:
        """Whether a card cannot be told from the best: behind by no more than twice the error of that."""
        if self.ahead > 1:
            return {card: card in self.best for card in self.cards}
        return {
            card: behind.error is None or behind.mean <= 2 * behind.error
            for card, behind in self.behind.items()
        }

    @cached_property
    def best(self) -> list[str]:
        """Every card of the best mean, in pack order."""
        if not self.worlds:
            return []
        sums = self._score.sum(axis=0) if self.weights is None else self.weights @ self._score
        return [card for card, total in zip(self.cards, sums, strict=True) if total == sums.max()]

    # --- sums -------------------------------------------------------------------------------------------

    @property
    def _score(self) -> Values:
        """The values as the seat to play wants them: many."""
        return -self.values if self.few else self.values

    def _extreme(self, of: Callable[..., Values]) -> dict[str, int]:
        """The least or greatest of each card's values in the layouts that count."""
        counting = self.values if self.weights is None else self.values[self.weights > 0]
        if not len(counting) or self.ahead > 1:
            return {}
        return dict(zip(self.cards, of(counting, axis=0).tolist(), strict=True))

    def _mean(self, columns: NDArray[Any]) -> NDArray[np.float64]:
        if self.weights is None:
            return np.asarray(columns.sum(axis=0, dtype=np.int64) / self.worlds)
        return np.asarray(self.weights @ columns / self.weights.sum())

    def _error(self, column: Values) -> float | None:
        """The standard error of the mean of a column."""
        n = self.effective if self.worlds else 0.0
        if self.exact:
            return 0.0
        if n <= 1:
            return None
        weights = np.ones(len(column)) if self.weights is None else self.weights
        mean = (weights @ column) / weights.sum()
        spread = (weights @ (column - mean) ** 2) / weights.sum()
        return math.sqrt(spread / (n - 1))

    def _by_card(self, numbers: NDArray[np.float64]) -> dict[str, float]:
        return {card: float(number) for card, number in zip(self.cards, numbers, strict=True)}


# --- asking ---------------------------------------------------------------------------------------------


def advise(
    view: View,
    side: Side = None,
    goal: str = "points",
    worlds: int = WORLDS,
    all_below: int = ALL_BELOW,
    rng: Rng = 0,
    ahead: int = 1,
    method: str = "minimax",
    weight: Weight | None = None,
    threads: int = 1,
    limits: Limits | None = None,
) -> Advice:
    """Value each card of the seat to play over the layouts of its view.

    All layouts are looked at where there are at most `all_below`, or no more than `worlds`; else `worlds` of
    them, drawn by `rng` (a seed or a generator). `weight` gives a layout's likelihood, up to a factor.
    `limits`: seconds for the whole answer, nodes for each layout. `method` "maxn": each seat plays for its
    own number. `ahead`: cards of the seat that are planned at once (see `ahead`). Raises `PositionError` for
    what cannot be asked, `KeyboardInterrupt` on Ctrl-C.
    """
    found = look(
        view, side, goal, Draws(worlds, all_below, rng), ahead=ahead, method=method, weight=weight,
        threads=threads, limits=limits,
    )  # fmt: skip
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found


def look(
    view: View,
    side: Side = None,
    goal: str = "points",
    draws: Draws | None = None,
    *,
    ahead: int = 1,
    method: str = "minimax",
    weight: Weight | None = None,
    threads: int = 1,
    limits: Limits | None = None,
    each: Each = lambda *_: None,
    stop: Any = None,
) -> Advice:
    """Advice as `advise` gives it; Ctrl-C or `stop` (`new_stop`) ends it with the layouts finished so far.

    With `ahead` above 1, limits leave nothing of an answer that is not finished: a plan is for all layouts.
    `each` is called as layouts are finished.
    """
    start = time.perf_counter()
    limits, threads = limits_of(limits), threads_of(threads) or 1
    if not isinstance(view, View):
        raise PositionError(f"view: a View, such as View.of(position), not {kind_of(view)}")
    if weight is not None and not callable(weight):
        raise PositionError(f"weight: a function of a layout, not {kind_of(weight)}")
    check_goal(goal)
    first, ahead = view[0], without_numpy(ahead)
    seats = _side_of(view, first, side, method, ahead)
    few = _wants_few(first, goal, seats) == (first.seats.index(view.seat) in seats)
    numbers = (draws or Draws()).with_usual(WORLDS).numbers(view.layouts, view.draw)
    weights = None
    if ahead > 1:
        layouts = [layout for some in view.chunks(numbers, len(numbers)) for layout in some]
        crew = Crew(limits, threads, stop)
        if weight is not None:
            weights = _weigh(weight, layouts)
        values, stopped = _plan_layouts(layouts, seats, goal, -1 if few else 1, ahead, weights, crew, each)
        weights = weights if len(values) or weights is None else weights[:0]
    else:
        values, stopped = value_layouts(
            view, numbers, Valuer(first, seats, goal, method, limits, threads, stop), each
        )
        if weight is not None:
            weights = _weigh(weight, [view[number] for number in numbers[: len(values)]])
    return Advice(
        view=view,
        side=tuple([first.seats[seat] for seat in seats]),
        goal=goal,
        method=method,
        cards=first.legal_cards(),
        values=values,
        few=few,
        exact=isinstance(numbers, range) and len(values) == view.layouts,
        ahead=ahead,
        weights=weights,
        stopped=stopped,
        seconds=time.perf_counter() - start,
    )


def _side_of(view: View, first: Position, side: Side, method: str, ahead: int) -> tuple[int, ...]:
    """The seats whose payoff is asked about; raises `PositionError` for what cannot be asked."""
    if method not in METHODS:
        raise PositionError(f'method: "{method}" is none of {", ".join(METHODS)}')
    if first.to_play != view.seat:
        raise PositionError(f"seat: {first.to_play or 'nobody'} is to play, not {view.seat}")
    if method == "maxn" and side is not None:
        raise PositionError("a side is not asked about where every seat plays for itself (maxn)")
    _check_ahead(ahead, method)
    return (first.seats.index(view.seat),) if method == "maxn" else seats_of(first, side)


def value_layouts(view: View, numbers: Sequence[int], valuer: Valuer, each: Each) -> tuple[Values, str]:
    """The value of each card in each of these layouts, up to the first not finished, and what stopped it."""
    parts = [_no_values(view[0])]
    stopped = ""
    try:
        for some in view.chunks(numbers, valuer.chunk):
            done = sum(map(len, parts))
            part, stopped = valuer.values(some, partial(_told, each, done, len(numbers)))
            parts.append(part)
            if stopped:
                break
    except KeyboardInterrupt:
        stopped = "interrupt"
    return np.vstack(parts), stopped


def _told(each: Each, before: int, of: int, more: int) -> None:
    """Tell how many layouts are done, from how many of some part are."""
    each(before + more, of)


def _plan_layouts(
    layouts: Sequence[Position],
    side: tuple[int, ...],
    goal: str,
    sign: int,
    ahead: int,
    weights: NDArray[np.float64] | None,
    crew: Crew,
    each: Each,
) -> tuple[Values, str]:
    """The values of each card's best plan in each layout; none where a limit stopped it, and what did."""
    first = layouts[0]
    seat = first.seat_to_play()
    assert seat is not None
    seats = frozenset(range(len(first.seats)))
    camp = side if seat in side else seats.difference(side)
    deals = [OpenDeal(layout.deal(), goals.payoff(layout, goal, side)) for layout in layouts]
    planner = Planner(seat, camp, sign, crew)
    try:
        best = planner.best(
            deals, ahead, weights, lambda done, of: each(done * len(layouts) // of, len(layouts))
        )
    except KeyboardInterrupt:
        return _no_values(first), "interrupt"
    except CrewStoppedError as stopped:
        return _no_values(first), str(stopped)
    columns = [best[card] for card in first.legal_cards()]
    return sign * np.array(columns, dtype=np.int64).T, ""


def _no_values(first: Position) -> Values:
    return np.zeros((0, len(first.legal_cards())), dtype=np.int64)


def _check_ahead(ahead: int, method: str) -> None:
    if not is_number(ahead, int) or ahead < 1:
        raise PositionError(f"ahead: a number of cards from 1, not {ahead!r}")
    if ahead > 1 and method == "maxn":
        raise PositionError("ahead: plans are for a side against the rest, not for maxn")


def _weigh(weight: Weight, layouts: Sequence[Position]) -> NDArray[np.float64]:
    weights = np.array([float(weight(layout)) for layout in layouts])
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise ValueError("weight: every layout's is a number from 0 up")
    if len(weights) and not weights.any():
        raise ValueError("weight: no layout looked at has one above 0")
    return weights


def _wants_few(position: Position, goal: str, side: tuple[int, ...]) -> bool:
    """Whether the side wants few of what the goal counts."""
    value = goals.payoff(position, goal, side).value
    return value(1 << 14) < value(-(1 << 14))

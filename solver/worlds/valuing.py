"""Every card's value in many layouts, side by side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.analysis.limits import Limits
from solver.analysis.maxn import search_maxn
from solver.analysis.question import Question, new_stop
from solver.positions.position import Position

METHODS = ("minimax", "maxn")


class OpenHands:
    """Values of positions with open hands as one seat wants them: much. All count from the first one on.

    A position comes again and again, so what was found is kept.
    """

    def __init__(self, first: Position, side: Sequence[str], goal: str, sign: int, limits: Limits) -> None:
        self._side = tuple(side)
        self._goal = goal
        self._sign = sign
        self._limits = limits
        self._until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._before = 0
        analysis = self._question(first).solution()
        if analysis.total is None or analysis.value is None:
            raise TimeoutError(f"the search was stopped by the limit on {analysis.stopped}")
        self._before = analysis.total - analysis.value
        self._values: dict[Position, int] = {}
        self._cards: dict[Position, dict[str, int]] = {}

    def value(self, position: Position) -> int:
        """The value of a position."""
        if position not in self._values:
            solution = self._question(position).solution()
            self._values[position] = self._sign * (
                self._exact(solution.total, solution.stopped) - self._before
            )
        return self._values[position]

    def cards(self, position: Position) -> dict[str, int]:
        """The value of each card that may be played."""
        if position not in self._cards:
            analysis = self._question(position).analysis()
            value = self._exact(analysis.value, analysis.stopped)
            since = self._exact(analysis.total, analysis.stopped) - value - self._before
            self._cards[position] = {
                card: self._sign * (self._exact(bounds.value, analysis.stopped) + since)
                for card, bounds in analysis.card_bounds.items()
            }
        return self._cards[position]

    def _question(self, position: Position) -> Question:
        limits = self._limits
        if self._until is not None:
            limits = Limits(max(1e-6, self._until - time.monotonic()), limits.nodes, limits.memory)
        return Question(position, self._side, self._goal, limits)

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self._until is not None and time.monotonic() >= self._until

    def _exact(self, value: int | None, stopped: str) -> int:
        if stopped == "interrupt":
            raise KeyboardInterrupt
        if value is None:
            raise TimeoutError(f"the search was stopped by the limit on {stopped}")
        return value


class Valuer:
    """Values the cards of positions that differ only in how hidden cards lie, for one side and goal."""

    def __init__(
        self,
        first: Position,
        side: tuple[int, ...],
        goal: str,
        method: str,
        limits: Limits,
        threads: int,
        stop: Any = None,
    ) -> None:
        self._seat = first.to_play
        self._cards = first.legal_cards()
        self._side = tuple([first.seats[seat] for seat in side])
        self._goal = goal
        self._method = method
        self._limits = Limits(limits.seconds, limits.nodes, max(1, limits.memory // threads))
        self._until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._threads = threads
        self._stop = new_stop() if stop is None else stop
        self.chunk = 32 * threads

    def values(self, positions: Sequence[Position]) -> tuple[NDArray[np.int64], str]:
        """The value of every card in each position, up to the first not finished, and what stopped it."""
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                run = pool.map if self._threads > 1 else map
                rows: list[list[int] | str] = list(run(self._row, positions))
            except KeyboardInterrupt:
                self._stop.set()
                rows = ["interrupt"]
        found: list[list[int]] = []
        for row in rows:
            if isinstance(row, str):
                return np.array(found, dtype=np.int64).reshape(-1, len(self._cards)), row
            found.append(row)
        return np.array(found, dtype=np.int64).reshape(-1, len(self._cards)), ""

    def _row(self, position: Position) -> list[int] | str:
        """The values of one position, or what stopped its search."""
        seconds = None if self._until is None else self._until - time.monotonic()
        if seconds is not None and seconds <= 0:
            return "seconds"
        limits = Limits(seconds, self._limits.nodes, self._limits.memory)
        if self._method == "maxn":
            each = search_maxn(position, self._goal, limits=limits, stop=self._stop)
            numbers = [each.cards[card] for card in self._cards]
            assert self._seat is not None
            whole = [by_seat[self._seat] for by_seat in numbers if by_seat is not None]
            return each.stopped or whole
        question = Question(position, self._side, self._goal, limits)
        question.stop_by(self._stop)
        analysis = question.analysis()
        bounds = [analysis.card_bounds[card] for card in self._cards]
        if all(bound.exact for bound in bounds) and analysis.stopped != "interrupt":
            return [bound.lower for bound in bounds]
        return analysis.stopped

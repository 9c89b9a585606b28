"""Every card's value in many layouts, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.analysis.batch import NOT_LEGAL, RowQuestions
from solver.analysis.limits import Limits
from solver.analysis.maxn import search_maxn
from solver.analysis.question import Question, new_stop
from solver.core.batch import Crew
from solver.positions.arrays import Positions
from solver.positions.position import Position

METHODS = ("minimax", "maxn")
CHUNK = 4096  # layouts that go to the core at once
Values = NDArray[np.int64]
Done = Callable[[int], object]


class Valuer:
    """Values the cards of layouts, positions that differ only in how hidden cards lie, for one side and goal.

    Limits of seconds are for all of them together, from now on, and nodes for each. What all layouts share
    is set up once: rules and payoffs, and the tables of each thread.
    """

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
        self._threads = threads
        self._limits = Limits(limits.seconds, limits.nodes, max(1, limits.memory // threads))
        self._until = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._stop = new_stop() if stop is None else stop
        self._in_rows = method == "minimax" and first.rules.follow != "follow-or-take-up"
        self._crew = Crew(limits, threads, self._stop) if self._in_rows else None

    @property
    def chunk(self) -> int:
        """How many layouts are best given at once."""
        return CHUNK if self._in_rows else 32 * self._threads

    def values(self, layouts: Positions, each: Done = lambda _: None) -> tuple[Values, str]:
        """The value of every card in each layout, up to the first not finished, and what stopped it.

        `each` hears now and then how many are done.
        """
        if self._crew is not None and not layouts.long.any():
            return self._together(layouts, self._crew, each)
        found = self._one_by_one(layouts)
        each(len(found[0]))
        return found

    def _together(self, layouts: Positions, crew: Crew, each: Done) -> tuple[Values, str]:
        """Layouts of an array, straight to the core."""
        asked = RowQuestions(layouts, self._side, self._goal)
        pack = asked.pack()
        found = asked.answered(partial(crew.run, each=each), pack)
        lower, upper = asked.read_cards(found)
        columns = [pack.index(card) for card in self._cards]
        finished = ((lower == upper) & (lower != NOT_LEGAL))[:, columns].all(axis=1)
        whole = len(layouts) if finished.all() else int(finished.argmin())
        values = lower[:whole, columns].astype(np.int64)
        return values, "" if whole == len(layouts) else found.stopped(whole)

    def _one_by_one(self, layouts: Positions) -> tuple[Values, str]:
        """Layouts that the core cannot be given as an array."""
        found: list[list[int]] = []
        stopped = ""
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for row in (pool.map if self._threads > 1 else map)(self._row, layouts):
                    if isinstance(row, str):
                        stopped = row
                        break
                    found.append(row)
            except KeyboardInterrupt:
                stopped = "interrupt"
            if stopped == "interrupt":
                self._stop.set()
        return np.array(found, dtype=np.int64).reshape(-1, len(self._cards)), stopped

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

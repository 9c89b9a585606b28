"""Solving and analysing positions: one, or many on all cores."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from solver.analysis.limits import Limits, is_number, limits_of
from solver.analysis.question import Answer, Question, Side
from solver.analysis.solution import Analysis, Solution
from solver.core.search import search_many
from solver.model.errors import PositionError
from solver.model.notation import without_numpy
from solver.positions.position import Position


def solve(
    position: Position, side: Side = None, goal: str = "points", limits: Limits | None = None
) -> Solution:
    """The value of a position with best play by all.

    `side` names the seats that share the payoff (`"A"`, `"A,B"` or a sequence; None: the seat to play, with
    its partner where the game has partners); all other seats play against them. Raises `PositionError` for a
    side or goal the position does not have, `KeyboardInterrupt` on Ctrl-C.
    """
    return _raise_if_interrupted(Question(position, side, goal, limits).solution())


def analyze(
    position: Position, side: Side = None, goal: str = "points", limits: Limits | None = None
) -> Analysis:
    """As `solve`, with the value of every legal card in `cards`."""
    return _raise_if_interrupted(Question(position, side, goal, limits).analysis())


def solve_batch(
    positions: Iterable[Position],
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """The values of many positions, solved side by side; shape (len(positions),).

    `threads` None takes all cores. Values do not depend on their number. Errors name the index of the
    position. Raises `TimeoutError` when a limit
    stops one of the searches, as an array has no place for bounds.
    """
    threads = without_numpy(threads)
    if threads is not None and not (is_number(threads, int) and threads >= 1):
        raise PositionError(f"threads: a whole number from 1, or None for all cores, not {threads!r}")
    if isinstance(positions, Position) or not isinstance(positions, Iterable):
        raise PositionError(f"positions: a sequence of Positions, not a single {type(positions).__name__}")
    limits = limits_of(limits)
    asked = [_question(place, position, side, goal, limits) for place, position in enumerate(positions)]
    found = search_many(
        [question.deal for question in asked], [question.payoff for question in asked], limits, threads
    )
    values = np.empty(len(asked), dtype=np.int64)
    for place, (lower, upper, stopped) in enumerate(found):
        if stopped == "interrupt":
            raise KeyboardInterrupt
        bounds = asked[place].read(lower, upper)
        if not bounds.exact:
            raise TimeoutError(
                f"position {place}: stopped by the limit on {stopped}, {bounds.lower} to {bounds.upper}"
            )
        values[place] = bounds.lower
    return values


def _question(place: int, position: Position, side: Side, goal: str, limits: Limits) -> Question:
    """A question of a batch; its errors name the position's index."""
    try:
        return Question(position, side, goal, limits)
    except PositionError as error:
        raise PositionError(f"position {place}: {error}") from None


def _raise_if_interrupted(answer: Answer) -> Answer:
    if answer.stopped == "interrupt":
        raise KeyboardInterrupt
    return answer

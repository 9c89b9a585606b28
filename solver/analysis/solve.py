"""Solving and analysing positions: one, or many on all cores."""

from __future__ import annotations

from solver.analysis.limits import Limits
from solver.analysis.question import Answer, Question, Side
from solver.analysis.solution import Analysis, Solution
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
    """The value of a position as `solve` gives it, and in `cards` the value of every legal card."""
    return _raise_if_interrupted(Question(position, side, goal, limits).analysis())


def _raise_if_interrupted(answer: Answer) -> Answer:
    if answer.stopped == "interrupt":
        raise KeyboardInterrupt
    return answer

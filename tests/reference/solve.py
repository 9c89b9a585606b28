"""The questions: the value of a position, of each card, and every seat for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import enfle
from .maxn import MaxN
from .search import Solver
from .state import Position


def value(pos: Position, side: Sequence[str], goal: str = "points") -> int:
    """The goal's value for the side with best play by it and by all the others together."""
    if pos["game"] == "enfle":
        return enfle.value(pos, side, goal)
    return Solver(pos, side, goal).value()


def card_values(pos: Position, side: Sequence[str], goal: str = "points") -> dict[str, int]:
    """The side's value after each legal card, in pack order; empty when the deal is over."""
    if pos["game"] == "enfle":
        return enfle.card_values(pos, side, goal)
    return Solver(pos, side, goal).card_values()


def total(pos: Position, side: Sequence[str], goal: str = "points") -> int:
    """For points and margin the value with what was captured before added; else the value."""
    if pos["game"] == "enfle":
        return enfle.value(pos, side, goal)
    solver = Solver(pos, side, goal)
    maker = solver.maker
    before = 0
    if goal in {"points", "margin"}:
        before = maker.sum_points(maker.side)
    if goal == "margin":
        before -= maker.sum_points(maker.rest)
    return solver.value() + before


def maxn(
    pos: Position, goals: Mapping[str, str] | str = "points", ties: str = "worst"
) -> dict[str, list[int]]:
    """Each legal card's payoffs, a number a seat, each seat playing for its own goal (see maxn.py)."""
    if pos["game"] == "enfle":
        raise ValueError("max^n is not defined where play can go round")
    wanted = dict.fromkeys(pos["seats"], goals) if isinstance(goals, str) else dict(goals)
    return MaxN(pos, wanted, ties).card_vectors()

"""What sides have captured before positions, for all rows of an array at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import going_on, group
from solver.model.cards import CARD_BITS
from solver.positions.arrays import Positions
from solver.scoring import goals

Side = tuple[int, ...]


def captured_before(
    positions: Positions, sides: Sequence[Side], side: NDArray[np.int32], goal: str
) -> NDArray[np.int64]:
    """What the goal `points` or `margin` counts of the cards taken before each row; int64 of shape (rows,).

    `side` is the place in `sides` of each row's side.
    """
    rules = positions.rules
    if rules.any_trick or rules.first_trick or rules.last_trick:
        return _row_by_row(positions, sides, side, goal)
    # Cards alone count: what the options bring besides, and the cards of each seat.
    found = _without_cards(positions, sides, side, goal)
    factors = _factors(sides, len(positions.seats), goal)[side]
    for variant, worth in enumerate(positions.pointed):
        rows = np.flatnonzero(positions.variants.group == variant)
        found[rows] += (factors[rows] * _points(positions.array["taken"][rows], worth)).sum(axis=1)
    return found


def _points(taken: NDArray[np.uint64], worth: Mapping[str, int]) -> NDArray[np.int64]:
    """Points of each seat's cards; shape (rows, seats)."""
    points = np.zeros(taken.shape[:2], np.int64)
    if taken.any():
        for card, value in worth.items():
            held = (taken >> np.uint64(CARD_BITS[card])) & np.uint64(1)
            points += value * held.sum(axis=2).astype(np.int64)
    return points


def _factors(sides: Sequence[Side], n_seats: int, goal: str) -> NDArray[np.int64]:
    """How each seat's points count for each side."""
    against = -1 if goal.strip() == "margin" else 0
    return np.array([[1 if seat in side else against for seat in range(n_seats)] for side in sides], np.int64)


def _without_cards(
    positions: Positions, sides: Sequence[Side], side: NDArray[np.int32], goal: str
) -> NDArray[np.int64]:
    """What options have brought (Cinch's discards), once for all rows that have the same."""
    groups = group([positions.variants.group, side], len(positions))
    nothing = ((),) * len(positions.seats)

    def brought(row: int) -> int:
        if not positions.chosen[positions.variants.group[row]]:
            return 0
        return goals.captured_before(goal, sides[side[row]], replace(positions[row], taken=nothing))

    return _of_groups(groups.first.tolist(), groups.group, brought)


def _row_by_row(
    positions: Positions, sides: Sequence[Side], side: NDArray[np.int32], goal: str
) -> NDArray[np.int64]:
    """Where tricks count too: once for all rows that have the same."""
    array = positions.array
    columns: list[NDArray[Any]] = [positions.variants.group, side, array["leader"], going_on(array)]
    columns += list(array["taken"].reshape(len(array), -1).T)
    groups = group(columns, len(array))
    return _of_groups(
        groups.first.tolist(),
        groups.group,
        lambda row: goals.captured_before(goal, sides[side[row]], positions[row]),
    )


def _of_groups(
    first: list[int], place: NDArray[np.int32], worked_out: Callable[[int], int]
) -> NDArray[np.int64]:
    return np.array([worked_out(row) for row in first], np.int64)[place] if first else np.zeros(0, np.int64)

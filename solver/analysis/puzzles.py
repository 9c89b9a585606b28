"""Positions with one best card, picked from random ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.analysis.solve import analyze
from solver.positions.position import Position


def only_best(
    positions: Iterable[Position], cost: int = 1, side: str | None = None, goal: str = "points"
) -> Iterator[Position]:
    """The positions in which one card alone is best, and every other costs at least `cost`.

    The cost is borne by the side, or by its opponents where one of them is to play. Deals too long to be
    solved are passed over. Raises `PositionError` for a side or goal that the game does not have,
    `KeyboardInterrupt` on Ctrl-C.
    """
    for position in positions:
        answer = analyze(position, side, goal)
        if not answer.exact:
            continue
        losses = sorted(abs(bounds.lower - answer.lower) for bounds in answer.card_bounds.values())
        if losses[1:2] and losses[1] >= cost:
            yield position

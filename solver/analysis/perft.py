"""A check of the rules: how many ways there are to play on."""

from __future__ import annotations

from solver.core.table import Table
from solver.positions.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of legal sequences of exactly `depth` cards from here; identical cards count once."""
    return Table(position).perft(depth)

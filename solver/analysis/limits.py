"""When a search is to stop."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solver.model.errors import PositionError
from solver.model.notation import is_number, without_numpy

MOST_NODES = 1 << 62  # what the core counts up to, with room to spare
MOST_MEGABYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: seconds and nodes for each position (None: never), memory in megabytes for all tables."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int = 256

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "memory"):
            object.__setattr__(self, name, without_numpy(getattr(self, name)))
        if self.seconds is not None and not (
            is_number(self.seconds, int | float) and 0 < self.seconds < math.inf
        ):
            raise PositionError(f"seconds: a number more than 0, not {self.seconds!r}")
        if self.nodes is not None and not (is_number(self.nodes, int) and 1 <= self.nodes <= MOST_NODES):
            raise PositionError(f"nodes: a whole number from 1 to {MOST_NODES}, not {self.nodes!r}")
        if not (is_number(self.memory, int) and 1 <= self.memory <= MOST_MEGABYTES):
            raise PositionError(f"memory: megabytes, 1 to {MOST_MEGABYTES}, not {self.memory!r}")


NO_LIMITS = Limits()


def limits_of(limits: Limits | None) -> Limits:
    """The limits that are given, or none; raises `PositionError` for anything else."""
    if limits is None:
        return NO_LIMITS
    if not isinstance(limits, Limits):
        raise PositionError(f"limits: Limits(seconds=..., nodes=..., memory=...), not {limits!r}")
    return limits

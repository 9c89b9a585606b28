"""When a search is to stop."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Protocol, TypeVar

from solver.model.errors import PositionError
from solver.model.notation import is_number, without_numpy

MOST_NODES = 1 << 62  # what the core counts up to, with room to spare
MOST_MEGABYTES = 1 << 20
LEAST_SECONDS = 1e-6  # as good as none


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


# --- limits of several searches -------------------------------------------------------------------------


class Searched(Protocol):
    """What a search took, and why it was stopped ("" where it came to its end)."""

    @property
    def nodes(self) -> int: ...
    @property
    def stopped(self) -> str: ...


Found = TypeVar("Found", bound=Searched)


class Allowance:
    """Limits that several searches share, one after another, and what is left of them."""

    def __init__(self, limits: Limits, seconds: float = 0.0) -> None:
        """From now on, or from this many `seconds` ago."""
        self._limits = limits
        self._start = time.perf_counter() - seconds
        self.nodes = 0
        self.stopped = ""

    @property
    def seconds(self) -> float:
        """Time gone by."""
        return time.perf_counter() - self._start

    @property
    def used_up(self) -> str:
        """The limit that leaves nothing to the next search, "" where none does; "interrupt" after Ctrl-C."""
        seconds, nodes = self._limits.seconds, self._limits.nodes
        if self.stopped == "interrupt":
            return "interrupt"
        if seconds is not None and self.seconds >= seconds:
            return "seconds"
        return "nodes" if nodes is not None and self.nodes >= nodes else ""

    @property
    def left(self) -> Limits:
        """Limits of the next search. One for which nothing is left gets next to nothing."""
        seconds, nodes = self._limits.seconds, self._limits.nodes
        if self.stopped == "interrupt":
            return Limits(nodes=1, memory=1)
        return Limits(
            None if seconds is None else max(seconds - self.seconds, LEAST_SECONDS),
            None if nodes is None else max(nodes - self.nodes, 1),
            self._limits.memory,
        )

    def spend(self, found: Found) -> Found:
        """Take down what a search used, and why it was stopped."""
        self.nodes += found.nodes
        if self.stopped != "interrupt" and found.stopped:
            self.stopped = found.stopped
        return found

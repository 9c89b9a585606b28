"""What each seat can make sure of against all others, and what it gets when each plays for itself."""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.limits import Allowance, Limits, limits_of
from solver.analysis.maxn import MaxnAnalysis, goals_by_seat, search_maxn
from solver.analysis.question import Question, check_position
from solver.analysis.solution import Bounds
from solver.core.search import Stop
from solver.positions.position import Position


@dataclass(frozen=True)
class SeatRow:
    """One seat. Totals count what was captured before; None stands for what a limit left open."""

    seat: str
    guaranteed: Bounds  # against all other seats together
    guaranteed_total: int | None
    value: int | None  # in max^n
    total: int | None


@dataclass(frozen=True)
class EachSeat:
    """A row a seat, and the max^n analysis behind them. `nodes` and `seconds` are of all searches.

    `stopped` says what kept one of the numbers from being proven: "seconds", "nodes", "interrupt", or "".
    """

    position: Position
    goal: str
    rows: list[SeatRow]
    maxn: MaxnAnalysis
    nodes: int
    seconds: float
    stopped: str

    @property
    def exact(self) -> bool:
        """Whether every number is proven."""
        return not self.stopped


def each_seat(
    position: Position, goal: str = "points", limits: Limits | None = None, ties: str = "worst"
) -> EachSeat:
    """For every seat, playing for `goal`: what it can make sure of against the rest, and gets in max^n.

    The limits hold for all searches together; errors as in `maxn`.
    """
    found = search_each_seat(position, goal, limits, ties)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found


def search_each_seat(
    position: Position,
    goal: str = "points",
    limits: Limits | None = None,
    ties: str = "worst",
    stop: Stop | None = None,
) -> EachSeat:
    """The rows of `each_seat`; Ctrl-C or `stop` (see `new_stop`) ends it with what is known by then."""
    check_position(position)
    allowance = Allowance(limits_of(limits))
    goals_by_seat(position, goal)
    alone = []
    for seat in position.seats:
        question = Question(position, (seat,), goal, allowance.left)
        question.stop_by(stop)
        alone.append(allowance.spend(question.solution()))
    each = allowance.spend(search_maxn(position, goal, ties, allowance.left, stop))
    rows = [
        SeatRow(
            seat,
            found.bounds,
            found.total,
            each.values[seat] if each.values else None,
            each.totals[seat] if each.totals else None,
        )
        for seat, found in zip(position.seats, alone, strict=True)
    ]
    return EachSeat(position, goal, rows, each, allowance.nodes, allowance.seconds, allowance.stopped)

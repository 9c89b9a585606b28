"""openhand: double-dummy analysis of Cinch, Hearts and their relatives, all hands open.

from solver import Position, analyze
position = Position.parse("A:AK8.J6.. ...", game="hearts", leader="A")
analyze(position).cards
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.analysis.batch import BatchBounds, BatchCards, solve_batch
    from solver.analysis.each_seat import EachSeat, each_seat
    from solver.analysis.limits import Limits
    from solver.analysis.maxn import MaxnAnalysis, maxn
    from solver.analysis.solution import Analysis, Bounds, Solution
    from solver.analysis.solve import analyze, solve
    from solver.batch.cluster import solve_dask
    from solver.model.errors import PositionError
    from solver.positions.arrays import Positions
    from solver.positions.position import Position
    from solver.worlds.advice import advise
    from solver.worlds.view import View

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BatchBounds",
    "BatchCards",
    "Bounds",
    "EachSeat",
    "Limits",
    "MaxnAnalysis",
    "Position",
    "PositionError",
    "Positions",
    "Solution",
    "View",
    "advise",
    "analyze",
    "each_seat",
    "maxn",
    "solve",
    "solve_batch",
    "solve_dask",
]

# Loaded when first asked for: the command line is up, and answers Ctrl-C, before numpy and the core are.
_HOMES = {
    "EachSeat": "analysis.each_seat",
    "each_seat": "analysis.each_seat",
    "Limits": "analysis.limits",
    "analyze": "analysis.solve",
    "solve": "analysis.solve",
    "BatchBounds": "analysis.batch",
    "BatchCards": "analysis.batch",
    "solve_batch": "analysis.batch",
    "solve_dask": "batch.cluster",
    "PositionError": "model.errors",
    "MaxnAnalysis": "analysis.maxn",
    "maxn": "analysis.maxn",
    "Position": "positions.position",
    "Positions": "positions.arrays",
    "Analysis": "analysis.solution",
    "Bounds": "analysis.solution",
    "Solution": "analysis.solution",
    "View": "worlds.view",
    "advise": "worlds.advice",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"solver.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""openhand: double-dummy analysis of Cinch, Hearts and their relatives, all hands open.

from solver import Position, analyze
position = Position.parse("A:AK8.J6.. ...", game="hearts", leader="A")
analyze(position).cards
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.eachseat import EachSeat, each_seat
    from solver.engine import Limits, analyze, solve, solve_batch
    from solver.errors import PositionError
    from solver.freeforall import MaxnAnalysis, maxn
    from solver.position import Position
    from solver.solution import Analysis, Bounds, Solution

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Bounds",
    "EachSeat",
    "Limits",
    "MaxnAnalysis",
    "Position",
    "PositionError",
    "Solution",
    "analyze",
    "each_seat",
    "maxn",
    "solve",
    "solve_batch",
]

# Loaded when first asked for: the command line is up, and answers Ctrl-C, before numpy and the core are.
_HOMES = {
    "EachSeat": "eachseat",
    "each_seat": "eachseat",
    "Limits": "engine",
    "analyze": "engine",
    "solve": "engine",
    "solve_batch": "engine",
    "PositionError": "errors",
    "MaxnAnalysis": "freeforall",
    "maxn": "freeforall",
    "Position": "position",
    "Analysis": "solution",
    "Bounds": "solution",
    "Solution": "solution",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"solver.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

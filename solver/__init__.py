"""openhand: double-dummy analysis of Cinch, Hearts and their relatives, all hands open.

from solver import Position, analyze
position = Position.parse("A:AK8.J6.. ...", game="hearts", leader="A")
analyze(position).cards
"""

from solver.engine import Limits, analyze, solve, solve_batch
from solver.errors import PositionError
from solver.position import Position
from solver.solution import Analysis, Bounds, Solution

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Bounds",
    "Limits",
    "Position",
    "PositionError",
    "Solution",
    "analyze",
    "solve",
    "solve_batch",
]

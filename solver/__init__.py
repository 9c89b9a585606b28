"""openhand: double-dummy analysis of Cinch, Hearts and their relatives, all hands open.

from solver import Position, analyze
position = Position.parse("A:AK8.J6.. ...", game="hearts", leader="A")
analyze(position).cards
"""

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

"""Random legal positions: a door to `solver.positions.generate`."""

from solver.positions.generate import generate, generated

__all__ = ["generate", "generated"]

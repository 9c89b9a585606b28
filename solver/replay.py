"""A played deal, card by card: a door to `solver.analysis.replay`."""

from solver.analysis.replay import Replay, Step, replay

__all__ = ["Replay", "Step", "replay"]

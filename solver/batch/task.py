"""What is asked of every position of a batch."""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.limits import Limits

METHODS = ("minimax", "maxn")


@dataclass(frozen=True)
class Task:
    """A question without a position. `method` "maxn" asks for what the seat to play gets if each plays for
    itself; it has no side. `limits` hold for each position, but the memory for all together."""

    goal: str = "points"
    side: str | None = None
    method: str = "minimax"
    every_card: bool = False
    limits: Limits = Limits()  # noqa: RUF009 - a frozen value

    def told(self) -> dict[str, object]:
        """What the answers depend on, under the names of the command's options."""
        return {
            "goal": self.goal,
            "for": self.side,
            "method": self.method,
            "every-card": self.every_card,
            "seconds": self.limits.seconds,
            "nodes": self.limits.nodes,
        }

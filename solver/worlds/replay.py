"""What each card of a play cost by what its player could see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.analysis.limits import Limits
from solver.analysis.replay import Replay
from solver.worlds.advice import Advice, look
from solver.worlds.draws import Draws
from solver.worlds.view import View

WORLDS = 50


@dataclass(frozen=True)
class SeenCost:
    """A card's mean cost over the layouts that fitted the play up to it, for its own player's side."""

    card: str
    advice: Advice
    open_cost: int | None

    @property
    def cost(self) -> float:
        """The mean of the best card less its own, never below 0."""
        return self.advice.behind[self.card].mean

    @property
    def error(self) -> float | None:
        """The standard error of the cost: 0 when exact, None for one layout."""
        return self.advice.behind[self.card].error

    @property
    def nothing(self) -> bool:
        """Whether the cost cannot be told from none."""
        return self.advice.level[self.card]

    @property
    def loss(self) -> float:
        """What it is taken to have given away: nothing where it cannot be told from that."""
        return 0.0 if self.nothing else self.cost

    @property
    def open_only(self) -> bool:
        """Whether the card gave something away with open hands, but not by what its player could see."""
        return bool(self.open_cost) and self.nothing


def cost_by_view(
    result: Replay,
    draws: Draws | None = None,
    *,
    first_trick: int = 1,
    limits: Limits | None = None,
    threads: int = 1,
) -> Iterable[SeenCost | None]:
    """The costs of a replay's cards, one after another; None for one before `first_trick`, and for one of
    which the limits, which are for each card, left no layout finished.

    Raises `KeyboardInterrupt` on Ctrl-C.
    """
    draws = (draws or Draws()).with_usual(WORLDS)
    played: list[str] = []
    for step in result.steps:
        found = None
        if step.trick >= first_trick:
            advice = look(
                View.after(result.start, played),
                result.side,
                result.goal,
                draws,
                threads=threads,
                limits=limits,
            )
            if advice.stopped == "interrupt":
                raise KeyboardInterrupt
            found = SeenCost(step.card, advice, step.cost) if advice.worlds else None
        yield found
        played.append(step.card)


def given_away_seen(result: Replay, seen: Sequence[SeenCost | None]) -> dict[str, float]:
    """What each seat gave away by what it could see, seats that gave away nothing left out."""
    lost = dict.fromkeys(result.start.seats, 0.0)
    for step, found in zip(result.steps, seen, strict=False):
        if found is not None:
            lost[step.seat] += found.loss
    return {seat: cost for seat, cost in lost.items() if cost}

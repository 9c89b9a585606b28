"""Goals for every seat of a table."""

from __future__ import annotations

import random

from solver import Position
from solver.rules.files import load
from tests.support.questions import asked_of


def goal_of_each(position: Position, rng: random.Random) -> str | dict[str, str]:
    """One goal for all, or one of its own for each seat; thresholds and rivals at random."""
    if rng.random() < 0.7:
        names = _names(position)
        name = rng.choice(names)
        return (
            name if ":" not in name else {seat: _made(name, position, seat, rng) for seat in position.seats}
        )
    return {seat: _made(rng.choice(_names(position)), position, seat, rng) for seat in position.seats}


def _names(position: Position) -> list[str]:
    rules = position.rules.under(position.options)
    return [
        goal
        for goal in rules.goals
        if asked_of(rules, goal.partition(":")[0], position, position.seats[:1])
        and not (goal == "settle" and _open_choice(position))
    ]


def _open_choice(position: Position) -> bool:
    """Heartsette with spots: which settlement it has is left open by the books."""
    return position.game == "heartsette" and bool(dict(position.options).get("spot"))


def _made(goal: str, position: Position, seat: str, rng: random.Random) -> str:
    name, _, wanted = goal.partition(":")
    if wanted == "SEAT":
        return f"{name}:{rng.choice([rival for rival in position.seats if rival != seat])}"
    return f"{name}:{rng.choice([0, 1, 2, 3, 5, 8])}" if wanted else goal


def points_alone(game: str) -> bool:
    """Whether cards alone score, so that a finished deal shows in Taken what was captured."""
    rules = load(game)
    return not (rules.any_trick or rules.first_trick or rules.last_trick or rules.options.get("last-trick"))

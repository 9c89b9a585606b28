"""Questions about positions: every goal a game has, every division of its seats into two sides."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver import Position, PositionError, solve
from solver.rules.game import Rules
from tests.reference.rules import Game
from tests.support.tables import random_position

TURNING_ON_ALL = ("score", "all", "jack", "sweepstake", "settle")


@dataclass(frozen=True)
class Question:
    """A position, the side whose payoff is asked, and the goal."""

    position: Position
    side: tuple[str, ...]
    goal: str
    game: Game | None = None  # the game as the reference knows it, where that is not by its name

    def __str__(self) -> str:
        return f"--for {','.join(self.side)} --goal {self.goal}\n{self.position.to_json()}"

    def plain(self) -> dict[str, object]:
        """The position as the reference takes it."""
        value: dict[str, object] = json.loads(self.position.to_json())
        return value if self.game is None else value | {"game": self.game}


def sides(seats: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every division of the seats into a side and the others, by the side."""
    return [side for size in range(1, len(seats)) for side in combinations(seats, size)]


def goals(position: Position, side: tuple[str, ...], rng: random.Random) -> list[str]:
    """The goals this side of the position can ask for, with numbers near the value and seats at random."""
    rules = position.rules.under(position.options)
    named = {
        "SEAT": rng.choice([seat for seat in position.seats if seat not in side]),
        "N": str((solve(position, side).total or 0) + rng.choice([-1, 0, 0, 1])),
    }
    found = []
    for goal in rules.goals:
        name, _, wanted = goal.partition(":")
        if asked_of(rules, name, position, side):
            found.append(f"{name}:{named[wanted]}" if wanted else name)
    return found


def asked_of(rules: Rules, goal: str, position: Position, side: tuple[str, ...]) -> bool:
    """Some settlements are asked for one seat, or for partners, alone."""
    partners = len(side) == 2 and rules.partner(position.seats.index(side[0])) == position.seats.index(
        side[1]
    )
    if goal == "settle" and rules.settlement == "count-above":
        return len(side) == 1
    if goal == "settle" and rules.settlement == "cinch":
        return partners
    if goal == "out":
        return partners and "scores" in dict(position.options)
    return True


def questions(
    game: str, n_seats: int, count: int, seed: int, *, hand: int | None = None, hoarded: bool = False
) -> Iterator[Question]:
    """`count` questions, going round the sides, the goals and the places in the trick.

    `hoarded`: one seat has taken everything so far, and goals that turn on that are asked.
    """
    rng = random.Random(f"{game} {n_seats} {seed}")
    number, turn = rng.randrange(1000), rng.randrange(1000)
    while count > 0:
        number += 1
        position = random_position(game, n_seats, rng, played=number % n_seats, hand=hand, hoarded=hoarded)
        every = sides(position.seats)
        side = every[number % len(every)]
        try:
            asked = goals(position, side, rng)
        except PositionError as error:
            raise AssertionError(f"refused: {error}\n{Question(position, side, 'points')}") from error
        if hoarded:
            asked = [goal for goal in asked if goal in TURNING_ON_ALL] or asked
        for _ in range(min(count, 2)):
            turn += 1
            count -= 1
            yield Question(position, side, asked[turn % len(asked)])


def honours_together(rng: random.Random, hand: int) -> Question:
    """Whist, the high cards of few suits mostly in one hand: much is to be cashed, and to be stopped."""
    suits = rng.sample("SHDC", rng.randint(2 if hand < 7 else 3, 4))
    pack = rng.sample([suit + rank for suit in suits for rank in "23456789TJQKA"], 4 * hand)
    pack.sort(key=lambda card: "23456789TJQKA".index(card[1]) + rng.uniform(0, 6))
    seats = rng.sample("ABCD", 4)
    position = Position.parse(
        game="whist",
        seats="A,B,C,D",
        hands={seat: pack[place * hand : (place + 1) * hand] for place, seat in enumerate(seats)},
        leader=rng.choice(seats),
        trump=rng.choice([None, None, *suits]),
    )
    side = rng.choice([("A", "C"), ("B", "D"), ("A",), ("B", "C", "D"), ("A", "B")])
    return Question(position, side, "points")

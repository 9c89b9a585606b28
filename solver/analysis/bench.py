"""Fixed decks of positions, and how long their values take."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from solver.analysis.limits import Limits
from solver.analysis.solve import solve
from solver.model.cards import DEFAULT_SEATS, SUITS
from solver.positions.position import Position
from solver.rules.files import load


@dataclass(frozen=True)
class Suite:
    """A deck: how many positions, what they are, and how the one with a number is dealt."""

    positions: int
    about: str
    deal: Callable[[random.Random], Position]


@dataclass(frozen=True)
class Figures:
    """What a suite took. Times in seconds a position; `stopped` counts those given up."""

    suite: str
    about: str
    positions: int
    stopped: int
    median: float
    p90: float
    max: float
    nodes: int
    nodes_per_second: int

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "suite": self.suite, "positions": self.positions, "median": self.median, "p90": self.p90,
            "max": self.max, "nodes": self.nodes, "nodes_per_second": self.nodes_per_second,
            "stopped": self.stopped,
        }  # fmt: skip


# --- dealing --------------------------------------------------------------------------------------------


def _hearts(game: str, seats: int, cards: int, chance: random.Random) -> Position:
    pack = sorted(load(game).pack(seats).elements())
    return _dealt(game, pack, seats, cards, None, chance)


def _whist(cards: int, chance: random.Random) -> Position:
    trump = chance.choice([None, *SUITS])
    return _dealt("whist", sorted(load("whist").pack(4).elements()), 4, cards, trump, chance)


def _cinch(chance: random.Random) -> Position:
    """Six cards each with all fourteen trumps among them, as discarding and drawing leave them."""
    rules = load("cinch")
    trumps = rules.lane("H", "H")
    plain = [card for suit in "SDC" for card in rules.lane(suit, "H")]
    pack = [*trumps, *chance.sample(plain, 24 - len(trumps))]
    return _dealt("cinch", pack, 4, 6, "H", chance)


def _dealt(
    game: str, pack: list[str], seats: int, cards: int, trump: str | None, chance: random.Random
) -> Position:
    chosen = chance.sample(pack, seats * cards)
    names = DEFAULT_SEATS[seats]
    hands = {seat: chosen[place::seats] for place, seat in enumerate(names)}
    return Position.parse(game=game, seats=names, hands=hands, leader=chance.choice(names), trump=trump)


SUITES: Mapping[str, Suite] = {
    "two-handed-13": Suite(
        200, "Two-handed Hearts, 13 cards each", partial(_hearts, "two-handed-hearts", 2, 13)
    ),
    "hearts-8": Suite(100, "Hearts, one against three, 4 x 8", partial(_hearts, "hearts", 4, 8)),
    "hearts-10": Suite(100, "Hearts, one against three, 4 x 10", partial(_hearts, "hearts", 4, 10)),
    "hearts-13": Suite(20, "Hearts, one against three, 4 x 13", partial(_hearts, "hearts", 4, 13)),
    "cinch-6": Suite(200, "Cinch, 4 x 6 with all fourteen trumps", _cinch),
    "whist-8": Suite(100, "Whist, 4 x 8, trumps or none", partial(_whist, 8)),
    "whist-13": Suite(20, "Whist, 4 x 13, trumps or none", partial(_whist, 13)),
}


def deck(suite: str, count: int | None = None) -> Iterator[Position]:
    """The positions of a suite, always the same; the first `count` of them."""
    chosen = SUITES[suite]
    for number in range(min(count or chosen.positions, chosen.positions)):
        yield chosen.deal(random.Random(f"{suite} {number}"))


# --- measuring ------------------------------------------------------------------------------------------


def measure(
    suite: str, *, count: int | None = None, seconds: float | None = None, memory: int = 256
) -> Figures:
    """Solve a suite for its values, one position after another, each with an empty table."""
    limits = Limits(seconds=seconds, memory=memory)
    answers = [solve(position, limits=limits) for position in deck(suite, count)]
    times = sorted(answer.seconds for answer in answers)
    nodes = sum(answer.nodes for answer in answers)
    return Figures(
        suite=suite,
        about=SUITES[suite].about,
        positions=len(answers),
        stopped=sum(not answer.exact for answer in answers),
        median=round(_at(times, 0.5), 7),
        p90=round(_at(times, 0.9), 7),
        max=round(times[-1], 7),
        nodes=nodes,
        nodes_per_second=round(nodes / max(sum(times), 1e-9)),
    )


def _at(times: list[float], part: float) -> float:
    """The time within which that part of the positions was solved, between neighbours in proportion."""
    place = part * (len(times) - 1)
    below = int(place)
    above = min(below + 1, len(times) - 1)
    return times[below] + (times[above] - times[below]) * (place - below)

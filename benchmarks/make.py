"""Deal the decks anew: `python -m benchmarks.make [DECK...]`.

For the record of how they were made, and for new ones: a deck once measured should stay as it is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import click

from benchmarks import decks
from solver import Position
from solver.analysis.bench import SUITES as BENCH_SUITES
from solver.analysis.bench import deck as bench_deck
from solver.positions.generate import generate
from solver.rules.files import load, names

Entry = Mapping[str, Any]


class Maker(Protocol):
    """One way of dealing: what it does in words, and the entries."""

    @property
    def recipe(self) -> str: ...

    def deal(self, deck: str, count: int) -> Iterator[Entry]: ...


@dataclass(frozen=True)
class AsOpenhandBench:
    """The very deck of `openhand bench`."""

    suite: str
    recipe: str = (
        "the deck of `openhand bench`: the cards are a random part of the pack, the leader is drawn by lot"
    )

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        for position in bench_deck(self.suite, count):
            yield _entry(position)


@dataclass(frozen=True)
class Generated:
    """`openhand generate`; several games take turns."""

    games: tuple[str, ...]
    cards: int
    trump: str | None = None
    recipe: str = "a whole deal played down with random legal cards (`openhand generate`)"

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        each = -(-count // len(self.games))
        dealt = [generate(game, self.cards, each, _number(deck), trump=self.trump) for game in self.games]
        for position in [position for turn in zip(*dealt, strict=True) for position in turn][:count]:
            yield _entry(position)


@dataclass(frozen=True)
class CinchDeal:
    """The six cards each with which Cinch is played, with a bid and scores."""

    recipe: str = (
        "nine cards each from the full pack; the trump is named by lot; each in turn, the dealer last, puts"
        " out his plain cards and draws from the pack up to six; the dealer robs the pack: he searches what"
        " is left of it and takes trumps before plain cards; trumps beyond six in a hand are put out, and"
        " plain cards kept only where the pack runs out. So all or nearly all fourteen trumps are in play."
        " Leader and bidder by lot, the bid 5 to 10, the scores 20 to 48 (goals `settle` and `out`)"
    )

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        chance = random.Random(_number(deck))
        for position in generate("cinch", 6, count, _number(deck)):
            options = {"bid": chance.randint(5, 10), "bidder": position.leader}
            scores = {seat: chance.randint(20, 48) for seat in position.seats[:2]}
            yield _entry(position) | {"options": options | {"scores": scores}}


@dataclass(frozen=True)
class NoneFallen:
    """The later part of a deal of Hearts in which every pointed card is still to fall."""

    game: str
    seats: int
    cards: int
    recipe: str = (
        "every heart and SQ among the hands, the rest of them plain cards by lot; the other cards are in"
        " tricks that seats drawn by lot have taken. So every goal is open: nobody is loaded, and any seat"
        " may take all"
    )

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        rules = load(self.game)
        pack, names_of = sorted(rules.pack(self.seats).elements()), rules.default_seats(self.seats)
        for number in range(count):
            chance = random.Random(f"{deck} {number}")
            pointed = [card for card in pack if card[0] == "H" or card == "SQ"]
            plain = [card for card in pack if card not in pointed]
            chance.shuffle(plain)
            lacking = self.seats * self.cards - len(pointed)
            held, gone = pointed + plain[:lacking], plain[lacking:]
            chance.shuffle(held)
            taken: dict[str, list[str]] = {}
            for trick in range(0, len(gone), self.seats):
                taken.setdefault(chance.choice(names_of), []).extend(gone[trick : trick + self.seats])
            yield _entry(
                Position.parse(
                    game=self.game,
                    seats=names_of,
                    hands={seat: held[place :: self.seats] for place, seat in enumerate(names_of)},
                    leader=chance.choice(names_of),
                    taken=taken,
                    tricks_played=len(gone) // self.seats,
                )
            )


@dataclass(frozen=True)
class Belote:
    """Positions of belote contree for colver, as it writes them."""

    cards: int
    recipe: str = (
        "colver's own deal, trump, maker and dealer by lot, then random legal cards down to the size;"
        " written in its CFN"
    )

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        colver = import_module("colver")
        for number in range(count):
            chance = random.Random(f"{deck} {number}")
            table = colver.Env.deal(dealer=chance.randrange(4), seed=chance.randrange(2**32))
            table.set_contract(chance.randrange(4), 80, chance.randrange(2), 0)
            table.set_phase_playing()
            for _ in range(4 * (8 - self.cards)):
                table.step(chance.choice(table.legal_actions()))
            yield {"cfn": table.to_cfn()}


# Sizes at which a game's ten positions are done in a blink; the others are asked at SIZE.
SIZE = 6
SIZES = {
    "two-handed-hearts": 9,
    "bezique": 8,
    "cinq-cents": 8,
    "domino-hearts": 3,
    "enfle": 2,
    "black-jack": 5,
}


@dataclass(frozen=True)
class EveryGame:
    """For the search signature: each game, with the goals that are searched in ways of their own."""

    goals: tuple[str, ...] = ("points", "sweepstake", "settle", "score", "clear", "at-most:3")
    recipe: str = (
        "positions of each game (`openhand generate`), half of them in the middle of a trick, goals in turn"
    )

    def deal(self, deck: str, count: int) -> Iterator[Entry]:
        each = count // len(names())
        for game in names():
            cards = SIZES.get(game, SIZE)
            goals = [goal for goal in self.goals if goal.replace(":3", ":N") in load(game).goals]
            dealt = [
                position
                for middle in (False, True)
                for position in generate(game, cards, each // 2, _number(deck), mid_trick=middle)
            ]
            for number, position in enumerate(dealt):
                yield {"position": _entry(position), "goal": goals[number % len(goals)]}


@dataclass(frozen=True)
class Plan:
    """A deck to be made."""

    about: str
    count: int
    maker: Maker
    seed: str = field(default="the deck's name")


PLANS: Mapping[str, Plan] = {
    **{
        name: Plan(BENCH_SUITES[name].about, BENCH_SUITES[name].positions, AsOpenhandBench(name))
        for name in ("hearts-8", "hearts-10", "hearts-13", "two-handed-13")
    },
    "cinch-6": Plan("Cinch, 4 x 6 as the game makes it", 200, CinchDeal()),
    **{
        f"whist-{cards}-{word}": Plan(f"Whist, 4 x {cards}, {word}", 100, Generated(("whist",), cards, trump))
        for cards in (6, 8, 13)
        for word, trump in (("nt", "NT"), ("spades", "S"))
    },
    "small-3": Plan(
        "Three cards each: Hearts, Black Lady, Cinch, Whist",
        120,
        Generated(("hearts", "black-lady", "cinch", "whist"), 3),
    ),
    "open-hearts-8": Plan("Hearts, 4 x 8, every heart still to fall", 100, NoneFallen("hearts", 4, 8)),
    "open-three-handed-8": Plan(
        "Three-handed Hearts, 3 x 8, every heart still to fall", 100, NoneFallen("three-handed-hearts", 3, 8)
    ),
    **{f"belote-{cards}": Plan(f"Belote, 4 x {cards}", 100, Belote(cards)) for cards in (5, 6, 8)},
    "signature": Plan("Every game, for the search signature", 10 * len(names()), EveryGame()),
}


def _entry(position: Position) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(position.to_json())
    return entry


def _number(deck: str) -> int:
    """A seed that is a number, out of a deck's name."""
    return random.Random(deck).randrange(2**32)


def make(name: str) -> int:
    """Write one deck; how many positions it has."""
    plan = PLANS[name]
    entries = list(plan.maker.deal(name, plan.count))
    made_by = f"benchmarks.make.{type(plan.maker).__name__}"
    decks.write(
        decks.Provenance(name, plan.about, plan.maker.recipe, made_by, plan.seed, len(entries)), entries
    )
    return len(entries)


@click.command()
@click.argument("wanted", nargs=-1, type=click.Choice(list(PLANS)), metavar="[DECK...]")
def main(wanted: tuple[str, ...]) -> None:
    """Deal decks anew, all of them by default."""
    for name in wanted or PLANS:
        click.echo(f"{name}: {make(name)} positions")


if __name__ == "__main__":
    main()

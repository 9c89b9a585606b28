"""Contenders that answer for hidden hands: advice, counting, bidding."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from benchmarks import decks
from benchmarks.contenders import Answer, Call, Contender
from solver import Limits, Position, View, advise, analyze
from solver.rules.files import load
from solver.worlds.bidding import bidding
from solver.worlds.facts import read_known


@dataclass(frozen=True)
class Advises(Contender):
    """`advise` on positions of a deck, the view made before: every card's value in each layout.

    `tricks` of the main line are played first; with `every` all layouts are looked at, else `worlds`.
    """

    worlds: int = 200
    tricks: int = 0
    every: bool = False
    ahead: int = 1
    threads: int = 1
    most: int = 10  # positions of the deck

    @property
    def name(self) -> str:
        return f"{self.threads} thread{'s' * (self.threads > 1)}"

    def calls(self, count: int | None, patience: float) -> list[Call]:
        limits = Limits(seconds=patience)
        return [partial(self._advise, View.of(position), limits) for position in self.positions(count)]

    def positions(self, count: int | None) -> list[Position]:
        """The first positions of the deck that are asked about."""
        number = self.most if count is None else min(count, self.most)
        return [self._played(position) for position in decks.read(self.deck).positions(number)]

    def _played(self, position: Position) -> Position:
        for card in analyze(position).line[: self.tricks * len(position.seats)] if self.tricks else ():
            position = position.play(card)
        return position

    def _advise(self, view: View, limits: Limits) -> Answer:
        below = 1_000_000 if self.every else 1
        found = advise(
            view, worlds=self.worlds, all_below=below, ahead=self.ahead, threads=self.threads, limits=limits
        )
        return Answer(found.mean, finished=not found.stopped)


@dataclass(frozen=True)
class Counts(Contender):
    """The number of layouts of whole deals, with facts about each hidden hand, counted anew each time."""

    @property
    def name(self) -> str:
        return "openhand"

    def calls(self, count: int | None, patience: float) -> list[Call]:
        return [partial(self._count, position) for position in decks.read(self.deck).positions(count)]

    def _count(self, position: Position) -> Answer:
        one, two, three = [seat for seat in position.seats if seat != position.to_play]
        length = {one: {"H": "2-4", "S": "2+"}, two: {"D": "-5"}, three: {"C": "1-6"}}
        view = View.after(position, (), known=read_known({"length": length}))
        return Answer(view.layouts)


@dataclass(frozen=True)
class Bids(Contender):
    """`bidding` on random nine-card hands of Cinch: four suits, 200 layouts each."""

    hands: int = 5
    seed: int = 1

    @property
    def name(self) -> str:
        return "openhand"

    def calls(self, count: int | None, patience: float) -> list[Call]:
        rules, rng = load("cinch"), random.Random(self.seed)
        pack = sorted(rules.pack(4).elements())
        hands = [rng.sample(pack, 9) for _ in range(self.hands)]
        return [partial(self._bid, hand, Limits(seconds=patience)) for hand in hands[:count]]

    def _bid(self, hand: Sequence[str], limits: Limits) -> Answer:
        found = bidding(load("cinch"), hand, limits=limits)
        return Answer(found.best, finished=not found.stopped)

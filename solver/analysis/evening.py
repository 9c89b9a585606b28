"""Many deals that were played, player by player: what each gave away, and the scores carried along."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from solver.analysis.question import Question
from solver.analysis.replay import Replay
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.scoring.goals import side_of

# Goals that are what a deal comes to for each seat, those that a game may have as its own last.
SETTLEMENTS = ("sweepstake", "howell", "score", "settle")
OWN_SETTLEMENTS = ("settle", "score")

Players = Mapping[str, str]  # the player at each seat


class CardCost(NamedTuple):
    """A card of the play with what it gave away, None where that is not known."""

    seat: str
    trick: int
    card: str
    cost: float | None


@dataclass(frozen=True)
class Worst:
    """The card that cost a player most, and the deal it was played in, as the evening's `add` was told."""

    deal: Mapping[str, object]
    trick: int
    seat: str
    card: str
    cost: float


@dataclass
class Account:
    """What one player gave away: a sum for each deal, and the worst card."""

    by_deal: list[float] = field(default_factory=list)
    cards: int = 0
    errors: int = 0
    unknown: int = 0  # cards whose cost a limit kept from being proven
    worst: Worst | None = None

    def add(self, costs: Iterable[CardCost], deal: Mapping[str, object]) -> None:
        """Another deal that the player played in."""
        lost: float = 0
        for found in costs:
            self.cards += 1
            if found.cost is None:
                self.unknown += 1
                continue
            lost += found.cost
            self.errors += found.cost > 0
            if found.cost > (self.worst.cost if self.worst else 0):
                self.worst = Worst(deal, found.trick, found.seat, found.card, found.cost)
        self.by_deal.append(lost)

    @property
    def deals(self) -> int:
        """How many deals the player played."""
        return len(self.by_deal)

    @property
    def cost(self) -> float:
        """What all cards gave away together."""
        return sum(self.by_deal)

    @property
    def mean(self) -> float:
        """What a deal cost."""
        return self.cost / self.deals

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for one deal."""
        return statistics.stdev(self.by_deal) / math.sqrt(self.deals) if self.deals > 1 else None


@dataclass
class Player:
    """A player's account with open hands, by what could be seen where that was asked, and the score."""

    name: str
    open: Account = field(default_factory=Account)
    hidden: Account | None = None
    score: int | None = None


class Evening:
    """Deals one after another, and what became of each player."""

    def __init__(self) -> None:
        self.deals = 0
        self._players: dict[str, Player] = {}
        self._scores = Scores()

    @property
    def players(self) -> list[Player]:
        """The players in the order in which they came to the table, with their scores."""
        scores = self._scores.totals
        return [replace(player, score=scores.get(name)) for name, player in self._players.items()]

    @property
    def kind(self) -> str:
        """What the scores are, one of `SETTLEMENTS`; "" where there are none."""
        return self._scores.kind if self._scores.totals else ""

    def add(
        self,
        result: Replay,
        players: Players,
        deal: Mapping[str, object],
        seen: Iterable[float | None] | None = None,
    ) -> None:
        """Another deal. `deal` names it; `seen` has what each card cost by what its player could see."""
        self.deals += 1
        costs = [CardCost(step.seat, step.trick, step.card, step.cost) for step in result.steps]
        for name in dict.fromkeys(players.values()):
            self._players.setdefault(name, Player(name)).open.add(_of(name, players, costs), deal)
        if seen is not None:
            by_sight = [cost._replace(cost=found) for cost, found in zip(costs, seen, strict=True)]
            for name in dict.fromkeys(players.values()):
                player = self._players[name]
                player.hidden = player.hidden or Account()
                player.hidden.add(_of(name, players, by_sight), deal)
        if result.end.over:
            self._scores.add(result.end, result.goal, players)

    def carried(self, start: Position, players: Players) -> dict[str, int] | None:
        """The sides' game scores before a deal of a game played to a target, each under its first seat; None
        where none are known."""
        return self._scores.before(start, players)


def _of(name: str, players: Players, costs: Iterable[CardCost]) -> list[CardCost]:
    return [cost for cost in costs if players[cost.seat] == name]


# --- scores ---------------------------------------------------------------------------------------------


def settlement_of(rules: Rules, goal: str) -> str:
    """What a deal comes to: the goal where it is a settlement, else the game's own; "" where it has none."""
    kinds = [goal] if goal in SETTLEMENTS else OWN_SETTLEMENTS
    return next((kind for kind in kinds if kind in rules.goals), "")


class Scores:
    """What the players have won or had written down so far, carried from deal to deal.

    A pool that nobody wins stays for the next deal of the same table (the option `jack`). Deals that come to
    other kinds of numbers than those before leave no totals.
    """

    def __init__(self) -> None:
        self.totals: dict[str, int] = {}
        self.kind = ""
        self._table: tuple[Rules, tuple[tuple[str, str], ...]] | None = None
        self._jack = 0
        self._game: dict[str, int] = {}  # towards the game's target
        self._mixed = False

    def add(self, end: Position, goal: str, players: Players) -> None:
        """A deal that was played to its end."""
        kind = settlement_of(end.rules.under(end.options), goal)
        self._sit_down(end, players)
        if self._jack and "jack" in end.rules.options and "jack" not in dict(end.options):
            end = with_option(end, "jack", self._jack)
        won = _won(end, kind) if kind else None
        if won is None:
            return
        self._mixed |= bool(self.kind) and kind != self.kind
        self.kind = "" if self._mixed else kind
        self.totals = {} if self._mixed else self.totals
        if not self._mixed:
            for seat, number in won.items():
                self.totals[players[seat]] = self.totals.get(players[seat], 0) + number
        self._jack = _left_in_pool(end, won)
        self._count_game(end, won)

    def before(self, start: Position, players: Players) -> dict[str, int] | None:
        """The game scores before this deal, where the deal before it was of the same table."""
        if self._table != _table(start, players) or not self._game:
            return None
        return {seat: self._game[seat] for seat in start.seats if seat == _side(start, seat)[0]}

    def _sit_down(self, end: Position, players: Players) -> None:
        """Another table than that of the deal before carries nothing on."""
        if self._table != _table(end, players):
            self._table, self._jack, self._game = _table(end, players), 0, {}

    def _count_game(self, end: Position, won: Mapping[str, int]) -> None:
        """Go on towards the game's target; whoever reaches it ends the game."""
        if not end.rules.target or "scores" not in end.rules.options:
            return
        given = dict(end.options).get("scores")
        before = _by_side(end, given) if isinstance(given, tuple) else self._game
        self._game = {seat: before.get(seat, 0) + number for seat, number in won.items()}
        if max(self._game.values()) >= end.rules.target:
            self._game = dict.fromkeys(end.seats, 0)


def _table(position: Position, players: Players) -> tuple[Rules, tuple[tuple[str, str], ...]]:
    return position.rules, tuple((seat, players[seat]) for seat in position.seats)


def _side(position: Position, seat: str) -> list[str]:
    return [position.seats[place] for place in side_of(position.rules, position.seats.index(seat))]


def _by_side(position: Position, given: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Scores that may be given under one seat of a side, for each seat."""
    scores = dict(given)
    return {
        seat: next((scores[own] for own in _side(position, seat) if own in scores), 0)
        for seat in position.seats
    }


def _won(end: Position, kind: str) -> dict[str, int] | None:
    """What a finished deal comes to for each seat; None where that is not known (who bid, say)."""
    try:
        found = {seat: Question(end, _side(end, seat), kind, None).solution().value for seat in end.seats}
    except PositionError:
        return None
    won = {seat: value for seat, value in found.items() if value is not None}
    if kind == "settle" and end.rules.under(end.options).settlement == "cinch":
        return {seat: max(0, value) for seat, value in won.items()}  # the other side scores what is below 0
    return won


def _left_in_pool(end: Position, won: Mapping[str, int]) -> int:
    """The counters that stay for the next deal: all of the pool where nobody wins it, else none."""
    rules = end.rules.under(end.options)
    if "jack" not in rules.goals or "jack" not in rules.options:
        return 0
    stays = Question(end, end.seats[0], "jack", None).solution().value
    before = dict(end.options).get("jack", 0)
    return int(str(before)) - sum(won.values()) if stays else 0


def with_option(position: Position, name: str, value: object) -> Position:
    """The position with an option given."""
    options = {**dict(position.options), name: value}
    return replace(position, options=tuple(sorted(options.items())))

"""Those that answer: our own calls and the peers', each a way to turn a deck into calls ready to be timed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks import decks
from solver import Limits, Position, analyze, solve, solve_batch
from solver.model.notation import write_deal

COMPASS = "NESW"
SYMBOLS = dict(zip("♠♥♦♣", "SHDC", strict=True))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call came back with."""

    value: object  # to be compared with what another found for the same position
    nodes: int | None = None  # None: it does not say
    finished: bool = True
    positions: int = 1


Call = Callable[[], Answer]


@dataclass(frozen=True)
class Contender(ABC):
    """Prepares a call for each position of a deck, or one for the whole deck; preparing is not timed."""

    deck: str

    @property
    @abstractmethod
    def name(self) -> str:
        """As the table names it."""

    @abstractmethod
    def calls(self, count: int | None, patience: float) -> list[Call]:
        """Calls for the first `count` positions; `patience` in seconds, where the solver can be stopped."""

    def missing(self) -> str:
        """A line that says what is left out without it, "" where it is there."""
        return ""

    def nodes(self, count: int | None, patience: float) -> int | None:
        """Nodes of the whole deck where the calls do not give them and it can be known otherwise."""
        return None


# --- ourselves ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ours(Contender):
    """`solve` or `analyze`, a call a position, each with an empty table."""

    game: str | None = None
    goal: str = "points"
    cards: bool = False

    @property
    def name(self) -> str:
        return "openhand" if self.goal == "points" else self.goal

    def calls(self, count: int | None, patience: float) -> list[Call]:
        ask = self._analyze if self.cards else self._solve
        positions = decks.read(self.deck).positions(count, self.game)
        return [partial(ask, position, Limits(seconds=patience)) for position in positions]

    def _solve(self, position: Position, limits: Limits) -> Answer:
        found = solve(position, goal=self.goal, limits=limits)
        return Answer(found.value, found.nodes, found.exact)

    def _analyze(self, position: Position, limits: Limits) -> Answer:
        found = analyze(position, goal=self.goal, limits=limits)
        return Answer(found.cards, found.nodes, found.exact)


@dataclass(frozen=True)
class OursInBatch(Contender):
    """`solve_batch` of a whole deck, laid out so often that a call takes a while."""

    threads: int = 1
    copies: int = 1

    @property
    def name(self) -> str:
        return f"{self.threads} thread{'s' * (self.threads > 1)}"

    def calls(self, count: int | None, patience: float) -> list[Call]:
        positions = [position for _ in range(self.copies) for position in self._positions(count)]
        return [partial(self._solve, positions, Limits(seconds=patience))]

    def nodes(self, count: int | None, patience: float) -> int | None:
        """The same searches one by one: a batch has their node counts, but does not give them."""
        found = [solve(position, limits=Limits(seconds=patience)) for position in self._positions(count)]
        return self.copies * sum(solution.nodes for solution in found)

    def _positions(self, count: int | None) -> list[Position]:
        return decks.read(self.deck).positions(count)

    def _solve(self, positions: list[Position], limits: Limits) -> Answer:
        try:
            found = solve_batch(positions, limits=limits, threads=self.threads)
        except TimeoutError:
            return Answer(None, finished=False, positions=len(positions))
        return Answer(found.tolist(), positions=len(positions))


# --- peers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Endplay(Contender):
    """DDS through endplay's `solve_board`: every card's tricks, or one best card."""

    cards: bool = False

    @property
    def name(self) -> str:
        return "endplay"

    def missing(self) -> str:
        return _missing("endplay")

    def calls(self, count: int | None, patience: float) -> list[Call]:
        dds = import_module("endplay.dds")
        mode = import_module("endplay.dds.solve").SolveMode
        wanted = mode.Default if self.cards else mode.OptimalOne
        ask = self._cards if self.cards else self._best
        boards = [bridge_deal(position) for position in decks.read(self.deck).positions(count)]
        return [partial(ask, dds.solve_board, board, wanted) for board in boards]

    def _cards(self, solve_board: Any, board: Any, mode: Any) -> Answer:
        return Answer(
            {SYMBOLS[str(card)[0]] + str(card)[1]: tricks for card, tricks in solve_board(board, mode)}
        )

    def _best(self, solve_board: Any, board: Any, mode: Any) -> Answer:
        return Answer(next(tricks for _, tricks in solve_board(board, mode)))


def bridge_deal(position: Position) -> Any:
    """A whist position at the start of a trick as endplay has it, our first seat its North."""
    types = import_module("endplay.types")
    first = COMPASS[position.seats.index(position.leader)]
    return types.Deal(
        write_deal(tuple(COMPASS), position.hands),
        first=types.Player.find(first),
        trump=types.Denom.find(position.trump or "NT"),
    )


@dataclass(frozen=True)
class Colver(Contender):
    """colver's `solve_scores`: every card's points in a position of belote."""

    @property
    def name(self) -> str:
        return "colver"

    def missing(self) -> str:
        return _missing("colver")

    def calls(self, count: int | None, patience: float) -> list[Call]:
        env = import_module("colver").Env
        tables = [env.from_cfn(text) for text in decks.read(self.deck).texts(count)]
        return [partial(self._scores, table) for table in tables]

    def _scores(self, table: Any) -> Answer:
        return Answer(dict(table.solve_scores()["scores"]))


def _missing(module: str) -> str:
    """A line that says what is left out, "" where the peer is installed."""
    if find_spec(module):
        return ""
    return f"{module} is not installed: the figures beside it are left out (pip install '.[bench]')"

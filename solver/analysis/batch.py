"""Many questions at once: of positions one by one, or of an array of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from solver.analysis.captured import captured_before
from solver.analysis.limits import Limits, limits_of
from solver.analysis.question import Question, Side, seats_of
from solver.core.batch import NOT_PLAYABLE, Answering, Found, run, search_deals
from solver.core.payoff import Payoff
from solver.core.rows import add_up, first_to_come, going_on, group, sets_in_play
from solver.core.search import Stop
from solver.model.cards import CARD_BITS, JOKER
from solver.model.errors import PositionError
from solver.model.notation import is_number, without_numpy
from solver.positions.arrays import Positions
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.scoring import goals

NOT_LEGAL = -32768  # in place of the value of a card that may not be played
_MOST = np.iinfo(np.int16).max


class BatchCards(NamedTuple):
    """Every card's value: `values[i, k]` belongs to `cards[k]` in position i, -32768 if it may not be played.

    `cards` are the distinct cards of the pack in its order; `values` is int16 of shape (n, len(cards)).
    """

    cards: tuple[str, ...]
    values: NDArray[np.int16]


class BatchBounds(NamedTuple):
    """Proven bounds of every value, and what the search took.

    `lower` and `upper` (int64) are equal where `exact`; `nodes` (int64) and `seconds` are of the position's
    search. With `cards` the first three have a column a card, as in `BatchCards` (int16; -32768, and exact,
    where a card may not be played).
    """

    lower: NDArray[Any]
    upper: NDArray[Any]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.int64]
    seconds: NDArray[np.float64]
    cards: tuple[str, ...] | None = None


Batched = NDArray[np.int64] | BatchCards | BatchBounds


@overload
def solve_batch(
    positions: Iterable[Position] | Positions,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: Literal[False] = False,
    bounds: Literal[False] = False,
) -> NDArray[np.int64]: ...
@overload
def solve_batch(
    positions: Iterable[Position] | Positions,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: Literal[True],
    bounds: Literal[False] = False,
) -> BatchCards: ...
@overload
def solve_batch(
    positions: Iterable[Position] | Positions,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: Literal[True],
) -> BatchBounds: ...
@overload
def solve_batch(
    positions: Iterable[Position] | Positions,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: bool = False,
) -> Batched: ...
def solve_batch(
    positions: Iterable[Position] | Positions,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: bool = False,
) -> Batched:
    """The values of many positions, solved side by side; int64 of shape (len(positions),).

    `positions` is a sequence of `Position` or a `Positions` array. `every_card` gives every card's value
    (`BatchCards`), `bounds` what is proven where a limit stops a search (`BatchBounds`). `threads` None takes
    all cores; values and nodes do not depend on their number.

    Raises `PositionError` with the index of the position, `TimeoutError` with the index when a limit stops
    one of the searches and no bounds are asked for, `KeyboardInterrupt` on Ctrl-C.
    """
    limits, threads = limits_of(limits), threads_of(threads)
    asked = questions_of(positions, side, goal)
    cards = asked.pack() if every_card else None
    found = asked.search(limits, threads, cards)
    return as_batched(asked, found, cards, bounds=bounds)


def threads_of(threads: int | None) -> int | None:
    """The number of threads; `PositionError` for what is none."""
    threads = without_numpy(threads)
    if threads is not None and not (is_number(threads, int) and threads >= 1):
        raise PositionError(f"threads: a whole number from 1, or None for all cores, not {threads!r}")
    return threads


def as_batched(asked: Questions, found: Found, cards: tuple[str, ...] | None, *, bounds: bool) -> Batched:
    """What was found in the form that `solve_batch` gives it."""
    lower: Any
    upper: Any
    lower, upper = asked.read(found.lower, found.upper) if cards is None else asked.read_cards(found)
    exact = lower == upper
    if bounds:
        return BatchBounds(lower, upper, exact, found.nodes, found.seconds, cards)
    open_rows = np.flatnonzero(~exact.reshape(len(exact), math.prod(exact.shape[1:])).all(axis=1))
    if len(open_rows):
        raise _timeout(int(open_rows[0]), found, lower, upper, cards)
    values: Batched = lower if cards is None else BatchCards(cards, lower)
    return values


def _timeout(
    place: int, found: Found, lower: NDArray[Any], upper: NDArray[Any], cards: tuple[str, ...] | None
) -> TimeoutError:
    where = f"position {place}: stopped by the limit on {found.stopped(place)}"
    if cards is None:
        return TimeoutError(f"{where}, {lower[place]} to {upper[place]}")
    column = int(np.flatnonzero(lower[place] != upper[place])[0])
    return TimeoutError(f"{where}, {cards[column]} {lower[place, column]} to {upper[place, column]}")


# --- questions ------------------------------------------------------------------------------------------


class CardBounds(NamedTuple):
    """Bounds of every card (int64) and whether it may be played; shape (positions, cards of the pack)."""

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    legal: NDArray[np.bool_]


class Questions:
    """What is asked of many positions: a payoff each, of which many share one.

    `payoffs[purpose[i]]` is that of position i.
    """

    payoffs: list[Payoff]
    purpose: NDArray[np.int32]

    def search(
        self,
        limits: Limits,
        threads: int | None,
        cards: Sequence[str] | None = None,
        stop: Stop | None = None,
    ) -> Found:
        """Search them all; with `cards`, the pack's, for every card as well.

        Raises `KeyboardInterrupt` on Ctrl-C, or where another thread sets `stop`.
        """
        raise NotImplementedError

    def packs(self) -> Iterable[tuple[int, tuple[str, ...]]]:
        """The cards of the packs in their order, each with the first position that is played with it."""
        raise NotImplementedError

    def sides(self) -> list[tuple[int, ...]]:
        """The side of each position."""
        raise NotImplementedError

    def before(self) -> NDArray[np.int64]:
        """What a total has besides the value, where the goal is counted from the position on."""
        raise NotImplementedError

    def pack(self) -> tuple[str, ...]:
        """The distinct cards of the one pack that all are played with, in its order."""
        found: tuple[str, ...] | None = None
        for place, cards in self.packs():
            if found is not None and cards != found:
                raise PositionError(
                    f"position {place}: every card is asked for, and its pack (or its order) is not that of"
                    " the positions before"
                )
            found = cards
        return found or ()

    def read(
        self, lower: NDArray[np.int32], upper: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Searched bounds as the goals count them; a row a position, in any further shape."""
        one, other = self._values(lower), self._values(upper)
        return np.minimum(one, other), np.maximum(one, other)

    def card_bounds(self, found: Found) -> CardBounds:
        """The bounds of every card of the pack, 0 where it may not be played."""
        assert found.card_lower is not None
        assert found.card_upper is not None
        legal = found.card_lower != NOT_PLAYABLE
        return CardBounds(
            *self.read(np.where(legal, found.card_lower, 0), np.where(legal, found.card_upper, 0)), legal
        )

    def read_cards(self, found: Found) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The bounds of every card, `NOT_LEGAL` where it may not be played."""
        lower, upper, legal = self.card_bounds(found)
        beyond = (np.maximum(abs(lower), abs(upper)) > _MOST) & legal
        if beyond.any():
            place = int(np.flatnonzero(beyond.any(axis=1))[0])
            raise PositionError(
                f"position {place}: a card is worth more than {_MOST}, which an int16 cannot hold"
            )
        lower[~legal] = upper[~legal] = NOT_LEGAL
        return lower.astype(np.int16), upper.astype(np.int16)

    def _values(self, searched: NDArray[np.int32]) -> NDArray[np.int64]:
        """Numbers searched as the goal's values; each different one is worked out once."""
        flat = searched.reshape(len(searched), math.prod(searched.shape[1:])).astype(np.int64)
        low = int(flat.min(initial=0))
        span = int(flat.max(initial=0)) - low + 1
        keys, place = np.unique(
            self.purpose[:, None].astype(np.int64) * span + flat - low, return_inverse=True
        )
        values = [self.payoffs[key // span].value(key % span + low) for key in keys.tolist()]
        return (
            np.array(values, np.int64)[place.reshape(-1)].reshape(searched.shape)
            if values
            else (np.zeros(searched.shape, np.int64))
        )


def questions_of(positions: Iterable[Position] | Positions, side: Side, goal: str) -> Questions:
    """What is asked of positions; raises `PositionError` with the index of one that cannot be asked it."""
    if isinstance(positions, Positions):
        if positions.rules.follow != "follow-or-take-up":
            return _of_rows(positions, side, goal)
    elif isinstance(positions, Position) or not isinstance(positions, Iterable):
        raise PositionError(f"positions: a sequence of Positions, not a single {type(positions).__name__}")
    return PositionQuestions(positions, side, goal)


def _of_rows(positions: Positions, side: Side, goal: str) -> Questions:
    """Rows that are too long for the core are asked about one by one, the others together."""
    positions.check()
    rows = [np.flatnonzero(~positions.long), np.flatnonzero(positions.long)]
    if not len(rows[1]):
        return RowQuestions(positions, side, goal)
    try:
        parts = [
            RowQuestions(positions[rows[0]], side, goal),
            PositionQuestions(positions[rows[1]], side, goal),
        ]
    except PositionError:  # which counts from the first of its part
        return PositionQuestions(positions, side, goal)
    return JoinedQuestions(parts, rows)


class JoinedQuestions(Questions):
    """Questions in several parts, each of some of the positions."""

    def __init__(self, parts: Sequence[Questions], rows: Sequence[NDArray[np.intp]]) -> None:
        """`rows` are the places of each part's positions."""
        self._parts, self._rows = parts, rows
        self.payoffs = [payoff for part in parts for payoff in part.payoffs]
        starts = np.cumsum([0, *[len(part.payoffs) for part in parts]])
        self.purpose = self._merged([part.purpose + start for part, start in zip(parts, starts)])
        self.purpose = self.purpose.astype(np.int32)

    def _merged(self, columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """What each part has for its positions, in the order of all positions."""
        merged: NDArray[Any] = np.concatenate(columns)[np.argsort(np.concatenate(self._rows))]
        return merged

    def search(
        self,
        limits: Limits,
        threads: int | None,
        cards: Sequence[str] | None = None,
        stop: Stop | None = None,
    ) -> Found:
        found = Found(len(self.purpose), None if cards is None else len(cards))
        for part, rows in zip(self._parts, self._rows, strict=True):
            found.put(rows, part.search(limits, threads, cards, stop).by_name())
        return found

    def packs(self) -> Iterable[tuple[int, tuple[str, ...]]]:
        found = [
            (int(rows[place]), cards)
            for part, rows in zip(self._parts, self._rows, strict=True)
            for place, cards in part.packs()
        ]
        return sorted(found, key=lambda pack: pack[0])

    def sides(self) -> list[tuple[int, ...]]:
        sides = [side for part in self._parts for side in part.sides()]
        return [sides[place] for place in np.argsort(np.concatenate(self._rows)).tolist()]

    def before(self) -> NDArray[np.int64]:
        return self._merged([part.before() for part in self._parts])


class PositionQuestions(Questions):
    """Questions of single positions."""

    def __init__(self, positions: Iterable[Position], side: Side, goal: str) -> None:
        self._asked: list[Question] = []
        for place, position in enumerate(positions):
            try:
                self._asked.append(Question(position, side, goal, None))
            except PositionError as error:
                raise at(place, error) from None
        self.payoffs = [question.payoff for question in self._asked]
        self.purpose = np.arange(len(self._asked), dtype=np.int32)

    def search(
        self,
        limits: Limits,
        threads: int | None,
        cards: Sequence[str] | None = None,
        stop: Stop | None = None,
    ) -> Found:
        deals = [question.deal for question in self._asked]
        return search_deals(deals, self.payoffs, limits, threads, cards, stop)

    def packs(self) -> Iterable[tuple[int, tuple[str, ...]]]:
        seen = set()
        for place, question in enumerate(self._asked):
            key = question.deal.rules, len(question.position.seats)
            if key not in seen:
                seen.add(key)
                yield place, cards_of_pack(*key)

    def sides(self) -> list[tuple[int, ...]]:
        return [question.side for question in self._asked]

    def before(self) -> NDArray[np.int64]:
        return np.array([question.total(0) - question.payoff.value(0) for question in self._asked], np.int64)


class RowQuestions(Questions):
    """Questions of an array of positions, without an object for each."""

    def __init__(self, positions: Positions, side: Side, goal: str) -> None:
        positions.check()
        self.positions = positions
        self._goal = goal
        self._sides, self._side = self._chosen(side)
        array, deals = positions.array, positions.deals
        columns = [positions.variants.group, deals.frame, self._side, first_to_come(array)]
        if goal not in goals.PLAIN:
            columns += _facts(positions)
        groups = group(columns, len(positions))
        self.payoffs = []
        self.purpose = groups.group
        for row in groups.first.tolist():
            try:
                self.payoffs.append(self._payoff(row))
            except PositionError as error:
                raise at(row, error) from None

    def _payoff(self, row: int) -> Payoff:
        """What is asked of a row, and of all that share its purpose."""
        positions, side = self.positions, self._side_of(row)
        if self._goal in goals.PLAIN:  # which need no more of a position than this
            variant = positions.variants.group[row]
            first = bool(first_to_come(positions.array[row : row + 1])[0])
            return goals.plain_payoff(
                positions.rules,
                positions.chosen[variant],
                positions.trumps[variant],
                len(positions.seats),
                self._goal,
                side,
                first and positions.rules.first_trick != 0,
            )
        seats = [positions.seats[seat] for seat in side]
        return Question(positions[row], seats, self._goal, None).payoff

    def _chosen(self, side: Side) -> tuple[list[tuple[int, ...]], NDArray[np.int32]]:
        """The different sides, and the number of each row's."""
        positions = self.positions
        if side is not None and len(positions):
            try:
                return [seats_of(positions[0], side)], np.zeros(len(positions), np.int32)
            except PositionError as error:
                raise at(0, error) from None
        turn = positions.deals.turns()
        seats = np.where(turn < 0, positions.array["leader"], turn).astype(np.int32)
        return [goals.side_of(positions.rules, seat) for seat in range(len(positions.seats))], seats

    def _side_of(self, row: int) -> tuple[int, ...]:
        return self._sides[int(self._side[row])]

    def search(
        self,
        limits: Limits,
        threads: int | None,
        cards: Sequence[str] | None = None,
        stop: Stop | None = None,
    ) -> Found:
        return self.answered(partial(run, limits=limits, threads=threads, stop=stop), cards)

    def answered(self, answer: Answering, cards: Sequence[str] | None = None) -> Found:
        """What is found where `answer` has the batch answered."""
        return self.positions.deals.search(self.payoffs, self.purpose, answer, cards)

    def packs(self) -> Iterable[tuple[int, tuple[str, ...]]]:
        for row, rules in zip(self.positions.variants.first.tolist(), self.positions.ruled, strict=True):
            yield row, cards_of_pack(rules, len(self.positions.seats))

    def sides(self) -> list[tuple[int, ...]]:
        return [self._sides[number] for number in self._side.tolist()]

    def before(self) -> NDArray[np.int64]:
        if not any(payoff.from_here_on for payoff in self.payoffs):
            return np.zeros(len(self.positions), np.int64)
        return captured_before(self.positions, self._sides, self._side, self._goal)


def _facts(positions: Positions) -> list[NDArray[Any]]:
    """What any goal's payoff can depend on besides rules, options, side and whether a trick is the first:
    what each seat has taken, which cards that cost or bring points are to come, and who holds the Joker
    (solver.scoring.tally)."""
    array = positions.array
    n_rows, n_seats, copies = array["hands"].shape
    pointed = np.array([_set_of(cards) for cards in positions.pointed], np.uint64)[positions.variants.group]
    to_come = add_up(sets_in_play(array), copies) & pointed[:, None]
    left = going_on(array)
    joker = CARD_BITS[JOKER]
    held = (array["hands"][:, :, 0] >> np.uint64(joker)) & np.uint64(1)
    laid = np.where(array["trick_card"] == joker, array["trick_seat"], n_seats)
    return [
        *array["taken"].reshape(n_rows, n_seats * copies).T,
        *to_come.T,
        *held.T,
        laid.min(axis=1),
        left,
        np.where(left, -1, array["leader"]),
    ]


def _set_of(cards: Iterable[str]) -> int:
    return sum(1 << CARD_BITS[card] for card in cards)


def at(place: int, error: PositionError) -> PositionError:
    """The error with the index of its position."""
    return PositionError(f"position {place}: {error}", error.faults)


def cards_of_pack(rules: Rules, n_seats: int) -> tuple[str, ...]:
    """The distinct cards of a pack, in its order under these rules."""
    pack = rules.pack(n_seats)
    return tuple(card for card in rules.cards() if pack[card])

"""Answers as columns: what is found for many positions of any games, a row each.

Columns are lists of plain values, None where there is none, so that every form of file can take them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.analysis.batch import CardBounds, Questions, cards_of_pack, questions_of
from solver.analysis.maxn import MaxnAnalysis, search_maxn
from solver.analysis.question import Question, new_stop
from solver.batch.task import Task
from solver.core.batch import Found
from solver.core.search import Stop
from solver.model.errors import PositionError
from solver.positions.array_texts import json_texts
from solver.positions.arrays import Positions
from solver.positions.position import Position

SomePositions = Positions | Sequence[Position]
Columns = dict[str, list[Any]]
Row = dict[str, Any]
T = TypeVar("T")

# All columns of a file of answers, in their order; `cards` comes last where every card was asked for.
PLACE = ("file", "position", "id")
FOUND = (
    "game",
    "side",
    "goal",
    "value",
    "total",
    "lower",
    "upper",
    "exact",
    "nodes",
    "seconds",
    "error",
    "json",
)
COLUMNS = (*PLACE, *FOUND)
CARDS = "cards"


def columns_of(task: Task) -> tuple[str, ...]:
    """The columns of the answers to a task."""
    return (*COLUMNS, CARDS) if task.every_card else COLUMNS


def _at_once(search: Callable[[], T]) -> T:
    return search()


@dataclass(frozen=True)
class Means:
    """How searches are made: on how many threads, until a flag is set, each when its turn comes.

    `turn` is given a search and gives what it finds; it may wait for others, and run it on another thread.
    """

    threads: int
    stop: Stop = field(default_factory=new_stop)
    turn: Callable[[Callable[[], Any]], Any] = _at_once


def answers(positions: SomePositions, task: Task, means: Means) -> Columns:
    """The columns from `game` on for sound positions; a position that cannot be asked has its error.

    Raises `KeyboardInterrupt` on Ctrl-C, or where another thread sets the flag.
    """
    columns = _blank(positions, task)
    if not len(positions):
        return columns
    if task.method == "maxn":
        _each_for_itself(positions, task, means, columns)
        return columns
    for rows in _by_pack(positions) if task.every_card else [np.arange(len(positions))]:
        _by_side(rows, _some(positions, rows), task, means, columns)
    return columns


def described(positions: SomePositions, task: Task) -> Columns:
    """The columns of `answers` as far as nothing has to be searched for."""
    columns = _blank(positions, task)
    if task.method == "maxn":
        columns["side"] = [position.to_play or position.leader for position in positions]
    elif len(positions):
        asked = _asked(positions, task)
        _put(columns, {"side": _sides(asked.positions, asked.questions)}, asked.sound)
    return columns


def answers_found(
    positions: SomePositions, task: Task, asked: Questions, found: Found, cards: Sequence[str] | None
) -> Columns:
    """The columns of `answers` where all positions are sound and were searched already."""
    return _blank(positions, task) | _found(positions, asked, found, cards)


def _blank(positions: SomePositions, task: Task) -> Columns:
    """Columns without an answer, but with what is known of the positions."""
    size = len(positions)
    columns: Columns = {name: [None] * size for name in columns_of(task) if name not in PLACE}
    if isinstance(positions, Positions):
        columns["game"] = [positions.game] * size
        columns["json"] = list(json_texts(positions))
    else:
        columns["game"] = [position.game for position in positions]
        columns["json"] = [position.to_json() for position in positions]
    columns["goal"] = [task.goal] * size
    return columns


def _some(positions: SomePositions, rows: NDArray[np.intp]) -> SomePositions:
    if len(rows) == len(positions):
        return positions
    return positions[rows] if isinstance(positions, Positions) else [positions[row] for row in rows.tolist()]


def _by_pack(positions: SomePositions) -> list[NDArray[np.intp]]:
    """Rows that are played with one pack in one order."""
    if isinstance(positions, Positions):
        packs = [cards_of_pack(rules, len(positions.seats)) for rules in positions.ruled]
        number = {pack: place for place, pack in enumerate(dict.fromkeys(packs))}
        pack = np.array([number[pack] for pack in packs])[positions.variants.group]
        return [np.flatnonzero(pack == place) for place in range(len(number))]
    found: dict[object, list[int]] = {}
    for row, position in enumerate(positions):
        found.setdefault((position.deal().rules, len(position.seats)), []).append(row)
    return [np.array(rows, np.intp) for rows in found.values()]


# --- a side against the rest ----------------------------------------------------------------------------


def _by_side(
    rows: NDArray[np.intp],
    positions: SomePositions,
    task: Task,
    means: Means,
    columns: Columns,
) -> None:
    """Fill in the answers of these rows, which share a pack where every card is asked for."""
    positions, asked, sound, refused = _asked(positions, task)
    _put(columns, {"error": list(refused.values())}, rows[list(refused)])
    _put(columns, _searched(positions, asked, task, means), rows[sound])


class _Asked(NamedTuple):
    """The positions that can be asked, the questions, their places, and what is wrong with the others."""

    positions: SomePositions
    questions: Questions
    sound: NDArray[np.intp]
    refused: Mapping[int, str]


def _asked(positions: SomePositions, task: Task) -> _Asked:
    everywhere = np.arange(len(positions))
    try:
        return _Asked(positions, questions_of(positions, task.side, task.goal), everywhere, {})
    except PositionError:  # which they are is looked at one by one only where there are any
        refused = _refused(positions, task)
        sound = np.delete(everywhere, list(refused))
        positions = _some(positions, sound)
        return _Asked(positions, questions_of(positions, task.side, task.goal), sound, refused)


def _refused(positions: SomePositions, task: Task) -> dict[int, str]:
    """The positions that cannot be asked this, and why."""
    found = {}
    for place, position in enumerate(positions):
        try:
            Question(position, task.side, task.goal, None)
        except PositionError as error:
            found[place] = str(error)
    return found


def _put(columns: Columns, found: Columns, rows: NDArray[np.intp]) -> None:
    """Put values into these rows of the columns."""
    for name, values in found.items():
        if len(rows) == len(columns[name]):
            columns[name] = values
        else:
            for row, value in zip(rows.tolist(), values, strict=True):
                columns[name][row] = value


def _searched(positions: SomePositions, asked: Questions, task: Task, means: Means) -> Columns:
    """Search them all; the columns that come of it."""
    cards = asked.pack() if task.every_card else None
    found = means.turn(partial(asked.search, task.limits, means.threads, cards, means.stop))
    return _found(positions, asked, found, cards)


def _found(positions: SomePositions, asked: Questions, found: Found, cards: Sequence[str] | None) -> Columns:
    """The columns that come of a search, of every card's as well where those of a pack were asked for."""
    lower, upper = asked.read(found.lower, found.upper)
    exact = lower == upper
    columns: Columns = {}
    if cards is not None:
        bounds = asked.card_bounds(found)
        exact &= (bounds.lower == bounds.upper).all(axis=1)
        columns[CARDS] = _cards(cards, bounds)
    return columns | {
        "side": _sides(positions, asked),
        "value": _where(exact, lower),
        "total": _where(exact, lower + asked.before()),
        "lower": lower.tolist(),
        "upper": upper.tolist(),
        "exact": exact.tolist(),
        "nodes": found.nodes.tolist(),
        "seconds": found.seconds.tolist(),
    }


def _where(known: NDArray[np.bool_], values: NDArray[np.int64]) -> list[int | None]:
    return [value if there else None for there, value in zip(known.tolist(), values.tolist(), strict=True)]


def _sides(positions: SomePositions, asked: Questions) -> list[str]:
    if isinstance(positions, Positions):
        text = {side: ",".join([positions.seats[seat] for seat in side]) for side in set(asked.sides())}
        return [text[side] for side in asked.sides()]
    return [
        ",".join([position.seats[seat] for seat in side])
        for position, side in zip(positions, asked.sides(), strict=True)
    ]


def _cards(cards: Sequence[str], bounds: CardBounds) -> list[list[Row]]:
    """Of each row the cards that may be played, in the order of the pack."""
    rows = zip(bounds.lower.tolist(), bounds.upper.tolist(), bounds.legal.tolist(), strict=True)
    return [
        [
            _card(card, low, high)
            for card, low, high, may in zip(cards, lower, upper, legal, strict=True)
            if may
        ]
        for lower, upper, legal in rows
    ]


def _card(card: str, lower: int, upper: int) -> Row:
    return {"card": card, "value": lower if lower == upper else None, "lower": lower, "upper": upper}


# --- each seat for itself -------------------------------------------------------------------------------


def _each_for_itself(positions: SomePositions, task: Task, means: Means, columns: Columns) -> None:
    """Max^n, position by position: what the seat to play gets; after the last card, the leader."""
    found = means.turn(partial(_max_n, positions, task, means))
    for row, (position, answer) in enumerate(zip(positions, found, strict=True)):
        if not isinstance(answer, str) and answer.stopped == "interrupt":
            raise KeyboardInterrupt
        if isinstance(answer, str):
            columns["error"][row] = answer
        else:
            for name, value in _of_seat(position, answer, task).items():
                columns[name][row] = value


def _max_n(positions: SomePositions, task: Task, means: Means) -> list[MaxnAnalysis | str]:
    """The analysis of each position, or what is wrong with it."""
    limits = replace(task.limits, memory=max(1, task.limits.memory // means.threads))

    def search(position: Position) -> MaxnAnalysis | str:
        try:
            return search_maxn(position, task.goal, "worst", limits, means.stop)
        except PositionError as error:
            return str(error)

    with ThreadPoolExecutor(means.threads) as pool:  # this thread only waits, and hears Ctrl-C
        try:
            return list(pool.map(search, positions))
        except BaseException:
            means.stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def _of_seat(position: Position, found: MaxnAnalysis, task: Task) -> Row:
    seat = position.to_play or position.leader
    every = [found.values, *(found.cards.values() if task.every_card else ())]
    exact = None not in every
    row: Row = {
        "side": seat,
        "value": found.values[seat] if found.values and exact else None,
        "total": found.totals[seat] if found.totals and exact else None,
        "lower": found.bounds[seat].lower,
        "upper": found.bounds[seat].upper,
        "exact": exact,
        "nodes": found.nodes,
        "seconds": found.seconds,
    }
    if task.every_card:
        row[CARDS] = [
            {"card": card, **dict.fromkeys(("value", "lower", "upper"), values and values[seat])}
            for card, values in found.cards.items()
        ]
    return row

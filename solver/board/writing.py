"""A position as the words of a command that gives the same answer, and a deal with its play as PBN."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from solver.formats.raw import TEXT, RawRecord
from solver.model.notation import option_items, write_cards, write_deal, write_taken
from solver.positions.position import Position
from solver.positions.record import Record, write_pbn


def analyze_command(position: Position, goal: str, side: str | Sequence[str] | None) -> str:
    """The `openhand analyze` that asks the same, as a shell reads it."""
    return shlex.join(["openhand", "analyze", *_typed(position), *_asked(goal, side)])


def advise_command(start: Position, cards: Sequence[str], goal: str, side: str | Sequence[str] | None) -> str:
    """The `openhand advise` that asks the same after these cards: what was played shows where cards lie."""
    play = ["--play", " ".join(cards)] if cards else []
    return shlex.join(["openhand", "advise", *_typed(start), *play, *_asked(goal, side)])


def _asked(goal: str, side: str | Sequence[str] | None) -> Iterator[str]:
    """The options that say what is asked, where it is not what is asked as a rule."""
    if side:
        yield from ("--for", side if isinstance(side, str) else ",".join(side))
    if goal != "points":
        yield from ("--goal", goal)


def _typed(position: Position) -> Iterator[str]:
    """The options that type a position."""
    yield from ("--game", position.game)
    yield from ("--seats", " ".join(position.seats))
    yield from ("--deal", write_deal(position.seats, position.hands))
    yield from ("--leader", position.leader)
    taken = write_taken(zip(position.seats, position.taken))
    given = {
        "--trump": position.trump,
        "--trick": " ".join(position.fields().get("trick", ())),
        "--taken": taken,
        "--stock": write_cards(position.stock),
        "--widow": write_cards(position.widow),
        "--pile": write_cards(position.pile),
    }
    for name, text in given.items():
        if text:
            yield from (name, text)
    if position.tricks_played or (taken and position.tricks_played == 0):
        yield from ("--tricks-played", str(position.tricks_played))
    for name, value in position.options:
        items = option_items(value)
        text = ",".join(map(str, items)) if isinstance(items, list) else str(items)
        yield from ("--option", f"{name}={text}")


def pbn_with_play(start: Position, before: Sequence[Position], cards: Sequence[str]) -> str:
    """A deal as PBN and the play from it, a trick a line: `before` has the position before each card."""
    turn = start.seats.index(start.leader)
    columns = start.seats[turn:] + start.seats[:turn]
    tricks: list[dict[str, str]] = []
    for position, card in zip(before, cards, strict=True):
        if not (tricks and position.trick):
            tricks.append(dict(position.trick))
        tricks[-1][position.to_play or ""] = card
    rows = tuple((0, " ".join(trick.get(seat, "-") for seat in columns)) for trick in tricks)
    return write_pbn(
        [Record(start, None, TEXT, 1, RawRecord(first=start.leader if rows else None, rows=rows))]
    )

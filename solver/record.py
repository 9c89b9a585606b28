"""One position of a file, or what is wrong with it: what the readers of PBN and JSON hand back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.errors import PositionError
from solver.notation import read_card
from solver.position import Position

# Marks that may stand among the cards of a PBN `Play`: note references, glyphs, irregularities.
_MARK = re.compile(r"=\d+=|\$\d+|\^\w+|[!?]+")
_ENDS = ("*", "+")  # the rest was not played, or is not known yet
_NO_CARD = ("-", "--")


@dataclass(frozen=True)
class Record:
    """A position as a file holds it; a bad one has `error` (one line that names file and place) instead.

    `number` counts the file's records from 1, `line` is where this one begins (0 inside a JSON list). From
    PBN come also `tags` (those that are no part of the position, in order, each with the data lines below
    it), and `rows`, the lines of its `Play`, whose columns begin with the seat `first`.
    """

    position: Position | None
    error: str | None
    source: str
    number: int
    line: int
    tags: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    first: str | None = None
    rows: tuple[tuple[int, str], ...] = ()  # line number and text

    def sound(self) -> Position:
        """The position; raises the record's `PositionError` where it has none."""
        if self.position is None:
            raise PositionError(self.error or "no position")
        return self.position

    def play(self) -> tuple[str, ...]:
        """The cards of the `Play` section in order of play, worked out by playing them.

        Cards of the trick on the table may stand in the first row or not; they are no part of the answer.
        Raises `PositionError`, with the line, at a text that is no card, a card that its seat does not hold
        or may not play, and where a row has no card for the seat that is to play.
        """
        position = self.sound()
        on_table = set(position.trick)
        order: list[str] = []
        for line, row in self._rows(position.seats):
            waiting = {seat: card for seat, card in row.items() if card}
            if on_table and on_table <= set(waiting.items()):
                waiting = {seat: card for seat, card in waiting.items() if (seat, card) not in on_table}
            on_table = set()
            while waiting:
                position, card = self._next(position, waiting, line)
                order.append(card)
        return tuple(order)

    def _next(self, position: Position, waiting: dict[str, str], line: int) -> tuple[Position, str]:
        """Play the card that a row holds for the seat that is to play; it leaves the waiting ones."""
        seat = position.to_play
        rest = ", ".join(f"{card} of {owner}" for owner, card in waiting.items())
        if seat is None:
            raise self._wrong(line, f"the deal is over, but {rest} is left to play")
        if seat not in waiting:
            raise self._wrong(line, f"{seat} is to play and has no card in this row, only {rest} is left")
        try:
            return position.play(waiting[seat]), waiting.pop(seat)
        except PositionError as error:
            raise self._wrong(line, str(error)) from None

    def _rows(self, seats: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
        """Each row by seat, "" where a seat has no card in it."""
        first = self.first or seats[0]
        if first not in seats:
            raise self._wrong(
                self.rows[0][0], f'the section begins with seat "{first}", not one of {" ".join(seats)}'
            )
        turn = seats.index(first)
        columns = seats[turn:] + seats[:turn]
        for place, (line, text) in enumerate(self.rows):
            cards, ended = self._cells(line, text)
            short = -len(cards) % len(columns)
            if short and not ended and place + 1 < len(self.rows):
                raise self._wrong(
                    line, f"{len(cards)} cards in a row of {len(columns)} seats: - stands for no card"
                )
            cards += [""] * short
            for start in range(0, len(cards), len(columns)):
                yield line, dict(zip(columns, cards[start:]))
            if ended:
                return

    def _cells(self, line: int, text: str) -> tuple[list[str], bool]:
        """The cells of a row, "" for no card, and whether the play ends in it."""
        cells: list[str] = []
        for token in text.split():
            if token in _ENDS:
                return cells, True
            if token in _NO_CARD:
                cells.append("")
            elif not _MARK.fullmatch(token):
                try:
                    cells.append(read_card(token.rstrip("!?")))
                except PositionError as error:
                    raise self._wrong(line, str(error)) from None
        return cells, False

    def _wrong(self, line: int, text: str) -> PositionError:
        return PositionError(f"{place(self.source, line)} (Play): {text}")


def place(source: str, line: int) -> str:
    """Where something stands: `deals.pbn, line 7`; a text without a name is left unnamed."""
    return f"line {line}" if source == "<string>" else f"{source}, line {line}"


def passed_over(position: Position) -> bool:
    """Whether the seats of the trick do not simply follow each other."""
    turn = position.seats.index(position.leader)
    around = position.seats[turn:] + position.seats[:turn]
    return any(seat != expected for (seat, _), expected in zip(position.trick, around))


def nothing_in(source: str) -> Record:
    """What a reader hands back for a text without any position."""
    text = "no position is given" if source == "<string>" else f"{source}: no position in it"
    return Record(None, text, source, 1, 1)


def only(records: Sequence[Record]) -> Position:
    """The position of a text that should hold one; its error is raised."""
    if len(records) != 1:
        raise PositionError(f"{len(records)} positions are given where one is wanted")
    return records[0].sound()

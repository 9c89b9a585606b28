"""One position of a file, or what is wrong with it: what the readers of PBN and JSON hand back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.model.errors import PositionError
from solver.model.notation import Played, read_card
from solver.positions.position import Position

# Marks that may stand among the cards of a PBN `Play`: note references, glyphs, irregularities.
_MARK = re.compile(r"=\d+=|\$\d+|\^\w+|[!?]+")
_ENDS = ("*", "+")  # the rest was not played, or is not known yet
_NO_CARD = ("-", "--")


@dataclass(frozen=True)
class Record:
    """A position as a file holds it; a bad one has `error` (one line that names file and place) instead.

    `number` counts the file's records from 1, `line` is where this one begins (0 inside a JSON list). From
    PBN come also `tags` (those that are no part of the position, in order, each with the data lines below
    it), and `rows`, the lines of its `Play`, whose columns begin with the seat `first`. A book's table has
    rows as well, and in `winners` the seats that it marks, by line. JSON has the play in `order`.
    """

    position: Position | None
    error: str | None
    source: str
    number: int
    line: int
    tags: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    first: str | None = None
    rows: tuple[tuple[int, str], ...] = ()  # line number and text
    winners: tuple[tuple[int, str], ...] = ()  # line number and seat
    order: tuple[Played, ...] = ()  # the play card by card, seats where they are named

    def sound(self) -> Position:
        """The position; raises the record's `PositionError` where it has none."""
        if self.position is None:
            raise PositionError(self.error or "no position")
        return self.position

    @property
    def has_play(self) -> bool:
        """Whether there is a play, sound or not."""
        return bool(self.rows or self.order)

    def play(self) -> tuple[str, ...]:
        """The cards of the play in order, worked out by playing them. Raises as `played` does."""
        return tuple(card for _, card in self.played())

    def played(self) -> Iterator[tuple[str, str]]:
        """Seat and card of the play, one after another.

        Cards of the trick on the table may stand in the first row of a `Play` or not; they are no part of
        the answer. Raises `PositionError`, with the line, at a text that is no card, where a row has no
        card for the seat that is to play or marks another winner; `IllegalCardError` at a card that its seat
        does not hold or may not play.
        """
        yield from self._ordered() if self.order else self._by_rows()

    def _ordered(self) -> Iterator[tuple[str, str]]:
        """The play that is given card by card."""
        position = self.sound()
        for number, (named, card) in enumerate(self.order, 1):
            seat = position.to_play
            where = f"{place(self.source, self.line)}: play, card {number}"
            if seat is None:
                raise PositionError(f"{where}: the deal is over, but {card} is left to play")
            if named is not None and named != seat:
                why = f"{card} is given to {named}, but {seat} is to play"
                raise IllegalCardError(position, named, card, where, why)
            position = _with_card(position, seat, card, where)
            yield seat, card

    def _by_rows(self) -> Iterator[tuple[str, str]]:
        """The play that is given in rows with a column a seat."""
        position = self.sound()
        on_table = set(position.trick)
        winners = dict(self.winners)
        for line, row in self._rows(position.seats):
            waiting = {seat: card for seat, card in row.items() if card}
            if on_table and on_table <= set(waiting.items()):
                waiting = {seat: card for seat, card in waiting.items() if (seat, card) not in on_table}
            on_table = set()
            while waiting:
                seat = self._next(position, waiting, line)
                card = waiting.pop(seat)
                position = _with_card(position, seat, card, self._where(line))
                yield seat, card
            if winners.get(line, position.leader) != position.leader and not position.trick:
                marked, won = winners[line], position.leader
                raise self._wrong(line, f"{marked} is marked as the winner, but {won} wins the trick")

    def _next(self, position: Position, waiting: dict[str, str], line: int) -> str:
        """The seat that is to play, which must have a card waiting in its row."""
        seat = position.to_play
        rest = ", ".join(f"{card} of {owner}" for owner, card in waiting.items())
        if seat is None:
            raise self._wrong(line, f"the deal is over, but {rest} is left to play")
        if seat not in waiting:
            raise self._wrong(line, f"{seat} is to play and has no card in this row, only {rest} is left")
        return seat

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
        return PositionError(f"{self._where(line)}: {text}")

    def _where(self, line: int) -> str:
        return f"{place(self.source, line)} (Play)"


class IllegalCardError(PositionError):
    """A play goes wrong at this card: in this position its seat does not hold it or may not play it."""

    def __init__(self, position: Position, seat: str, card: str, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.position = position
        self.seat = seat
        self.card = card

    @property
    def legal(self) -> list[str]:
        """What the seat could have played: nothing where it was not its turn."""
        return self.position.legal_cards() if self.position.to_play == self.seat else []


def _with_card(position: Position, seat: str, card: str, where: str) -> Position:
    try:
        return position.play(card)
    except PositionError as error:
        raise IllegalCardError(position, seat, card, where, str(error)) from None


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

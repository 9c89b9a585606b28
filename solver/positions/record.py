"""Records: the positions of a file, built from what the readers found, or what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from solver.formats import checks, json, pbn
from solver.formats.fields import Draft
from solver.formats.lines import decode, detect_json, looks_like_json, split_lines, text_lines
from solver.formats.raw import ALL_NEEDED, TEXT, RawRecord, check_text, draft_of, locate, nothing_in, place
from solver.model.cards import SUITS
from solver.model.errors import PositionError
from solver.model.notation import Played, counted, listed, quote, read_card
from solver.positions.play import Playable, play_card, play_on
from solver.positions.position import Position
from solver.rules.game import Rules

# Marks that may stand among the cards of a PBN `Play`: note references, glyphs, irregularities.
_MARK = re.compile(r"=\d+=|\$\d+|\^\w+|[!?]+")
_ENDS = ("*", "+")  # the rest was not played, or is not known yet
_NO_CARD = ("-", "--")
_TAGS = {"N": "North", "E": "East", "S": "South", "W": "West"}  # what PBN calls the tag of a seat's player


@dataclass(frozen=True)
class Record:
    """A position as a file holds it; a bad one has `error` (one line that names file and place) instead.

    `number` counts the file's records from 1; `raw` is what the reader found there. `remark` is something
    that a reader of the answer should know, a line or nothing.
    """

    position: Position | None
    error: str | None
    source: str
    number: int
    raw: RawRecord = field(default_factory=RawRecord)
    remark: str = ""

    @property
    def id(self) -> object:
        """What the file calls the position: JSON's `id`, PBN's `Board`; None where it has no name."""
        return self.raw.id

    @property
    def line(self) -> int:
        """Where the record begins."""
        return self.raw.line

    @property
    def tags(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """The PBN tags that are no part of the position, in order, each with the rows below it."""
        return self.raw.tags

    def players(self) -> dict[str, str]:
        """Who plays at each seat: the tag named like it (`[North "..."]` for N), else the seat itself."""
        named = {name.casefold(): value.strip() for name, value, _ in self.tags}
        seats = self.sound().seats
        found = {seat: named.get(_TAGS.get(seat, seat).casefold(), "") for seat in seats}
        return {seat: name if name.strip("?#") else seat for seat, name in found.items()}

    @property
    def first(self) -> str | None:
        """The seat of the first column of `rows`."""
        return self.raw.first

    @property
    def rows(self) -> tuple[tuple[int, str], ...]:
        """The lines of the play, with their numbers."""
        return self.raw.rows

    @property
    def winners(self) -> tuple[tuple[int, str], ...]:
        """The seats that a table says have won a row, by line."""
        return self.raw.winners

    @property
    def order(self) -> tuple[Played, ...]:
        """The play card by card, seats where they are named."""
        return self.raw.order

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
        return self.played_from(self.sound())

    def played_from(self, start: Playable) -> Iterator[tuple[str, str]]:
        """The same, played from something that stands where the position does."""
        if self.order:
            where = f"{self.raw.place(self.source)}: play"
            return ((seat, card) for _, seat, card, _ in play_on(start, self.order, where))
        return self._by_rows(start)

    def _by_rows(self, position: Playable) -> Iterator[tuple[str, str]]:
        """The play that is given in rows with a column a seat."""
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
                position = play_card(position, seat, card, self._where(line))
                yield seat, card
            if winners.get(line, position.leader) != position.leader and not position.trick:
                marked, won = winners[line], position.leader
                raise self._wrong(line, f"{marked} is marked as the winner, but {won} wins the trick")

    def _next(self, position: Playable, waiting: dict[str, str], line: int) -> str:
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
        if not self.rows:
            return
        first = self.first or seats[0]
        if first not in seats:
            raise self._wrong(
                self.rows[0][0], f"the section begins with seat {quote(first)}, not one of {listed(seats)}"
            )
        turn = seats.index(first)
        columns = seats[turn:] + seats[:turn]
        for at, (line, text) in enumerate(self.rows, 1):
            cards, ended = self._cells(line, text)
            short = -len(cards) % len(columns)
            if short and not ended and at < len(self.rows):
                raise self._wrong(
                    line,
                    f"{counted(len(cards), 'card')} in a row of {len(columns)} seats: - stands for no card",
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


# --- reading --------------------------------------------------------------------------------------------


def read_stream(
    stream: Iterable[bytes],
    source: str,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
    json_hint: bool = False,
) -> Iterator[Record]:
    """Every position of a binary file, whose content says what it is, as they end, the bad ones too.

    `rules` are house rules, `overrides` fields that stand in place of every record's own (see `Draft`),
    `needed` what the question needs of leader and trump (a table of all of them needs neither). `json_hint`
    decides where the content does not.
    """
    try:
        raws = raw_records(stream, json_hint)
    except PositionError as error:
        yield Record(None, f"{source}: cannot be read: {error}", source, 1, RawRecord(line=1))
        return
    yield from build_all(raws, source, rules, overrides, needed)


def raw_records(stream: Iterable[bytes], json_hint: bool = False) -> Iterator[RawRecord]:
    """What stands in a binary file, whatever it is by its content; `PositionError` where it is no text."""
    as_json, lines = detect_json(split_lines(stream), json_hint)
    read = json.read_json if as_json else pbn.read_pbn
    return read(decode(lines, as_json))


def read_text(
    text: str,
    source: str = TEXT,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
) -> list[Record]:
    """Every record of a text, read to its end."""
    read = json.read_json if looks_like_json(text) else pbn.read_pbn
    return list(build_all(read(text_lines(text)), source, rules, overrides, needed))


def read_pbn(
    text: str,
    source: str = TEXT,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
) -> list[Record]:
    """Every position of a PBN text, or of one with books' tables."""
    return list(build_all(pbn.read_pbn(text_lines(text)), source, rules, overrides))


def read_json(
    text: str,
    source: str = TEXT,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
) -> list[Record]:
    """Every position of a JSON text: one object, a list, or one a line."""
    return list(build_all(json.read_json(text_lines(text)), source, rules, overrides))


def write_pbn(records: Iterable[Record | Position]) -> str:
    """Positions as a PBN file, a blank line between; of records also the other tags and the `Play`."""
    return "\n".join(
        pbn.write_position(item.fields())
        if isinstance(item, Position)
        else pbn.write_record(item.sound().fields(), item.raw)
        for item in records
    )


# --- from what was read to positions --------------------------------------------------------------------


def build_all(
    raws: Iterable[RawRecord],
    source: str = TEXT,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
) -> Iterator[Record]:
    """The records of what a reader found, one after another; of a file without any, one that says so."""
    number = 0
    for number, raw in enumerate(raws, 1):
        yield build(raw, source, number, rules, overrides, needed)
    if not number:
        yield Record(None, nothing_in(source), source, 1, RawRecord(line=1))


def build(
    raw: RawRecord,
    source: str = TEXT,
    number: int = 1,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
) -> Record:
    """One record: its position, or the line that says where it goes wrong."""
    try:
        check_text(raw, source)
    except PositionError as error:
        return Record(None, str(error), source, number, raw)
    try:
        draft = draft_of(raw, rules, overrides, needed)
        position = position_of(draft, needed)
    except PositionError as error:
        return Record(None, str(locate(error, raw, source, overrides)), source, number, raw)
    if raw.first is not None or raw.order:
        raw = _rename_play(raw, draft)
    return Record(position, None, source, number, raw, draft.remark)


def position_of(draft: Draft, needed: frozenset[str]) -> Position:
    """The draft's position; what is not needed and not given is filled in as the game allows."""
    if draft.trump is None and "trump" not in needed and draft.rules and draft.rules.trump == "always":
        draft.trump = SUITS[0]
    trick_of_nobody = "trick" in draft.lost  # a trick has a leader, whatever the question needs
    if draft.leader is not None or "leader" in needed or trick_of_nobody or not draft.seats:
        return Position.from_draft(draft)
    for leader in draft.seats:
        draft.leader = leader
        if not checks.find(draft):
            break
    else:
        draft.leader = draft.seats[0]
    return Position.from_draft(draft)


def _rename_play(raw: RawRecord, draft: Draft) -> RawRecord:
    """The play with the seats called as they are at the table."""
    return replace(
        raw,
        first=None if raw.first is None else draft.seat_named(raw.first),
        winners=tuple((line, draft.seat_named(seat)) for line, seat in raw.winners),
        order=tuple((None if seat is None else draft.seat_named(seat), card) for seat, card in raw.order),
    )

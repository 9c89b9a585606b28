"""PBN: tag pairs, one record after another, sections of rows below their tags; and books' tables of play.

A file is read line by line, and each record is handed on as it ends: at a blank line, or where a deal, a
game or the first tag comes again. A row belongs to the section above it (`Play`, `Auction`, any tag that is
no part of a position); only what is in no section and no comment can be a book's table.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.formats.bridge import Bridge
from solver.formats.play_tables import PlayTable, card_cells, drawn_across, heading, may_head, table_record
from solver.formats.raw import RawRecord
from solver.model.notation import quote, write_cards, write_deal, write_options, write_taken

FIELD_OF = {
    "Game": "game", "Seats": "seats", "Deal": "deal", "Leader": "leader", "Trump": "trump", "Trick": "trick",
    "Taken": "taken", "TricksPlayed": "tricks_played", "Pile": "pile", "Stock": "stock", "Widow": "widow",
    "Options": "options",
}  # fmt: skip
_OURS = {name.lower(): name for name in (*FIELD_OF, "Play", "Known")}
_BRIDGE = ("Declarer", "Contract")
_CONCERNING = frozenset((*FIELD_OF, "Play", "Known", *_BRIDGE))
_LEADING = ("Leader", "Play", "Declarer")
_ONE_DEAL = ("deal", "play")  # what does not hold for the next table
_NOT_GIVEN = ("", "?", "-")
MOST_QUOTED = 3  # lines of one record that are no PBN; of a picture or a program all are
_AS_BEFORE = ("#", "##")  # PBN: the value that the record before has

TAG = re.compile(r'\[\s*(\w+)\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_DATA = re.compile(r"[^\[{;]+")
_ESCAPED = re.compile(r"\\(.)")
_LOOKED_FOR = "a book's table is a line of seat names with a row of cards, one a seat, right below it"
_NO_TEXT = "a zero byte stands here, so this is not text: PBN and JSON are text, as UTF-8"


@dataclass(slots=True)
class _Tag:
    name: str
    value: str
    line: int
    data: list[tuple[int, str]] = field(default_factory=list)  # the lines below it

    def add(self, line: int, text: str) -> None:
        """Keep what stands on a line below the tag; a comment may part it."""
        if self.data and self.data[-1][0] == line:
            text = f"{self.data.pop()[1]} {text}"
        self.data.append((line, text))


@dataclass
class _Chunk:
    """The tags of one record as they stand in the file, and lines that are no PBN."""

    tags: list[_Tag] = field(default_factory=list)
    first: dict[str, _Tag] = field(default_factory=dict)  # the first tag of each name
    bad: list[tuple[int, str]] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)  # no fault above a book's table

    def add(self, tag: _Tag) -> None:
        """Take a tag in."""
        self.tags.append(tag)
        self.first.setdefault(tag.name, tag)

    def value(self, name: str) -> str | None:
        """The value of a tag, None where it is absent or says that it is not known."""
        tag = self.first.get(name)
        return None if tag is None or tag.value.strip() in _NOT_GIVEN else tag.value

    @property
    def line(self) -> int:
        """Where the record begins."""
        places = [tag.line for tag in self.tags[:1]] + [line for line, _ in (*self.bad[:1], *self.prose[:1])]
        return min(places)

    @property
    def concerns_us(self) -> bool:
        """Whether anything in it is about a position."""
        return bool(self.bad or self.prose) or not _CONCERNING.isdisjoint(self.first)


# --- reading --------------------------------------------------------------------------------------------


def read_pbn(lines: Iterable[str]) -> Iterator[RawRecord]:
    """Every record of the lines of a PBN file or of a text with books' tables, each as it ends."""
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        if not reader.only_adds(number, line):
            yield from reader.take(number, line)
    yield from reader.finish()


def _read_tag(found: re.Match[str], line: int) -> _Tag:
    name, value = found.groups()
    value = _ESCAPED.sub(r"\1", value) if "\\" in value else value
    return _Tag(name if name in FIELD_OF else _OURS.get(name.lower(), name), value, line)


class _Reader:
    """Takes one line after another and gives the records that are complete.

    A chunk of tags without a deal that could be asked about may belong to a table further down: it `waits`
    until the next tag, heading or the end. A line that may be a heading waits for the one below it.
    """

    def __init__(self) -> None:
        self._chunk = _Chunk()
        self._waiting: list[_Chunk] = []
        self._deal_waits = False  # whether one of them has a deal
        self._before: Mapping[str, str] = {}  # the tags of the record before
        self._comment = 0  # the line where the comment that is being passed over opens
        self._heading: tuple[int, str] | None = None
        self._blank_below = False  # the line that may be a heading
        self._tables: list[PlayTable] = []
        self._above: dict[str, object] = {}  # fields that hold for the tables below
        self._tags: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
        self._any_table = False

    def only_adds(self, number: int, line: str) -> bool:
        """Take the line if it is one more tag of a record, as most lines are; whether it is."""
        if line[:1] != "[" or self._comment or self._heading or self._tables or not self._chunk.tags:
            return False
        found = TAG.fullmatch(line)
        if found is None:
            return False
        tag = _read_tag(found, number)
        if self._begins_anew(tag.name):
            return False
        self._chunk.add(tag)
        return True

    def take(self, number: int, line: str) -> Iterator[RawRecord]:
        """The next line."""
        if not self._comment:
            if not line or line.isspace():
                yield from self._blank()
                return
            if line.lstrip()[0] == "%":
                return
            if (self._heading or self._tables) and (yield from self._of_table(number, line)):
                return
        for token in self._tokens(number, line):
            if isinstance(token, _Tag):
                yield from self._tag(token)
            else:
                yield from self._row(number, token, line)

    def finish(self) -> Iterator[RawRecord]:
        """What is left when the file has ended."""
        yield from self._no_heading()
        yield from self._end_tables()
        if self._comment:
            why = "the comment that opens here is never closed, so all below belongs to it: close it with }"
            self._chunk.bad = [(self._comment, why)]
            self._chunk.prose = []
        yield from self._end_chunk()
        yield from self._flush()

    def _tokens(self, number: int, line: str) -> Iterator[_Tag | str]:
        """Tags and data of a line, without comments; what is like a tag and is none is noted as bad."""
        if "\0" in line:
            self._chunk.bad.append((number, _NO_TEXT))
            return
        at = 0
        while at < len(line):
            if self._comment:
                end = line.find("}", at)
                if end < 0:
                    return
                self._comment, at = 0, end + 1
            elif line[at] == ";":
                return
            elif line[at] == "{":
                self._comment, at = number, at + 1
            elif line[at] == "[":
                tag = TAG.match(line, at)
                if tag is None:
                    what = f'{quote(line[at:])} is not a tag like [Game "hearts"]'
                    self._chunk.bad.append((number, what))
                    return
                yield _read_tag(tag, number)
                at = tag.end()
            else:
                data = _DATA.match(line, at)
                assert data is not None
                if text := data[0].strip():
                    yield text
                at = data.end()

    # --- what stands in a line --------------------------------------------------------------------------

    def _blank(self) -> Iterator[RawRecord]:
        if self._heading:
            self._blank_below = True
        elif not self._tables:
            yield from self._end_chunk()

    def _tag(self, tag: _Tag) -> Iterator[RawRecord]:
        if self._heading or self._tables:
            yield from self._no_heading()
            yield from self._end_tables()
        if self._begins_anew(tag.name):
            yield from self._end_chunk()
        if self._deal_waits and not self._chunk.tags:
            yield from self._flush()
        self._chunk.add(tag)

    def _begins_anew(self, name: str) -> bool:
        """Whether a tag of this name is of another record than the chunk, which ends without a blank line."""
        chunk = self._chunk
        if name in ("Deal", "Game"):
            return name in chunk.first
        return bool(chunk.tags) and chunk.tags[0].name == name and "Deal" in chunk.first

    def _row(self, number: int, text: str, line: str) -> Iterator[RawRecord]:
        """What is neither tag nor comment: a row of the section above, a heading, or prose."""
        section = self._chunk.tags[-1] if self._chunk.tags else None
        if section is not None and section.name not in FIELD_OF:
            section.add(number, text)
        elif text == line.strip() and may_head(text):
            yield from self._no_heading()
            self._heading, self._blank_below = (number, text), False
        elif not self._tables:
            self._prose(number, text)

    def _prose(self, number: int, text: str) -> None:
        chunk = self._chunk
        what = "is neither a tag nor a row of Play"
        if len(chunk.prose) <= MOST_QUOTED and card_cells(text):
            what += f", and no table: {_LOOKED_FOR}"
        elif not chunk.tags:
            what = 'is not a tag: a record begins like [Game "hearts"]'
        chunk.prose.append((number, f"{quote(text)} {what}"))

    # --- tables -----------------------------------------------------------------------------------------

    def _of_table(self, number: int, line: str) -> Generator[RawRecord, None, bool]:
        """Take the line if it belongs to a table; the generator returns whether it does."""
        if drawn_across(line):
            return True
        if self._heading:
            at, text = self._heading
            seats = heading(text, line)
            if not seats:
                yield from self._no_heading()
            else:
                yield from self._end_tables()
                self._begin_tables(at, seats)
        cells = card_cells(line) if self._tables else []
        if not cells or len(cells) != len(self._tables):
            return False
        for table, row in zip(self._tables, cells, strict=True):
            table.add(number, row)
        return True

    def _no_heading(self) -> Iterator[RawRecord]:
        """What might have been a heading was prose."""
        if self._heading is None:
            return
        (number, text), self._heading = self._heading, None
        if not self._tables:
            self._prose(number, text)
            if self._blank_below:
                yield from self._end_chunk()

    def _begin_tables(self, line: int, seats: list[tuple[str, ...]]) -> None:
        """Open a table a deal, with all that stands in the tags above."""
        faults = [fault for chunk in (*self._waiting, self._chunk) for fault in chunk.bad]
        for tag in (tag for chunk in (*self._waiting, self._chunk) for tag in chunk.tags):
            if tag.name in FIELD_OF:
                self._above[FIELD_OF[tag.name]] = tag.value
            else:
                self._tags += ((tag.name, tag.value, tuple(text for _, text in tag.data)),)
        self._waiting, self._deal_waits, self._any_table = [], False, True
        self._chunk, self._heading = _Chunk(), None
        self._tables = [PlayTable(line, names, dict(self._above), self._tags, faults) for names in seats]

    def _end_tables(self) -> Iterator[RawRecord]:
        if self._tables:
            yield from map(table_record, self._tables)
            self._tables, self._tags = [], ()
            self._above = {name: value for name, value in self._above.items() if name not in _ONE_DEAL}

    # --- records ----------------------------------------------------------------------------------------

    def _end_chunk(self) -> Iterator[RawRecord]:
        """The record is complete: hand it on, or let it wait where a table may follow that it belongs to."""
        chunk, self._chunk = self._chunk, _Chunk()
        if not chunk.concerns_us:
            return
        self._fill_in(chunk)
        self._waiting.append(chunk)
        self._deal_waits |= "Deal" in chunk.first
        if "Deal" in chunk.first and any(name in chunk.first for name in _LEADING):
            yield from self._flush()

    def _fill_in(self, chunk: _Chunk) -> None:
        """Give tags with the value `#` the value that the record before has."""
        for tag in chunk.tags:
            if tag.value in _AS_BEFORE:
                tag.value = self._before.get(tag.name, "?")
        if chunk.tags:
            self._before = {tag.name: tag.value for tag in chunk.tags}

    def _flush(self) -> Iterator[RawRecord]:
        """Hand on what no table follows; prose between tables is only the book talking."""
        waiting, self._waiting, self._deal_waits = self._waiting, [], False
        yield from (_record(chunk) for chunk in waiting if chunk.tags or chunk.bad or not self._any_table)


# --- from a chunk to a record ---------------------------------------------------------------------------


def _record(chunk: _Chunk) -> RawRecord:
    fields: dict[str, object] = {}
    lines: dict[str, int] = {}
    unsaid: dict[str, str] = {}
    others: list[tuple[str, str, tuple[str, ...]]] = []
    rows: list[tuple[int, str]] = []
    for tag in chunk.tags:
        name = FIELD_OF.get(tag.name)
        if name is None:
            if tag.name == "Play":
                rows += tag.data
                lines.setdefault("play", tag.line)
            elif tag.name != "Known":
                others.append((tag.name, tag.value, tuple(text for _, text in tag.data)))
        elif name not in lines:
            lines[name] = tag.line
            if tag.value.strip() in _NOT_GIVEN:
                unsaid[name] = tag.value
            else:
                fields[name] = tag.value
    lines["hands"] = lines.get("deal", chunk.line)
    bridge = None
    if "game" not in fields:
        bridge = Bridge(
            chunk.value("Declarer"), chunk.first["Contract"].value if "Contract" in chunk.first else None
        )
        for name, said_by in (("trump", "Contract"), ("leader", "Declarer")):
            lines.setdefault(name, chunk.first[said_by].line if said_by in chunk.first else chunk.line)
    return RawRecord(
        fields,
        chunk.line,
        lines,
        wrong=tuple(_misplaced(chunk)),
        id=chunk.value("Board"),
        unsaid=unsaid,
        bridge=bridge,
        known=chunk.value("Known"),
        tags=tuple(others),
        first=chunk.value("Play"),
        rows=tuple(rows),
    )


def _misplaced(chunk: _Chunk) -> Iterator[tuple[int, str]]:
    """What is wrong with the record as PBN."""
    bad = sorted([*chunk.bad, *chunk.prose]) if chunk.prose else chunk.bad
    yield from bad[:MOST_QUOTED]
    if more := bad[MOST_QUOTED:]:
        yield more[-1][0], f"and {len(more)} more such complaint{'s' * (len(more) > 1)}: is this a PBN file?"
    twice = [tag for tag in chunk.tags if tag.name in _CONCERNING and chunk.first[tag.name] is not tag]
    for tag in twice[:MOST_QUOTED]:
        if tag.name not in _BRIDGE:
            yield tag.line, f"{tag.name} is given twice in one record (a blank line parts records)"


# --- writing --------------------------------------------------------------------------------------------


def write_position(fields: Mapping[str, Any]) -> str:
    """The fields of a position (`Position.fields()`) as PBN, one tag a line, what is empty left out."""
    return _lines(_tags(fields))


def write_record(fields: Mapping[str, Any], raw: RawRecord) -> str:
    """A position with all else that its record has: other tags, and the `Play`."""
    text = write_position(fields)
    for name, value, data in raw.tags:
        text += _lines([(name, value)]) + "".join(line + "\n" for line in data)
    if raw.first is not None:
        first, rows = _from_leader(fields["seats"], fields["leader"], raw)
        text += _lines([("Play", first)]) + "".join(row + "\n" for row in rows)
    return text


def _from_leader(seats: list[str], leader: str, raw: RawRecord) -> tuple[str, list[str]]:
    """The rows of the play with the leader's column first, as PBN has them."""
    rows = [row for _, row in raw.rows]
    if raw.first == leader or raw.first not in seats:
        return raw.first or leader, rows
    turn = (seats.index(leader) - seats.index(raw.first)) % len(seats)
    cells = [[*row.split(), *["-"] * len(seats)][: max(len(seats), len(row.split()))] for row in rows]
    return leader, [" ".join([*row[turn:], *row[:turn]]) for row in cells]


def _tags(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    seats, taken, tricks = fields["seats"], fields.get("taken", {}), fields.get("tricks_played")
    yield "Game", fields["game"]
    yield "Seats", " ".join(seats)
    yield "Deal", write_deal(seats, [fields["hands"][seat] for seat in seats])
    yield "Leader", fields["leader"]
    yield "Trump", fields.get("trump", "")
    yield "Trick", " ".join(fields.get("trick", ()))
    yield "Taken", write_taken(taken.items())
    if tricks is not None and (tricks or taken):
        yield "TricksPlayed", str(tricks)
    yield "Pile", write_cards(fields.get("pile", ()))
    yield "Stock", write_cards(fields.get("stock", ()))
    yield "Widow", write_cards(fields.get("widow", ()))
    yield "Options", write_options(fields.get("options", {}).items())


def _lines(tags: Iterable[tuple[str, str]]) -> str:
    return "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags if value)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')

"""PBN position files: tag pairs, one position after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from solver.model.errors import PositionError
from solver.model.notation import (
    default_seats,
    quote,
    read_seats,
    read_trump,
    write_cards,
    write_deal,
    write_options,
    write_taken,
    write_trick,
)
from solver.positions.position import Position
from solver.positions.record import Record, nothing_in, passed_over, place
from solver.rules.game import Rules

FIELD_OF = {
    "Game": "game", "Seats": "seats", "Deal": "deal", "Leader": "leader", "Trump": "trump", "Trick": "trick",
    "Taken": "taken", "TricksPlayed": "tricks_played", "Pile": "pile", "Stock": "stock", "Widow": "widow",
    "Options": "options",
}  # fmt: skip
_OURS = {name.lower(): name for name in (*FIELD_OF, "Play")}
_BRIDGE = ("Declarer", "Contract")
_NOT_GIVEN = ("", "?", "-")
MOST_TOLD = 3  # lines of one record that are no PBN; of a picture or a program all are
_AS_BEFORE = ("#", "##")  # PBN: the value that the record before has

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_DATA = re.compile(r"[^\[{;]+")
_ESCAPED = re.compile(r"\\(.)")
_CONTRACT = re.compile(r"[1-7]\s*(NT|N|[SHDC♠♥♦♣])\s*(X|XX|\*|\*\*)?", re.IGNORECASE)


@dataclass
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
    bad: list[tuple[int, str]] = field(default_factory=list)

    def has(self, name: str) -> bool:
        return any(tag.name == name for tag in self.tags)

    def value(self, name: str) -> str | None:
        """The value of a tag, None where it is absent or says that it is not known."""
        given = [tag.value for tag in self.tags if tag.name == name]
        return given[0] if given and given[0].strip() not in _NOT_GIVEN else None

    @property
    def line(self) -> int:
        """Where the record begins."""
        return min([tag.line for tag in self.tags[:1]] + [line for line, _ in self.bad])


# --- reading --------------------------------------------------------------------------------------------


def read_pbn(text: str, source: str = "<string>", rules: Rules | None = None) -> list[Record]:
    """Every position of a PBN text, in order; a bad one holds its error and the rest go on.

    A file in which no record names a `Game` is bridge. `rules` are house rules (see `Position.parse`).
    """
    chunks = [
        chunk for chunk in _chunks(text) if chunk.bad or any(_concerns_us(tag.name) for tag in chunk.tags)
    ]
    if not chunks:
        return [nothing_in(source)]
    _fill_in(chunks)
    bridge = rules is None and not any(chunk.has("Game") for chunk in chunks)
    return [_record(chunk, source, number, rules, bridge) for number, chunk in enumerate(chunks, 1)]


def _concerns_us(name: str) -> bool:
    return name.lower() in _OURS or name in _BRIDGE


def _record(chunk: _Chunk, source: str, number: int, rules: Rules | None, bridge: bool) -> Record:
    others = tuple(
        (tag.name, tag.value, tuple(line for _, line in tag.data))
        for tag in chunk.tags
        if tag.name not in _OURS.values()
    )
    rows = tuple(row for tag in chunk.tags if tag.name == "Play" for row in tag.data)
    record = Record(None, None, source, number, chunk.line, others, chunk.value("Play"), rows)
    wrong = list(_misplaced(chunk))
    if not wrong:
        try:
            fields = _fields(chunk, bridge)
            return replace(record, position=Position.from_fields(fields, rules))
        except PositionError as error:
            wrong = list(_placed(error, chunk))
    return replace(record, error=str(PositionError(_told(wrong, source))))


def _fields(chunk: _Chunk, bridge: bool) -> dict[str, object]:
    """The fields of the position under their JSON names."""
    fields: dict[str, object] = {field: chunk.value(tag) for tag, field in FIELD_OF.items()}
    if fields["game"] is None and (bridge or any(chunk.has(name) for name in _BRIDGE)):
        fields |= _bridge(chunk)
    if fields["leader"] is None:
        fields["leader"] = chunk.value("Play")
    return fields


def _bridge(chunk: _Chunk) -> dict[str, object]:
    """A bridge record as whist: trump from the contract, and the seat after the declarer leads."""
    fields: dict[str, object] = {"game": "whist"}
    contract, declarer = chunk.value("Contract"), chunk.value("Declarer")
    if contract is not None and chunk.value("Trump") is None:
        fields["trump"] = _trump_of(contract.strip())
    if chunk.value("Leader") is not None:
        return fields
    if declarer is None and chunk.value("Play") is None:
        raise PositionError(
            "no leader: a record without Game is bridge and needs Declarer and Contract, or Leader"
        )
    if declarer is not None:
        fields["leader"] = _after(declarer.strip().removeprefix("^"), chunk)
    return fields


def _trump_of(contract: str) -> str | None:
    if contract.lower() == "pass":
        raise PositionError("Contract: the deal was passed out, so there is no play")
    read = _CONTRACT.fullmatch(contract)
    if read is None:
        raise PositionError(f"Contract {quote(contract)} is not like 3NT or 4SX")
    return None if read[1].upper().startswith("N") else read_trump(read[1])


def _after(declarer: str, chunk: _Chunk) -> str:
    """The seat to the left of the declarer."""
    named, deal = chunk.value("Seats"), chunk.value("Deal") or "N:"
    seats = read_seats(named) if named else default_seats(deal.partition(":")[0].strip(), 4)
    if declarer not in seats:
        raise PositionError(f"Declarer {quote(declarer)} is not one of {' '.join(seats)}")
    return seats[(seats.index(declarer) + 1) % len(seats)]


def _misplaced(chunk: _Chunk) -> Iterator[tuple[int, str]]:
    """What is wrong with the record as PBN."""
    yield from chunk.bad[:MOST_TOLD]
    if more := chunk.bad[MOST_TOLD:]:
        yield more[-1][0], f"and {len(more)} more such complaint{'s' * (len(more) > 1)}: is this a PBN file?"
    seen: set[str] = set()
    for tag in chunk.tags:
        if tag.name not in _OURS.values():
            continue
        if tag.name in seen:
            yield tag.line, f"{tag.name} is given twice in one record (a blank line parts records)"
        seen.add(tag.name)
        if tag.name != "Play":
            yield from (
                (line, f"{quote(text)} is neither a tag nor a row of Play") for line, text in tag.data
            )


def _placed(error: PositionError, chunk: _Chunk) -> Iterator[tuple[int, str]]:
    """Each fault with the line of the tag that it is about."""
    line_of = {FIELD_OF[tag.name]: tag.line for tag in reversed(chunk.tags) if tag.name in FIELD_OF}
    line_of["hands"] = line_of.get("deal", chunk.line)
    if not error.faults:
        yield chunk.line, str(error)
    for fault in error.faults:
        text = _unknown(chunk, "Leader") if fault.field == "leader" else ""
        yield line_of.get(fault.field, chunk.line), f"{text}{fault.text}"


def _unknown(chunk: _Chunk, name: str) -> str:
    """`Leader "?": ` where that is what a tag says, so that its value does not count as given."""
    given = [tag.value for tag in chunk.tags if tag.name == name and chunk.value(name) is None]
    return f"{name} {quote(given[0])}: " if given else ""


def _told(wrong: Iterable[tuple[int, str]], source: str) -> str:
    """All faults in one line, the source and each line named once."""
    parts: list[str] = []
    last = None
    for line, text in wrong:
        where = "" if line == last else f"line {line}: " if parts else f"{place(source, line)}: "
        parts.append(where + text)
        last = line
    return "; ".join(parts)


# --- the lines of the file ------------------------------------------------------------------------------


def _chunks(text: str) -> Iterator[_Chunk]:
    """The records of a file: parted by blank lines, or where a deal, a game or the first tag comes again."""
    chunk = _Chunk()
    for line, token in _tokens(text):
        if token is None or (isinstance(token, _Tag) and _begins_another(token.name, chunk)):
            if chunk.tags or chunk.bad:
                yield chunk
            chunk = _Chunk()
        if isinstance(token, _Tag):
            chunk.tags.append(token)
        elif isinstance(token, PositionError):
            chunk.bad.append((line, str(token)))
        elif token is not None and chunk.tags:
            chunk.tags[-1].add(line, token)
        elif token is not None:
            chunk.bad.append((line, f'{quote(token)} is no tag: a record begins like [Game "hearts"]'))
    if chunk.tags or chunk.bad:
        yield chunk


def _begins_another(name: str, chunk: _Chunk) -> bool:
    if name in ("Deal", "Game"):
        return chunk.has(name)
    return chunk.has("Deal") and chunk.tags[0].name == name


def _tokens(text: str) -> Iterator[tuple[int, _Tag | PositionError | str | None]]:
    """Line number and what stands there: a tag, a line of data, an error, or None for a blank line."""
    commented = False
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        if not commented and not line.strip():
            yield number, None
        if not commented and line.lstrip().startswith("%"):
            continue
        at = 0
        while at < len(line):
            if commented:
                end = line.find("}", at)
                commented = end < 0
                at = len(line) if commented else end + 1
            elif line[at] == ";":
                break
            elif line[at] == "{":
                commented = True
                at += 1
            elif line[at] == "[":
                tag = TAG.match(line, at)
                if tag is None:
                    yield number, PositionError(f'{quote(line[at:])} is not a tag like [Game "hearts"]')
                    break
                name = _OURS.get(tag[1].lower(), tag[1])
                yield number, _Tag(name, _ESCAPED.sub(r"\1", tag[2]), number)
                at = tag.end()
            else:
                data = _DATA.match(line, at)
                assert data is not None
                if data[0].strip():
                    yield number, data[0].strip()
                at = data.end()


def _fill_in(chunks: list[_Chunk]) -> None:
    """Give tags with the value `#` the value that the record before has."""
    before: Mapping[str, str] = {}
    for chunk in chunks:
        for tag in chunk.tags:
            if tag.value in _AS_BEFORE:
                tag.value = before.get(tag.name, "?")
        before = {tag.name: tag.value for tag in chunk.tags}


# --- writing --------------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """A position as PBN, one tag a line, what is empty left out; ends with a newline."""
    return _lines(_tags(position))


def write_pbn(records: Iterable[Record | Position]) -> str:
    """Positions as a PBN file, a blank line between; of records also the other tags and the `Play`."""
    return "\n".join(
        write_position(item) if isinstance(item, Position) else _written(item) for item in records
    )


def _written(record: Record) -> str:
    text = write_position(record.sound())
    for name, value, data in record.tags:
        text += _lines([(name, value)]) + "".join(line + "\n" for line in data)
    if record.first is not None:
        text += _lines([("Play", record.first)]) + "".join(row + "\n" for _, row in record.rows)
    return text


def _tags(position: Position) -> Iterator[tuple[str, str]]:
    seats = position.seats
    yield "Game", position.game
    yield "Seats", " ".join(seats)
    yield "Deal", write_deal(seats, position.hands)
    yield "Leader", position.leader
    yield "Trump", position.trump or ""
    yield "Trick", " ".join(write_trick(position.trick, passed_over(position)))
    yield "Taken", write_taken(zip(seats, position.taken))
    if position.tricks_played is not None and (position.tricks_played or any(position.taken)):
        yield "TricksPlayed", str(position.tricks_played)
    yield "Pile", write_cards(position.pile)
    yield "Stock", write_cards(position.stock)
    yield "Widow", write_cards(position.widow)
    yield "Options", write_options(position.options)


def _lines(tags: Iterable[tuple[str, str]]) -> str:
    return "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags if value)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')

"""The positions of some files, cut into units; what is in a unit is looked at only if it is wanted."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.batch.tables import Row, table_rows
from solver.formats import json as json_form
from solver.formats.lines import named_as_json, text_lines
from solver.formats.raw import RawRecord, nothing_in
from solver.model.errors import PositionError
from solver.positions import array_checks as checks
from solver.positions import parquet
from solver.positions.arrays import Positions
from solver.positions.plain_rows import plain_rows
from solver.positions.position import Position
from solver.positions.record import Record, build, raw_records
from solver.rules.files import read_text
from solver.rules.game import Rules

AT_ONCE = 4096  # rows of a Parquet file that are read together
A_FEW = 500  # records of a text that are

Open = Callable[[str], AbstractContextManager[BinaryIO]]


@dataclass(frozen=True)
class Reading:
    """How files are read: house rules, fields that stand in place of the files' own, how to open one.

    `remark` is called with what a reader of the answers should know of a position.
    """

    open: Open
    house: Rules | None = None
    overrides: Mapping[str, object] | None = None
    remark: Callable[[str], object] = str


@dataclass(frozen=True)
class Segment:
    """Consecutive positions of one file: the sound ones in order, and what is wrong with the others."""

    file: str
    first: int  # the number of its first position in the file
    ids: Sequence[str | None]
    errors: Mapping[int, str]  # by place in the segment
    positions: Positions | Sequence[Position]
    rows: bool  # whether the file has rows, not positions

    def __len__(self) -> int:
        return len(self.ids)

    def place(self, at: int) -> str:
        """What a complaint about a position begins with."""
        return place(self.file, self.first + at, self.rows)


class Chunk(Protocol):
    """Consecutive positions of one file as they were read, not yet looked at."""

    def __len__(self) -> int: ...
    def part(self, start: int, stop: int) -> Chunk: ...
    def segment(self, reading: Reading) -> Segment: ...


def place(file: str, number: int, rows: bool) -> str:
    """Where a position stands: `deals.pbn, position 3`, `deals.parquet, row 3`."""
    return f"{named(file)}, {'row' if rows else 'position'} {number}"


def named(file: str) -> str:
    """A file as complaints name it."""
    return "standard input" if file == "-" else file


def units(chunks: Iterable[Chunk], size: int) -> Iterator[list[Chunk]]:
    """The chunks cut and put together, so that each unit has `size` positions, the last perhaps fewer."""
    unit: list[Chunk] = []
    missing = size
    for chunk in chunks:
        start = 0
        while start < len(chunk):
            stop = min(len(chunk), start + missing)
            unit.append(chunk.part(start, stop))
            missing -= stop - start
            start = stop
            if not missing:
                yield unit
                unit, missing = [], size
    if unit:
        yield unit


# --- files ----------------------------------------------------------------------------------------------


def read(files: Sequence[str], reading: Reading) -> Iterator[Chunk]:
    """What stands in the files, one after another; `PositionError` where one cannot be read."""
    for file in files:
        with opening(file, reading) as stream:
            if is_parquet(stream, file):
                yield from _read_parquet(stream, file)
            else:
                yield from _read_text(stream, file)


@contextmanager
def opening(file: str, reading: Reading) -> Iterator[BinaryIO]:
    """A file that is open; what the system has to say against it is one `PositionError`."""
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(reading.open(file))
        except (OSError, ValueError) as error:
            raise _unreadable(file, error) from None
        try:
            yield stream
        except OSError as error:
            raise _unreadable(file, error) from None


def _unreadable(file: str, error: Exception) -> PositionError:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return PositionError(f"{named(file)}: cannot be read: {why or type(error).__name__}")


def is_regular(stream: BinaryIO) -> bool:
    """Whether it is a file that can be read again, and no pipe."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:  # no file of the system's
        return False


def is_parquet(stream: BinaryIO, file: str) -> bool:
    """Whether a file begins as Parquet does; `PositionError` where it does so and is a pipe."""
    if is_regular(stream):
        head = stream.read(len(parquet.MAGIC))
        stream.seek(0)
        return head == parquet.MAGIC
    peek = getattr(stream, "peek", None)  # a pipe has it
    if peek and peek(len(parquet.MAGIC)).startswith(parquet.MAGIC):
        raise PositionError(f"{named(file)}: Parquet is not read from a pipe: name the file")
    return False


def identities(files: Sequence[str], reading: Reading) -> list[dict[str, object]]:
    """What distinguishes each file: name, size and SHA-256; the latter two None of a pipe."""
    return [_identity(file, reading) for file in files]


def _identity(file: str, reading: Reading) -> dict[str, object]:
    size = digest = None
    if file != "-":
        with opening(file, reading) as stream:
            if is_regular(stream):
                size = os.fstat(stream.fileno()).st_size
                digest = _sha256(stream)
    return {"file": file, "size": size, "sha256": digest}


def _sha256(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    while part := stream.read(1 << 20):
        digest.update(part)
    return digest.hexdigest()


def count(files: Sequence[str], reading: Reading) -> int | None:
    """How many positions there are; None where somebody may still be writing."""
    total = 0
    for file in files:
        if file == "-":
            return None
        with opening(file, reading) as stream:
            if not is_regular(stream):
                return None
            if is_parquet(stream, file):
                total += parquet.opened(file, file).metadata.num_rows
            else:
                total += sum(len(chunk) for chunk in _read_text(stream, file))
    return total


def rules_of(files: Sequence[str], reading: Reading) -> Rules | None:
    """The house rules that all positions are played by: those named, or those a Parquet file brings."""
    if reading.house is not None:
        return reading.house
    found: dict[Rules, str] = {}
    for file in files:
        if file == "-":
            continue
        with opening(file, reading) as stream:
            if is_regular(stream) and is_parquet(stream, file):
                rules = _brought(parquet.opened(file, file).schema_arrow.metadata or {}, file)
                if rules is not None:
                    found.setdefault(rules, file)
    if len(found) > 1:
        names = " and ".join(list(found.values())[:2])
        raise PositionError(f"{names} bring different house rules: answer them one by one")
    return next(iter(found), None)


def _brought(metadata: Mapping[bytes, bytes], file: str) -> Rules | None:
    """The house rules in a file's metadata, None for games of the books."""
    if not metadata.get(parquet.RULES):
        return None
    try:
        text, game = metadata[parquet.RULES].decode(), metadata.get(parquet.GAME, b"house").decode()
        return read_text(text, game, "its rules")
    except ValueError as error:
        raise PositionError(f"{file}: its metadata cannot be read: {error}") from None


# --- texts ----------------------------------------------------------------------------------------------


def _read_text(stream: BinaryIO, file: str) -> Iterator[Chunk]:
    number = 1
    try:
        rows = table_rows(stream) if is_regular(stream) else None
        if rows is not None:
            yield from _read_table(rows, file)
            return
        raws = raw_records(stream, named_as_json(file))
        while few := list(islice(raws, A_FEW)):
            yield TextChunk(file, number, few)
            number += len(few)
    except PositionError as error:
        raise PositionError(f"{named(file)}: cannot be read: {error}") from None
    if number == 1:
        raise PositionError(nothing_in(named(file)))


def _read_table(rows: Iterator[Row], file: str) -> Iterator[Chunk]:
    number = 1
    while few := list(islice(rows, A_FEW)):
        yield JsonChunk(file, number, [row.json for row in few], [_text(row.id) for row in few], None)
        number += len(few)


@dataclass(frozen=True)
class TextChunk:
    """Records of a text, as their reader found them."""

    file: str
    first: int
    raws: Sequence[RawRecord]

    def __len__(self) -> int:
        return len(self.raws)

    def part(self, start: int, stop: int) -> TextChunk:
        return TextChunk(self.file, self.first + start, self.raws[start:stop])

    def segment(self, reading: Reading) -> Segment:
        ids = [_text(raw.id) for raw in self.raws]
        if plain := _plain(self.raws, reading, reading.house):
            return Segment(self.file, self.first, ids, {}, plain, False)
        records = [
            build(raw, named(self.file), number, reading.house, reading.overrides)
            for number, raw in enumerate(self.raws, self.first)
        ]
        for record in records:
            if record.remark:
                reading.remark(f"{place(self.file, record.number, False)}: {record.remark}")
        return _of_records(self.file, self.first, records, ids, False)


def _plain(raws: Sequence[RawRecord], reading: Reading, house: Rules | None) -> Positions | None:
    """The positions of JSON records that are all written plainly and alike, None where they are not."""
    if reading.overrides or not all(map(_says_fields_only, raws)):
        return None
    first = build(raws[0], rules=house)
    if first.position is None or first.remark:
        return None
    return plain_rows(first.position, [raw.fields for raw in raws])


def _says_fields_only(raw: RawRecord) -> bool:
    return not (raw.wrong or raw.bridge or raw.lines or raw.rows or raw.order or raw.known or raw.unsaid)


def _of_records(
    file: str, first: int, records: Sequence[Record], ids: Sequence[str | None], rows: bool
) -> Segment:
    errors = {at: record.error for at, record in enumerate(records) if record.error is not None}
    sound = [record.position for record in records if record.position is not None]
    return Segment(file, first, ids, errors, sound, rows)


def _text(id: object) -> str | None:
    return id if id is None or isinstance(id, str) else json.dumps(id, ensure_ascii=False)


# --- Parquet --------------------------------------------------------------------------------------------


def _read_parquet(stream: BinaryIO, file: str) -> Iterator[Chunk]:
    source = named(file)
    found = parquet.opened(stream if file == "-" else file, source)
    schema = found.schema_arrow
    names, metadata = schema.names, schema.metadata or {}
    beside = ["id"] if "id" in names else []
    number = 1
    if parquet.holds_positions(metadata):
        table = parquet.table_of(metadata, source)
        columns = parquet.columns_of(schema, table)
        none = parquet.reading(source, lambda: parquet.no_rows(schema))
        _check_form(parquet.to_array(none, table, source), table, source)
        for batch in parquet.batches(found, AT_ONCE, columns + beside, source):
            array = parquet.to_array(batch, table, source)
            yield RowsChunk(file, number, _Block(array, table), 0, len(array), _ids(batch, source))
            number += len(array)
        return
    if "json" not in names:
        raise PositionError(
            f"{source}: it has no column json, and is not what Positions.to_parquet writes;"
            f" its columns are {', '.join(names)}"
        )
    own = _brought(metadata, source)
    for batch in parquet.batches(found, AT_ONCE, ["json", *beside], source):
        texts = _strings(batch.column("json"), "json", source)
        yield JsonChunk(file, number, texts, _ids(batch, source), own)
        number += len(texts)


def _check_form(array: NDArray[Any], table: parquet.Table, source: str) -> None:
    """Raise `PositionError` where no row could be read, whatever is in it."""
    try:
        Positions.from_array(array, table.rules, table.seats)
    except PositionError as error:
        raise PositionError(f"{source}: {error}") from None


def _ids(batch: Any, source: str) -> Sequence[str | None]:
    if "id" not in batch.schema.names:
        return [None] * batch.num_rows
    return _strings(batch.column("id"), "id", source)


def _strings(column: Any, name: str, source: str) -> Sequence[str | None]:
    pa = parquet.arrow()
    try:
        texts: list[str | None] = column.cast(pa.string()).to_pylist()
    except (ValueError, NotImplementedError, pa.ArrowException) as error:
        why = str(error).partition("\n")[0][:200]
        raise PositionError(f"{source}: column {name} holds {column.type}, not texts: {why}") from None
    return texts


class _Block:
    """Rows of an array that were read together, checked together when one of them is wanted."""

    def __init__(self, array: NDArray[Any], table: parquet.Table) -> None:
        self.array = array
        self.table = table

    @cached_property
    def checked(self) -> tuple[Positions, Mapping[int, str], NDArray[np.intp]]:
        """The sound positions, what is wrong with the other rows, and how many are sound before each row."""
        positions, wrong = Positions.sorted_out(self.array, *self.table)
        sound = np.ones(len(self.array) + 1, np.intp)
        sound[list(wrong)] = 0
        return positions, wrong, np.cumsum(sound) - sound


@dataclass(frozen=True)
class RowsChunk:
    """Rows of an array of positions, not yet checked: those of a block from `start` to `stop`."""

    file: str
    first: int
    block: _Block
    start: int
    stop: int
    ids: Sequence[str | None]

    def __len__(self) -> int:
        return self.stop - self.start

    def part(self, start: int, stop: int) -> RowsChunk:
        return RowsChunk(
            self.file,
            self.first + start,
            self.block,
            self.start + start,
            self.start + stop,
            self.ids[start:stop],
        )

    def segment(self, reading: Reading) -> Segment:
        if reading.house is not None or reading.overrides:
            return self._built(reading)
        positions, wrong, before = self.block.checked
        rows = range(self.start, self.stop)
        errors = {
            at: f"{place(self.file, self.first + at, True)}: {wrong[row]}"
            for at, row in enumerate(rows if wrong else ())
            if row in wrong
        }
        sound = positions[int(before[self.start]) : int(before[self.stop])]
        return Segment(self.file, self.first, self.ids, errors, sound, True)

    def _built(self, reading: Reading) -> Segment:
        """The rows as records, for what stands in place of what they say."""
        rules, seats = self.block.table
        house = reading.house or (rules if rules.source else None)
        array = self.block.array[self.start : self.stop]
        rows = Positions(checks.copy_rows(array, rules, len(seats)), rules, seats)
        records = []
        for at in range(len(self)):
            where = place(self.file, self.first + at, True)
            try:
                raw = RawRecord(rows.fields_of(at))
                records.append(_at_row(build(raw, where, self.first + at, house, reading.overrides), where))
            except PositionError as error:  # a code that stands for nothing
                records.append(Record(None, f"{where}: {error}", where, self.first + at))
        return _of_records(self.file, self.first, records, self.ids, True)


def _at_row(record: Record, where: str) -> Record:
    """The record with its error under the name of its row."""
    return record if record.error is None else replace(record, error=f"{where}: {record.error}")


@dataclass(frozen=True)
class JsonChunk:
    """Rows whose positions are JSON texts."""

    file: str
    first: int
    texts: Sequence[str | None]
    ids: Sequence[str | None]
    own: Rules | None  # the house rules that the file brings

    def __len__(self) -> int:
        return len(self.texts)

    def part(self, start: int, stop: int) -> JsonChunk:
        return replace(self, first=self.first + start, texts=self.texts[start:stop], ids=self.ids[start:stop])

    def segment(self, reading: Reading) -> Segment:
        house = reading.house or self.own
        raws = [_raw_of(text) for text in self.texts]
        ids = [_text(raw.id if id is None else id) for id, raw in zip(self.ids, raws, strict=True)]
        if plain := _plain(raws, reading, house):
            return Segment(self.file, self.first, ids, {}, plain, True)
        records = []
        for number, raw in enumerate(raws, self.first):
            where = place(self.file, number, True)
            records.append(_at_row(build(raw, where, number, house, reading.overrides), where))
        return _of_records(self.file, self.first, records, ids, True)


def _raw_of(text: str | None) -> RawRecord:
    """The one record of a JSON text, which stands on no line."""
    if text is None:
        return RawRecord(wrong=((0, "it has no json"),))
    raws = list(islice(json_form.read_json(text_lines(text)), 2))
    if len(raws) != 1:
        found = "several positions" if raws else "no position"
        return RawRecord(wrong=((0, f"its json holds {found}, not one"),))
    return replace(raws[0], line=0, member=0)

"""The files that answers go into: a unit is written by itself, and all units are joined at the end."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from solver.batch.answers import CARDS, Columns
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.positions import parquet

Metadata = Mapping[str, str]


class Counts(NamedTuple):
    """How many rows have an exact answer, were stopped by a limit, or have an error instead."""

    answered: int
    stopped: int
    refused: int

    @classmethod
    def of(cls, columns: Columns) -> Counts:
        """What became of rows."""
        rows, answered = len(columns["exact"]), columns["exact"].count(True)
        refused = rows - columns["error"].count(None)
        return cls(answered, rows - answered - refused, refused)

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*map(sum, zip(self, other, strict=True)))


NOTHING = Counts(0, 0, 0)


class Form(Protocol):
    """A form of file, its columns and its ending."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def ending(self) -> str: ...

    def write(self, columns: Columns, path: Path) -> None:
        """Write the rows of one unit."""

    def count(self, path: Path) -> Counts:
        """Count what became of the rows of a unit."""

    def join(self, units: Iterable[Path], out: Path, metadata: Metadata) -> None:
        """Write the rows of all units, in this order, as one file."""

    def rows(self, path: Path) -> Iterator[Mapping[str, Any]]:
        """The rows of a finished file under the names of its columns, texts where the form has no others."""


def form_of(out: Path, names: Sequence[str]) -> Form:
    """The form that a file's ending asks for; `PositionError` for any other."""
    kind = _FORMS.get(out.suffix.lower())
    if kind is None:
        raise PositionError(f"{out}: its ending says the form, one of {', '.join(_FORMS)}")
    form: Form = kind(tuple(names))
    return form


def _rows(columns: Columns, names: Sequence[str]) -> Iterable[tuple[Any, ...]]:
    return zip(*(columns[name] for name in names), strict=True)


def _joined(units: Iterable[Path], out: Path, head: bytes = b"") -> None:
    with out.open("wb") as stream:
        stream.write(head)
        for unit in units:
            with unit.open("rb") as part:
                shutil.copyfileobj(part, stream)


@dataclass(frozen=True)
class Jsonl:
    """An object a line."""

    names: tuple[str, ...]
    ending: str = ".jsonl"

    def write(self, columns: Columns, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            for row in _rows(columns, self.names):
                stream.write(json.dumps(dict(zip(self.names, row)), ensure_ascii=False) + "\n")

    def count(self, path: Path) -> Counts:
        found = [0, 0, 0]
        with path.open("rb") as stream:
            for line in stream:  # inside a text these quotes would stand behind backslashes
                found[2 if b', "error": "' in line else 0 if b', "exact": true, ' in line else 1] += 1
        return Counts(*found)

    def join(self, units: Iterable[Path], out: Path, metadata: Metadata) -> None:
        _joined(units, out)

    def rows(self, path: Path) -> Iterator[Mapping[str, Any]]:
        with path.open(encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)


@dataclass(frozen=True)
class Csv:
    """A line of names, then a line a row; nothing where there is none, cards as `SA=3 HK=1..2`."""

    names: tuple[str, ...]
    ending: str = ".csv"

    def write(self, columns: Columns, path: Path) -> None:
        shown = {**columns, "exact": [_YES_NO[value] for value in columns["exact"]]}
        if CARDS in self.names:
            shown[CARDS] = [_cards_text(cards) for cards in columns[CARDS]]
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows(_rows(shown, self.names))

    def count(self, path: Path) -> Counts:
        exact, error = self.names.index("exact"), self.names.index("error")
        found = [0, 0, 0]
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.reader(stream):
                found[2 if row[error] else 0 if row[exact] == "true" else 1] += 1
        return Counts(*found)

    def join(self, units: Iterable[Path], out: Path, metadata: Metadata) -> None:
        _joined(units, out, (",".join(self.names) + "\n").encode())

    def rows(self, path: Path) -> Iterator[Mapping[str, Any]]:
        with path.open(encoding="utf-8", newline="") as stream:
            yield from csv.DictReader(stream)


_YES_NO = {None: None, True: "true", False: "false"}


def _cards_text(cards: Sequence[Mapping[str, Any]] | None) -> str | None:
    return None if cards is None else " ".join([f"{card['card']}={_value_text(card)}" for card in cards])


def _value_text(card: Mapping[str, Any]) -> str:
    if card["value"] is not None:
        return str(card["value"])
    return "" if card["lower"] is None else f"{card['lower']}..{card['upper']}"


@dataclass
class Parquet:
    """Columns, for data frames and databases."""

    names: tuple[str, ...]
    ending: str = ".parquet"
    schema: Any = field(init=False)

    AT_ONCE = 50_000  # rows at least that are joined into a row group
    UNLIKE = ("position", "id", "nodes", "seconds", "json", CARDS)  # columns that hardly repeat a value

    def __post_init__(self) -> None:
        pa = parquet.arrow()
        card = pa.struct(
            [("card", pa.string()), *((name, pa.int32()) for name in ("value", "lower", "upper"))]
        )
        types = {
            **dict.fromkeys(("value", "total", "lower", "upper"), pa.int32()),
            **dict.fromkeys(("position", "nodes"), pa.int64()),
            "exact": pa.bool_(), "seconds": pa.float64(), CARDS: pa.list_(card),
        }  # fmt: skip
        self.schema = pa.schema([(name, types.get(name, pa.string())) for name in self.names])

    def table(self, columns: Columns) -> Any:
        """The rows as Arrow's table."""
        return parquet.arrow().table({name: columns[name] for name in self.names}, schema=self.schema)

    def write(self, columns: Columns, path: Path) -> None:
        require("pyarrow.parquet", "data").write_table(
            self.table(columns), str(path), use_dictionary=self._repeated
        )

    @property
    def _repeated(self) -> list[str]:
        return [name for name in self.names if name not in self.UNLIKE]

    def count(self, path: Path) -> Counts:
        pq = require("pyarrow.parquet", "data")
        table = pq.read_table(str(path), columns=["exact", "error"], memory_map=False)
        rows = table.num_rows
        refused = rows - table["error"].null_count
        answered = sum(1 for value in table["exact"].to_pylist() if value)
        return Counts(answered, rows - answered - refused, refused)

    def join(self, units: Iterable[Path], out: Path, metadata: Metadata) -> None:
        pa, pq = parquet.arrow(), require("pyarrow.parquet", "data")
        schema = self.schema.with_metadata({f"openhand.{key}": text for key, text in metadata.items()})
        waiting: list[Any] = []
        with pq.ParquetWriter(str(out), schema, use_dictionary=self._repeated) as writer:
            for unit in units:
                waiting.append(pq.read_table(str(unit), schema=self.schema))
                if sum(table.num_rows for table in waiting) >= self.AT_ONCE:
                    writer.write_table(pa.concat_tables(waiting).replace_schema_metadata(schema.metadata))
                    waiting = []
            if waiting:
                writer.write_table(pa.concat_tables(waiting).replace_schema_metadata(schema.metadata))

    def rows(self, path: Path) -> Iterator[Mapping[str, Any]]:
        file = parquet.opened(str(path), str(path))
        for batch in parquet.batches(file, self.AT_ONCE, file.schema_arrow.names, str(path)):
            yield from batch.to_pylist()


_FORMS: Mapping[str, type[Any]] = {".parquet": Parquet, ".jsonl": Jsonl, ".csv": Csv}
ENDINGS = tuple(_FORMS)


def metadata_of(path: Path) -> Metadata:
    """What the metadata of a Parquet file of answers says, under the keys that `join` was given."""
    schema = parquet.opened(str(path), str(path)).schema_arrow
    mark = b"openhand."
    return {
        key.removeprefix(mark).decode(): text.decode()
        for key, text in (schema.metadata or {}).items()
        if key.startswith(mark)
    }

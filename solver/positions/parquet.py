"""Arrays of positions as Parquet, which needs the extra `data`.

A field of the array is a column of its name; one of several numbers a position is a list of fixed length, the
numbers in the order of the array. A field without numbers (the stock of a game that has none) has no column.
The schema's metadata says which game it is and who sits at the table.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver import __version__
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.model.notation import read_seats
from solver.positions.array_fields import dtype_of
from solver.rules.files import read_text, rules_text
from solver.rules.game import Rules

MAGIC = b"PAR1"  # what every Parquet file begins with
AT_ONCE = 1 << 16  # rows that are written together
OLDEST = (14, 0, 1)  # an older pyarrow may run code that a file brings

VERSION, GAME, RULES, SEATS = (b"openhand." + key for key in (b"version", b"game", b"rules", b"seats"))

Arrow = Any  # pyarrow's own types are not known where it is not installed
T = TypeVar("T")


class Table(NamedTuple):
    """What all positions of a file share."""

    rules: Rules
    seats: tuple[str, ...]


def arrow() -> Arrow:
    """The module pyarrow; `PositionError` where it is missing or too old to be safe."""
    module = require("pyarrow", "data")
    version = tuple(int(part) for part in re.findall(r"\d+", module.__version__)[:3])
    if version < OLDEST:
        raise PositionError(
            f"pyarrow {module.__version__} is too old to read files safely: "
            "pip install --upgrade 'openhand[data]' brings another"
        )
    return module


# --- to Arrow -------------------------------------------------------------------------------------------


def metadata_of(table: Table) -> dict[bytes, bytes]:
    """What a file's metadata says of its positions."""
    return {
        VERSION: __version__.encode(),
        GAME: table.rules.id.encode(),
        RULES: rules_text(table.rules).encode(),
        SEATS: json.dumps(table.seats, ensure_ascii=False).encode(),
    }


def to_arrow(array: NDArray[Any], table: Table) -> Arrow:
    """An array of positions as Arrow's table, a column a field."""
    pa = arrow()
    columns = {}
    for name in array.dtype.names or ():
        size = math.prod(array.dtype[name].shape)
        if size:
            flat = pa.array(np.ascontiguousarray(array[name]).reshape(-1))
            whole = array.dtype[name].shape == ()
            columns[name] = flat if whole else pa.FixedSizeListArray.from_arrays(flat, size)
    return pa.table(columns).replace_schema_metadata(metadata_of(table))


def write(array: NDArray[Any], table: Table, path: str | Path) -> None:
    """Write an array of positions; `OSError` where the file cannot be written."""
    arrow()
    parquet = require("pyarrow.parquet", "data")
    first = to_arrow(array[:AT_ONCE], table)
    with parquet.ParquetWriter(str(path), first.schema) as writer:
        writer.write_table(first)
        for start in range(AT_ONCE, len(array), AT_ONCE):
            writer.write_table(to_arrow(array[start : start + AT_ONCE], table))


# --- from Arrow -----------------------------------------------------------------------------------------


def opened(file: object, source: str) -> Arrow:
    """A Parquet file to be read bit by bit; `PositionError` for what is none or brings types of its own."""
    arrow()
    parquet = require("pyarrow.parquet", "data")
    # Pages are read through a buffer: a row group, which may be the whole file, never lies in memory.
    found = reading(source, lambda: parquet.ParquetFile(file, buffer_size=1 << 20, pre_buffer=False))
    for field in reading(source, lambda: list(found.schema_arrow)):
        if _is_foreign(field):
            raise PositionError(
                f"{source}: column {field.name!r} has an extension type, and none is read: leave it out"
            )
    return found


def batches(file: Arrow, rows: int, columns: list[str], source: str) -> Iterator[Arrow]:
    """The file's rows, some at a time."""
    stream = reading(source, lambda: file.iter_batches(rows, columns=columns, use_threads=False))
    while True:
        batch = reading(source, lambda: next(stream, None))
        if batch is None:
            return
        reading(source, lambda batch=batch: batch.validate(full=True))  # type: ignore[misc]
        yield batch


def reading(source: str, read: Callable[[], T]) -> T:
    """What pyarrow reads; whatever it says of a damaged file is one `PositionError`."""
    try:
        return read()
    except KeyboardInterrupt:
        raise
    except PositionError:
        raise
    except Exception as error:  # its own errors, and many of Python's
        if isinstance(error, OSError) and error.errno:
            raise PositionError(f"{source}: cannot be read: {os.strerror(error.errno)}") from None
        lines = str(error).splitlines() or [type(error).__name__]
        raise PositionError(f"{source}: cannot be read as Parquet: {lines[0][:300]}") from None


def _is_foreign(field: Arrow) -> bool:
    """Whether a column, or something inside it, has a type of its writer's own."""
    pa = arrow()
    if isinstance(field.type, pa.BaseExtensionType) or b"ARROW:extension:name" in (field.metadata or {}):
        return True
    return any(_is_foreign(field.type.field(place)) for place in range(field.type.num_fields))


def holds_positions(metadata: Mapping[bytes, bytes] | None) -> bool:
    """Whether a file's metadata is that of an array of positions."""
    return metadata is not None and {GAME, SEATS} <= set(metadata)


def table_of(metadata: Mapping[bytes, bytes], source: str) -> Table:
    """The game and the seats that a file's metadata names; `PositionError` where they make no sense."""
    try:
        game, text = metadata[GAME].decode(), metadata.get(RULES, b"").decode()
        given = json.loads(metadata[SEATS])
        if not isinstance(given, list):
            raise PositionError("its seats are no list of names")
        seats = read_seats(given)
        rules = read_text(text, game, "its rules")
        rules.check_seats(len(seats))
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{source}: its metadata cannot be read: {error}") from None
    return Table(rules, tuple(seats))


def columns_of(schema: Arrow, table: Table) -> list[str]:
    """The columns of a schema that are fields of the array."""
    fields = dtype_of(table.rules, len(table.seats)).names or ()
    return [name for name in fields if name in schema.names]


def no_rows(schema: Arrow) -> Arrow:
    """A batch with the columns of a schema and nothing in them."""
    pa = arrow()
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def to_array(batch: Arrow, table: Table, source: str) -> NDArray[Any]:
    """The rows of a batch of Arrow's as an array with the fields it has, not yet checked."""
    dtype = dtype_of(table.rules, len(table.seats))
    columns = {
        name: _numbers(batch.column(name), dtype[name].shape, f"{source}: column {name}")
        for name in columns_of(batch.schema, table)
    }
    for name in dtype.names or ():
        if 0 in dtype[name].shape:
            columns[name] = np.empty((batch.num_rows, *dtype[name].shape), dtype[name].base)
    form = [(name, column.dtype, column.shape[1:]) for name, column in columns.items()]
    array = np.empty(batch.num_rows, form)
    for name, column in columns.items():
        array[name] = column
    return array


def _numbers(column: Arrow, shape: tuple[int, ...], what: str) -> NDArray[Any]:
    """A column of whole numbers, or of lists of as many of them as the shape has room for."""
    pa = arrow()
    size, rows = math.prod(shape), len(column)
    if column.null_count:
        raise PositionError(f"{what} has a row without a value")
    if shape:
        lists = pa.types.is_list(column.type) or pa.types.is_large_list(column.type)
        if not (lists or pa.types.is_fixed_size_list(column.type)):
            raise PositionError(f"{what} holds {column.type}, not lists of {size} whole numbers")
        if (np.asarray(column.value_lengths() if lists else column.type.list_size) != size).any():
            raise PositionError(f"{what} holds lists that are not {size} numbers long")
        column = column.flatten()
    if not pa.types.is_integer(column.type) or column.null_count:
        raise PositionError(f"{what} holds {column.type}, not whole numbers in every place")
    return np.asarray(column.to_numpy(zero_copy_only=False)).reshape(rows, *shape)

"""Positions and answers as Arrow's bytes, in which they travel to other machines and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.batch.answers import PLACE, Columns, SomePositions, columns_of
from solver.batch.forms import Parquet
from solver.batch.task import Task
from solver.positions import parquet
from solver.positions.arrays import Positions
from solver.positions.position import Position
from solver.rules.files import read_text, rules_text
from solver.rules.game import Rules

HOUSE = b"openhand.house"  # the house rules that positions number, each its name and its text


def to_bytes(table: Any) -> bytes:
    """A table of Arrow's."""
    pa = parquet.arrow()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def from_bytes(content: bytes) -> Any:
    """The table again."""
    with parquet.arrow().ipc.open_stream(content) as reader:
        return reader.read_all()


# --- positions ------------------------------------------------------------------------------------------


def pack(positions: SomePositions) -> bytes:
    """Sound positions; arrays as they are, others as JSON texts."""
    if isinstance(positions, Positions):
        return to_bytes(parquet.to_arrow(positions.array, parquet.Table(positions.rules, positions.seats)))
    pa = parquet.arrow()
    house: dict[Rules, int] = {}
    numbers = [
        house.setdefault(position.rules, len(house)) if position.rules.source else None
        for position in positions
    ]
    table = pa.table(
        {
            "json": pa.array([position.to_json() for position in positions], pa.string()),
            "house": pa.array(numbers, pa.int32()),
        }
    )
    texts = json.dumps([(rules.id, rules_text(rules)) for rules in house])
    return to_bytes(table.replace_schema_metadata({HOUSE: texts.encode()}))


def unpack(content: bytes) -> SomePositions:
    """The positions again."""
    table = from_bytes(content)
    metadata = table.schema.metadata
    if parquet.holds_positions(metadata):
        rules, seats = parquet.table_of(metadata, "a unit")
        batches = table.combine_chunks().to_batches()
        arrays = [parquet.to_array(batch, parquet.Table(rules, seats), "a unit") for batch in batches]
        if not arrays:
            return Positions(Positions.blank(rules, 0, seats), rules, seats, sound=True)
        return Positions.from_array(np.concatenate(arrays), rules, seats)
    house = [read_text(text, game, "a unit") for game, text in json.loads(metadata[HOUSE])]
    return [
        Position.from_json(text, None if number is None else house[number])
        for text, number in zip(table["json"].to_pylist(), table["house"].to_pylist(), strict=True)
    ]


# --- answers --------------------------------------------------------------------------------------------


def pack_columns(columns: Columns, task: Task) -> bytes:
    """The columns of answers."""
    return to_bytes(_form(task).table(columns))


def unpack_columns(content: bytes) -> Columns:
    """The columns again."""
    table = from_bytes(content)
    return {name: table[name].to_pylist() for name in table.column_names}


def _form(task: Task) -> Parquet:
    return Parquet(tuple(name for name in columns_of(task) if name not in PLACE))


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays of one length, of one or two dimensions."""
    pa = parquet.arrow()
    columns = {}
    for name, array in arrays.items():
        flat = pa.array(np.ascontiguousarray(array).reshape(-1))
        columns[name] = flat if array.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, array.shape[1])
    return to_bytes(pa.table(columns))


def unpack_arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """The arrays again."""
    table = from_bytes(content).combine_chunks()
    return {name: _array(table[name].combine_chunks(), table.num_rows) for name in table.column_names}


def _array(column: Any, rows: int) -> NDArray[Any]:
    if not parquet.arrow().types.is_fixed_size_list(column.type):
        return np.array(column.to_numpy(zero_copy_only=False))
    flat = np.array(column.flatten().to_numpy(zero_copy_only=False))
    return flat.reshape(rows, column.type.list_size)

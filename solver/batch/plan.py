"""What is to be answered, and into which rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from solver.batch import inputs
from solver.batch.answers import Columns, columns_of
from solver.batch.folder import units_of
from solver.batch.inputs import Chunk, Reading, Segment
from solver.batch.task import Task
from solver.model.errors import PositionError

UNIT = 500


@dataclass(frozen=True)
class Batch:
    """What is to be answered, and where the answers go.

    `shard` (k, n) stands for the units k, k + n, ... `complaint` says a refused question in the words of
    whoever asked.
    """

    files: Sequence[str]
    out: Path
    task: Task
    reading: Reading
    unit: int = UNIT
    shard: tuple[int, int] = (1, 1)
    resume: bool = False
    overwrite: bool = False
    complaint: Callable[[PositionError], str] = str

    def mine(self, number: int) -> bool:
        """Whether a unit is in the shard."""
        k, n = self.shard
        return (number - k) % n == 0

    def units(self) -> Iterator[tuple[int, Sequence[Chunk]]]:
        """All units with their numbers, not yet looked at."""
        return enumerate(inputs.units(inputs.read(self.files, self.reading), self.unit), 1)

    def unit_of(self, number: int, parts: Sequence[Chunk]) -> Unit:
        """A unit, looked at."""
        return Unit(number, [part.segment(self.reading) for part in parts])


class Unit(NamedTuple):
    """Consecutive positions that are answered together, numbered from 1."""

    number: int
    segments: Sequence[Segment]

    @property
    def size(self) -> int:
        """How many positions there are."""
        return sum(len(segment) for segment in self.segments)


def check_out(batch: Batch) -> None:
    """Raise `PositionError` where OUT may not be written."""
    for file in batch.files:
        if file != "-" and batch.out.exists() and Path(file).exists() and os.path.samefile(file, batch.out):
            raise PositionError(f"{batch.out}: positions are read from it, so no answers go into it")
    if batch.out.is_dir():
        raise PositionError(f"{batch.out}: is a folder, and OUT is a file")
    if batch.resume or batch.overwrite:
        return
    for path in (batch.out, units_of(batch.out)):
        if path.exists():
            raise PositionError(f"{path}: is there already: --resume goes on, --overwrite begins anew")


# --- rows -----------------------------------------------------------------------------------------------


def whole(unit: Unit, found: Sequence[Columns], batch: Batch) -> Columns:
    """All columns of a unit's rows, those that are refused in their places."""
    columns: Columns = {name: [] for name in columns_of(batch.task)}
    for segment, part in zip(unit.segments, found, strict=True):
        for name, values in _placed(segment, part, batch).items():
            columns[name] += values
    return columns


def _placed(segment: Segment, found: Columns, batch: Batch) -> Columns:
    size = len(segment)
    columns = found if not segment.errors else _spread(segment, found)
    columns["error"] = [
        f"{segment.place(at)}: {batch.complaint(PositionError(error))}" if error else segment.errors.get(at)
        for at, error in enumerate(columns["error"])
    ]
    return columns | {
        "file": [segment.file] * size,
        "position": list(range(segment.first, segment.first + size)),
        "id": list(segment.ids),
        "goal": [batch.task.goal] * size,
    }


def _spread(segment: Segment, found: Columns) -> Columns:
    """The columns of the sound positions with None in the places of the others."""
    sound = [at for at in range(len(segment)) if at not in segment.errors]
    columns: Columns = {}
    for name, values in found.items():
        columns[name] = [None] * len(segment)
        for at, value in zip(sound, values, strict=True):
            columns[name][at] = value
    return columns

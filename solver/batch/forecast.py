"""How long a run will take, by a sample."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.batch import inputs
from solver.batch.answers import Means, answers, columns_of
from solver.batch.folder import unit_path, units_of
from solver.batch.forms import form_of
from solver.batch.inputs import Chunk
from solver.batch.plan import Batch, check_out
from solver.model.errors import PositionError

TRIED = 100  # positions at most that a forecast answers
PATIENCE = 10.0  # seconds after which it answers no more
AT_FIRST = 4  # positions for each thread


class Forecast(NamedTuple):
    """What a run would have to do, and how long it would take by a sample."""

    positions: int
    units: int
    finished: int  # positions of finished units
    tried: int
    each: float  # seconds a position of those tried

    @property
    def seconds(self) -> float:
        """All that is not finished."""
        return (self.positions - self.finished) * self.each


def forecast(batch: Batch, threads: int) -> Forecast:
    """Answer positions evenly spread over the input for some seconds, and write nothing."""
    form = form_of(batch.out, columns_of(batch.task))
    check_out(batch)
    total = inputs.count(batch.files, batch.reading)
    if total is None:
        raise PositionError("a forecast needs files whose positions can be counted, and - is a pipe")
    step = max(1, total // TRIED)
    folder = units_of(batch.out) if batch.resume else None
    joined = folder is not None and batch.out.exists() and not folder.exists()
    positions = units = finished = seen = 0
    sample: list[Chunk] = []
    for number, parts in batch.units():
        size = sum(map(len, parts))
        if batch.mine(number):
            positions, units = positions + size, units + 1
            if joined or (folder and unit_path(folder, number, form.ending).exists()):
                finished += size
            else:
                sample += _every(parts, seen, step)
        seen += size
    return Forecast(positions, units, finished, *_tried(sample, batch, threads))


def _every(parts: Iterable[Chunk], seen: int, step: int) -> Iterator[Chunk]:
    """Each position whose number, counted from `seen`, is a multiple of `step`."""
    for part in parts:
        for at in range(-seen % step, len(part), step):
            yield part.part(at, at + 1)
        seen += len(part)


def _tried(sample: list[Chunk], batch: Batch, threads: int) -> tuple[int, float]:
    """How many of a sample were answered, in no special order, and the seconds each took."""
    random.Random(0).shuffle(sample)
    tried, together, seconds = 0, AT_FIRST * threads, 0.0
    while tried < len(sample) and seconds < PATIENCE:
        some = [chunk.segment(batch.reading) for chunk in sample[tried : tried + together]]
        positions = [position for segment in some for position in segment.positions]
        began = time.perf_counter()
        answers(positions, batch.task, Means(threads))
        seconds += time.perf_counter() - began
        tried, together = tried + len(some), together * 2
    return tried, seconds / tried if tried else 0.0

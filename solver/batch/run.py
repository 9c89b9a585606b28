"""A run: positions from files, unit by unit, to a file that appears when all are answered."""

from __future__ import annotations

import json
import os
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, reduce
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from solver import __version__
from solver.batch import inputs
from solver.batch.answers import Columns, Means, answers, columns_of, described
from solver.batch.folder import Folder, Run, begin, differences, resume, units_of
from solver.batch.forms import NOTHING, Counts, Form, Metadata, Parquet, form_of, metadata_of
from solver.batch.inputs import Chunk, Reading, Segment
from solver.batch.task import Task
from solver.model.errors import PositionError
from solver.rules.files import rules_text
from solver.rules.game import Rules

UNIT = 500
AT_A_TIME = 2  # units under way in this process


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


class Unit(NamedTuple):
    """Consecutive positions that are answered together, numbered from 1."""

    number: int
    segments: Sequence[Segment]

    @property
    def size(self) -> int:
        """How many positions there are."""
        return sum(len(segment) for segment in self.segments)


Answered = tuple[Unit, Sequence[Columns]]  # of each segment's sound positions
Work = Callable[[Iterator[Unit], Task], Iterator[Answered]]


class Progress(Protocol):
    """Whoever is told how far a run has come."""

    def kept(self, positions: int) -> None:
        """So many had been answered before."""

    def answered(self, positions: int) -> None:
        """So many more are."""


class Finished(NamedTuple):
    """What became of a run: `again` if OUT was there already, finished, and nothing was done."""

    counts: Counts
    again: bool = False


def here(threads: int) -> Work:
    """Work that is done in this process.

    While one unit is searched, on all threads, those before and after it are read, made ready and put into
    words on two more.
    """

    def work(units: Iterator[Unit], task: Task) -> Iterator[Answered]:
        waiting: deque[Future[Answered]] = deque()
        with ThreadPoolExecutor(1) as search, ThreadPoolExecutor(AT_A_TIME) as beside:
            means = Means(threads, turn=lambda work: search.submit(work).result())

            def answer(unit: Unit) -> Answered:
                return unit, [answers(segment.positions, task, means) for segment in unit.segments]

            try:
                for unit in units:
                    waiting.append(beside.submit(answer, unit))
                    if len(waiting) > AT_A_TIME:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                means.stop.set()  # what is under way is not wanted any more

    return work


def run(batch: Batch, work: Work, progress: Progress) -> Finished:
    """Answer what is not answered yet, and join it all.

    Raises `PositionError` where a file, OUT or an option is at fault, `KeyboardInterrupt` on Ctrl-C: what was
    finished stays for another run with `resume`.
    """
    form = form_of(batch.out, columns_of(batch.task))
    _check_out(batch)
    rules = inputs.rules_of(batch.files, batch.reading)
    about = _about(batch, rules)
    with _writing(batch.out):
        folder = _folder(batch, form, about)
    if folder is None:
        return Finished(_counts(form, batch.out), again=True)
    try:
        units: dict[int, Counts] = {}
        with _Writer(folder, form, progress) as writer:
            for unit, found in work(_left(batch, folder, form, units, progress), batch.task):
                columns = _whole(unit, found, batch)
                units[unit.number] = Counts.of(columns)
                writer.write(unit, columns)
        paths = [folder.unit(number) for number in units]
        with _writing(batch.out):
            folder.finish(lambda path: form.join(paths, path, _metadata(about, rules)))
        return Finished(reduce(Counts.plus, units.values(), NOTHING))
    except BaseException:
        folder.leave()
        raise


class _Writer:
    """Writes units while the next ones are answered; of those answered few wait, and none is lost."""

    WAITING = 2

    def __init__(self, folder: Folder, form: Form, progress: Progress) -> None:
        self._folder = folder
        self._form = form
        self._progress = progress
        self._thread = ThreadPoolExecutor(1)
        self._waiting: deque[tuple[Unit, Future[None]]] = deque()

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._thread.shutdown()
        if kind is None:
            self._settle(0)

    def write(self, unit: Unit, columns: Columns) -> None:
        """Have a unit written soon; `PositionError` where one of those before could not be."""
        self._settle(self.WAITING - 1)
        written = self._thread.submit(self._folder.add, unit.number, partial(self._form.write, columns))
        self._waiting.append((unit, written))

    def _settle(self, most: int) -> None:
        """Wait until no more than so many wait, and tell of those that are written."""
        while self._waiting and (len(self._waiting) > most or self._waiting[0][1].done()):
            unit, written = self._waiting.popleft()
            with _writing(self._folder.out):
                written.result()
            self._progress.answered(unit.size)


def _left(
    batch: Batch, folder: Folder, form: Form, units: dict[int, Counts], progress: Progress
) -> Iterator[Unit]:
    """The units of the shard that are not finished; `units` gets all in order, with the others' counts."""
    chunks = inputs.units(inputs.read(batch.files, batch.reading), batch.unit)
    for number, parts in enumerate(chunks, 1):
        if not batch.mine(number):
            continue
        units[number] = NOTHING
        if folder.finished(number):
            units[number] = form.count(folder.unit(number))
            progress.kept(sum(map(len, parts)))
        else:
            yield Unit(number, [part.segment(batch.reading) for part in parts])


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """What the system has to say against writing is one `PositionError`."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error).partition("\n")[0] or type(error).__name__
        raise PositionError(f"{out}: cannot be written: {why}") from None


# --- whether to begin -----------------------------------------------------------------------------------


def _check_out(batch: Batch) -> None:
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


def _folder(batch: Batch, form: Form, about: Run) -> Folder | None:
    """The folder to work in; None where OUT is finished."""
    folder = resume(batch.out, form.ending) if batch.resume or batch.overwrite else None
    if folder is None:
        if batch.resume and batch.out.exists():
            _check_finished(batch, form, about)
            return None
        return begin(batch.out, form.ending, about)
    try:
        if batch.overwrite:
            folder.clear(about)
            return folder
        _refuse_another(units_of(batch.out), folder.run(), about)
        if folder.joined and batch.out.exists():
            folder.remove()
            return None
    except BaseException:
        folder.close()
        raise
    return folder


def _about(batch: Batch, rules: Rules | None) -> Run:
    """What is answered: what `run.json` says."""
    files = inputs.identities(batch.files, batch.reading)
    if batch.resume or batch.shard != (1, 1):
        for file in files:
            if file["sha256"] is None:
                raise PositionError(
                    f"{file['file']}: is a pipe, and --resume and --shard need a file that can be read again"
                )
    return {
        "version": __version__,
        "in": files,
        "rules": rules_text(rules) if rules else "",
        "question": {**batch.task.told(), "overrides": dict(batch.reading.overrides or {})},
        "unit": batch.unit,
        "shard": "/".join(map(str, batch.shard)),
    }


def _refuse_another(path: Path, told: Run, about: Run) -> None:
    """Raise `PositionError` where another run is told of."""
    if wrong := differences(told, about):
        raise PositionError(f"{path}: answers another question: {'; '.join(wrong)}; --overwrite begins anew")


def _metadata(about: Run, rules: Rules | None) -> Metadata:
    """What a Parquet file says of its answers."""
    game = {"game": rules.id} if rules is not None and rules.source else {}
    return {
        "version": __version__,
        **game,
        "rules": about["rules"],
        "question": json.dumps(about["question"], ensure_ascii=False),
        "run": json.dumps(about, ensure_ascii=False),
    }


# --- an OUT that is finished ----------------------------------------------------------------------------


def _check_finished(batch: Batch, form: Form, about: Run) -> None:
    """Raise `PositionError` where OUT is not what this run would make.

    A Parquet file says what it answers. The other forms have nothing but their rows: those must say the same
    of the same positions as far as it can be known without a search.
    """
    if isinstance(form, Parquet):
        try:
            told = json.loads(metadata_of(batch.out).get("run", "{}"))
        except (ValueError, RecursionError):
            told = {}
        _refuse_another(batch.out, told if isinstance(told, dict) else {}, about)
        return
    try:
        rows = form.rows(batch.out)
        for number, (row, wanted) in enumerate(zip_longest(rows, _expected(batch)), 1):
            _check_row(batch.out, number, row, wanted, form.names)
    except (OSError, ValueError, AttributeError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"{batch.out}: is not what this program writes: {error}") from None


def _check_row(
    out: Path,
    number: int,
    row: Mapping[str, Any] | None,
    wanted: Mapping[str, Any] | None,
    names: Sequence[str],
) -> None:
    if row is None or wanted is None:
        more = "more rows than there are positions" if row else "fewer rows than there are positions"
        raise PositionError(f"{out}: answers another question: it has {more}; --overwrite begins anew")
    if tuple(row) != tuple(names):
        raise PositionError(
            f"{out}: answers another question: it has the columns {', '.join(map(str, row))};"
            " --overwrite begins anew"
        )
    for name, value in wanted.items():
        if str(row[name] or "") != str(value or ""):
            raise PositionError(
                f"{out}: answers another question: {name} of row {number} is {row[name]!r}, not {value!r};"
                " --overwrite begins anew"
            )


def _expected(batch: Batch) -> Iterator[Mapping[str, Any]]:
    """What can be known of every row without a search."""
    known = ("file", "position", "id", "game", "side", "goal", "json")
    chunks = inputs.units(inputs.read(batch.files, batch.reading), batch.unit)
    for number, parts in enumerate(chunks, 1):
        if batch.mine(number):
            unit = Unit(number, [part.segment(batch.reading) for part in parts])
            columns = _whole(unit, [described(one.positions, batch.task) for one in unit.segments], batch)
            for values in zip(*(columns[name] for name in known), strict=True):
                yield dict(zip(known, values, strict=True))


def _counts(form: Form, out: Path) -> Counts:
    """What became of the rows of a finished file."""
    found = NOTHING
    for row in form.rows(out):
        refused, exact = bool(row["error"]), row["exact"] in (True, "true")
        found = found.plus(Counts(exact, not (exact or refused), refused))
    return found


# --- rows -----------------------------------------------------------------------------------------------


def _whole(unit: Unit, found: Sequence[Columns], batch: Batch) -> Columns:
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


# --- how long it will take ------------------------------------------------------------------------------

TRIED = 100  # positions at most that a forecast answers
PATIENCE = 10.0  # seconds after which it answers no more


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
    _check_out(batch)
    total = inputs.count(batch.files, batch.reading)
    if total is None:
        raise PositionError("a forecast needs files whose positions can be counted, and - is a pipe")
    step = max(1, total // TRIED)
    folder = units_of(batch.out) if batch.resume else None
    positions = units = finished = seen = 0
    sample: list[Chunk] = []
    chunks = inputs.units(inputs.read(batch.files, batch.reading), batch.unit)
    for number, parts in enumerate(chunks, 1):
        size = sum(map(len, parts))
        if batch.mine(number):
            positions, units = positions + size, units + 1
            if folder and (folder / f"unit-{number:08}{form.ending}").exists():
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
    began = time.perf_counter()
    tried = 0
    while tried < len(sample) and time.perf_counter() - began < PATIENCE:
        for chunk in sample[tried : tried + threads]:
            segment = chunk.segment(batch.reading)
            answers(segment.positions, batch.task, Means(threads))
        tried += threads
    tried = min(tried, len(sample))
    return tried, (time.perf_counter() - began) / tried if tried else 0.0

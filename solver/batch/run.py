"""A run: positions from files, unit by unit, to a file that appears when all are answered."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial, reduce
from pathlib import Path
from typing import NamedTuple, Protocol

from solver import __version__
from solver.batch import inputs
from solver.batch.answers import Columns, Means, answers, columns_of
from solver.batch.finished import check_finished, count_rows, refuse_another
from solver.batch.folder import Folder, Run, begin, resume, units_of
from solver.batch.forms import NOTHING, Counts, Form, Metadata, form_of
from solver.batch.plan import Batch, Unit, check_out, whole
from solver.batch.task import Task
from solver.model.errors import PositionError
from solver.rules.files import rules_text
from solver.rules.game import Rules

AT_A_TIME = 2  # units under way in this process


Answered = tuple[Unit, Sequence[Columns]]  # of each segment's sound positions
Work = Callable[[Iterator[Unit], Task], Iterator[Answered]]


class Progress(Protocol):
    """Whoever is told how far a run has come."""

    def kept(self, positions: int) -> None:
        """How many had been answered before."""

    def answered(self, positions: int) -> None:
        """How many more have been answered."""


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
    check_out(batch)
    rules = inputs.rules_of(batch.files, batch.reading)
    about = _about(batch, rules)
    with _writing(batch.out):
        folder = _folder(batch, form, about)
    if folder is None:
        return Finished(count_rows(form, batch.out), again=True)
    try:
        units: dict[int, Counts] = {}
        with _Writer(folder, form, progress) as writer:
            for unit, found in work(_left(batch, folder, form, units, progress), batch.task):
                columns = whole(unit, found, batch)
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
        """Wait until no more than `most` wait, and report those that are written."""
        while self._waiting and (len(self._waiting) > most or self._waiting[0][1].done()):
            unit, written = self._waiting.popleft()
            with _writing(self._folder.out):
                written.result()
            self._progress.answered(unit.size)


def _left(
    batch: Batch, folder: Folder, form: Form, units: dict[int, Counts], progress: Progress
) -> Iterator[Unit]:
    """The units of the shard that are not finished; `units` gets all in order, with the others' counts."""
    for number, parts in batch.units():
        if not batch.mine(number):
            continue
        units[number] = NOTHING
        if folder.finished(number):
            units[number] = form.count(folder.unit(number))
            progress.kept(sum(map(len, parts)))
        else:
            yield batch.unit_of(number, parts)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """What the system has to say against writing is one `PositionError`."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error).partition("\n")[0] or type(error).__name__
        raise PositionError(f"{out}: cannot be written: {why}") from None


# --- whether to begin -----------------------------------------------------------------------------------


def _folder(batch: Batch, form: Form, about: Run) -> Folder | None:
    """The folder to work in; None where OUT is finished."""
    folder = resume(batch.out, form.ending) if batch.resume or batch.overwrite else None
    if folder is None:
        if batch.resume and batch.out.exists():
            check_finished(batch, form, about)
            return None
        return begin(batch.out, form.ending, about)
    try:
        if batch.overwrite:
            folder.clear(about)
            return folder
        refuse_another(units_of(batch.out), folder.run(), about)
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

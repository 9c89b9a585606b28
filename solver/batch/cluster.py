"""Units on a cluster of Dask's: this process reads and writes, workers answer.

Each unit is given to one worker by name, at most two a worker at a time. One that is lost with its worker is
tried by another; the third time that it fails ends the run.
"""

from __future__ import annotations

import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from threading import Event, Thread
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from solver import __version__
from solver.analysis.batch import BatchBounds, BatchCards, Batched, as_batched, questions_of, threads_of
from solver.analysis.limits import Limits, limits_of
from solver.analysis.question import Side, new_stop
from solver.batch import wire
from solver.batch.answers import Means, answers
from solver.batch.plan import UNIT, Unit
from solver.batch.run import Answered, Work
from solver.batch.task import Task
from solver.core.batch import Found
from solver.core.search import Stop
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.positions.arrays import Positions
from solver.positions.position import Position

AT_MOST = 2  # units a worker under way
TRIES = 3
PATIENCE = 10.0  # seconds in which a cluster has to answer
LONG_PATIENCE = 60.0  # ... to have a worker again where all were lost
GLANCE = 0.5  # seconds between looks at which workers there are

MOST_NAMED = 5  # workers of another version

T = TypeVar("T")


def distributed() -> Any:
    """The module distributed; `PositionError` where it is missing."""
    return require("distributed", "dask")


def connect(address: str) -> Any:
    """A client of the scheduler at an address; `PositionError` where none answers in time."""
    module = distributed()
    try:
        module.utils.LoopRunner().run_sync(_greet, address)
        return module.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        raise PositionError(f"no Dask scheduler answers at {address}: {why}") from None


async def _greet(address: str) -> None:
    """Connect and hang up again: a client that can do neither tries to in vain when it is collected."""
    module = distributed()
    security = module.Security().get_connection_args("client")
    comm = await module.comm.connect(address, timeout=PATIENCE, **security)
    await comm.close()


def on_cluster(client: Any) -> Work:
    """Work that the cluster of a client does."""

    def work(units: Iterator[Unit], task: Task) -> Iterator[Answered]:
        jobs = (
            Job(unit, f"unit {unit.number}", [wire.pack(one.positions) for one in unit.segments])
            for unit in units
        )
        cluster: Cluster[Unit] = Cluster(client, answer_unit, (task, __version__))
        for job, found in cluster.answered(jobs):
            yield job.of, [wire.unpack_columns(columns) for columns in found]

    return work


# --- what a worker does ---------------------------------------------------------------------------------


def answer_unit(contents: Sequence[bytes], task: Task, version: str) -> list[bytes]:
    """The answers to a task for the segments of a unit; nothing where it was cancelled meanwhile."""
    share = _share(version)
    memory = max(1, task.limits.memory // share.of)
    task = replace(task, limits=replace(task.limits, memory=memory))

    def answer(stop: Stop) -> list[bytes]:
        means = Means(share.threads, stop)
        found = (answers(wire.unpack(content), task, means) for content in contents)
        return [wire.pack_columns(columns, task) for columns in found]

    return _until_cancelled(answer) or []


class _Share(NamedTuple):
    """What a unit has of a worker: `threads`, and a part in `of` of its memory."""

    threads: int
    of: int


def _share(version: str) -> _Share:
    """The part of this worker that a unit has; `PositionError` where another version asks."""
    worker = distributed().get_worker()
    if version != __version__:
        raise PositionError(_versions({f"worker {worker.name}": __version__}, version))
    threads = worker.state.nthreads
    return _Share(max(1, threads // AT_MOST), min(threads, AT_MOST))


def _until_cancelled(work: Callable[[Stop], T]) -> T | None:
    """The result, None where nobody wants it any more: then what is being searched ends soon."""
    worker, stop, done = distributed().get_worker(), new_stop(), Event()
    key = worker.get_current_task()

    def watch() -> None:
        while not done.wait(GLANCE):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                stop.set()

    Thread(target=watch, daemon=True).start()
    try:
        return work(stop)
    except KeyboardInterrupt:
        return None
    finally:
        done.set()


def _version() -> Callable[[], str]:
    """A function that travels whole, to a worker that may not have this package."""
    return lambda: str(__import__("solver").__version__)


def _versions(others: Mapping[str, str], version: str) -> str:
    named = ", ".join(f"{name} has {other}" for name, other in list(others.items())[:MOST_NAMED])
    return f"this is openhand {version}, and a Dask worker needs the same: {named}"


# --- handing out ----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Job(Generic[T]):
    """Something to be answered: what it is to whoever asks, its name, and its contents for a worker."""

    of: T
    name: str
    contents: Sequence[bytes]
    tries: int = 0
    worker: str = ""
    future: Any = None


class Cluster(Generic[T]):
    """Jobs handed out to the workers there are, whoever comes and goes."""

    def __init__(self, client: Any, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._client = client
        self._function = function
        self._arguments = arguments
        self._workers: set[str] = set()
        self.under_way: set[Job[T]] = set()
        self._again: deque[Job[T]] = deque()
        self._news = Event()
        self._looked = 0.0

    def answered(self, jobs: Iterator[Job[T]]) -> Iterator[tuple[Job[T], Any]]:
        """The jobs with their results as they come. Raises `PositionError` where the cluster fails."""
        try:
            self._wait_for_workers(PATIENCE, "no worker answers")
            while True:
                self._hand_out(jobs)
                if not self.under_way:
                    return
                self._news.wait(GLANCE)
                self._news.clear()
                for job in [job for job in self.under_way if job.future.done()]:
                    self.under_way.discard(job)
                    found, why = self._result(job)
                    if why:
                        self.try_again(job, why)
                    else:
                        yield job, found
                self._look()
        finally:
            with suppress(Exception):  # it may be the cluster itself that failed
                self._client.cancel([job.future for job in self.under_way], force=True)

    def _hand_out(self, jobs: Iterator[Job[T]]) -> None:
        """Give every worker as much as it may have, evenly."""
        load = dict.fromkeys(sorted(self._workers), 0)
        for job in self.under_way:
            load[job.worker] = load.get(job.worker, 0) + 1
        for most in range(AT_MOST):
            for address in [address for address in self._workers if load[address] == most]:
                waiting = iter(()) if not self._again else iter([self._again.popleft()])
                for job in islice(chain(waiting, jobs), 1):
                    load[address] += 1
                    self.submit(job, address)

    def submit(self, job: Job[T], address: str) -> None:
        """Give a job to the worker of an address."""
        job.tries += 1
        job.worker = address
        job.future = self._client.submit(
            self._function,
            job.contents,
            *self._arguments,
            key=f"openhand-{uuid.uuid4().hex}",
            workers=[address],
            pure=False,
        )
        job.future.add_done_callback(lambda _: self._news.set())
        self.under_way.add(job)

    def _result(self, job: Job[T]) -> tuple[Any, str]:
        """What a job that is done came to, or why it came to nothing."""
        try:
            return job.future.result(timeout=PATIENCE), ""
        except PositionError:
            raise
        except Exception as error:  # whatever a worker raised, or became of it
            return None, str(error).partition("\n")[0] or type(error).__name__
        finally:
            job.future.release()

    def try_again(self, job: Job[T], why: str) -> None:
        """Have a job tried by another worker; `PositionError` where that was its last try."""
        if job.tries >= TRIES:
            raise PositionError(f"{job.name} was tried {TRIES} times, the last time by {job.worker}: {why}")
        self._again.append(job)

    def _look(self) -> None:
        """Now and then see which workers there are; wait where there are none."""
        if time.monotonic() - self._looked > GLANCE:
            self._see()
        if not self._workers:
            self._wait_for_workers(LONG_PATIENCE, "all workers were lost")

    def _see(self) -> None:
        """See which workers there are; what the others had is tried again."""
        self._looked = time.monotonic()
        there = set(self._ask(self._client.nthreads))
        self._workers = (there & self._workers) | self._checked(there - self._workers)
        for job in [job for job in self.under_way if job.worker not in self._workers]:
            self.under_way.discard(job)
            with suppress(Exception):
                job.future.cancel(force=True)
            self.try_again(job, "the worker was lost")

    def _checked(self, new: set[str]) -> set[str]:
        """The workers that came and can answer; not one that was lost at once.

        Raises `PositionError` where one has no openhand or another version.
        """
        if not new:
            return set()
        found = self._ask(lambda: self._client.run(_version(), workers=list(new), on_error="return"))
        lost = {
            address
            for address, version in found.items()
            if isinstance(version, Exception) and not isinstance(version, (ImportError, AttributeError))
        }
        others = {
            f"worker {address}": version if isinstance(version, str) else "none"
            for address, version in sorted(found.items())
            if address not in lost and version != __version__
        }
        if others:
            raise PositionError(_versions(others, __version__))
        return set(found) - lost

    def _wait_for_workers(self, seconds: float, what: str) -> None:
        until = time.monotonic() + seconds
        self._see()
        while not self._workers:
            if time.monotonic() > until:
                raise PositionError(f"Dask: {what} for {seconds:g} s")
            time.sleep(GLANCE / 5)
            self._see()

    def _ask(self, question: Callable[[], Any]) -> Any:
        """What the scheduler says; `PositionError` where it says nothing."""
        try:
            return question()
        except (OSError, RuntimeError, distributed().comm.core.CommClosedError) as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            raise PositionError(f"Dask: the scheduler does not answer any more: {why}") from None


# --- from Python ----------------------------------------------------------------------------------------


@overload
def solve_dask(
    positions: Iterable[Position] | Positions,
    client: Any,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: Literal[False] = False,
    bounds: Literal[False] = False,
) -> NDArray[np.int64]: ...
@overload
def solve_dask(
    positions: Iterable[Position] | Positions,
    client: Any,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: Literal[True],
    bounds: Literal[False] = False,
) -> BatchCards: ...
@overload
def solve_dask(
    positions: Iterable[Position] | Positions,
    client: Any,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: Literal[True],
) -> BatchBounds: ...
@overload
def solve_dask(
    positions: Iterable[Position] | Positions,
    client: Any,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: bool = False,
) -> Batched: ...
def solve_dask(
    positions: Iterable[Position] | Positions,
    client: Any,
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    threads: int | None = None,
    *,
    every_card: bool = False,
    bounds: bool = False,
) -> Batched:
    """The answers of `solve_batch`, searched on a cluster of Dask's (extra `openhand[dask]`).

    `client` is a `distributed.Client`, or what one is made from: an address, a cluster. `threads` are those
    of a unit of positions, by default half the worker's, which has two at a time. Limits hold as for
    `solve_batch`, the memory on each worker. Raises what `solve_batch` raises, with the same indices, and
    `PositionError` where the cluster fails or has another version of openhand.
    """
    limits, threads = limits_of(limits), threads_of(threads)
    listed = positions if isinstance(positions, Positions) else list(positions)
    asked = questions_of(listed, side, goal)
    cards = asked.pack() if every_card else None
    with _client_of(client) as connected:
        size = _piece(len(listed), connected)
        jobs = (
            Job(
                start,
                f"positions {start} to {min(start + size, len(listed)) - 1}",
                [wire.pack(listed[start : start + size])],
            )
            for start in range(0, len(listed), size)
        )
        cluster: Cluster[int] = Cluster(
            connected, search_unit, (side, goal, limits, threads, cards, __version__)
        )
        parts = {job.of: wire.unpack_arrays(found) for job, found in cluster.answered(jobs)}
    found = Found(len(listed), None if cards is None else len(cards))
    for start, part in parts.items():
        found.put(start + np.arange(len(part["lower"])), part)
    return as_batched(asked, found, cards, bounds=bounds)


def search_unit(
    contents: Sequence[bytes],
    side: Side,
    goal: str,
    limits: Limits,
    threads: int | None,
    cards: tuple[str, ...] | None,
    version: str,
) -> bytes:
    """What is found for some positions, as arrays; nothing where it was cancelled meanwhile."""
    share = _share(version)
    limits = replace(limits, memory=max(1, limits.memory // share.of))

    def search(stop: Stop) -> bytes:
        asked = questions_of(wire.unpack(contents[0]), side, goal)
        found = asked.search(limits, threads or share.threads, cards, stop)
        return wire.pack_arrays(found.by_name())

    return _until_cancelled(search) or b""


@contextmanager
def _client_of(client: Any) -> Iterator[Any]:
    """The client, or one that is made for as long as it is needed."""
    module = distributed()
    if isinstance(client, module.Client):
        yield client
        return
    if isinstance(client, str):
        made = connect(client)
    else:
        made = module.Client(client, timeout=PATIENCE, set_as_default=False)
    with made:
        yield made


def _piece(positions: int, client: Any) -> int:
    """How many positions go to a worker together: few enough for all to have some, several times."""
    workers = max(1, len(client.nthreads()))
    return max(1, min(UNIT, positions // (workers * AT_MOST * 4)))

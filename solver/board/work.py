"""What is searched for the page, within bounds: two searches at once, half a minute each, stopped at will."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from solver.analysis.question import new_stop
from solver.core.search import Stop

Result = TypeVar("Result")

AT_ONCE = 2  # searches, each on a thread of its own
WAITING = 16  # requests that wait for one of these threads
SECONDS = 30.0  # for one request, waiting included
MEGABYTES = 256  # for the tables of all searches


class BusyError(Exception):
    """Too many requests are waiting."""


@dataclass(frozen=True)
class Run:
    """What one search may use. `stop` ends it early."""

    stop: Stop
    seconds: float
    megabytes: int


class Work:
    """Threads for what the page asks; a search of a board ends the one before of the same board."""

    def __init__(self) -> None:
        self._searching = ThreadPoolExecutor(AT_ONCE, "search")
        self._reading = ThreadPoolExecutor(AT_ONCE, "read")
        self._running: dict[object, Run] = {}  # by board, or by itself where it has none
        self._waiting = 0
        self._halted = False

    async def search(
        self, board: str | None, task: Callable[[Run], Result], gone: Awaitable[object]
    ) -> Result:
        """What a search answers, at the latest when its time is over; with its bounds where it was stopped.

        It is stopped when its board asks anew or is stopped, when the asker is `gone`, and by `halt`.
        """
        self.stop(board)
        run = Run(new_stop(), SECONDS, MEGABYTES // AT_ONCE)
        key: object = run if board is None else board
        self._running[key] = run
        if self._halted:
            run.stop.set()
        bell = asyncio.get_running_loop().call_later(SECONDS, run.stop.set)
        leaving = asyncio.ensure_future(_then(gone, run))
        try:
            return await self._on(self._searching, lambda: task(run))
        finally:
            bell.cancel()
            leaving.cancel()
            if self._running.get(key) is run:
                del self._running[key]

    async def read(self, task: Callable[[], Result]) -> Result:
        """What a task answers that searches nothing."""
        return await self._on(self._reading, task)

    async def _on(self, pool: ThreadPoolExecutor, task: Callable[[], Result]) -> Result:
        if self._waiting >= WAITING:
            raise BusyError
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, task)
        finally:
            self._waiting -= 1

    def stop(self, board: str | None) -> bool:
        """End the search of this board; whether there was one."""
        run = self._running.get(board) if board is not None else None
        if run is not None:
            run.stop.set()
        return run is not None

    def halt(self) -> None:
        """End all searches, now and later."""
        self._halted = True
        for run in list(self._running.values()):
            run.stop.set()

    def close(self) -> None:
        """Let the threads end; what is still running has been halted."""
        self.halt()
        for pool in (self._searching, self._reading):
            pool.shutdown(wait=True, cancel_futures=True)


async def _then(gone: Awaitable[object], run: Run) -> None:
    """Stop the search once nobody waits for its answer."""
    with contextlib.suppress(asyncio.CancelledError):
        await gone
        run.stop.set()

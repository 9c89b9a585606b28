"""Running questions, one after another or side by side, with their answers in the order asked."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import click

from solver.cli.sources import InputPosition, in_options
from solver.model.errors import PositionError
from solver.positions.position import Position

Result = TypeVar("Result")
Work = Callable[[Position], Result]

AHEAD = 4  # positions a thread that may be read before the first of them is answered
LAST_CALL = 0.25  # seconds in which searches side by side have to end after Ctrl-C


@dataclass(frozen=True)
class Answer(Generic[Result]):
    """What became of one position: a result, or the line that says why there is none."""

    item: InputPosition
    result: Result | None
    error: str | None = None
    interrupted: bool = False  # Ctrl-C: this is the last answer, or one of the last


class Runner(Generic[Result]):
    """Questions to be answered by `work`, on `jobs` threads; iterating gives the answers in order.

    Positions are taken one by one as there is time for it, never more than a few ahead of the answers.

    One job runs on the main thread, where the core itself looks for Ctrl-C. Several run on threads that the
    main thread only waits for, so that it can answer Ctrl-C at once: `halt` ends what is being searched, and
    what does not end in time is answered by `hurry`, which must return quickly.
    """

    def __init__(
        self,
        items: Iterable[InputPosition],
        work: Work[Result],
        hurry: Work[Result],
        jobs: int = 1,
        halt: Callable[[], None] = lambda: None,
    ) -> None:
        self._items = iter(items)
        self._work = work
        self._hurry = hurry
        self._halt = halt
        self._jobs = jobs

    def __iter__(self) -> Generator[Answer[Result]]:
        return self._side_by_side() if self._jobs > 1 else self._one_by_one()

    def _one_by_one(self) -> Generator[Answer[Result]]:
        for item in self._items:
            try:
                answer = _answer(item, self._work)
            except KeyboardInterrupt:
                answer = self._in_a_hurry(item)
            yield answer
            if answer.interrupted:
                return

    def _side_by_side(self) -> Generator[Answer[Result]]:
        queue: _Queue[Result] = _Queue(self._items, self._work, AHEAD * self._jobs)
        for _ in range(self._jobs):
            threading.Thread(target=queue.work_off, daemon=True).start()
        try:
            yield from queue.answers()
        except KeyboardInterrupt:
            self._halt()
            yield from queue.last_call(self._in_a_hurry)
            yield Answer(InputPosition("", None), None, interrupted=True)
        except GeneratorExit:  # whoever asked wants no more answers
            self._halt()
            raise
        finally:
            queue.end()

    def _in_a_hurry(self, item: InputPosition) -> Answer[Result]:
        answer = _answer(item, self._hurry)
        return Answer(item, answer.result, answer.error, interrupted=True)


class _Queue(Generic[Result]):
    """Positions that several threads answer: what has been taken, what is done, what has been given out."""

    def __init__(self, items: Iterator[InputPosition], work: Work[Result], ahead: int) -> None:
        self._items = items
        self._work = work
        self._ahead = ahead
        self._reading = threading.Lock()
        self._news = threading.Condition()
        self._taken: dict[int, InputPosition] = {}  # and not yet given out
        self._done: dict[int, Answer[Result]] = {}
        self._begun = self._given = 0
        self._ended = False
        self._fault: BaseException | None = None

    def work_off(self) -> None:
        """Answer one position after another, on a thread."""
        while True:
            with self._reading:
                with self._news:
                    self._news.wait_for(lambda: self._ended or self._begun - self._given < self._ahead)
                    if self._ended:
                        return
                item = self._next()
                if item is None:
                    return
                with self._news:
                    place, self._begun = self._begun, self._begun + 1
                    self._taken[place] = item
            answer = _answer(item, self._work)
            with self._news:
                self._done[place] = answer
                self._news.notify_all()

    def _next(self) -> InputPosition | None:
        """The next position; None where there is none, or where reading went wrong, which is kept."""
        item = None
        try:
            item = next(self._items, None)
        except BaseException as error:
            self._fault = error
        if item is None:
            self.end()
        return item

    def end(self) -> None:
        """Begin nothing more: every thread returns once it has done what it has begun."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    def answers(self) -> Iterator[Answer[Result]]:
        """The answers in order, each as soon as it can be given."""
        while True:
            with self._news:
                while not (self._given in self._done or (self._ended and self._given >= self._begun)):
                    self._news.wait(timeout=60)
                answer = self._done.pop(self._given, None)
                if answer is None:
                    break
                del self._taken[self._given]
                self._given += 1
                self._news.notify_all()
            yield answer
        if self._fault is not None:
            raise self._fault

    def last_call(self, hurry: Callable[[InputPosition], Answer[Result]]) -> Iterator[Answer[Result]]:
        """Begin nothing more; the answers of what had been begun, finished or not."""
        self.end()
        with self._news:
            self._news.wait_for(lambda: all(place in self._done for place in self._taken), timeout=LAST_CALL)
            begun = sorted(self._taken.items())
        for place, item in begun:
            yield self._done[place] if place in self._done else hurry(item)


def _answer(item: InputPosition, work: Work[Result]) -> Answer[Result]:
    if item.position is None:
        return Answer(item, None, item.error)
    try:
        result = work(item.position)
    except PositionError as error:
        why = in_options(error)
        return Answer(item, None, f"{item.place}: {why}" if item.place else why)
    except MemoryError:
        return Answer(item, None, f"{item.place or 'openhand'}: not enough memory, --memory MB takes less")
    except Exception as error:  # in a thread nobody else would hear of it
        return Answer(item, None, f"internal error, please report it: {type(error).__name__}: {error}")
    return Answer(item, result, interrupted=getattr(result, "stopped", "") == "interrupt")


# --- progress -------------------------------------------------------------------------------------------


class Progress:
    """How far the work has come, on standard error: a bar on a terminal, else a line now and then.

    The bar is rubbed out while an answer is printed, as both may go to one terminal.
    """

    WIDTH = 30
    QUIET = 1.0  # seconds between lines where there is no terminal

    def __init__(self, total: int | Callable[[], int | None], wanted: bool | None) -> None:
        """`total` may be a function, which is called where progress is shown; None: it is not known."""
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._on = total != 1 and self._live if wanted is None else wanted
        self._total = total if isinstance(total, int) else total() if self._on else None
        self._done = 0
        self._told = time.monotonic()
        self._longest = 0

    def show(self) -> None:
        """Draw the bar where it stands."""
        if self._on and self._live:
            text = self._text()
            self._longest = max(self._longest, len(text))
            click.echo(f"\r{text}", err=True, nl=False)

    def _text(self) -> str:
        if self._total is None:
            return f"{self._done} answered"
        full = self.WIDTH * self._done // max(self._total, 1)
        return f"[{'#' * full}{'.' * (self.WIDTH - full)}] {self._done} of {self._total}"

    def hide(self) -> None:
        """Rub the bar out, before something else is printed."""
        if self._on and self._live:
            click.echo("\r" + " " * self._longest + "\r", err=True, nl=False)

    def step(self, positions: int = 1) -> None:
        """One more is done, or several."""
        self._done += positions
        now = time.monotonic()
        if self._on and not self._live and (now - self._told >= self.QUIET or self._done == self._total):
            click.echo(self._line(), err=True)
            self._told = now

    def _line(self) -> str:
        return f"{self._done} {'answered' if self._total is None else f'of {self._total}'}"


class RateProgress(Progress):
    """Progress with the rate and the time that is left, for what takes long."""

    def __init__(self, total: Callable[[], int | None], wanted: bool | None) -> None:
        super().__init__(total, wanted)
        self._began = time.monotonic()
        self._kept = 0

    def kept(self, positions: int) -> None:
        """Take in how many had been answered before."""
        self._done += positions
        self._kept += positions

    def answered(self, positions: int) -> None:
        """Take in how many more have been answered."""
        self.hide()
        self.step(positions)
        self.show()

    def _text(self) -> str:
        return super()._text() + self._speed()

    def _line(self) -> str:
        return super()._line() + self._speed()

    def _speed(self) -> str:
        rate = (self._done - self._kept) / max(time.monotonic() - self._began, 1e-3)
        if not rate:
            return ""
        left = "" if self._total is None else f", {duration((self._total - self._done) / rate)} left"
        return f", {rate:,.3g} a second{left}" if rate < 100 else f", {rate:,.0f} a second{left}"


def duration(seconds: float) -> str:
    """A time in two units at most: `2 h 5 min`, `1 min 20 s`, `4 s`."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


class LayoutProgress:
    """Progress through the layouts of one position."""

    def __init__(self, wanted: bool | None) -> None:
        self._wanted = wanted
        self._bar: Progress | None = None
        self._done = 0

    def reached(self, done: int, of: int) -> None:
        """Show how many layouts are done."""
        self._bar = self._bar or Progress(of, self._wanted)
        self._bar.hide()
        if done > self._done:
            self._bar.step(done - self._done)
            self._done = done
        self._bar.show()

    def hide(self) -> None:
        """Rub the bar out."""
        if self._bar is not None:
            self._bar.hide()

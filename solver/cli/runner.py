"""Running questions, one after another or side by side, with their answers in the order asked."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import click

from solver.analysis.limits import Limits
from solver.analysis.question import Question
from solver.analysis.solution import Solution
from solver.cli.sources import Asked
from solver.model.errors import PositionError
from solver.positions.position import Position

Result = TypeVar("Result")
Work = Callable[[Position], Result]

LAST_CALL = 0.25  # seconds in which searches side by side have to end after Ctrl-C


@dataclass(frozen=True)
class Answer(Generic[Result]):
    """What became of one position: a result, or the line that says why there is none."""

    asked: Asked
    result: Result | None
    error: str | None = None
    interrupted: bool = False  # Ctrl-C: this is the last answer, or one of the last


class Asking(Generic[Result]):
    """Questions to be answered by `work`, on `jobs` threads; iterating gives the answers in order.

    One job runs on the main thread, where the core itself looks for Ctrl-C. Several run on threads that the
    main thread only waits for, so that it can answer Ctrl-C at once: `halt` ends what is being searched, and
    what does not end in time is answered by `hurried`, which must return quickly.
    """

    def __init__(
        self,
        asked: Sequence[Asked],
        work: Work[Result],
        hurried: Work[Result],
        jobs: int = 1,
        halt: Callable[[], None] = lambda: None,
    ) -> None:
        self._asked = asked
        self._work = work
        self._hurried = hurried
        self._halt = halt
        self._jobs = min(jobs, len(asked))

    def __iter__(self) -> Iterator[Answer[Result]]:
        return self._side_by_side() if self._jobs > 1 else self._one_by_one()

    def _one_by_one(self) -> Iterator[Answer[Result]]:
        for asked in self._asked:
            try:
                answer = _answered(asked, self._work)
            except KeyboardInterrupt:
                answer = self._in_a_hurry(asked)
            yield answer
            if answer.interrupted:
                return

    def _side_by_side(self) -> Iterator[Answer[Result]]:
        done: dict[int, Answer[Result]] = {}
        news = threading.Condition()
        places = iter(range(len(self._asked)))

        def take_and_answer() -> None:
            while True:
                with news:
                    place = next(places, None)
                if place is None:
                    return
                answer = _answered(self._asked[place], self._work)
                with news:
                    done[place] = answer
                    news.notify()

        for _ in range(self._jobs):
            threading.Thread(target=take_and_answer, daemon=True).start()
        answered = 0
        try:
            while answered < len(self._asked):
                with news:
                    news.wait_for(lambda: answered in done, timeout=60)  # noqa: B023
                while answered in done:
                    yield done.pop(answered)
                    answered += 1
        except KeyboardInterrupt:
            with news:
                begun = next(places, len(self._asked))
                for _ in places:
                    pass  # nothing more is begun
            yield from self._last_call(done, news, range(answered, begun))

    def _last_call(
        self, done: dict[int, Answer[Result]], news: threading.Condition, begun: range
    ) -> Iterator[Answer[Result]]:
        """After Ctrl-C: the answers of what had been begun, finished or not."""
        self._halt()
        with news:
            news.wait_for(lambda: all(place in done for place in begun), timeout=LAST_CALL)
        for place in begun:
            yield done[place] if place in done else self._in_a_hurry(self._asked[place])
        yield Answer(Asked("", None), None, interrupted=True)

    def _in_a_hurry(self, asked: Asked) -> Answer[Result]:
        answer = _answered(asked, self._hurried)
        return Answer(asked, answer.result, answer.error, interrupted=True)


def _answered(asked: Asked, work: Work[Result]) -> Answer[Result]:
    if asked.position is None:
        return Answer(asked, None, asked.error)
    try:
        result = work(asked.position)
    except PositionError as error:
        return Answer(asked, None, f"{asked.place}: {error}" if asked.place else str(error))
    except MemoryError:
        return Answer(asked, None, f"{asked.place or 'openhand'}: not enough memory, --memory MB takes less")
    except Exception as error:  # in a thread nobody else would hear of it
        return Answer(asked, None, f"internal error, please report it: {type(error).__name__}: {error}")
    return Answer(asked, result, interrupted=getattr(result, "stopped", "") == "interrupt")


# --- what is asked of a position ------------------------------------------------------------------------


class Query:
    """What `analyze` asks of every position; may be asked on several threads at once."""

    def __init__(self, side: str | None, goal: str, limits: Limits, *, only_best: bool, line: bool) -> None:
        self._side = side
        self._goal = goal
        self._limits = limits
        self._only_best = only_best
        self._line = line
        self._halted = False
        self._running: dict[Question, Callable[[], None]] = {}

    def __call__(self, position: Position) -> Solution:
        """Search; a stopped search answers with its bounds."""
        question = Question(position, self._side, self._goal, self._limits)
        stop = question.stoppable()
        self._running[question] = stop
        if self._halted:
            stop()  # `halt` may have come too early to see this one
        try:
            return question.solution(line=True) if self._only_best else question.analysis(line=self._line)
        finally:
            del self._running[question]

    def halt(self) -> None:
        """End all searches, now and later, from another thread."""
        self._halted = True
        for stop in list(self._running.values()):
            stop()

    def hurried(self, position: Position) -> Solution:
        """What is proven without a search worth the name."""
        limits = Limits(nodes=1, memory=1)
        answer = Question(position, self._side, self._goal, limits).analysis(line=True)
        answer.stopped = "" if answer.exact else "interrupt"
        return answer


# --- progress -------------------------------------------------------------------------------------------


class Progress:
    """How far the work has come, on standard error: a bar on a terminal, else a line now and then.

    The bar is rubbed out while an answer is printed, as both may go to one terminal.
    """

    WIDTH = 30
    QUIET = 1.0  # seconds between lines where there is no terminal

    def __init__(self, total: int, wanted: bool | None) -> None:
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._on = total > 1 and self._live if wanted is None else wanted
        self._total = total
        self._done = 0
        self._told = time.monotonic()

    def show(self) -> None:
        """Draw the bar where it stands."""
        if self._on and self._live:
            full = self.WIDTH * self._done // max(self._total, 1)
            bar = "#" * full + "." * (self.WIDTH - full)
            click.echo(f"\r[{bar}] {self._done} of {self._total}", err=True, nl=False)

    def hide(self) -> None:
        """Rub the bar out, before something else is printed."""
        if self._on and self._live:
            click.echo("\r" + " " * (self.WIDTH + 24) + "\r", err=True, nl=False)

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if self._on and not self._live and (now - self._told >= self.QUIET or self._done == self._total):
            click.echo(f"{self._done} of {self._total}", err=True)
            self._told = now

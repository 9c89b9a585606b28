"""Questions side by side: what becomes of the threads."""

from __future__ import annotations

import threading
from itertools import count

from solver.cli.runner import AHEAD, Runner
from solver.cli.sources import InputPosition
from solver.positions.position import Position
from tests.cli.conftest import ENDING

JOBS = 3


def test_whoever_wants_no_more_answers_leaves_no_thread_behind():
    position = Position.parse(ENDING, game="hearts", leader="A")
    asked, halted = count(), threading.Event()
    others = set(threading.enumerate())

    def work(_: Position) -> int:
        number = next(asked)
        assert number == 0 or halted.wait(60), "nobody ended the searches under way"
        return number

    items = (InputPosition(f"{number}", position) for number in count())
    answers = iter(Runner(items, work, work, JOBS, halted.set))
    assert next(answers).result == 0
    answers.close()
    for thread in set(threading.enumerate()) - others:
        thread.join(60)
        assert not thread.is_alive()
    assert next(asked) <= AHEAD * JOBS

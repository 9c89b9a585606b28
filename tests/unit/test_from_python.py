"""What programs do with answers: send them elsewhere, stop them by signals, ask with NumPy's numbers."""

from __future__ import annotations

import copy
import json
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from solver import (
    Limits,
    Position,
    PositionError,
    Positions,
    View,
    advise,
    analyze,
    each_seat,
    maxn,
    solve,
    solve_batch,
)
from solver.analysis.batch import questions_of
from solver.analysis.bench import deck
from solver.analysis.deal_table import deal_table
from solver.analysis.puzzles import only_best
from solver.analysis.question import new_stop
from solver.analysis.refute import refutation
from solver.analysis.replay import replay

ROOT = Path(__file__).parents[2]
ENDING = Position.parse("A:A5.2.. K.A3.. 7.9..2 T.K..3", game="hearts", leader="A")
LONG = next(iter(deck("hearts-13", 1)))


# --- answers that travel --------------------------------------------------------------------------------


def copies(answer: Any) -> list[Any]:
    pickled = [
        pickle.loads(pickle.dumps(answer, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    return [*pickled, copy.copy(answer), copy.deepcopy(answer)]


def test_a_solution_is_asked_for_more_where_it_comes_to() -> None:
    whole = analyze(ENDING, side="A,B", goal="at-most:2")
    for found in copies(solve(ENDING, side="A,B", goal="at-most:2")):
        assert (found.value, found.side, found.goal, found.exact) == (
            whole.value,
            ("A", "B"),
            "at-most:2",
            True,
        )
        assert found.best == whole.best
        assert len(found.line) == 12
        assert found.position == ENDING


def test_an_analysis_travels_with_its_cards() -> None:
    whole = analyze(ENDING)
    for found in copies(whole):
        assert (found.cards, found.best, found.total) == (whole.cards, whole.best, whole.total)
        assert found.line == whole.line


def test_every_other_answer_travels() -> None:
    answers = [maxn(ENDING), each_seat(ENDING), whole_table(), refutation(ENDING, "S5"), a_replay()]
    for answer in answers:
        for found in copies(answer):
            assert type(found) is type(answer)
            assert found.exact == answer.exact
    assert copies(answers[0])[0] == answers[0]
    assert [cell.total for cell in copies(answers[2])[0].cells] == [cell.total for cell in answers[2].cells]
    assert copies(answers[3])[0].line == answers[3].line
    replayed = copies(answers[4])[0]
    assert (replayed.fault.card, str(replayed.fault)) == ("S5", str(answers[4].fault))


def whole_table() -> Any:
    return deal_table(Position.parse("A:A.2.. K.3.. Q.4.. J.5..", game="hearts", leader="A"))


def a_replay() -> Any:
    """With an illegal card at its end."""
    return replay(ENDING, [("A", "SA"), ("Y", "SK"), ("B", "S5")])


# --- signals --------------------------------------------------------------------------------------------


class TooLateError(Exception):
    """What a handler of the tests raises."""


@pytest.fixture
def alarm() -> Any:
    """Raise something by SIGALRM a tenth of a second from now."""
    before = signal.getsignal(signal.SIGALRM)

    def set_alarm(error: BaseException) -> None:
        def ring(number: int, frame: FrameType | None) -> None:
            raise error

        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.1)

    yield set_alarm
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
@pytest.mark.parametrize("error", [TooLateError("now"), SystemExit(7)], ids=["exception", "exit"])
def test_what_a_handler_raises_comes_out_as_itself(alarm: Any, error: BaseException) -> None:
    asked: list[Any] = [
        lambda: [analyze(position) for position in deck("hearts-13")],
        lambda: maxn(LONG),
        lambda: solve_batch(list(deck("hearts-13")), threads=1),
        lambda: solve_batch(list(deck("hearts-13")), threads=2),
    ]

    def alarmed(ask: Callable[[], Any]) -> None:
        alarm(error)
        ask()

    for ask in asked:
        with pytest.raises(type(error)) as caught:
            alarmed(ask)
        assert caught.value is error
    assert solve(ENDING).exact  # the searcher is as good as new


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
@pytest.mark.parametrize(
    "ask",
    [
        lambda: [analyze(position) for position in deck("hearts-13")],
        lambda: maxn(LONG),
        lambda: each_seat(LONG),
        lambda: list(only_best(deck("hearts-13"))),
        lambda: solve_batch(list(deck("hearts-13")), threads=2),
    ],
    ids=["analyze", "maxn", "each_seat", "only_best", "solve_batch"],
)
def test_ctrl_c_comes_out_of_every_question(alarm: Any, ask: Callable[[], Any]) -> None:
    def alarmed() -> None:
        alarm(KeyboardInterrupt())
        ask()

    with pytest.raises(KeyboardInterrupt):
        alarmed()


@pytest.mark.parametrize("positions", [Positions.of([LONG] * 3), [LONG] * 3], ids=["array", "list"])
def test_a_flag_set_beforehand_ends_a_batch_with_nothing_found(positions: Any) -> None:
    stop = new_stop()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        questions_of(positions, None, "points").search(Limits(), 2, None, stop)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
def test_a_handler_may_search_itself() -> None:
    found: list[int | None] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: found.append(solve(ENDING).value))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        whole = solve(LONG, limits=Limits(seconds=1))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert found == [solve(ENDING).value]
    assert whole.lower <= whole.upper


# --- arguments ------------------------------------------------------------------------------------------


def test_numbers_of_numpy_are_numbers() -> None:
    given: dict[str, Any] = {"seconds": np.float64(5), "nodes": np.int64(10**6), "memory": np.uint8(16)}
    limits = Limits(**given)
    assert limits == Limits(5.0, 10**6, 16)
    assert type(limits.memory) is int
    assert solve(ENDING, limits=limits).value == solve(ENDING).value
    threads: Any = np.int32(1)
    assert solve_batch([ENDING], threads=threads).tolist() == [solve(ENDING).value]
    wrong: dict[str, Any]
    for wrong in ({"seconds": np.float64("nan")}, {"nodes": np.bool_(True)}, {"memory": np.float32(2.5)}):
        with pytest.raises(PositionError):
            Limits(**wrong)
    parsed = Position.parse(
        "A:A.2.. K.3.. Q.4.. J.5..", game="hearts", leader="A", options={"jack": np.int16(4)}
    )
    assert parsed.options == (("jack", 4),)
    assert '"jack": 4' in parsed.to_json()
    count: Any = np.int64(3)
    view = View.of(parsed)
    assert (
        advise(view, worlds=count, all_below=count, ahead=count - 2).mean
        == advise(view, worlds=3, all_below=3).mean
    )
    assert Positions.random("hearts", 2, cards=2, seats=count).seats == ("A", "B", "C")


def test_a_side_may_be_a_set() -> None:
    for side in ({"A", "B"}, frozenset("AB"), ("B", "A"), dict.fromkeys("BA").keys()):
        assert solve(ENDING, side=side).side == ("A", "B")
    with pytest.raises(PositionError, match="list or set"):
        solve(ENDING, side=3)  # type: ignore[arg-type]


def test_an_error_of_a_batch_names_the_position() -> None:
    whist = Position.parse("A:A... K... Q... J...", game="whist", leader="A")
    with pytest.raises(PositionError, match=r"^position 2: "):
        solve_batch([ENDING, ENDING, whist], goal="clear")
    with pytest.raises(PositionError, match=r"^position 1: a Position is asked about"):
        solve_batch([ENDING, "A"])  # type: ignore[list-item]


# --- what the constructor lets through ------------------------------------------------------------------

IMPOSSIBLE = {
    "a card twice in a hand": {"hands": (("SA", "SA", "H2"), *ENDING.hands[1:])},
    "a card in two hands": {"hands": (ENDING.hands[1], *ENDING.hands[1:])},
    "a hand too short": {"hands": (("SA",), *ENDING.hands[1:])},
    "no cards but one seat's": {"hands": (ENDING.hands[0], (), (), ())},
    "too few hands": {"hands": ENDING.hands[:2]},
    "a card of no pack": {"hands": (("SA", "S5", "ZZ"), *ENDING.hands[1:])},
    "a leader who is not there": {"leader": "Q"},
    "a suit that is none": {"trump": "Q"},
    "a trick out of turn": {"trick": (("B", "H5"), ("A", "H6"))},
    "a card in the trick twice": {"trick": (("A", "H5"), ("Y", "H5"))},
    "more seats than any game": {"seats": tuple("ABCDEFGHI")},
    "hands that are none": {"hands": None},
    "seats that are none": {"seats": 3},
    "taken cards of no seat": {"taken": ((),)},
    "a trump that is a list": {"trump": ["S"]},
    "options that are a list": {"options": [("jack", 3)]},
}


@pytest.mark.parametrize("changes", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_position_is_refused(changes: dict[str, Any]) -> None:
    position = replace(ENDING, **changes)
    asked: list[Any] = [solve, analyze, maxn, each_seat, Position.legal_cards, lambda bad: solve_batch([bad])]
    for ask in asked:
        with pytest.raises(PositionError, match=r"no deal can come to this position|is played by"):
            ask(position)


def test_nothing_that_the_constructor_takes_crashes_python() -> None:
    """A share of the fuzzer's work on it, in a process of its own: nothing but `PositionError` or answers."""
    fuzzer = [sys.executable, "-m", "tests.fuzz.readers", "--kinds", "built", "--count", "3000"]
    done = subprocess.run(fuzzer, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert json.loads(done.stdout)["faults"] == 0


@pytest.mark.parametrize("changes", [{"leader": "Q"}, {"seats": 3}, {"hands": None}, {"trick": 0}])
def test_what_cannot_be_written_is_refused(changes: dict[str, Any]) -> None:
    position = replace(ENDING, **changes)
    for write in (Position.to_json, Position.to_pbn, Position.fields):
        with pytest.raises(PositionError, match="no position could be written so"):
            write(position)


def test_a_seat_without_cards_cannot_be_to_play() -> None:
    """After an odd stock one hand is a card longer, and leads; begun with the other, the search crashed."""
    last = (
        Position.parse("A:3... 4...", game="two-handed-hearts", leader="A", stock="H6").play("S3").play("S4")
    )
    assert (last.hands, last.to_play, solve(last).value) == (((), ("H6",)), "B", 1)
    with pytest.raises(PositionError, match="A holds no cards: the next seat that does, B, is to lead"):
        solve(replace(last, leader="A"))

"""What a solution searches for when it is first asked: whole, or not at all."""

from __future__ import annotations

import pytest

from solver import Limits, Position, analyze, solve
from solver.analysis.question import Question, new_stop

# Hearts after five tricks: 3,542 nodes prove the value, the line takes 5,219 and every card 10,770. The queen
# and the seven of hearts are best: analyze finds so without a limit.
HALFWAY = Position.parse(
    "A:.J963.85.84 .T54.A9.AK6 T.AQ7.QJ.QT K973.K2..97",
    game="hearts",
    leader="B",
    taken="A:SA,SQ,SJ,S6 Y:CJ,C5,C3,C2 B:S8,S5,S4,S2,H8,DK,D6,D3 Z:DT,D7,D4,D2",
    tricks_played=5,
)
ENOUGH_FOR_THE_VALUE = Limits(nodes=5_000)


def test_the_best_cards_are_all_there_or_a_limit_is_told() -> None:
    assert analyze(HALFWAY).best == ["HQ", "H7"]
    found = solve(HALFWAY, limits=ENOUGH_FOR_THE_VALUE)
    assert found.exact
    for _ in range(2):  # nothing of the first attempt is kept
        with pytest.raises(TimeoutError, match="the search for every card was stopped by the limit on nodes"):
            _ = found.best
    assert solve(HALFWAY, limits=Limits(nodes=12_000)).best == ["HQ", "H7"]


def test_an_analysis_that_was_stopped_after_the_value_says_so() -> None:
    found = analyze(HALFWAY, limits=ENOUGH_FOR_THE_VALUE)
    assert (found.exact, found.stopped) == (False, "nodes")
    assert found.value == analyze(HALFWAY).value
    assert set(found.proven_best) <= {"HQ", "H7"}
    with pytest.raises(TimeoutError, match="every card was stopped by the limit on nodes"):
        _ = found.best


def test_a_value_that_was_not_proven_is_missed_aloud() -> None:
    for asked in (solve, analyze):
        found = asked(HALFWAY, limits=Limits(nodes=100))
        assert (found.exact, found.value, found.proven_best) == (False, None, [])
        for more in ("best", "line"):
            with pytest.raises(TimeoutError, match="the value was stopped by the limit on nodes"):
                getattr(found, more)


def test_the_line_goes_to_the_end_or_a_limit_is_told() -> None:
    lengths = set()
    for nodes in range(3_600, 7_000, 200):
        found = solve(HALFWAY, limits=Limits(nodes=nodes))
        assert found.exact
        try:
            lengths.add(len(found.line))
        except TimeoutError as error:
            assert "the line" in str(error)
            lengths.add(0)
    assert lengths == {0, 32}


def test_ctrl_c_while_asked_for_more_is_told_and_forgotten() -> None:
    question = Question(HALFWAY, None, "points", None)
    found = question.solution()
    stop = new_stop()
    question.stop_by(stop)
    stop.set()  # as Ctrl-C does
    with pytest.raises(KeyboardInterrupt):
        _ = found.best
    with pytest.raises(KeyboardInterrupt):
        _ = found.line
    question.stop_by(None)
    assert found.best == ["HQ", "H7"]
    assert len(found.line) == 32

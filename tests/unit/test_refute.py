"""The line that punishes a card."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver import Limits, Position, PositionError, analyze
from solver.analysis.refute import refutation
from solver.positions.record import read_pbn

EXAMPLES = Path(__file__).parents[2] / "examples"
CINCH = [record.sound() for record in read_pbn((EXAMPLES / "cinch.pbn").read_text("utf-8"))]
ENDING = Position.parse("A:A5.2.. K.A3.. 7.9..2 T.K..3", game="hearts", leader="A")


@pytest.mark.parametrize("position", [*CINCH, ENDING, ENDING.play("S5")], ids=range(6))
def test_the_line_shows_the_cost(position: Position) -> None:
    side = "A,B" if position.game == "cinch" else "A"
    answer = analyze(position, side=side)
    for card, value in answer.cards.items():
        found = refutation(position, card, side=side)
        assert found.exact
        assert found.cost == abs((value or 0) - (answer.value or 0))
        assert found.line[0] == card
        end = position
        for played in found.line:
            end = end.play(played)
        assert end.over
        total = analyze(end, side=side).total or 0
        assert total == (value or 0) + (answer.total or 0) - (answer.value or 0)


def test_any_notation() -> None:
    assert refutation(CINCH[0], "10♡").card == "HT"


def test_a_card_that_may_not_be_played() -> None:
    with pytest.raises(PositionError, match="A does not hold it"):
        refutation(ENDING, "SK")
    with pytest.raises(PositionError, match="ranks are"):
        refutation(ENDING, "S1")


def test_the_last_card() -> None:
    position = Position.parse("A:A... K...", game="two-handed-hearts", leader="A")
    assert refutation(position, "SA").line == ("SA", "SK")
    assert refutation(position.play("SA"), "SK", side="A").line == ("SK",)


def test_stopped_by_a_limit() -> None:
    position = read_pbn((EXAMPLES / "auction-hearts.pbn").read_text("utf-8"))[0].sound()
    found = refutation(position, "HQ", limits=Limits(nodes=100))
    assert not found.exact
    assert found.cost is None

"""Totals of arrays are those of their positions."""

from __future__ import annotations

import random

import pytest

from solver import Position, Positions, solve
from solver.analysis.batch import questions_of
from solver.generate import generate
from solver.rules import load, names
from tests.support.tables import TABLES, random_position

GAMES = [game for game in names() if load(game).follow != "follow-or-take-up"]


@pytest.mark.parametrize("goal", ["points", " margin "])
@pytest.mark.parametrize("game", GAMES)
def test_what_was_captured_before(game: str, goal: str) -> None:
    positions = generate(game, 3, 12, 1, mid_trick=True) + generate(game, 2, 12, 2)
    array = questions_of(Positions.of(positions), None, goal).before().tolist()
    assert array == questions_of(positions, None, goal).before().tolist()
    if "taken" in load(game).fields:
        assert any(array)


def test_at_any_point_with_options_and_any_side() -> None:
    rng = random.Random(4)
    for table in TABLES:
        positions = Positions.of([random_position(*table, rng)])
        if positions.rules.follow == "follow-or-take-up":
            continue
        side = rng.sample(positions.seats, rng.randint(1, len(positions.seats)))
        for goal in ("points", "margin"):
            (before,) = questions_of(positions, side, goal).before().tolist()
            answer = solve(positions[0], side, goal)
            assert answer.value is not None
            assert answer.total == answer.value + before


def test_discards_count_for_the_bidder() -> None:
    """Cinch with spades: S2 and SA a point, the Left Pedro C5 five, and of the discards SJ a point."""
    position = Position.parse(
        "A:K.2.. Q.3.. J.4.. T.6..", game="cinch", leader="A", trump="S",
        taken={"A": ["S2", "HA"], "Y": ["SA", "C5"]}, options="bid=8 bidder=Y discards=SJ,S3",
        tricks_played=4,
    )  # fmt: skip
    positions = Positions.of([position])
    assert questions_of(positions, "A,B", "points").before().tolist() == [1]
    assert questions_of(positions, "Y,Z", "points").before().tolist() == [7]
    assert questions_of(positions, "Y", "margin").before().tolist() == [7 - 1]


def test_goals_of_the_whole_deal_have_nothing_before() -> None:
    positions = Positions.of(generate("hearts", 3, 5, 1))
    assert questions_of(positions, None, "at-most:3").before().tolist() == [0] * 5

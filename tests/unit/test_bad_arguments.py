"""Bad arguments from Python end in a PositionError of one line, whatever their type."""

from __future__ import annotations

import random
from typing import Any

import pytest

import solver
from solver import Position, PositionError, solve
from solver.rules.files import read_table

ENDING = Position.parse("A:A.2.. K.3..", game="two-handed-hearts", leader="A")


untyped: Any = solver  # a type checker would refuse most of these calls


@pytest.mark.parametrize(
    "ask",
    [
        lambda: untyped.solve(ENDING, goal=None),
        lambda: untyped.solve("A:A.2.. K.3.."),
        lambda: untyped.analyze(None),
        lambda: untyped.solve(ENDING, side=5),
        lambda: untyped.solve(ENDING, side="Q"),
        lambda: untyped.solve(ENDING, side=[]),
        lambda: untyped.solve(ENDING, limits=5),
        lambda: untyped.solve_batch([ENDING, None]),
        lambda: untyped.solve_batch([ENDING], limits="x"),
        lambda: untyped.maxn("A:A.2.. K.3.."),
        lambda: untyped.each_seat(None),
        lambda: untyped.each_seat(ENDING, limits=5),
        lambda: untyped.Position.parse("A:A.2.. K.3..", rules=5),
        lambda: untyped.solve_batch([ENDING], threads=0),
        lambda: untyped.solve_batch([ENDING], threads=-1),
        lambda: untyped.solve_batch([ENDING], threads=True),
        lambda: untyped.solve_batch(ENDING),
        lambda: untyped.solve_batch(5),
        lambda: untyped.maxn(ENDING, goal=5),
        lambda: untyped.Position.from_pbn(None),
        lambda: untyped.Position.from_fields(5),
        lambda: untyped.Limits(seconds=True),
        lambda: untyped.Limits(nodes=True),
        lambda: untyped.Limits(memory=True),
        lambda: untyped.Limits(seconds="x"),
        lambda: untyped.Limits(seconds=float("nan")),
        lambda: untyped.Limits(seconds=0),
        lambda: untyped.Limits(nodes=2**70),
        lambda: untyped.Limits(nodes=0),
        lambda: untyped.Limits(memory=0),
        lambda: untyped.Positions.of([ENDING]).to_parquet(None),
        lambda: untyped.Positions.from_parquet(None),
        lambda: untyped.Positions.of(ENDING),
        lambda: untyped.View.of(ENDING).sample(-1),
        lambda: untyped.View.of(ENDING).sample(1.5),
        lambda: untyped.View.of(ENDING).sample(10**9),
        lambda: untyped.View.of(ENDING).sample(3, rng="x"),
        lambda: untyped.View.of(ENDING).draw(3, rng=-1),
        lambda: untyped.View.of(None),
        lambda: untyped.View.of(ENDING, seat=2),
        lambda: untyped.Positions.random("hearts", 2, cards="3"),
        lambda: untyped.Positions.random("hearts", 2, cards=3, rng=None),
        lambda: untyped.advise(ENDING),
        lambda: untyped.advise(untyped.View.of(ENDING), weight=3),
        lambda: untyped.advise(untyped.View.of(ENDING), threads=0),
        lambda: untyped.advise(untyped.View.of(ENDING), goal=5),
        lambda: untyped.advise(untyped.View.of(ENDING), worlds=True),
    ],
)
def test_it_is_one_clear_line(ask):
    with pytest.raises(PositionError) as caught:
        ask()
    assert len(str(caught.value).splitlines()) == 1


def test_every_public_name_is_there():
    assert all(getattr(solver, name) is not None for name in solver.__all__)
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        solver.nothing_of_the_kind  # noqa: B018


def test_a_finished_deal_keeps_its_last_trick():
    # Cinq-Cents: A takes both tricks and the ten for the last; aces 11 and kings 4 make 30 more.
    deal = Position.parse("A:A.A.. K.K..", game="cinq-cents", leader="A", trump="S")
    assert solve(deal, side="A").total == 40
    for card in ("SA", "SK", "HA", "HK"):
        deal = deal.play(card)
        assert solve(deal, side="A").total == 40


@pytest.mark.parametrize("n_seats", [2, 4, 6])
def test_points_as_large_as_may_be(n_seats: int) -> None:
    """The margin, twice the points less all there are, at both ends of the numbers that the search has."""
    rules = read_table(
        {"extends": "hearts", "points": {"H*": 0, "SQ": 10000, "SA": 5000}}, "mine", "mine.toml"
    )
    seats, rng = rules.default_seats(n_seats), random.Random(n_seats)
    pack = ["SQ", "SA", "SK", "SJ", *(suit + rank for suit in "HDC" for rank in "AKQJT98")]
    reached = set()
    for _ in range(40):
        cards = pack[:4] + rng.sample(pack[4:], 2 * n_seats - 4 if n_seats > 2 else 0)
        rng.shuffle(cards)
        hands = {seat: cards[2 * place : 2 * place + 2] for place, seat in enumerate(seats)}
        position = Position.parse(hands=hands, leader=seats[0], rules=rules)
        for side in (seats[:1], seats[1:]):
            points, margin = solve(position, side, "points").value, solve(position, side, "margin").value
            assert margin == 2 * (points or 0) - 15000, position
            reached.add(margin)
    assert {-15000, 15000} <= reached


def test_stakes_that_outgrow_the_search_are_refused():
    # A is clear and the others are loaded: it wins a pool of seven hearts and the Jack.
    deal = "A:32.2.. 54.A.. K6.5.. 7A.7.."
    facts: dict[str, Any] = {"game": "hearts", "leader": "A", "taken": "Y:H9 B:H8 Z:HT"}
    assert solve(Position.parse(deal, **facts, options="jack=15000"), goal="sweepstake").value == 15_007
    with pytest.raises(PositionError, match="the search counts to 30000"):
        solve(Position.parse(deal, **facts, options="jack=40000"), goal="sweepstake")

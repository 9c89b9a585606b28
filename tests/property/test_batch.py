"""`solve_batch` over arrays and sequences: what `solve` and `analyze` find one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from solver import Limits, Position, PositionError, Positions, analyze, solve, solve_batch
from solver.generate import generate
from solver.rules import load, names
from solver.rules.files import read_table
from tests.support.questions import goals

HOUSE = read_table({"extends": "hearts", "points": {"SQ": 5}, "break_hearts": True}, "house", "house.toml")


def small(game: str) -> list[Position]:
    """Positions of two and three cards: in the middle of tricks, with cards taken, stocks and widows."""
    if "stock" in load(game).fields:
        return generate(game, 2, 12, 5, mid_trick=True, stock=2)
    return generate(game, 2, 12, 5, mid_trick=True) + generate(game, 3, 6, 4)


@pytest.mark.parametrize("game", names())
def test_an_array_is_answered_as_its_positions_are(game: str) -> None:
    positions = small(game)
    array = Positions.of(positions)
    rng = random.Random(game)
    for goal in goals(positions[0], (positions[0].seats[0],), rng):
        side = rng.choice([None, positions[0].seats[0], positions[0].seats[-1]])
        alone = [solve(position, side, goal) for position in positions]
        found = solve_batch(array, side, goal, threads=2, bounds=True)
        assert found.lower.tolist() == found.upper.tolist() == [solution.value for solution in alone]
        assert found.nodes.tolist() == [solution.nodes for solution in alone]
        assert solve_batch(positions, side, goal).tolist() == found.lower.tolist()


@pytest.mark.parametrize("game", names())
def test_every_card(game: str) -> None:
    positions = small(game)
    alone = [analyze(position) for position in positions]
    for form in (positions, Positions.of(positions)):
        found = solve_batch(form, every_card=True)
        assert found.values.dtype == np.int16
        assert found.cards == tuple(
            card for card in load(game).cards() if load(game).pack(len(positions[0].seats))[card]
        )
        for row, analysis in zip(found.values.tolist(), alone, strict=True):
            legal = {card: value for card, value in zip(found.cards, row) if value != -32768}
            assert list(legal.items()) == list(analysis.cards.items())
        both = solve_batch(form, every_card=True, bounds=True)
        assert both.cards == found.cards
        assert both.exact.all()
        assert (both.lower == found.values).all()
        assert (both.upper == found.values).all()


def test_options_and_house_rules() -> None:
    """Options that change the rules, facts that change the payoff, all in one array."""
    rng = random.Random(3)
    positions = []
    for position in generate("hearts", 3, 40, 8):
        options = {"jack": rng.randrange(3), "take-all": rng.choice(["13", "-26", "nobody"])}
        if rng.random() < 0.5:
            options |= {"break-hearts": True, "hearts-broken": rng.random() < 0.5, "spot": rng.random() < 0.5}
        positions.append(Position.from_json({**as_json(position), "options": options}))
    array = Positions.from_array(Positions.of(positions).array, "hearts")
    for goal in ("points", "score", "sweepstake", "jack", "clear"):
        assert solve_batch(array, goal=goal).tolist() == [solve(at, goal=goal).value for at in positions]
    house = generate(HOUSE, 4, 20, 1)
    assert solve_batch(Positions.of(house)).tolist() == [solve(at).value for at in house]


def as_json(position: Position) -> dict:
    return {
        "game": position.game, "seats": position.seats, "leader": position.leader,
        "hands": dict(zip(position.seats, position.hands, strict=True)),
        "taken": dict(zip(position.seats, position.taken, strict=True)),
        "tricks_played": position.tricks_played,
    }  # fmt: skip


def test_bids_and_scores_of_cinch() -> None:
    positions = [
        Position.parse(
            hands=dict(zip(at.seats, at.hands)), seats=at.seats, game="cinch", leader=at.leader,
            trump=at.trump, taken=dict(zip(at.seats, at.taken)), tricks_played=at.tricks_played,
            bid=5 + number, bidder="AYBZ"[number % 4], scores={"A": 45 - number, "Y": 44},
        )
        for number, at in enumerate(generate("cinch", 3, 8, 2))
    ]  # fmt: skip
    array = Positions.of(positions)
    assert list(array) == positions
    for goal in ("settle", "out", "at-least:6"):
        assert solve_batch(array, goal=goal).tolist() == [solve(at, goal=goal).value for at in positions]


def test_a_limit_is_told_with_its_index_or_gives_bounds() -> None:
    easy, hard = generate("hearts", 2, 1, 1), generate("hearts", 9, 1, 3)
    for form in (easy + hard, Positions.of(easy + hard)):
        with pytest.raises(TimeoutError, match=r"^position 1: stopped by the limit on nodes, \d+ to \d+"):
            solve_batch(form, limits=Limits(nodes=100))
        with pytest.raises(
            TimeoutError, match=r"^position 1: stopped by the limit on nodes, [SHDC]. \d+ to \d+"
        ):
            solve_batch(form, limits=Limits(nodes=100), every_card=True)
        found = solve_batch(form, limits=Limits(nodes=100), bounds=True)
        assert found.exact.tolist() == [True, False]
        assert found.lower[1] <= solve(hard[0]).value <= found.upper[1]
        assert found.nodes[1] >= 100


def test_an_error_names_the_index() -> None:
    hearts, cinch = generate("hearts", 2, 2, 1), generate("cinch", 2, 1, 1)
    with pytest.raises(PositionError, match=r"^position 2: cinch has no goal"):
        solve_batch(hearts + cinch, goal="clear")
    with pytest.raises(PositionError, match=r"^position 2: every card is asked for, and its pack"):
        solve_batch(hearts + generate("polignac", 2, 1, 1), every_card=True)
    with pytest.raises(PositionError, match=r"^position 0: side: there is no seat"):
        solve_batch(Positions.of(hearts), side="N")
    with pytest.raises(TypeError):
        solve_batch(hearts, None, "points", None, 1, True)  # type: ignore[call-overload]


def test_none_at_all() -> None:
    nothing = Positions.from_array(Positions.blank("hearts", 0), "hearts")
    assert solve_batch(nothing).shape == (0,)
    assert solve_batch(nothing, every_card=True).values.shape[0] == 0

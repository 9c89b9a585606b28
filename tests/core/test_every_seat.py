"""Max^n against the plain reference: every card's vector, in every game that comes to an end.

`OPENHAND_DEEP=20` asks twenty times as many questions, `OPENHAND_SEED` other ones.
"""

from __future__ import annotations

import json
import os
import random
import re

import pytest

from solver import Limits, Position, PositionError, each_seat, maxn, solve
from tests import reference
from tests.support.each_seat import goal_of_each, points_alone
from tests.support.questions import Question
from tests.support.tables import TABLES, random_position

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = int(os.environ.get("OPENHAND_SEED", "1"))
SMALL = [(game, n_seats) for game, n_seats in TABLES if n_seats in (2, 3, 4)]


def plain(position: Position) -> dict[str, object]:
    value: dict[str, object] = json.loads(position.to_json())
    return value


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_every_card_has_the_plain_vector(game: str, n_seats: int) -> None:
    rng = random.Random(f"every seat {game} {n_seats} {SEED}")
    for number in range(25 * DEEP):
        position = random_position(game, n_seats, rng, played=number % n_seats)
        goal, ties = goal_of_each(position, rng), rng.choice(["worst", "best"])
        found = maxn(position, goal, ties)
        expected = reference.maxn(plain(position), goal, ties)
        cards = {card: list(values.values()) for card, values in found.cards.items() if values}
        assert cards == expected, f"{goal} {ties}\n{position.to_json()}\nengine {cards}\nreference {expected}"
        assert not expected or list((found.values or {}).values()) in expected.values()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n_seats"), SMALL)
def test_longer_hands(game: str, n_seats: int) -> None:
    """Where pruning and the table have something to do."""
    rng = random.Random(f"long {game} {n_seats} {SEED}")
    for _ in range(2 * DEEP):
        position = random_position(game, n_seats, rng, hand={2: 6, 3: 5, 4: 4}[n_seats])
        goal, ties = goal_of_each(position, rng), rng.choice(["worst", "best"])
        found = maxn(position, goal, ties)
        cards = {card: list(values.values()) for card, values in found.cards.items() if values}
        assert cards == reference.maxn(plain(position), goal, ties), f"{goal} {ties}\n{position.to_json()}"


@pytest.mark.parametrize(("game", "n_seats"), [table for table in TABLES if points_alone(table[0])])
def test_the_line_comes_to_the_values(game: str, n_seats: int) -> None:
    rng = random.Random(f"line {game} {n_seats} {SEED}")
    for _ in range(10 * DEEP):
        position = random_position(game, n_seats, rng)
        found = maxn(position)
        assert not found.line or found.line[0] in found.best
        after = position
        for card in found.line:
            after = after.play(card)
        assert after.over
        assert maxn(after).totals == found.totals


@pytest.mark.parametrize("ties", ["worst", "best"])
@pytest.mark.parametrize("game", ["hearts", "black-lady", "whist", "polignac"])
def test_what_follows_a_card_is_worth_what_the_card_is(game: str, ties: str) -> None:
    """In hands too long for the reference: each card's vector is that of the position it leads to.

    There nothing is in hand yet, so that what was left out for one card's sake has to be looked at.
    """
    rng = random.Random(f"next card {game} {SEED}")
    for _ in range(3 * DEEP):
        position = random_position(game, 4, rng, played=0, hand=6)
        for card, values in maxn(position, ties=ties).cards.items():
            assert maxn(position.play(card), ties=ties).values == values


@pytest.mark.parametrize("ties", ["worst", "best"])
def test_two_seats_with_a_constant_sum_play_minimax(ties: str) -> None:
    rng = random.Random(f"two {SEED}")
    for game in ("hearts", "penchant", "bezique", "cinq-cents", "two-handed-hearts"):
        for _ in range(20 * DEEP):
            position = random_position(game, 2, rng)
            found = maxn(position, "margin", ties)
            assert found.values == {seat: solve(position, seat, "margin").value for seat in position.seats}


def test_ties_are_settled_by_the_others_numbers() -> None:
    """What A does for itself hangs on how another seat settles what is equal for it."""
    position = Position.parse("A:QT..4. 7.K.T. .A.K3.", game="hearts", leader="A")
    worst, best = maxn(position), maxn(position, ties="best")
    assert worst.values == {"A": 0, "B": 0, "C": 2}
    assert worst.best == worst.equals == ["D4"]
    assert best.values == {"A": 1, "B": 1, "C": 0}
    assert best.best == best.equals == ["SQ", "ST"]


def test_one_against_all_and_every_seat_for_itself_part() -> None:
    """The example of docs/each-seat.md: C would have to take three hearts itself to load A."""
    position = Position.parse("A:Q.82.. .7.9.K .J6.2.", game="hearts", leader="A")
    found = each_seat(position)
    assert {row.seat: (row.guaranteed.value, row.value) for row in found.rows} == {
        "A": (2, 0),
        "B": (5, 5),
        "C": (2, 0),
    }
    assert maxn(position).line == ["H2", "H7", "H6", "CK", "D2", "H8", "D9", "HJ", "SQ"]


def test_each_seat_may_have_a_goal_of_its_own() -> None:
    """A plays for three hearts at least, the others for few."""
    position = Position.parse("A:Q.82.. .7.9.K .J6.2.", game="hearts", leader="A")
    found = maxn(position, {"A": "at-least:3", "B": "points", "C": "points"})
    assert found.values == {"A": 1, "B": 0, "C": 2}
    assert found.equals == ["SQ", "H8"]
    assert found.best == ["H8"]


@pytest.mark.parametrize(
    ("game", "goal", "ties", "said"),
    [
        ("hearts", "settle", "worst", "hearts has no goal"),
        ("hearts", {"A": "points"}, "worst", "seat B has none"),
        ("hearts", {"A": "points", "B": "points", "C": "points", "D": "points"}, "worst", 'no seat "D"'),
        ("hearts", "points", "kind", '"kind" is not a tie rule'),
        ("enfle", "points", "worst", "has no max^n"),
    ],
)
def test_what_cannot_be_asked_is_refused(game: str, goal: str | dict[str, str], ties: str, said: str) -> None:
    position = random_position(game, 3 if game == "hearts" else 4, random.Random(1))
    with pytest.raises(PositionError, match=re.escape(said)):
        maxn(position, goal, ties)


def test_a_seat_gets_no_less_than_it_can_make_sure_of() -> None:
    rng = random.Random(f"sure {SEED}")
    for _ in range(60 * DEEP):
        position = random_position("hearts", rng.choice([3, 4, 5]), rng)
        found = each_seat(position)
        assert found.exact
        for row in found.rows:
            assert row.guaranteed.value == solve(position, row.seat).value
            assert row.guaranteed_total == solve(position, row.seat).total
            assert row.value is not None
            assert row.value <= (row.guaranteed.value or 0)


def test_any_set_of_seats_may_be_a_side() -> None:
    """`--for A,B` in a free-for-all game, against the reference."""
    rng = random.Random(f"coalitions {SEED}")
    for _ in range(40 * DEEP):
        position = random_position("hearts", rng.choice([3, 4, 5]), rng)
        side = tuple(sorted(rng.sample(position.seats, rng.randint(2, len(position.seats) - 1))))
        for goal in ("points", "sweepstake", "clear"):
            question = Question(position, side, goal)
            assert solve(position, side, goal).value == reference.value(question.plain(), side, goal), (
                question
            )


def test_more_friends_never_hurt() -> None:
    """Points of a side are at most the sum of what its seats can make sure of."""
    rng = random.Random(f"friends {SEED}")
    for _ in range(40 * DEEP):
        position = random_position("hearts", 4, rng)
        alone = [solve(position, seat).value or 0 for seat in position.seats[:2]]
        assert (solve(position, position.seats[:2]).value or 0) <= sum(alone)


def test_stopped_by_a_limit_there_is_no_vector() -> None:
    position = random_position("hearts", 4, random.Random(5), played=0, hand=3)
    found = maxn(position, limits=Limits(nodes=5))
    assert found.stopped == "nodes"
    assert found.values is None
    assert found.totals is None
    assert not found.line
    assert not found.best
    whole = maxn(position)
    for seat, bounds in found.bounds.items():
        assert bounds.lower <= (whole.values or {})[seat] <= bounds.upper
    for card, values in found.cards.items():
        assert values is None or values == whole.cards[card]
    table = each_seat(position, limits=Limits(nodes=5))
    assert table.stopped == "nodes"
    assert not table.exact


def test_nodes_do_not_depend_on_what_was_asked_before() -> None:
    position = random_position("black-lady", 4, random.Random(8), played=0, hand=3)
    assert maxn(position).nodes == maxn(position).nodes == maxn(position, limits=Limits(memory=1)).nodes

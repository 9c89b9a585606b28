"""Every legal card's value, in every game, as the slow reference has it.

`OPENHAND_DEEP=20` asks twenty times as many questions, `OPENHAND_SEED` other ones.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from solver import Position, analyze, solve
from solver.rules.files import read_table
from tests.support.answers import disagreement
from tests.support.house import PARENTS, counting_trumps, priced_questions, variant_questions
from tests.support.questions import Question, honours_together, questions
from tests.support.tables import TABLES

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = int(os.environ.get("OPENHAND_SEED", "1"))
TWO_SEATS = [game for game, n_seats in TABLES if n_seats == 2]


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_small_positions(game: str, n_seats: int) -> None:
    for question in questions(game, n_seats, 40 * DEEP, SEED):
        assert not (found := disagreement(question)), found


@pytest.mark.parametrize("parent", PARENTS)
def test_house_rules(parent: str) -> None:
    """Random weights on any cards and tricks, below nothing too; ranks, trumps, ways to follow, take-alls."""
    for question in variant_questions(parent, 60 * DEEP, random.Random(f"house {parent} {SEED}")):
        assert not (found := disagreement(question)), f"{found}\n{question.game}"


def test_suits_of_many_prices() -> None:
    """The relaxed game tells such cards apart by what they cost: any weights, in one suit and in two."""
    for question in priced_questions(150 * DEEP, random.Random(f"priced {SEED}")):
        assert not (found := disagreement(question)), f"{found}\n{question.game}"


def test_trumps_of_many_prices() -> None:
    """The trump game and its bounds: any weights, below nothing too, and any sides."""
    for question in counting_trumps(300 * DEEP, random.Random(f"trumps {SEED}")):
        assert not (found := disagreement(question)), f"{found}\n{question.game}"


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_last_tricks(game: str, n_seats: int) -> None:
    """One card each: take-alls, pools and settlements are about to be decided."""
    for question in questions(game, n_seats, 60 * DEEP, SEED, hand=1):
        assert not (found := disagreement(question)), found


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_one_seat_has_taken_everything(game: str, n_seats: int) -> None:
    for hand in (1, 2, 3 if n_seats < 5 else 2):
        for question in questions(game, n_seats, 12 * DEEP, SEED, hand=hand, hoarded=True):
            assert not (found := disagreement(question)), found


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_finished_deals(game: str, n_seats: int) -> None:
    """Nothing left to play: what was taken settles everything."""
    rng = random.Random(f"finished {game} {n_seats} {SEED}")
    for question in questions(game, n_seats, 30 * DEEP, SEED, hand=1):
        position = question.position
        while not position.over:
            position = position.play(rng.choice(position.legal_cards()))
        finished = Question(position, question.side, question.goal)
        assert not (found := disagreement(finished)), found


@pytest.mark.slow
@pytest.mark.parametrize("game", TWO_SEATS)
def test_long_hands_of_two_seats(game: str) -> None:
    for question in questions(game, 2, 4 * DEEP, SEED, hand=8 if game != "domino-hearts" else 4):
        assert not (found := disagreement(question)), found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n_seats"), [table for table in TABLES if table[1] in (3, 4)])
def test_longer_hands_of_three_and_four_seats(game: str, n_seats: int) -> None:
    for question in questions(game, n_seats, 6 * DEEP, SEED, hand={3: 5, 4: 4}[n_seats]):
        assert not (found := disagreement(question)), found


def test_what_can_be_cashed_and_stopped() -> None:
    rng = random.Random(f"cashed {SEED}")
    for _ in range(250 * DEEP):
        question = honours_together(rng, rng.randint(3, 4))
        assert not (found := disagreement(question)), found


def test_a_low_card_to_the_partners_winner_comes_before_the_high_one() -> None:
    """B's spades outlast all others', yet the two is led first: D's seven wins, and D's diamonds after it."""
    hands = {"A": "HA H9 H5", "B": "SJ S2 H3", "C": "S4 D7 D4", "D": "S7 DQ D8"}
    position = Position.parse(
        game="whist", seats="A,B,C,D", hands={seat: hand.split() for seat, hand in hands.items()}, leader="B"
    )
    assert analyze(position).cards == {"SJ": 2, "S2": 3, "H3": 0}


def test_who_has_to_win_a_trick_may_not_be_who_would_like_to() -> None:
    """On D's five of spades A would win, and make its diamonds; but C's only spade is over A's seven."""
    hands = {"A": "S7 DA D5", "B": "S3 CA C9", "C": "S8 CK C3", "D": "S5 CT C5"}
    position = Position.parse(
        game="whist", seats="A,B,C,D", hands={seat: hand.split() for seat, hand in hands.items()}, leader="D"
    )
    assert solve(position, ("A", "C")).value == 1
    assert not (found := disagreement(Question(position, ("A", "C"), "points"))), found


def test_in_domino_the_lead_of_a_winner_without_cards_passes_on() -> None:
    """F's diamonds are under all but B's six, yet when D goes out winning F has to lead."""
    for leader in "BDF":
        position = Position.parse(
            game="domino-hearts",
            seats="B,D,F",
            hands={"B": "HA H9 H3 DT D6", "D": "DQ D9", "F": "D7 D4 D3 CK C9"},
            leader=leader,
        )
        question = Question(position, ("F",), "points")
        assert not (found := disagreement(question)), found


def test_long_trumps_win_all_but_as_many_as_are_out() -> None:
    """A has four small trumps, C none; B's two and D's one can win three tricks, whoever leads what."""
    hands = {"A": "S2 S3 S4 S5", "B": "SA SK HA H2", "C": "D2 D3 D4 D5", "D": "SQ HK HQ HJ"}
    for leader in hands:
        position = Position.parse(
            game="whist",
            seats="A,B,C,D",
            hands={seat: hand.split() for seat, hand in hands.items()},
            leader=leader,
            trump="S",
        )
        question = Question(position, ("A", "C"), "points")
        assert analyze(position, ("A", "C")).lower >= 1
        assert not (found := disagreement(question)), found


def test_a_top_card_that_may_not_be_led_yet_is_no_sure_trick() -> None:
    """A has to lead the two of spades, as hearts are not broken; B wins it, and then the two of diamonds."""
    house = read_table({"extends": "whist", "break_hearts": True}, "mine", "mine.toml")
    hands = {"A": "HA S2", "B": "SA D2", "C": "C2 C3", "D": "C4 C5"}
    deal: dict[str, Any] = {
        "seats": "A,B,C,D",
        "hands": {seat: hand.split() for seat, hand in hands.items()},
        "leader": "A",
    }
    assert solve(Position.parse(rules=house, **deal)).value == 0
    assert solve(Position.parse(game="whist", **deal)).value == 1


def test_trumps_that_nothing_in_hand_beats_are_not_the_whole_stock() -> None:
    """When B trumps A's two of hearts, A draws the seven to go under the ten with, and keeps the five."""
    house = read_table(
        {"extends": "cinch", "draw": "each", "partnerships": False, "min_seats": 2}, "mine", "mine.toml"
    )
    position = Position.parse(
        rules=house,
        seats="A,B",
        hands={"A": ["S5", "H2"], "B": ["ST", "S8"]},
        leader="A",
        trump="S",
        stock=["H3", "S7"],
    )
    assert analyze(position).cards == {"S5": 0, "H2": 5}


def test_a_partner_that_has_to_head_does_not_keep_its_master() -> None:
    """C keeps its ace under A's king in whist, for three spades; where it has to head, B's queen wins."""
    house = read_table({"extends": "whist", "follow": "follow-and-head"}, "mine", "mine.toml")
    hands = {"A": "SK SJ DT", "B": "SQ H9 DA", "C": "SA ST S9", "D": "HK HQ HJ"}
    deal: dict[str, Any] = {
        "seats": "A,B,C,D",
        "hands": {seat: hand.split() for seat, hand in hands.items()},
        "leader": "A",
    }
    assert analyze(Position.parse(rules=house, **deal)).cards == {"SK": 2, "SJ": 2, "DT": 0}
    assert analyze(Position.parse(game="whist", **deal)).cards == {"SK": 3, "SJ": 2, "DT": 0}


def test_the_lowest_spade_may_have_a_weight_of_its_own() -> None:
    """The deuce leads to Z's three, its only spade, and a heart is thrown on it: 6, and 3 more later."""
    house = read_table({"extends": "hearts", "points": {"S2": 5}}, "mine", "mine.toml")
    position = Position.parse("A:Q2.3.. ..42.T .QJ7.. 3..K.8", rules=house, leader="A")
    assert analyze(position, "Z").cards == {"SQ": 0, "S2": 9, "H3": 0}

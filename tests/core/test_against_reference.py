"""Every legal card's value, in every game, as the slow reference has it.

`OPENHAND_DEEP=20` asks twenty times as many questions, `OPENHAND_SEED` other ones.
"""

from __future__ import annotations

import os
import random

import pytest

from tests.support.answers import disagreement
from tests.support.questions import Question, questions
from tests.support.tables import TABLES

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = int(os.environ.get("OPENHAND_SEED", "1"))
TWO_SEATS = [game for game, n_seats in TABLES if n_seats == 2]


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_small_positions(game: str, n_seats: int) -> None:
    for question in questions(game, n_seats, 40 * DEEP, SEED):
        assert not (found := disagreement(question)), found


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

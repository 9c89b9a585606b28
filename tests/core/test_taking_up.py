"""Enflé, where play can go round: won, lost or drawn, for every card, as the reference has it."""

from __future__ import annotations

import json
import os
import random

import pytest

from solver import analyze
from tests import reference
from tests.support.questions import sides
from tests.support.tables import TAKING_UP, random_position, tables_of

pytest.importorskip("cext.enfle", reason="the search for games that go round is not built")

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = int(os.environ.get("OPENHAND_SEED", "1"))
HAND = {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}  # the longest: one is dealt so many or fewer


@pytest.mark.parametrize(("game", "n_seats"), tables_of(TAKING_UP))
def test_every_card(game: str, n_seats: int) -> None:
    rng = random.Random(f"{game} {n_seats} {SEED}")
    for turn in range(15 * DEEP):
        position = random_position(game, n_seats, rng, played=turn % n_seats, hand=HAND[n_seats])
        every = sides(position.seats)
        side = every[turn % len(every)]
        plain = json.loads(position.to_json())
        for goal in position.rules.goals:
            found = analyze(position, side, goal)
            assert found.cards == reference.card_values(plain, side, goal), (position, side, goal)
            assert found.value == reference.value(plain, side, goal), (position, side, goal)

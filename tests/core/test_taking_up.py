"""Enflé, where play can go round: won, lost or drawn, for every card, as the reference has it."""

from __future__ import annotations

import json
import os
import random

import pytest

from solver import Position, analyze
from tests import reference
from tests.support.questions import sides
from tests.support.tables import TAKING_UP, random_position, tables_of

pytest.importorskip("cext.api.endless", reason="the search for games that go round is not built")

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = int(os.environ.get("OPENHAND_SEED", "1"))
HAND = {2: 3, 3: 3, 4: 2, 5: 2, 6: 2}  # the longest hand that is dealt
MOST_CARDS = 6  # in all: the reference lists every state they can come to


def short_position(game: str, n_seats: int, rng: random.Random, played: int) -> Position:
    while True:
        position = random_position(game, n_seats, rng, played=played, hand=HAND[n_seats])
        if sum(map(len, position.hands)) + len(position.trick) <= max(MOST_CARDS, n_seats + 1):
            return position


@pytest.mark.parametrize(("game", "n_seats"), tables_of(TAKING_UP))
def test_every_card(game: str, n_seats: int) -> None:
    rng = random.Random(f"{game} {n_seats} {SEED}")
    for turn in range(15 * DEEP):
        position = short_position(game, n_seats, rng, turn % n_seats)
        every = sides(position.seats)
        side = every[turn % len(every)]
        plain = json.loads(position.to_json())
        for goal in position.rules.goals:
            found = analyze(position, side, goal)
            assert found.cards == reference.card_values(plain, side, goal), (position, side, goal)
            assert found.value == reference.value(plain, side, goal), (position, side, goal)

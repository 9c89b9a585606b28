"""JSON texts of arrays are those of their positions; house rules as text are the same rules."""

from __future__ import annotations

import random
import tomllib

import pytest

from solver import Positions
from solver.generate import generate
from solver.positions.array_texts import json_texts
from solver.rules import load, names
from solver.rules.files import read_table, read_text, rules_text
from tests.support.house import PARENTS, drawn_variant
from tests.support.tables import TABLES, random_position


@pytest.mark.parametrize("game", names())
def test_texts_are_those_of_the_positions(game: str) -> None:
    positions = generate(game, 3, 20, 1, mid_trick=True) + generate(game, 2, 10, 2)
    assert json_texts(Positions.of(positions)) == [position.to_json() for position in positions]


def test_texts_at_any_point_of_a_deal() -> None:
    rng = random.Random(3)
    for table in TABLES:
        for _ in range(4):
            position = random_position(*table, rng)
            (text,) = json_texts(Positions.of([position]))
            assert text == Positions.of([position])[0].to_json()


def test_seats_with_any_name() -> None:
    deals = Positions.random("hearts", 3, seats=["Ä", 'a"b', "\\", "ß"])
    assert json_texts(deals) == [position.to_json() for position in deals]


@pytest.mark.parametrize("parent", PARENTS)
def test_rules_as_text_are_the_same_rules(parent: str) -> None:
    rng = random.Random(parent)
    for _ in range(10):
        rules = drawn_variant(parent, rng).rules
        assert read_text(rules_text(rules), rules.id, "here") == rules


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_written_as_house_rules(game: str) -> None:
    """Whole: the game's own keys and its parents' laid over no parent."""
    whole = {**load(game).data, "name": 'quoted "\x7f\x85 \\ ü'}
    whole.pop("extends", None)
    rules = read_table(whole, "mine", "mine.toml")
    text = rules_text(rules)
    assert read_text(text, "mine", "here") == rules
    assert "extends" not in tomllib.loads(text)


def test_games_of_the_books_have_no_text() -> None:
    assert rules_text(load("cinch")) == ""
    assert read_text("", "cinch", "here") is load("cinch")

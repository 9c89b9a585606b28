"""Positions at the end of a deal, and what cards that have left the hands say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver import Position, PositionError
from solver.positions.generate import generate
from solver.rules.files import load_file, names

MOST_CARDS = 300  # Enflé can go round for ever


@pytest.mark.parametrize("game", names())
def test_every_point_of_a_deal_is_read_as_it_is_written(game: str) -> None:
    """To its end, where all hands are empty and only cards taken, or tricks, say that there was a deal."""
    rng = random.Random(7)
    position = generate(game, 3, 1, seed=5)[0]
    for _ in range(MOST_CARDS):
        assert Position.from_pbn(position.to_pbn()) == position
        assert Position.from_json(position.to_json()) == position
        if position.over:
            break
        position = position.play(rng.choice(position.legal_cards()))


def test_a_deal_without_any_card_is_no_position() -> None:
    with pytest.raises(PositionError, match="no cards: every hand is empty"):
        Position.parse("A:... ...", game="hearts", leader="A")


BREAK: dict[str, Any] = {"game": "hearts", "leader": "A", "break_hearts": "yes"}
HANDS = "A:2.A.. 3.K.. 4.Q.. 5.J.."


@pytest.mark.parametrize(
    ("given", "legal"),
    [
        ({}, ["S2"]),
        ({"taken": "Y:H9"}, ["S2", "HA"]),
        ({"taken": "Y:H9", "hearts_broken": "no"}, ["S2"]),
        ({"taken": "Y:SQ"}, ["S2"]),
        ({"taken": "Y:SQ", "queen_breaks": "yes"}, ["S2", "HA"]),
        ({"taken": "Y:SQ", "queen_breaks": "yes", "hearts_broken": "no"}, ["S2"]),  # it followed suit
        ({"hearts_broken": "yes"}, ["S2", "HA"]),
    ],
)
def test_hearts_taken_have_broken_hearts(given: dict[str, Any], legal: list[str]) -> None:
    assert Position.parse(HANDS, **{**BREAK, "game": "black-lady"}, **given).legal_cards() == legal


@pytest.mark.parametrize(
    ("deal", "trick", "taken"),
    [
        ("A:.AK.. ..AK. ...AK", "HA DK CK", "DK HA CK"),  # led, as A had nothing else
        ("A:Q5... K4... J3...", "SQ SK SJ", "SK SQ SJ"),  # led, and Y followed
    ],
)
def test_a_heart_or_queen_that_was_led_breaks_nothing(deal: str, trick: str, taken: str) -> None:
    """By the rules a discard does it: who has seen the card led says so for those who only see it taken."""
    three: dict[str, Any] = {"game": "black-lady", "leader": "A", "break_hearts": "yes"}
    position = Position.parse(deal, **three, queen_breaks="yes")
    for card in trick.split():
        position = position.play(card)
    assert dict(position.options)["hearts-broken"] is False
    assert sorted(sum(position.taken, ())) == sorted(taken.split())
    assert Position.from_json(position.to_json()) == position


def test_hearts_in_the_pile_have_broken_hearts() -> None:
    deal: dict[str, Any] = {
        "deal": HANDS,
        "game": "cancellation-hearts",
        "leader": "A",
        "break_hearts": "yes",
    }
    assert Position.parse(**deal).legal_cards() == ["S2"]
    assert Position.parse(**deal, pile="H9 H9").legal_cards() == ["S2", "HA"]


def test_a_heart_discarded_on_the_trick_has_broken_hearts() -> None:
    """Y, out of clubs, has put a heart on A's lead, and A, who takes the trick, may lead hearts."""
    position = Position.parse("A:2.A.. 3.K.. 4.Q..2 5.J..3", **BREAK, trick="CA H9")
    for card in ("C2", "C3"):
        position = position.play(card)
    assert (position.to_play, position.legal_cards()) == ("A", ["S2", "HA"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "hearts"\ngoals = []', "goals: an empty list should be a list of one or more of points"),
        ('extends = "hearts"\n[points]\n"H*" = 10000', "may lie 260000 apart, the search counts to 30000"),
        ('extends = "hearts"\nlast_trick = 10000\n[points]\n"H*" = 400', "may lie 30400 apart"),
        ('extends = "whist"\nany_trick = 300', "may lie 31200 apart"),
    ],
)
def test_house_rules_that_no_search_could_answer(tmp_path, text: str, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(PositionError, match=r"mine\.toml") as caught:
        load_file(path)
    assert told in str(caught.value)

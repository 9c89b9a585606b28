"""Playing a deal out, card by card, beside the reference."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from solver import Position
from solver.positions.generate import generate
from solver.rules.files import load, names
from tests import reference
from tests.support.tables import draw_options, random_position, tables_of

MOST_CARDS = 60  # of one deal: Enflé need not end


def play_out(position: Position, rng: random.Random) -> None:
    """Random cards to the end: whose turn, what is legal, and what the position becomes."""
    for _ in range(MOST_CARDS):
        plain = json.loads(position.to_json())
        legal = position.legal_cards()
        assert legal == reference.legal_cards(plain), position
        assert position.to_play == reference.to_play(plain), position
        if not legal:
            assert position.over, position
            return
        card = rng.choice(legal)
        following = position.play(card)
        expected = reference.play(plain, card)
        assert as_compared(following) == as_compared_plain(expected), (position, card)
        position = following


def as_compared(position: Position) -> dict[str, Any]:
    return as_compared_plain(json.loads(position.to_json()))


def as_compared_plain(plain: dict[str, Any]) -> dict[str, Any]:
    """A position without what is empty, with every seat of the trick named.

    That hearts are broken may be noted at once or at the end of the trick: till then the trick shows it.
    """
    value = {name: given for name, given in plain.items() if given or name == "tricks_played"}
    for name in ("taken", "options"):
        inner = value.pop(name, {})
        assert isinstance(inner, dict)
        kept = {key: given for key, given in inner.items() if given != []}
        if value.get("trick"):
            kept.pop("hearts-broken", None)
        value[name] = kept
    return value | {"trick": named_trick(plain)}


def named_trick(plain: dict[str, Any]) -> list[str]:
    """`B:HK` for each card of the trick; a card without a seat is of the next one."""
    seats, turn, named = plain["seats"], plain["seats"].index(plain["leader"]), []
    for entry in plain.get("trick") or []:
        seat, _, card = entry.rpartition(":")
        turn = seats.index(seat) if seat else turn
        named.append(f"{seats[turn]}:{card}")
        turn = (turn + 1) % len(seats)
    return named


@pytest.mark.parametrize(("game", "n_seats"), tables_of(names()))
def test_whole_deals(game: str, n_seats: int) -> None:
    rng = random.Random(f"playing {game} {n_seats}")
    rules = load(game)
    cards = min(rules.full_hand(n_seats), 48 // n_seats)
    for seed in range(3):
        options = draw_options(rules, rules.default_seats(n_seats), rng)
        play_out(generate(game, cards, 1, seed, n_seats, options=options)[0], rng)


@pytest.mark.parametrize(("game", "n_seats"), tables_of(names()))
def test_short_deals(game: str, n_seats: int) -> None:
    rng = random.Random(f"playing short {game} {n_seats}")
    for _ in range(12):
        play_out(random_position(game, n_seats, rng), rng)


def test_a_clean_first_trick_keeps_omnibus_ten_too() -> None:
    position = Position.parse(
        "A:.3.T5.2 ...9876 ...543T AKQJ...",
        game="omnibus-hearts",
        leader="A",
        tricks_played=0,
        first_trick_clean=True,
    )
    assert position.legal_cards() == ["D5", "C2"]

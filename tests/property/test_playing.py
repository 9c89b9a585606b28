"""Playing a deal out, card by card, beside the reference."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from solver import Position
from solver.positions.generate import generate
from solver.rules.files import load, names, read_table
from tests import reference
from tests.support.tables import draw_options, random_position, tables_of

HOUSE = ("break-hearts", "queen-breaks", "first-trick-clean", "order")
MOST_CARDS = 60  # of one deal: Enflé need not end


def play_out(position: Position, rng: random.Random, most: int = MOST_CARDS, game: str = "") -> None:
    """Random cards to the end: whose turn, what is legal, and what the position becomes.

    `game` is the reference's name of house rules that only play with more packs.
    """
    for _ in range(most):
        plain = plain_of(position, game)
        legal = position.legal_cards()
        assert legal == reference.legal_cards(plain), position
        assert position.to_play == reference.to_play(plain), position
        if not legal:
            assert position.over, position
            return
        card = rng.choice(legal)
        following = position.play(card)
        expected = reference.play(plain, card)
        assert as_compared_plain(plain_of(following, game)) == as_compared_plain(expected), (position, card)
        position = following


def plain_of(position: Position, game: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(position.to_json())
    return {**plain, "game": game or plain["game"]}


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


@pytest.mark.parametrize("game", [game for game in names() if game != "enfle"])
def test_suits_too_long_for_the_core(game: str) -> None:
    """Four packs, by the rules of every game: mostly more than sixteen cards of a suit, and then fewer."""
    rng = random.Random(f"playing long {game}")
    rules = read_table({"extends": game, "pack": {"copies": 4}}, "mine", "mine.toml")
    for n_seats in range(rules.min_seats, min(rules.max_seats, 7) + 1):
        seats = rules.default_seats(n_seats)
        pack = sorted(rules.pack(n_seats).elements())
        rng.shuffle(pack)
        suits = rng.sample("SHDC", 2)
        pack.sort(key=lambda card: (card[0] in suits) * rng.random(), reverse=True)
        hand = rng.randint(28 // n_seats, 42 // n_seats)
        rest = pack[hand * n_seats :]
        fields: dict[str, Any] = {
            "hands": {seat: pack[place * hand : (place + 1) * hand] for place, seat in enumerate(seats)},
            "leader": rng.choice(seats),
            "trump": rng.choice("SHDC") if rules.trump != "never" else None,
            "options": {
                name: given for name, given in draw_options(rules, seats, rng).items() if name in HOUSE
            },
            "stock": rest[: rng.randint(2, 4) * n_seats] if "stock" in rules.fields else [],
            "widow": rest[:3] if "widow" in rules.fields else [],
            "tricks_played": 0,
        }
        play_out(Position.parse(rules=rules, seats=seats, **fields), rng, 80, game)


@pytest.mark.parametrize("n_seats", range(2, 8))
def test_whole_deals_of_cancellation(n_seats: int) -> None:
    (deal,) = generate("cancellation-hearts", load("cancellation-hearts").full_hand(n_seats), 1, 1, n_seats)
    assert sum(map(len, deal.hands)) + len(deal.widow) == 104
    play_out(deal, random.Random(n_seats), 104)


def test_a_clean_first_trick_keeps_omnibus_ten_too() -> None:
    position = Position.parse(
        "A:.3.T5.2 ...9876 ...543T AKQJ...",
        game="omnibus-hearts",
        leader="A",
        tricks_played=0,
        first_trick_clean=True,
    )
    assert position.legal_cards() == ["D5", "C2"]

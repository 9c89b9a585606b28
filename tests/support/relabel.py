"""The same position with its suits exchanged, where the game makes no difference between them."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

from solver import Position
from solver.model.cards import SUITS
from solver.rules.pack import SAME_COLOUR

Exchange = dict[str, str]  # suit to suit


def exchanges(position: Position) -> list[Exchange]:
    """Every exchange of suits after which the game is still the same game."""
    every = [dict(zip(SUITS, order, strict=True)) for order in permutations(SUITS)]
    return [exchange for exchange in every if _alike(position, exchange)]


def _alike(position: Position, exchange: Exchange) -> bool:
    rules = position.rules.under(position.options)
    changed = relabelled_rules_options(position, exchange)
    pack = rules.pack(len(position.seats))
    points = rules.card_points(position.trump)
    after = position.rules.under(changed).card_points(_suit(position.trump, exchange))
    named = {"H"} if rules.break_hearts or rules.joker else set()
    named |= {"S"} if rules.queen_breaks else set()
    return (
        all(exchange[suit] == suit for suit in named)
        and {_card(card, exchange): number for card, number in pack.items()} == dict(pack)
        and {_card(card, exchange): number for card, number in points.items()} == dict(after)
        and (not rules.left_pedro or all(exchange[SAME_COLOUR[s]] == SAME_COLOUR[exchange[s]] for s in SUITS))
    )


def relabelled_rules_options(position: Position, exchange: Exchange) -> tuple[tuple[str, object], ...]:
    """The position's options with the suit they may name exchanged."""
    return tuple(
        (name, exchange[str(value)] if position.rules.options[name].kind == "suit" else value)
        for name, value in position.options
    )


def relabelled(position: Position, exchange: Exchange) -> Position:
    """The position with every card's suit, and every suit that is named, exchanged."""
    plain: dict[str, Any] = json.loads(position.to_json())
    for name, value in plain.items():
        if name in ("hands", "taken"):
            plain[name] = {seat: [_card(card, exchange) for card in cards] for seat, cards in value.items()}
        elif name in ("pile", "stock", "widow", "trick"):
            plain[name] = [_played(card, exchange) for card in value]
        elif name == "trump":
            plain[name] = exchange[value]
    kinds = {name: position.rules.options[name].kind for name in plain.get("options", {})}
    for name, value in plain.get("options", {}).items():
        if kinds[name] == "suit":
            plain["options"][name] = exchange[value]
        elif kinds[name] == "card":
            plain["options"][name] = _card(value, exchange)
        elif kinds[name] == "cards":
            plain["options"][name] = [_card(card, exchange) for card in value]
    return Position.from_json(plain)


def _suit(suit: str | None, exchange: Exchange) -> str | None:
    return suit and exchange[suit]


def _card(card: str, exchange: Exchange) -> str:
    return exchange[card[0]] + card[1]


def _played(entry: str, exchange: Exchange) -> str:
    """A card of the trick, `B:` before it where a seat is named."""
    seat, colon, card = entry.rpartition(":")
    return seat + colon + _card(card, exchange)

"""Packs of cards, and what the patterns of a game's points name in them, worked out from plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from sys import intern
from typing import Any

from solver.model.cards import JOKER, RANKS, SUITS

SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
SPOTS = {rank: 14 - place for place, rank in enumerate(RANKS)}


@lru_cache(maxsize=256)
def suit_cards(suit: str, ranks: str, joker: bool) -> tuple[str, ...]:
    """The cards of a suit by rank, high first; with the Joker, which stands in for the deuce of hearts."""
    cards = [intern(suit + rank) for rank in ranks]
    if joker and suit == JOKER[0]:
        cards.remove("H2")
        cards.insert(cards.index("HJ") + 1, JOKER)
    return tuple(cards)


@lru_cache(maxsize=64)
def every_card(ranks: str, joker: bool) -> tuple[str, ...]:
    """Every card of the pack once, suits S H D C, high first."""
    return tuple(card for suit in SUITS for card in suit_cards(suit, ranks, joker))


def by_seats(table: Mapping[str, Any], key: str, n_seats: int, default: Any) -> Any:
    """An entry of a game's `pack` table, which may differ by the number of seats."""
    value = table.get(key, default)
    return value.get(str(n_seats), default) if isinstance(value, Mapping) else value


def whole_pack(table: Mapping[str, Any], ranks: str, joker: bool, n_seats: int) -> Counter[str]:
    """How many there are of each card before any is left out."""
    used = by_seats(table, "ranks", n_seats, ranks)
    copies = by_seats(table, "copies", n_seats, 1)
    return Counter({card: copies for card in every_card(ranks, joker) if card[1] in used or card == JOKER})


def dealt_pack(table: Mapping[str, Any], ranks: str, joker: bool, n_seats: int) -> Counter[str]:
    """How many of each card the deal for `n_seats` is made from."""
    pack = whole_pack(table, ranks, joker, n_seats)
    out = table.get("out", [])
    if isinstance(out, Mapping):
        return pack - Counter(out.get(str(n_seats), []))
    for card in out:  # one after another until the deal comes out even
        if pack.total() % n_seats:
            pack -= Counter([card])
    return pack


def narrowness(pattern: str) -> int:
    """0 for a suit, 1 for a rank or a rank of a suit that is named by its part, 2 for one card."""
    if pattern.endswith("*"):
        return 0
    return 1 if "*" in pattern or ":" in pattern else 2


def named_by(pattern: str, cards: tuple[str, ...], avoid: str, trump: str | None) -> Iterator[str]:
    """The cards that a pattern such as `H*`, `*J`, `SQ` or `trump:5` names."""
    part, _, rank = pattern.rpartition(":")
    if part:
        left = SAME_COLOUR[trump] if trump else ""
        suit = {"trump": trump or "", "avoid": avoid, "left": left}[part]
    else:
        suit, rank = pattern[0], pattern[1]
    for card in cards:
        if suit in ("*", card[0]) and rank in ("*", card[1]) and not (rank == "*" and card == JOKER):
            yield card

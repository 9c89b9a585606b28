"""Cards, their order, and the packs the books deal from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

SUITS = "SHDC"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
PIQUET_RANKS = "AKQJT987"
SEATS = {2: "AB", 3: "ABC", 4: "AYBZ", 5: "ABCDE", 6: "ABCDEF", 7: "ABCDEFG"}


def pack_order(cards: Iterable[str], ranks: str) -> list[str]:
    """The cards sorted S H D C, high first by `ranks`; identical cards stay, side by side."""
    return sorted(cards, key=lambda card: (SUITS.index(card[0]), ranks.index(card[1])))


def full_pack(ranks: str, copies: int = 1) -> Counter[str]:
    """Every card of `ranks` in the four suits, `copies` times."""
    return Counter({suit + rank: copies for suit in SUITS for rank in ranks})


def without(pack: Counter[str], *cards: str) -> Counter[str]:
    """The pack less one copy of each named card."""
    return +(pack - Counter(cards))

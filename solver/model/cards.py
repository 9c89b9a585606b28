"""Cards as strings, suit then rank (`SA`, `HT`, the Joker `HX`), and the order of the pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from sys import intern

SUITS = "SHDC"
RANKS = "AKQJT98765432"
JOKER = "HX"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

DEFAULT_SEATS: dict[int, tuple[str, ...]] = {
    2: ("A", "B"),
    3: ("A", "B", "C"),
    4: ("A", "Y", "B", "Z"),
    5: ("A", "B", "C", "D", "E"),
    6: ("A", "B", "C", "D", "E", "F"),
    7: ("A", "B", "C", "D", "E", "F", "G"),
}
COMPASS = ("N", "E", "S", "W")

# Cards as numbers, for arrays: 16 * suit + rank (S H D C; 2 = 0 ... A = 12, the Joker 13 among the hearts).
CARD_BITS: Mapping[str, int] = {
    suit + rank: 16 * lane + len(RANKS) - 1 - place
    for lane, suit in enumerate(SUITS)
    for place, rank in enumerate(RANKS)
} | {JOKER: 16 * SUITS.index(JOKER[0]) + len(RANKS)}
CARD_OF_BIT: Mapping[int, str] = {place: card for card, place in CARD_BITS.items()}
NO_CARD = 255  # where an array of positions has no card: in `stock`, the trick, and options that are a card
NO_NUMBER = -1  # where it has none of anything else


@lru_cache(maxsize=64)
def pack_order(ranks: str = RANKS) -> Mapping[str, int]:
    """Each card's place in the pack: suits S H D C, high first by `ranks`; the Joker after the heart Jack.

    Ranks that the game leaves out come last in their suit, so that any card at all has a place. Cards are
    interned here and in a game's pack, as one object is found quicker than an equal one.
    """
    ladder = ranks + "".join(rank for rank in RANKS if rank not in ranks)
    order: dict[str, int] = {}
    for suit in SUITS:
        for rank in ladder:
            order[intern(suit + rank)] = len(order)
            if suit == "H" and rank == "J" and "X" not in ladder:
                order[JOKER] = len(order)
    return order


def in_pack_order(cards: Iterable[str], ranks: str = RANKS) -> tuple[str, ...]:
    """The cards sorted as the pack is; identical cards stay side by side."""
    order = pack_order(ranks)
    names = _in_order(ranks)
    return tuple([names[place] for place in sorted([order[card] for card in cards])])


@lru_cache(maxsize=64)
def _in_order(ranks: str) -> tuple[str, ...]:
    return tuple(pack_order(ranks))


def with_symbol(card: str) -> str:
    """A card as a terminal shows it: `♠A`."""
    return SYMBOLS[card[0]] + card[1]

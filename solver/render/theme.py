"""How things look: suit symbols and colour on a terminal, plain letters in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rich.console import Console
from rich.control import strip_control_codes
from rich.text import Text as RichText

from solver.model.cards import SUITS, SYMBOLS
from solver.render.text import Text, blank, side_by_side

VOID = "-"
RED = "red"
STRONG = "bold"
BEST = "bold green"
FAINT = "dim"
WARNING = "bold yellow"


@dataclass(frozen=True)
class Look:
    """What the output can show: suit symbols or letters, how wide it is, whether lines are cut to that."""

    symbols: bool
    width: int = 100
    cut: bool = False

    def suit(self, suit: str) -> Text:
        """A suit's sign, red suits red."""
        return _suit(self.symbols, suit)

    def card(self, card: str, style: str = "") -> Text:
        """A card: `♥5`, or `H5` where there are no symbols."""
        return _card(self, card, style)

    def cards(self, cards: Iterable[str]) -> Text:
        """Cards in a row."""
        return blank(1).join([_card(self, card, "") for card in cards])

    def hand(self, cards: Iterable[str], spaced: bool) -> list[Text]:
        """Four lines, a suit each, a dash for a void."""
        ranks: dict[str, list[str]] = {suit: [] for suit in SUITS}
        for card in cards:
            ranks[card[0]].append(card[1])
        between = " " if spaced else ""
        return [
            side_by_side(self.suit(suit), Text(" " + (between.join(held) or VOID)))
            for suit, held in ranks.items()
        ]


@lru_cache(maxsize=16)
def _suit(symbols: bool, suit: str) -> Text:
    return Text(SYMBOLS[suit] if symbols else suit, style=RED if suit in "HD" else "")


@lru_cache(maxsize=1024)
def _card(look: Look, card: str, style: str) -> Text:
    return side_by_side(look.suit(card[0]), Text(card[1], RED if card[0] in "HD" else "")).styled(style)


PLAIN = Look(symbols=False)


class Screen:
    """Standard output: a terminal with symbols and colour, or a pipe with neither. NO_COLOR is respected."""

    def __init__(self) -> None:
        terminal = sys.stdout.isatty()
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True) if terminal else None
        width = self._console.width if self._console else 100
        self.look = Look(terminal and _can_write("♠♥♦♣·"), max(width, 40), cut=terminal)

    def print(self, text: Text) -> None:
        """Print a text and a new line, at once: somebody may be reading along."""
        if self._console:
            self._console.print(RichText.assemble(*text.parts))
        else:
            print(
                strip_control_codes("\n".join(line.rstrip() for line in text.plain.split("\n"))), flush=True
            )

    def blank(self) -> None:
        """An empty line."""
        self.print(Text(""))


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

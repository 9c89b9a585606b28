"""How things look: suit symbols and colour on a terminal, plain letters in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from solver.model.cards import SUITS, SYMBOLS

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
        return Text(SYMBOLS[suit] if self.symbols else suit, style=RED if suit in "HD" else "")

    def card(self, card: str, style: str = "") -> Text:
        """A card: `♥5`, or `H5` where there are no symbols."""
        text = side_by_side(self.suit(card[0]), Text(card[1], RED if card[0] in "HD" else ""))
        text.stylize(style)
        return text

    def cards(self, cards: Iterable[str]) -> Text:
        """Cards in a row."""
        return Text(" ").join(self.card(card) for card in cards)

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


PLAIN = Look(symbols=False)


class Screen:
    """Standard output: a terminal with symbols and colour, or a pipe with neither. NO_COLOR is respected."""

    def __init__(self) -> None:
        terminal = sys.stdout.isatty()
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True) if terminal else None
        width = self._console.width if self._console else 100
        self.look = Look(terminal and _can_write("♠♥♦♣·"), max(width, 40), cut=terminal)

    def print(self, text: Text) -> None:
        """Print a text and a new line."""
        if self._console:
            self._console.print(text)
        else:
            print("\n".join(line.rstrip() for line in text.plain.split("\n")))

    def blank(self) -> None:
        """An empty line."""
        self.print(Text(""))


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def lines(texts: Iterable[Text]) -> Text:
    """Texts below each other."""
    return Text("\n").join(texts)


def side_by_side(*texts: Text) -> Text:
    """Texts after each other, each keeping its own style (`+` would spread the first one's)."""
    return Text.assemble(*texts)


def padded(text: Text, width: int) -> Text:
    """The text with blanks up to a width."""
    return side_by_side(text, Text(" " * max(0, width - text.cell_len)))


def right(text: Text, width: int) -> Text:
    """The text at the right of a column."""
    return side_by_side(Text(" " * max(0, width - text.cell_len)), text)

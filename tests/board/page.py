"""What the tests of the page do with it: addresses, waiting, reading values off the cards.

The page is used as a person uses it, in Chromium. Every value is one that the command line prints.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from tests.board.conftest import ENDING

Visit = Callable[..., Any]

# Cinch, Foster's first hand: the one best lead is the deuce of trumps, every other card costs 1.
CINCH = {"HA": 7, "HK": 7, "HT": 7, "H3": 7, "H2": 8, "CQ": 7}


def fragment(position: object, play: str = "", goal: str = "", side: str = "") -> str:
    """The address's fragment for a position."""
    packed = base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")
    return f"#v=1&p={packed}&play={play}&goal={quote(goal)}&for={quote(side)}"


def address(page: Any) -> str:
    """The address as the page itself has it: the driver hears of a new one a little later."""
    text = page.evaluate("location.href")
    assert isinstance(text, str)
    return text


def settle(page: Any) -> None:
    """Wait until the cards have their values."""
    page.locator("button.card.legal .worth").first.wait_for()
    page.locator(".searching").wait_for(state="detached")


def worths(page: Any) -> dict[str, str]:
    """What the legal cards wear, once the search is over."""
    settle(page)
    cards = page.locator("button.card.legal").all()
    return {card.get_attribute("data-card"): card.locator(".worth").inner_text() for card in cards}


def status(page: Any) -> str:
    text = page.locator("#status").inner_text()
    assert isinstance(text, str)
    return text


def wait_for_turn(page: Any, seat: str) -> None:
    page.locator(f"section.hand.on-turn[aria-label='Seat {seat}, to play']").wait_for()


def wait_for_legal(page: Any, cards: list[str]) -> None:
    """Wait until these are the cards that may be played, identical ones counted once."""
    seen = "[...new Set([...document.querySelectorAll('button.legal')].map((card) => card.dataset.card))]"
    page.wait_for_function(f"(cards) => String({seen}.sort()) === cards", arg=",".join(sorted(cards)))


def close_dialog(page: Any) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def numbers(found: dict[str, str]) -> dict[str, int]:
    return {card: int(text.strip("★")) for card, text in found.items()}


# Names that would be marks of the page, were they not escaped.
EVIL = ["<img/onerror>", "</script>", "B", "Z"]


def evil_ending() -> dict[str, Any]:
    """The ending with these names."""
    hands = dict(zip(EVIL, ENDING["hands"].values()))  # type: ignore[attr-defined]
    return {"game": "hearts", "seats": EVIL, "hands": hands, "leader": EVIL[0]}

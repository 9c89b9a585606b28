"""The core by example: a few cards each, with the reason why it must be so.

Hands are written seat by seat, from A on, with a stroke between them; A leads.
"""

from __future__ import annotations

from typing import Any

import pytest

from cext.api import testing
from solver import Position
from solver.analysis.question import Question


def placed(game: str, hands: str, played: str = "", **given: Any) -> Position:
    """The position after these cards."""
    rows = [hand.split() for hand in hands.split("/")]
    seats = "ABCDEFG"[: len(rows)]
    named = dict(zip(seats, rows, strict=True))
    position = Position.parse(game=game, seats=",".join(seats), hands=named, **{"leader": "A", **given})
    for card in played.split():
        position = position.play(card)
    return position


def asked(position: Position, side: tuple[str, ...] | None = None) -> tuple[Any, Any, list[str]]:
    """A state of play and a payoff as the core has them, and the card of each slot."""
    question = Question(position, side, "points", None)
    return question.deal.state, question.deal.packed_payoff(question.payoff), question.deal.layout.names


def key(*placing: str, **given: Any) -> tuple[int, int]:
    state, payoff, _ = asked(placed(*placing, **given))
    return testing.exact_key_of(state, payoff)


@pytest.mark.parametrize(
    ("legal", "game", "hands", "trump"),
    [
        ("HA H3", "hearts", "HK D2 D3/HA H3 C8/HQ H4 C2", None),  # the suit led, while there is any
        ("D4 C9 C8", "hearts", "HK D2 D3/D4 C9 C8/HQ H4 C2", None),  # void of it, anything
        ("SA H3", "cinch", "HK D2 D3/SA H3 C8/HQ H4 C2/HJ D7 C7", "S"),  # in Cinch a trump as well
        ("HA HT", "bezique", "HK D9/HA HT/HQ H8", "S"),  # in Bezique a higher card, where there is one
        ("HJ H9", "bezique", "HK D9/HJ H9/HQ H8", "S"),  # where there is none, any of the suit
        ("S9", "bezique", "HK D9/S9 CA/HQ H8", "S"),  # void of it, a trump
    ],
)
def test_legal_cards_on_the_king_of_hearts(legal: str, game: str, hands: str, trump: str | None) -> None:
    assert " ".join(placed(game, hands, "HK", trump=trump).legal_cards()) == legal


@pytest.mark.parametrize(
    ("cards", "game", "hands", "played"),
    [
        ("S2", "whist", "S2 S3 S4/S5 D2 D3/S6 D5 D6/S7 D8 D9", ""),  # of touching cards the lowest
        ("S2 S4", "whist", "S2 S4/S3 D4/S6 D7/S7 DT", ""),  # B's three lies between them
        ("S2", "whist", "S2 S4/S5 D4/S6 D7/S7 DT", ""),  # the three is out of play
        ("S4", "whist", "S3 C2/S4 S6/S7 D7/S8 DT", "S3"),  # the three on the table is under both
        ("S4 S6", "whist", "S5 C2/S4 S6/S7 D7/S8 DT", "S5"),  # the five on the table is between them
        ("S3 H3", "hearts", "S3 S4 H3/S5 D3 D4/S6 D5 D6", ""),  # cards of two suits never touch
        ("SJ SQ", "black-lady", "SJ SQ/S3 D3/S4 D5", ""),  # the queen costs thirteen, the jack nothing
        ("D4 D9 DT", "omnibus-hearts", "D9 DT D4/C3 C6 D3/C4 C5 D5", ""),  # the ten is worth ten
    ],
)
def test_distinct_cards(cards: str, game: str, hands: str, played: str) -> None:
    state, payoff, names = asked(placed(game, hands, played))
    found = testing.distinct_cards(state, payoff)
    assert " ".join(name for slot, name in enumerate(names) if found >> slot & 1) == cards


@pytest.mark.parametrize(
    ("seat", "game", "hands", "played"),
    [
        ("B", "whist", "HK D2/HA D3/S2 D4/HQ D5", "HK HA"),  # the higher card of the suit
        ("A", "whist", "HK D2/H3 D3/DA D4/HQ D5", "HK H3 DA"),  # the ace of another suit wins nothing
        ("B", "bezique", "HK D9/HT D7/HQ D8", "HK HT"),  # the ten ranks next to the ace
        ("A", "bezique", "HA D9/HA D7/HQ D8", "HA HA"),  # of identical cards the first
        ("C", "cancellation-hearts", "HK D2/HK D3/H3 D4/H5 D6", "HK HK H3"),  # the kings cancel each other
        ("nobody", "cancellation-hearts", "HK D2/HK D3/SA D4/H5 D6", "HK HK SA"),  # no heart is left
        ("B", "joker-hearts", "SA D2/HX D3/S3 D4", "SA HX"),  # the Joker takes a plain-suit trick
        ("C", "joker-hearts", "SA D2/HX D3/HK D4/S3 D5", "SA HX HK"),  # but not from a higher heart
    ],
)
def test_who_has_the_trick(seat: str, game: str, hands: str, played: str) -> None:
    position = placed(game, hands, played, trump="C" if game == "bezique" else None)
    winner = testing.winner(asked(position)[0])
    assert (position.seats[winner] if winner >= 0 else "nobody") == seat


def test_positions_of_one_key() -> None:
    plain = key("hearts", "SA D4/S3 D2")
    assert plain == key("hearts", "SQ D9/S5 D3")  # only who has the higher card counts
    assert plain == key("hearts", "SA D4/S3 D2", tricks_played=0)  # no rule of the first trick is played
    assert key("hearts", "HA D4/H3 D2") == key("hearts", "HQ D9/H5 D3")  # all hearts cost the same
    assert key("black-lady", "SA D4/SQ D3/S9 D6") == key("black-lady", "SK D4/SQ D3/S7 D6")  # over, under


def test_positions_of_unlike_keys() -> None:
    plain = key("hearts", "SA D4/S3 D2")
    assert plain != key("hearts", "S3 D4/SA D2")  # the other has the higher card
    assert plain != key("hearts", "SA D4/S3 D2", leader="B")
    assert plain != key("hearts", "SA D4/S3 C2")  # B is void of diamonds
    assert key("spot-hearts", "HA D4/H3 D2") != key("spot-hearts", "HQ D4/H3 D2")  # fourteen, twelve
    assert key("black-lady", "SQ D4/S5 D3/S3 D6") != key("black-lady", "SJ D4/S5 D3/S3 D6")
    assert key("black-lady", "SA D4/SQ D3/S9 D6") != key("black-lady", "SJ D4/SQ D3/S9 D6")  # under the queen
    clean = {"options": {"first-trick-clean": True}}
    first, later = (key("hearts", "HA D4/H3 D2", tricks_played=n, **clean) for n in (0, 1))
    assert first != later  # A may not lead the heart, or may
    broken = ({"break-hearts": True}, {"break-hearts": True, "hearts-broken": True})
    shut, open_ = (key("hearts", "HA D4/H3 D2", options=options) for options in broken)
    assert shut != open_

"""Tables of two to seven seats, and what a terminal shows."""

from __future__ import annotations

from typing import Any

import pytest

from solver import Position, solve
from solver.model.cards import COMPASS
from solver.positions.generate import generate
from solver.render.hands import table_picture
from solver.render.line import tricks_of
from solver.render.theme import Look
from solver.render.wording import listed, unit_of

PLAIN = Look(symbols=False)


def picture(position: Position, look: Look = PLAIN) -> list[str]:
    return [line.plain for line in table_picture(position, look)]


def where(lines: list[str], seat: str) -> tuple[int, int]:
    """Line and column of a seat's name."""
    return next((at, line.index(seat)) for at, line in enumerate(lines) if seat in line)


def dealt(seats: int, cards: int, seed: int) -> Position:
    """A position of that many seats, named seat0, seat1 ..."""
    game = "black-lady" if seats > 2 else "hearts"
    return generate(game, cards, 1, seed, seats=[f"seat{number}" for number in range(seats)])[0]


@pytest.mark.parametrize("seats", range(2, 8))
def test_every_hand_is_there(seats):
    position = dealt(seats, 4, 1)
    text = "\n".join(picture(position))
    for name, hand in zip(position.seats, position.hands, strict=True):
        assert name in text
        for suit in "SHDC":
            held = " ".join(card[1] for card in hand if card[0] == suit)
            assert f"{suit} {held or '-'}" in text
    assert text.count("to play") == 1
    assert f"{position.to_play} to play" in text


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_first_seat_sits_nearest(seats):
    position = dealt(seats, 2, 1)
    lines = picture(position)
    assert where(lines, "seat0")[0] == max(where(lines, name)[0] for name in position.seats)


def test_play_goes_clockwise():
    lines = picture(dealt(4, 2, 1))
    near, left, far, right = (where(lines, f"seat{number}") for number in range(4))
    assert far[0] < left[0] == right[0] < near[0]
    assert left[1] < near[1] == far[1] < right[1]


def test_north_is_at_the_top():
    position = Position.parse("N:9... 2... 3... 4...", game="whist", leader="N")
    lines = picture(position)
    assert position.seats == COMPASS
    north, east, west = (where(lines, name) for name in "NEW")
    assert north[0] < west[0] == east[0]
    assert west[1] < north[1] < east[1]


@pytest.mark.parametrize("seats", range(2, 8))
def test_cards_of_the_trick_lie_before_their_players(seats):
    position = dealt(seats, 3, 2)
    position = position.play(position.legal_cards()[0])
    text = "\n".join(picture(position))
    assert text.count("..") == seats - 1
    assert position.trick[0][1] in text


def test_long_hands_are_written_closer_where_the_room_is_short():
    hand = "AKQJT98765432"
    position = Position.parse(f"N:{hand}... .{hand}.. ..{hand}. ...{hand}", game="whist", leader="N")
    assert "S A K Q J T 9" in "\n".join(picture(position))
    narrow = picture(position, Look(symbols=False, width=70))
    assert "S AKQJT98765432" in "\n".join(narrow)
    assert max(map(len, narrow)) <= 70


def test_symbols():
    position = Position.parse("A:A.2.. K.3..", game="hearts", leader="A")
    assert any("♥ 2" in line for line in picture(position, Look(symbols=True)))
    assert Look(symbols=True).card("DT").plain == "♦T"


def test_units():
    def unit(game: str, **more: Any) -> str:
        return unit_of(Position.parse("A:A... K... Q... J...", game=game, leader="A", **more)).more

    assert unit("hearts") == "hearts"
    assert unit("auction-hearts", options={"avoid": "C"}) == "clubs"
    assert unit("whist") == "tricks"
    assert unit("cinch", trump="H") == unit("black-lady") == unit("spot-hearts") == "points"


def test_listed():
    assert [listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])] == ["A", "A and B", "A, B and C"]


# --- the line of play -----------------------------------------------------------------------------------


def test_draws_are_told():
    position = Position.parse("A:A... K...", game="two-handed-hearts", leader="A", stock="H5 H6")
    first, second = tricks_of(position, ["SA", "SK", "H5", "H6"])
    assert first.winner == "A"
    assert first.events == ["A draws H5", "B draws H6"]
    assert (second.winner, second.brought) == ("B", 2)


def test_a_cancelled_trick_has_no_winner():
    position = Position.parse("A:A.2.. A.3..", game="cancellation-hearts", leader="A")
    first, second = tricks_of(position, ["SA", "SA", "H2", "H3"])
    assert first.winner is None
    assert "cancelled" in first.events[0]
    assert (second.winner, second.brought) == ("B", 2)


def test_first_and_last_tricks_count():
    position = Position.parse("A:A.A.. K.K.. Q.Q.. J.J..", game="slobberhannes", leader="A")
    first, last = tricks_of(position, ["SA", "SK", "SQ", "SJ", "HA", "HK", "HQ", "HJ"])
    assert (first.winner, first.brought) == ("A", 1)
    assert (last.winner, last.brought) == ("A", 1)


@pytest.mark.parametrize(
    ("facts", "brought"),
    [
        ({"options": "first-winner=B"}, 0),  # the first trick is past, however many were played
        ({"tricks_played": 1}, 0),
        ({"tricks_played": 0, "taken": "B:DA"}, 1),
        ({"taken": "B:DA"}, 0),
    ],
)
def test_a_line_brings_what_the_value_counts(facts, brought):
    position = Position.parse("A:A.A.. K.K.. Q.Q.. J.J..", game="slobberhannes", leader="A", **facts)
    line = ["SA", "SK", "SQ", "SJ", "HA", "HK", "HQ", "HJ"]
    assert [trick.brought for trick in tricks_of(position, line)] == [brought, 1]
    assert solve(position, side="A").value == brought + 1


def test_the_trick_on_the_table_is_finished_first():
    position = Position.parse("A:2... .3.. K... A...", game="hearts", leader="A").play("S2")
    (trick,) = tricks_of(position, ["H3", "SK", "SA"])
    assert list(trick.cards) == ["A", "Y", "B", "Z"]
    assert (trick.leader, trick.winner, trick.brought) == ("A", "Z", 1)

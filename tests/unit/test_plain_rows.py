"""Plain JSON fields as rows: whatever is taken is what `Position` makes of it, and what it refuses is not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Position
from solver.generate import generate
from solver.positions.plain_rows import plain_rows
from solver.rules import load, names

PLAIN = [game for game in names() if not load(game).unequal]


def fields_of(positions: list[Position]) -> list[dict[str, Any]]:
    return [json.loads(position.to_json()) for position in positions]


@pytest.mark.parametrize("game", PLAIN)
def test_what_is_written_by_to_json_is_taken(game):
    """In the middle of tricks, too, with the options that all share."""
    positions = generate(game, 3, 30, 1, mid_trick=True)
    alike = [position for position in positions if position.options == positions[0].options]
    assert len(alike) > 1
    found = plain_rows(alike[0], fields_of(alike))
    assert found is not None
    assert list(found) == alike


def test_what_is_left_out_has_its_meaning():
    """No tricks played with nothing taken, an unknown number with something; empty heaps, no trump."""
    first = Position.parse("A:AK... 3.4.. .5.6. .7.8.", game="hearts", leader="A", tricks_played=5)
    value = json.loads(first.to_json())
    del value["tricks_played"]
    empty: dict[str, Any] = {
        "trump": None,
        "trick": [],
        "taken": {},
        "pile": [],
        "stock": None,
        "widow": [],
        "options": None,
    }
    others: list[dict[str, Any]] = [value, {**value, **empty}, {**value, "taken": {"Y": ["H9"]}}]
    others[1].pop("options")
    hands = {"A": ["SA", "SK"], "Y": ["S3", "H4"], "B": ["H5", "D6"], "Z": ["H7", "D8"]}
    others = [{**other, "hands": hands} for other in others]
    first = Position.from_json(others[0])
    found = plain_rows(first, others)
    assert found is not None
    assert list(found) == [Position.from_json(other) for other in others]
    assert [position.tricks_played for position in found] == [0, 0, None]


def test_another_table_is_not_taken():
    hearts, cinch = generate("hearts", 3, 2, 1), generate("cinch", 3, 2, 1)
    assert plain_rows(hearts[0], fields_of([hearts[0], cinch[0]])) is None
    named = Position.parse("N:AK... 3.4.. .5.6. .7.8.", game="hearts", leader="N")
    assert plain_rows(hearts[0], fields_of([hearts[0], named])) is None
    optioned = Position.from_json({**fields_of(hearts)[1], "options": {"jack": 3}})
    assert plain_rows(hearts[0], fields_of([hearts[0], optioned])) is None
    draws = generate("domino-hearts", 2, 3, 1)
    assert plain_rows(draws[0], fields_of(draws)) is None


OBJECTS = [value for game in ("hearts", "cinch", "bezique", "cancellation-hearts") for value in
           fields_of(generate(game, 3, 12, 2, mid_trick=True))]  # fmt: skip
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 1.0, 40000, "", "A", "a", "NT", "h", "X", "SA", "SA SK", [], ["SA"], ["sa"],
    ["S10"], ["SA", "SA"], [None], [[]], [["SA"]], {}, {"A": ["SA"]}, {"A": {}}, {"a": ["SA"]}, ["A:SA"],
    ["B:HK"], ["Y", "A", "B", "Z"], "A Y B Z", ["HX"], [1], {"Q": []},
]  # fmt: skip


@given(st.data())
def test_whatever_is_taken_is_what_position_makes_of_it(data):
    value = data.draw(st.sampled_from(OBJECTS))
    other = dict(data.draw(st.sampled_from([one for one in OBJECTS if one["game"] == value["game"]])))
    for _ in range(data.draw(st.integers(0, 2))):
        key = data.draw(
            st.sampled_from([*other, "pile", "stock", "widow", "taken", "trick", "trump", "deal"])
        )
        odd = data.draw(st.sampled_from(ODD) | st.sampled_from(list(value.values())))
        if isinstance(other.get(key), dict) and data.draw(st.booleans()):
            odd = {**other[key], data.draw(st.sampled_from([*other[key], "Q"])): odd}
        other[key] = odd
    found = plain_rows(Position.from_json(value), [value, other])
    if found is not None:
        assert list(found) == [Position.from_json(value), Position.from_json(other)]

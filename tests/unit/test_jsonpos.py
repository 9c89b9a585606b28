"""JSON positions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.formats.lines import looks_like_json
from solver.model.errors import PositionError, one_line
from solver.positions.position import Position
from solver.positions.record import read_json
from tests.unit.drawn_positions import positions

HEARTS: dict[str, Any] = {
    "game": "hearts",
    "hands": {"A": ["SA", "H2"], "Y": ["SK", "H3"], "B": "Q.4..", "Z": "S:J H:5"},
    "leader": "A",
}


def error(text: str) -> str:
    records = read_json(text, "deals.json")
    assert len(records) == 1
    assert records[0].error is not None
    assert records[0].error == one_line(records[0].error)
    return records[0].error


# --- reading --------------------------------------------------------------------------------------------


def test_every_key_of_a_position() -> None:
    position = Position.from_json(
        {
            "game": "cinch",
            "seats": ["N", "E", "S", "W"],
            "hands": {"N": ["H5"], "E": ["D5", "CA"], "S": "S:- H:A D:- C:2", "W": "SA CK"},
            "leader": "N",
            "trump": "H",
            "trick": ["HK"],
            "taken": {"N": ["HJ"], "E": "HT"},
            "tricks_played": 4,
            "pile": [],
            "stock": [],
            "widow": [],
            "options": {"bid": 8, "bidder": "N", "discards": ["H4", "H3"], "scores": {"N": 40, "E": 38}},
        }
    )
    assert position.seats == ("N", "E", "S", "W")
    assert position.trick == (("N", "HK"),)
    assert position.taken == (("HJ",), ("HT",), (), ())
    assert dict(position.options)["discards"] == ("H4", "H3")
    assert dict(position.options)["scores"] == (("E", 38), ("N", 40))
    assert position.to_play == "E"


def test_one_object_a_list_or_one_a_line() -> None:
    expected = Position.from_json(HEARTS)
    text = json.dumps(HEARTS)
    for whole in (text, json.dumps(HEARTS, indent=2), f"[{text}]", f"\ufeff {text}\n"):
        assert [record.sound() for record in read_json(whole)] == [expected]
    for whole in (
        f"{text}\n{text}\n",
        f"[{text}, {text}]",
        json.dumps([HEARTS, HEARTS], indent=1),
        f"{text}\r\n\r\n{text}",
    ):
        assert [record.sound() for record in read_json(whole)] == [expected, expected]


def test_the_trick_names_seats_where_one_is_passed_over() -> None:
    position = Position.from_json(
        {
            "game": "domino-hearts",
            "hands": {"A": "SA", "Y": [], "B": "SQ S3", "Z": "SJ S4"},
            "leader": "A",
            "trick": ["A:H9", "B:H8"],
        }
    )
    assert position.trick == (("A", "H9"), ("B", "H8"))
    assert position.fields()["trick"] == ["A:H9", "B:H8"]


def test_null_is_not_given() -> None:
    assert Position.from_json({**HEARTS, "trump": None, "trick": None, "options": {"jack": None}}) == (
        Position.from_json(HEARTS)
    )


# --- what is wrong --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        (
            "leeder",
            "A",
            'unknown key "leeder" (did you mean leader?): the keys are game, seats, hands, leader',
        ),
        ("deal", "A:...", 'unknown key "deal"'),
        ("game", 7, "game is a name such as hearts, not the number 7"),
        ("leader", ["A"], "leader: a seat is a name such as A, not a list"),
        ("hands", [], "hands: an object"),
        ("hands", {}, "no hands are given"),
        ("hands", {"A": "SA"}, "hearts is for two to six seats, not for one seat"),
        (
            "hands",
            {"A": [1], "Y": "", "B": "", "Z": ""},
            "hand of A: a card is a text such as SA, not the number 1",
        ),
        ("hands", {"A": None, "Y": "", "B": "", "Z": ""}, "the hand of A is hidden"),
        ("trick", {"A": "SA"}, "trick: cards of a trick are a list"),
        ("trick", [["A"]], "a card is a text such as SA, not a list"),
        ("taken", ["SA"], "taken is an object or a text"),
        ("tricks_played", 1.5, "tricks_played: the number 1.5 is not a whole number from 0"),
        ("tricks_played", False, "tricks_played: false is not a whole number"),
        ("seats", {"A": 1}, "seats are a list"),
        ("seats", ["A", 2], "a seat is a name such as A, not the number 2"),
        ("options", ["bid"], "options are an object"),
        ("options", {"jack": []}, "option jack"),
        ("options", {"jack": {"A": 1}}, "option jack"),
        ("pile", 3, "pile: cards are a list"),
    ],
)
def test_wrong_keys_and_types(key: str, value: object, told: str) -> None:
    assert told in error(json.dumps({**HEARTS, key: value}))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"game": NaN}', "deals.json, line 1: not JSON: NaN is not a JSON number"),
        ('{"game": -Infinity}', "not JSON: -Infinity"),
        ('{"game": "hearts", "game": "whist"}', 'deals.json, line 1: the key "game" is given twice'),
        ('{"hands": {"A": [], "A": []}}', 'hands: "A" is given twice'),
        ('{"options": {"scores": {"A": 1, "A": 2}}}', 'options: "A" is given twice'),
        ('{"game": ', "deals.json, line 1: not JSON"),
        ('{"game": "hearts"', "column 18"),
        ("[1]", "deals.json, record 1: a position is an object, not the number 1"),
        ("[[]]", "a position is an object, not a list"),
        ("hearts", "not JSON"),
        ('"hearts"', "a position is an object, not a text"),
        ('{"tricks_played": ' + "9" * 6000 + "}", "a number has thousands of digits, and numbers end at 999"),
        ("[" * 100_000, "nested too deeply"),
        ('{"leader":' * 100_000, "nested too deeply"),
        ("", "deals.json: no position in it"),
        ("[]", "deals.json: no position in it"),
    ],
)
def test_what_is_no_json_position(text: str, told: str) -> None:
    assert told in error(text)


def test_a_bad_record_does_not_stop_the_rest() -> None:
    good, bad = json.dumps(HEARTS), json.dumps({**HEARTS, "leader": "Q"})
    lines = read_json("\n".join([good, bad, '{"game": ', good, "nonsense", good]), "deals.jsonl")
    assert [record.position is not None for record in lines] == [True, False, False, True, False, True]
    assert [record.line for record in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[1].error == 'deals.jsonl, line 2: leader "Q" is not one of the seats A Y B Z'
    members = read_json(f"[{good}, {bad}, 5, {good}]", "deals.json")
    assert [record.position is not None for record in members] == [True, False, False, True]
    assert members[1].error == 'deals.json, record 2: leader "Q" is not one of the seats A Y B Z'


def test_the_content_tells_json_from_pbn() -> None:
    for text in ('{"game"', " \n{ }", '[{"game"', "[\n {", "[]", '["', "\ufeff[{"):
        assert looks_like_json(text)
    for text in ('[Game "hearts"]', "% PBN", "{ a comment }", '{see "it"}', "; so", "", '[ Deal "'):
        assert not looks_like_json(text)


# --- writing --------------------------------------------------------------------------------------------


def test_what_is_empty_is_left_out() -> None:
    assert Position.from_json(HEARTS).fields() == {
        "game": "hearts",
        "seats": ["A", "Y", "B", "Z"],
        "hands": {"A": ["SA", "H2"], "Y": ["SK", "H3"], "B": ["SQ", "H4"], "Z": ["SJ", "H5"]},
        "leader": "A",
        "tricks_played": 0,
    }


some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@some
@given(st.lists(positions(), min_size=1, max_size=4))
def test_files_of_positions_are_read_as_written(drawn: list[Position]) -> None:
    lines = [position.to_json() for position in drawn]
    for text in ("\n".join(lines), f"[{', '.join(lines)}]"):
        assert [record.sound() for record in read_json(text)] == drawn
        assert looks_like_json(text)
    assert [Position.from_json(position.fields()) for position in drawn] == drawn


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A", "SA", "hearts"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "Y", "bid", "x"]), inner)
    ),
    max_leaves=5,
)


@some
@given(st.dictionaries(st.sampled_from([*HEARTS, "trick", "taken", "options", "seats", "x"]), values))
def test_objects_of_anything_are_refused_in_one_line(value: dict[str, Any]) -> None:
    for item in (value, {**HEARTS, **value}):
        try:
            Position.from_json(item)
        except PositionError as wrong:
            assert str(wrong) == one_line(str(wrong)) != ""


@some
@given(
    st.lists(st.text(max_size=4) | st.sampled_from([*'{}[]",:\n', json.dumps(HEARTS)]), max_size=12).map(
        "".join
    )
)
def test_readers_take_anything(text: str) -> None:
    for record in read_json(text):
        assert (record.position is None) == (record.error is not None)
        assert record.error is None or record.error == one_line(record.error)


def test_lines_are_counted_through_objects_and_lists() -> None:
    good = '{"game": "hearts", "hands": {"A": "SA", "B": "SK"}, "leader": "A"}'
    text = f"[\n{good},\n\n{good},\n3\n] {good} 4\n{good}\n5\n"
    assert [record.line for record in read_json(text)] == [2, 4, 5, 6, 6, 7, 8]


# --- long texts -----------------------------------------------------------------------------------------


def test_every_unclosed_object_of_a_list_is_named_with_its_line() -> None:
    """Python's decoder counts the lines of all that it is given, at each fault: it is given what it needs."""
    text = "[\n" + ",\n".join(['{"game": "hearts", "hands": {"A": ["SA"]'] * 3000) + "\n]"
    records = read_json(text)
    assert len(records) == 3000
    for record in records[::500]:
        assert record.error is not None
        assert record.error.startswith(f"record {record.number}: not JSON: ")
        assert record.error.endswith(f" at column 1, 1 line further down (line {record.number + 1})")


@pytest.mark.parametrize(
    "word", ['"\\ud83d\\ude00"', "-123456789", "true", '"a\\n\\\\b"', "[{}, null]", "1.5e3"]
)
def test_a_word_may_lie_anywhere_in_a_long_text(word: str) -> None:
    """Where a text is looked at piece by piece, no word is cut in two."""
    rest = json.dumps(HEARTS)[1:]
    for before in range(4096 - 40, 4096 + 4):
        (record,) = read_json("{" + " " * before + f'"id": {word}, {rest}')
        assert (record.id, record.error) == (json.loads(word), None), before
        (record,) = read_json("{" + " " * before + f'"id": {word}')
        assert record.error is not None
        assert record.error.startswith("line 1: not JSON: Expecting ',' delimiter at column ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"game": "hearts', "line 1: not JSON: Unterminated string starting at column 10"),
        ('{"game": "hea\nrts"}', "line 1: not JSON: Invalid control character at column 14"),
        ('{"game": 1,\n\n}', "line 1: not JSON: Expecting property name enclosed in double quotes"),
    ],
)
def test_the_place_of_a_fault_is_said_once(text: str, told: str) -> None:
    (record,) = read_json(text)
    assert record.error is not None
    assert record.error.startswith(told)
    assert "at at" not in record.error

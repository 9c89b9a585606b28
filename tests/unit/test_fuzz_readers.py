"""Valid input, damaged: nothing but the documented error comes out of a reader, and it is one line.

Input made up from nothing is tried where each reader is tested; here true files are cut, repeated, joined
and sprinkled with signs, which reaches far deeper.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Position, PositionError
from solver.cli import cli
from solver.model import notation
from solver.model.errors import one_line
from solver.positions.record import read_json, read_pbn
from solver.rules.files import load, load_file, names

ROOT = Path(__file__).parents[2]
FILES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.*"))}
PBN = [text for name, text in FILES.items() if name.endswith(".pbn")]
READ = [record for text in PBN for record in read_pbn(text)]
POSITIONS = [record.position for record in READ if record.position is not None]  # the rest hide hands
OBJECTS = [json.loads(position.to_json()) for position in POSITIONS]
HOUSE = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "solver/games").glob("*.toml"))]

SIGNS = [
    *"\"'[]{}.:,;%#=-\\\n\r\t \x00SHDCXAK10", "\ufeff", "\ud800", "♠", "А", "null", "true", "1e999", "-1",
    "9" * 20, "9" * 5000, "[" * 3000, "[", "{", '[Deal "', '[Play "A"]\n', "\n\n", "[options.x]\n",
    "extends = ",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with a few pieces cut out, doubled, moved, or replaced by something foreign."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        piece = draw(st.sampled_from(["", text[start:end] * 2, *SIGNS]) | st.text(max_size=3) | texts)
        text = text[:start] + piece + text[end:]
    return text


def told(error: PositionError | str | None) -> bool:
    """Whether it is one line, with something in it."""
    return bool(error) and one_line(str(error)) == str(error)


# --- files of positions ---------------------------------------------------------------------------------


@given(damaged(st.sampled_from(PBN)))
def test_pbn(text):
    for record in read_pbn(text):
        assert (record.position is None) == told(record.error)
        if record.position is not None:
            try:
                record.play()
            except PositionError as error:
                assert told(error)


@given(damaged(st.sampled_from([FILES["black-lady-endings.jsonl"], *map(json.dumps, OBJECTS)])))
def test_json(text):
    for record in read_json(text):
        assert (record.position is None) == told(record.error)


@given(st.data())
def test_json_objects(data):
    value = dict(data.draw(st.sampled_from(OBJECTS)))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from([*value, "trump", "options", "taken", "pile"]))
        value[key] = data.draw(
            st.sampled_from(
                [
                    None,
                    True,
                    -1,
                    1.5,
                    "",
                    [],
                    {},
                    [[]],
                    {"A": {}},
                    "A B C",
                    *data.draw(st.sampled_from(OBJECTS)).values(),
                ]
            )
        )
    try:
        position = Position.from_json(value)
    except PositionError as error:
        assert told(error)
    else:
        assert Position.from_json(position.to_json()) == position
        assert Position.from_pbn(position.to_pbn()) == position


# --- notation and options -------------------------------------------------------------------------------

WRITTEN = {
    notation.read_card: ["SA", "10h", "♠A", "Joker", "HX"],
    notation.read_cards: ["SA SK H2", "SA,SK"],
    notation.read_hand: ["AK8.J65432.K4.73", "S:AK8 H:J6 D:- C:7", "SA SK H2"],
    notation.read_deal: ["A:AK3.J2.. T9.K4.7. Q.A5.9. 7.QT..2"],
    notation.read_seats: ["A Y B Z", "N,E,S,W"],
    notation.read_trick: ["H5 HK", "A:H5 B:HK"],
    notation.read_taken: ["A:SQ,H3 Y:H9"],
    notation.read_options: ["bid=8 bidder=A discards=H4,H3", "scores=A:40,Y:38"],
    notation.read_trump: ["H", "NT"],
}


@pytest.mark.parametrize("reader", WRITTEN, ids=lambda reader: reader.__name__)
@given(st.data())
def test_notation(reader, data):
    try:
        reader(data.draw(damaged(st.sampled_from(WRITTEN[reader]))))
    except PositionError as error:
        assert told(error)


VALUES = ["yes", "no", "8", "A", "H", "HX", "H4,H3", "A:40,Y:38", "foster", "french", "13", "-26"]


@pytest.mark.parametrize("game", names())
@given(st.data())
@settings(max_examples=60)
def test_options(game, data):
    for option in load(game).options.values():
        value = data.draw(
            damaged(st.sampled_from(VALUES)) | st.none() | st.integers() | st.lists(st.integers())
        )
        try:
            option.read(value)
        except PositionError as error:
            assert told(error)


# --- house rules ----------------------------------------------------------------------------------------


@given(text=damaged(st.sampled_from(HOUSE)))
def test_house_rules(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("rules") / "house.toml"
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        rules = load_file(path)
    except PositionError as error:
        assert told(error)
        return
    for n_seats in range(rules.min_seats, rules.max_seats + 1):
        assert rules.full_hand(n_seats) * n_seats <= rules.pack(n_seats).total()
        assert len(rules.default_seats(n_seats)) == n_seats
    assert rules.card_points("H") is not None


@pytest.mark.parametrize("text", [b"\xff", b"x = " + b"9" * 5000, b"x = " + b"[" * 5000, b"x = 1\x00", b""])
def test_house_rules_of_the_worst_kind(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_bytes(text)
    try:
        load_file(path)
    except PositionError as error:
        assert told(error)


# --- command lines --------------------------------------------------------------------------------------

POSITION = shlex.split('--game hearts --deal "A:A5.2.. K.A3.. 7.9..2 T.K..3" --leader A')
WORDS = POSITION + shlex.split(
    "analyze perft games replay generate --goal clear --for A,B --trump H --hand A=A5.2.. --hand A=S:A "
    '--trick "S5 SK" --taken A:H9 --tricks-played 7 --stock SA --widow S2 --option avoid=C --option bid=8 '
    "--play S5 --after 2 --solutions 1 --no-line --json --depth 2 --cards 2 --count 2 --seed 1 --seats 4 "
    "--goal at-most:2 --memory 1 --jobs 2 --progress cinch - nowhere.pbn"
)
BEGINNINGS = [
    ["analyze", "--nodes", "500", *POSITION],
    ["perft", "--depth", "2", *POSITION],
    ["games"],
    ["generate", "hearts"],
    [],
]


@given(
    st.sampled_from(BEGINNINGS),
    st.lists(damaged(st.sampled_from(WORDS)) | st.sampled_from(WORDS) | st.text(max_size=6), max_size=5),
    damaged(st.sampled_from([*PBN, *map(json.dumps, OBJECTS)])),
)
def test_command_lines(start, more, stdin):
    result = CliRunner().invoke(cli, [*start, *more], input=stdin.encode("utf-8", "replace"))
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 2, 3), result.output
    if result.exit_code == 2 and not result.stdout:
        *lines, rest = result.stderr.split("\n")  # one for each file that is refused
        assert rest == ""
        assert lines
        assert all(told(line) for line in lines)

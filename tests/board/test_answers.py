"""The page's questions have the commands' own answers."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from click.testing import CliRunner

from solver import Position
from solver.board.writing import analyze_command, pbn_with_play
from solver.cli import cli
from solver.positions.generate import generate
from solver.positions.record import read_pbn
from solver.rules.files import names
from tests.board.conftest import ENDING, Board

# What differs from one run to the next, or names the file.
_PASSING = ("seconds", "file", "position", "id")


def printed(*arguments: str, stdin: str | None = None) -> list[Any]:
    """What a command prints as JSON, without what differs from run to run."""
    result = CliRunner().invoke(cli, [*arguments, "--json"], input=stdin)
    assert result.exit_code == 0, result.output
    return [without_passing(json.loads(line)) for line in result.stdout.splitlines()]


def without_passing(value: Any) -> Any:
    """An answer without what differs from run to run."""
    if not isinstance(value, dict):
        return value
    return {name: member for name, member in value.items() if name not in _PASSING}


TEXT = json.dumps(ENDING)


@pytest.mark.parametrize(
    ("name", "question", "options"),
    [
        ("analyze", {}, ()),
        ("analyze", {"goal": "at-most:1", "for": "A,B"}, ("--goal", "at-most:1", "--for", "A,B")),
        ("analyze", {"for": ["Y"]}, ("--for", "Y")),
        ("analyze", {"method": "maxn", "ties": "best"}, ("--method", "maxn", "--ties", "best")),
        ("analyze", {"play": "S5 SK"}, ("--play", "S5 SK")),
        ("analyze", {"play": ["S5", "SK"], "line": False}, ("--play", "S5 SK", "--no-line")),
        ("analyze", {"solutions": "1"}, ("--solutions", "1")),
        ("each-seat", {"goal": "margin"}, ("--each-seat", "--goal", "margin")),
        (
            "advise",
            {"worlds": 3, "all-below": 1, "seed": 5},
            ("--worlds", "3", "--all-below", "1", "--seed", "5"),
        ),
        (
            "advise",
            {"play": "S5 SK", "odds": "HA", "void": "Z:H"},
            ("--play", "S5 SK", "--odds", "HA", "--void", "Z:H"),
        ),
        ("refute", {"refute": "SA"}, ("--refute", "SA")),
        ("refute", {"refute": ["SA", "H2"], "for": "Z"}, ("--refute", "SA", "--refute", "H2", "--for", "Z")),
    ],
)
def test_analyze(board: Board, name: str, question: dict[str, Any], options: tuple[str, ...]) -> None:
    command = "advise" if name == "advise" else "analyze"
    answer = board.ask(name, {"position": ENDING, **question})
    assert [without_passing(answer)] == printed(command, "-", *options, stdin=TEXT)


def test_replay(board: Board) -> None:
    deal = {**ENDING, "play": ["SA", "SK", "S7", "ST"]}
    answer = board.ask("replay", {"position": deal, "goal": "margin"})
    [told] = printed("replay", "-", "--goal", "margin", stdin=json.dumps(deal))
    assert [card["card"] for card in answer["cards"]] == ["SA", "SK", "S7", "ST"]
    assert {**without_passing(answer), "record": ""} == {**told, "record": ""}


def test_an_answer_has_the_id_of_its_position(board: Board) -> None:
    assert board.ask("analyze", {"position": {**ENDING, "id": 7}})["id"] == 7
    assert "id" not in board.ask("analyze", {"position": ENDING})


def test_games(board: Board) -> None:
    games = board.ask("games", {})
    assert [game["id"] for game in games] == list(names())
    assert [without_passing(game) for game in games] == printed("games")
    assert [without_passing(board.ask("games", {"game": "cinch"}))] == printed("games", "cinch")


def test_generate(board: Board) -> None:
    told = printed("generate", "cinch", "--cards", "4", "--count", "3", "--seed", "7")
    assert board.ask("generate", {"game": "cinch", "cards": 4, "count": 3, "seed": 7}) == told
    assert board.ask("generate", {"game": "cinch", "cards": 4, "seed": 7}) == told[0]


@pytest.mark.parametrize(
    ("name", "question", "options"),
    [
        ("analyze", {"for": "Q"}, ("--for", "Q")),
        ("analyze", {"goal": "howling"}, ("--goal", "howling")),
        ("analyze", {"goal": "settle"}, ("--goal", "settle")),
        ("each-seat", {"goal": "settle"}, ("--each-seat", "--goal", "settle")),
    ],
)
def test_what_the_command_refuses_is_refused_with_its_line(
    board: Board, name: str, question: dict[str, Any], options: tuple[str, ...]
) -> None:
    answer = board.ask(name, {"position": ENDING, **question}, status=400)
    result = CliRunner().invoke(cli, ["analyze", "-", *options], input=TEXT)
    assert result.exit_code == 2
    assert answer["error"]
    assert result.stderr.endswith(f"{answer['error']}\n")


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"position": "A:..."},
        {"position": ENDING, "jobs": 2},
        {"position": ENDING, "rules": "x.toml"},
        {"position": ENDING, "seconds": 0},
        {"position": ENDING, "seconds": "1"},
        {"position": ENDING, "ties": "best"},
        {"position": ENDING, "play": "SQ"},
        {"position": ENDING, "after": 1},
        {"position": ENDING, "refute": "SQ"},
        {"position": ENDING, "method": "maxn", "for": "A"},
        {"position": ENDING, "board": 1},
        {"position": ENDING, "board": "x" * 65},
    ],
)
def test_bad_questions(board: Board, question: dict[str, Any]) -> None:
    assert "error" in board.ask("analyze", question, status=400)


def test_faults_come_with_their_fields(board: Board) -> None:
    bad = {**ENDING, "leader": "Q", "hands": {**ENDING["hands"], "Z": "A.K..3"}}  # type: ignore[dict-item]
    faults = board.ask("read", {"position": bad}, status=400)["faults"]
    assert {fault["field"] for fault in faults} == {"hands", "leader"}


def test_read_tells_how_the_table_stands(board: Board) -> None:
    told = board.ask("read", {"position": ENDING, "play": ["S5", "SK"]})
    assert told["start"]["to_play"] == "A"
    assert told["start"]["legal"] == ["SA", "S5", "H2"]
    assert [(step["card"], step["to_play"]) for step in told["steps"]] == [("S5", "Y"), ("SK", "B")]
    assert told["steps"][1]["position"]["trick"] == ["S5", "SK"]
    assert told["words"]["contest"] == "B against the rest"
    assert told["words"]["heading"] == "hearts"


def test_read_has_the_file_of_the_command_line(board: Board) -> None:
    told = board.ask("read", {})
    assert told["file"].endswith("cinch-tables.txt")
    assert len(told["positions"]) == 4
    assert told["positions"][0]["play"][:4] == ["CQ", "C3", "H8", "C5"]


def test_read_takes_any_text(board: Board) -> None:
    pbn = Position.from_json(ENDING).to_pbn()
    for text in (pbn, TEXT, f"[{TEXT}]"):
        [found] = board.ask("read", {"text": text})["positions"]
        assert Position.from_json(found["position"]) == Position.from_json(ENDING)
    two = board.ask("read", {"text": f'{pbn}\n[Game "harts"]\n\n{pbn}'})["positions"]
    assert [("position" in found) for found in two] == [True, False, True]
    assert "harts" in two[1]["error"]


@pytest.mark.parametrize("game", names())
def test_every_game_has_an_example_that_can_be_taken_along(board: Board, game: str) -> None:
    found = board.ask("read", {"example": game})["positions"][0]
    asked = {"position": found["position"], "play": found["play"][:5]}
    told = board.ask("read", {**asked, "write": True})
    assert told["start"]["position"]["game"] == game
    # The PBN reads as the same deal with the same play.
    [record] = read_pbn(told["pbn"])
    assert record.sound() == Position.from_json(found["position"])
    assert list(record.play() if record.has_play else ()) == found["play"][:5]
    assert shlex.split(told["command"])[:4] == ["openhand", "analyze", "--game", game]


@pytest.mark.parametrize("game", names())
def test_the_command_line_gives_the_same_position(game: str) -> None:
    [start] = generate(game, 3, 1, seed=5)
    position = start
    for _ in range(5):
        if not position.over:
            position = position.play(position.legal_cards()[-1])
    for each in (start, position):
        words = shlex.split(analyze_command(each, "points", None))[2:]
        fields: dict[str, Any] = {}
        options: dict[str, str] = {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name == "--option":
                key, _, text = value.partition("=")
                options[key] = text
            else:
                fields[name.removeprefix("--").replace("-", "_")] = value
        assert Position.parse(**fields, options=options) == each


def test_the_play_as_pbn_begins_in_the_middle_of_a_trick() -> None:
    start = Position.from_json(ENDING).play("S5")
    cards, before, position = ["SK", "S7", "ST", "HA", "H9"], [], start
    for card in cards:
        before.append(position)
        position = position.play(card)
    [record] = read_pbn(pbn_with_play(start, before, cards))
    assert record.sound() == start
    assert list(record.play()) == cards


def test_the_command_that_advises_gives_the_board_s_advice(board: Board) -> None:
    play = ["S5", "SK"]
    question = {"position": ENDING, "play": play, "goal": "margin", "for": "A,B"}
    words = shlex.split(board.ask("read", {**question, "write": True})["advice"])
    assert words[:2] == ["openhand", "advise"]
    [advice] = printed(*words[1:])
    assert advice == without_passing(board.ask("advise", {**question, "worlds": 200}))


@pytest.mark.parametrize(
    ("game", "goal", "units"),
    [
        ("hearts", "points", ["hearts", "heart", "hearts", "heart", "hearts"]),
        ("whist", "points", ["tricks", "trick", "tricks", "trick", "tricks"]),
        ("hearts", "margin", ["fewer than the others"] * 2 + ["more than the others"] * 3),
        ("hearts", "howell", ["counters", "counter", "counters", "counter", "counters"]),
        ("hearts", "score", ["written down"] * 5),
    ],
)
def test_what_stands_behind_a_value(board: Board, game: str, goal: str, units: list[str]) -> None:
    words = board.ask("read", {"position": {**ENDING, "game": game}, "goal": goal})["words"]
    assert words["units"] == dict(zip(["-2", "-1", "0", "1", "2"], units, strict=True))

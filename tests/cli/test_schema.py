"""`solver/schemas/openhand.schema.json` fits what the commands print, and nothing that they would not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from solver.generate import generate
from solver.positions.record import read_text
from solver.rules.files import names
from tests.cli.conftest import EXAMPLES, TYPED, Run

SCHEMA = json.loads(files("solver").joinpath("schemas/openhand.schema.json").read_text(encoding="utf-8"))
ROOT = Path(__file__).parents[2]
WHOLE = Draft202012Validator(SCHEMA)


def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})


def complaints(kind: str, value: object) -> list[str]:
    return [f"{fault.json_path}: {fault.message}" for fault in validator(kind).iter_errors(value)]


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    used = json.dumps(SCHEMA)
    for name in SCHEMA["$defs"]:
        assert f'"#/$defs/{name}"' in used, name


# --- positions ------------------------------------------------------------------------------------------


def objects_of_pages() -> Iterator[dict[str, Any]]:
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for block in text.split("```json\n")[1:]:
            yield from map(json.loads, block.partition("```")[0].splitlines())


@pytest.mark.parametrize("game", names())
def test_positions_of_every_game(game: str) -> None:
    for position in generate(game, 2, 20, 1, mid_trick=True):
        assert complaints("position", json.loads(position.to_json())) == []


def test_positions_of_the_examples_and_pages() -> None:
    values = [
        json.loads(record.position.to_json())
        for path in sorted(EXAMPLES.glob("*.*"))
        for record in read_text(path.read_text(encoding="utf-8"))
        if record.position is not None
    ]
    assert len(values) > 40
    for value in [*values, *objects_of_pages()]:
        assert complaints("position", value) == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"leeder": "A"}, "'leeder' was unexpected"),
        ({"hands": {"A": ["AS"]}}, "is not valid under any of the given schemas"),
        ({"trump": "X"}, "'X' is not one of"),
        ({"stock": ["S1"]}, "'S1' does not match"),
        ({"seats": ["A", "A"]}, "non-unique"),
        ({"tricks_played": "3"}, "'3' is not of type"),
        ({"trick": ["A B:SA"]}, "does not match"),
    ],
)
def test_what_is_no_position(wrong: dict[str, Any], told: str) -> None:
    sound = {"game": "hearts", "seats": ["A", "B"], "hands": {"A": ["SA"], "B": ["S2"]}, "leader": "A"}
    assert complaints("position", sound) == []
    (complaint,) = complaints("position", sound | wrong)
    assert told in complaint


# --- answers --------------------------------------------------------------------------------------------

CINCH = EXAMPLES / "cinch-tables.txt"
BLACK = EXAMPLES / "black-lady-endings.jsonl"
PRINTED: list[tuple[str, tuple[object, ...], int]] = [
    ("analysis", ("analyze", *TYPED, "--refute", "H2"), 0),
    ("analysis", ("analyze", *TYPED, "--solutions", "1"), 0),
    ("analysis", ("analyze", *TYPED, "--nodes", "1", "--goal", "margin"), 3),
    ("analysis", ("analyze", *TYPED, "--play", "SA SK S7 ST S5 H3 C2 HK H2 HA H9 C3"), 0),  # it is over
    ("analysis", ("analyze", BLACK), 0),
    ("each-seat", ("analyze", *TYPED, "--each-seat"), 0),
    ("each-seat", ("analyze", *TYPED, "--each-seat", "--nodes", "1"), 3),
    ("maxn", ("analyze", *TYPED, "--method", "maxn", "--ties", "best"), 0),
    ("maxn", ("analyze", BLACK, "--method", "maxn", "--nodes", "1"), 3),
    ("perft", ("perft", *TYPED, "--depth", "3"), 0),
    ("perft", ("perft", BLACK, "--depth", "2"), 0),
    ("replay", ("replay", CINCH), 0),
    ("replay", ("replay", CINCH, "--nodes", "20"), 3),
    ("replay", ("replay", CINCH, "--hidden", "--worlds", "5", "--all-below", "5", "--from", "6"), 0),
    ("table", ("table", EXAMPLES / "cinch.pbn", "--nodes", "2000"), 3),
    ("table", ("table", EXAMPLES / "hearts.pbn"), 0),
    ("table", ("table", "--game", "whist", "--deal", "A:A... K... Q... J...", "--declarers"), 0),
    ("table", ("table", "--game", "auction-hearts", "--deal", "A:A.2.. K.3.. Q.4.. J.5.."), 0),
    ("advise", ("advise", *TYPED, "--odds", "SK,H9"), 0),
    ("advise", ("advise", *TYPED, "--worlds", "1", "--all-below", "1"), 0),
    ("advise", ("advise", *TYPED, "--method", "maxn"), 0),
    ("advise", ("advise", "--game", "hearts", "--deal", "A:A3... - -", "--size", "B=2 C=2", "--dead", "H2",
                "--leader", "A", "--worlds", "9", "--all-below", "9", "--ahead", "2"), 0),
    ("bid", ("bid", "--game", "cinch", "--hand", "A=AKQ.JT9.87.6", "--worlds", "2", "--all-below", "2"), 0),
    ("bid", ("bid", "--game", "auction-hearts", "--hand", "A=.5432.432.AKQJT9", "--worlds", "1"), 0),
    ("error", ("analyze", "nosuch.pbn"), 2),
    ("error", ("analyze", "--game", "hearts", "--deal", "A:A... A...", "--leader", "A"), 2),
    ("error", ("replay", EXAMPLES / "hearts.pbn"), 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "command", "status"), PRINTED, ids=[f"{case[0]}-{at}" for at, case in enumerate(PRINTED)]
)
def test_what_is_printed(run: Run, kind: str, command: tuple[object, ...], status: int) -> None:
    result = run(*command, "--json")
    assert result.exit_code == status, result.output
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert printed
    for value in printed:
        of_all = kind == "replay" and "players" in value
        assert complaints("evening" if of_all else kind, value) == []
        assert WHOLE.is_valid(value)
        assert complaints(kind, value | {"something": "else"})
        for key in validator(kind).schema["$defs"]["evening" if of_all else kind]["required"]:
            assert complaints("evening" if of_all else kind, {**value, key: {"no": "such"}}), key


def test_what_an_exact_answer_must_have(run: Run) -> None:
    """A value where it says exact, bounds where it does not."""
    (line,) = run("analyze", *TYPED, "--json").stdout.splitlines()
    exact = json.loads(line)
    for key in ("value", "total"):
        assert complaints("analysis", exact | {key: None})
    assert complaints("analysis", exact | {"exact": False})
    assert complaints("analysis", exact | {"cards": [{"card": "SA", "lower": 0, "upper": 1}]})

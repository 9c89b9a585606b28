"""`analyze --json`: the shape that scripts are written against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver import Limits, Position, analyze
from tests.cli.conftest import ENDING, EXAMPLES, TYPED

KEYS = [
    "game", "side", "goal", "to_play", "value", "total", "cards", "line", "exact", "lower", "upper", "nodes",
    "seconds",
]  # fmt: skip


@pytest.fixture
def hard(tmp_path: Path, run) -> Path:
    """A full deal, far more than a moment's work."""
    path = tmp_path / "hard.pbn"
    path.write_text(run("generate", "hearts", "--cards", 13, "--seed", 3).stdout)
    return path


def test_the_shape(answers):
    (answer,) = answers("analyze", *TYPED)
    assert list(answer) == KEYS
    assert answer["game"] == "hearts"
    assert answer["side"] == ["A"]
    assert answer["goal"] == "points"
    assert answer["to_play"] == "A"
    assert [card["card"] for card in answer["cards"]] == ["SA", "S5", "H2"]
    assert all(list(card) == ["card", "value"] for card in answer["cards"])
    assert answer["value"] == min(card["value"] for card in answer["cards"])
    assert answer["value"] == answer["lower"] == answer["upper"] == answer["total"]
    assert answer["exact"] is True
    assert isinstance(answer["nodes"], int)
    assert isinstance(answer["seconds"], float)
    assert len(answer["line"]) == 12


def test_the_line_keeps_the_value(answers):
    (answer,) = answers("analyze", *TYPED)
    position = Position.parse(ENDING, game="hearts", leader="A")
    for card in answer["line"]:
        position = position.play(card)
    assert position.over
    assert sum(card[0] == "H" for card in position.taken[0]) == answer["value"]


def test_the_same_as_in_python(answers):
    for name in ("cinch.pbn", "black-lady-endings.jsonl", "whist.pbn"):
        for answer in answers("analyze", EXAMPLES / name):
            assert list(answer) == ["file", "position", *KEYS]
    (answer,) = answers("analyze", EXAMPLES / "whist.pbn")
    position = Position.from_pbn((EXAMPLES / "whist.pbn").read_text())
    assert {card["card"]: card["value"] for card in answer["cards"]} == analyze(position).cards


def test_total_adds_what_was_taken(answers):
    (answer,) = answers("analyze", *TYPED, "--taken", "A:H8,HT Y:HQ")
    assert answer["total"] == answer["value"] + 2


def test_a_refused_position_stands_in_its_place(answers, tmp_path):
    good = json.loads(Position.parse(ENDING, game="hearts", leader="A").to_json())
    bad = good | {"leader": "Q"}
    path = tmp_path / "three.jsonl"
    path.write_text("\n".join(json.dumps(item) for item in (good, bad, good | {"leader": "Y"})))
    first, refused, last = answers("analyze", path, status=2)
    assert (first["to_play"], last["to_play"]) == ("A", "Y")
    assert list(refused) == ["file", "position", "error"]
    assert (refused["file"], refused["position"]) == (str(path), 2)
    assert str(path) in refused["error"]
    assert "line 2" in refused["error"]
    assert '"Q"' in refused["error"]


def test_a_goal_that_one_position_does_not_have_refuses_only_that(answers, tmp_path):
    path = tmp_path / "two.jsonl"
    hearts = Position.parse(ENDING, game="hearts", leader="A")
    whist = Position.parse(ENDING, game="whist", leader="A")
    path.write_text(f"{whist.to_json()}\n{hearts.to_json()}\n")
    refused, answered = answers("analyze", path, "--goal", "clear", status=2)
    assert "clear" in refused["error"]
    assert "whist" in refused["error"]
    assert answered["value"] in (0, 1)


def test_a_file_that_is_not_there_is_refused_in_its_place(answers):
    refused, answered = answers("analyze", "missing.pbn", EXAMPLES / "whist.pbn", status=2)
    assert "missing.pbn" in refused["error"]
    assert answered["game"] == "whist"


@pytest.mark.parametrize("form", ["list", "lines", "one", "pretty"])
def test_json_files(answers, tmp_path, form):
    value = json.loads(Position.parse(ENDING, game="hearts", leader="A").to_json())
    texts = {
        "list": json.dumps([value, value]),
        "lines": f"{json.dumps(value)}\n\n{json.dumps(value)}\n",
        "one": json.dumps(value),
        "pretty": json.dumps(value, indent=2),
    }
    path = tmp_path / "positions.JSON"
    path.write_text(texts[form])
    assert len(answers("analyze", path)) == (2 if form in ("list", "lines") else 1)


def test_standard_input_of_either_kind(answers):
    position = Position.parse(ENDING, game="hearts", leader="A")
    (pbn,) = answers("analyze", "-", stdin=position.to_pbn())
    (as_json,) = answers("analyze", "-", stdin=position.to_json())
    (listed,) = answers("analyze", "-", stdin=f"[{position.to_json()}]")
    assert pbn["cards"] == as_json["cards"] == listed["cards"]


def test_a_hand_as_a_text(answers):
    value = {"game": "hearts", "hands": {"A": "A.2..", "B": "K.A.."}, "leader": "B"}
    (answer,) = answers("analyze", "-", stdin=json.dumps(value))
    assert answer["to_play"] == "B"


def test_a_bridge_file_is_whist(answers, tmp_path):
    path = tmp_path / "bridge.pbn"
    path.write_text('[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n[Declarer "S"]\n[Contract "3NT"]\n')
    (answer,) = answers("analyze", path)
    assert answer["game"] == "whist"
    assert answer["to_play"] == "W"
    assert answer["side"] == ["E", "W"]


def test_latin_1_is_read(answers, tmp_path):
    path = tmp_path / "latin.pbn"
    position = Position.parse(ENDING, game="hearts", leader="A").to_pbn()
    path.write_bytes(b'[Event "M\xfcnchen"]\n' + position.encode())
    assert len(answers("analyze", path)) == 1


# --- what is asked --------------------------------------------------------------------------------------


def test_for_asks_for_another_side(answers):
    (alone,) = answers("analyze", *TYPED, "--for", "Y")
    (pair,) = answers("analyze", *TYPED, "--for", "B,A")
    assert alone["side"] == ["Y"]
    assert pair["side"] == ["A", "B"]
    assert pair["to_play"] == "A"


def test_both_sides_share_what_is_in_play(answers):
    (one,) = answers("analyze", *TYPED, "--for", "A,B")
    (other,) = answers("analyze", *TYPED, "--for", "Y,Z")
    assert one["value"] + other["value"] == 5


def test_goals(answers):
    for goal in ("clear", "all", "at-most:2", "at-least:1", "fewer-than:Y", "load:B", "margin"):
        (answer,) = answers("analyze", *TYPED, "--goal", goal)
        assert answer["goal"] == goal
        assert answer["exact"]
        best = max if goal not in ("margin",) else min
        assert answer["value"] == best(card["value"] for card in answer["cards"])


def test_only_the_best_card(answers):
    (every,) = answers("analyze", *TYPED)
    (best,) = answers("analyze", *TYPED, "--solutions", 1)
    assert list(best) == KEYS
    assert len(best["cards"]) == 1
    assert best["cards"][0] in every["cards"]
    assert best["cards"][0]["value"] == best["value"] == every["value"]
    assert best["line"][0] == best["cards"][0]["card"]


def test_no_line(answers):
    for solutions in ("1", "all"):
        (answer,) = answers("analyze", *TYPED, "--no-line", "--solutions", solutions)
        assert list(answer) == KEYS
        assert answer["line"] == []
        assert answer["cards"]


def test_play_goes_on_first(answers):
    (answer,) = answers("analyze", *TYPED, "--play", "S5 ♠K")
    assert answer["to_play"] == "B"
    assert len(answer["line"]) == 10


def test_after_so_many_cards(answers):
    for cards, seat in ((0, "A"), (1, "Y"), (4, "B"), (23, "Z")):
        first = answers("analyze", EXAMPLES / "cinch.pbn", "--after", cards)[0]
        assert first["to_play"] == seat
        assert len(first["line"]) == 24 - cards


def test_after_and_play_together(answers):
    first, *_ = answers(
        "analyze", EXAMPLES / "cinch.pbn", "--after", 4, "--play", "HQ H4", status=2
    )  # hand 1 only
    assert first["to_play"] == "A"


def test_a_deal_played_to_its_end_is_answered(answers):
    (answer,) = answers(
        "analyze", "--game", "hearts", "--deal", "A:A... K...", "--leader", "A", "--play", "SA SK"
    )
    assert answer["to_play"] is None
    assert answer["cards"] == answer["line"] == []
    assert answer["value"] == 0


def test_house_rules(answers, tmp_path):
    path = tmp_path / "cheap.toml"
    path.write_text('extends = "hearts"\nname = "Cheap"\n[points]\nSA = 5\n')
    (answer,) = answers("analyze", "--rules", path, "--deal", "A:A... K...", "--leader", "A", "--for", "A")
    assert answer["game"] == "cheap"
    assert answer["value"] == 5


# --- limits ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [("--seconds", 0.02), ("--nodes", 100)])
def test_a_stopped_search_gives_bounds(answers, hard, limit):
    (answer,) = answers("analyze", hard, *limit, status=3)
    assert list(answer) == ["file", "position", *KEYS]
    assert answer["exact"] is False
    assert answer["value"] is None
    assert answer["total"] is None
    assert 0 <= answer["lower"] <= answer["upper"] <= 13
    assert len(answer["cards"]) == 13
    for card in answer["cards"]:
        assert list(card) == ["card", "lower", "upper"]
        assert 0 <= card["lower"] <= card["upper"] <= 13
    assert answer["line"] == []


def test_only_the_best_card_may_be_stopped_too(answers, hard):
    (answer,) = answers("analyze", hard, "--nodes", 100, "--solutions", 1, status=3)
    assert answer["cards"] == answer["line"] == []
    assert answer["lower"] < answer["upper"]


def test_refused_counts_more_than_stopped(answers, hard):
    stopped, refused = answers("analyze", hard, "missing.pbn", "--nodes", 100, status=2)
    assert not stopped["exact"]
    assert "error" in refused


# --- many positions -------------------------------------------------------------------------------------


def told(items: list[dict]) -> list[dict]:
    """The answers without what is their own: time, and where the position came from."""
    own = ("seconds", "file", "position")
    return [{key: value for key, value in item.items() if key not in own} for item in items]


def test_the_same_alone_in_a_batch_and_side_by_side(answers, run, tmp_path):
    path = tmp_path / "many.pbn"
    path.write_text(run("generate", "black-lady", "--cards", 5, "--count", 12, "--seed", 1).stdout)
    batch = told(answers("analyze", path))
    assert len(batch) == 12
    for jobs in (2, 4, 50):
        assert told(answers("analyze", path, "--jobs", jobs)) == batch
    alone = []
    for text in path.read_text().split("\n\n"):
        alone += answers("analyze", "-", stdin=text)
    assert told(alone) == batch


def test_refusals_keep_their_place_side_by_side(answers):
    files = [EXAMPLES / "whist.pbn", "missing.pbn", EXAMPLES / "bezique.pbn", "gone.pbn"]
    found = answers("analyze", *files, "--jobs", 3, status=2)
    assert ["error" in item for item in found] == [False, True, False, True]


def test_a_small_memory_is_enough(answers):
    (answer,) = answers("analyze", EXAMPLES / "whist.pbn", "--memory", 1)
    assert answer["value"] == 4


def test_limits_are_those_of_python(answers, hard):
    (answer,) = answers("analyze", hard, "--nodes", 5000, status=3)
    position = Position.from_pbn(hard.read_text())
    found = analyze(position, limits=Limits(nodes=5000))
    assert (found.lower, found.upper, found.nodes) == (answer["lower"], answer["upper"], answer["nodes"])

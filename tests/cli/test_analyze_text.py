"""`analyze` for people, as it goes into a pipe."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from solver import Position
from solver.rules.files import names
from tests.cli.conftest import EXAMPLES, TYPED


def test_what_is_shown(run):
    result = run("analyze", *TYPED)
    assert result.exit_code == 0
    assert not result.stderr
    text = result.stdout
    assert text.startswith("Hearts, A leads\n")
    assert "A to play\n" in text
    assert "A against the rest takes" in text
    assert "hearts from here on" in text
    assert "Main line" in text
    assert "nodes/s" in text
    assert text.isascii()
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_cards_with_values_and_marks(run, answers):
    (answer,) = answers("analyze", *TYPED)
    rows = [line for line in run("analyze", *TYPED).stdout.splitlines() if line[4:6] in ("SA", "S5", "H2")]
    assert len(rows) == 3
    for row, card in zip(rows, answer["cards"], strict=True):
        assert row.split("costs")[0].replace("*", "").split() == [card["card"], str(card["value"])]
        assert ("*" in row) == (card["value"] == answer["value"])


def test_the_only_best_card(run):
    text = run("analyze", EXAMPLES / "cinch.pbn").stdout
    assert "H2 is the only best card." in text


def test_the_only_winning_card(run):
    text = run("analyze", EXAMPLES / "cinq-cents.pbn", "--goal", "at-least:19").stdout
    assert "HQ is the only winning card." in text
    assert "You can take at least 19" in text


def test_the_main_line_says_who_wins_what(run):
    text = run(
        "analyze", "--game", "hearts", "--deal", "A:A.. K.. Q.. J..".replace("..", "..."), "--leader", "A"
    ).stdout
    assert ">SA*" in text
    text = run("analyze", "--game", "hearts", "--deal", "A:A... .A.. .K.. .Q..", "--leader", "A").stdout
    assert "A takes 3 hearts" in text
    assert "There is no other card to play." in text


def test_a_void_is_a_dash_and_columns_keep_their_place(run):
    lines = run("analyze", *TYPED).stdout.splitlines()
    first = next(at for at, line in enumerate(lines) if line.strip().startswith("Y  "))
    west, east = lines[first].index("Y"), lines[first].index("Z")
    for line, suits in zip(lines[first + 1 : first + 5], "SHDC", strict=True):
        assert line[west] == line[east] == suits
    assert lines[first + 3][west:].startswith("D -")


def test_only_the_best_card(run):
    text = run("analyze", *TYPED, "--solutions", 1).stdout
    assert "Best card:" in text
    assert "costs" not in text
    assert "Main line" not in run("analyze", *TYPED, "--solutions", 1, "--no-line").stdout


def test_no_line(run):
    assert "Main line" not in run("analyze", *TYPED, "--no-line").stdout


def test_several_are_headed_by_their_place(run):
    text = run("analyze", EXAMPLES / "cinch.pbn").stdout
    for number in range(1, 5):
        assert f"cinch.pbn, position {number}\n" in text


def test_bounds_look_different(run, tmp_path):
    path = tmp_path / "hard.pbn"
    path.write_text(run("generate", "hearts", "--cards", 13, "--seed", 3).stdout)
    result = run("analyze", path, "--nodes", 100)
    assert result.exit_code == 3
    assert "NOT EXACT, stopped by the node limit: only bounds are proven." in result.stdout
    assert " to 13" in result.stdout
    assert "*" not in result.stdout
    assert "Main line" not in result.stdout


def test_a_whole_deal_of_two_packs_is_bounded(run, tmp_path):
    path = tmp_path / "packs.pbn"
    path.write_text(run("generate", "cancellation-hearts", "--seats", 6, "--cards", 17).stdout)
    result = run("analyze", path)
    assert result.exit_code == 3
    assert "NOT EXACT, stopped by the limit for more than sixteen cards of a suit" in result.stdout
    result = run("analyze", path, "--nodes", 100)
    assert "NOT EXACT, stopped by the node limit" in result.stdout
    assert "takes 0 to 52 points" in result.stdout
    assert result.stdout.count("0 to 52") == len(Position.from_pbn(path.read_text()).legal_cards()) + 1


def test_refusals_go_to_standard_error_and_the_rest_goes_on(run):
    result = run("analyze", "gone.pbn", EXAMPLES / "whist.pbn")
    assert result.exit_code == 2
    assert "gone.pbn" in result.stderr
    assert "Whist" in result.stdout


def test_progress(run, tmp_path):
    path = tmp_path / "many.pbn"
    path.write_text(run("generate", "hearts", "--cards", 3, "--count", 5).stdout)
    assert "5 of 5" in run("analyze", path, "--progress").stderr
    assert not run("analyze", path).stderr
    assert not run("analyze", path, "--no-progress").stderr


GOALS = {
    "points": "takes",
    "margin": "than the others",
    "clear": "stay clear",
    "all": "take them all",
    "at-most:3": "3 hearts in the whole deal",
    "at-least:3": "3 hearts in the whole deal",
    "fewer-than:Y": "fewer hearts than Y",
    "load:B": "load B",
    "jack": "a Jack",
    "sweepstake": "counter",
    "howell": "counter",
    "score": "written down",
}


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_is_put_into_words(run, goal):
    exact = run("analyze", EXAMPLES / "hearts.pbn", "--goal", goal)
    assert exact.exit_code == 0
    assert GOALS[goal] in exact.stdout
    bounded = run("analyze", EXAMPLES / "hearts.pbn", "--goal", goal, "--nodes", 1)
    assert bounded.exit_code in (0, 3)
    assert GOALS[goal] in bounded.stdout or "even" in bounded.stdout or "compared with" in bounded.stdout


def test_cinch_goals(run):
    assert "by the settlement" in run("analyze", EXAMPLES / "cinch.pbn", "--goal", "settle").stdout
    typed = ("--game", "cinch", "--deal", ENDGAME, "--leader", "A", "--trump", "H")
    text = run("analyze", *typed, "--option", "scores=A:45,Y:0", "--goal", "out").stdout
    assert "go out on this deal" in text


ENDGAME = "A:.AKT32..Q .J765.5.3 T62.Q8..J 4.94.K.95"


def test_there_is_an_example_of_every_game(run):
    found = [path.read_text().split('[Game "')[1].split('"')[0] for path in sorted(EXAMPLES.glob("*.pbn"))]
    assert set(found) == set(names())


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_examples_are_answered(run, path):
    from_the_middle = ("--after", 20) if path.name == "black-lady.pbn" else ()
    command = "advise" if "-" in path.read_text().partition("[Deal")[2].partition("]")[0] else "analyze"
    result = run(command, path, *from_the_middle)
    assert result.exit_code == 0
    assert not result.stderr


def test_foster_cinch_values(answers):
    found = answers("analyze", EXAMPLES / "cinch.pbn")
    assert [answer["value"] for answer in found[:3]] == [8, 7, 12]
    first = {card["card"]: card["value"] for card in found[0]["cards"]}
    assert first == {"CQ": 7, "H2": 8, "HT": 7, "HK": 7, "HA": 7, "H3": 7}


def test_a_name_that_the_output_cannot_show_is_spelt_out():

    command = [sys.executable, "-m", "solver", "analyze", *TYPED, "--seats", "A Ünal B Z"]
    given = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(command, capture_output=True, env=given, check=False)
    assert result.returncode == 0
    assert rb"\xdcnal" in result.stdout

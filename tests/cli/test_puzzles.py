"""`openhand generate --only-best` and `openhand analyze --sound` as a user runs them."""

from __future__ import annotations

import json
import re

import pytest

from solver import Position, analyze
from solver.analysis.question import Question
from solver.analysis.sound import soundness
from solver.positions.record import read_pbn
from solver.render.analysis import analysis_text
from solver.render.theme import Look
from tests.cli.conftest import EXAMPLES, TYPED, one_line
from tests.reference.search import Solver

SIX_OF_HEARTS = (
    "--game", "hearts", "--deal", "A:J.53..Q .6..J74 .AJ4.A. .K..652", "--leader", "Y",
    "--taken", "Y:HQ,HT,H9,H8,H7,H2",
)  # fmt: skip
TWO_DIAMONDS = ("--game", "hearts", "--deal", "A:..K.T6 .7.97. J..Q.8 ..865.", "--leader", "Y")


# --- analyze --sound ------------------------------------------------------------------------------------


def test_a_sound_position(run, answers):
    (deal,) = answers("analyze", *SIX_OF_HEARTS, "--sound")
    assert deal["sound"] == {"sound": True, "at": None, "other": None}
    assert deal["difficulty"] == {
        "only_moves": 1,
        "likely_cost": 3,
        "likely": [{"at": 0, "cards": ["C4"], "cost": 3}],
    }
    text = run("analyze", *SIX_OF_HEARTS, "--sound").stdout
    assert "Sound: the choice of Y along the main line has one best card." in text
    assert "Only moves in a row: 1. Likely-looking cards cost 3." in text
    assert "C4 costs 3, H6 is the only move" in text


def test_the_first_place_where_another_card_does_as_well(run, answers):
    (deal,) = answers("analyze", *TWO_DIAMONDS, "--sound", "--no-line")
    sound = deal["sound"]
    assert (sound["sound"], sound["at"], {sound["other"]} < {"D9", "D7"}) == (False, 0, True)
    assert deal["line"] == []
    text = run("analyze", *TWO_DIAMONDS, "--sound").stdout
    assert "Not sound: at trick 1 Y may play D" in text


def test_no_choice_matters(run, answers):
    """A is safe with any card in the ending."""
    assert answers("analyze", *TYPED, "--sound")[0]["difficulty"]["only_moves"] == 0
    assert "Sound, but no choice of A makes a difference." in run("analyze", *TYPED, "--sound").stdout


def test_nothing_is_said_where_it_is_not_asked(run, answers):
    (deal,) = answers("analyze", *SIX_OF_HEARTS)
    assert not {"sound", "difficulty"} & set(deal)
    assert "Sound" not in run("analyze", *SIX_OF_HEARTS).stdout


def test_stopped_by_a_limit(run, answers):
    """The analysis has its nodes, the searches along the line have none left."""
    position = Position.parse("A:.94..2 6.6.2. .7..75 ..A4.4", game="hearts", leader="A")
    nodes = Question(position, "Z", "points", None).analysis(line=True).nodes
    typed = ("--game", "hearts", "--deal", "A:.94..2 6.6.2. .7..75 ..A4.4", "--leader", "A", "--for", "Z")
    (deal,) = answers("analyze", *typed, "--sound", "--nodes", nodes + 1, status=3)
    assert (deal["exact"], deal["sound"], deal["difficulty"]) == (True, None, None)
    result = run("analyze", *typed, "--sound", "--nodes", nodes + 1)
    assert (result.exit_code, "Not known to be sound: stopped by the node limit" in result.stdout) == (
        3,
        True,
    )


def test_side_by_side_the_same_is_found(answers, tmp_path):
    """Soundness and refutations of several positions, on one thread and on three."""
    path = tmp_path / "deals.jsonl"
    rests = ["6.6.2. .7..75 ..A4.4", "6.5.2. .7..75 ..K4.4", ".Q5.2. 5.7..5 ..A4.4"]
    positions = [Position.parse(f"A:.94..2 {rest}", game="hearts", leader="A") for rest in rests] * 2
    path.write_text("\n".join([position.to_json() for position in positions]))

    def found(jobs):
        objects = answers("analyze", path, "--sound", "--refute", "C2", "--refute", "H9", "--jobs", jobs)
        return [{**deal, "seconds": None} for deal in objects]

    alone = found(1)
    assert [deal["position"] for deal in alone] == [1, 2, 3, 4, 5, 6]
    assert all(deal["sound"] and len(deal["refuted"]) == 2 for deal in alone)
    assert found(3) == alone


@pytest.mark.parametrize("more", [("--method", "maxn"), ("--each-seat",), ("--solutions", "1")])
def test_what_does_not_go_together(run, more):
    result = run("analyze", *TYPED, "--sound", *more)
    assert result.exit_code == 2
    assert "--sound needs" in one_line(result.stderr)


# --- generate --only-best -------------------------------------------------------------------------------


def test_one_card_alone_is_best(run):
    result = run("generate", "hearts", "--cards", 4, "--count", 5, "--only-best", "--cost", 2, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = [Position.from_json(line) for line in result.stdout.splitlines()]
    assert len(found) == 5
    for position in found:
        best, second, *_ = sorted(value or 0 for value in analyze(position).cards.values())
        assert second - best >= 2


def test_for_a_side_and_a_goal(run):
    asked = ("--for", "A", "--goal", "clear")
    result = run("generate", "hearts", "--cards", 3, "--count", 4, "--only-best", *asked, "--json")
    for line in result.stdout.splitlines():
        assert len(analyze(Position.from_json(line), "A", "clear").best) == 1
    again = run("generate", "hearts", "--cards", 3, "--count", 4, "--only-best", *asked, "--json")
    assert again.stdout == result.stdout


def test_fewer_than_asked_for(run):
    """What there is is printed, and how many that was is said."""
    every = run("generate", "cinch", "--cards", 3, "--count", 99, "--only-best", "--tries", 30, "--json")
    found = every.stdout.count("\n")
    assert 0 < found < 30
    assert every.exit_code == 0
    assert f"30 deals have {found} of 99 positions" in one_line(every.stderr)
    positions = [Position.from_json(line) for line in every.stdout.splitlines()]
    drawn = run("generate", "cinch", "--cards", 3, "--count", 30, "--json").stdout.splitlines()
    assert positions == [one for line in drawn if len(analyze(one := Position.from_json(line)).best) == 1
                         and len(one.legal_cards()) > 1]  # fmt: skip


def test_none_is_a_fault(run):
    result = run("generate", "hearts", "--cards", 2, "--only-best", "--cost", 14, "--tries", 20)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "20 deals have none" in one_line(result.stderr)


@pytest.mark.parametrize("more", [("--cost", 2), ("--goal", "clear"), ("--for", "A"), ("--tries", 5)])
def test_only_with_only_best(run, more):
    result = run("generate", "hearts", "--cards", 3, *more)
    assert result.exit_code == 2
    assert f"{more[0]} goes with --only-best" in one_line(result.stderr)


@pytest.mark.parametrize(("more", "why"), [(("--goal", "tricks"), "--goal"), (("--for", "Q"), "--for")])
def test_what_the_game_does_not_have(run, more, why):
    result = run("generate", "hearts", "--cards", 3, "--only-best", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in one_line(result.stderr)


def test_house_rules(run, tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "hearts"\n[points]\nSQ = 5\n', "utf-8")
    result = run(
        "generate", "--rules", tmp_path / "mine.toml", "--cards", 3, "--only-best", "--cost", 5, "--json"
    )
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["hands"]) == 4


# --- docs/puzzles.md ------------------------------------------------------------------------------------

PUZZLES = read_pbn((EXAMPLES / "puzzles.pbn").read_text("utf-8"))
PAGE = (EXAMPLES.parent / "docs" / "puzzles.md").read_text("utf-8")
SECTIONS = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]


def test_four_of_hearts_four_of_cinch_and_four_others():
    games = [record.sound().game for record in PUZZLES]
    assert len(PUZZLES) == len(SECTIONS) == 12
    assert games[:4] == ["hearts"] * 4
    assert games[4:8] == ["cinch"] * 4
    assert len({*games[8:]} - {"hearts", "cinch"}) == 4


@pytest.mark.parametrize("number", range(1, 13))
def test_a_puzzle_of_the_page(number):
    """Picture, difficulty and solution are the program's, and each choice of the side is the only one."""
    position, section = PUZZLES[number - 1].sound(), SECTIONS[number - 1]
    answer = analyze(position)
    found, look = soundness(answer), Look(symbols=False)
    assert section.startswith(f"{number}. {position.rules.name}\n")
    picture, solution = re.findall(r"^```text\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    whole = analysis_text(answer, look).plain
    assert whole.startswith(picture.rstrip("\n") + "\n\n")
    assert "\n" + solution in whole
    assert found.sound
    measured = f"in a row: {len(found.only_moves)}. Likely-looking cards cost {found.likely_cost}."
    assert measured in " ".join(section.split())
    assert section.index("<details>") > section.index("in a row")
    assert solution in section[section.index("<details>") :]


@pytest.mark.parametrize("number", range(1, 13))
def test_what_the_page_asks_for_is_the_value(number):
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
    asked = re.search(r"^\*\*(.*?)\*\*", " ".join(SECTIONS[number - 1].split("```")[2].split()))
    answer = analyze(PUZZLES[number - 1].sound())
    assert asked is not None
    text = asked[1].replace("nothing", "no")
    assert next(words.index(word) for word in re.findall(r"\w+", text) if word in words) == answer.value


@pytest.mark.parametrize("number", range(1, 13))
def test_the_values_by_the_reference(number):
    """Every card's value, and so the only best one, by a search that shares no code with the program's.

    Six cards of Cinch are too many for it: two of them are asked about after the first trick.
    """
    position = PUZZLES[number - 1].sound()
    if position.game == "cinch" and len(position.hands[0]) == 6:
        for card in analyze(position).line[:4]:
            position = position.play(card)
    answer = analyze(position)
    solver = Solver(json.loads(position.to_json()), answer.side, "points")
    assert solver.card_values() == answer.cards

"""`openhand advise`: hidden hands typed and in files, facts, odds, limits, and what is refused."""

from __future__ import annotations

import json

import pytest

from solver import Position, View, advise
from tests.cli.conftest import EXAMPLES, TYPED, one_line

WHIST = ("--game", "whist", "--deal", "A:A2... - - -", "--leader", "A")
DEAD = " ".join(
    suit + rank for suit in "SHDC" for rank in "AKQJT98765432"
    if suit + rank not in {"SA", "S2", "SK", "SQ", "SJ", "ST", "D3", "D2"}
)  # fmt: skip


def test_a_typed_hand_with_the_others_hidden(answers):
    (answer,) = answers("advise", *WHIST, "--dead", DEAD, "--odds", "SK S2")
    view = View.parse("A:A2... - - -", game="whist", leader="A", dead=DEAD)
    expected = advise(view)
    assert answer["layouts"] == 90
    assert answer["worlds"] == 90
    assert answer["exact"] is True
    assert answer["dead"] == 0
    assert answer["side"] == ["A", "B"]
    assert {card["card"]: card["mean"] for card in answer["cards"]} == expected.mean
    assert answer["best"] == ["SA"]
    assert answer["cards"][0]["error"] == 0
    assert answer["cards"][0]["behind"] == {"mean": 0, "error": 0}
    third = pytest.approx(1 / 3)
    assert answer["odds"] == {"SK": {"Y": third, "B": third, "Z": third}, "S2": {"A": 1}}
    assert "file" not in answer


def test_hidden_hands_in_files_with_what_is_known(answers):
    record = {
        "game": "whist",
        "seats": "A Y B Z",
        "leader": "A",
        "hands": {"A": ["SA", "S2"], "Y": None},
        "id": 7,
    }
    record["known"] = {"dead": DEAD.split(), "void": {"Y": "S"}}
    pbn = (
        f'[Game "whist"]\n[Deal "A:A2... - - -"]\n[Leader "A"]\n[Board "12"]\n'
        f'[Known "dead={",".join(DEAD.split())} void=Y:S"]\n'
    )
    (from_json,) = answers("advise", "-", stdin=json.dumps(record))
    (from_pbn,) = answers("advise", "-", stdin=pbn)
    assert from_json["layouts"] == from_pbn["layouts"] == 6  # Y has the diamonds, B two of four spades
    assert from_json["cards"] == from_pbn["cards"]
    assert (from_json["file"], from_json["position"], from_json["id"]) == ("-", 1, 7)
    assert from_pbn["id"] == "12"


def test_with_a_hidden_hand_the_question_is_asked_at_the_end_of_the_play(answers):
    deal = '[Game "hearts"]\n[Deal "A:AK8.J65.K4.73 - - -"]\n[Leader "A"]\n[Play "A"]\nSA D2 S3 S4\n'
    (answer,) = answers("advise", "-", "--worlds", "3", "--odds", "SQ", "--seat", "A", stdin=deal)
    assert [card["card"] for card in answer["cards"]][:2] == ["SK", "S8"]
    assert "Y" not in answer["odds"]["SQ"]  # it did not follow
    (earlier,) = answers("advise", "-", "--worlds", "3", "--after", "0", stdin=deal)
    assert earlier["cards"][0]["card"] == "SA"


def test_where_all_hands_are_given_the_others_are_forgotten(answers):
    (answer,) = answers("advise", *TYPED)
    assert answer["layouts"] == 1680
    assert answer["exact"] is True
    expected = advise(View.of(Position.parse(TYPED[3], game="hearts", leader="A")))
    assert [card["mean"] for card in answer["cards"]] == list(expected.mean.values())


def test_every_position_of_a_file_is_answered(answers):
    found = answers("advise", EXAMPLES / "cinch.pbn", "--worlds", "5")
    assert [answer["position"] for answer in found] == [1, 2, 3, 4]
    assert all(answer["worlds"] == 5 and not answer["exact"] for answer in found)


def test_seeds_draw_other_layouts_and_jobs_the_same(answers):
    asked = ("advise", *TYPED, "--worlds", "20", "--all-below", "1")
    first, other, side_by_side = (
        answers(*asked, *more)[0]["cards"] for more in ((), ("--seed", "1"), ("--jobs", "2"))
    )
    assert first != other
    assert first == side_by_side


def test_plans_have_no_shares(answers):
    (answer,) = answers("advise", *TYPED, "--worlds", "4", "--all-below", "1", "--ahead", "2")
    for card in answer["cards"]:
        assert card["share"] is card["low"] is card["high"] is card["behind"] is None
        assert card["mean"] is not None


def test_every_seat_for_itself(answers):
    (answer,) = answers("advise", *TYPED, "--worlds", "4", "--all-below", "1", "--method", "maxn")
    assert answer["side"] == ["A"]
    assert answer["method"] == "maxn"


def test_a_limit_leaves_what_is_finished(answers):
    (answer,) = answers("advise", EXAMPLES / "hearts.pbn", "--nodes", "1", status=3)
    assert answer["exact"] is False
    assert answer["worlds"] == 0
    assert {answer["cards"][0][name] for name in ("mean", "error", "share", "low", "high")} == {None}
    assert answer["best"] == []


def test_the_text_tells_what_was_looked_at(run):
    shown = run("advise", *TYPED).stdout
    assert "9 unseen cards: 3 with Y, 3 with B, 3 with Z" in shown
    assert "A against the rest: mean hearts over all 1,680 layouts" in shown
    assert "nobody's mistake is counted on" in shown
    drawn = run(
        "advise", *TYPED, "--worlds", "20", "--all-below", "1", "--goal", "clear", "--odds", "HA"
    ).stdout
    assert "chance over 20 of 1,680 layouts" in drawn
    assert "HA lies with: Y 33.3%, B 33.3%, Z 33.3%" in drawn
    cut = run("advise", EXAMPLES / "hearts.pbn", "--nodes", "1").stdout
    assert "over none of" in cut
    assert "Stopped by the node limit before the first layout was finished." in cut


def test_the_text_of_all_seats_together_names_nobody_against_them(run):
    shown = run("advise", *TYPED, "--for", "A,Y,B,Z", "--worlds", "3", "--all-below", "1").stdout
    assert "A, Y, B and Z together: mean hearts over 3 of 1,680 layouts" in shown


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--seat", "Y"), "openhand: --seat Y: A is to play, so the question is asked for A"),
        (
            ("--void", "Y:H", "--holds", "Y:HA"),
            "openhand: holds Y:HA: no layout of the 9 unseen cards fits this",
        ),
        (("--size", "Y=Q"), 'openhand: --size: Y: "Q" is not a whole number from 0 to 999999999'),
        (("--goal", "tricks"), None),
        (("--for", "Q"), None),
        (("--odds", "S1"), None),
        (("--method", "maxn", "--ahead", "2"), None),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_line(run, more, message):
    result = run("advise", *TYPED, *more)
    assert result.exit_code == 2
    assert message is None or one_line(result.stderr) == f"{message}\n"[:-1]


def test_other_commands_refuse_a_hidden_hand_and_name_advise(run):
    for command in ("analyze", "table", "perft"):
        depth = ("--depth", "1") if command == "perft" else ()
        result = run(command, *WHIST, *depth)
        assert result.exit_code == 2
        assert "openhand advise is for hidden hands" in result.stderr

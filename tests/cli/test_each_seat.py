"""`analyze --method maxn` and `--each-seat`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import EXAMPLES, TYPED, one_line

# The example of docs/each-seat.md.
PARTED = ("--game", "hearts", "--deal", "A:Q.82.. .7.9.K .J6.2.", "--leader", "A")


def test_the_table_of_the_seats(run):
    result = run("analyze", *PARTED, "--each-seat")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["seat", "against", "the", "rest", "each", "for", "itself"] in rows
    assert ["*", "A", "2", "0"] in rows
    assert ["B", "5", "5"] in rows
    assert ["C", "2", "0"] in rows
    assert result.stdout.isascii()
    assert not any(line.endswith(" ") for line in result.stdout.splitlines())


def test_the_table_as_json(answers):
    (answer,) = answers("analyze", *PARTED, "--each-seat")
    assert list(answer) == ["game", "goal", "ties", "to_play", "seats", "exact", "nodes", "seconds"]
    assert [(row["seat"], row["value"], row["maxn"]) for row in answer["seats"]] == [
        ("A", 2, 0),
        ("B", 5, 5),
        ("C", 2, 0),
    ]
    assert answer["exact"] is True


def test_every_card_has_a_number_for_every_seat(run, answers):
    (answer,) = answers("analyze", *PARTED, "--method", "maxn")
    assert answer["method"] == "maxn"
    assert answer["values"] == {"A": 0, "B": 5, "C": 0}
    assert answer["best"] == ["H2"]
    assert answer["cards"][0] == {"card": "SQ", "values": {"A": 3, "B": 0, "C": 2}}
    assert answer["line"][0] == "H2"
    text = run("analyze", *PARTED, "--method", "maxn").stdout
    assert "A 0, B 5, C 0" in text
    assert "  * H2        0    5    0" in text.splitlines()
    assert "Main line" in text


def test_only_the_best_card_and_no_line(run, answers):
    (answer,) = answers("analyze", *PARTED, "--method", "maxn", "--solutions", 1, "--no-line")
    assert [card["card"] for card in answer["cards"]] == ["H2"]
    assert answer["line"] == []
    text = run("analyze", *PARTED, "--method", "maxn", "--solutions", 1, "--no-line").stdout
    assert " SQ " not in text.split("card", 1)[1]
    assert "Main line" not in text


def test_ties_change_the_answer(answers):
    deal = ("--game", "hearts", "--deal", "A:QT..4. 7.K.T. .A.K3.", "--leader", "A", "--method", "maxn")
    assert answers("analyze", *deal)[0]["values"] == {"A": 0, "B": 0, "C": 2}
    assert answers("analyze", *deal, "--ties", "best")[0]["values"] == {"A": 1, "B": 1, "C": 0}


def test_yes_and_no(run):
    text = run("analyze", *TYPED, "--each-seat", "--goal", "clear").stdout
    assert "clear, yes or no" in text
    assert any(line.split() == ["Z", "no", "no"] for line in text.splitlines())


@pytest.mark.parametrize("how", [("--each-seat",), ("--method", "maxn")])
def test_stopped_by_a_limit(run, answers, how):
    result = run("analyze", *TYPED, *how, "--nodes", 3)
    assert result.exit_code == 3
    assert "NOT EXACT, stopped by the node limit" in result.stdout
    (answer,) = answers("analyze", *TYPED, *how, "--nodes", 3, status=3)
    assert answer["exact"] is False


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_positions_and_one_that_cannot_be_asked(run, answers, jobs):
    files = [EXAMPLES / "cinq-cents.pbn", EXAMPLES / "enfle.pbn", EXAMPLES / "cinch.pbn"]
    asked = ("--each-seat", "--nodes", 2000, "--jobs", jobs)
    found = answers("analyze", *files, *asked, status=2)
    assert "error" in found[1]
    assert found[0]["game"] == "cinq-cents"
    result = run("analyze", EXAMPLES / "enfle.pbn", "--method", "maxn")
    assert result.exit_code == 2
    assert "enfle: play can go round for ever" in one_line(result.stderr)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--ties", "best"), "--ties goes with"),
        (("--each-seat", "--for", "A"), "leave it out"),
        (("--method", "maxn", "--refute", "SA"), "--refute needs a side"),
        (("--method", "maximum"), "minimax"),
    ],
)
def test_options_that_do_not_go_together(run, wrong, said):
    result = run("analyze", *TYPED, *wrong)
    assert result.exit_code == 2
    assert said in one_line(result.stderr)


def test_a_coalition(answers):
    (answer,) = answers("analyze", *TYPED, "--for", "A,Y,B")
    assert answer["side"] == ["A", "Y", "B"]
    (rest,) = answers("analyze", *TYPED, "--for", "Z")
    assert answer["value"] + rest["value"] == 5

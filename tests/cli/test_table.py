"""`openhand table` as a user runs it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import EXAMPLES, TYPED, one_line

DEALT = TYPED[:4]  # without the leader


def test_cinch(run, answers):
    first = answers("table", EXAMPLES / "cinch.pbn")[0]
    assert (first["rows"], first["columns"], len(first["cells"])) == ("bidder", "trump", 16)
    (cell,) = [cell for cell in first["cells"] if (cell["bidder"], cell["trump"]) == ("A", "H")]
    assert (cell["side"], cell["total"], cell["exact"]) == (["A", "B"], 8, True)
    best = {row["bidder"]: row for row in first["best"]}
    most = max(cell["total"] for cell in first["cells"] if cell["bidder"] == "A")
    assert best["A"]["bid"] == most
    assert f"best bid {most}, on " in run("table", EXAMPLES / "cinch.pbn").stdout


def test_whist(run, answers):
    (table,) = answers("table", EXAMPLES / "whist.pbn")
    assert {cell["trump"] for cell in table["cells"]} == {"S", "H", "D", "C", "NT"}
    (declarers,) = answers("table", EXAMPLES / "whist.pbn", "--declarers")
    assert declarers["rows"] == "declarer"
    assert "declares" in run("table", EXAMPLES / "whist.pbn", "--declarers").stdout


def test_hearts(run, answers):
    (table,) = answers("table", *DEALT)
    assert (table["rows"], table["columns"], len(table["cells"])) == ("leader", "seat", 16)
    assert "best" not in table
    for cell in table["cells"]:
        assert cell["clear"] == (cell["total"] == 0)
    assert "Hearts, each seat against the others" in run("table", *DEALT).stdout
    (row,) = answers("table", *TYPED)
    assert row["cells"] == [cell for cell in table["cells"] if cell["leader"] == "A"]


def test_auction(run, answers):
    typed = ["--game", "auction-hearts", *DEALT[2:]]
    (table,) = answers("table", *typed)
    assert (table["rows"], table["columns"]) == ("bidder", "avoid")
    assert all(cell["clear"] == (cell["total"] == 0) for cell in table["cells"])
    assert "avoiding" in run("table", *typed).stdout


def test_jobs_make_no_difference(answers):
    one, two = (answers("table", EXAMPLES / "cinch.pbn", "--jobs", jobs) for jobs in (1, 2))
    assert one == two


def test_stopped_by_a_limit(run, answers):
    deal = EXAMPLES / "auction-hearts.pbn"
    (table,) = answers("table", deal, "--nodes", 50, status=3)
    assert table["exact"] is False
    assert any(cell["total"] is None and cell["lower"] < cell["upper"] for cell in table["cells"])
    result = run("table", deal, "--nodes", 50)
    assert result.exit_code == 3
    assert "NOT EXACT" in result.stdout


def test_what_is_refused(run, answers):
    assert "a trick is on the table" in one_line(run("table", *TYPED, "--play", "SA").stderr)
    assert "no goal" in answers("table", *TYPED, "--goal", "settle", status=2)[0]["error"]
    assert "declarers" in one_line(run("table", *TYPED, "--declarers").stderr)


def test_a_goal(run):
    assert " yes" in run("table", *TYPED, "--goal", "at-most:1").stdout


@pytest.mark.parametrize("trick", ["D5", "SA", "D5 D6 D7 D8"])
def test_a_trick_that_nobody_is_said_to_have_led_is_not_passed_over(run, trick):
    told = one_line(run("table", *DEALT, "--trick", trick).stderr)
    assert told.startswith("openhand: --leader: no leader: name the seat that led the trick or is to lead")

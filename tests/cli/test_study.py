"""`openhand study` as a user runs it."""

from __future__ import annotations

import json
import math
import re
import statistics
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from solver import Positions, analyze, solve_batch
from solver.model import extras
from solver.positions.stream import RandomDeals
from solver.rules import load
from tests.cli.conftest import one_line

needs_plot = pytest.mark.skipif(find_spec("matplotlib") is None, reason="openhand[plot] is not installed")
QUICK = ("study", "hearts", "--cards", 5)


def test_the_mean_is_that_of_the_deals(answers):
    """Whole deals are those of `Positions.random`; the leader's side is asked."""
    (found,) = answers("study", "cinch", "--deals", 150, "--seed", 7)
    values = solve_batch(Positions.random("cinch", 150, rng=7)).tolist()
    assert found["mean"] == [pytest.approx(statistics.mean(values))] * 2
    assert found["error"] == pytest.approx(statistics.stdev(values) / math.sqrt(150))
    assert found["values"] == {str(value): values.count(value) / 150 for value in sorted(set(values))}
    expected = np.quantile(values, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf").tolist()
    assert found["quantiles"] == dict(zip(("5", "25", "50", "75", "95"), expected))
    assert (found["game"], found["goal"], found["side"]) == ("cinch", "points", None)
    assert (found["deals"], found["exact"], found["stopped"], found["by"]) == (150, True, 0, [])


def test_cards_are_the_positions_of_generate(answers, run):
    """One by one, the leader's value; with --for another seat's."""
    made = run("generate", "hearts", "--cards", 5, "--count", 40, "--seed", 3, "--json").stdout
    for side in ((), ("--for", "y")):
        (found,) = answers(*QUICK, "--deals", 40, "--seed", 3, *side)
        values = [one["value"] for one in answers("analyze", "-", *side, stdin=made)]
        assert found["mean"][0] == statistics.mean(values)
        assert found["values"] == {str(value): values.count(value) / 40 for value in sorted(set(values))}
    assert found["side"] == ["Y"]


def test_any_number_of_jobs(answers):
    one, two = (answers(*QUICK, "--deals", 60, "--by", "points", "--jobs", jobs) for jobs in (1, 2))
    assert one == two


def test_by_is_what_the_first_seat_holds(answers):
    (found,) = answers("study", "cinch", "--deals", 120, "--by", "length:T", "--by", "holds:h5")
    deals = Positions.random("cinch", 120)
    hands = [position.hands[position.seats.index(position.leader)] for position in deals]
    lanes = [deals.rules.lane(position.trump or "", position.trump) for position in deals]
    kinds = [(sum(map(lane.__contains__, hand)), "H5" in hand) for hand, lane in zip(hands, lanes)]
    assert [(*part["where"].values(), part["deals"]) for part in found["by"]] == [
        (*kind, kinds.count(kind)) for kind in sorted(set(kinds))
    ]
    assert list(found["by"][0]["where"]) == ["length:T", "holds:H5"]
    whole = sum(part["mean"][0] * part["deals"] for part in found["by"]) / 120
    assert whole == pytest.approx(found["mean"][0])


def test_by_with_a_side(answers):
    """The first seat named is the one looked at, whoever leads."""
    (found,) = answers("study", "cinch", "--deals", 60, "--for", "B,A", "--by", "leads", "--by", "holds:SA")
    deals = Positions.random("cinch", 60)
    kinds = [(position.leader == "B", "SA" in position.hands[2]) for position in deals]
    assert {tuple(part["where"].values()): part["deals"] for part in found["by"]} == {
        kind: kinds.count(kind) for kind in kinds
    }
    assert found["side"] == ["B", "A"]


def test_trump_options_seats_and_rules(answers, tmp_path):
    (found,) = answers("study", "cinch", "--deals", 20, "--trump", "s", "--option", "bid=14",
                       "--option", "bidder=North", "--seats", "North East South West", "--goal", "settle",
                       "--for", "North,South")  # fmt: skip
    deals = Positions.random("cinch", 20, seats="North East South West", trump="S",
                             options={"bid": 14, "bidder": "North"})  # fmt: skip
    assert found["mean"][0] == solve_batch(deals, "North,South", "settle").mean()
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 5\n')
    (mine,) = answers("study", "--rules", house, "--deals", 10, "--cards", 4)
    assert mine["game"] == "queen"


def test_of_free_cards(answers):
    (found,) = answers(*QUICK, "--deals", 30, "--of", "free-cards")
    (made,) = answers(*QUICK, "--deals", 1, "--of", "free-cards")
    first = analyze(RandomDeals(load("hearts"), 0, 5).take(1)[0])
    assert made["mean"][0] == len(first.best)
    assert set(found["values"]) <= {"1", "2", "3", "4", "5"}
    assert found["of"] == "free-cards"


def test_stopped_deals_are_counted_apart(answers, run):
    asked = ("study", "hearts", "--cards", 7, "--deals", 40, "--nodes", 400)
    (found,) = answers(*asked, status=3)
    (true,) = answers(*asked[:-2])
    assert 0 < found["stopped"] < 40
    assert found["exact"] is False
    assert found["mean"][0] < true["mean"][0] < found["mean"][1]
    assert sum(found["values"].values()) == pytest.approx(1)
    text = run(*asked)
    assert text.exit_code == 3
    assert f"NOT EXACT: {found['stopped']} deals stopped by a limit" in text.stdout
    assert f"mean {found['mean'][0]:.2f} to {found['mean'][1]:.2f}, error" in text.stdout


def test_the_text(run, answers):
    (found,) = answers("study", "cinch", "--deals", 100)
    lines = run("study", "cinch", "--deals", 100, "--by", "length:T").stdout.splitlines()
    assert lines[:2] == ["Cinch: 100 deals", "Points, the seat to play and its partner against the rest"]
    assert lines[3].startswith(f"mean {found['mean'][0]:.2f}, error {found['error']:.2f}")
    share = found["values"]["14"]
    (row,) = [line for line in lines if line.split()[:1] == ["14"]]
    assert row.split()[1:3] == [f"{100 * share:.1f}%"] * 2
    assert row.count("#") == round(30 * share / max(found["values"].values()))
    head = next(line for line in lines if "length:T" in line)
    assert head.split() == ["length:T", "deals", "mean", "error", "5%", "25%", "50%", "75%", "95%"]


def test_the_text_of_a_goal_that_is_met_or_not(run):
    text = run("study", "cinch", "--deals", 60, "--goal", "at-least:14").stdout
    assert "Goal at-least:14, the seat to play and its partner" in text
    assert "yes in " in text
    assert "quantiles" not in text
    never = run("study", "hearts", "--cards", 9, "--deals", 20, "--goal", "all").stdout
    assert "yes in 0.0%, and yes in hardly more than 13.9% of all deals" in never  # 1 - 0.05 ** (1 / 20)


def test_ctrl_c_leaves_the_deals_solved_until_then(run, third_call_interrupted):
    result = run(*QUICK, "--deals", 5000, "--json")
    assert (result.exit_code, result.stderr) == (130, "openhand: interrupted\n")
    found = json.loads(result.stdout)
    assert (found["deals"], found["exact"]) == (sum(third_call_interrupted[:2]), False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "give a GAME"),
        (("heartz",), 'did you mean "hearts"'),
        (("hearts", "--by", "length:T"), "--by: length:T: hearts has no trumps"),
        (("hearts", "--by", "spades"), "--by"),
        (("hearts", "--by", "points", "--by", "POINTS"), "given twice"),
        (("hearts", "--for", "Q"), "--for: there is no seat"),
        (("hearts", "--goal", "settle"), "--goal"),
        (("hearts", "--cards", 14), "--cards"),
        (("hearts", "--trump", "S"), "--trump: hearts has no trumps"),
        (("cinch", "--trump", "Q"), '--trump: "Q" is not a suit: S H D C'),
        (("cinch", "--trump", "NT"), "--trump: cinch always has a trump suit"),
        (("hearts", "--option", "bid=3"), "--option: hearts has no option"),
        (("cinch", "--option", "bidder=Q"), "not one of"),
        (("cinch", "--option", "discards=H4"), "every deal is another"),
        (("hearts", "--seats", "9"), "--seats"),
        (("hearts", "--deals", 0), "--deals"),
        (("hearts", "--plot", "x.pdf"), "--plot"),
        (("hearts", "--plot", "nowhere/x.svg"), "--plot"),
    ],
)
def test_what_cannot_be_studied(run, given, said):
    result = run("study", *given)
    assert result.exit_code == 2
    assert said in one_line(result.stderr)


# --- pictures -------------------------------------------------------------------------------------------


def test_plot_without_matplotlib(run, monkeypatch, tmp_path):
    def missing(name):
        raise ModuleNotFoundError(name=name.partition(".")[0])

    monkeypatch.setattr(extras, "import_module", missing)
    result = run(*QUICK, "--plot", tmp_path / "x.svg")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "matplotlib is missing: pip install 'openhand[plot]' brings it" in one_line(result.stderr)


@pytest.mark.plot
@needs_plot
@pytest.mark.parametrize(
    "more",
    [(), ("--goal", "clear"), ("--by", "points"), ("--goal", "clear", "--by", "points", "--by", "leads"),
     ("--of", "free-cards"), ("--nodes", 30, "--by", "length:S")],
)  # fmt: skip
def test_plot(run, tmp_path: Path, more):
    """The same study makes the same SVG, which says what it shows."""
    first, again = tmp_path / "a.svg", tmp_path / "b.svg"
    for path in (first, again):
        assert run(*QUICK, "--deals", 30, *more, "--plot", path).exit_code in (0, 3)
    assert first.read_bytes() == again.read_bytes()
    text = first.read_text()
    assert "Hearts: 30 deals" in text
    assert ("by points" in text) == ("points" in more)


@pytest.mark.plot
@needs_plot
def test_plot_as_png(run, tmp_path: Path):
    assert run(*QUICK, "--deals", 5, "--plot", tmp_path / "x.PNG").exit_code == 0
    assert (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG")


# --- the page -------------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"
LONG = re.findall(r"^openhand (study .*--deals \d{3,}.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", LONG)
def test_the_commands_of_the_page(run, command):
    """They take minutes there; here each looks at one deal."""
    asked = re.sub(r" --plot \S+", "", re.sub(r"--deals \d+", "--deals 1", command))
    assert run(*asked.split()).exit_code == 0


def test_the_pictures_of_the_page_are_small():
    names = re.findall(r"\((img/study-\w+\.svg)\)", PAGE.read_text(encoding="utf-8"))
    assert len(names) == 5
    assert all((PAGE.parent / name).stat().st_size < 40_000 for name in names)

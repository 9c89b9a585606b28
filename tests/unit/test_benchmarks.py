"""The benchmarks' decks, and what is made of times; nothing here measures any."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from benchmarks import chart, contenders, decks, report
from benchmarks.contenders import Answer, Colver, Endplay, Ours, OursInBatch, bridge_deal
from benchmarks.hidden import Advises, Bids, Counts
from benchmarks.machine import here
from benchmarks.make import PLANS
from benchmarks.measure import QUICK, Effort, Figures, Result, Shot, disagreements, figures, part_at, run
from benchmarks.trials import GROUPS, TRIALS, Trial, chosen
from solver import PositionError, View, solve
from solver.scoring.goals import payoff

WHOLE = "hearts-13"  # twenty are enough of the longest
OF_CARDS = [name for name in decks.names() if not name.startswith("belote") and name != "signature"]


# --- the decks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", decks.names())
def test_each_deck_is_long_enough_and_tells_how_it_was_made(name: str) -> None:
    deck = decks.read(name)
    assert len(deck.entries) >= (20 if name == WHOLE else 100)
    assert deck.provenance.recipe
    assert deck.provenance.made_by.startswith("benchmarks.make.")


def test_every_deck_can_be_dealt_again() -> None:
    assert sorted(PLANS) == decks.names()
    for name, plan in PLANS.items():
        provenance = decks.read(name).provenance
        assert provenance.recipe == plan.maker.recipe
        assert provenance.made_by == f"benchmarks.make.{type(plan.maker).__name__}"


@pytest.mark.parametrize("name", OF_CARDS)
def test_every_position_reads_and_is_at_the_start_of_a_trick(name: str) -> None:
    positions = decks.read(name).positions()
    cards = int(name.replace("-nt", "").replace("-spades", "").rsplit("-", 1)[1])
    assert {len(hand) for position in positions for hand in position.hands} == {cards}
    assert not any(position.trick for position in positions)
    assert len(set(positions)) == len(positions)


def test_the_cinch_deck_has_the_trumps_that_the_game_brings() -> None:
    held = []
    for position in decks.read("cinch-6").positions():
        trumps = position.rules.lane(str(position.trump), position.trump)
        held.append(sum(card in trumps for hand in position.hands for card in hand))
    assert min(held) >= 12
    assert held.count(14) > 0.9 * len(held)


@pytest.mark.parametrize("name", ["open-hearts-8", "open-three-handed-8"])
def test_every_pointed_card_is_still_to_fall(name: str) -> None:
    for position in decks.read(name).positions():
        held = {card for hand in position.hands for card in hand}
        gone = {card for heap in position.taken for card in heap}
        assert sum(card[0] == "H" for card in held) == 13
        assert "SQ" in held
        assert held | gone == set(position.rules.pack(len(position.seats)))


def test_positions_are_new_each_time_and_other_rules_can_be_laid_on() -> None:
    deck = decks.read("hearts-8")
    assert deck.positions(2) == deck.positions(2)
    assert deck.positions(1)[0] is not deck.positions(1)[0]
    assert deck.positions(1, "black-lady")[0].game == "black-lady"
    assert deck.positions(1, "black-lady")[0].hands == deck.positions(1)[0].hands


def test_what_is_written_reads_again(tmp_path: Path) -> None:
    provenance = decks.Provenance("mine", "about", "recipe", "somebody", "1", 2)
    entries = [{"cfn": "one"}, {"cfn": "two"}]
    decks.write(provenance, entries, tmp_path)
    deck = decks.read("mine", tmp_path)
    assert deck.provenance == provenance
    assert deck.texts() == ["one", "two"]
    assert deck.texts(1) == ["one"]
    assert decks.names(tmp_path) == ["mine"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "an empty file"),
        ('{"game": "hearts"}\n', "does not say what the deck is"),
        ("no JSON\n", "does not say what the deck is"),
        (
            '{"deck": "b", "about": "", "recipe": "", "made_by": "", "seed": "", "positions": 0}\n',
            'that of "b"',
        ),
        (
            '{"deck": "a", "about": "", "recipe": "", "made_by": "", "seed": "", "positions": 1}\n',
            "0 positions",
        ),
    ],
)
def test_a_file_that_is_not_what_it_says_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        decks.read("a", tmp_path)


# --- the trials -----------------------------------------------------------------------------------------


def test_trials_have_names_of_their_own_and_decks_that_exist() -> None:
    assert len({trial.name for trial in TRIALS}) == len(TRIALS)
    used = {who.deck for trial in TRIALS for who in (trial.ours, trial.peer) if who}
    assert used <= set(decks.names())


def test_every_goal_that_is_asked_for_is_one_of_the_game() -> None:
    asked = [who for trial in TRIALS for who in (trial.ours, trial.peer) if isinstance(who, Ours)]
    for contender in asked:
        position = decks.read(contender.deck).positions(1, contender.game)[0]
        try:
            payoff(position, contender.goal, (0,))
        except PositionError as error:
            pytest.fail(f"{contender}: {error}")


def test_choosing() -> None:
    assert chosen(()) == TRIALS
    assert {trial.group for trial in chosen(("whist", "cinch"))} == {"whist", "cinch"}
    assert [trial.name for trial in chosen(("small-3",))] == ["small-3"]
    assert set(GROUPS) == {trial.group for trial in TRIALS}
    with pytest.raises(ValueError, match='no suite "bridge"'):
        chosen(("bridge",))


def test_our_calls_answer_what_solve_does() -> None:
    positions = decks.read("small-3").positions(3)
    wanted = [solve(position) for position in positions]
    answers = [call() for call in Ours("small-3").calls(3, 60.0)]
    assert [answer.value for answer in answers] == [solution.value for solution in wanted]
    assert [answer.nodes for answer in answers] == [solution.nodes for solution in wanted]
    (batch,) = [call() for call in OursInBatch("small-3", copies=2).calls(3, 60.0)]
    assert batch.value == [solution.value for solution in wanted] * 2
    assert batch.positions == 6
    assert OursInBatch("small-3", copies=2).nodes(3, 60.0) == 2 * sum(solution.nodes for solution in wanted)


@pytest.mark.peers
@pytest.mark.parametrize("name", ["whist-6-nt", "whist-6-spades"])
def test_the_bridge_solver_is_given_the_same_cards(name: str) -> None:
    pytest.importorskip("endplay")
    position = decks.read(name).positions(1)[0]
    deal = bridge_deal(position)
    for hand, held in zip((deal.north, deal.east, deal.south, deal.west), position.hands, strict=True):
        assert len(hand) == len(held)
        assert all(card in hand for card in held)
    ours, theirs = Ours(name, cards=True), Endplay(name, cards=True)
    answers = [call().value for call in ours.calls(3, 60.0)]
    assert [call().value for call in theirs.calls(3, 60.0)] == answers
    best = [max(cards.values()) for cards in answers if isinstance(cards, dict)]
    assert [call().value for call in Endplay(name).calls(3, 60.0)] == best


def test_belote_is_read_by_its_own_solver() -> None:
    pytest.importorskip("colver")
    (answer,) = [call() for call in Colver("belote-5").calls(1, 60.0)]
    assert isinstance(answer.value, dict)
    assert len(answer.value) <= 5


def test_an_absent_peer_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contenders, "find_spec", lambda name: None)
    monkeypatch.setattr(chart, "find_spec", lambda name: None)
    trial = Trial("t", "g", "", Ours("small-3"), Endplay("whist-6-nt"), same_work=True)
    result = run(trial, Effort(positions=2, deals=2, runs=1, budget=60.0, patience=60.0))
    assert (result.peer, result.ratio, result.disagreements) == (None, None, None)
    assert result.ours is not None
    assert result.ours.positions == 2
    assert result.notes == (Endplay("").missing(),)
    assert "endplay is not installed" in result.notes[0]
    assert "matplotlib is not installed" in chart.missing()


# --- what is made of times ------------------------------------------------------------------------------


def shots(*seconds: float, nodes: int | None = 10, finished: bool = True) -> list[Shot]:
    return [Shot(time, Answer(place, nodes, finished)) for place, time in enumerate(seconds)]


def made(passes: Sequence[Sequence[Shot]]) -> Figures:
    found = figures(Ours("hearts-8"), passes)
    assert found is not None
    return found


def test_parts_lie_between_neighbours_in_proportion() -> None:
    assert part_at([1.0, 2.0, 3.0], 0.5) == 2.0
    assert part_at([1.0, 2.0], 0.9) == pytest.approx(1.9)
    assert part_at([4.0], 0.9) == 4.0


def test_a_positions_time_is_the_median_of_its_runs() -> None:
    found = made([shots(1.0, 4.0, 3.0), shots(9.0, 4.0, 3.0), shots(2.0, 4.0, 90.0)])
    assert (found.median, found.max) == (3.0, 4.0)
    assert found.nodes == 30
    assert found.nodes_per_second == round(30 / 9)
    assert found.positions == 3


def test_a_batch_is_timed_as_a_whole() -> None:
    one = [Shot(2.0, Answer([1] * 100, positions=100))]
    found = figures(OursInBatch("hearts-8"), [one], 500)
    assert found is not None
    assert (found.median, found.p90, found.max) == (0.02, None, None)
    assert (found.per_second, found.nodes, found.nodes_per_second) == (50, 500, 250)


def test_positions_given_up_do_not_disagree() -> None:
    assert disagreements(shots(1.0, 1.0), shots(1.0, 1.0)) == 0
    others = [Shot(1.0, Answer(7)), Shot(1.0, Answer(None, finished=False))]
    assert disagreements(shots(1.0, 1.0), others) == 1


@pytest.fixture
def drawn_up() -> report.Report:
    """A run that never was: one trial beside a peer with a position given up, one alone."""
    ours = made([[*shots(0.5), *shots(2.0, finished=False)]])
    trial = Trial("t", "g", "about it", Ours("hearts-8"), Endplay("whist-6-nt"), aim="1.0", same_work=True)
    beside = Result(
        trial, 1, ours, made([shots(0.25, 0.25, nodes=None)]), 5.0, (5.0, 5.0), 0, None, ("a note",)
    )
    alone = Result(Trial("u", "h", "", Ours("hearts-8")), 2, ours, None, None, None, None, 12)
    return report.Report(here(), QUICK, made([shots(0.004)]), (beside, alone))


def test_the_table_tells_all(drawn_up: report.Report) -> None:
    console = Console(file=io.StringIO(), width=200)
    console.print(report.table(drawn_up))
    file: Any = console.file
    text = file.getvalue() + "\n".join([*report.heading(drawn_up), *report.footing(drawn_up)])
    for word in (
        ">2.00 s",
        ">1.25 s",
        "250.00 ms",
        ">5.00",
        "median 4.00 ms",
        "1 given up",
        "grew by 12 KB",
        "a note",
    ):
        assert word in text
    assert "and all the same: t" in text


def test_the_json_holds_the_same(drawn_up: report.Report) -> None:
    value = json.loads(report.as_json(drawn_up))
    assert value["results"][0]["ratio"] == 5.0
    assert value["results"][0]["ours"]["unfinished"] == 1
    assert value["results"][1]["peer"] is None
    assert set(value["machine"]) >= {"cpu", "python", "compiler", "date"}


def test_the_markdown_has_a_row_for_each_trial(drawn_up: report.Report) -> None:
    rows = [line for line in report.markdown(drawn_up).splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(drawn_up.results)
    assert len({row.count("|") for row in rows}) == 1
    assert rows[1].startswith("| about it | >1.25 s |")


def test_a_picture_is_drawn(drawn_up: report.Report, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    chart.draw(drawn_up, tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_short_numbers() -> None:
    assert [report.short(number) for number in (None, 7, 45_600, 1_234_567)] == ["", "7", "45.6k", "1.23M"]
    assert [report.duration(time) for time in (None, 0.00002, 0.0123, 2.5)] == [
        "",
        "20.0 us",
        "12.30 ms",
        "2.50 s",
    ]


# --- hidden hands ---------------------------------------------------------------------------------------


def test_hidden_hands_are_measured_on_what_the_rows_say() -> None:
    """Four cards each of which twelve are unseen; a few of the deck's positions; hands of nine for a bid."""
    endings = Advises("hearts-8", tricks=4, every=True, most=2)
    assert [View.of(position).layouts for position in endings.positions(None)] == [34_650, 34_650]
    (answer,) = [call() for call in Advises("hearts-8", tricks=5, worlds=7, most=1).calls(5, 60.0)]
    assert answer.finished
    assert isinstance(answer.value, dict)
    (counted,) = [call() for call in Counts("hearts-13").calls(1, 60.0)]
    assert 0 < counted.value < math.factorial(39) // math.factorial(13) ** 3  # type: ignore[operator]
    assert len(Bids("cinch-6", hands=3).calls(2, 60.0)) == 2

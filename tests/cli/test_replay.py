"""`openhand replay` and `openhand analyze --refute` as a user runs them."""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from solver import Position
from solver.analysis.question import Question
from solver.analysis.refute import refute_card
from solver.analysis.sound import Soundness
from solver.core.search import search
from tests.cli.conftest import EXAMPLES, TYPED, one_line

TABLES = EXAMPLES / "cinch-tables.txt"
HEARTS = {
    "game": "hearts",
    "hands": {"A": ["SA", "H2"], "Y": ["S3", "H4"], "B": ["S6", "H5"], "Z": ["H8", "H7"]},
    "leader": "A",
}


def deal_of(tmp_path: Path, *play: str) -> Path:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps({**HEARTS, "play": list(play)}))
    return path


def test_foster_from_tables_and_from_pbn(answers):
    tables, deals = answers("replay", TABLES)[:-1], answers("replay", EXAMPLES / "cinch.pbn")[:-1]
    assert [(deal["made"], deal["best"], deal["settle"]) for deal in tables] == [
        (7, 8, -15), (12, 7, 10), (12, 12, 10), (3, 8, -19),
    ]  # fmt: skip
    for table, deal in zip(tables, deals, strict=True):
        for key in ("record", "file"):
            assert table.pop(key) != deal.pop(key)
        assert table.pop("id", None) is None or deal.pop("id")
        assert table == deal
    assert [error["card"] for error in tables[0]["errors"]] == ["CQ", "C3", "HT"]
    assert tables[0]["given_away"] == {"A": 3, "Y": 2}


def test_a_card_of_the_json(answers):
    first = answers("replay", TABLES)[0]["cards"][0]
    assert first == {
        "trick": 1, "seat": "A", "card": "CQ", "before": 8, "after": 7, "total_before": 8, "total_after": 7,
        "cost": 1, "better": ["H2"],
    }  # fmt: skip


def test_values_are_those_of_analyze(answers):
    cards = answers("replay", EXAMPLES / "cinch.pbn")[1]["cards"]
    for number in range(0, 24, 5):
        fresh = answers("analyze", EXAMPLES / "cinch.pbn", "--after", number, "--for", "A,B")[1]
        assert (cards[number]["before"], cards[number]["total_before"]) == (fresh["value"], fresh["total"])


def test_errors_only(answers):
    (deal, *_) = answers("replay", TABLES, "--errors-only")
    assert deal["cards"] == deal["errors"]
    assert len(deal["cards"]) == 3


def test_the_text(run):
    text = run("replay", TABLES).stdout
    assert "! A  HT: 9 to 7, costs A and B 2. Better: HA HK" in text
    assert "! Y  C3: 7 to 9, costs Y and Z 2. Better: H5 D5" in text
    assert "A and B: 7 points as played; 8 points with best play by all." in text
    assert "Given away: A 3 (CQ HT); Y 2 (C3)." in text
    assert "Nobody gave anything away." in text
    assert "score -15 by the settlement" in text


def test_the_text_with_errors_only(run):
    rows = [line for line in run("replay", TABLES, "--errors-only").stdout.splitlines() if ">" in line]
    assert len(rows) == 2 + 1 + 0 + 3


def test_for_and_goal(answers, run):
    other = answers("replay", TABLES, "--for", "Y,Z")[0]
    assert (other["made"], other["best"]) == (7, 6)
    bid = answers("replay", TABLES, "--goal", "at-least:8")[0]
    assert (bid["best"], bid["made"]) == (1, 0)
    assert "yes to no" in run("replay", TABLES, "--goal", "at-least:8").stdout
    assert "has no goal" in one_line(run("replay", EXAMPLES / "bezique.pbn", "--goal", "howell").stderr)


def test_an_illegal_card(run, answers, tmp_path):
    path = deal_of(tmp_path, "SA", "H4")
    (deal,) = answers("replay", path, status=2)
    assert deal["legal"] is False
    assert deal["illegal"] == {"trick": 1, "seat": "Y", "card": "H4", "legal": ["S3"]}
    assert len(deal["cards"]) == 1
    result = run("replay", path)
    assert result.exit_code == 2
    assert "Trick 1 goes wrong" in result.stdout
    assert "Y may not play it now, legal are S3" in one_line(result.stderr)


def test_a_record_that_stops_early(run, answers, tmp_path):
    path = deal_of(tmp_path, "SA", "S3", "B:S6")
    (deal,) = answers("replay", path)
    assert (deal["over"], deal["best"], deal["made"], deal["settle"]) == (False, 0, 1, None)
    assert "as played so far, and with best play from here" in run("replay", path).stdout


def test_analyze_reads_the_play_of_json_and_tables(answers, tmp_path):
    path = deal_of(tmp_path, "SA", "S3")
    assert answers("analyze", path, "--after", 2)[0]["to_play"] == "B"
    one, other = (answers("analyze", path, "--after", 8)[0] for path in (TABLES, EXAMPLES / "cinch.pbn"))
    assert one["cards"] == other["cards"]


def test_no_play(run, answers, tmp_path):
    path = deal_of(tmp_path)
    assert "no Play" in one_line(run("replay", path).stderr)
    assert "no Play" in answers("replay", path, status=2)[0]["error"]


def test_a_table_told_by_options(answers, run, tmp_path):
    path = tmp_path / "hand.txt"
    path.write_text("A Y B Z\nSA S3 S6 H7\nH2 H4 H5 H8\n")
    assert "no game is named" in one_line(run("replay", path).stderr)
    (deal,) = answers("replay", path, "--game", "hearts")
    assert (deal["side"], deal["made"], deal["best"]) == (["A"], 1, 0)
    (spots,) = answers("replay", "-", "--game", "hearts", "--option", "spot=yes", stdin=path.read_bytes())
    assert spots["made"] == 7


def test_stopped_by_a_limit(run, answers):
    black_lady = EXAMPLES / "black-lady.pbn"
    deal = answers("replay", black_lady, "--nodes", 1000, status=3)[0]
    assert deal["exact"] is False
    assert deal["cards"][0]["cost"] is None
    assert deal["cards"][0]["bounds"]["before"][0] < deal["cards"][0]["bounds"]["before"][1]
    assert deal["cards"][-1]["cost"] == 0
    text = run("replay", black_lady, "--nodes", 1000)
    assert text.exit_code == 3
    assert "NOT EXACT" in text.stdout


def test_a_whole_deal_of_two_packs(run, answers, tmp_path):
    """Bounds for the first tricks, values for the last ones; what was made counts all that was taken."""
    (text,) = run("generate", "cancellation-hearts", "--seats", 7, "--cards", 14).stdout.split("\n\n")[:1]
    position = deal = Position.from_pbn(text)
    plays = []
    while not position.over:
        plays.append(position.legal_cards()[-1])
        position = position.play(plays[-1])
    record = json.loads(deal.to_json()) | {"play": plays}
    (answer,) = answers("replay", "-", "--nodes", 100, stdin=json.dumps(record), status=3)
    assert [card["card"] for card in answer["cards"]] == plays
    assert answer["cards"][0]["bounds"]["before"] == [0, 52]
    assert answer["cards"][-1]["cost"] == 0
    points = deal.rules.card_points()
    assert answer["made"] == sum(
        points.get(card, 0) for card in position.taken[deal.seats.index(deal.leader)]
    )


def test_no_file(run):
    assert run("replay").exit_code == 2
    assert "cannot be read" in one_line(run("replay", "nowhere.pbn").stderr)
    assert one_line(run("replay", "").stderr) == 'openhand: "": cannot be read: No such file or directory'


# --- analyze --refute -----------------------------------------------------------------------------------


def test_refute(run, answers):
    text = run("analyze", EXAMPLES / "cinch.pbn", "--refute", "C3", "--after", 1).stdout
    assert "If Y plays C3: 5 instead of 7, it costs Y and Z 2" in text
    (deal,) = answers("analyze", *TYPED, "--refute", "SA", "--refute", "h2")
    found = {item["card"]: item for item in deal["refuted"]}
    values = {item["card"]: item["value"] for item in deal["cards"]}
    assert set(found) == {"SA", "H2"}
    for card, item in found.items():
        assert (item["value"], item["cost"]) == (values[card], abs(values[card] - deal["value"]))
        assert item["line"][0] == card
        assert item["exact"]


@pytest.mark.parametrize("card", ["SK", "S1"])
def test_refute_a_card_that_may_not_be_played(run, answers, card):
    assert "--refute" in one_line(run("analyze", *TYPED, "--refute", card).stderr)
    assert "--refute" in answers("analyze", *TYPED, "--refute", card, status=2)[0]["error"]


def test_refute_asks_before_it_searches(run, answers, monkeypatch):
    """All cards are looked at first; a position with one that may not be played is not searched at all."""
    monkeypatch.setattr(Question, "analysis", lambda *_, **__: pytest.fail("searched"))
    result = run("analyze", *TYPED, "--refute", "SA", "--refute", "SK")
    assert result.exit_code == 2
    assert (result.stdout, "legal are SA S5 H2" in one_line(result.stderr)) == ("", True)


def test_a_line_that_a_limit_stopped_shows_in_the_exit_status(run, monkeypatch):
    def without_line(answer, card, limits, stop):
        return replace(refute_card(answer, card, limits, stop), line=(), stopped="nodes")

    monkeypatch.setattr("solver.cli.analyze.refute_card", without_line)
    result = run("analyze", *TYPED, "--refute", "SA", "--json")
    assert result.exit_code == 3
    assert (json.loads(result.stdout)["exact"], json.loads(result.stdout)["refuted"][0]["exact"]) == (
        True,
        False,
    )


def test_nothing_is_refuted_after_ctrl_c_in_sound(run, monkeypatch):
    """Ctrl-C while soundness is asked: the answer is printed, and no card is searched for after it."""
    stopped = Soundness((), None, "interrupt")
    monkeypatch.setattr("solver.cli.analyze.soundness", lambda *_: stopped)
    result = run("analyze", *TYPED, "--sound", "--refute", "SA", "--json")
    assert (result.exit_code, result.stderr) == (130, "openhand: interrupted\n")
    assert (json.loads(result.stdout)["sound"], json.loads(result.stdout)["refuted"]) == (None, [])


def test_refute_ends_with_ctrl_c(run, monkeypatch):
    """Ctrl-C while a card is refuted: its answer is printed, no other card or position is searched."""
    searches = []

    def interrupted_at_the_second(*question, **asked):
        searches.append(asked)
        found = search(*question, **asked)
        return found._replace(line=[], stopped="interrupt") if len(searches) > 1 else found

    monkeypatch.setattr("solver.analysis.question.search", interrupted_at_the_second)
    result = run("analyze", *TYPED, "--refute", "SA", "--refute", "H2", "--json")
    assert (result.exit_code, result.stderr, len(searches)) == (130, "openhand: interrupted\n", 2)
    (refuted,) = json.loads(result.stdout)["refuted"]
    assert (refuted["card"], refuted["line"], refuted["exact"]) == ("SA", [], False)


def test_refute_needs_all_values(run):
    assert "--solutions" in one_line(run("analyze", *TYPED, "--refute", "SA", "--solutions", "1").stderr)


# --- an evening -----------------------------------------------------------------------------------------

ACCOUNT = ["deals", "cards", "errors", "cost", "mean", "error", "worst"]


def test_many_records_end_with_every_player(answers):
    """The last line adds up what the lines before say."""
    *deals, last = answers("replay", TABLES)
    assert [player["player"] for player in last["players"]] == ["A", "Y", "B", "Z"]
    for player in last["players"]:
        cards = [(deal, card) for deal in deals for card in deal["cards"] if card["seat"] == player["player"]]
        by_deal = [deal["given_away"].get(player["player"], 0) for deal in deals]
        assert list(player)[1:8] == ACCOUNT
        assert (player["deals"], player["cards"]) == (len(deals), len(cards))
        assert player["errors"] == sum(card["cost"] > 0 for _, card in cards)
        assert (player["cost"], player["mean"]) == (sum(by_deal), statistics.mean(by_deal))
        assert player["error"] == pytest.approx(statistics.stdev(by_deal) / 2)
        most = max(card["cost"] for _, card in cards)
        if not most:
            assert player["worst"] is None
            continue
        deal, card = next((deal, card) for deal, card in cards if card["cost"] == most)
        told = {key: card[key] for key in ("trick", "seat", "card", "cost")}
        assert player["worst"] == {"file": deal["file"], "position": deal["position"], **told}


def test_the_scores_of_an_evening(answers):
    """Foster's four hands of Cinch settle at -15, 10, 10 and -19 for A and B."""
    *_, last = answers("replay", TABLES)
    assert {player["player"]: player["score"] for player in last["players"]} == {
        "A": 20, "Y": 34, "B": 20, "Z": 34,
    }  # fmt: skip


def test_one_record_has_no_table_of_players(answers, run, tmp_path):
    path = deal_of(tmp_path, "SA", "S3")
    assert len(answers("replay", path)) == 1
    assert "worst card" not in run("replay", path).stdout
    assert len(answers("replay", path, path)) == 3


NAMED = """[Game "hearts"] [Seats "N E S W"] [Deal "N:A5.2.. K.A3.. 7.9..2 T.K..3"] [Leader "N"]
[Event "club"] [North "Ann"] [East "Bob"] [South ""] [West "?"]
[Play "N"]
SA SK S7 ST

[Game "hearts"] [Seats "N E S W"] [Deal "N:A5.2.. K.A3.. 7.9..2 T.K..3"] [Leader "N"]
[North "Bob"] [East "#"] [South "Cleo"] [West "Ann"]
[Play "N"]
H2 H3 H9 HK
"""


def test_players_are_the_tags_of_their_seats(answers):
    """Ann sits North, then West; Bob East, then North and, as the record before had it, East."""
    *deals, last = answers("replay", "-", stdin=NAMED)
    found = {player["player"]: (player["deals"], player["cards"]) for player in last["players"]}
    assert found == {"Ann": (2, 2), "Bob": (2, 3), "S": (1, 1), "W": (1, 1), "Cleo": (1, 1)}
    lost = [deal["given_away"] for deal in deals]
    costs = {player["player"]: player["cost"] for player in last["players"]}
    assert costs["Ann"] == lost[0].get("N", 0) + lost[1].get("W", 0)
    assert sum(costs.values()) == sum(sum(deal.values()) for deal in lost)


def test_who_has_no_score_has_an_empty_place(run):
    """Only Ann, Bob, Cleo and Dan played a deal to its end."""
    names = '[North "Ann"] [East "Bob"] [South "Cleo"] [West "Dan"]'
    play = "SA SK S7 ST\nS5 HA C2 C3\nH2 H3 H9 HK"
    text = f'{NAMED}\n{NAMED.splitlines()[0]}\n{names}\n[Play "N"]\n{play}\n'
    lines = run("replay", "-", "--errors-only", stdin=text).stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  player"))
    end = lines[at].index("score") + len("score")
    scores = {line.split()[0]: line[end - 5 : end].strip() for line in lines[at + 1 :]}
    found = {name: scores[name] for name in ("Ann", "Bob", "Cleo", "Dan", "S", "W")}
    assert found == {"Ann": "1", "Bob": "0", "Cleo": "0", "Dan": "4", "S": "", "W": ""}


@pytest.mark.parametrize("option", ["--worlds", "--all-below", "--seed", "--from"])
def test_what_is_about_layouts_goes_with_hidden(run, option):
    result = run("replay", TABLES, option, 3)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{option} goes with --hidden" in one_line(result.stderr)


def test_hidden_has_an_account_of_its_own(answers, run):
    *deals, last = answers("replay", TABLES, "--hidden", "--worlds", 3, "--from", 6)
    for player in last["players"]:
        hidden, name = player["hidden"], player["player"]
        cards = [card for deal in deals for card in deal["cards"] if card["seat"] == name]
        assert list(hidden)[:7] == ACCOUNT
        assert hidden["cost"] == pytest.approx(sum(deal["given_away_seen"].get(name, 0) for deal in deals))
        assert hidden["unknown"] == sum(card["hidden"] is None for card in cards)
    text = run("replay", TABLES, "--hidden", "--worlds", 3, "--from", 6).stdout
    assert "By what could be seen" in text


def test_the_table_of_players_as_text(run):
    lines = run("replay", TABLES, "--errors-only").stdout.splitlines()
    assert lines[-7:] == [
        "4 deals",
        "  player  deals  cards  errors  cost  a deal  error  score  worst card",
        "  A           4     24       4     9    2.25   1.44     20  HA, trick 1 of deal 4: 5",
        "  Y           4     24       3     8    2.00   1.08     34  HJ, trick 3 of deal 2: 5",
        "  B           4     24       0     0    0.00   0.00     20",
        "  Z           4     24       0     0    0.00   0.00     34",
        "Score: by the game's settlement, deal upon deal.",
    ]


def test_game_scores_go_on_with_the_goal_out(answers, tmp_path):
    """The first deal says what the scores are before it; the next has what came of it: Y and Z made 15."""
    path = tmp_path / "evening.txt"
    path.write_text(TABLES.read_text().replace('bid=8 bidder=A"', 'bid=8 bidder=A scores=A:41,Y:30"', 1))
    *deals, _ = answers("replay", path, "--goal", "out")
    for number, scores in enumerate(("A:41,Y:30", "A:41,Y:45")):
        alone = answers("replay", path, "--goal", "out", "--option", f"scores={scores}")[number]
        assert deals[number]["cards"] == alone["cards"]
    assert (deals[1]["made"], deals[1]["best"]) == (1, 0)  # A and B make the 10 that they lack
    assert "scores" in answers("replay", TABLES, "--goal", "out", status=2)[0]["error"]


def test_bounds_count_as_no_cost(answers, run):
    asked = ("replay", EXAMPLES / "black-lady.pbn", EXAMPLES / "black-lady.pbn", "--nodes", 300)
    *deals, last = answers(*asked, status=3)
    unknown = sum(card["cost"] is None for deal in deals for card in deal["cards"])
    assert sum(player["unknown"] for player in last["players"]) == unknown > 0
    assert f"NOT EXACT: {unknown} cards" in run(*asked).stdout

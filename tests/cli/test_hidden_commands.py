"""`openhand bid` and `openhand replay --hidden`: figures, texts, refusals."""

from __future__ import annotations

import pytest

from solver import View, advise
from solver.positions.record import read_text
from tests.cli.conftest import EXAMPLES, one_line

CINCH = ("--game", "cinch", "--hand", "A=A2.KQJ5..AT7")
TABLES = EXAMPLES / "cinch-tables.txt"


def test_a_bid_in_cinch(answers):
    (answer,) = answers("bid", *CINCH, "--worlds", "10", "--seed", "3")
    assert answer["game"] == "cinch"
    assert (answer["seat"], answer["dealer"], answer["worlds"]) == ("A", "Z", 10)
    assert answer["layouts"] > 1 << 64
    assert answer["exact"] is False
    assert [suit["suit"] for suit in answer["suits"]] == ["S", "H", "D", "C"]
    for suit in answer["suits"]:
        chances = [suit["at_least"][str(n)] for n in range(1, 15)]
        assert chances == sorted(chances, reverse=True)
        assert suit["mean"] == pytest.approx(sum(chances))  # the mean of a number from 0 to 14
        assert suit["limit"] == max((int(b) for b, mean in suit["settle"].items() if mean >= 0), default=None)
    limits = {suit["suit"]: suit["limit"] or 0 for suit in answer["suits"]}
    assert limits[answer["best"]["suit"]] == answer["best"]["bid"] == max(limits.values())


def test_the_bid_is_shown_as_a_table(run):
    shown = run("bid", *CINCH, "--worlds", "4").stdout
    assert "Cinch, before the play: A names the suit and leads, Z deals" in shown
    assert "Points of A's side over 4 layouts" in shown


def test_a_deal_stands_for_the_hand_of_its_first_seat(answers):
    (hand,) = answers("bid", *CINCH, "--worlds", "2")
    deal = "A:A2.KQJ5..AT7 - - -"
    (dealt,) = answers("bid", "--game", "cinch", "--deal", deal, "--worlds", "2")
    assert hand["suits"] == dealt["suits"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--game", "cinch", "--hand", "A2.KQ5..A"), "hand: 6 cards, where 9 are dealt before the bidding"),
        (
            ("--game", "hearts", "--hand", "A2.KQ5..A"),
            "hearts has no bidding: it is for auction-hearts and cinch",
        ),
        (("--game", "cinch"), None),
        (("--hand", "A2.KQJ5..AT7"), None),
        ((*CINCH, "--dealer", "Q"), 'dealer: there is no seat "Q"; the seats are A, Y, B, Z'),
    ],
)
def test_bids_that_cannot_be_asked(run, arguments, message):
    result = run("bid", *arguments)
    assert result.exit_code == 2
    assert message is None or message in one_line(result.stderr)


def test_what_each_card_cost_by_what_its_player_could_see(answers):
    found = answers("replay", TABLES, "--hidden", "--worlds", "8", "--all-below", "60", "--from", "4")[0]
    record = read_text(TABLES.read_text())[0]
    played = record.play()
    assert [card["hidden"] for card in found["cards"][:12]] == [None] * 12
    for number, card in enumerate(found["cards"][12:], 12):
        view = View.after(record.sound(), played[:number])
        advice = advise(view, ("A", "B"), worlds=8, all_below=60)
        hidden = card["hidden"]
        assert (hidden["layouts"], hidden["worlds"]) == (view.layouts, advice.worlds)
        assert hidden["cost"] == pytest.approx(advice.behind[card["card"]].mean)
        assert hidden["best"] == advice.best
        assert card.get("open_only", False) == (card["cost"] > 0 and advice.level[card["card"]])
    assert set(found["given_away_seen"]) <= {"A", "Y", "B", "Z"}


def test_a_cost_that_only_open_hands_show_is_marked(run):
    shown = run("replay", TABLES, "--hidden", "--worlds", "10", "--all-below", "10", "--from", "3").stdout
    assert "only with open hands: by what A could see 0.00" in shown
    assert "Given away by what could be seen:" in shown


def test_a_limit_leaves_cards_without_an_answer(answers):
    found = answers(
        "replay", TABLES, "--hidden", "--worlds", "4", "--all-below", "1", "--nodes", "1", status=3
    )
    assert found[0]["cards"][0]["hidden"] is None

"""Accounts of many deals: costs a player, and scores carried from deal to deal."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

import pytest

from solver import Position
from solver.analysis.evening import Account, CardCost, Evening, Scores, settlement_of
from solver.analysis.replay import Replay, replay
from solver.generate import generate
from solver.positions.record import read_text
from solver.rules import load
from solver.settle import Deal
from tests.cli.conftest import EXAMPLES


def played_out(start: Position, seed: int) -> Replay:
    """A replay of random legal cards to the end of the deal."""
    rng, position, play = random.Random(seed), start, []
    while not position.over:
        card = rng.choice(position.legal_cards())
        play.append((position.to_play or "", card))
        position = position.play(card)
    return replay(start, play, side=start.to_play)


def itself(position: Position) -> dict[str, str]:
    return {seat: seat for seat in position.seats}


# --- what cards cost ------------------------------------------------------------------------------------


def test_an_account_of_a_few_deals():
    account = Account()
    cards = [CardCost("A", trick, "S2", cost) for trick, cost in enumerate([0, 3, None, 1], 1)]
    account.add(cards, {"position": 1})
    account.add([CardCost("A", 1, "S3", 3)], {"position": 2})
    account.add([], {"position": 3})
    assert (account.deals, account.cards, account.errors, account.unknown, account.cost) == (3, 5, 3, 1, 7)
    assert account.mean == pytest.approx(7 / 3)
    assert account.error == pytest.approx(statistics.stdev([4, 3, 0]) / math.sqrt(3))
    assert account.worst is not None
    assert (account.worst.deal, account.worst.trick, account.worst.cost) == ({"position": 1}, 2, 3)


def test_one_deal_has_no_error():
    account = Account()
    account.add([CardCost("A", 1, "S2", 0)], {})
    assert (account.mean, account.error, account.worst) == (0, None, None)


@pytest.mark.parametrize("game", ["hearts", "cinch", "slobberhannes"])
def test_players_change_seats(game):
    """Each card's cost goes to who played it; the sums are those of the replays."""
    evening, wanted = Evening(), dict.fromkeys("KLMN", 0)
    for number, start in enumerate(generate(game, 4, 5, 2)):
        result = played_out(start, number)
        players = dict(zip(start.seats, "KLMN"[number % 4 :] + "KLMN"[: number % 4], strict=True))
        evening.add(result, players, {"position": number})
        for step in result.steps:
            wanted[players[step.seat]] += step.cost or 0
    assert {player.name: player.open.cost for player in evening.players} == wanted
    assert sum(wanted.values()) > 0
    assert {player.open.deals for player in evening.players} == {5}
    assert sum(player.open.cards for player in evening.players) == 5 * 16


# --- scores ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "goal", "kind"),
    [("cinch", "points", "settle"), ("black-lady", "points", "score"), ("hearts", "points", "score"),
     ("hearts", "sweepstake", "sweepstake"), ("joker-hearts", "clear", "settle"), ("whist", "points", "")],
)  # fmt: skip
def test_what_a_deal_comes_to(game, goal, kind):
    assert settlement_of(load(game), goal) == kind


@pytest.mark.parametrize(
    "game", ["black-lady", "slobberhannes", "heartsette", "spot-hearts", "three-handed-hearts", "polignac"]
)
def test_scores_are_the_settlements_added_up(game):
    scores, wanted = Scores(), dict.fromkeys(load(game).default_seats(load(game).usual_seats), 0)
    kind = settlement_of(load(game), "points")
    for number, start in enumerate(
        generate(game, 5, 4, 9, options={"jack": 0} if game == "heartsette" else {})
    ):
        end = played_out(start, number).end
        scores.add(end, "points", itself(end))
        options: dict[str, Any] = {name.replace("-", "_"): value for name, value in end.options}
        last = end.leader if end.rules.last_trick else None
        deal = Deal.of(
            end.rules, dict(zip(end.seats, end.taken, strict=True)), trump=end.trump,
            first_winner=options.pop("first_winner", None), last_winner=last, **options,
        )  # fmt: skip
        for seat, number_won in zip(end.seats, getattr(deal, kind)(), strict=True):
            wanted[seat] += number_won
    assert scores.totals == wanted
    assert scores.kind == kind


def test_a_pool_that_nobody_wins_stays():
    """Sweepstake by hand. Deal 1: A has 2 hearts, Y and B 1: Z alone is clear and wins 4. Deals 2 and 3: all
    have one, and the pool of 4, then 8, stays. Deal 4: again Z alone is clear and wins 4 and the 8."""
    rules, seats = load("hearts"), ("A", "Y", "B", "Z")

    def end(*hearts: str) -> Position:
        hands: dict[str, list[str]] = {seat: [] for seat in seats}
        taken = {seat: list(map("H".__add__, ranks)) for seat, ranks in zip(seats, hearts, strict=True)}
        return Position.parse(
            game="hearts", hands=hands, seats=seats, leader="A", taken=taken, tricks_played=13
        )

    assert rules.options["jack"].kind == "number"
    scores = Scores()
    for taken, totals in (
        (end("23", "4", "5", ""), (-2, -1, -1, 4)),
        (end("2", "3", "4", "5"), (-3, -2, -2, 3)),
        (end("2", "3", "4", "5"), (-4, -3, -3, 2)),
        (end("23", "4", "5", ""), (-6, -4, -4, 2 + 12)),
        (end("23", "4", "5", ""), (-8, -5, -5, 14 + 4)),
    ):
        scores.add(taken, "sweepstake", itself(taken))
        assert tuple(scores.totals[seat] for seat in seats) == totals


def test_another_table_has_no_part_in_the_pool():
    end = Position.parse(
        game="hearts", hands={seat: [] for seat in "AYBZ"}, seats="A Y B Z", leader="A",
        taken="A:H2 Y:H3 B:H4 Z:H5", tricks_played=13,
    )  # fmt: skip
    scores = Scores()
    scores.add(end, "sweepstake", itself(end))
    other = {**itself(end), "Z": "Zoe"}
    won = end.__class__.parse(
        game="hearts", hands={seat: [] for seat in "AYBZ"}, seats="A Y B Z", leader="A",
        taken="A:H2 Y:H3 B:H4", tricks_played=13,
    )  # fmt: skip
    scores.add(won, "sweepstake", other)
    assert scores.totals == {"A": -2, "Y": -2, "B": -2, "Z": -1, "Zoe": 3}


def test_the_game_of_cinch_goes_on():
    """Foster's four hands: A and B are set back by 15 and 19 and make 10 twice; 51 ends a game."""
    scores = Scores()
    seen = []
    for record in read_text((EXAMPLES / "cinch-tables.txt").read_text()) * 2:
        start = record.sound()
        seen.append(scores.before(start, itself(start)))
        for card in record.play():
            start = start.play(card)
        scores.add(start, "points", itself(start))
    assert seen[:5] == [None, {"A": 0, "Y": 15}, {"A": 10, "Y": 15}, {"A": 20, "Y": 15}, {"A": 20, "Y": 34}]
    assert seen[5:] == [{"A": 20, "Y": 49}, {"A": 30, "Y": 49}, {"A": 40, "Y": 49}]
    assert scores.totals == {"A": 40, "B": 40, "Y": 68, "Z": 68}
    assert scores.before(start, itself(start)) == {"A": 0, "Y": 0}  # 68 is beyond 51
    assert scores.before(start, {**itself(start), "A": "Ann"}) is None


def test_scores_of_two_kinds_are_no_totals():
    scores = Scores()
    for game in ("black-lady", "heartsette"):
        end = played_out(generate(game, 2, 1, 0)[0], 1).end
        scores.add(end, "points", itself(end))
    assert (scores.totals, scores.kind) == ({}, "")

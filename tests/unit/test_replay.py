"""Replays: Foster's four hands of Cinch with his remarks, and every record card by card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver import Limits, Position, PositionError, analyze
from solver.analysis.replay import Replay, replay, trick_of
from solver.positions.play import IllegalCardError
from solver.positions.record import Record, read_json, read_pbn
from tests import reference

GOLDEN = Path(__file__).parents[1] / "golden"
HANDS: list[dict[str, Any]] = json.loads((GOLDEN / "replays.json").read_text("utf-8"))["hands"]
RECORDS: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((GOLDEN / "cases.json").read_text("utf-8"))["records"]
}
LONG = [pytest.param(name, marks=pytest.mark.slow) for name in RECORDS if name.startswith("hearts")]
SHORT = [name for name in RECORDS if not name.startswith("hearts")]
REMARKS = [(hand["id"], remark) for hand in HANDS for remark in hand["remarks"]]

# A small deal of Hearts in which A's first card is a mistake.
ENDING: dict[str, Any] = {
    "game": "hearts",
    "hands": {"A": ["SA", "H2"], "Y": ["S3", "H4"], "B": ["S6", "H5"], "Z": ["H8", "H7"]},
    "leader": "A",
}


def start_of(name: str) -> Position:
    return Position.from_json(RECORDS[name]["position"])


def play_of(name: str) -> list[tuple[str, str]]:
    """Seat and card, in order."""
    position, play = start_of(name), []
    seats = position.seats
    for trick in RECORDS[name]["tricks"]:
        turn = seats.index(trick["leader"])
        play += [(seats[(turn + at) % len(seats)], card) for at, card in enumerate(trick["cards"])]
    return play


def after_tricks(name: str, tricks: int) -> tuple[Position, list[tuple[str, str]]]:
    """The position after that many tricks, and the rest of the play."""
    play = play_of(name)
    cards = tricks * len(start_of(name).seats)
    return after(start_of(name), [card for _, card in play[:cards]]), play[cards:]


def played(name: str, **asked: Any) -> Replay:
    return replay(start_of(name), play_of(name), **asked)


def after(position: Position, cards: list[str]) -> Position:
    for card in cards:
        position = position.play(card)
    return position


def only_record(value: dict[str, Any]) -> Record:
    (record,) = read_json(json.dumps(value))
    return record


# --- Foster's hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_what_was_made_and_what_was_possible(hand: dict[str, Any]) -> None:
    found = played(hand["id"], side="A,B")
    assert (found.best, found.made) == (hand["best"], hand["made"])
    errors = [
        {"trick": step.trick, "seat": step.seat, "card": step.card, "cost": step.cost, "better": step.better}
        for step in found.errors
    ]
    assert errors == hand["errors"]
    settled = found.settled()
    assert settled is not None
    assert settled.value == hand["settle"]
    assert found.exact
    assert found.fault is None


@pytest.mark.parametrize(("name", "remark"), REMARKS, ids=lambda item: str(item)[:14])
def test_remarks(name: str, remark: dict[str, Any]) -> None:
    cards = [card for _, card in play_of(name)][: remark["after"]] + remark["then"]
    position = after(start_of(name), cards)
    answer = analyze(position, side="A,B")
    assert answer.total is not None
    assert answer.value is not None
    before = answer.total - answer.value
    totals = {card: (answer.cards[card] or 0) + before for card in remark["totals"]}
    assert totals == remark["totals"]
    plain = reference.card_values(json.loads(position.to_json()), ["A", "B"], "points")
    assert {card: plain[card] + before for card in totals} == remark["totals"]


def test_the_other_side_sees_the_same_errors() -> None:
    for name in SHORT:
        if name.startswith("cinch"):
            one, other = played(name, side="A,B"), played(name, side="Y,Z")
            costs = [[(step.card, step.cost) for step in found.errors] for found in (one, other)]
            assert costs[0] == costs[1]
            assert (one.best or 0) + (other.best or 0) == 14


# --- every record ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHORT, *LONG])
def test_every_card_has_the_value_of_a_fresh_analysis(name: str) -> None:
    start, play = after_tricks(name, 4 if name.startswith("hearts") else 0)
    found = replay(start, play)
    assert [(step.seat, step.card) for step in found.steps] == play
    position, fresh = start, [analyze(start, side=found.side)]
    for step in found.steps:
        assert step.position == position
        position = position.play(step.card)
        fresh.append(analyze(position, side=found.side))
    for step, before, following in zip(found.steps, fresh, fresh[1:], strict=False):
        assert (step.before.value, step.total) == (before.value, before.total)
        assert step.after.value == before.cards[step.card]
        assert step.total_after == following.total
        assert step.cost == abs((step.after.value or 0) - (before.value or 0))
        assert step.better == (before.best if step.card not in before.best else [])
    assert position == found.end
    assert position.over
    assert found.exact
    if name in SHORT:
        assert found.made == RECORDS[name]["captured"][",".join(found.side)]


@pytest.mark.parametrize("name", LONG)
def test_a_whole_deal_within_a_limit(name: str) -> None:
    """Where the limit stops a search there are bounds, and they hold; the end is exact."""
    found = replay(start_of(name), play_of(name), limits=Limits(nodes=200_000))
    assert len(found.steps) == 52
    assert found.end.over
    assert found.made == RECORDS[name]["captured"][",".join(found.side)]
    for step in found.steps:
        assert step.before.lower <= step.before.upper
        assert (step.cost is None) == (not (step.before.exact and step.after.exact))


@pytest.mark.parametrize("goal", ["margin", "settle", "at-least:8", "all"])
def test_goals(goal: str) -> None:
    for name in SHORT:
        if not name.startswith("cinch"):
            continue
        found = played(name, side="A,B", goal=goal)
        for step, following in zip(found.steps, found.steps[1:], strict=False):
            assert step.total_after == following.total
        change = sum(step.change or 0 for step in found.steps)
        assert (found.best or 0) + change == found.made


def test_costs_add_up_to_the_result() -> None:
    for name in SHORT:
        found = played(name)
        own = sum(step.cost or 0 for step in found.steps if step.own)
        others = sum(step.cost or 0 for step in found.steps if not step.own)
        assert (found.best or 0) - own + others == found.made
        assert sum(found.given_away().values()) == own + others


# --- records that stop early or go wrong ----------------------------------------------------------------


def test_the_side_is_the_first_leaders_throughout() -> None:
    assert played("cinch-foster-1").side == ("A", "B")
    found = replay(Position.from_json(ENDING), [("A", "SA"), ("Y", "S3")])
    assert [step.answer.side for step in found.steps] == [("A",), ("A",)]


def test_a_record_that_stops_early() -> None:
    record = only_record({**ENDING, "play": ["SA", "S3", "B:S6", "Z:H7", "H2"]})
    found = replay(record.sound(), record.played())
    assert (found.best, found.made, found.end.over) == (0, 1, False)
    assert [(step.card, step.cost, step.better) for step in found.errors] == [("SA", 1, ["H2"])]
    assert [step.trick for step in found.steps] == [1, 1, 1, 1, 2]
    assert found.settled() is None


def test_from_the_middle_of_a_trick() -> None:
    start = after(Position.from_json(ENDING), ["SA", "S3"])
    found = replay(start, [("B", "S6"), ("Z", "H8"), ("A", "H2")], side="A")
    assert [step.trick for step in found.steps] == [1, 1, 2]
    assert found.made == 1


def test_the_first_illegal_card_is_named() -> None:
    record = only_record({**ENDING, "play": ["SA", "S3", "S6", "H7", "H2", "S9"]})
    found = replay(record.sound(), record.played())
    illegal = found.illegal
    assert illegal is not None
    assert (illegal.seat, illegal.card, illegal.legal) == ("Y", "S9", ["H4"])
    assert trick_of(found, illegal.position) == 2
    assert len(found.steps) == 5


def test_a_revoke_in_pbn() -> None:
    text = '[Game "hearts"]\n[Deal "A:A.2.. 3.4.. 6.5.. .87.."]\n[Leader "A"]\n[Play "A"]\nSA H4 S6 H7\n'
    (record,) = read_pbn(text)
    found = replay(record.sound(), record.played())
    assert found.illegal is not None
    assert (found.illegal.seat, found.illegal.legal) == ("Y", ["S3"])
    assert "line 5" in str(found.fault)
    with pytest.raises(IllegalCardError):
        record.play()


def test_out_of_turn() -> None:
    record = only_record({**ENDING, "play": ["SA", "B:S6"]})
    found = replay(record.sound(), record.played())
    assert found.illegal is not None
    assert (found.illegal.seat, found.illegal.card, found.illegal.legal) == ("B", "S6", [])
    assert "Y is to play" in str(found.fault)


def test_cards_given_from_outside_are_checked_too() -> None:
    start = Position.from_json(ENDING)
    assert "legal are SA H2" in str(replay(start, [("A", "S3")]).fault)
    assert "A is to play" in str(replay(start, [("Y", "S3")]).fault)
    everything = ["SA", "S3", "S6", "H7", "H2", "H4", "H5", "H8"]
    seats = ["A", "Y", "B", "Z"] * 2
    found = replay(start, [*zip(seats, everything, strict=True), ("A", "SA")])
    assert "the deal is over" in str(found.fault)
    assert found.end.over


def test_a_play_that_cannot_be_read() -> None:
    assert "play:" in str(only_record({**ENDING, "play": ["SA", "S33"]}).error)
    assert "play:" in str(only_record({**ENDING, "play": 5}).error)


def test_no_such_goal_or_side() -> None:
    start = Position.from_json(ENDING)
    with pytest.raises(PositionError, match="out"):
        replay(start, [], goal="out")
    with pytest.raises(PositionError, match="no seat"):
        replay(start, [], side="Q")


def test_limits_leave_bounds() -> None:
    name = "hearts-openspiel-1"
    found = replay(start_of(name), play_of(name)[:2], limits=Limits(nodes=200))
    assert not found.exact
    step = found.steps[0]
    assert step.cost is None
    assert step.before.lower < step.before.upper
    assert (found.best, found.given_away()) == (None, {})

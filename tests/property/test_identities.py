"""What must hold between answers, whatever the position."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Analysis, Limits, Position, analyze, solve, solve_batch
from solver.rules.files import load
from tests.support.drawn import drawn_positions, drawn_questions
from tests.support.questions import Question, sides
from tests.support.relabel import exchanges, relabelled
from tests.support.tables import TABLES

PENALTY = [table for table in TABLES if load(table[0]).penalty]
TRICKS_COUNT = [table for table in TABLES if not load(table[0]).penalty and load(table[0]).partnerships]
ONE_SIGN = [table for table in PENALTY if min(load(table[0]).card_points().values()) > 0]


def asked(question: Question, position: Position | None = None) -> Analysis:
    return analyze(position or question.position, question.side, question.goal)


def wants_few(question: Question) -> bool:
    """Whether the side wants the number small."""
    return question.position.rules.penalty and question.goal in ("points", "margin", "score")


# --- the same position seen otherwise -------------------------------------------------------------------


@given(drawn_questions(), st.randoms(use_true_random=False))
def test_suits_that_play_alike_may_be_exchanged(question: Question, rng: object) -> None:
    exchange = rng.choice(exchanges(question.position))  # type: ignore[attr-defined]
    turned = relabelled(question.position, exchange)
    values = {exchange[card[0]] + card[1]: value for card, value in asked(question).cards.items()}
    assert asked(question, turned).cards == values, (question, exchange)


@given(drawn_questions(), st.integers(1, 6))
def test_the_table_may_be_turned(question: Question, turn: int) -> None:
    plain = json.loads(question.position.to_json())
    turn %= len(plain["seats"])
    plain["seats"] = plain["seats"][turn:] + plain["seats"][:turn]
    turned = asked(question, Position.from_json(plain))
    here = asked(question)
    assert (turned.cards, turned.value, turned.total) == (here.cards, here.value, here.total), question


# --- what numbers have to do with each other ------------------------------------------------------------


@given(drawn_questions())
def test_a_position_is_worth_its_best_card(question: Question) -> None:
    found = asked(question)
    ours = question.position.to_play in question.side
    best = max if ours != wants_few(question) else min
    values = [value for value in found.cards.values() if value is not None]
    assert len(values) == len(found.cards), question
    assert found.value == best(values), question
    assert found.best == [card for card, value in found.cards.items() if value == found.value]
    assert list(found.cards) == question.position.legal_cards()
    assert solve(question.position, question.side, question.goal).value == found.value, question


@given(drawn_positions())
def test_both_sides_together_have_all_points(position: Position) -> None:
    rules = position.rules.under(position.options)
    trick = [card for _, card in position.trick]
    cards = Counter(chain(*position.hands, trick, position.stock, position.pile, position.widow))
    in_play = sum(rules.card_points(position.trump).get(card, 0) * number for card, number in cards.items())
    shared = {}
    for side in sides(position.seats):
        others = tuple(seat for seat in position.seats if seat not in side)
        ours, theirs = solve(position, side).value, solve(position, others).value
        assert ours is not None
        assert theirs is not None
        assert solve(position, side, "margin").value == ours - theirs, (position, side)
        shared[side] = ours + theirs
    assert len(set(shared.values())) == 1, (position, shared)
    if not (rules.any_trick or rules.first_trick or rules.last_trick):
        assert set(shared.values()) == {in_play}, position


@given(drawn_positions(PENALTY), st.data())
def test_at_most_asks_whether_the_fewest_points_are_so_few(position: Position, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(sides(position.seats)))
    total = solve(position, side).total
    assert total is not None
    for number in (total - 1, total, total + 1):
        met = solve(position, side, f"at-most:{number}").value
        assert met == int(total <= number), (position, side, number)


@given(drawn_positions([table for table in TABLES if table not in PENALTY]), st.data())
def test_at_least_asks_whether_the_most_points_are_so_many(position: Position, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(sides(position.seats)))
    total = solve(position, side).total
    assert total is not None
    for number in (total - 1, total, total + 1):
        met = solve(position, side, f"at-least:{number}").value
        assert met == int(total >= number), (position, side, number)


@given(drawn_positions(ONE_SIGN), st.data())
def test_clear_is_no_points(position: Position, data: st.DataObject) -> None:
    side = data.draw(st.sampled_from(sides(position.seats)))
    assert solve(position, side, "clear").value == solve(position, side, "at-most:0").value, (position, side)


# --- the line -------------------------------------------------------------------------------------------


@given(drawn_questions())
@settings(max_examples=100)
def test_the_line_keeps_the_value_to_the_end(question: Question) -> None:
    found = asked(question)
    position = question.position
    for card in found.line:
        assert card in position.legal_cards(), question
        assert asked(question, position).total == found.total, (question, position)
        position = position.play(card)
    assert position.over, question


# --- limits, threads and order --------------------------------------------------------------------------


@given(drawn_questions(), st.integers(1, 400))
def test_bounds_of_a_stopped_search_hold(question: Question, nodes: int) -> None:
    exact = asked(question)
    limited = analyze(question.position, question.side, question.goal, Limits(nodes=nodes))
    assert exact.value is not None
    assert limited.lower <= exact.value <= limited.upper, question
    assert (limited.value is not None) == (limited.lower == limited.upper)
    proven = [bounds.lower == bounds.upper for bounds in limited.card_bounds.values()]
    assert limited.exact == (limited.value is not None and all(proven)), question
    for card, bounds in limited.card_bounds.items():
        value = exact.cards[card]
        assert value is not None
        assert bounds.lower <= value <= bounds.upper, (question, card)


@given(st.lists(drawn_positions(), min_size=2, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_order_and_threads_change_nothing(positions: list[Position], rng: object) -> None:
    alone = [solve(position) for position in positions]
    for threads in (1, 2, 4):
        assert solve_batch(positions, threads=threads).tolist() == [found.value for found in alone]
    order = list(range(len(positions)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    for place in order:
        again = solve(positions[place])
        assert (again.value, again.nodes) == (alone[place].value, alone[place].nodes), positions[place]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_empty_batch(threads: int) -> None:
    assert solve_batch([], threads=threads).shape == (0,)

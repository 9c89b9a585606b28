"""Deals with too many cards of a suit for the core, searched until it can take over."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from solver import Limits, Position, analyze, solve
from solver.analysis.question import Question, new_stop
from solver.core import deal as core_deal
from solver.core import long_search
from solver.core.slots import Layout
from solver.rules.files import load
from solver.rules.game import Rules
from tests.support.house import PARENTS, drawn_variant
from tests.support.questions import goals, sides
from tests.support.tables import SEARCHED, position_of

DEEP = int(os.environ.get("OPENHAND_DEEP", "1"))
SEED = os.environ.get("OPENHAND_SEED", "")
GAME = "cancellation-hearts"


def long_layout(rules: Rules, trump: str | None, _: int, in_play: Callable[[], Iterable[str]]) -> Layout:
    return Layout(rules, trump, Counter(in_play()), 20)


def patch_to_be_long(patched: pytest.MonkeyPatch, most: int) -> None:
    """Let every deal have long lanes, and the core take over with that many cards of a suit."""
    patched.setattr(core_deal, "layout_of", long_layout)
    patched.setattr(long_search, "LANE_SLOTS", most)


@pytest.mark.parametrize("game", SEARCHED)
def test_agrees_with_the_core(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that the core holds, searched here until each suit has one or two cards left."""
    rng = random.Random(f"long search {game} {SEED}")
    for turn in range(1 + DEEP):
        rules = drawn_variant(game, rng).rules if turn % 2 and game in PARENTS else load(game)
        seats = rng.randint(rules.min_seats, min(rules.max_seats, 4))
        position = position_of(rules, seats, rng, hand=rng.randint(1, 4 if DEEP > 1 else 3))
        side = rng.choice(sides(position.seats))
        for goal in goals(position, side, rng):
            told = analyze(position, side, goal)
            with monkeypatch.context() as patched:
                patch_to_be_long(patched, rng.randint(0, 2))
                again = Position.from_fields(json.loads(position.to_json()), rules)
                found = analyze(again, side, goal, Limits(nodes=1 << 40))
                line = found.line
            assert (found.value, found.cards) == (told.value, told.cards), (position.to_json(), side, goal)
            end = position
            for card in line:
                end = end.play(card)
            assert end.over


def spades(seed: int) -> Position:
    """Seventeen spades among 24 cards in four hands: searched to the end in less than a second."""
    rng = random.Random(seed)
    pack = sorted(load(GAME).pack(4).elements(), key=lambda card: (card[0] != "S", rng.random()))
    cards = pack[:17] + pack[30:37]
    rng.shuffle(cards)
    hands = {seat: cards[6 * place : 6 * place + 6] for place, seat in enumerate("ABCD")}
    return Position.parse(game=GAME, seats="A,B,C,D", hands=hands, leader="A", tricks_played=20)


@pytest.mark.parametrize("seed", range(2))
def test_limits_leave_proven_bounds(seed: int) -> None:
    """More nodes never know less, the same nodes always the same, and the value lies between."""
    position = spades(seed)
    value = solve(position, limits=Limits(nodes=1 << 40)).value
    assert value is not None
    for nodes in (1, 300, 3_000, 30_000):
        found = solve(position, limits=Limits(nodes=nodes))
        again = solve(position, limits=Limits(nodes=nodes))
        assert (found.bounds, found.nodes, found.stopped) == (again.bounds, again.nodes, again.stopped)
        assert found.lower <= value <= found.upper
        assert found.nodes <= nodes


def test_bounds_of_cards_hold() -> None:
    told = analyze(spades(1), limits=Limits(nodes=1 << 40))
    for nodes in (1, 30_000, 100_000):
        found = analyze(spades(1), limits=Limits(nodes=nodes))
        for card, bounds in found.card_bounds.items():
            value = told.cards[card]
            assert value is not None
            assert bounds.lower <= value <= bounds.upper


def test_stopped_by_the_clock_another_thread_and_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve(spades(1), limits=Limits(seconds=1e-9)).stopped == "seconds"
    question, stop = Question(spades(1), None, "points", None), new_stop()
    stop.set()
    question.stop_by(stop)
    assert question.solution().stopped == "interrupt"

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(long_search.LongSearch, "after", interrupted)
    answer = Question(spades(1), None, "points", None).solution()
    assert (answer.stopped, answer.exact) == ("interrupt", False)

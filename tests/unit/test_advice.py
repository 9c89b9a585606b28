"""Averages over layouts against separate analyses, card by card, and what is made of them."""

from __future__ import annotations

import random
from fractions import Fraction
from statistics import stdev
from typing import Any

import numpy as np
import pytest

from solver import Limits, Position, PositionError, analyze, maxn
from solver.analysis.question import new_stop
from solver.positions.generate import generate
from solver.worlds.advice import Advice, advise, look
from solver.worlds.draws import Draws
from solver.worlds.valuing import Valuer
from solver.worlds.view import View


@pytest.mark.parametrize(
    ("game", "cards"), [("hearts", 2), ("cinch", 3), ("whist", 2), ("black-lady", 2), ("slobberhannes", 2)]
)
def test_all_layouts_are_the_mean_of_separate_analyses(game, cards):
    for position in generate(game, cards, 2, 11, mid_trick=True):
        view = View.of(position)
        advice = advise(view)
        assert advice.exact
        assert advice.worlds == view.layouts
        rows = [values_of(view[number], advice.side) for number in range(min(view.layouts, 120))]
        for column, card in enumerate(advice.cards):
            assert advice.values[: len(rows), column].tolist() == [row[card] for row in rows]
        if len(rows) == view.layouts:
            assert advice.mean == {card: sum(row[card] for row in rows) / len(rows) for card in advice.cards}


def test_a_mean_by_hand():
    """Whist, two cards each, no trumps. A leads SA or S2; Y, B and Z share SK SQ SJ ST D3 D2 (90 layouts).

    SA wins, and what follows is open; a side of A and B never takes less with SA first.
    """
    view = View.of(Position.parse("A:A2... KQ... JT... ..32.", game="whist", leader="A"))
    assert view.layouts == 90
    advice = advise(view)
    by_hand = {
        card: Fraction(sum(values_of(view[number])[card] for number in range(90)), 90)
        for card in ("SA", "S2")
    }
    assert {card: Fraction(advice.mean[card]).limit_denominator(90) for card in by_hand} == by_hand
    assert advice.best == ["SA"]
    assert advice.error == {"SA": 0.0, "S2": 0.0}
    assert advice.behind["SA"] == (0.0, 0.0)
    assert advice.level == {"SA": True, "S2": False}


def values_of(position, side=None) -> dict[str, int]:
    """Every card's value with open hands, all of them proven."""
    cards = analyze(position, side).cards
    assert None not in cards.values()
    return {card: value for card, value in cards.items() if value is not None}


def of_values(values, few=False, exact=False, weights=None):
    """An advice on two cards that came to these values."""
    view: Any = None  # which what is asked of it does not look at
    return Advice(
        view=view, side=("A",), goal="points", method="minimax", cards=["SA", "S2"],
        values=np.array(values), few=few, exact=exact,
        weights=None if weights is None else np.array(weights, dtype=float),
    )  # fmt: skip


def test_figures_of_four_layouts():
    advice = of_values([[3, 3], [1, 2], [4, 0], [2, 2]])
    assert advice.mean == {"SA": 2.5, "S2": 1.75}
    assert advice.error["SA"] == pytest.approx(stdev([3, 1, 4, 2]) / 2)
    assert advice.share == {"SA": 0.75, "S2": 0.75}
    assert advice.low == {"SA": 1, "S2": 0}
    assert advice.high == {"SA": 4, "S2": 3}
    assert advice.best == ["SA"]
    assert advice.behind["S2"].mean == 0.75
    assert advice.behind["S2"].error == pytest.approx(stdev([0, -1, 4, 0]) / 2)
    assert advice.level["S2"]


def test_who_wants_few_is_behind_by_what_is_too_much():
    advice = of_values([[3, 3], [1, 2], [4, 0], [2, 2]], few=True)
    assert advice.best == ["S2"]
    assert advice.behind["SA"].mean == 0.75
    assert advice.share == {"SA": 0.75, "S2": 0.75}


def test_one_layout_has_no_error():
    advice = of_values([[3, 2]])
    assert advice.error == {"SA": None, "S2": None}
    assert advice.level == {"SA": True, "S2": True}


def test_weights():
    """Weights 3, 1, 0: the third layout does not count, and sixteen tenths of a layout do."""
    advice = of_values([[4, 0], [0, 2], [9, 9]], weights=[3, 1, 0])
    assert advice.mean == {"SA": 3.0, "S2": 0.5}
    assert advice.effective == pytest.approx(1.6)
    assert advice.share == {"SA": 0.75, "S2": 0.25}
    assert advice.high == {"SA": 4, "S2": 2}
    assert advice.best == ["SA"]


def test_equal_weights_change_nothing():
    position = generate("hearts", 5, 1, 4)[0]
    plain = advise(View.of(position), worlds=20, all_below=1)
    weighed = advise(View.of(position), worlds=20, all_below=1, weight=lambda layout: 2.5)
    assert weighed.mean == pytest.approx(plain.mean)
    assert weighed.error == pytest.approx(plain.error)
    assert weighed.effective == pytest.approx(20)


def test_weights_must_leave_something():
    view = View.of(generate("hearts", 3, 1, 4)[0])
    with pytest.raises(ValueError, match="no layout looked at has one above 0"):
        advise(view, weight=lambda layout: 0)
    with pytest.raises(ValueError, match="a number from 0 up"):
        advise(view, weight=lambda layout: -1)


def test_an_outsider_plays_against_the_side():
    """Asked for A while Y is to play: Y's best cards are those with which A takes most hearts."""
    rng = random.Random(2)
    for position in generate("hearts", 4, 3, rng.randrange(99)):
        other = next(seat for seat in position.seats if seat != position.to_play)
        advice = advise(View.of(position), side=other, worlds=15, all_below=1)
        most = max(advice.mean.values())
        assert advice.best == [card for card, value in advice.mean.items() if value == most]


def test_the_same_whatever_the_number_of_threads():
    view = View.of(generate("hearts", 7, 1, 8)[0])
    one, two = (advise(view, worlds=40, rng=3, threads=threads) for threads in (1, 2))
    assert (one.values == two.values).all()
    assert (one.values[:10] == advise(view, worlds=10, rng=3).values).all()


def test_every_seat_for_itself():
    position = generate("hearts", 3, 1, 5, seats=3)[0]
    view = View.of(position)
    advice = advise(view, method="maxn", all_below=100)
    for number in range(view.layouts):
        cards = maxn(view[number]).cards
        found = [values[view.seat] for card in advice.cards if (values := cards[card])]
        assert advice.values[number].tolist() == found


def test_a_limit_on_nodes_leaves_out_all_from_the_first_layout_not_finished():
    view = View.of(generate("hearts", 8, 1, 5)[0])
    whole = advise(view, worlds=20)
    cut = advise(view, worlds=20, limits=Limits(nodes=3000))
    again = advise(view, worlds=20, limits=Limits(nodes=3000))
    assert cut.stopped == "nodes"
    assert cut.worlds < 20
    assert not cut.exact
    assert (cut.values == whole.values[: cut.worlds]).all()
    assert (cut.values == again.values).all()


@pytest.mark.parametrize("method", ["minimax", "maxn"])
def test_what_stops_it_before_it_begins_leaves_nothing(method):
    view = View.of(generate("hearts", 4, 1, 5)[0])
    stop = new_stop()
    stop.set()
    stopped = look(view, draws=Draws(20, 1), method=method, stop=stop)
    assert (stopped.stopped, stopped.worlds, stopped.exact, stopped.mean) == ("interrupt", 0, False, {})
    late = look(view, draws=Draws(20, 1), method=method, limits=Limits(seconds=1e-9))
    assert (late.stopped, late.worlds, late.best) == ("seconds", 0, [])
    assert late.low == late.high == late.mean == late.share == {}


def test_after_ctrl_c_no_other_layout_is_begun(monkeypatch):
    begun = []

    def interrupted(_: Valuer, layout: Position) -> str:
        begun.append(layout)
        return "interrupt"

    monkeypatch.setattr(Valuer, "_row", interrupted)
    advice = look(View.of(generate("hearts", 4, 1, 5)[0]), draws=Draws(20, 1), method="maxn")
    assert (advice.stopped, advice.worlds, len(begun)) == ("interrupt", 0, 1)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_what_is_finished(threads):
    """Pressed once a layout is done, of far more than can be done meanwhile."""
    view = View.of(generate("hearts", 11, 1, 5)[0])

    def press(done, of):
        if done:
            raise KeyboardInterrupt

    advice = look(view, draws=Draws(2000, 1), threads=threads, each=press)
    assert advice.stopped == "interrupt"
    assert 0 < advice.worlds < 2000
    first = advise(view, worlds=3, all_below=1).values
    assert (advice.values[:3] == first[: advice.worlds]).all()


@pytest.mark.parametrize("game", ["hearts", "enfle"])
def test_progress_comes_to_its_end(game):
    heard = []
    view = View.of(generate(game, 3, 1, 5, seats=3)[0])
    look(view, draws=Draws(15, 1), each=lambda done, of: heard.append((done, of)))
    assert heard == sorted(heard)
    assert heard[-1] == (15, 15)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"worlds": 0}, "worlds: a whole number from 1 to 1000000, not 0"),
        ({"all_below": 2_000_000}, "all_below: a whole number"),
        ({"method": "mcts"}, 'method: "mcts" is none of minimax, maxn'),
        ({"rng": "x"}, "rng: a seed"),
        ({"method": "maxn", "side": "A"}, "a side is not asked about"),
        ({"goal": "tricks"}, "tricks"),
        ({"side": "Q"}, 'there is no seat "Q"'),
    ],
)
def test_what_cannot_be_asked_is_refused(asked, message):
    view = View.of(generate("hearts", 3, 1, 4)[0])
    with pytest.raises(PositionError, match=message):
        advise(view, **asked)


def test_only_the_seat_to_play_can_be_advised():
    position = generate("hearts", 3, 1, 4)[0]
    other = next(seat for seat in position.seats if seat != position.to_play)
    with pytest.raises(PositionError, match=f"seat: {position.to_play} is to play, not {other}"):
        advise(View.of(position, other))

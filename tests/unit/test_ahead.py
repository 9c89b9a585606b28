"""Plans against a slow reference that tries every strategy, and a guess that cannot go right twice."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from solver import Limits, PositionError
from solver.analysis.question import new_stop
from solver.core.batch import Crew
from solver.core.open_deals import OpenDeal
from solver.model.cards import in_pack_order
from solver.positions.generate import generate
from solver.scoring import goals
from solver.worlds.advice import advise, look
from solver.worlds.ahead import Planner
from solver.worlds.draws import Draws
from solver.worlds.fronts import Factor, Front, TooMuchWorkError, joined, undominated
from solver.worlds.view import View

MOST_STRATEGIES = 4096


def points(position, side):
    """What the side has captured at the end: tricks of whist, hearts of hearts (which it wants few of)."""
    taken = [
        card
        for seat, heap in zip(position.seats, position.taken, strict=True)
        if seat in side
        for card in heap
    ]
    if position.game == "whist":
        return len(taken) // 4
    return -sum(card[0] == "H" for card in taken)


OPEN: dict[Any, int] = {}


def open_hands(position, camp, side):
    """The outcome when all play their best with open hands."""
    mark = position, camp, side
    if mark not in OPEN:
        if position.over:
            OPEN[mark] = points(position, side)
        else:
            values = [open_hands(position.play(card), camp, side) for card in position.legal_cards()]
            OPEN[mark] = max(values) if position.to_play in camp else min(values)
    return OPEN[mark]


def outcomes(position, history, seat, camp, side, ahead, choices):
    """What comes of a layout: a number, or (what is done here, [what comes of each card]).

    Done is the history where the seat plays a card of its plan, else max or min. `choices` takes the number
    of cards at each of these histories.
    """
    turn = position.to_play
    if turn is None or not ahead:
        return open_hands(position, camp, side)
    cards = position.legal_cards()
    left = ahead - (turn == seat)
    after = [
        outcomes(position.play(card), (*history, card), seat, camp, side, left, choices) for card in cards
    ]
    if turn != seat:
        return (max if turn in camp else min), after
    choices[history] = len(cards)
    return history, after


def outcome(tree, strategy):
    if isinstance(tree, int):
        return tree
    done, after = tree
    if isinstance(done, tuple):
        return outcome(after[strategy[done]], strategy)
    return done([outcome(branch, strategy) for branch in after])


def best_by_strategies(layouts, seat, camp, side, ahead):
    """For each first card the greatest sum over all strategies; None where they are too many."""
    choices: dict[Any, Any] = {}
    trees = [outcomes(layout, (), seat, camp, side, ahead, choices) for layout in layouts]
    best = {}
    for number, card in enumerate(layouts[0].legal_cards()):
        own = [history for history in choices if history and history[0] == card]
        if prod(choices[history] for history in own) > MOST_STRATEGIES:
            return None
        best[card] = max(
            sum(outcome(tree, {(): number, **dict(zip(own, choice, strict=True))}) for tree in trees)
            for choice in product(*(range(choices[history]) for history in own))
        )
    return best


def best_by_planner(layouts, side, ahead):
    """The same sums by the planner, with what had been captured before."""
    first = layouts[0]
    seats = tuple(first.seats.index(name) for name in first.seats if name in side)
    sign = -1 if first.game == "hearts" else 1
    deals = [OpenDeal(layout.deal(), goals.payoff(layout, "points", seats)) for layout in layouts]
    planner = Planner(first.seats.index(first.to_play), seats, sign, Crew(Limits(), 1))
    before = len(layouts) * points(first, side)
    return {card: sum(values) + before for card, values in planner.best(deals, ahead).items()}


def around_partner(position):
    """Three layouts with the same partner's hand: as it is, and with opponents' cards exchanged."""
    left = (position.seats.index(position.to_play) + 1) % 4
    right = (left + 2) % 4
    both = sorted(position.hands[left] + position.hands[right])
    size = len(position.hands[left])
    layouts = [position]
    for cut in (both[:size], both[1 : size + 1]):
        hands = list(position.hands)
        hands[left] = in_pack_order(cut)
        hands[right] = in_pack_order([card for card in both if card not in cut])
        layouts.append(replace(position, hands=tuple(hands)))
    return [layout for layout in layouts if can_be(layout)]


def can_be(position):
    """Whether the cards of the trick were legal by these hands."""
    try:
        position.deal()
    except PositionError:
        return False
    return True


@pytest.mark.parametrize(("game", "ahead"), [("whist", 2), ("hearts", 2), ("hearts", 3)])
def test_the_best_plan_is_the_best_of_all_strategies(game, ahead):
    rng = random.Random(f"{game} {ahead}")
    compared = 0
    n_seats = 3 if game == "hearts" else 4
    for position in generate(game, 3, 99, rng.randrange(10**6), n_seats, mid_trick=True):
        if len(position.trick) < n_seats - 1:
            continue  # the last to play sees fewest cards before its next one
        seat, seats = position.to_play, position.seats
        assert seat is not None
        layouts = View.of(position).sample(3, 1) if game == "hearts" else around_partner(position)
        side = frozenset({seat, seats[(seats.index(seat) + 2) % 4]} if game == "whist" else {seat})
        slow = best_by_strategies(layouts, seat, side, side, ahead) if len(layouts) > 1 else None
        if slow is None:
            continue

        quick = best_by_planner(layouts, side, ahead)
        assert quick == slow, (position, layouts)
        plain = {card: sum(open_hands(layout.play(card), side, side) for layout in layouts) for card in quick}
        assert all(quick[card] <= plain[card] for card in quick)
        compared += 1
        if compared == 12:
            break
    assert compared


IN_PLAY = {"SA", "SJ", "D2", "S8", "C2", "DK", "SQ", "S5", "C9", "C8", "C7", "C6"}
OUT = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432" if suit + rank not in IN_PLAY]


def test_a_queen_is_not_caught_by_guessing_right_both_ways():
    """No trumps; A leads from S AJ, D 2 facing S 8, DK, C 2. Y and Z have SQ, S5, four clubs: 20 layouts.

    By D2 to the king and a spade from B, A catches the queen by the jack where Z has both spades (4 layouts),
    by the ace where it is alone with Y (6), and sees it fall where it is alone with Z (6). Where Z plays the
    five A cannot tell the first two apart. With open hands it always can: three tricks in 16 layouts, two in
    4. In truth it loses the 4 as well, and D2 is worth no more than the ace, which drops a lone queen.
    """
    view = View.parse("A:AJ..2. - 8..K.2 -", game="whist", leader="A", dead=" ".join(OUT))
    assert view.layouts == 20
    plain, ahead = advise(view), advise(view, ahead=2)
    assert plain.exact
    assert ahead.exact
    assert (plain.mean["D2"], plain.mean["SA"]) == (2.8, 2.6)
    assert (ahead.mean["D2"], ahead.mean["SA"]) == (2.6, 2.6)
    assert plain.best == ["D2"]
    assert ahead.best == ["SA", "D2"]
    assert all(ahead.mean[card] <= plain.mean[card] for card in plain.cards)


def test_what_is_too_much_work_is_refused_with_its_size():
    position = generate("hearts", 5, 1, 2)[0]
    deal = OpenDeal(position.deal(), goals.payoff(position, "points", (0,)))
    planner = Planner(position.seats.index(position.to_play or ""), (0,), -1, Crew(Limits(), 1), 1_000)
    with pytest.raises(TooMuchWorkError, match="more than 1,000 positions to look at"):
        planner.best([deal] * 1_001, 2)
    many = [Factor(np.arange(2), np.array([[n, -n] for n in range(size)])) for size in (300, 400)]
    fronts = [Front(np.zeros(2, np.int64), (factor,)) for factor in many]
    with pytest.raises(TooMuchWorkError, match="plans to compare \\(120,000\\)"):
        joined(fronts[0], fronts[1], np.minimum)


def test_plans_are_for_a_side_against_the_rest():
    view = View.of(generate("hearts", 3, 1, 4)[0])
    with pytest.raises(PositionError, match="not for maxn"):
        advise(view, ahead=2, method="maxn")
    with pytest.raises(PositionError, match="ahead: a number of cards from 1, not 0"):
        advise(view, ahead=0)


@pytest.mark.parametrize(
    ("game", "goal", "cards", "seats"),
    [
        ("black-lady", "clear", 3, 4),
        ("cinch", "points", 3, 4),
        ("slobberhannes", "settle", 3, 4),
        ("spot-hearts", "settle", 2, 3),
        ("two-handed-hearts", "points", 4, 2),
        ("enfle", "points", 2, 3),
    ],
)
def test_a_plan_of_one_layout_is_open_hands(game, goal, cards, seats):
    """Whatever the goal counts by the end: takers, exact counts, settlements, play without end."""
    for position in generate(game, cards, 6, 4, seats, mid_trick=True):
        view = View.of(position)
        if view.layouts < 2 or goal not in position.rules.under(position.options).goals:
            continue
        plain = advise(view, goal=goal, worlds=1, all_below=1, rng=3)
        ahead = advise(view, goal=goal, worlds=1, all_below=1, rng=3, ahead=9)
        assert (plain.values == ahead.values).all(), position


@pytest.mark.parametrize(("game", "ahead"), [("whist", 2), ("hearts", 3)])
def test_a_layout_of_weight_two_is_as_good_as_two(game, ahead):
    """Weighed sums of the best plans are those over layouts repeated as often; weight 0 leaves one out."""
    for number, position in enumerate(generate(game, 4, 3, 5, 4, mid_trick=True)):
        view = View.of(position)
        layouts = [layout for layout in view.sample(8, number) if can_be(layout)]
        side = (position.seats.index(position.to_play or ""),)
        sign = 1 if game == "whist" else -1
        weights = np.array([number % 3 for number in range(len(layouts))])
        deals = [OpenDeal(layout.deal(), goals.payoff(layout, "points", side)) for layout in layouts]
        repeated = [deal for deal, times in zip(deals, weights) for _ in range(times)]
        planners = [Planner(side[0], side, sign, Crew(Limits(), 1)) for _ in range(2)]
        weighed = planners[0].best(deals, ahead, weights)
        every = planners[1].best(repeated, ahead)
        assert {card: weights @ values for card, values in weighed.items()} == {
            card: sum(values) for card, values in every.items()
        }
    advice = advise(view, ahead=ahead, worlds=8, all_below=1, weight=lambda layout: 2.0)
    assert advice.mean == pytest.approx(advise(view, ahead=ahead, worlds=8, all_below=1).mean)


def test_limits_and_stops_leave_nothing_of_a_plan():
    view = View.of(generate("hearts", 5, 1, 3)[0])
    stop = new_stop()
    stop.set()
    for limits, why, flag, ahead in (
        (Limits(seconds=1e-9), "seconds", None, 3),
        (Limits(seconds=0.05), "seconds", None, 3),
        (Limits(nodes=1), "nodes", None, 2),
        (None, "interrupt", stop, 3),
    ):
        found = look(view, draws=Draws(40, 1), ahead=ahead, limits=limits, stop=flag)
        assert (found.stopped, found.worlds, found.exact) == (why, 0, False)


def test_plans_are_the_same_on_two_threads_and_progress_comes_to_its_end():
    view = View.of(generate("hearts", 4, 1, 3)[0])
    heard = []
    two = look(view, draws=Draws(30, 1), ahead=2, threads=2, each=lambda done, of: heard.append((done, of)))
    assert (two.values == look(view, draws=Draws(30, 1), ahead=2).values).all()
    assert heard == sorted(heard)
    assert heard[-1] == (30, 30)


# --- fronts ---------------------------------------------------------------------------------------------


def test_undominated_vectors_are_those_that_none_is_as_good_as():
    rng = np.random.default_rng(1)
    for size in (2, 7, 700):
        vectors = rng.integers(0, 4, (size, 5))
        kept = {tuple(vector) for vector in undominated(vectors).tolist()}
        every = {tuple(vector) for vector in vectors.tolist()}
        best = {
            one
            for one in every
            if not any(other != one and all(a >= b for a, b in zip(other, one)) for other in every)
        }
        assert kept == best


def test_joined_fronts_have_every_pair_of_plans():
    """Factors that share layouts are put together, others stay apart, as the product of all would be."""
    rng = np.random.default_rng(2)
    for join in (np.minimum, np.maximum):
        for _ in range(60):
            one, other = (drawn_front(rng) for _ in range(2))
            pairs = join(one.vectors()[:, None, :], other.vectors()[None, :, :]).reshape(-1, 6)
            found = {tuple(vector) for vector in joined(one, other, join).vectors().tolist()}
            assert found == {tuple(vector) for vector in undominated(pairs).tolist()}
            assert joined(one, other, join).best(np.ones(6)).sum() == pairs.sum(axis=1).max()


def drawn_front(rng):
    """A front of six layouts, some fixed, the rest in up to two factors."""
    numbers = rng.permutation(6)
    cuts = sorted(rng.integers(0, 7, 2))
    factors = []
    for part in (numbers[: cuts[0]], numbers[cuts[0] : cuts[1]]):
        vectors = (
            undominated(rng.integers(0, 4, (3, len(part)))) if len(part) > 1 else np.zeros((1, 1), np.int64)
        )
        if len(vectors) > 1:
            factors.append(Factor(np.sort(part), vectors))
    return Front(rng.integers(0, 4, 6), tuple(factors))

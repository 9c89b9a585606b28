"""Plans against a slow reference that tries every strategy, and a guess that cannot go right twice."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

import pytest

from solver import PositionError
from solver.model.cards import in_pack_order
from solver.positions.generate import generate
from solver.worlds.advice import advise
from solver.worlds.ahead import Planner, TooMuchWorkError
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
    return layouts


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

        def open_value(layout, side=side):
            return open_hands(layout, side, side)

        def open_cards(layout, value=open_value):
            return {card: value(layout.play(card)) for card in layout.legal_cards()}

        planner = Planner(seat, side, open_value, open_cards)
        quick = {card: sum(values) for card, values in planner.best(layouts, ahead).items()}
        assert quick == slow, (position, layouts)
        plain = {card: sum(open_cards(layout)[card] for layout in layouts) for card in quick}
        assert all(quick[card] <= plain[card] for card in quick)
        compared += 1
        if compared == 4:
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
    position = generate("hearts", 8, 1, 2)[0]
    with pytest.raises(TooMuchWorkError, match="more than 1,000 positions to look at"):
        Planner("A", {"A"}, lambda _: 0, lambda _: {}, 1_000).best([position] * 1_001, 2)


def test_plans_are_for_minimax_and_layouts_alike():
    view = View.of(generate("hearts", 3, 1, 4)[0])
    with pytest.raises(PositionError, match="not for maxn"):
        advise(view, ahead=2, method="maxn")
    with pytest.raises(PositionError, match="leave the weight out"):
        advise(view, ahead=2, weight=lambda layout: 1)
    with pytest.raises(PositionError, match="ahead: a number of cards from 1, not 0"):
        advise(view, ahead=0)

"""A seat's view of random plays of every game: what is proven is true, and nothing more is left out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from solver import Position, PositionError
from solver.positions.generate import generated
from solver.rules.files import load, names
from solver.worlds.view import View

# Games in which a hidden hand can differ: more than two seats, and nobody draws or takes up.
OF_THREE = [name for name in names() if load(name).max_seats > 2 and not load(name).unequal]
HOUSE = {
    "hearts": {"break-hearts": "yes", "first-trick-clean": "yes"},
    "black-lady": {"break-hearts": "yes", "queen-breaks": "yes"},
}


def random_play(start, cards, rng):
    """Random legal cards from a position, with the position after each."""
    played = []
    position = start
    for _ in range(cards):
        if position.over:
            break
        card = rng.choice(position.legal_cards())
        position = position.play(card)
        played.append((card, position))
    return played


@pytest.mark.parametrize("game", names())
def test_the_true_deal_is_never_excluded(game):
    rng = random.Random(game)
    rules = load(game)
    checked = 0
    for options in ({}, HOUSE.get(game, {})):
        for n_seats in range(rules.min_seats, min(rules.max_seats, 5) + 1):
            cards = min(rules.full_hand(n_seats), 6 if n_seats > 3 else 8)
            stock: dict[str, Any] = {"stock": 6} if game == "two-handed-hearts" else {}
            for start in generated(
                game, cards, 2, rng.randrange(10**6), seats=n_seats, mid_trick=True, options=options, **stock
            ):
                played = random_play(start, rng.randint(0, 14), rng)
                line = [card for card, _ in played]
                now = played[-1][1] if played else start
                for seat in now.seats:
                    view = View.after(start, line, seat)
                    assert now in view, (start, line, seat)
                    checked += 1
                    drawn = view.draw(3, checked)
                    assert list(view.positions(drawn)) == [view[number] for number in drawn], (start, line)
                    if view.layouts <= 60:
                        assert any(view[number] == now for number in range(view.layouts))
    assert checked >= 8


def lays(start, played, seat, unseen_now):
    """How many deals from which this seat would have seen the same play: the hidden cards told apart."""
    now = start
    for card in played:
        now = now.play(card)
    hidden = [other for other in range(len(now.seats)) if now.seats[other] != seat]
    sizes = [len(now.hands[other]) for other in hidden]
    found = 0
    seen = set()
    for order in permutations(unseen_now):
        hands, rest = {}, list(order)
        for other, size in zip(hidden, sizes, strict=True):
            hands[other] = tuple(sorted(rest[:size]))
            rest = rest[size:]
        mark = tuple(hands.values())
        if mark in seen:
            continue
        seen.add(mark)
        found += could_have_been(start, now, played, hands)
    return found


def could_have_been(start, now, played, hands):
    """Whether the play is legal when each hidden seat holds these cards now and held its own before."""
    was = list(start.hands)
    for other, hand in hands.items():
        kept = Counter(start.hands[other]) - Counter(now.hands[other])
        was[other] = tuple((kept + Counter(hand)).elements())
    try:
        position = Position.parse(
            hands=dict(zip(start.seats, was, strict=True)), game=start.game, seats=start.seats,
            leader=start.leader, trump=start.trump, trick=start.trick,
            taken=dict(zip(start.seats, start.taken, strict=True)),
            tricks_played=start.tricks_played, pile=start.pile, options=dict(start.options),
        )  # fmt: skip
        for card in played:
            position = position.play(card)
    except PositionError:
        return False
    return True


@pytest.mark.parametrize("game", OF_THREE)
def test_layouts_are_those_in_which_the_play_is_legal(game):
    """Each deal of the unseen cards is played over again by the rules, and counted if no card is refused."""
    rng = random.Random(f"{game} again")
    rules = load(game)
    n_seats = max(rules.min_seats, min(3, rules.max_seats))
    several = 0
    for options in ({}, HOUSE.get(game, {})):
        for start in generated(game, 3, 4, rng.randrange(10**6), n_seats, mid_trick=True, options=options):
            start = replace(start, widow=(), stock=())
            most = sum(map(len, start.hands)) - 2
            played = [card for card, _ in random_play(start, min(most, rng.randint(2, 6)), rng)]
            view = View.after(start, played)
            if len(view.unseen) <= 6 and len(set(view.unseen)) == len(view.unseen):
                assert view.layouts == lays(start, played, view.seat, view.unseen), (start, played)
                several += view.layouts > 1
    assert several

"""Layouts against brute force: every assignment of cards to places, kept where it fits."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from solver.worlds.layouts import Layouts, Limit


def every_layout(sizes, allowed, limits, ordered):
    """All layouts the slow way, as (place of each card, order of the ordered place)."""
    found: list[tuple[object, object]] = []

    def lay(places, room):
        if len(places) == len(allowed):
            if all(
                limit.low <= sum(places[card] == limit.place for card in limit.cards) <= limit.high
                for limit in limits
            ):
                held = [card for card, place in enumerate(places) if place == ordered]
                found.extend((places, order) for order in permutations(held))
            return
        for place, left in enumerate(room):
            if left and allowed[len(places)] >> place & 1:
                lay((*places, place), [left - (place == other) for other, left in enumerate(room)])

    lay((), list(sizes))
    return found


def as_tuples(layouts, numbers):
    places, orders = layouts.rows(numbers)
    return [(tuple(map(int, row)), tuple(map(int, order))) for row, order in zip(places, orders, strict=True)]


def random_question(rng):
    """A small question whose sets of places and limits mostly leave some layout."""
    n_places = rng.randint(1, 4)
    n_cards = rng.randint(0, 7 if n_places < 4 else 6)
    home = [rng.randrange(n_places) for _ in range(n_cards)]
    sizes = [home.count(place) for place in range(n_places)]
    # Few distinct sets of places, so that cards fall into classes; most contain the card's home.
    masks = [rng.randrange(1, 1 << n_places) for _ in range(rng.randint(1, 3))]
    allowed = [rng.choice(masks) | (rng.random() < 0.8) << home[card] for card in range(n_cards)]
    limits = []
    for _ in range(rng.randint(0, 3)):
        low = rng.randint(0, 2)
        cards = frozenset(card for card in range(n_cards) if rng.random() < 0.5)
        limits.append(Limit(rng.randrange(n_places), cards, low, low + rng.randint(0, 3)))
    return sizes, allowed, limits, rng.choice([None, 0])


@pytest.mark.parametrize("seed", range(4))
def test_all_layouts_of_small_questions(seed):
    rng = random.Random(seed)
    answered = 0
    for _ in range(300):
        question = random_question(rng)
        slow = every_layout(*question)
        layouts = Layouts(*question)
        assert layouts.count == len(slow), question
        listed = as_tuples(layouts, range(layouts.count))
        assert sorted(listed) == sorted(slow), question
        one_by_one = [(layouts.places(number), layouts.order(number)) for number in range(layouts.count)]
        assert listed == [(tuple(places), tuple(order)) for places, order in one_by_one], question
        answered += layouts.count > 1
    assert answered > 30  # questions that leave a choice


def test_sizes_must_add_up():
    with pytest.raises(ValueError, match="3 cards do not fill places for 4"):
        Layouts([2, 2], [3, 3, 3])


def test_three_hands_of_thirteen():
    layouts = Layouts([13, 13, 13], [7] * 39)
    assert layouts.count == math.factorial(39) // math.factorial(13) ** 3  # more than 64 bits hold
    assert layouts.count.bit_length() > 53
    for number in (0, layouts.count // 3, layouts.count - 1):
        places = layouts.places(number)
        assert Counter(places) == {0: 13, 1: 13, 2: 13}


def test_numbers_past_sixty_four_bits():
    layouts = Layouts([26, 13, 13], [7] * 39 + [1] * 13, ordered=0)
    expected = math.factorial(39) // math.factorial(13) ** 3 * math.factorial(26)
    assert layouts.count == expected
    assert layouts.places(0) != layouts.places(layouts.count - 1)


def test_a_limit_of_a_suit_of_thirteen():
    """Three hands of thirteen, the first with exactly four of a suit: the four and its other nine."""
    suit = frozenset(range(13))
    layouts = Layouts([13, 13, 13], [7] * 39, [Limit(0, suit, 4, 4)])
    assert layouts.count == math.comb(13, 4) * math.comb(26, 9) * math.comb(26, 13)


def test_draws_are_the_same_for_a_seed():
    layouts = Layouts([13, 13, 13], [7] * 39)
    drawn = layouts.draw(5, np.random.default_rng(0))
    again = layouts.draw(9, np.random.default_rng(0))
    assert again[:5] == drawn
    bits = (layouts.count - 1).bit_length()
    numbers = [int(word) >> 64 - bits for word in np.random.default_rng(0).bit_generator.random_raw(20)]
    assert drawn == [number for number in numbers if number < layouts.count][:5]


@pytest.mark.parametrize("n", [3, 8, 12, 20, 33])
def test_draws_repeat_nothing_before_all_have_come(n):
    layouts = Layouts([2, 2], [3] * 4, [Limit(0, frozenset([0, 1]), 1, 2)])  # 6 less the one with 2 and 3
    assert layouts.count == 5
    for start in range(0, n, 5):
        block = layouts.draw(n, np.random.default_rng(1))[start : start + 5]
        assert len(set(block)) == len(block)


@pytest.mark.parametrize("n", [2, 9])
def test_every_layout_is_drawn_alike(n):
    """Chi-square of 600 draws of n of 12 layouts: the 99.99 % point of 11 degrees is 37.4."""
    layouts = Layouts([2, 1, 1], [7] * 4)
    assert layouts.count == 12
    rng = np.random.default_rng(7)
    counts = Counter(number for _ in range(600) for number in layouts.draw(n, rng))
    mean = Fraction(600 * n, 12)
    assert sum((counts[number] - mean) ** 2 / mean for number in range(12)) < 37.4

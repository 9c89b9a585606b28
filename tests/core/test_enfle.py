"""Enflé's proofs against the plain fixed point: every legal card's value, the line, limits, larger deals."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from cext.api import endless as enfle
from cext.api import searcher as api
from solver.core.deal import Deal
from solver.positions.position import Position
from tests.reference import enfle as reference

SEATS = {2: ["A", "B"], 3: ["A", "B", "C"], 4: ["A", "Y", "B", "Z"], 5: ["A", "B", "C", "D", "E"]}
PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT987"]
# Seats, the most cards a hand, the most cards in all: what the reference lists in good time.
SIZES = [(2, 4, 7), (2, 6, 7), (3, 3, 6), (4, 2, 5), (5, 1, 5)]


def dealt(rng: random.Random, seats: int, counts: list[int]) -> dict[str, Any]:
    """A random deal with hands of these sizes, as a JSON position."""
    names, cards = SEATS[seats], rng.sample(PACK, sum(counts))
    hands = {name: [cards.pop() for _ in range(count)] for name, count in zip(names, counts, strict=True)}
    return {"game": "enfle", "seats": names, "hands": hands, "leader": rng.choice(names), "trick": []}


def drawn(rng: random.Random) -> dict[str, Any]:
    """A random small position, unequal hands and tricks in progress among them."""
    seats, longest, most = rng.choice(SIZES)
    while True:
        counts = [rng.randint(1, longest) for _ in range(seats)]
        if sum(counts) > most:
            continue
        position = dealt(rng, seats, counts)
        for _ in range(rng.randint(0, 5)):
            if reference.legal_cards(position):
                position = reference.play(position, rng.choice(reference.legal_cards(position)))
        if reference.legal_cards(position):
            return position


def drawn_side(rng: random.Random, position: dict[str, Any]) -> list[str]:
    return rng.sample(position["seats"], rng.randint(1, len(position["seats"]) - 1))


def asked(position: dict[str, Any], side: list[str], **limits: Any) -> tuple[Any, ...]:
    """(lower, upper, {card: (lower, upper)}, line, nodes, why stopped)."""
    deal = Deal(Position.from_json(position))
    mask = sum(1 << seat for seat, name in enumerate(position["seats"]) if name in side)
    found = enfle.solve_rounds(deal.core_point, mask, cards=True, line=True, **limits)
    lower, upper, by_slot, line, nodes, stopped = found
    names = deal.layout.names
    cards = {names[slot]: (low, high) for slot, low, high in by_slot}
    return lower, upper, cards, [names[slot] for slot in line], nodes, stopped


def written(position: dict[str, Any]) -> str:
    hands = {seat: sorted(cards) for seat, cards in position["hands"].items()}
    return repr((hands, position["leader"], position["trick"]))


def check_line(position: dict[str, Any], side: list[str], value: int, line: list[str]) -> None:
    """Legal to the end, which is the value's; in a draw, up to the first position that comes again."""
    met: set[str] = set()
    for card in line:
        assert card in reference.legal_cards(position)
        assert written(position) not in met
        met.add(written(position))
        position = reference.play(position, card)
    out = [seat for seat, cards in position["hands"].items() if not cards]
    if value == 0:
        assert not out
        assert written(position) in met
    else:
        assert (out[0] in side) == (value == 1)


@pytest.mark.parametrize("seed", range(20))
def test_every_card_as_the_fixed_point_has_it(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        position = drawn(rng)
        side = drawn_side(rng, position)
        lower, upper, cards, line, _, stopped = asked(position, side)
        value = reference.value(position, side, "points")
        assert (lower, upper, stopped) == (value, value, ""), (position, side)
        expected = reference.card_values(position, side, "points")
        assert cards == {card: (worth, worth) for card, worth in expected.items()}, (position, side)
        check_line(position, side, value, line)


@pytest.mark.parametrize(("seats", "size"), [(2, 8), (2, 12), (3, 6), (3, 8), (4, 2), (4, 3)])
def test_larger_deals_fit_together(seats: int, size: int) -> None:
    """The position is worth its best card, the rest's value is the side's turned round, the line ends so."""
    rng = random.Random(100 * seats + size)
    for _ in range(5):
        position = dealt(rng, seats, [size] * seats)
        # Two against two may be too much with twelve cards: a draw there takes millions of standings.
        side = drawn_side(rng, position) if size * seats != 12 else [position["leader"]]
        rest = [seat for seat in position["seats"] if seat not in side]
        lower, upper, cards, line, nodes, stopped = asked(position, side)
        assert lower == upper
        assert not stopped
        best = max if position["leader"] in side else min
        assert best(cards.values()) == (lower, upper)
        check_line(position, side, lower, line)
        assert asked(position, rest)[:2] == (-lower, -lower)
        assert asked(position, side)[4] == nodes


def test_limits_leave_bounds_that_hold() -> None:
    rng = random.Random(9)
    for limits in ({"nodes": 20}, {"nodes": 200}, {"nodes": 2000}, {"memory_bytes": 1 << 16}):
        for _ in range(10):
            position = dealt(rng, 3, [5, 5, 5])
            side = [position["leader"]]
            lower, upper, cards, _, _, stopped = asked(position, side, **limits)
            value = asked(position, side)[0]
            assert lower <= value <= upper
            assert stopped in {"", "nodes", "memory"}
            assert lower == upper or stopped
            exact = asked(position, side)[2]
            for card, (low, high) in cards.items():
                assert low <= exact[card][0] <= high


def test_seconds_stop_a_full_deal() -> None:
    position = dealt(random.Random(4), 4, [8, 8, 8, 8])
    lower, upper, _, _, _, stopped = asked(position, ["A"], seconds=0.05)
    assert -1 <= lower <= upper <= 1
    assert lower == upper or stopped == "seconds"


def test_a_flag_that_is_set_keeps_the_search_from_beginning() -> None:
    stop = api.Stop()
    stop.set()
    position = dealt(random.Random(4), 4, [8, 8, 8, 8])
    lower, upper, _, _, _, stopped = asked(position, ["A"], stop=stop)
    assert (lower, upper, stopped) == (-1, 1, "interrupt")


def test_another_thread_stops_the_search() -> None:
    """Long before the search would end: it has seconds to go until its memory is full."""
    stop = api.Stop()
    position = dealt(random.Random(4), 4, [8, 8, 8, 8])
    bell = threading.Timer(0.2, stop.set)
    bell.start()
    lower, upper, _, _, _, stopped = asked(position, ["A"], stop=stop)
    assert (lower, upper, stopped) == (-1, 1, "interrupt")


def test_a_deal_that_is_over() -> None:
    hands: dict[str, list[str]] = {"A": [], "B": ["SA"]}
    position = {"game": "enfle", "seats": ["A", "B"], "hands": hands, "leader": "A", "trick": []}
    deal = Deal(Position.from_json(position))
    assert enfle.solve_rounds(deal.core_point, 1, cards=True, line=True)[:4] == (1, 1, [], [])
    assert enfle.solve_rounds(deal.core_point, 2)[:2] == (-1, -1)

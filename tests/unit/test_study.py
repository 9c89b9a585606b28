"""Studies of many deals: the stream of deals, what hands hold, figures, and cards that cost nothing."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from solver import Limits, Position, PositionError, Positions, analyze
from solver.analysis.batch import CardBounds
from solver.analysis.study import Figures, Plan, Study, free_cards, study
from solver.generate import generate
from solver.positions.holdings import first_seats, read_feature
from solver.positions.stream import RandomDeals
from solver.render.study import study_text
from solver.render.theme import Look
from solver.rules import load, names


def source(game: str, *, seed: int = 1, **given: Any) -> RandomDeals:
    return RandomDeals(load(game), seed, **given)


# --- the stream -----------------------------------------------------------------------------------------


def test_whole_deals_are_those_of_random_arrays():
    deals = source("cinch", seed=5)
    taken = [deals.take(count) for count in (7, 1500, 493)]
    many = Positions.random("cinch", 2000, rng=5)
    assert [len(part) for part in taken] == [7, 1500, 493]
    assert taken == [many[:7], many[7:1507], many[1507:]]


@pytest.mark.parametrize("game", ["hearts", "two-handed-hearts", "domino-hearts", "enfle"])
def test_positions_of_some_cards_are_those_of_generate(game):
    deals = source(game, seed=3, cards=4)
    assert [*deals.take(3), *deals.take(4)] == generate(game, 4, 7, 3)


def test_trump_and_options_of_the_deals():
    for cards in (None, 4):
        deals = source("cinch", cards=cards, trump="H", options={"bid": 8, "bidder": "B"}).take(20)
        assert {(deal.trump, dict(deal.options)["bid"]) for deal in deals} == {("H", 8)}


# --- what a hand holds ----------------------------------------------------------------------------------

CINCH = Positions.of(
    [
        Position.parse("A:A5.5.2. K4.A3.. 7.9.4.2 T..K5.3", game="cinch", leader=leader, trump=trump)
        for leader, trump in (("A", "S"), ("Y", "H"), ("Z", "D"))
    ]
)


@pytest.mark.parametrize(
    ("feature", "numbers"),
    [
        ("length:S", [2, 2, 1]),
        ("LENGTH:♡", [1, 2, 0]),
        ("length:H", [1, 2, 0]),  # H5 is a heart where spades are trumps
        ("length:T", [2, 2, 2]),
        ("length:D", [1, 0, 2]),
        ("holds:S5", [1, 0, 0]),
        ("holds:5d", [0, 0, 1]),
        ("points", [6, 1, 5]),  # A of trumps 1, five of trumps 5; A of trumps; five of trumps
        ("leads", [1, 1, 1]),
    ],
)
def test_what_the_leader_holds(feature, numbers):
    seats = first_seats(CINCH, None)
    assert seats.tolist() == [0, 1, 3]
    assert read_feature(feature, CINCH.rules, 4).measure(CINCH, seats).tolist() == numbers


def test_the_left_pedro_is_a_trump():
    seats = first_seats(CINCH, ("A", "B"))
    assert seats.tolist() == [0, 0, 0]
    lengths = read_feature("length:T", CINCH.rules, 4).measure(CINCH, seats)
    assert lengths.tolist() == [2, 1, 2]  # SA S5; H5; D2 and the Left Pedro H5
    assert read_feature("length:H", CINCH.rules, 4).measure(CINCH, seats).tolist() == [1, 1, 0]
    assert read_feature("leads", CINCH.rules, 4).measure(CINCH, seats).tolist() == [1, 0, 0]


@pytest.mark.parametrize("game", names())
def test_features_agree_with_the_cards(game):
    """Counted card by card, in packs of one copy and of more, with trumps and without."""
    deals = source(game, cards=5).take(30)
    seats = first_seats(deals, None)
    rules = deals.rules
    features = {name: read_feature(name, rules, len(deals.seats)) for name in ("length:D", "holds:SQ")}
    if game not in ("whist", "enfle"):
        features["points"] = read_feature("points", rules, len(deals.seats))
    for row, (position, seat) in enumerate(zip(deals, seats.tolist(), strict=True)):
        assert position.seats[seat] == position.to_play
        hand, worth = position.hands[seat], rules.card_points(position.trump)
        lane = rules.lane("D", position.trump)
        expected = {
            "length:D": sum(card in lane for card in hand),
            "holds:SQ": "SQ" in hand,
            "points": sum(worth.get(card, 0) for card in hand),
        }
        for name, feature in features.items():
            assert feature.measure(deals, seats)[row] == expected[name], name


def test_no_trumps_have_no_length():
    deals = source("whist", trump="NT", cards=2).take(3)
    feature = read_feature("length:t", deals.rules, 4)
    assert [feature.plain(number) for number in feature.measure(deals, first_seats(deals, None))] == [
        None
    ] * 3


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("hearts", "length:T", "has no trumps"),
        ("hearts", "length:X", "one of S H D C"),
        ("hearts", "length:NT", "one of S H D C"),
        ("hearts", "holds:HX", "no HX in the pack"),
        ("hearts", "holds:S1", "S1"),
        ("whist", "points", "no cards that bring"),
        ("hearts", "points:3", "nothing that a seat has"),
        ("hearts", "length", "length:SUIT"),
        ("hearts", "", "nothing that a seat has"),
    ],
)
def test_features_that_a_game_has_not(game, text, said):
    with pytest.raises(PositionError, match=said):
        read_feature(text, load(game), 4)


# --- figures --------------------------------------------------------------------------------------------


def test_figures_of_a_few_numbers():
    values = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    figures = Figures(values, values)
    assert figures.mean == (3.9, 3.9)
    assert figures.error == pytest.approx(statistics.stdev(values.tolist()) / math.sqrt(10))
    assert figures.quantiles == {5: 1, 25: 2, 50: 3, 75: 5, 95: 9}  # sorted 1 1 2 3 3 4 5 5 6 9
    assert figures.shares == {1: 0.2, 2: 0.1, 3: 0.2, 4: 0.1, 5: 0.2, 6: 0.1, 9: 0.1}
    assert figures.stopped == 0


def test_figures_with_bounds():
    figures = Figures(np.array([1, 2, 0]), np.array([1, 2, 6]))
    assert (figures.deals, figures.stopped, figures.mean) == (3, 1, (1.0, 3.0))
    assert figures.error == pytest.approx(statistics.stdev([1, 2, 6]) / math.sqrt(3))
    assert figures.shares == {1: 0.5, 2: 0.5}
    assert figures.quantiles[95] == 2


def test_figures_of_one_and_none():
    one, none = (Figures(np.array(values, np.int64), np.array(values, np.int64)) for values in ([4], []))
    assert (one.mean, one.error, one.quantiles[50]) == ((4.0, 4.0), None, 4)
    assert (none.mean, none.error, none.quantiles, none.shares) == (None, None, {}, {})


# --- cards that cost nothing ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "goal", "side"),
    [("hearts", "points", None), ("hearts", "points", ("A",)), ("cinch", "points", None),
     ("hearts", "clear", ("A", "Y")), ("enfle", "points", None)],
)  # fmt: skip
def test_free_cards_are_those_that_analyze_finds_best(game, goal, side):
    """For whoever plays: where the leader is not of the side, its worst cards for the side."""
    deals = source(game, cards=4).take(5 if game == "enfle" else 40)
    plan = Plan(side, goal, "free-cards")
    lower, upper = plan.bounds(plan.solve(deals))
    assert lower.tolist() == upper.tolist()
    for position, count in zip(deals, lower.tolist(), strict=True):
        analysis = analyze(position, side=side, goal=goal)
        assert count == sum(value == analysis.value for value in analysis.cards.values())


def test_free_cards_within_bounds():
    """Three cards of bounds 0-2, 2-5, 3-3 and one that may not be played; few and many wanted."""
    lower, upper = np.array([[0, 2, 3, 0]] * 2), np.array([[2, 5, 3, 0]] * 2)
    cards = CardBounds(lower, upper, np.array([[True, True, True, False]] * 2))
    least, most = free_cards(cards, np.array([False, True]))
    assert (least.tolist(), most.tolist()) == ([1, 1], [2, 2])


# --- studies --------------------------------------------------------------------------------------------


def test_the_first_deals_are_the_same_on_any_number_of_threads():
    few = study(source("cinch"), 60, Plan(None))
    for threads in (1, 2, 3):
        many = study(source("cinch"), 150, Plan(None, threads=threads))
        assert many.figures.lower[:60].tolist() == few.figures.lower.tolist()


def test_limits_make_bounds():
    """Bounds hold the true values; `each` sees every deal once."""
    seen: list[int] = []
    plan = Plan(None, limits=Limits(nodes=40))
    found = study(source("hearts", cards=6), 50, plan, lambda solved: seen.append(len(solved.deals)))
    true = study(source("hearts", cards=6), 50, Plan(None))
    assert 0 < found.figures.stopped < 50
    assert (found.figures.lower <= true.figures.lower).all()
    assert (true.figures.lower <= found.figures.upper).all()
    assert (found.exact, true.exact, sum(seen)) == (False, True, 50)


def test_parts_share_out_the_deals():
    rules = load("cinch")
    by = tuple(read_feature(name, rules, 4) for name in ("length:T", "holds:H5"))
    found = study(source("cinch"), 200, Plan(None, by=by))
    parts = list(found.parts())
    assert sum(part.figures.deals for part in parts) == 200
    assert [part.numbers for part in parts] == sorted({tuple(row) for row in found.numbers.tolist()})
    for part in parts:
        rows = (found.numbers == part.numbers).all(axis=1)
        assert part.figures.lower.tolist() == found.figures.lower[rows].tolist()


def test_bars_are_drawn_in_eighths_where_the_terminal_can():
    """Two values, 3 deals of 4 and 1 of 4: the longest bar has 30 columns, the other a third of that."""
    values = np.array([0, 0, 0, 1])
    first = source("hearts", cards=2).take(1)[0]
    found = Study(first, None, "points", "value", (), Figures(values, values), np.zeros((4, 0), np.int64))
    *_, most, other = study_text(found, Look(symbols=True)).plain.splitlines()
    assert (most.count("█"), other.count("█"), other[-1]) == (30, 10, "█")
    *_, most, other = study_text(found, Look(symbols=False)).plain.splitlines()
    assert (most.count("#"), other.count("#")) == (30, 10)
    few = np.array([0] * 41 + [1])
    tiny = replace(found, figures=Figures(few, few), numbers=np.zeros((42, 0), np.int64))
    assert study_text(tiny, Look(symbols=True)).plain.splitlines()[-1].endswith("  ▊")  # 30 / 41 columns


@pytest.mark.parametrize(
    ("game", "named", "said"),
    [
        ("hearts", None, "Hearts, the seat to play against the rest"),
        ("cinch", None, "Points, the seat to play and its partner against the rest"),
        ("whist", ("B", "A"), "Tricks, B and A against the rest"),
        ("hearts", ("A", "Y", "B", "Z"), "Hearts, A, Y, B and Z"),
    ],
)
def test_whose_values_they_are(game, named, said):
    values = np.zeros(1, np.int64)
    first = source(game, cards=2).take(1)[0]
    found = Study(first, named, "points", "value", (), Figures(values, values), np.zeros((1, 0), np.int64))
    assert study_text(found, Look(symbols=False)).plain.splitlines()[1] == said

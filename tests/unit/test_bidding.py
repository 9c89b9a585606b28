"""Bids: Cinch's discard and draw by the law, card by card, and figures against separate answers."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Limits, Position, PositionError, analyze, solve
from solver.model.notation import read_cards, read_hand
from solver.rules.files import load
from solver.worlds.bidding import Suit, bidding, draw_up, table_of

HAND = read_hand("A2.KQJ5..AT7")
CINCH, AUCTION = load("cinch"), load("auction-hearts")


def drawn(hands, stock, trump="H", dealer="Z"):
    """The position after the draw, seats A Y B Z, A the bidder."""
    table = table_of(CINCH, read_cards(hands[0]), dealer=dealer)
    return draw_up(table, [list(read_cards(hand)) for hand in hands], list(read_cards(stock)), trump)


PLAIN = (
    "HA H2 SA SK SQ SJ S9 S8 S7",
    "HK H3 CA CK CQ CJ C9 C8 C7",
    "HQ DA DK DQ DJ D9 D8 D7 D6",
    "HJ ST S6 S5 S4 S3 S2 CT C6",
)
STOCK = "C2 C3 HT C4 DT D3 D2 H9 H8 H4 C5 D4 H7 H6 H5 D5"


def test_each_keeps_its_trumps_and_draws_to_six_in_turn():
    """Left of the dealer first: A draws four, Y four, B five; the three trumps left are the dealer's."""
    position = drawn(PLAIN, STOCK)
    hands = dict(zip(position.seats, map(set, position.hands), strict=True))
    assert hands["A"] == set(read_cards("HA H2 C2 C3 HT C4"))
    assert hands["Y"] == set(read_cards("HK H3 DT D3 D2 H9"))
    assert hands["B"] == set(read_cards("HQ H8 H4 C5 D4 H7"))
    assert hands["Z"] >= set(read_cards("HJ H6 H5 D5"))
    assert position.leader == "A"
    assert dict(position.options) == {"bidder": "A"}


def test_who_finds_the_stock_empty_keeps_his_own_highest():
    """The dealer has four trumps and no card left to draw: of S T65432 and C T6 he keeps the tens."""
    position = drawn(PLAIN, STOCK)
    assert set(position.hands[3]) == set(read_cards("HJ H6 H5 D5 CT ST"))


def test_the_dealer_robs_the_deck():
    """With A dealing, A draws last: every trump left in the stock comes to A before any plain card."""
    position = drawn(PLAIN, STOCK, dealer="A")
    assert set(position.hands[1]) == set(read_cards("HK H3 C2 C3 HT C4"))
    assert set(position.hands[2]) == set(read_cards("HQ DT D3 D2 H9 H8"))
    assert set(position.hands[3]) == set(read_cards("HJ H4 C5 D4 H7 H6"))
    assert set(position.hands[0]) == set(read_cards("HA H2 H5 D5 SA SK"))


def test_trumps_beyond_six_are_put_out_for_the_bidder():
    """Eight trumps with both Pedroes: these are kept with A K Q J; the ten and the deuce are put out."""
    hands = (
        "HA HK HQ HJ HT H5 H2 D5 S3",
        "S2 S4 S5 S6 S7 S8 S9 ST SJ",
        "D2 D3 D4 D6 D7 D8 D9 DT DJ",
        "C2 C3 C4 C5 C6 C7 C8 C9 CT",
    )
    position = drawn(hands, "SQ SK SA DQ DK DA CJ CQ CK CA H3 H4 H6 H7 H8 H9")
    assert set(position.hands[0]) == set(read_cards("HA HK HQ HJ H5 D5"))
    assert set(dict(position.options)["discards"]) == {"HT", "H2"}
    found = bidding(CINCH, read_cards(hands[0]), worlds=6, rng=1)
    hearts = next(suit for suit in found.suits if suit.suit == "H")
    assert hearts.points.min() >= 2  # at least what was put out


def test_figures_of_points():
    """Points 14, 8, 8, 6 of 14: a bid of 8 is made three times in four."""
    settled = {8: np.array([14, 2, 2, -16])}
    suit = Suit("H", np.array([14, 8, 8, 6]), False, settled=settled)
    assert suit.mean == 9
    assert suit.at_least(8) == 0.75
    assert suit.settle == {8: 0.5}
    assert suit.limit == 8
    assert suit.error == pytest.approx((12**0.5) / 2)


def test_every_suit_over_the_same_layouts():
    found = bidding(CINCH, HAND, worlds=3, rng=4)
    assert found.dealer == "Z"
    assert found.layouts > 1 << 64
    table = table_of(CINCH, HAND)
    numbers = table.ways.draw(3, np.random.default_rng(4))
    for suit in found.suits:
        for number, points in zip(numbers, suit.points, strict=True):
            position = draw_up(table, *table.layout(number), suit.suit)
            solution = solve(position, ("A", "B"), "points")
            assert solution.total == points  # discards count in the total
        for bid, mean in suit.settle.items():
            values = [
                (own - (14 - own)) if own >= bid else -(bid + 14 - own) for own in map(int, suit.points)
            ]
            assert mean == pytest.approx(sum(values) / 3)
        assert suit.limit == max((bid for bid, mean in suit.settle.items() if mean >= 0), default=None)


def test_a_limit_leaves_the_layouts_finished():
    whole = bidding(CINCH, HAND, worlds=12, rng=4)
    cut = bidding(CINCH, HAND, worlds=12, rng=4, limits=Limits(nodes=15_000))
    assert 0 < cut.worlds < 12
    assert (cut.stopped, cut.exact) == ("nodes", False)
    for suit, other in zip(cut.suits, whole.suits, strict=True):
        assert suit.points.tolist() == other.points[: cut.worlds].tolist()
    late = bidding(AUCTION, read_hand("AKQJ.Q9752.QJ62."), worlds=9, limits=Limits(seconds=1e-9))
    assert (late.worlds, late.stopped, late.best) == (0, "seconds", None)


def test_the_dealer_whatever_the_case_of_the_letters():
    assert table_of(CINCH, HAND, dealer="z").dealer == table_of(CINCH, HAND, dealer="Z").dealer


@pytest.mark.slow
def test_a_suit_to_avoid():
    hand = read_hand("AKQJ.Q9752.QJ62.")
    found = bidding(AUCTION, hand, worlds=1, bids=[0, 5])
    assert set(found.suits[0].settle) == {0, 5}
    table = table_of(AUCTION, hand)
    hands, stock = table.layout(table.ways.draw(1, np.random.default_rng(0))[0])
    assert stock == []
    for suit in found.suits:
        position = Position.parse(
            hands=dict(zip(table.seats, hands, strict=True)), game="auction-hearts", leader="A",
            options={"avoid": suit.suit, "bidder": "A"},
        )  # fmt: skip
        assert analyze(position).value == suit.points[0]
        assert solve(position, goal="clear").value == suit.chance_clear


@pytest.mark.parametrize(
    ("rules", "hand", "more", "message"),
    [
        ("cinch", "A2.KQ5..A", {}, "hand: 6 cards, where 9 are dealt"),
        ("cinch", "A...", {}, "hand: 1 card, where 9 are dealt"),
        ("hearts", "A2.KQ5..A", {}, "hearts has no bidding"),
        ("cinch", "AA2.KQJ5..A7", {}, "SA is given twice"),
        ("cinch", "A2.KQJ5..AT7", {"dealer": "Q"}, 'dealer: there is no seat "Q"'),
        ("cinch", "A2.KQJ5..AT7", {"bids": [5]}, "bids: cinch is settled at every bid"),
        ("cinch", "A2.KQJ5..AT7", {"worlds": 0}, "worlds: a whole number from 1"),
    ],
)
def test_what_cannot_be_asked_is_refused(rules, hand, more, message):
    with pytest.raises(PositionError, match=message):
        bidding(load(rules), read_hand(hand), **more)

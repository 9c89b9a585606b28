"""Settling: every number that the books state about counters, and the rules beside them."""

from __future__ import annotations

import pytest

from solver import settle
from solver.model.errors import PositionError
from solver.rules.files import load

HEARTS = [f"H{rank}" for rank in "AKQJT98765432"]
BLACK = [*HEARTS, "SQ"]


# --- Sweepstake -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hearts", "rule", "jack", "gains"),
    [
        ((3, 5, 5, 0), "foster", 0, (-3, -5, -5, 13)),  # one clear takes the pool
        ((3, 10, 0, 0), "foster", 0, (-3, -10, 6, 6)),  # two divide it, the odd counter stays
        ((3, 5, 4, 1), "foster", 0, (-3, -5, -4, -1)),  # none clear: a Jack
        ((13, 0, 0, 0), "foster", 0, (-13, 0, 0, 0)),  # three clear: a Jack
        ((3, 5, 5, 0), "foster", 13, (-3, -5, -5, 26)),  # the carried Jack is won by a single clear seat
        ((3, 10, 0, 0), "foster", 13, (-3, -10, 0, 0)),  # two leave it
        ((13, 0), "foster", 0, (-13, 0)),  # one clear of two: the other has them all
        ((13, 0, 0), "foster", 0, (-13, 0, 0)),  # two clear of three, likewise
        ((6, 7, 0), "foster", 0, (-6, -7, 13)),
        ((3, 5, 5, 0), "second", 0, (-3, -5, -5, 13)),
        ((3, 10, 0, 0), "second", 13, (-3, -10, 13, 13)),  # a jackpot is divided too
        ((3, 10, 0, 0, 0), "second", 0, (-3, -10, 4, 4, 4)),
        ((13, 0, 0, 0), "second", 13, (0, 0, 0, 0)),  # one has them all: nobody pays or takes
        ((3, 5, 4, 1), "second", 13, (-3, -5, -4, -1)),
    ],
)
def test_sweepstake(hearts: tuple[int, ...], rule: str, jack: int, gains: tuple[int, ...]) -> None:
    assert settle.sweepstake(hearts, jack=jack, rule=rule) == gains


def test_who_wins_a_pool_with_a_jack_in_it() -> None:
    assert settle.pool_winners((0, 1, 2), 4, jack=13) == (3,)
    assert settle.pool_winners((0, 1), 4, jack=13) == ()
    assert settle.pool_winners((0, 1), 4, jack=13, rule="second") == (2, 3)


# --- Howell, Spot, two and three seats ------------------------------------------------------------------


def test_howell_of_foster() -> None:
    hearts = (3, 5, 5, 0)
    assert settle.howell_pays(hearts) == (9, 15, 15, 0)
    assert settle.howell_takes(hearts) == (10, 8, 8, 13)
    assert settle.howell(hearts) == (1, -7, -7, 13)
    assert sum(settle.howell_pays(hearts)) == 39 == sum(settle.howell_takes(hearts))


def test_spot_of_foster() -> None:
    assert settle.spot((8, 24, 18, 54)) == (16 + 10 + 46, -16, -10, -46)
    assert settle.spot((8, 8, 32, 56)) == (36, 36, -24, -48)


def test_spot_leaves_odd_counters() -> None:
    assert settle.spot((8, 8, 33, 55)) == (36, 36, -25, -47)
    assert settle.spot((0, 0, 0, 104)) == (34, 34, 34, -104)
    assert settle.spot((26, 26, 26, 26)) == (0, 0, 0, 0)


def test_three_handed_excess() -> None:
    assert settle.excess((8, 3, 2)) == (-11, 5, 6)
    assert settle.excess((5, 5, 3)) == (-2, -2, 4)  # both pay the low seat
    assert settle.excess((9, 2, 2)) == (-14, 7, 7)
    assert settle.excess((4, 4, 4)) == (0, 0, 0)


def test_two_handed() -> None:
    assert settle.two_handed((9, 4)) == (-5, 5)
    assert settle.two_handed((9, 4), above=6) == (-3, 3)
    assert settle.two_handed((6, 7), above=6) == (1, -1)
    assert settle.two_handed((3, 4), above=6) == (0, 0)


def test_progressive() -> None:
    assert settle.progressive((3, 5, 4, 1)) == (0, 3)
    assert settle.progressive((3, 5, 3, 2)) == (None, 3)


def test_penchant_counts_above_six() -> None:
    assert [settle.count_above(count) for count in (0, 6, 7, 12)] == [0, 0, 10, 60]


# --- Auction, Joker -------------------------------------------------------------------------------------


def test_auction_bid_is_in_the_pool_and_paid() -> None:
    assert settle.auction((3, 5, 5, 0), bid=27, bidder=3) == (-3, -5, -5, 13)
    assert settle.auction((3, 5, 0, 5), bid=27, bidder=3) == (-3, -5, 40, -32)
    assert settle.auction((13, 0, 0, 0), bid=25, bidder=0) == (-38, 0, 0, 0)
    assert settle.auction((4, 9, 0, 0), bid=26, bidder=1, jack=13) == (-4, -35, 0, 0)


def test_joker_taken_by_its_owner_is_paid_to_the_pool() -> None:
    assert settle.joker((2, 5, 5, 0), took=0, owner=0) == (-7, -5, -5, 17)


def test_joker_given_away_is_paid_to_its_owner() -> None:
    assert settle.joker((2, 5, 5, 0), took=0, owner=1) == (-7, 0, -5, 12)
    assert settle.joker((2, 5, 5, 0), took=0, owner=3) == (-7, -5, -5, 17)


def test_joker_spoils_being_clear() -> None:
    assert settle.joker((0, 6, 6, 0), took=0, owner=0) == (-5, -6, -6, 17)
    assert settle.joker((0, 12, 0, 0), took=0, owner=1) == (-5, -7, 6, 6)
    assert settle.joker((12, 0, 0, 0), took=0, owner=1, rule="second") == (0, 0, 0, 0)


# --- Cinch ----------------------------------------------------------------------------------------------


def test_cinch_of_the_books() -> None:
    assert settle.cinch(11, 3) == (8, 0)
    assert settle.cinch(7, 7, 8) == (0, 15)  # illustrative hands 1 to 4
    assert settle.cinch(12, 2, 8) == (10, 0)
    assert settle.cinch(12, 2, 12) == (10, 0)
    assert settle.cinch(3, 11, 8) == (0, 19)


def test_cinch_bids_are_compared_before_deducting() -> None:
    assert settle.cinch(7, 7, 7) == (0, 0)
    assert settle.cinch(5, 9, 5) == (0, 4)
    assert settle.cinch(9, 5, 6, own_bid=False) == (15, 0)
    assert settle.cinch(5, 9, 6, own_bid=False) == (0, 4)


def test_game_of_fifty_one() -> None:
    assert settle.goes_out((40, 38), (11, 0))
    assert not settle.goes_out((40, 38), (10, 0))
    assert not settle.goes_out((40, 38), (0, 13))
    assert not settle.goes_out((55, 51), (1, 0))


# --- scores ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("nobody", (0, 0, 0, 0)),
        ("13", (0, 13, 0, 0)),
        ("-13", (0, -13, 0, 0)),
        ("-26", (0, -26, 0, 0)),
        ("26-others", (13, 0, 13, 13)),
        ("one-more", (0, 14, 0, 0)),
    ],
)
def test_take_all(kind: str, written: tuple[int, ...]) -> None:
    assert settle.take_all((0, 13, 0, 0), 1, kind) == written


def test_slobberhannes_fourth_point() -> None:
    assert settle.slobberhannes(2, 2, 2, 4) == (0, 0, 4, 0)
    assert settle.slobberhannes(2, 0, 2, 4) == (1, 0, 2, 0)


def test_capot() -> None:
    assert settle.capot((5, 0, 0, 0), 0) == (0, 5, 5, 5)


# --- from captured cards --------------------------------------------------------------------------------


def deal(game: str, captured: dict[str, list[str]], **options: object) -> settle.Deal:
    return settle.Deal.of(load(game), captured, **options)  # type: ignore[arg-type]


def test_black_lady_take_all_is_a_set() -> None:
    every = {"A": BLACK, "Y": ["S2"], "B": [], "Z": []}
    assert deal("black-lady", every).score() == (0, 0, 0, 0)
    assert deal("black-lady", every, take_all="26-others").score() == (0, 26, 26, 26)
    but_one = {"A": BLACK[1:], "Y": ["HA"], "B": [], "Z": []}
    assert deal("black-lady", but_one).score() == (25, 1, 0, 0)


def test_black_jack_to_others_is_23() -> None:
    every = {"A": [*HEARTS, "SJ", "SQ"], "Y": [], "B": [], "Z": []}
    assert deal("black-jack", every, take_all="26-others").score() == (0, 23, 23, 23)


def test_omnibus_needs_all_fifteen() -> None:
    assert deal("omnibus-hearts", {"A": [*BLACK, "DT"], "Y": [], "B": [], "Z": []}).score() == (-26, 0, 0, 0)
    assert deal("omnibus-hearts", {"A": BLACK, "Y": ["DT"], "B": [], "Z": []}).score() == (26, -10, 0, 0)
    missing = [*BLACK[1:], "DT"]  # 15 points, a heart unaccounted for
    assert deal("omnibus-hearts", {"A": missing, "Y": [], "B": [], "Z": []}).score() == (15, 0, 0, 0)


def test_cancellation_take_all_is_all_twenty_eight() -> None:
    assert deal("cancellation-hearts", {"A": BLACK * 2, "B": []}).score() == (0, 0)
    assert deal("cancellation-hearts", {"A": BLACK * 2, "B": []}, take_all="26-others").score() == (0, 52)
    assert deal("cancellation-hearts", {"A": BLACK + HEARTS, "B": ["SQ"]}).score() == (39, 13)


def test_slobberhannes_and_polignac_from_cards() -> None:
    tricks = {"first_winner": "Y", "last_winner": "Y"}
    assert deal("slobberhannes", {"A": [], "Y": ["CQ"], "B": [], "Z": []}, **tricks).score() == (0, 4, 0, 0)
    assert deal("slobberhannes", {"A": ["CQ"], "Y": [], "B": [], "Z": []}, **tricks).score() == (1, 2, 0, 0)
    jacks = ["SJ", "HJ", "DJ", "CJ"]
    assert deal("polignac", {"A": jacks, "Y": [], "B": [], "Z": []}, capot="A").score() == (0, 5, 5, 5)
    assert deal("polignac", {"A": jacks, "Y": ["S7"], "B": [], "Z": []}, capot="A").score() == (5, 0, 0, 0)
    assert deal("polignac", {"A": jacks, "Y": [], "B": [], "Z": []}).score() == (5, 0, 0, 0)


def test_cinch_hand_one_from_cards() -> None:
    captured = {
        "A": ["D5", "S2", "S4", "HK", "HA", "H7", "S6", "C9"],
        "Y": ["CJ", "H9", "HT", "HJ", "H3", "H5", "ST", "DK"],
        "B": ["CQ", "C3", "H8", "C5", "HQ", "H4", "H2", "H6"],
        "Z": [],
    }
    finished = deal("cinch", captured, trump="H", bid=8, bidder="A")
    assert finished.points() == (6, 7, 1, 0)
    assert finished.settle() == (-15, 15, -15, 15)


def test_cinch_discards_count_for_the_bidder() -> None:
    captured: dict[str, list[str]] = {"A": ["HA"], "Y": [], "B": ["H5"], "Z": ["HJ", "HT", "D5"]}
    with_low = deal("cinch", captured, trump="H", bid=7, bidder="B", discards=["H2", "H3"])
    assert with_low.points() == (1, 0, 6, 7)
    assert with_low.settle() == (0, 0, 0, 0)
    with pytest.raises(PositionError, match="bidder"):
        deal("cinch", captured, trump="H", discards=["H2"]).points()


def test_joker_from_cards() -> None:
    hearts = [card for card in HEARTS if card != "H2"]
    captured = {"A": ["HX", *hearts[:2]], "Y": hearts[2:7], "B": hearts[7:], "Z": []}
    assert deal("joker-hearts", captured, joker_owner="A").settle() == (-7, -5, -5, 17)
    assert deal("joker-hearts", captured, joker_owner="Y").settle() == (-7, 0, -5, 12)
    assert deal("joker-hearts", captured).settle() == (-7, -5, -5, 17)  # nobody named: its taker's


def test_auction_of_another_suit_from_cards() -> None:
    captured = {"A": ["C2", "HA"], "Y": ["C3", "C4"], "B": ["C5"], "Z": ["HK"]}
    assert deal("auction-hearts", captured, avoid="C", bid=25, bidder="Z").settle() == (-1, -2, -1, 4)


def test_penchant_from_cards() -> None:
    captured = {"A": ["SA", "HT", "D7", "C8"], "B": ["SK"]}
    assert deal("penchant", captured, brisques="A:5,B:4").settle() == (20, 0)


def test_totals_of_the_packs() -> None:
    spot = deal("spot-hearts", {"A": HEARTS, "Y": [], "B": [], "Z": []})
    assert sum(spot.points()) == 104
    pack = list(load("cinq-cents").pack(2).elements())
    assert sum(deal("cinq-cents", {"A": pack, "B": []}, trump="S").points()) == 120
    pack = list(load("bezique").pack(2).elements())
    assert sum(deal("bezique", {"A": pack, "B": []}, trump="S").points()) == 160


def test_a_game_without_settlement_says_so() -> None:
    with pytest.raises(PositionError, match="no settlement"):
        deal("black-lady", {"A": [], "Y": [], "B": [], "Z": []}).settle()


def test_where_omnibus_leaves_open_what_26_others_charges_it_is_the_sum_with_the_ten() -> None:
    """Thirteen hearts and the queen's thirteen, less ten."""
    captured = {"A": [*BLACK, "DT"], "Y": ["SA"], "B": [], "Z": []}
    deal = settle.Deal.of(load("omnibus-hearts"), captured, take_all="26-others")
    assert deal.score() == (0, 16, 16, 16)


def test_by_the_second_book_nobody_pays_the_joker_when_one_seat_has_all() -> None:
    """A has every heart and the Joker dealt to B; with the ace elsewhere both pay, and B gets five."""
    all_to_one = {"A": ["HX", *HEARTS[:-1]], "B": [], "C": []}
    deal = settle.Deal.of(load("joker-hearts"), all_to_one, pool_rule="second", joker_owner="B")
    assert deal.sweepstake() == (0, 0, 0)
    one_elsewhere = {"A": ["HX", *HEARTS[1:-1]], "B": ["HA"], "C": []}
    deal = settle.Deal.of(load("joker-hearts"), one_elsewhere, pool_rule="second", joker_owner="B")
    assert deal.sweepstake() == (-11 - 5, 5 - 1, 12)

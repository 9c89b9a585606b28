"""What a seat knows, by example: sizes, facts, what the play proves, and what is refused."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from solver import Position, PositionError, Positions
from solver.positions.generate import generate
from solver.worlds.view import View

HAND = "A:AK8.J65.K4.73 - - -"  # ten cards


def hearts(**more):
    return View.parse(HAND, game="hearts", leader="A", **more)


def test_every_unseen_card_lies_in_a_hand_or_is_dead():
    view = hearts()
    assert dict(zip(view.places, view.sizes, strict=True)) == {
        "Y": 10, "B": 10, "Z": 10, "stock": 0, "widow": 0, "dead": 12,
    }  # fmt: skip
    assert view.layouts == math.factorial(42) // (math.factorial(10) ** 3 * math.factorial(12))


def test_a_seat_that_has_played_holds_a_card_less():
    view = View.parse("A:AK8.J65.K4.73 - - -", game="hearts", leader="B", trick="B:C5 Z:CA")
    assert view.sizes[:3] == (10, 9, 9)
    assert view.seat == "A"


def test_who_does_not_follow_is_void():
    view = View.parse(HAND, game="hearts", leader="Y", trick="Y:S2 B:D3 Z:S4")
    assert view.odds("SQ").keys() == {"Y", "Z", "dead"}


def test_hands_beside_it_are_seen_by_all():
    view = View.parse("A:AK8... - 765... -", game="hearts", leader="A")
    assert "B" not in view.places
    assert not set(view.unseen) & {"S7", "S6", "S5"}


def test_a_hidden_hand_that_plays_is_smaller_by_a_card():
    view = hearts(play="SA S2 D3 S4 SK S5", seat="A")
    assert view.sizes[:3] == (8, 9, 9)
    assert view.position.trick == (("A", "SK"), ("Y", "S5"))


def test_a_card_played_against_what_was_shown_is_refused():
    with pytest.raises(PositionError, match="card 6: Y plays S5, and showed before that it has none"):
        hearts(play="SA D2 S3 S4 SK S5", seat="A")


def test_play_with_a_hidden_hand_asks_at_its_end():
    view = hearts(play="SA D2 S3 S4", void="B:D")
    assert view.seat == "A"
    assert view.position.taken[0] == ("SA", "S4", "S3", "D2")
    assert view.odds("SQ").keys() == {"B", "Z", "dead"}
    assert view.odds("DA").keys() == {"Y", "Z", "dead"}


def test_a_known_card_is_where_it_is():
    view = hearts(holds="B:SQ", lacks="Y:SJ")
    assert view.odds("SQ") == {"B": 1}
    assert view.odds("SA") == {"A": 1}
    assert "Y" not in view.odds("SJ")


def test_facts_as_texts_and_mappings_are_the_same():
    texts = hearts(void="Y:HD Z:S", holds="B:SQ,HA", length="B:C=2-4 Z:H=3+ dead:D=-2", size="dead=12")
    maps = hearts(
        void={"Y": "HD", "Z": ["S"]},
        holds={"B": ["SQ", "HA"]},
        length={"B": {"C": "2-4"}, "Z": "H=3+", "dead": {"D": "-2"}},
    )
    assert texts.layouts == maps.layouts
    assert texts.facts == maps.facts


def test_known_as_in_pbn():
    plain = {"game": "hearts", "deal": HAND, "leader": "A"}
    view = View.from_fields({**plain, "known": "void=Y:HD Z:S size=dead=10 dead=S2,S3 length=B:H=2"})
    assert view.layouts == hearts(void="Y:HD Z:S", dead="S2 S3", length="B:H=2").layouts


def test_a_left_pedro_counts_as_a_trump():
    """Trumps are hearts, so D5 is one: a hand void of trumps may still be long in diamonds."""
    view = View.parse("A:A32.KQ2.. - - -", game="cinch", trump="H", leader="A", void="Y:H", length="B:T=1+")
    assert "Y" not in view.odds("D5")
    assert view.odds("D4").keys() == {"Y", "B", "Z", "dead"}


def test_no_trump_is_dead_where_the_dealer_robs_the_deck():
    fields: dict[str, Any] = {"game": "cinch", "trump": "H", "leader": "A"}
    assert "dead" not in View.parse("A:A32.KQ2.. - - -", **fields).odds("HA")
    assert "dead" in View.parse("A:A32.KQ2.. - - -", **fields, length="dead:T=0-2").odds("HA")


def test_discards_have_been_seen():
    view = View.parse(
        "A:A32.KQ2.. - - -", game="cinch", trump="H", leader="A", options="bid=8 bidder=A discards=H4"
    )
    assert "H4" not in view.unseen


def test_where_all_hands_are_given_the_others_are_forgotten():
    position = Position.parse("A:AK... Q.5.. J2... T.9..", game="hearts", leader="A")
    view = View.of(position)
    assert view.unseen == ("SQ", "SJ", "ST", "S2", "H9", "H5")
    assert view.layouts == math.factorial(6) // 8
    assert view.dead == 0
    assert position in view


def test_each_order_of_a_stock_is_a_layout():
    view = View.parse(
        "A:AK.QJ.. -", game="two-handed-hearts", leader="A", size="stock=4", dead=" ".join(DEAD_OF_52)
    )
    assert view.layouts == math.comb(8, 4) * math.factorial(4)
    assert len({view[number].stock for number in range(view.layouts)}) == 8 * 7 * 6 * 5


DEAD_OF_52 = [s + r for s in "SHDC" for r in "AKQJT98765432" if s + r not in {"SA", "SK", "HQ", "HJ"}][:40]


def test_twins_are_told_apart():
    """Two copies of SQ unseen among six cards for three seats of two: both with Y in one case of fifteen."""
    view = View.parse(
        hands={"A": ["SA", "SK"], "B": ["SQ", "SQ"], "C": ["S2", "H2"], "D": ["D2", "C2"]},
        seats="A B C D", game="cancellation-hearts", leader="A",
    )  # fmt: skip
    assert view.layouts == math.factorial(6) // 8
    at_least_one = 1 - Fraction(math.comb(4, 2), math.comb(6, 2))
    assert view.odds("SQ") == dict.fromkeys("BCD", at_least_one)
    both = View.from_fields(
        {"game": "cancellation-hearts", "seats": "A B C D", "leader": "A",
         "hands": {"A": ["SA", "SK"], "B": ["SQ", "SQ"], "C": ["S2", "H2"], "D": ["D2", "C2"]},
         "known": {"holds": {"B": ["SQ", "SQ"]}}}
    )  # fmt: skip
    assert both.layouts == math.factorial(4) // 4


@pytest.mark.parametrize("game", ["hearts", "cinch", "cancellation-hearts", "heartsette"])
def test_odds_are_shares_of_the_layouts(game):
    rng = random.Random(game)
    for position in generate(game, 2, 4, rng.randrange(1000), mid_trick=True):
        view = View.of(position)
        all_of_them = [view[number] for number in range(view.layouts)]
        for card in set(view.unseen):
            counts = Counter(
                seat for layout in all_of_them
                for seat, hand in zip(layout.seats, layout.hands, strict=True) if card in hand
            )  # fmt: skip
            assert view.odds(card) == {seat: Fraction(n, view.layouts) for seat, n in counts.items()}


@pytest.mark.parametrize(("game", "n_seats"), [("hearts", 4), ("cancellation-hearts", 4), ("cinch", 4)])
def test_layouts_as_an_array(game, n_seats):
    """All at once, drawn and single they are the same positions; twins lie where they are told."""
    view = View.of(generate(game, 2, 1, 6, seats=n_seats)[0])
    every = view.positions(range(view.layouts))
    assert isinstance(every, Positions)
    assert list(every) == [view[number] for number in range(view.layouts)]
    assert Positions.of(every) == every
    numbers = view.draw(5, 1)
    assert view.sample(5, 1) == every[numbers]


def test_layouts_with_more_of_a_suit_than_the_core_holds():
    """Eighty cards of two packs are in play, and more than sixteen of a suit wherever they lie."""
    view = View.of(generate("cancellation-hearts", 13, 1, 2, seats=5)[0])
    layouts = view.sample(3)
    assert layouts.long.all()
    assert list(layouts) == [view[number] for number in view.draw(3)]


def test_draws_do_not_depend_on_how_many_are_drawn():
    view = hearts(void="Y:H")
    drawn = view.sample(3, rng=5)
    assert view.sample(8, rng=5)[:3] == drawn
    assert view.sample(3, rng=np.random.default_rng(5)) == drawn
    assert all(layout in view for layout in drawn)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"void": "Y:H", "holds": "Y:HA"}, "holds Y:HA: no layout"),
        ({"length": "Y:H=6+ B:H=5+"}, "length B:H=5\\+: no layout"),
        ({"holds": "Y:SA"}, "holds Y:SA: no layout"),
        ({"holds": "A:SQ"}, "holds A:SQ: no layout"),
        ({"void": "Q:H"}, 'void Q:H: "Q" is not a seat, nor stock, widow or dead'),
        ({"void": "Y:T"}, "void Y:T: there is no trump suit"),
        ({"void": "Y:X"}, 'void: "X" is not a suit'),
        ({"void": "YH"}, 'void: "YH" is not of the form Y:HD'),
        ({"length": "Y:H"}, 'length: "H" is not of the form H=2-4'),
        ({"length": "Y:H=x"}, 'length: "x" is not a length'),
        ({"length": "Y:H=4-2"}, 'length: "4-2": 4 is more than 2'),
        ({"size": "Y"}, 'size: "Y" is not of the form Y=8'),
        ({"size": "Y=30"}, "room for 50 cards, and only 42 are unseen"),
        ({"size": "Q=3"}, 'size Q=3: "Q" is not a seat, nor stock, widow or dead'),
        ({"size": "A=9"}, "size A=9: the hand of A has 10 cards"),
        ({"size": "y=9"}, "hand sizes that no point of a trick allows: Y holds 9 where 10 would be right"),
        ({"dead": "SA"}, "SA is given 2 times, and the pack holds 1"),
    ],
)
def test_what_cannot_be_is_refused_by_name(facts, message):
    with pytest.raises(PositionError, match=message):
        hearts(**facts)


def test_the_hand_of_the_seat_to_play_must_be_seen():
    with pytest.raises(PositionError, match="the hand of Y, who is to play, is hidden"):
        View.parse(HAND, game="hearts", leader="Y")


def test_some_hand_must_be_seen():
    with pytest.raises(PositionError, match="every hand is hidden: that of the seat to play must be given"):
        View.parse("A:- - - -", game="hearts", leader="A")


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("Y=4", "size Y=4: the hand of Y has 2 cards"),
        ("stock=1", "size stock=1: the stock has 0 cards"),
        ("dead=1", "size dead=1: no card is dead where all hands are given"),
    ],
)
def test_sizes_must_be_those_of_the_hands_that_are_given(size, message):
    with pytest.raises(PositionError, match=message):
        all_given(size=size)
    assert all_given(size="Y=2 B=3") == all_given(size="y=3") == all_given()


def all_given(**facts: Any) -> View:
    """Three hands of three cards, of which one card of the first two has been played."""
    deal = "A:AK3... QJ5... T98..."
    return View.parse(deal, seats="A Y B", game="hearts", leader="A", play="SA SQ", **facts)


def test_sizes_must_be_said_where_hands_are_of_any_size():
    with pytest.raises(PositionError, match="say how many cards Y holds"):
        View.parse("A:AK.QJ.. - -", seats="A Y B", game="domino-hearts", leader="A")
    view = View.parse("A:AK.QJ.. - -", seats="A Y B", game="domino-hearts", leader="A", size="Y=3 B=5")
    assert dict(zip(view.places, view.sizes, strict=True))["stock"] == 52 - 4 - 8


def test_views_are_equal_where_the_same_is_known():
    view = hearts(void="Y:H")
    assert view == hearts(void="Y:H")
    assert len({view, hearts(void="Y:H"), hearts(void="Z:H"), hearts()}) == 3
    assert view != hearts(void="Y:H", play="SA", seat="A")

"""Cards, hands, deals and lists in every form that is read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.model import notation
from solver.model.cards import JOKER, RANKS, SUITS, in_pack_order, pack_order, with_symbol
from solver.model.errors import PositionError, one_line

PACK = list(pack_order())
cards = st.sampled_from(PACK)
hands = st.lists(cards, max_size=13).map(in_pack_order)


# --- cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("SA", "SA"), ("AS", "SA"), ("sa", "SA"), ("aS", "SA"), ("HT", "HT"), ("H10", "HT"), ("10h", "HT"),
        ("th", "HT"), ("♠A", "SA"), ("A♤", "SA"), ("♥K", "HK"), ("♡K", "HK"), ("♦10", "DT"), ("9♢", "D9"),
        ("♣2", "C2"), ("♧2", "C2"), ("HX", JOKER), ("xh", JOKER), ("Joker", JOKER), ("JOKER", JOKER),
        ("joker", JOKER), (" C2 ", "C2"), ("♥\ufe0fQ", "HQ"),
    ],
)  # fmt: skip
def test_a_card_is_read_in_each_form(text: str, card: str) -> None:
    assert notation.read_card(text) == card


def test_every_card_is_its_own_spelling() -> None:
    assert len(PACK) == len(set(PACK)) == 53
    for card in PACK:
        assert notation.read_card(card) == card
        assert notation.read_card(with_symbol(card)) == card
        assert notation.read_card(card[::-1].lower()) == card


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nothing", ['"n" at place 1', '"nothing"']),
        ("S\u0410", ["CYRILLIC CAPITAL LETTER A", "place 2"]),
        ("\u0421A", ["CYRILLIC CAPITAL LETTER ES", "place 1"]),
        ("\uff33A", ["FULLWIDTH LATIN CAPITAL LETTER S", "place 1"]),
        ("\u017fA", ["LATIN SMALL LETTER LONG S"]),
        ("S\u200bA", ["U+200B", "ZERO WIDTH SPACE", "place 2"]),
        ("H\u0665", ["ARABIC-INDIC DIGIT FIVE"]),
        ("SAK", ['"K" at place 3']), ("10HH", ['"H" at place 4']), ("S1", ['"1" at place 2']),
        ("SX", ["the Joker", "HX"]), ("XD", ["the Joker", "HX"]), ("H0", ['"0" at place 2']),
        ("S", ["has no rank"]), ("10", ["has no suit"]), ("", ["missing"]), ("1", ['"1" at place 1']),
        ("H-5", ['"-" at place 2']), ("SA SK", ['" " at place 3']),
    ],
)  # fmt: skip
def test_a_bad_card_shows_the_character_and_its_place(text: str, told: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        notation.read_card(text)
    for part in told:
        assert part in str(caught.value)


@pytest.mark.parametrize("value", [5, None, ["SA"], {"S": "A"}, True, 2.5])
def test_what_is_no_text_is_no_card(value: object) -> None:
    with pytest.raises(PositionError, match="a card is a text such as SA, not"):
        notation.read_card(value)


def test_lists_of_cards_keep_their_order() -> None:
    assert notation.read_cards("H5 hk,10S,  ♣2") == ("H5", "HK", "ST", "C2")
    assert notation.read_cards(["H5", "KH"]) == ("H5", "HK")
    assert notation.read_cards("") == ()
    assert notation.write_cards(("H5", "HK")) == "H5 HK"


# --- hands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("AK8.J6.K4.7", "SA SK S8 HJ H6 DK D4 C7"),
        ("8ak.6j.4K.7", "S8 SA SK H6 HJ D4 DK C7"),
        ("10.T..", "ST HT"),
        ("AATKQ...", "SA SA ST SK SQ"),
        (".X2..", "HX H2"),
        ("...", ""),
        ("-.A.-.K", "HA CK"),
        ("SA SK H2", "SA SK H2"),
        ("sa,10h", "SA HT"),
        ("S:AK8 H:J6 D:- C:7", "SA SK S8 HJ H6 C7"),
        ("♥:J6 ♠: A K 10", "SA SK ST HJ H6"),
        ("h:x", "HX"),
        ("", ""),
    ],
)
def test_a_hand_that_stands_alone_is_read_in_each_form(text: str, hand: str) -> None:
    assert notation.read_hand(text) == tuple(hand.split())


def test_a_hand_may_be_a_list() -> None:
    assert notation.read_hand(["SA", "10H", "joker"]) == ("SA", "HT", JOKER)
    assert notation.read_hand([]) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("AK8.J6.K4", "has 3 suits"),
        ("AK8.J6.K4.7.2", "has 5 suits"),
        ("AK1.J6.K4.7", '"1" at place 3'),
        ("A\u041a8...", "CYRILLIC CAPITAL LETTER KA) at place 2"),
        ("..X.", "place 3"),
        ("AX...", "belongs among the hearts"),
        ("-", "hidden"),
        ("S:AK S:Q", "twice"),
        ("Q:AK", "with labels"),
        ("S:AKZ", '"Z" at place 5'),
        ("SA SK nothing", '"n" at place 1'),
    ],
)
def test_a_bad_hand_is_refused_with_the_place(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=re.escape(told)):
        notation.read_hand(text)


@given(hands)
def test_a_hand_written_and_read_is_the_same(hand: tuple[str, ...]) -> None:
    assert notation.read_hand(notation.write_hand(hand)) == hand
    assert notation.read_hand(" ".join(hand)) == hand
    labelled = [f"{suit}:{part or '-'}" for suit, part in zip(SUITS, notation.write_hand(hand).split("."))]
    assert notation.read_hand(" ".join(labelled)) == hand


def test_dot_form_keeps_voids_in_their_place() -> None:
    assert notation.write_hand(("SA", "C2")) == "A...2"
    assert notation.write_hand(()) == "..."


# --- deals ----------------------------------------------------------------------------------------------


def test_four_hands_from_a_compass_seat_are_the_compass() -> None:
    seats, hands = notation.read_deal("E:A... K... Q... J...")
    assert seats == ("N", "E", "S", "W")
    assert hands == (("SJ",), ("SA",), ("SK",), ("SQ",))


def test_other_deals_have_the_default_names() -> None:
    assert notation.read_deal("B:A... K... Q... J...") == (
        ("A", "Y", "B", "Z"),
        (("SQ",), ("SJ",), ("SA",), ("SK",)),
    )
    assert notation.read_deal("B:A... K...")[0] == ("A", "B")
    assert notation.read_deal("E:A... K... Q... J... T...") == (
        ("A", "B", "C", "D", "E"),
        (("SK",), ("SQ",), ("SJ",), ("ST",), ("SA",)),
    )


def test_seats_override_the_default_names() -> None:
    seats, hands = notation.read_deal("South:A... K...", ("North", "South"))
    assert (seats, hands) == (("North", "South"), (("SK",), ("SA",)))


@pytest.mark.parametrize(
    ("text", "seats", "told"),
    [
        ("A... K...", None, "begins with a seat and a colon"),
        ("N:A... K...", None, 'begins with seat "N", not one of A B'),
        ("C:A... K...", None, 'begins with seat "C", not one of A B: Seats names others'),
        ("A:A...", None, "1 hand"),
        ("A:A... K... Q...", ("A", "B"), "the deal has 3 hands and the table 2 seats (A B)"),
        ("A:A... K..", None, 'hand of B: "K.." has 3 suits'),
        ("A:" + " ".join(["..."] * 8), None, "8 hands"),
        (7, None, "a deal is a text"),
    ],
)
def test_a_bad_deal_is_refused(text: object, seats: tuple[str, ...] | None, told: str) -> None:
    with pytest.raises(PositionError, match=re.escape(told)):
        notation.read_deal(text, seats)


# --- small lists ----------------------------------------------------------------------------------------


def test_the_trick_names_seats_where_it_must() -> None:
    assert notation.read_trick("H5 HK") == ((None, "H5"), (None, "HK"))
    assert notation.read_trick("A:H5 B:HK") == (("A", "H5"), ("B", "HK"))
    assert notation.read_trick(["A:H5", ("B", "HK")]) == (("A", "H5"), ("B", "HK"))


def test_taken_is_read_by_seat() -> None:
    expected = (("A", ("SQ", "H3")), ("Y", ("H9",)))
    assert notation.read_taken("A:SQ,H3 Y:H9") == expected
    assert notation.read_taken("A: SQ H3  Y: 9h") == expected
    assert notation.read_taken({"A": ["SQ", "H3"], "Y": "H9"}) == expected
    assert notation.write_taken(expected) == "A:SQ,H3 Y:H9"
    with pytest.raises(PositionError, match="has no seat"):
        notation.read_taken("SQ A:H3")


def test_options_are_parted_by_blanks() -> None:
    assert notation.read_options("bid=8 bidder=A discards=H4,H3") == {
        "bid": "8",
        "bidder": "A",
        "discards": "H4,H3",
    }
    with pytest.raises(PositionError, match="key=value"):
        notation.read_options("bid 8")
    with pytest.raises(PositionError, match="twice"):
        notation.read_options("bid=8 bid=9")


def test_options_are_written_by_the_form_of_their_values() -> None:
    options = (("spot", True), ("jack", 13), ("discards", ("H4", "H3")), ("scores", (("A", 40), ("Y", 38))))
    assert notation.write_options(options) == "spot=yes jack=13 discards=H4,H3 scores=A:40,Y:38"


@pytest.mark.parametrize(
    ("value", "suit"), [("H", "H"), ("♠", "S"), ("d", "D"), ("NT", None), (None, None), ("", None)]
)
def test_trump(value: object, suit: str | None) -> None:
    assert notation.read_trump(value) == suit


@pytest.mark.parametrize("value", ["X", "hearts?", 5, True, ["H"]])
def test_bad_trump(value: object) -> None:
    with pytest.raises(PositionError, match="S H D C"):
        notation.read_trump(value)


@pytest.mark.parametrize(
    "value", [-1, "-1", 1.5, True, "seven", "\u0667", "1_0", "9" * 5000, None, float("nan")]
)
def test_numbers_are_plain(value: object) -> None:
    with pytest.raises(PositionError, match="whole number"):
        notation.read_number(value, "it")


@pytest.mark.parametrize("name", ["", " ", "A B", "A:B", "A=1", "A,B", "A\n", "-", "?", "\ud800", 3])
def test_bad_seat_names(name: object) -> None:
    if name == "A\n":
        assert notation.read_seat(name) == "A"
        return
    with pytest.raises(PositionError):
        notation.read_seat(name)


# --- whatever comes -------------------------------------------------------------------------------------

READERS: list[Callable[[object], object]] = [
    notation.read_card, notation.read_cards, notation.read_hand, notation.read_deal, notation.read_seats,
    notation.read_trick, notation.read_taken, notation.read_options, notation.read_trump, notation.read_seat,
]  # fmt: skip
near_misses = st.text(alphabet=[*SUITS, *RANKS, *"10xX.:-= ,\n♠♤♥jokerА"], max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | near_misses,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=6,
)


@given(st.text(max_size=60) | near_misses | values)
def test_readers_raise_nothing_but_the_one_line_error(value: object) -> None:
    for reader in READERS:
        try:
            reader(value)
        except PositionError as error:
            assert str(error) == one_line(str(error)) != ""


@pytest.mark.parametrize("value", ["1000000000", 10**9, 1 << 20_000], ids=["text", "number", "huge"])
def test_a_number_that_is_too_large(value):
    with pytest.raises(PositionError, match="whole number from 0 to 999999999"):
        notation.read_number(value, "it")
    assert notation.read_number("999999999", "it") == notation.read_number(999_999_999, "it")

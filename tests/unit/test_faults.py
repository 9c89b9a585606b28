"""Every fault of a position is found and named: what, where, what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.model.errors import Fault, PositionError, one_line
from solver.positions.position import Position
from solver.rules.files import names

FOUR = "A:A.2.. K.3.. Q.4.. J.5.."


def faults_of(deal: str | None = FOUR, **given: Any) -> str:
    """The message that refuses a position; it is a hearts position led by A unless said otherwise."""
    with pytest.raises(PositionError) as caught:
        Position.parse(deal, **{"game": "hearts", "leader": "A", **given})
    message = str(caught.value)
    assert message == one_line(message)
    assert all(isinstance(fault, Fault) for fault in caught.value.faults)
    assert message == "; ".join(fault.text for fault in caught.value.faults)
    return message


def test_the_plain_position_is_sound() -> None:
    assert Position.parse(FOUR, game="hearts", leader="A").to_play == "A"


# --- cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "told"),
    [
        ("A:AK... A2... 34... 56...", {}, "SA appears twice, in A's hand and in Y's hand: the pack has one"),
        ("A:AA... K2... 34... 56...", {}, "SA appears twice, in A's hand: the pack has one"),
        ("A:A... K... Q... J...", {"taken": "B:SA,H2"}, "in A's hand and in the cards taken by B"),
        ("A:A... K... Q... J...", {"taken": "B:H2,H2"}, "H2 appears twice, in the cards taken by B"),
        ("A:..A. K2... Q3... J4...", {"trick": "SK"}, "in Y's hand and in the trick"),
        (FOUR, {"game": "heartsette", "widow": "H5"}, "H5 appears twice, in Z's hand and in the widow"),
        (
            "A:A... K...",
            {"game": "domino-hearts", "stock": "C2 SA C2"},
            "SA appears twice, in A's hand and in the stock",
        ),
        ("A:A... K...", {"game": "domino-hearts", "stock": "C2 SA C2"}, "C2 appears twice, in the stock"),
        (
            "A:AAA... KK2...",
            {"game": "bezique", "trump": "H"},
            "SA appears 3 times, in A's hand: the packs have 2",
        ),
        ("A:AAA... K97... Q86...", {"game": "cancellation-hearts"}, "the packs have 2"),
        ("A:A... K... 2...", {}, "S2 in C's hand is not in the pack of hearts for three seats"),
        (
            "A:2... 8... 9... T...",
            {"game": "slobberhannes"},
            "S2 in A's hand is not in the pack of slobberhannes",
        ),
        (FOUR, {"game": "joker-hearts"}, "H2 in A's hand is not in the pack"),
        ("A:.X.. .3.. .4.. .5..", {}, "HX in A's hand is not in the pack of hearts for four seats"),
        (
            "A:A... K...",
            {"game": "two-handed-hearts", "stock": "HX SQ"},
            "HX in the stock is not in the pack",
        ),
        ("A:... ... ... ...", {}, "no cards"),
    ],
)
def test_faults_of_the_cards(deal: str, given: dict[str, Any], told: str) -> None:
    assert told in faults_of(deal, **given)


def test_cards_that_lie_alike_are_told_together() -> None:
    assert "SA, SK each appear twice, in A's hand and in B's hand" in faults_of("A:AK... QJ... AK... T9...")


def test_taken_is_not_held_against_the_pack() -> None:
    position = Position.parse("A:A... K... Q...", game="hearts", leader="A", taken="A:S2,C2")
    assert position.taken[0] == ("S2", "C2")


def test_identical_cards_of_two_packs_are_sound() -> None:
    position = Position.parse("A:AATT... KKQQ...", game="bezique", leader="A", trump="H")
    assert position.hands[0] == ("SA", "SA", "ST", "ST")
    assert position.legal_cards() == ["SA", "ST"]


# --- sizes of hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "told"),
    [
        ("A:AK... Q... J9... T8...", {}, "Y holds 1 where 2 would be right"),
        ("A:AK... QT... J9... 8...", {"trick": "HA"}, "A holds 2 where 1 would be right"),
        (
            "A:A... QT... 9... 87...",
            {"trick": "HA HK"},
            "Y holds 2 where 1 would be right, B holds 1 where 2",
        ),
        ("A:A... K... Q... ...", {}, "Z holds 0 where 1 would be right"),
    ],
)
def test_sizes_that_no_point_of_a_trick_allows(deal: str, given: dict[str, Any], told: str) -> None:
    message = faults_of(deal, **given)
    assert "hand sizes that no point of a trick allows" in message
    assert told in message


@pytest.mark.parametrize(("cards", "played"), [("", 0), ("HA", 1), ("HA HK", 2), ("HA HK HQ", 3)])
def test_sizes_at_each_point_of_a_trick(cards: str, played: int) -> None:
    hands = ["A...", "K...", "Q...", "J..."]
    more = ["A...2", "K...3", "Q...4", "J...5"]
    deal = "A:" + " ".join(hands[:played] + more[played:])
    assert Position.parse(deal, game="hearts", leader="A", trick=cards).to_play == "AYBZ"[played]


def test_games_with_hands_of_any_size() -> None:
    domino = Position.parse("A:AK2... Q.3.. ... J.5.4.", game="domino-hearts", leader="A")
    assert domino.to_play == "A"
    assert Position.parse("A:AK8... Q.9.. T... J.8.8.", game="enfle", leader="A").to_play == "A"
    assert "Y and B hold no cards: enfle ends when the first seat is out" in faults_of(
        "A:AK... ... ... J...", game="enfle"
    )


def test_the_tricks_before_an_ending() -> None:
    for game, most in (("hearts", 11), ("two-handed-hearts", 24)):
        deal = FOUR if most == 11 else "A:A.2.. K.3.."
        position = Position.parse(deal, game=game, leader="A", tricks_played=most)
        assert position.tricks_played == most
        assert f"so {most} were at the most" in faults_of(deal, game=game, tricks_played=most + 1)


def test_a_leader_without_cards() -> None:
    told = faults_of("A:... K... Q... ...", game="domino-hearts")
    assert "leader A holds no cards: the next seat that does, Y, is to lead" in told


# --- the table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"game": "harts"}, '"harts"'),
        ({"game": "harts"}, "hearts"),
        ({"game": None}, "no game is named"),
        ({"game": 5}, "game is a name such as hearts, not the number 5"),
        ({"leader": None}, "no leader: name the seat that led the trick or is to lead, one of A Y B Z"),
        ({"leader": "Q"}, 'leader "Q" is not one of the seats A Y B Z'),
        ({"trump": "H"}, "trump H: hearts has no trump, leave it out"),
        ({"trump": "Q"}, 'trump: "Q" is not a suit'),
        ({"game": "cinch"}, "no trump: cinch needs one of S H D C"),
        ({"seats": "A A B C"}, "seat A is named more than once"),
        ({"seats": "A B C"}, "seats: the deal has 4 hands and the table 3 seats (A B C)"),
        ({"seats": "N E S W"}, 'the deal begins with seat "A", not one of N E S W'),
        ({"stock": "C2"}, "stock: hearts has none, leave it out"),
        ({"widow": "C2"}, "widow: hearts has none"),
        ({"pile": "C2"}, "pile: hearts has none"),
        ({"game": "enfle", "taken": "A:C7"}, "taken: enfle has none"),
        ({"taken": "Q:C2"}, 'taken: seat "Q" is not one of A Y B Z'),
        ({"taken": "A:C2 A:C3"}, "taken: seat A is named more than once"),
        ({"tricks_played": -1}, "tricks_played: the number -1 is not a whole number from 0"),
        ({"tricks_played": True}, "tricks_played: true is not a whole number"),
        ({"tricks_played": 12}, "12 tricks cannot have been played: 8 of 52 cards are still to be played"),
        ({"game": "heartsette", "widow": "C2", "tricks_played": 1}, "it went with the first trick"),
        ({"game": "heartsette", "widow": "C2", "taken": "A:H9"}, "it went with the first trick"),
        ({"options": "bid=8"}, 'hearts has no option "bid"; it has'),
        ({"options": {"jack": "x"}}, "option jack"),
        ({"options": {"jack": 1.5}}, "option jack"),
        ({"game": "polignac", "capot": "Q"}, 'option capot: seat "Q" is not one of A Y B Z'),
        (
            {"game": "cinch", "trump": "H", "scores": "A:40,Q:3"},
            'option scores: seat "Q" is not one of A Y B Z',
        ),
        ({"lead_card": "C2"}, "lead-card: A leads first but does not hold C2"),
        ({"deal": None}, "no hands are given"),
        ({"hands": {"A": "SA"}}, "a deal and hands are both given"),
    ],
)
def test_faults_of_the_table(given: dict[str, Any], told: str) -> None:
    assert told in faults_of(**given)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"leader": "Q"}, 'leader "Q" is not one of'),
        ({"trump": 5}, "trump is a suit (S H D C) or NT"),
        ({"taken": 5}, "taken is an object or a text such as"),
        ({"options": "x"}, 'option "x" is not of the form key=value'),
        ({"seats": 5}, "seats are a list or a text such as"),
        ({"seats": "A"}, "seats: the deal has 4 hands and the table 1 seat (A)"),
    ],
)
def test_a_field_is_named_once(given: dict[str, Any], told: str) -> None:
    assert faults_of(**given).startswith(told)


@pytest.mark.parametrize(
    ("deal", "game", "told"),
    [
        ("A:A... K... Q...", "cinch", "cinch is for four seats, not for three seats"),
        ("A:A... K...", "slobberhannes", "slobberhannes is for four to six seats, not for two seats"),
        ("A:A... K... Q...", "two-handed-hearts", "two-handed-hearts is for two seats, not for three seats"),
    ],
)
def test_too_many_or_too_few_seats(deal: str, game: str, told: str) -> None:
    assert told in faults_of(deal, game=game, trump="H" if game == "cinch" else None)


def test_more_than_seven_seats() -> None:
    deal = "A:" + " ".join(f"{rank}..." for rank in "AKQJT987")
    told = faults_of(deal, game="cancellation-hearts", seats="A B C D E F G H")
    assert "8 seats are more than seven" in told


def test_the_order_of_unnamed_seats_is_asked_for() -> None:
    hands = {"P": "SA", "Q": "SK"}
    assert "seats: the order of P Q is not known: name them in order" in faults_of(
        None, hands=hands, leader="P"
    )
    assert Position.parse(game="hearts", hands=hands, seats="Q P", leader="P").seats == ("Q", "P")
    assert Position.parse(game="hearts", hands={"B": "SA", "A": "SK"}, leader="A").seats == ("A", "B")
    assert 'seat "R" is not one of P Q' in faults_of(None, hands={**hands, "R": []}, seats="P Q", leader="P")


# --- the trick ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "trick", "told"),
    [
        (FOUR, "HA HK HQ HJ", "the trick is complete"),
        (FOUR, "HA HK HQ HJ HT", "the trick has 5 cards for 4 seats"),
        ("A:A... K2... Q3... J4...", "Y:HA", "the trick begins with Y, but A is the leader"),
        ("A:A... K2... Q... J4...", "A:HA B:HK", "Y is passed over in the trick, but hearts passes"),
        ("A:A... K... Q... J4...", "A:HA B:HK Y:HQ", "is played A B Y: the order is A Y B Z, each seat once"),
        ("A:A... K2... Q3... J4...", "A:HA A:HK", "the trick is played A A"),
        ("A:A... K2... Q3... J4...", "P:HA", 'trick: seat "P" is not one of A Y B Z'),
        ("A:A... .2.. Q3... J...4", "HA CK",
         "CK in the trick cannot have been played: Y still holds H2 and had to follow"),
        ("A:A... K2... Q3... J4...", "nothing", 'trick: "n" at place 1'),
    ],
)  # fmt: skip
def test_faults_of_the_trick(deal: str, trick: str, told: str) -> None:
    assert told in faults_of(deal, trick=trick)


def test_heading_is_asked_of_the_cards_of_a_trick() -> None:
    told = faults_of("A:A... K... QJ...", game="bezique", trump="H", trick="S9 S8")
    assert (
        "S8 in the trick cannot have been played: by what B still holds, bezique asks for another card"
        in told
    )


def test_any_heart_may_be_led_until_the_table_has_hearts_broken() -> None:
    deal = "A:A... K2... Q3... J4..."
    assert Position.parse(deal, game="hearts", leader="A", trick="HA").to_play == "Y"
    assert "HA in the trick cannot have been played" in faults_of(deal, trick="HA", break_hearts="yes")


def test_the_lead_card_opens_the_first_trick_only() -> None:
    deal = "A:A... K2... Q3... J4..."
    assert "the first trick is led with C2, not with HA" in faults_of(deal, trick="HA", lead_card="C2")
    assert Position.parse(deal, game="hearts", leader="A", trick="HA", lead_card="C2", tricks_played=3)
    assert Position.parse(deal, game="hearts", leader="A", trick="C2", lead_card="C2").to_play == "Y"


def test_passing_over_a_seat_that_is_out() -> None:
    position = Position.parse("A:A... ... Q3... J4...", game="domino-hearts", leader="A", trick="A:H9 B:H8")
    assert position.to_play == "Z"
    told = faults_of("A:A... K... Q3... J4...", game="domino-hearts", trick="A:H9 B:H8")
    assert "Y is passed over in the trick, but it still holds cards" in told


# --- all of them ----------------------------------------------------------------------------------------


def test_all_faults_are_told_in_one_line() -> None:
    told = faults_of("A:AK... A...2 Q3... J...", leader="Q", trump="S", stock="C5", taken="P:H2")
    for part in ("SA appears twice", 'leader "Q"', "trump S", "stock: hearts has none", 'seat "P"'):
        assert part in told


def test_faults_of_fields_that_cannot_be_read_come_with_the_rest() -> None:
    told = faults_of(game="harts", leader="Q", trick="S\u0410", tricks_played="many", options="bid")
    for part in ("harts", "CYRILLIC CAPITAL LETTER A", "tricks_played", 'leader "Q"', "key=value"):
        assert part in told


words = st.text(alphabet=[*"SHDCAKQJT98765432X", *"AYBZN:.-,= \n", "\u0410", "♠"], max_size=20)
fields = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(names()) | words,
        "seats": words | st.just("A B"),
        "leader": st.sampled_from("AYBZ") | words,
        "trump": st.sampled_from("SHDC") | words,
        "trick": words | st.lists(words | st.integers(), max_size=5),
        "taken": words | st.dictionaries(words, words, max_size=2),
        "tricks_played": st.integers() | words | st.floats(),
        "pile": words,
        "stock": words,
        "widow": words,
        "options": words
        | st.dictionaries(words | st.sampled_from(["jack", "bid", "spot"]), words, max_size=2),
    },
)
some_deals = st.sampled_from([FOUR, "A:AK... QJ...", "A:A... K... Q...", "A:... ... ... A..."]) | words


@settings(deadline=None)
@given(some_deals, fields)
def test_nothing_but_the_one_line_error_escapes(deal: str, given: dict[str, Any]) -> None:
    try:
        position = Position.parse(deal, **given)
    except PositionError as error:
        assert str(error) == one_line(str(error)) != ""
    else:
        assert Position.from_pbn(position.to_pbn()) == position

"""Positions as values: making, playing, comparing, pickling."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.rules.files import read_table
from tests.unit.drawn_positions import positions

DEAL = "A:AK8.J65432.K4.73 QJT.AKQ.A32.8654 97.T987.QJT9.AKQ 65432..8765.JT92"
drawn = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def whist() -> Position:
    return Position.parse(DEAL, game="whist", leader="A", trump="H")


# --- making one -----------------------------------------------------------------------------------------


def test_hands_are_sorted_by_the_ranks_of_the_game() -> None:
    deal = "A:8AKT... QJ97..."
    assert Position.parse(deal, game="hearts", leader="A").hands[0] == ("SA", "SK", "ST", "S8")
    assert Position.parse(deal, game="bezique", leader="A", trump="C").hands[0] == ("SA", "ST", "SK", "S8")


def test_options_may_change_the_order_of_the_pack() -> None:
    deal = "A:AKJ... QT9... .AK8.. .QJ7.."
    french = Position.parse(deal, game="polignac", leader="A", order="french")
    assert french.hands[0] == ("SK", "SJ", "SA")
    assert french.legal_cards() == ["SK", "SJ", "SA"]


def test_fields_are_plain_values() -> None:
    position = Position.parse(
        "Z:K... A...4 Q...3 7...5",
        game="heartsette",
        leader="Z",
        trick="9♣",
        widow="H5 SJ",
        options={"jack": "13"},
    )
    assert position.seats == ("A", "Y", "B", "Z")
    assert position.hands == (("SA", "C4"), ("SQ", "C3"), ("S7", "C5"), ("SK",))
    assert position.trick == (("Z", "C9"),)
    assert position.taken == ((), (), (), ())
    assert (position.widow, position.tricks_played, position.trump) == (("SJ", "H5"), 0, None)
    assert position.options == (("jack", 13),)


def test_hands_by_seat_are_a_deal() -> None:
    by_seat = Position.parse(
        game="hearts", hands={"A": "SA H2", "Y": ["SK", "H3"], "B": "Q.4..", "Z": "S:J H:5"}, leader="A"
    )
    assert by_seat == Position.parse("A:A.2.. K.3.. Q.4.. J.5..", game="hearts", leader="A")


def test_tricks_played_are_unknown_where_only_taken_is_given() -> None:
    def tricks(**given: object) -> int | None:
        return Position.parse("A:A... K...", game="hearts", leader="A", **given).tricks_played  # type: ignore[arg-type]

    assert tricks() == 0
    assert tricks(taken={}) == 0
    assert tricks(taken="A:H2,H3") is None
    assert tricks(taken="A:H2,H3", tricks_played="4") == 4


def test_options_are_keywords_a_text_or_a_mapping() -> None:
    deal = "A:A... K... Q... J..."
    told = [
        Position.parse(deal, game="hearts", leader="A", jack=13, take_all="nobody"),
        Position.parse(deal, game="hearts", leader="A", options="take-all=nobody jack=13"),
        Position.parse(deal, game="hearts", leader="A", options={"jack": "13"}, take_all="nobody"),
    ]
    assert told[0] == told[1] == told[2]


def test_a_misspelt_keyword_is_an_unknown_option() -> None:
    with pytest.raises(PositionError, match='no option "tricks-plaid"'):
        Position.parse("A:A... K...", game="hearts", leader="A", tricks_plaid=3)


def test_house_rules_stand_for_their_game_and_the_one_they_extend() -> None:
    house = read_table({"extends": "hearts", "break_hearts": True}, "mine", "mine.toml")
    deal = "A:A.2.. K.3.. Q.4.. J.5.."
    by_game = [Position.parse(deal, game=game, leader="A", rules=house) for game in (None, "mine", "hearts")]
    assert by_game[0] == by_game[1] == by_game[2]
    assert by_game[0].game == "mine"
    assert by_game[0].legal_cards() == ["SA"]
    assert by_game[0] != Position.parse(deal, game="hearts", leader="A")
    assert pickle.loads(pickle.dumps(by_game[0])) == by_game[0]
    assert Position.from_pbn(by_game[0].to_pbn(), rules=house) == by_game[0]
    with pytest.raises(PositionError, match="not the game of the house rules, mine"):
        Position.parse(deal, game="whist", leader="A", rules=house)


# --- at the table ---------------------------------------------------------------------------------------


def test_legal_cards_and_play() -> None:
    position = whist()
    assert position.to_play == "A"
    assert position.legal_cards() == list(position.hands[0])
    after = position.play("SA")
    assert after.to_play == "Y"
    assert after.legal_cards() == ["SQ", "SJ", "ST"]
    assert after.trick == (("A", "SA"),)
    assert position.trick == ()  # a new position, the old one stays
    won = after.play("ST").play("S7").play("S2")
    assert (won.leader, won.trick, won.tricks_played) == ("A", (), 1)
    assert won.taken == (("SA", "ST", "S7", "S2"), (), (), ())


def test_play_reads_a_card_in_any_form() -> None:
    assert whist().play("♠a") == whist().play("SA") == whist().play("AS")


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("HK", "A does not hold it"),
        ("SQ", "A does not hold it"),
        ("nothing", "place 1"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused(card: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        whist().play(card)


def test_a_card_that_does_not_follow_is_refused_with_what_is_legal() -> None:
    with pytest.raises(PositionError, match="HA cannot be played: Y may not play it now, legal are SQ SJ ST"):
        whist().play("SA").play("HA")


def test_a_deal_ends() -> None:
    position = Position.parse("A:A... K...", game="hearts", leader="A").play("SA").play("SK")
    assert position.over
    assert position.to_play is None
    assert position.legal_cards() == []
    with pytest.raises(PositionError, match="the deal is over"):
        position.play("SA")


def test_draws_happen_by_themselves() -> None:
    position = Position.parse("A:A...2 K...3", game="two-handed-hearts", leader="A", stock="H5 D9 SQ")
    after = position.play("SA").play("SK")
    assert after.hands == (("H5", "C2"), ("D9", "C3"))
    assert after.stock == ("SQ",)


def test_a_forced_draw_has_happened_in_a_position_that_is_read() -> None:
    position = Position.parse(
        "A:A... .32.. ", game="domino-hearts", leader="A", trick="S5", seats="A B", stock="H9 SK D4"
    )
    assert position.hands[1] == ("SK", "H9", "H3", "H2")
    assert position.stock == ("D4",)
    assert position.legal_cards() == ["SK"]


def test_a_seat_out_of_cards_is_passed_over() -> None:
    deal = "Z:.4.. A... ... .32.."
    position = Position.parse(deal, game="domino-hearts", leader="Z", trick="Z:H5 A:H6")
    assert position.to_play == "B"
    after = position.play("H3")
    assert after.trick == ()
    assert after.leader == "A"


def test_the_owner_of_the_joker_and_the_first_winner_stay_known() -> None:
    joker = Position.parse("A:A.3.. K.X.. Q.4.. J.5..", game="joker-hearts", leader="A")
    played = joker.play("SA").play("SK").play("SQ").play("SJ").play("H3")
    assert dict(played.options) == {}
    assert dict(played.play("HX").options) == {"joker-owner": "Y"}
    first = Position.parse("A:A.7.. K.8.. Q.9.. J.T..", game="slobberhannes", leader="B")
    assert dict(first.play("SQ").play("SJ").play("SA").play("SK").options) == {"first-winner": "A"}


# --- a value --------------------------------------------------------------------------------------------


def test_positions_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        whist().leader = "Y"  # type: ignore[misc]


def test_equal_positions_are_one_in_a_set() -> None:
    other = Position.parse(DEAL.replace("AK8", "K8A"), game="whist", leader="A", trump="♥")
    assert whist() == other
    assert len({whist(), other, whist().play("SA")}) == 2
    assert whist() != Position.parse(DEAL, game="whist", leader="A", trump="S")
    assert whist() != "whist"


def test_a_turned_deal_is_the_same_position() -> None:
    assert Position.parse("Y:K... Q... J... A...", game="hearts", leader="A") == Position.parse(
        "A:A... K... Q... J...", game="hearts", leader="A"
    )


@drawn
@given(positions())
def test_every_position_survives_writing_and_reading(position: Position) -> None:
    for again in (
        Position.from_pbn(position.to_pbn()),
        Position.from_json(position.to_json()),
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
        eval(repr(position)),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert again.legal_cards() == position.legal_cards()
        assert again.to_play == position.to_play
    assert Position.from_pbn(position.to_pbn()).to_pbn() == position.to_pbn()
    assert Position.from_json(position.to_json()).to_json() == position.to_json()


@drawn
@given(positions(), st.integers(0, 20))
def test_play_takes_a_held_card_and_keeps_every_card_somewhere(position: Position, choice: int) -> None:
    legal = position.legal_cards()
    if not legal:
        return
    assert position.to_play is not None
    hand = position.hands[position.seats.index(position.to_play)]
    assert set(legal) <= set(hand)
    assert legal == list(dict.fromkeys(card for card in hand if card in legal))
    after = position.play(legal[choice % len(legal)])
    if "taken" in position.rules.fields:  # else tricks are dead and leave the deal
        assert _everywhere(after) == _everywhere(position)


def _everywhere(position: Position) -> list[str]:
    heaps = [*position.hands, *position.taken, position.pile, position.stock, position.widow]
    return sorted([card for heap in heaps for card in heap] + [card for _, card in position.trick])

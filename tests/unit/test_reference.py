"""The slow reference against the worked examples of the books and of other sources, and against itself."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests import reference
from tests.reference import settlement
from tests.reference.facts import Facts
from tests.reference.goals import GoalMaker
from tests.reference.rules import GAMES, card_points, pointed_in_pack, whole_pack
from tests.reference.search import Solver
from tests.reference.state import Table

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "golden" / "cases.json").read_text("utf-8")
)


def ids(kind: str) -> list[str]:
    return [case["id"] for case in CASES[kind]]


def position(game: str, hands: dict[str, str], leader: str, **more: Any) -> dict[str, Any]:
    """A position from hands written as cards parted by blanks."""
    return {
        "game": game,
        "seats": list(hands),
        "hands": {seat: cards.split() for seat, cards in hands.items()},
        "leader": leader,
        "trump": None,
        "trick": [],
        **more,
    }


def deal_cards(game: str, seats: str, each: int, seed: int, **more: Any) -> dict[str, Any]:
    """A random ending, some of its first cards already played."""
    rng = random.Random(seed)
    pack = list(whole_pack(GAMES[game], {}, len(seats)).elements())
    rng.shuffle(pack)
    hands = {seat: " ".join(pack[i * each : (i + 1) * each]) for i, seat in enumerate(seats)}
    pos = position(game, hands, rng.choice(seats), tricks_played=1, **more)
    for _ in range(rng.randrange(len(seats))):
        pos = reference.play(pos, rng.choice(reference.legal_cards(pos)))
    return pos


# -- the cases


@pytest.mark.parametrize("case", CASES["values"], ids=ids("values"))
def test_stated_values(case: dict[str, Any]) -> None:
    pos = case["position"]
    assert reference.card_values(pos, case["side"], case["goal"]) == case["cards"]
    for seat, value in case.get("value_of_each_seat", {}).items():
        assert reference.value(pos, [seat], case["goal"]) == value


@pytest.mark.parametrize("case", CASES["records"], ids=ids("records"))
def test_records_replay(case: dict[str, Any]) -> None:
    pos = case["position"]
    for trick in case["tricks"]:
        assert pos["leader"] == trick["leader"]
        for card in trick["cards"]:
            assert card in reference.legal_cards(pos)
            pos = reference.play(pos, card)
        assert pos["leader"] == trick["winner"]
    assert reference.to_play(pos) is None
    assert pos["tricks_played"] == len(case["tricks"])
    table = Table(pos)
    maker = GoalMaker(Facts(table), pos["taken"], frozenset())
    for seats, points in case["captured"].items():
        side = frozenset(table.seats.index(seat) for seat in seats.split(","))
        assert maker.sum_points(side) == points
    for seats, counters in case.get("settle", {}).items():
        assert reference.value(pos, seats.split(","), "settle") == counters


@pytest.mark.parametrize("case", CASES["tricks"], ids=ids("tricks"))
def test_single_tricks(case: dict[str, Any]) -> None:
    seats = "ABCDEF"[: len(case["plays"])]
    hands = dict(zip(seats, case["plays"], strict=True))
    hands = {seat: card + (" S9" if case["winner_index"] is None else "") for seat, card in hands.items()}
    pos = position(case["game"], hands, "A", trump=case.get("trump"))
    points = reference.value(pos, [seats[case["winner_index"] or 0]])
    for card in case["plays"]:
        pos = reference.play(pos, card)
    if case["winner_index"] is None:
        assert pos["leader"] == "A"
        assert len(pos["pile"]) == len(seats)
        assert not any(pos["taken"].values())
    else:
        assert pos["leader"] == seats[case["winner_index"]]
        assert points == case.get("points", points)


@pytest.mark.parametrize("case", CASES["settlements"], ids=ids("settlements"))
def test_settlements(case: dict[str, Any]) -> None:
    captured, kind = case["captured"], case["kind"]
    if kind == "sweepstake":
        clear = [held == 0 for held in captured]
        counters = settlement.sweepstake(captured, clear, case.get("rule", "foster"), case.get("jack", 0))
    elif kind == "cinch":
        counters = list(settlement.cinch(captured[0], captured[1], case["bid"]))
    else:
        settle = {
            "spot": settlement.spot,
            "howell": settlement.howell,
            "three-handed": settlement.three_handed,
        }
        counters = settle[kind](captured)
    assert counters == case["counters"]


@pytest.mark.parametrize("case", CASES["totals"], ids=ids("totals"))
def test_totals(case: dict[str, Any]) -> None:
    game, n = GAMES[case["game"]], 2 if case["game"] in {"bezique", "cinq-cents"} else 4
    pack = whole_pack(game, {}, n)
    points = sum(count * card_points(game, {}, "H", card) for card, count in pack.items())
    ends = 2 if case["game"] == "slobberhannes" else 0
    assert points + ends == case["sum"]


@pytest.mark.parametrize(
    ("game", "n", "pointed"),
    [
        ("hearts", 4, 13),
        ("hearts", 6, 12),
        ("omnibus-hearts", 4, 15),
        ("cancellation-hearts", 6, 28),
        ("joker-hearts", 4, 13),
    ],
)
def test_how_many_make_a_take_all(game: str, n: int, pointed: int) -> None:
    assert pointed_in_pack(GAMES[game], {}, None, n) == pointed


# -- rules the cases do not reach


def test_left_pedro_follows_as_a_trump() -> None:
    pos = position("cinch", {"A": "D9 S2", "Y": "DK D5", "B": "D3 S4", "Z": "S5 S6"}, "A", trump="H")
    assert reference.legal_cards(reference.play(pos, "D9")) == ["DK", "D5"]
    pos = position("cinch", {"A": "H9 S2", "Y": "DK D5", "B": "D3 S4", "Z": "S5 S6"}, "A", trump="H")
    assert reference.legal_cards(reference.play(pos, "H9")) == ["D5"]


def test_heading_is_a_duty_within_the_suit_and_with_a_trump() -> None:
    pos = position("bezique", {"A": "SK D7", "B": "SA SK"}, "A", trump="C")
    assert reference.legal_cards(reference.play(pos, "SK")) == ["SA"]
    pos = position("bezique", {"A": "SK D7", "B": "H9 C7"}, "A", trump="C")
    assert reference.legal_cards(reference.play(pos, "SK")) == ["C7"]


def test_joker_is_taken_by_a_discarded_higher_heart() -> None:
    hands = {"A": "C7 S2", "Y": "HQ S3", "B": "HX C9", "Z": "CA S5"}
    pos = reference.play(reference.play(position("joker-hearts", hands, "A"), "C7"), "HQ")
    assert reference.legal_cards(pos) == ["HX", "C9"]
    for card in ("HX", "CA"):
        pos = reference.play(pos, card)
    assert pos["leader"] == "Y"
    assert "HX" in pos["taken"]["Y"]
    assert pos["options"]["joker-owner"] == "B"


def test_hearts_may_not_be_led_until_broken() -> None:
    options = {"break-hearts": "yes", "queen-breaks": "yes"}
    pos = position("black-lady", {"A": "SK H2 H3", "B": "SQ C3 C4", "C": "C9 C8 C7"}, "A", options=options)
    assert reference.legal_cards(pos) == ["SK"]
    pos = position("black-lady", {"A": "D7 H2", "B": "SQ C3", "C": "D9 C8"}, "A", options=options)
    for card in ("D7", "SQ", "D9"):
        pos = reference.play(pos, card)
    assert pos["options"]["hearts-broken"] == "yes"


def test_two_handed_winner_draws_first() -> None:
    pos = position("two-handed-hearts", {"A": "S3 D2", "B": "S9 D4"}, "A", stock=["HA", "H2", "C5"])
    pos = reference.play(reference.play(pos, "S3"), "S9")
    assert pos["hands"] == {"A": ["H2", "D2"], "B": ["HA", "D4"]}
    assert pos["stock"] == ["C5"]


def test_domino_draws_until_able_and_the_last_holder_takes_the_rest() -> None:
    pos = position("domino-hearts", {"A": "S9", "B": "H4 D4", "C": "S2"}, "A", stock=["C3", "ST", "H8"])
    pos = reference.play(pos, "S9")
    assert pos["hands"]["B"] == ["ST", "H4", "D4", "C3"]
    assert pos["stock"] == ["H8"]
    assert reference.card_values(pos, ["B"]) == {"ST": 2}
    pos = reference.play(reference.play(pos, "ST"), "S2")
    assert reference.to_play(pos) is None
    assert pos["stock"] == []
    assert sorted(pos["taken"]["B"]) == sorted(["S9", "ST", "S2", "H4", "D4", "C3", "H8"])


def test_last_trick_wholly_cancelled_goes_to_its_leader_with_the_pile() -> None:
    hands = {"A": "HA HK", "B": "HA HK"}
    assert reference.value(position("cancellation-hearts", hands, "A"), ["A"]) == 4


def test_slobberhannes_fourth_point_and_first_winner() -> None:
    pos = position("slobberhannes", {"A": "CA", "Y": "CQ", "B": "C7", "Z": "C8"}, "A", tricks_played=7)
    pos["options"] = {"first-winner": "A"}
    assert (
        reference.value(pos, ["A"]),
        reference.total(pos, ["A"]),
        reference.value(pos, ["A"], "score"),
    ) == (2, 3, 4)
    pos["options"] = {"first-winner": "B"}
    assert reference.value(pos, ["A"], "score") == 2
    assert reference.value(pos, ["B"], "clear") == 0


def test_polignac_capot_is_dead_when_another_has_a_trick() -> None:
    hands = {"A": "SA HJ", "Y": "S8 H7", "B": "S7 H8", "Z": "S9 H9"}
    pos = position("polignac", hands, "A", options={"capot": "A"}, tricks_played=6)
    assert reference.value(pos, ["A"], "score") == 0
    assert reference.value(pos, ["Y"], "score") == 5
    pos["taken"] = {"Y": ["D7"]}
    assert reference.value(pos, ["A"], "score") == 1


def test_take_all_needs_every_card_shown() -> None:
    hands = {"A": "HA", "Y": "S8", "B": "S7", "Z": "S9"}
    rest = [card for card in whole_pack(GAMES["black-lady"], {}, 4) if card[0] == "H" and card != "HA"]
    pos = position("black-lady", hands, "A", taken={"A": rest})
    assert reference.value(pos, ["A"], "score") == 13
    pos["taken"] = {"A": [*rest, "SQ"]}
    assert reference.value(pos, ["A"], "score") == 0
    pos["options"] = {"take-all": "26-others"}
    assert reference.value(pos, ["A"], "score") == 0
    assert reference.value(pos, ["Y"], "score") == 26


def test_omnibus_fifteen_is_a_set_and_never_a_sum() -> None:
    hands = {"A": "DT", "Y": "D9", "B": "S7", "Z": "S9"}
    every = [f"H{rank}" for rank in GAMES["hearts"].ranks] + ["SQ"]
    pos = position("omnibus-hearts", hands, "A", taken={"A": every})
    assert reference.value(pos, ["A"], "score") == -26
    assert reference.value(pos, ["A"], "all") == 1
    pos = position("omnibus-hearts", {"A": "D8", "Y": "D9", "B": "S7", "Z": "S9"}, "A", taken={"A": every})
    assert reference.value(pos, ["A"], "score") == 26


def test_enfle_take_up_win_and_endless_play() -> None:
    pos = position("enfle", {"A": "SA H7", "B": "H8 D9", "C": "SK S7"}, "A")
    after = reference.play(pos, "SA")
    assert sorted(after["hands"]["B"]) == ["D9", "H8", "SA"]
    assert after["leader"] == "B"
    assert after["trick"] == []
    assert reference.card_values(position("enfle", {"A": "SA", "B": "H8 D9"}, "A"), ["A"]) == {"SA": 1}
    assert reference.value(position("enfle", {"A": "SA", "B": "H8 D9"}, "A"), ["B"]) == -1
    endless = [deal_cards("enfle", "AB", 3, seed) for seed in range(20)]
    assert {reference.value(pos, ["A"]) for pos in endless} == {-1, 0, 1}


def test_seats_passed_over_are_named() -> None:
    pos = position("domino-hearts", {"A": "S9 S8", "B": "", "C": "S2 S3", "D": "S4 S5"}, "A")
    pos = reference.play(reference.play(pos, "S9"), "S2")
    assert pos["trick"] == ["S9", "C:S2"]
    assert reference.to_play(pos) == "D"


def test_perft_counts_sequences() -> None:
    pos = position("hearts", {"A": "S9 H8", "B": "S2 D3"}, "A")
    assert [reference.perft(pos, depth) for depth in range(6)] == [1, 2, 3, 3, 3, 0]


def test_maxn_settles_ties_by_the_next_seats_number() -> None:
    pos = position("hearts", {"A": "S9 S8", "B": "S7 H3", "C": "ST D3"}, "A")
    assert reference.maxn(pos) == {"S9": [0, 0, 1], "S8": [0, 0, 1]}
    pos = position("hearts", {"A": "SQ ST D4", "B": "S7 HK DT", "C": "HA DK D3"}, "A")
    assert reference.maxn(pos, "points", "worst")["D4"] == [0, 0, 2]
    assert reference.maxn(pos, "points", "best")["D4"] == [2, 0, 0]


# -- the reference against itself

AGREE = [
    ("hearts", "AYBZ", 3, {}),
    ("black-lady", "ABC", 4, {}),
    ("omnibus-hearts", "AYBZ", 3, {}),
    ("cancellation-hearts", "ABC", 3, {}),
    ("domino-hearts", "ABC", 3, {"stock": []}),
    ("slobberhannes", "AYBZ", 3, {}),
    ("bezique", "AB", 5, {"trump": "H"}),
    ("cinch", "AYBZ", 3, {"trump": "D"}),
]


@pytest.mark.parametrize("goal", ["points", "margin", "clear", "all", "at-most:2", "at-least:2", "score"])
@pytest.mark.parametrize(("game", "seats", "each", "more"), AGREE, ids=[row[0] for row in AGREE])
def test_questions_agree_with_minimax_on_the_number(
    game: str, seats: str, each: int, more: dict[str, Any], goal: str
) -> None:
    if goal == "score" and not GAMES[game].penalty:
        pytest.skip("no penalty game")
    for seed in range(3):
        pos = deal_cards(game, seats, each, seed, **more)
        side = [seats[0], seats[2]][: 1 + seed % 2] if len(seats) > 2 else ["A"]
        values = reference.card_values(pos, side, goal)
        assert values == Solver(pos, side, goal, plain=True).card_values()
        assert list(values) == reference.legal_cards(pos)


@pytest.mark.parametrize(("game", "seats", "each", "more"), AGREE, ids=[row[0] for row in AGREE])
def test_total_after_a_card_is_the_total_before(
    game: str, seats: str, each: int, more: dict[str, Any]
) -> None:
    for seed in range(3):
        pos = deal_cards(game, seats, each, seed, **more)
        before = reference.total(pos, ["A"]) - reference.value(pos, ["A"])
        for card, value in reference.card_values(pos, ["A"]).items():
            assert reference.total(reference.play(pos, card), ["A"]) == before + value or game == "bezique"


def test_two_seats_maxn_is_minimax() -> None:
    for seed in range(5):
        pos = deal_cards("hearts", "AB", 5, seed)
        vectors = reference.maxn(pos)
        for i, seat in enumerate("AB"):
            assert {card: vector[i] for card, vector in vectors.items()} == reference.card_values(pos, [seat])

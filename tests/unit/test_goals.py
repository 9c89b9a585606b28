"""Goals: every goal of every game on made-up finished deals, against its meaning said directly.

The payoff's form is evaluated on the captures, and its reading compared with what the goal means for the
whole deal. No rule of play matters here: a payoff must be right for any captures at all.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver import settle, solve
from solver.core.payoff import Payoff, Steps
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.rules.files import load, names, read_table
from solver.scoring import goals
from tests.unit.goal_meanings import Meaning
from tests.unit.made_up_deals import Finished, made_up

GAMES = [game for game in names() if game != "enfle"]

# --- evaluating a payoff's form -------------------------------------------------------------------------


def searched(payoff: Payoff, deal: Finished) -> int:
    """The number that the search would find if the play went so."""
    if payoff.counts:
        held = list(payoff.counts.so_far)
        for winner, cards in deal.tricks:
            held[winner] += sum(payoff.counts.weight.get(card, 0) for card in cards)
        settled = {"spot": settle.spot, "excess": settle.excess}[payoff.counts.kind](held)
        return sum(settled[seat] for seat in payoff.side)
    x, takers, n = 0, payoff.takers, len(deal.position.seats)
    for place, (winner, cards) in enumerate(deal.tricks):
        x += sum(payoff.worth[winner].get(card, 0) for card in cards) + payoff.any_trick[winner]
        kinds = {"any"}
        if place == 0:
            kinds.add("first")
            x += payoff.first_trick[winner]
        if place == len(deal.tricks) - 1:
            kinds.add("last")
            x += payoff.last_trick[winner]
        if payoff.pointed & set(cards) or payoff.pointed_tricks & kinds:
            takers |= 1 << winner
        if payoff.owner_mark and payoff.owner_mark[0] == winner and payoff.owner_mark[1] in cards:
            takers |= 1 << n
    return x + (payoff.bonus[takers] if payoff.bonus is not None else 0)


def asked(position: Position, draw: random.Random) -> tuple[str, tuple[int, ...]]:
    """A goal of the game and a side that may ask it."""
    rules = position.rules.under(position.options)
    has = [goal for goal in rules.goals if goal != "out" or "scores" in dict(position.options)]
    goal = draw.choice(has).replace("N", str(draw.randint(-10, 15)))
    n = len(position.seats)
    side = tuple(sorted(draw.sample(range(n), draw.randint(1, n - 1))))
    return goal.replace("SEAT", draw.choice(position.seats)), side


@pytest.mark.parametrize("game", GAMES)
def test_payoffs_mean_what_the_goals_say(game: str) -> None:
    draw = random.Random(f"goals of {game}")
    for _ in range(200):
        deal = made_up(game, draw)
        goal, side = asked(deal.position, draw)
        payoff = goals.payoff(deal.position, goal, side)
        x = searched(payoff, deal)
        meant = Meaning(deal, side)
        told = f"{goal} for {side} of {deal}\n{payoff}"
        assert payoff.value(x) == meant.value(goal), told
        if payoff.window:
            low, high = payoff.window
            assert payoff.value(min(max(x, low), high)) == payoff.value(x), told
        total = meant.own(meant.whole) if goal == "points" else meant.value(goal)
        if goal == "margin":
            total = 2 * meant.own(meant.whole) - sum(meant.whole)
        assert goals.total(payoff, goal, deal.position, x) == total, told


@pytest.mark.parametrize("game", GAMES)
def test_readings_rise(game: str) -> None:
    """The higher the number searched, the better for the side (points and scores of penalty games fall)."""
    draw = random.Random(f"readings of {game}")
    for _ in range(100):
        position = made_up(game, draw).position
        goal, side = asked(position, draw)
        value = goals.payoff(position, goal, side).value
        falls = position.rules.penalty and goal in ("points", "margin", "score")
        row = [-value(x) if falls else value(x) for x in range(-30, 31)]
        assert row == sorted(row)


# --- bonuses --------------------------------------------------------------------------------------------


def hearts_left(**more: Any) -> Position:
    """Four seats, six hearts in play, nobody known to have taken any."""
    hands = (("HA", "HK"), ("HQ", "HJ"), ("HT", "H9"), ("C3", "C2"))
    return Position("hearts", load("hearts"), tuple("AYBZ"), hands, "A", taken=((),) * 4, **more)


def test_no_bonus_where_a_take_all_cannot_happen() -> None:
    rule = (("take-all", "nobody"),)
    assert goals.payoff(hearts_left(options=rule), "score", (0,)).bonus is None
    whole = Position(
        "hearts", load("hearts"), tuple("AYBZ"),
        (("HA", "HK"), ("HQ", "HJ"), ("HT", "H9"), ("C3", "C2")), "A",
        taken=(("H8", "H7", "H6", "H5", "H4", "H3", "H2"), (), (), ()), tricks_played=None, options=rule,
    )  # fmt: skip
    payoff = goals.payoff(whole, "score", (0,))
    assert payoff.bonus is not None
    assert payoff.takers == 1
    assert payoff.bonus[1] == 13
    assert goals.payoff(whole, "score", (1,)).bonus is None  # Y's score is its own hearts either way


def test_no_bonus_where_the_pool_is_decided() -> None:
    taken = (("H2",), ("H3",), ("H4",), ())
    decided = (*hearts_left().hands[:3], ("H8", "C2"))
    loaded = Position(
        "hearts", load("hearts"), tuple("AYBZ"), decided, "A", taken=(*taken[:3], ("H5",)), tricks_played=None
    )
    payoff = goals.payoff(loaded, "sweepstake", (3,))
    assert payoff.bonus is None
    assert payoff.value(-2) == -3
    assert goals.payoff(hearts_left(), "sweepstake", (3,)).bonus is not None


def test_a_capot_is_off_once_another_has_a_card() -> None:
    seats, hands = tuple("AYBZ"), (("SA",), ("SJ",), ("SK",), ("SQ",))
    taken = (("HJ", "H7"), (), (), ())
    options = (("capot", "A"),)
    alive = Position(
        "polignac", load("polignac"), seats, hands, "A", taken=taken, tricks_played=None, options=options
    )
    payoff = goals.payoff(alive, "score", (1, 2))
    assert payoff.bonus is not None
    assert payoff.pointed_tricks == {"any"}
    assert payoff.takers == 1
    assert payoff.value(payoff.bonus[1]) == 10
    broken = Position(
        "polignac", load("polignac"), seats, hands, "A", taken=(taken[0], ("H8",), (), ()), options=options
    )
    assert goals.payoff(broken, "score", (1, 2)).bonus is None


# --- goals as they are asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "complaint"),
    [
        ("settle", 'hearts has no goal "settle"; it has points, margin, clear, all, at-most:N'),
        ("win", 'hearts has no goal "win"; it has points'),
        (
            "at-most:x",
            (
                'goal "at-most:x": after at-most: comes a whole number of points from -999999 to 999999, '
                "such as at-most:3"
            ),
        ),
        ("at-most", 'goal "at-most": after at-most: comes a'),
        ("load:Q", 'goal "load:Q": after load: comes a seat, one of A, Y, B, Z'),
        ("clear:A", 'goal "clear:A": clear stands alone'),
        ("points:3", "points stands alone"),
        ("", 'hearts has no goal ""'),
    ],
)
def test_goals_that_are_refused(goal: str, complaint: str) -> None:
    with pytest.raises(PositionError) as refused:
        goals.payoff(hearts_left(), goal, (0,))
    assert complaint in str(refused.value)


def test_points_are_refused_where_house_rules_leave_them_out() -> None:
    rules = read_table({"extends": "hearts", "goals": ["clear"]}, "mine", "mine.toml")
    position = Position("mine", rules, tuple("AYBZ"), hearts_left().hands, "A", taken=((),) * 4)
    with pytest.raises(PositionError, match='mine has no goal "points"; it has clear'):
        goals.payoff(position, "points", (0,))


def cinch(**options: object) -> Position:
    hands = (("HA",), ("HJ",), ("H5",), ("D5",))
    given = tuple(sorted(options.items()))
    return Position("cinch", load("cinch"), tuple("AYBZ"), hands, "A", "H", taken=((),) * 4, options=given)


def test_what_cinch_needs_to_settle() -> None:
    with pytest.raises(PositionError, match="a bid needs the option bidder"):
        goals.payoff(cinch(bid=8), "settle", (0, 2))
    with pytest.raises(PositionError, match="goal out needs the option scores"):
        goals.payoff(cinch(), "out", (0, 2))
    reading = goals.payoff(cinch(bid=8, bidder="A"), "settle", (0, 2)).value
    assert isinstance(reading, Steps)
    assert [reading(x) for x in (0, 7, 8, 12)] == [-20, -13, 4, 12]


def test_any_side_of_cinch_is_settled_against_the_rest() -> None:
    reading = goals.payoff(cinch(bid=8, bidder="A"), "settle", (0,)).value
    assert [reading(x) for x in (0, 7, 8, 12)] == [-20, -13, 4, 12]
    reading = goals.payoff(cinch(bid=8, bidder="A"), "settle", (1,)).value
    assert [reading(x) for x in (12, 5, 4)] == [20, 13, -4]


def test_the_joker_belongs_to_the_seat_that_holds_or_played_it() -> None:
    hands = ((), ("HK",), ("HQ",), ("HJ",))
    rules = load("joker-hearts")
    played = Position("joker-hearts", rules, tuple("AYBZ"), hands, "A", trick=(("A", "HX"),), taken=((),) * 4)
    assert goals.payoff(played, "settle", (0,)).owner_mark == (0, "HX")


def test_enfle_is_won_drawn_or_lost() -> None:
    hands = (("SA", "SK"), ("SQ",), ("HJ",))
    position = Position("enfle", load("enfle"), tuple("ABC"), hands, "A", taken=((),) * 3)
    payoff = goals.payoff(position, "points", (0, 2))
    assert payoff.kind == "first-out"
    assert [payoff.value(x) for x in (-1, 0, 1)] == [-1, 0, 1]
    assert [goals.total(payoff, "points", position, x) for x in (-1, 0, 1)] == [-1, 0, 1]
    with pytest.raises(PositionError, match="enfle has no goal"):
        goals.payoff(position, "clear", (0,))


def test_the_first_trick_counts_only_while_it_is_to_come() -> None:
    hands = (("CA", "C7"), ("CK", "C8"), ("CQ", "C9"), ("CJ", "CT"))
    seats, rules = tuple("AYBZ"), load("slobberhannes")
    first = Position("slobberhannes", rules, seats, hands, "A", taken=((),) * 4)
    assert goals.payoff(first, "points", (0,)).first_trick == (-1, 0, 0, 0)
    won = (("first-winner", "Y"),)
    later = Position("slobberhannes", rules, seats, hands, "A", taken=((),) * 4, tricks_played=3, options=won)
    assert goals.payoff(later, "points", (0,)).first_trick == (0, 0, 0, 0)
    assert goals.payoff(later, "clear", (1,)).window == (0, 1)  # lost already
    assert goals.payoff(later, "clear", (1,)).value(0) == 0


def test_points_are_built_once_and_shared() -> None:
    """Batches ask for the same points again and again: the second payoff is the first."""
    position = hearts_left()
    goals.plain_payoff.cache_clear()  # what it shares with other goals may have been forgotten since
    one, two = goals.payoff(position, "points", (0,)), goals.payoff(position, "points", (0,))
    assert one is two
    built = goals.plain_payoff.cache_info()
    assert (built.hits, built.misses) == (1, 1)
    assert one.base is not None
    assert goals.payoff(position, "at-most:3", (0,)).base is one.base


def test_omnibus_all_wants_the_ten_and_clear_does_not_mind_it() -> None:
    hands = (("DT", "D2"), ("D3", "D4"), ("HA", "D5"), ("D6", "D7"))
    position = Position("omnibus-hearts", load("omnibus-hearts"), tuple("AYBZ"), hands, "A", taken=((),) * 4)
    assert goals.payoff(position, "all", (0,)).worth[1] == dict.fromkeys(position.rules.card_points(), -1)
    assert "DT" not in goals.payoff(position, "clear", (0,)).worth[0]
    assert "DT" not in goals.payoff(position, "load:A", (1,)).worth[0]


def test_a_trick_worth_less_than_nothing_is_no_penalty() -> None:
    """A wins the only trick; a first or last trick that takes points off leaves it clear, as a card would."""
    hands: dict[str, Any] = {"seats": "A,B", "hands": {"A": "SA", "B": "S2"}, "leader": "A"}
    for key in ("any_trick", "first_trick", "last_trick"):
        for worth, clear in ((-1, 1), (1, 0)):
            table = {"extends": "hearts", key: worth, "points": {"SQ": 1}}
            position = Position.parse(rules=read_table(table, "mine", "mine.toml"), **hands, tricks_played=0)
            assert solve(position, "A", "clear").value == clear
            assert solve(position, "A", "load:A").value == 1 - clear
            assert solve(position.play("SA").play("S2"), "A", "clear").value == clear


def test_a_take_all_has_the_points_of_its_tricks() -> None:
    """A wins both tricks, two points each, and the only card that costs one: B is charged the five."""
    points = {"avoid:*": False, "HA": 1}
    table = {"extends": "hearts", "any_trick": 2, "take_all": "26-others", "points": points}
    hands = {"A": "SA HA", "B": "SK CK"}
    position = Position.parse(
        rules=read_table(table, "mine", "mine.toml"), seats="A,B", hands=hands, leader="A", tricks_played=0
    )
    assert solve(position, "B", "score").value == 5

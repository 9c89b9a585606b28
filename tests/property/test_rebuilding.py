"""What a position shows and what the core keeps while it plays on are one thing.

A position that was reached by play is the same as one given with its fields: the same cards are legal, as
many sequences follow, and a card is worth what the position after it is worth.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from solver import Position, PositionError, Positions, analyze, maxn, solve, solve_batch
from solver.core.table import Table
from solver.rules.files import load, names
from tests import reference
from tests.support.house import PARENTS, drawn_variant, numbers_of_seats
from tests.support.questions import goals, sides
from tests.support.tables import SEARCHED, position_of, random_position, tables_of

TABLES = tables_of(names())


def plays_on_as_rebuilt(position: Position, rng: random.Random) -> None:
    """One table of the core that plays to the end, beside a position that is made anew at every card."""
    table = Table(position)
    for _ in range(40):
        legal = position.legal_cards()
        assert list(table.legal()) == legal, position
        if not legal:
            return
        again = Position.from_json(position.to_json(), position.rules if position.rules.source else None)
        assert again == position
        assert again.legal_cards() == legal, position
        followed = sum(Table(position.play(card)).perft(1) for card in legal)
        assert table.perft(2) == followed, position
        card = rng.choice(legal)
        table.play(card)
        position = position.play(card)


def is_worth_what_follows(position: Position, rng: random.Random) -> None:
    """Every card, for one side and goal; of the whole deal, so that what was captured is in both."""
    side = rng.choice(sides(position.seats))
    goal = rng.choice(goals(position, side, rng))
    analysis = analyze(position, side, goal)
    assert analysis.value is not None
    assert analysis.total is not None
    before = analysis.total - analysis.value
    for card, value in analysis.cards.items():
        assert value is not None
        assert solve(position.play(card), side, goal).total == before + value, (card, side, goal, position)


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_playing_on(game: str, n_seats: int) -> None:
    rng = random.Random(f"rebuilt {game} {n_seats}")
    for _ in range(6):
        plays_on_as_rebuilt(random_position(game, n_seats, rng), rng)


@pytest.mark.parametrize("game", SEARCHED)
def test_values(game: str) -> None:
    rng = random.Random(f"worth {game}")
    for _, n_seats in tables_of([game]) * 4:
        is_worth_what_follows(random_position(game, n_seats, rng), rng)


@pytest.mark.parametrize("parent", PARENTS)
def test_house_rules(parent: str) -> None:
    rng = random.Random(f"house {parent}")
    for _ in range(15):
        rules = drawn_variant(parent, rng).rules
        position = position_of(rules, rng.choice(numbers_of_seats(rules)), rng)
        plays_on_as_rebuilt(position, rng)
        is_worth_what_follows(position, rng)


def test_a_stock_that_does_not_go_round() -> None:
    """Whoever draws the last card has one more, and may lead it alone: values are those of the reference."""
    rng = random.Random("an odd stock")
    uneven = 0
    for _ in range(60):
        hand, stock = rng.randint(1, 3), rng.choice([1, 3])
        cards = rng.sample(sorted(load("two-handed-hearts").pack(2)), 2 * hand + stock)
        position = Position.parse(
            hands={"A": cards[:hand], "B": cards[hand : 2 * hand]},
            stock=cards[2 * hand :],
            game="two-handed-hearts",
            leader="A",
        )
        played = [position]
        while not played[-1].over:
            played.append(played[-1].play(rng.choice(played[-1].legal_cards())))
        values = [solve(one, "A").value for one in played]
        assert values == [reference.value(json.loads(one.to_json()), ["A"]) for one in played]
        assert [Position.from_json(one.to_json()) for one in played] == played
        for one in played[:-1]:
            each = {card: [*(by_seat or {}).values()] for card, by_seat in maxn(one).cards.items()}
            assert each == reference.maxn(json.loads(one.to_json())), one
        rows = Positions.of(played[:-1])
        assert list(rows) == played[:-1]
        assert solve_batch(rows, "A").tolist() == values[:-1]
        uneven += sum(abs(len(one.hands[0]) - len(one.hands[1])) == 1 and not one.trick for one in played)
    assert uneven > 60


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tricks_played": 0}, "B holds 2 where 1 would be right"),  # nobody has drawn
        ({"tricks_played": 3, "stock": "C9"}, "B holds 2 where 1 would be right"),  # A could draw
        ({"tricks_played": 3, "deal": "A:2... 3..4.5"}, "B holds 3 where 1 would be right"),
        ({"tricks_played": 3, "deal": "A:... 3...", "leader": "A"}, "the next seat that does, B, is to lead"),
        ({"tricks_played": 3, "deal": "A:... ...", "leader": "A", "trick": "SK"}, "the trick is complete"),
    ],
)
def test_hands_that_no_last_draw_leaves(given: dict[str, Any], told: str) -> None:
    fields = {"deal": "A:2... 3..4.", "game": "two-handed-hearts", "leader": "B"} | given
    with pytest.raises(PositionError, match=told):
        Position.from_fields(fields)


def test_after_a_cancelled_first_trick_the_next_is_not_the_first() -> None:
    """The threes cancel each other and A leads again: its nine of hearts, for the first trick is over."""
    options = {"first-trick-clean": True}
    position = Position.parse("A:.9.32. .KK.3.", game="cancellation-hearts", leader="A", options=options)
    assert analyze(position, "A").cards["D3"] == solve(position.play("D3").play("D3"), "A").value == 0
    three = Position.parse("A:.5..A9 ..43.A", game="cancellation-hearts", leader="A", options=options)
    assert Table(three).perft(3) == 4

"""What a position shows and what the core keeps while it plays on are one thing.

A position that was reached by play is the same as one given with its fields: the same cards are legal, as
many sequences follow, and a card is worth what the position after it is worth.
"""

from __future__ import annotations

import random

import pytest

from solver import Position, analyze, solve
from solver.core.deal import Table
from solver.rules.files import names
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
        if rules.draw == "each" and len(position.stock) % len(position.seats):
            continue  # hands that end unequal are not read
        plays_on_as_rebuilt(position, rng)
        is_worth_what_follows(position, rng)


def test_after_a_cancelled_first_trick_the_next_is_not_the_first() -> None:
    """The threes cancel each other and A leads again: its nine of hearts, for the first trick is over."""
    options = {"first-trick-clean": True}
    position = Position.parse("A:.9.32. .KK.3.", game="cancellation-hearts", leader="A", options=options)
    assert analyze(position, "A").cards["D3"] == solve(position.play("D3").play("D3"), "A").value == 0
    three = Position.parse("A:.5..A9 ..43.A", game="cancellation-hearts", leader="A", options=options)
    assert Table(three).perft(3) == 4

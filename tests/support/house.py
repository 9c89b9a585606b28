"""House rules at random: a game of the books with other weights, ranks, trumps and ways to follow.

Each is drawn once and written down twice, to the engine as a table of TOML and to the reference as a `Game`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.model.cards import RANKS, SUITS
from solver.rules.files import load, read_table
from solver.rules.game import Rules
from tests.reference.rules import GAMES, Game, House
from tests.support.questions import Question, goals, sides
from tests.support.tables import position_of

# Games that the keys below alter as a whole; their own options, pools and settlements stay out of it.
PARENTS = (
    "hearts", "black-lady", "whist", "bezique", "slobberhannes",
    "cancellation-hearts", "two-handed-hearts", "domino-hearts", "joker-hearts",
)  # fmt: skip
GOALS = [
    "points",
    "margin",
    "clear",
    "all",
    "at-most:N",
    "at-least:N",
    "fewer-than:SEAT",
    "load:SEAT",
    "score",
]
KEPT = ("first-winner", "hearts-broken", "joker-owner")  # options that state facts of the deal
FOLLOW = ("follow", "follow-or-trump", "follow-and-head")
TAKE_ALL = ("nobody", "13", "-13", "-26", "26-others")


@dataclass(frozen=True)
class Variant:
    """The same rules for both: what the engine reads, and what the reference plays by."""

    rules: Rules
    game: Game


def drawn_variant(parent: str, rng: random.Random) -> Variant:
    """House rules on top of a game."""
    table = _table(load(parent), rng)
    rules = read_table(table, "house", "house.toml")
    house = House(
        points={card: worth for card in rules.cards() if (worth := _worth(card, table["points"]))},
        **{f"{trick}_trick": table[f"{trick}_trick"] for trick in ("any", "first", "last")},
        break_hearts=table["break_hearts"],
        queen_breaks=table["queen_breaks"],
        clean_first=table["first_trick_clean"],
        lead_card=table["lead_card"],
    )
    changes = {"ranks": table["ranks"]} if "ranks" in table else {}
    game = replace(
        GAMES[parent],
        follow=rules.follow,
        penalty=rules.penalty,
        take_all=rules.take_all,
        house=house,
        **changes,
    )
    return Variant(rules, game)


def numbers_of_seats(rules: Rules) -> list[int]:
    """How many can play, five at the most."""
    return list(range(rules.min_seats, min(rules.max_seats, 5) + 1))


def variant_questions(parent: str, count: int, rng: random.Random) -> Iterator[Question]:
    """`count` questions, two to a position and a set of rules of its own."""
    while count > 0:
        variant = drawn_variant(parent, rng)
        position = position_of(variant.rules, rng.choice(numbers_of_seats(variant.rules)), rng)
        side = rng.choice(sides(position.seats))
        for goal in rng.sample(goals(position, side, rng), 2):
            count -= 1
            yield Question(position, side, goal, variant.game)


def _table(parent: Rules, rng: random.Random) -> dict[str, Any]:
    penalty = rng.random() < 0.6
    table: dict[str, Any] = {
        "extends": parent.id,
        "goals": [goal for goal in GOALS if penalty or goal != "score"],
        "settlement": "",
        "options": {name: False for name in parent.options if name not in KEPT},
        "points": {**dict.fromkeys(parent.points, False), **_points(parent, rng)},
        "penalty": penalty,
        "take_all": rng.choice(TAKE_ALL),
        "break_hearts": rng.random() < 0.2,
        "queen_breaks": rng.random() < 0.2,
        "first_trick_clean": rng.random() < 0.25,
        "lead_card": "",
        **{f"{trick}_trick": rng.choice([0, 0, 0, 1, 2, -1, -3]) for trick in ("any", "first", "last")},
    }
    if parent.cancels or parent.unequal:
        table["any_trick"] = 0  # the cards taken do not show how many tricks they were
    if parent.cancels:
        table["first_trick"] = 0  # nor a pile whether the first was won
    if parent.follow in FOLLOW and not parent.joker:
        table["follow"] = rng.choice(FOLLOW)
        table["trump"] = rng.choice(["never", "optional"])
        if rng.random() < 0.3:
            table["ranks"] = "".join(rng.sample(parent.ranks, len(parent.ranks)))
    return table


def _points(parent: Rules, rng: random.Random) -> dict[str, int]:
    """Weights on whole suits or ranks, and on single cards on top of them; some below nothing."""
    weights = {
        card: rng.choice([-9, -2, -1, 1, 1, 3, 5, 0])
        for card in rng.sample(parent.cards(), rng.randint(0, 9))
    }
    wide = rng.random()
    if wide < 0.4:
        weights |= {f"{suit}*": rng.choice([1, 2, -1]) for suit in rng.sample(SUITS, rng.randint(1, 2))}
    elif wide < 0.6:
        weights |= {
            f"*{rank}": rng.choice([1, 4, -2]) for rank in rng.sample(parent.ranks, rng.randint(1, 3))
        }
    return weights


def _worth(card: str, points: dict[str, Any]) -> int:
    """The narrowest entry that names the card; the Joker is of no suit here."""
    patterns = (card,) if card == "HX" else (card, f"{card[0]}*", f"*{card[1]}")
    found = [points[name] for name in patterns if name in points]
    return int(next((worth for worth in found if worth is not False), 0))


def priced_questions(count: int, rng: random.Random) -> Iterator[Question]:
    """Hearts in which most cards of a suit or two have a price of their own, of three to five seats."""
    while count > 0:
        most = rng.choice([9, 9, 60, 700])
        prices = {
            suit + rank: rng.randint(0, most)
            for suit in rng.sample("SHDC", rng.randint(1, 2))
            for rank in RANKS
        }
        variant = _priced(prices, last_trick=rng.choice([0, 0, 2, -3]))
        position = position_of(variant.rules, rng.randint(3, 5), rng)
        side = rng.choice([(seat,) for seat in position.seats] + [position.seats[1:]])
        count -= 1
        yield Question(position, side, rng.choice(["points", "margin"]), variant.game)


def counting_trumps(count: int, rng: random.Random) -> Iterator[Question]:
    """Trumps count, at any prices, and nothing else; one may trump at any time; two to five seats."""
    while count > 0:
        most = rng.choice([1, 5, 40])
        least = rng.choice([0, 0, -most])
        suit = rng.choice(SUITS)
        prices = {suit + rank: rng.randint(least, most) for rank in rng.sample(RANKS, rng.randint(1, 13))}
        variant = _priced(prices, follow="follow-or-trump", trump="always")
        position = position_of(variant.rules, rng.randint(2, 5), rng)
        if position.trump != suit:
            continue
        count -= 1
        yield Question(
            position, rng.choice(sides(position.seats)), rng.choice(["points", "margin"]), variant.game
        )


def _priced(prices: dict[str, int], last_trick: int = 0, **keys: str) -> Variant:
    """Hearts with these prices for the cards in place of its own."""
    parent = load("hearts")
    table = {
        "extends": parent.id,
        "options": {name: False for name in parent.options if name not in KEPT},
        "points": {**dict.fromkeys(parent.points, False), **prices},
        "last_trick": last_trick,
        "settlement": "",
        **keys,
    }
    rules = read_table(table, "house", "house.toml")
    worth = {card: price for card, price in prices.items() if price}
    house = House(worth, 0, 0, last_trick, False, False, False, "")
    return Variant(rules, replace(GAMES["hearts"], follow=rules.follow, house=house))

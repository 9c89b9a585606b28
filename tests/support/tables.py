"""Random small positions of every game: endings of whole deals, and short deals with all that may lie about.

An ending comes from `solver.generate`. A short deal is made here, card by card, so that first tricks, widows,
stocks, piles and every option turn up in positions small enough for the reference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from solver import Position
from solver.positions.generate import generate
from solver.rules.files import load, names
from solver.rules.game import Rules

# The longest hands the reference solves quickly, by number of seats.
HAND = {2: 6, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2}
MOST_CARDS = 10  # in all hands together, where they are not alike
SEARCHED = tuple(game for game in names() if load(game).follow != "follow-or-take-up")
TAKING_UP = tuple(game for game in names() if game not in SEARCHED)


def tables_of(games: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Each game with each number of seats it allows."""
    seats = {game: range(load(game).min_seats, load(game).max_seats + 1) for game in games}
    return tuple((game, n_seats) for game in games for n_seats in seats[game])


TABLES = tables_of(SEARCHED)


def random_position(
    game: str,
    n_seats: int,
    rng: random.Random,
    *,
    played: int | None = None,
    hand: int | None = None,
    hoarded: bool = False,
) -> Position:
    """An ending or a short deal with `played` cards on the table (None: any number that can be there).

    `hoarded`: one seat has taken all that was to be taken.
    """
    return position_of(load(game), n_seats, rng, played=played, hand=hand, hoarded=hoarded)


def position_of(
    rules: Rules,
    n_seats: int,
    rng: random.Random,
    *,
    played: int | None = None,
    hand: int | None = None,
    hoarded: bool = False,
) -> Position:
    """The same of any rules."""
    hand = min(hand or rng.randint(2, HAND[n_seats]), rules.full_hand(n_seats))
    if hoarded or rules.follow == "follow-or-take-up" or rng.random() < 0.5:
        position = _short_deal(rules, n_seats, hand, rng, hoarded)
    else:
        position = _ending(rules, n_seats, hand, rng)
    for _ in range(rng.randrange(n_seats) if played is None else played):
        following = position.play(rng.choice(position.legal_cards()))
        if following.over:
            break
        position = following
    return position


# --- endings --------------------------------------------------------------------------------------------


def _ending(rules: Rules, n_seats: int, hand: int, rng: random.Random) -> Position:
    seats = rules.default_seats(n_seats)
    stock = None
    if "stock" in rules.fields:
        stock = 0 if rules.unequal else rng.choice([0, 2, 4])
    chosen = draw_options(rules, seats, rng)
    while True:  # where hands vary, until they are short
        position = generate(rules, hand, 1, rng.randrange(2**32), seats, stock=stock, options=chosen)[0]
        if sum(map(len, position.hands)) <= max(n_seats * hand, MOST_CARDS):
            return position


# --- short deals ----------------------------------------------------------------------------------------


def _short_deal(rules: Rules, n_seats: int, hand: int, rng: random.Random, hoarded: bool) -> Position:
    """Hands from anywhere in the pack; at the very start of the deal, or with some of the rest taken."""
    seats = rules.default_seats(n_seats)
    pack = sorted(rules.pack(n_seats).elements())
    rng.shuffle(pack)
    sizes = [rng.randint(1, min(hand, 3)) if rules.unequal else hand for _ in seats]
    hands = {seat: [pack.pop() for _ in range(size)] for seat, size in zip(seats, sizes, strict=True)}
    trump, leader, options = _trump(rules, rng), rng.choice(seats), draw_options(rules, seats, rng)
    given: dict[str, Any] = {"hands": hands, "leader": leader, "trump": trump}
    if "stock" in rules.fields:
        any_size = 0 if rules.any_trick else rng.randint(0, 4)  # tricks are counted by cards: all draw alike
        given["stock"] = [pack.pop() for _ in range(rng.choice([0, 0, 2, 4, any_size]))]
    if "pile" in rules.fields and rng.random() < 0.3:
        given["pile"] = [pack.pop() for _ in range(rng.randint(1, 3))]
    if "bidder" in options and "discards" in rules.options:
        trumps = [card for card in pack if card in rules.lane(str(trump), trump)]
        options["discards"] = trumps[: rng.randint(0, 2)]
    if hoarded or rng.random() < 0.6:
        given |= _past(rules, seats, pack, given["trump"], options, rng, hoarded)
    else:
        given |= _first_trick(rules, pack, hands[leader], options, rng)
    return Position.parse(rules=rules, seats=seats, options=options, **given)


def _first_trick(
    rules: Rules, pack: list[str], leading: Sequence[str], options: dict[str, Any], rng: random.Random
) -> dict[str, Any]:
    """The start of a deal: nothing taken, perhaps a widow, perhaps a card that must be led."""
    given: dict[str, Any] = {"tricks_played": 0}
    if "widow" in rules.fields:
        given["widow"] = [pack.pop() for _ in range(rng.randint(0, 3))]
    if "lead-card" in rules.options and rng.random() < 0.3:
        options["lead-card"] = rng.choice(leading)
    return given


def _trump(rules: Rules, rng: random.Random) -> str | None:
    return {"never": None, "always": rng.choice("SHDC"), "optional": rng.choice(["S", "H", "D", "C", None])}[
        rules.trump
    ]


def _past(
    rules: Rules,
    seats: Sequence[str],
    pack: list[str],
    trump: str | None,
    options: dict[str, Any],
    rng: random.Random,
    hoarded: bool,
) -> dict[str, Any]:
    """A deal past its first trick: what was taken, by one seat, by two or by any."""
    if "taken" not in rules.fields:
        return {}
    one = (rng.choice(seats),)
    takers = one if hoarded else rng.choice([(), one, rng.sample(seats, 2), seats])
    if hoarded:
        options |= {
            name: _draw(rules, name, seats, rng) for name in rules.options if name in ("take-all", "capot")
        }
    if "first-winner" in rules.options and rng.random() < 0.7:
        options["first-winner"] = rng.choice(takers or seats)
    if rules.joker and "HX" in pack:
        options["joker-owner"] = rng.choice(seats)
    pointed = rules.card_points(trump, tuple(option_values(rules, options)))
    out = options.get("discards", ())
    taken: dict[str, list[str]] = {}
    for card in pack:
        if takers and card not in out and (card in pointed or rng.random() < 0.1):
            taken.setdefault(rng.choice(takers), []).append(card)
    tricks = rng.choice([None, 1, 4]) if taken else rng.choice([1, 4])
    return {"taken": taken, "tricks_played": tricks and min(tricks, len(pack) // len(seats))}


# --- options --------------------------------------------------------------------------------------------

# Options that go by facts of the deal: set where those are known, or not at all.
BY_THE_DEAL = {"lead-card", "first-winner", "joker-owner", "discards", "hearts-broken"}


def option_values(rules: Rules, options: dict[str, Any]) -> list[tuple[str, Any]]:
    """Options as a position keeps them."""
    return sorted((name, rules.read_option(name, value)) for name, value in options.items())


def draw_options(
    rules: Rules, seats: Sequence[str], rng: random.Random, share: float = 0.3
) -> dict[str, Any]:
    """Some of the game's options with values that make sense together."""
    names_left = [name for name in rules.options if name not in BY_THE_DEAL and not _settled(rules, name)]
    chosen = {name: _draw(rules, name, seats, rng) for name in names_left if rng.random() < share}
    if "bid" in chosen or "bidder" in chosen:  # either is nothing without the other
        for name in ("bid", "bidder"):
            chosen[name] = _draw(rules, name, seats, rng)
    if chosen.get("break-hearts") and rng.random() < 0.3:
        chosen["hearts-broken"] = True
    return chosen


def _settled(rules: Rules, name: str) -> bool:
    """`spot` in Spot Hearts itself."""
    return rules.options[name].kind == "yes-no" and rules.options[name].default == "yes"


def _draw(rules: Rules, name: str, seats: Sequence[str], rng: random.Random) -> Any:
    spec = rules.options[name]
    if name == "scores":
        return {seats[0]: rng.randint(30, 50), seats[1]: rng.randint(30, 50)}
    if spec.kind == "numbers":
        return {seat: rng.randint(0, 8) for seat in seats}
    if spec.kind == "seat":
        return rng.choice(seats)
    if spec.kind == "suit":
        return rng.choice("SHDC")
    if spec.kind == "choice":
        return rng.choice(spec.choices)
    if spec.kind == "yes-no":
        return rng.random() < 0.8
    return rng.choice([0, 1, 3, 7, 10, 13])

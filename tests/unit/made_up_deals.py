"""Finished deals made up at random, for what only looks at captures.

What was taken before the position, what is in play and who wins which trick are drawn without regard to
the rules of play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from solver.positions.position import Position
from solver.rules.files import load
from solver.rules.game import Rules


@dataclass(frozen=True)
class Finished:
    """A position and how its deal went on: the winner of each trick to come with the cards it captured."""

    position: Position
    tricks: tuple[tuple[int, tuple[str, ...]], ...]

    def captured(self, whole: bool) -> list[list[str]]:
        """Each seat's captures, from the position on or in the whole deal."""
        seats = len(self.position.seats)
        heaps = [list(held) if whole else [] for held in (self.position.taken or ((),) * seats)]
        for winner, cards in self.tricks:
            heaps[winner] += cards
        return heaps


def made_up(game: str, draw: random.Random) -> Finished:
    rules = load(game)
    n = draw.randint(rules.min_seats, rules.max_seats)
    seats = rules.default_seats(n)
    trump = draw.choice("SHDC") if rules.trump == "always" else None
    if rules.trump == "optional":
        trump = draw.choice([*"SHDC", None])
    asked = chosen(rules, seats, draw)
    points = rules.card_points(trump, asked)
    kept = draw.choice([0.4, 0.8, 1])
    pack = list(rules.pack(n).elements())
    draw.shuffle(pack)
    pack.sort(key=lambda card: card in points and draw.random() < kept)  # pointed cards stay in play
    count = draw.choice([0, n, 2 * n, 3 * n, len(pack) - len(pack) % n])
    started = draw.random() < 0.7
    in_play = pack[len(pack) - count :]
    past = pack[: len(pack) - count] if started else []
    known = past if draw.random() < 0.5 else [card for card in past if draw.random() < 0.5]
    keepers = draw.choice([range(n), [draw.randrange(n)], [draw.randrange(n), draw.randrange(n)]])
    taken: list[list[str]] = [[] for _ in seats]
    for card in known:
        taken[draw.choice(keepers)].append(card)
    extra = in_play[:3] if "widow" in rules.fields and not started and count > 3 else []
    trick, hands = laid_out(in_play[len(extra) :], seats)
    played = None if any(taken) and draw.random() < 0.5 else int(started)
    options = sorted(with_cards(rules, seats, asked, started, in_play + list(chain(*taken)), draw))
    position = Position(
        game=game,
        rules=rules,
        seats=seats,
        hands=hands,
        leader=trick[0][0] if trick else seats[0],
        trump=trump,
        trick=trick,
        taken=tuple(map(tuple, taken)),
        tricks_played=played,
        widow=tuple(extra),
        options=tuple(options),
    )
    winners = draw.choice([range(n), list(keepers)])
    return Finished(position, won(in_play, n, winners, draw))


def laid_out(
    cards: list[str], seats: tuple[str, ...]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    """A card on the table, the rest in the hands."""
    trick = tuple(zip(seats[:1], cards[:1], strict=False))
    rest = cards[len(trick) :]
    return trick, tuple(tuple(rest[seat :: len(seats)]) for seat in range(len(seats)))


def won(
    cards: list[str], n: int, winners: Sequence[int], draw: random.Random
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Tricks of n cards (the last takes what is over), each with its winner."""
    tricks = [cards[start : start + n] for start in range(0, len(cards), n)]
    if len(tricks) > 1 and len(tricks[-1]) < n:
        tricks[-2:] = [tricks[-2] + tricks[-1]]
    return tuple((draw.choice(winners), tuple(trick)) for trick in tricks)


def chosen(rules: Rules, seats: tuple[str, ...], draw: random.Random) -> tuple[tuple[str, object], ...]:
    """Some of the game's options, at random."""
    values: dict[str, Any] = {
        "jack": draw.choice([0, 13, 26]),
        "spot": draw.random() < 0.4,
        "above-six": draw.random() < 0.5,
        "avoid": draw.choice("SHDC"),
        "last-trick": draw.choice([0, 10]),
        "brisques": tuple((seat, draw.randint(0, 5)) for seat in seats),
        "scores": tuple((seat, draw.randint(20, 50)) for seat in seats[:2]),
        "capot": draw.choice(seats),
    }
    bids = {"bid": draw.randint(0, 13), "bidder": draw.choice(seats)}
    values |= bids if draw.random() < 0.7 else {}
    picked = {name: value for name, value in values.items() if name in rules.options}
    for name, spec in rules.options.items():
        if spec.kind == "choice":
            picked[name] = draw.choice(spec.choices)
    return tuple(
        (name, value) for name, value in sorted(picked.items()) if name in bids or draw.random() < 0.7
    )


def with_cards(
    rules: Rules,
    seats: tuple[str, ...],
    options: tuple[tuple[str, object], ...],
    started: bool,
    cards: list[str],
    draw: random.Random,
) -> list[tuple[str, object]]:
    """The options, with those that depend on the cards."""
    found = dict(options)
    if "first-winner" in rules.options and started and draw.random() < 0.8:
        found["first-winner"] = draw.choice(seats)
    if "joker-owner" in rules.options:
        found["joker-owner"] = draw.choice(seats)
    if "discards" in rules.options and "bidder" in found:
        found["discards"] = tuple(card for card in rules.pack(4) if card not in cards and draw.random() < 0.5)
    return list(found.items())

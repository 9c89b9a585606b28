"""What a seat holds, as a number for each position of an array: the features that deals are told apart by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import suit_lengths
from solver.model.cards import CARD_BITS, SUITS
from solver.model.errors import PositionError
from solver.model.notation import find_seat, quote, read_card, read_trump
from solver.positions.arrays import Positions
from solver.rules.game import Rules

NO_TRUMPS = -1  # the length of the trump suit where there is none
FORMS = "length:SUIT, length:T, holds:CARD, points or leads"

Numbers = NDArray[np.int64]
Measure = Callable[[Positions, NDArray[np.intp]], Numbers]


@dataclass(frozen=True)
class Feature:
    """Something that a seat has in every position. `measure` gives its number for a seat of each row."""

    name: str  # as it is asked for: "length:H"
    yes_no: bool  # whether its numbers are 0 for no and 1 for yes
    measure: Measure

    def plain(self, number: int) -> int | bool | None:
        """A number that was measured as a script reads it: None for the length of no trumps."""
        if self.yes_no:
            return bool(number)
        return None if number == NO_TRUMPS and self.name == "length:T" else number


def read_feature(text: str, rules: Rules, n_seats: int) -> Feature:
    """The feature of this name: `length:SUIT` (`T` trumps), `holds:CARD`, `points`, `leads`.

    Raises `PositionError` for what is none of them, or what the game has not.
    """
    name, _, argument = text.strip().partition(":")
    name = name.lower()
    if name == "length" and argument:
        return _length(argument.strip(), rules)
    if name == "holds" and argument:
        return _holds(argument, rules, n_seats)
    if name == "points" and not argument:
        if not any(rules.card_points(trump) for trump in (None, *SUITS)):
            raise PositionError(f"{rules.id} has no cards that bring or cost points")
        return Feature("points", False, _points)
    if name == "leads" and not argument:
        return Feature("leads", True, _leads)
    raise PositionError(f"{quote(text)} is nothing that a seat has: {FORMS}")


def read_features(texts: Sequence[str], rules: Rules, n_seats: int) -> tuple[Feature, ...]:
    """Several features, each once; raises as `read_feature` does."""
    try:
        found = [read_feature(text, rules, n_seats) for text in texts]
    except PositionError as error:
        raise PositionError(f"by: {error}") from None
    for name, times in Counter(feature.name for feature in found).items():
        if times > 1:
            raise PositionError(f"by: {name} is given twice")
    return tuple(found)


def first_seats(positions: Positions, side: Sequence[str] | None) -> NDArray[np.intp]:
    """The seat of each row whose hand is looked at: the first named of a side, else the one to play."""
    if side is not None:
        seat = find_seat(side[0], positions.seats)
        if seat is None:
            raise PositionError(f"side: there is no seat {quote(side[0])}")
        return np.full(len(positions), seat, np.intp)
    leader = positions.array["leader"].astype(np.intp)
    if positions.rules.unequal:
        return leader
    turn = positions.deals.turns().astype(np.intp)
    return np.where(turn < 0, leader, turn)


# --- each of them ---------------------------------------------------------------------------------------


def _length(suit: str, rules: Rules) -> Feature:
    """Cards of a suit as the game plays it: Cinch's Left Pedro is a trump."""
    try:
        named = "T" if suit.upper() == "T" else read_trump(suit)
    except PositionError:
        named = None
    if named is None:
        raise PositionError(f"length:{suit}: a suit is one of S H D C, or T for trumps")
    suit = named
    if suit == "T" and rules.trump == "never":
        raise PositionError(f"length:T: {rules.id} has no trumps")

    def measure(positions: Positions, seats: NDArray[np.intp]) -> Numbers:
        held = _held(positions, seats)
        lengths = np.full(len(positions), NO_TRUMPS, np.int64)
        for rows, ruled, trump in _variants(positions):
            asked = trump if suit == "T" else suit
            if asked is not None:
                lengths[rows] = _count(held[rows], ruled.lane(asked, trump))
        return lengths

    return Feature(f"length:{suit}", False, measure)


def _holds(text: str, rules: Rules, n_seats: int) -> Feature:
    card = read_card(text)
    if not rules.pack(n_seats)[card]:
        raise PositionError(f"holds:{card}: there is no {card} in the pack of {rules.id}")
    bit = np.uint64(1 << CARD_BITS[card])

    def measure(positions: Positions, seats: NDArray[np.intp]) -> Numbers:
        return np.asarray((_held(positions, seats)[:, 0] & bit) != 0, np.int64)

    return Feature(f"holds:{card}", True, measure)


def _leads(positions: Positions, seats: NDArray[np.intp]) -> Numbers:
    return np.asarray(positions.array["leader"] == seats, np.int64)


def _points(positions: Positions, seats: NDArray[np.intp]) -> Numbers:
    """What the cards held bring or cost."""
    held = _held(positions, seats)
    found = np.zeros(len(positions), np.int64)
    for rows, ruled, trump in _variants(positions):
        worth = ruled.card_points(trump)
        for points in set(worth.values()):
            cards = [card for card, each in worth.items() if each == points]
            found[rows] += points * _count(held[rows], cards)
    return found


def _variants(positions: Positions) -> Iterable[tuple[NDArray[np.bool_], Rules, str | None]]:
    """The rows that are alike in rules and trump, with both."""
    for number, (ruled, trump) in enumerate(zip(positions.ruled, positions.trumps, strict=True)):
        yield positions.variants.group == number, ruled, trump


def _held(positions: Positions, seats: NDArray[np.intp]) -> NDArray[np.uint64]:
    """The sets of cards that a seat of each row holds; shape (rows, copies)."""
    sets: NDArray[np.uint64] = positions.array["hands"][np.arange(len(positions)), seats]
    return sets


def _count(held: NDArray[np.uint64], cards: Iterable[str]) -> Numbers:
    """How many of these cards each row of sets has."""
    wanted = np.uint64(sum(1 << CARD_BITS[card] for card in cards))
    counts: Numbers = suit_lengths(held & wanted).sum(axis=(1, 2))
    return counts

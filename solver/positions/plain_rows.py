"""Positions of one table as rows of an array, straight from fields as `Position.to_json` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.model.cards import CARD_BITS, NO_CARD, NO_NUMBER, SUITS
from solver.positions.array_fields import sets_of
from solver.positions.arrays import Positions
from solver.positions.position import Position

Fields = Mapping[str, Any]

_SHARED = ("game", "seats", "options")
_OWN = ("hands", "leader", "trump", "trick", "taken", "tricks_played", "pile", "stock", "widow")
_ALL = frozenset((*_SHARED, *_OWN))
_BIT = {card: 1 << place for card, place in CARD_BITS.items()}
_TRUMPS: Mapping[str | None, int] = {None: NO_NUMBER, **{suit: place for place, suit in enumerate(SUITS)}}


def plain_rows(first: Position, fields: Sequence[Fields]) -> Positions | None:
    """The positions of these fields, where all are written plainly, share a table, and are sound.

    None where one is not: then each is to be read by itself, which says what is wrong. `first` is the first
    one's position, read in that way; game, seats and options of the others must be given as there.
    """
    if first.rules.unequal:  # what is forced has to be played first
        return None
    shared = [fields[0].get(name) for name in _SHARED]
    if any(not one.keys() <= _ALL or [one.get(name) for name in _SHARED] != shared for one in fields):
        return None
    try:
        array = np.repeat(Positions.of([first]).array, len(fields))
        for name, column in _columns(fields, first.seats, array):
            array[name] = column
    except (KeyError, TypeError, ValueError, OverflowError):  # PositionError too: written in another way
        return None
    positions, wrong = Positions.sorted_out(array, first.rules, first.seats)
    return None if wrong else positions


def _columns(
    fields: Sequence[Fields], seats: tuple[str, ...], array: NDArray[Any]
) -> Iterator[tuple[str, NDArray[Any]]]:
    """The fields of the array that differ from row to row; raises where one is not written plainly."""
    copies = array["hands"].shape[2]
    place = {seat: number for number, seat in enumerate(seats)}
    leaders = [place[one["leader"]] for one in fields]
    yield "leader", np.array(leaders, np.int8)
    yield "trump", np.array([_TRUMPS[one.get("trump")] for one in fields], np.int8)
    yield "tricks_played", np.array([_number(one.get("tricks_played")) for one in fields], np.int16)
    for name in ("hands", "taken"):
        yield name, np.array([_by_seat(one.get(name), place, copies, name) for one in fields], np.uint64)
    for name in ("pile", "widow"):
        yield name, np.array([_heap(one.get(name), copies) for one in fields], np.uint64)
    yield "stock", np.array([_in_turn(one.get("stock"), array["stock"].shape[1]) for one in fields], np.uint8)
    tricks = [_in_turn(one.get("trick"), len(seats)) for one in fields]
    yield "trick_card", np.array(tricks, np.uint8)
    players = [
        [NO_CARD if card == NO_CARD else (leader + turn) % len(seats) for turn, card in enumerate(trick)]
        for leader, trick in zip(leaders, tricks, strict=True)
    ]
    yield "trick_seat", np.array(players, np.uint8)


def _by_seat(value: Any, place: Mapping[str, int], copies: int, name: str) -> list[list[int]]:
    """A heap a seat; all seats have a hand, and those that have taken nothing may be left out."""
    heaps: list[list[int]] = [[0] * copies for _ in place]
    if type(value) is not dict or (name == "hands" and len(value) != len(place)):
        if name == "taken" and value is None:
            return heaps
        raise TypeError
    for seat, cards in value.items():
        heaps[place[seat]] = _heap(cards, copies)
    return heaps


def _heap(cards: Any, copies: int) -> list[int]:
    if cards is None:
        return [0] * copies
    _check_list(cards)
    if copies > 1:
        return sets_of(cards, copies)
    held = 0
    for card in cards:
        held |= _BIT[card]
    if held.bit_count() != len(cards):
        raise ValueError
    return [held]


def _in_turn(cards: Any, longest: int) -> list[int]:
    """Numbers of cards, ended as an array ends them."""
    if cards is None:
        return [NO_CARD] * longest
    _check_list(cards)
    return [CARD_BITS[card] for card in cards] + [NO_CARD] * (longest - len(cards))


def _check_list(value: object) -> None:
    if type(value) is not list:
        raise TypeError


def _number(value: object) -> int:
    if value is None:
        return NO_NUMBER
    if type(value) is not int or value < 0:
        raise ValueError
    return value

"""A row of an array of positions as a position, and a position as a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.model.cards import CARD_BITS, NO_CARD, NO_NUMBER, SUITS
from solver.model.errors import PositionError
from solver.positions.array_fields import (
    CODES,
    MOST_TRICKS,
    blank,
    cards_in_turn,
    cards_of,
    copies_of,
    field_of,
    put_options,
    sets_of,
)
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.rules.options import Options

Row = Mapping[str, Any]  # the fields of a row as plain numbers and lists
Seats = tuple[str, ...]

# --- a row as a position --------------------------------------------------------------------------------


def row_of(array: NDArray[Any], row: int) -> Row:
    """The fields of a row as plain numbers and lists."""
    return {name: array[name][row].tolist() for name in array.dtype.names or ()}


def fields_of(row: Row, rules: Rules, seats: Seats) -> dict[str, object]:
    """A row as `Position.from_fields` takes it; `PositionError` for codes that stand for nothing."""
    ranks = rules.ranks
    return {
        "game": rules.id,
        "seats": list(seats),
        "hands": {seat: cards_of(sets, ranks) for seat, sets in zip(seats, row["hands"], strict=True)},
        "leader": _seat(seats, row["leader"]),
        "trump": suit_of(row["trump"]),
        "trick": _trick(row, seats),
        "taken": {
            seat: cards_of(sets, ranks) for seat, sets in zip(seats, row["taken"], strict=True) if any(sets)
        },
        "tricks_played": _tricks(row["tricks_played"]),
        "pile": cards_of(row["pile"], ranks),
        "stock": cards_in_turn(row["stock"], "stock"),
        "widow": cards_of(row["widow"], ranks),
        "options": dict(options_of(row, rules, seats)),
    }


def position_of(row: Row, rules: Rules, seats: Seats) -> Position:
    """A row whose codes all stand for something as a position, not checked."""
    options = options_of(row, rules, seats)
    ranks = rules.under(options).ranks
    return Position(
        game=rules.id,
        rules=rules,
        seats=seats,
        hands=tuple([cards_of(sets, ranks) for sets in row["hands"]]),
        leader=seats[row["leader"]],
        trump=suit_of(row["trump"]),
        trick=_trick(row, seats),
        taken=tuple([cards_of(sets, ranks) for sets in row["taken"]]),
        tricks_played=_tricks(row["tricks_played"]),
        pile=cards_of(row["pile"], ranks),
        widow=cards_of(row["widow"], ranks),
        stock=cards_in_turn(row["stock"], "stock"),
        options=options,
    )


def options_of(row: Row, rules: Rules, seats: Seats) -> Options:
    """The options that a row gives."""
    given: list[tuple[str, object]] = []
    for name, spec in sorted(rules.options.items()):
        try:
            value = CODES[spec.kind].get(spec, row[field_of(name)], seats)
        except PositionError as error:
            raise PositionError(f"option {name}: {error}") from None
        if value is not None:
            given.append((name, value))
    return tuple(given)


def suit_of(place: int) -> str | None:
    """The suit with this number, None for none."""
    if not NO_NUMBER <= place < len(SUITS):
        raise PositionError(f"trump {place} is not -1 (none) or a suit, 0 to {len(SUITS) - 1}")
    return None if place == NO_NUMBER else SUITS[place]


def _trick(row: Row, seats: Seats) -> tuple[tuple[str, str], ...]:
    cards = cards_in_turn(row["trick_card"], "trick_card")
    players = [_seat(seats, seat) for seat in row["trick_seat"] if seat != NO_CARD]
    if len(players) != len(cards):
        raise PositionError(f"trick: {len(players)} seats in trick_seat, {len(cards)} cards in trick_card")
    return tuple(zip(players, cards, strict=True))


def _seat(seats: Seats, place: int) -> str:
    if not 0 <= place < len(seats):
        raise PositionError(f"seat {place} is not 0 to {len(seats) - 1}")
    return seats[place]


def _tricks(played: int) -> int | None:
    if played < NO_NUMBER:
        raise PositionError(f"tricks_played: {played} is not -1 (unknown) or a number from 0")
    return None if played == NO_NUMBER else played


# --- a position as a row --------------------------------------------------------------------------------


def fill(positions: Sequence[Position], rules: Rules, seats: Seats) -> NDArray[Any]:
    """An array of these positions, whose rules and seats these are."""
    array = blank(rules, len(seats), len(positions))
    for place, position in enumerate(positions):
        try:
            _put(array, place, position)
        except PositionError as error:
            raise PositionError(f"position {place}: {error}") from None
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            why = f"{type(error).__name__}: {error}"
            raise PositionError(f"position {place} fits in no array: {why}") from None
    return array


def rows_like(position: Position, n: int) -> NDArray[Any]:
    """An array of `n` rows, each this position, to lay what is missing in it out in; nothing is checked."""
    row = blank(position.rules, len(position.seats), 1)
    _put(row, 0, position)
    return np.repeat(row, n)


def _put(array: NDArray[Any], row: int, position: Position) -> None:
    """Write a position into a row of a blank array."""
    copies = copies_of(position.rules, len(position.seats))
    for name in ("hands", "taken"):
        for seat, cards in enumerate(getattr(position, name)):
            if cards:
                array[name][row, seat] = sets_of(cards, copies)
    for name in ("pile", "widow"):
        if getattr(position, name):
            array[name][row] = sets_of(getattr(position, name), copies)
    array["stock"][row, : len(position.stock)] = [CARD_BITS[card] for card in position.stock]
    for place, (player, card) in enumerate(position.trick):
        array["trick_seat"][row, place] = position.seats.index(player)
        array["trick_card"][row, place] = CARD_BITS[card]
    array["leader"][row] = position.seats.index(position.leader)
    array["trump"][row] = NO_NUMBER if position.trump is None else SUITS.index(position.trump)
    if position.tricks_played is not None and position.tricks_played > MOST_TRICKS:
        raise PositionError(f"tricks_played: an array holds no more than {MOST_TRICKS}")
    array["tricks_played"][row] = NO_NUMBER if position.tricks_played is None else position.tricks_played
    put_options(array, row, position.rules, position.seats, position.options)

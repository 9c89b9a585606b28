"""The fields of an array of positions: what each is called, its NumPy type, its codes for cards and options.

`Positions` documents them; here each is turned into what a `Position` holds, and back.
"""

from __future__ import annotations

# ruff: noqa: ARG005 - the functions of a code all take the same, and few need it all
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.model.cards import CARD_BITS, CARD_OF_BIT, NO_CARD, NO_NUMBER, SUITS, in_pack_order
from solver.model.errors import PositionError
from solver.rules.game import Rules
from solver.rules.options import Options, OptionSpec

MOST_TRICKS = np.iinfo(np.int16).max

Cards = tuple[str, ...]
Sets = Sequence[int]  # set c holds the cards of which more than c copies are there


def field_of(option: str) -> str:
    """The field that an option has in an array, a name as Python likes them."""
    return option.replace("-", "_")


def copies_of(rules: Rules, n_seats: int) -> int:
    """How many sets a heap of cards takes: as many as there can be identical cards."""
    return max(rules.pack(n_seats).values())


@lru_cache(maxsize=256)
def dtype_of(rules: Rules, n_seats: int) -> np.dtype[np.void]:
    """The type of an array of positions of a game with this number of seats."""
    copies = copies_of(rules, n_seats)
    longest = rules.pack(n_seats).total() if "stock" in rules.fields else 0
    fields: list[tuple[Any, ...]] = [
        ("hands", "u8", (n_seats, copies)),
        ("taken", "u8", (n_seats, copies)),
        ("pile", "u8", (copies,)),
        ("widow", "u8", (copies,)),
        ("stock", "u1", (longest,)),
        ("trick_seat", "u1", (n_seats,)),
        ("trick_card", "u1", (n_seats,)),
        ("leader", "i1"),
        ("trump", "i1"),
        ("tricks_played", "i2"),
    ]
    for name, spec in sorted(rules.options.items()):
        fields.append((field_of(name), *CODES[spec.kind].form(n_seats, copies)))
    try:
        return np.dtype(fields, align=True)
    except ValueError:
        raise PositionError(
            f"{rules.id}: an option has the name of a field, so there is no array of it"
        ) from None


def blank(rules: Rules, n_seats: int, size: int) -> NDArray[Any]:
    """An array of rows with no cards, no trick, no options, leader 0."""
    array = np.zeros(size, dtype_of(rules, n_seats))
    for name in ("stock", "trick_seat", "trick_card"):
        array[name] = NO_CARD
    array["trump"] = NO_NUMBER
    for name, spec in rules.options.items():
        array[field_of(name)] = CODES[spec.kind].missing
    return array


# --- cards ----------------------------------------------------------------------------------------------


def sets_of(cards: Iterable[str], copies: int) -> list[int]:
    """The sets of a heap of cards; `PositionError` where a card is there more often than there are sets."""
    sets = [0] * copies
    for card in cards:
        here = 1 << CARD_BITS[card]
        place = next((place for place, held in enumerate(sets) if not held & here), None)
        if place is None:
            raise PositionError(
                f"{card} is there more than {copies} times, and an array has no room for that"
            )
        sets[place] |= here
    return sets


def cards_of(sets: Sets, ranks: str) -> Cards:
    """The cards of a heap's sets in the order of the pack; `PositionError` for a bit that is no card."""
    if len(sets) == 1:
        cards = sets[0]
        found: Cards = ()
        for lane in range(4):
            suit = cards >> 16 * lane & 0xFFFF
            if suit:
                found += _suit_cards(lane, suit, ranks)
        return found
    return in_pack_order(_each_copy(sets), ranks)


@lru_cache(maxsize=1 << 16)
def _suit_cards(lane: int, suit: int, ranks: str) -> Cards:
    return in_pack_order([card_at(16 * lane + place) for place in _places(suit)], ranks)


def _each_copy(sets: Sets) -> list[str]:
    for fewer, more in pairwise(sets):
        if more & ~fewer:
            alone = card_at((more & ~fewer).bit_length() - 1)
            raise PositionError(
                f"{alone} is in a set of further copies but not in the one before: "
                "set c holds the cards of which more than c are there"
            )
    return [card_at(place) for cards in sets for place in _places(cards)]


def _places(cards: int) -> list[int]:
    return [place for place in range(cards.bit_length()) if cards >> place & 1]


def card_at(place: int) -> str:
    """The card of a number; `PositionError` where there is none."""
    card = CARD_OF_BIT.get(place)
    if card is None:
        raise PositionError(f"{place} is not a card: a card is 16 * suit + rank, S H D C and 2 = 0 to A = 12")
    return card


def cards_in_turn(places: Iterable[int], what: str) -> Cards:
    """Cards in their order, from numbers that 255 ends."""
    listed = list(places)
    end = listed.index(NO_CARD) if NO_CARD in listed else len(listed)
    if any(place != NO_CARD for place in listed[end:]):
        raise PositionError(f"{what}: nothing stands after {NO_CARD}, which ends it")
    return tuple([card_at(place) for place in listed[:end]])


# --- options --------------------------------------------------------------------------------------------

Form = tuple[Any, ...]  # NumPy's type, and the shape where there is one


@dataclass(frozen=True)
class Code:
    """How the options of one kind stand in an array, `missing` where the option is not given.

    `put` gives what stands there from a value and `get` the value (None: not given); both take the option
    and the seats. `fits` says of a column which rows hold something that `get` can read.
    """

    form: Callable[[int, int], Form]
    missing: int
    put: Callable[[OptionSpec, Any, Sequence[str], int], Any]
    get: Callable[[OptionSpec, Any, Sequence[str]], Any]
    fits: Callable[[OptionSpec, NDArray[Any], int], NDArray[np.bool_]]


def _between(low: int, high: Callable[[OptionSpec, int], int]) -> Callable[..., NDArray[np.bool_]]:
    def fits(spec: OptionSpec, column: NDArray[Any], n_seats: int) -> NDArray[np.bool_]:
        inside = (column >= low) & (column <= high(spec, n_seats))
        return in_all(inside)

    return fits


def _named(names: Sequence[Any], place: int) -> Any:
    """What a number stands for; None for "not given"."""
    if place == NO_NUMBER:
        return None
    if not 0 <= place < len(names):
        raise PositionError(f"{place} is not {NO_NUMBER} (not given) or 0 to {len(names) - 1}")
    return names[place]


def _number(value: int) -> int | None:
    if value < NO_NUMBER:
        raise PositionError(f"{value} is not {NO_NUMBER} (not given) or a number from 0")
    return None if value == NO_NUMBER else value


def _get_numbers(_: OptionSpec, values: Sequence[int], seats: Sequence[str]) -> Any:
    given = {seat: _number(value) for seat, value in zip(seats, values, strict=True)}
    return tuple(sorted((seat, value) for seat, value in given.items() if value is not None)) or None


def _put_numbers(_: OptionSpec, value: Any, seats: Sequence[str], __: int) -> list[int]:
    given = dict(value)
    return [given.get(seat, NO_NUMBER) for seat in seats]


def _scalar(form: str) -> Callable[[int, int], Form]:
    return lambda n_seats, copies: (form,)


_FULL = np.iinfo(np.int32).max
CODES: Mapping[str, Code] = {
    "yes-no": Code(
        _scalar("i1"),
        NO_NUMBER,
        lambda spec, value, seats, copies: int(value),
        lambda spec, value, seats: _named((False, True), value),
        _between(NO_NUMBER, lambda spec, n_seats: 1),
    ),
    "number": Code(
        _scalar("i4"),
        NO_NUMBER,
        lambda spec, value, seats, copies: value,
        lambda spec, value, seats: _number(value),
        _between(NO_NUMBER, lambda spec, n_seats: _FULL),
    ),
    "seat": Code(
        _scalar("i1"),
        NO_NUMBER,
        lambda spec, value, seats, copies: seats.index(value),
        lambda spec, value, seats: _named(seats, value),
        _between(NO_NUMBER, lambda spec, n_seats: n_seats - 1),
    ),
    "suit": Code(
        _scalar("i1"),
        NO_NUMBER,
        lambda spec, value, seats, copies: SUITS.index(value),
        lambda spec, value, seats: _named(SUITS, value),
        _between(NO_NUMBER, lambda spec, n_seats: len(SUITS) - 1),
    ),
    "card": Code(
        _scalar("u1"),
        NO_CARD,
        lambda spec, value, seats, copies: CARD_BITS[value],
        lambda spec, value, seats: None if value == NO_CARD else card_at(value),
        lambda spec, column, n_seats: np.isin(column, [NO_CARD, *CARD_OF_BIT]),
    ),
    "cards": Code(
        lambda n_seats, copies: ("u8", (copies,)),
        0,
        lambda spec, value, seats, copies: sets_of(value, copies),
        lambda spec, value, seats: cards_of(value, "AKQJT98765432") or None,
        lambda spec, column, n_seats: are_sets(column),
    ),
    "numbers": Code(
        lambda n_seats, copies: ("i4", (n_seats,)),
        NO_NUMBER,
        _put_numbers,
        _get_numbers,
        _between(NO_NUMBER, lambda spec, n_seats: _FULL),
    ),
    "choice": Code(
        _scalar("i1"),
        NO_NUMBER,
        lambda spec, value, seats, copies: spec.choices.index(value),
        lambda spec, value, seats: _named(spec.choices, value),
        _between(NO_NUMBER, lambda spec, n_seats: len(spec.choices) - 1),
    ),
}

ALL_CARDS = np.uint64(sum(1 << place for place in CARD_OF_BIT))


def are_sets(sets: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which rows of sets (rows, ..., copies) hold cards only, set c + 1 none that set c does not."""
    return ~in_any((sets & ~ALL_CARDS) != 0) & ~in_any((sets[..., 1:] & ~sets[..., :-1]) != 0)


def put_options(
    array: NDArray[Any], rows: int | slice, rules: Rules, seats: Sequence[str], options: Options
) -> None:
    """Write options into rows of an array; `PositionError` for one that an array has no room for."""
    copies = array["hands"].shape[-1]
    for name, value in options:
        spec = rules.options[name]
        try:
            array[field_of(name)][rows] = CODES[spec.kind].put(spec, value, seats, copies)
        except PositionError as error:
            raise PositionError(f"option {name}: {error}") from None


def in_all(mask: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether all of each row is true."""
    return np.asarray(mask.reshape(len(mask), math.prod(mask.shape[1:])).all(axis=1))


def in_any(mask: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether any of each row is true."""
    return np.asarray(mask.reshape(len(mask), math.prod(mask.shape[1:])).any(axis=1))

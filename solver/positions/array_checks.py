"""Whether the rows of an array are sound positions: the checks of solver.formats.checks, for all at once.

Each function gives the rows that are at fault. What is wrong with one is then said by `Position` itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import add_up, bits_of, sets_in_play, suit_lengths
from solver.core.slots import LANE_SLOTS
from solver.formats.checks import MOST_SEATS, passes_over
from solver.model.cards import CARD_BITS, NO_CARD, NO_NUMBER
from solver.model.errors import PositionError
from solver.model.notation import read_seats
from solver.positions.array_fields import (
    CODES,
    are_sets,
    blank,
    copies_of,
    dtype_of,
    field_of,
    in_all,
    in_any,
)
from solver.rules.game import Rules

Rows = NDArray[Any]
Mask = NDArray[np.bool_]

SUIT_SETS = [np.uint64(0xFFFF << 16 * suit) for suit in range(4)]

# --- the array itself -----------------------------------------------------------------------------------


def check_form(array: Rows, rules: Rules, seats: str | Sequence[str] | None) -> tuple[str, ...]:
    """The seats' names; `PositionError` for what is no array of positions of this game."""
    if not isinstance(array, np.ndarray) or array.dtype.names is None or array.ndim != 1:
        raise PositionError("array: a structured NumPy array of one dimension, as Positions.blank gives it")
    if "hands" not in array.dtype.names or array["hands"].ndim != 3:
        raise PositionError('array: its field "hands" has the shape (seats, copies)')
    n_seats = array["hands"].shape[1]
    if n_seats > MOST_SEATS:
        raise PositionError(f"array: {n_seats} seats are more than seven, the most this program plays")
    rules.check_seats(n_seats)
    names = rules.default_seats(n_seats) if seats is None else read_seats(seats)
    if len(names) != n_seats or len(set(names)) < n_seats:
        raise PositionError(f"seats: {' '.join(names)} are not the different names of {n_seats} seats")
    return names


def copy_rows(array: Rows, rules: Rules, n_seats: int) -> Rows:
    """The array in its usual form; `PositionError` for fields that are missing, strange or do not fit."""
    dtype = dtype_of(rules, n_seats)
    names = dtype.names or ()
    given = array.dtype.names or ()
    options = {field_of(name) for name in rules.options}
    strange = [name for name in given if name not in names]
    missing = [name for name in names if name not in given and name not in options]
    if strange or missing:
        wrong = ", ".join([f"no field {name}" for name in missing] + [f"a field {name}" for name in strange])
        raise PositionError(f"array: it has {wrong}; {rules.id} has {', '.join(names)}")
    result = blank(rules, n_seats, len(array))
    for name in given:
        _copy(array[name], result[name], name)
    known_zero = (result["tricks_played"] == NO_NUMBER) & ~in_any(result["taken"])
    result["tricks_played"][known_zero] = 0
    return result


def _copy(given: Rows, field: Rows, name: str) -> None:
    if given.shape != field.shape or given.dtype.kind not in "ui":
        raise PositionError(
            f"array: {name} is {given.dtype} of shape {given.shape[1:]}, not {field.dtype} {field.shape[1:]}"
        )
    field[...] = given.astype(field.dtype)
    beyond = (field != given) | ((given < 0) != (field < 0))
    if beyond.any():
        row = int(np.flatnonzero(in_any(beyond))[0])
        raise PositionError(f"position {row}: {name} holds a number that does not fit into {field.dtype}")


# --- the rows -------------------------------------------------------------------------------------------


def faulty(array: Rows, rules: Rules, n_seats: int, must_lead: NDArray[np.uint8]) -> Mask:
    """The readable rows that are no sound positions, but for cards of a trick that were not legal.

    `must_lead` is the card of each row that its rules have led to the first trick, 255 for none.
    """
    wrong = np.zeros(len(array), np.bool_)
    for check in (_table, _cards, _sizes, _trick):
        for mask in check(array, rules, n_seats):
            wrong |= mask
    for mask in _lead_card(array, must_lead):
        wrong |= mask
    return wrong


def readable(array: Rows, rules: Rules, n_seats: int) -> Mask:
    """The rows whose every code stands for something."""
    good = (array["leader"] >= 0) & (array["leader"] < n_seats)
    good &= (array["trump"] >= NO_NUMBER) & (array["trump"] < 4) & (array["tricks_played"] >= NO_NUMBER)
    for name in ("hands", "taken", "pile", "widow"):
        good &= are_sets(array[name])
    for name in ("stock", "trick_card"):
        good &= _ends_once(array[name]) & in_all(np.isin(array[name], [NO_CARD, *CARD_BITS.values()]))
    seat = array["trick_seat"]
    good &= in_all((seat == NO_CARD) == (array["trick_card"] == NO_CARD))
    good &= in_all((seat == NO_CARD) | (seat < n_seats))
    for name, spec in rules.options.items():
        good &= CODES[spec.kind].fits(spec, array[field_of(name)], n_seats)
    return good


def _ends_once(places: Rows) -> Mask:
    ended = places == NO_CARD
    return in_all(ended[:, :-1] <= ended[:, 1:])


def _table(array: Rows, rules: Rules, n_seats: int) -> Iterator[Mask]:
    """Trump, heaps that the game does not have, a widow that is gone, too many tricks."""
    if rules.trump != "optional":
        yield (array["trump"] == NO_NUMBER) == (rules.trump == "always")
    if "taken" not in rules.fields:
        yield in_any(array["taken"])
    for field in ("pile", "widow"):
        if field not in rules.fields:
            yield in_any(array[field])
    yield in_any(array["widow"]) & (array["tricks_played"] != 0)
    if rules.draw == "each" and rules.any_trick:
        yield _length(array["stock"]) % n_seats != 0
    if not rules.unequal:
        pack = rules.pack(n_seats).total()
        left = _counts(array["hands"]).sum(axis=1) + _length(array["trick_card"]) + _length(array["stock"])
        yield (array["tricks_played"] > 0) & (array["tricks_played"] > np.maximum(0, pack - left) // n_seats)


def _cards(array: Rows, rules: Rules, n_seats: int) -> Iterator[Mask]:
    """No cards, cards too often, cards that are not in the pack."""
    yield ~in_any(array["hands"])
    copies = copies_of(rules, n_seats)
    in_play = sets_in_play(array)
    taken = list(array["taken"].reshape(len(array), -1).T)
    more = add_up(in_play + taken, copies + 1)
    in_pack = np.uint64(0)
    for number, cards in _pack_sets(rules, n_seats):
        in_pack |= cards
        yield (more[:, number] & cards) != 0
    yield (more[:, 1] & ~in_pack) != 0
    for heap in in_play:
        yield (heap & ~in_pack) != 0


def too_long(array: Rows, lanes: Sequence[np.uint64] = SUIT_SETS) -> Mask:
    """The rows with more of a suit in play than the core holds; `lanes` are the cards of each suit."""
    in_play = sets_in_play(array)
    lengths = [np.sum([_ones(cards & lane) for cards in in_play], axis=0) for lane in lanes]
    longest: Mask = np.max(lengths, axis=0) > LANE_SLOTS
    return longest


def _ones(sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many cards each set has."""
    ones: NDArray[np.int64] = suit_lengths(sets).sum(axis=-1)
    return ones


@lru_cache(maxsize=256)
def _pack_sets(rules: Rules, n_seats: int) -> list[tuple[int, np.uint64]]:
    """The cards of the pack by how many of each there are."""
    pack = rules.pack(n_seats)
    return [
        (number, np.uint64(sum(1 << CARD_BITS[card] for card, times in pack.items() if times == number)))
        for number in sorted(set(pack.values()) - {0})
    ]


def _counts(sets: Rows) -> NDArray[np.int64]:
    """The cards of each heap (rows, heaps, copies)."""
    counts: NDArray[np.int64] = suit_lengths(sets).sum(axis=(2, 3), dtype=np.int64)
    return counts


def _length(places: Rows) -> NDArray[np.int64]:
    length: NDArray[np.int64] = (places != NO_CARD).sum(axis=1, dtype=np.int64)
    return length


def _sizes(array: Rows, rules: Rules, n_seats: int) -> Iterator[Mask]:
    """Hands are alike, one less for who has played; if they may be of any size, who may be without cards."""
    held = _counts(array["hands"])
    out = held == 0
    if rules.unequal and not passes_over(rules):
        yield out.sum(axis=1) > 1
        return
    if not rules.unequal:
        before = held + _played(array, n_seats)
        unlike = before.min(axis=1) != before.max(axis=1)
        yield unlike & ~_stock_ran_out(array, rules, before)
    leads_out = np.take_along_axis(out, array["leader"][:, None].astype(np.int64), axis=1)[:, 0]
    going_on = out.sum(axis=1) < n_seats - passes_over(rules)
    yield leads_out & (array["trick_card"][:, 0] == NO_CARD) & going_on


def _stock_ran_out(array: Rows, rules: Rules, before: NDArray[np.int64]) -> Mask:
    """Whether the last draw can have made hands unequal: seats side by side have one card more."""
    if rules.draw != "each" or rules.any_trick:
        return np.zeros(len(array), np.bool_)
    least = before.min(axis=1)
    more = before > least[:, None]
    runs = (more & ~np.roll(more, 1, axis=1)).sum(axis=1)
    one_more = (before.max(axis=1) == least + 1) & (runs == 1)
    ran_out: Mask = one_more & (_length(array["stock"]) == 0) & (array["tricks_played"] != 0)
    return ran_out


def _played(array: Rows, n_seats: int) -> Rows:
    """Which seats have a card in the trick."""
    played: Mask = (array["trick_seat"][:, :, None] == np.arange(n_seats)).any(axis=1)
    return played


def _trick(array: Rows, rules: Rules, n_seats: int) -> Iterator[Mask]:
    """The seats of a trick: each once, clockwise from the leader, only those passed over that must be."""
    there = array["trick_card"] != NO_CARD
    begun = there[:, 0]
    yield begun & (array["trick_seat"][:, 0] != array["leader"])
    places = (array["trick_seat"].astype(np.int64) - array["leader"][:, None]) % n_seats
    places = np.where(there, places, n_seats + np.arange(n_seats))
    yield begun & in_any(places[:, 1:] <= places[:, :-1])
    done = _played(array, n_seats)
    if passes_over(rules) or rules.draw == "each":
        done |= _counts(array["hands"]) == 0
    yield begun & in_all(done)
    last = np.where(there, places, 0).max(axis=1)
    around = (np.arange(n_seats) - array["leader"][:, None]) % n_seats
    yield begun & in_any(~done & (around < last[:, None]))


def _lead_card(array: Rows, wanted: NDArray[np.uint8]) -> Iterator[Mask]:
    """At the first lead the card that the table's rule has led is held by the leader, or has been led."""
    asked = (wanted != NO_CARD) & (array["tricks_played"] == 0)
    first = array["trick_card"][:, 0]
    yield asked & (first != NO_CARD) & (first != wanted)
    leader = array["leader"][:, None].astype(np.int64)
    held = np.take_along_axis(array["hands"][:, :, 0], leader, axis=1)[:, 0]
    yield asked & (first == NO_CARD) & ((held & bits_of(wanted[:, None])[0]) == 0)

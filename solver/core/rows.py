"""Positions as rows of arrays, made ready for the core without an object a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext.api import rows as api
from solver.core.batch import Answering, Found, columns_of
from solver.core.packing import packed_payoff, packed_rules
from solver.core.payoff import Payoff
from solver.core.slots import Layout, layout_of, whole_pack
from solver.model.cards import CARD_BITS, CARD_OF_BIT, NO_CARD, NO_NUMBER
from solver.model.errors import PositionError
from solver.rules.game import Rules


class Variant(NamedTuple):
    """The rules, as a position's options make them, and its trump: what decides where cards live."""

    rules: Rules
    trump: str | None


class Grouped(NamedTuple):
    """Rows sorted into groups: the first row of each, and the group of each row."""

    first: NDArray[np.intp]
    group: NDArray[np.int32]


def group(columns: Sequence[NDArray[Any]], size: int) -> Grouped:
    """Rows that are alike in all of these columns (of one number a row), groups in order of first rows."""
    group = np.zeros(size, np.int64)
    for column in columns:
        _, place = np.unique(column, return_inverse=True)
        group = group * (int(place.max(initial=0)) + 1) + place.reshape(-1)
        _, group = np.unique(group, return_inverse=True)
    _, first, group = np.unique(group, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return Grouped(first[order], rank[group.reshape(-1)].astype(np.int32))


def _breakers(rules: Rules) -> int:
    """The cards, as bits, that show when they have left the hands that hearts are broken."""
    return sum(1 << place for card, place in CARD_BITS.items() if rules.breaks_hearts(card))


class _Frame(NamedTuple):
    layout: Layout
    packed: Any
    rules: Rules


class RowDeals:
    """The rows of an array as the core sees them; all must be sound."""

    def __init__(
        self, array: NDArray[Any], variants: Sequence[Variant], variant: NDArray[np.int32], n_seats: int
    ) -> None:
        """`variant` is the number of each row's variant."""
        self.n_seats = n_seats
        self._array = array
        self._breakers = np.array([_breakers(rules) for rules, _ in variants], np.uint64)[variant]
        stock = (array["stock"] != NO_CARD).sum(axis=1)
        drawing = any(rules.draw == "each" for rules, _ in variants)
        self._alike = _alike(array, n_seats) if drawing else np.ones(len(array), np.bool_)
        columns = [variant, stock > 0, stock % n_seats, self._alike]
        layouts = [whole_pack(rules, trump, n_seats) for rules, trump in variants]
        if None in layouts:
            columns += list(_in_play(array).T)
        frames = group(columns, len(array))
        self._frames = [
            self._frame(int(row), variants[variant[row]], layouts[variant[row]]) for row in frames.first
        ]
        self.frame = frames.group
        self._rows = self._core_rows()

    def _frame(self, row: int, variant: Variant, layout: Layout | None) -> _Frame:
        rules, trump = variant
        if layout is None:
            in_play = _in_play(self._array[row : row + 1])[0]
            layout = layout_of(rules, trump, self.n_seats, lambda: _cards(in_play))
            if layout.long:  # by a Left Pedro: all else was checked
                raise PositionError(f"position {row}: more than sixteen cards follow the trump suit")
        stock = [CARD_OF_BIT[card] for card in self._array["stock"][row].tolist() if card != NO_CARD]
        slots = tuple(layout.in_turn(stock, *layout.sets([stock])))
        alike = bool(self._alike[row])
        return _Frame(layout, packed_rules(rules, layout, trump, self.n_seats, slots, alike), rules)

    def _core_rows(self) -> Any:
        array = self._array
        frames = [
            (
                frame.packed,
                {CARD_BITS[card]: slots for card, slots in frame.layout.slots.items()},
                frame.rules.unequal,
            )
            for frame in self._frames
        ]
        names = ("hands", "pile", "widow", "stock", "trick_seat", "trick_card", "leader")
        hands, pile, widow, stock, trick_seat, trick_card, leader = (
            np.ascontiguousarray(array[name]) for name in names
        )
        return api.Rows(
            hands,
            pile,
            widow,
            stock,
            trick_seat,
            trick_card,
            leader,
            first_to_come(array).astype(np.uint8),
            self._broken().astype(np.uint8),
            self.frame,
            frames=frames,
        )

    def _broken(self) -> NDArray[np.bool_]:
        """Whether hearts are broken, as is said or as the cards show that have left the hands."""
        array = self._array
        said = _option(array, "hearts_broken")
        gone = np.bitwise_or.reduce(array["taken"][:, :, 0], axis=1) | array["pile"][:, 0]
        shown = (gone & self._breakers) != 0
        broken: NDArray[np.bool_] = np.where(said == NO_NUMBER, shown, said == 1)
        return broken

    # --- what the table says ----------------------------------------------------------------------------

    def turns(self) -> NDArray[np.int8]:
        """The seat to play of each row, -1 where the deal is over."""
        turn = np.empty(len(self._array), np.int8)
        self._rows.turns(turn)
        return turn

    def legal(self) -> NDArray[np.uint64]:
        """The cards that the seat to play may play, as a set of card bits a row."""
        cards = np.empty(len(self._array), np.uint64)
        self._rows.legal(cards)
        return cards

    def playable(self) -> NDArray[np.bool_]:
        """Whether each row's trick can have been played, by what its players still hold."""
        sound = np.empty(len(self._array), np.uint8)
        self._rows.playable(sound)
        return sound.astype(np.bool_)

    # --- searching --------------------------------------------------------------------------------------

    def search(
        self,
        payoffs: Sequence[Payoff],
        purpose: NDArray[np.int32],
        answer: Answering,
        cards: Sequence[str] | None = None,
    ) -> Found:
        """Search every row for its payoff, `payoffs[purpose[row]]`; with `cards` for each card's value too.

        Rows of one purpose share a frame. `answer` has the batch answered; what it leaves unanswered is
        found to be stopped by an interrupt.
        """
        found = Found(len(self._array), None if cards is None else len(cards))
        first = np.unique(purpose, return_index=True)[1]
        columns = [columns_of(frame.layout, cards) for frame in self._frames]
        purposes = [
            (
                packed_payoff(payoff, self._frames[frame].packed, self._frames[frame].layout, self.n_seats),
                payoff.window,
                columns[frame],
            )
            for payoff, frame in zip(payoffs, self.frame[first].tolist(), strict=True)
        ]
        found.expect("interrupt")
        answer(api.RowBatch(self._rows, purpose, purposes, *found.arrays()))
        return found


def first_to_come(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether the trick in progress or next to come is the first of the deal."""
    first: NDArray[np.bool_] = (array["tricks_played"] == 0) & (_option(array, "first_winner") == NO_NUMBER)
    return first


def _option(array: NDArray[Any], name: str) -> NDArray[Any]:
    """The column of an option, not given in any row where the game does not have it."""
    return array[name] if name in (array.dtype.names or ()) else np.full(len(array), NO_NUMBER, np.int8)


def _alike(array: NDArray[Any], n_seats: int) -> NDArray[np.bool_]:
    """Of each row, whether the hands were of one size when its trick began."""
    sizes = suit_lengths(array["hands"]).sum(axis=(2, 3))
    sizes += (array["trick_seat"][:, :, None] == np.arange(n_seats)).sum(axis=1)
    alike: NDArray[np.bool_] = sizes.min(axis=1) == sizes.max(axis=1)
    return alike


_ONES = np.array([value.bit_count() for value in range(1 << 16)], np.int64)


def suit_lengths(sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many cards each set has of each suit; a last axis of four."""
    lengths: NDArray[np.int64] = _ONES[np.ascontiguousarray(sets).view(np.uint16).reshape(*sets.shape, 4)]
    return lengths


def going_on(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which rows have a card left to be played, or one that lies in a trick."""
    left: NDArray[np.bool_] = array["hands"].any(axis=(1, 2)) | (array["trick_card"] != NO_CARD).any(axis=1)
    return left


def add_up(sets: list[NDArray[np.uint64]], copies: int) -> NDArray[np.uint64]:
    """By row the sets of the cards that are in more than 0, 1, ... of these sets; shape (rows, copies)."""
    more = np.zeros((len(sets[0]), copies), np.uint64)
    for cards in sets:
        for copy in range(copies - 1, 0, -1):
            more[:, copy] |= more[:, copy - 1] & cards
        more[:, 0] |= cards
    return more


def bits_of(places: NDArray[np.uint8]) -> list[NDArray[np.uint64]]:
    """Columns of card numbers, 255 for none, as sets of one card or none."""
    one = np.uint64(1)
    return [
        np.where(column == NO_CARD, np.uint64(0), one << np.minimum(column, 63).astype(np.uint64))
        for column in places.T
    ]


def _in_play(array: NDArray[Any]) -> NDArray[np.uint64]:
    """What can still be captured, as sets of those of which there are more than 0, 1, ...; (rows, copies)."""
    return add_up(sets_in_play(array), array["hands"].shape[2])


def sets_in_play(array: NDArray[Any]) -> list[NDArray[np.uint64]]:
    """All sets of cards that are still to be captured, a number a row each."""
    n_rows, n_seats, copies = array["hands"].shape
    heaps = [array["hands"].reshape(n_rows, n_seats * copies), array["pile"], array["widow"]]
    sets = [column for heap in heaps for column in heap.T]
    return sets + bits_of(array["stock"]) + bits_of(array["trick_card"])


def _cards(more: NDArray[np.uint64]) -> list[str]:
    """The cards of a row of sets, each as often as there are sets with it."""
    return [card for cards in more.tolist() for place, card in CARD_OF_BIT.items() if cards >> place & 1]

"""The positions of an array as JSON texts, without an object for each: what `Position.to_json` writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.model.cards import CARD_OF_BIT, NO_CARD, NO_NUMBER, SUITS
from solver.model.notation import option_items
from solver.positions.array_fields import cards_of
from solver.positions.arrays import Positions

Texts = Iterable[str]  # a piece of text for each row


def json_texts(positions: Positions) -> list[str]:
    """Each position as a JSON object in one line."""
    if positions.rules.unequal:  # what is forced has to be played first
        return [position.to_json() for position in positions]
    array, group = positions.array, positions.variants.group.tolist()
    ranks = [rules.ranks for rules in positions.ruled]
    order = [ranks[variant] for variant in group]
    names = [_text(seat) for seat in positions.seats]
    tails = [_options(positions, row) for row in positions.variants.first.tolist()]
    head = f'{{"game": {_text(positions.game)}, "seats": {_text(positions.seats)}'
    pieces: list[Texts] = [
        repeat(f'{head}, "hands": {{'),
        *_by_seat(names, array["hands"], order),
        repeat('}, "leader": '),
        [names[leader] for leader in array["leader"].tolist()],
        [_TRUMPS[trump] for trump in array["trump"].tolist()],
        *_in_turn("trick", array["trick_card"]),
        *_taken(names, array["taken"], order),
        _tricks(array["tricks_played"]),
        *_heap("pile", array["pile"], order),
        *_in_turn("stock", array["stock"]),
        *_heap("widow", array["widow"], order),
        [tails[variant] for variant in group],
        repeat("}"),
    ]
    return list(map("".join, zip(*pieces)))


# --- one field each, nothing at all where no row has it -------------------------------------------------

_TRUMPS = {place: f', "trump": "{suit}"' for place, suit in enumerate(SUITS)} | {NO_NUMBER: ""}


def _by_seat(names: Sequence[str], heaps: NDArray[Any], order: Sequence[str]) -> list[Texts]:
    pieces: list[Texts] = []
    for seat, name in enumerate(names):
        pieces += [repeat(f"{', ' if seat else ''}{name}: "), _cards(heaps[:, seat], order)]
    return pieces


def _taken(names: Sequence[str], heaps: NDArray[Any], order: Sequence[str]) -> list[Texts]:
    """The cards of the seats that have any."""
    if not heaps.any():
        return []
    seats = [
        [f"{name}: {cards}" if cards != "[]" else "" for cards in _cards(heaps[:, seat], order)]
        for seat, name in enumerate(names)
    ]
    rows = [", ".join(filter(None, row)) for row in zip(*seats)]
    return [[f', "taken": {{{row}}}' if row else "" for row in rows]]


def _heap(name: str, heaps: NDArray[Any], order: Sequence[str]) -> list[Texts]:
    if not heaps.any():
        return []
    return [[f', "{name}": {cards}' if cards != "[]" else "" for cards in _cards(heaps, order)]]


def _in_turn(name: str, places: NDArray[Any]) -> list[Texts]:
    """Cards in the order of play or of drawing."""
    if not (places != NO_CARD).any():
        return []
    rows = [[CARD_OF_BIT[card] for card in row if card != NO_CARD] for row in places.tolist()]
    return [[f', "{name}": {_listed(row)}' if row else "" for row in rows]]


def _tricks(played: NDArray[Any]) -> Texts:
    return [f', "tricks_played": {number}' if number != NO_NUMBER else "" for number in played.tolist()]


def _options(positions: Positions, row: int) -> str:
    options: Any = positions.fields_of(row)["options"]
    given = {name: option_items(value) for name, value in options.items()}
    return f', "options": {_text(given)}' if given else ""


# --- cards ----------------------------------------------------------------------------------------------


def _cards(heaps: NDArray[Any], order: Sequence[str]) -> list[str]:
    """Heaps of cards (rows, copies), each in the order that its ranks have."""
    if heaps.shape[1] > 1:
        return [_listed(cards_of(sets, ranks)) for sets, ranks in zip(heaps.tolist(), order, strict=True)]
    suits = []
    for place in range(len(SUITS)):
        tables = {ranks: _suit(place, ranks) for ranks in set(order)}
        lane = zip(_lane(heaps[:, 0], place), order, strict=True)
        suits.append([tables[ranks][cards] for cards, ranks in lane])
    return [
        f"[{(spades + hearts + diamonds + clubs)[:-2]}]" for spades, hearts, diamonds, clubs in zip(*suits)
    ]


def _lane(sets: NDArray[np.uint64], place: int) -> list[int]:
    """The cards of one suit, as a number of 16 bits."""
    lane: list[int] = ((sets >> np.uint64(16 * place)) & np.uint64(0xFFFF)).tolist()
    return lane


@lru_cache(maxsize=64)
def _suit(place: int, ranks: str) -> _Suit:
    return _Suit(place, ranks)


class _Suit(dict[int, str]):
    """The cards of a suit, as a number of 16 bits, each as a text with a comma after it."""

    def __init__(self, place: int, ranks: str) -> None:
        super().__init__()
        self._place = place
        self._ranks = ranks

    def __missing__(self, cards: int) -> str:
        names = cards_of([cards << 16 * self._place], self._ranks)
        self[cards] = text = "".join([f'"{name}", ' for name in names])
        return text


def _listed(cards: Iterable[str]) -> str:
    text = '", "'.join(cards)
    return f'["{text}"]' if text else "[]"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

"""The positions of an array as JSON texts, without an object for each: what `Position.to_json` writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from solver.model.cards import CARD_OF_BIT, SUITS
from solver.model.notation import option_items
from solver.positions.array_fields import NO_CARD, NO_NUMBER, cards_of
from solver.positions.arrays import Positions

_EMPTIED = ("pile", "widow")


def json_texts(positions: Positions) -> list[str]:
    """Each position as a JSON object in one line."""
    if positions.rules.unequal:  # what is forced has to be played first
        return [position.to_json() for position in positions]
    return list(_texts(positions))


class _Tail(NamedTuple):
    """What positions with the same trump and options share."""

    ranks: str
    trump: str
    options: str


def _texts(positions: Positions) -> Iterator[str]:
    array, seats = positions.array, positions.seats
    names = [_text(seat) for seat in seats]
    tails = [
        _tail(positions, row, rules.ranks)
        for row, rules in zip(positions.variants.first.tolist(), positions.ruled, strict=True)
    ]
    head = f'{{"game": {_text(positions.game)}, "seats": {_text(seats)}, "hands": {{'
    columns = [array[name].tolist() for name in ("hands", "leader", "tricks_played")]
    extras = _extras(positions)
    for group, hands, leader, played, *more in zip(
        positions.variants.group.tolist(), *columns, *extras.values(), strict=True
    ):
        tail = tails[group]
        held = ", ".join([f"{name}: {_cards(sets, tail.ranks)}" for name, sets in zip(names, hands)])
        text = f'{head}{held}}}, "leader": {names[leader]}{tail.trump}'
        extra = dict(zip(extras, more, strict=True))
        if "trick" in extra and (laid := extra["trick"]):
            text += f', "trick": {_listed(CARD_OF_BIT[card] for card in laid)}'
        if "taken" in extra:
            text += _taken(names, extra["taken"], tail.ranks)
        if played != NO_NUMBER:
            text += f', "tricks_played": {played}'
        if "pile" in extra and any(extra["pile"]):
            text += f', "pile": {_cards(extra["pile"], tail.ranks)}'
        if "stock" in extra and (stock := extra["stock"]):
            text += f', "stock": {_listed(CARD_OF_BIT[card] for card in stock)}'
        if "widow" in extra and any(extra["widow"]):
            text += f', "widow": {_cards(extra["widow"], tail.ranks)}'
        yield text + tail.options


def _extras(positions: Positions) -> dict[str, list[Any]]:
    """The columns that have anything in them, of those that often have not."""
    array = positions.array
    found = {name: array[name].tolist() for name in ("taken", *_EMPTIED) if array[name].any()}
    for name, field in (("trick", "trick_card"), ("stock", "stock")):
        if (array[field] != NO_CARD).any():
            found[name] = [[card for card in cards if card != NO_CARD] for cards in array[field].tolist()]
    return found


def _tail(positions: Positions, row: int, ranks: str) -> _Tail:
    trump = int(positions.array["trump"][row])
    options: Any = positions.fields_of(row)["options"]
    given = {name: option_items(value) for name, value in options.items()}
    return _Tail(
        ranks,
        "" if trump == NO_NUMBER else f', "trump": "{SUITS[trump]}"',
        f', "options": {_text(given)}}}' if given else "}",
    )


def _taken(names: Sequence[str], heaps: Sequence[Sequence[int]], ranks: str) -> str:
    taken = [f"{name}: {_cards(sets, ranks)}" for name, sets in zip(names, heaps) if any(sets)]
    return f', "taken": {{{", ".join(taken)}}}' if taken else ""


def _cards(sets: Sequence[int], ranks: str) -> str:
    return _listed(cards_of(sets, ranks))


def _listed(cards: Iterable[str]) -> str:
    text = '", "'.join(cards)
    return f'["{text}"]' if text else "[]"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

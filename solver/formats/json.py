"""JSON positions: one object, a list of them, or one a line; a file's may have a `play` beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from solver.formats.fields import FIELDS, close_match
from solver.model.errors import Fault, PositionError
from solver.model.notation import (
    Played,
    kind_of,
    option_items,
    quote,
    read_trick,
    too_many_digits,
    write_trick,
)
from solver.positions.position import Position
from solver.positions.record import Record, nothing_in, passed_over, place
from solver.rules.game import Rules

# --- reading --------------------------------------------------------------------------------------------


def read_json(text: str, source: str = "<string>", rules: Rules | None = None) -> list[Record]:
    """Every position of a JSON text, in order; a bad one holds its error and the rest go on."""
    records: list[Record] = []
    for where, line, value in _values(text.removeprefix("\ufeff"), source):
        position, error = None, None
        order: tuple[Played, ...] = ()
        try:
            if isinstance(value, PositionError):
                raise value
            order, value = _play_apart(value)
            position = from_object(value, rules)
        except PositionError as wrong:
            error = str(PositionError(f"{where}: {wrong}"))
        records.append(Record(position, error, source, len(records) + 1, line, order=order))
    return records or [nothing_in(source)]


def _play_apart(value: object) -> tuple[tuple[Played, ...], object]:
    """The cards played from a position, in order (`"play": ["HA", "Y:H3"]`), and the object without them."""
    if not isinstance(value, Mapping) or "play" not in value:
        return (), value
    rest = {name: given for name, given in value.items() if name != "play"}
    try:
        return read_trick(value["play"]), rest
    except PositionError as error:
        raise PositionError(f"play: {error}") from None


def from_object(value: object, rules: Rules | None = None) -> Position:
    """A position from an object that has been read from JSON (or built likewise)."""
    if isinstance(value, _Repeated):
        raise PositionError(f"the key {quote(value.key)} is given twice in one object")
    if not isinstance(value, Mapping):
        raise PositionError(f"a position is an object, not {kind_of(value)}")
    _refuse_repeats(value)
    unknown = [key for key in value if key not in FIELDS]
    if unknown:
        told = ", ".join(f"{quote(key)}{close_match(str(key), FIELDS)}" for key in unknown)
        raise PositionError(f"unknown key {told}: the keys are {', '.join(FIELDS)}")
    return Position.from_fields(value, rules)


def looks_like_json(text: str) -> bool:
    """Whether a text without a file name is JSON rather than PBN (which begins with a tag or a comment)."""
    return re.match(r'\ufeff?\s*(\{\s*["}]|\[\s*[{\]"])', text) is not None


class _Repeated:
    """What an object with a key twice is read as."""

    def __init__(self, key: str) -> None:
        self.key = key


def _refuse_repeats(value: Mapping[str, Any]) -> None:
    heaps: list[tuple[str, Any]] = list(value.items())
    for name, inner in heaps:  # which grows as objects inside objects turn up
        if isinstance(inner, _Repeated):
            text = f"{name}: {quote(inner.key)} is given twice"
            raise PositionError.of((Fault(name, text),))
        if isinstance(inner, Mapping):
            heaps += [(name, deeper) for deeper in inner.values()]


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            return _Repeated(key)
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def _values(text: str, source: str) -> Iterator[tuple[str, int, object]]:
    """Where each position stands, its line (0 in a list), and its value or the error that reading it gave."""
    at = _skip(text, 0)
    number = 0
    while at < len(text):
        line = text.count("\n", 0, at) + 1
        value, end = _decode(text, at)
        if isinstance(value, list):
            for item in value:
                number += 1
                yield f"record {number}" if source == "<string>" else f"{source}, record {number}", 0, item
        else:
            number += 1
            yield place(source, line), line, value
        at = _skip(text, end)


def _decode(text: str, at: int) -> tuple[object, int]:
    """The value at a place and where it ends; after a broken one, where the next object may begin."""
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        column = error.pos - text.rfind("\n", 0, error.pos)
        beyond = text.count("\n", at, error.pos)
        below = f" {beyond} lines further down" if beyond else ""
        what = PositionError(f"not JSON: {error.msg} at column {column}{below}")
    except ValueError as error:
        long = too_many_digits(error)
        what = PositionError(f"not JSON that can be read: {long}" if long else f"not JSON: {error}")
    except RecursionError:
        what = PositionError("not JSON that can be read: nested too deeply")
    following = text.find("\n{", at)
    return what, len(text) if following < 0 else following + 1


def _skip(text: str, at: int) -> int:
    """The next place that is not blank."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


# --- writing --------------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """A position as a JSON object in one line."""
    return json.dumps(as_object(position), ensure_ascii=False)


def as_object(position: Position) -> dict[str, Any]:
    """A position as plain lists and texts; what is empty is left out."""
    seats = position.seats
    value: dict[str, Any] = {
        "game": position.game,
        "seats": list(seats),
        "hands": dict(zip(seats, map(list, position.hands))),
        "leader": position.leader,
    }
    more: dict[str, Any] = {
        "trump": position.trump,
        "trick": write_trick(position.trick, passed_over(position)),
        "taken": {seat: list(cards) for seat, cards in zip(seats, position.taken) if cards},
        "tricks_played": position.tricks_played,
        "pile": list(position.pile),
        "stock": list(position.stock),
        "widow": list(position.widow),
        "options": {name: option_items(chosen) for name, chosen in position.options},
    }
    return value | {
        name: given for name, given in more.items() if given or (given == 0 and name == "tricks_played")
    }

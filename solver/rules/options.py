"""The options of a game: what each is called, what its values look like, what it changes in the rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from solver.model.errors import PositionError
from solver.model.notation import (
    kind_of,
    quote,
    read_card,
    read_cards,
    read_number,
    read_seat,
    read_trump,
    without_numpy,
)

Options = tuple[tuple[str, object], ...]
Value = int | str | bool | tuple[str, ...] | tuple[tuple[str, int], ...]

_WORDS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class OptionSpec:
    """One option. `field` names the field of the rules that takes its value; `sets` gives, for a value
    as it is written, the keys of a game's file that it overrides. An option with neither is a fact
    about the position (who bid, what the pool holds)."""

    name: str
    kind: str
    help: str
    default: str = ""
    choices: tuple[str, ...] = ()
    field: str = ""
    sets: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict)

    @property
    def form(self) -> str:
        """What may be written after the equals sign."""
        return "|".join(self.choices) if self.kind == "choice" else KINDS[self.kind].form

    @property
    def changes_rules(self) -> bool:
        """Whether it alters the rules of play or scoring."""
        return bool(self.field or self.sets)

    def read(self, value: object) -> Value:
        """The normalised value, from text, number, list or object; raises `PositionError`."""
        try:
            return KINDS[self.kind].read(self, without_numpy(value))
        except PositionError as error:
            raise PositionError(f"option {self.name}: {error}") from None

    def overrides(self, value: object) -> Mapping[str, Any]:
        """The keys of the game's file that this (normalised) value replaces."""
        written = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        changed = dict(self.sets.get(written, {}))
        if self.field:
            changed[self.field] = value
        return changed


def _read_yes_no(_: OptionSpec, value: object) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _WORDS:
        return _WORDS[value.strip().lower()]
    raise PositionError(f"it is yes or no, not {_shown(value)}")


def _read_number(_: OptionSpec, value: object) -> Value:
    return read_number(value)


def _read_seat(_: OptionSpec, value: object) -> Value:
    return read_seat(value)


def _read_suit(_: OptionSpec, value: object) -> Value:
    suit = read_trump(value) if isinstance(value, str) else None
    if suit is None:
        raise PositionError(f"it is a suit, S H D or C, not {_shown(value)}")
    return suit


def _read_card(_: OptionSpec, value: object) -> Value:
    return read_card(value)


def _read_cards(_: OptionSpec, value: object) -> Value:
    return read_cards(value)


def _read_numbers(_: OptionSpec, value: object) -> Value:
    """A number for each of some seats, sorted by seat: `A:40,Y:38`, a list of these, or an object."""
    if isinstance(value, Mapping):
        pairs: list[tuple[object, object]] = list(value.items())
    else:
        parts = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)):
            raise PositionError(f"it is a list such as A:40,Y:38, not {_shown(value)}")
        pairs = [_pair(part) for part in parts]
    numbers: dict[str, int] = {}
    for seat, number in pairs:
        name = read_seat(seat)
        if name in numbers:
            raise PositionError(f"seat {name} is given twice")
        numbers[name] = read_number(number, f"the number of {name}")
    return tuple(sorted(numbers.items()))


def _pair(part: object) -> tuple[object, object]:
    if isinstance(part, str) and part.count(":") == 1:
        seat, _, number = part.partition(":")
        return seat, number
    if isinstance(part, (list, tuple)) and len(part) == 2:
        return part[0], part[1]
    raise PositionError(f"it is a list such as A:40,Y:38, and {_shown(part)} is not a part of one")


def _read_choice(spec: OptionSpec, value: object) -> Value:
    written = str(value).strip() if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    if written in spec.choices:
        return written
    raise PositionError(f"it is one of {', '.join(spec.choices)}, not {_shown(value)}")


def _shown(value: object) -> str:
    return quote(value) if isinstance(value, str) else kind_of(value)


@dataclass(frozen=True)
class _Kind:
    form: str
    read: Callable[[OptionSpec, object], Value]


KINDS: Mapping[str, _Kind] = {
    "yes-no": _Kind("yes|no", _read_yes_no),
    "number": _Kind("N", _read_number),
    "seat": _Kind("SEAT", _read_seat),
    "suit": _Kind("S|H|D|C", _read_suit),
    "card": _Kind("CARD", _read_card),
    "cards": _Kind("CARD,CARD", _read_cards),
    "numbers": _Kind("SEAT:N,SEAT:N", _read_numbers),
    "choice": _Kind("", _read_choice),
}

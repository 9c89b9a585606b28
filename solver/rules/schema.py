"""The form of a game's file: its keys, what may stand in each, how a relative is laid over its parent.

A file is a TOML table. Keys left out are its parent's, or the defaults here: a plain game of 52 cards,
suit to be followed, no trump, each seat for itself. In the tables `points` and `options` the value
`false` takes an entry of the parent's away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from solver.model.cards import RANKS
from solver.model.notation import kind_of, quote
from solver.rules.options import KINDS

GOALS = (
    "points", "margin", "clear", "all", "at-most:N", "at-least:N", "fewer-than:SEAT", "load:SEAT",
    "jack", "sweepstake", "howell", "score", "settle", "out",
)  # fmt: skip
FOLLOW = ("follow", "follow-or-trump", "follow-and-head", "follow-or-take-up", "follow-or-draw")
SETTLEMENTS = (
    "", "pool", "auction", "difference", "above-six", "excess", "spot", "cinch", "count-above",
)  # fmt: skip
TAKE_ALL = ("usual", "nobody", "13", "-13", "-26", "26-others", "one-more")

DEFAULTS: Mapping[str, Any] = {
    "name": "", "summary": "", "choices": [], "reach": "", "penalty": False, "min_seats": 2, "max_seats": 7,
    "partnerships": False, "ranks": RANKS, "follow": "follow", "trump": "never", "left_pedro": False,
    "cancels": False, "joker": False, "draw": "none", "unequal": False, "goals": ["points", "margin"],
    "avoid": "", "any_trick": 0, "first_trick": 0, "last_trick": 0,
    "settlement": "", "pool_rule": "foster", "take_all": "usual", "capot": 0, "target": 0,
    "count_above": 6, "count_worth": 1, "break_hearts": False, "queen_breaks": False,
    "first_trick_clean": False, "lead_card": "", "pack": {}, "points": {}, "options": {},
}  # fmt: skip


# What a position has to say where the rules ask for it and no card shows it: options that come with a key.
FACT_OPTIONS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "break_hearts": (
        "hearts-broken",
        {
            "kind": "yes-no",
            "help": "a heart has been discarded before this position; else one in Taken or the pile says so",
        },
    ),
    "first_trick": (
        "first-winner",
        {"kind": "seat", "help": "the seat that won the first trick, for a position past it"},
    ),
}

DESCRIBING = frozenset(("name", "summary", "choices", "reach"))  # keys for people, which make no rules
YES_NO_KEYS = frozenset(key for key, value in DEFAULTS.items() if isinstance(value, bool))


def merge(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """The child's keys laid over the parent's; tables are merged entry by entry, anything else replaced.

    In a table `false` takes an entry away, except where an option sets a key that is itself true or false.
    """
    result = dict(parent)
    for key, value in child.items():
        if isinstance(value, Mapping) and isinstance(parent.get(key), Mapping):
            kept = () if key in ("points", "options") else YES_NO_KEYS
            entries = merge(parent[key], value).items()
            result[key] = {name: entry for name, entry in entries if entry is not False or name in kept}
        else:
            result[key] = value
    return result


def unmerged(parent: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """The child's keys: what `merge` lays over the parent to make the whole."""
    child: dict[str, Any] = {key: False for key in parent if key not in whole}
    for key, value in whole.items():
        if isinstance(value, Mapping) and isinstance(parent.get(key), Mapping):
            if differs := unmerged(parent[key], value):
                child[key] = differs
        elif key not in parent or parent[key] != value:
            child[key] = value
    return child


def with_fact_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """A whole table with the options that its keys need, where it has none of their names."""
    needed = dict(option for key, option in FACT_OPTIONS.items() if data[key])
    return {**data, "options": {**needed, **data["options"]}}


# --- what may stand in a key ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Form:
    right: str
    fits: Callable[[Any], bool]


MOST_COUNTED = 30_000  # between a deal's least and most points: the search's bounds have sixteen bits
MOST = 10_000  # points of one card or trick, and whatever else is counted


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST


def _is_count(value: object) -> bool:
    return _is_number(value) and value >= 0  # type: ignore[operator]


def _one_of(names: tuple[str, ...]) -> _Form:
    shown = " ".join(f'"{name}"' for name in names)
    return _Form(f"one of {shown}", lambda value: isinstance(value, str) and value in names)


def _list_of(names: tuple[str, ...]) -> _Form:
    shown = " ".join(names)
    return _Form(
        f"a list of one or more of {shown}",
        lambda value: (
            isinstance(value, list)
            and bool(value)
            and all(isinstance(item, str) and item in names for item in value)
        ),
    )


def _is_ranks(value: object) -> bool:
    return isinstance(value, str) and 1 < len(value) == len(set(value)) and set(value) <= set(RANKS)


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) and _CARD.fullmatch(card) for card in value)


def _by_seats(form: _Form) -> _Form:
    """Whether a value fits, or a table of values by number of seats whose every entry does."""

    def fits(value: object) -> bool:
        if not isinstance(value, Mapping):
            return form.fits(value)
        return all(key in tuple("234567") and form.fits(entry) for key, entry in value.items())

    return _Form(f'{form.right}, or a table of such by number of seats ("2" to "7")', fits)


_CARD = re.compile(f"[SHDC][{RANKS}]")
_PATTERN = re.compile(rf"[SHDC][{RANKS}*]|HX|\*[{RANKS}]|(?:trump|avoid):[{RANKS}*]|left:[{RANKS}]")
_TEXT = _Form("a text", lambda value: isinstance(value, str))
_TEXTS = _Form(
    "a list of texts", lambda value: isinstance(value, list) and all(isinstance(i, str) for i in value)
)
_YES_NO = _Form("true or false", lambda value: isinstance(value, bool))
_NUMBER = _Form(f"a whole number from {-MOST} to {MOST}", _is_number)
_COUNT = _Form(f"a whole number from 0 to {MOST}", _is_count)
_SEATS = _Form("a number of seats from 2 to 7", lambda value: _is_number(value) and 2 <= value <= 7)
_RANKS = _Form(f'ranks from high to low, such as "{RANKS}"', _is_ranks)
_CARDS = _Form('a list of cards such as ["S2", "C2"]', _is_cards)
_POINTS = _Form(
    f'a whole number from {-MOST} to {MOST}, "spots", or false to take it away',
    lambda value: value is False or value == "spots" or _is_number(value),
)

KEYS: Mapping[str, _Form] = {
    "extends": _TEXT, "name": _TEXT, "summary": _TEXT, "choices": _TEXTS, "reach": _TEXT,
    "penalty": _YES_NO, "min_seats": _SEATS, "max_seats": _SEATS, "partnerships": _YES_NO,
    "ranks": _RANKS, "follow": _one_of(FOLLOW), "trump": _one_of(("never", "always", "optional")),
    "left_pedro": _YES_NO, "cancels": _YES_NO, "joker": _YES_NO, "draw": _one_of(("none", "each")),
    "unequal": _YES_NO, "goals": _list_of(GOALS), "avoid": _one_of(("S", "H", "D", "C", "")),
    "any_trick": _NUMBER, "first_trick": _NUMBER, "last_trick": _NUMBER,
    "settlement": _one_of(SETTLEMENTS),
    "pool_rule": _one_of(("foster", "second")), "take_all": _one_of(TAKE_ALL), "capot": _COUNT,
    "target": _COUNT, "count_above": _COUNT, "count_worth": _COUNT, "break_hearts": _YES_NO,
    "queen_breaks": _YES_NO, "first_trick_clean": _YES_NO,
    "lead_card": _Form('a card such as "C2", or ""', lambda value: value == "" or _is_cards([value])),
}  # fmt: skip
PACK_KEYS: Mapping[str, _Form] = {
    "ranks": _by_seats(_RANKS), "copies": _by_seats(_COUNT), "out": _by_seats(_CARDS),
    "hand": _by_seats(_COUNT), "widow": _YES_NO, "dealt": _by_seats(_COUNT), "robs": _YES_NO,
}  # fmt: skip
OPTION_KEYS: Mapping[str, _Form] = {
    "kind": _one_of(tuple(KINDS)), "help": _TEXT, "default": _TEXT, "choices": _TEXTS,
    "field": _one_of(tuple(key for key in KEYS if key != "extends")),
}  # fmt: skip


# --- what is wrong with a file --------------------------------------------------------------------------


def lacking(table: Mapping[str, Any]) -> Iterator[str]:
    """What a file must say to be a game: whose rules it alters, or its own name and rules."""
    if not table:
        yield 'says nothing: house rules are extends = "hearts" (or another game) and what is different'
    elif "extends" not in table:
        if not table.get("name"):
            yield 'extends: is missing; name the game that is altered, or give name = "..." to a new game'
        elif not set(table) - DESCRIBING:
            yield f"has no rules: a new game says more than {', '.join(table)}, such as points or follow"


def mistakes(table: Mapping[str, Any]) -> Iterator[str]:
    """All that is not of its form in a game's file, as `KEY: what is wrong and what would be right`."""
    for key, value in table.items():
        if key in ("pack", "points", "options"):
            if not isinstance(value, Mapping):
                yield f"{key}: {_found(value)} should be a table [{key}]"
            else:
                yield from {"pack": _in_pack, "points": _in_points, "options": _in_options}[key](value)
        else:
            yield from _misfit(key, value, KEYS, "", ("pack", "points", "options"))


def _misfit(
    key: str, value: object, forms: Mapping[str, _Form], where: str, also: tuple[str, ...] = ()
) -> Iterator[str]:
    if key not in forms:
        yield f"{where}{key}: no such key; {_meant(key, (*forms, *also))}"
    elif not forms[key].fits(value):
        yield f"{where}{key}: {_found(value)} should be {forms[key].right}"


def _meant(key: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(key, names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"


def _found(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, list) and value:
        some = ", ".join([_found(item) for item in value[:4]])
        return f"[{some}{', ...' if len(value) > 4 else ''}]"
    return "an empty list" if value == [] else kind_of(value)


def _in_pack(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield from _misfit(key, value, PACK_KEYS, "pack.")


def _in_points(table: Mapping[str, Any]) -> Iterator[str]:
    for pattern, value in table.items():
        if not _PATTERN.fullmatch(pattern):
            yield f"points.{quote(pattern)}: cards are named as SQ, H*, *J, HX, trump:A, avoid:* or left:5"
        elif not _POINTS.fits(value):
            yield f"points.{quote(pattern)}: {_found(value)} should be {_POINTS.right}"


def _in_options(table: Mapping[str, Any]) -> Iterator[str]:
    for name, entry in table.items():
        where = f"options.{name}"
        if entry is False:
            continue
        if not isinstance(entry, Mapping):
            yield f"{where}: {_found(entry)} should be a table [{where}], or false to take it away"
            continue
        for key, value in entry.items():
            if key == "sets":
                yield from _in_sets(value, where)
            else:
                yield from _misfit(key, value, OPTION_KEYS, f"{where}.", ("sets",))


def _in_sets(value: object, where: str) -> Iterator[str]:
    if not (isinstance(value, Mapping) and all(isinstance(entry, Mapping) for entry in value.values())):
        yield f"{where}.sets: {_found(value)} should be tables, such as yes = {{ last_trick = 10 }}"
        return
    for chosen, changes in value.items():
        kept = {key: change for key, change in changes.items() if change is not False or key in YES_NO_KEYS}
        for fault in mistakes(kept):
            yield f"{where}.sets.{chosen}.{fault}"


def option_clashes(name: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """What is missing from a whole option, and what it could not set."""
    where = f"options.{name}"
    for key in ("kind", "help"):
        if key not in entry:
            yield f"{where}.{key}: is missing"
    kind, choices = entry.get("kind"), entry.get("choices", [])
    if kind == "choice" and not choices:
        yield f"{where}.choices: is missing; a choice needs its values"
    samples = {"yes-no": [True], "number": [2], "suit": ["H"], "card": ["C2"], "choice": choices}
    if "field" in entry:
        form = KEYS[entry["field"]]
        if not all(form.fits(value) for value in samples.get(str(kind), [None])):
            yield f"{where}.field: {entry['field']} should be {form.right}, which {kind} does not give"
    values = {"yes-no": ["yes", "no"], "choice": choices}.get(str(kind))
    for value in entry.get("sets", {}):
        if values is not None and value not in values:
            yield f"{where}.sets.{value}: the option's values are {', '.join(values)}"

"""The files of games: those of the books in `solver/games`, and a user's house rules."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from solver.model.cards import SUITS
from solver.model.errors import PositionError
from solver.model.notation import quote, too_many_digits
from solver.rules.game import Rules, build
from solver.rules.schema import (
    DEFAULTS,
    MOST_COUNTED,
    lacking,
    merge,
    mistakes,
    option_clashes,
    unmerged,
    with_fact_options,
)


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The ids of the games of the books, in the order they are listed."""
    listed = files("solver").joinpath("games").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in listed if entry.name.endswith(".toml")))


@cache
def load(game: str) -> Rules:
    """A game of the books by its id in any case; `PositionError` names what there is when there is none."""
    known = game if game in names() else game.strip().lower()
    return build(known, "", _stock(known)) if known == game else load(known)


def load_file(path: str | Path) -> Rules:
    """House rules from a user's file; its id is the file's name. Its mistakes are reported in one line."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text.removesuffix("\x1a"))
    except OSError as error:
        raise PositionError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise PositionError(f"{path}: is not UTF-8 text (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"{path}: is not TOML: {error}") from None
    except RecursionError:
        raise PositionError(f"{path}: is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits, a NUL in the file's name
        raise PositionError(f"{path}: cannot be read: {too_many_digits(error) or error}") from None
    return read_table(table, path.stem, str(path))


def read_table(table: Mapping[str, Any], game: str, source: str) -> Rules:
    """House rules from a table that has been read; `source` is named in every complaint."""
    wrong = list(mistakes(table))
    parent = table.get("extends")
    if isinstance(parent, str) and parent not in names():
        wrong.append(f"extends: {_no_game(parent)}")
    if wrong:
        raise PositionError("; ".join(f"{source}: {fault}" for fault in wrong))
    data = with_fact_options(merge(_stock(parent) if parent else DEFAULTS, table))
    wrong = list(_clashes(data))
    rules = None if wrong else build(game, source, data)
    wrong += [*_overdealt(rules), *_overcounted(rules)] if rules else []
    wrong = wrong or list(lacking(table))
    if rules is None or wrong:
        raise PositionError("; ".join(f"{source}: {fault}" for fault in wrong))
    return rules


def rules_text(rules: Rules) -> str:
    """House rules as the text of a file that `load_file` reads as the same; "" for a game of the books."""
    if not rules.source:
        return ""
    parent = rules.data.get("extends")
    table = unmerged(_stock(parent) if parent else DEFAULTS, rules.data)
    return "".join(f"{_toml(key)} = {_toml_value(value)}\n" for key, value in table.items())


def read_text(text: str, game: str, source: str) -> Rules:
    """The rules that `rules_text` wrote: those of the books where there is no text."""
    if not text:
        return load(game)
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{source}: its rules are not TOML: {error}") from None
    return read_table(table, game, source)


_BARE = re.compile("[A-Za-z0-9_-]+")


def _toml(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _toml_value(value: Any) -> str:
    """A value as TOML, whose texts are written as JSON's but for one sign."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml(key)} = {_toml_value(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


@cache
def _stock(game: str) -> Mapping[str, Any]:
    if game not in names():
        raise PositionError(_no_game(game))
    text = files("solver").joinpath("games").joinpath(f"{game}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return merge(_stock(table["extends"]) if "extends" in table else DEFAULTS, table)


def _no_game(game: str) -> str:
    near = get_close_matches(game[:60], names(), 1)
    hint = f'did you mean "{near[0]}"?' if near else f"the games are {', '.join(names())}"
    return f"there is no game {quote(game)}; {hint}"


def _overcounted(rules: Rules) -> list[str]:
    """How far a side's best and worst deal may lie apart, where the search does not count as far."""
    trumps = [None] if rules.trump == "never" else [None, *SUITS]
    worths = [rules.card_points(trump) for trump in trumps]
    ends = abs(rules.first_trick) + abs(rules.last_trick)
    both = 2 if "margin" in rules.goals else 1  # where the others' points count against the side's
    most = 0
    for n_seats in range(rules.min_seats, rules.max_seats + 1):
        pack = rules.pack(n_seats)
        cards = max(sum(pack[card] * abs(points) for card, points in worth.items()) for worth in worths)
        most = max(most, both * (cards + abs(rules.any_trick) * len(pack) + ends))
    if most <= MOST_COUNTED:
        return []
    return [
        f"points: best and worst may lie {most} apart, the search counts to {MOST_COUNTED}: make them less"
    ]


def _clashes(data: Mapping[str, Any]) -> Iterator[str]:
    """Keys of a whole table that are right by themselves but not together."""
    low, high = data["min_seats"], data["max_seats"]
    if low > high:
        yield f"max_seats: {high} should be at least min_seats, {low}"
    if data["partnerships"] and (low, high) != (4, 4):
        yield "partnerships: needs min_seats = 4 and max_seats = 4"
    for pattern in data["points"]:
        if pattern.startswith(("trump:", "left:")) and data["trump"] == "never":
            yield f'points."{pattern}": needs trump = "always" or "optional"'
        if pattern.startswith("avoid:") and not data["avoid"]:
            yield f'points."{pattern}": needs avoid = "H" or another suit'
    if data["left_pedro"] and (data["trump"] == "never" or "5" not in data["ranks"]):
        yield 'left_pedro: needs fives in ranks and trump = "always" or "optional"'
    if data["joker"] and not {"J", "2"} <= set(data["ranks"]):
        yield "joker: stands in for the deuce of hearts below the Jack, so ranks must have 2 and J"
    if data["any_trick"] and (data["cancels"] or data["unequal"]):
        yield "any_trick: needs cancels and unequal = false, so that captured cards say how many tricks"
    if data["first_trick"] and data["cancels"]:
        yield "first_trick: needs cancels = false: the first trick may be won by nobody"
    if data["follow"] == "follow-or-take-up" and not data["unequal"]:
        yield 'follow: "follow-or-take-up" needs unequal = true, as it makes hands grow'
    if "settle" in data["goals"] and not data["settlement"]:
        yield "goals: settle needs a settlement"
    for name, entry in data["options"].items():
        yield from option_clashes(name, entry)
        for value, changes in entry.get("sets", {}).items():
            bare = merge({**data, "options": {}}, changes)
            yield from (f"options.{name}.sets.{value}.{fault}" for fault in _clashes(bare))


def _overdealt(rules: Rules) -> list[str]:
    """Numbers of seats for which the pack does not hold that many cards."""
    return [
        f"any_trick: the widow for {n} seats is as large as a trick, and captured cards must say how many "
        "tricks they were"
        for n in range(rules.min_seats, rules.max_seats + 1)
        if rules.any_trick and rules.widow_size(n) >= n
    ] + [
        f"pack.hand: {n} seats of {hand} need more than the pack's {cards} cards"
        for n in range(rules.min_seats, rules.max_seats + 1)
        for hand, cards in [(rules.full_hand(n), rules.pack(n).total())]
        if not 0 < hand * n <= cards
    ]

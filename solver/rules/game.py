"""The rules of a game as plain data.

A game is one file in `games/` (TOML, in the form of `schema`; `extends` makes a relative a few lines); a
user's house rules are a file of the same form. Nothing asks for a game by its name: all that differs
between games is a field of `Rules`.

Options may change rules (`order=french` the ranks, `avoid=C` the pointed suit, `break-hearts=yes` the
leads): `rules.under(options)` gives the rules as the options make them, and that is what a position holds.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from sys import intern
from typing import Any

from solver.model.cards import DEFAULT_SEATS, JOKER, RANKS, SUITS
from solver.model.errors import PositionError
from solver.model.notation import too_many_digits
from solver.rules.options import Options, OptionSpec, Value
from solver.rules.schema import DEFAULTS, GOALS, lacking, merged, mistakes, option_clashes

SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
SPOTS = {rank: 14 - place for place, rank in enumerate(RANKS)}


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """One game. Shared and never changed; equal when the whole content is, and hashed by it."""

    id: str
    source: str  # "" for a game of the books, else the user's file
    name: str
    summary: str  # the rules in two lines
    choices: tuple[str, ...]  # what was decided where the books are silent
    reach: str  # up to which size a search ends in about ten seconds, where not every deal's does
    penalty: bool  # few points are wanted
    min_seats: int
    max_seats: int
    partnerships: bool  # a seat is the partner of the seat after next
    ranks: str  # high to low
    follow: str  # follow, follow-or-trump, follow-and-head, follow-or-take-up, follow-or-draw
    trump: str  # never, always, optional
    left_pedro: bool  # the five of the trumps' colour is a trump, next below the five of trumps
    cancels: bool  # identical cards in one trick cancel each other
    joker: bool  # HX stands in for H2, between the Jack and the Ten
    draw: str  # none; each: after a trick the winner draws from the stock, then the others
    unequal: bool  # hands may be of any size
    fields: frozenset[str]  # of trump, taken, pile, stock, widow: what a position may carry
    goals: tuple[str, ...]  # spelt "points", "at-most:N", "load:SEAT"
    options: Mapping[str, OptionSpec]
    avoid: str  # the suit that "avoid:" patterns mean, "" for none
    points: Mapping[str, int | str]  # pattern of cards -> points, or "spots"
    any_trick: int  # points for winning a trick, the first of the deal, the last
    first_trick: int
    last_trick: int
    pointed_tricks: frozenset[str]  # of any, first, last: the tricks that are worth points
    settlement: str  # the kind of settling the goal `settle` asks for, "" for none
    pool_rule: str  # foster, second
    take_all: str  # what `score` makes of one seat taking every pointed item
    capot: int  # what each other seat pays when an announced capot is made, 0 for no capots
    target: int  # points that end a game, 0 for none
    count_above: int  # count-above and above-six: only what is above this is paid ...
    count_worth: int  # ... so much each
    break_hearts: bool
    queen_breaks: bool
    first_trick_clean: bool
    lead_card: str  # the card that must be led to the first trick, "" for none
    data: Mapping[str, Any]  # the file's content with its parents'
    mark: str  # the same as text: what equality and hash go by

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self.mark == other.mark)

    def __hash__(self) -> int:
        return hash(self.mark)

    def __repr__(self) -> str:
        return f"<Rules {self.id}{' of ' + self.source if self.source else ''}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.source and self == load(self.id):
            return load, (self.id,)
        return _build, (self.id, self.source, self.data)

    # --- what options make of them ----------------------------------------------------------------------

    def under(self, options: Options) -> Rules:
        """The rules as these (normalised) options make them; doing it twice changes nothing."""
        changing = tuple(pair for pair in options if self._changes(pair[0])) if options else ()
        return _under(self, changing) if changing else self

    def _changes(self, name: str) -> bool:
        return name in self.options and self.options[name].changes_rules

    def read_option(self, name: str, value: object) -> Value:
        """An option's value made normal: number, text, yes/no, tuple of cards or of (seat, number)."""
        if name not in self.options:
            has = f"it has {', '.join(self.options)}" if self.options else "it has none"
            raise PositionError(f'{self.id} has no option "{name}"; {has}')
        return self.options[name].read(value)

    # --- seats and cards --------------------------------------------------------------------------------

    def default_seats(self, n_seats: int) -> tuple[str, ...]:
        """The seats' names when a position gives none."""
        self.check_seats(n_seats)
        return DEFAULT_SEATS[n_seats]

    def check_seats(self, n_seats: int) -> None:
        """Raise `PositionError` unless so many can play."""
        if not self.min_seats <= n_seats <= self.max_seats:
            wanted = (
                f"{self.min_seats} to {self.max_seats}" if self.min_seats < self.max_seats else self.min_seats
            )
            raise PositionError(f"{self.id} is played by {wanted} seats, not {n_seats}")

    def partner(self, seat: int) -> int | None:
        """The seat across, where the game has partners."""
        return (seat + 2) % 4 if self.partnerships else None

    def pack(self, n_seats: int) -> Counter[str]:
        """How many of each card the deal for so many seats is made from, widow and stock included."""
        return Counter(_pack(self, n_seats))

    def full_hand(self, n_seats: int) -> int:
        """Cards each at the start of what is searched."""
        hand = self._by_seats("hand", n_seats, 0)
        return int(hand) or _pack(self, n_seats).total() // n_seats

    def widow_size(self, n_seats: int) -> int:
        """Cards of the widow before the first trick, 0 where there is none."""
        return self._rest(n_seats) if "widow" in self.fields else 0

    def stock_size(self, n_seats: int) -> int:
        """Cards of the stock before the first trick, 0 where there is none."""
        return self._rest(n_seats) if "stock" in self.fields else 0

    def deal_text(self, n_seats: int) -> str:
        """The pack and the hands for people: `51 cards, without S2, 16 each, 3 in the widow`."""
        pack, whole = _pack(self, n_seats), _whole_pack(self, n_seats)
        out, rest = " ".join((whole - pack).elements()), self._rest(n_seats)
        place = (
            "in the widow" if "widow" in self.fields else "in the stock" if "stock" in self.fields else "out"
        )
        parts = [f"{pack.total()} cards", f"without {out}" * bool(out), f"{self.full_hand(n_seats)} each"]
        return ", ".join([*filter(None, parts), *([f"{rest} {place}"] if rest else [])])

    def _rest(self, n_seats: int) -> int:
        return _pack(self, n_seats).total() - n_seats * self.full_hand(n_seats)

    def _by_seats(self, key: str, n_seats: int, default: Any) -> Any:
        value = self.data["pack"].get(key, default)
        return value.get(str(n_seats), default) if isinstance(value, Mapping) else value

    def cards(self) -> tuple[str, ...]:
        """Every card of the pack once, suits S H D C, high first; the Joker after the Jack of hearts."""
        return tuple(card for suit in SUITS for card in _suit(self, suit))

    def lane(self, suit: str, trump: str | None) -> tuple[str, ...]:
        """The cards that follow this suit when so much is trumps, strongest first."""
        cards = _suit(self, suit)
        if not (self.left_pedro and trump):
            return cards
        left = intern(SAME_COLOUR[trump] + "5")
        if suit == trump:
            below = cards.index(suit + "5") + 1
            return (*cards[:below], left, *cards[below:])
        return tuple(card for card in cards if card != left)

    # --- scoring ----------------------------------------------------------------------------------------

    def card_points(self, trump: str | None = None, options: Options = ()) -> Mapping[str, int]:
        """What each capture is worth in points; cards worth nothing are left out. Not to be changed."""
        return _card_points(self.under(options), trump)


# --- worked out once ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _under(rules: Rules, options: Options) -> Rules:
    data: Mapping[str, Any] = rules.data
    for name, value in options:
        data = merged(data, rules.options[name].overrides(value))
    return _build(rules.id, rules.source, data)


@lru_cache(maxsize=256)
def _suit(rules: Rules, suit: str) -> tuple[str, ...]:
    cards = [intern(suit + rank) for rank in rules.ranks]
    if rules.joker and suit == JOKER[0]:
        cards.remove("H2")
        cards.insert(cards.index("HJ") + 1, JOKER)
    return tuple(cards)


def _whole_pack(rules: Rules, n_seats: int) -> Counter[str]:
    ranks = rules._by_seats("ranks", n_seats, rules.ranks)
    copies = rules._by_seats("copies", n_seats, 1)
    return Counter({card: copies for card in rules.cards() if card[1] in ranks or card == JOKER})


@lru_cache(maxsize=256)
def _pack(rules: Rules, n_seats: int) -> Counter[str]:
    rules.check_seats(n_seats)
    pack = _whole_pack(rules, n_seats)
    out = rules.data["pack"].get("out", [])
    if isinstance(out, Mapping):
        return pack - Counter(out.get(str(n_seats), []))
    for card in out:  # one after another until the deal comes out even
        if pack.total() % n_seats:
            pack -= Counter([card])
    return pack


@lru_cache(maxsize=1024)
def _card_points(rules: Rules, trump: str | None) -> Mapping[str, int]:
    """Patterns applied from the widest to the narrowest, so that `SJ` overrules `*J`."""
    worth: dict[str, int] = {}
    for pattern, value in sorted(rules.points.items(), key=lambda item: _narrowness(item[0])):
        for card in _named_by(rules, pattern, trump):
            worth[card] = SPOTS[card[1]] if value == "spots" else int(value)
    return {card: points for card, points in worth.items() if points}


def _narrowness(pattern: str) -> int:
    """0 for a suit, 1 for a rank or a rank of a suit that is named by its part, 2 for one card."""
    if pattern.endswith("*"):
        return 0
    return 1 if "*" in pattern or ":" in pattern else 2


def _named_by(rules: Rules, pattern: str, trump: str | None) -> Iterator[str]:
    part, _, rank = pattern.rpartition(":")
    if part:
        left = SAME_COLOUR[trump] if trump else ""
        suit = {"trump": trump or "", "avoid": rules.avoid, "left": left}[part]
    else:
        suit, rank = pattern[0], pattern[1]
    for card in rules.cards():
        if suit in ("*", card[0]) and rank in ("*", card[1]) and not (rank == "*" and card == JOKER):
            yield card


# --- reading the files ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The ids of the games of the books, in the order they are listed."""
    listed = files("solver").joinpath("games").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in listed if entry.name.endswith(".toml")))


@cache
def load(game: str) -> Rules:
    """A game of the books by its id; `PositionError` names what there is when there is no such game."""
    return _build(game, "", _stock(game))


def load_file(path: str | Path) -> Rules:
    """House rules from a user's file; its id is the file's name. Every mistake in it is told in one line."""
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
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
    data = merged(_stock(parent) if parent else DEFAULTS, table)
    wrong = list(_clashes(data))
    rules = None if wrong else _build(game, source, data)
    wrong += _overdealt(rules) if rules else []
    wrong = wrong or list(lacking(table))
    if rules is None or wrong:
        raise PositionError("; ".join(f"{source}: {fault}" for fault in wrong))
    return rules


@cache
def _stock(game: str) -> Mapping[str, Any]:
    if game not in names():
        raise PositionError(_no_game(game))
    text = files("solver").joinpath("games").joinpath(f"{game}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return merged(_stock(table["extends"]) if "extends" in table else DEFAULTS, table)


def _no_game(game: str) -> str:
    near = get_close_matches(game, names(), 1)
    hint = f'did you mean "{near[0]}"?' if near else f"the games are {', '.join(names())}"
    return f'there is no game "{game}"; {hint}'


def _build(game: str, source: str, data: Mapping[str, Any]) -> Rules:
    """The rules from a whole table (parents' keys and defaults included)."""
    options = {name: _option(name, entry) for name, entry in data["options"].items()}
    goals = [goal for goal in GOALS if goal in data["goals"] or (goal == "settle" and data["settlement"])]
    derived: dict[str, Any] = {
        "id": game,
        "source": source,
        "data": data,
        "mark": json.dumps([game, data], sort_keys=True),
        "choices": tuple(data["choices"]),
        "fields": frozenset(_fields(data)),
        "goals": tuple(goals),
        "options": options,
        "pointed_tricks": frozenset(trick for trick in ("any", "first", "last") if data[f"{trick}_trick"]),
    }
    plain = {entry.name: data[entry.name] for entry in fields(Rules) if entry.name not in derived}
    return Rules(**derived, **plain)


def _option(name: str, entry: Mapping[str, Any]) -> OptionSpec:
    return OptionSpec(
        name=name,
        kind=entry["kind"],
        help=entry["help"],
        default=entry.get("default", ""),
        choices=tuple(entry.get("choices", ())),
        field=entry.get("field", ""),
        sets=entry.get("sets", {}),
    )


def _fields(data: Mapping[str, Any]) -> Iterator[str]:
    """What a position may carry follows from the kinds of play."""
    if data["trump"] != "never":
        yield "trump"
    if data["follow"] != "follow-or-take-up":
        yield "taken"
    if data["cancels"]:
        yield "pile"
    if data["draw"] == "each" or data["follow"] == "follow-or-draw":
        yield "stock"
    if data["pack"].get("widow"):
        yield "widow"


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
    if "settle" in data["goals"] and not data["settlement"]:
        yield "goals: settle needs a settlement"
    for name, entry in data["options"].items():
        yield from option_clashes(name, entry)
        for value, changes in entry.get("sets", {}).items():
            bare = merged({**data, "options": {}}, changes)
            yield from (f"options.{name}.sets.{value}.{fault}" for fault in _clashes(bare))


def _overdealt(rules: Rules) -> list[str]:
    """Numbers of seats for which the pack does not hold so many cards."""
    return [
        f"pack.hand: {n} seats of {hand} need more than the pack's {cards} cards"
        for n in range(rules.min_seats, rules.max_seats + 1)
        for hand, cards in [(rules.full_hand(n), rules.pack(n).total())]
        if not 0 < hand * n <= cards
    ]

"""The rules of a game as plain data.

A game is one file in `games/` (TOML, in the form of `schema`; `extends` makes a relative a few lines); a
user's house rules are a file of the same form. Nothing asks for a game by its name: all that differs
between games is a field of `Rules`.

Options may change rules (`order=french` the ranks, `avoid=C` the pointed suit, `break-hearts=yes` the
leads): `rules.under(options)` gives the rules as the options make them, and that is what a position holds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from sys import intern
from typing import Any

from solver.model.cards import DEFAULT_SEATS
from solver.model.errors import PositionError
from solver.rules.options import Options, OptionSpec, Value
from solver.rules.pack import (
    SAME_COLOUR,
    SPOTS,
    by_seats,
    dealt_pack,
    every_card,
    named_by,
    narrowness,
    suit_cards,
    whole_pack,
)
from solver.rules.schema import GOALS, merge


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
    penalty_tricks: frozenset[str]  # ... those of them that are worth more than nothing
    settlement: str  # the kind of settling the goal `settle` asks for, "" for none
    pool_rule: str  # foster, second
    take_all: str  # what `score` makes of one seat taking every pointed item
    capot: int  # what each other seat pays when an announced capot is made, 0 for no capots
    target: int  # points that end a game, 0 for none
    count_above: int  # count-above and above-six: only what is above this is paid ...
    count_worth: int  # ... and what each of them is worth
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
        return build, (self.id, self.source, self.data)

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

    @property
    def usual_seats(self) -> int:
        """How many play where nothing says it: four where four can."""
        return min(max(4, self.min_seats), self.max_seats)

    def check_seats(self, n_seats: int) -> None:
        """Raise `PositionError` unless `n_seats` can play."""
        if not self.min_seats <= n_seats <= self.max_seats:
            wanted = (
                f"{self.min_seats} to {self.max_seats}" if self.min_seats < self.max_seats else self.min_seats
            )
            raise PositionError(f"{self.id} is played by {wanted} seats, not {n_seats}")

    def partner(self, seat: int) -> int | None:
        """The seat across, where the game has partners."""
        return (seat + 2) % 4 if self.partnerships else None

    def pack(self, n_seats: int) -> Counter[str]:
        """How many of each card the deal for `n_seats` is made from, widow and stock included."""
        return Counter(_pack(self, n_seats))

    def full_hand(self, n_seats: int) -> int:
        """Cards each at the start of what is searched."""
        hand = by_seats(self.data["pack"], "hand", n_seats, 0)
        return int(hand) or _pack(self, n_seats).total() // n_seats

    def dealt(self, n_seats: int) -> int:
        """Cards dealt to each seat, of which it puts out what it does not want to draw up to a full hand."""
        return int(by_seats(self.data["pack"], "dealt", n_seats, 0)) or self.full_hand(n_seats)

    @property
    def dealer_robs(self) -> bool:
        """Whether the dealer, drawing last, takes every trump that is left."""
        return bool(self.data["pack"].get("robs", False))

    def widow_size(self, n_seats: int) -> int:
        """Cards of the widow before the first trick, 0 where there is none."""
        return self._rest(n_seats) if "widow" in self.fields else 0

    def stock_size(self, n_seats: int) -> int:
        """Cards of the stock before the first trick, 0 where there is none."""
        return self._rest(n_seats) if "stock" in self.fields else 0

    def deal_text(self, n_seats: int) -> str:
        """The pack and the hands for people: `51 cards, without S2, 16 each, 3 in the widow`."""
        pack = _pack(self, n_seats)
        whole = whole_pack(self.data["pack"], self.ranks, self.joker, n_seats)
        out, rest = " ".join((whole - pack).elements()), self._rest(n_seats)
        place = (
            "in the widow" if "widow" in self.fields else "in the stock" if "stock" in self.fields else "out"
        )
        parts = [f"{pack.total()} cards", f"without {out}" * bool(out), f"{self.full_hand(n_seats)} each"]
        return ", ".join([*filter(None, parts), *([f"{rest} {place}"] if rest else [])])

    def _rest(self, n_seats: int) -> int:
        return _pack(self, n_seats).total() - n_seats * self.full_hand(n_seats)

    def cards(self) -> tuple[str, ...]:
        """Every card of the pack once, suits S H D C, high first; the Joker after the Jack of hearts."""
        return every_card(self.ranks, self.joker)

    def lane(self, suit: str, trump: str | None) -> tuple[str, ...]:
        """The cards that follow this suit with these trumps, strongest first."""
        cards = suit_cards(suit, self.ranks, self.joker)
        if not (self.left_pedro and trump):
            return cards
        left = intern(SAME_COLOUR[trump] + "5")
        if suit == trump:
            below = cards.index(suit + "5") + 1
            return (*cards[:below], left, *cards[below:])
        return tuple(card for card in cards if card != left)

    def breaks_hearts(self, card: str) -> bool:
        """Whether hearts may be led once this card has been discarded; no card does where they always may."""
        return self.break_hearts and (card[0] == "H" or (self.queen_breaks and card == "SQ"))

    # --- scoring ----------------------------------------------------------------------------------------

    def card_points(self, trump: str | None = None, options: Options = ()) -> Mapping[str, int]:
        """What each capture is worth in points; cards worth nothing are left out. Not to be changed."""
        return _card_points(self.under(options), trump)


# --- worked out once ------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _under(rules: Rules, options: Options) -> Rules:
    data: Mapping[str, Any] = rules.data
    for name, value in options:
        data = merge(data, rules.options[name].overrides(value))
    return build(rules.id, rules.source, data)


@lru_cache(maxsize=256)
def _pack(rules: Rules, n_seats: int) -> Counter[str]:
    rules.check_seats(n_seats)
    return dealt_pack(rules.data["pack"], rules.ranks, rules.joker, n_seats)


@lru_cache(maxsize=1024)
def _card_points(rules: Rules, trump: str | None) -> Mapping[str, int]:
    """Patterns applied from the widest to the narrowest, so that `SJ` overrules `*J`."""
    worth: dict[str, int] = {}
    for pattern, value in sorted(rules.points.items(), key=lambda item: narrowness(item[0])):
        for card in named_by(pattern, rules.cards(), rules.avoid, trump):
            worth[card] = SPOTS[card[1]] if value == "spots" else int(value)
    return {card: points for card, points in worth.items() if points}


# --- from a whole table ---------------------------------------------------------------------------------


TRICKS = ("any", "first", "last")

# The games of the books, each one object however it is come by: loaded, made by options, or unpickled.
_STOCK: dict[str, Rules] = {}


def build(game: str, source: str, data: Mapping[str, Any]) -> Rules:
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
        "pointed_tricks": frozenset(trick for trick in TRICKS if data[f"{trick}_trick"]),
        "penalty_tricks": frozenset(trick for trick in TRICKS if data[f"{trick}_trick"] > 0),
    }
    plain = {entry.name: data[entry.name] for entry in fields(Rules) if entry.name not in derived}
    rules = Rules(**derived, **plain)
    return rules if source else _STOCK.setdefault(rules.mark, rules)


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

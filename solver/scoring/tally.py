"""What a position has already decided, as goals need it: what was taken, by whom, and what is to come."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from solver.model.cards import JOKER
from solver.rules.game import Rules
from solver.scoring.settle import Counters, Deal

if TYPE_CHECKING:
    from solver.positions.position import Position


def first_to_come(position: Position) -> bool:
    """Whether the trick in progress or next to come is the first of the deal."""
    return position.tricks_played == 0 and all(name != "first-winner" for name, _ in position.options)


def tricks_to_come(position: Position) -> bool:
    """Whether anything is left to play."""
    return bool(position.trick) or any(position.hands)


def last_winner(position: Position) -> str | None:
    """Who won the last trick of a deal that is over: the seat that would lead now, if it took any."""
    if tricks_to_come(position) or not position.taken[position.seats.index(position.leader)]:
        return None
    return position.leader


def is_fresh(position: Position) -> bool:
    """Whether nothing is known to have been captured."""
    return not position.options and not any(position.taken)


def deal_so_far(position: Position) -> Deal:
    """What was captured before the position, as a deal that could be settled now."""
    rules, options = position.rules, position.options
    first = dict(options).get("first-winner") if options else None
    return Deal(
        rules,
        position.seats,
        position.taken,
        position.trump,
        options,
        None if first is None else str(first),
        last_winner(position) if rules.under(options).last_trick else None,
    )


class Tally:
    """The count of a position for one side; each number is worked out once, when needed."""

    def __init__(self, position: Position, side: tuple[int, ...]) -> None:
        self.position = position
        self.side = side
        self.rules: Rules = position.rules.under(position.options)
        self.n_seats = len(position.seats)
        self.points = self.rules.card_points(position.trump)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that are not of the side."""
        return tuple(seat for seat in range(self.n_seats) if seat not in self.side)

    def for_side(self, inside: int, outside: int = 0) -> tuple[int, ...]:
        """One factor for each seat of the side, another for each that is not."""
        return tuple(inside if seat in self.side else outside for seat in range(self.n_seats))

    def own(self, counters: Sequence[int]) -> int:
        """The side's part of numbers by seat."""
        return sum(counters[seat] for seat in self.side)

    # --- taken so far -----------------------------------------------------------------------------------

    @cached_property
    def so_far(self) -> Deal:
        """What was captured before the position, as a deal that could be settled now."""
        return deal_so_far(self.position)

    @cached_property
    def last_winner(self) -> str | None:
        """Who won the last trick of a deal that is over."""
        return last_winner(self.position)

    @cached_property
    def fresh(self) -> bool:
        """Whether nothing is known to have been captured."""
        return is_fresh(self.position)

    @cached_property
    def before(self) -> Counters:
        """Points captured by each seat, the bidder's discards included."""
        return (0,) * self.n_seats if self.fresh else self.so_far.points()

    @cached_property
    def costly(self) -> frozenset[str]:
        """The penalty cards."""
        return _costly(self.rules, self.position.trump)

    @cached_property
    def penalties(self) -> Counters:
        """How many penalty cards and tricks each seat has captured."""
        return self._items_taken(self.costly, self.rules.penalty_tricks)

    @cached_property
    def pointed_taken(self) -> Counters:
        """How many pointed cards and tricks each seat has captured."""
        return self._items_taken(self.points.keys(), self.rules.pointed_tricks)

    def _items_taken(self, cards: Container[str], tricks: Container[str]) -> Counters:
        """How many of these cards, and of these kinds of tricks, each seat has captured."""
        if self.fresh:
            return (0,) * self.n_seats
        taken = [sum(card in cards for card in held) for held in self.position.taken]
        if "any" in tricks:
            taken = [count + bool(held) for count, held in zip(taken, self.position.taken, strict=True)]
        if "first" in tricks and self.so_far.first_winner is not None:
            taken[self.position.seats.index(self.so_far.first_winner)] += 1
        if "last" in tricks and self.last_winner is not None:
            taken[self.position.seats.index(self.last_winner)] += 1
        return tuple(taken)

    # --- still to come ----------------------------------------------------------------------------------

    @cached_property
    def in_play(self) -> tuple[str, ...]:
        """Every card that somebody will capture."""
        at = self.position
        return tuple(chain(*at.hands, (card for _, card in at.trick), at.pile, at.widow, at.stock))

    @property
    def joker_holder(self) -> int | None:
        """The seat that holds the Joker, or has played it to the current trick: it was dealt to that seat."""
        at = self.position
        holders = [seat for seat, hand in enumerate(at.hands) if JOKER in hand]
        return next(iter(holders + [at.seats.index(seat) for seat, card in at.trick if card == JOKER]), None)

    @cached_property
    def rest(self) -> int:
        """Points of the cards still to be captured."""
        return sum(self.points.get(card, 0) for card in self.in_play)

    @cached_property
    def first_to_come(self) -> bool:
        """Whether the next trick won is the first of the deal."""
        return first_to_come(self.position)

    @cached_property
    def tricks_to_come(self) -> bool:
        """Whether anything is left to play."""
        return tricks_to_come(self.position)

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be won, the one on the table included, where hands are of one size."""
        at = self.position
        return max(map(len, at.hands)) + -(-len(at.stock) // self.n_seats)

    @cached_property
    def pointed_tricks(self) -> frozenset[str]:
        """The kinds of pointed tricks that are still to be won."""
        if not self.tricks_to_come:
            return frozenset()
        return self.rules.pointed_tricks - (frozenset() if self.first_to_come else {"first"})

    @cached_property
    def pointed_to_come(self) -> int:
        """How many pointed items are still to be captured; a game whose every trick is pointed counts one."""
        return sum(card in self.points for card in self.in_play) + len(self.pointed_tricks)

    @cached_property
    def whole(self) -> bool:
        """Whether every pointed item of the pack is accounted for, in play or taken."""
        known = [card for card in chain(self.in_play, *self.position.taken) if card in self.points]
        if len(known) < _pointed_in_pack(self.rules, self.position.trump, self.n_seats):
            return False
        known_tricks = {
            "first": self.first_to_come or self.so_far.first_winner is not None,
            "last": self.tricks_to_come or self.last_winner is not None,
        }
        return all(known_tricks.get(trick, self.tricks_to_come) for trick in self.rules.pointed_tricks)


@lru_cache(maxsize=1024)
def _costly(rules: Rules, trump: str | None) -> frozenset[str]:
    return frozenset(card for card, points in rules.card_points(trump).items() if points > 0)


@lru_cache(maxsize=1024)
def _pointed_in_pack(rules: Rules, trump: str | None, n_seats: int) -> int:
    pack = rules.pack(n_seats)
    return sum(pack[card] for card in rules.card_points(trump))

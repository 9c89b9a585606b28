"""Bonus tables: what depends on who has taken anything at all, for each set of takers, built from `settle`.

A table is left out (and its value becomes a constant) when it is the same for every set of takers that can
still come about: when two seats are loaded already in a take-all, when nothing pointed is left to capture.
Tables depend on few numbers and come again and again, so they are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.model.cards import JOKER
from solver.scoring import settle
from solver.scoring.tally import Tally

Side = tuple[int, ...]
Table = tuple[tuple[int, ...] | None, int]  # the table, or None and the constant it comes to


@dataclass(frozen=True)
class Bonus:
    """A table by mask of takers, or None and the constant it comes to."""

    table: tuple[int, ...] | None = None
    constant: int = 0
    pointed: frozenset[str] = frozenset()
    pointed_tricks: frozenset[str] = frozenset()
    takers: int = 0
    owner_mark: tuple[int, str] | None = None


NO_BONUS = Bonus()


class Growth(NamedTuple):
    """How the takers may still grow: seats, the mask so far, pointed items to come (at most one a seat)."""

    n_seats: int
    takers: int
    items: int

    def reachable(self, mask: int) -> bool:
        """Whether a mask can come about; one bit above the seats is free."""
        if mask & self.takers != self.takers or not (mask or not self.items):
            return False
        more = (mask & (1 << self.n_seats) - 1).bit_count() - (
            self.takers & (1 << self.n_seats) - 1
        ).bit_count()
        return more <= self.items and (self.items > 0 or mask == self.takers)


def seats_in(mask: int, n_seats: int) -> tuple[int, ...]:
    """The seats of a mask of takers."""
    return tuple(seat for seat in range(n_seats) if mask >> seat & 1)


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _table(growth: Growth, worth: Callable[[int], int | None], marked: bool = False) -> Table:
    """The table of a function of the mask; the function gives None for what cannot come about."""
    masks = range(1 << growth.n_seats + marked)
    found = {mask: worth(mask) for mask in masks if growth.reachable(mask)}
    known = {mask: value for mask, value in found.items() if value is not None}
    if len(set(known.values())) < 2:
        return None, next(iter(known.values()), 0)
    filler = next(iter(known.values()))  # for masks that never come about: no bound is to widen by them
    return tuple(known.get(mask, filler) for mask in masks), 0


def _growth(tally: Tally, cards: frozenset[str], tricks: frozenset[str], takers: int) -> Growth:
    if "any" in tricks:
        return Growth(tally.n_seats, takers, tally.n_seats)
    items = sum(card in cards for card in tally.in_play) + len(tricks)
    return Growth(tally.n_seats, takers, min(items, tally.n_seats))


def _own(side: Side, numbers: Sequence[int]) -> int:
    return sum(numbers[seat] for seat in side)


def _all_to(seat: int | None, total: int, n_seats: int) -> tuple[int, ...]:
    return tuple(total if other == seat else 0 for other in range(n_seats))


# --- pools ----------------------------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What a pool is played for besides the hearts: a Jack's counters, a bid, and by which book it is won."""

    jack: int
    bid: int
    rule: str


def _stakes(tally: Tally, bid: int = 0) -> Stakes:
    return Stakes(tally.so_far.number("jack"), bid, tally.rules.pool_rule)


def _loaded(tally: Tally) -> Growth:
    """Who is no longer clear, and how many cards are left that spoil it."""
    takers = _mask(seat for seat, cards in enumerate(tally.penalties) if cards)
    return _growth(tally, tally.costly, frozenset(), takers)


def nobody_wins(tally: Tally) -> Bonus:
    """1 for the takers that leave the pool on the table."""
    growth = _loaded(tally)
    return Bonus(*_stays(growth, _stakes(tally)), tally.costly, takers=growth.takers)


@lru_cache(maxsize=4096)
def _stays(growth: Growth, stakes: Stakes) -> Table:
    n = growth.n_seats
    return _table(
        growth, lambda mask: int(not settle.pool_winners(seats_in(mask, n), n, stakes.jack, stakes.rule))
    )


def pool(tally: Tally, bid: int = 0) -> Bonus:
    """What the side takes out of the pool (and what it is given back when by the second book nobody pays)."""
    growth = _loaded(tally)
    table = _winnings(growth, tally.side, sum(tally.before) + tally.rest, _stakes(tally, bid))
    return Bonus(*table, tally.costly, takers=growth.takers)


@lru_cache(maxsize=4096)
def _winnings(growth: Growth, side: Side, total: int, stakes: Stakes) -> Table:
    n = growth.n_seats

    def winnings(mask: int) -> int:
        loaded = seats_in(mask, n)
        paid = _all_to(loaded[0] if loaded else None, total, n)
        return _taken_out(side, loaded, paid, (0,) * n, stakes)

    return _table(growth, winnings)


def _taken_out(side: Side, loaded: Side, paid: Sequence[int], aside: Sequence[int], stakes: Stakes) -> int:
    """The side's gain beyond its own payments: only the sum in the pool and the takers decide it."""
    gains = settle.divide_pool(paid, loaded, aside=aside, **stakes._asdict())
    return _own(side, gains) + _own(side, paid) - _own(side, aside)


def joker_pool(tally: Tally, owner: int | None) -> Bonus:
    """What the side takes out of a pool that has the Joker's five only when the Joker's owner takes it, which
    the mark shows."""
    hearts, took, _ = tally.so_far.joker_taken(owner)
    to_come = JOKER in tally.in_play
    if owner is None or (took is None and not to_come):  # no Joker in the deal
        return pool(tally)
    worth = tally.points[JOKER]
    others = sum(hearts) + tally.rest - (worth if to_come else 0)
    growth = _loaded(tally)
    growth = growth._replace(takers=growth.takers | (took == owner) << tally.n_seats)
    marks = (False, True) if to_come else (took == owner,)
    table = _joker_winnings(growth, tally.side, (others, worth, owner), marks, _stakes(tally))
    return Bonus(*table, tally.costly, takers=growth.takers, owner_mark=(owner, JOKER))


@lru_cache(maxsize=4096)
def _joker_winnings(
    growth: Growth, side: Side, joker: tuple[int, int, int], marks: tuple[bool, ...], stakes: Stakes
) -> Table:
    """`joker`: what the other hearts cost in all, what the Joker costs, and whose it was."""
    (others, worth, owner), n = joker, growth.n_seats

    def winnings(mask: int) -> int | None:
        loaded, marked = seats_in(mask, n), bool(mask >> n)
        takes = next((seat for seat in loaded if (seat == owner) == marked), None)
        if takes is None or marked not in marks:
            return None
        paid, aside = settle.joker_payments(_all_to(loaded[0], others, n), takes, owner, worth)
        return _taken_out(side, loaded, paid, aside, stakes)

    return _table(growth, winnings, marked=True)


# --- take-alls ------------------------------------------------------------------------------------------


def whole_set(tally: Tally) -> Bonus:
    """What a take-all takes off the side's score, while one seat can still have every pointed item."""
    if tally.rules.take_all in settle.AS_IT_STANDS or not tally.whole:
        return NO_BONUS
    tricks = tally.pointed_tricks
    worth = {
        "any": tally.rules.any_trick * tally.tricks_left,
        "first": tally.rules.first_trick,
        "last": tally.rules.last_trick,
    }
    total = sum(tally.before) + tally.rest + sum(worth[trick] for trick in tricks)
    pointed = frozenset(tally.points)
    takers = _mask(seat for seat, items in enumerate(tally.pointed_taken) if items)
    growth = _growth(tally, pointed, tricks, takers)
    return Bonus(*_saved(growth, tally.side, total, tally.rules.take_all), pointed, tricks, takers)


@lru_cache(maxsize=4096)
def _saved(growth: Growth, side: Side, total: int, kind: str) -> Table:
    n = growth.n_seats

    def saved(mask: int) -> int:
        loaded = seats_in(mask, n)
        if len(loaded) != 1:
            return 0
        plain = _all_to(loaded[0], total, n)
        return _own(side, plain) - _own(side, settle.take_all(plain, loaded[0], kind))

    return _table(growth, saved)


def made_capot(tally: Tally, announcer: int) -> Bonus:
    """What a capot that is made takes off the side's score, while no other seat has captured a card."""
    takers = _mask(seat for seat, held in enumerate(tally.position.taken) if held)
    tricks = frozenset({"any"} if tally.tricks_to_come else ())
    growth = _growth(tally, frozenset(), tricks, takers)
    table = _capot(growth, tally.side, sum(tally.before) + tally.rest, announcer, tally.rules.capot)
    return Bonus(*table, frozenset(), tricks, takers)


@lru_cache(maxsize=4096)
def _capot(growth: Growth, side: Side, total: int, announcer: int, price: int) -> Table:
    plain = _all_to(announcer, total, growth.n_seats)
    saved = _own(side, plain) - _own(side, settle.capot(plain, announcer, price))
    return _table(growth, lambda mask: saved if mask == 1 << announcer else 0)

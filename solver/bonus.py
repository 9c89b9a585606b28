"""Bonus tables: what depends on who has taken anything at all, for each set of takers, built from `settle`.

A table is left out (and its value becomes a constant) when it is the same for every set of takers that can
still come about: when two seats are loaded already in a take-all, when nothing pointed is left to capture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solver import settle
from solver.cards import JOKER
from solver.facts import Facts


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


def seats_in(mask: int, n_seats: int) -> tuple[int, ...]:
    """The seats of a mask of takers."""
    return tuple(seat for seat in range(n_seats) if mask >> seat & 1)


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _table(
    facts: Facts,
    pointed: frozenset[str],
    tricks: frozenset[str],
    takers: int,
    worth: Callable[[int], int | None],
    owner_mark: tuple[int, str] | None = None,
) -> Bonus:
    """The bonus of a function of the mask; it gives None for what cannot come about."""
    items = sum(card in pointed for card in facts.in_play) + len(tricks)
    most = facts.n_seats if "any" in tricks else takers.bit_count() + items
    found = {}
    for mask in range(1 << facts.n_seats + (owner_mark is not None)):
        growing = mask & takers == takers and (mask or not items) and (items or mask == takers)
        seats = mask & (1 << facts.n_seats) - 1
        if growing and seats.bit_count() <= most and (value := worth(mask)) is not None:
            found[mask] = value
    values = set(found.values()) or {0}
    if len(values) == 1:
        return Bonus(constant=values.pop())
    filler = next(iter(found.values()))  # for masks that never come about: no bound is to widen by them
    size = 1 << facts.n_seats + (owner_mark is not None)
    table = tuple(found.get(mask, filler) for mask in range(size))
    return Bonus(table, 0, pointed, tricks, takers, owner_mark)


# --- pools ----------------------------------------------------------------------------------------------


def _loaded(facts: Facts) -> tuple[frozenset[str], int]:
    """The cards that spoil being clear, and the seats they have spoilt it for."""
    cards = frozenset(card for card, points in facts.points.items() if points > 0)
    return cards, _mask(facts.so_far.takers(cards, ()))


def nobody_wins(facts: Facts) -> Bonus:
    """1 for the takers that leave the pool on the table."""
    cards, takers = _loaded(facts)
    jack, rule = facts.so_far.number("jack"), facts.rules.pool_rule

    def stays(mask: int) -> int:
        return int(not settle.pool_winners(seats_in(mask, facts.n_seats), facts.n_seats, jack, rule))

    return _table(facts, cards, frozenset(), takers, stays)


def pool(facts: Facts, bid: int = 0) -> Bonus:
    """What the side takes out of the pool (and what it is given back when by the second book nobody pays)."""
    cards, takers = _loaded(facts)
    total = sum(facts.before) + facts.rest

    def winnings(mask: int) -> int:
        loaded = seats_in(mask, facts.n_seats)
        paid = [total if seat in loaded[:1] else 0 for seat in range(facts.n_seats)]
        return _taken_out(facts, loaded, paid, (0,) * facts.n_seats, bid)

    return _table(facts, cards, frozenset(), takers, winnings)


def _taken_out(
    facts: Facts, loaded: Sequence[int], paid: Sequence[int], aside: Sequence[int], bid: int = 0
) -> int:
    """The side's gain beyond its own payments: only the sum in the pool and the takers decide it."""
    jack, rule = facts.so_far.number("jack"), facts.rules.pool_rule
    gains = settle.divide_pool(paid, loaded, aside=aside, jack=jack, bid=bid, rule=rule)
    return facts.own(gains) + facts.own(paid) - facts.own(aside)


def joker_pool(facts: Facts, owner: int | None) -> Bonus:
    """The same with the Joker, whose five are in the pool only when its owner takes it: the mark tells."""
    cards, takers = _loaded(facts)
    hearts, took, _ = facts.so_far.joker_taken(owner)
    others = sum(hearts) + facts.rest - (facts.points[JOKER] if JOKER in facts.in_play else 0)
    if owner is None or (took is None and JOKER not in facts.in_play):  # no Joker in the deal
        return pool(facts)
    bit = 1 << facts.n_seats
    takers |= bit if took == owner else 0

    def winnings(mask: int) -> int | None:
        loaded = seats_in(mask, facts.n_seats)
        takes = [owner] if mask & bit else [seat for seat in loaded if seat != owner]
        if not takes or takes[0] not in loaded or (took is not None and (took == owner) != bool(mask & bit)):
            return None
        paid = [others if seat in loaded[:1] else 0 for seat in range(facts.n_seats)]
        return _taken_out(facts, loaded, *settle.joker_payments(paid, takes[0], owner, facts.points[JOKER]))

    return _table(facts, cards, frozenset(), takers, winnings, (owner, JOKER))


# --- take-alls ------------------------------------------------------------------------------------------


def whole_set(facts: Facts) -> Bonus:
    """What a take-all takes off the side's score, while one seat can still have every pointed item."""
    if not facts.whole:
        return NO_BONUS
    tricks = facts.pointed_tricks
    worth = {"first": facts.rules.first_trick, "last": facts.rules.last_trick}
    total = sum(facts.before) + facts.rest + sum(worth.get(trick, 0) for trick in tricks)
    takers = _mask(seat for seat, items in enumerate(facts.pointed_taken) if items)

    def saved(mask: int) -> int:
        loaded = seats_in(mask, facts.n_seats)
        if len(loaded) != 1:
            return 0
        plain = [total if seat in loaded else 0 for seat in range(facts.n_seats)]
        return facts.own(plain) - facts.own(settle.take_all(plain, loaded[0], facts.rules.take_all))

    return _table(facts, frozenset(facts.points), tricks, takers, saved)


def made_capot(facts: Facts, announcer: int) -> Bonus:
    """What a capot that is made takes off the side's score, while no other seat has captured a card."""
    total = sum(facts.before) + facts.rest
    takers = _mask(facts.so_far.takers((), ("any",)))
    tricks = frozenset({"any"} if facts.tricks_to_come else ())

    def saved(mask: int) -> int:
        if mask != 1 << announcer:
            return 0
        plain = [total if seat == announcer else 0 for seat in range(facts.n_seats)]
        return facts.own(plain) - facts.own(settle.capot(plain, announcer, facts.rules.capot))

    return _table(facts, frozenset(), tricks, takers, saved)

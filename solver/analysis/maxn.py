"""Every seat for itself: max^n.

A line of play is worth a number to each seat. The seat to play takes what is best for itself; of plays equal
in that it takes, by the tie rule, the one that is worst (or best) for the next seat to its left, then for the
next, and so on round the table. The rule looks at the numbers only, so the answer does not depend on the
order in which cards are looked at.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.analysis.limits import Limits, limits_of
from solver.analysis.question import check_position
from solver.analysis.solution import Bounds
from solver.core.payoff import Linear, Payoff, Reached, Steps
from solver.core.search import Stop, search_seats
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.scoring import goals

TIES = ("worst", "best")
Goals = str | Mapping[str, str]
BySeat = dict[str, int]


@dataclass(frozen=True)
class MaxnAnalysis:
    """What every seat gets when each plays for itself; numbers by seat, as each seat's goal counts them.

    `values` and `totals` are None when a limit stopped the search (`stopped`: "seconds", "nodes" or
    "interrupt"); `bounds` then hold what is possible at all. `cards` has every legal card in pack order, None
    for one that was not finished. `line` is a line of play to the end that comes to `values`, empty
    where a limit came before it. `exact` is as in `Solution`: everything asked for is proven.
    """

    position: Position
    goals: dict[str, str]
    ties: str
    values: BySeat | None
    totals: BySeat | None
    bounds: dict[str, Bounds]
    cards: dict[str, BySeat | None]
    line: list[str]
    nodes: int
    seconds: float
    stopped: str

    @property
    def exact(self) -> bool:
        """Whether the values are proven and the line was found."""
        return not self.stopped

    @property
    def best(self) -> list[str]:
        """The cards that the seat to play chooses from: best for itself and preferred by the tie rule."""
        return [card for card, values in self.cards.items() if self.values and values == self.values]

    @property
    def equals(self) -> list[str]:
        """The cards that are as good as any for the seat to play itself, whatever they do to the others."""
        seat = self.position.to_play
        if self.values is None or seat is None:
            return []
        return [card for card, found in self.cards.items() if found and found[seat] == self.values[seat]]


def maxn(
    position: Position, goal: Goals = "points", ties: str = "worst", limits: Limits | None = None
) -> MaxnAnalysis:
    """Max^n: every seat plays for its own goal, one for all or `{seat: goal}`.

    `ties` says what a seat does between plays that are equal for itself: what is "worst", or "best", for the
    others in turn. Raises `PositionError` for a goal or game it cannot be asked of, `KeyboardInterrupt` on
    Ctrl-C.
    """
    found = search_maxn(position, goal, ties, limits)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found


def search_maxn(
    position: Position,
    goal: Goals = "points",
    ties: str = "worst",
    limits: Limits | None = None,
    stop: Stop | None = None,
) -> MaxnAnalysis:
    """The analysis of `maxn`; Ctrl-C or `stop` (see `new_stop`) ends it with what is known by then."""
    start = time.perf_counter()
    check_position(position)
    limits = limits_of(limits)
    if ties not in TIES:
        raise PositionError(f'ties: "{ties}" is not a tie rule; there are {" and ".join(TIES)}')
    asked = goals_by_seat(position, goal)
    deal = position.deal()
    payoffs = [goals.payoff(position, asked[name], (seat,)) for seat, name in enumerate(position.seats)]
    found = search_seats(
        deal,
        payoffs,
        _told_apart(payoffs),
        [_steps(payoff) for payoff in payoffs],
        limits,
        least_for_next=ties == "worst",
        stop=stop,
    )
    read = _Reader(position, payoffs, [asked[name] for name in position.seats])
    return MaxnAnalysis(
        position,
        asked,
        ties,
        read.values(found.vector),
        read.totals(found.vector),
        read.bounds(found.bounds),
        deal.by_card({slot: read.values(vector) for slot, vector in found.cards}),
        [] if found.stopped else [deal.layout.names[slot] for slot in found.line],
        found.nodes,
        time.perf_counter() - start,
        found.stopped,
    )


def goals_by_seat(position: Position, goal: Goals) -> dict[str, str]:
    """Each seat's goal; `PositionError` where one is missing or the game has no end to reckon from."""
    if position.rules.follow == "follow-or-take-up":
        raise PositionError(f"{position.game}: play can go round for ever, so it has no max^n")
    if isinstance(goal, str):
        return dict.fromkeys(position.seats, goal)
    if not isinstance(goal, Mapping):
        raise PositionError(f"goals: one text for all seats, or a text for each by name, not {goal!r}")
    for name in goal:
        if name not in position.seats:
            raise PositionError(
                f'goals: there is no seat "{name}"; the seats are {", ".join(position.seats)}'
            )
    for name in position.seats:
        if name not in goal:
            raise PositionError(f"goals: seat {name} has none; every seat needs its own")
    return {name: goal[name] for name in position.seats}


# --- what the core is given for all payoffs together -------------------------------------------------------


def _steps(payoff: Payoff) -> tuple[int, Sequence[int]] | None:
    """The number from which a payoff's values begin, and they; None where it is read by a straight line."""
    reading = payoff.value
    if isinstance(reading, Reached):
        return reading.at - 1, (0, 1)
    if isinstance(reading, Steps):
        return reading.low, reading.values
    if isinstance(reading, Linear):
        return None
    raise TypeError(f"max^n cannot read a payoff by {type(reading).__name__}")


def _told_apart(payoffs: Sequence[Payoff]) -> Payoff:
    """A payoff that tells cards apart if any of these does: it numbers what a capture means to all."""
    numbers: dict[object, int] = {}
    cards = {card for payoff in payoffs for card in _mentioned(payoff)}
    worth: list[dict[str, int]] = []
    for seat in range(len(payoffs)):
        meanings = {
            card: tuple([_meaning(payoff, seat, card) for payoff in payoffs]) for card in sorted(cards)
        }
        worth.append({card: numbers.setdefault(found, len(numbers) + 1) for card, found in meanings.items()})
    none = (0,) * len(payoffs)
    return Payoff((), tuple(worth), none, none, none, value=Linear())


def _mentioned(payoff: Payoff) -> set[str]:
    """The cards a payoff says anything about."""
    found = {card for worth in payoff.worth for card in worth} | payoff.pointed
    found |= set(payoff.counts.weight) if payoff.counts else set()
    return found | ({payoff.owner_mark[1]} if payoff.owner_mark else set())


def _meaning(payoff: Payoff, seat: int, card: str) -> tuple[object, ...]:
    """All that a payoff says about that seat's capturing this card."""
    return (
        payoff.worth[seat].get(card, 0),
        card in payoff.pointed,
        payoff.owner_mark is not None and payoff.owner_mark[1] == card,
        payoff.counts.weight.get(card, 0) if payoff.counts else 0,
    )


# --- from the core's numbers to the goals' ----------------------------------------------------------------


class _Reader:
    """Reads vectors as the seats' goals count them; a number that was read in steps is a value already."""

    def __init__(self, position: Position, payoffs: Sequence[Payoff], asked: Sequence[str]) -> None:
        self._position = position
        self._goals = asked
        self._payoffs = payoffs
        self._stepped = [_steps(payoff) is not None for payoff in payoffs]

    def values(self, vector: Sequence[int] | None) -> BySeat | None:
        """What each seat gets from here on, or in the whole deal, as the goal says."""
        if vector is None:
            return None
        return {name: self._value(seat, vector[seat]) for seat, name in enumerate(self._position.seats)}

    def totals(self, vector: Sequence[int] | None) -> BySeat | None:
        """What each seat gets in the whole deal."""
        if vector is None:
            return None
        return {
            name: x if stepped else goals.total(payoff, goal, self._position, x)
            for name, x, stepped, payoff, goal in zip(
                self._position.seats, vector, self._stepped, self._payoffs, self._goals, strict=True
            )
        }

    def bounds(self, ends: Sequence[tuple[int, int]]) -> dict[str, Bounds]:
        """Two numbers a seat as bounds of its value."""
        return {
            name: Bounds(*sorted(self._value(seat, number) for number in ends[seat]))
            for seat, name in enumerate(self._position.seats)
        }

    def _value(self, seat: int, number: int) -> int:
        return number if self._stepped[seat] else self._payoffs[seat].value(number)

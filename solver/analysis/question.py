"""A question: a position, whose payoff is asked for, and what they play for."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import lru_cache
from typing import TypeVar

from solver.analysis.limits import Limits, limits_of
from solver.analysis.solution import Analysis, Bounds, Solution
from solver.core.payoff import Payoff
from solver.core.search import SearchResult, Stop, search
from solver.model.errors import PositionError
from solver.model.notation import find_seat, quote
from solver.positions.position import Position
from solver.scoring import goals

Side = str | Collection[str] | None
Answer = TypeVar("Answer", bound=Solution)


class Question:
    """A position with a side, a goal and limits, made ready for the core."""

    __slots__ = ("_stop", "deal", "goal", "limits", "payoff", "position", "side")

    def __init__(self, position: Position, side: Side, goal: str, limits: Limits | None) -> None:
        check_position(position)
        check_goal(goal)
        self._stop: Stop | None = None
        self.position = position
        self.deal = position.deal()
        self.side = seats_of(position, side)
        self.goal = goal
        self.limits = limits_of(limits)
        self.payoff: Payoff = goals.payoff(position, goal, self.side)

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle and copy: made anew from what was asked; a flag that may stop it stays behind."""
        side = tuple([self.position.seats[seat] for seat in self.side])
        return Question, (self.position, side, self.goal, self.limits)

    def read(self, lower: int, upper: int) -> Bounds:
        """Searched numbers as the goal counts them."""
        one = self.payoff.value(lower)
        other = one if upper == lower else self.payoff.value(upper)
        return _bounds(one, other) if one <= other else _bounds(other, one)

    def stop_by(self, stop: Stop | None) -> None:
        """Let a flag end the search, one that ends others too; None: nothing but limits and Ctrl-C."""
        self._stop = stop

    def solution(self, line: bool = False) -> Solution:
        """The value alone, and the line where it is asked for now."""
        return self._answer(Solution, cards=False, line=line)

    def analysis(self, line: bool = False) -> Analysis:
        """The value of every card as well, and the line where it is asked for now."""
        return self._answer(Analysis, cards=True, line=line)

    def _answer(self, kind: type[Answer], *, cards: bool, line: bool) -> Answer:
        start = time.perf_counter()
        found = self._search(cards=cards, line=line)
        seconds = time.perf_counter() - start
        bounds, stopped = self.read(found.lower, found.upper), found.stopped
        if bounds.exact and not (cards or line) and stopped != "interrupt":
            stopped = ""
        answer = kind(self, found.lower, bounds, found.nodes, seconds, stopped)
        if cards:
            answer.keep_cards(self._by_card(found.cards))
        if line and not stopped:
            answer.keep_line(self._named(found.line))
        return answer

    def _search(self, *, cards: bool, line: bool) -> SearchResult:
        return search(self.deal, self.payoff, self.limits, cards=cards, line=line, stop=self._stop)

    def total(self, searched: int) -> int:
        """A searched number as the goal's total."""
        return goals.total(self.payoff, self.goal, self.position, searched)

    def cards(self) -> dict[str, Bounds]:
        """Every legal card's bounds in pack order, searched for now."""
        return self._by_card(self._finished(cards=True, line=False).cards)

    def line(self) -> list[str]:
        """One best continuation, searched for now."""
        return self._named(self._finished(cards=False, line=True).line)

    def touching(self) -> dict[str, str]:
        """Every legal card with the lowest that it touches, as far as this question goes."""
        return self.deal.touching(self.payoff)

    def _finished(self, *, cards: bool, line: bool) -> SearchResult:
        """A search to its end; `TimeoutError` where a limit stops it: half an answer looks like a whole."""
        found = self._search(cards=cards, line=line)
        if found.stopped == "interrupt":
            raise KeyboardInterrupt
        if found.stopped:
            what = "every card" if cards else "the line"
            raise TimeoutError(f"the search for {what} was stopped by the limit on {found.stopped}")
        return found

    def _by_card(self, cards: list[tuple[int, int, int]]) -> dict[str, Bounds]:
        return self.deal.by_card({slot: self.read(lower, upper) for slot, lower, upper in cards})

    def _named(self, slots: list[int]) -> list[str]:
        return [self.deal.layout.names[slot] for slot in slots]


# Bounds are not changed by anyone, and those of the same numbers come again with every card.
_bounds = lru_cache(maxsize=4096)(Bounds)


def new_stop() -> Stop:
    """A flag by which another thread ends searches; `set()` sets it."""
    return Stop()


def check_goal(goal: object) -> None:
    """Raise `PositionError` unless a goal is a text."""
    if not isinstance(goal, str):
        raise PositionError(f"goal: a text such as points or at-most:3, not {goal!r}")


def check_position(position: object) -> None:
    """Raise `PositionError` for what is no position, or one that no deal can come to."""
    if not isinstance(position, Position):
        raise PositionError(f"a Position is asked about, not {type(position).__name__}")
    position.deal()


def seats_of(position: Position, side: Side) -> tuple[int, ...]:
    """The indices of a side's seats, in the order of the table."""
    if side is None:
        return goals.default_side(position)
    if not isinstance(side, str | Collection):
        raise PositionError(f"side: seats such as A,B or a list or set of them, not {side!r}")
    names = side.split(",") if isinstance(side, str) else list(side)
    for name in names:
        if find_seat(name, position.seats) is None:
            shown = quote(name.strip() if isinstance(name, str) else name)
            raise PositionError(f"side: there is no seat {shown}; the seats are {', '.join(position.seats)}")
    if not names:
        raise PositionError(f"side: name at least one seat of {', '.join(position.seats)}")
    seats = {find_seat(name, position.seats) for name in names}
    if len(seats) < len(names):
        raise PositionError(f"side: a seat is named twice in {','.join(names)}")
    return tuple(seat for seat in range(len(position.seats)) if seat in seats)

"""Every seat for itself: plain max^n.

A payoff is a vector, a number a seat. The seat to play takes what is best for itself; of vectors equal in
that, the one that is worst (ties "worst") or best (ties "best") for the next seat to its left, then for the
next, and so on round the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from .search import Solver, plus
from .state import Capture, Position, State


class MaxN:
    """One position with a goal a seat; each seat's side is itself alone."""

    def __init__(self, pos: Position, goals: Mapping[str, str], ties: str = "worst") -> None:
        self.solvers = [Solver(pos, [seat], goals[seat]) for seat in pos["seats"]]
        self.table = self.solvers[0].table
        self.facts = self.solvers[0].facts
        self.goals = [solver.goal for solver in self.solvers]
        self.others = {"worst": -1, "best": 1}[ties]
        self.additive = all(goal.additive for goal in self.goals)
        self.state = self.solvers[0].root[0]
        self.start = tuple(solver.root[1] for solver in self.solvers)
        self.memo: dict[tuple[State, tuple[tuple[int, ...], ...] | None], list[int]] = {}

    def gained(self, captures: tuple[Capture, ...]) -> tuple[tuple[int, ...], ...]:
        """What each seat's goal counts of these captures."""
        counts = tuple((0,) * len(vector) for vector in self.start)
        for capture in captures:
            items = self.facts.captured(capture)
            gains = [goal.gain(capture.seat, items) for goal in self.goals]
            counts = tuple(plus(a, b) for a, b in zip(counts, gains, strict=True))
        return counts

    def wish(self, seat: int, vector: list[int]) -> tuple[int, ...]:
        """Of two vectors the seat takes the one with the greater wish."""
        wanted = [goal.wants * number for goal, number in zip(self.goals, vector, strict=True)]
        round_the_table = wanted[seat + 1 :] + wanted[:seat]
        return wanted[seat], *(self.others * number for number in round_the_table)

    def card_vectors(self) -> dict[str, list[int]]:
        seat = self.table.turn(self.state)
        if seat is None:
            return {}
        cards = self.table.legal(self.state, seat)
        return {self.table.cards[card]: self.child(self.state, self.start, seat, card) for card in cards}

    def child(self, state: State, counts: tuple[tuple[int, ...], ...], seat: int, card: int) -> list[int]:
        after, captures = self.table.play(state, seat, card)
        gained = self.gained(captures)
        if self.additive:
            future = self.search(after, None)
            return [f + g[0] for f, g in zip(future, gained, strict=True)]
        return self.search(after, tuple(plus(a, b) for a, b in zip(counts, gained, strict=True)))

    def search(self, state: State, counts: tuple[tuple[int, ...], ...] | None) -> list[int]:
        known = self.memo.get((state, counts))
        if known is not None:
            return known
        seat = self.table.turn(state)
        held = counts if counts is not None else tuple((0,) for _ in self.goals)
        if seat is None:
            best = [goal.final(vector) for goal, vector in zip(self.goals, held, strict=True)]
        else:
            vectors = [self.child(state, held, seat, card) for card in self.table.legal(state, seat)]
            best = max(vectors, key=lambda vector: self.wish(seat, vector))
        self.memo[state, counts] = best
        return best

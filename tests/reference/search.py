"""Plain memoised minimax over full states."""

from __future__ import annotations

from collections.abc import Sequence

from .goals import Facts, Goal, GoalMaker, Vector
from .state import Capture, Position, State, Table


def plus(a: Vector, b: Vector) -> Vector:
    """Two vectors added."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


class Solver:
    """One position, one side, one goal; the memo serves all its cards."""

    def __init__(self, pos: Position, side: Sequence[str], goal: str) -> None:
        self.table = Table(pos)
        self.facts = Facts(self.table)
        seats = self.table.seats
        self.side = frozenset(seats.index(seat) for seat in side)
        self.maker = GoalMaker(self.facts, dict(pos.get("taken") or {}), self.side)
        self.goal: Goal = self.maker.make(goal)
        # the side picks the highest where it wants the value high; the others the opposite
        self.picks_high = [(seat in self.side) == (self.goal.wants > 0) for seat in range(self.table.n)]
        self.memo: dict[tuple[State, Vector | None], int] = {}
        state = self.table.forced_draw(self.table.start)
        if not state.trick:
            state, captures = self.table.domino_end(state, state.leader)
            self.root = state, self.after(self.goal.start, captures)
        else:
            self.root = state, self.goal.start

    def after(self, vector: Vector, captures: Sequence[Capture]) -> Vector:
        """The counts after these captures."""
        for capture in captures:
            vector = plus(vector, self.goal.gain(capture.seat, self.facts.captured(capture)))
        return vector

    def card_values(self) -> dict[str, int]:
        """The value of every legal card at the root, in pack order."""
        state, vector = self.root
        seat = self.table.turn(state)
        if seat is None:
            return {}
        return {self.table.cards[c]: self.child(state, vector, seat, c) for c in self.table.legal(state, seat)}

    def value(self) -> int:
        """The value of the root; of a finished deal, what has been captured."""
        return self.search(*self.root)

    def child(self, state: State, vector: Vector, seat: int, card: int) -> int:
        after, captures = self.table.play(state, seat, card)
        return self.search(after, self.after(vector, captures))

    def search(self, state: State, vector: Vector) -> int:
        """Best value both can force from this state with these counts."""
        if self.goal.additive:
            return self.goal.final(vector) + self.future(state, None, (0,))
        return self.future(state, vector, vector)

    def future(self, state: State, key: Vector | None, vector: Vector) -> int:
        known = self.memo.get((state, key))
        if known is not None:
            return known
        seat = self.table.turn(state)
        if seat is None:
            best = self.goal.final(vector)
        else:
            pick = max if self.picks_high[seat] else min
            best = pick(self.child(state, vector, seat, card) for card in self.table.legal(state, seat))
        self.memo[state, key] = best
        return best

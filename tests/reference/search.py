"""Plain memoised minimax over full states; a number is found by asking yes/no questions, "at least k?".

Three shortcuts, none of them about which cards are alike, and all off with `plain=True`, which is minimax on
the number itself: a state in which nothing is left that counts is read off at once; so is one whose counts
have already decided a question; and a seat that has found the answer it wants looks no further.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .facts import Facts
from .goals import Goal, GoalMaker, Vector
from .state import Capture, Position, State, Table


def plus(a: Vector, b: Vector) -> Vector:
    """Two vectors added."""
    if len(a) == 1:
        return (a[0] + b[0],)
    return tuple([x + y for x, y in zip(a, b, strict=True)])


class Search:
    """Minimax for one goal, with its memo."""

    def __init__(self, facts: Facts, side: frozenset[int], goal: Goal, plain: bool) -> None:
        self.facts, self.table, self.goal, self.plain = facts, facts.table, goal, plain
        # the side picks the highest where it wants the value high; the others the opposite
        self.picks = [max if (seat in side) == (goal.wants > 0) else min for seat in range(self.table.n)]
        self.enough = {max: 1, min: 0} if goal.yes_no and not plain else {}
        self.memo: dict[tuple[State, Vector | None], int] = {}

    def after(self, vector: Vector, captures: Sequence[Capture]) -> Vector:
        """The counts after these captures."""
        for capture in captures:
            vector = plus(vector, self.goal.gain(capture.seat, self.facts.captured(capture)))
        return vector

    def value(self, state: State, vector: Vector) -> int:
        """The value of a state reached with these counts. Only trick starts can be reached in two ways."""
        if state.trick:
            return self.choose(state, vector)
        if self.goal.additive:
            # what is still to come does not depend on the past: remembered by itself
            known = self.memo.get((state, None))
            if known is None:
                known = self.memo[state, None] = self.choose(state, (0,))
            return vector[0] + known
        known = self.memo.get((state, vector))
        if known is None:
            known = self.memo[state, vector] = self.choose(state, vector)
        return known

    def choose(self, state: State, vector: Vector) -> int:
        """The value of the best card of the seat to play."""
        seat = self.table.turn(state)
        if seat is None or (not self.plain and self.settled(state, vector)):
            return self.goal.final(vector)
        pick = self.picks[seat]
        enough = self.enough.get(pick)
        best: int | None = None
        for card in self.table.legal(state, seat):
            after, captures = self.table.play(state, seat, card)
            found = self.value(after, self.after(vector, captures) if captures else vector)
            best = found if best is None else pick(best, found)
            if best == enough:
                break
        assert best is not None
        return best

    def settled(self, state: State, vector: Vector) -> bool:
        """Whether nothing that can still happen changes the answer."""
        if state.trick:
            return False
        left = self.table.left(state)
        if not left & self.table.pointed and not self.facts.tricks_count:
            return True
        return self.goal.decided is not None and self.goal.decided(vector, self.facts.left(left))


class Solver:
    """One position, one side, one goal; what has been searched serves all its cards."""

    def __init__(self, pos: Position, side: Sequence[str], goal: str, plain: bool = False) -> None:
        self.table = Table(pos)
        self.facts = Facts(self.table)
        seats = self.table.seats
        self.side = frozenset(seats.index(seat) for seat in side)
        self.maker = GoalMaker(self.facts, dict(pos.get("taken") or {}), self.side)
        self.goal: Goal = self.maker.make(goal)
        self.search = Search(self.facts, self.side, self.goal, plain)
        self.direct = plain or self.goal.yes_no
        self.questions: dict[int | None, Search] = {}
        self.root = self._root()

    def _root(self) -> tuple[State, Vector]:
        state = self.table.forced_draw(self.table.start)
        captures: tuple[Capture, ...] = ()
        if not state.trick:
            state, captures = self.table.domino_end(state, state.leader)
        return state, self.search.after(self.goal.start, captures)

    def card_values(self) -> dict[str, int]:
        """The value of every legal card at the root, in pack order."""
        state, vector = self.root
        seat = self.table.turn(state)
        if seat is None:
            return {}
        values = {}
        for card in self.table.legal(state, seat):
            after, captures = self.table.play(state, seat, card)
            values[self.table.cards[card]] = self.read(after, self.search.after(vector, captures))
        return values

    def value(self) -> int:
        """The value of the root; of a finished deal, what has been captured."""
        return self.read(*self.root)

    def read(self, state: State, vector: Vector) -> int:
        """The value of a state: the highest k that can be had, galloping from one line of play."""
        if self.direct:
            return self.search.value(state, vector)
        low = high = self._some_line(state, vector)
        step = 1
        if self.at_least(low, state, vector):
            while self.at_least(high := low + step, state, vector):
                low, step = high, 2 * step
        else:
            while not self.at_least(low := high - step, state, vector):
                high, step = low, 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.at_least(middle, state, vector) else (low, middle)
        return low

    def _some_line(self, state: State, vector: Vector) -> int:
        """What it comes to if every seat plays its first legal card."""
        while (seat := self.table.turn(state)) is not None:
            state, captures = self.table.play(state, seat, self.table.legal(state, seat)[0])
            vector = self.search.after(vector, captures)
        return self.goal.final(vector)

    def at_least(self, k: int, state: State, vector: Vector) -> bool:
        """Whether the value is k or more. An additive goal counts down from k, so one memo serves every k."""
        goal = self.goal
        if goal.additive:
            if None not in self.questions:
                short = replace(
                    goal,
                    additive=False,
                    yes_no=True,
                    final=lambda v: int(v[0] >= 0),
                    decided=lambda v, left: v[0] + goal.reach(left)[0] >= 0 or v[0] + goal.reach(left)[1] < 0,
                )
                self.questions[None] = Search(self.facts, self.side, short, plain=False)
            return self.questions[None].value(state, (vector[0] - k,)) == 1
        if k not in self.questions:
            asked = replace(goal, yes_no=True, final=lambda v: int(goal.final(v) >= k))
            self.questions[k] = Search(self.facts, self.side, asked, plain=False)
        return self.questions[k].value(state, vector) == 1

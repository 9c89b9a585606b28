"""Looking ahead: what a card is worth when the seat cannot tell layouts apart that look alike to it.

A plan gives the seat's next M cards, each by what it has seen by then. In every layout all others know the
layout and the plan and play their best; after the M-th card hands are open. A plan then has a value in each
layout, and of the plans at a point only those count that no other plan is as good as in every layout: their
vectors are the *front* of that point. Fronts are built from the end of the play backwards:

- where the seat plays, its card is chosen once for all layouts that look alike: the fronts of its cards
  together;
- where another plays, it chooses in each layout by itself, after the plan has been fixed for each of its
  cards: of every choice of a vector from each card's front, the best for it layout by layout;
- where only one layout is left the seat knows all there is to know, and the value is that of open hands.

The value is exact for the layouts given. It is never above the plain average, as a plan can do no better in a
layout than open hands do. A partner that knows the plan can still tell the seat something by what it plays,
so for a seat with a partner it can be too high; opponents who see all hands make no mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.model.errors import PositionError
from solver.positions.position import Position

MOST_WORK = 400_000  # positions looked at, a layout at a point of the play counting as one
MOST_VECTORS = 20_000  # that two fronts may be put together to
_BEYOND = 1 << 20  # more than any value, in a layout in which a card cannot be played
Front = NDArray[np.int32]  # (plans, layouts): the value of each plan in each layout
Open = Callable[[Position], int]
OpenCards = Callable[[Position], dict[str, int]]


class TooMuchWorkError(PositionError):
    """The plans are too many to look at."""


class Planner:
    """Plans of one seat. `camp` are the seats that play for what it wants: much of what `value` (a position's
    value with open hands) and `cards` (the value of each card) give, both counted from the same point."""

    def __init__(
        self, seat: str, camp: Collection[str], value: Open, cards: OpenCards, most_work: int = MOST_WORK
    ) -> None:
        self._seat = seat
        self._camp = frozenset(camp)
        self._value = value
        self._cards = cards
        self._most_work = most_work
        self.work = 0

    def best(self, layouts: Sequence[Position], ahead: int) -> dict[str, list[int]]:
        """For each card of the seat, whose turn it is, the values of the best plan that begins with it.

        The best plan has the greatest sum; of several, the one that comes last in the dictionary's order.
        Raises `TooMuchWorkError`.
        """
        found: dict[str, list[int]] = {}
        if ahead == 1:
            rows = [self._cards(layout) for layout in layouts]
            return {card: [row[card] for row in rows] for card in rows[0]}
        for card in layouts[0].legal_cards():
            front = self._apart([layout.play(card) for layout in layouts], ahead - 1)
            found[card] = max(front.tolist(), key=lambda vector: (sum(vector), vector))
        return found

    # --- fronts -----------------------------------------------------------------------------------------

    def _front(self, layouts: Sequence[Position], ahead: int) -> Front:
        """The front at a point that looks alike to the seat in all these layouts."""
        self._count(len(layouts))
        turn = layouts[0].to_play
        if turn is None or len(layouts) == 1:
            return np.array([[self._value(layout) for layout in layouts]], dtype=np.int32)
        if turn != self._seat:
            return self._others_card(layouts, ahead, turn in self._camp)
        if ahead == 1:
            rows = [self._cards(layout) for layout in layouts]
            return _undominated(np.array([list(row.values()) for row in rows], dtype=np.int32).T)
        cards = layouts[0].legal_cards()
        fronts = [self._apart([layout.play(card) for layout in layouts], ahead - 1) for card in cards]
        return _undominated(np.vstack(fronts))

    def _others_card(self, layouts: Sequence[Position], ahead: int, helps: bool) -> Front:
        """The front where another seat chooses its card in each layout, for the seat or against it."""
        holders: dict[str, list[int]] = {}
        for number, layout in enumerate(layouts):
            for card in layout.legal_cards():
                holders.setdefault(card, []).append(number)
        missing = -_BEYOND if helps else _BEYOND
        better = np.maximum if helps else np.minimum
        merged: Front | None = None
        for card, numbers in holders.items():
            own = self._apart([layouts[number].play(card) for number in numbers], ahead)
            front = np.full((len(own), len(layouts)), missing, dtype=np.int32)
            front[:, numbers] = own
            if merged is None:
                merged = front
            else:
                self._check_vectors(len(merged) * len(front))
                pairs = better(merged[:, None, :], front[None, :, :])
                merged = _undominated(pairs.reshape(-1, len(layouts)))
        assert merged is not None
        return merged

    def _apart(self, layouts: Sequence[Position], ahead: int) -> Front:
        """The front of layouts that may look different now: the plan is its own for each look."""
        groups: dict[object, list[int]] = {}
        for number, layout in enumerate(layouts):
            groups.setdefault(self._look(layout), []).append(number)
        if len(groups) == 1:
            return self._front(layouts, ahead)
        whole: Front = np.zeros((1, len(layouts)), dtype=np.int32)
        for numbers in groups.values():
            front = self._front([layouts[number] for number in numbers], ahead)
            self._check_vectors(len(whole) * len(front))
            joined = np.repeat(whole, len(front), axis=0)
            joined[:, numbers] = np.tile(front, (len(whole), 1))
            whole = joined
        return whole

    def _look(self, position: Position) -> object:
        """What the seat sees: its hand, the table, what was captured, how many cards lie elsewhere."""
        own = position.hands[position.seats.index(self._seat)]
        sizes = tuple([len(hand) for hand in position.hands])
        return own, position.trick, position.leader, position.taken, position.pile, sizes, len(position.stock)

    def _count(self, work: int) -> None:
        self.work += work
        if self.work > self._most_work:
            raise TooMuchWorkError(
                f"ahead: there are more than {self._most_work:,} positions to look at: fewer layouts, fewer "
                "cards ahead or a smaller ending would be right"
            )

    def _check_vectors(self, vectors: int) -> None:
        if vectors > MOST_VECTORS:
            raise TooMuchWorkError(
                f"ahead: there are more than {MOST_VECTORS:,} plans to compare ({vectors:,}): fewer layouts, "
                "fewer cards ahead or a smaller ending would be right"
            )


def _undominated(front: Front) -> Front:
    """The vectors that no other one equals or beats in every layout, each once."""
    if len(front) == 1:
        return front
    front = np.unique(front, axis=0)
    order = np.argsort(-front.sum(axis=1, dtype=np.int64), kind="stable")
    kept: list[NDArray[np.int32]] = []
    for vector in front[order]:  # only one with a greater sum can beat it
        if not any((other >= vector).all() for other in kept):
            kept.append(vector)
    return np.array(kept, dtype=np.int32)

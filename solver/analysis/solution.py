"""What a search found: the value of a position, of each card, and how the play goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from solver.positions.position import Position


@dataclass(frozen=True, slots=True)
class Bounds:
    """Proven limits of a value, in what the goal counts; equal when the value is exact."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the two meet."""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, None while it is not known."""
        return self.lower if self.lower == self.upper else None


class Inquiry(Protocol):
    """The question behind a solution, which can still be asked for more."""

    position: Position
    side: tuple[int, ...]
    goal: str

    def total(self, searched: int) -> int:
        """A number that was searched as the goal's total."""

    def cards(self) -> dict[str, Bounds]:
        """Search for every legal card's bounds, in pack order."""

    def line(self) -> list[str]:
        """Search for one best continuation."""

    def touching(self) -> dict[str, str]:
        """Every legal card with the lowest that it touches."""


class Solution:
    """The value of a position for a side under a goal.

    `exact` means everywhere, in JSON too, that everything asked for was proven: the value, of an analysis
    every card's value, and the line where it was asked for with them. Else `stopped` says what ended the
    search ("seconds", "nodes", "memory" or "interrupt"); `lower` and `upper` hold all the same. `value` and
    `total` are None only where they were not proven; `best` and `line` raise where they would lack something.
    """

    __slots__ = ("_cards", "_line", "_question", "_searched", "bounds", "nodes", "seconds", "stopped")

    def __init__(
        self, question: Inquiry, searched: int, bounds: Bounds, nodes: int, seconds: float, stopped: str
    ) -> None:
        """`searched` is the number that was searched, as far as it is proven from below."""
        self._question = question
        self._searched = searched
        self.bounds = bounds
        self.nodes = nodes
        self.seconds = seconds
        self.stopped = stopped
        self._cards: dict[str, Bounds] | None = None
        self._line: list[str] | None = None

    def __getstate__(self) -> tuple[object, ...]:
        """For pickle and copy: what is still to be searched for can be asked for there."""
        return tuple([getattr(self, name) for name in Solution.__slots__])

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for name, value in zip(Solution.__slots__, state, strict=True):
            setattr(self, name, value)

    def keep_cards(self, cards: dict[str, Bounds]) -> None:
        """Remember the cards' bounds, so that they are not searched for again."""
        self._cards = cards

    def keep_line(self, line: list[str]) -> None:
        """Remember the line."""
        self._line = line

    @property
    def position(self) -> Position:
        """The position asked about."""
        return self._question.position

    @property
    def side(self) -> tuple[str, ...]:
        """The seats that share the payoff, in the order of the table."""
        return tuple([self.position.seats[seat] for seat in self._question.side])

    @property
    def goal(self) -> str:
        """The goal, as it was asked for."""
        return self._question.goal

    @property
    def value(self) -> int | None:
        """What the goal's `value` is with best play by all."""
        return self.bounds.value

    @property
    def total(self) -> int | None:
        """The value with what the side has captured before; worked out when asked for."""
        return self._question.total(self._searched) if self.bounds.exact else None

    @property
    def exact(self) -> bool:
        """Whether everything asked for is proven (see the class)."""
        return self.bounds.exact and not self.stopped

    @property
    def lower(self) -> int:
        """No less than this."""
        return self.bounds.lower

    @property
    def upper(self) -> int:
        """No more than this."""
        return self.bounds.upper

    @property
    def best(self) -> list[str]:
        """The cards that keep the value, in pack order, all of them; none when the deal is over.

        A solution searches for them when first asked. Raises `TimeoutError` when a limit stops that search,
        or stopped the analysis before it knew them all, `KeyboardInterrupt` on Ctrl-C; a solution can be
        asked again. `proven_best` has what a stopped analysis knows.
        """
        self._check_value()
        cards = self._card_bounds()
        if any(bounds.lower <= self.lower <= bounds.upper and not bounds.exact for bounds in cards.values()):
            raise TimeoutError(f"the search for every card was stopped by the limit on {self.stopped}")
        return self.proven_best

    @property
    def proven_best(self) -> list[str]:
        """The cards proven to keep the value: of a stopped analysis perhaps not all, or none."""
        if not self.bounds.exact:
            return []
        return [card for card, bounds in self._card_bounds().items() if bounds.value == self.value]

    def _check_value(self) -> None:
        """Raise `TimeoutError` where a limit came before the value."""
        if not self.bounds.exact:
            raise TimeoutError(
                f"the search for the value was stopped by the limit on {self.stopped}: "
                f"it lies between {self.lower} and {self.upper}"
            )

    @property
    def line(self) -> list[str]:
        """One best continuation to the end, cards in order of play; worked out when first asked.

        Raises as `best` does; empty when the deal is over.
        """
        self._check_value()
        if self._line is None:
            self._line = self._question.line()
        return list(self._line)

    def _card_bounds(self) -> dict[str, Bounds]:
        if self._cards is None:
            self._cards = self._question.cards()
        return self._cards

    def __repr__(self) -> str:
        found = self.value if self.bounds.exact else f"{self.lower}..{self.upper}"
        return f"<{type(self).__name__} {self.position.game} {','.join(self.side)} {self.goal}: {found}>"


class Analysis(Solution):
    """A solution with the value of every legal card."""

    __slots__ = ()

    @property
    def card_bounds(self) -> dict[str, Bounds]:
        """Proven bounds of every legal card, in pack order, identical cards once."""
        return dict(self._card_bounds())

    @property
    def cards(self) -> dict[str, int | None]:
        """The side's value for each legal card, if it is played now; None for one not proven."""
        return {card: bounds.value for card, bounds in self._card_bounds().items()}

    def touching(self) -> dict[str, str]:
        """Every legal card in pack order, with the lowest of those that it touches.

        Cards that count the same, with nothing between them that another seat could play, are one card.
        """
        return self._question.touching()

"""What a search found: the value of a position, of each card, and how the play goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.position import Position


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


class Solution:
    """The value of a position for a side under a goal.

    `value` and `total` are None when a limit stopped the search before they were proven (`exact` is False
    then, and `stopped` says which: "seconds", "nodes" or "interrupt"); `lower` and `upper` always hold.
    """

    __slots__ = (
        "_ask_cards", "_ask_line", "_ask_total", "_cards", "_line", "bounds", "goal", "nodes", "position",
        "seconds", "side", "stopped",
    )  # fmt: skip

    def __init__(
        self,
        position: Position,
        side: tuple[str, ...],
        goal: str,
        bounds: Bounds,
        nodes: int,
        seconds: float,
        stopped: str,
        ask_total: Callable[[], int],
        ask_cards: Callable[[], dict[str, Bounds]],
        ask_line: Callable[[], list[str]],
    ) -> None:
        self.position = position
        self.side = side
        self.goal = goal
        self.bounds = bounds
        self.nodes = nodes
        self.seconds = seconds
        self.stopped = stopped
        self._ask_total = ask_total
        self._ask_cards = ask_cards
        self._ask_line = ask_line
        self._cards: dict[str, Bounds] | None = None
        self._line: list[str] | None = None

    def keep_cards(self, cards: dict[str, Bounds]) -> None:
        """Remember the cards' bounds, so that they are not searched for again."""
        self._cards = cards

    def keep_line(self, line: list[str]) -> None:
        """Remember the line."""
        self._line = line

    @property
    def value(self) -> int | None:
        """What the goal's `value` is with best play by all."""
        return self.bounds.value

    @property
    def total(self) -> int | None:
        """The value with what the side has captured before; worked out when asked for."""
        return self._ask_total() if self.exact else None

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return self.bounds.exact

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
        """The cards that keep the value, in pack order; searched for when first asked. Empty if not exact."""
        if not self.exact:
            return []
        return [card for card, bounds in self._card_bounds().items() if bounds.value == self.value]

    @property
    def line(self) -> list[str]:
        """One best continuation to the end, cards in order of play; worked out when first asked."""
        if self._line is None:
            self._line = self._ask_line() if self.exact else []
        return list(self._line)

    def _card_bounds(self) -> dict[str, Bounds]:
        if self._cards is None:
            self._cards = self._ask_cards()
        return self._cards

    def __repr__(self) -> str:
        found = self.value if self.exact else f"{self.lower}..{self.upper}"
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

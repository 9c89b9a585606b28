"""What a search is to maximise: the one scoring form of every game and goal, in the words of the card table.

The search maximises for a side the number

    sum of worth[seat][card] over captures from here on
    + any, first, last trick worth[seat] + bonus[takers at the end]

(or the settlement of `counts`); `value` reads what it found as the user's number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

SUM, FIRST_OUT = "sum", "first-out"  # what a payoff is made of


@dataclass(frozen=True, slots=True)
class Linear:
    """scale * x + offset."""

    scale: int = 1
    offset: int = 0

    def __call__(self, x: int) -> int:
        return self.scale * x + self.offset


@dataclass(frozen=True, slots=True)
class Reached:
    """1 from `at` upwards, else 0: a goal that is met or not."""

    at: int

    def __call__(self, x: int) -> int:
        return int(x >= self.at)


@dataclass(frozen=True, slots=True)
class Steps:
    """A settlement that rises with x, given for each x from `low` upwards; beyond the ends it stays level."""

    low: int
    values: tuple[int, ...]

    def __call__(self, x: int) -> int:
        return self.values[max(0, min(x - self.low, len(self.values) - 1))]


@dataclass(frozen=True, slots=True)
class Counts:
    """Every seat's exact count decides: `kind` spot (the lowest collects the excess) or excess (the most
    loaded pays it); counts so far, and what each captured card adds."""

    kind: str
    so_far: tuple[int, ...]
    weight: Mapping[str, int]


@dataclass(frozen=True)
class Payoff:
    """A goal of one side in one position. Tuples are aligned with the seats; masks have seat i as bit i.

    `first_trick` and "first" in `pointed_tricks` stand for the trick in progress or next to come, and are
    given only while that is the first of the deal. Cards of a widow, a pile, a rest of the stock count as
    captured by whoever takes them.
    """

    side: tuple[int, ...]
    worth: tuple[
        Mapping[str, int], ...
    ]  # per seat: what it adds when that seat captures the card, 0 if absent
    any_trick: tuple[int, ...]
    first_trick: tuple[int, ...]
    last_trick: tuple[int, ...]
    value: Callable[[int], int]
    kind: str = SUM  # or FIRST_OUT: 1 a seat of the side is out first, 0 endless, -1 another is
    pointed: frozenset[str] = frozenset()  # cards and tricks that make their winner a taker
    pointed_tricks: frozenset[str] = frozenset()
    bonus: tuple[int, ...] | None = None  # by mask of takers
    takers: int = 0  # so far
    owner_mark: tuple[int, str] | None = None  # that seat capturing that card sets the bit above the seats
    counts: Counts | None = None
    window: tuple[int, int] | None = None  # only min(max(x, low), high) is asked
    base: object = None  # one object for all payoffs that differ only in how they are read, else None
    from_here_on: bool = False  # the value leaves out what was captured before

    def counted(self, card: str) -> tuple[object, ...]:
        """All that a card counts to each seat; cards of which this is equal count the same."""
        marked = self.owner_mark is not None and self.owner_mark[1] == card
        weight = self.counts.weight.get(card, 0) if self.counts else 0
        taker = self.bonus is not None and card in self.pointed
        return (*[worth.get(card, 0) for worth in self.worth], weight, taker, marked)

    def replace(self, **changes: Any) -> Payoff:
        """A payoff with some fields changed; much quicker than making one anew."""
        twin = object.__new__(Payoff)
        twin.__dict__.update(self.__dict__, **changes)
        return twin

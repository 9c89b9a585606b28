"""Which layouts of hidden hands are looked at: all of them, or some at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from solver.model.errors import PositionError
from solver.model.notation import is_number, without_numpy
from solver.positions.arrays import check_rng
from solver.worlds.layouts import Rng

MOST_WORLDS = 1_000_000
WORLDS, ALL_BELOW = 200, 2000


@dataclass(frozen=True, slots=True)
class Draws:
    """All layouts where there are at most `all_below`, or no more than `worlds`; else `worlds` of them.

    These are drawn by `rng`, a seed or a generator. `worlds` is None for as many as a question usually takes.
    Raises `PositionError` for numbers out of range and for what cannot draw.
    """

    worlds: int | None = None
    all_below: int = ALL_BELOW
    rng: Rng = 0

    def __post_init__(self) -> None:
        for name in ("worlds", "all_below"):
            number = without_numpy(getattr(self, name))
            object.__setattr__(self, name, number)
            if number is None and name == "worlds":
                continue
            if not is_number(number, int) or not 1 <= number <= MOST_WORLDS:
                raise PositionError(f"{name}: a whole number from 1 to {MOST_WORLDS}, not {number!r}")
        check_rng(self.rng)

    def with_usual(self, worlds: int) -> Draws:
        """The same, drawing `worlds` layouts where no number was given."""
        return self if self.worlds is not None else replace(self, worlds=worlds)

    def numbers(self, layouts: int, draw: Callable[[int, Rng], list[int]]) -> Sequence[int]:
        """The numbers of the layouts to look at: a range where that is all, else what `draw` draws."""
        worlds = WORLDS if self.worlds is None else self.worlds
        return range(layouts) if layouts <= max(self.all_below, worlds) else draw(worlds, self.rng)

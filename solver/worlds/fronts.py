"""Fronts: what plans come to in each layout, of those plans that no other is as good as everywhere.

Layouts in which a plan has no choice in common are apart from each other: any plan for the ones goes with any
for the others. So a front is a product of *factors*, each of some layouts with a vector a plan, and of fixed
values in the layouts where there is nothing to plan. The vectors of a factor are few where those of the whole
would be beyond counting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.model.errors import PositionError

MOST_VECTORS = 40_000  # that two factors may be put together to
BLOCK = 512  # vectors compared at once
BEYOND = 1 << 20  # more than any value, in a layout in which a card cannot be played

Vector = NDArray[np.int64]  # the value of a plan in each layout
Vectors = NDArray[np.int64]  # of several plans, a row each
Numbers = NDArray[np.intp]  # of layouts
Weights = NDArray[Any]  # of layouts, whole numbers or not
Join = Callable[[Any, Any], Any]  # np.minimum or np.maximum


class TooMuchWorkError(PositionError):
    """The plans are too many to look at."""


@dataclass(frozen=True, slots=True)
class Factor:
    """The vectors of the plans for some layouts, more than one."""

    numbers: Numbers
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Front:
    """Values that are fixed, one a layout (whatever stands there is of no meaning where a factor has the
    layout), and factors, of which no two have a layout in common."""

    fixed: Vector
    factors: tuple[Factor, ...] = ()

    @classmethod
    def of(cls, vectors: Vectors) -> Front:
        """The front of plans for all layouts, a row a plan."""
        vectors = undominated(vectors)
        if len(vectors) == 1:
            return cls(vectors[0])
        return cls(vectors[0], (Factor(np.arange(vectors.shape[1]), vectors),))

    def best(self, weights: Weights) -> Vector:
        """The vector of the greatest sum, where each layout has this weight."""
        vector = self.fixed.copy()
        for factor in self.factors:
            vector[factor.numbers] = factor.vectors[(factor.vectors @ weights[factor.numbers]).argmax()]
        return vector

    def vectors(self) -> Vectors:
        """Every vector, a row each."""
        whole = self.fixed[None]
        for factor in self.factors:
            check_vectors(len(whole) * len(factor.vectors))
            tiled = np.tile(factor.vectors, (len(whole), 1))
            whole = np.repeat(whole, len(factor.vectors), axis=0)
            whole[:, factor.numbers] = tiled
        return whole

    def moved(self, numbers: Numbers, elsewhere: Vector) -> Front:
        """The front of more layouts, of which these are its own; in the others these values are fixed."""
        fixed = elsewhere.copy()
        fixed[numbers] = self.fixed
        return Front(fixed, tuple([Factor(numbers[each.numbers], each.vectors) for each in self.factors]))

    def highest(self) -> Vector:
        """The most that any of its plans comes to in each layout."""
        vector = self.fixed.copy()
        for factor in self.factors:
            vector[factor.numbers] = factor.vectors.max(axis=0)
        return vector


def joined(one: Front, other: Front, join: Join) -> Front:
    """Plans of two fronts together: in each layout what `join` (`np.minimum`, `np.maximum`) makes of both.

    Factors of the two that have a layout in common become one.
    """
    fixed: Vector = join(one.fixed, other.fixed)
    factors: list[Factor] = []
    for mine, others in _linked(one, other):
        numbers = np.unique(np.concatenate([factor.numbers for factor in (*mine, *others)]))
        left, right = _restricted(one, mine, numbers), _restricted(other, others, numbers)
        check_vectors(len(left) * len(right))
        vectors = undominated(join(left[:, None, :], right[None, :, :]).reshape(-1, len(numbers)))
        if len(vectors) == 1:
            fixed[numbers] = vectors[0]
        else:
            factors.append(Factor(numbers, vectors))
    return Front(fixed, tuple(factors))


def _linked(one: Front, other: Front) -> list[tuple[list[Factor], list[Factor]]]:
    """The factors of two fronts in groups that have no layout in common with any other group."""
    groups: list[tuple[set[int], list[Factor], list[Factor]]] = []
    for side, front in enumerate((one, other), 1):
        for factor in front.factors:
            held = set(factor.numbers.tolist())
            linked = [group for group in groups if not group[0].isdisjoint(held)]
            groups = [group for group in groups if group[0].isdisjoint(held)]
            whole: tuple[set[int], list[Factor], list[Factor]] = (held, [], [])
            for numbers, mine, others in linked:
                whole[0].update(numbers)
                whole[1].extend(mine)
                whole[2].extend(others)
            (whole[1] if side == 1 else whole[2]).append(factor)
            groups.append(whole)
    return [(mine, others) for _, mine, others in groups]


def _restricted(front: Front, factors: Sequence[Factor], numbers: Numbers) -> Vectors:
    """The vectors of a front in these layouts, where it has these factors and else is fixed."""
    part = front.fixed[numbers]
    moved = [Factor(np.searchsorted(numbers, factor.numbers), factor.vectors) for factor in factors]
    return Front(part, tuple(moved)).vectors()


def check_vectors(vectors: int) -> None:
    """Raise `TooMuchWorkError` for more plans than are compared."""
    if vectors > MOST_VECTORS:
        raise TooMuchWorkError(
            f"ahead: there are more than {MOST_VECTORS:,} plans to compare ({vectors:,}): fewer layouts, "
            "fewer cards ahead or a smaller ending would be right"
        )


def undominated(vectors: Vectors) -> Vectors:
    """Those that no other one equals or beats in every layout, each once."""
    if len(vectors) == 1:
        return vectors
    highest = np.asarray(vectors.max(axis=0))
    if (vectors == highest).all(axis=1).any():
        return highest[None]
    ordered = vectors[np.argsort(-vectors.sum(axis=1), kind="stable")]
    kept = ordered[:1]
    for start in range(1, len(ordered), BLOCK):  # only one with no lower sum can equal or beat another
        block = ordered[start : start + BLOCK]
        block = block[~_beaten(block, kept)]
        for vector in block:
            if not (kept >= vector).all(axis=1).any():
                kept = np.vstack([kept, vector])
    return kept


def _beaten(vectors: Vectors, by: Vectors) -> NDArray[np.bool_]:
    """Which vectors one of the others equals or beats in every layout."""
    beaten = np.zeros(len(vectors), dtype=np.bool_)
    for other in by:
        beaten |= (vectors <= other).all(axis=1)
        if beaten.all():
            break
    return beaten

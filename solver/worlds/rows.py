"""Layouts as rows of an array of positions, laid out together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import add_up
from solver.model.cards import CARD_BITS
from solver.positions.array_rows import rows_like
from solver.positions.arrays import Positions
from solver.positions.position import Position
from solver.worlds.facts import STOCK, WIDOW


def lay_out(
    seen: Position,
    unseen: Sequence[str],
    names: Sequence[str],
    places: NDArray[np.uint8],
    orders: NDArray[np.intp],
) -> Positions:
    """The positions in which each unseen card lies in its place, a row each.

    `seen` has empty hands and heaps where nothing is seen. `places` (rows, cards) numbers the place of each
    unseen card among `names`, `orders` (rows, cards of the stock) has the stock's cards in their order.
    """
    array = rows_like(seen, len(places))
    copies = array["widow"].shape[1]
    codes = np.array([CARD_BITS[card] for card in unseen], np.uint8)
    bits = np.uint64(1) << codes.astype(np.uint64)
    for number, name in enumerate(names):
        lies = places == number
        if name == STOCK and orders.size:
            array["stock"][:, : orders.shape[1]] = codes[orders]
        elif name in seen.seats or (name == WIDOW and lies.any()):
            heap = array["widow"] if name == WIDOW else array["hands"][:, seen.seats.index(name)]
            heap[:] = _sets(lies, bits, copies)
    return Positions(array, seen.rules, seen.seats, sound=True)


def _sets(lies: NDArray[np.bool_], bits: NDArray[np.uint64], copies: int) -> NDArray[np.uint64]:
    """The sets of a heap (rows, copies), from which unseen cards lie in it."""
    if copies == 1:
        return (lies.astype(np.uint64) @ bits)[:, None]
    nothing = np.zeros(len(lies), np.uint64)
    return add_up([nothing, *[column * bit for column, bit in zip(lies.T, bits, strict=True)]], copies)

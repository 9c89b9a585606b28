"""Positions as rows of arrays; `solver.core.rows` is the only user."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.api.batch import Batch
from cext.game.packed import GamePayoff, GameRules

class Rows:
    def __init__(
        self,
        hands: Any,
        pile: Any,
        widow: Any,
        stock: Any,
        trick_seat: Any,
        trick_card: Any,
        leader: Any,
        first: Any,
        broken: Any,
        frame: Any,
        *,
        frames: Iterable[tuple[GameRules, Mapping[int, Sequence[int]], bool]],
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def turns(self, turn: Any) -> None: ...
    def legal(self, cards: Any) -> None: ...
    def playable(self, sound: Any) -> None: ...

class RowBatch(Batch):
    def __init__(
        self,
        rows: Rows,
        purpose: Any,
        purposes: Iterable[tuple[GamePayoff, tuple[int, int] | None, bytes]],
        *arrays: Any,
    ) -> None: ...

"""Many searches at once; `solver.core.batch` is the only user."""

from collections.abc import Sequence
from typing import Any

from cext.api.searcher import DealState, Searcher, Stop
from cext.game.packed import GamePayoff

class Batch:
    def __init__(
        self,
        size: int,
        lower: Any,
        upper: Any,
        stops: Any,
        nodes: Any,
        seconds: Any,
        card_lower: Any = None,
        card_upper: Any = None,
    ) -> None: ...
    @property
    def size(self) -> int: ...
    @property
    def interrupted(self) -> bool: ...
    @property
    def done(self) -> int: ...
    def stop(self) -> None: ...
    def work(
        self,
        searcher: Searcher,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        watch_signals: bool = False,
        together: float = 0.0,
        stop: Stop | None = None,
    ) -> None: ...

class DealBatch(Batch):
    def __init__(
        self,
        deals: Sequence[DealState],
        payoffs: Sequence[GamePayoff],
        windows: Sequence[tuple[int, int] | None],
        columns: Sequence[bytes],
        begun: bool,
        *arrays: Any,
    ) -> None: ...

"""What the search of every seat for itself shows to Python; all of it is for `solver.core.search`."""

from collections.abc import Sequence

from cext.api.searcher import DealState, Stop
from cext.game.packed import GamePayoff

class SeatsSearch:
    def __init__(
        self,
        deal: DealState,
        payoffs: Sequence[GamePayoff],
        alike: GamePayoff,
        readings: Sequence[tuple[int, Sequence[int]] | None],
        *,
        least_for_next: bool = ...,
        memory_bytes: int = ...,
    ) -> None: ...
    def solve(
        self,
        *,
        line: bool = True,
        nodes: int = 0,
        seconds: float = 0.0,
        watch_signals: bool = False,
        stop: Stop | None = None,
    ) -> tuple[
        list[int] | None,
        list[tuple[int, int]],
        list[tuple[int, list[int] | None]],
        list[int],
        int,
        str,
    ]: ...

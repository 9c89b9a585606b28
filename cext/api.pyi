"""What the core shows to Python; all of it is for `solver.core`.

Seats are indices, cards slots (0 to 63), sets of cards masks of slots.
"""

from collections.abc import Sequence

from cext.packed import GamePayoff, GameRules

def slots_of(cards: int) -> list[int]: ...
def ranked_slots(cards: int) -> list[int]: ...

class DealPoint:
    def __init__(
        self,
        rules: GameRules,
        hands: Sequence[int],
        leader: int,
        *,
        trick: Sequence[tuple[int, int]] = (),
        pile: int = 0,
        first: bool = False,
        broken: bool = False,
        tricks_left: int = 0,
    ) -> None: ...
    @property
    def rules(self) -> GameRules: ...
    @property
    def over(self) -> bool: ...
    @property
    def to_play(self) -> int: ...
    @property
    def hands(self) -> list[int]: ...
    @property
    def stock_drawn(self) -> int: ...
    @property
    def leader(self) -> int: ...
    @property
    def broken(self) -> bool: ...
    @property
    def trick(self) -> list[tuple[int, int]]: ...
    @property
    def pile(self) -> int: ...
    def copy(self) -> DealPoint: ...
    def legal(self) -> int: ...
    def play(self, slot: int, payoff: GamePayoff) -> list[tuple[int, int]] | None: ...
    def perft(self, depth: int, payoff: GamePayoff) -> int: ...

class Stop:
    def set(self) -> None: ...
    @property
    def address(self) -> int: ...

class Searcher:
    def __init__(self, memory_bytes: int = ...) -> None: ...
    def solve(
        self,
        deal: DealPoint,
        payoff: GamePayoff,
        *,
        window: tuple[int, int] | None = None,
        cards: bool = False,
        line: bool = False,
        nodes: int = 0,
        seconds: float = 0.0,
        watch_signals: bool = False,
        stop: Stop | None = None,
        shortcuts: int = ...,
    ) -> tuple[int, int, list[tuple[int, int, int]], list[int], int, str]: ...

class Batch:
    def __init__(
        self,
        deals: Sequence[DealPoint],
        payoffs: Sequence[GamePayoff],
        windows: Sequence[tuple[int, int] | None],
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def stop(self) -> None: ...
    def work(
        self, searcher: Searcher, *, nodes: int = 0, seconds: float = 0.0, watch_signals: bool = False
    ) -> None: ...
    def results(self) -> list[tuple[int, int, str]]: ...

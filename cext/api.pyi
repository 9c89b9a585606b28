"""What the core shows to Python; all of it is for `solver.core`.

Seats are indices, cards slots (0 to 63), sets of cards masks of slots.
"""

from collections.abc import Sequence

def slots_of(cards: int) -> list[int]: ...

class GameRules:
    def __init__(
        self,
        seats: int,
        follow: int,
        *,
        trump: int = -1,
        cards: int = 0,
        grades: Sequence[int] | None = None,
        draw_each: bool = False,
        cancels: bool = False,
        ends_alone: bool = False,
        one_trick_a_card: bool = True,
        joker: int = -1,
        over_joker: int = 0,
        unled: int = 0,
        breakers: int = 0,
        kept_from_first: int = 0,
        must_lead: int = 0,
        stock: Sequence[int] = (),
    ) -> None: ...

class GamePayoff:
    def __init__(
        self,
        rules: GameRules,
        cards: int,
        side: Sequence[int],
        worth: Sequence[Sequence[int]],
        *,
        any_trick: Sequence[int] | None = None,
        first_trick: Sequence[int] | None = None,
        last_trick: Sequence[int] | None = None,
        pointed: int = 0,
        pointed_any: bool = False,
        pointed_first: bool = False,
        pointed_last: bool = False,
        bonus: Sequence[int] | None = None,
        mark_seat: int = -1,
        mark_card: int = 0,
        counting: int = 0,
        count_worth: Sequence[int] | None = None,
        counts_before: Sequence[int] | None = None,
        takers_before: int = 0,
    ) -> None: ...

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
    def __init__(self) -> None: ...
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

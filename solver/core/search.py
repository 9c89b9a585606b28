"""Searches: questions to the compiled core, one, many at once, or every seat for itself."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypedDict

from cext.api.endless import solve_rounds
from cext.api.maxn import SeatsSearch
from cext.api.searcher import Searcher, Stop
from solver.core.deal import Deal
from solver.core.long_search import TOO_LONG, Control, LongSearch, StoppedError
from solver.core.long_suits import LongState, Tally, distinct
from solver.core.payoff import FIRST_OUT, Payoff

__all__ = ["TOO_LONG", "SearchLimits", "SearchResult", "SeatsResult", "Stop", "search", "search_seats"]


class SearchLimits(Protocol):
    """When a search is to stop: seconds and nodes (None: never), memory in megabytes for all tables."""

    @property
    def seconds(self) -> float | None: ...
    @property
    def nodes(self) -> int | None: ...
    @property
    def memory(self) -> int: ...


class Controls(TypedDict):
    """Limits as every search of the core takes them, 0 for none; memory goes in by a door of its own."""

    nodes: int
    seconds: float
    watch_signals: bool  # the core looks for Ctrl-C; only the main thread can


def controls_of(limits: SearchLimits) -> Controls:
    """The limits of a search on this thread."""
    return {
        "nodes": limits.nodes or 0,
        "seconds": limits.seconds or 0.0,
        "watch_signals": threading.current_thread() is threading.main_thread(),
    }


def bytes_of(limits: SearchLimits) -> int:
    """The memory for tables."""
    return limits.memory << 20


class _ThreadSearcher(threading.local):
    """A searcher a thread, made when it first searches and kept while the memory asked for is the same."""

    def __init__(self) -> None:
        self.memory = 0
        self.searcher: Searcher | None = None

    def get(self, memory: int) -> Searcher:
        """The thread's searcher, with `memory` bytes for its tables; a new one for a search inside another,
        as a signal handler may ask for."""
        if self.searcher is not None and self.searcher.busy:
            return Searcher(memory)
        if self.searcher is None or self.memory != memory:
            self.searcher = None  # its tables first, so that both are never there together
            self.searcher = Searcher(memory)
            self.memory = memory
        return self.searcher

    def let_go(self) -> None:
        """Give back the thread's tables, as a search of another kind is to have the memory."""
        if self.searcher is not None and not self.searcher.busy:
            self.searcher = None


SEARCHER = _ThreadSearcher()


class SearchResult(NamedTuple):
    """What one search found. Bounds are in the payoff's numbers, cards are slots.

    `stopped` is "" or why it ended early: "seconds", "nodes", "memory", "interrupt", or "suits", where more
    of a suit are in play than the core holds, and no limit was set.
    """

    lower: int
    upper: int
    cards: list[tuple[int, int, int]]  # slot, lower, upper
    line: list[int]  # slots, in order of play
    nodes: int
    stopped: str


def search(
    deal: Deal,
    payoff: Payoff,
    limits: SearchLimits,
    *,
    cards: bool,
    line: bool,
    stop: Stop | None = None,
) -> SearchResult:
    """One search: the value, with `cards` every card's too, with `line` one best continuation.

    Another thread ends it by `stop.set()`.
    """
    if isinstance(deal.state, LongState):
        return _search_long(deal, deal.state, payoff, limits, cards=cards, line=line, stop=stop)
    memory, controls = bytes_of(limits), controls_of(limits)
    if payoff.kind == FIRST_OUT:
        SEARCHER.let_go()
        side = sum(1 << seat for seat in payoff.side)
        found = solve_rounds(
            deal.state, side, memory_bytes=memory, cards=cards, line=line, stop=stop, **controls
        )
    else:
        packed = deal.packed_payoff(payoff)
        found = SEARCHER.get(memory).solve(
            deal.state, packed, window=payoff.window, cards=cards, line=line, stop=stop, **controls
        )
    return SearchResult(*found)


def _search_long(
    deal: Deal,
    state: LongState,
    payoff: Payoff,
    limits: SearchLimits,
    *,
    cards: bool,
    line: bool,
    stop: Stop | None,
) -> SearchResult:
    """The search of a deal that the core cannot hold yet; what was proven where it is stopped."""
    controls = controls_of(limits)
    control = Control(state, limits.nodes, limits.seconds, stop, controls["watch_signals"])
    memory = bytes_of(limits) // 2
    long = LongSearch(deal, state, payoff, SEARCHER.get(memory), control, memory)
    outer = long.tally.asked(state)
    bounds, plays, stopped = list(outer), list[int](), ""
    by_card: dict[int, list[int]] | None = None
    try:
        if bounds[0] < bounds[1] and not long.possible:
            raise StoppedError(TOO_LONG)
        long.narrow(long.root, bounds)
        if cards:
            by_card = long.cards(outer, bounds)
            long.narrow_cards(by_card)
        if line:
            plays = long.line(bounds[0], outer) if outer[0] < outer[1] else _any_line(deal, state)
    except StoppedError as error:
        stopped = str(error)
    except KeyboardInterrupt:
        stopped = "interrupt"
    if by_card is None:
        by_card = long.cards(outer, bounds)
    choices = _choices(deal, state) if cards else []
    found = [(slot, by_card[slot][0], by_card[slot][1]) for slot in choices]
    return SearchResult(bounds[0], bounds[1], found, plays, control.nodes, stopped)


def _choices(deal: Deal, state: LongState) -> list[int]:
    """A slot of each card that may be played."""
    return distinct(deal.layout.grades, state.legal())


def _any_line(deal: Deal, state: LongState) -> list[int]:
    """A course of play to the end: any, where nothing that counts is left."""
    state, plays = state.copy(), list[int]()
    while not state.over:
        plays.append(_choices(deal, state)[0])
        state.play(plays[-1])
    return plays


# --- every seat for itself ------------------------------------------------------------------------------


class SeatsResult(NamedTuple):
    """What a max^n search found. A vector has a number a seat; None where the search was stopped before.

    The number is the value itself for a seat whose reading has steps, for others the number searched.
    """

    vector: list[int] | None
    bounds: list[tuple[int, int]]
    cards: list[tuple[int, list[int] | None]]
    line: list[int]
    nodes: int
    stopped: str


def search_seats(
    deal: Deal,
    payoffs: Sequence[Payoff],
    alike: Payoff,
    steps: Sequence[tuple[int, Sequence[int]] | None],
    limits: SearchLimits,
    *,
    least_for_next: bool,
    stop: Stop | None = None,
) -> SeatsResult:
    """Max^n with a payoff a seat; cext/api/maxn.pyx explains `alike` and `steps`."""
    if isinstance(deal.state, LongState):
        return _unsearched_seats(deal, deal.state, payoffs, steps)
    SEARCHER.let_go()
    seats = SeatsSearch(
        deal.state,
        [deal.packed_payoff(payoff) for payoff in payoffs],
        deal.packed_payoff(alike),
        steps,
        least_for_next=least_for_next,
        memory_bytes=bytes_of(limits),
    )
    return SeatsResult(*seats.solve(stop=stop, **controls_of(limits)))


def _unsearched_seats(
    deal: Deal,
    state: LongState,
    payoffs: Sequence[Payoff],
    steps: Sequence[tuple[int, Sequence[int]] | None],
) -> SeatsResult:
    """What is proven for each seat of a deal the core cannot hold."""
    outer = [Tally(payoff, deal.layout).asked(state) for payoff in payoffs]
    bounds = [(_read_by(step, low), _read_by(step, high)) for step, (low, high) in zip(steps, outer)]
    exact = all(low == high for low, high in bounds)
    vector = [low for low, _ in bounds] if exact else None
    plays = _any_line(deal, state) if exact else []
    cards = [(slot, vector) for slot in _choices(deal, state)]
    return SeatsResult(vector, bounds, cards, plays, 0, "" if exact else TOO_LONG)


def _read_by(step: tuple[int, Sequence[int]] | None, number: int) -> int:
    """A searched number, read in steps where its seat's payoff is."""
    if step is None:
        return number
    low, values = step
    return values[max(0, min(number - low, len(values) - 1))]

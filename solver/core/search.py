"""Searches: questions to the compiled core, one, many at once, or every seat for itself."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cext.api import endless as enfle
from cext.api import maxn as seats_core
from cext.api import searcher as api
from solver.core.deal import Deal

if TYPE_CHECKING:
    from solver.core.payoff import Payoff


class Searcher(threading.local):
    """A searcher a thread, made when it first searches and kept while the memory asked for is the same."""

    def __init__(self) -> None:
        self.memory = 0
        self.searcher: Any = None

    def get(self, memory: int) -> Any:
        """The thread's searcher, with so many bytes for its tables; a new one for a search inside another,
        as a signal handler may ask for."""
        if self.searcher is not None and self.searcher.busy:
            return api.Searcher(memory)
        if self.searcher is None or self.memory != memory:
            self.searcher = api.Searcher(memory)
            self.memory = memory
        return self.searcher


_SEARCHER = Searcher()


Found = tuple[int, int, list[tuple[int, int, int]], list[int], int, str]


def search(
    deal: Deal,
    payoff: Payoff,
    *,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    cards: bool,
    line: bool,
    stop: Any = None,
) -> Found:
    """One search: (lower, upper, [(slot, lower, upper)], the line's slots, nodes, why it stopped).

    Another thread ends it by `stop.set()`, where `stop` comes from `new_stop`.
    """
    asked: dict[str, Any] = {
        "cards": cards,
        "line": line,
        "nodes": nodes or 0,
        "seconds": seconds or 0.0,
        "watch_signals": threading.current_thread() is threading.main_thread(),
        "stop": stop,
    }
    found: Found
    if payoff.kind == "enfle":
        side = sum(1 << seat for seat in payoff.side)
        found = enfle.solve_rounds(deal.point, side, memory_bytes=memory, **asked)
    else:
        packed = deal.packed_payoff(payoff)
        found = _SEARCHER.get(memory).solve(deal.point, packed, window=payoff.window, **asked)
    return found


def new_stop() -> Any:
    """A flag that ends searches from another thread; `set()` sets it."""
    return api.Stop()


def search_many(
    deals: Sequence[Deal],
    payoffs: Sequence[Payoff],
    *,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    threads: int | None,
) -> list[tuple[int, int, str]]:
    """Many searches shared out among threads: (lower, upper, why it stopped) each, in order."""
    if any(payoff.kind == "enfle" for payoff in payoffs):
        return _one_by_one(deals, payoffs, seconds=seconds, nodes=nodes, memory=memory)
    packed = [deal.packed_payoff(payoff) for deal, payoff in zip(deals, payoffs, strict=True)]
    batch = api.Batch([deal.point for deal in deals], packed, [payoff.window for payoff in payoffs])
    count = max(1, min(threads or os.cpu_count() or 1, len(deals)))
    limits: dict[str, Any] = {"nodes": nodes or 0, "seconds": seconds or 0.0}
    searchers = [api.Searcher(memory // count) for _ in range(count - 1)]
    helpers = [threading.Thread(target=batch.work, args=(one,), kwargs=limits) for one in searchers]
    try:
        for helper in helpers:
            helper.start()
        on_main = threading.current_thread() is threading.main_thread()
        batch.work(_SEARCHER.get(memory // count), watch_signals=on_main, **limits)
        for helper in helpers:
            helper.join()
    except BaseException:  # Ctrl-C, or whatever a signal handler raised: nobody waits for the others' answers
        batch.stop()
        raise
    results: list[tuple[int, int, str]] = batch.results()
    return results


def _one_by_one(
    deals: Sequence[Deal], payoffs: Sequence[Payoff], *, seconds: float | None, nodes: int | None, memory: int
) -> list[tuple[int, int, str]]:
    """`search_many` where games that can go round are among the questions: those have no batch."""
    results: list[tuple[int, int, str]] = []
    for deal, payoff in zip(deals, payoffs, strict=True):
        found = search(deal, payoff, seconds=seconds, nodes=nodes, memory=memory, cards=False, line=False)
        results.append((found[0], found[1], found[5]))
        if found[5] == "interrupt":
            raise KeyboardInterrupt
    return results


# --- every seat for itself ------------------------------------------------------------------------------


class FoundSeats(NamedTuple):
    """What a max^n search found. A vector has a number a seat; None where the search was stopped before.

    Of a seat whose number is read in steps it is the value, of others the number searched.
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
    *,
    least_for_next: bool,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    stop: Any = None,
) -> FoundSeats:
    """Max^n with a payoff a seat; `alike` and `steps` are told of in cext/api/maxn.pyx."""
    search = seats_core.SeatsSearch(
        deal.point,
        [deal.packed_payoff(payoff) for payoff in payoffs],
        deal.packed_payoff(alike),
        steps,
        ties=1 if least_for_next else -1,
        memory_bytes=memory,
    )
    on_main = threading.current_thread() is threading.main_thread()
    found = search.solve(nodes=nodes or 0, seconds=seconds or 0.0, watch_signals=on_main, stop=stop)
    return FoundSeats(*found)

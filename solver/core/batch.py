"""Many searches at once, shared out among threads, and the arrays that their answers go into."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cext.api.batch import Batch, DealBatch
from cext.api.searcher import DealState, Searcher, Stop
from cext.base.limits import STOPS
from solver.core.deal import Deal
from solver.core.payoff import FIRST_OUT, Payoff
from solver.core.search import SEARCHER, TOO_LONG, SearchLimits, bytes_of, controls_of, search
from solver.core.slots import Layout

Answering = Callable[[Batch], object]  # has a batch answered

NO_COLUMN = 255
GLANCE = 0.1  # seconds between two looks at how far the threads are
SHORTEST = 1e-9  # seconds that are as good as none, where 0 would be no limit
REASONS = (*STOPS, TOO_LONG)  # why a search stopped
NOT_PLAYABLE = np.iinfo(np.int32).min  # in a card's place where the seat may not play it


class Found:
    """What searches found, a row a question: numbers searched, not yet read as the goal counts them.

    `card_lower` and `card_upper`, where every card was asked for, have a column a card of the pack;
    `NOT_PLAYABLE` stands where the card may not be played.
    """

    def __init__(self, size: int, cards: int | None) -> None:
        self.lower = np.zeros(size, np.int32)
        self.upper = np.zeros(size, np.int32)
        self.stops = np.zeros(size, np.uint8)
        self.nodes = np.zeros(size, np.int64)
        self.seconds = np.zeros(size, np.float64)
        self.card_lower = self.card_upper = None
        if cards is not None:
            self.card_lower = np.full((size, cards), NOT_PLAYABLE, np.int32)
            self.card_upper = np.full((size, cards), NOT_PLAYABLE, np.int32)

    def arrays(self) -> tuple[NDArray[Any] | None, ...]:
        """All of them, in the order that the core's batch takes them."""
        return (
            self.lower, self.upper, self.stops, self.nodes, self.seconds, self.card_lower, self.card_upper,
        )  # fmt: skip

    def by_name(self) -> dict[str, NDArray[Any]]:
        """Those that there are, by name."""
        return {name: array for name, array in vars(self).items() if array is not None}

    def put(self, places: NDArray[np.intp], part: Mapping[str, NDArray[Any]]) -> None:
        """Put in what was found for the questions in these places."""
        for name, array in self.by_name().items():
            array[places] = part[name]

    def expect(self, reason: str) -> None:
        """Say why the searches that will not be begun have stopped."""
        self.stops.fill(REASONS.index(reason))

    def stopped(self, place: int) -> str:
        """Why a search stopped: "nodes", "seconds", "memory" or "suits", "" where it came to its end."""
        return REASONS[int(self.stops[place])]


def run(batch: Batch, limits: SearchLimits, threads: int | None, stop: Stop | None = None) -> None:
    """Answer a batch of the core on this many threads (None: one a core).

    Limits of seconds and nodes hold for each search, the memory is shared by all threads. Raises
    `KeyboardInterrupt` on Ctrl-C, or where another thread sets `stop`.
    """
    count = max(1, min(threads or os.cpu_count() or 1, batch.size))
    memory, controls = bytes_of(limits) // count, controls_of(limits)
    unwatched = {**controls, "watch_signals": False, "stop": stop}
    searchers = [Searcher(memory) for _ in range(count - 1)]
    helpers = [threading.Thread(target=batch.work, args=(one,), kwargs=unwatched) for one in searchers]
    try:
        for helper in helpers:
            helper.start()
        batch.work(SEARCHER.get(memory), **controls, stop=stop)
        for helper in helpers:
            helper.join()
    except BaseException:  # Ctrl-C, or whatever a signal handler raised: nobody waits for the others' answers
        batch.stop()
        if stop is not None:
            stop.set()
        raise
    if batch.interrupted:
        raise KeyboardInterrupt


class CrewStoppedError(Exception):
    """A limit, or another thread, ended the work: why, in a word."""


class Crew:
    """Threads that answer one batch after another, each with a searcher that it keeps.

    The seconds are for all batches together, from now on, the nodes for each search. Another thread, or
    Ctrl-C, ends what is being answered by `stop`; then `interrupted`.
    """

    def __init__(self, limits: SearchLimits, threads: int, stop: Stop | None = None) -> None:
        self.stop = Stop() if stop is None else stop
        self.interrupted = False
        self._limits = limits
        self._threads = threads
        self._searchers: list[Searcher] = []
        self._until = None if limits.seconds is None else time.monotonic() + limits.seconds

    def _left(self) -> float:
        """Seconds that are left, 0 for no limit."""
        return 0.0 if self._until is None else max(SHORTEST, self._until - time.monotonic())

    def check(self) -> None:
        """Raise `CrewStoppedError` where the time is over, or somebody has ended the work."""
        if self.stop.is_set:
            raise CrewStoppedError("interrupt")
        if self._until is not None and time.monotonic() >= self._until:
            raise CrewStoppedError("seconds")

    def controls(self) -> dict[str, Any]:
        """The limits of a search outside any batch, on this thread."""
        controls = {**controls_of(self._limits), "seconds": self._left(), "stop": self.stop}
        return {**controls, "memory_bytes": bytes_of(self._limits)}

    def run(self, batch: Batch, each: Callable[[int], object] = lambda _: None) -> None:
        """Answer a batch as far as time goes; `each` hears now and then how many questions are answered.

        Once `stop` is set nothing is begun any more.
        """
        if self.stop.is_set:
            return
        if not self._searchers:
            SEARCHER.let_go()
            self._searchers = [
                Searcher(bytes_of(self._limits) // self._threads) for _ in range(self._threads)
            ]
        nodes, together = self._limits.nodes or 0, self._left()
        ended = [threading.Event() for _ in self._searchers]
        begun: list[threading.Event] = []

        def work(searcher: Searcher, end: threading.Event) -> None:
            try:
                batch.work(searcher, nodes=nodes, together=together, stop=self.stop)
            finally:
                end.set()

        try:
            for searcher, end in zip(self._searchers, ended, strict=True):
                threading.Thread(target=work, args=(searcher, end)).start()
                begun.append(end)
            for end in ended:  # a thread's own join, cut short by Ctrl-C, takes it for ended
                while not end.wait(GLANCE):
                    each(batch.done)
            each(batch.done)
        except BaseException as error:
            self.stop.set()
            for end in begun:
                end.wait()
            if not isinstance(error, KeyboardInterrupt):
                raise
            self.interrupted = True


def columns_of(layout: Layout, cards: Sequence[str] | None) -> bytes:
    """For each slot of a layout the column of its card among these, `NO_COLUMN` for none."""
    column = {card: place for place, card in enumerate(cards or ())}
    return bytes([column.get(name, NO_COLUMN) for name in layout.names])


def search_deals(
    deals: Sequence[Deal],
    payoffs: Sequence[Payoff],
    limits: SearchLimits,
    threads: int | None,
    cards: Sequence[str] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Search many deals, each for its payoff; with `cards`, the pack's, for the value of each as well."""
    found = Found(len(deals), None if cards is None else len(cards))
    together = np.array(
        [
            isinstance(deal.state, DealState) and payoff.kind != FIRST_OUT
            for deal, payoff in zip(deals, payoffs, strict=True)
        ],
        np.bool_,
    )
    answering: tuple[Callable[..., Found], ...] = (partial(_together, threads=threads), _one_by_one)
    for places, answer in zip((np.flatnonzero(together), np.flatnonzero(~together)), answering, strict=True):
        if len(places):
            asked = [deals[place] for place in places.tolist()]
            wanted = [payoffs[place] for place in places.tolist()]
            found.put(places, answer(asked, wanted, limits, cards, stop).by_name())
    return found


def _together(
    deals: Sequence[Deal],
    payoffs: Sequence[Payoff],
    limits: SearchLimits,
    cards: Sequence[str] | None,
    stop: Stop | None,
    *,
    threads: int | None,
) -> Found:
    """`search_deals` where the core holds them all."""
    found = Found(len(deals), None if cards is None else len(cards))
    columns: dict[int, bytes] = {}
    for deal in deals:
        if id(deal.layout) not in columns:
            columns[id(deal.layout)] = columns_of(deal.layout, cards)
    batch = DealBatch(
        [deal.core_point for deal in deals],
        [deal.packed_payoff(payoff) for deal, payoff in zip(deals, payoffs, strict=True)],
        [payoff.window for payoff in payoffs],
        [columns[id(deal.layout)] for deal in deals],
        False,
        *found.arrays(),
    )
    run(batch, limits, threads, stop)
    return found


def _one_by_one(
    deals: Sequence[Deal],
    payoffs: Sequence[Payoff],
    limits: SearchLimits,
    cards: Sequence[str] | None,
    stop: Stop | None,
) -> Found:
    """`search_deals` where there is no batch: games that can go round, deals that the core cannot hold."""
    found = Found(len(deals), None if cards is None else len(cards))
    stops = {text: number for number, text in enumerate(REASONS)}
    for place, (deal, payoff) in enumerate(zip(deals, payoffs, strict=True)):
        start = time.perf_counter()
        answer = search(deal, payoff, limits, cards=cards is not None, line=False, stop=stop)
        if answer.stopped == "interrupt":
            raise KeyboardInterrupt
        found.lower[place], found.upper[place], found.nodes[place] = answer.lower, answer.upper, answer.nodes
        found.stops[place], found.seconds[place] = stops[answer.stopped], time.perf_counter() - start
        if cards is not None and found.card_lower is not None and found.card_upper is not None:
            bounds = deal.by_card({slot: (least, most) for slot, least, most in answer.cards})
            for card, (least, most) in bounds.items():
                found.card_lower[place, cards.index(card)] = least
                found.card_upper[place, cards.index(card)] = most
    return found

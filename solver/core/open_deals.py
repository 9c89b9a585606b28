"""Deals played on card by card for one payoff, and the values of many points of them found together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext.api.batch import DealBatch
from cext.api.endless import solve_rounds
from cext.api.searcher import DealState
from solver.core.batch import NO_COLUMN, REASONS, Crew, Found
from solver.core.deal import Deal
from solver.core.payoff import FIRST_OUT, Payoff


class OpenDeal:
    """A deal with a payoff that counts from its start on, wherever it is played on to."""

    __slots__ = ("_columns", "drawing", "names", "packed", "payoff", "start")

    def __init__(self, deal: Deal, payoff: Payoff) -> None:
        self.payoff = payoff
        self.packed = deal.packed_payoff(payoff)
        self.names = deal.layout.names
        self.drawing = deal.rules.unequal or bool(deal.position.stock)
        self.start = Stand(self, deal.core_point.begun(self.packed), 0)
        self._columns: dict[tuple[int, ...], bytes] = {}

    def columns(self, slots: Sequence[int]) -> bytes:
        """For each slot its place among these."""
        key = tuple(slots)
        if key not in self._columns:
            places = bytearray([NO_COLUMN] * len(self.names))
            for place, slot in enumerate(slots):
                places[slot] = place
            self._columns[key] = bytes(places)
        return self._columns[key]


class Stand(NamedTuple):
    """Where a deal stands, and what it has brought since its start as the payoff's number."""

    deal: OpenDeal
    state: DealState
    gain: int

    def play(self, slot: int) -> Stand:
        """After a card that may be played."""
        state, gain = self.state.after(slot, self.deal.packed)
        return Stand(self.deal, state, self.gain + gain)


class Values(NamedTuple):
    """The values of stands, counted from the start of their deals; of every card where these were asked for:
    one row a stand, its cards in the order of `DealState.plays`. `stopped` where a limit came first."""

    values: NDArray[np.int64]
    stopped: str = ""


def values_of(
    stands: Sequence[Stand], crew: Crew, *, cards: bool, each: Callable[[int], object] = lambda _: None
) -> Values:
    """Search stands with open hands; with `cards` every card's value."""
    plays = [stand.state.plays() for stand in stands] if cards else []
    width = max(map(len, plays), default=0) if cards else None
    found = Found(len(stands), width)
    found.expect("interrupt")
    if stands and stands[0].deal.payoff.kind == FIRST_OUT:
        _round_by_round(stands, plays, crew, found, each)
    else:
        crew.run(
            DealBatch(
                [stand.state for stand in stands],
                [stand.deal.packed for stand in stands],
                [_window(stand) for stand in stands],
                [stand.deal.columns(slots) for stand, slots in zip(stands, plays, strict=True)]
                if cards
                else [bytes(64)] * len(stands),
                True,
                *found.arrays(),
            ),
            each,
        )
    return _read(stands, plays, found)


def _window(stand: Stand) -> tuple[int, int] | None:
    """What of the payoff's number is still asked about."""
    window = stand.deal.payoff.window
    return None if window is None else (window[0] - stand.gain, window[1] - stand.gain)


def _round_by_round(
    stands: Sequence[Stand],
    plays: Sequence[Sequence[int]],
    crew: Crew,
    found: Found,
    each: Callable[[int], object],
) -> None:
    """Search stands of a game that can go round for ever, one by one."""
    for place, stand in enumerate(stands):
        side = sum([1 << seat for seat in stand.deal.payoff.side])
        answer = solve_rounds(stand.state, side, cards=bool(plays), **crew.controls())
        found.lower[place], found.upper[place] = answer[:2]
        found.stops[place] = REASONS.index(answer[5])
        for slot, lower, upper in answer[2]:
            column = plays[place].index(slot)
            assert found.card_lower is not None
            assert found.card_upper is not None
            found.card_lower[place, column], found.card_upper[place, column] = lower, upper
        each(place + 1)
        if answer[5]:
            break


def _read(stands: Sequence[Stand], plays: Sequence[Sequence[int]], found: Found) -> Values:
    """What was found as the goal counts it."""
    lower, upper = found.lower[:, None], found.upper[:, None]
    if plays:
        assert found.card_lower is not None
        assert found.card_upper is not None
        lower, upper = found.card_lower, found.card_upper
    open_rows = np.flatnonzero((lower != upper).any(axis=1) | ((found.stops != 0) & (found.nodes == 0)))
    if len(open_rows):
        return Values(np.zeros((0, 0), np.int64), found.stopped(int(open_rows[0])))
    gains = np.array([stand.gain for stand in stands], np.int64)[:, None]
    return Values(_as_counted(stands, lower + gains))


def _as_counted(stands: Sequence[Stand], searched: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers searched as the goal of each deal counts them; each different one is worked out once."""
    readings = {stand.deal.payoff.value: place for place, stand in enumerate(stands)}
    which = np.array([readings[stand.deal.payoff.value] for stand in stands])
    counted = np.empty_like(searched)
    for value, place in readings.items():
        rows = which == place
        numbers, at = np.unique(searched[rows], return_inverse=True)
        counted[rows] = np.array([value(n) for n in numbers.tolist()], np.int64)[
            at.reshape(-1, searched.shape[1])
        ]
    return counted

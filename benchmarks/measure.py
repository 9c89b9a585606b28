"""Timing: passes through a deck, ours and the peer's by turns, and what comes of them."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.contenders import Answer, Call, Contender
from benchmarks.trials import Trial

STATM = Path("/proc/self/statm")
PAGE_KB = 4


@dataclass(frozen=True)
class Effort:
    """How much of a run to make."""

    positions: int | None  # of a deck; None: all
    deals: int | None  # of a deck of whole deals
    runs: int  # passes at most
    budget: float  # seconds after which a trial begins no further pass
    patience: float  # seconds after which a position is given up


FULL = Effort(positions=None, deals=None, runs=5, budget=25.0, patience=10.0)
QUICK = Effort(positions=20, deals=4, runs=2, budget=4.0, patience=2.0)


@dataclass(frozen=True, slots=True)
class Shot:
    """A call that was timed: seconds a call."""

    seconds: float
    answer: Answer


@dataclass(frozen=True)
class Figures:
    """What a deck took. Times in seconds a position: each position's is the median of its runs."""

    contender: str
    deck: str
    positions: int
    unfinished: int  # given up; their times are those after which that happened
    median: float
    p90: float | None  # None: the deck is timed as a whole
    max: float | None
    nodes: int | None
    nodes_per_second: int | None
    per_second: int


@dataclass(frozen=True)
class Result:
    """A row of the table."""

    trial: Trial
    runs: int
    ours: Figures | None
    peer: Figures | None
    ratio: float | None  # the median over the runs of the ratio of medians
    ratio_range: tuple[float, float] | None
    disagreements: int | None  # positions with another answer than the peer's; None: not compared
    memory_growth_kb: int | None  # of the process over the calls in a row
    notes: tuple[str, ...] = ()


# --- one trial ------------------------------------------------------------------------------------------


def run(trial: Trial, effort: Effort) -> Result:
    """Measure one trial."""
    notes = tuple(who.missing() for who in (trial.ours, trial.peer) if who and who.missing())
    ours = trial.ours
    peer = trial.peer if trial.peer and not trial.peer.missing() else None
    mine: list[list[Shot]] = []
    theirs: list[list[Shot]] = []
    growth = None
    start = time.perf_counter()
    for done in range(effort.runs):
        if done and (time.perf_counter() - start) * (done + 1) / done > effort.budget:
            break
        if ours:
            shots, growth = one_pass(ours, trial, effort)
            mine.append(shots)
        if peer:
            theirs.append(one_pass(peer, trial, effort)[0])
    ratios = _ratios(mine, theirs, trial)
    return Result(
        trial,
        max(len(mine), len(theirs)),
        figures(ours, mine, ours.nodes(_count(trial, effort), patience(trial, effort)) if ours else None),
        figures(peer, theirs, peer.nodes(_count(trial, effort), patience(trial, effort)) if peer else None),
        median(ratios) if ratios else None,
        (min(ratios), max(ratios)) if ratios else None,
        disagreements(mine[0], theirs[0]) if trial.same_work and mine and theirs else None,
        growth,
        notes,
    )


def one_pass(contender: Contender, trial: Trial, effort: Effort) -> tuple[list[Shot], int | None]:
    """Once through the deck, and by how many kilobytes the process grew where calls come in a row."""
    calls = contender.calls(_count(trial, effort), patience(trial, effort))
    if trial.calls > 1:
        for call in calls:
            call()
    gc.collect()
    gc.disable()
    try:
        before = resident_kb()
        shots = [_timed(call, trial.calls) for call in calls]
        after = resident_kb()
    finally:
        gc.enable()
    told = trial.calls > 1 and before is not None and after is not None
    return shots, (after or 0) - (before or 0) if told else None


def _count(trial: Trial, effort: Effort) -> int | None:
    """How many positions of the deck are taken."""
    if trial.calls > 1:
        return None
    return effort.deals if trial.long else effort.positions


def patience(trial: Trial, effort: Effort) -> float:
    """Seconds after which a position of this trial is given up."""
    return min(effort.patience, trial.patience or effort.patience)


def _timed(call: Call, times: int) -> Shot:
    if times == 1:
        start = time.perf_counter()
        answer = call()
        return Shot(time.perf_counter() - start, answer)
    start = time.perf_counter()
    for _ in range(times):
        answer = call()
    return Shot((time.perf_counter() - start) / times, answer)


def resident_kb() -> int | None:
    """Memory of this process, None where the system does not say it in this way."""
    try:
        return int(STATM.read_text().split()[1]) * PAGE_KB
    except (OSError, IndexError, ValueError):
        return None


# --- figures --------------------------------------------------------------------------------------------


def figures(
    contender: Contender | None, passes: Sequence[Sequence[Shot]], deck_nodes: int | None = None
) -> Figures | None:
    """What one contender's passes come to; `deck_nodes` where its calls do not give them."""
    if contender is None or not passes:
        return None
    answers = [shot.answer for shot in passes[0]]
    times = sorted(median(shot.seconds for shot in same) for same in zip(*passes, strict=True))
    total = sum(times)
    positions = sum(answer.positions for answer in answers)
    told = [answer.nodes for answer in answers if answer.nodes is not None]
    nodes = sum(told) if told else deck_nodes
    whole = len(answers) == 1 and positions > 1
    return Figures(
        contender.name,
        contender.deck,
        positions,
        sum(not answer.finished for answer in answers),
        times[0] / positions if whole else part_at(times, 0.5),
        None if whole else part_at(times, 0.9),
        None if whole else times[-1],
        nodes,
        None if nodes is None else round(nodes / total),
        round(positions / total),
    )


def part_at(times: Sequence[float], part: float) -> float:
    """The time within which that part of the (sorted) times lies, between neighbours in proportion."""
    place = part * (len(times) - 1)
    below = int(place)
    above = min(below + 1, len(times) - 1)
    return times[below] + (times[above] - times[below]) * (place - below)


def _ratios(mine: Sequence[Sequence[Shot]], theirs: Sequence[Sequence[Shot]], trial: Trial) -> list[float]:
    """Run by run the ratio of medians; `gain` has the peer's time above."""
    middles = [
        (median(shot.seconds for shot in one), median(shot.seconds for shot in other))
        for one, other in zip(mine, theirs)
    ]
    return [theirs / ours if trial.ratio == "gain" else ours / theirs for ours, theirs in middles]


def disagreements(mine: Sequence[Shot], theirs: Sequence[Shot]) -> int:
    """Positions for which the two found different answers; those given up say nothing."""
    pairs = [(one.answer, other.answer) for one, other in zip(mine, theirs, strict=True)]
    return sum(one.finished and other.finished and one.value != other.value for one, other in pairs)

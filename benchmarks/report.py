"""A run as a table for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.machine import Machine
from benchmarks.measure import Effort, Figures, Result

RATIO_WORDS = {
    "time": "our median by the peer's",
    "cost": "the goal's median by that of points",
    "gain": "one thread's time by that of two",
}


@dataclass(frozen=True)
class Report:
    """All of one run."""

    machine: Machine
    effort: Effort
    measure: Figures | None  # DDS on whole bridge deals: how fast this machine is
    results: tuple[Result, ...]

    @property
    def wrong(self) -> int:
        """Positions for which two solvers of the same game did not agree."""
        return sum(result.disagreements or 0 for result in self.results)

    def notes(self) -> list[str]:
        """What is left out and why, each line once."""
        return list(dict.fromkeys(note for result in self.results for note in result.notes))


def heading(report: Report) -> list[str]:
    """What stands above the table."""
    lines = report.machine.lines()
    if report.measure:
        middle, most = duration(report.measure.median), duration(report.measure.max)
        whole = "DDS (endplay), whole bridge deals, notrump, best score"
        lines.append(f"The machine's measure: {whole}: median {middle}, max {most}")
    return lines


def table(report: Report) -> Table:
    """A row for each contender of each trial; ratio and aim stand in our row."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column("suite", no_wrap=True)
    shown.add_column("solver", no_wrap=True)
    for title in ("positions", "median", "p90", "max", "a second", "nodes", "nodes/s", "ratio"):
        shown.add_column(title, justify="right", no_wrap=True)
    shown.add_column("aim", no_wrap=True)
    before = ""
    for result in report.results:
        if before and before != result.trial.group:
            shown.add_section()
        before = result.trial.group
        if result.ours:
            shown.add_row(
                result.trial.name,
                *_numbers(result.ours, _stopped(result)),
                ratio_text(result),
                result.trial.aim,
            )
        if result.peer:
            shown.add_row("" if result.ours else result.trial.name, *_numbers(result.peer, False), "", "")
    return shown


def _stopped(result: Result) -> bool:
    return result.ours is not None and result.ours.unfinished > 0


def _numbers(figures: Figures, stopped: bool) -> tuple[str, ...]:
    """The cells of a contender. Where positions were given up, times are given as a lower bound."""
    half = stopped and 2 * figures.unfinished >= figures.positions
    tenth = stopped and 10 * figures.unfinished >= figures.positions
    return (
        figures.contender,
        f"{figures.positions:,}",
        ">" * half + duration(figures.median),
        ">" * tenth + duration(figures.p90),
        ">" * stopped + duration(figures.max),
        f"{figures.per_second:,}",
        short(figures.nodes),
        short(figures.nodes_per_second),
    )


def remarks(results: Sequence[Result]) -> list[str]:
    """What a reader has to know of single rows, a line each."""
    told = []
    for result in results:
        name = result.trial.name
        if result.ours and result.ours.unfinished:
            told.append(f"{name}: {result.ours.unfinished} given up, counted with the time they had")
        if result.memory_growth_kb is not None:
            told.append(f"{name}: the process grew by {result.memory_growth_kb} KB over the calls")
        if result.disagreements:
            told.append(f"{name}: {result.disagreements} ANSWERS DIFFER between the two")
    compared = [result for result in results if result.disagreements == 0]
    if compared:
        told.append(
            f"answers compared, and all the same: {', '.join(result.trial.name for result in compared)}"
        )
    return told


def ratio_text(result: Result) -> str:
    """The ratio with its range over the runs; `>` where our positions given up make it too small."""
    if result.ratio is None:
        return ""
    text = ">" * _stopped(result) + f"{result.ratio:.2f}"
    if not result.ratio_range or result.runs == 1:
        return text
    low, high = result.ratio_range
    return f"{text} ({low:.2f}-{high:.2f})"


def duration(seconds: float | None) -> str:
    """A time in the unit in which it is read best; nothing for None."""
    if seconds is None:
        return ""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds * 1e6:.1f} us"


def short(number: int | None) -> str:
    """A count with three figures: 1.23M, 45.6k; nothing for None."""
    if number is None:
        return ""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}" if number < 1000 * size else f"{number / size:,.0f}{letter}"
    return str(number)


def footing(report: Report) -> list[str]:
    """What stands below the table."""
    effort = report.effort
    return [
        *remarks(report.results),
        "",
        "A time is a whole call from Python for one position, searched with an empty table; each position's",
        f"time is the median of its runs (up to {effort.runs}, ours and the peer's by turns). A position is",
        f"given up after {effort.patience:g} s (whist: 2 s at most).",
        "ratio: our median by the peer's; for goals the goal's by that of points; for threads one thread's",
        "time by that of two. The median over the runs, with the least and the greatest in brackets.",
        "cinch-6 stands beside belote, the nearest game that a peer solves, not the same one.",
        *report.notes(),
    ]


def as_json(report: Report) -> str:
    """The whole run for programs."""
    results = [_row(result) for result in report.results]
    value: dict[str, Any] = {
        "machine": asdict(report.machine),
        "effort": asdict(report.effort),
        "measure": asdict(report.measure) if report.measure else None,
        "notes": report.notes(),
        "results": results,
    }
    return json.dumps(value, indent=1)


def _row(result: Result) -> dict[str, Any]:
    trial = result.trial
    return {
        "suite": trial.name,
        "group": trial.group,
        "about": trial.about,
        "aim": trial.aim,
        "runs": result.runs,
        "ours": asdict(result.ours) if result.ours else None,
        "peer": asdict(result.peer) if result.peer else None,
        "ratio": result.ratio,
        "ratio_is": RATIO_WORDS[trial.ratio],
        "ratio_range": result.ratio_range,
        "disagreements": result.disagreements,
        "memory_growth_kb": result.memory_growth_kb,
    }


def markdown(report: Report) -> str:
    """The run in short for a README: what was asked, our figures, the peer's, the ratio and the aim."""
    rows = [
        "| | median | p90 | max | beside | its median | its max | ratio | aim |",
        "|---|" + "--:|" * 7 + "---|",
    ]
    for result in report.results:
        ours = _numbers(result.ours, _stopped(result)) if result.ours else ("",) * 8
        peer = _numbers(result.peer, False) if result.peer else ("",) * 8
        if result.ours and result.ours.max is None:
            ours = ("", "", f"{ours[5]} a second", "", "", "", "", "")
            peer = (peer[0], "", f"{peer[5]} a second" if result.peer else "", "", "", "", "", "")
        cells = [
            result.trial.about,
            *ours[2:5],
            peer[0],
            peer[2],
            peer[4],
            ratio_text(result),
            result.trial.aim,
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([*(f"{line}  " for line in heading(report)), "", *rows]) + "\n"


def abouts(results: Sequence[Result]) -> Table:
    """What each suite is, for the head of a text file."""
    shown = Table(box=None, show_header=False, pad_edge=False)
    for result in results:
        shown.add_row(result.trial.name, result.trial.about)
    return shown

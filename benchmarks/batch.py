"""`python -m benchmarks batch`: many positions from file to file, beside other ways to have them answered.

Each way is a process of its own from start to end, ours and the other by turns, and the ratio is taken run by
run.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from solver import Positions

OPENHAND = f"{sys.executable} -m solver"
SEARCH = (
    f"{sys.executable} -c 'import sys, time; from solver import Positions, solve_batch;"
    " deals = Positions.from_parquet(sys.argv[1]); began = time.perf_counter(), time.process_time();"
    " solve_batch(deals, threads=2); print(time.perf_counter() - began[0], time.process_time() - began[1])'"
)


@dataclass(frozen=True)
class Comparison:
    """Two ways with the same positions; `told` if the other prints the times that count."""

    about: str
    ours: str
    other: str
    aim: str
    told: bool = False


COMPARISONS = {
    "endings": (
        Comparison(
            "four-card Cinch, Parquet to Parquet; beside analyze --json of JSON lines",
            f"{OPENHAND} batch endings.parquet out.parquet --jobs 2 --overwrite --no-progress",
            f"{OPENHAND} analyze endings.jsonl --json --jobs 2 > answers.jsonl",
            "at least 5 times as fast",
        ),
        Comparison(
            "the same; beside analyze --json --no-line --solutions 1",
            f"{OPENHAND} batch endings.parquet out.parquet --jobs 2 --overwrite --no-progress",
            f"{OPENHAND} analyze endings.jsonl --json --no-line --solutions 1 --jobs 2 > answers.jsonl",
            "",
        ),
    ),
    "deals": (
        Comparison(
            "six-card Cinch deals, Parquet to Parquet; beside solve_batch alone, two threads",
            f"{OPENHAND} batch deals.parquet out.parquet --jobs 2 --overwrite --no-progress",
            f"{SEARCH} deals.parquet",
            "at most 1.10 times its time",
            told=True,
        ),
    ),
}


@click.command()
@click.option("--endings", default=200_000, show_default=True, help="Four-card positions.")
@click.option("--deals", default=40_000, show_default=True, help="Whole deals.")
@click.option("--runs", default=3, show_default=True)
def batch(endings: int, deals: int, runs: int) -> None:
    """Measure batch beside analyze and beside the search alone, on two cores."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        few = Positions.random("cinch", endings, cards=4)
        few.to_parquet(here / "endings.parquet")
        with (here / "endings.jsonl").open("w", encoding="utf-8") as stream:
            stream.writelines(position.to_json() + "\n" for position in few)
        began = time.perf_counter()
        Positions.random("cinch", 1_000_000)
        click.echo(f"a million random deals of Cinch made: {time.perf_counter() - began:.1f} s (aim: 20)")
        Positions.random("cinch", deals).to_parquet(here / "deals.parquet")
        for name, comparisons in COMPARISONS.items():
            count = endings if name == "endings" else deals
            for comparison in comparisons:
                click.echo(_line(comparison, count, [_run(comparison, here) for _ in range(runs)]))


@dataclass(frozen=True)
class Times:
    """What a process took, in seconds; the processor's of all its threads."""

    wall: float
    processor: float


def _run(comparison: Comparison, folder: Path) -> tuple[Times, Times]:
    """The times of both."""
    ours, _ = _timed(comparison.ours, folder)
    other, printed = _timed(comparison.other, folder)
    return ours, Times(*map(float, printed.split())) if comparison.told else other


def _timed(command: str, folder: Path) -> tuple[Times, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    began, before = time.perf_counter(), _processor()
    result = subprocess.run(
        command, shell=True, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return Times(time.perf_counter() - began, _processor() - before), result.stdout


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _line(comparison: Comparison, positions: int, runs: Sequence[tuple[Times, Times]]) -> str:
    ours, other = (statistics.median(one.wall for one in column) for column in zip(*runs, strict=True))
    ratios = sorted(mine.wall / theirs.wall for mine, theirs in runs)
    processor = statistics.median(mine.processor / theirs.processor for mine, theirs in runs)
    return (
        f"{comparison.about}: {positions / ours:,.0f} and {positions / other:,.0f} a second, ratio of times "
        f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}), of the processor's time "
        f"{processor:.2f}" + (f"; aim: {comparison.aim}" if comparison.aim else "")
    )

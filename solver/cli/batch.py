"""`openhand batch`: many positions from files to a file."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click
from click.core import ParameterSource

from solver.analysis.limits import Limits
from solver.batch.forecast import forecast
from solver.batch.inputs import Reading, count
from solver.batch.plan import UNIT, Batch
from solver.batch.run import Finished, Work, here, run
from solver.batch.task import METHODS, Task
from solver.cli.limits import WholeNumber, jobs_option, limit_options
from solver.cli.runner import RateProgress, duration
from solver.cli.shell import ANSWERED, REFUSED, STOPPED, complain
from solver.cli.sources import batch_options, in_options, open_file
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.model.notation import quote, read_trump
from solver.rules.files import load
from solver.rules.game import Rules
from solver.scoring.goals import check_goal

MOST_REMARKS = 5  # that are printed of one run


def _shard(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """K/N as two numbers; a usage error that says what would be right for anything else."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip())
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{quote(text)} is not of the form K/N, with K from 1 to N, such as 2/8")
    return int(found[1]), int(found[2])


@click.command("batch")
@batch_options
@click.option("--for", "side", metavar="SEATS", help='Whose payoff: "A" or "A,B". Default: as for analyze.')
@click.option("--goal", default="points", show_default=True, metavar="G", help="What the side plays for.")
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="minimax",
    show_default=True,
    help="One side against all others, or what the seat to play gets if every seat is for itself (max^n).",
)
@click.option("--every-card", is_flag=True, help="A column more: the value of every legal card.")
@limit_options("position")
@jobs_option("Positions")
@click.option(
    "--dask",
    "address",
    metavar="ADDRESS",
    help="Have the workers of this Dask scheduler answer, such as tls://host:8786 (openhand[dask]).",
)
@click.option(
    "--unit",
    type=WholeNumber(min=1),
    default=UNIT,
    show_default=True,
    metavar="N",
    help="Positions that are finished together: take few where each takes long.",
)
@click.option("--shard", callback=_shard, metavar="K/N", help="Only the units K, K+N, ... of N runs' work.")
@click.option("--resume", is_flag=True, help="Keep the finished units of a run that was interrupted.")
@click.option("--overwrite", is_flag=True, help="Begin anew where OUT, or a part of it, is there.")
@click.option(
    "--dry-run", is_flag=True, help="Write nothing: try a few positions, and say how long all take."
)
@click.option("--strict", is_flag=True, help="Exit status 2 if a position is refused, 3 if one is stopped.")
@click.option(
    "--progress/--no-progress",
    default=None,
    help="Show progress on standard error. Default: on a terminal.",
)
@click.pass_context
def batch_command(
    context: click.Context,
    files: tuple[str, ...],
    house: Rules | None,
    overrides: Mapping[str, object],
    side: str | None,
    goal: str,
    method: str,
    every_card: bool,
    limits: Limits,
    jobs: int,
    address: str | None,
    unit: int,
    shard: tuple[int, int] | None,
    resume: bool,
    overwrite: bool,
    dry_run: bool,
    strict: bool,
    progress: bool | None,
) -> int:
    """Answer every position of IN into OUT, whose ending says its form: .parquet, .jsonl or .csv.

    IN is whatever analyze reads (- is standard input), or Parquet. Work is done in units; those that are
    finished are kept in the folder OUT.units until all are, and --resume goes on after an interruption.
    """
    if len(files) < 2:
        raise click.UsageError("name at least one IN and, last, the OUT that the answers go into")
    _check(files, side, method, (resume, overwrite, shard))
    _check_question(goal, overrides, house)
    if address is not None and (dry_run or context.get_parameter_source("jobs") != ParameterSource.DEFAULT):
        raise click.UsageError("--dask does not go with --jobs or --dry-run, which are about this machine")
    remarks = _Remarks()
    batch = Batch(
        files[:-1],
        Path(files[-1]),
        Task(goal, side, method, every_card, limits),
        Reading(open_file, house, overrides, remarks),
        unit,
        shard or (1, 1),
        resume,
        overwrite,
        in_options,
    )
    if dry_run:
        _print_forecast(batch, jobs)
        return ANSWERED
    bar = RateProgress(lambda: count(batch.files, batch.reading), progress)
    try:
        bar.show()
        with _working(address, jobs) as work:
            finished = run(batch, work, bar)
    finally:
        bar.hide()
        remarks.end()
    _print_counts(batch, finished)
    counts = finished.counts
    return REFUSED if strict and counts.refused else STOPPED if strict and counts.stopped else ANSWERED


@contextmanager
def _working(address: str | None, jobs: int) -> Iterator[Work]:
    """Who answers: this process, or the cluster whose scheduler is at an address."""
    if address is None:
        yield here(jobs)
        return
    cluster = require("solver.batch.cluster", "dask")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said in a line of ours
    client = cluster.connect(address)
    try:
        yield cluster.on_cluster(client)
    finally:
        client.close(timeout=1)


def _check(
    files: tuple[str, ...],
    side: str | None,
    method: str,
    flags: tuple[bool, bool, tuple[int, int] | None],
) -> None:
    """Refuse options that do not go together."""
    resume, overwrite, shard = flags
    if method == "maxn" and side is not None:
        raise click.UsageError("--for names a side: leave it out with --method maxn")
    if resume and overwrite:
        raise click.UsageError("--resume keeps what is there and --overwrite does not: give one of them")
    if "-" in files[:-1] and (resume or shard):
        raise click.UsageError("--resume and --shard need files that can be read again, and - is not one")


def _check_question(goal: str, overrides: Mapping[str, object], house: Rules | None) -> None:
    """Raise `PositionError` where an option asks for what no position has."""
    try:
        check_goal(goal)
    except PositionError as error:
        raise PositionError(in_options(error)) from None
    readers: dict[str, Callable[[str], object]] = {"trump": read_trump}
    if house is None:
        readers["game"] = load
    for name, read in readers.items():
        if name in overrides:
            try:
                read(str(overrides[name]))
            except PositionError as error:
                raise PositionError(f"--{name}: {error}") from None


class _Remarks:
    """What a reader of the answers should know of positions: the first few, and how many more."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, text: str) -> None:
        self._count += 1
        if self._count <= MOST_REMARKS:
            complain(f"openhand: {text}")

    def end(self) -> None:
        """Say how many were not printed."""
        if self._count > MOST_REMARKS:
            complain(f"openhand: and {self._count - MOST_REMARKS} more like this")


def _print_counts(batch: Batch, finished: Finished) -> None:
    """One line on standard error."""
    answered, stopped, refused = finished.counts
    text = f"{answered} answered, {stopped} stopped by a limit, {refused} refused"
    if finished.again:
        text = f"is finished already, nothing to do: {text}"
        if batch.out.suffix.lower() != ".parquet":
            text += " (judged by its rows, which do not show limits or method)"
    complain(f"openhand: {batch.out}: {text}")


def _print_forecast(batch: Batch, jobs: int) -> None:
    found = forecast(batch, jobs)
    positions = f"{found.positions} position{'s' * (found.positions != 1)}"
    click.echo(f"{positions} in {found.units} unit{'s' * (found.units != 1)} of {batch.unit}")
    if batch.resume:
        click.echo(f"{found.finished} of them are answered already")
    if found.tried:
        click.echo(f"{found.tried} tried: {found.each * 1000:.3g} ms each")
        click.echo(f"about {duration(found.seconds)} with --jobs {jobs}")

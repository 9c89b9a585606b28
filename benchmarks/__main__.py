"""`python -m benchmarks`: measure, print the table, write it as text, JSON, Markdown and a picture."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from benchmarks import chart, report
from benchmarks.advice import advice
from benchmarks.batch import batch
from benchmarks.board import board
from benchmarks.contenders import Endplay
from benchmarks.machine import here
from benchmarks.measure import FULL, QUICK, Effort, Figures, figures, one_pass, run
from benchmarks.trials import Trial, chosen

RESULTS = Path(__file__).with_name("results")
WIDTH = 160
PASSES = 3  # for the machine's measure
DDS = Trial("dds", "measure", "whole bridge deals", None, Endplay("whist-13-nt"))


def machines_measure(effort: Effort) -> Figures | None:
    """DDS on the whist deals at notrump, best score, as the measure of the machine; None without endplay."""
    assert DDS.peer
    if DDS.peer.missing():
        return None
    return figures(DDS.peer, [one_pass(DDS.peer, DDS, effort)[0] for _ in range(PASSES)])


def write(made: report.Report, folder: Path, name: str) -> None:
    """The run as NAME.txt, NAME.json, NAME.md (in short, to be shown in a README) and NAME.png."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.txt").open("w", encoding="utf-8") as file:
        show(made, Console(file=file, width=WIDTH))
    (folder / f"{name}.json").write_text(report.as_json(made) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text(report.markdown(made), encoding="utf-8")
    if chart.missing():
        click.echo(chart.missing(), err=True)
    elif chart.bars(made):
        chart.draw(made, folder / f"{name}.png")


def show(made: report.Report, console: Console) -> None:
    """Heading, what the suites are, the table and what it means."""
    options = {"highlight": False, "soft_wrap": True}
    console.print("\n".join(report.heading(made)), **options)  # type: ignore[arg-type]
    console.print()
    console.print(report.abouts(made.results))
    console.print(report.table(made))
    console.print("\n".join(report.footing(made)), **options)  # type: ignore[arg-type]


@click.group(invoke_without_command=True)
@click.option("--quick", is_flag=True, help="A few positions of each deck, to see that all works.")
@click.option(
    "--suite", "suites", multiple=True, metavar="NAME", help="Only this trial or group; may be repeated."
)
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), help="Give a position up after so long."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=RESULTS,
    show_default="benchmarks/results",
)
@click.option("--list", "listing", is_flag=True, help="Name the trials and stop.")
@click.pass_context
def main(
    context: click.Context,
    quick: bool,
    suites: tuple[str, ...],
    seconds: float | None,
    out: Path,
    listing: bool,
) -> None:
    """Measure the search on fixed decks, beside endplay and colver where they are installed."""
    if context.invoked_subcommand is not None:
        return
    try:
        trials = chosen(suites)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--suite") from None
    if listing:
        for trial in trials:
            click.echo(f"{trial.group:<12}{trial.name:<38}{trial.about}")
        return
    effort = QUICK if quick else FULL
    if seconds:
        effort = replace(effort, patience=seconds)
        trials = tuple(replace(trial, patience=None) for trial in trials)
    machine = here()
    measure = machines_measure(effort)
    results = []
    for number, trial in enumerate(trials, 1):
        click.echo(f"{number}/{len(trials)} {trial.name}", err=True)
        results.append(run(trial, effort))
    made = report.Report(machine, effort, measure, tuple(results))
    show(made, Console() if sys.stdout.isatty() else Console(width=WIDTH))
    write(made, out, "quick" if quick or suites else "latest")
    if made.wrong:
        raise click.ClickException(f"{made.wrong} answers differ from a peer's for the same position")


main.add_command(advice)
main.add_command(batch)
main.add_command(board)


if __name__ == "__main__":
    main()

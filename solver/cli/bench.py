"""`openhand bench`: how fast the search is here."""

from __future__ import annotations

import click

from solver.analysis.bench import SUITES, measure
from solver.cli.json import print_json
from solver.cli.limits import WholeNumber, memory_option, seconds_option
from solver.render.bench import HEAD, row_text
from solver.render.theme import Screen


@click.command()
@click.argument("suite", required=False, type=click.Choice(list(SUITES)), metavar="[SUITE]")
@click.option(
    "--count", type=WholeNumber(min=1), metavar="N", help="Only the first N positions of each suite."
)
@seconds_option("Give each position up after X seconds.")
@memory_option("Memory for the tables.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a suite.")
def bench(suite: str | None, count: int | None, seconds: float | None, memory: int, as_json: bool) -> None:
    """Search speed on fixed decks: the value alone, with an empty table for every position.

    Suites: two-handed-13, hearts-8, hearts-10, hearts-13, cinch-6, whist-8, whist-13; all of them by default.
    """
    screen = Screen()
    if not as_json:
        screen.print(HEAD)
    for name in [suite] if suite else SUITES:
        figures = measure(name, count=count, seconds=seconds, memory=memory)
        if as_json:
            print_json(figures.as_object())
        else:
            screen.print(row_text(figures))

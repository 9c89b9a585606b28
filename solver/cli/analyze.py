"""`openhand analyze`: what every card is worth."""

from __future__ import annotations

from collections.abc import Iterable

import click

from solver.cli.answers import as_object, is_complete, print_json
from solver.cli.asking import Answer, Asking, Progress, Query
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import Asked, position_options
from solver.engine import Limits
from solver.render.analysis import analysis_text
from solver.render.paint import Screen
from solver.solution import Solution


@click.command()
@position_options
@click.option(
    "--for",
    "side",
    metavar="SEATS",
    help='Whose payoff: "A" or "A,B". Default: the seat to play, with its partner.',
)
@click.option(
    "--goal",
    default="points",
    show_default=True,
    metavar="G",
    help="What the side plays for (openhand games ID).",
)
@click.option(
    "--solutions",
    type=click.Choice(["1", "all"]),
    default="all",
    show_default=True,
    help="Only the best card, or all.",
)
@click.option("--line/--no-line", default=True, help="Show one best line of play.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    help="Stop each position after X seconds.",
)
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Stop each position after N nodes.")
@click.option(
    "--memory",
    type=click.IntRange(min=1, max=1 << 20),
    default=256,
    show_default=True,
    metavar="MB",
    help="Memory for the tables of all searches.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Positions to search side by side.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option(
    "--progress/--no-progress",
    default=None,
    help="Show progress on standard error. Default: for several positions, on a terminal.",
)
def analyze(
    asked: list[Asked],
    side: str | None,
    goal: str,
    solutions: str,
    line: bool,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    jobs: int,
    as_json: bool,
    progress: bool | None,
) -> int:
    """The value of every legal card, the best play and one main line.

    Positions come from FILEs (PBN, or JSON by the ending .json or .jsonl; - is standard input) or are typed
    with --game and the options about it.
    """
    jobs = min(jobs, max(1, len(asked)))
    limits = Limits(seconds, nodes, max(1, memory // jobs))
    query = Query(side, goal, solutions == "1", line, limits)
    printer: Printer = JsonPrinter(line) if as_json else TextPrinter(len(asked), line)
    return run(Asking(asked, query, query.hurried, jobs), printer, Progress(len(asked), progress))


class Printer:
    """Prints answers one by one."""

    def answer(self, answer: Answer[Solution]) -> None:
        """Print what was found."""
        raise NotImplementedError

    def refusal(self, error: str) -> None:
        """Print why there is no answer."""
        raise NotImplementedError


class JsonPrinter(Printer):
    """One object a line, refusals in their place."""

    def __init__(self, line: bool) -> None:
        self._line = line

    def answer(self, answer: Answer[Solution]) -> None:
        assert answer.result is not None
        value = as_object(answer.result)
        print_json(value if self._line else value | {"line": []})

    def refusal(self, error: str) -> None:
        print_json({"error": error})


class TextPrinter(Printer):
    """For people. Refusals go to standard error."""

    def __init__(self, positions: int, line: bool) -> None:
        self._screen = Screen()
        self._line = line
        self._several = positions > 1
        self._printed = 0

    def answer(self, answer: Answer[Solution]) -> None:
        assert answer.result is not None
        if self._printed:
            self._screen.blank()
        place = answer.asked.place if self._several else ""
        self._screen.print(analysis_text(answer.result, self._screen.look, place, self._line))
        self._printed += 1

    def refusal(self, error: str) -> None:
        complain(f"openhand: {error}")


def run(answers: Iterable[Answer[Solution]], printer: Printer, progress: Progress) -> int:
    """Print the answers as they come; the exit status."""
    refused = stopped = interrupted = False
    progress.show()
    for answer in answers:
        progress.hide()
        if answer.error is not None:
            printer.refusal(answer.error)
            refused = True
        elif answer.result is not None:
            printer.answer(answer)
            stopped |= not is_complete(answer.result)
        interrupted |= answer.interrupted
        progress.step()
        progress.show()
    progress.hide()
    if interrupted:
        complain("openhand: interrupted")
        return INTERRUPTED
    return REFUSED if refused else STOPPED if stopped else ANSWERED

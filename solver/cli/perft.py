"""`openhand perft`: how many ways the play can go, a check of the rules."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import click

from solver.analysis.perft import perft
from solver.cli.json import print_json, print_refusal
from solver.cli.limits import WholeNumber
from solver.cli.shell import ANSWERED, REFUSED
from solver.cli.sources import Input, position_options
from solver.positions.position import Position


@click.command("perft")
@position_options
@click.option(
    "--depth", type=WholeNumber(min=0, max=500), required=True, metavar="N", help="Number of cards played."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def perft_command(positions: Input, depth: int, as_json: bool) -> int:
    """The number of legal sequences of exactly N cards.

    Forced draws and take-ups are no plays, a deal that ends sooner counts nothing, identical cards of a hand
    count once.
    """
    status = ANSWERED
    for item in positions:
        if item.position is None:
            status = REFUSED
            print_refusal(item.named, item.error or "no position", as_json)
            continue
        count = count_plays(item.position, depth)
        if as_json:
            print_json({**item.named, "depth": depth, "count": count})
        else:
            place = f"{item.place}: " if item.several else ""
            click.echo(f"{place}{count} sequence{'s' * (count != 1)} of {depth} card{'s' * (depth != 1)}")
    return status


def count_plays(position: Position, depth: int) -> int:
    """Count on a thread of its own: the core counts without looking up, and Ctrl-C has to be answered.

    What goes wrong there is raised here.
    """
    counted: Future[int] = Future()

    def count() -> None:
        try:
            counted.set_result(perft(position, depth))
        except BaseException as error:
            counted.set_exception(error)

    threading.Thread(target=count, daemon=True).start()
    return counted.result()

"""The command line: each command reads positions, asks the engine and prints; nothing is worked out here.

`shell` is the outermost layer (exit statuses, one-line complaints), `sources` turns files and options into
positions, `runner` runs the questions, and every other module is a command or two.
"""

from __future__ import annotations

import click

from solver import __version__
from solver.cli.advise import advise_command
from solver.cli.analyze import analyze
from solver.cli.batch import batch_command
from solver.cli.bench import bench
from solver.cli.bid import bid_command
from solver.cli.board import board
from solver.cli.completion import completion_option
from solver.cli.games import games
from solver.cli.generate import generate
from solver.cli.perft import perft_command
from solver.cli.replay import replay_command
from solver.cli.shell import Commands
from solver.cli.study import study_command
from solver.cli.table import table_command


@click.group("openhand", cls=Commands, invoke_without_command=True)
@completion_option
@click.version_option(__version__, prog_name="openhand")
@click.pass_context
def cli(context: click.Context) -> None:
    """Cinch, Hearts and their relatives with all hands open: what is every card worth?"""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


_COMMANDS = (
    analyze,
    advise_command,
    bid_command,
    replay_command,
    table_command,
    batch_command,
    study_command,
    games,
    perft_command,
    generate,
    bench,
    board,
)

for _command in _COMMANDS:
    cli.add_command(click.version_option(__version__, prog_name="openhand")(_command))

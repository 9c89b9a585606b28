"""The command line: each command reads positions, asks the engine and prints; nothing is worked out here.

`shell` is the outermost layer (exit statuses, one-line complaints), `sources` turns files and options into
positions, `runner` runs the questions, and every other module is a command or two, loaded when it is typed.
"""

from __future__ import annotations

from importlib import import_module

import click

import solver.analysis.question  # noqa: F401 - whatever is asked: it says at once if the core is not compiled
from solver import __version__
from solver.cli.completion import completion_option
from solver.cli.shell import Commands

# The module of each command, and its name there.
_HOMES = {
    "advise": ("advise", "advise_command"),
    "analyze": ("analyze", "analyze"),
    "batch": ("batch", "batch_command"),
    "bench": ("bench", "bench"),
    "bid": ("bid", "bid_command"),
    "board": ("board", "board"),
    "games": ("games", "games"),
    "generate": ("generate", "generate"),
    "perft": ("perft", "perft_command"),
    "replay": ("replay", "replay_command"),
    "study": ("study", "study_command"),
    "table": ("table", "table_command"),
}


class _Loaded(Commands):
    """The commands, of which each is loaded when it is asked for: no run needs more than one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All, in the order of the alphabet."""
        return sorted(_HOMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; None where there is none."""
        if cmd_name in _HOMES and cmd_name not in self.commands:
            module, name = _HOMES[cmd_name]
            command = getattr(import_module(f"solver.cli.{module}"), name)
            self.add_command(click.version_option(__version__, prog_name="openhand")(command))
        return super().get_command(ctx, cmd_name)


@click.group("openhand", cls=_Loaded, invoke_without_command=True)
@completion_option
@click.version_option(__version__, prog_name="openhand")
@click.pass_context
def cli(context: click.Context) -> None:
    """Cinch, Hearts and their relatives with all hands open: what is every card worth?"""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())

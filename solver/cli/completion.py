"""`openhand --completion SHELL`: the script that lets a shell complete commands, options and games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import get_completion_class

from solver.rules.files import names

Command = TypeVar("Command", bound=Callable[..., Any] | click.Command)

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_OPENHAND_COMPLETE"  # by which the script asks the program what could stand there


def game_ids(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The games of the books whose id begins so."""
    return [name for name in names() if name.startswith(incomplete.lower())]


def completion_option(command: Command) -> Command:
    """`--completion SHELL` for the group of all commands."""
    option = click.option(
        "--completion",
        type=click.Choice(SHELLS),
        is_eager=True,
        expose_value=False,
        callback=_print_script,
        metavar="SHELL",
        help="Print the script that makes bash, zsh or fish complete commands, options and games.",
    )
    return option(command)


def _print_script(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is None or context.resilient_parsing:
        return
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(context.command, {}, "openhand", VARIABLE).source())
    context.exit()

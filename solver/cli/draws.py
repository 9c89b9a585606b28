"""The options that say which layouts of hidden hands are looked at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from solver.cli.limits import WholeNumber
from solver.worlds.draws import ALL_BELOW, MOST_WORLDS, Draws

Command = TypeVar("Command", bound=Callable[..., Any])


def draw_options(
    worlds: int | None = None, drawn: str = "layouts to draw", only: str = ""
) -> Callable[[Command], Command]:
    """`--worlds`, `--all-below` and `--seed`; the command gets `draws`.

    `worlds` is how many are drawn by default (None: the command says), `drawn` what the help calls them,
    `only` what it says first of options that need another.
    """

    def decorating(command: Command) -> Command:
        @functools.wraps(command)
        def drawing(*args: Any, worlds: int | None, all_below: int, seed: int, **given: Any) -> Any:
            return command(*args, draws=Draws(worlds, all_below, seed), **given)

        decorated: Any = drawing
        for option in reversed(_options(worlds, drawn, only)):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorating


def _options(worlds: int | None, drawn: str, only: str) -> list[Callable[[Any], Any]]:
    return [
        _option("--worlds", worlds, 1, _help(only, f"{drawn}.")),
        _option("--all-below", ALL_BELOW, 1, _help(only, "look at all where there are no more than this.")),
        _option("--seed", 0, 0, "The draw to make."),
    ]


def _option(name: str, default: int | None, least: int, text: str) -> Callable[[Any], Any]:
    most = MOST_WORLDS if least else None
    return click.option(
        name, type=WholeNumber(least, most), default=default, show_default=True, metavar="N", help=text
    )


def _help(only: str, text: str) -> str:
    return only + text if only else text[0].upper() + text[1:]

"""The options that limit a search, the same for every command that searches more than once."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

from solver.analysis.limits import MOST_MEGABYTES, MOST_NODES, Limits
from solver.model.notation import quote

Command = TypeVar("Command", bound=Callable[..., Any])


class WholeNumber(click.IntRange):
    """A whole number, in a range where there is one."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error that says what would be right for anything else."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            least = "" if self.min is None else f" from {self.min}"
            most = "" if self.max is None else f" to {self.max}"
            self.fail(f"{quote(value)} is not a whole number{least}{most}", param, ctx)


class Seconds(click.FloatRange):
    """A time that comes to an end: more than 0, and neither infinite nor no number at all."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error for anything else."""
        try:
            seconds = super().convert(value, param, ctx)
        except click.BadParameter:
            seconds = math.nan
        if not math.isfinite(seconds):
            wanted = "give a number of seconds above 0, such as 2.5"
            self.fail(f"{quote(value)} is not a time: {wanted}", param, ctx)
        return seconds


def jobs_option(things: str) -> Callable[[Command], Command]:
    """`--jobs N`: how many `things` are searched side by side."""
    return click.option(
        "--jobs",
        type=WholeNumber(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help=f"{things} to search side by side.",
    )


def seconds_option(text: str) -> Callable[[Command], Command]:
    """`--seconds X`, the most for each."""
    return click.option("--seconds", type=Seconds(), metavar="X", help=text)


def memory_option(text: str) -> Callable[[Command], Command]:
    """`--memory MB`."""
    return click.option(
        "--memory",
        type=WholeNumber(min=1, max=MOST_MEGABYTES),
        default=256,
        show_default=True,
        metavar="MB",
        help=text,
    )


def limit_options(each: str) -> Callable[[Command], Command]:
    """`--seconds`, `--nodes` and `--memory`; the command gets `limits`, which hold for each of them."""

    def decorating(command: Command) -> Command:
        @functools.wraps(command)
        def limited(*args: Any, seconds: float | None, nodes: int | None, memory: int, **given: Any) -> Any:
            return command(*args, limits=Limits(seconds, nodes, memory), **given)

        decorated: Any = limited
        for option in reversed(_options(each)):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorating


def _options(each: str) -> list[Callable[[Any], Any]]:
    return [
        seconds_option(f"Stop each {each} after X seconds."),
        click.option(
            "--nodes",
            type=WholeNumber(min=1, max=MOST_NODES),
            metavar="N",
            help=f"Stop each {each} after N nodes.",
        ),
        memory_option("Memory for the tables of all searches; the program itself takes 25 to 50 MB besides."),
    ]

"""`openhand board`: a table in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from importlib.resources import files
from pathlib import Path

import click

from solver.cli.board_answers import SEARCHED, Reader, games, generate
from solver.cli.sources import InputRecord, read_files
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.rules.files import load


@click.command()
@click.argument("file", required=False, metavar="[FILE]")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Listen here. Default: a free port."
)
@click.option(
    "--browser/--no-browser", default=None, help="Open a browser. Default: where there is a desktop."
)
def board(file: str | None, port: int, browser: bool | None) -> None:
    """A table in the browser: the hands, each legal card with its value, on a page of this machine's own.

    FILE (PBN, JSON or a book's table; - is standard input) is laid out at once. Ctrl-C ends it.
    """
    app = require("solver.board.app", "board")
    server = require("solver.board.serve", "board")
    opened = _open(file)
    answers = app.Answers(
        searched=SEARCHED,
        read={"games": games, "generate": generate, "read": Reader(file, opened, example)},
    )

    def listens(address: str) -> None:
        click.echo(address)
        sys.stdout.flush()
        if _has_desktop() if browser is None else browser:
            webbrowser.open(address)

    server.serve(answers, port, listens)


def _open(file: str | None) -> list[InputRecord]:
    """Every position of the file; `PositionError` where not one of them is sound."""
    if file is None:
        return []
    found = list(read_files([file]))
    if all(each.record.position is None for each in found):
        raise PositionError(found[0].record.error or f"{file}: no position in it")
    return found


def example(game: str) -> str:
    """The example of a game, as the distribution brings it or as it stands beside the sources."""
    load(game)  # refuses what is no game, a path above all
    for folder in (files("solver.board").joinpath("examples"), Path(__file__).parents[2] / "examples"):
        entry = folder.joinpath(f"{game}.pbn")
        if entry.is_file():
            return entry.read_text(encoding="utf-8")
    raise PositionError(f"there is no example of {game} in this installation")


def _has_desktop() -> bool:
    """Whether a browser could show itself."""
    shown = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in shown)

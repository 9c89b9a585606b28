"""`openhand generate`: random legal positions."""

from __future__ import annotations

import re

import click

from solver.cli.completion import game_ids
from solver.cli.games import one_game
from solver.cli.limits import WholeNumber
from solver.cli.sources import in_options
from solver.model.errors import PositionError
from solver.model.notation import read_seats
from solver.positions.generate import generated


@click.command()
@click.argument("game", required=False, metavar="[GAME]", shell_complete=game_ids)
@click.option("--cards", type=WholeNumber(min=1), required=True, metavar="N", help="Cards in each hand.")
@click.option(
    "--count",
    type=WholeNumber(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Number of positions.",
)
@click.option(
    "--seed",
    type=WholeNumber(),
    default=0,
    show_default=True,
    metavar="S",
    help="The same seed gives the same positions.",
)
@click.option("--seats", metavar="NAMES", help='Seat names in order, "A Y B Z", or their number.')
@click.option("--rules", metavar="FILE.toml", help="House rules, instead of GAME.")
@click.option("--json", "as_json", is_flag=True, help="JSON, one position a line, instead of PBN.")
def generate(
    game: str | None, cards: int, count: int, seed: int, seats: str | None, rules: str | None, as_json: bool
) -> None:
    """Random legal positions of GAME, or of the house rules in a file, as PBN or JSON."""
    played = one_game(game, rules)
    if played is None:
        raise click.UsageError("give a GAME (openhand games lists them), or --rules FILE.toml")
    try:
        for number, position in enumerate(generated(played, cards, count, seed, seats=_seats(seats))):
            if as_json:
                click.echo(position.to_json())
            else:
                click.echo(("\n" if number else "") + position.to_pbn(), nl=False)
    except PositionError as error:
        raise PositionError(in_options(error)) from None


def _seats(given: str | None) -> int | tuple[str, ...] | None:
    """A number of seats, or their names."""
    if given is None:
        return None
    if re.fullmatch("[0-9]{1,3}", given.strip()):
        return int(given)
    return read_seats(given)

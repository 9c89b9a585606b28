"""`openhand generate`: random legal positions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import click

from solver.analysis import puzzles
from solver.cli.completion import game_ids
from solver.cli.games import one_game
from solver.cli.limits import WholeNumber
from solver.cli.shell import complain
from solver.cli.sources import in_options, seats_of
from solver.model.errors import PositionError
from solver.positions.generate import generated
from solver.positions.position import Position
from solver.render.study import deals_text

TRIES = 10_000  # deals looked at for positions with one best card


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
    type=WholeNumber(min=0),
    default=0,
    show_default=True,
    metavar="S",
    help="The same seed gives the same positions.",
)
@click.option("--seats", metavar="NAMES", help='Seat names in order, "A Y B Z", or their number.')
@click.option("--rules", metavar="FILE.toml", help="House rules, instead of GAME.")
@click.option(
    "--only-best",
    is_flag=True,
    help="Only positions where one card alone is best, to make puzzles of.",
)
@click.option(
    "--cost",
    type=WholeNumber(min=1),
    metavar="N",
    help="With --only-best: what the next best card costs at least (1).",
)
@click.option("--goal", metavar="G", help="With --only-best: what is played for (points).")
@click.option("--for", "side", metavar="SEATS", help="With --only-best: whose payoff, as in analyze.")
@click.option(
    "--tries",
    type=WholeNumber(min=1),
    metavar="N",
    help="With --only-best: how many deals to look at, at the most (10000).",
)
@click.option("--json", "as_json", is_flag=True, help="JSON, one position a line, instead of PBN.")
def generate(
    game: str | None,
    cards: int,
    count: int,
    seed: int,
    seats: str | None,
    rules: str | None,
    only_best: bool,
    cost: int | None,
    goal: str | None,
    side: str | None,
    tries: int | None,
    as_json: bool,
) -> None:
    """Random legal positions of GAME, or of the house rules in a file, as PBN or JSON."""
    played = one_game(game, rules)
    if played is None:
        raise click.UsageError("give a GAME (openhand games lists them), or --rules FILE.toml")
    _only_with_best(only_best, cost=cost, goal=goal, tries=tries, **{"for": side})
    deals = tries or TRIES
    try:
        drawn = generated(played, cards, deals if only_best else count, seed, seats=seats_of(seats))
        if only_best:
            drawn = islice(puzzles.only_best(drawn, cost or 1, side, goal or "points"), count)
        found = _print(drawn, as_json)
    except PositionError as error:
        raise PositionError(in_options(error)) from None
    if found < count:
        _say_how_many(found, count, deals)


def _only_with_best(only_best: bool, **given: object) -> None:
    """Refuse what speaks of best cards where positions are not chosen by them."""
    for name, value in given.items():
        if value is not None and not only_best:
            raise click.UsageError(f"--{name} goes with --only-best")


def _print(positions: Iterable[Position], as_json: bool) -> int:
    """Print positions as they come; how many they were."""
    number = 0
    for number, position in enumerate(positions, 1):
        if as_json:
            click.echo(position.to_json())
        else:
            click.echo(("\n" if number > 1 else "") + position.to_pbn(), nl=False)
    return number


def _say_how_many(found: int, count: int, deals: int) -> None:
    """Say that the deals did not have as many positions as were asked for; a fault where they had none."""
    of = f"{found or 'none'} of {count} position{'s' * (count != 1)}"
    what = f"{deals_text(deals)} {'has' if deals == 1 else 'have'} {of} in which one card alone is best"
    if not found:
        raise PositionError(f"{what} and the next costs that much; a lower --cost or more --tries might do")
    complain(f"openhand: {what} and the next costs that much")

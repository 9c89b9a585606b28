"""`openhand games`: what can be played."""

from __future__ import annotations

import click

from solver.cli.completion import game_ids
from solver.cli.json import print_json
from solver.render.games import as_object, game_text, games_page, games_text
from solver.render.theme import Screen
from solver.rules.files import load, load_file, names
from solver.rules.game import Rules


@click.command()
@click.argument("game", required=False, metavar="[ID]", shell_complete=game_ids)
@click.option("--rules", metavar="FILE.toml", help="House rules, to see what the program made of them.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--markdown", is_flag=True, help="In full as a page of Markdown.")
def games(game: str | None, rules: str | None, as_json: bool, markdown: bool) -> None:
    """The games in a line each, or one in full: rules, goals, options."""
    one = one_game(game, rules)
    asked = [one] if one else [load(name) for name in names()]
    if as_json:
        for each in asked:
            print_json(as_object(each))
    elif markdown:
        click.echo(games_page(asked), nl=False)
    elif one:
        screen = Screen()
        screen.print(game_text(one, screen.look.width))
    else:
        screen = Screen()
        screen.print(games_text(asked, screen.look))


def one_game(game: str | None, rules: str | None) -> Rules | None:
    """The game with this id, or the house rules of this file; None where neither is named."""
    if rules is not None and game is not None:
        raise click.UsageError("give a game's ID or --rules, not both")
    return load_file(rules) if rules is not None else load(game) if game is not None else None

"""`openhand study`: what comes of many deals."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import click
from click.core import ParameterSource

from solver.analysis.limits import Limits
from solver.analysis.study import COUNTED, Figures, Part, Plan, Solved, Study, study
from solver.batch.study import Keeper, is_file, sum_up
from solver.cli.completion import game_ids
from solver.cli.games import one_game
from solver.cli.json import print_json
from solver.cli.limits import WholeNumber, jobs_option, limit_options
from solver.cli.runner import LayoutProgress
from solver.cli.shell import ANSWERED, INTERRUPTED, STOPPED, complain
from solver.cli.sources import in_options, options_of, seats_of
from solver.model.errors import PositionError
from solver.model.notation import find_seat
from solver.positions.holdings import read_features
from solver.positions.stream import RandomDeals
from solver.render.plot import check_plot, draw
from solver.render.study import study_text
from solver.render.theme import Screen


@click.command("study")
@click.argument("game", required=False, metavar="[GAME|FILE.parquet]", shell_complete=game_ids)
@click.option(
    "--deals",
    type=WholeNumber(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="Random deals to solve.",
)
@click.option(
    "--seed", type=WholeNumber(min=0), default=0, show_default=True, metavar="S",
    help="The same seed gives the same deals, the first of them whatever their number.",
)  # fmt: skip
@click.option(
    "--cards", type=WholeNumber(min=1), metavar="C",
    help="Positions with C cards in the leader's hand, those of openhand generate. Default: whole deals.",
)  # fmt: skip
@click.option("--seats", metavar="NAMES", help='Seat names in order, "A Y B Z", or their number.')
@click.option("--trump", metavar="SUIT", help="Trump suit of every deal: S, H, D, C or NT. Default: random.")
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="An option of the game; may be repeated."
)
@click.option("--rules", metavar="FILE.toml", help="House rules, instead of GAME.")
@click.option("--goal", default="points", show_default=True, metavar="G", help="What the side plays for.")
@click.option(
    "--for", "side", metavar="SEATS", help="Whose payoff. Default: the seat that leads, with its partner."
)
@click.option(
    "--of", "counted", type=click.Choice(COUNTED), default="value", show_default=True,
    help="What is counted in a deal: its value, or how many of the cards that may be played cost nothing.",
)  # fmt: skip
@click.option(
    "--by", multiple=True, metavar="FEATURE",
    help="Tell deals apart by what the side's first seat has: length:SUIT (T trumps), holds:CARD, points,"
    " leads; may be repeated.",
)  # fmt: skip
@limit_options("deal")
@jobs_option("Deals")
@click.option(
    "--out", metavar="F.parquet", help="Also write a row a deal, as openhand batch does (openhand[data])."
)
@click.option("--plot", metavar="F.png|F.svg", help="Also draw a picture (openhand[plot]).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
def study_command(
    game: str | None,
    deals: int,
    seed: int,
    cards: int | None,
    seats: str | None,
    trump: str | None,
    options: tuple[str, ...],
    rules: str | None,
    goal: str,
    side: str | None,
    counted: str,
    by: tuple[str, ...],
    limits: Limits,
    jobs: int,
    out: str | None,
    plot: str | None,
    as_json: bool,
    progress: bool | None,
) -> int:
    """The value over many random deals of GAME: its mean, quantiles, and how often each value comes.

    FILE.parquet, which --out or openhand batch has written, is summed up again: nothing is solved.
    """
    if game is not None and is_file(game):
        _refuse_beside(game)
        if plot is not None:
            check_plot(plot, len(by))
        return _show(_in_options(lambda: sum_up(game, by, counted)), plot, as_json)
    played = one_game(game, rules)
    if played is None:
        raise click.UsageError("give a GAME (openhand games lists them), or --rules FILE.toml")

    def solved() -> Study:
        made: dict[str, Any] = {"trump": trump, "options": options_of(options)}
        source = RandomDeals(played, seed, cards, seats_of(seats), **made)
        features = read_features(by, source.rules, len(source.seats))
        if plot is not None:
            check_plot(plot, len(features))
        plan = Plan(_named(side, source.seats), goal, counted, features, limits, jobs)
        made |= {"seed": seed, "cards": cards, "seats": list(source.seats)}
        keeper = None if out is None else Keeper(out, plan, source.rules, made)
        return _solve(source, deals, plan, keeper, progress)

    return _show(_in_options(solved), plot, as_json)


_OF_A_FILE = ("game", "counted", "by", "plot", "as_json", "progress")


def _refuse_beside(file: str) -> None:
    """Refuse the options about new deals where a file of answers is given."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        if name not in _OF_A_FILE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            text = f"{option.opts[0]} is about new deals, and {file} gives its own: leave it out"
            raise click.UsageError(text)


def _in_options(work: Callable[[], Study]) -> Study:
    """A study; what is wrong with the question under the name of the option that asked it."""
    try:
        return work()
    except PositionError as error:
        raise PositionError(in_options(error)) from None


def _named(side: str | None, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """The seats of `--for` as the table calls them; one that is not there is refused with the question."""
    if side is None:
        return None
    places = [(name, find_seat(name, seats)) for name in side.split(",")]
    return tuple(name if place is None else seats[place] for name, place in places)


def _solve(
    source: RandomDeals, deals: int, plan: Plan, keeper: Keeper | None, progress: bool | None
) -> Study:
    """Solve the deals, with progress shown, and kept in a file where there is one."""
    bar, done = LayoutProgress(progress), 0

    def each(solved: Solved) -> None:
        nonlocal done
        done += len(solved.deals)
        bar.reached(done, deals)
        if keeper is not None:
            keeper.add(solved)

    try:
        with keeper or nullcontext():
            return study(source, deals, plan, each)
    finally:
        bar.hide()


def _show(found: Study, plot: str | None, as_json: bool) -> int:
    """Print a study, draw it where that is asked; the exit status."""
    if as_json:
        print_json(as_object(found))
    else:
        screen = Screen()
        screen.print(study_text(found, screen.look))
    if plot is not None and found.figures.deals:
        draw(found, plot)
    if found.stopped:
        complain("openhand: interrupted")
        return INTERRUPTED
    return STOPPED if found.figures.stopped else ANSWERED


# --- as JSON --------------------------------------------------------------------------------------------


def as_object(found: Study) -> dict[str, Any]:
    """A study as the contract with scripts has it; `side` is None for the seat to play, with its partner."""
    return {
        "game": found.position.game,
        "goal": found.goal,
        "side": None if found.named is None else list(found.named),
        "of": found.counted,
        **_figures(found.figures),
        "exact": found.exact,
        "refused": found.refused,
        "by": [_part(found, part) for part in found.parts()],
    }


def _part(found: Study, part: Part) -> dict[str, Any]:
    pairs = zip(found.by, part.numbers, strict=True)
    return {
        "where": {feature.name: feature.plain(number) for feature, number in pairs},
        **_figures(part.figures),
    }


def _figures(figures: Figures) -> dict[str, Any]:
    mean = figures.mean
    return {
        "deals": figures.deals,
        "stopped": figures.stopped,
        "exact": not figures.stopped,
        "mean": None if mean is None else list(mean),
        "error": figures.error,
        "quantiles": {str(part): value for part, value in figures.quantiles.items()},
        "values": {str(value): share for value, share in figures.shares.items()},
    }

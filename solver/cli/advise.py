"""`openhand advise`: what to play when hands are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from solver.analysis.limits import Limits
from solver.cli.draws import draw_options
from solver.cli.json import print_json, print_refusal
from solver.cli.limits import WholeNumber, jobs_option, limit_options
from solver.cli.runner import LayoutProgress
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import InputRecord, Source, in_options, record_options
from solver.formats.raw import locate
from solver.model.errors import PositionError
from solver.model.notation import read_cards, read_trick
from solver.render.advise import advice_text
from solver.render.theme import Screen
from solver.worlds.advice import Advice, look
from solver.worlds.draws import WORLDS, Draws
from solver.worlds.facts import Known, read_known
from solver.worlds.valuing import METHODS
from solver.worlds.view import View

_FACTS = (
    ("size", '"Y=8 stock=13"', "Cards in a hidden hand, the stock, the widow."),
    ("void", '"Y:HD Z:S"', "Suits that a hand has none of."),
    ("holds", '"Y:SQ,HA"', "Cards that a hand is known to hold."),
    ("lacks", '"Z:SA"', "Cards that it is known not to hold."),
    ("length", '"Y:H=2-4"', "How many of a suit it has: 3, 2-4, 4+, -2."),
    ("dead", "CARDS", "Cards that have been seen and are out of play."),
)


def fact_options(command: Any) -> Any:
    """The options that say what is known of hidden cards, each under its own name."""
    for name, form, text in reversed(_FACTS):
        command = click.option(f"--{name}", metavar=form, help=text)(command)
    return command


@click.command("advise")
@record_options
@click.option("--seat", metavar="S", help="The seat that asks: the one that is to play.")
@fact_options
@click.option(
    "--for", "side", metavar="SEATS", help='Whose payoff: "A" or "A,B". Default: the seat, with its partner.'
)
@click.option("--goal", default="points", show_default=True, metavar="G", help="What the side plays for.")
@draw_options(WORLDS)
@click.option(
    "--ahead",
    type=WholeNumber(min=1),
    default=1,
    show_default=True,
    metavar="M",
    help="Plan the seat's next M cards by what it will see.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="minimax",
    show_default=True,
    help="One side against all others, or every seat for itself (max^n).",
)
@click.option("--odds", metavar="CARDS", help="Also the chances of where each of these cards lies.")
@limit_options("answer")
@jobs_option("Layouts")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
def advise_command(
    source: Source,
    seat: str | None,
    side: str | None,
    goal: str,
    draws: Draws,
    ahead: int,
    method: str,
    odds: str | None,
    limits: Limits,
    jobs: int,
    as_json: bool,
    progress: bool | None,
    **facts: str | None,
) -> int:
    """What each card is worth on average when the other hands are hidden.

    Positions are given as for analyze, with - for a hidden hand in a deal ("A:AK8.J65.K4.73 - - -"). Where
    all hands are given, those of the others are forgotten. --seconds is for the whole answer, --nodes for
    each layout.
    """
    if method == "maxn" and (side is not None or ahead > 1):
        raise click.UsageError(
            f"{'--for' if side is not None else '--ahead'} is not for --method maxn: leave it out"
        )
    known = _known({name: value for name, value in facts.items() if value is not None})
    cards = () if odds is None else _cards("--odds", odds)
    screen = Screen()
    refused = stopped = False
    for number, found in enumerate(source.found):
        bar = LayoutProgress(progress)
        try:
            view = _view(found, source, known, seat)
            advice = look(
                view, side, goal, draws, ahead=ahead, method=method, threads=jobs, limits=limits,
                each=bar.reached,
            )  # fmt: skip
            lie = {card: view.odds(card) for card in cards}
        except PositionError as error:
            refused = True
            print_refusal(found.named, in_options(error), as_json)
            continue
        finally:
            bar.hide()
        stopped |= bool(advice.stopped)
        if as_json:
            print_json({**found.named, **as_object(advice, draws.rng, lie)})
        else:
            if number:
                screen.blank()
            screen.print(advice_text(advice, screen.look, found.place if found.several else "", lie))
        if advice.stopped == "interrupt":
            complain("openhand: interrupted")
            return INTERRUPTED
    return REFUSED if refused else STOPPED if stopped else ANSWERED


def _cards(option: str, text: str) -> Sequence[str]:
    try:
        return read_cards(text)
    except PositionError as error:
        raise PositionError(f"{option}: {error}") from None


def _known(facts: dict[str, str]) -> Known:
    try:
        return read_known(facts)
    except PositionError as error:
        raise PositionError(in_options(error)) from None


def _view(found: InputRecord, source: Source, known: Known, seat: str | None) -> View:
    """What the seat to play of a record sees; raises `PositionError` with the place."""
    record = found.record
    try:
        play = () if source.play is None else read_trick(source.play)
        view = View.from_record(
            record, source.after, known=known, play=play, rules=source.house, overrides=source.overrides
        )
        if seat is not None and seat.strip().lower() != view.seat.lower():
            raise PositionError(
                f"--seat {seat}: {view.seat} is to play, so the question is asked for {view.seat}"
            )
        return view
    except PositionError as error:
        if error.faults and record.raw.line:
            raise locate(error, record.raw, record.source, source.overrides) from None
        text = str(error)
        named = not found.place or text.startswith(record.source)
        raise PositionError(text if named else f"{found.place}: {text}") from None


# --- as JSON --------------------------------------------------------------------------------------------


def as_object(advice: Advice, seed: object, odds: Any) -> dict[str, Any]:
    """An advice as the contract with scripts has it."""
    view = advice.view
    value: dict[str, Any] = {
        "game": view.position.game,
        "seat": view.seat,
        "side": list(advice.side),
        "goal": advice.goal,
        "to_play": view.seat,
        "layouts": advice.layouts,
        "worlds": advice.worlds,
        "dead": view.dead,
        "seed": seed,
        "exact": advice.exact,
        "method": advice.method,
        "ahead": advice.ahead,
        "cards": _card_objects(advice),
        "best": advice.best,
        "seconds": round(advice.seconds, 6),
    }
    if odds:
        value["odds"] = {
            card: {place: float(chance) for place, chance in places.items()} for card, places in odds.items()
        }
    return value


def _card_objects(advice: Advice) -> list[dict[str, Any]]:
    mean, error, share, behind = advice.mean, advice.error, advice.share, advice.behind
    low, high, level = advice.low, advice.high, advice.level
    return [
        {
            "card": card,
            "mean": mean.get(card),
            "error": error.get(card),
            "share": share.get(card),
            "low": low.get(card),
            "high": high.get(card),
            "behind": behind[card]._asdict() if card in behind else None,
            "level": level.get(card),
        }
        for card in advice.cards
    ]

"""`openhand replay`: where a deal that was played went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click
from click.core import ParameterSource

from solver.analysis.evening import Evening, with_option
from solver.analysis.limits import Limits
from solver.analysis.replay import Replay, Step, replay, trick_of
from solver.cli.draws import draw_options
from solver.cli.evening import add_deal, evening_object
from solver.cli.json import print_json
from solver.cli.limits import WholeNumber, limit_options
from solver.cli.runner import Progress
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import InputRecord, file_options, in_options
from solver.model.errors import PositionError
from solver.render.evening import evening_text
from solver.render.replay import replay_text
from solver.render.theme import Screen
from solver.worlds.draws import Draws
from solver.worlds.replay import WORLDS, SeenCost, cost_by_view, given_away_seen

Object = dict[str, Any]


@click.command("replay")
@file_options
@click.option(
    "--for", "side", metavar="SEATS", help='Whose payoff: "A" or "A,B". Default: the first to play.'
)
@click.option("--goal", default="points", show_default=True, metavar="G", help="What the side plays for.")
@click.option("--errors-only", is_flag=True, help="Only the cards that gave something away.")
@click.option("--hidden", is_flag=True, help="Also what each card cost by what its player could see.")
@draw_options(WORLDS, "layouts to draw for each card", "With --hidden: ")
@click.option(
    "--from",
    "first_trick",
    type=WholeNumber(min=1),
    default=1,
    show_default=True,
    metavar="TRICK",
    help="With --hidden: only from this trick on.",
)
@limit_options("card")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a deal; of several, the players last.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
def replay_command(
    found: Iterator[InputRecord],
    side: str | None,
    goal: str,
    errors_only: bool,
    hidden: bool,
    draws: Draws,
    first_trick: int,
    limits: Limits,
    as_json: bool,
    progress: bool | None,
) -> int:
    """A played deal card by card: what it was worth before and after, and who gave away what.

    Several deals end with a table of the players: what each gave away, and the scores carried from deal to
    deal.

    FILEs hold PBN with a Play section, JSON positions with a "play" list, or books' tables: a line a trick, a
    column a seat, headed by the seats (- is standard input). --game, --trump, --leader, --seats, --option,
    --taken and --tricks-played stand in place of what they say.
    """
    if not hidden:
        _refuse_of_hidden()
    status, evening = _Status(), Evening()
    screen = Screen()
    records = 0
    for deal in found:
        records += 1
        bar = Progress(_cards(deal) * (1 + hidden), progress)
        result = _replay_record(deal, side, goal, limits, bar, evening)
        seen = None
        if hidden and isinstance(result, Replay):
            costs = cost_by_view(result, draws, first_trick=first_trick, limits=limits)
            seen, interrupted = _gather(costs, bar)
            status.note_seen(result, seen, first_trick, interrupted)
        bar.hide()
        status.note(result)
        if isinstance(result, Replay):
            add_deal(evening, deal, result, seen)
        if as_json:
            print_json({**deal.named, **as_object(deal, result, errors_only, seen)})
        elif isinstance(result, Replay):
            screen.print(replay_text(result, screen.look, _title(deal), errors_only, seen))
            screen.blank()
        if (error := _fault(result)) and not as_json:
            complain(f"openhand: {error}")
        if status.interrupted:
            complain("openhand: interrupted")
            break
    if records > 1 and as_json:
        print_json(evening_object(evening))
    elif records > 1 and evening.deals:
        screen.print(evening_text(evening, screen.look))
    return status.exit


def _refuse_of_hidden() -> None:
    """Refuse the options that say how layouts are looked at where none are."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in ("worlds", "all_below", "seed", "first_trick"):
            raise click.UsageError(f"{option.opts[0]} goes with --hidden")


def _cards(found: InputRecord) -> int:
    """Cards of the play, for the progress bar: those of the whole deal where it is played out."""
    position = found.record.position
    return sum(map(len, position.hands)) if position is not None else 0


def _replay_record(
    found: InputRecord, side: str | None, goal: str, limits: Limits, bar: Progress, evening: Evening
) -> Replay | PositionError:
    """The replay of a record, or why there is none; with the game scores of the deals before, where its goal
    asks for scores and it has none."""

    def each(_: Step) -> None:
        bar.hide()
        bar.step()
        bar.show()

    try:
        start = found.record.sound()
        if not found.record.has_play:
            raise PositionError("there is no Play, so nothing to go over")
        scores = evening.carried(start, found.record.players())
        if goal.strip() == "out" and scores and "scores" not in dict(start.options):
            start = with_option(start, "scores", tuple(sorted(scores.items())))
        return replay(start, found.record.played(), side, goal, limits, each)
    except PositionError as error:
        text = in_options(error)
        return error if text.startswith(found.record.source) else PositionError(f"{found.place}: {text}")


def _gather(costs: Iterable[SeenCost | None], bar: Progress) -> tuple[list[SeenCost | None], bool]:
    """The costs as they come, and whether Ctrl-C ended them."""
    seen: list[SeenCost | None] = []
    try:
        for cost in costs:
            seen.append(cost)
            bar.hide()
            bar.step()
            bar.show()
    except KeyboardInterrupt:
        return seen, True
    return seen, False


def _title(found: InputRecord) -> str:
    """The place, and what the record calls itself."""
    events = [value for name, value, _ in found.record.tags if name == "Event" and value.strip("?#")]
    return ": ".join([found.place, *events[:1]])


def _fault(result: Replay | PositionError) -> PositionError | None:
    return result.fault if isinstance(result, Replay) else result


class _Status:
    """What becomes of the exit status as deals go by."""

    def __init__(self) -> None:
        self._refused = self._stopped = self.interrupted = False

    def note(self, result: Replay | PositionError) -> None:
        """Take a deal's outcome into account."""
        self._refused |= _fault(result) is not None
        if isinstance(result, Replay):
            self._stopped |= not result.exact
            self.interrupted |= result.stopped == "interrupt"

    def note_seen(
        self, result: Replay, seen: Sequence[SeenCost | None], first_trick: int, interrupted: bool
    ) -> None:
        """Take into account what was found of what the players could see."""
        asked = [number for number, step in enumerate(result.steps) if step.trick >= first_trick]
        found = [seen[number] for number in asked if number < len(seen)]
        cut = len(found) < len(asked) or any(cost is None or cost.advice.stopped for cost in found)
        self._stopped |= cut
        self.interrupted |= interrupted

    @property
    def exit(self) -> int:
        """The exit status of the command."""
        if self.interrupted:
            return INTERRUPTED
        return REFUSED if self._refused else STOPPED if self._stopped else ANSWERED


# --- as JSON --------------------------------------------------------------------------------------------


def as_object(
    found: InputRecord,
    result: Replay | PositionError,
    errors_only: bool = False,
    seen: Sequence[SeenCost | None] | None = None,
) -> Object:
    """A replayed deal: its totals, every card with its values, the errors, and the first illegal card.

    `error` says why there is no replay, or why it ends before the record does. `seen` has what the cards
    cost by what could be seen, where that was asked; it may end before the play does.
    """
    if isinstance(result, PositionError):
        return {"error": str(result)}
    objects = [_card(step) for step in result.steps]
    if seen is not None:
        for number, card in enumerate(objects):
            card |= _seen(seen[number] if number < len(seen) else None)
    wrong = [card for card, step in zip(objects, result.steps, strict=True) if step.cost]
    settled = result.settled()
    value: Object = {
        "game": result.start.game,
        "record": _title(found),
        "side": list(result.side),
        "goal": result.goal,
        "best": result.best,
        "made": result.made,
        "over": result.end.over,
        "settle": None if settled is None else settled.value,
        "given_away": result.given_away(),
        "cards": wrong if errors_only else objects,
        "errors": wrong,
        "exact": result.exact,
        "legal": result.illegal is None,
    }
    if seen is not None:
        value["given_away_seen"] = given_away_seen(result, seen)
    if result.illegal is not None:
        illegal = result.illegal
        value["illegal"] = {
            "trick": trick_of(result, illegal.position),
            "seat": illegal.seat,
            "card": illegal.card,
            "legal": illegal.legal,
        }
    return value | ({"error": str(result.fault)} if result.fault is not None else {})


def _card(step: Step) -> Object:
    """One card: values with best play from here on, both counted from before it; totals of the deal."""
    value: Object = {
        "trick": step.trick,
        "seat": step.seat,
        "card": step.card,
        "before": step.before.value,
        "after": step.after.value,
        "total_before": step.total,
        "total_after": step.total_after,
        "cost": step.cost,
        "better": step.better,
    }
    if step.cost is None:
        value["bounds"] = {
            "before": [step.before.lower, step.before.upper],
            "after": [step.after.lower, step.after.upper],
        }
    return value


def _seen(found: SeenCost | None) -> Object:
    """What a card cost by what its player could see."""
    if found is None:
        return {"hidden": None}
    value: Object = {
        "hidden": {
            "cost": found.cost,
            "error": found.error,
            "layouts": found.advice.layouts,
            "worlds": found.advice.worlds,
            "exact": found.advice.exact,
            "best": found.advice.best,
        }
    }
    return {**value, "open_only": True} if found.open_only else value

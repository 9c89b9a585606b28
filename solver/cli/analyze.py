"""`openhand analyze`: what every card is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import click

from solver.analysis.limits import Limits
from solver.analysis.maxn import TIES
from solver.analysis.refute import Refutation, refute_card
from solver.analysis.solution import Analysis, Solution
from solver.analysis.sound import Soundness, soundness
from solver.cli.json import AnyAnswer, as_object, print_json, refutation_object, soundness_object
from solver.cli.limits import jobs_option, limit_options
from solver.cli.runner import AnalyzeTask, Answer, Progress, Runner
from solver.cli.seats import SeatsPrinter, SeatsTask
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import Input, InputPosition, position_options
from solver.model.errors import PositionError
from solver.render.analysis import analysis_text
from solver.render.refute import refutation_text
from solver.render.sound import soundness_text
from solver.render.theme import Screen

Result = TypeVar("Result", bound=AnyAnswer)


@click.command()
@position_options
@click.option(
    "--for",
    "side",
    metavar="SEATS",
    help='Whose payoff: "A" or "A,B". Default: the seat to play, with its partner.',
)
@click.option(
    "--goal",
    default="points",
    show_default=True,
    metavar="G",
    help="What the side plays for (openhand games ID).",
)
@click.option(
    "--solutions",
    type=click.Choice(["1", "all"]),
    default="all",
    show_default=True,
    help="Only the best card, or all.",
)
@click.option("--line/--no-line", default=True, help="Show one best line of play.")
@click.option(
    "--refute",
    multiple=True,
    metavar="CARD",
    help="Show the line that punishes this card; may be repeated.",
)
@click.option(
    "--sound",
    is_flag=True,
    help="Is each choice of the side along the main line the only one? And how hard is it to find?",
)
@click.option(
    "--method",
    type=click.Choice(["minimax", "maxn"]),
    default="minimax",
    show_default=True,
    help="One side against all others, or every seat for itself (max^n).",
)
@click.option(
    "--ties",
    type=click.Choice(TIES),
    help="In max^n, between plays equal for itself: what is worst (default) or best for the next.",
)
@click.option(
    "--each-seat",
    is_flag=True,
    help="A table: what each seat can make sure of against the rest, and what it gets in max^n.",
)
@limit_options("position")
@jobs_option("Positions")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option(
    "--progress/--no-progress",
    default=None,
    help="Show progress on standard error. Default: for several positions, on a terminal.",
)
def analyze(
    positions: Input,
    side: str | None,
    goal: str,
    solutions: str,
    line: bool,
    refute: tuple[str, ...],
    sound: bool,
    method: str,
    ties: str | None,
    each_seat: bool,
    limits: Limits,
    jobs: int,
    as_json: bool,
    progress: bool | None,
) -> int:
    """The value of every legal card, the best play and one main line.

    Positions come from FILEs (PBN, JSON or books' tables, by what is in them; - is standard input), for which
    --game, --trump, --leader, --seats, --option, --taken and --tricks-played stand in place of what they say,
    or are typed with --game and the options about them.
    """
    for option, given in (("--refute", refute), ("--sound", sound)):
        if given and solutions == "1":
            raise click.UsageError(f"{option} needs the value of all cards: leave --solutions 1 out")
    jobs = jobs if positions.several else 1
    limits = Limits(limits.seconds, limits.nodes, max(1, limits.memory // jobs))
    if each_seat or method == "maxn":
        _only_for_sides(side, refute, sound)
        seats = SeatsTask(each_seat, goal, ties or "worst", limits)
        shown = SeatsPrinter(as_json, line, solutions == "all")
        answers = Runner(positions, seats, seats.hurry, jobs, seats.halt)
        return run(answers, shown, Progress(positions.count, progress))
    if ties:
        raise click.UsageError("--ties goes with --method maxn or --each-seat")
    task = AnalyzeTask(side, goal, limits, only_best=solutions == "1", line=line or sound)
    questions = (_refutable(item, refute) for item in positions)
    more = Further(refute, sound, limits)
    printer: Printer = JsonPrinter(line, more) if as_json else TextPrinter(line, more)
    bar = Progress(positions.count, progress)
    return run(Runner(questions, task, task.hurry, jobs, task.halt), printer, bar)


def _only_for_sides(side: str | None, refute: tuple[str, ...], sound: bool) -> None:
    """Refuse what makes no sense where every seat is for itself."""
    if side is not None:
        raise click.UsageError("--for names a side: leave it out with --method maxn or --each-seat")
    if refute:
        raise click.UsageError("--refute needs a side and its opponents: leave --method and --each-seat out")
    if sound:
        raise click.UsageError("--sound needs a side and its opponents: leave --method and --each-seat out")


def _refutable(item: InputPosition, cards: tuple[str, ...]) -> InputPosition:
    """The position, refused before anything is searched where one of these cards may not be played."""
    try:
        for card in cards if item.position is not None else ():
            item.sound().play(card)
    except PositionError as error:
        place = f"{item.place}: " if item.place else ""
        return replace(item, position=None, error=f"{place}--refute: {error}")
    return item


@dataclass
class Further:
    """What is asked beyond each analysis: the punishment of cards, and whether the line is sound.

    `interrupted` after Ctrl-C meanwhile, `stopped` where a limit kept some of it from being proven.
    """

    refute: tuple[str, ...]
    sound: bool
    limits: Limits
    interrupted: bool = False
    stopped: bool = False

    def refutations(self, answer: Answer[Solution]) -> list[Refutation]:
        """The lines, none after Ctrl-C."""
        found: list[Refutation] = []
        if answer.interrupted or self.interrupted or not isinstance(answer.result, Analysis):
            return found
        try:
            for card in self.refute:
                found.append(refute_card(answer.result, card, self.limits))
                self.stopped |= not found[-1].exact
                if found[-1].stopped == "interrupt":
                    self.interrupted = True
                    break
        except KeyboardInterrupt:
            self.interrupted = True
        return found

    def soundness(self, answer: Answer[Solution]) -> Soundness | None:
        """Whether the main line is sound; None where it is not asked for or nothing is proven about it."""
        if not self.sound or answer.interrupted or not isinstance(answer.result, Analysis):
            return None
        if not answer.result.exact:
            return None
        try:
            found = soundness(answer.result, self.limits)
        except KeyboardInterrupt:
            self.interrupted = True
            return None
        self.interrupted |= found.stopped == "interrupt"
        self.stopped |= not found.exact
        return found


class Printer:
    """Prints answers one by one; `interrupted` after Ctrl-C while something more was searched for one."""

    _more: Further

    @property
    def interrupted(self) -> bool:
        """Whether nothing more is to be answered."""
        return self._more.interrupted

    @property
    def stopped(self) -> bool:
        """Whether a limit came before something more was proven."""
        return self._more.stopped

    def answer(self, answer: Answer[Solution]) -> None:
        """Print what was found."""
        raise NotImplementedError

    def refusal(self, item: InputPosition, error: str) -> None:
        """Print why there is no answer."""
        raise NotImplementedError


class JsonPrinter(Printer):
    """One object a line, refusals in their place."""

    def __init__(self, line: bool, more: Further) -> None:
        self._line = line
        self._more = more

    def answer(self, answer: Answer[Solution]) -> None:
        assert answer.result is not None
        value = as_object(answer.result, self._line)
        if self._more.sound:
            value |= soundness_object(self._more.soundness(answer))
        if self._more.refute:
            value["refuted"] = [refutation_object(found) for found in self._more.refutations(answer)]
        print_json({**answer.item.named, **value})

    def refusal(self, item: InputPosition, error: str) -> None:
        print_json({**item.named, "error": error})


class TextPrinter(Printer):
    """For people. Refusals go to standard error."""

    def __init__(self, line: bool, more: Further) -> None:
        self._screen = Screen()
        self._line = line
        self._more = more
        self._printed = 0

    def answer(self, answer: Answer[Solution]) -> None:
        assert answer.result is not None
        if self._printed:
            self._screen.blank()
        look = self._screen.look
        self._screen.print(analysis_text(answer.result, look, answer.item.title, self._line))
        self._printed += 1
        sound = self._more.soundness(answer)
        if sound is not None:
            self._screen.blank()
            self._screen.print(soundness_text(sound, answer.result.side, look))
        for found in self._more.refutations(answer):
            self._screen.blank()
            self._screen.print(refutation_text(found, look))

    def refusal(self, item: InputPosition, error: str) -> None:
        complain(f"openhand: {error}")


class Prints(Protocol[Result]):
    """What prints answers one by one, be they found or refused."""

    @property
    def interrupted(self) -> bool: ...
    @property
    def stopped(self) -> bool: ...
    def answer(self, answer: Answer[Result]) -> None: ...
    def refusal(self, item: InputPosition, error: str) -> None: ...


def run(answers: Iterable[Answer[Result]], printer: Prints[Result], progress: Progress) -> int:
    """Print the answers as they come; the exit status."""
    refused = stopped = interrupted = False
    progress.show()
    for answer in answers:
        progress.hide()
        if answer.error is not None:
            printer.refusal(answer.item, answer.error)
            refused = True
        elif answer.result is not None:
            printer.answer(answer)
            stopped |= not answer.result.exact or printer.stopped
        interrupted |= answer.interrupted
        if printer.interrupted:
            interrupted = True
            break
        progress.step()
        progress.show()
    progress.hide()
    if interrupted:
        complain("openhand: interrupted")
        return INTERRUPTED
    return REFUSED if refused else STOPPED if stopped else ANSWERED

"""`openhand analyze`: what every card is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

import click

from solver.analysis.limits import Limits
from solver.analysis.maxn import TIES
from solver.analysis.question import Question, new_stop
from solver.analysis.refute import Refutation, refute_card
from solver.analysis.solution import Solution
from solver.analysis.sound import Soundness, soundness
from solver.cli.json import as_object, print_json, print_refusal, refutation_object, soundness_object
from solver.cli.limits import jobs_option, limit_options
from solver.cli.runner import Answer, Progress, Runner
from solver.cli.seats import SeatsAnswer, SeatsPrinter, SeatsTask
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import Input, InputPosition, position_options
from solver.core.search import Stop
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.render.analysis import analysis_text
from solver.render.refute import refutation_text
from solver.render.sound import soundness_text
from solver.render.theme import Screen

Result = TypeVar("Result", "Findings", SeatsAnswer)


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
    task = AnalyzeTask(side, goal, limits, solutions == "1", line, refute, sound)
    questions = (_refutable(item, refute) for item in positions)
    printer: Prints[Findings] = JsonPrinter(line, sound, bool(refute)) if as_json else TextPrinter(line)
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


class _Part(Protocol):
    @property
    def exact(self) -> bool: ...
    @property
    def stopped(self) -> str: ...


@dataclass(frozen=True)
class Findings:
    """What was found of a position: its solution, and what was asked beyond that.

    `soundness` is None where it was not asked for, or where a limit left nothing proven about it.
    """

    solution: Solution
    soundness: Soundness | None = None
    refutations: tuple[Refutation, ...] = ()
    interrupted: bool = False  # Ctrl-C kept some of it from being asked

    @property
    def exact(self) -> bool:
        """Whether all of it is proven."""
        return all(part.exact for part in self._parts())

    @property
    def stopped(self) -> str:
        """ "interrupt" where Ctrl-C ended the search for some of it, else ""."""
        ended = self.interrupted or any(part.stopped == "interrupt" for part in self._parts())
        return "interrupt" if ended else ""

    def _parts(self) -> list[_Part]:
        return [self.solution, *self.refutations, *([self.soundness] if self.soundness else [])]


@dataclass(frozen=True)
class AnalyzeTask:
    """What is done with every position: the values of its cards, and what is asked beyond them.

    Several threads may call it at once.
    """

    side: str | None
    goal: str
    limits: Limits
    only_best: bool
    line: bool
    refute: tuple[str, ...]
    sound: bool
    stop: Stop = field(default_factory=new_stop)

    def __call__(self, position: Position) -> Findings:
        """Search; a stopped search answers with its bounds, and nothing is asked beyond them after Ctrl-C."""
        question = Question(position, self.side, self.goal, self.limits)
        question.stop_by(self.stop)
        if self.only_best:
            return Findings(question.solution(line=True))
        answer = question.analysis(line=self.line or self.sound)
        found = Findings(answer)
        try:
            if self.sound and answer.exact:
                found = replace(found, soundness=soundness(answer, self.limits, self.stop))
            for card in self.refute:
                if found.stopped:
                    break
                refuted = refute_card(answer, card, self.limits, self.stop)
                found = replace(found, refutations=(*found.refutations, refuted))
        except KeyboardInterrupt:
            found = replace(found, interrupted=True)
        return found

    def halt(self) -> None:
        """End all searches, now and later, from another thread."""
        self.stop.set()

    def hurry(self, position: Position) -> Findings:
        """What is proven without a search worth the name."""
        limits = Limits(nodes=1, memory=1)
        answer = Question(position, self.side, self.goal, limits).analysis(line=True)
        answer.stopped = "" if answer.exact else "interrupt"
        return Findings(answer)


class JsonPrinter:
    """One object a line, refusals in their place."""

    def __init__(self, line: bool, sound: bool, refute: bool) -> None:
        self._line, self._sound, self._refute = line, sound, refute

    def answer(self, answer: Answer[Findings]) -> None:
        assert answer.result is not None
        found = answer.result
        value = as_object(found.solution, self._line)
        if self._sound:
            value |= soundness_object(found.soundness)
        if self._refute:
            value["refuted"] = [refutation_object(refuted) for refuted in found.refutations]
        print_json({**answer.item.named, **value})

    def refusal(self, item: InputPosition, error: str) -> None:
        print_refusal(item.named, error, as_json=True)


class TextPrinter:
    """For people. Refusals go to standard error."""

    def __init__(self, line: bool) -> None:
        self._screen = Screen()
        self._line = line
        self._printed = 0

    def answer(self, answer: Answer[Findings]) -> None:
        assert answer.result is not None
        found, look = answer.result, self._screen.look
        if self._printed:
            self._screen.blank()
        self._screen.print(analysis_text(found.solution, look, answer.item.title, self._line))
        self._printed += 1
        if found.soundness is not None:
            self._screen.blank()
            self._screen.print(soundness_text(found.soundness, found.solution.side, look))
        for refuted in found.refutations:
            self._screen.blank()
            self._screen.print(refutation_text(refuted, look))

    def refusal(self, item: InputPosition, error: str) -> None:
        print_refusal(item.named, error, as_json=False)


class Prints(Protocol[Result]):
    """What prints answers one by one, be they found or refused."""

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
            stopped |= not answer.result.exact
        interrupted |= answer.interrupted
        progress.step()
        progress.show()
    progress.hide()
    if interrupted:
        complain("openhand: interrupted")
        return INTERRUPTED
    return REFUSED if refused else STOPPED if stopped else ANSWERED

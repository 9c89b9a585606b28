"""A deal that was played, card by card: what it was worth before and after each, and who gave away what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solver.analysis.limits import Limits
from solver.analysis.question import Question, Side, seats_of
from solver.analysis.solution import Analysis, Bounds, Solution
from solver.core.search import Stop
from solver.model.errors import PositionError
from solver.positions.play import IllegalCardError
from solver.positions.position import Position

Played = tuple[str, str]  # seat and card


@dataclass(frozen=True)
class Step:
    """One card of the play. `answer` is the analysis of the position before it, for the side asked about.

    Costs are never negative: they are what the card gave away for its own player's side, whichever that is.
    """

    trick: int
    seat: str
    card: str
    answer: Analysis

    @property
    def position(self) -> Position:
        """Before the card."""
        return self.answer.position

    @property
    def own(self) -> bool:
        """Whether the side asked about played it."""
        return self.seat in self.answer.side

    @property
    def before(self) -> Bounds:
        """The value before the card, with best play from here on."""
        return self.answer.bounds

    @property
    def after(self) -> Bounds:
        """The value with this card played, counted from the same point as `before`."""
        return self.answer.card_bounds[self.card]

    @property
    def change(self) -> int | None:
        """By how much the card changed the value; None where a limit kept that from being proven."""
        if not (self.before.exact and self.after.exact):
            return None
        return self.after.lower - self.before.lower

    @property
    def cost(self) -> int | None:
        """What the player's side lost by it."""
        return None if self.change is None else abs(self.change)

    @property
    def total(self) -> int | None:
        """The whole deal's total before the card, with best play from here on."""
        return self.answer.total

    @property
    def total_after(self) -> int | None:
        """The whole deal's total after the card, with best play from there on."""
        if self.total is None or self.change is None:
            return None
        return self.total + self.change

    @property
    def better(self) -> list[str]:
        """The best cards, where this one was not among them."""
        return self.answer.proven_best if self.cost else []

    @property
    def exact(self) -> bool:
        """Whether the cost is proven, and with it that `better` has every best card."""
        return self.cost == 0 or (self.cost is not None and self.answer.exact)


@dataclass(frozen=True)
class Replay:
    """A play with its values. `fault` is what ended it early: an illegal card, a row that makes no sense."""

    start: Position
    side: tuple[str, ...]
    goal: str
    steps: tuple[Step, ...]
    end: Position
    fault: PositionError | None = None
    stopped: str = ""  # "interrupt" when Ctrl-C came before the last card

    @property
    def exact(self) -> bool:
        """Whether everything is proven: every cost, and every better card."""
        return not self.stopped and all(step.exact for step in self.steps)

    @property
    def best(self) -> int | None:
        """The total with best play by all from the start."""
        return self.steps[0].total if self.steps else None

    @property
    def made(self) -> int | None:
        """The total as it was played; of a record that stops early, with best play after its last card."""
        return self.steps[-1].total_after if self.steps else None

    @property
    def errors(self) -> tuple[Step, ...]:
        """The cards that gave something away."""
        return tuple(step for step in self.steps if step.cost)

    def given_away(self) -> dict[str, int]:
        """What each seat gave away, by name in the order of the table, seats without errors left out."""
        lost = dict.fromkeys(self.start.seats, 0)
        for step in self.errors:
            lost[step.seat] += step.cost or 0
        return {seat: cost for seat, cost in lost.items() if cost}

    def settled(self) -> Solution | None:
        """What a deal that was played to its end comes to by the game's own settlement, where it has one."""
        if not self.end.over or "settle" not in self.start.rules.under(self.start.options).goals:
            return None
        try:
            return Question(self.end, self.side, "settle", None).solution()
        except PositionError:  # the bidder, say, is not known
            return None

    @property
    def illegal(self) -> IllegalCardError | None:
        """The first card that may not be played."""
        return self.fault if isinstance(self.fault, IllegalCardError) else None


def replay(
    start: Position,
    play: Iterable[Played],
    side: Side = None,
    goal: str = "points",
    limits: Limits | None = None,
    each: Callable[[Step], object] = lambda _: None,
    stop: Stop | None = None,
) -> Replay:
    """Follow a play from a position and value every card for one side.

    `play` gives seat and card in order (`Record.played()`); the first fault it raises, or the first card
    that is not legal, ends the replay and is kept in it. The side stays the same throughout: None is the
    one that is to play at the start, with its partner where the game has partners. Limits are for each
    card. `each` is called after every card; `stop` (`new_stop`) ends it as Ctrl-C does. Raises
    `PositionError` for a side or goal that does not exist.
    """
    seats = tuple(start.seats[seat] for seat in seats_of(start, side))
    Question(start, seats, goal, limits)  # refuses a goal that the game does not have
    position, steps = start, list[Step]()
    fault: PositionError | None = None
    stopped = ""
    first = _trick_number(start)
    tricks = 0
    try:
        for seat, card in play:
            step = _step(position, first + tricks, seat, card, seats, goal, limits, stop)
            if step.answer.stopped == "interrupt":
                stopped = "interrupt"
                steps.append(step)  # with the bounds so far
                break
            position = position.play(card)
            tricks += not position.trick
            steps.append(step)
            each(step)
    except PositionError as error:
        fault = error
    except KeyboardInterrupt:
        stopped = "interrupt"
    return Replay(start, seats, goal, tuple(steps), position, fault, stopped)


def trick_of(result: Replay, position: Position) -> int:
    """The number of the trick that a position of the replay stands in, the first being the start's."""
    at = _trick_number(result.start)
    return at if not result.steps else result.steps[-1].trick + (not position.trick)


def _trick_number(start: Position) -> int:
    """The number of the trick on the table, 1 where it is not known how many there were before."""
    return (start.tricks_played or 0) + 1


def _step(
    position: Position,
    trick: int,
    seat: str,
    card: str,
    side: tuple[str, ...],
    goal: str,
    limits: Limits | None,
    stop: Stop | None,
) -> Step:
    if position.to_play != seat or card not in position.legal_cards():
        raise IllegalCardError(position, seat, card, f"trick {trick}", _why_not(position, seat, card))
    question = Question(position, side, goal, limits)
    question.stop_by(stop)
    return Step(trick, seat, card, question.analysis())


def _why_not(position: Position, seat: str, card: str) -> str:
    if position.to_play is None:
        return f"{card} of {seat} cannot be played: the deal is over"
    if position.to_play != seat:
        return f"{card} of {seat} cannot be played: {position.to_play} is to play"
    legal = " ".join(position.legal_cards())
    return f"{card} of {seat} cannot be played, legal are {legal}"

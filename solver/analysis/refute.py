"""Why a card is bad: the play that punishes it, and what that costs against the best card."""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.limits import Limits
from solver.analysis.question import Question, Side
from solver.analysis.solution import Analysis, Bounds
from solver.core.search import Stop
from solver.model.notation import read_card
from solver.positions.position import Position


@dataclass(frozen=True)
class Refutation:
    """A card with the best play after it. `answer` is the analysis of the position in which it is played;
    `stopped` is "interrupt" where Ctrl-C ended the search for the line."""

    answer: Analysis
    card: str
    line: tuple[str, ...]  # the card and best play by all to the end; empty where a limit came first
    stopped: str = ""

    @property
    def position(self) -> Position:
        """Where the card is played."""
        return self.answer.position

    @property
    def bounds(self) -> Bounds:
        """The value of the card."""
        return self.answer.card_bounds[self.card]

    @property
    def cost(self) -> int | None:
        """What the card gives away for its own player's side: 0 for a best card, None where not proven."""
        if self.answer.value is None or self.bounds.value is None:
            return None
        return abs(self.bounds.value - self.answer.value)

    @property
    def exact(self) -> bool:
        """Whether cost and line are proven."""
        return self.cost is not None and bool(self.line)


def refutation(
    position: Position, card: str, side: Side = None, goal: str = "points", limits: Limits | None = None
) -> Refutation:
    """The line that punishes a card of the seat to play, for the side asked about. Limits hold for each of
    the two searches. Raises `PositionError` for a card that may not be played."""
    return refute_card(Question(position, side, goal, limits).analysis(), card, limits)


def refute_card(
    answer: Analysis, card: str, limits: Limits | None = None, stop: Stop | None = None
) -> Refutation:
    """The refutation of a card in a position already analysed; `stop` (`new_stop`) ends the search."""
    position = answer.position
    after = position.play(card)  # refuses a card that is not legal
    played = read_card(card)
    line: tuple[str, ...] = (played,)
    stopped = ""
    if not after.over:
        question = Question(after, answer.side, answer.goal, limits)
        question.stop_by(stop)
        following = question.analysis(line=True)
        stopped = following.stopped
        # Asking a stopped search for its line would search again.
        line = (played, *following.line) if not stopped and following.line else ()
    return Refutation(answer, played, line, stopped)

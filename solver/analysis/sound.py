"""Is a puzzle sound: is each choice of the side along the main line the only one? And how hard is it?"""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.likely import likely_cards
from solver.analysis.limits import Allowance, Limits
from solver.analysis.question import Question
from solver.analysis.solution import Analysis
from solver.core.search import Stop
from solver.positions.position import Position


@dataclass(frozen=True)
class Choice:
    """A card of the main line for which the side has another that is worth less to it.

    `at` is the card's place in the line, the first being 0, and `trick` the number of its trick. Touching
    and identical cards are one card; `others` are the best cards that are not one with it.
    """

    at: int
    trick: int
    card: str
    answer: Analysis
    others: tuple[str, ...]

    @property
    def position(self) -> Position:
        """Before the card."""
        return self.answer.position

    @property
    def likely(self) -> list[str]:
        """The likely-looking cards here (solver.analysis.likely)."""
        return likely_cards(self.position, self.answer.side, self.answer.goal)

    @property
    def likely_cost(self) -> int:
        """The least that a likely-looking card costs the side: 0 where the right card is one."""
        found = self.answer.card_bounds
        return min(abs(found[card].lower - self.answer.lower) for card in self.likely)


@dataclass(frozen=True)
class Soundness:
    """The choices along the main line up to the first that is not the only one, with that one in `flaw`.

    `stopped` says which limit came before the end of the line ("interrupt" after Ctrl-C); then nothing
    is said about the rest.
    """

    only_moves: tuple[Choice, ...]
    flaw: Choice | None
    stopped: str = ""

    @property
    def exact(self) -> bool:
        """Whether `sound` is proven."""
        return self.flaw is not None or not self.stopped

    @property
    def sound(self) -> bool | None:
        """Whether every choice is the only one; None where a limit kept that from being proven."""
        return self.flaw is None if self.exact else None

    @property
    def traps(self) -> tuple[Choice, ...]:
        """The only moves that no likely-looking card is."""
        return tuple(choice for choice in self.only_moves if choice.likely_cost)

    @property
    def likely_cost(self) -> int:
        """What the likely-looking cards cost at the only moves, added up."""
        return sum(choice.likely_cost for choice in self.only_moves)


def soundness(answer: Analysis, limits: Limits | None = None, stop: Stop | None = None) -> Soundness:
    """Follow the main line of an exact analysis and look at every choice of its side.

    A choice at which all cards are worth the same is none, so those from which on nothing matters any more
    are passed over. Limits of seconds and nodes are for all searches together, that of the analysis among
    them; `stop` (`new_stop`) ends them as Ctrl-C does.
    """
    only_moves: list[Choice] = []
    allowance = Allowance(limits or Limits(), answer.seconds)
    allowance.spend(answer)
    position, trick = answer.position, (answer.position.tricks_played or 0) + 1
    for at, card in enumerate(answer.line):
        if position.to_play in answer.side:
            if at and allowance.used_up:
                return Soundness(tuple(only_moves), None, allowance.used_up)
            here = answer if at == 0 else allowance.spend(_asked(position, answer, allowance.left, stop))
            if not here.exact:
                return Soundness(tuple(only_moves), None, here.stopped)
            if len(set(here.cards.values())) > 1:
                choice = Choice(at, trick, card, here, _others(here, card))
                if choice.others:
                    return Soundness(tuple(only_moves), choice)
                only_moves.append(choice)
        position = position.play(card)
        trick += not position.trick
    return Soundness(tuple(only_moves), None)


def _others(answer: Analysis, card: str) -> tuple[str, ...]:
    """The best cards that do not touch the card."""
    one = answer.touching()
    return tuple(other for other in answer.best if one[other] != one[card])


def _asked(position: Position, answer: Analysis, limits: Limits, stop: Stop | None) -> Analysis:
    """The analysis of a position for the same side and goal."""
    question = Question(position, answer.side, answer.goal, limits)
    question.stop_by(stop)
    return question.analysis()

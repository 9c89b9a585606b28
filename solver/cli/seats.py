"""`openhand analyze --method maxn` and `--each-seat`: every seat for itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from solver.analysis.each_seat import EachSeat, search_each_seat
from solver.analysis.limits import Limits
from solver.analysis.maxn import MaxnAnalysis, search_maxn
from solver.analysis.question import new_stop
from solver.cli.json import print_json, print_refusal
from solver.cli.runner import Answer
from solver.cli.sources import InputPosition
from solver.core.search import Stop
from solver.positions.position import Position
from solver.render.seats import each_seat_text, maxn_text
from solver.render.text import Text
from solver.render.theme import Look, Screen

SeatsAnswer = MaxnAnalysis | EachSeat


@dataclass(frozen=True)
class SeatsTask:
    """What is done with every position: max^n, or with `each_seat` also what each seat can make sure of.

    Several threads may call it at once.
    """

    each_seat: bool
    goal: str
    ties: str
    limits: Limits
    stop: Stop = field(default_factory=new_stop)

    def __call__(self, position: Position) -> SeatsAnswer:
        """Search; a stopped search answers with its bounds."""
        if self.each_seat:
            return search_each_seat(position, self.goal, self.limits, self.ties, self.stop)
        return search_maxn(position, self.goal, self.ties, self.limits, self.stop)

    def halt(self) -> None:
        """End all searches, now and later, from another thread."""
        self.stop.set()

    def hurry(self, position: Position) -> SeatsAnswer:
        """What is known without a search worth the name."""
        return SeatsTask(self.each_seat, self.goal, self.ties, Limits(nodes=1, memory=1))(position)


class SeatsPrinter:
    """Prints answers one by one, as JSON or for people."""

    def __init__(self, as_json: bool, line: bool, all_cards: bool) -> None:
        self._screen = None if as_json else Screen()
        self._line = line
        self._all_cards = all_cards
        self._printed = 0

    def answer(self, answer: Answer[SeatsAnswer]) -> None:
        """Print what was found."""
        assert answer.result is not None
        if self._screen is None:
            found = _OBJECTS[type(answer.result)](answer.result, self._line, self._all_cards)
            print_json({**answer.item.named, **found})
            return
        if self._printed:
            self._screen.blank()
        place = answer.item.title
        self._screen.print(self._text(answer.result, self._screen.look, place))
        self._printed += 1

    def _text(self, found: SeatsAnswer, look: Look, place: str) -> Text:
        if isinstance(found, EachSeat):
            return each_seat_text(found, look, place)
        return maxn_text(found, look, place, self._line, self._all_cards)

    def refusal(self, item: InputPosition, error: str) -> None:
        """Print why there is no answer."""
        print_refusal(item.named, error, as_json=self._screen is None)


def maxn_object(found: MaxnAnalysis, line: bool = True, all_cards: bool = True) -> dict[str, Any]:
    """Max^n as JSON; docs/each-seat.md lists the fields."""
    shown = found.cards if all_cards else found.best[:1]
    return {
        "game": found.position.game,
        "method": "maxn",
        "goal": next(iter(found.goals.values())),
        "ties": found.ties,
        "to_play": found.position.to_play,
        "values": found.values,
        "totals": found.totals,
        "cards": [{"card": card, "values": found.cards[card]} for card in shown],
        "best": found.best,
        "line": found.line if line else [],
        "exact": found.exact,
        "bounds": {seat: {"lower": at.lower, "upper": at.upper} for seat, at in found.bounds.items()},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def each_seat_object(found: EachSeat, _line: bool = True, _all_cards: bool = True) -> dict[str, Any]:
    """The table of the seats as JSON; docs/each-seat.md lists the fields."""
    return {
        "game": found.position.game,
        "goal": found.goal,
        "ties": found.maxn.ties,
        "to_play": found.position.to_play,
        "seats": [
            {
                "seat": row.seat,
                "value": row.guaranteed.value,
                "total": row.guaranteed_total,
                "lower": row.guaranteed.lower,
                "upper": row.guaranteed.upper,
                "maxn": row.value,
                "maxn_total": row.total,
            }
            for row in found.rows
        ],
        "exact": found.exact,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


_OBJECTS: dict[type, Callable[[Any, bool, bool], dict[str, Any]]] = {
    MaxnAnalysis: maxn_object,
    EachSeat: each_seat_object,
}

"""The engine's answer and the reference's, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from cext.api import searcher as api
from cext.search.driver import Shortcut
from solver import PositionError, analyze
from solver.analysis import question as engine
from tests.reference.search import Solver
from tests.support.questions import Question


@dataclass(frozen=True)
class Answer:
    """Value and total of the position, and the value of every legal card in pack order."""

    value: int | None
    total: int | None
    cards: tuple[tuple[str, int | None], ...]


def engine_answer(question: Question) -> Answer:
    found = analyze(question.position, question.side, question.goal)
    return Answer(found.value, found.total, tuple(found.cards.items()))


def reference_answer(question: Question) -> Answer:
    solver = Solver(question.plain(), question.side, question.goal)
    value, before = solver.value(), 0
    if question.goal in ("points", "margin"):
        before = solver.maker.sum_points(solver.side)
    if question.goal == "margin":
        before -= solver.maker.sum_points(solver.maker.rest)
    return Answer(value, value + before, tuple(solver.card_values().items()))


def search_values(
    question: Question, searcher: api.Searcher, shortcuts: int = Shortcut.ALL_SHORTCUTS
) -> tuple[int, int, dict[int, int]]:
    """What a searcher of one's own finds: lower, upper, and each searched slot's value.

    `shortcuts` is a mask of those of the search that are used (`Shortcut`).
    """
    asked = engine.Question(question.position, question.side, question.goal, None)
    lower, upper, cards, *_ = searcher.solve(
        asked.deal.core_point,
        asked.deal.packed_payoff(asked.payoff),
        window=asked.payoff.window,
        cards=True,
        shortcuts=shortcuts,
    )
    assert all(low == high for _, low, high in cards), question
    return lower, upper, {slot: low for slot, low, _ in cards}


def disagreement(question: Question) -> str:
    """What engine and reference say where they differ, else nothing."""
    try:
        found: object = engine_answer(question)
    except PositionError as error:
        found = f"refused: {error}"
    reference = reference_answer(question)
    if found == reference:
        return ""
    return f"{question}\nengine    {found}\nreference {reference}"

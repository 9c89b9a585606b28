"""The line that punishes a card, for people."""

from __future__ import annotations

from solver.analysis.refute import Refutation
from solver.render.line import line_picture
from solver.render.text import Text, lines, side_by_side
from solver.render.theme import FAINT, STRONG, WARNING, Look
from solver.render.wording import listed, others_of, shown


def refutation_text(found: Refutation, look: Look) -> Text:
    """What the card costs, and the play that shows it."""
    head = side_by_side(Text(f"If {found.position.to_play} plays "), look.card(found.card, STRONG))
    if not found.exact:
        bounds = found.bounds
        low, high = shown(found.answer, bounds.lower), shown(found.answer, bounds.upper)
        return lines(
            [side_by_side(head, Text(f": {low if low == high else f'{low} to {high}'}, not exact", WARNING))]
        )
    top = [side_by_side(head, Text(_cost(found)))]
    return lines([*top, *line_picture(found.position, found.line, look), Text("   > leads, * wins", FAINT)])


def _cost(found: Refutation) -> str:
    """`: 7 instead of 8, costs A and B 1`, or that nothing punishes it."""
    answer, value = found.answer, shown(found.answer, found.bounds.lower)
    if not found.cost:
        return f": {value}. Nothing punishes it, it is as good as any"
    own = found.position.to_play in answer.side
    loser = listed(answer.side) if own else others_of(answer)
    return f": {value} instead of {shown(answer, answer.lower)}, it costs {loser} {found.cost}"

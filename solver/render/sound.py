"""Whether a puzzle is sound, and how hard, for people."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.sound import Choice, Soundness
from solver.render.analysis import STOPS
from solver.render.text import Text, lines, side_by_side
from solver.render.theme import FAINT, STRONG, WARNING, Look
from solver.render.wording import listed


def soundness_text(found: Soundness, side: tuple[str, ...], look: Look) -> Text:
    """A line that says whether each choice is the only one, and one that says how hard they are."""
    return lines([_verdict(found, side, look), *_difficulty(found, look)])


def _verdict(found: Soundness, side: tuple[str, ...], look: Look) -> Text:
    who, moves = listed(side), len(found.only_moves)
    if found.flaw is not None:
        flaw = found.flaw
        return side_by_side(
            Text("Not sound: ", STRONG),
            Text(f"at trick {flaw.trick} {flaw.position.to_play} may play "),
            look.cards(flaw.others),
            Text(" as well as "),
            look.card(flaw.card),
            Text("."),
        )
    if not found.exact:
        return Text(f"Not known to be sound: stopped by {STOPS[found.stopped]}.", WARNING)
    if not moves:
        return side_by_side(Text("Sound", STRONG), Text(f", but no choice of {who} makes a difference."))
    choices = "the choice" if moves == 1 else f"each of the {moves} choices"
    return side_by_side(
        Text("Sound: ", STRONG), Text(f"{choices} of {who} along the main line has one best card.")
    )


def _difficulty(found: Soundness, look: Look) -> Iterator[Text]:
    """What the likely-looking cards cost, move by move."""
    if not found.only_moves:
        return
    moves = len(found.only_moves)
    yield Text(f"  Only moves in a row: {moves}. Likely-looking cards cost {found.likely_cost}.", FAINT)
    for choice in found.traps:
        yield side_by_side(Text(f"    trick {choice.trick}: "), *_trap(choice, look))


def _trap(choice: Choice, look: Look) -> Iterator[Text]:
    yield look.cards(choice.likely)
    yield Text(f" {'costs' if len(choice.likely) == 1 else 'cost'} {choice.likely_cost}, ")
    yield look.card(choice.card)
    yield Text(" is the only move")

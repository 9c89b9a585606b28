"""Answers as JSON objects, as the contract with scripts has them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from solver.analysis.refute import Refutation
from solver.analysis.solution import Analysis, Solution
from solver.analysis.sound import Soundness
from solver.cli.shell import complain


def print_json(value: object) -> None:
    """One object a line, at once: somebody may be reading along."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def print_refusal(named: Mapping[str, object], why: str, as_json: bool) -> None:
    """Why there is no answer: as an object that begins with `named`, or a line on standard error."""
    if as_json:
        print_json({**named, "error": why})
    else:
        complain(f"openhand: {why}")


def as_object(answer: Solution, line: bool = True) -> dict[str, Any]:
    """A solution or an analysis, its line where that was asked for.

    Where it is not `exact` (everything asked for is proven, see `Solution`), `value` and `total` are None and
    the cards have bounds. Of a bare solution, `cards` holds the first card of the line.
    """
    position, bounds, exact = answer.position, answer.bounds, answer.exact
    return {
        "game": position.game,
        "side": list(answer.side),
        "goal": answer.goal,
        "to_play": position.to_play,
        "value": bounds.lower if exact else None,
        "total": answer.total if exact else None,
        "cards": _cards(answer, exact),
        "line": answer.line if exact and line else [],
        "exact": exact,
        "lower": bounds.lower,
        "upper": bounds.upper,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def _cards(answer: Solution, exact: bool) -> list[dict[str, Any]]:
    if not isinstance(answer, Analysis):
        return [{"card": card, "value": answer.value} for card in answer.line[:1]] if exact else []
    if exact:
        return [{"card": card, "value": bounds.lower} for card, bounds in answer.card_bounds.items()]
    return [
        {"card": card, "lower": bounds.lower, "upper": bounds.upper}
        for card, bounds in answer.card_bounds.items()
    ]


def refutation_object(found: Refutation) -> dict[str, Any]:
    """A card with what it costs against the best one, and the play that shows it."""
    return {
        "card": found.card,
        "value": found.bounds.value,
        "cost": found.cost,
        "line": list(found.line),
        "exact": found.exact,
    }


def soundness_object(found: Soundness | None) -> dict[str, Any]:
    """Whether the choices along the line are the only ones, and what makes them hard to find.

    `at` is the place in the line of the first that is not (0 its first card), where `other` does as well.
    Both objects are null where a limit kept that from being proven.
    """
    if found is None or found.sound is None:
        return {"sound": None, "difficulty": None}
    flaw = found.flaw
    at, other = (flaw.at, flaw.others[0]) if flaw else (None, None)
    likely = [
        {"at": choice.at, "cards": choice.likely, "cost": choice.likely_cost} for choice in found.only_moves
    ]
    return {
        "sound": {"sound": found.sound, "at": at, "other": other},
        "difficulty": {"only_moves": len(likely), "likely_cost": found.likely_cost, "likely": likely},
    }

"""Numbers of legal sequences, frozen from the reference in `counts.json` (see `freeze`)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solver import Position
from solver.core.table import Table
from solver.rules.files import names
from tests import reference
from tests.perft.freeze import FROZEN

ENTRIES: list[dict[str, Any]] = json.loads(FROZEN.read_text(encoding="utf-8"))
BY_GAME = {game: [entry for entry in ENTRIES if entry["position"]["game"] == game] for game in names()}


def counts_by_card(position: Position, depth: int) -> str:
    """For a mismatch: what follows each card, as the engine and as the reference count it."""
    plain = json.loads(position.to_json())
    engine = {card: Table(position.play(card)).perft(depth - 1) for card in position.legal_cards()}
    wanted = {
        card: reference.perft(reference.play(plain, card), depth - 1) for card in reference.legal_cards(plain)
    }
    rows = [
        f"{card}: {engine.get(card, 'not legal')} for {wanted.get(card, 'not legal')}"
        for card in engine | wanted
    ]
    return f"depth {depth} of\n{position.to_json()}\n" + "\n".join(rows)


@pytest.mark.parametrize("game", names())
def test_counts(game: str) -> None:
    assert BY_GAME[game], "no counts are frozen for this game"
    for entry in BY_GAME[game]:
        position = Position.from_json(entry["position"])
        for depth, count in enumerate(entry["counts"], start=1):
            assert Table(position).perft(depth) == count, counts_by_card(position, depth)


@pytest.mark.parametrize("game", names())
def test_the_reference_still_counts_so(game: str) -> None:
    for entry in BY_GAME[game]:
        for depth, count in enumerate(entry["counts"][:3], start=1):
            assert reference.perft(entry["position"], depth) == count, entry["position"]

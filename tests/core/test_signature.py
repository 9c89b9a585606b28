"""The search signature: the nodes a small deck takes, so that no change of search goes unnoticed."""

from __future__ import annotations

import pytest

from benchmarks import decks
from benchmarks.signature import DECK, changes, frozen, signature
from solver.rules.files import names


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    """The nodes of this build."""
    return signature()


def test_the_search_is_the_one_last_decided_on(found: dict[str, int]) -> None:
    """If the change is meant: `python -m benchmarks.signature --write`, and commit it with the change."""
    assert found == frozen(), "\n".join(changes(frozen(), found))


def test_it_is_the_same_a_second_time(found: dict[str, int]) -> None:
    assert signature() == found


def test_every_game_is_in_it() -> None:
    assert {entry["position"]["game"] for entry in decks.read(DECK).entries} == set(names())

"""Hypothesis strategies over the same random positions and questions as the comparison with the reference."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from solver import Position
from tests.support.questions import Question, questions
from tests.support.tables import TABLES, random_position

SEEDS = st.integers(0, 2**32 - 1)
Tables = Sequence[tuple[str, int]]


def drawn_positions(tables: Tables = TABLES) -> st.SearchStrategy[Position]:
    """A position of one of these tables, at any point of a trick."""
    return st.builds(_position, st.sampled_from(tables), SEEDS)


def drawn_questions(tables: Tables = TABLES) -> st.SearchStrategy[Question]:
    """A question about such a position."""
    return st.builds(_question, st.sampled_from(tables), SEEDS)


def _position(table: tuple[str, int], seed: int) -> Position:
    return random_position(*table, random.Random(seed))


def _question(table: tuple[str, int], seed: int) -> Question:
    return next(questions(*table, 1, seed))

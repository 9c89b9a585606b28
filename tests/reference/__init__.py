"""The slow, plain reference: every game and goal of the rule page by exhaustive search.

It is the yardstick for the solver and shares no code with it. Positions are JSON positions as dicts, taken
to be valid; cards are strings such as "SA", sides are lists of seat names, goals the strings of
`analyze --goal`.
"""

from __future__ import annotations

from .play import legal_cards, perft, play, to_play
from .solve import card_values, maxn, total, value

__all__ = ["card_values", "legal_cards", "maxn", "perft", "play", "to_play", "total", "value"]

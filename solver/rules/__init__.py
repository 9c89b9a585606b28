"""Games as data: the rules of play and of scoring, read from TOML."""

from solver.rules.files import load, load_file, names
from solver.rules.game import Rules

__all__ = ["Rules", "load", "load_file", "names"]

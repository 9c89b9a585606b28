"""Games as data: the rules of play and of scoring, read from TOML."""

from solver.rules.game import Rules, load, load_file, names

__all__ = ["Rules", "load", "load_file", "names"]

"""The one error that bad input raises."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 2000  # characters of a complaint: the rest of a longer one helps nobody


class Fault(NamedTuple):
    """One thing wrong with a position: the field it sits in (named as in JSON) and a short sentence."""

    field: str
    text: str


class PositionError(ValueError):
    """Bad input, described in one line: what is wrong, where, and what would be right.

    `faults` holds the same, part by part, where several things were found at once; else it is empty.
    """

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(one_line(message if len(message) <= LONGEST else message[: LONGEST - 3] + "..."))
        self.faults = faults

    @classmethod
    def of(cls, faults: tuple[Fault, ...]) -> PositionError:
        """The error that names all these faults, a semicolon between them."""
        return cls("; ".join(fault.text for fault in faults), faults)


def one_line(text: str) -> str:
    """The text with what a terminal would not print (newlines, escapes, lone surrogates) spelt out."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)

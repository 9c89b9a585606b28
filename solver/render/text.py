"""Pieces of text in styles. Putting them together has to be cheap: ten thousand answers may go to a pipe."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len

Part = tuple[str, str]  # what is written, and rich's name of the style it is written in


class Text:
    """A text in one style, or made of others. It does not change; whatever alters it makes another.

    `plain` is what is written, without the styles; `cell_len` the columns that it takes on a terminal, where
    some signs take two.
    """

    __slots__ = ("_made_of", "_style", "cell_len", "plain")

    def __init__(self, text: str = "", style: str = "", made_of: Sequence[Text] = ()) -> None:
        """`made_of` are the texts that `text` is put together from, which have styles of their own."""
        self.plain = text
        self.cell_len = len(text) if text.isascii() else cell_len(text)
        self._style = style
        self._made_of = made_of

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Text:
        """A text of these parts."""
        return side_by_side(*[cls(text, style) for text, style in parts])

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is written part by part, each with its style; only a terminal wants to know."""
        if self._made_of:
            return tuple([part for text in self._made_of for part in text.parts])
        return ((self.plain, self._style),) if self.plain else ()

    def __bool__(self) -> bool:
        return bool(self.plain)

    def __eq__(self, other: object) -> bool:
        return self.parts == other.parts if isinstance(other, Text) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plain)

    def __repr__(self) -> str:
        return f"<Text {self.plain!r}>"

    def join(self, texts: Iterable[Text]) -> Text:
        """The texts in a row, with this one between them."""
        listed = list(texts)
        between: list[Text] = [self] * (2 * len(listed) - 1) if listed else []
        between[::2] = listed
        return Text(self.plain.join([text.plain for text in listed]), "", between)

    def styled(self, style: str) -> Text:
        """In this style too, which wins where the two disagree."""
        return Text.of([(text, f"{own} {style}".strip()) for text, own in self.parts]) if style else self

    def stripped(self) -> Text:
        """Without blanks at its end."""
        if self.plain == self.plain.rstrip():
            return self
        parts = list(self.parts)
        while parts and not (left := parts[-1][0].rstrip()):
            parts.pop()
        if parts:
            parts[-1] = left, parts[-1][1]
        return Text.of(parts)


def lines(texts: Iterable[Text]) -> Text:
    """Texts below each other."""
    return _NEW_LINE.join(texts)


def side_by_side(*texts: Text) -> Text:
    """Texts after each other."""
    return Text("".join([text.plain for text in texts]), "", texts)


@lru_cache(maxsize=256)
def blank(width: int) -> Text:
    """That many blanks."""
    return Text(" " * width)


def padded(text: Text, width: int) -> Text:
    """The text with blanks up to a width."""
    lacking = width - text.cell_len
    return side_by_side(text, blank(lacking)) if lacking > 0 else text


def right(text: Text, width: int) -> Text:
    """The text at the right of a column."""
    lacking = width - text.cell_len
    return side_by_side(blank(lacking), text) if lacking > 0 else text


def grid(rows: Sequence[Sequence[Text]], left: Collection[int] = ()) -> list[Text]:
    """Rows of cells as lines, each column as wide as it needs; columns `left` begin, others end, alike."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    places = [padded if at in left else right for at in range(len(widths))]
    drawn = [[put(cell, width) for put, cell, width in zip(places, row, widths, strict=True)] for row in rows]
    return [side_by_side(Text("  "), Text("  ").join(row)).stripped() for row in drawn]


_NEW_LINE = Text("\n")

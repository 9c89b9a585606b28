"""Pieces of text in styles. Putting them together has to be cheap: ten thousand answers may go to a pipe."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.cells import cell_len

Part = tuple[str, str]  # what is written, and rich's name of the style it is written in


class Text:
    """A text in parts, each in a style of its own. It does not change; whatever alters it makes another."""

    __slots__ = ("_columns", "parts")

    _columns: int
    parts: tuple[Part, ...]

    def __init__(self, text: str = "", style: str = "") -> None:
        self._columns = -1
        self.parts = ((text, style),) if text else ()

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Text:
        """A text of these parts."""
        text = cls()
        text.parts = tuple(parts)
        return text

    @property
    def plain(self) -> str:
        """What is written, without the styles."""
        return "".join([part for part, _ in self.parts])

    @property
    def cell_len(self) -> int:
        """The columns it takes on a terminal; some signs take two. Counted once."""
        if self._columns < 0:
            written = self.plain
            self._columns = len(written) if written.isascii() else cell_len(written)
        return self._columns

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __eq__(self, other: object) -> bool:
        return self.parts == other.parts if isinstance(other, Text) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"<Text {self.plain!r}>"

    def join(self, texts: Iterable[Text]) -> Text:
        """The texts in a row, with this one between them."""
        parts: list[Part] = []
        for text in texts:
            parts += text.parts
            parts += self.parts
        return Text.of(parts[: len(parts) - len(self.parts)])

    def styled(self, style: str) -> Text:
        """In this style too, which wins where the two disagree."""
        return Text.of([(text, f"{own} {style}".strip()) for text, own in self.parts]) if style else self

    def stripped(self) -> Text:
        """Without blanks at its end."""
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
    return Text.of([part for text in texts for part in text.parts])


def padded(text: Text, width: int) -> Text:
    """The text with blanks up to a width."""
    blanks = width - text.cell_len
    return Text.of((*text.parts, (" " * blanks, ""))) if blanks > 0 else text


def right(text: Text, width: int) -> Text:
    """The text at the right of a column."""
    blanks = width - text.cell_len
    return Text.of(((" " * blanks, ""), *text.parts)) if blanks > 0 else text


def grid(rows: Sequence[Sequence[Text]], left: Collection[int] = ()) -> list[Text]:
    """Rows of cells as lines, each column as wide as it needs; columns `left` begin, others end, alike."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    places = [padded if at in left else right for at in range(len(widths))]
    drawn = [[put(cell, width) for put, cell, width in zip(places, row, widths, strict=True)] for row in rows]
    return [side_by_side(Text("  "), Text("  ").join(row)).stripped() for row in drawn]


_NEW_LINE = Text("\n")

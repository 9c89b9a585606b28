"""The lines of a text or of a stream of bytes, and which form of file they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from solver.model.errors import PositionError

_ENDS = re.compile(r"\r\n|\r|\n")
_BYTE_ENDS = re.compile(rb"\r\n|\r|\n")
_MARK = "\ufeff"
_LAST = b"\x1a"  # ^Z, which ended files once

# What begins JSON and no PBN, which begins with a tag, a comment or a percent sign.
_JSON = re.compile(
    r'\s*(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|"(?:[^"\\\n]|\\.)*"\s*$|\}\s*(?:[{\]]|$))|\[\s*(?:[{\[\]"]|(?:-?\d+|null|true|false)\s*[,\]]))'
)
_UNDECIDED = re.compile(r'\s*(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"?\s*)?|\[\s*)?')
_JSON_ENDINGS = (".json", ".jsonl", ".ndjson")
_MOST_LINES = 50  # that are looked at before it is said that this is no JSON


def text_lines(text: str) -> list[str]:
    """The lines of a text, with any ending, without a byte-order mark and a last ^Z."""
    return _ENDS.split(text.removeprefix(_MARK).removesuffix("\x1a"))


def named_as_json(name: str) -> bool:
    """Whether a file is called as JSON is: a hint, for its content decides."""
    return name.lower().endswith(_JSON_ENDINGS)


def looks_like_json(text: str) -> bool:
    """Whether a text begins as JSON does, and not as PBN or a book's table."""
    return _JSON.match(text.removeprefix(_MARK)) is not None


def split_lines(stream: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a binary file that is parted at `\\n`, whatever ends them; each as soon as it is there."""
    first = True
    for piece in stream:
        if first:
            _refuse_no_text(piece)
            piece, first = piece.removeprefix(b"\xef\xbb\xbf"), False
        if piece.endswith(b"\n"):
            piece = piece[: -2 if piece.endswith(b"\r\n") else -1]
        elif piece.endswith(_LAST):
            piece = piece[:-1]
        yield from _BYTE_ENDS.split(piece) if b"\r" in piece else ([b""] if piece == _LAST else [piece])


def _refuse_no_text(piece: bytes) -> None:
    if piece.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PositionError("it is UTF-16 text: PBN and JSON are read as UTF-8")
    if piece.startswith(b"PAR1"):
        raise PositionError("it is Parquet, which openhand batch reads")
    if b"\0" in piece:
        raise PositionError("line 1 has a zero byte, so it is not text; PBN and JSON are text, as UTF-8")


def detect_json(lines: Iterator[bytes], hint: bool) -> tuple[bool, Iterator[bytes]]:
    """Whether the lines are JSON, and all of them again; `hint` is believed where they do not say it.

    No more is read than it takes to decide.
    """
    read: list[bytes] = []
    text = ""
    for line in lines:
        read.append(line)
        text += line.decode("utf-8", "replace") + "\n"
        if len(read) >= _MOST_LINES or not _UNDECIDED.fullmatch(text):
            break
    plain = text.strip()
    as_json = looks_like_json(text) or (hint and not plain.startswith(("[", "%", ";")))
    return as_json, chain(read, lines)


def decode(lines: Iterable[bytes], as_json: bool) -> Iterator[str]:
    """Lines as text: UTF-8, and what is none as Latin-1, in which PBN was defined; JSON is marked for it."""
    for line in lines:
        try:
            yield line.decode()
        except UnicodeDecodeError:
            yield line.decode("utf-8", "surrogateescape") if as_json else line.decode("latin-1")

"""Texts that are tables with a column `json`, as this program writes them: JSON lines and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from solver.model.errors import PositionError

LONGEST = 1 << 20  # bytes of a first line that is looked at
_NAME = re.compile(r"\w[\w .-]*")  # of a column, and no comment of PBN


class Row(NamedTuple):
    """The position of a row as JSON text, None where it has none, and its id."""

    json: str | None
    id: object


def table_rows(stream: BinaryIO) -> Iterator[Row] | None:
    """The rows of a file that can be read again, None where it is no such table."""
    head = stream.readline(LONGEST)
    stream.seek(0)
    try:
        text = head.decode("utf-8-sig")
        if text.startswith("{"):
            return _of_lines(stream) if _is_row(json.loads(text)) else None
        names = next(csv.reader([text]), [])
        return _of_csv(stream) if "json" in names and all(map(_NAME.fullmatch, names)) else None
    except (ValueError, RecursionError, csv.Error):  # bytes that are no text, an object of several lines
        return None


def _is_row(value: object) -> bool:
    return isinstance(value, dict) and "json" in value and "hands" not in value


def _of_lines(stream: BinaryIO) -> Iterator[Row]:
    """A line that is no row stands for a position that is not sound."""
    for line in stream:
        text = line.decode("utf-8-sig", "replace").strip()
        if text:
            try:
                value = json.loads(text)
            except (ValueError, RecursionError):
                yield Row(text, None)
                continue
            found = value.get("json") if isinstance(value, dict) else None
            yield Row(found if isinstance(found, str | None) else json.dumps(found), _id(value))


def _id(value: object) -> object:
    return value.get("id") if isinstance(value, dict) else None


def _of_csv(stream: BinaryIO) -> Iterator[Row]:
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
    try:
        for row in csv.DictReader(text):
            yield Row(row["json"] or None, row.get("id") or None)
    except csv.Error as error:
        raise PositionError(f"it is not valid CSV: {error}") from None
    finally:
        text.detach()

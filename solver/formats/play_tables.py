"""The books' tables of play: one trick a line, a column a seat, the winner marked or not.

    [Game "cinch"] [Trump "H"] [Options "bid=8 bidder=A"]
     A  |  Y  |   B  |  Z
    ♣Q  | ♣3  | _♡8_ | ♣5
    ♡2  | ♡6  | _♡Q_ | ♡4

The heading names the seats in order of play. Cells are parted by bars, blanks or commas; a row may be
numbered, or have the winner's name in a last column, and two deals may stand side by side with the numbers
between them, as the books print them. Where no Deal is given, the columns are the hands. The PBN reader finds
the tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.formats.raw import RawRecord
from solver.model.errors import PositionError
from solver.model.notation import find_seat, listed, read_card

_DRAWN = re.compile(r"[\s|+=:—–-]+")  # a line drawn across
_NUMBER = re.compile(r"\d{1,2}[.)]?")
_WINS = "_*[](){}"  # a winning card is marked with any of these, as in _♡8_
_LEADS = ">"
_NO_CARD = ("", "-", "--", "—", "–")
_LONGEST = 500  # characters of a line of a table: what is longer is prose

Tags = tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass
class PlayTable:
    """One deal's columns as they stand: a row has a text a seat."""

    line: int  # of the heading
    columns: tuple[str, ...]
    fields: dict[str, object]
    tags: Tags
    faults: list[tuple[int, str]] = field(default_factory=list)  # above it
    rows: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    won: list[tuple[int, str]] = field(default_factory=list)  # a last column's seats, by line

    def add(self, line: int, cells: list[str]) -> None:
        """Take a row in; a cell beyond the columns names the winner."""
        if len(cells) == len(self.columns) + 1:
            at = find_seat(cells.pop(), self.columns)
            self.won += [] if at is None else [(line, self.columns[at])]
        self.rows.append((line, tuple(cells)))


# --- what a line is -------------------------------------------------------------------------------------


def drawn_across(line: str) -> bool:
    """Whether a line only parts the heading from the rows."""
    return len(line) <= _LONGEST and _DRAWN.fullmatch(line) is not None


def may_head(line: str) -> bool:
    """Whether a line could be a heading, by itself."""
    if len(line) > _LONGEST or "[" in line:
        return False
    tokens = _names(line)
    return len(tokens) > 1 and not any(map(_is_card, tokens))


def heading(line: str, below: str) -> list[tuple[str, ...]]:
    """The seats above each deal's columns, where the line is a heading and the one below a row of cards."""
    groups = card_cells(below)
    if not groups or not may_head(line):
        return []
    tokens = _names(line)
    if len(groups) == 1 and not _is_cell(groups[0][-1]) and find_seat(groups[0][-1], tokens) is not None:
        groups = [groups[0][:-1]]  # the last column says who won
        tokens = tokens[: len(groups[0]) + bool(_NUMBER.fullmatch(_cells(below)[0]))]
    n = len(groups[0])
    if n < 2 or any(len(group) != n for group in groups):
        return []
    between = len(tokens) - n * len(groups)  # what stands above the numbers
    numbered_first = len(groups) == 1 and _NUMBER.fullmatch(_cells(below)[0]) is not None
    if between not in {0, len(groups) - 1 or 1}:
        return []
    step = n + bool(between)
    first = 1 if between and numbered_first else 0
    seats = [tuple(tokens[first + step * group :][:n]) for group in range(len(groups))]
    return seats if all(len(set(names)) == n for names in seats) else []


def card_cells(line: str) -> list[list[str]]:
    """The cells of each deal in a row; [] where the line is no row. Numbers part the deals."""
    if len(line) > _LONGEST:
        return []
    groups: list[list[str]] = [[]]
    for cell in _cells(line):
        if _NUMBER.fullmatch(cell):
            groups.append([])
        else:
            groups[-1].append(cell)
    groups = [group for group in groups if group]
    return groups if all(any(map(_is_card, group)) for group in groups) else []


def _names(line: str) -> list[str]:
    return [token for token in re.split(r"[\s|,\"]+", line.strip(" \t|")) if token]


def _cells(line: str) -> list[str]:
    line = line.strip()
    if "|" in line:
        return [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
    if "," in line:
        return [cell.strip(' \t"') for cell in line.split(",")]
    return line.split()


def _bare(cell: str) -> str:
    """A cell without its marks."""
    return cell.strip(_WINS + _LEADS + "!? \t")


def _is_card(cell: str) -> bool:
    try:
        read_card(_bare(cell))
    except PositionError:
        return False
    return True


def _is_cell(cell: str) -> bool:
    return _is_card(cell) or _bare(cell) in _NO_CARD


# --- from a table to a record ---------------------------------------------------------------------------


def table_record(table: PlayTable) -> RawRecord:
    """The record of a table whose rows have all been read."""
    fields = dict(table.fields)
    wrong = list(table.faults)
    if fields.get("seats") is None:
        fields["seats"] = list(table.columns)
    if fields.get("leader") is None:
        fields["leader"] = _leader(table)
    if fields.get("deal") is None:
        try:
            fields["hands"] = _hands(table)
        except PositionError as error:
            wrong.append((table.line, str(error)))
    return RawRecord(
        fields,
        table.line,
        wrong=tuple(wrong),
        id=next((value for name, value, _ in table.tags if name == "Board"), None),
        tags=table.tags,
        first=table.columns[0],
        rows=tuple((line, " ".join(_bare(cell) or "-" for cell in cells)) for line, cells in table.rows),
        winners=tuple(_winners(table)),
    )


def _hands(table: PlayTable) -> dict[str, list[str]]:
    """Each seat's hand, its column; the table must be whole for that."""
    hands: dict[str, list[str]] = {seat: [] for seat in table.columns}
    for line, cells in table.rows:
        whole = len(cells) == len(table.columns) and not any(_bare(cell) in _NO_CARD for cell in cells)
        if not whole:
            raise PositionError(
                f"line {line} has not a card for each of {listed(table.columns)}, so the columns are not "
                f"the hands: give the Deal"
            )
        for seat, cell in zip(table.columns, cells, strict=True):
            try:
                hands[seat].append(read_card(_bare(cell)))
            except PositionError as error:
                raise PositionError(f"line {line}: {error}") from None
    return hands


def _winners(table: PlayTable) -> Iterator[tuple[int, str]]:
    """The seat that a row says has won it: in a last column, or by marking just one card."""
    yield from table.won
    named = {line for line, _ in table.won}
    for line, cells in table.rows:
        marked = [
            seat
            for seat, cell in zip(table.columns, cells, strict=False)
            if cell.strip(_LEADS + "!?") != _bare(cell)
        ]
        if len(marked) == 1 and line not in named:
            yield line, marked[0]


def _leader(table: PlayTable) -> str:
    """Who leads where nothing says so: the seat whose card is marked with >, else the first column's."""
    first_row = table.rows[0][1] if table.rows else ()
    pairs = zip(table.columns, first_row, strict=False)
    return next((seat for seat, cell in pairs if cell.startswith(_LEADS)), table.columns[0])

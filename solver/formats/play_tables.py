"""The books' tables of play: one trick a line, a column a seat, the winner marked or not.

    [Game "cinch"] [Trump "H"] [Options "bid=8 bidder=A"]
     A  |  Y  |   B  |  Z
    ♣Q  | ♣3  | _♡8_ | ♣5
    ♡2  | ♡6  | _♡Q_ | ♡4

The heading names the seats in order of play. Cells are parted by bars or blanks; a row may be numbered, and
two deals may stand side by side with the numbers between them, as the books print them. Tags above a table
hold for the ones below it until they are given anew. Where no Deal is given, the columns are the hands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from solver.formats.pbn import FIELD_OF, TAG
from solver.model.errors import PositionError
from solver.model.notation import read_card
from solver.positions.position import Position
from solver.positions.record import Record, nothing_in, place
from solver.rules.game import Rules

_RULE = re.compile(r"[\s|+=:—–-]+")  # a line drawn across
_NUMBER = re.compile(r"\d{1,2}[.)]?")
_WINS = "_*[](){}"  # a winning card is marked with any of these, as in _♡8_
_LEADS = ">"
_NO_CARD = ("", "-", "--", "—", "–")
_ONE_DEAL = ("deal", "hands", "play")  # what does not hold for the next table

Line = tuple[int, str]


@dataclass
class _Table:
    """One deal's columns as they stand: a row has a text a seat."""

    line: int  # of the heading
    columns: tuple[str, ...]
    fields: dict[str, object]
    tags: tuple[tuple[str, str, tuple[str, ...]], ...]
    rows: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)


# --- reading --------------------------------------------------------------------------------------------


def looks_like_table(text: str) -> bool:
    """Whether a heading of seats stands in the text with a row of cards below it."""
    lines = list(_lines(text))
    return any(_heading(lines, at) for at in range(len(lines)))


def read_tables(
    text: str,
    source: str = "<string>",
    rules: Rules | None = None,
    given: Mapping[str, object] | None = None,
) -> list[Record]:
    """Every deal of a text of tables, in order, with its play; a bad one holds its error.

    `given` has fields under their JSON names (game, trump, leader, options) for tables without such tags.
    """
    tables = list(_tables(list(_lines(text))))
    records = [_record(table, source, rules, given or {}) for table in tables]
    return [replace(record, number=at) for at, record in enumerate(records, 1)] or [nothing_in(source)]


def _lines(text: str) -> Iterator[Line]:
    """The lines that say something, with their numbers: no comments, no rules drawn across."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        if not (_RULE.fullmatch(line) or line.isspace() or not line or line.lstrip()[0] in "%;"):
            yield number, line


def _tables(lines: Sequence[Line]) -> Iterator[_Table]:
    fields: dict[str, object] = {}
    tags: list[tuple[str, str, tuple[str, ...]]] = []
    open_tables: list[_Table] = []
    for at, (number, line) in enumerate(lines):
        if TAG.match(line.lstrip()):
            yield from open_tables
            if open_tables:
                tags, fields = [], {name: value for name, value in fields.items() if name not in _ONE_DEAL}
            open_tables = []
            _read_tags(line, fields, tags)
        elif heading := _heading(lines, at):
            yield from open_tables
            open_tables = [_Table(number, seats, dict(fields), tuple(tags)) for seats in heading]
        elif open_tables:
            groups = _groups(line)
            if len(groups) == len(open_tables):  # anything else is the book talking
                for table, cells in zip(open_tables, groups, strict=True):
                    table.rows.append((number, tuple(cells)))
    yield from open_tables


def _read_tags(line: str, fields: dict[str, object], tags: list[tuple[str, str, tuple[str, ...]]]) -> None:
    for name, value in TAG.findall(line):
        known = next((known for tag, known in FIELD_OF.items() if tag.lower() == name.lower()), None)
        if known:
            fields[known] = value
        else:
            tags.append((name, value, ()))


def _heading(lines: Sequence[Line], at: int) -> list[tuple[str, ...]]:
    """The seats above each deal's columns, where the line is a heading and the next one a row of cards."""
    tokens = re.split(r"[\s|]+", lines[at][1].strip(" \t|"))
    if at + 1 == len(lines) or "[" in lines[at][1] or any(_is_card(token) for token in tokens):
        return []
    groups = _groups(lines[at + 1][1])
    n = len(groups[0]) if groups else 0
    if n < 2 or any(len(group) != n for group in groups):
        return []
    between = len(tokens) - n * len(groups)  # what stands above the numbers
    numbered_first = len(groups) == 1 and _NUMBER.fullmatch(_cells(lines[at + 1][1])[0]) is not None
    if between not in {0, len(groups) - 1 or 1}:
        return []
    step = n + bool(between)
    first = 1 if between and numbered_first else 0
    seats = [tuple(tokens[first + step * group :][:n]) for group in range(len(groups))]
    return seats if all(len(set(names)) == n for names in seats) else []


def _groups(line: str) -> list[list[str]]:
    """The cells of each deal in a row; [] where the line is no row. Numbers part the deals."""
    groups: list[list[str]] = [[]]
    for cell in _cells(line):
        if _NUMBER.fullmatch(cell):
            groups.append([])
        else:
            groups[-1].append(cell)
    groups = [group for group in groups if group]
    return groups if all(any(map(_is_card, group)) for group in groups) else []


def _cells(line: str) -> list[str]:
    if "|" not in line:
        return line.split()
    line = line.strip()
    line = line[1:] if line.startswith("|") else line
    line = line[:-1] if line.endswith("|") else line
    return [cell.strip() for cell in line.split("|")]


def _bare(cell: str) -> str:
    """A cell without its marks."""
    return cell.strip(_WINS + _LEADS + "!? \t")


def _is_card(cell: str) -> bool:
    try:
        read_card(_bare(cell))
    except PositionError:
        return False
    return True


# --- from a table to a record ---------------------------------------------------------------------------


def _record(table: _Table, source: str, rules: Rules | None, given: Mapping[str, object]) -> Record:
    fields = {**given, **table.fields}
    rows = tuple((line, " ".join(_bare(cell) or "-" for cell in cells)) for line, cells in table.rows)
    first = table.columns[0]
    record = Record(None, None, source, 0, table.line, table.tags, first, rows, tuple(_winners(table)))
    if fields.get("seats") is None:
        fields["seats"] = list(table.columns)
    if fields.get("leader") is None:
        fields["leader"] = _leader(table)
    try:
        if fields.get("deal") is None:
            fields["hands"] = _hands(table)
        return replace(record, position=Position.from_fields(fields, rules))
    except PositionError as error:
        return replace(record, error=str(PositionError(f"{place(source, table.line)}: {error}")))


def _hands(table: _Table) -> dict[str, list[str]]:
    """Each seat's hand, its column; the table must be whole for that."""
    hands: dict[str, list[str]] = {seat: [] for seat in table.columns}
    for line, cells in table.rows:
        whole = len(cells) == len(table.columns) and not any(_bare(cell) in _NO_CARD for cell in cells)
        if not whole:
            raise PositionError(
                f"line {line} has not a card for each of {' '.join(table.columns)}, so the columns are not "
                f"the hands: give the Deal"
            )
        for seat, cell in zip(table.columns, cells, strict=True):
            try:
                hands[seat].append(read_card(_bare(cell)))
            except PositionError as error:
                raise PositionError(f"line {line}: {error}") from None
    return hands


def _winners(table: _Table) -> Iterator[tuple[int, str]]:
    """The seat whose card is marked, of every row that marks just one."""
    for line, cells in table.rows:
        marked = [
            seat
            for seat, cell in zip(table.columns, cells, strict=False)
            if cell.strip(_LEADS + "!?") != _bare(cell)
        ]
        if len(marked) == 1:
            yield line, marked[0]


def _leader(table: _Table) -> str:
    """Who leads where nothing says so: the seat whose card is marked with >, else the first column's."""
    first_row = table.rows[0][1] if table.rows else ()
    pairs = zip(table.columns, first_row, strict=False)
    return next((seat for seat, cell in pairs if cell.startswith(_LEADS)), table.columns[0])

"""The table of a deal, for people: a row a leader or bidder, a column a suit or a seat."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.deal_table import Cell, DealTable
from solver.model.cards import SUIT_NAMES
from solver.render.analysis import title
from solver.render.hands import table_picture
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.render.wording import heading, listed, shown

_ROWS = {"leader": "leads", "bidder": "bids and leads", "declarer": "declares"}
_COLUMNS = {"trump": "trumps", "avoid": "the suit to avoid", "seat": "the seat that is asked about"}


def table_text(table: DealTable, look: Look, place: str = "") -> Text:
    """The hands, what the table counts, the table, and what is best for each row."""
    parts = [Text(place, FAINT)] if place else []
    first, *more = title(table.position, look, "")
    parts += [Text(table.position.rules.name or table.position.game, STRONG)]
    parts += more if first else []
    parts += [Text(""), *table_picture(table.position, look), Text("")]
    if table.cells:
        parts += [_caption(table), Text(""), *_grid(table, look), *_notes(table)]
    if not table.exact:
        parts.append(Text("NOT EXACT: where a limit stopped the search, bounds are shown.", WARNING))
    return lines(parts)


def _caption(table: DealTable) -> Text:
    """What the numbers are."""
    answer = table.cells[0].solution
    what = heading(answer)
    goal = what if what != "result" else f"result of {answer.goal}"
    if table.plan.columns == "avoid" and table.goal in ("points", "margin"):
        goal = "cards of the suit to avoid"  # which is another one in every column
    if table.plan.columns == "seat":
        whose = "each seat against the others"
    else:
        alone = len(answer.side) == 1
        whose = f"the {table.plan.rows} {'against the others' if alone else 'and its partner'}"
    rows, columns = _ROWS[table.plan.rows], _COLUMNS[table.plan.columns]
    return Text(f"{goal[0].upper()}{goal[1:]}, {whose}. A row for who {rows}, a column for {columns}.", FAINT)


# --- the grid -------------------------------------------------------------------------------------------


def _grid(table: DealTable, look: Look) -> Iterator[Text]:
    columns = table.plan.values
    shown_cells = {(cell.row, cell.column): _shown(cell) for cell in table.cells}
    width = max(4, *map(len, columns), *map(len, shown_cells.values()))
    first = max(6, *(len(row) + 2 for row in table.rows))
    heads = [right(_head(table, column, look), width) for column in columns]
    yield side_by_side(Text(" " * first), Text("  ").join(heads))
    for row in table.rows:
        best = table.best(row)
        cells = [
            right(Text(shown_cells[cell.row, cell.column], BEST if cell in best else ""), width)
            for cell in table.row(row)
        ]
        tail = _tail(table, row, best)
        yield side_by_side(
            padded(Text(f"  {row}", STRONG), first),
            Text("  ").join(cells),
            Text(f"   {tail}" if tail else ""),
        )


def _head(table: DealTable, column: str, look: Look) -> Text:
    if table.plan.columns == "seat" or column not in SUIT_NAMES:
        return Text(column, STRONG)
    return look.suit(column)


def _shown(cell: Cell) -> str:
    bounds = cell.shown
    low, high = shown(cell.solution, bounds.lower), shown(cell.solution, bounds.upper)
    return low if low == high else f"{low}-{high}"


def _tail(table: DealTable, row: str, best: tuple[Cell, ...]) -> str:
    """What the row's seat would choose."""
    if not best or len(best) == len(table.row(row)):
        return ""
    suits = listed([SUIT_NAMES.get(cell.column, "no trumps") for cell in best])
    bid = table.best_bid(row)
    if bid is not None:
        return f"best bid {bid}, on {suits}"
    clear = "clear " if table.clear(best[0]) else "best "
    return f"{clear}with {suits}" if table.plan.columns == "trump" else f"{clear}avoiding {suits}"


def _notes(table: DealTable) -> Iterator[Text]:
    """The best of all rows, where somebody has to outbid the others."""
    if not (table.plan.bids and table.exact):
        return
    totals = {row: table.best(row)[0].total or 0 for row in table.rows}
    wanted = min(totals.values()) if table.wants_few else max(totals.values())
    names = [row for row, total in totals.items() if total == wanted]
    if len(names) < len(totals):
        yield Text("")
        yield Text(f"  It is worth most to {listed(names)}.", FAINT)

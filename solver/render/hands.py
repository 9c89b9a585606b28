"""The hands around the table, as the players sit, with the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from solver.model.cards import COMPASS
from solver.positions.position import Position
from solver.render.text import Text, blank, side_by_side
from solver.render.theme import FAINT, STRONG, Look

# Where seats 0, 1, 2 ... sit, clockwise with the first nearest to the reader; "." is an empty place.
_TABLES = {
    2: (".1.", ".0."),
    3: ("1.2", ".0."),
    4: (".2.", "1.3", ".0."),
    5: ("2.3", "1.4", ".0."),
    6: ("234", "...", "105"),
    7: ("3.4", "2.5", "106"),
}
_COMPASS = (".0.", "3.1", ".2.")  # north is at the top
# The row of the picture whose middle holds the trick; of two seats it has a row to itself.
_TRICK_ROW = {2: 1, 3: 0, 4: 1, 5: 1, 6: 1, 7: 1}
_GAP = 3
_MARGIN = blank(2)
_NOTHING = blank(0)

Block = list[Text]


def table_picture(position: Position, look: Look) -> list[Text]:
    """Lines that show every hand, the seat to play marked, and the trick on the table."""
    plan = list(_COMPASS if position.seats == COMPASS else _TABLES[len(position.seats)])
    trick = _trick(position, plan, look)
    if len(position.seats) == 2:
        plan.insert(1, "...")
    row = _TRICK_ROW[len(position.seats)]
    picture = _picture(position, plan, row, trick, look, spaced=True)
    if max(line.cell_len for line in picture) > look.width:
        picture = _picture(position, plan, row, trick, look, spaced=False)
    return picture


def _picture(
    position: Position, plan: Sequence[str], trick_row: int, trick: Block, look: Look, *, spaced: bool
) -> list[Text]:
    rows: list[list[Block]] = []
    for number, places in enumerate(plan):
        cells = [[] if place == "." else _hand(position, int(place), look, spaced) for place in places]
        if number == trick_row:
            cells[1] = trick
        rows.append(cells)
    widths = [max((line.cell_len for row in rows for line in row[column]), default=0) for column in range(3)]
    picture: list[Text] = []
    for number, cells in enumerate(rows):
        if not any(cells):
            continue
        if picture:
            picture.append(Text(""))
        picture += _row(cells, widths, middle=number == trick_row)
    return picture


def _row(cells: list[Block], widths: list[int], *, middle: bool) -> list[Text]:
    """Blocks side by side; the trick stands at half the height of its neighbours."""
    height = max(map(len, cells))
    shown = [list(cell) for cell in cells]
    if middle:
        above = (height - len(cells[1])) // 2
        shown[1] = [_centred(line, widths[1]) for line in cells[1]]
        shown[1] = [_NOTHING] * above + shown[1]
    return [
        _beside([cell[at] if at < len(cell) else _NOTHING for cell in shown], widths) for at in range(height)
    ]


def _beside(texts: list[Text], widths: list[int]) -> Text:
    """Texts in columns of these widths, without blanks at the end."""
    parts = [_MARGIN]
    for text, width in zip(texts, widths, strict=True):
        parts += (text, blank(width + _GAP - text.cell_len))
    while parts and not parts[-1].plain.strip():
        parts.pop()
    line = side_by_side(*parts)
    return line.stripped() if line.plain.endswith(" ") else line


def _centred(line: Text, width: int) -> Text:
    return side_by_side(blank((width - line.cell_len) // 2), line)


def _hand(position: Position, seat: int, look: Look, spaced: bool) -> Block:
    name = position.seats[seat]
    if name == position.to_play:
        head = side_by_side(Text(name, "bold reverse"), Text(" to play", STRONG))
    else:
        head = Text(name, STRONG)
    return [head, *look.hand(position.hands[seat], spaced)]


def _trick(position: Position, plan: Sequence[str], look: Look) -> Block:
    """The cards on the table, each where its player sits; nothing between two tricks."""
    if not position.trick:
        return []
    laid = dict(position.trick)
    block: Block = []
    for places in plan:
        cards = [
            Text("  ") if place == "." else _laid(laid.get(position.seats[int(place)]), look)
            for place in places
        ]
        block.append(Text("  ").join(cards))
    return block


def _laid(card: str | None, look: Look) -> Text:
    return look.card(card, STRONG) if card else Text("··" if look.symbols else "..", style=FAINT)

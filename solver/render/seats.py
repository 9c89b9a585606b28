"""Every seat for itself, and what each can make sure of, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.analysis.each_seat import EachSeat, SeatRow
from solver.analysis.maxn import MaxnAnalysis
from solver.analysis.solution import Bounds
from solver.positions.position import Position
from solver.render.analysis import STOPS, figures, title
from solver.render.hands import table_picture
from solver.render.line import line_picture
from solver.render.text import Text, lines, padded, right, side_by_side
from solver.render.theme import BEST, FAINT, STRONG, WARNING, Look
from solver.render.wording import SideGoal, heading, shown

_TIES = {
    "worst": "Between plays equal for itself a seat takes what is worst for the next to its left.",
    "best": "Between plays equal for itself a seat takes what is best for the next to its left.",
}
_UNKNOWN = "?"


def maxn_text(
    found: MaxnAnalysis, look: Look, place: str = "", line: bool = True, all_cards: bool = True
) -> Text:
    """Position, every seat's number, the cards with theirs, one line of play and the search figures."""
    parts = [*title(found.position, look, place), Text(""), *table_picture(found.position, look), Text("")]
    parts += _verdict(found)
    if found.cards:
        parts += [Text(""), *_cards(found, look, all_cards)]
    parts.append(Text(f"  {_TIES[found.ties]}", FAINT))
    if found.line and line:
        legend = Text("   > leads, * wins", FAINT)
        parts += [Text(""), side_by_side(Text("Main line", STRONG), legend)]
        parts += line_picture(found.position, found.line, look)
    return lines([*parts, Text(""), figures(found.nodes, found.seconds)])


def each_seat_text(found: EachSeat, look: Look, place: str = "") -> Text:
    """Position, and a row a seat: what it can make sure of against the rest, what it gets in max^n."""
    parts = [*title(found.position, look, place), Text(""), *table_picture(found.position, look), Text("")]
    if found.stopped:
        parts.append(Text(f"NOT EXACT, stopped by {STOPS[found.stopped]}.", WARNING))
    parts += [Text(f"What each seat gets: {_what(found.position, found.goal)}", STRONG), Text("")]
    parts += _rows(found)
    parts += [
        Text(
            "  Against the rest: what a seat can make sure of though all the others work against it.", FAINT
        ),
        Text(f"  Each for itself: max^n. {_TIES[found.maxn.ties]}", FAINT),
    ]
    return lines([*parts, Text(""), figures(found.nodes, found.seconds)])


# --- each seat ------------------------------------------------------------------------------------------


def _rows(found: EachSeat) -> Iterator[Text]:
    goal = SideGoal(found.position, found.goal)
    heads = ("seat", "against the rest", "each for itself")
    rows = [(row.seat, _between(goal, row.guaranteed), _itself(goal, row)) for row in found.rows]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    yield Text("    " + _across(heads, widths), FAINT)
    for row in rows:
        to_play = row[0] == found.position.to_play
        yield Text(("  * " if to_play else "    ") + _across(row, widths), STRONG if to_play else "")
    if found.position.to_play:
        yield Text("  * to play", FAINT)


def _across(cells: tuple[str, str, str], widths: list[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    return "  ".join([f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in rest)])


def _between(goal: SideGoal, bounds: Bounds) -> str:
    low, high = shown(goal, bounds.lower), shown(goal, bounds.upper)
    return low if low == high else f"{low} to {high}"


def _itself(goal: SideGoal, row: SeatRow) -> str:
    return _UNKNOWN if row.value is None else shown(goal, row.value)


# --- max^n ----------------------------------------------------------------------------------------------


def _verdict(found: MaxnAnalysis) -> Iterator[Text]:
    goals = set(found.goals.values())
    what = f": {_what(found.position, goals.pop())}" if len(goals) == 1 else ""
    if found.values is None:
        yield Text(f"NOT EXACT, stopped by {STOPS[found.stopped]}: only what is possible is known.", WARNING)
        by_seat = ", ".join(
            f"{seat} {_between(SideGoal(found.position, found.goals[seat]), bounds)}"
            for seat, bounds in found.bounds.items()
        )
        yield Text(f"Every seat for itself{what}", STRONG)
        yield Text(f"  {by_seat}")
        return
    yield Text(f"Every seat for itself{what}", STRONG)
    if found.stopped:
        yield Text(f"Stopped by {STOPS[found.stopped]}: that is proven, but not the main line.", WARNING)
    yield Text(f"  {_by_seat(found, found.values)}")
    if found.totals and found.totals != found.values:
        yield Text(f"  In the whole deal: {_by_seat(found, found.totals)}")


def _what(position: Position, goal: str) -> str:
    """What is counted: `hearts from here on`, `clear, yes or no`."""
    name = heading(SideGoal(position, goal))
    if name == "result":
        return f"{goal}, yes or no"
    return f"{name} from here on" if goal in ("points", "margin") else f"{goal}, {name} in the whole deal"


def _by_seat(found: MaxnAnalysis, numbers: Mapping[str, int]) -> str:
    """`A 1, Y 0, B 2`."""
    return ", ".join(f"{seat} {_shown(found, seat, number)}" for seat, number in numbers.items())


def _shown(found: MaxnAnalysis, seat: str, number: int) -> str:
    return shown(SideGoal(found.position, found.goals[seat]), number)


def _cards(found: MaxnAnalysis, look: Look, every: bool) -> Iterator[Text]:
    """A row a card, a column a seat; the cards that are chosen from are marked."""
    best = found.best
    seats = found.position.seats
    cells = {
        card: [_shown(found, seat, values[seat]) if values else _UNKNOWN for seat in seats]
        for card, values in found.cards.items()
    }
    widths = [
        max([len(seat), 4, *(len(row[place]) for row in cells.values())]) for place, seat in enumerate(seats)
    ]
    head = "".join(f"{seat:>{width + 1}}" for seat, width in zip(seats, widths, strict=True))
    yield Text(f"    card  {head}", FAINT)
    for card, row in cells.items():
        if not every and card not in best[:1]:
            continue
        style, mark = (BEST, "  * ") if card in best else ("", "    ")
        columns = [right(Text(cell, style), width + 1) for cell, width in zip(row, widths, strict=True)]
        yield side_by_side(Text(mark, style), padded(look.card(card, style), 6), *columns)

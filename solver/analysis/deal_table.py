"""The whole picture of a deal: what each could make of it, by who leads and what is trumps or to be avoided.

What a table's rows and columns are comes from the rules' data:
- a game with a trump has each leader against each trump; where the game has a bidder he is the leader, and
  what he makes is the best bid he could have made;
- a game whose option `avoid` names the suit has each bidder against each suit;
- a game without either has each leader against each seat: what that seat makes against all the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.analysis.limits import Limits
from solver.analysis.question import Question
from solver.analysis.solution import Bounds, Solution
from solver.core.search import Stop
from solver.model.cards import SUITS
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.scoring.goals import default_side

NO_TRUMP = "NT"


@dataclass(frozen=True)
class Plan:
    """What the rows and columns of a table are: `rows` is leader, bidder or declarer; `columns` is trump,
    avoid or seat, with their values."""

    rows: str
    columns: str
    values: tuple[str, ...]
    leader: str | None = None  # who leads in the one row that there is; None: there are all

    @property
    def bids(self) -> bool:
        """Whether the rows are bidders."""
        return self.rows == "bidder"


@dataclass(frozen=True)
class Task:
    """A position to be solved for some columns of a row."""

    row: str
    columns: tuple[str, ...]
    position: Position
    sides: tuple[tuple[str, ...], ...]

    def solve(self, goal: str, limits: Limits, stop: Stop | None = None) -> tuple[Solution, ...]:
        """A solution for each column; a search that was stopped has bounds. None follow after Ctrl-C, or
        after `stop` (see `new_stop`) was set: the columns that are left have no solution then."""
        found: list[Solution] = []
        for side in self.sides:
            question = Question(self.position, side, goal, limits)
            question.stop_by(stop)
            found.append(question.solution())
            if found[-1].stopped == "interrupt":
                break
        return tuple(found)


# --- what the table is ----------------------------------------------------------------------------------


def plan(position: Position, declarers: bool = False, only: Collection[str] = ()) -> Plan:
    """The table of a position's game. `declarers`: rows are who plays against the leader, as in bridge.

    With "leader" or "trump" in `only` there is just the row, or the column, that the position has.
    Raises `PositionError` in the middle of a trick, where there is no leader to choose.
    """
    if position.trick or position.over:
        where = "a trick is on the table" if position.trick else "the deal is over"
        raise PositionError(f"{where}: a table is made of a position in which somebody is to lead")
    rules = position.rules
    if declarers and not (rules.partnerships and "bidder" not in rules.options):
        raise PositionError(f"{rules.id} has no declarers: the seat that names the trump leads")
    rows = "bidder" if "bidder" in rules.options else "declarer" if declarers else "leader"
    leader = position.leader if "leader" in only else None
    if rules.trump != "never":
        none = (NO_TRUMP,) if rules.trump == "optional" else ()
        trumps = (position.trump or NO_TRUMP,) if "trump" in only else (*SUITS, *none)
        return Plan(rows, "trump", trumps, leader)
    if "avoid" in rules.options:
        return Plan(rows, "avoid", tuple(SUITS), leader)
    return Plan("leader", "seat", position.seats, leader)


def tasks(position: Position, table: Plan) -> list[Task]:
    """All that is to be solved, row by row; leaders that the rules do not allow are left out."""
    found: list[Task] = []
    refused: PositionError | None = None
    for row in position.seats:
        leader = _next(position.seats, row) if table.rows == "declarer" else row
        if table.leader not in (None, leader):
            continue
        try:
            found += _row(position, table, row, leader)
        except PositionError as error:
            refused = refused or error
    if refused and not found:
        raise refused
    return found


def _row(position: Position, table: Plan, row: str, leader: str) -> Iterator[Task]:
    if table.columns == "seat":
        changed = _changed(position, leader=leader)
        yield Task(row, position.seats, changed, tuple((seat,) for seat in position.seats))
        return
    for value in table.values:
        options: dict[str, object] = {"bidder": row} if table.bids else {}
        if table.columns == "avoid":
            changed = _changed(position, options | {"avoid": value}, leader=leader)
        else:
            changed = _changed(position, options, leader=leader, trump=value)
        seats = default_side(changed)
        if table.rows == "declarer":
            seats = tuple(seat for seat in range(len(position.seats)) if seat not in seats)
        yield Task(row, (value,), changed, (tuple(position.seats[seat] for seat in seats),))


def _next(seats: Sequence[str], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]


def _changed(position: Position, options: Mapping[str, object] | None = None, **fields: str) -> Position:
    """The position with another leader, trump or options, checked as a new one."""
    known = position.fields()
    # A number that may be left out of JSON is not left out here: None would mean that it is not known.
    known["options"] = {**known.get("options", {}), **(options or {})}
    return Position.from_fields({**known, **fields}, _house(position.rules))


def _house(rules: Rules) -> Rules | None:
    return rules if rules.source else None


# --- what was found -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """What one row makes under one column."""

    row: str
    column: str
    solution: Solution

    @property
    def total(self) -> int | None:
        """The whole deal's total, None where it is not proven."""
        return self.solution.total

    @property
    def shown(self) -> Bounds:
        """The total, or the bounds of the value."""
        total = self.total
        return self.solution.bounds if total is None else Bounds(total, total)


@dataclass(frozen=True)
class DealTable:
    """A table with its cells, those of a row together; `cut_short`: Ctrl-C came before all were made."""

    position: Position
    plan: Plan
    goal: str
    cells: tuple[Cell, ...]
    cut_short: bool = False

    @property
    def exact(self) -> bool:
        """Whether every cell is there and proven."""
        return not self.cut_short and all(cell.solution.exact for cell in self.cells)

    def row(self, name: str) -> tuple[Cell, ...]:
        """A row's cells in the order of the columns."""
        return tuple(cell for cell in self.cells if cell.row == name)

    @property
    def rows(self) -> tuple[str, ...]:
        """The seats that have a row."""
        return tuple(dict.fromkeys(cell.row for cell in self.cells))

    @property
    def wants_few(self) -> bool:
        """Whether little is better."""
        name = self.goal.partition(":")[0]
        return self.position.rules.penalty and name in ("points", "margin", "score")

    def best(self, row: str) -> tuple[Cell, ...]:
        """The cells of the suits that are best for a row's seat; none while one of them is not proven, and
        none where the columns are seats, which nobody chooses."""
        cells = self.row(row)
        whole = len(cells) == len(self.plan.values) or not self.cut_short
        if self.plan.columns == "seat" or not (whole and all(cell.solution.exact for cell in cells)):
            return ()
        totals = [cell.total or 0 for cell in cells]
        wanted = min(totals) if self.wants_few else max(totals)
        return tuple(cell for cell, total in zip(cells, totals, strict=True) if total == wanted)

    def best_bid(self, row: str) -> int | None:
        """The most that a bidder can undertake to make and make; None where no bid is of that kind."""
        best = self.best(row)
        bids_points = self.plan.bids and self.goal == "points" and not self.position.rules.penalty
        return best[0].total if best and bids_points else None

    def clear(self, cell: Cell) -> bool | None:
        """Whether the row's seat stays clear; None where that is not asked or not proven."""
        worth = self.position.rules.under(self.position.options).card_points(self.position.trump)
        if not (self.wants_few and self.goal == "points") or any(points < 0 for points in worth.values()):
            return None
        bounds = cell.shown
        return False if bounds.lower > 0 else bounds.upper == 0 or None


def deal_table(
    position: Position, goal: str = "points", limits: Limits | None = None, declarers: bool = False
) -> DealTable:
    """The table of a position, cell after cell. Limits are for each cell."""
    table = plan(position, declarers)
    cells: list[Cell] = []
    for task in tasks(position, table):
        cells += cells_of(task, task.solve(goal, limits or Limits()))
        if any(cell.solution.stopped == "interrupt" for cell in cells):
            raise KeyboardInterrupt
    return DealTable(position, table, goal, tuple(cells))


def cells_of(task: Task, solutions: Sequence[Solution]) -> list[Cell]:
    """The cells that a task's solutions fill, all of them or the first few."""
    return [Cell(task.row, column, found) for column, found in zip(task.columns, solutions, strict=False)]

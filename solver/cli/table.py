"""`openhand table`: the whole picture of a deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from solver.analysis.deal_table import Cell, DealTable, cells_of, plan, tasks
from solver.analysis.limits import Limits
from solver.analysis.question import new_stop
from solver.analysis.solution import Solution
from solver.cli.json import print_json, print_refusal
from solver.cli.limits import jobs_option, limit_options
from solver.cli.runner import Progress, Runner
from solver.cli.shell import ANSWERED, INTERRUPTED, REFUSED, STOPPED, complain
from solver.cli.sources import Input, InputPosition, in_options, positions_for
from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.render.table import table_text
from solver.render.theme import Screen


@dataclass(frozen=True)
class Solutions:
    """What a task's searches found; `stopped` is "interrupt" where Ctrl-C ended them."""

    found: tuple[Solution, ...]

    @property
    def stopped(self) -> str:
        """Why the last search ended early."""
        return self.found[-1].stopped if self.found else ""


@click.command("table")
@positions_for(frozenset())
@click.option("--goal", default="points", show_default=True, metavar="G", help="What everybody plays for.")
@click.option("--declarers", is_flag=True, help="Rows are declarers: the seat after them leads (whist).")
@limit_options("cell")
@jobs_option("Cells")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a deal.")
@click.option("--progress/--no-progress", default=None, help="Show progress on standard error.")
def table_command(
    positions: Input,
    only: Mapping[str, str],
    goal: str,
    declarers: bool,
    limits: Limits,
    jobs: int,
    as_json: bool,
    progress: bool | None,
) -> int:
    """Each leader against each trump; each bidder against each suit to avoid; each leader and each seat.

    Which of these is the game's affair. Of a bidder who wants points, the table gives the best bid he could
    have made; of one who avoids them, whether he stays clear. Positions are given as for analyze, without
    leader and trump: --leader and --trump ask for one row or column.
    """
    screen = Screen()
    limits = Limits(limits.seconds, limits.nodes, max(1, limits.memory // jobs))
    refused = stopped = False
    for item in positions:
        try:
            table, interrupted = _table(item, goal, limits, declarers, only, jobs, progress)
        except PositionError as error:
            refused = True
            named = item.place and item.error is None
            text = f"{item.place}: {in_options(error)}" if named else in_options(error)
            print_refusal(item.named, text, as_json)
            continue
        stopped |= not table.exact
        if as_json:
            print_json({**item.named, **as_object(table)})
        else:
            screen.print(table_text(table, screen.look, item.place))
            screen.blank()
        if interrupted:
            complain("openhand: interrupted")
            return INTERRUPTED
    return REFUSED if refused else STOPPED if stopped else ANSWERED


def _table(
    item: InputPosition,
    goal: str,
    limits: Limits,
    declarers: bool,
    only: Collection[str],
    jobs: int,
    progress: bool | None,
) -> tuple[DealTable, bool]:
    """The table of one position, and whether Ctrl-C cut it short: what was not begun then has no cell."""
    start = item.sound()
    kind = plan(start, declarers, only)
    todo = tasks(start, kind)
    by_position = {task.position: task for task in todo}
    stop = new_stop()

    def work(position: Position) -> Solutions:
        return Solutions(by_position[position].solve(goal, limits, stop))

    def hurry(position: Position) -> Solutions:
        return Solutions(by_position[position].solve(goal, Limits(nodes=1, memory=1)))

    bar = Progress(len(todo), progress)
    bar.show()
    cells: list[Cell] = []
    interrupted = False
    items = [InputPosition("", task.position) for task in todo]
    runner: Runner[Solutions] = Runner(items, work, hurry, min(jobs, len(items)), stop.set)
    with closing(iter(runner)) as answers:  # a refused cell ends it early, and the searches under way
        for task, answer in zip(todo, answers, strict=False):  # which end by themselves after Ctrl-C
            if answer.error is not None:
                bar.hide()
                raise PositionError(answer.error)
            cells += cells_of(task, answer.result.found) if answer.result else []
            interrupted |= answer.interrupted
            bar.step()
            bar.show()
    bar.hide()
    return DealTable(start, kind, goal, tuple(cells), interrupted), interrupted


# --- as JSON --------------------------------------------------------------------------------------------


def as_object(table: DealTable) -> dict[str, Any]:
    """A table: its axes, its cells row by row, and what is best for each row where somebody chooses."""
    value: dict[str, Any] = {
        "game": table.position.game,
        "goal": table.goal,
        "rows": table.plan.rows,
        "columns": table.plan.columns,
        "cells": [_cell(table, cell) for cell in table.cells],
        "exact": table.exact,
    }
    if table.plan.columns != "seat":
        value["best"] = [_best(table, row) for row in table.rows if table.best(row)]
    return value


def _cell(table: DealTable, cell: Cell) -> dict[str, Any]:
    solution = cell.solution
    value: dict[str, Any] = {
        table.plan.rows: cell.row,
        table.plan.columns: cell.column,
        "side": list(solution.side),
        "value": solution.value,
        "total": cell.total,
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.exact,
    }
    clear = table.clear(cell)
    return value if clear is None else {**value, "clear": clear}


def _best(table: DealTable, row: str) -> dict[str, Any]:
    best = table.best(row)
    value = {table.plan.rows: row, table.plan.columns: [cell.column for cell in best], "total": best[0].total}
    bid = table.best_bid(row)
    return value if bid is None else {**value, "bid": bid}

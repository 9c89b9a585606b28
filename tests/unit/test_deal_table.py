"""The table of a deal: its axes come from the rules, its cells are fresh solves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver import Limits, Position, PositionError, solve
from solver.analysis.deal_table import DealTable, deal_table, plan, tasks
from solver.positions.record import read_pbn
from tests import reference

EXAMPLES = Path(__file__).parents[2] / "examples"
CINCH = [record.sound() for record in read_pbn((EXAMPLES / "cinch.pbn").read_text("utf-8"))]
AUCTION = Position.parse(
    "A:7.A8.K.2 4.63.7.A 2.J.T9.9 A.Q9.6.3", game="auction-hearts", leader="Z", bid=27, bidder="Z"
)
HEARTS = Position.parse("A:7.A8.K.2 4.63.7.A 2.J.T9.9 A.Q9.6.3", game="hearts", leader="A")
WHIST = Position.parse("N:AK.2.7. 4.63.8. 2.J.T9. .Q9.6.3", game="whist", leader="N")


def totals(table: DealTable) -> dict[tuple[str, str], int | None]:
    return {(cell.row, cell.column): cell.total for cell in table.cells}


@pytest.mark.parametrize(
    ("position", "rows", "columns", "values"),
    [
        (CINCH[0], "bidder", "trump", "S H D C"),
        (AUCTION, "bidder", "avoid", "S H D C"),
        (HEARTS, "leader", "seat", "A Y B Z"),
        (WHIST, "leader", "trump", "S H D C NT"),
    ],
    ids=lambda item: item.game if isinstance(item, Position) else None,
)
def test_axes_come_from_the_rules(position: Position, rows: str, columns: str, values: str) -> None:
    found = plan(position)
    assert (found.rows, found.columns, found.values) == (rows, columns, tuple(values.split()))


def test_cinch_makers_suits_and_bids() -> None:
    table = deal_table(CINCH[0])
    for cell in table.cells:
        fields = json.loads(CINCH[0].to_json())
        fields |= {"leader": cell.row, "trump": cell.column, "options": {}}
        side = "A,B" if cell.row in "AB" else "Y,Z"
        assert cell.total == solve(Position.from_json(fields), side=side).total
    assert totals(table)["A", "H"] == 8
    for row in table.rows:
        most = max(cell.total or 0 for cell in table.row(row))
        assert table.best_bid(row) == most
        assert {cell.total for cell in table.best(row)} == {most}


def test_the_best_bid_is_the_most_that_can_be_made() -> None:
    table = deal_table(CINCH[3])
    for row in "AB":
        bid, suit = table.best_bid(row), table.best(row)[0].column
        assert bid is not None
        fields = json.loads(CINCH[3].to_json()) | {"leader": row, "trump": suit, "options": {}}
        position = Position.from_json(fields)
        assert solve(position, goal=f"at-least:{bid}").value == 1
        assert solve(position, goal=f"at-least:{bid + 1}").value == 0


def test_auction_bidders_and_suits() -> None:
    table = deal_table(AUCTION)
    for cell in table.cells:
        position = Position.from_json(
            json.loads(AUCTION.to_json()) | {"leader": cell.row, "options": {"avoid": cell.column}}
        )
        plain = reference.card_values(json.loads(position.to_json()), [cell.row], "points")
        assert cell.total == min(plain.values())
        assert table.clear(cell) == (solve(position, side=cell.row, goal="clear").value == 1)
    for row in table.rows:
        assert {cell.total for cell in table.best(row)} == {min(cell.total or 0 for cell in table.row(row))}
        assert table.best_bid(row) is None


def test_hearts_every_leader_and_seat() -> None:
    table = deal_table(HEARTS)
    assert len(table.cells) == 16
    for cell in table.cells:
        position = Position.from_json(json.loads(HEARTS.to_json()) | {"leader": cell.row})
        assert cell.total == solve(position, side=cell.column).total
    assert table.best("A") == ()


def test_whist_leaders_and_declarers() -> None:
    leaders, declarers = deal_table(WHIST), deal_table(WHIST, declarers=True)
    before = {"E": "N", "S": "E", "W": "S", "N": "W"}
    for (leader, trump), tricks in totals(leaders).items():
        assert totals(declarers)[before[leader], trump] == 4 - (tricks or 0)
    with pytest.raises(PositionError, match="declarers"):
        plan(CINCH[0], declarers=True)


def test_other_goals() -> None:
    table = deal_table(AUCTION, goal="clear")
    points = deal_table(AUCTION)
    assert [cell.total for cell in table.cells] == [int(cell.total == 0) for cell in points.cells]


def test_a_leader_that_the_rules_do_not_allow_has_no_row() -> None:
    position = Position.parse(
        "A:7.A8.K.2 4.63.7.A 2.J.T9.9 A.Q9.6.3", game="hearts", leader="A", lead_card="C2"
    )
    assert {task.row for task in tasks(position, plan(position))} == {"A"}


def test_not_in_the_middle_of_a_trick() -> None:
    with pytest.raises(PositionError, match="a trick is on the table"):
        deal_table(HEARTS.play("S7"))


def test_limits_leave_bounds() -> None:
    position = read_pbn((EXAMPLES / "auction-hearts.pbn").read_text("utf-8"))[0].sound()
    table = deal_table(position, limits=Limits(nodes=50))
    assert not table.exact
    assert all(cell.shown.lower <= cell.shown.upper for cell in table.cells)
    assert any(table.clear(cell) is None or cell.solution.exact for cell in table.cells)

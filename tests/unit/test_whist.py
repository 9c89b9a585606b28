"""Whist against a bridge double-dummy solver: every card's tricks, notrump and trump."""

from __future__ import annotations

import pytest

from solver import Position, analyze, solve
from solver.model.notation import write_deal
from solver.positions.generate import generate

endplay_types = pytest.importorskip("endplay.types")
endplay_dds = pytest.importorskip("endplay.dds")

pytestmark = pytest.mark.peers
COMPASS = "N E S W"
TRUMPS = ["NT", "S", "H", "D", "C"]


def tricks_of_each_card(position: Position) -> dict[str, int]:
    """What the bridge solver says the side to play takes with each legal card."""
    hands = [
        hand + tuple(card for played_by, card in position.trick if played_by == seat)
        for seat, hand in zip(position.seats, position.hands, strict=True)
    ]
    deal = endplay_types.Deal(
        write_deal(position.seats, hands),
        first=endplay_types.Player.find(position.leader),
        trump=endplay_types.Denom.find(position.trump or "NT"),
    )
    for _, card in position.trick:
        deal.play(card)
    names = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return {names[str(card)[0]] + str(card)[1]: tricks for card, tricks in endplay_dds.solve_board(deal)}


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("cards", range(1, 9))
def test_endings(trump: str, cards: int) -> None:
    for position in generate("whist", cards, 12, cards, COMPASS, trump=trump, mid_trick=cards > 1):
        assert analyze(position).cards == tricks_of_each_card(position), position


@pytest.mark.slow
@pytest.mark.parametrize("trump", TRUMPS)
def test_longer_endings(trump: str) -> None:
    for position in generate("whist", 10, 8, 10, COMPASS, trump=trump, mid_trick=True):
        assert analyze(position).cards == tricks_of_each_card(position), position


@pytest.mark.slow
@pytest.mark.parametrize("trump", ["NT", "S"])
def test_full_deals(trump: str) -> None:
    for position in generate("whist", 13, 2, 13, COMPASS, trump=trump):
        assert solve(position).value == max(tricks_of_each_card(position).values()), position


def test_the_sides_share_all_tricks() -> None:
    for position in generate("whist", 6, 20, 6, COMPASS):
        assert sum(solve(position, side).value or 0 for side in ("N,S", "E,W")) == 6, position

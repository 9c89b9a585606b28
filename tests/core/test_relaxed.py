"""The relaxed game by example: what a proof leans on, and where else it holds.

A is alone and wants to capture no heart. A mark is written as an opponent and the card of A's that this
seat's cards must stay over, or under.
"""

from __future__ import annotations

import pytest

from cext.api import testing
from solver import Position
from solver.analysis.question import Question


def proofs(
    *placings: str, cost: int = 1, leader: str = "A", game: str = "hearts"
) -> list[tuple[int, int, str, str]]:
    """Does A pay this much? For each placing the bound, the cards played, and the marks over and under."""
    asked = []
    for hands in placings:
        rows = [hand.split() for hand in hands.split("/")]
        seats = "ABCDEFG"[: len(rows)]
        named = dict(zip(seats, rows, strict=True))
        position = Position.parse(
            game=game, seats=",".join(seats), hands=named, leader=leader, tricks_played=1
        )
        asked.append(Question(position, ("A",), "points", None))
    payoff = asked[0].deal.packed_payoff(asked[0].payoff)
    found = testing.relaxed_proofs([question.deal.core_point for question in asked], payoff, cost)
    names = asked[0].deal.layout.names

    def written(marks: set[tuple[int, int]]) -> str:
        return " ".join(sorted(f"{'ABCDEFG'[seat]}:{names[slot]}" for seat, slot in marks))

    return [(bound, nodes, written(over), written(under)) for bound, nodes, over, under in found]


@pytest.mark.parametrize(
    ("hands", "paid", "over", "under"),
    [
        ("S5/S7/HA/H2", 0, "B:S5", ""),  # B takes it, while its spade is over the five
        ("S9/S7/S4/H2", 1, "", "B:S9 C:S9"),  # A takes it, while no spade is over the nine
        ("S9/D7/HA/H2", 2, "", ""),  # nobody else has a spade: no comparison at all
        ("S5 H2/S7 H9/HA SK/DA CK", 0, "C:H2", ""),  # whoever takes the spade, the deuce of hearts loses
    ],
)
def test_marks(hands: str, paid: int, over: str, under: str) -> None:
    assert [(bound, *marks) for bound, _, *marks in proofs(hands)] == [(paid, over, under)]


def test_a_safe_seat_leans_on_no_more_than_it_must() -> None:
    """A's five may have no spade under it, the eight one: B's must stay over the five, C's over the eight."""
    assert proofs("S5 S8/S7 HQ/HA SK/DA CK", leader="B") == [(0, 0, "B:S5 C:S8", "")]


def test_a_mark_over_lets_all_else_change() -> None:
    """A pays nothing as C's heart is over the deuce, wherever the spades lie.

    With the three over C's deuce it is searched anew: now A's heart goes under B's nine.
    """
    first, elsewhere, other = proofs(
        "S5 H2/S7 H9/HA SK/DA CK", "S5 H2/S3 H9/HA S4/DA CK", "S5 H3/S7 H9/H2 SK/DA CK"
    )
    assert first[2:] == elsewhere[2:] == ("C:H2", "")
    assert (elsewhere[1], other[2]) == (0, "B:H3")
    assert other[1] > 0


def test_marks_of_both_directions() -> None:
    """C takes B's spade and leads a diamond under A's nine; B throws its heart.

    That asks for C's spade over A's six and the others' diamonds under the nine: B's and C's spades may
    change places, but C's may not be the five.
    """
    first, elsewhere, other = proofs(
        "S6 D9/S7 H3/S9 D2/HA D4", "S6 D9/S9 H3/S7 D2/HA D4", "S6 D9/S9 H3/S5 D2/HA D4", leader="B"
    )
    assert (first[0], *first[2:]) == (elsewhere[0], *elsewhere[2:]) == (1, "C:S6", "C:D9 D:D9")
    assert elsewhere[1] == 0
    assert (other[0], other[2], other[3]) == (0, "B:S6", "C:S6")


def test_what_a_claim_comes_to_where_cards_cost_more() -> None:
    """A's nine of spades takes the heart of D's that D keeps for it: the king, 13.

    With an ace for the king that is 14, and known to be no more; with a three for the deuce it is 13 still.
    """
    first, again, ace, three = proofs(
        "S9 D2/S7 D9/S4 D8/H2 HK",
        "S9 D2/S7 D9/S4 D8/H2 HK",
        "S9 D2/S7 D9/S4 D8/H2 HA",
        "S9 D2/S7 D9/S4 D8/H3 HK",
        cost=15,
        game="spot-hearts",
    )
    assert first[0] == again[0] == 13
    assert first[1] > 0
    assert again[1] == 0
    assert ace[:2] == (14, 0)
    assert 13 <= three[0] < 15
    assert proofs("S9 D2/S7 D9/S4 D8/H3 HK", cost=14, game="spot-hearts")[0][0] == 13


def test_what_is_sure_to_be_captured_counts_in_full() -> None:
    """A takes both tricks with both of D's hearts, 15 points: with the ace for the king that is 16."""
    first, ace = proofs("S9 S8/S7 S6/S5 S4/HK H2", "S9 S8/S7 S6/S5 S4/HA H2", cost=15, game="spot-hearts")
    assert first[0] == 15
    assert first[1] > 0
    assert ace[:2] == (16, 0)

"""What is sure without a search, by example: a few cards each, the reason, and the value within the bound.

Hands are written seat by seat, from A on, with a stroke between them; A leads. In whist and Cinch A and C
play against B and D.
"""

from __future__ import annotations

import pytest

from cext.api import testing
from solver import solve
from tests.core.test_examples import asked, placed


def cards_of(names: list[str], mask: int) -> str:
    """The cards of a set of slots, weakest first by suit."""
    return " ".join(name for slot, name in enumerate(names) if mask >> slot & 1 and name)


@pytest.mark.parametrize(
    ("bounds", "hands", "trump"),
    [
        ((2, 2), "SA SK/S2 S3/H2 H3/S4 S5", None),  # ace and king are cashed
        ((3, 3), "SA SK S2/SQ SJ D2/S4 D3 D6/S6 D4 D5", None),  # the queen falls to them, the deuce is good
        ((1, 1), "SA S2 S3/SK SQ D2/S4 S5 D3/S6 D4 D5", None),  # after the ace B has two spades over A's
        ((1, 1), "SA H2/SK HA/S2 H3/S3 H4", None),  # A's other card is a heart, and B has the ace
        ((2, 2), "SA H2/S2 D2/S3 HA/S4 D3", None),  # A cashes, and leads to C's ace
        ((0, 0), "H2 D2/HA DA/H3 D3/H4 D4", None),  # B has both aces
        ((0, 1), "H2 D2/HA D4/H3 D3/H4 DA", None),  # B and D have one each: one is sure, not both
        ((1, 1), "SA H2/S2 HA/H3 D3/H4 D4", "S"),  # the ace draws B's trump, then B's heart wins
        ((0, 1), "HA HK/S2 H2/D2 D3/S3 D4", "S"),  # D trumps the ace
        ((1, 1), "HA HK/S2 H2/D2 D3/H3 D4", "S"),  # D must follow to the ace, B trumps the king
    ],
)
def test_tricks_that_are_sure(bounds: tuple[int, int], hands: str, trump: str | None) -> None:
    position = placed("whist", hands, trump=trump)
    state, payoff, _ = asked(position)
    assert testing.quick_tricks(state, payoff) == bounds
    assert bounds[0] <= solve(position).lower <= bounds[1]


@pytest.mark.parametrize(
    ("sure", "relevant", "hands", "trump"),
    [
        (2, "SK", "SA SK/S2 S3/H2 H3/S4 S5", None),  # both, as long as nothing is over the king
        (2, "SA HA", "SA H2/S2 D2/S3 HA/S4 D3", None),  # the partner's as well, by a heart
        (2, "SA", "SA S2/S3 D2/SK D4/S4 D3", None),  # nobody else has a second spade, so C's king is good
        (2, "SA", "SA S2/SK D2/S3 D4/S4 D3", None),  # B's king falls, and A's deuce is the last spade
        (2, "SQ SA", "SA S2/S5 D2/SK SQ/S4 D3", None),  # C keeps a winner whichever it plays to the ace
        (1, "SA", "SA S3 S2/SK SQ D2/D3 D4 D5/S4 D6 D7", None),  # B's queen is over A's other spades
        (0, "", "HA HK/S2 H2/D2 D3/S3 D4", "S"),  # D is void of hearts and has a trump: no rank matters
        (1, "HK", "HA HK/S2 H2/D2 D3/H3 D4", "S"),  # one round, until B is void of hearts
    ],
)
def test_top_cards_that_are_cashed(sure: int, relevant: str, hands: str, trump: str | None) -> None:
    position = placed("whist", hands, trump=trump)
    state, payoff, names = asked(position)
    found, ranks = testing.cashable(state, payoff)
    assert (found, cards_of(names, ranks)) == (sure, relevant)
    assert sure <= solve(position).lower


@pytest.mark.parametrize(
    ("sure", "wanted", "hands"),
    [
        (1, 1, "S2 H2/SA HA/S3 H3/S4 H4"),  # B stops both suits
        (2, 2, "S2 H2/SA HA/S3 H3/S4 H4"),  # and cashes the other ace
        (1, 1, "SA H2/S2 HA/S3 H3/S4 H4"),  # A cashes, then B wins the heart
        (1, 1, "SA SQ/SK S2/S3 H3/S4 H4"),  # the king is guarded, so the ace does not drop it
        (0, 1, "SA SQ/SK H2/S3 H3/S4 H4"),  # alone it falls, and the queen is good
        (2, 2, "SA H2 H3/HA HK HQ/D2 D3 D4/D5 D6 D7"),  # B wins hearts twice, throwing one on the ace
        (1, 1, "SA H2/D2 H5/S3 HK/S4 HA"),  # C's king is under D's ace
        (0, 1, "SA H2/D2 H5/S3 HA/S4 HK"),  # C has the ace itself
    ],
)
def test_stoppers(sure: int, wanted: int, hands: str) -> None:
    position = placed("whist", hands)
    state, payoff, _ = asked(position)
    assert testing.stops(state, payoff, wanted)[0] == sure
    assert sure <= len(position.hands[0]) - solve(position).upper


@pytest.mark.parametrize(
    ("kept", "hands", "played", "trump"),
    [
        (True, "SA D2/S2 D3/S3 D4/S4 D5", "SA", None),  # nothing is over the ace
        (False, "SK D2/S2 D3/S3 D4/SA D5", "SK", None),  # D has it
        (True, "SK D2/S2 D3/SA D4/S4 D5", "SK", None),  # the partner has it
        (True, "SK D2/SA D3/SQ D4/S4 D5", "SK SA", None),  # and B has taken it by now
        (False, "SK D2/H2 D3/S3 D4/S4 D5", "SK", "H"),  # B is void and may trump
        (True, "SK D2/H2 S5/S3 D4/S4 D5", "SK", "H"),  # B must follow
    ],
)
def test_a_trick_that_is_sure(kept: bool, hands: str, played: str, trump: str | None) -> None:
    state, payoff, _ = asked(placed("whist", hands, played, trump=trump))
    assert testing.keeps_trick(state, payoff) is kept


def test_in_cinch_a_trump_may_be_played_instead_of_following() -> None:
    state, payoff, _ = asked(placed("cinch", "HK D2/S2 H5/H3 D4/H4 D5", "HK", trump="S"))
    assert not testing.keeps_trick(state, payoff)


@pytest.mark.parametrize(
    ("clear", "relevant", "hands", "side"),
    [
        (True, "H4 D6", "H3 D5/H4 D6/H5 D7/H6 D8", "A"),  # the lowest of both suits
        (False, "", "H3 D5/H4 D4/H5 D7/H6 D8", "A"),  # a diamond is under A's, so it could be left with it
        (False, "", "HK S3/HQ S4/HA S5/HJ S6", "A"),  # two hearts are under the king
        (True, "H4 H8", "H4 H8/H3 H7/H9 HT/HJ HQ", "B"),  # B's second heart has one under it: no more
        (False, "", "H4 H8/HK C9/H9 HT/HJ HQ", "B"),  # B must follow with the king
        (False, "", "C9 D9/S3 S4/S5 S6/S7 S8", "A"),  # nobody else has a card of A's suits
        (True, "", "C4/D9/C8/C9", "B"),  # B is void of what is led, and of all the others have
        (True, "H4 D6", "H3 D5/H4 D6/H2 D4/H6 D8", "AC"),  # A's and C's are under B's and D's
        (True, "H4 H6", "H4 C9/H3 H5/H6 C8/H2 S2", "BD"),  # B's five goes under the six, or the four has gone
        (False, "", "H3 H5/H4 C9/H2 S2/H6 C8", "AC"),  # D's six goes with the lead, and B's four is left
        (True, "", "D6/H5/H4/D7", "BC"),  # whichever of their own hearts is over the other
    ],
)
def test_a_side_that_stays_clear(clear: bool, relevant: str, hands: str, side: str) -> None:
    position = placed("hearts", hands)
    state, payoff, names = asked(position, tuple(side))
    found, ranks = testing.side_stays_clear(state, payoff)
    assert (found, cards_of(names, ranks)) == (clear, relevant)
    assert not clear or solve(position, tuple(side), "clear").value == 1


@pytest.mark.parametrize(
    ("sure", "hands", "seat"),
    [
        (6, "SA S4/S5 H2/H3 H4/S6 H6", "A"),  # High, and the Pedro that must follow to it
        (2, "SA H2/S5 S2/H3 H4/S6 H6", "A"),  # B has a cheaper trump for the ace: High and Low
        (7, "SA H2/S5 H3/H4 S6/ST H6", "A"),  # D's ten, Game, falls as well
        (7, "SA SK/S2 H2/S5 H4/S6 H6", "A"),  # the partner gives its Pedro to the ace, and B its deuce
        (0, "SK H2/SA H3/SJ H4/ST H6", "A"),  # the highest trump is B's
        (1, "SQ H9/S2 H2/S5 H4/SJ SK", "D"),  # not on lead: the king wins this trick, with B's Low
    ],
)
def test_what_top_trumps_are_sure_of(sure: int, hands: str, seat: str) -> None:
    position = placed("cinch", hands, trump="S")
    state, payoff, _ = asked(position)
    assert testing.sure_worth_of(state, payoff, "ABCD".index(seat))[0] == sure
    assert sure <= solve(position, (seat, "ABCD"["ABCD".index(seat) ^ 2])).lower


@pytest.mark.parametrize(
    ("bounds", "hands"),
    [
        ((6, 6), "SA S5/HA H2/D2 D3/C2 C3"),  # nobody else has a trump, and both count
        ((0, 0), "S2 H2/SA D2/C2 D3/C3 D4"),  # B keeps the ace until the deuce falls
        ((0, 1), "C4 S2 H3/H4 D2 D3/H2 D4 CA/SA HA DA"),  # D draws the deuce if it gets in by a plain card
    ],
)
def test_what_the_trump_game_says(bounds: tuple[int, int], hands: str) -> None:
    position = placed("cinch", hands, trump="S")
    state, payoff, _ = asked(position)
    assert testing.trump_game_bounds(state, payoff) == bounds
    assert bounds[0] <= solve(position).lower <= bounds[1]

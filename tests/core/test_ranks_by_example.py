"""Which ranks a proof compared, what may change without them, and in what order cards are tried: by example.

Hands are written seat by seat, from A on, with a stroke between them; A leads. A relevant rank stands for the
boundary under its card: the order between that card and all lower ones of the suit.
"""

from __future__ import annotations

import pytest

from cext.api import testing
from tests.core.test_bounds_by_example import cards_of
from tests.core.test_examples import asked, placed


def slots_of(names: list[str], cards: str) -> int:
    """Cards as a set of slots."""
    return sum(1 << names.index(card) for card in cards.split())


SPADES = "SA S2/SK S3/SQ S4/SJ S5"  # four suits of two hands each would only hide what is meant


@pytest.mark.parametrize(
    ("added", "relevant", "hands", "played", "trump"),
    [
        ("SA", "", "SA D2/S2 D3/SQ D4/S4 D5", "SA S2 SQ", None),  # that the ace is over the queen
        (
            "",
            "SK",
            "SA D2/S2 D3/SQ D4/S4 D5",
            "SA S2 SQ",
            None,
        ),  # the boundary under the king says so already
        ("SA", "SQ", "SA D2/S2 D3/SQ D4/S4 D5", "SA S2 SQ", None),  # the one under the queen does not
        ("", "", "SA D2/H2 D3/CQ D4/S4 D5", "SA H2 CQ", None),  # nobody followed: nothing was compared
        ("HQ", "", "SA D2/H2 D3/HQ D4/S4 D5", "SA H2 HQ", "H"),  # the queen is over the other trump
        ("", "", "SA D2/H2 D3/CQ D4/S4 D5", "SA H2 CQ", "H"),  # any trump would have won
    ],
)
def test_what_a_trick_compares(added: str, relevant: str, hands: str, played: str, trump: str | None) -> None:
    state, _, names = asked(placed("whist", hands, played, trump=trump))
    assert cards_of(names, testing.rank_of_trick(state, slots_of(names, relevant))) == added


@pytest.mark.parametrize(
    ("fixed", "relevant", "game", "hands"),
    [
        ("", "", "whist", SPADES),  # nothing was compared: any hands of these lengths will do
        ("SA", "SA", "whist", SPADES),  # who has the ace, and that is all
        ("S2", "S3", "whist", SPADES),  # who has the deuce: the longer stretch stays free
        ("S2 SQ SK SA", "SQ S3", "whist", SPADES),  # of three stretches the one from three to jack
        ("SJ SQ SK SA", "S9", "whist", SPADES),  # the nine is gone: the boundary is under the jack then
        (
            "SQ SK SA",
            "",
            "black-lady",
            SPADES,
        ),  # the queen counts thirteen, so she stays, and what is over her
    ],
)
def test_which_cards_a_proof_fixes(fixed: str, relevant: str, game: str, hands: str) -> None:
    state, payoff, names = asked(placed(game, hands))
    assert cards_of(names, testing.fixed_cards(state, payoff, slots_of(names, relevant))) == fixed


@pytest.mark.parametrize(
    ("settled", "relevant"),
    [
        ("S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA", ""),  # no spade was compared with another
        ("S2 S3 S4 S5 S6 S7 S8", "S9"),  # what is under the nine
        ("S5 S6 S7 S8", "S9 S5"),  # and not under the five itself
        ("S2 S3 S4 S5", "S6"),  # the next rank is another matter
        ("S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA", "H9 D2"),  # other suits say nothing of spades
    ],
)
def test_what_is_refuted_with_the_five_of_spades(settled: str, relevant: str) -> None:
    names = asked(placed("whist", SPADES))[2]
    found = testing.refuted_with(names.index("S5"), slots_of(names, relevant))
    assert cards_of(names, found) == settled


def shape(hands: str, **given: str) -> tuple[int, int]:
    state, payoff, _ = asked(placed("whist", hands, **given))
    return testing.shape_key_of(state, payoff)


def test_positions_of_one_shape() -> None:
    plain = shape("SA D4/S3 D2/S5 D6/S7 D8")
    assert plain == shape("S3 D4/SA D2/S5 D6/S7 D8")  # whoever has the ace
    assert plain == shape("SA D8/S9 DT/S5 D6/S7 D3")  # whatever the ranks are
    assert plain != shape("SA D4/S3 H2/S5 D6/S7 D8")  # B has a heart: it can discard
    assert plain != shape("SA D4/S3 D2/S5 D6/S7 D8", leader="B")


@pytest.mark.parametrize(
    ("order", "game", "hands", "played", "trump"),
    [
        (
            "S2 D2 H2",
            "whist",
            "S2 H2 D2/SK H4 D4/SA SQ D5/S6 H6 D6",
            "",
            None,
        ),  # through the king to ace, queen
        ("SK S3", "whist", "S9 D2 D3/SA SK S3/S4 D4 D5/S6 D7 D8", "S9", None),  # win as cheaply as that goes
        ("S3 S8", "whist", "S9 D2 D3/S8 S3 H2/S4 D4 D5/SJ D7 D8", "S9", None),  # it cannot win: the lowest
        ("S3 ST SQ", "whist", "S9 D2 D3/ST S3 SQ/S4 D4 D5/SJ D7 D8", "S9", None),  # D's jack will win it
        ("C2 H9 D9", "whist", "S9 D2 D3/C2 D9 H9/S4 D4 D5/SJ D7 D8", "S9", "C"),  # void: a trump first
        ("H3 HA H7", "hearts", "H5 D2 D3/HA H3 H7/HQ H4 C2/H8 H6 C3", "H5", None),  # under the five, no heart
        ("HA C7 D4", "hearts", "S5 D2 D3/HA D4 C7/SQ H4 C2/S8 H6 C3", "S5", None),  # void: hearts, then high
        ("SA S2 H3", "cinch", "SA S2 H3/S5 H4 H5/S6 S7 H7/H8 H9 C2", "", "S"),  # the ace draws the Pedro
        ("SA S5 H5", "cinch", "H9 S2 H3/S5 SA H5/S6 S7 H7/H8 HT C2", "H9", "S"),  # the Pedro would be C's
    ],
)
def test_the_order_of_cards(order: str, game: str, hands: str, played: str, trump: str | None) -> None:
    state, payoff, names = asked(placed(game, hands, played, trump=trump))
    assert " ".join(names[slot] for slot in testing.ordered_cards(state, payoff)) == order


def test_a_card_that_cut_off_before_comes_first_among_equals() -> None:
    state, payoff, names = asked(placed("whist", "SA H2/SK D2/S3 H4/S5 H6"))
    assert [names[slot] for slot in testing.ordered_cards(state, payoff)] == ["SA", "H2"]
    history = {names.index("H2"): 2}  # with two cards left the record alone decides
    assert [names[slot] for slot in testing.ordered_cards(state, payoff, history)] == ["H2", "SA"]

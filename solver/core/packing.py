"""Rules of play and payoffs as the core reads them: cards as slots of a layout, words as its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from cext.game.game import Counting
from cext.game.packed import GamePayoff, GameRules
from solver.core.long_suits import LongRules
from solver.core.payoff import Payoff
from solver.core.slots import FOLLOW, Layout
from solver.model.cards import JOKER
from solver.model.errors import PositionError
from solver.rules.game import Rules
from solver.rules.schema import MOST_COUNTED

PackedRules = GameRules | LongRules
# The core's enum by the words of the settlements.
COUNTING = {kind.name.lower().removesuffix("_counts"): kind for kind in Counting if kind}

# --- rules ----------------------------------------------------------------------------------------------


def packed_rules(
    rules: Rules, layout: Layout, trump: str | None, n_seats: int, stock: tuple[int, ...], alike: bool
) -> PackedRules:
    """The rules of play packed for a layout; `stock` is its slots in the order of drawing, and hands are
    `alike` in size when the trick begins or not."""
    if stock:
        return pack_rules(rules, layout, trump, n_seats, stock, alike)
    return _stockless(rules, layout, trump, n_seats, alike)


@lru_cache(maxsize=512)
def _stockless(rules: Rules, layout: Layout, trump: str | None, n_seats: int, alike: bool) -> PackedRules:
    return pack_rules(rules, layout, trump, n_seats, (), alike)


def pack_rules(
    rules: Rules, layout: Layout, trump: str | None, n_seats: int, stock: tuple[int, ...], alike: bool
) -> PackedRules:
    """`packed_rules` without keeping them."""
    hearts = [card for card in layout.slots if card[0] == "H"]
    pointed = rules.card_points(trump) if rules.first_trick_clean else {}
    joker = layout.slot.get(JOKER, -1) if rules.joker else -1
    kind = partial(LongRules, lane_slots=layout.lane_slots) if layout.long else GameRules
    return kind(
        n_seats,
        FOLLOW[rules.follow],
        trump=layout.lane_of_suit[trump] if trump else -1,
        cards=layout.cards,
        grades=layout.grades,
        draw_each=rules.draw == "each",
        cancels=rules.cancels,
        ends_alone=rules.follow == "follow-or-draw",
        one_trick_a_card=alike and not rules.unequal and not rules.cancels and len(stock) % n_seats == 0,
        joker=joker,
        over_joker=layout.mask(card for card in hearts if joker >= 0 and layout.slot[card] > joker),
        unled=layout.mask(hearts) if rules.break_hearts else 0,
        breakers=layout.mask(card for card in layout.slots if rules.breaks_hearts(card)),
        kept_from_first=layout.mask(pointed),
        must_lead=layout.mask([rules.lead_card]) if rules.lead_card else 0,
        stock=stock,
    )


# --- payoffs --------------------------------------------------------------------------------------------


def packed_payoff(payoff: Payoff, packed: GameRules, layout: Layout, n_seats: int) -> GamePayoff:
    """A payoff packed for packed rules and their layout; kept, as a game's payoffs come again and again."""
    base = payoff.base or payoff
    kept = _PACKED_PAYOFFS.get((id(base), id(packed)))
    if kept is None:
        if len(_PACKED_PAYOFFS) >= MOST_PACKED_PAYOFFS:
            _PACKED_PAYOFFS.clear()
        kept = base, packed, pack_payoff(payoff, packed, layout, n_seats)
        _PACKED_PAYOFFS[id(base), id(packed)] = kept
    return kept[2]


# Payoffs and rules are kept alive along with what was made of them, so that an id never means another object.
_PACKED_PAYOFFS: dict[tuple[int, int], tuple[object, GameRules, GamePayoff]] = {}
MOST_PACKED_PAYOFFS = 500


def _check_size(payoff: Payoff, layout: Layout) -> None:
    """Raise `PositionError` where what the goal counts could outgrow the search's numbers.

    What is still needed lies as far from what has come as the most from the least, so that these count: each
    card and each trick goes to one seat, but what all seats' counts decide may come from every seat.
    """
    worth, times = payoff.worth, 1
    if payoff.counts:
        worth, times = (payoff.counts.weight,), 2 * len(payoff.worth)
    apart = 0
    for card, copies in layout.slots.items():
        apart += times * len(copies) * _spread([row.get(card, 0) for row in worth])
    apart += _spread(payoff.any_trick) * len(layout.slots)
    apart += _spread(payoff.first_trick) + _spread(payoff.last_trick) + _spread(payoff.bonus or ())
    if apart > MOST_COUNTED:
        raise PositionError(
            f"the least and the most that the goal may count lie {apart} apart, and the search counts to "
            f"{MOST_COUNTED}: smaller stakes (jack, bid) or smaller points in the house rules would be right"
        )


def _spread(numbers: Sequence[int]) -> int:
    """How far some numbers, and nothing at all, lie apart."""
    return max((0, *numbers)) - min((0, *numbers))


def pack_payoff(payoff: Payoff, packed: GameRules, layout: Layout, n_seats: int) -> GamePayoff:
    """A payoff packed for packed rules and their layout."""
    _check_size(payoff, layout)
    mark = payoff.owner_mark
    counts = payoff.counts
    return GamePayoff(
        packed,
        layout.cards,
        payoff.side,
        [_row(layout, payoff.worth[seat]) for seat in range(n_seats)],
        any_trick=payoff.any_trick,
        first_trick=payoff.first_trick,
        last_trick=payoff.last_trick,
        pointed=layout.mask(payoff.pointed),
        pointed_any="any" in payoff.pointed_tricks,
        pointed_first="first" in payoff.pointed_tricks,
        pointed_last="last" in payoff.pointed_tricks,
        bonus=payoff.bonus,
        mark_seat=mark[0] if mark else -1,
        mark_card=layout.slot.get(mark[1], 0) if mark else 0,
        counting=COUNTING[counts.kind] if counts else 0,
        count_worth=_row(layout, counts.weight) if counts else None,
        counts_before=counts.so_far if counts else None,
        takers_before=payoff.takers,
    )


def _row(layout: Layout, worth: Mapping[str, int]) -> list[int]:
    row = [0] * 64
    for card, number in worth.items():
        for slot in layout.slots.get(card, ()):
            row[slot] = number
    return row


@lru_cache(maxsize=8)
def no_payoff(n_seats: int) -> GamePayoff:
    """A payoff that counts nothing, for play without a question."""
    rules = GameRules(n_seats, 0)
    return GamePayoff(rules, 0, (), [[0] * 64] * n_seats)

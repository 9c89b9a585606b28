"""Random positions as rows of an array: whole deals from raw bits, a block of a thousand at once.

Deal i of a seed comes from block i // 1000, whose bits are those of NumPy's
`PCG64(SeedSequence(seed, spawn_key=(block,)))`. Everything is done with its raw 64-bit integers and the
shuffle below, so that a seed means the same deals with every version of NumPy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import add_up, bits_of
from solver.model.cards import CARD_BITS, NO_NUMBER, SUITS
from solver.model.errors import PositionError
from solver.positions.array_checks import too_long
from solver.positions.array_fields import blank, put_options
from solver.positions.generate import Dealer, longest_hand
from solver.positions.position import Position
from solver.rules.game import Rules

T = TypeVar("T")
Numbers = NDArray[np.uint64]
Cards = NDArray[np.uint8]  # (cards, deals): a column a deal

BLOCK = 1000
MOST_ROUNDS = 100  # of a block's deals, where some hold more of a suit than can be played


def whole_block(dealer: Dealer, seed: int, block: int) -> NDArray[Any]:
    """A block of whole deals, with the dealer's trumps and options."""
    bits = _bits(seed, block)
    found: list[NDArray[Any]] = []
    missing = BLOCK
    for _ in range(MOST_ROUNDS):
        deals = _deals(dealer, bits)
        found.append(deals[:missing])
        missing -= len(found[-1])
        if not missing:
            return np.concatenate(found)
    raise PositionError(
        f"{dealer.rules.id}: hardly any deal of {dealer.n_seats} seats is short enough in every suit"
    )


def played_block(dealer: Dealer, seed: int, block: int, count: int) -> list[Position]:
    """The first positions of a block whose deals are played on, as `generate` plays them."""
    lots = _RawLots(_bits(seed, block))
    return [dealer.position(lots, False) for _ in range(count)]


def deals_whole(rules: Rules, n_seats: int, cards: int | None) -> bool:
    """Whether hands of that many cards are a deal before its first card."""
    return cards is None or (cards == longest_hand(rules, n_seats) and rules.draw != "each")


def _bits(seed: int, block: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,)))


class _RawLots:
    """Lots from raw bits, for positions that are made one by one."""

    def __init__(self, bits: np.random.PCG64) -> None:
        self._bits = bits

    def randrange(self, stop: int) -> int:
        return int(self._bits.random_raw()) % stop

    def choice(self, sequence: Sequence[T]) -> T:
        return sequence[self.randrange(len(sequence))]

    def random(self) -> float:
        return int(self._bits.random_raw()) / 2.0**64

    def shuffle(self, cards: list[Any]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            other = self.randrange(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


# --- whole deals ----------------------------------------------------------------------------------------


def _deals(dealer: Dealer, bits: np.random.PCG64) -> NDArray[Any]:
    """A thousand deals, less those that hold too much of a suit."""
    rules, n_seats = dealer.rules, dealer.n_seats
    hand = longest_hand(rules, n_seats)
    pack = np.array([CARD_BITS[card] for card in dealer.pack], np.uint8)
    raw = bits.random_raw((2 + len(pack), BLOCK))
    trump = _trumps(dealer.trumps, raw[0])
    cards = _shuffle(pack, raw[2:])
    if "discards" in rules.options:
        hands, rest = _discard(rules, cards, trump, hand, n_seats, raw[1])
    else:
        dealt = hand * n_seats
        hands, rest = [cards[place:dealt:n_seats] for place in range(n_seats)], cards[dealt:]
    array = blank(rules, n_seats, BLOCK)
    array["trump"] = trump
    put_options(array, slice(None), rules, dealer.seats, dealer.options)
    _lay_out(array, rules, hands, rest)
    array["leader"] = _leaders(array, dealer.ruled, raw[1])
    return array if hand == dealer.full_hand else array[~too_long(array)]


def _trumps(choices: Sequence[str | None], raw: Numbers) -> NDArray[np.int8]:
    """One of these for each deal, at random."""
    codes = np.array([NO_NUMBER if suit is None else SUITS.index(suit) for suit in choices], np.int8)
    chosen: NDArray[np.int8] = codes[(raw % np.uint64(len(choices))).astype(np.intp)]
    return chosen


def _shuffle(pack: Cards, raw: Numbers) -> Cards:
    """The pack in a random order for each column of bits: from the last card on, each is exchanged with one
    of those up to it. (The remainder of 64 bits favours no card by more than one part in 2**57.)"""
    cards = np.repeat(pack[:, None], raw.shape[1], axis=1)
    deals = np.arange(raw.shape[1])
    for last in range(len(pack) - 1, 0, -1):
        other = (raw[last] % np.uint64(last + 1)).astype(np.intp)
        chosen = cards[other, deals]
        cards[other, deals] = cards[last]
        cards[last] = chosen
    return cards


def _lay_out(array: NDArray[Any], rules: Rules, hands: Sequence[Cards], rest: Cards) -> None:
    n_seats, copies = array["hands"].shape[1:]
    for seat, cards in enumerate(hands):
        array["hands"][:, seat] = add_up(bits_of(cards.T), copies)
    early = 0 if rules.draw == "each" else rules.full_hand(n_seats) - longest_hand(rules, n_seats)
    array["tricks_played"] = early
    if "stock" in rules.fields:
        left = len(rest) - len(rest) % n_seats if rules.draw == "each" else len(rest)
        array["stock"][:, :left] = rest[:left].T
    elif "widow" in rules.fields and not early and len(rest):
        array["widow"] = add_up(bits_of(rest.T), copies)


def _leaders(array: NDArray[Any], rules: Rules, raw: Numbers) -> NDArray[np.int8]:
    """By lot, among those who hold the card that must be led where there is one."""
    n_seats = array["hands"].shape[1]
    holds = np.ones((len(array), n_seats), np.bool_)
    if rules.lead_card:
        wanted = np.uint64(1 << CARD_BITS[rules.lead_card])
        held = (array["hands"][:, :, 0] & wanted) != 0
        holds = np.where(held.any(axis=1)[:, None], held, holds)
    turn = (raw // np.uint64(n_seats)) % holds.sum(axis=1).astype(np.uint64)
    place = np.cumsum(holds, axis=1) - 1
    leaders: NDArray[np.int8] = np.argmax(holds & (place == turn[:, None].astype(np.int64)), axis=1).astype(
        np.int8
    )
    return leaders


def _discard(
    rules: Rules, cards: Cards, trump: NDArray[np.int8], hand: int, n_seats: int, raw: Numbers
) -> tuple[list[Cards], Cards]:
    """Cinch: each puts out plain cards and draws up to a full hand, as `generate.Dealer` has it.

    The dealer, last, picks the trumps of the rest. The bits of `raw` say which seat deals.
    """
    trumps = _is_trump(rules, trump)
    deals = np.arange(cards.shape[1])
    dealt = rules.dealt(n_seats) * n_seats
    rest, drawn = cards[dealt:], np.zeros(cards.shape[1], np.intp)
    hands = []
    for place in range(n_seats):
        if place == n_seats - 1:
            rest = _trumps_first(rest, trumps, drawn)
        first = _trumps_first(cards[place:dealt:n_seats], trumps)
        kept = np.minimum(hand, trumps[first, deals].sum(axis=0))
        taken = np.minimum(hand - kept, len(rest) - drawn)
        held = []
        for number in range(hand):
            from_rest = (number >= kept) & (number < kept + taken)
            old = np.where(number < kept, number, number - taken)
            new = np.where(from_rest, drawn + number - kept, 0)
            held.append(np.where(from_rest, rest[new, deals], first[old, deals]))
        hands.append(np.array(held))
        drawn = drawn + taken
    return _turn(hands, raw), cards[:0]


def _is_trump(rules: Rules, trump: NDArray[np.int8]) -> NDArray[np.bool_]:
    """For each card number and each deal whether it is a trump; shape (256, deals)."""
    table = np.zeros((256, len(SUITS) + 1), np.bool_)
    for place, suit in enumerate(SUITS):
        for card in rules.lane(suit, suit):
            table[CARD_BITS[card], place] = True
    return table[:, trump]


def _trumps_first(cards: Cards, trumps: NDArray[np.bool_], after: NDArray[np.intp] | None = None) -> Cards:
    """The trumps of each deal before its other cards, else in order; the first `after` stay in place."""
    deals = np.arange(cards.shape[1])
    first = trumps[cards, deals]
    if after is not None:
        first |= np.arange(len(cards))[:, None] < after
    place = np.where(first, np.cumsum(first, axis=0), np.cumsum(~first, axis=0) + first.sum(axis=0)) - 1
    ordered = np.empty_like(cards)
    ordered[place, deals] = cards
    return ordered


def _turn(hands: Iterable[Cards], raw: Numbers) -> list[Cards]:
    """The hands with another seat as the first in each deal."""
    stacked = np.stack(list(hands))
    n_seats = len(stacked)
    seats = (np.arange(n_seats)[:, None] + (raw % np.uint64(n_seats)).astype(np.intp)) % n_seats
    return list(np.take_along_axis(stacked, seats[:, None, :], axis=0))

"""Random legal positions: a deal as the game has it, played on with random legal cards.

So what was taken, the tricks played, pile, stock and the rest are true of a deal that could have happened.
The same seed gives the same positions everywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from solver.core.slots import LANE_SLOTS
from solver.core.table import Table
from solver.formats import checks
from solver.formats.fields import Draft
from solver.model.cards import SUITS, in_pack_order
from solver.model.errors import PositionError
from solver.model.notation import read_seats, read_trump, without_numpy
from solver.positions.position import Position
from solver.rules.files import load
from solver.rules.game import Rules
from solver.rules.options import Options

T = TypeVar("T")

SAFE_DEAL = 48  # cards that hardly ever make a suit longer than the core holds, where the packs hold more
SHORT_DEAL = 56  # ... and those up to which such a deal is soon found
MOST_DEALS = 2000  # tried for one position
MOST_TRICKS = 200  # in a deal: Enflé can go round for ever


def generate(
    game: str | Rules,
    cards: int,
    count: int,
    seed: int,
    seats: int | str | Sequence[str] | None = None,
    *,
    trump: str | None = None,
    stock: int | None = None,
    mid_trick: bool = False,
    options: Mapping[str, object] | None = None,
) -> list[Position]:
    """`count` random positions in which the leader holds `cards` cards, at the start of a trick.

    `cards` as long as the game deals gives the deals themselves. `seats` is their number or their names
    (None: four where four can play); `trump` a suit or "NT" (None: random); `options` are in force from the
    deal on. With `mid_trick` 0 to n-1 cards of the trick have been played.

    Two-handed Hearts: with `stock` the hands stay `cards` long until that many are left to draw, without
    it the stock is exhausted. Domino Hearts and Enflé: hands vary, `cards` is the leader's; `stock` asks for
    a stock of that size. Where the packs hold more of a suit than a search takes, small positions come of
    hands that are short enough to be searched: what was played before these is out of play.

    Raises `PositionError` for what the game does not allow.
    """
    return list(
        generated(
            game, cards, count, seed, seats, trump=trump, stock=stock, mid_trick=mid_trick, options=options
        )
    )


def generated(
    game: str | Rules,
    cards: int,
    count: int,
    seed: int,
    seats: int | str | Sequence[str] | None = None,
    *,
    trump: str | None = None,
    stock: int | None = None,
    mid_trick: bool = False,
    options: Mapping[str, object] | None = None,
) -> Iterator[Position]:
    """Random positions as `generate` draws them, one after another; arguments are checked at once."""
    rules = load(game) if isinstance(game, str) else game
    names = seats_for(rules, seats)
    dealer = Dealer(rules, names, cards, trump, stock, read_options(rules, names, options))
    rng = random.Random(seed)
    return (dealer.position(rng, mid_trick) for _ in range(count))


def seats_for(rules: Rules, seats: int | str | Sequence[str] | None) -> tuple[str, ...]:
    """The seats' names from their number or their names; None: four where four can play."""
    seats = rules.usual_seats if seats is None else without_numpy(seats)
    if isinstance(seats, int):
        return rules.default_seats(seats)
    names = read_seats(seats)
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise PositionError(f"seats: {', '.join(twice)} is named more than once: seat names differ")
    if len({name.casefold() for name in names}) < len(names):
        raise PositionError(f"seats: {', '.join(names)} must differ by more than case")
    rules.check_seats(len(names))
    return names


def read_options(rules: Rules, seats: tuple[str, ...], given: Mapping[str, object] | None) -> Options:
    """Options as a position of these seats has them; `PositionError` for those that it cannot have."""
    if not given:
        return ()
    draft = Draft({"game": rules.id, "seats": seats, "options": given}, rules)
    draft.seats = seats
    faults = tuple(fault for fault in checks.find(draft) if fault.field == "options")
    if faults:
        raise PositionError.of(faults)
    return draft.options


def longest_hand(rules: Rules, n_seats: int, least: int = 1) -> int:
    """Cards dealt to each: fewer than the game deals where its packs hold too much of a suit for a search."""
    full = rules.full_hand(n_seats)
    suits = Counter(card[0] for card in rules.pack(n_seats).elements())
    return full if max(suits.values()) <= LANE_SLOTS else max(least, min(full, SAFE_DEAL // n_seats))


def _suit(trump: str | None) -> str | None:
    """A trump suit as it is asked for; its fault under that name."""
    try:
        return read_trump(trump)
    except PositionError as error:
        raise PositionError(f"trump: {error}") from None


class Lots(Protocol):
    """What a dealer draws lots with: Python's `random.Random`, or a source of the like."""

    def choice(self, sequence: Sequence[T], /) -> T: ...
    def randrange(self, stop: int, /) -> int: ...
    def random(self) -> float: ...
    def shuffle(self, cards: list[Any], /) -> None: ...


class Dealer:
    """Deals one game over and over and plays each deal down to a position of the size asked for."""

    def __init__(
        self,
        rules: Rules,
        seats: tuple[str, ...],
        cards: int,
        trump: str | None,
        stock: int | None,
        options: Options,
    ) -> None:
        self.rules, self.seats, self.cards, self.stock, self.options = rules, seats, cards, stock, options
        self.ruled = rules.under(options)
        self.n_seats = len(seats)
        self.pack = sorted(rules.pack(self.n_seats).elements())
        self.full_hand = rules.full_hand(self.n_seats)
        self.trumps = self._trumps(trump)
        self._check()
        self.hand = self._first_hand()

    def _trumps(self, trump: str | None) -> tuple[str | None, ...]:
        suit = _suit(trump)
        if self.rules.trump == "never":
            if suit is not None:
                raise PositionError(f"trump: {self.rules.id} has no trumps")
            return (None,)
        if trump is not None:
            if suit is None and self.rules.trump == "always":
                raise PositionError(f"trump: {self.rules.id} always has a trump suit, one of S H D C")
            return (suit,)
        return tuple(SUITS) if self.rules.trump == "always" else (*SUITS, None)

    def _check(self) -> None:
        if not 1 <= self.cards <= self.full_hand and not (self.rules.unequal and self.cards >= 1):
            raise PositionError(
                f"cards: {self.rules.id} deals {self.full_hand} to each of {self.n_seats} seats, so 1 to"
                f" {self.full_hand} can be asked for, not {self.cards}"
            )
        if self.stock is None:
            return
        if "stock" not in self.rules.fields:
            raise PositionError(f"stock: {self.rules.id} has none")
        most = len(self.pack) - self.n_seats * min(self.cards, self.full_hand)
        if not 0 <= self.stock <= most:
            raise PositionError(f"stock: 0 to {most} cards can be left, not {self.stock}")

    def _first_hand(self) -> int:
        """Cards dealt to each seat. With a known stock in two-handed play hands keep their length."""
        if self.rules.draw == "each" and self.stock:
            return self.cards
        return longest_hand(self.rules, self.n_seats, self.cards)

    # --- from a deal to a position ----------------------------------------------------------------------

    def position(self, rng: Lots, mid_trick: bool) -> Position:
        """One position. Deals that pass the size asked for by (hands vary in some games) are thrown in."""
        for _ in range(MOST_DEALS):
            deal = self.deal(rng)
            found = deal and self._play_down(deal, rng, mid_trick)
            if found:
                return found
        raise PositionError(
            f"{self.rules.id}: none of {MOST_DEALS} random deals came to {self.cards} cards with the leader"
            + (f" and {self.stock} in the stock" if self.stock is not None else "")
        )

    def _play_down(self, deal: Position, rng: Lots, mid_trick: bool) -> Position | None:
        if "first-winner" in self.rules.options and self.cards < self.full_hand:
            deal = _after_a_trick(deal, rng)  # a step of its own: the position notes who won the first trick
        table = Table(deal)
        for _ in range(MOST_TRICKS):
            if self._here(table, rng):
                break
            _play_trick(table, rng)
        if mid_trick:
            for _ in range(rng.randrange(self.n_seats)):
                _play_random(table, rng)
        over = table.to_play() is None
        return None if over or not (mid_trick or self._sized(table)) else deal.after(table)

    def _sized(self, table: Table) -> bool:
        """Whether the leader holds the cards asked for, with the stock asked for."""
        seat = table.to_play()
        if seat is None:
            return False
        held, left = _sizes(table)
        if self.rules.unequal:
            return held[seat] == self.cards and self.stock in (None, left)
        return held[seat] == self.cards and left <= (self.stock or 0)

    def _here(self, table: Table, rng: Lots) -> bool:
        """Whether to stop; where hands vary a size may come again, and any of these points is given."""
        if table.to_play() is None:
            return True
        return self._sized(table) and (not self.rules.unequal or self._is_deal(table) or rng.random() < 0.5)

    def _is_deal(self, table: Table) -> bool:
        return _sizes(table)[0] == [self.full_hand] * self.n_seats

    # --- the deal ---------------------------------------------------------------------------------------

    def deal(self, rng: Lots) -> Position | None:
        """A deal before the first trick; None for a small one that holds too much of a suit."""
        trump = rng.choice(self.trumps)
        pack = list(self.pack)
        rng.shuffle(pack)
        if self.rules.dealt(self.n_seats) > self.full_hand:
            hands, rest = self._discard(pack, trump, rng)
        else:
            dealt = self.hand * self.n_seats
            hands, rest = [pack[place : dealt : self.n_seats] for place in range(self.n_seats)], pack[dealt:]
        return self._lay_out_deal(hands, rest, trump, rng)

    def _discard(self, pack: list[str], trump: str | None, rng: Lots) -> tuple[list[list[str]], list[str]]:
        """Cinch: each puts out plain cards and draws up to six; the dealer, last, picks trumps from the rest.

        Trumps beyond six are among the discards and out of play; if the rest runs out, plain cards are kept.
        """
        trumps = frozenset(self.rules.lane(trump or "", trump))
        dealt = self.rules.dealt(self.n_seats) * self.n_seats
        hands, rest = [], pack[dealt:]
        for place in range(self.n_seats):
            if place == self.n_seats - 1:
                rest.sort(key=trumps.__contains__, reverse=True)
            first = sorted(pack[place : dealt : self.n_seats], key=trumps.__contains__, reverse=True)
            kept = first[: min(self.full_hand, sum(card in trumps for card in first))]
            lacking = self.full_hand - len(kept)
            drawn, rest = rest[:lacking], rest[lacking:]
            hands.append((kept + drawn + first[len(kept) :])[: self.full_hand])
        turn = rng.randrange(self.n_seats)
        return hands[turn:] + hands[:turn], []

    def _lay_out_deal(
        self, hands: list[list[str]], rest: list[str], trump: str | None, rng: Lots
    ) -> Position | None:
        """The position before the first card; None when a small one has a suit too long to be searched."""
        fields, early = self.rules.fields, self._not_played()
        if "stock" in fields and self.rules.draw == "each":
            rest = rest[: len(rest) - (len(rest) - (self.stock or 0)) % self.n_seats]
        stock = tuple(rest) if "stock" in fields else ()
        widow = in_pack_order(rest, self.ruled.ranks) if "widow" in fields and not early else ()
        suits = Counter(card[0] for heap in (*hands, stock, widow) for card in heap)
        if suits.total() <= SHORT_DEAL and max(suits.values()) > LANE_SLOTS:
            return None
        position = Position(
            game=self.rules.id,
            rules=self.rules,
            seats=self.seats,
            hands=tuple(in_pack_order(hand, self.ruled.ranks) for hand in hands),
            leader=self.seats[self._first_leader(hands, rng)],
            trump=trump,
            taken=((),) * self.n_seats,
            tricks_played=early,
            stock=stock,
            widow=widow,
            options=self.options,
        )
        return position.trusted()

    def _not_played(self) -> int:
        """Tricks that are left out because their cards would not fit."""
        return 0 if self.rules.draw == "each" else self.full_hand - self.hand

    def _first_leader(self, hands: list[list[str]], rng: Lots) -> int:
        wanted = self.ruled.lead_card
        holders = [seat for seat, hand in enumerate(hands) if wanted in hand]
        return rng.choice(holders) if holders else rng.randrange(self.n_seats)


def _sizes(table: Table) -> tuple[list[int], int]:
    """Cards each seat holds, and cards left in the stock."""
    state = table.state
    return [hand.bit_count() for hand in state.hands], len(table.position.stock) - state.stock_drawn


def _play_random(table: Table, rng: Lots) -> None:
    """A random legal card; nothing when the deal is over."""
    if table.to_play() is not None:
        table.play(rng.choice(table.legal()))


def _play_trick(table: Table, rng: Lots) -> None:
    """Random cards until the table is at the start of a trick again, or the deal is over."""
    _play_random(table, rng)
    while table.state.trick and table.to_play() is not None:
        _play_random(table, rng)


def _after_a_trick(deal: Position, rng: Lots) -> Position:
    table = Table(deal)
    _play_trick(table, rng)
    return deal.after(table)

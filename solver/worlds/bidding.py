"""What to bid before the play: each suit that could be named, over layouts of what the seat does not see.

Two kinds of game ask it. Where more cards are dealt than are played (Cinch) the layouts deal the other hands
and order the stock, everybody discards and draws by the law, and the points of the bidder's side decide.
Where a suit to avoid is named (Auction Hearts) the bidder plays against the rest. Both are played out with
open hands; no auction is modelled.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.analysis.batch import RowQuestions, threads_of
from solver.analysis.limits import Limits, limits_of
from solver.core.batch import Crew
from solver.model.cards import SUITS, in_pack_order
from solver.model.errors import PositionError
from solver.model.notation import counted, find_seat
from solver.positions.arrays import Positions
from solver.positions.position import Position
from solver.rules import files
from solver.rules.game import Rules
from solver.scoring import settle
from solver.worlds.draws import ALL_BELOW, Draws
from solver.worlds.layouts import Layouts, Rng

CHUNK = 8  # layouts a step, each with every suit
Numbers = NDArray[np.int64]
Each = Callable[[int, int], object]


@dataclass(frozen=True)
class Suit:
    """What naming one suit came to in each layout: points of the bidder's side (cards of the suit that are
    taken, where it is avoided), whether it stayed clear, and the settlement at each bid."""

    suit: str
    points: Numbers
    exact: bool
    clear: Numbers | None = None
    settled: Mapping[int, Numbers] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean of the points."""
        return float(self.points.mean())

    @property
    def error(self) -> float | None:
        """Its standard error: 0 when exact, None for one layout."""
        n = len(self.points)
        if self.exact:
            return 0.0
        return float(self.points.std(ddof=1) / math.sqrt(n)) if n > 1 else None

    def at_least(self, points: int) -> float:
        """The chance of that many points or more."""
        return float((self.points >= points).mean())

    @property
    def chance_clear(self) -> float | None:
        """The chance that the bidder can be sure of staying clear, where that is asked."""
        return None if self.clear is None else float(self.clear.mean())

    @property
    def settle(self) -> dict[int, float]:
        """The mean settlement for the bidder's side at each bid."""
        return {bid: float(numbers.mean()) for bid, numbers in self.settled.items()}

    @property
    def limit(self) -> int | None:
        """The largest bid whose mean settlement is not below 0."""
        return max((bid for bid, mean in self.settle.items() if mean >= 0), default=None)


class Best(NamedTuple):
    """The suit to name and how high the seat can go in it (None: not asked)."""

    suit: str
    bid: int | None


@dataclass(frozen=True)
class Bidding:
    """What a hand is worth in each suit. `stopped` says what kept some layouts from being looked at."""

    rules: Rules
    seats: tuple[str, ...]
    seat: str
    dealer: str
    hand: tuple[str, ...]
    layouts: int
    worlds: int
    exact: bool
    suits: tuple[Suit, ...]
    highest: int  # points there are, where points are bid; else 0
    stopped: str = ""
    seconds: float = 0.0

    @property
    def best(self) -> Best | None:
        """The suit in which the seat can go highest, then the one with most there; None: pass."""
        if not self.worlds:
            return None
        if not any(suit.settled for suit in self.suits):
            clearest = max(self.suits, key=lambda suit: (suit.chance_clear or 0.0, -suit.mean))
            return Best(clearest.suit, None)
        biddable = [
            (suit.limit, suit.settle[suit.limit], suit.suit) for suit in self.suits if suit.limit is not None
        ]
        if not biddable:
            return None
        limit, _, name = max(biddable, key=lambda found: found[:2])
        return Best(name, limit)


def bidding(
    rules: Rules,
    hand: Sequence[str],
    seats: Sequence[str] | None = None,
    seat: str | None = None,
    dealer: str | None = None,
    *,
    bids: Sequence[int] = (),
    worlds: int | None = None,
    all_below: int = ALL_BELOW,
    rng: Rng = 0,
    threads: int = 1,
    limits: Limits | None = None,
    each: Each = lambda *_: None,
) -> Bidding:
    """What a hand before the play is worth in each suit, as its holder sees it, who names the suit and leads.

    `dealer` is by default the seat on the holder's right. `bids`, where a suit is avoided, are the bids to
    settle at (each is a search of its own); where points are bid all are. `worlds` layouts are drawn (200; 20
    where a suit is avoided), all looked at where there are at most `all_below`. Raises `PositionError`.
    """
    start = time.perf_counter()
    crew = Crew(limits_of(limits), threads_of(threads) or 1)
    table = table_of(rules, tuple(hand), seats, seat, dealer)
    kind: _NamedTrump | _AvoidedSuit = _AvoidedSuit(table, bids) if table.avoids else _NamedTrump(table, bids)
    draws = Draws(worlds, all_below, rng).with_usual(kind.worlds)
    numbers = draws.numbers(table.ways.count, table.ways.draw)
    rows, stopped = _value_layouts(kind, numbers, crew, each)
    exact = isinstance(numbers, range) and not stopped
    return Bidding(
        rules=rules,
        seats=table.seats,
        seat=table.seats[table.seat],
        dealer=table.seats[table.dealer],
        hand=table.hand,
        layouts=table.ways.count,
        worlds=len(rows),
        exact=exact,
        suits=tuple([kind.suit(suit, rows[:, at], exact) for at, suit in enumerate(SUITS)]),
        highest=kind.highest,
        stopped=stopped,
        seconds=time.perf_counter() - start,
    )


def _value_layouts(
    kind: _NamedTrump | _AvoidedSuit, numbers: Sequence[int], crew: Crew, each: Each
) -> tuple[Numbers, str]:
    """For each layout and suit what each of the kind's questions came to: (layouts, suits, questions).

    Up to the first layout that was not finished, and what stopped it.
    """
    shape = (-1, len(SUITS), len(kind.questions))
    rows = [np.zeros((0, *shape[1:]), np.int64)]
    stopped = ""
    try:
        for start in range(0, len(numbers), CHUNK):
            some = numbers[start : start + CHUNK]
            values, stops = zip(*kind.answers(some, crew), strict=True)
            whole = next((place for place, why in enumerate(zip(*stops, strict=True)) if any(why)), None)
            finished = len(some) if whole is None else whole // len(SUITS)
            rows.append(np.stack(values, axis=1).reshape(shape)[:finished])
            if whole is not None:
                stopped = next(filter(None, [column[whole] for column in stops]))
                break
            each(start + len(some), len(numbers))
    except KeyboardInterrupt:
        stopped = "interrupt"
    return np.concatenate(rows), stopped


class _Answer(NamedTuple):
    """The value of each of some positions, and what stopped its search ("": nothing)."""

    values: Numbers
    stops: list[str]


def _solve(positions: Iterable[Position], side: Sequence[str], goal: str, crew: Crew) -> _Answer:
    asked = RowQuestions(Positions.of(positions), side, goal)
    found = asked.answered(crew.run)
    return _Answer(asked.read(found.lower, found.upper)[0], [*map(found.stopped, range(len(found.stops)))])


# --- the table ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Who sits where with what, and the ways for the rest of the pack to lie: the other hands, the stock."""

    rules: Rules
    seats: tuple[str, ...]
    seat: int
    dealer: int
    hand: tuple[str, ...]
    unseen: tuple[str, ...]
    ways: Layouts

    @property
    def avoids(self) -> bool:
        """Whether the suit that is named is avoided."""
        return "avoid" in self.rules.options

    def layout(self, number: int) -> tuple[list[list[str]], list[str]]:
        """The hands of all seats and the stock, next card first."""
        hands: list[list[str]] = [[] for _ in self.seats]
        hands[self.seat] = list(self.hand)
        others = [seat for seat in range(len(self.seats)) if seat != self.seat]
        for card, place in zip(self.unseen, self.ways.places(number), strict=True):
            if place < len(others):
                hands[others[place]].append(card)
        return hands, [self.unseen[card] for card in self.ways.order(number)]

    @property
    def side(self) -> tuple[str, ...]:
        """The bidder and its partner."""
        partner = self.rules.partner(self.seat)
        return tuple([self.seats[seat] for seat in (self.seat, partner) if seat is not None])


def table_of(
    rules: Rules,
    hand: tuple[str, ...],
    seats: Sequence[str] | None = None,
    seat: str | None = None,
    dealer: str | None = None,
) -> Table:
    """The table of a hand before the bidding; raises `PositionError` for what cannot be."""
    if not _has_bidding(rules):
        games = " and ".join([name for name in files.names() if _has_bidding(files.load(name))])
        raise PositionError(f"{rules.id} has no bidding: it is for {games}")
    names = tuple(seats) if seats else _seats_for(rules, len(hand))
    rules.check_seats(len(names))
    number = rules.dealt(len(names))
    if len(hand) != number:
        raise PositionError(
            f"hand: {counted(len(hand), 'card')}, where {number} are dealt to each of {len(names)} seats"
        )
    own = _seat_number(names, seat, 0, "seat")
    pack = rules.pack(len(names))
    for card in hand:
        if not pack[card]:
            raise PositionError(f"hand: {card} is given twice, or is not in the pack")
        pack.subtract([card])
    unseen = in_pack_order(pack.elements(), rules.ranks)
    sizes = [number] * (len(names) - 1)
    stock = len(unseen) - sum(sizes)
    every = (1 << len(sizes) + 1) - 1
    ways = Layouts([*sizes, stock], [every] * len(unseen), ordered=len(sizes) if stock else None)
    deals = _seat_number(names, dealer, (own - 1) % len(names), "dealer")
    return Table(rules, names, own, deals, in_pack_order(hand, rules.ranks), unseen, ways)


def _has_bidding(rules: Rules) -> bool:
    return "avoid" in rules.options or rules.settlement == "cinch"


def _seats_for(rules: Rules, cards: int) -> tuple[str, ...]:
    """The seats of a game in which each is dealt that many cards."""
    for number in range(rules.min_seats, rules.max_seats + 1):
        if rules.dealt(number) == cards:
            return rules.default_seats(number)
    sizes = " or ".join(
        sorted({str(rules.dealt(number)) for number in range(rules.min_seats, rules.max_seats + 1)})
    )
    raise PositionError(f"hand: {counted(cards, 'card')}, where {sizes} are dealt before the bidding")


def _seat_number(names: tuple[str, ...], name: str | None, default: int, what: str) -> int:
    if name is None:
        return default
    number = find_seat(name, names)
    if number is None:
        raise PositionError(f'{what}: there is no seat "{name}"; the seats are {", ".join(names)}')
    return number


# --- a suit to be trumps: discard, draw, and play for points --------------------------------------------


class _NamedTrump:
    """Points that the bidder's side takes, trumps put out included."""

    worlds = 200
    questions = ("points",)

    def __init__(self, table: Table, bids: Sequence[int]) -> None:
        if bids:
            raise PositionError(f"bids: {table.rules.id} is settled at every bid, leave them out")
        self._table = table
        self.highest = sum(table.rules.card_points(SUITS[0]).values())

    def answers(self, numbers: Sequence[int], crew: Crew) -> list[_Answer]:
        """The points in each layout with each suit, one after another."""
        table = self._table
        drawn = [draw_up(table, *table.layout(number), suit) for number in numbers for suit in SUITS]
        found = _solve(drawn, table.side, "points", crew)
        worth = [table.rules.card_points(position.trump) for position in drawn]
        out = [
            sum(points[card] for card in _discards(position) if card in points)
            for position, points in zip(drawn, worth, strict=True)
        ]
        return [found._replace(values=found.values + np.array(out, dtype=np.int64))]

    def suit(self, suit: str, rows: Numbers, exact: bool) -> Suit:
        """What the suit came to, with the settlement at every bid."""
        points = rows[:, 0]
        settled = {
            bid: np.array(
                [_difference(int(own), self.highest - int(own), bid) for own in points], dtype=np.int64
            )
            for bid in range(1, self.highest + 1)
        }
        return Suit(suit, points, exact, settled=settled)


def _difference(own: int, other: int, bid: int) -> int:
    """What the bidder's side scores less what the others do."""
    scored = settle.cinch(own, other, bid)
    return scored[0] - scored[1]


def _discards(position: Position) -> Sequence[str]:
    discards = dict(position.options).get("discards", ())
    return discards if isinstance(discards, tuple) else ()


def draw_up(table: Table, hands: list[list[str]], stock: list[str], trump: str) -> Position:
    """The position after everybody has discarded and drawn by the law, the bidder to lead.

    Each seat keeps its trumps and nothing else and draws up to a full hand in turn from the dealer's left;
    the dealer takes every trump that is left, then plain cards from the top. Who finds the stock empty keeps
    his own highest. Of more trumps than a full hand the five-pointers are kept first, then the highest;
    the others are put out and count for the bidder's side.
    """
    rules, seats = table.rules, table.seats
    full = rules.full_hand(len(seats))
    order = {card: at for at, card in enumerate(rules.lane(trump, trump))}
    worth = rules.card_points(trump)
    dearest = max(worth.values())
    left = list(stock)
    out: list[str] = []
    drawn: list[tuple[str, ...]] = [()] * len(seats)
    for turn in range(1, len(seats) + 1):
        seat = (table.dealer + turn) % len(seats)
        trumps = [card for card in hands[seat] if card in order]
        if seat == table.dealer and rules.dealer_robs:
            trumps += [card for card in left if card in order]
            left = [card for card in left if card not in order]
        trumps.sort(key=lambda card: (worth.get(card) != dearest, order[card]))
        kept, put_out = trumps[:full], trumps[full:]
        out += put_out
        number = full - len(kept)
        kept, left = kept + left[:number], left[number:]
        plain = [card for card in hands[seat] if card not in order]
        plain.sort(key=lambda card: (rules.ranks.index(card[1]), card[0]))
        drawn[seat] = in_pack_order(kept + plain[: full - len(kept)], rules.ranks)
    options = {"bidder": seats[table.seat], **({"discards": tuple(out)} if out else {})}
    position = Position(
        game=rules.id,
        rules=rules,
        seats=seats,
        hands=tuple(drawn),
        leader=seats[table.seat],
        trump=trump,
        taken=((),) * len(seats),
        options=tuple(sorted(options.items())),
    )
    return position.trusted()


# --- a suit to avoid ------------------------------------------------------------------------------------


class _AvoidedSuit:
    """Cards of the suit that the bidder takes against the rest, and whether it stays clear."""

    worlds = 20
    highest = 0

    def __init__(self, table: Table, bids: Sequence[int]) -> None:
        self._table = table
        self._bids = tuple(bids)
        self.questions = ("points", "clear", *(f"settle at {bid}" for bid in self._bids))

    def answers(self, numbers: Sequence[int], crew: Crew) -> list[_Answer]:
        """The answer to each question in each layout with each suit."""
        asked = [("points", None), ("clear", None), *(("settle", bid) for bid in self._bids)]
        deals = [(self._table.layout(number)[0], suit) for number in numbers for suit in SUITS]
        return [_solve(self._positions(deals, bid), self._table.side, goal, crew) for goal, bid in asked]

    def _positions(self, deals: Sequence[tuple[list[list[str]], str]], bid: int | None) -> Iterator[Position]:
        rules, seats = self._table.rules, self._table.seats
        bidder = seats[self._table.seat]
        for hands, suit in deals:
            options: dict[str, object] = {"avoid": suit, "bidder": bidder}
            if bid is not None:
                options["bid"] = bid
            position = Position(
                game=rules.id,
                rules=rules,
                seats=seats,
                hands=tuple([in_pack_order(hand, rules.ranks) for hand in hands]),
                leader=bidder,
                taken=((),) * len(seats),
                options=tuple(sorted(options.items())),
            )
            yield position.trusted()

    def suit(self, suit: str, rows: Numbers, exact: bool) -> Suit:
        """What the suit came to, with the settlement at the bids that were asked for."""
        settled = {bid: rows[:, 2 + at] for at, bid in enumerate(self._bids)}
        return Suit(suit, rows[:, 0], exact, rows[:, 1], settled)

"""Settling: from what each seat has captured to counters, for every settlement of the books.

Seats are numbers from 0, in order of play. Functions on counts take one number a seat (hearts, or points
where hearts cost their spots) and give one number a seat, won counters positive. `Deal` does the same
from the captured cards themselves, in the words of a game's rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any

from solver.model.cards import JOKER
from solver.model.errors import PositionError
from solver.rules.game import Rules
from solver.rules.options import Options

Counters = tuple[int, ...]

# --- pools ----------------------------------------------------------------------------------------------


def pool_winners(takers: Collection[int], n_seats: int, jack: int = 0, rule: str = "foster") -> Counters:
    """The seats that win or divide the pool; empty when it stays. `takers` are the seats that are not clear.

    Foster: the one clear seat; two divide, unless a Jack (counters of earlier deals) is in the pool. The
    second book: all clear seats. In both nobody wins when one seat has everything.
    """
    clear = tuple(seat for seat in range(n_seats) if seat not in takers)
    if len(takers) == 1 or not clear:
        return ()
    if rule == "second" or len(clear) == 1 or (len(clear) == 2 and not jack):
        return clear
    return ()


def divide_pool(
    paid: Sequence[int],
    takers: Collection[int],
    *,
    aside: Sequence[int] = (),
    jack: int = 0,
    bid: int = 0,
    rule: str = "foster",
) -> Counters:
    """Each seat's gain when these counters have been paid in, besides the bid and the Jack already there.

    `aside` are gains from seat to seat that miss the pool. An odd counter stays on the table. By the second
    book nobody pays or takes when one seat has everything.
    """
    if rule == "second" and len(takers) == 1:
        return (0,) * len(paid)
    winners = pool_winners(takers, len(paid), jack, rule)
    share = (sum(paid) + jack + bid) // len(winners) if winners else 0
    gains = [(share if seat in winners else 0) - cost for seat, cost in enumerate(paid)]
    return tuple(gain + more for gain, more in zip(gains, aside or (0,) * len(paid), strict=True))


def takers_of(hearts: Sequence[int]) -> tuple[int, ...]:
    """The seats that have any."""
    return tuple(seat for seat, taken in enumerate(hearts) if taken)


def sweepstake(hearts: Sequence[int], *, jack: int = 0, rule: str = "foster") -> Counters:
    """Sweepstake: a counter a heart into the pool, which the clear seats win."""
    return divide_pool(hearts, takers_of(hearts), jack=jack, rule=rule)


def auction(
    hearts: Sequence[int], *, bid: int = 0, bidder: int | None = None, jack: int = 0, rule: str = "foster"
) -> Counters:
    """Auction Hearts: Sweepstake with the bid in the pool, paid by the bidder whatever happens."""
    gains = divide_pool(hearts, takers_of(hearts), jack=jack, bid=bid, rule=rule)
    return less_bid(gains, bid, bidder)


def less_bid(gains: Sequence[int], bid: int, bidder: int | None) -> Counters:
    """The gains after the bidder has paid the bid."""
    return tuple(gain - (bid if seat == bidder else 0) for seat, gain in enumerate(gains))


def joker_payments(
    hearts: Sequence[int], took: int | None, owner: int | None, worth: int = 5
) -> tuple[Counters, Counters]:
    """Joker Hearts: what each seat pays into the pool, and what each gains aside of it.

    `hearts` leaves the Joker out; seat `took` has taken it, and `owner` is the seat it was dealt to. Its five
    go to the pool when these are one seat, else from the one to the other.
    """
    paid, aside = list(hearts), [0] * len(hearts)
    if took is not None and took == owner:
        paid[took] += worth
    elif took is not None and owner is not None:
        aside[took] -= worth
        aside[owner] += worth
    return tuple(paid), tuple(aside)


def joker(
    hearts: Sequence[int],
    took: int | None,
    owner: int | None,
    *,
    worth: int = 5,
    jack: int = 0,
    rule: str = "foster",
) -> Counters:
    """Joker Hearts: its five as in `joker_payments`, the rest as Sweepstake. It spoils being clear."""
    paid, aside = joker_payments(hearts, took, owner, worth)
    takers = {*takers_of(hearts), *(() if took is None else (took,))}
    return divide_pool(paid, takers, aside=aside, jack=jack, rule=rule)


# --- settlements of counts ------------------------------------------------------------------------------


def howell_pays(hearts: Sequence[int]) -> Counters:
    """Howell: for every heart as many counters as there are other seats."""
    return tuple((len(hearts) - 1) * taken for taken in hearts)


def howell_takes(hearts: Sequence[int]) -> Counters:
    """Howell: a counter out of the pool for every heart not held."""
    return tuple(sum(hearts) - taken for taken in hearts)


def howell(hearts: Sequence[int]) -> Counters:
    """Howell's settling: what is taken less what is paid."""
    return tuple(takes - pays for takes, pays in zip(howell_takes(hearts), howell_pays(hearts), strict=True))


def spot(points: Sequence[int]) -> Counters:
    """Spot Hearts: the lowest collects from each other seat what that has above it.

    Level lowest seats divide the sum; counters that do not divide stay on the table.
    """
    least = min(points)
    lowest = [seat for seat, taken in enumerate(points) if taken == least]
    share = sum(taken - least for taken in points) // len(lowest)
    return tuple(share if seat in lowest else least - taken for seat, taken in enumerate(points))


def excess(hearts: Sequence[int]) -> Counters:
    """Three-handed Hearts: the most loaded pays each of the others what it has above theirs.

    Two level at the top both pay the low seat; all level, nobody pays.
    """
    most = max(hearts)
    loaded = sum(taken == most for taken in hearts)
    pays = sum(most - taken for taken in hearts)
    return tuple(-pays if taken == most else loaded * (most - taken) for taken in hearts)


def two_handed(hearts: Sequence[int], above: int = 0) -> Counters:
    """Two-handed Hearts: the greater number pays the difference; with `above`, what it has above that."""
    own, other = hearts
    if above:
        pays = (max(own, other) - above) if own != other and max(own, other) > above else 0
        return (-pays, pays) if own > other else (pays, -pays)
    return (other - own, own - other)


def count_above(count: int, above: int = 6, worth: int = 10) -> int:
    """Penchant: what a player gets for the brisques he holds above six."""
    return worth * max(0, count - above)


def progressive(
    hearts: Sequence[int], rivals: Sequence[tuple[int, int]] = ((0, 2), (1, 3))
) -> tuple[int | None, ...]:
    """Progressive Hearts: of each pair of rivals the seat that moves up; None for a tie, which is cut for."""
    return tuple(
        None if hearts[one] == hearts[two] else min(one, two, key=hearts.__getitem__) for one, two in rivals
    )


# --- scores that are written down -----------------------------------------------------------------------


AS_IT_STANDS = ("usual", "13")  # kinds of take-all that change nothing


def take_all(points: Sequence[int], taker: int, kind: str) -> Counters:
    """What is written down when this seat has every pointed item, `points` being what each captured.

    Kinds: `usual` and `13` charge it as it stands; `nobody` scores; `-13` and `-26` go to the taker's
    favour; `26-others` charges the whole to every other seat; `one-more` charges the taker a point more.
    """
    rest = [0] * len(points)
    if kind in AS_IT_STANDS:
        return tuple(points)
    if kind == "26-others":
        rest = [points[taker]] * len(points)
    rest[taker] = {"nobody": 0, "-13": -13, "-26": -26, "26-others": 0, "one-more": points[taker] + 1}[kind]
    return tuple(rest)


def slobberhannes(first: int, last: int, queen: int, n_seats: int) -> Counters:
    """Slobberhannes: a point each to the winners of the first trick, the last and the queen of clubs."""
    points = tuple((first, last, queen).count(seat) for seat in range(n_seats))
    return take_all(points, first, "one-more") if first == last == queen else points


def capot(points: Sequence[int], announcer: int, price: int = 5) -> Counters:
    """Polignac, a capot that was made: every seat but its announcer pays. (Failed, the jacks count.)"""
    return tuple(0 if seat == announcer else price for seat in range(len(points)))


def cinch(own: int, other: int, bid: int = 0, own_bid: bool = True) -> tuple[int, int]:
    """What the two sides of a Cinch deal score; `own_bid` says whose bid it was, 0 is none.

    The bid is made or not by the points won, before anything is deducted.
    """
    if own_bid and own < bid:
        return (0, bid + other)
    if not own_bid and other < bid:
        return (bid + own, 0)
    return (max(0, own - other), max(0, other - own))


def goes_out(before: tuple[int, int], scored: tuple[int, int], target: int = 51) -> bool:
    """Whether the deal takes the first side to the target and the other not."""
    return before[0] + scored[0] >= target > before[1] + scored[1]


# --- a finished deal ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """What each seat captured of a deal, in the words of a game; `captured` is aligned with `seats`.

    `first_winner` and `last_winner` are who won those tricks, where the game counts them.
    """

    rules: Rules
    seats: tuple[str, ...]
    captured: tuple[tuple[str, ...], ...]
    trump: str | None = None
    options: Options = ()
    first_winner: str | None = None
    last_winner: str | None = None

    @classmethod
    def of(
        cls,
        rules: Rules,
        captured: Mapping[str, Sequence[str]],
        *,
        trump: str | None = None,
        first_winner: str | None = None,
        last_winner: str | None = None,
        **options: object,
    ) -> Deal:
        """From each seat's cards by name: every seat in order of play, also one with none.

        Options are keywords, with underscores for dashes: `pool_rule="second"`.
        """
        named = {name.replace("_", "-"): value for name, value in options.items()}
        read = tuple(sorted((name, rules.read_option(name, value)) for name, value in named.items()))
        cards = tuple(tuple(held) for held in captured.values())
        return cls(rules, tuple(captured), cards, trump, read, first_winner, last_winner)

    @property
    def ruled(self) -> Rules:
        """The rules as the options make them."""
        return self.rules.under(self.options)

    @cached_property
    def chosen(self) -> Mapping[str, Any]:
        """The options by name."""
        return dict(self.options)

    def seat(self, option: str) -> int | None:
        """The seat that an option names."""
        name = self.chosen.get(option)
        return self.seats.index(str(name)) if name is not None else None

    def number(self, option: str) -> int:
        """An option's number, 0 where it is not given."""
        return int(self.chosen.get(option, 0))

    def points(self) -> Counters:
        """Points each seat captured, Cinch's discards counted for the bidder."""
        rules = self.ruled
        worth = rules.card_points(self.trump)
        total = [sum(map(worth.get, cards, repeat(0))) for cards in self.captured]
        if rules.any_trick:
            tricks = [len(cards) // len(self.seats) for cards in self.captured]
            total = [points + rules.any_trick * won for points, won in zip(total, tricks, strict=True)]
        for winner, points in ((self.first_winner, rules.first_trick), (self.last_winner, rules.last_trick)):
            if winner is not None:
                total[self.seats.index(winner)] += points
        discards: Any = self.chosen.get("discards", ()) if self.options else ()
        lost = sum(map(worth.get, discards, repeat(0)))
        if lost:
            total[needed(self.seat("bidder"), "discards", "bidder")] += lost
        return tuple(total)

    def takers(self, cards: Collection[str], tricks: Collection[str]) -> set[int]:
        """The seats that captured any of these cards, or won one of these tricks (any, first, last)."""
        takers = {seat for seat, held in enumerate(self.captured) if not set(held).isdisjoint(cards)}
        if "any" in tricks:
            takers |= {seat for seat, held in enumerate(self.captured) if held}
        for trick, winner in (("first", self.first_winner), ("last", self.last_winner)):
            if trick in tricks and winner is not None:
                takers.add(self.seats.index(winner))
        return takers

    def score(self) -> Counters:
        """What is written down, take-all and capot included; a take-all needs the pack's whole set."""
        points = self.points()
        announcer = self.seat("capot")
        if announcer is not None:
            made = self.takers((), ("any",)) == {announcer}
            return capot(points, announcer, self.ruled.capot) if made else points
        worth = self.ruled.card_points(self.trump)
        takers = self.takers(worth, self.ruled.pointed_tricks)
        if len(takers) == 1 and self._whole(worth):
            return take_all(points, min(takers), self.ruled.take_all)
        return points

    def _whole(self, worth: Mapping[str, int]) -> bool:
        pack = self.ruled.pack(len(self.seats))
        held = [card for cards in self.captured for card in cards]
        tricks = {"first": self.first_winner, "last": self.last_winner}
        return all(held.count(card) >= pack[card] for card in worth) and all(
            tricks.get(trick, "") is not None for trick in self.ruled.pointed_tricks
        )

    def sweepstake(self) -> Counters:
        """The pool of these hearts, the game's Joker included."""
        jack, rule = self.number("jack"), self.ruled.pool_rule
        if not self.ruled.joker:
            return sweepstake(self.points(), jack=jack, rule=rule)
        return joker(*self.joker_taken(), worth=self.ruled.card_points()[JOKER], jack=jack, rule=rule)

    def joker_taken(self, dealt_to: int | None = None) -> tuple[Counters, int | None, int | None]:
        """What the other hearts cost each seat, who took the Joker, and to whom it was dealt: as the option
        says, else `dealt_to`, else its taker."""
        worth = self.ruled.card_points(self.trump)
        hearts = tuple(sum(worth.get(card, 0) for card in held if card != JOKER) for held in self.captured)
        took = next((seat for seat, held in enumerate(self.captured) if JOKER in held), None)
        owner = self.seat("joker-owner")
        if owner is None:
            owner = took if dealt_to is None else dealt_to
        return hearts, took, owner

    def howell(self) -> Counters:
        """Howell's settling of these hearts."""
        return howell(self.points())

    def bid(self) -> tuple[int, int | None]:
        """The bid, 0 for none, and the seat that made it."""
        bid, bidder = self.number("bid"), self.seat("bidder")
        return bid, needed(bidder, "a bid", "bidder") if bid else bidder

    def by_seat(self, option: str) -> Mapping[str, int]:
        """An option's numbers by seat."""
        numbers: Any = self.chosen.get(option, ())
        return dict(numbers)

    def counted(self) -> Counters:
        """Penchant: each seat's brisques, those from before the position included."""
        before, worth = self.by_seat("brisques"), self.ruled.card_points(self.trump)
        return tuple(
            before.get(seat, 0) + sum(card in worth for card in held)
            for seat, held in zip(self.seats, self.captured, strict=True)
        )

    def settle(self) -> Counters:
        """Each seat's counters by the game's own settlement; in Cinch its side's score less the other's."""
        kind, points = self.ruled.settlement, self.points()
        bid, bidder = self.bid()
        if kind == "auction":
            return auction(
                points, bid=bid, bidder=bidder, jack=self.number("jack"), rule=self.ruled.pool_rule
            )
        if kind == "cinch":
            own, other = points[0] + points[2], points[1] + points[3]
            scored = cinch(own, other, bid, bidder in (0, 2))
            return (scored[0] - scored[1], scored[1] - scored[0]) * 2
        if kind == "count-above":
            above, worth = self.ruled.count_above, self.ruled.count_worth
            return tuple(count_above(count, above, worth) for count in self.counted())
        simple = {
            "pool": lambda: self.sweepstake(),
            "difference": lambda: two_handed(points),
            "above-six": lambda: two_handed(points, self.ruled.count_above),
            "excess": lambda: excess(points),
            "spot": lambda: less_bid(spot(points), bid, bidder),
        }
        if kind not in simple:
            raise PositionError(f"{self.rules.id} has no settlement of its own")
        return simple[kind]()


def needed(seat: int | None, what: str, option: str) -> int:
    """The seat, or `PositionError` naming the option that should have named it."""
    if seat is None:
        raise PositionError(f"{what} needs the option {option}")
    return seat

"""What each goal means for a finished deal, said directly from the whole deal's captures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from solver import settle
from tests.unit.made_up_deals import Finished


class Meaning:
    """A finished deal's numbers, said as the goals say them."""

    def __init__(self, deal: Finished, side: tuple[int, ...]) -> None:
        self.side = side
        at = self.at = deal.position
        self.options = dict(at.options)
        self.rules = at.rules.under(at.options)
        self.n = len(at.seats)
        self.worth = self.rules.card_points(at.trump)
        self.last = deal.tricks[-1][0] if deal.tricks else self._last_before()
        self.later = self._points(deal, whole=False)
        self.whole = self._points(deal, whole=True)
        self.cards = deal.captured(whole=True)
        self.first = (
            at.seats.index(str(self.options["first-winner"])) if "first-winner" in self.options else None
        )
        if self._first_to_come() and deal.tricks:
            self.first = deal.tricks[0][0]

    def _last_before(self) -> int | None:
        """A deal that is over: its last trick went to the seat that would lead now, if that took any."""
        leader = self.at.seats.index(self.at.leader)
        return leader if self.at.taken[leader] and not any(self.at.hands) else None

    def _first_to_come(self) -> bool:
        return self.at.tricks_played == 0 and "first-winner" not in self.options

    def _points(self, deal: Finished, whole: bool) -> list[int]:
        points = [sum(self.worth.get(card, 0) for card in held) for held in deal.captured(whole)]
        for place, (winner, _) in enumerate(deal.tricks):
            first, last = place == 0 and self._first_to_come(), place == len(deal.tricks) - 1
            points[winner] += (
                self.rules.any_trick + first * self.rules.first_trick + last * self.rules.last_trick
            )
        if whole:
            for seat, held in enumerate(self.at.taken):
                points[seat] += len(held) // self.n * self.rules.any_trick
            if "first-winner" in self.options:
                points[self.at.seats.index(str(self.options["first-winner"]))] += self.rules.first_trick
            if not deal.tricks and self.last is not None:
                points[self.last] += self.rules.last_trick
            if self.options.get("discards"):
                discards: Any = self.options["discards"]
                bidder = self.at.seats.index(str(self.options["bidder"]))
                points[bidder] += sum(self.worth.get(card, 0) for card in discards)
        return points

    def own(self, numbers: Sequence[int]) -> int:
        return sum(numbers[seat] for seat in self.side)

    def items(self, cards_worth: bool) -> list[int]:
        """Pointed items by seat; only those that cost something when `cards_worth`."""
        found = [
            sum(self.worth.get(card, 0) > 0 or (not cards_worth and card in self.worth) for card in held)
            for held in self.cards
        ]
        for trick, winner in (("first", self.first), ("last", self.last)):
            if trick in self.rules.pointed_tricks and winner is not None:
                found[winner] += 1
        if "any" in self.rules.pointed_tricks:
            found = [items + bool(held) for items, held in zip(found, self.cards, strict=True)]
        return found

    def finished(self) -> settle.Deal:
        at, seats = self.at, self.at.seats
        first = seats[self.first] if self.first is not None else None
        last = seats[self.last] if self.last is not None else None
        return settle.Deal(at.rules, seats, tuple(map(tuple, self.cards)), at.trump, at.options, first, last)

    def value(self, goal: str) -> int:
        """What the goal's value is by its definition."""
        name, _, argument = goal.partition(":")
        others = [seat for seat in range(self.n) if seat not in self.side]
        if name == "points":
            return self.own(self.later)
        if name == "margin":
            return 2 * self.own(self.later) - sum(self.later)
        if name == "clear":
            return int(not self.own(self.items(True)))
        if name == "all":
            items = self.items(False)
            return int(self.own(items) > 0 and not any(items[seat] for seat in others))
        if name == "at-most":
            return int(self.own(self.whole) <= int(argument))
        if name == "at-least":
            return int(self.own(self.whole) >= int(argument))
        rival = self.at.seats.index(argument) if argument else 0
        if name == "fewer-than":
            return int(self.own(self.whole) < self.whole[rival])
        if name == "load":
            return int(self.items(True)[rival] > 0)
        return self.settled(name)

    def settled(self, name: str) -> int:
        deal = self.finished()
        if name == "jack":
            return int(self._pool_stays())
        if self.rules.settlement == "cinch":
            own, other = self.own(self.whole), sum(self.whole) - self.own(self.whole)
            bidder = self.options.get("bidder")
            mine = bidder is not None and self.at.seats.index(str(bidder)) in self.side
            scored = settle.cinch(own, other, deal.number("bid"), mine)
            if name == "settle":
                return scored[0] - scored[1]
            before = [self._game_score(seats) for seats in (self.side, set(range(self.n)) - set(self.side))]
            return int(before[0] + scored[0] >= 51 > before[1] + scored[1])
        return self.own(getattr(deal, name)())

    def _game_score(self, seats: Collection[int]) -> int:
        scores: Any = dict(self.options["scores"])  # type: ignore[call-overload]
        return next(
            (scores[self.at.seats[seat]] for seat in sorted(seats) if self.at.seats[seat] in scores), 0
        )

    def _pool_stays(self) -> bool:
        clear = [not items for items in self.items(True)]
        if sum(clear) in (0, self.n - 1):
            return True
        if self.options.get("pool-rule") == "second":
            return False
        return sum(clear) > 2 or (sum(clear) == 2 and bool(self.options.get("jack")))

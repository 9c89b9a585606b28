"""The scoring facts of a table: what each card, trick and capture is worth, and what each seat had before."""

from __future__ import annotations

from .rules import NOTHING, House, Items, add, card_items, card_points, trick_items
from .rules import pairs as read_pairs
from .state import Capture, Table, discards_of


class Facts:
    """The scoring facts of a table: the items of each card, and what each seat had before."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game, self.options, self.n = table.game, table.options, table.n
        self.items = [card_items(self.game, self.options, table.trump, card) for card in table.cards]
        table.pointed = sum(1 << i for i, item in enumerate(self.items) if item.pointed)
        self.tricks_count = self.game.name in {"whist", "slobberhannes", "polignac"} or any(
            trick_items(self.game, self.options, self.n, False, True)
        )
        if house := self.game.house:
            self.tricks_count = any((house.any_trick, house.first_trick, house.last_trick))
        self.trick_worth = trick_items(self.game, self.options, self.n, False, True).points
        self._left: dict[int, tuple[int, int]] = {}
        self._seen: dict[tuple[int, bool, bool, bool], Items] = {}

    def captured(self, capture: Capture) -> Items:
        """The items of a capture."""
        key = (capture.cards, capture.trick, capture.first, capture.last)
        found = self._seen.get(key)
        if found is None:
            found = NOTHING
            for i, item in enumerate(self.items):
                if capture.cards >> i & 1:
                    found = add(found, item)
            if capture.trick:
                found = add(found, trick_items(self.game, self.options, self.n, capture.first, capture.last))
            self._seen[key] = found
        return found

    def left(self, cards: int) -> tuple[int, int]:
        """The fewest and the most points one side can still capture with these cards not yet captured."""
        found = self._left.get(cards)
        if found is None:
            points = [item.points for i, item in enumerate(self.items) if cards >> i & 1]
            tricks = len(points) if self.game.name == "whist" else 2 * self.trick_worth
            lost = 0
            if house := self.game.house:  # no more tricks than cards
                worths = [house.any_trick] * len(points) + [house.first_trick, house.last_trick]
                tricks, lost = sum(w for w in worths if w > 0), sum(w for w in worths if w < 0)
            found = sum(p for p in points if p < 0) + lost, sum(p for p in points if p > 0) + tricks
            self._left[cards] = found
        return found

    def before(self, taken: dict[str, list[str]]) -> list[Items]:
        """What each seat captured before, from Taken and the options."""
        held = []
        over = not any(self.table.start.hands)
        if self.game.house:
            return self._before_in_the_house(self.game.house, taken, over)
        brisques = read_pairs(self.options.get("brisques"))
        for seat in self.table.seats:
            cards = taken.get(seat) or []
            items = NOTHING
            for card in cards:
                items = add(items, card_items(self.game, self.options, self.table.trump, card))
            if self.options.get("first-winner") == seat and self.game.name == "slobberhannes":
                items = add(items, Items(1, 1, 1, 0))
            if self.game.name == "whist":  # choice: a trick for every full set of cards in Taken
                some = int(bool(cards))
                items = add(items, Items(len(cards) // self.n, some, some, 0))
            if over and cards and seat == self.table.seats[self.table.start.leader]:
                # The deal is over: who would lead now won the last trick.
                worth = trick_items(self.game, self.options, self.n, False, True)
                items = add(items, worth if self.game.name not in {"whist", "polignac"} else NOTHING)
            if self.game.name == "polignac":
                items = add(items, Items(0, 0, 0, len(cards)))
            held.append(add(items, Items(0, 0, 0, brisques.get(seat, 0))))
        return held

    def _before_in_the_house(self, house: House, taken: dict[str, list[str]], over: bool) -> list[Items]:
        """The same under house rules: cards, then tricks as far as anything tells who won them."""
        held = []
        for number, seat in enumerate(self.table.seats):
            cards = taken.get(seat) or []
            items = NOTHING
            for card in cards:
                items = add(items, card_items(self.game, self.options, self.table.trump, card))
            won = [(house.any_trick, len(cards) // self.n, bool(cards))]
            won += [(house.first_trick, 1, True)] * (self.options.get("first-winner") == seat)
            won += [(house.last_trick, 1, True)] * (
                over and number == self.table.start.leader and bool(cards)
            )
            for worth, count, some in won:
                items = add(items, Items(worth * count, int(some and worth > 0), int(some and worth != 0), 0))
            held.append(items)
        return held

    def discarded(self) -> int:
        """Cinch: points among the discards, for the bidder's side."""
        game, options, trump = self.game, self.options, self.table.trump
        return sum(card_points(game, options, trump, card) for card in discards_of(self.table))

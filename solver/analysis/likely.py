"""Likely-looking cards: what one would play without much thought. They measure how well a good card hides.

The rules of thumb, all that is known of the game being whether captures are wanted and what a card counts:

- captures are to be avoided: lead the lowest card; duck with the highest card that stays below the trick;
  where none does, take it with the highest card when last, else play the lowest; with none of the suit led
  throw the card that counts most, then the highest;
- captures are wanted: lead the highest card, trumps before others; if the partner has the trick so far, give
  the card that counts most, then the lowest; else win as cheaply as can be; else throw the card that counts
  least, then the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.positions.position import Position

Measure = Callable[[str], tuple[int, ...]]


def likely_cards(position: Position, side: Iterable[str], goal: str) -> list[str]:
    """The likely-looking cards of the seat to play, all of equal standing, in pack order."""
    legal, looks = position.legal_cards(), _Looks(position)
    if wants_captures(position, goal):
        return looks.catch(legal, set(side)) if position.trick else looks.lead_high(legal)
    return looks.duck(legal) if position.trick else looks.lead_low(legal)


def wants_captures(position: Position, goal: str) -> bool:
    """Whether the side of this goal is after captures rather than afraid of them."""
    name = goal.partition(":")[0]
    if name in ("all", "at-least"):
        return True
    return not position.rules.penalty and name not in ("at-most", "fewer-than", "load", "clear")


class _Looks:
    """A position as it looks at a glance: heights of cards, what they count, and the trick so far."""

    def __init__(self, position: Position) -> None:
        self._rules, self._trump = position.rules.under(position.options), position.trump
        self._worth = self._rules.card_points(self._trump)
        self._trick = position.trick
        self._last = len(position.trick) == len(position.seats) - 1

    def lane(self, card: str) -> tuple[str, ...]:
        """The cards of the suit that a card is played as, strongest first."""
        lanes = [self._rules.lane(suit, self._trump) for suit in "SHDC"]
        return next(lane for lane in lanes if card in lane)

    def trumps(self, card: str) -> bool:
        """Whether it is a trump."""
        return self._trump is not None and card in self._rules.lane(self._trump, self._trump)

    def height(self, card: str) -> int:
        """Its place among the ranks, whatever its suit; the Left Pedro is just below the Right."""
        lane = self.lane(card)
        return len(self._rules.ranks) - lane.index(card)

    def worth(self, card: str) -> int:
        """What it counts."""
        return self._worth.get(card, 0)

    def _power(self, card: str) -> tuple[bool, bool, int]:
        """By which of two cards takes the trick on the table."""
        return self.trumps(card), self.lane(card) == self.lane(self._trick[0][1]), self.height(card)

    def _above(self, card: str) -> bool:
        best = max(self._power(laid) for _, laid in self._trick)
        return any(self._power(card)[:2]) and self._power(card) > best

    def lead_low(self, legal: list[str]) -> list[str]:
        """The lowest cards."""
        return _least(legal, lambda card: (self.height(card),))

    def lead_high(self, legal: list[str]) -> list[str]:
        """The highest trump, or the highest cards."""
        return _least(legal, lambda card: (-self.trumps(card), -self.height(card)))

    def duck(self, legal: list[str]) -> list[str]:
        """What looks likely in a trick that is not wanted."""
        below = [card for card in legal if not self._above(card)]
        following = [card for card in below if self.lane(card) == self.lane(self._trick[0][1])]
        if following:
            return _least(following, lambda card: (-self.height(card),))
        if below:
            return _least(below, lambda card: (-self.worth(card), -self.height(card)))
        return _least(legal, lambda card: (-self.height(card) if self._last else self.height(card),))

    def catch(self, legal: list[str], side: set[str]) -> list[str]:
        """What looks likely in a trick that is wanted."""
        winner, _ = max(self._trick, key=lambda laid: self._power(laid[1]))
        above = [card for card in legal if self._above(card)]
        if winner in side:
            return _least(legal, lambda card: (-self.worth(card), self.trumps(card), self.height(card)))
        if above:
            return _least(above, lambda card: (self.trumps(card), self.height(card)))
        return _least(legal, lambda card: (self.worth(card), self.trumps(card), self.height(card)))


def _least(cards: list[str], measure: Measure) -> list[str]:
    """The cards that measure least."""
    least = min(map(measure, cards))
    return [card for card in cards if measure(card) == least]

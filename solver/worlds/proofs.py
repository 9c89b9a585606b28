"""What the play proves of hands that are not seen.

A card that was played was legal. A seat that could have been made to play another card by holding it did not
hold it: so who does not follow is void, who does not head or trump where he must cannot, who leads unbroken
hearts has nothing else. The rules are asked, card by card; nothing here knows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from solver.core.deal import Deal
from solver.positions.position import Position


class Step(NamedTuple):
    """A card of the play, between the positions before and after it (and after the draws it forces)."""

    before: Position
    seat: int
    card: str
    after: Position


class Proofs:
    """What the play has shown of each seat's hand as it stands: `lacks`, cards that it cannot hold, and
    `holds`, cards that all have seen it take up. Only the cards named at first are asked about."""

    def __init__(self, start: Position, cards: Iterable[str]) -> None:
        """At the start of a play; of its trick only the cards are known."""
        self._cards = frozenset(cards)
        self.lacks: list[set[str]] = [set() for _ in start.seats]
        self.holds: list[Counter[str]] = [Counter() for _ in start.seats]
        for place, (name, card) in enumerate(start.trick):
            seat = start.seats.index(name)
            deal = Deal(start, before_card=place)
            self.lacks[seat] |= cannot_hold(deal, seat, card, self._cards)

    def add(self, step: Step) -> None:
        """Take in a card of the play. A seat that draws or takes up may hold anything again."""
        self.lacks[step.seat] |= cannot_hold(step.before.deal(), step.seat, step.card, self._cards)
        self.holds[step.seat] -= Counter([step.card])
        table = Counter([step.card, *(card for _, card in step.before.trick)])
        for seat, gained in enumerate(_gains(step)):
            if gained:
                self.lacks[seat].clear()
                self.holds[seat] += gained & table


def _gains(step: Step) -> list[Counter[str]]:
    """The cards that came into each hand with a step."""
    gained = []
    for seat, (old, new) in enumerate(zip(step.before.hands, step.after.hands, strict=True)):
        kept = Counter(old) - Counter([step.card] if seat == step.seat else [])
        gained.append(Counter(new) - kept)
    return gained


def cannot_hold(deal: Deal, seat: int, card: str, cards: Iterable[str]) -> set[str]:
    """Which of these cards a seat cannot have held along with one that it played, in a deal before that.

    A card is illegal only because of another one in the hand, so the others can be tried one at a time.
    """
    others = [other for other in cards if other != card]
    if not others or deal.could_play(seat, card, others):
        return set()
    return {other for other in others if not deal.could_play(seat, card, (other,))}

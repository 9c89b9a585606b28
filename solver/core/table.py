"""A position laid out to be played on, card by card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from solver.core.deal import SoundPosition, any_breaks, turn
from solver.core.packing import no_payoff


class Snapshot(TypedDict):
    """A position's fields by name, with hands by seat number; leader and trick too have numbers."""

    hands: list[list[str]]
    leader: int
    trick: list[tuple[int, str]]
    taken: list[list[str]]
    tricks_played: int | None
    pile: list[str]
    widow: list[str]
    stock: list[str]
    options: dict[str, bool]


class Table:
    """A position laid out to be played on, card by card."""

    def __init__(self, position: SoundPosition) -> None:
        self.position = position
        self.deal = position.deal()
        self.state = self.deal.state.copy()
        self.taken = [list(cards) for cards in position.taken]
        self.tricks_played = position.tricks_played
        self.moved = False

    def legal(self) -> list[str]:
        """What the seat to play may play, in pack order, identical cards once."""
        return self.deal.legal(self.state)

    def to_play(self) -> int | None:
        """The seat to play, None when the deal is over."""
        return turn(self.state)

    def play(self, card: str) -> None:
        """Play a legal card of the seat to play."""
        hand = self.state.hands[self.state.to_play]
        slot = next(slot for slot in self.deal.layout.slots[card] if hand >> slot & 1)
        captured = self.state.play(slot, no_payoff(len(self.position.seats)))
        if captured is None:
            return
        if self.tricks_played is not None:
            self.tricks_played += 1
        self.moved = True
        for seat, cards in captured:
            self.taken[seat] += self.deal.layout.read(cards)

    def snapshot(self) -> Snapshot:
        """The position as it stands now, in `Position`'s terms."""
        read, state = self.deal.layout.read, self.state
        pile = read(state.pile)
        widow = list(self.position.widow) if self.position.widow and not self.moved else []
        for card in widow:
            pile.remove(card)
        return {
            "hands": self.hands(),
            "leader": state.leader,
            "trick": [(seat, self.deal.layout.names[slot]) for seat, slot in state.trick],
            "taken": self.taken,
            "tricks_played": self.tricks_played,
            "pile": pile,
            "widow": widow,
            "stock": self.stock(),
            "options": self._hearts_broken(pile),
        }

    def hands(self) -> list[list[str]]:
        """What each seat holds now."""
        return [self.deal.layout.read(hand) for hand in self.state.hands]

    def stock(self) -> list[str]:
        """What is left of the stock, next card first; nothing when the deal is over."""
        return [] if self.state.over else list(self.position.stock[self.state.stock_drawn :])

    def _hearts_broken(self, pile: Iterable[str]) -> dict[str, bool]:
        """The option that says whether hearts are broken, where nothing else does.

        Cards that were taken show it unless something is said: but they may have been led, or have followed
        suit, which breaks nothing.
        """
        rules, said = self.deal.rules, dict(self.position.options).get("hearts-broken")
        if self.state.broken:
            return {} if said else {"hearts-broken": True}
        shown = rules.break_hearts and any_breaks(rules, pile, *self.taken)
        return {"hearts-broken": False} if shown and said is None else {}

    def perft(self, depth: int) -> int:
        """The number of legal sequences of exactly `depth` cards."""
        return self.state.perft(depth, no_payoff(len(self.position.seats)))

"""Where each card of a game lives in the core's 64-bit card sets.

A lane of sixteen slots a suit, the strongest card highest; identical cards take neighbouring slots. One pack,
or two short ones, have one layout for every deal of a game; of larger packs only the cards in play get slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from solver.model.cards import SUITS
from solver.rules.game import Rules

LANE_SLOTS = 16


class Layout:
    """The slots of a set of cards under one ordering of the suits.

    `slots` gives every card's slots, weakest copy first; `names` the card of each slot; `grades` the strength
    of each slot, which identical cards share; `cards` the mask of all slots in use.
    """

    def __init__(self, rules: Rules, trump: str | None, counts: Counter[str]) -> None:
        self.slots: dict[str, tuple[int, ...]] = {}
        self.names: list[str] = [""] * 64
        self.grades: list[int] = list(range(64))
        self.cards = 0
        self.lane_of_suit = {suit: lane for lane, suit in enumerate(SUITS)}
        for lane, suit in enumerate(SUITS):
            self._fill(lane, [card for card in reversed(rules.lane(suit, trump)) if counts[card]], counts)
        self.single = all(len(slots) == 1 for slots in self.slots.values())
        self.slot = {card: slots[0] for card, slots in self.slots.items()}

    def _fill(self, lane: int, cards: list[str], counts: Counter[str]) -> None:
        slot = lane * LANE_SLOTS
        for card in cards:
            self.slots[card] = tuple(range(slot, slot + counts[card]))
            for place in self.slots[card]:
                self.names[place] = card
                self.grades[place] = self.slots[card][0]
                self.cards |= 1 << place
            slot += counts[card]
        if slot > (lane + 1) * LANE_SLOTS:
            raise ValueError(f"more than {LANE_SLOTS} cards of one suit")

    def mask(self, cards: Iterable[str]) -> int:
        """All slots of these cards, every copy."""
        mask = 0
        for card in cards:
            for slot in self.slots.get(card, ()):
                mask |= 1 << slot
        return mask

    def sets(self, heaps: Iterable[Iterable[str]]) -> list[int]:
        """The sets of several heaps of cards, each copy of a card in a slot of its own."""
        fresh = {card: iter(slots) for card, slots in self.slots.items()}
        return [sum([1 << next(fresh[card]) for card in heap]) for heap in heaps]

    def in_turn(self, cards: Iterable[str], held: int) -> list[int]:
        """The slots of some cards in their order, of identical ones in a set the weakest first."""
        slots = []
        for card in cards:
            slot = next(slot for slot in self.slots[card] if held >> slot & 1)
            held ^= 1 << slot
            slots.append(slot)
        return slots


def layout_of(rules: Rules, trump: str | None, n_seats: int, in_play: Callable[[], Iterable[str]]) -> Layout:
    """The layout for a deal; `in_play` gives its cards, called only where the whole pack is too large."""
    layout = whole_pack(rules, trump, n_seats)
    return layout if layout is not None else _of_cards(rules, trump, tuple(sorted(in_play())))


@lru_cache(maxsize=512)
def whole_pack(rules: Rules, trump: str | None, n_seats: int) -> Layout | None:
    """The layout of every deal of a game; None where its pack is too large for one."""
    counts = rules.pack(n_seats)
    for suit in SUITS:
        if sum(counts[card] for card in rules.lane(suit, trump)) > LANE_SLOTS:
            return None
    return Layout(rules, trump, counts)


@lru_cache(maxsize=256)
def _of_cards(rules: Rules, trump: str | None, cards: tuple[str, ...]) -> Layout:
    return Layout(rules, trump, Counter(cards))

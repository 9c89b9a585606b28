"""Where each card of a game lives in the core's 64-bit card sets.

A lane of sixteen slots a suit, the strongest card highest; identical cards take neighbouring slots. One pack,
or two short ones, have one layout for every deal of a game; of larger packs only the cards in play get slots.
Where even these are more than sixteen of a suit all lanes are longer (`solver.core.long_suits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from cext.api.searcher import ranked_runs, ranked_slots
from cext.game.game import Follow
from solver.model.cards import SUITS
from solver.rules.game import Rules

LANE_SLOTS = 16

# The core's enum by the words of the rules: `follow-or-trump`.
FOLLOW = {kind.name.lower().replace("_", "-"): kind for kind in Follow}


class Layout:
    """The slots of a set of cards under one ordering of the suits.

    `slots` gives every card's slots, weakest copy first; `names` the card of each slot; `grades` the strength
    of each slot, which identical cards share; `cards` the mask of all slots in use; `lane_slots` how many a
    suit has, `long` whether these are more than the core's.
    """

    def __init__(
        self, rules: Rules, trump: str | None, counts: Counter[str], lane_slots: int = LANE_SLOTS
    ) -> None:
        self.lane_slots = lane_slots
        self.long = lane_slots > LANE_SLOTS
        self.slots: dict[str, tuple[int, ...]] = {}
        self.names: list[str] = [""] * (4 * lane_slots)
        self.grades: list[int] = list(range(4 * lane_slots))
        self.cards = 0
        self.lane_of_suit = {suit: lane for lane, suit in enumerate(SUITS)}
        for lane, suit in enumerate(SUITS):
            self._fill(lane, [card for card in reversed(rules.lane(suit, trump)) if counts[card]], counts)
        self.single = not self.long and all(len(slots) == 1 for slots in self.slots.values())
        self.slot = {card: slots[0] for card, slots in self.slots.items()}

    def _fill(self, lane: int, cards: list[str], counts: Counter[str]) -> None:
        slot = lane * self.lane_slots
        for card in cards:
            self.slots[card] = tuple(range(slot, slot + counts[card]))
            for place in self.slots[card]:
                self.names[place] = card
                self.grades[place] = self.slots[card][0]
                self.cards |= 1 << place
            slot += counts[card]
        if slot > (lane + 1) * self.lane_slots:
            raise ValueError(f"more than {self.lane_slots} cards of one suit")

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

    def ranked(self, cards: int) -> list[int]:
        """The slots of a set of cards by lane, the strongest card of each first."""
        if not self.long:
            return ranked_slots(cards)
        slots = [slot for slot in reversed(range(4 * self.lane_slots)) if cards >> slot & 1]
        return sorted(slots, key=lambda slot: slot // self.lane_slots)

    def read(self, cards: int) -> list[str]:
        """The cards of a set, pack order within each suit (strongest first)."""
        return [self.names[slot] for slot in self.ranked(cards)]

    def runs(self, cards: int, told_apart: Iterable[int]) -> list[tuple[int, int]]:
        """Each slot of a set, as `ranked` has them, with the one that stands for it: the lowest of its run of
        touching cards, in long lanes the lowest of those that are identical."""
        if not self.long:
            return ranked_runs(cards, told_apart)
        stands = {self.grades[slot]: slot for slot in told_apart}
        return [(slot, stands[self.grades[slot]]) for slot in self.ranked(cards)]


def layout_of(rules: Rules, trump: str | None, n_seats: int, in_play: Callable[[], Iterable[str]]) -> Layout:
    """The layout for a deal; `in_play` gives its cards, called only where the whole pack is too large."""
    layout = whole_pack(rules, trump, n_seats)
    return layout if layout is not None else layout_of_cards(rules, trump, tuple(sorted(in_play())))


@lru_cache(maxsize=512)
def whole_pack(rules: Rules, trump: str | None, n_seats: int) -> Layout | None:
    """The layout of every deal of a game; None where its pack is too large for one."""
    counts = rules.pack(n_seats)
    return Layout(rules, trump, counts) if _longest(rules, trump, counts) <= LANE_SLOTS else None


def _longest(rules: Rules, trump: str | None, counts: Counter[str]) -> int:
    """How many cards there are of the longest suit."""
    return max([sum([counts[card] for card in rules.lane(suit, trump)]) for suit in SUITS])


@lru_cache(maxsize=256)
def layout_of_cards(rules: Rules, trump: str | None, cards: tuple[str, ...]) -> Layout:
    """The layout of these cards, which are given in sorted order."""
    counts = Counter(cards)
    return Layout(rules, trump, counts, max(LANE_SLOTS, _longest(rules, trump, counts)))

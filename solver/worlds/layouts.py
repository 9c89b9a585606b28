"""Every way to lay cards into places of given sizes: counted exactly, numbered, drawn by number.

A card has places where it may lie; a limit bounds how many of some cards a place holds. Cards that may lie in
the same places and fall under the same limits are a class, and places that no class and no limit tells apart
are merged. A dynamic program over the classes, whose state is the room left in each place and the counts of
the limits still open, gives the number of layouts as a Python integer of any size; walking it down by a
number gives that layout. Nothing here knows what a card is.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rng = int | np.random.Generator  # a seed, or what draws

SMALL_TABLE = 5000  # subsets of a class that are listed once and looked up; above this they are worked out
State = tuple[tuple[int, ...], tuple[int, ...]]  # room left in each merged place, count of each open limit


class Limit(NamedTuple):
    """At least `low` and at most `high` of these cards lie in a place; cards and places are numbers."""

    place: int
    cards: frozenset[int]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class _Class:
    """Cards that nothing tells apart: the merged places open to them, and the limits counting in each."""

    cards: tuple[int, ...]
    groups: tuple[int, ...]
    counted: tuple[tuple[int, ...], ...]  # aligned with groups


class _Branch(NamedTuple):
    """One way to share a class out: how many cards each of its groups gets, in how many ways, what then."""

    shares: tuple[int, ...]
    ways: int
    state: State


class Layouts:
    """The layouts of `len(allowed)` cards in places of `sizes`, numbered from 0 to `count - 1`.

    `allowed[card]` is the set of its places, place p as bit p. Cards are told apart; within a place their
    order means nothing, but in the place `ordered` every order is a layout of its own. Raises ValueError
    where the sizes do not add up to the number of cards.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        allowed: Sequence[int],
        limits: Sequence[Limit] = (),
        ordered: int | None = None,
    ) -> None:
        if sum(sizes) != len(allowed):
            raise ValueError(f"{len(allowed)} cards do not fill places for {sum(sizes)}")
        self.n_cards = len(allowed)
        self._ordered = ordered
        self._orders = math.factorial(sizes[ordered]) if ordered is not None else 1
        plain = _Plain(sizes, allowed, limits)
        self._fixed = plain.fixed
        self._groups = plain.groups()
        self._splits = math.prod(
            _multinomial([plain.rooms[place] for place in group]) for group in self._groups
        )
        self._rooms = plain.rooms
        self._limits = plain.limits
        self._classes = plain.classes(self._groups)
        self._after = self._capacities()
        self._closes = self._closings()
        self._ways: dict[tuple[int, State], int] = {}
        self._nodes: dict[tuple[int, State], tuple[list[int], list[_Branch]]] = {}
        rooms = tuple([sum(plain.rooms[place] for place in group) for group in self._groups])
        self._start: State = rooms, (0,) * len(self._limits)
        self._shared = self._count(0, self._start) if plain.possible else 0
        self.count = self._shared * self._splits * self._orders

    # --- counting ---------------------------------------------------------------------------------------

    def _capacities(self) -> list[list[int]]:
        """For each class, how many cards of the later ones may lie in each group."""
        left = [0] * len(self._groups)
        after: list[list[int]] = []
        for kind in reversed(self._classes):
            after.append(list(left))
            for group in kind.groups:
                left[group] += len(kind.cards)
        return after[::-1]

    def _closings(self) -> list[list[int]]:
        """For each class, the limits to which no later class counts."""
        last = dict.fromkeys(range(len(self._limits)), -1)
        for at, kind in enumerate(self._classes):
            for limits in kind.counted:
                last.update(dict.fromkeys(limits, at))
        return [[limit for limit, place in last.items() if place == at] for at in range(len(self._classes))]

    def _count(self, at: int, state: State) -> int:
        """Ways to lay the classes from `at` on, given the room left."""
        if at == len(self._classes):
            return 1
        key = at, state
        found = self._ways.get(key)
        if found is None:
            found = sum(
                branch.ways * self._count(at + 1, branch.state) for branch in self._branches(at, state)
            )
            self._ways[key] = found
        return found

    def _branches(self, at: int, state: State) -> Iterator[_Branch]:
        """Every way to share a class out that leaves the later classes room for room."""
        rooms, counts = state
        kind, after = self._classes[at], self._after[at]
        if any(room > after[group] for group, room in enumerate(rooms) if group not in kind.groups):
            return
        n = len(kind.cards)
        spans = [range(max(0, rooms[g] - after[g]), min(rooms[g], n) + 1) for g in kind.groups]
        whole, last = _FACTORIALS[n], spans[-1]
        for shares in product(*spans[:-1]):
            rest = n - sum(shares)
            if rest not in last:
                continue
            shares = (*shares, rest)
            counted = self._counted(at, shares, counts) if self._limits else counts
            if counted is None:
                continue
            ways, left = whole, list(rooms)
            for group, share in zip(kind.groups, shares):
                ways //= _FACTORIALS[share]
                left[group] -= share
            yield _Branch(shares, ways, (tuple(left), counted))

    def _counted(self, at: int, shares: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...] | None:
        """The limits' counts after a class; None where one is broken. Closed limits count 0."""
        new = list(counts)
        for limits, share in zip(self._classes[at].counted, shares):
            for limit in limits:
                new[limit] += share
                if new[limit] > self._limits[limit].high:
                    return None
        for limit in self._closes[at]:
            if new[limit] < self._limits[limit].low:
                return None
            new[limit] = 0
        return tuple(new)

    # --- a layout by its number -------------------------------------------------------------------------

    def places(self, number: int) -> list[int]:
        """The place of each card in a layout."""
        core, split = divmod(number // self._orders, self._splits)
        where = [place if place is not None else -1 for place in self._fixed]
        held: list[list[int]] = [[] for _ in self._groups]
        state = self._start
        for at, kind in enumerate(self._classes):
            sums, branches = self._node(at, state)
            here = bisect_right(sums, core) - 1
            branch = branches[here]
            arranged, core = divmod(core - sums[here], self._count(at + 1, branch.state))
            for group, cards in zip(kind.groups, _deal_out(kind.cards, branch.shares, arranged)):
                held[group] += cards
            state = branch.state
        for places, cards in zip(self._groups, held):
            shares = [self._rooms[place] for place in places]
            split, this = divmod(split, _multinomial(shares))
            for place, part in zip(places, _deal_out(sorted(cards), shares, this)):
                for card in part:
                    where[card] = place
        return where

    def order(self, number: int) -> list[int]:
        """The cards of the ordered place in their order in a layout, the first first."""
        return [] if self._ordered is None else self._order_of(self.places(number), number)

    def _order_of(self, places: Sequence[int], number: int) -> list[int]:
        """The same from the places that the cards have in the layout."""
        cards = [card for card, place in enumerate(places) if place == self._ordered]
        return _permute(cards, number % self._orders)

    def _node(self, at: int, state: State) -> tuple[list[int], list[_Branch]]:
        """The branches at a state, with the number of layouts before each."""
        node = self._nodes.get((at, state))
        if node is None:
            sums, branches, before = [], [], 0
            for branch in self._branches(at, state):
                ways = branch.ways * self._count(at + 1, branch.state)
                if ways:
                    sums.append(before)
                    branches.append(branch)
                    before += ways
            node = self._nodes[at, state] = sums, branches
        return node

    # --- many layouts -----------------------------------------------------------------------------------

    def rows(self, numbers: Sequence[int]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        """Layouts by number: the place of each card, (n, cards), and the cards of the ordered place in order.

        All of them in order (`range(count)`) are listed much quicker than one by one.
        """
        if self.count and numbers == range(self.count):
            return self._all()
        found = [self.places(number) for number in numbers]
        orders: list[list[int]] = [[] for _ in found]
        if self._ordered is not None:
            orders = [self._order_of(places, number) for places, number in zip(found, numbers, strict=True)]
        return (
            np.array(found, dtype=np.uint8).reshape(len(found), self.n_cards),
            np.array(orders, dtype=np.intp).reshape(len(found), -1 if orders and orders[0] else 0),
        )

    def _all(self) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        loose = [card for kind in self._classes for card in kind.cards]
        shared = self._table(0, self._start, {})
        places = np.zeros((self._shared, self._splits, self.n_cards), dtype=np.uint8)
        for card, place in enumerate(self._fixed):
            if place is not None:
                places[:, :, card] = place
        columns = np.argsort(np.array(loose, dtype=np.intp))
        cards = np.sort(np.array(loose, dtype=np.intp))
        shared = shared[:, columns]
        every = 1
        for number, group in enumerate(self._groups):
            shares = [self._rooms[place] for place in group]
            ways = _multinomial(shares)
            names = np.array(group, dtype=np.uint8)
            split = names[_arrangements(tuple(shares))]  # (ways, cards of the group)
            split = np.tile(np.repeat(split, every, axis=0), (self._splits // ways // every, 1))
            every *= ways
            held = cards[np.nonzero(shared == number)[1]].reshape(self._shared, sum(shares))
            rows = np.arange(self._shared)[:, None, None]
            places[rows, np.arange(self._splits)[None, :, None], held[:, None, :]] = split[None]
        flat = places.reshape(self._shared * self._splits, self.n_cards)
        return self._all_orders(flat)

    def _all_orders(self, places: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        if self._ordered is None or self._orders == 1:
            return places, _only_order(places, self._ordered)
        held = np.nonzero(places == self._ordered)[1].reshape(len(places), -1)
        size = held.shape[1]
        orders = np.array(
            [_permute(list(range(size)), number) for number in range(self._orders)], dtype=np.intp
        )
        ordered = held[:, orders.reshape(self._orders, size)].reshape(-1, size)
        return np.repeat(places, self._orders, axis=0), ordered

    def _table(
        self, at: int, state: State, made: dict[tuple[int, State], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        """The group of every card of the classes from `at` on, in every layout from a state."""
        if at == len(self._classes):
            return np.zeros((1, 0), dtype=np.uint8)
        if (at, state) not in made:
            kind, parts = self._classes[at], []
            for branch in self._node(at, state)[1]:
                rest = self._table(at + 1, branch.state, made)
                names = np.array(kind.groups, dtype=np.uint8)
                own = names[_arrangements(branch.shares)]
                parts.append(np.hstack([np.repeat(own, len(rest), axis=0), np.tile(rest, (branch.ways, 1))]))
            width = sum(len(later.cards) for later in self._classes[at:])
            made[at, state] = np.vstack(parts) if parts else np.zeros((0, width), dtype=np.uint8)
        return made[at, state]

    def draw(self, n: int, rng: Rng) -> list[int]:
        """`n` numbers of layouts, each as likely as any other, from the raw bits of the generator.

        None comes twice before all have come once; so each round of `count` holds every layout.
        """
        rng = np.random.default_rng(rng)
        rounds, rest = divmod(n, self.count) if self.count else (0, 0)
        drawn = [number for _ in range(rounds) for number in _shuffle(self.count, self.count, rng)]
        return drawn + (
            _shuffle(self.count, rest, rng) if 2 * rest > self.count else _distinct(self.count, rest, rng)
        )


def _only_order(places: NDArray[np.uint8], ordered: int | None) -> NDArray[np.intp]:
    """The ordered place's cards where it holds one card at the most: (n, 0) or (n, 1)."""
    if ordered is None:
        return np.empty((len(places), 0), np.intp)
    rows, cards = np.nonzero(places == ordered)
    return cards.reshape(len(places), 1 if len(rows) else 0)


# --- what is left to decide -----------------------------------------------------------------------------


class _Plain:
    """Cards, places and limits made plain: what can lie in one place only is laid there, and what cannot
    change anything is left out. `possible` is False where that shows that there is no layout."""

    def __init__(self, sizes: Sequence[int], allowed: Sequence[int], limits: Sequence[Limit]) -> None:
        self.rooms = list(sizes)
        self.fixed: list[int | None] = [None] * len(allowed)
        self.limits = list(limits)
        self.possible = True
        self._allowed = list(allowed)
        while self.possible and (self._apply_limits() or self._fix_cards()):
            pass

    def _apply_limits(self) -> bool:
        """Turn limits that leave no choice into places; whether anything changed."""
        kept: list[Limit] = []
        for limit in self.limits:
            bit = 1 << limit.place
            cards = frozenset([card for card in limit.cards if self._allowed[card] & bit])
            if limit.high < max(0, limit.low) or limit.low > min(len(cards), self.rooms[limit.place]):
                self.possible = False
            elif limit.high == 0 or limit.low == len(cards) > 0:
                for card in cards:
                    self._allowed[card] = bit if limit.high else self._allowed[card] & ~bit
            elif limit.low > 0 or limit.high < min(len(cards), self.rooms[limit.place]):
                kept.append(limit._replace(cards=cards))
        changed = len(kept) < len(self.limits)
        self.limits = kept
        return changed

    def _fix_cards(self) -> bool:
        """Lay the cards that have one place left; whether there were any."""
        full = sum(1 << place for place, room in enumerate(self.rooms) if room == 0)
        changed = False
        for card, places in enumerate(self._allowed):
            if self.fixed[card] is not None:
                continue
            places &= ~full
            self._allowed[card] = places
            if places & (places - 1) == 0:
                self.possible &= places != 0
                if not places:
                    return False
                self._fix(card, places.bit_length() - 1)
                full |= 0 if self.rooms[places.bit_length() - 1] else places
                changed = True
        return changed

    def _fix(self, card: int, place: int) -> None:
        self.fixed[card] = place
        self.rooms[place] -= 1
        self._allowed[card] = 0
        for at, limit in enumerate(self.limits):
            if card in limit.cards and limit.place == place:
                self.limits[at] = limit._replace(low=limit.low - 1, high=limit.high - 1)

    def groups(self) -> list[tuple[int, ...]]:
        """Places with room, merged where every loose card may lie in all or none and no limit names them."""
        loose = [places for card, places in enumerate(self._allowed) if self.fixed[card] is None]
        kinds = sorted(set(loose))
        limited = {limit.place for limit in self.limits}
        merged: dict[tuple[object, ...], list[int]] = {}
        for place, room in enumerate(self.rooms):
            if room:
                mark = (place,) if place in limited else (-1, *(kind >> place & 1 for kind in kinds))
                merged.setdefault(mark, []).append(place)
        return [tuple(places) for places in merged.values()]

    def classes(self, groups: Sequence[tuple[int, ...]]) -> list[_Class]:
        """The loose cards by where they may lie and which limits they count to; those of a limit together."""
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for card, places in enumerate(self._allowed):
            if self.fixed[card] is None:
                limits = tuple([at for at, limit in enumerate(self.limits) if card in limit.cards])
                own = tuple([at for at, group in enumerate(groups) if places >> group[0] & 1])
                found.setdefault((limits, own), []).append(card)
        place_of = [limit.place for limit in self.limits]
        order = sorted(found, key=lambda mark: (mark[0], len(mark[1]), mark[1]))
        return [
            _Class(
                tuple(found[limits, own]),
                own,
                tuple([tuple([at for at in limits if place_of[at] == groups[group][0]]) for group in own]),
            )
            for limits, own in order
        ]


# --- arrangements by number -----------------------------------------------------------------------------

_FACTORIALS = [math.factorial(n) for n in range(513)]


def _multinomial(shares: Sequence[int]) -> int:
    """Ways to share distinct things out in these numbers."""
    return _FACTORIALS[sum(shares)] // math.prod([_FACTORIALS[share] for share in shares])


def _deal_out(cards: Sequence[int], shares: Sequence[int], number: int) -> Iterator[Sequence[int]]:
    """Cards dealt out in shares, by the number of the way."""
    left = list(cards)
    for share in shares[:-1]:
        number, this = divmod(number, _combinations(len(left), share))
        taken = _subset(len(left), share, this)
        yield [left[at] for at in taken]
        for at in reversed(taken):
            del left[at]
    yield left


@lru_cache(maxsize=256)
def _arrangements(shares: tuple[int, ...]) -> NDArray[np.uint8]:
    """Every way to share things in a row out, in the order of `_deal_out`: (ways, things), which share."""
    n, share = sum(shares), shares[0]
    if len(shares) == 1:
        return np.zeros((1, n), dtype=np.uint8)
    rest = _arrangements(shares[1:])
    taken = np.array(list(combinations(range(n), share)), dtype=np.intp).reshape(math.comb(n, share), share)
    free = np.ones((len(taken), n), dtype=bool)
    free[np.arange(len(taken))[:, None], taken] = False
    rows = np.zeros((len(rest), len(taken), n), dtype=np.uint8)
    rows[:, free] = np.tile(rest + 1, (1, len(taken)))
    return rows.reshape(len(rest) * len(taken), n)


def _subset(n: int, k: int, number: int) -> Sequence[int]:
    """The subset of k of n with this number in the dictionary's order."""
    if _combinations(n, k) <= SMALL_TABLE:
        return _subsets(n, k)[number]
    chosen, at = [], 0
    while k:
        with_it = _combinations(n - at - 1, k - 1)
        if number < with_it:
            chosen.append(at)
            k -= 1
        else:
            number -= with_it
        at += 1
    return chosen


_combinations = lru_cache(maxsize=None)(math.comb)


@lru_cache(maxsize=1024)
def _subsets(n: int, k: int) -> list[tuple[int, ...]]:
    return list(combinations(range(n), k))


def _permute(cards: list[int], number: int) -> list[int]:
    """The cards in the order with this number."""
    left, order = list(cards), []
    while left:
        number, at = divmod(number, len(left))
        order.append(left.pop(at))
    return order


# --- drawing --------------------------------------------------------------------------------------------


def _below(n: int, rng: np.random.Generator) -> int:
    """A whole number from 0 to n - 1, each as likely, of as many raw bits as n - 1 has."""
    bits = (n - 1).bit_length()
    words = -(-bits // 64)
    while True:
        number = 0
        for _ in range(words):
            number = number << 64 | int(rng.bit_generator.random_raw())
        number >>= 64 * words - bits
        if number < n:
            return number


def _distinct(count: int, n: int, rng: np.random.Generator) -> list[int]:
    """`n` different numbers below `count`, which is at least twice as many; a repeat is drawn again."""
    drawn: dict[int, None] = {}
    while len(drawn) < n:
        drawn[_below(count, rng)] = None
    return list(drawn)


def _shuffle(count: int, n: int, rng: np.random.Generator) -> list[int]:
    """The first `n` of all numbers below `count` in random order."""
    numbers = list(range(count))
    for at in range(n):
        other = at + _below(count - at, rng)
        numbers[at], numbers[other] = numbers[other], numbers[at]
    return numbers[:n]

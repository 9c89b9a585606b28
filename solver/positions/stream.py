"""Random deals in a stream: as many at a time as are wanted, the same however they are taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np

from solver.model.errors import PositionError
from solver.positions.arrays import Positions
from solver.positions.generate import Dealer, generated, longest_hand, read_options, seats_for
from solver.positions.random_deals import whole_block
from solver.rules.game import Rules


class RandomDeals:
    """The whole deals of `Positions.random`; with `cards` the positions of `generate`, of the same seed.

    Raises `PositionError` for what the game does not allow.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int,
        cards: int | None = None,
        seats: int | str | Sequence[str] | None = None,
        *,
        trump: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.rules, self.seats = rules, seats_for(rules, seats)
        read = read_options(rules, self.seats, options)
        for name, _ in read:
            if rules.options[name].kind == "cards":
                raise PositionError(f"option {name}: it names cards of one deal, and every deal is another")
        size = longest_hand(rules, len(self.seats)) if cards is None else cards
        self._dealer = Dealer(rules, self.seats, size, trump, None, read)
        self._seed, self._block = seed, 0
        self._left = Positions(Positions.blank(rules, 0, self.seats), rules, self.seats, sound=True)
        self._played = None
        if cards is not None:
            self._played = generated(rules, cards, 1 << 62, seed, self.seats, trump=trump, options=options)

    def take(self, count: int) -> Positions:
        """The next `count` deals."""
        if self._played is not None:
            return Positions.of(islice(self._played, count))
        parts = [self._left.array]
        while sum(map(len, parts)) < count:
            parts.append(whole_block(self._dealer, self._seed, self._block))
            self._block += 1
        array = np.concatenate(parts)
        self._left = Positions(array[count:], self.rules, self.seats, sound=True)
        return Positions(array[:count], self.rules, self.seats, sound=True)

"""Rules and payoffs packed for the search: seats are indices, cards slots, sets of cards masks of slots."""

from collections.abc import Sequence

class GameRules:
    def __init__(
        self,
        seats: int,
        follow: int,
        *,
        trump: int = -1,
        cards: int = 0,
        grades: Sequence[int] | None = None,
        draw_each: bool = False,
        cancels: bool = False,
        ends_alone: bool = False,
        one_trick_a_card: bool = True,
        joker: int = -1,
        over_joker: int = 0,
        unled: int = 0,
        breakers: int = 0,
        kept_from_first: int = 0,
        must_lead: int = 0,
        stock: Sequence[int] = (),
    ) -> None: ...

class GamePayoff:
    def __init__(
        self,
        rules: GameRules,
        cards: int,
        side: Sequence[int],
        worth: Sequence[Sequence[int]],
        *,
        any_trick: Sequence[int] | None = None,
        first_trick: Sequence[int] | None = None,
        last_trick: Sequence[int] | None = None,
        pointed: int = 0,
        pointed_any: bool = False,
        pointed_first: bool = False,
        pointed_last: bool = False,
        bonus: Sequence[int] | None = None,
        mark_seat: int = -1,
        mark_card: int = 0,
        counting: int = 0,
        count_worth: Sequence[int] | None = None,
        counts_before: Sequence[int] | None = None,
        takers_before: int = 0,
    ) -> None: ...
    @property
    def seats(self) -> int: ...

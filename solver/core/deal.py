"""A position as the core sees it: cards in slots, packed rules, and the state of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Protocol, TypedDict, TypeVar

from cext.api.searcher import DealState, sets_of
from cext.game.packed import GamePayoff, GameRules
from solver.core.long_suits import LongRules, LongState, slots_of
from solver.core.packing import PackedRules, pack_rules, packed_payoff, packed_rules
from solver.core.payoff import Payoff
from solver.core.slots import layout_of
from solver.model.cards import JOKER, in_pack_order
from solver.model.errors import PositionError
from solver.rules.game import Rules

T = TypeVar("T")

AnyState = DealState | LongState


class SoundPosition(Protocol):
    """What the core reads of a position: sound, sorted values, seats by name (see `Position`)."""

    @property
    def rules(self) -> Rules: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def leader(self) -> str: ...
    @property
    def trump(self) -> str | None: ...
    @property
    def trick(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def taken(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def tricks_played(self) -> int | None: ...
    @property
    def pile(self) -> tuple[str, ...]: ...
    @property
    def widow(self) -> tuple[str, ...]: ...
    @property
    def stock(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> tuple[tuple[str, object], ...]: ...

    def deal(self) -> Deal:
        """The position as the core sees it, built once."""


class _PointFields(TypedDict):
    """What a state of play has besides rules, hands and leader."""

    trick: list[tuple[int, int]]
    pile: int
    first: bool
    broken: bool
    tricks_left: int


class Deal:
    """A position as the core sees it: its layout, its packed rules and the state of play."""

    __slots__ = ("layout", "packed", "position", "rules", "state", "turn")

    def __init__(self, position: SoundPosition, *, before_card: int | None = None) -> None:
        """`before_card` goes back to where that card of the current trick was still in its player's hand.

        Raises `PositionError` for what no deal can come to, as `Position`'s constructor lets through: the
        search trusts what it is given.
        """
        self.position = position
        try:
            self._lay_out(before_card)
        except (KeyError, IndexError, StopIteration, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, PositionError):
                raise
            raise PositionError(
                f"no deal can come to this position ({type(error).__name__}: {error}); "
                "Position.parse says what is wrong with one"
            ) from None

    def _lay_out(self, before_card: int | None) -> None:
        position = self.position
        hash((position.trump, position.options))  # what payoffs and layouts are kept by
        if len(position.taken) != len(position.seats):
            raise ValueError(f"{len(position.taken)} heaps of taken cards for {len(position.seats)} seats")
        self.rules = rules = position.rules.under(position.options) if position.options else position.rules
        self.layout = layout_of(rules, position.trump, len(position.seats), lambda: _in_play(position))
        sizes = self._sizes()
        self.packed = packed_rules(
            rules, self.layout, position.trump, len(sizes), self._stock(), min(sizes) == max(sizes)
        )
        self.state = self._state(before_card, max(sizes))
        self.turn = turn(self.state)
        if self.turn is not None and self.turn >= 0 and not self.state.legal():
            raise ValueError("the seat to play holds no card")

    @property
    def core_point(self) -> DealState:
        """The state of play, one that the core holds."""
        assert isinstance(self.state, DealState), "more of a suit than the core holds"
        return self.state

    def _stock(self) -> tuple[int, ...]:
        """Slots of the stock. With identical cards about, `sets` deals the stock its copies first."""
        stock = self.position.stock
        return tuple(self.layout.in_turn(stock, *self._sets([stock]))) if stock else ()

    def _sets(self, heaps: Iterable[Iterable[str]]) -> list[int]:
        """The sets of several heaps of cards, each copy of a card in a slot of its own."""
        return sets_of(self.layout.slot, heaps) if self.layout.single else self.layout.sets(heaps)

    def _state(self, before_card: int | None, most: int) -> AnyState:
        position, seats = self.position, self.position.seats
        trick = [card for _, card in position.trick]
        _, *hands, on_table, pile, widow = self._sets(
            [position.stock, *position.hands, trick, position.pile, position.widow]
        )
        slots = self.layout.in_turn(trick, on_table)
        laid = [(seats.index(seat), slot) for (seat, _), slot in zip(position.trick, slots, strict=True)]
        if [hand.bit_count() for hand in hands] != [len(hand) for hand in position.hands]:
            raise ValueError("a card is in a hand twice")
        if before_card is not None:
            for seat, slot in laid[before_card:]:
                hands[seat] |= 1 << slot
            del laid[before_card:]
        return self._state_of(self.packed, hands, laid, pile | widow, self._tricks_left(most))

    def _state_of(
        self, packed: PackedRules, hands: list[int], laid: list[tuple[int, int]], pile: int, tricks_left: int
    ) -> AnyState:
        position = self.position
        leader = position.seats.index(position.leader)
        more: _PointFields = {
            "trick": laid,
            "pile": pile,
            "first": position.tricks_played == 0 and "first-winner" not in dict(position.options),
            "broken": _broken(position, self.rules),
            "tricks_left": tricks_left,
        }
        if isinstance(packed, LongRules):
            return LongState(packed, hands, leader, **more)
        return DealState(packed, hands, leader, **more)

    def could_play(self, seat: int, card: str, others: Iterable[str]) -> bool:
        """Whether a seat, whose turn it is, could play a card if it held these others and nothing else.

        Others that lie on the table are left out.
        """
        laid, packed = self.state.trick, self.packed
        table = sum([1 << slot for _, slot in laid]) | self.state.pile
        own, played = 0, -1
        for held in (card, *others):
            for slot in self.layout.slots[held]:
                if not (table | own) >> slot & 1:
                    own |= 1 << slot
                    played = slot if played < 0 else played
                    break
        hands = [own if other == seat else hand & ~own for other, hand in enumerate(self.state.hands)]
        stock = self._stock()
        if any(own >> slot & 1 for slot in stock):
            # What is left of the stock; one card at least, as an empty stock has rules of its own.
            free = next(slot for slot in self.layout.slot.values() if not (own | table) >> slot & 1)
            left = tuple([slot for slot in stock if not own >> slot & 1]) or (free,)
            hands = [hand & ~sum([1 << slot for slot in left]) for hand in hands]
            packed = pack_rules(self.rules, self.layout, self.position.trump, len(hands), left, alike=False)
        state = self._state_of(packed, hands, laid, self.state.pile, 1)
        return bool(state.legal() >> played & 1)

    def _sizes(self) -> list[int]:
        """How many cards each seat had when the trick began.

        Raises `ValueError` where a hand has lost cards; after the last draw some may have one more.
        """
        position = self.position
        sizes = [len(hand) for hand in position.hands]
        for seat, _ in position.trick:
            sizes[position.seats.index(seat)] += 1
        if not self.rules.unequal and max(sizes) - min(sizes) > (self.rules.draw == "each"):
            raise ValueError("the hands are not of one size")
        return sizes

    def _tricks_left(self, most: int) -> int:
        """Tricks still to be won, the one on the table included; an upper bound where hands are unequal.

        `most` is the size of the longest hand when the trick began.
        """
        position, stock = self.position, len(self.position.stock)
        if self.rules.unequal:
            return sum(map(len, position.hands)) + stock
        return most + -(-stock // len(position.hands))

    def legal(self, state: AnyState) -> list[str]:
        """What the seat to play may play in this state, in pack order, identical cards once."""
        return list(self._in_pack_order(dict.fromkeys(self.layout.read(state.legal()))))

    def by_card(self, by_slot: Mapping[int, T]) -> dict[str, T]:
        """Every legal card in pack order, identical cards once, from what is found of the distinct ones.

        The others touch the next lower of their suit, and are worth the same.
        """
        names = self.layout.names
        runs = self.layout.runs(self.state.legal(), by_slot)
        return self._in_pack_order({names[slot]: by_slot[lowest] for slot, lowest in runs})

    def touching(self, payoff: Payoff) -> dict[str, str]:
        """Every legal card in pack order, with the lowest legal card that it touches, or itself.

        Cards of a seat touch where they count the same and none between them is in another hand, in the
        stock or on the table: nobody else can tell one from the other.
        """
        legal, others = self.state.legal(), self._elsewhere()
        names, grades = self.layout.names, self.layout.grades
        joker = self.layout.slot.get(JOKER, -1) if self._joker_in_play() else -1
        lowest: dict[int, int] = {}
        below: dict[object, int] = {}  # by what the cards count
        for slot in slots_of(legal):
            kind = (
                slot // self.layout.lane_slots,
                slot > joker >= 0,
                self._named(names[slot]),
                payoff.counted(names[slot]),
            )
            last = below.get(kind, -1)
            parted = last < 0 or (
                grades[last] < grades[slot]
                and any(grades[last] <= grades[other] <= grades[slot] for other in others)
            )
            lowest[slot] = slot if parted else lowest[last]
            below[kind] = slot
        return self._in_pack_order({names[slot]: names[lowest[slot]] for slot in self.layout.ranked(legal)})

    def _joker_in_play(self) -> bool:
        """Whether the Joker can still be played or is on the table."""
        return self.rules.joker and JOKER in _in_play(self.position)

    def _named(self, card: str) -> str:
        """The card where the rules of play speak of it, else nothing."""
        breaks = card[0] != "H" and self.rules.breaks_hearts(card)
        return card if card in (JOKER, self.rules.lead_card) or breaks else ""

    def _elsewhere(self) -> list[int]:
        """The slots that a card of the seat to play may still be compared with."""
        state, stock = self.state, self._stock()
        away = [hand for seat, hand in enumerate(state.hands) if seat != state.to_play]
        laid = [slot for _, slot in state.trick]
        return [*chain(*map(slots_of, away)), *stock[state.stock_drawn :], *laid]

    def _in_pack_order(self, found: dict[str, T]) -> dict[str, T]:
        """What stands in the order of the lanes, where one may have a trump of another suit."""
        if self.position.trump and self.rules.left_pedro:
            return {card: found[card] for card in in_pack_order(found, self.rules.ranks)}
        return found

    def packed_payoff(self, payoff: Payoff) -> GamePayoff:
        """The payoff packed for this layout, which the core can hold."""
        assert isinstance(self.packed, GameRules)
        return packed_payoff(payoff, self.packed, self.layout, len(self.position.seats))


def _broken(position: SoundPosition, rules: Rules) -> bool:
    """Whether hearts are broken, as is said or as the cards show that have left the hands."""
    said = dict(position.options).get("hearts-broken") if position.options else None
    if said is None and rules.break_hearts:
        return any_breaks(rules, position.pile, *position.taken)
    return bool(said)


def any_breaks(rules: Rules, *heaps: Iterable[str]) -> bool:
    """Whether a card of these heaps breaks hearts."""
    return any(map(rules.breaks_hearts, chain(*heaps)))


def _in_play(position: SoundPosition) -> tuple[str, ...]:
    """The cards that can still be captured; those taken are out of play."""
    trick = (card for _, card in position.trick)
    return tuple(chain(*position.hands, trick, position.stock, position.pile, position.widow))


def turn(state: AnyState) -> int | None:
    """The seat to play, None when the deal is over."""
    return None if state.over else state.to_play


def could_have_played(position: SoundPosition, place: int) -> bool:
    """Was that card of the current trick legal, by what its player still holds?"""
    deal = Deal(position, before_card=place)
    legal = deal.layout.read(deal.state.legal())
    return position.trick[place][1] in legal

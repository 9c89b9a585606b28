"""A position: any point of a deal with all cards known, as a frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeVar

from solver.core.deal import Deal, could_have_played
from solver.core.table import Snapshot, Table
from solver.formats import checks, json, pbn
from solver.formats.fields import Draft
from solver.formats.lines import text_lines
from solver.formats.raw import TEXT, RawRecord, check_text, draft_of, locate, only
from solver.model.cards import JOKER, in_pack_order
from solver.model.errors import Fault, PositionError
from solver.model.notation import kind_of, option_items, read_card, read_options, write_deal, write_trick
from solver.rules.files import load
from solver.rules.game import Rules

Cards = tuple[str, ...]
Form = TypeVar("Form")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position:
    """Hands, the trick on the table and what else the game needs to play on.

    Made by `parse`, `from_pbn`, `from_json` (which check everything) and `play`. The constructor itself
    checks nothing: it is for code that already holds sound, sorted values, and what it was given is checked
    when the position is first asked about. Positions with the same fields are equal and hash alike; they can
    be pickled.
    """

    game: str
    rules: Rules
    seats: tuple[str, ...]
    hands: tuple[
        Cards, ...
    ]  # aligned with seats, each in the order of the pack, identical cards side by side
    leader: str  # who led the current trick, or is to lead
    trump: str | None = None
    trick: tuple[tuple[str, str], ...] = ()  # seat and card, in order of play
    taken: tuple[Cards, ...] = ()  # aligned with seats, in the order of the pack
    tricks_played: int | None = 0  # None: not known
    pile: Cards = ()
    widow: Cards = ()
    stock: Cards = ()  # next card first
    options: tuple[tuple[str, object], ...] = ()  # those given, by name
    _hash: int | None = field(default=None, init=False)
    _turn: tuple[int | None, tuple[str, ...]] | None = field(default=None, init=False)
    _deal: Deal | None = field(default=None, init=False)
    _trusted: bool = field(default=False, init=False)

    # --- making one -------------------------------------------------------------------------------------

    @classmethod
    def parse(
        cls,
        deal: str | None = None,
        *,
        game: str | None = None,
        hands: Mapping[str, str | Iterable[str]] | None = None,
        seats: str | Sequence[str] | None = None,
        leader: str | None = None,
        trump: str | None = None,
        trick: str | Sequence[Any] | None = None,
        taken: str | Mapping[str, Any] | None = None,
        tricks_played: int | str | None = None,
        pile: str | Sequence[str] | None = None,
        stock: str | Sequence[str] | None = None,
        widow: str | Sequence[str] | None = None,
        options: str | Mapping[str, Any] | None = None,
        rules: Rules | None = None,
        **more_options: Any,
    ) -> Position:
        """Read and check a position; keywords are the JSON names, each value a text or as JSON has it.

        A deal (`A:AK8... ...`) or `hands` by seat; `rules` are house rules, which stand for their own game
        and the one they extend. An option may also be a keyword, with `_` for `-`: `lead_card="C2"`. Raises
        `PositionError` naming every fault.
        """
        if more_options:
            more = {name.replace("_", "-"): value for name, value in more_options.items()}
            options = {**read_options(options or {}), **more}
        given = {
            "deal": deal, "game": game, "seats": seats, "hands": hands, "leader": leader, "trump": trump,
            "trick": trick, "taken": taken, "tricks_played": tricks_played, "pile": pile, "stock": stock,
            "widow": widow, "options": options,
        }  # fmt: skip
        return cls.from_fields(given, rules)

    @classmethod
    def from_fields(cls, fields: Mapping[str, object], rules: Rules | None = None) -> Position:
        """The position of a mapping of the JSON names (and `deal`); PBN and JSON come in here."""
        if not isinstance(fields, Mapping):
            raise PositionError(f"a position is read from a mapping of its fields, not {kind_of(fields)}")
        return cls.from_draft(Draft(fields, rules))

    @classmethod
    def from_draft(cls, draft: Draft) -> Position:
        """The position of fields that have been read; raises `PositionError` naming every fault."""
        found = checks.find(draft)
        if found:
            raise PositionError.of(found)
        position = cls.unchecked(draft).trusted()
        found = unplayable(position)
        if found:
            raise PositionError.of(found)
        return position.settled()

    @classmethod
    def unchecked(cls, draft: Draft) -> Position:
        """The position of fields that have been checked, as they stand: nothing forced is played."""
        assert draft.rules is not None
        assert draft.leader is not None
        ranks = draft.rules.under(draft.options).ranks
        taken: dict[str, Cards] = dict(draft.taken)
        return cls(
            game=draft.rules.id,
            rules=draft.rules,
            seats=draft.seats,
            hands=tuple([in_pack_order(hand, ranks) for hand in draft.hands]),
            leader=draft.leader,
            trump=draft.trump,
            trick=draft.trick,
            taken=tuple([in_pack_order(taken.get(seat, ()), ranks) for seat in draft.seats]),
            tricks_played=draft.tricks_played,
            pile=in_pack_order(draft.pile, ranks),
            widow=in_pack_order(draft.widow, ranks),
            stock=draft.stock,
            options=draft.options,
        )

    @classmethod
    def from_pbn(cls, text: str, rules: Rules | None = None) -> Position:
        """The one position that a PBN text holds."""
        if not isinstance(text, str):
            raise PositionError(f"PBN is a text, not {kind_of(text)}")
        return cls._from_raw(only(list(pbn.read_pbn(text_lines(text)))), rules)

    @classmethod
    def from_json(cls, value: str | Mapping[str, Any], rules: Rules | None = None) -> Position:
        """The one position that a JSON text, or an object read from one, holds."""
        if isinstance(value, str):
            return cls._from_raw(only(list(json.read_json(text_lines(value)))), rules)
        return cls._from_raw(json.raw_of(value), rules)

    @classmethod
    def _from_raw(cls, raw: RawRecord, rules: Rules | None) -> Position:
        check_text(raw, TEXT)
        try:
            return cls.from_draft(draft_of(raw, rules))
        except PositionError as error:
            raise locate(error, raw, TEXT) from None

    def to_pbn(self) -> str:
        """PBN tag pairs, a line each."""
        return self._written(pbn.write_position)

    def to_json(self) -> str:
        """A JSON object in one line, cards as lists."""
        return self._written(json.write_position)

    def fields(self) -> dict[str, Any]:
        """The position under its JSON names as plain lists and texts; what is empty is left out.

        Raises `PositionError` where the constructor was given what cannot be written so.
        """
        return self._written(dict)

    def _written(self, write: Callable[[dict[str, Any]], Form]) -> Form:
        """The fields in some form; raises `PositionError` where they have none."""
        try:
            return write(self._fields())
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise PositionError(f"no position could be written so: {type(error).__name__}: {error}") from None

    def _fields(self) -> dict[str, Any]:
        seats = self.seats
        value: dict[str, Any] = {
            "game": self.game,
            "seats": list(seats),
            "hands": dict(zip(seats, map(list, self.hands))),
            "leader": self.leader,
        }
        more: dict[str, Any] = {
            "trump": self.trump,
            "trick": write_trick(self.trick, self._passed_over()),
            "taken": {seat: list(cards) for seat, cards in zip(seats, self.taken) if cards},
            "tricks_played": self.tricks_played,
            "pile": list(self.pile),
            "stock": list(self.stock),
            "widow": list(self.widow),
            "options": {name: option_items(chosen) for name, chosen in self.options},
        }
        return value | {
            name: given for name, given in more.items() if given or (given == 0 and name == "tricks_played")
        }

    def _passed_over(self) -> bool:
        """Whether the seats of the trick do not simply follow each other."""
        turn = self.seats.index(self.leader)
        around = self.seats[turn:] + self.seats[:turn]
        return any(seat != expected for (seat, _), expected in zip(self.trick, around))

    # --- at the table -----------------------------------------------------------------------------------

    @property
    def to_play(self) -> str | None:
        """The seat that is to play, None when the deal is over."""
        turn = self.seat_to_play()
        return None if turn is None else self.seats[turn]

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.seat_to_play() is None

    def legal_cards(self) -> list[str]:
        """What the seat to play may play, in the order of the pack, identical cards once."""
        return list(self._now()[1])

    def play(self, card: str) -> Position:
        """The position after a card of the seat to play, and after the draws and take-ups it forces."""
        table = Table(self)
        turn, legal = self._now(table)
        table.play(card if card in legal else self._meant(card, turn, legal))
        return self.after(table)

    def seat_to_play(self) -> int | None:
        """The number of the seat to play, None when the deal is over."""
        # Without the legal cards, which take longer.
        if self._turn is not None:
            return self._turn[0]
        return self.deal().turn

    def deal(self) -> Deal:
        """The position as the core sees it, for analysis: built when first asked for, not to be played on.

        Raises `PositionError` where the constructor was given what no deal can come to.
        """
        if self._deal is None:
            if not self._trusted:
                self._check()
            object.__setattr__(self, "_deal", Deal(self))
        assert self._deal is not None
        return self._deal

    def trusted(self) -> Position:
        """The position itself, not to be checked when it is asked about: for what was made of sound parts."""
        object.__setattr__(self, "_trusted", True)
        return self

    def _check(self) -> None:
        """Raise `PositionError` unless the fields, read and checked, give this position again."""
        try:
            same = Position.from_fields(self.fields(), self.rules) == self
            why = "" if same else "its fields are not sorted as Position.parse has them, or cannot be written"
        except (PositionError, TypeError) as error:
            why = str(error)
        if why:
            raise PositionError(f"no deal can come to this position: {why}")
        self.trusted()

    def _now(self, table: Table | None = None) -> tuple[int | None, tuple[str, ...]]:
        """Seat to play (its number) and its legal cards, asked once of a table that stands here."""
        if self._turn is None:
            object.__setattr__(self, "_turn", _turn_of(table or Table(self)))
        assert self._turn is not None
        return self._turn

    def _meant(self, text: str, turn: int | None, legal: Cards) -> str:
        card = read_card(text)
        if turn is None:
            raise PositionError(f"{card} cannot be played: the deal is over")
        if card not in legal:
            seat = self.seats[turn]
            why = "may not play it now" if card in self.hands[turn] else "does not hold it"
            raise PositionError(f"{card} cannot be played: {seat} {why}, legal are {' '.join(legal)}")
        return card

    def settled(self) -> Position:
        """The position after what is forced before the next card: who cannot follow draws or takes up."""
        if not self.trick or not self.rules.unequal:
            return self
        return self.after(Table(self))

    def after(self, table: Table) -> Position:
        """The position to which a table laid out from this one was played on; the core keeps cards sound, so
        nothing is checked again."""
        now = table.snapshot()
        options = self.options
        if left := {**now["options"], **self._left_behind(now)}:
            options = tuple(sorted({**dict(options), **left}.items(), key=itemgetter(0)))
        ranks = self.rules.under(options).ranks
        position = Position(
            game=self.game,
            rules=self.rules,
            seats=self.seats,
            hands=_sorted(self.hands, now["hands"], ranks),
            leader=self.seats[now["leader"]],
            trump=self.trump,
            trick=tuple([(self.seats[seat], card) for seat, card in now["trick"]]),
            taken=_sorted(self.taken, now["taken"], ranks),
            tricks_played=now["tricks_played"],
            pile=in_pack_order(now["pile"], ranks),
            widow=in_pack_order(now["widow"], ranks),
            stock=tuple(now["stock"]),
            options=options,
        )
        object.__setattr__(position, "_turn", _turn_of(table))
        return position.trusted()

    def _left_behind(self, now: Snapshot) -> dict[str, object]:
        """What must be known later and no card shows any more: who was dealt the Joker, who won first."""
        known, has = dict(self.options), self.rules.options
        left: dict[str, object] = {}
        if "joker-owner" in has and "joker-owner" not in known:
            holds = [JOKER in hand for hand in self.hands]
            if any(holds) and not any(JOKER in hand for hand in now["hands"]):
                left["joker-owner"] = self.seats[holds.index(True)]
        won = now["tricks_played"] and not now["pile"]  # not cancelled
        if "first-winner" in has and self.tricks_played == 0 and won:
            left["first-winner"] = self.seats[now["leader"]]
        return left

    # --- a value ----------------------------------------------------------------------------------------

    def _content(self) -> tuple[object, ...]:
        """All that makes two positions equal; rules come last, and are one object for a stock game."""
        return (
            self.hands, self.leader, self.trick, self.game, self.seats, self.trump, self.taken,
            self.tricks_played, self.pile, self.widow, self.stock, self.options, self.rules,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or (hash(self) == hash(other) and self._content() == other._content())

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(self._content()[:-1]))
        assert self._hash is not None
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in _VALUES}
        return _restored, (self.rules if self.rules.source else None, values, self._trusted)

    def __repr__(self) -> str:
        given: dict[str, object] = {name: getattr(self, name) for name in ("leader", "trump", "trick")}
        given["taken"] = {seat: cards for seat, cards in zip(self.seats, self.taken) if cards}
        given |= {name: getattr(self, name) for name in ("tricks_played", "pile", "widow", "stock")}
        given["options"] = dict(self.options)
        shown = "".join(f", {name}={value!r}" for name, value in given.items() if value)
        deal = write_deal(self.seats, self.hands)
        return f"Position.parse({deal!r}, game={self.game!r}, seats={' '.join(self.seats)!r}{shown})"


_VALUES = tuple(name for name in Position.__slots__ if not name.startswith("_") and name != "rules")


def _turn_of(table: Table) -> tuple[int | None, Cards]:
    """The seat to play (its number) and its legal cards."""
    turn = table.to_play()
    return turn, () if turn is None else tuple(table.legal())


def _restored(rules: Rules | None, values: dict[str, Any], trusted: bool) -> Position:
    """A pickled position again; None stands for the stock rules of its game."""
    position = Position(rules=load(values["game"]) if rules is None else rules, **values)
    return position.trusted() if trusted else position


def unplayable(position: Position) -> tuple[Fault, ...]:
    """Cards of the current trick that their players, by what they still hold, cannot have played."""
    return tuple(
        _unplayable(position, place)
        for place in range(len(position.trick))
        if not could_have_played(position, place)
    )


def _unplayable(position: Position, place: int) -> Fault:
    seat, card = position.trick[place]
    led = position.trick[0][1][0]
    hand = position.hands[position.seats.index(seat)]
    held = [other for other in hand if other[0] == led]
    if place and card[0] != led and held:
        why = f"{seat} still holds {' '.join(held)} and had to follow"
    else:
        why = f"by what {seat} still holds, {position.game} asks for another card"
    return Fault("trick", f"{card} in the trick cannot have been played: {why}")


def _sorted(before: tuple[Cards, ...], after: Sequence[Sequence[str]], ranks: str) -> tuple[Cards, ...]:
    """Heaps by seat in the order of the pack; one that has not changed stays the same tuple."""
    pairs = zip(before, map(tuple, after), strict=True)
    return tuple([old if old == new else in_pack_order(new, ranks) for old, new in pairs])

"""A position as somebody typed it: every field read on its own, what cannot be read noted as a fault.

PBN tags, JSON members and Python keywords all end here under the JSON names. A draft may still be nonsense at
the table (a card twice, a leader nobody knows); `checks` says so, and `Position` is built from what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from solver.model import notation
from solver.model.cards import COMPASS, DEFAULT_SEATS
from solver.model.errors import Fault, PositionError
from solver.model.notation import read_number
from solver.rules.files import load
from solver.rules.game import Rules


def _is_game(given: object, *names: object) -> bool:
    """Whether this names the game of one of these names, in any case."""
    return given in names or (isinstance(given, str) and given.strip().lower() in names)


Read = TypeVar("Read")
Missing = TypeVar("Missing")
Cards = tuple[str, ...]

FIELDS = (
    "game", "seats", "hands", "leader", "trump", "trick", "taken", "tricks_played", "pile", "stock", "widow",
    "options",
)  # fmt: skip


def close_match(name: str, known: Iterable[str]) -> str:
    """A question in brackets where a known name is near, else nothing."""
    near = get_close_matches(name, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


class Draft:
    """The fields of a position, read but not yet checked.

    `fields` maps the JSON names (and `deal`) to texts or plain values; None means not given. `overrides` are
    fields that stand in place of those: options key by key, `seats` as new names for the seats in their order
    (everything else in `fields` goes by the old ones). `lost` holds the names of fields that were given but
    could not be read: checks that rest on them are left out. `hidden` are the seats with hands not shown.
    """

    def __init__(
        self,
        fields: Mapping[str, object],
        house: Rules | None = None,
        overrides: Mapping[str, object] | None = None,
        faults: Iterable[Fault] = (),
    ) -> None:
        self.faults = list(faults)
        self.lost = {fault.field for fault in self.faults}
        self.hidden: frozenset[str] = frozenset()
        self._overrides = overrides or {}
        self._fields = {**fields, **self._overrides, "seats": fields.get("seats")}
        self._filed_options = fields.get("options")
        self.rules = self._game(house)
        self.game = self.rules.id if self.rules else ""
        self.seats: tuple[str, ...] = ()
        self.hands: tuple[Cards, ...] = ()
        self._table()
        self._known_as = self.seats  # what the seats are called in `fields`
        self._rename()
        self.leader = self._read("leader", self._leader, None)
        self.trump = self._read("trump", notation.read_trump, None)
        self.trick = self._seated(self._read("trick", notation.read_trick, ()))
        self.taken = self._read("taken", self._taken, ())
        self.pile = self._read("pile", notation.read_cards, ())
        self.stock = self._read("stock", notation.read_cards, ())
        self.widow = self._read("widow", notation.read_cards, ())
        unknown = None if any(cards for _, cards in self.taken) else 0
        self.tricks_played = self._read("tricks_played", read_number, unknown)
        self.options = self._options()

    def note(self, field: str, text: str) -> None:
        """Keep a fault of a field."""
        self.faults.append(Fault(field, text))

    def _read(self, field: str, reader: Callable[[object], Read], missing: Missing) -> Read | Missing:
        value = self._fields.get(field)
        if value is None:
            return missing
        try:
            return reader(value)
        except PositionError as error:
            for fault in error.faults or (Fault(field, str(error)),):
                self._lose(fault.field, fault.text)
                self.lost.add("hands" if field == "deal" else field)
            return missing

    def _lose(self, field: str, text: str) -> None:
        named = text.startswith(field.removesuffix("s"))
        self.note(field, text if named else f"{field}: {text}")
        self.lost.add("hands" if field == "deal" else field)

    def _game(self, house: Rules | None) -> Rules | None:
        game = self._fields.get("game")
        if house is not None and not isinstance(house, Rules):
            self.note("game", f"rules are what solver.rules.load_file reads, not {notation.kind_of(house)}")
            return None
        if house is not None and (game is None or _is_game(game, house.id, house.data.get("extends"))):
            return house
        if game is None:
            self.note("game", "no game is named: give one, such as hearts")
        elif not isinstance(game, str):
            self.note("game", f"game is a name such as hearts, not {notation.kind_of(game)}")
        elif house is not None:
            self.note("game", f"game {notation.quote(game)} is not the game of the house rules, {house.id}")
        else:
            try:
                return load(game)
            except PositionError as error:
                self.note("game", str(error))
        return None

    # --- seats and hands --------------------------------------------------------------------------------

    def _table(self) -> None:
        """Seats and hands, from a deal or from hands by seat."""
        self.seats = self._read("seats", notation.read_seats, ())
        if self._fields.get("hands") is None:
            if self._fields.get("deal") is None:
                self._no_hands()
            else:
                nobody: tuple[tuple[str, ...], tuple[Cards | None, ...]] = (self.seats, ())
                self.seats, hands = self._read("deal", self._deal, nobody)
                self._lay_out(hands)
        elif self._fields.get("deal") is not None:
            self._lose("hands", "a deal and hands are both given, where one is enough")
        else:
            self._hands_by_seat(self._fields["hands"])

    def _deal(self, deal: object) -> tuple[tuple[str, ...], tuple[Cards | None, ...]]:
        """Seats and hands of a deal; seats given with a deal that begins with one of them are its own."""
        if not self.seats and isinstance(deal, str):
            first = deal.partition(":")[0].strip()
            try:
                notation.seats_of_deal(deal)
            except PositionError:
                named = notation.read_seats(self._overrides.get("seats") or ())
                if notation.find_seat(first, named) is not None:
                    return notation.read_deal(deal, named)
        return notation.read_deal(deal, self.seats or None)

    def _lay_out(self, hands: Iterable[Cards | None]) -> None:
        """Take the hands of all seats, None for a hidden one."""
        dealt = tuple(hands)
        self.hands = tuple([hand or () for hand in dealt])
        self.hidden = frozenset([seat for seat, hand in zip(self.seats, dealt) if hand is None])

    def _rename(self) -> None:
        """Call the seats by the names among the overrides."""
        if (value := self._overrides.get("seats")) is None:
            return
        try:
            names = notation.read_seats(value)
        except PositionError as error:
            self._lose("seats", str(error))
            return
        if self.seats and len(names) != len(self.seats):
            here = f"{len(self.seats)} ({notation.listed(self.seats)})"
            self._lose("seats", f"{len(names)} seats are named where the position has {here}")
            return
        hidden = [seat in self.hidden for seat in self.seats]
        self.seats = names
        self.hidden = frozenset([seat for seat, unseen in zip(names, hidden) if unseen])

    def seat_named(self, name: str, overridden: bool = False) -> str:
        """The seat that a name in the fields (or the overrides) means; an unknown name stays as it is."""
        at = notation.find_seat(name, self.seats if overridden else self._known_as)
        return name if at is None or at >= len(self.seats) else self.seats[at]

    def _leader(self, value: object) -> str:
        return self.seat_named(notation.read_seat(value), "leader" in self._overrides)

    def _taken(self, value: object) -> tuple[tuple[str, Cards], ...]:
        overridden = "taken" in self._overrides
        return tuple((self.seat_named(seat, overridden), cards) for seat, cards in notation.read_taken(value))

    def _no_hands(self) -> None:
        self.note("hands", "no hands are given: a deal reads A:AK8.J65.K4.73 ..., seat by seat")
        self.lost.add("hands")

    def _hands_by_seat(self, hands: object) -> None:
        if not isinstance(hands, Mapping):
            self._lose(
                "hands",
                f'an object such as {{"A": ["SA", "H2"], ...}} is wanted, not {notation.kind_of(hands)}',
            )
            return
        if not hands:
            self._no_hands()
        elif not self.seats:
            self.seats = self._seats_of(tuple(map(str, hands)))
        by_seat: dict[str, object] = {}
        for name, hand in hands.items():
            at = notation.find_seat(name, self.seats)
            if at is not None and self.seats[at] not in by_seat:
                by_seat[self.seats[at]] = hand
            elif self.seats:
                seats = notation.listed(self.seats)
                why = f"is not one of {seats}" if at is None else "is given two hands"
                self._lose("hands", f"seat {notation.quote(name)} {why}")
        self._lay_out([self._hand(seat, by_seat.get(seat)) for seat in self.seats])

    def _seats_of(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """The order of play where only names are given: it is known for the default names."""
        for known in (COMPASS, DEFAULT_SEATS.get(len(given), ())):
            if {name.casefold() for name in known} == {name.strip().casefold() for name in given}:
                return known
        if len(given) == 1:
            return given
        named = notation.listed(given)
        self.note("seats", f'seats: the order of {named} is not known: name them in order, such as "A Y B Z"')
        self.lost.add("hands")
        return ()

    def _hand(self, seat: str, hand: object) -> Cards | None:
        if hand is None or (isinstance(hand, str) and hand.strip() == "-"):
            return None
        try:
            return notation.read_hand(hand)
        except PositionError as error:
            self._lose("hands", f"hand of {seat}: {error}")
            return ()

    @property
    def remark(self) -> str:
        """Where the seats were not named: how many hands were read, if that is not the usual number."""
        rules, number = self.rules, len(self.seats)
        named = self._fields.get("seats") is not None or "seats" in self._overrides
        if named or rules is None or number == rules.usual_seats:
            return ""
        return f"{number} hands were read, so {number} play; {rules.id} is usually for {rules.usual_seats}"

    # --- the trick and the options ----------------------------------------------------------------------

    def _seated(self, items: tuple[notation.Played, ...]) -> tuple[tuple[str, str], ...]:
        """Each card of the trick with its seat: the one named, else the next after the seat before."""
        if not items or not self.seats:
            return ()
        if self.leader is None and "leader" not in self.lost:
            first = items[0][0]
            self.leader = None if first is None else self.seat_named(first)
        if self.leader not in self.seats:
            self.lost.add("trick")  # the leader's own fault is reported elsewhere
            return ()
        turn = self.seats.index(self.leader)
        trick: list[tuple[str, str]] = []
        for named, card in items:
            named = None if named is None else self.seat_named(named)
            if named is not None and named not in self.seats:
                seats = notation.listed(self.seats)
                self._lose("trick", f"seat {notation.quote(named)} is not one of {seats}")
                return ()
            turn = turn if named is None else self.seats.index(named)
            trick.append((self.seats[turn], card))
            turn = (turn + 1) % len(self.seats)
        return tuple(trick)

    def _options(self) -> tuple[tuple[str, object], ...]:
        """Options as the rules read them, by name; those among the overrides come last."""
        chosen: dict[str, object] = {}
        for given, overridden in ((self._filed_options, False), (self._overrides.get("options"), True)):
            for name, value in self._read_options(given).items():
                if self.rules is None or value is None:
                    continue
                try:
                    read = self.rules.read_option(name, value)
                    chosen[name] = self._with_seats(self.rules.options[name].kind, read, overridden)
                except PositionError as error:
                    self.note("options", str(error))
        return tuple(sorted(chosen.items()))

    def _read_options(self, given: object) -> dict[str, object]:
        try:
            return {} if given is None else notation.read_options(given)
        except PositionError as error:
            self._lose("options", str(error))
            return {}

    def _with_seats(self, kind: str, value: object, overridden: bool) -> object:
        """An option's value with the seats that it names called as they are at the table."""
        if kind == "seat":
            return self.seat_named(str(value), overridden)
        if kind != "numbers" or not isinstance(value, tuple):
            return value
        numbers = {self.seat_named(seat, overridden): number for seat, number in value}
        if len(numbers) < len(value):
            raise PositionError("a seat is given twice in different case")
        return tuple(sorted(numbers.items()))

"""A position as somebody typed it: every field read on its own, what cannot be read noted as a fault.

PBN tags, JSON members and Python keywords all end here under the JSON names. A draft may still be nonsense at
the table (a card twice, a leader nobody knows); `faults` says so, and `Position` is built from what is left.
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

    `fields` maps the JSON names (and `deal`) to texts or plain values; None means not given. `lost` holds the
    names of fields that were given but could not be read: checks that rest on them are left out.
    """

    def __init__(self, fields: Mapping[str, object], house: Rules | None = None) -> None:
        self.faults: list[Fault] = []
        self.lost: set[str] = set()
        self._fields = fields
        self.rules = self._game(house)
        self.game = self.rules.id if self.rules else ""
        self.seats: tuple[str, ...] = ()
        self.hands: tuple[Cards, ...] = ()
        self._table()
        self.leader = self._read("leader", notation.read_seat, None)
        self.trump = self._read("trump", notation.read_trump, None)
        self.trick = self._seated(self._read("trick", notation.read_trick, ()))
        self.taken = self._read("taken", notation.read_taken, ())
        self.pile = self._read("pile", notation.read_cards, ())
        self.stock = self._read("stock", notation.read_cards, ())
        self.widow = self._read("widow", notation.read_cards, ())
        unknown = None if any(cards for _, cards in self.taken) else 0
        self.tricks_played = self._read("tricks_played", lambda value: read_number(value, "it"), unknown)
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
            self._lose(field, str(error))
            return missing

    def _lose(self, field: str, text: str) -> None:
        self.note(field, f"{field}: {text}")
        self.lost.add("hands" if field == "deal" else field)

    def _game(self, house: Rules | None) -> Rules | None:
        game = self._fields.get("game")
        if house is not None and not isinstance(house, Rules):
            self.note("game", f"rules are what solver.rules.load_file reads, not {notation.kind_of(house)}")
            return None
        if house is not None and game in (None, house.id, house.data.get("extends")):
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
                seats = self.seats or None
                table = self._read("deal", lambda deal: notation.read_deal(deal, seats), (self.seats, ()))
                self.seats, self.hands = table
        elif self._fields.get("deal") is not None:
            self._lose("hands", "a deal and hands are both given, where one is enough")
        else:
            self._hands_by_seat(self._fields["hands"])

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
        for seat in hands:
            if self.seats and seat not in self.seats:
                self._lose("hands", f"seat {notation.quote(seat)} is not one of {' '.join(self.seats)}")
        self.hands = tuple(self._hand(seat, hands.get(seat, ())) for seat in self.seats)

    def _seats_of(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """The order of play where only names are given: it is known for the default names."""
        for known in (COMPASS, DEFAULT_SEATS.get(len(given), ())):
            if set(known) == set(given):
                return known
        if len(given) == 1:
            return given
        self._lose("hands", f"the order of the seats {' '.join(given)} is not known: name them in seats")
        return ()

    def _hand(self, seat: str, hand: object) -> Cards:
        try:
            return notation.read_hand(hand)
        except PositionError as error:
            self._lose("hands", f"hand of {seat}: {error}")
            return ()

    # --- the trick and the options ----------------------------------------------------------------------

    def _seated(self, items: tuple[notation.Played, ...]) -> tuple[tuple[str, str], ...]:
        """Each card of the trick with its seat: the one named, else the next after the seat before."""
        if not items or not self.seats:
            return ()
        if self.leader is None and "leader" not in self.lost:
            self.leader = items[0][0]
        if self.leader not in self.seats:
            self.lost.add("trick")  # the leader's own fault is told elsewhere
            return ()
        turn = self.seats.index(self.leader)
        trick: list[tuple[str, str]] = []
        for named, card in items:
            if named is not None and named not in self.seats:
                self._lose("trick", f"seat {notation.quote(named)} is not one of {' '.join(self.seats)}")
                return ()
            turn = turn if named is None else self.seats.index(named)
            trick.append((self.seats[turn], card))
            turn = (turn + 1) % len(self.seats)
        return tuple(trick)

    def _options(self) -> tuple[tuple[str, object], ...]:
        """Options as the rules read them, by name."""
        chosen: dict[str, object] = {}
        none: dict[str, object] = {}
        for name, value in self._read("options", notation.read_options, none).items():
            if self.rules is None or value is None:
                continue
            try:
                chosen[name] = self.rules.read_option(name, value)
            except PositionError as error:
                self.note("options", str(error))
        return tuple(sorted(chosen.items()))

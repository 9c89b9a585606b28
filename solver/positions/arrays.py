"""Many positions as one NumPy array, without an object for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from solver.core.rows import Grouped, RowDeals, Variant, group
from solver.core.slots import whole_pack
from solver.model.cards import CARD_BITS, NO_CARD, SUITS
from solver.model.errors import Fault, PositionError
from solver.model.notation import is_number, kind_of, without_numpy
from solver.positions import array_checks as checks
from solver.positions import array_rows, parquet
from solver.positions.array_fields import (
    blank,
    field_of,
)
from solver.positions.generate import Dealer, longest_hand, read_options, seats_for
from solver.positions.position import Position
from solver.positions.random_deals import BLOCK, deals_whole, played_block, whole_block
from solver.rules.files import load
from solver.rules.game import Rules
from solver.rules.options import Options

MOST_FAULTS = 5  # named in one error
LONG_SUITS = "more than sixteen cards of a suit are in play"
CHUNK = 4096  # positions that are turned into objects together


class Positions(Sequence[Position]):
    """Positions of one game and one table in a structured NumPy array, checked as a `Position` is.

    `positions[i]` is a `Position`; slices, masks and arrays of indices give `Positions`. Like positions
    they are values: `array` cannot be written to.

    **The array.** Cards are numbers, 16 * suit + rank: suits S H D C from 0, ranks from 2 = 0 to A = 12, the
    Joker 13 among the hearts (29), whatever the trump and the ranking of the game. A set of cards is a `u8`
    (64 bits without sign) with the bit of each card. A heap of cards is as many sets as the packs have
    copies of a card: set c holds the cards of which more than c copies are there, so one pack has one set.
    Seats are numbers in the order of `seats`. The fields, with n seats and k copies:

    ==================  ================  ==================================================================
    `hands`, `taken`    `u8`, (n, k)      a heap a seat
    `pile`, `widow`     `u8`, (k,)        a heap
    `stock`             `u1`, (m,)        cards in the order of drawing, 255 from its end on; m is the size of
                                          the pack where the game has a stock, else 0
    `trick_seat`        `u1`, (n,)        the trick on the table in the order of play: seats,
    `trick_card`        `u1`, (n,)        and their cards; 255 from its end on
    `leader`            `i1`              the seat that led the trick or is to lead
    `trump`             `i1`              the suit, -1 for none
    `tricks_played`     `i2`              -1 where it is not known; with nothing taken that is read as 0
    ==================  ================  ==================================================================

    and one for each option of the game in alphabetical order, with `_` for `-` in its name, of a type for
    the kind of the option (`rules.options[name].kind`):

    ==================  ================  ==================================================================
    yes-no              `i1`              0 no, 1 yes; -1 not given
    number              `i4`              -1 not given
    seat                `i1`              its number; -1 not given
    suit                `i1`              its number; -1 not given
    choice              `i1`              the place in `rules.options[name].choices`; -1 not given
    card                `u1`              its number; 255 not given
    cards               `u8`, (k,)        a heap (Cinch's `discards`); empty: not given
    numbers             `i4`, (n,)        a number a seat; -1 not given for that seat
    ==================  ================  ==================================================================

    Numbers are in the machine's byte order, fields aligned as in C. `Positions.blank` gives an array to fill
    in, which `Positions.from_array` checks; the order and padding of its fields do not matter there.
    """

    array: NDArray[Any]
    rules: Rules
    seats: tuple[str, ...]

    def __init__(
        self, array: NDArray[Any], rules: Rules, seats: tuple[str, ...], *, sound: bool = False
    ) -> None:
        """For code that holds an array in its usual form; `from_array` checks that, and every row.

        Rows that are not known to be `sound` are checked when they are first asked about.
        """
        array.flags.writeable = False
        self.array = array
        self.rules = rules
        self.seats = seats
        self._sound = sound

    # --- making them ------------------------------------------------------------------------------------

    @classmethod
    def random(
        cls,
        game: str | Rules,
        n: int,
        cards: int | None = None,
        seats: int | str | Sequence[str] | None = None,
        rng: int | np.random.Generator = 0,
        *,
        trump: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Positions:
        """`n` random positions: whole deals, or with `cards` as `generate` makes them.

        Trump (a suit or "NT") and leader are random where the game leaves them open and `trump` does not say;
        `options` are in force from the deal on. Deal i of a seed `rng` is the same for
        every `n` and on every machine; a generator is asked for a seed. Where a whole deal holds more of a
        suit than the program takes, hands are as long as fit and tricks have been played before.
        """
        rules = _rules_of(game)
        names = seats_for(rules, seats)
        seed = _seed(rng)
        n, cards = without_numpy(n), without_numpy(cards)
        if not is_number(n, int) or n < 0:
            raise PositionError(f"n: a number of positions, not {n!r}")
        if cards is not None and not is_number(cards, int):
            raise PositionError(f"cards: how many the leader holds, not {kind_of(cards)}")
        whole = deals_whole(rules, len(names), cards)
        size = longest_hand(rules, len(names)) if cards is None else cards
        dealer = Dealer(rules, names, size, trump, None, read_options(rules, names, options))
        if whole:
            blocks = [whole_block(dealer, seed, block) for block in range(-(-n // BLOCK))]
            array = np.concatenate([blank(rules, len(names), 0), *blocks])[:n]
            return cls(np.ascontiguousarray(array), rules, names, sound=True)
        made: list[Position] = []
        for block in range(-(-n // BLOCK)):
            made += played_block(dealer, seed, block, min(BLOCK, n - len(made)))
        return cls(array_rows.fill(made, rules, names), rules, names, sound=True)

    @classmethod
    def of(cls, positions: Iterable[Position]) -> Positions:
        """The same positions; all of one game (and rules) and with the same seats.

        Raises `PositionError` with the index of one that does not fit in. Lists of cards that are in no order
        (Cinch's discards) come back in the order of the pack.
        """
        if not isinstance(positions, Iterable):
            raise PositionError(f"positions: several, such as a list, not {kind_of(positions)}")
        listed = list(positions)
        if not listed:
            raise PositionError("positions: at least one is needed to know the game; blank(game, 0) has none")
        for place, position in enumerate(listed):
            if not isinstance(position, Position):
                raise PositionError(f"position {place}: a Position, not {kind_of(position)}")
        first = listed[0]
        for place, position in enumerate(listed):
            _check_sound(place, position)
            if position.rules != first.rules or position.seats != first.seats:
                text = f"{position.game} with {' '.join(position.seats)}"
                all_of = f"{first.game} with {' '.join(first.seats)}"
                raise PositionError(f"position {place}: {text}, where those before are {all_of}")
        return cls(array_rows.fill(listed, first.rules, first.seats), first.rules, first.seats, sound=True)

    @classmethod
    def from_array(
        cls,
        array: NDArray[Any],
        game: str | Rules,
        seats: str | Sequence[str] | None = None,
    ) -> Positions:
        """Check an array and copy it. `game` is a name or house rules, `seats` their names if not the usual.

        Raises `PositionError` with the index of the first positions that are not sound and what is wrong.
        Options left out of the array's fields are not given.
        """
        positions, faulty = cls._checked(array, game, seats)
        if faulty.any():
            raise positions.complaint(np.flatnonzero(faulty))
        return positions

    @classmethod
    def sorted_out(
        cls,
        array: NDArray[Any],
        game: str | Rules,
        seats: str | Sequence[str] | None = None,
    ) -> tuple[Positions, dict[int, str]]:
        """The sound positions of an array, and by index what is wrong with each of the others.

        Raises `PositionError` only where it is no array of positions of the game.
        """
        try:
            positions, faulty = cls._checked(array, game, seats)
        except PositionError:
            if len(array) < 2:
                raise
            return cls._one_by_one(array, game, seats)
        wrong = {row: positions.fault_of(row) for row in np.flatnonzero(faulty).tolist()}
        return positions[~faulty] if wrong else positions, wrong

    @classmethod
    def _one_by_one(
        cls, array: NDArray[Any], game: str | Rules, seats: str | Sequence[str] | None
    ) -> tuple[Positions, dict[int, str]]:
        """`sorted_out` where a row holds a number for which its field has no room."""
        rules = _rules_of(game)
        names = checks.check_form(array, rules, seats)
        sound, wrong = [checks.copy_rows(array[:0], rules, len(names))], {}
        for row in range(len(array)):
            try:
                sound.append(cls.from_array(array[row : row + 1], rules, names).array)
            except PositionError as error:
                wrong[row] = str(error).removeprefix("position 0: ")
        return cls(np.concatenate(sound), rules, names, sound=True), wrong

    @classmethod
    def _checked(
        cls, array: NDArray[Any], game: str | Rules, seats: str | Sequence[str] | None
    ) -> tuple[Positions, NDArray[np.bool_]]:
        """All rows, and which of them are at fault."""
        rules = _rules_of(game)
        names = checks.check_form(array, rules, seats)
        positions = cls(checks.copy_rows(array, rules, len(names)), rules, names, sound=True)
        faulty = ~checks.readable(positions.array, rules, len(names))
        positions._mark(faulty, lambda rows: checks.faulty(rows.array, rules, len(names), rows.must_lead()))
        positions._mark(faulty, lambda rows: rows.unplayable())
        return positions, faulty

    @classmethod
    def from_parquet(cls, path: str | Path) -> Positions:
        """Read what `to_parquet` wrote, checked as `from_array` does; other columns are passed over.

        Raises `PositionError` with the file and what is wrong with it, or the first positions at fault.
        """
        source = str(_named(path))
        file = parquet.opened(source, source)
        metadata = file.schema_arrow.metadata
        if not parquet.holds_positions(metadata):
            raise PositionError(f"{source}: is not a file that Positions.to_parquet wrote")
        table = parquet.table_of(metadata, source)
        columns = parquet.columns_of(file.schema_arrow, table)
        parts = [
            parquet.to_array(batch, table, source)
            for batch in parquet.batches(file, parquet.AT_ONCE, columns, source)
        ]
        array = np.concatenate(parts) if parts else blank(table.rules, len(table.seats), 0)
        try:
            return cls.from_array(array, table.rules, table.seats)
        except PositionError as error:
            raise PositionError(f"{source}: {error}", error.faults) from None

    def to_parquet(self, path: str | Path) -> None:
        """Write the array as a Parquet file, a column a field (extra `openhand[data]`).

        Fields of several numbers are lists; game, house rules and seats stand in the file's metadata.
        """
        parquet.write(self.array, parquet.Table(self.rules, self.seats), _named(path))

    def check(self) -> None:
        """Raise `PositionError` with the index of rows that no deal can come to."""
        if self._sound:
            return
        _, faulty = self._checked(self.array, self.rules, self.seats)
        if faulty.any():
            raise self.complaint(np.flatnonzero(faulty))
        self._sound = True

    def _mark(self, faulty: NDArray[np.bool_], find: Callable[[Positions], NDArray[np.bool_]]) -> None:
        """Mark those at fault of the rows that are not marked yet."""
        rest = np.flatnonzero(~faulty)
        if len(rest):
            faulty[rest] = find(self[rest])

    def unplayable(self) -> NDArray[np.bool_]:
        """The rows whose trick cannot have been played, by what its players still hold."""
        faulty, long = np.zeros(len(self), np.bool_), self.long
        short = np.flatnonzero(~long)
        if len(short):
            faulty[short] = ~self[short].deals.playable()
        for row in np.flatnonzero(long).tolist():
            faulty[row] = self.fault_of(row) != ""
        return faulty

    @cached_property
    def long(self) -> NDArray[np.bool_]:
        """The rows with more of a suit in play than the core holds: each is asked about as a `Position`."""
        found = np.zeros(len(self), np.bool_)
        for number, (rules, trump) in enumerate(self._variants):
            if whole_pack(rules, trump, len(self.seats)) is None:
                lanes = [_set_of(rules.lane(suit, trump)) for suit in SUITS]
                rows = np.flatnonzero(self.variants.group == number)
                found[rows] = checks.too_long(self.array[rows], lanes)
        return found

    def must_lead(self) -> NDArray[np.uint8]:
        """The card of each row that its rules have led to the first trick, 255 for none."""
        cards = [variant.rules.lead_card for variant in self._variants]
        codes = np.array([CARD_BITS[card] if card else NO_CARD for card in cards], np.uint8)
        return codes[self.variants.group]

    @staticmethod
    def blank(game: str | Rules, n: int, seats: int | str | Sequence[str] | None = None) -> NDArray[Any]:
        """An array of `n` rows to fill in: no cards, no trick, no options, leader 0, trump none."""
        rules = _rules_of(game)
        return blank(rules, len(seats_for(rules, seats)), n)

    def complaint(self, faulty: NDArray[np.intp]) -> PositionError:
        """The error that names these rows, the first few with what is wrong with them."""
        shown = [
            Fault(str(row), f"position {row}: {self.fault_of(int(row))}") for row in faulty[:MOST_FAULTS]
        ]
        more = len(faulty) - len(shown)
        text = "; ".join(fault.text for fault in shown) + (f"; and {more} more are not sound" if more else "")
        return PositionError(text, tuple(shown))

    def fault_of(self, row: int) -> str:
        """What is wrong with a row, as `Position` says it; nothing where it is sound."""
        try:
            Position.from_fields(self.fields_of(row), self.rules)
        except PositionError as error:
            return str(error)
        return ""

    # --- a sequence -------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.id

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | Sequence[int]) -> Positions: ...
    def __getitem__(self, index: int | slice | NDArray[Any] | Sequence[int]) -> Position | Positions:
        if isinstance(index, (int, np.integer)):
            return self._position(array_rows.row_of(self.array, range(len(self))[int(index)]))
        if not isinstance(index, slice):
            index = np.asarray(index)
            index = index if index.size or index.ndim != 1 else index.astype(np.intp)  # an empty list
        array = self.array[index]
        return Positions(array, self.rules, self.seats, sound=self._sound)

    def __iter__(self) -> Iterator[Position]:
        for start in range(0, len(self), CHUNK):
            chunk = self.array[start : start + CHUNK]
            names = chunk.dtype.names or ()
            for values in zip(*(chunk[name].tolist() for name in names), strict=True):
                yield self._position(dict(zip(names, values, strict=True)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return (
            self.rules == other.rules
            and self.seats == other.seats
            and len(self) == len(other)
            and all(
                np.array_equal(self.array[name], other.array[name]) for name in self.array.dtype.names or ()
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Positions: {len(self)} of {self.game}, seats {' '.join(self.seats)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.array.copy(), self.rules, self.seats, self._sound)

    def fields_of(self, index: int) -> dict[str, object]:
        """A row as `Position.from_fields` takes it; `PositionError` for codes that stand for nothing."""
        return array_rows.fields_of(array_rows.row_of(self.array, index), self.rules, self.seats)

    def _position(self, row: array_rows.Row) -> Position:
        """A sound row as a position."""
        position = array_rows.position_of(row, self.rules, self.seats)
        return (position.trusted() if self._sound else position).settled()

    # --- for the core -----------------------------------------------------------------------------------

    @cached_property
    def variants(self) -> Grouped:
        """Rows with the same trump and the same options."""
        return variants_of(self.array, self.rules)

    @cached_property
    def chosen(self) -> list[Options]:
        """The options of each of the `variants`."""
        return [
            array_rows.options_of(array_rows.row_of(self.array, row), self.rules, self.seats)
            for row in self.variants.first.tolist()
        ]

    @cached_property
    def _variants(self) -> list[Variant]:
        trumps = self.array["trump"][self.variants.first].tolist()
        return [
            Variant(self.rules.under(options), array_rows.suit_of(trump))
            for options, trump in zip(self.chosen, trumps, strict=True)
        ]

    @property
    def ruled(self) -> list[Rules]:
        """The rules of each of the `variants`, as its options make them."""
        return [variant.rules for variant in self._variants]

    @property
    def trumps(self) -> list[str | None]:
        """The trump of each of the `variants`."""
        return [variant.trump for variant in self._variants]

    @property
    def pointed(self) -> list[Mapping[str, int]]:
        """The cards that bring or cost points in each of the `variants`, and how many."""
        return [variant.rules.card_points(variant.trump) for variant in self._variants]

    @cached_property
    def deals(self) -> RowDeals:
        """The rows as the core sees them; `PositionError` with the index of those that are not sound, or that
        are too `long` for the core."""
        self.check()
        if self.long.any():
            raise PositionError(f"position {np.flatnonzero(self.long)[0]}: {LONG_SUITS}")
        return RowDeals(self.array, self._variants, self.variants.group, len(self.seats))


def _restored(array: NDArray[Any], rules: Rules, seats: tuple[str, ...], sound: bool) -> Positions:
    """Pickled positions again."""
    return Positions(array, rules, seats, sound=sound)


def variants_of(array: NDArray[Any], rules: Rules) -> Grouped:
    """Rows with the same trump and the same options."""
    columns = [array["trump"]]
    for name in rules.options:
        column = array[field_of(name)]
        columns += list(column.reshape(len(array), math.prod(column.shape[1:])).T)
    return group(columns, len(array))


def _set_of(cards: Iterable[str]) -> np.uint64:
    return np.uint64(sum({1 << CARD_BITS[card] for card in cards}))


def _rules_of(game: str | Rules) -> Rules:
    if isinstance(game, Rules):
        return game
    if not isinstance(game, str):
        raise PositionError(f"game is a name such as hearts, not {kind_of(game)}")
    return load(game)


def check_rng(rng: object) -> None:
    """Raise `PositionError` unless it is what draws: a seed, or a generator of NumPy's."""
    seed = isinstance(rng, (int, np.integer)) and not isinstance(rng, bool) and rng >= 0
    if not seed and not isinstance(rng, np.random.Generator):
        raise PositionError(f"rng: a seed (a whole number from 0) or a NumPy generator, not {rng!r}")


def _seed(rng: int | np.random.Generator) -> int:
    check_rng(rng)
    return int(rng.integers(1 << 63)) if isinstance(rng, np.random.Generator) else int(rng)


def _named(path: object) -> Path:
    """The path of a file; `PositionError` for what names none."""
    if not isinstance(path, (str, PathLike)):
        raise PositionError(f"path: a text or a Path, not {kind_of(path)}")
    return Path(path)


def _check_sound(place: int, position: Position) -> None:
    """Raise `PositionError` with the place of a position that no deal can come to."""
    try:
        position.deal()
    except PositionError as error:
        raise PositionError(f"position {place}: {error}") from None

"""What somebody says of hidden hands: sizes, voids, cards held or lacking, lengths, dead cards.

Texts and mappings are read here, without a game; `Fact` is what a view makes of them: how many of some cards
lie in a place. All facts speak of the cards in hand now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from solver.model.errors import PositionError
from solver.model.notation import (
    counted,
    find_seat,
    kind_of,
    quote,
    read_cards,
    read_number,
    read_taken,
    write_cards,
)

Read = TypeVar("Read")
KINDS = ("size", "void", "holds", "lacks", "length", "dead")
DEAD, STOCK, WIDOW = "dead", "stock", "widow"
HEAPS = (STOCK, WIDOW, DEAD)  # places that are no hand
_SUIT_SIGNS = {**{suit: suit for suit in "SHDCT"}, "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_RANGE = re.compile(r"([0-9]{1,3})?(?:(-)([0-9]{1,3})?|(\+))?")


class Fact(NamedTuple):
    """At least `low` and at most `high` of these cards lie in a place; `said` is how it was given."""

    place: str
    cards: frozenset[str]
    low: int
    high: int
    said: str


@dataclass(frozen=True)
class Void:
    """A place has none of a suit (`T` is the trump suit)."""

    place: str
    suit: str


@dataclass(frozen=True)
class Length:
    """A place has at least `low` and at most `high` cards of a suit (None: any number)."""

    place: str
    suit: str
    low: int
    high: int | None

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True)
class Cards:
    """A place holds these cards (a card twice: two copies), or lacks every copy of them."""

    place: str
    cards: tuple[str, ...]
    held: bool


Said = Void | Length | Cards


@dataclass(frozen=True)
class Known:
    """All that is said of the hidden cards of a position, in the order in which it counts."""

    sizes: Mapping[str, int]
    said: tuple[Said, ...] = ()
    dead: tuple[str, ...] = ()

    def __add__(self, other: Known) -> Known:
        """Both together; where both give a size the other's stands."""
        return Known({**self.sizes, **other.sizes}, self.said + other.said, self.dead + other.dead)


NOTHING_KNOWN = Known({})


def read_known(value: object) -> Known:
    """What is known, as a mapping of the kinds, or as PBN has it: `void=Y:HD Z:S holds=Y:SQ`."""
    given = dict(_kinds_of(value)) if isinstance(value, str) else value
    if not isinstance(given, Mapping):
        raise PositionError(f'known is an object or a text such as "void=Y:HD", not {kind_of(value)}')
    for kind in given:
        if kind not in KINDS:
            raise PositionError(f"known has no {quote(kind)}: there are {', '.join(KINDS)}")
    readers = {"void": _voids, "holds": _held, "lacks": _lacking, "length": _lengths}
    found = {kind: given[kind] for kind in KINDS if given.get(kind) is not None}
    said: list[Said] = []
    for kind, reader in readers.items():
        if kind in found:
            said += _named(kind, reader, found[kind])
    sizes = dict(_named("size", _sizes, found["size"])) if "size" in found else {}
    dead = tuple(_named("dead", read_cards, found["dead"])) if "dead" in found else ()
    return Known(sizes, tuple(said), dead)


def _named(kind: str, reader: Callable[[object], Iterable[Read]], value: object) -> list[Read]:
    """What a reader finds, its complaint headed by the kind of fact."""
    try:
        return list(reader(value))
    except PositionError as error:
        raise PositionError(f"{kind}: {error}") from None


def _kinds_of(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a PBN value by kind; a kind may come again, and a part without one belongs to the last."""
    parts: dict[str, list[str]] = {}
    kind = ""
    for token in text.split():
        name, equals, value = token.partition("=")
        if equals and name in KINDS:
            kind, token = name, value
        if not kind:
            raise PositionError(f"known: {quote(token)} is none of {', '.join(KINDS)}, such as void=Y:HD")
        parts.setdefault(kind, []).append(token)
    return ((kind, " ".join(tokens)) for kind, tokens in parts.items())


# --- one kind after another -----------------------------------------------------------------------------


def _by_place(value: object, form: str) -> Iterator[tuple[str, object]]:
    """Place and what is said of it, from `Y:HD Z:S` or an object."""
    if isinstance(value, Mapping):
        yield from ((str(place).strip(), said) for place, said in value.items())
        return
    if not isinstance(value, str):
        raise PositionError(f"an object or a text such as {quote(form)}, not {kind_of(value)}")
    for token in value.split():
        place, colon, said = token.rpartition(":")
        if not (place and colon):
            raise PositionError(f"{quote(token)} is not of the form {form}")
        yield place, said


def _voids(value: object) -> Iterator[Said]:
    for place, suits in _by_place(value, "Y:HD"):
        signs = suits if isinstance(suits, str | Sequence) else None
        if signs is None:
            raise PositionError(f"{place}: suits such as HD, not {kind_of(suits)}")
        for sign in signs:
            if sign not in (" ", ","):
                yield Void(place, _suit(sign))


def _suit(sign: object) -> str:
    suit = _SUIT_SIGNS.get(sign.upper()) if isinstance(sign, str) else None
    if suit is None:
        shown = quote(sign) if isinstance(sign, str) else kind_of(sign)
        raise PositionError(f"{shown} is not a suit: S H D C, or T for trumps")
    return suit


def _held(value: object) -> Iterator[Said]:
    for place, cards in read_taken(value):
        yield Cards(place, cards, held=True)


def _lacking(value: object) -> Iterator[Said]:
    for place, cards in read_taken(value):
        yield Cards(place, cards, held=False)


def _lengths(value: object) -> Iterator[Said]:
    for place, said in _by_place(value, "Y:H=2-4"):
        if isinstance(said, Mapping):
            pairs = [(suit, length) for suit, length in said.items()]
        elif isinstance(said, str):
            pairs = [_pair(part) for part in said.replace(",", " ").split()]
        else:
            raise PositionError(f"{place}: a length such as H=2-4, not {kind_of(said)}")
        for suit, length in pairs:
            yield _length(place, _suit(suit), length)


def _pair(part: str) -> tuple[str, str]:
    suit, equals, length = part.partition("=")
    if not equals:
        raise PositionError(f"{quote(part)} is not of the form H=2-4")
    return suit, length


def _length(place: str, suit: str, value: object) -> Length:
    """`3`, `2-4`, `4+`, `-2`, or a number."""
    text = value.strip() if isinstance(value, str) else str(value) if isinstance(value, int) else ""
    found = _RANGE.fullmatch(text)
    if not text or found is None or text == "-" or (found[1] is None and found[4]):
        shown = quote(value) if isinstance(value, str) else kind_of(value)
        raise PositionError(f"{shown} is not a length: 3, 2-4, 4+ or -2")
    low = int(found[1] or 0)
    high = low if not (found[2] or found[4]) else int(found[3]) if found[3] else None
    if high is not None and high < low:
        raise PositionError(f"{quote(text)}: {low} is more than {high}")
    return Length(place, suit, low, high)


def _sizes(value: object) -> Iterator[tuple[str, int]]:
    if isinstance(value, Mapping):
        pairs = [(str(place), size) for place, size in value.items()]
    elif isinstance(value, str):
        pairs = [_size_pair(token) for token in value.replace(",", " ").split()]
    else:
        raise PositionError(f'an object or a text such as "Y=8 stock=13", not {kind_of(value)}')
    for place, size in pairs:
        yield place, read_number(size, place)


def _size_pair(token: str) -> tuple[str, object]:
    place, equals, size = token.rpartition("=")
    if not (place and equals):
        raise PositionError(f"{quote(token)} is not of the form Y=8")
    return place, size


# --- from what is said to facts -------------------------------------------------------------------------


def place_named(name: str, seats: Sequence[str], said: str) -> str:
    """The seat or heap that is meant, whatever its case; `said` is what it is named in."""
    places = (*seats, *HEAPS)
    at = find_seat(name, places)
    if at is None:
        known = ", ".join(sorted(places))
        raise PositionError(
            f"{said}: {quote(name)} is not a seat, nor stock, widow or dead: there are {known}"
        )
    return places[at]


def sizes_by_place(known: Known, seats: Sequence[str]) -> dict[str, int]:
    """The sizes that are said, by the places' own names."""
    return {place_named(name, seats, f"size {name}={size}"): size for name, size in known.sizes.items()}


def check_seen_size(sizes: Mapping[str, int], place: str, *held: int) -> None:
    """Raise `PositionError` where another size is said of a place than it has, or has had."""
    if place in sizes and sizes[place] not in held:
        what = f"the {place}" if place in HEAPS else f"the hand of {place}"
        raise PositionError(f"size {place}={sizes[place]}: {what} has {counted(held[0], 'card')}")


def text_of(said: Said) -> str:
    """What is said, in a command's spelling."""
    if isinstance(said, Void):
        return f"void {said.place}:{said.suit}"
    if isinstance(said, Length):
        return f"length {said.place}:{said.suit}={said}"
    return f"{'holds' if said.held else 'lacks'} {said.place}:{write_cards(said.cards).replace(' ', ',')}"

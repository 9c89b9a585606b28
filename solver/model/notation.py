"""Reading and writing cards, hands, deals and the small lists of a position.

Every reader takes what a person may type and returns plain strings and tuples; what it cannot read raises
`PositionError`, quoting the offending character with its place. Readers know the forms, not the rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from numbers import Integral
from typing import Any

from solver.model.cards import COMPASS, DEFAULT_SEATS, JOKER, RANKS, SUITS
from solver.model.errors import Fault, PositionError

# Explicit letters only: str.upper() and str.isdigit() would let foreign look-alikes through.
_SUIT_SIGNS = {"S": "Ss♠♤", "H": "Hh♥♡", "D": "Dd♦♢", "C": "Cc♣♧"}
_SUIT_OF = {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
_RANK_OF = {sign: rank for rank in RANKS for sign in {rank, rank.lower()}} | {"10": "T"}
_HELD = {suit: {sign: suit + rank for sign, rank in _RANK_OF.items()} for suit in SUITS}
_HELD["H"] |= {"X": JOKER, "x": JOKER}
_CARD_OF = {
    spelling: card
    for sign, suit in _SUIT_OF.items()
    for rank, card in _HELD[suit].items()
    for spelling in (sign + rank, rank + sign)
}
_EMOJI_STYLE = re.compile("(?<=[♠♤♥♡♦♢♣♧])[\ufe0e\ufe0f]")
_BETWEEN = re.compile(r"[\s,]+")
_LABEL = re.compile("([SsHhDdCc♠♤♥♡♦♢♣♧])\\s*:")
_SYMBOL = re.compile("[♠♤♥♡♦♢♣♧]")
_VOIDS = {"", "-", "--", "—", "–"}
_NO_NAMES = {"-", "?", "#", "##"}  # PBN's values for what is not known, or as before
_DIGITS = re.compile("[0-9]{1,9}")
LARGEST = 999_999_999  # numbers of a position: points bid or held, tricks, counters
_RANKS_ARE = "ranks are A K Q J T (or 10) 9 to 2"
_SUITS_ARE = "suits are S H D C"

Played = tuple[str | None, str]  # the seat where it is named, and the card


# --- saying what is wrong -------------------------------------------------------------------------------


def quote(text: object, longest: int = 60) -> str:
    """The text between quotation marks, cut when long."""
    shown = str(text)
    return f'"{shown[: longest - 3]}..."' if len(shown) > longest else f'"{shown}"'


def counted(number: int, what: str) -> str:
    """So many of them: `1 card`, `3 cards`, `0 cards`."""
    return f"{number} {what}{'s' * (number != 1)}"


def listed(names: Iterable[object], most: int = 14) -> str:
    """Names with blanks between, the first few of many, none of them long."""
    shown = [name if len(name) <= 24 else name[:21] + "..." for name in map(str, names)]
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return " ".join(shown[:most]) + more


def kind_of(value: object) -> str:
    """What a value that should have been something else is, in plain words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        huge = isinstance(value, int) and value.bit_length() > 1000  # too long for Python to write out
        return "a number of hundreds of digits" if huge else f"the number {quote(value)[1:-1]}"
    for kind, name in ((str, "a text"), ((list, tuple), "a list"), (Mapping, "an object")):
        if isinstance(value, kind):
            return name
    return f"a {type(value).__name__}"


def _sign(text: str, at: int) -> str:
    """The character at a place, named when it is not plain ASCII."""
    sign = text[at]
    if sign.isascii() and sign.isprintable():
        return f'"{sign}"'
    name = unicodedata.name(sign, "a character without a name")
    return f'"{sign}" ({name})' if sign.isprintable() else f"U+{ord(sign):04X} ({name})"


def _odd(text: str, at: int, wanted: str) -> PositionError:
    shown = text if len(text) <= 60 else text[max(0, at - 20) : at + 20]
    return PositionError(f'{_sign(text, at)} at place {at + 1} of "{shown}" is wrong: {wanted}')


# --- cards ----------------------------------------------------------------------------------------------


def read_card(text: object) -> str:
    """One card, suit or rank first: `SA`, `10h`, `♥K`, `Joker`."""
    if isinstance(text, str):
        card = _CARD_OF.get(text)
        if card is not None:
            return card
        plain = _EMOJI_STYLE.sub("", text.strip())
        if plain in _CARD_OF:
            return _CARD_OF[plain]
        if plain.isascii() and plain.upper() == "JOKER":
            return JOKER
        raise _not_a_card(plain)
    raise PositionError(f"a card is a text such as SA, not {kind_of(text)}")


def _not_a_card(text: str) -> PositionError:
    """Find the first character at which the text stops being a card."""
    if not text:
        return PositionError("a card is missing: it is a suit and a rank, such as SA")
    if text[0] in _SUIT_OF:
        return _bad_rank(text, 1, _SUIT_OF[text[0]])
    rank = "10" if text.startswith("10") else text[0]
    if rank not in _HELD["H"]:
        return _odd(text, 0, f"a card is a suit and a rank, such as SA ({_SUITS_ARE}, {_RANKS_ARE})")
    at = len(rank)
    if at == len(text):
        return PositionError(f'"{text}" has no suit: a card is a suit and a rank, such as SA')
    if text[at] not in _SUIT_OF:
        return _odd(text, at, f"after the rank comes the suit, and {_SUITS_ARE}")
    if rank not in _HELD[_SUIT_OF[text[at]]]:
        return _odd(text, 0, f"X is the Joker, written {JOKER} ({_RANKS_ARE})")
    return _odd(text, at + 1, "the card ends before it, for a card is one suit and one rank, such as SA")


def _bad_rank(text: str, at: int, suit: str) -> PositionError:
    if at == len(text):
        return PositionError(f'"{text}" has no rank: a card is a suit and a rank, such as SA')
    rank = "10" if text.startswith("10", at) else text[at]
    if rank in _HELD[suit]:
        return _odd(
            text, at + len(rank), "the card ends before it, for a card is one suit and one rank, such as SA"
        )
    if rank in _HELD["H"]:
        return _odd(text, at, f"X is the Joker, written {JOKER} ({_RANKS_ARE})")
    return _odd(text, at, _RANKS_ARE)


def read_cards(value: object) -> tuple[str, ...]:
    """A list of cards, as a text parted by blanks or commas or as a sequence, in the order given."""
    return tuple(map(read_card, _items(value, "cards", "SA H2")))


def write_cards(cards: Iterable[str]) -> str:
    """Cards as one text, blanks between."""
    return " ".join(cards)


def _items(value: object, what: str, example: str) -> Sequence[object]:
    """The members of a list that is a text or a sequence."""
    if isinstance(value, str):
        return [token for token in _BETWEEN.split(value) if token]
    if isinstance(value, Sequence):
        return value
    raise PositionError(f"{what} are a list or a text such as {quote(example)}, not {kind_of(value)}")


# --- hands ----------------------------------------------------------------------------------------------


def read_hand(value: object) -> tuple[str, ...]:
    """A hand that stands alone: dot form, a list of cards, or labelled suits (`S:AK8 H:J6 D:- C:7`)."""
    if not isinstance(value, str):
        return read_cards(value)
    text = value.strip()
    if "." in text:
        return read_dotted(text)
    if ":" in text:
        return _read_labelled(text)
    if text == "-":
        raise PositionError('a hand "-" is hidden; every hand must be given (one without cards is "...")')
    if _SYMBOL.search(text):
        return _read_grouped(text)
    return read_cards(text)


def read_dotted(text: str) -> tuple[str, ...]:
    """A hand in dot form, spades.hearts.diamonds.clubs, each suit's ranks in any order."""
    parts = text.split(".")
    if len(parts) != 4:
        raise PositionError(
            f"{quote(text)} has {counted(len(parts), 'suit')}: a hand has four, parted by dots, such as "
            "AK8.J65.K4.73"
        )
    try:
        return tuple(
            [held[sign] for held, part in zip(_HELD.values(), parts) for sign in part.replace("10", "T")]
        )
    except KeyError:
        pass  # a blank next to a dot, a dash for a void, or something to complain of
    cards: list[str] = []
    start = 0
    for suit, part in zip(SUITS, parts):
        cards += _read_ranks(text, start, start + len(part), suit)
        start += len(part) + 1
    return tuple(cards)


def _read_grouped(text: str) -> tuple[str, ...]:
    """A hand with suit symbols: cards one by one (`♠A ♥K`, `A♠`) or ranks after each symbol (`♠AK3 ♥J2`)."""
    plain = _EMOJI_STYLE.sub("", text)
    tokens = [token for token in _BETWEEN.split(plain) if token]
    if all(token in _CARD_OF for token in tokens):
        return tuple([_CARD_OF[token] for token in tokens])
    signs = list(_SYMBOL.finditer(plain))
    if plain[: signs[0].start()].strip():
        return read_cards(text)  # which says what is wrong with the first
    ends = [sign.start() for sign in signs[1:]] + [len(plain)]
    suits = [_read_ranks(plain, sign.end(), end, _SUIT_OF[sign[0]]) for sign, end in zip(signs, ends)]
    return tuple(chain.from_iterable(suits))


def _read_labelled(text: str) -> tuple[str, ...]:
    labels = list(_LABEL.finditer(text))
    if not labels or text[: labels[0].start()].strip():
        raise PositionError(f"{quote(text)} is not a hand: with labels it reads S:AK8 H:J6 D:- C:7")
    ends = [label.start() for label in labels[1:]] + [len(text)]
    held: dict[str, list[str]] = {}
    for label, end in zip(labels, ends):
        suit = _SUIT_OF[label[1]]
        if suit in held:
            raise PositionError(f"{quote(text)} gives the suit {suit} twice: name each suit once")
        held[suit] = _read_ranks(text, label.end(), end, suit)
    return tuple(chain.from_iterable(held.get(suit, ()) for suit in SUITS))


def _read_ranks(text: str, start: int, end: int, suit: str) -> list[str]:
    """The ranks of one suit between two places of a hand's text; blanks and commas may part them."""
    if text[start:end].strip(" \t,\ufe0e\ufe0f") in _VOIDS:
        return []
    held = _HELD[suit]
    cards: list[str] = []
    at = start
    while at < end:
        rank = "10" if text.startswith("10", at, end) else text[at]
        if rank in held:
            cards.append(held[rank])
        elif rank in ("X", "x"):
            raise _odd(text, at, "X is the Joker, which belongs among the hearts")
        elif not (rank.isspace() or rank == ","):
            raise _odd(text, at, f"{_RANKS_ARE}, and X among the hearts is the Joker")
        at += len(rank)
    return cards


def write_hand(cards: Iterable[str]) -> str:
    """A hand in dot form, each suit in the order the cards come in."""
    suits: dict[str, list[str]] = {suit: [] for suit in SUITS}
    for card in cards:
        suits[card[0]].append(card[1])
    return ".".join("".join(ranks) for ranks in suits.values())


# --- seats and deals ------------------------------------------------------------------------------------


def read_seats(value: object) -> tuple[str, ...]:
    """Seat names in order of play. A name is any text without blanks, commas, colons or equals signs."""
    return tuple(map(read_seat, _items(value, "seats", "A Y B Z")))


def read_seat(value: object) -> str:
    """One seat name; whether it sits at the table is for `solver.formats.checks` to say."""
    if not isinstance(value, str):
        raise PositionError(f"a seat is a name such as A, not {kind_of(value)}")
    name = value.strip()
    if not name:
        raise PositionError("a seat's name is empty: a seat is a name such as A")
    if name in _NO_NAMES:
        raise PositionError(f"{quote(name)} is not a seat name: it stands for what is not known")
    if not name.isprintable() or any(sign in name for sign in " ,:="):
        raise PositionError(
            f"{quote(name)} is not a seat name: a name holds no blanks, commas, colons or equals signs"
        )
    return name


def find_seat(name: object, seats: Sequence[str]) -> int | None:
    """The place of a seat among the seats, whatever the case of its letters; None where there is none."""
    if name in seats:
        return seats.index(name)
    folded = name.strip().casefold() if isinstance(name, str) else None
    alike = [place for place, seat in enumerate(seats) if seat.casefold() == folded]
    return alike[0] if len(alike) == 1 else None


def default_seats(first: str, hands: int) -> tuple[str, ...]:
    """The seat names meant by a deal of that number of hands beginning with `first`."""
    if hands not in DEFAULT_SEATS:
        raise PositionError(f"the deal has {hands} hand{'s' * (hands != 1)}: there are two to seven seats")
    if hands == 4 and find_seat(first, COMPASS) is not None:
        return COMPASS
    return DEFAULT_SEATS[hands]


def read_deal(
    text: object, seats: tuple[str, ...] | None = None
) -> tuple[tuple[str, ...], tuple[tuple[str, ...] | None, ...]]:
    """Seats in order of play and their hands, from `FIRST:hand hand ...`; `seats` overrides default names.

    A hidden hand, `-`, is None.
    """
    names, turn, hands = _parted_deal(text, seats)
    if len(hands) != len(names):
        dealt = f"{len(hands)} hand{'s' * (len(hands) != 1)}"
        table = f"{len(names)} seat{'s' * (len(names) != 1)}"
        text = f"the deal has {dealt} and the table {table} ({listed(names)})"
        raise PositionError(text, (Fault("seats", text),))
    order = [(turn + place) % len(names) for place in range(len(names))]
    held: list[tuple[str, ...] | None] = [()] * len(names)
    for seat, hand in zip(order, hands):
        held[seat] = _read_dealt(hand, names[seat])
    return names, tuple(held)


def seats_of_deal(text: object) -> tuple[str, ...]:
    """The seats that a deal without `Seats` means; raises `PositionError` where it is none."""
    return _parted_deal(text, None)[0]


def _parted_deal(text: object, seats: tuple[str, ...] | None) -> tuple[tuple[str, ...], int, list[str]]:
    """The seats of a deal, which of them comes first, and the texts of the hands from there."""
    if not isinstance(text, str):
        raise PositionError(f'a deal is a text such as "A:AK8.J65.K4.73 ...", not {kind_of(text)}')
    first, colon, rest = text.partition(":")
    first = first.strip()
    if not colon:
        raise PositionError(
            f'{quote(text)} is not a deal: one begins with a seat and a colon, such as "A:AK8.J65.K4.73 ..."'
        )
    hands = rest.split()
    names = seats or default_seats(first, len(hands))
    turn = find_seat(first, names)
    if turn is None and len(hands) == len(names):
        raise PositionError(
            f"the deal begins with seat {quote(first)}, not one of {listed(names)}: Seats names others"
        )
    return names, turn or 0, hands


def _read_dealt(text: str, seat: str) -> tuple[str, ...] | None:
    if text == "-":
        return None
    try:
        return read_dotted(text)
    except PositionError as error:
        raise PositionError(f"hand of {seat}: {error}") from None


def write_deal(seats: Sequence[str], hands: Sequence[Iterable[str]]) -> str:
    """`FIRST:hand hand ...` from the first seat."""
    return f"{seats[0]}:{' '.join(map(write_hand, hands))}"


# --- the trick, what was taken, options -----------------------------------------------------------------


def read_trick(value: object) -> tuple[Played, ...]:
    """Cards of a trick in order of play; `B:HK` (or a pair) names the seat, else None stands for it."""
    return tuple(map(_read_played, _items(value, "cards of a trick", "H5 B:HK")))


def _read_played(item: object) -> Played:
    if isinstance(item, (tuple, list)) and len(item) == 2:
        return (None if item[0] is None else read_seat(item[0])), read_card(item[1])
    if isinstance(item, str) and ":" in item:
        seat, _, card = item.rpartition(":")
        return read_seat(seat), read_card(card)
    return None, read_card(item)


def write_trick(trick: Iterable[tuple[str, str]], named: bool) -> list[str]:
    """The items of a trick, with the seats where `named`."""
    return [f"{seat}:{card}" if named else card for seat, card in trick]


def read_taken(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Captured cards by seat, from `A:SQ,H3 Y:H9` or an object of lists."""
    if isinstance(value, Mapping):
        return tuple((read_seat(seat), read_hand(cards)) for seat, cards in value.items())
    if not isinstance(value, str):
        raise PositionError(f'taken is an object or a text such as "A:SQ,H3 Y:H9", not {kind_of(value)}')
    try:
        parts = [token.split(":") for token in value.split()]
        return tuple(
            [(read_seat(seat), tuple([_CARD_OF[card] for card in cards.split(",")])) for seat, cards in parts]
        )
    except (ValueError, KeyError):
        pass  # blanks between the cards of a seat, another spelling, or something to complain of
    taken: list[tuple[str, list[str]]] = []
    for token in _items(value, "taken", "A:SQ,H3 Y:H9"):
        seat, colon, card = str(token).rpartition(":")
        if colon:
            taken.append((read_seat(seat), []))
        elif not taken:
            raise PositionError(f"{quote(token)} has no seat: write it like A:SQ,H3 Y:H9")
        if card:
            taken[-1][1].append(read_card(card))
    return tuple((seat, tuple(cards)) for seat, cards in taken)


def write_taken(taken: Iterable[tuple[str, Iterable[str]]]) -> str:
    """`A:SQ,H3 Y:H9`, seats without cards left out."""
    return " ".join(f"{seat}:{','.join(cards)}" for seat, cards in taken if cards)


def read_options(value: object) -> dict[str, object]:
    """Options by name, from `bid=8 bidder=A` or a mapping; values stay as given, for the rules to read."""
    if isinstance(value, Mapping):
        return {str(name): chosen for name, chosen in value.items()}
    if not isinstance(value, str):
        raise PositionError(f'options are an object or a text such as "bid=8 bidder=A", not {kind_of(value)}')
    options: dict[str, object] = {}
    for token in value.split():
        name, equals, chosen = token.partition("=")
        if not (name and equals):
            raise PositionError(f"option {quote(token)} is not of the form key=value")
        if name in options:
            raise PositionError(f"option {quote(name)} is given twice")
        options[name] = chosen
    return options


def option_items(value: object) -> list[object] | int | str:
    """An option's value as JSON has it: a number, a text (yes and no too), or a list."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return [f"{item[0]}:{item[1]}" if isinstance(item, tuple) else item for item in value]
    return value if isinstance(value, int) else str(value)


def write_options(options: Iterable[tuple[str, object]]) -> str:
    """`bid=8 bidder=A`, lists by commas."""
    return " ".join(f"{name}={_option_text(value)}" for name, value in options)


def _option_text(value: object) -> str:
    items = option_items(value)
    return ",".join(map(str, items)) if isinstance(items, list) else str(items)


# --- single values --------------------------------------------------------------------------------------


def read_trump(value: object) -> str | None:
    """A trump suit, or None for no trump (`NT`, `-`, empty, null)."""
    if value is None or (isinstance(value, str) and value.strip().upper() in ("", "-", "NT")):
        return None
    if isinstance(value, str):
        suit = _SUIT_OF.get(_EMOJI_STYLE.sub("", value.strip()))
        if suit is not None:
            return suit
        raise PositionError(f"{quote(value)} is not a suit: S H D C, or NT for none")
    raise PositionError(f"trump is a suit (S H D C) or NT, not {kind_of(value)}")


def read_number(value: object, what: str = "") -> int:
    """A whole number from 0 to `LARGEST`, as itself (NumPy's too) or in plain digits; `what` it is."""
    if isinstance(value, Integral) and not isinstance(value, bool) and 0 <= int(value) <= LARGEST:
        return int(value)
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip(" \t")):
        return int(value.strip(" \t"))
    shown = quote(value) if isinstance(value, str) else kind_of(value)
    name = f"{what}: " if what else ""
    raise PositionError(f"{name}{shown} is not a whole number from 0 to {LARGEST}")


def too_many_digits(error: ValueError) -> str:
    """What is wrong with a text that Python would not turn into a number for its length; "" for others."""
    if "digits" not in str(error):
        return ""
    return f"a number has thousands of digits, and numbers end at {LARGEST}"


def is_number(value: object, kind: Any) -> bool:
    """Whether it is a number of that kind; True and False are none."""
    return isinstance(value, kind) and not isinstance(value, bool)


def without_numpy(value: Any) -> Any:
    """A number, a text or a truth value of NumPy's as Python's own; anything else as it is.

    What NumPy calls a scalar is known by its shape, so that NumPy need not be loaded to ask.
    """
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value

"""JSON positions: one object, a list of them, or one a line; a file's may have an `id` and a `play` too."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from solver.formats.fields import FIELDS, close_match
from solver.formats.raw import RawRecord
from solver.model.errors import PositionError
from solver.model.notation import Played, kind_of, quote, read_trick, too_many_digits

_NO_FIELDS = ("id", "play", "known")  # keys that are no field of a position
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]')
_NEXT_MEMBER = re.compile(r"\n\s*(?=\{)")
_NOT_BLANK = re.compile(r"\S")
_NO_UTF8 = re.compile("[\udc80-\udcff]")  # bytes that the lines' decoder could make nothing of
_MOST_KEYS = 5  # unknown ones that are named
_FIRST_LOOK = 4096  # characters; most positions are shorter
_LONGEST_WORD = 12  # of what may be cut in two: -Infinity, an escaped pair of surrogates

# --- reading --------------------------------------------------------------------------------------------


def read_json(lines: Iterable[str]) -> Iterator[RawRecord]:
    """Every position of the lines of a JSON file, each as it ends; a list is read to its end first.

    After one that is broken the next that begins a line is read on.
    """
    broken = False
    for number, text in _blocks(lines):
        if broken and text.lstrip()[:1] not in ("{", "["):
            continue
        broken = False
        for raw in _records(text, number):
            broken = bool(raw.wrong)
            yield raw


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Lines in which as many brackets close as open, with the number of the first."""
    held: list[str] = []
    began = depth = 0
    for number, line in enumerate(lines, 1):
        if not held and (not line or line.isspace()):
            continue
        if held and held[0].lstrip()[:1] == "{" and line[:1] == "{" and _is_position(line):
            yield began, "\n".join(held)  # which does not end before the next one begins
            held, depth = [], 0
        if not held:
            began = number
        held.append(line)
        depth += _opened(line)
        if depth <= 0:
            yield began, "\n".join(held)
            held, depth = [], 0
    if held:
        yield began, "\n".join(held)


def _opened(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    return sum(1 if token in "{[" else -1 for token in _BRACKETS.findall(line) if token[0] != '"')


def _is_position(line: str) -> bool:
    """Whether a line holds a whole position, so that it is no part of the object above."""
    try:
        value, _ = _DECODER.raw_decode(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and not {"game", "hands"}.isdisjoint(value)


def _records(text: str, line: int) -> Iterator[RawRecord]:
    """The positions of a text that begins at a line of the file."""
    if not text.isascii() and _NO_UTF8.search(text):
        yield _bad("not JSON: its text is not UTF-8", line)
        return
    counted, at = 0, _skip(text, 0)
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        if text[at] == "[":
            at = yield from _members(text, at + 1, line)
        else:
            value, end = _decode(text, at)
            yield _bad(value, line) if isinstance(value, str) else raw_of(value[0], line)
            at = _skip(text, end)


def _members(text: str, at: int, line: int) -> Generator[RawRecord, None, int]:
    """The positions of a list; after one that is broken the next that begins a line is read on.

    Returns where the list ends.
    """
    member, counted = 0, at
    at = _skip(text, at)
    while at < len(text) and text[at] != "]":
        member += 1
        line, counted = line + text.count("\n", counted, at), at
        value, end = _decode(text, at)
        if not isinstance(value, str):
            yield raw_of(value[0], line, member)
            at = _skip(text, end)
            if text[at : at + 1] == ",":
                at = _skip(text, at + 1)
                continue
            if text[at : at + 1] == "]":
                break
            member += 1
            value = (
                "not JSON: a comma or ] is missing" if at < len(text) else "not JSON: the list is not closed"
            )
        yield _bad(f"{value} (line {line})", line, member)
        following = _NEXT_MEMBER.search(text, at)
        at = following.end() if following else len(text)
    return _skip(text, at + 1)


def _bad(what: str, line: int, member: int = 0) -> RawRecord:
    return RawRecord(line=line, member=member, wrong=((line, what),))


def raw_of(value: object, line: int = 0, member: int = 0) -> RawRecord:
    """The record of a value that has been read from JSON (or built likewise)."""
    try:
        _check_keys(value)
        assert isinstance(value, Mapping)
        order = _read_play(value.get("play"))
    except PositionError as error:
        return _bad(str(error), line, member)
    return RawRecord(
        {name: value[name] for name in FIELDS if name in value},
        line,
        member=member,
        id=value.get("id"),
        known=value.get("known"),
        order=order,
    )


def _read_play(play: object) -> tuple[Played, ...]:
    """The cards of `play`, in order, each with the seat that it names or None."""
    try:
        return read_trick(play) if play is not None else ()
    except PositionError as error:
        raise PositionError(f"play: {error}") from None


def _check_keys(value: object) -> None:
    """Raise `PositionError` unless this is an object with keys of a position, none of them twice."""
    if isinstance(value, _Repeated):
        raise PositionError(f"the key {quote(value.key)} is given twice in one object")
    if not isinstance(value, Mapping):
        raise PositionError(f"a position is an object, not {kind_of(value)}")
    _refuse_repeats(value)
    unknown = [key for key in value if key not in FIELDS and key not in _NO_FIELDS]
    if unknown:
        names = ", ".join(f"{quote(key)}{close_match(str(key)[:60], FIELDS)}" for key in unknown[:_MOST_KEYS])
        more = f" and {len(unknown) - _MOST_KEYS} more" if len(unknown) > _MOST_KEYS else ""
        raise PositionError(f"unknown key {names}{more}: the keys are {', '.join((*FIELDS, *_NO_FIELDS))}")
    if isinstance(value.get("play"), Mapping):
        raise PositionError('play: cards are a list or a text such as "H5 B:HK", not an object')


class _Repeated:
    """What an object with a key twice is read as."""

    def __init__(self, key: str) -> None:
        self.key = key


def _refuse_repeats(value: Mapping[str, Any]) -> None:
    heaps: list[tuple[str, Any]] = list(value.items())
    for name, inner in heaps:  # which grows as objects inside objects turn up
        if isinstance(inner, _Repeated):
            text = f"{name}: {quote(inner.key)} is given twice"
            raise PositionError(text)
        if isinstance(inner, Mapping):
            heaps += [(name, deeper) for deeper in inner.values()]


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            return _Repeated(key)
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def _decode_growing(text: str, at: int) -> tuple[tuple[object], int]:
    """The value at a place, in a tuple, and where it ends. Faults count from the place.

    A fault of Python's decoder counts the lines of all that it was given, which takes long where each of many
    objects has one. So it is given no more than it takes to see that there is one.
    """
    size = _FIRST_LOOK
    while True:
        part = text[at : at + size]
        whole = at + size >= len(text)
        try:
            value, end = _DECODER.raw_decode(part)
            if whole or end < len(part):  # a number may go on
                return (value,), at + end
        except json.JSONDecodeError as error:
            open_string = error.msg.startswith("Unterminated")
            if whole or not (open_string or error.pos + _LONGEST_WORD > len(part)):
                raise
        size *= 4


def _decode(text: str, at: int) -> tuple[tuple[object] | str, int]:
    """The value at a place, in a tuple, and where it ends; of a broken one what is wrong, and the end."""
    try:
        return _decode_growing(text, at)
    except json.JSONDecodeError as error:
        place = at + error.pos
        column = place - text.rfind("\n", 0, place)
        beyond = text.count("\n", at, place)
        below = f", {beyond} line{'s' * (beyond > 1)} further down" if beyond else ""
        what = f"not JSON: {error.msg.removesuffix(' at')} at column {column}{below}"
    except ValueError as error:
        long = too_many_digits(error)
        what = f"not JSON that can be read: {long}" if long else f"not JSON: {error}"
    except RecursionError:
        what = "not JSON that can be read: nested too deeply"
    return what, len(text)


def _skip(text: str, at: int) -> int:
    """The next place that is not blank."""
    found = _NOT_BLANK.search(text, at)
    return len(text) if found is None else found.start()


# --- writing --------------------------------------------------------------------------------------------


def write_position(fields: Mapping[str, Any]) -> str:
    """The fields of a position (`Position.fields()`) as a JSON object in one line."""
    return json.dumps(fields, ensure_ascii=False)

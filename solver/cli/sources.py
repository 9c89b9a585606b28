"""From files, standard input and options to positions, each with the place that it came from."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from solver.formats.json import looks_like_json, read_json
from solver.formats.pbn import read_pbn
from solver.formats.play_tables import looks_like_table, read_tables
from solver.model.errors import PositionError
from solver.model.notation import quote, read_cards
from solver.positions.position import Position
from solver.positions.record import Record
from solver.rules.files import load_file
from solver.rules.game import Rules

STANDARD_INPUT = "standard input"
JSON_ENDINGS = (".json", ".jsonl")

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Asked:
    """One position of the input, or the one line that says why it cannot be used; `place` names it."""

    place: str
    position: Position | None
    error: str | None = None

    def sound(self) -> Position:
        """The position; raises `PositionError` where there is none."""
        if self.position is None:
            raise PositionError(self.error or "no position")
        return self.position


# --- the options that give a position -------------------------------------------------------------------

_TYPED = (
    ("game", "ID", "Game of a position typed here (openhand games lists them)."),
    ("deal", "D", 'All hands, from a seat on: "A:AK8.J65.K4.73 ...".'),
    ("hand", "SEAT=H", "A hand; once for each seat, instead of --deal."),
    ("seats", "NAMES", 'Seat names in order of play, "A Y B Z".'),
    ("leader", "SEAT", "Who led the trick on the table, or is to lead."),
    ("trump", "SUIT", "Trump suit: S, H, D, C or NT."),
    ("trick", "CARDS", 'Cards already in the trick, leader first: "H5 HK".'),
    ("taken", "CARDS", 'Captured so far: "A:SQ,H3 Y:H9".'),
    ("tricks_played", "N", "Tricks quitted before this one."),
    ("stock", "CARDS", "The stock, next card first."),
    ("widow", "CARDS", "The widow, which goes with the first trick."),
    ("pile", "CARDS", "Cards left on the table by cancelled tricks."),
    ("option", "K=V", "An option of the game, such as bid=8; may be repeated."),
)
_REPEATED = ("hand", "option")


def position_options(command: Command) -> Command:
    """FILE arguments and all the options that type a position; the command gets `asked`, `Asked` ones."""

    @functools.wraps(command)
    def gathering(*args: Any, files: tuple[str, ...], rules: str | None, **given: Any) -> Any:
        typed = {name: given.pop(name) for name, _, _ in _TYPED}
        after, play = given.pop("after"), given.pop("play")
        house = house_rules(rules)
        asked = [_played_on(item, after, play) for item in _gathered(files, typed, house)]
        return command(*args, asked=asked, **given)

    decorated = click.argument("files", nargs=-1, metavar="[FILE]...")(gathering)
    options = [
        *(_typed_option(name, form, text) for name, form, text in _TYPED),
        click.option("--rules", metavar="FILE.toml", help="House rules."),
        click.option("--play", metavar="CARDS", help="Cards played before the question is asked."),
        click.option(
            "--after", type=click.IntRange(min=0), metavar="N", help="Start after N cards of the file's Play."
        ),
    ]
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[return-value]


def _typed_option(name: str, form: str, text: str) -> Callable[[Any], Any]:
    return click.option(_spelt(name), name, metavar=form, help=text, multiple=name in _REPEATED)


def _spelt(name: str) -> str:
    return "--" + name.replace("_", "-")


def house_rules(path: str | None) -> Rules | None:
    """The rules of a `--rules` file, None where none is named."""
    return None if path is None else load_file(path)


# --- gathering ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A record of the input and its place, before anything is played on from it."""

    place: str
    record: Record
    file: bool  # from a file, not typed


def _gathered(files: tuple[str, ...], typed: Mapping[str, Any], house: Rules | None) -> Iterator[Found]:
    given = [_spelt(name) for name, value in typed.items() if value]
    if files and given:
        raise click.UsageError(
            f"{given[0]} types a position, and {quote(files[0])} gives one too: use one or the other"
        )
    if given:
        yield _typed_position(typed, house)
    elif files:
        for name in files:
            yield from read_file(name, house)
    else:
        raise click.UsageError(
            "no position: name a FILE (- is standard input), or give --game with --deal or --hand"
        )


def read_file(
    name: str, house: Rules | None = None, given: Mapping[str, object] | None = None
) -> Iterator[Found]:
    """Every position of a file; `-` is standard input. A file that cannot be read holds one refusal.

    `given` has fields for books' tables that do not say them: game, trump, leader, options.
    """
    source = STANDARD_INPUT if name == "-" else name
    try:
        records = _records(name, source, house, given)
    except OSError as error:
        why = error.strerror or type(error).__name__
        records = [Record(None, f"{source}: cannot be read: {why}", source, 1, 1)]
    except (UnicodeDecodeError, ValueError) as error:
        records = [Record(None, f"{source}: cannot be read: {error}", source, 1, 1)]
    for record in records:
        yield Found(f"{source}, position {record.number}" if len(records) > 1 else source, record, True)


def _records(name: str, source: str, house: Rules | None, given: Mapping[str, object] | None) -> list[Record]:
    data = _standard_input() if name == "-" else Path(name).read_bytes()
    as_json = name.lower().endswith(JSON_ENDINGS)
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise ValueError(f"line {line} has a zero byte, so it is no text; PBN and JSON are text, as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if as_json:
            raise
        text = data.decode("latin-1")  # what PBN was defined in
    if as_json or (name == "-" and looks_like_json(text)):
        return read_json(text, source, house)
    if looks_like_table(text):
        return read_tables(text, source, house, given)
    return read_pbn(text, source, house)


def _standard_input() -> bytes:
    if sys.stdin is None:  # so Python says that the program was started without one
        raise ValueError("it is closed")
    return sys.stdin.buffer.read()


def _typed_position(typed: Mapping[str, Any], house: Rules | None) -> Found:
    """The position that the options give, or its faults under the options' names."""
    fields = {name: value for name, value in typed.items() if value and name not in _REPEATED}
    position, error = None, None
    try:
        if typed["hand"]:
            fields["hands"] = _by_key("--hand", typed["hand"], "SEAT=HAND, such as A=AK8.J65.K4.73")
        if typed["option"]:
            fields["options"] = options_of(typed["option"])
        position = Position.from_fields(fields, house)
    except PositionError as wrong:
        error = _under_options(wrong, typed)
    return Found("", Record(position, error, "", 1, 0), False)


def options_of(items: tuple[str, ...]) -> dict[str, str]:
    """The options of a game as `--option KEY=VALUE` gives them."""
    return _by_key("--option", items, "KEY=VALUE, such as bid=8")


def _by_key(option: str, items: tuple[str, ...], form: str) -> dict[str, str]:
    """`key=value` items of a repeated option."""
    found: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not (key.strip() and equals):
            raise PositionError(f"{option} {quote(item)} is not of the form {form}")
        if key.strip() in found:
            raise PositionError(f"{option}: {quote(key.strip())} is given twice")
        found[key.strip()] = value
    return found


def _under_options(error: PositionError, typed: Mapping[str, Any]) -> str:
    """The faults, each with the option it is about."""
    names = {"hands": "hand" if typed["hand"] else "deal", "options": "option"}
    told, last = [], ""
    for fault in error.faults:
        name = _spelt(names.get(fault.field, fault.field))
        text = fault.text.removeprefix(fault.field + ": ")
        told.append(text if name == last else f"{name}: {text}")
        last = name
    return str(PositionError("; ".join(told) if told else str(error)))


# --- playing on -----------------------------------------------------------------------------------------


def _played_on(found: Found, after: int | None, play: str | None) -> Asked:
    """The position that is asked about: after so many cards of its file's Play, then the cards typed."""
    record = found.record
    if record.position is None:
        return Asked(found.place, None, record.error)
    asked = Asked(found.place, record.position)
    try:
        if after:
            asked = replace(asked, position=_after(found, after))
        if play is not None:
            asked = replace(asked, position=_with_cards(asked.sound(), play))
    except PositionError as error:
        text = str(error)
        named = found.place and not text.startswith(record.source)
        return Asked(found.place, None, f"{found.place}: {text}" if named else text)
    return asked


def _after(found: Found, cards: int) -> Position:
    if not found.file:
        raise PositionError("--after: a position typed here has no Play, --play gives its cards")
    played = found.record.play()
    if cards and not played:
        raise PositionError(f"--after {cards}: the record has no Play, leave --after out")
    if cards > len(played):
        raise PositionError(
            f"--after {cards}: the Play has only {len(played)} cards, give 0 to {len(played)}"
        )
    position = found.record.sound()
    for card in played[:cards]:
        position = position.play(card)
    return position


def _with_cards(position: Position, text: str) -> Position:
    try:
        cards = read_cards(text)
    except PositionError as error:
        raise PositionError(f"--play: {error}") from None
    for number, card in enumerate(cards, 1):
        try:
            position = position.play(card)
        except PositionError as error:
            raise PositionError(f"--play, card {number}: {error}") from None
    return position

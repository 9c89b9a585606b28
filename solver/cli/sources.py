"""From files, standard input and options to positions, each with the place that it came from.

Positions are read on as they are asked for, so that the first is answered before the last is written.
"""

from __future__ import annotations

import functools
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, BinaryIO, TypeVar

import click

from solver.cli.limits import WholeNumber
from solver.cli.shell import complain
from solver.formats.fields import Draft
from solver.formats.lines import named_as_json
from solver.formats.raw import ALL_NEEDED, RawRecord, under_option
from solver.model.errors import PositionError
from solver.model.notation import quote, read_cards, read_seats
from solver.positions.play import play_on
from solver.positions.position import Position
from solver.positions.record import Record, position_of, raw_records, read_stream
from solver.rules.files import load_file
from solver.rules.game import Rules

STANDARD_INPUT = "standard input"

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class InputPosition:
    """One position of the input, or the one line that says why it cannot be used; `place` names it.

    `named` is what its answer in JSON begins with: file, number in the file, and its own id.
    """

    place: str
    position: Position | None
    error: str | None = None
    several: bool = False  # whether there may be others
    named: Mapping[str, object] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What stands above its answer: nothing where there is no other."""
        return self.place if self.several else ""

    def sound(self) -> Position:
        """The position; raises `PositionError` where there is none."""
        if self.position is None:
            raise PositionError(self.error or "no position")
        return self.position


class Input:
    """The positions asked about, one after another as they are read."""

    def __init__(self, files: Sequence[str], items: Iterator[InputPosition]) -> None:
        self._files = files
        self._first = next(items)
        self._rest = items

    def __iter__(self) -> Iterator[InputPosition]:
        return chain((self._first,), self._rest)

    @property
    def several(self) -> bool:
        """Whether there may be more than one."""
        return self._first.several

    def count(self) -> int | None:
        """How many there are, as far as can be known without waiting for a writer."""
        if not self.several:
            return 1
        counts = [_count(name) for name in self._files]
        return None if None in counts else sum(count or 0 for count in counts)


# --- the options that give a position, or stand in place of what a file says ---------------------------

_TYPED = (
    ("game", "ID", "The game (openhand games lists them)."),
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
_ALL_TYPED = tuple(name for name, _, _ in _TYPED)
_FILES = click.argument("files", nargs=-1, metavar="[FILE]...")
_A_FILE = click.argument("files", nargs=-1, required=True, metavar="FILE...")
_IN_AND_OUT = click.argument("files", nargs=-1, required=True, metavar="IN... OUT")
_REPEATED = ("hand", "option")
_OVERRIDING = ("game", "seats", "leader", "trump", "taken", "tricks_played", "option")


def position_options(command: Command) -> Command:
    """FILE arguments and all the options that type a position, or stand in place of what files say.

    The command gets `positions`, an `Input` that reads on as it goes.
    """
    return positions_for(ALL_NEEDED)(command)


def positions_for(needed: frozenset[str]) -> Callable[[Command], Command]:
    """The options of `position_options`, for a question that needs only `needed` of leader and trump.

    Where it does not need both, the command also gets `only`: the leader and trump typed, by name.
    """

    def decorating(command: Command) -> Command:
        @functools.wraps(command)
        def gathering(*args: Any, files: tuple[str, ...], rules: str | None, **given: Any) -> Any:
            typed = {name: given.pop(name) for name, _, _ in _TYPED}
            after, play = given.pop("after"), given.pop("play")
            found = _gather(files, typed, house_rules(rules), needed)
            if needed != ALL_NEEDED:
                given["only"] = {name: typed[name] for name in ("leader", "trump") if typed[name]}
            positions = Input(files, (_played_on(item, after, play) for item in found))
            return command(*args, positions=positions, **given)

        files_too: Command = _with_options(_FILES, gathering, _ALL_TYPED, _play_options())
        return files_too

    return decorating


@dataclass(frozen=True)
class Source:
    """Records as they are read, and all that the options say about them: for a command to which a hand may be
    hidden, so that a record without a position means something to it."""

    found: Iterator[InputRecord]
    house: Rules | None
    overrides: Mapping[str, object]
    after: int | None
    play: str | None


def record_options(command: Command) -> Command:
    """The options of `position_options`, for a command that makes what it needs of the records itself.

    The command gets `source`, a `Source`.
    """

    @functools.wraps(command)
    def gathering(*args: Any, files: tuple[str, ...], rules: str | None, **given: Any) -> Any:
        typed = {name: given.pop(name) for name in _ALL_TYPED}
        house = house_rules(rules)
        found = _gather(files, typed, house, ALL_NEEDED)
        overrides = overrides_of(typed) if files else {}
        return command(
            *args, source=Source(found, house, overrides, given.pop("after"), given.pop("play")), **given
        )

    files_too: Command = _with_options(_FILES, gathering, _ALL_TYPED, _play_options())
    return files_too


def _play_options() -> list[Callable[[Any], Any]]:
    """How far on the play has come when the question is asked."""
    return [
        click.option("--play", metavar="CARDS", help="Cards played before the question is asked."),
        click.option(
            "--after", type=WholeNumber(min=0), metavar="N", help="Start after N cards of the file's Play."
        ),
    ]


def file_options(command: Command) -> Command:
    """FILE arguments, one at least, and the options that stand in place of what files say.

    The command gets `found`, an iterator of `InputRecord` that reads on as it goes.
    """

    @functools.wraps(command)
    def gathering(*args: Any, files: tuple[str, ...], rules: str | None, **given: Any) -> Any:
        typed = {name: given.pop(name) for name in _OVERRIDING}
        return command(*args, found=read_files(files, house_rules(rules), overrides_of(typed)), **given)

    files_too: Command = _with_options(_A_FILE, gathering, _OVERRIDING)
    return files_too


def batch_options(command: Command) -> Command:
    """IN and OUT arguments, and the options that stand in place of what files say.

    The command gets `files`, all the arguments, `house`, the house rules, and `overrides`.
    """

    @functools.wraps(command)
    def gathering(*args: Any, files: tuple[str, ...], rules: str | None, **given: Any) -> Any:
        typed = {name: given.pop(name) for name in _OVERRIDING}
        return command(*args, files=files, house=house_rules(rules), overrides=overrides_of(typed), **given)

    files_too: Command = _with_options(_IN_AND_OUT, gathering, _OVERRIDING)
    return files_too


def _with_options(
    argument: Callable[[Any], Any],
    command: Any,
    names: Iterable[str],
    more: Iterable[Callable[[Any], Any]] = (),
) -> Any:
    options = [_typed_option(name, form, text) for name, form, text in _TYPED if name in names]
    house = click.option("--rules", metavar="FILE.toml", help="House rules.")
    for option in reversed([*options, house, *more]):
        command = option(command)
    return argument(command)


def overrides_of(typed: Mapping[str, Any]) -> dict[str, object]:
    """The options that hold for every position of a file, as fields that stand in place of the file's."""
    overrides = {
        name: typed[name] for name in _OVERRIDING if typed.get(name) is not None and name != "option"
    }
    if not overrides.get("trump", "NT").strip():  # in a file an empty tag is none, here perhaps a slip
        raise PositionError('--trump: "" is not a suit: S H D C, or NT for none')
    if typed.get("option"):
        overrides["options"] = options_of(typed["option"])
    return overrides


def _typed_option(name: str, form: str, text: str) -> Callable[[Any], Any]:
    return click.option(_spelt(name), name, metavar=form, help=text, multiple=name in _REPEATED)


def _spelt(name: str) -> str:
    return "--" + name.replace("_", "-")


def house_rules(path: str | None) -> Rules | None:
    """The rules of a `--rules` file, None where none is named."""
    return None if path is None else load_file(path)


# --- gathering ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InputRecord:
    """A record of the input and its place, before anything is played on from it."""

    place: str
    record: Record
    file: str | None  # as it was named; None for a typed position
    several: bool = False  # whether there may be others

    @property
    def named(self) -> dict[str, object]:
        """What an answer about it begins with in JSON."""
        name: dict[str, object] = {}
        if self.file is not None:
            name = {"file": self.file, "position": self.record.number}
        return name if self.record.id is None else {**name, "id": self.record.id}


def _gather(
    files: tuple[str, ...], typed: Mapping[str, Any], house: Rules | None, needed: frozenset[str]
) -> Iterator[InputRecord]:
    given = [name for name, value in typed.items() if value not in (None, ())]
    if files:
        for name in given:
            if name not in _OVERRIDING:
                raise click.UsageError(
                    f"{_spelt(name)} is about one position, and {quote(files[0])} gives its own: leave it out"
                )
        return read_files(files, house, overrides_of(typed), needed)
    if given:
        return iter((_typed_position(typed, house, needed),))
    raise click.UsageError(
        "no position: name a FILE (- is standard input), or give --game with --deal or --hand"
    )


def read_files(
    files: Sequence[str],
    house: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
) -> Iterator[InputRecord]:
    """Every position of some files, one after another as they are read; `-` is standard input.

    `overrides` are fields that stand in place of the files' own (`overrides_of`), `needed` what of leader and
    trump the question cannot do without. A file that cannot be read holds one refusal.
    """
    for name in files:
        for found in _read_file(name, house, overrides, needed):
            yield replace(found, several=True) if len(files) > 1 else found


def _read_file(
    name: str, house: Rules | None, overrides: Mapping[str, object] | None, needed: frozenset[str]
) -> Iterator[InputRecord]:
    source = STANDARD_INPUT if name == "-" else name or '""'
    hint = named_as_json(name)
    number = 0
    try:
        with open_file(name) as stream:
            records = read_stream(stream, source, house, overrides, needed, hint)
            first = list(islice(records, 1 if _keeps_coming(stream) else 2))
            several = _keeps_coming(stream) or len(first) > 1
            for record in chain(first, records):
                number = record.number
                if record.remark:
                    complain(f"openhand: {source}, position {number}: {record.remark}")
                place = f"{source}, position {number}" if several else source
                yield InputRecord(place, record, name, several)
    except OSError as error:
        yield _unreadable(source, error.strerror or type(error).__name__, number + 1, name)
    except ValueError as error:  # a zero byte in its name, standard input that is closed
        yield _unreadable(source, str(error), number + 1, name)


def _unreadable(source: str, why: str, number: int, name: str) -> InputRecord:
    return InputRecord(source, Record(None, f"{source}: cannot be read: {why}", source, number), name)


def _count(name: str) -> int | None:
    """The positions of a file, one where it cannot be read; None of what is still being written."""
    try:
        with open_file(name) as stream:
            if name == "-" or _keeps_coming(stream):
                return None
            return sum(1 for _ in raw_records(stream, named_as_json(name))) or 1
    except (OSError, ValueError):
        return 1


def open_file(name: str) -> AbstractContextManager[BinaryIO]:
    """A file by its name, `-` standard input; raises `OSError` or `ValueError`."""
    if name != "-":
        return open(name, "rb")  # not by a Path, to which an empty name is the folder it is in
    if sys.stdin is None:  # so Python says that the program was started without one
        raise ValueError("it is closed")
    try:
        number = sys.stdin.fileno()
    except OSError:  # no file of the system's
        return nullcontext(sys.stdin.buffer)
    # A reader of its own: Python closes sys.stdin when it ends, which aborts while a thread waits in it.
    return open(number, "rb", closefd=False)


def _keeps_coming(stream: BinaryIO) -> bool:
    """Whether reading on may have to wait for somebody who writes: a pipe, a terminal."""
    try:
        return not stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:  # no file of the system's
        return False


def _typed_position(typed: Mapping[str, Any], house: Rules | None, needed: frozenset[str]) -> InputRecord:
    """The position that the options give, or its faults under the options' names."""
    fields = {name: value for name, value in typed.items() if value and name not in _REPEATED}
    position, error = None, None
    try:
        if typed["hand"]:
            fields["hands"] = _by_key("--hand", typed["hand"], "SEAT=HAND, such as A=AK8.J65.K4.73")
        if typed["option"]:
            fields["options"] = options_of(typed["option"])
        draft = Draft(fields, house)
        position = position_of(draft, needed)
        if draft.remark:
            complain(f"openhand: {draft.remark}")
    except PositionError as wrong:
        error = _under_options(wrong, typed)
    return InputRecord("", Record(position, error, "", 1, RawRecord(fields)), None)


def seats_of(given: str | None) -> int | tuple[str, ...] | None:
    """What `--seats` gives where deals are made: a number of seats, or their names."""
    if given is None:
        return None
    if re.fullmatch("[0-9]{1,3}", given.strip()):
        return int(given)
    return read_seats(given)


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
    texts: list[str] = []
    last = ""
    for fault in error.faults:
        option = _spelt(names.get(fault.field, fault.field))
        text = under_option(fault, option)
        texts.append(text.removeprefix(f"{option}: ") if option == last else text)
        last = option
    return str(PositionError("; ".join(texts) if texts else str(error)))


_OPTION_OF_WORD = {
    "side: ": "--for: ",
    "by: ": "--by: ",
    "seats: ": "--seats: ",
    "cards: ": "--cards: ",
    "trump: ": "--trump: ",
    'goal "': '--goal "',
    "hand: ": "--hand: ",
    **{f"{fact}: ": f"--{fact}: " for fact in ("size", "void", "holds", "lacks", "length", "dead")},
}
_OPTION_OF_PHRASE = {
    "has no goal": "--goal",
    "has no option": "--option",
    "is played by": "--seats",
    "has no declarers": "--declarers",
}


def in_options(error: PositionError) -> str:
    """What is wrong with a question, under the name of the option that asked it."""
    text = str(error)
    for word, option in _OPTION_OF_WORD.items():
        if text.startswith(word):
            return option + text.removeprefix(word)
    about_the_game = text.partition(" ")[2]
    for phrase, option in _OPTION_OF_PHRASE.items():
        if about_the_game.startswith(phrase):
            return f"{option}: {text}"
    return text


# --- playing on -----------------------------------------------------------------------------------------


def _played_on(found: InputRecord, after: int | None, play: str | None) -> InputPosition:
    """The position after the first `after` cards of its file's Play, then the cards typed."""
    record = found.record
    item = InputPosition(found.place, record.position, record.error, found.several, found.named)
    if record.position is None:
        return item
    try:
        if after:
            item = replace(item, position=_after(found, after))
        if play is not None:
            item = replace(item, position=_with_cards(item.sound(), play))
    except PositionError as error:
        text = str(error)
        named = found.place and not text.startswith(record.source)
        return replace(item, position=None, error=f"{found.place}: {text}" if named else text)
    return item


def _after(found: InputRecord, cards: int) -> Position:
    if found.file is None:
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
    for *_, now in play_on(position, [(None, card) for card in cards], "--play"):
        position = now
    return position

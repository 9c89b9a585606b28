"""A record as a file's text has it, before anything is checked: fields, where each stood, and all else.

The readers of every form hand these back. `draft_of` reads the fields, `locate` says of faults where they
stand; a position is built elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from solver.formats.bridge import Bridge, as_whist
from solver.formats.fields import Draft
from solver.model.errors import Fault, PositionError
from solver.model.notation import Played, quote
from solver.rules.game import Rules

TEXT = "<string>"  # the source of a text without a name
ALL_NEEDED = frozenset(("leader", "trump"))  # what a question may do without, as a table of all leaders does

_OPTION_OF = {"options": "--option"}


@dataclass(frozen=True)
class RawRecord:
    """One position as it was written, its fields under the JSON names (and `deal`) as texts or JSON values.

    `line` is where it begins, `lines` where each field stands; in a JSON list `member` counts from 1 instead.
    `wrong` is what makes no sense as text, by line. `tags` are PBN's that are no part of a position, with the
    rows below each; `rows` the lines of its `Play`, whose columns begin with the seat `first`; `winners` the
    seats that a book's table marks, by line; `order` the play of a JSON object, card by card. `known` is what
    is said of hidden hands: it is kept, and means nothing here.
    """

    fields: Mapping[str, object] = field(default_factory=dict)
    line: int = 0
    lines: Mapping[str, int] = field(default_factory=dict)
    member: int = 0
    wrong: tuple[tuple[int, str], ...] = ()
    id: object = None
    unsaid: Mapping[str, str] = field(default_factory=dict)  # fields with a value such as "?"
    bridge: Bridge | None = None
    known: object = None
    tags: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    first: str | None = None
    rows: tuple[tuple[int, str], ...] = ()
    winners: tuple[tuple[int, str], ...] = ()
    order: tuple[Played, ...] = ()

    def place(self, source: str) -> str:
        """Where the record stands: `deals.pbn, line 7`, `deals.json, record 2`."""
        if not self.member:
            return place(source, self.line)
        return f"record {self.member}" if source == TEXT else f"{source}, record {self.member}"


def place(source: str, line: int) -> str:
    """Where something stands: `deals.pbn, line 7`; a text without a name is left unnamed."""
    return f"line {line}" if source == TEXT else f"{source}, line {line}"


def nothing_in(source: str) -> str:
    """What is wrong with a text without any position."""
    return "no position is given" if source == TEXT else f"{source}: no position in it"


def only(records: Sequence[RawRecord]) -> RawRecord:
    """The record of a text that should hold one."""
    if not records:
        raise PositionError(nothing_in(TEXT))
    if len(records) != 1:
        raise PositionError(f"{len(records)} positions are given where one is wanted")
    return records[0]


def draft_of(
    raw: RawRecord,
    rules: Rules | None = None,
    overrides: Mapping[str, object] | None = None,
    needed: frozenset[str] = ALL_NEEDED,
) -> Draft:
    """The record's fields, read. `overrides` stand in place of what the record says (see `Draft`).

    Raises `PositionError` for a bridge deal that was passed out.
    """
    overrides = overrides or {}
    bridged = raw.bridge is not None and "game" not in overrides and _plays_whist(rules)
    if not bridged or raw.bridge is None:
        fields = {"leader": raw.first, **raw.fields} if raw.fields.get("leader") is None else raw.fields
        return _led_by_play(raw, Draft(fields, rules, overrides), overrides, needed)
    fields, faults = as_whist(raw.bridge, raw.fields, raw.first, needed.difference(overrides))
    return _led_by_play(raw, Draft(fields, rules, overrides, faults), overrides, needed)


def _plays_whist(rules: Rules | None) -> bool:
    return rules is None or "whist" in (rules.id, rules.data.get("extends"))


def _led_by_play(
    raw: RawRecord, draft: Draft, overrides: Mapping[str, object], needed: frozenset[str]
) -> Draft:
    """Note where the `Play` of a PBN record begins with another seat than the one that leads."""
    if raw.first is None or "play" not in raw.lines or draft.leader is None or "leader" not in needed:
        return draft
    first = draft.seat_named(raw.first)
    if first == draft.leader:
        return draft
    if "leader" in overrides:
        said = f"--leader says that {draft.leader} leads"
    elif raw.fields.get("leader") is None and raw.bridge is not None:
        said = f"Declarer {quote(raw.bridge.declarer)} says that {draft.leader} leads"
    else:
        said = f"Leader says that {draft.leader} leads"
    draft.note(
        "play", f"{said}, but Play begins with {quote(first)}: the seat that leads comes first in both"
    )
    return draft


def check_text(raw: RawRecord, source: str) -> None:
    """Raise `PositionError`, with the lines, where the record makes no sense as text."""
    if raw.wrong:
        raise PositionError(_in_one_line(raw.wrong, raw, source))


def locate(
    error: PositionError, raw: RawRecord, source: str, overrides: Mapping[str, object] | None = None
) -> PositionError:
    """The error with the place of each fault, in one line; a fault of an override names its option."""
    return PositionError(_in_one_line(_placed(error, raw, overrides or {}), raw, source))


def under_option(fault: Fault, option: str) -> str:
    """A fault under the option that it is about, in whose place the text may name the field again."""
    text = fault.text.removeprefix(fault.field + ": ")
    name = re.match(rf"{option.removeprefix('--')} (of )?", text)
    return f"{option} {text[name.end() :]}" if name else f"{option}: {text}"


def _in_one_line(wrong: Iterable[tuple[int, str]], raw: RawRecord, source: str) -> str:
    """All that is wrong, the source and each line named once."""
    if raw.member or not raw.line:
        where = raw.place(source) + ": " if raw.member else ""
        return where + "; ".join(text for _, text in wrong)
    parts: list[str] = []
    last = None
    for line, text in wrong:
        where = "" if line == last else f"line {line}: " if parts else f"{place(source, line)}: "
        parts.append(where + text)
        last = line
    return "; ".join(parts)


def _placed(
    error: PositionError, raw: RawRecord, overrides: Mapping[str, object]
) -> Iterable[tuple[int, str]]:
    """Each fault with the line of the field that it is about."""
    if not error.faults:
        yield raw.line, str(error)
    for fault in error.faults:
        if fault.field in overrides:
            option = _OPTION_OF.get(fault.field) or "--" + fault.field.replace("_", "-")
            yield raw.line, under_option(fault, option)
        else:
            unsaid = raw.unsaid.get(fault.field)
            said = "" if unsaid is None else f"{fault.field.capitalize()} {quote(unsaid)}: "
            yield raw.lines.get(fault.field, raw.line), said + fault.text

"""Reading and writing the decks in `suites/`.

A deck is a file of JSON lines. The first line says what the deck is and how it was made; every other line
is an entry: a position as `solver` reads it, `{"cfn": text}` for a position of belote in colver's notation,
or `{"position": ..., "goal": ...}` where each position has its own question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from solver import Position

SUITES = Path(__file__).with_name("suites")


@dataclass(frozen=True)
class Provenance:
    """The first line of a deck."""

    deck: str
    about: str
    recipe: str  # how a position is made, so that somebody else could make others like it
    made_by: str  # the function that made these
    seed: str
    positions: int


@dataclass(frozen=True)
class Deck:
    """A deck as its file holds it."""

    provenance: Provenance
    entries: tuple[Mapping[str, Any], ...]

    def positions(self, count: int | None = None, game: str | None = None) -> list[Position]:
        """The first `count` positions, new objects at every call, so that nothing an object keeps from an
        earlier question is of use to the next. `game` has the same cards played by other rules."""
        entries = self.entries[:count]
        return [Position.from_json({**entry, "game": game} if game else entry) for entry in entries]

    def texts(self, count: int | None = None) -> list[str]:
        """The first `count` positions of a belote deck."""
        return [str(entry["cfn"]) for entry in self.entries[:count]]


def read(name: str, folder: Path = SUITES) -> Deck:
    """A deck by its name. Raises `ValueError` where the file is not what its first line says."""
    path = folder / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines:
        raise ValueError(f"{path.name}: an empty file")
    try:
        provenance = Provenance(**json.loads(lines[0]))
    except (TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path.name}: the first line does not say what the deck is: {error}") from None
    entries = tuple(json.loads(line) for line in lines[1:])
    if provenance.deck != name:
        raise ValueError(f'{path.name}: the first line is that of "{provenance.deck}"')
    if len(entries) != provenance.positions:
        raise ValueError(f"{path.name}: {len(entries)} positions, the first line says {provenance.positions}")
    return Deck(provenance, entries)


def write(provenance: Provenance, entries: Iterable[Mapping[str, Any]], folder: Path = SUITES) -> None:
    """Write a deck's file anew."""
    rows = [asdict(provenance), *entries]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / f"{provenance.deck}.jsonl").write_text(text, encoding="utf-8")


def names(folder: Path = SUITES) -> list[str]:
    """Every deck there is."""
    return sorted(path.stem for path in folder.glob("*.jsonl"))

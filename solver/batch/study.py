"""The deals of a study as a file of answers, and such a file summed up again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver import __version__
from solver.analysis.batch import CardBounds
from solver.analysis.question import seats_of
from solver.analysis.study import Figures, Plan, Solved, Study, Values, free_cards, wants_least
from solver.batch.answers import CARDS, answers_found, columns_of
from solver.batch.folder import written
from solver.batch.forms import ENDINGS, Metadata, Parquet, metadata_of
from solver.batch.inputs import Reading, rules_of
from solver.batch.task import Task
from solver.model.errors import PositionError
from solver.model.extras import require
from solver.model.notation import find_seat
from solver.positions import parquet
from solver.positions.arrays import Positions
from solver.positions.holdings import read_features
from solver.positions.plain_rows import plain_rows
from solver.positions.position import Position
from solver.rules.files import rules_text
from solver.rules.game import Rules

ENDING = ".parquet"
ROWS = 20_000  # that are written or read together


# --- writing --------------------------------------------------------------------------------------------


class Keeper:
    """Writes the deals of a study, a row each, with the columns of `openhand batch`.

    The file appears under its name when the `with` block ends; it holds the rows that were added until then.
    """

    def __init__(self, path: str, plan: Plan, rules: Rules, deals: Mapping[str, object]) -> None:
        """`deals` says how the deals are made, for the file's metadata. Raises `PositionError` where the file
        cannot be written."""
        self._path = Path(path)
        if self._path.suffix.lower() != ENDING:
            raise PositionError(f"--out {path}: the file ends in {ENDING}")
        if not self._path.parent.is_dir():
            raise PositionError(f"--out {path}: there is no folder {self._path.parent}")
        side = None if plan.side is None else ",".join(plan.side)
        self._task = Task(plan.goal, side, every_card=plan.counted == "free-cards", limits=plan.limits)
        self._form = Parquet(columns_of(self._task))
        self._metadata = _metadata(self._task, rules, deals)
        self._waiting: list[Any] = []
        self._rows = 0

    def __enter__(self) -> Keeper:
        self._stack = ExitStack()
        try:
            path = self._stack.enter_context(written(self._path))
            schema = self._form.schema.with_metadata(
                {f"openhand.{key}": text for key, text in self._metadata.items()}
            )
            writer = require("pyarrow.parquet", "data").ParquetWriter(str(path), schema)
        except OSError as error:
            raise self._unwritable(error) from None
        self._writer = self._stack.enter_context(writer)
        return self

    def __exit__(self, *error: Any) -> None:
        try:
            if error[0] is None:
                self._write()
            self._stack.__exit__(*error)
        except OSError as wrong:
            raise self._unwritable(wrong) from None

    def add(self, solved: Solved) -> None:
        """Add the rows of some deals."""
        deals, asked, found, cards = solved
        size = len(deals)
        columns = {
            **answers_found(deals, self._task, asked, found, cards),
            "file": [None] * size,
            "position": list(range(self._rows + 1, self._rows + size + 1)),
            "id": [None] * size,
        }
        self._waiting.append(self._form.table(columns))
        self._rows += size
        if sum(table.num_rows for table in self._waiting) >= ROWS:
            self._write()

    def _write(self) -> None:
        if self._waiting:
            table = parquet.arrow().concat_tables(self._waiting)
            self._writer.write_table(table.replace_schema_metadata(self._writer.schema.metadata))
            self._waiting = []

    def _unwritable(self, error: OSError) -> PositionError:
        return PositionError(f"--out {self._path}: cannot be written: {error.strerror or error}")


def _metadata(task: Task, rules: Rules, deals: Mapping[str, object]) -> Metadata:
    """What the file says of its answers, as a file of `openhand batch` does, and how the deals were made."""
    house = {"game": rules.id} if rules.source else {}
    return {
        "version": __version__,
        **house,
        "rules": rules_text(rules),
        "question": json.dumps(task.told(), ensure_ascii=False),
        "deals": json.dumps(deals, ensure_ascii=False),
    }


# --- reading --------------------------------------------------------------------------------------------

_WORDS, _NUMBERS = ("game", "side", "goal", "error", "json"), ("lower", "upper")
Card = Mapping[str, Any]


def is_file(name: str) -> bool:
    """Whether this names a file of answers rather than a game: by its ending, or what it begins with."""
    if name.lower().endswith(ENDINGS):
        return True
    try:
        with open(name, "rb") as stream:
            return stream.read(len(parquet.MAGIC)) == parquet.MAGIC
    except (OSError, ValueError):
        return False


def sum_up(path: str, by: Sequence[str], counted: str) -> Study:
    """The study of the answers in a file of `study` or `batch`; rows that hold none are left out.

    Raises `PositionError` where the file is no such file, or its answers are about several games or goals.
    """
    file = parquet.opened(path, path)
    columns = _columns(file.schema_arrow, path, counted)
    told = _told(path, file, columns)
    house = rules_of([path], Reading(_open))
    text = next(text for texts in _texts(path, file, told.answered) for text in texts)
    first = _deals(path, [text], house)[0]
    named = _named(path, told.sides, first)
    plan = Plan(named, told.goal, counted, read_features(by, first.rules, len(first.seats)))
    lower, upper = told.bounds
    numbers = np.zeros((len(lower), 0), np.int64)
    if by or told.cards:
        batches = map(list, _texts(path, file, told.answered))  # one at a time
        deals = (_deals(path, texts, house) for texts in batches if texts)
        parts = [(plan.numbers(some), wants_least(some, named, told.goal)) for some in deals]
        numbers, least = map(np.concatenate, zip(*parts, strict=True))
        if told.cards:
            lower, upper = free_cards(_card_bounds(told.cards), least)
    figures = Figures(lower, upper)
    return Study(first, named, told.goal, counted, plan.by, figures, numbers, refused=told.refused)


def _columns(schema: Any, path: str, counted: str) -> list[str]:
    """The columns to read; `PositionError` where one is missing or holds something else."""
    types = parquet.arrow().types
    columns = [*_WORDS, *_NUMBERS, *([CARDS] if counted == "free-cards" else ())]
    for name in columns:
        if name not in schema.names:
            hint = ", which study --of free-cards and batch --every-card write" if name == CARDS else ""
            raise PositionError(f"{path}: no answers can be summed up, it has no column {name}{hint}")
        held = schema.field(name).type
        text = types.is_string(held) or types.is_large_string(held) or types.is_null(held)
        fits = text if name in _WORDS else types.is_list(held) if name == CARDS else types.is_integer(held)
        if not fits:
            raise PositionError(f"{path}: column {name} holds {held}, which no file of answers has there")
    return columns


class _Told(NamedTuple):
    """What the rows of a file say apart from the positions; `answered` says of each batch of rows which hold
    answers, and all else is of those."""

    goal: str
    sides: set[str]
    answered: list[NDArray[np.bool_]]
    bounds: tuple[Values, Values]
    cards: list[Sequence[Card]]

    @property
    def refused(self) -> int:
        """The rows that hold no answer."""
        return sum(int((~there).sum()) for there in self.answered)


def _told(path: str, file: Any, columns: list[str]) -> _Told:
    """Everything but the positions."""
    kept: dict[str, list[Any]] = {name: [] for name in (*columns, CARDS)}
    answered: list[NDArray[np.bool_]] = []
    for batch in parquet.batches(file, ROWS, [name for name in columns if name != "json"], path):
        rows = batch.to_pydict()
        answered.append(_answered(rows))
        there = np.flatnonzero(answered[-1]).tolist()
        for name, values in rows.items():
            kept[name] += [values[row] for row in there]
    if not kept["lower"]:
        raise PositionError(f"{path}: it holds no answers")
    for name in ("game", "goal"):
        several = sorted(set(kept[name]))
        if len(several) > 1:
            names = " and ".join(several[:2])
            raise PositionError(f"{path}: a study is of one {name}, and its answers are about {names}")
    lower, upper = (np.array(kept[name], np.int64) for name in _NUMBERS)
    return _Told(kept["goal"][0], set(kept["side"]), answered, (lower, upper), kept[CARDS])


def _answered(rows: Mapping[str, list[Any]]) -> NDArray[np.bool_]:
    """Which rows hold answers: bounds, and where the cards are read those of every card."""
    pairs = zip(rows["lower"], rows["error"], strict=True)
    there = np.array([lower is not None and not error for lower, error in pairs], np.bool_)
    if CARDS in rows:
        of_cards = [cards and all(card["lower"] is not None for card in cards) for cards in rows[CARDS]]
        there &= np.array(of_cards, np.bool_)
    return there


def _texts(path: str, file: Any, answered: Iterable[NDArray[np.bool_]]) -> Iterator[Iterator[str | None]]:
    """The positions of the rows with answers as JSON, batch by batch; of each they are read as asked for."""
    for batch, there in zip(parquet.batches(file, ROWS, ["json"], path), answered, strict=True):
        column = batch.column("json")
        yield (column[row].as_py() for row in np.flatnonzero(there).tolist())


def _open(name: str) -> BinaryIO:
    return Path(name).open("rb")


def _deals(path: str, texts: Sequence[str | None], house: Rules | None) -> Positions:
    """The positions of the rows."""
    try:
        return _plain(texts, house) or Positions.of([Position.from_json(text or "", house) for text in texts])
    except PositionError as error:
        raise PositionError(f"{path}: a position cannot be read: {error}") from None


def _plain(texts: Sequence[str | None], house: Rules | None) -> Positions | None:
    """The positions of texts that are all written as this program writes them; None where they are not."""
    try:
        fields = [json.loads(text or "") for text in texts]
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(one, dict) for one in fields):
        return None
    return plain_rows(Position.from_json(texts[0] or "", house), fields)


def _named(path: str, sides: set[str], first: Position) -> tuple[str, ...] | None:
    """The side that the file's question names, None for the seat to play with its partner.

    A file that does not give its question is taken to name a side that is the same in all its rows.
    """
    text = metadata_of(Path(path)).get("question")
    if text is not None:
        try:
            side = json.loads(text)["for"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise PositionError(f"{path}: its metadata does not give the question") from None
    else:
        side = next(iter(sides)) if len(sides) == 1 else None
    if side is None:
        return None
    names = [name.strip() for name in str(side).split(",")]
    seats_of(first, names)  # raises for seats that are not there
    return tuple(first.seats[find_seat(name, first.seats) or 0] for name in names)


def _card_bounds(cards: Sequence[Sequence[Mapping[str, Any]]]) -> CardBounds:
    """The bounds of every card that may be played, in as many columns as are needed."""
    width = max(1, *map(len, cards))
    lower, upper = (np.zeros((len(cards), width), np.int64) for _ in range(2))
    legal = np.zeros((len(cards), width), np.bool_)
    for row, listed in enumerate(cards):
        for column, card in enumerate(listed):
            lower[row, column], upper[row, column] = card["lower"], card["upper"]
            legal[row, column] = True
    return CardBounds(lower, upper, legal)

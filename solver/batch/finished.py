"""Whether a file that is there already is what a run would make."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from solver.batch.answers import described
from solver.batch.folder import Run, differences
from solver.batch.forms import NOTHING, Counts, Form, Parquet, metadata_of
from solver.batch.plan import Batch, whole
from solver.model.errors import PositionError


def refuse_another(path: Path, told: Run, about: Run) -> None:
    """Raise `PositionError` where a file or folder belongs to another run."""
    if wrong := differences(told, about):
        raise PositionError(f"{path}: answers another question: {'; '.join(wrong)}; --overwrite begins anew")


def check_finished(batch: Batch, form: Form, about: Run) -> None:
    """Raise `PositionError` where OUT is not what this run would make.

    A Parquet file says what it answers. The other forms have nothing but their rows: those must say the same
    of the same positions as far as it can be known without a search.
    """
    if isinstance(form, Parquet):
        try:
            told = json.loads(metadata_of(batch.out).get("run", "{}"))
        except (ValueError, RecursionError):
            told = {}
        refuse_another(batch.out, told if isinstance(told, dict) else {}, about)
        return
    try:
        rows = form.rows(batch.out)
        for number, (row, wanted) in enumerate(zip_longest(rows, _expected(batch)), 1):
            _check_row(batch.out, number, row, wanted, form.names)
    except (OSError, ValueError, AttributeError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"{batch.out}: is not what this program writes: {error}") from None


def _check_row(
    out: Path,
    number: int,
    row: Mapping[str, Any] | None,
    wanted: Mapping[str, Any] | None,
    names: Sequence[str],
) -> None:
    if row is None or wanted is None:
        more = "more rows than there are positions" if row else "fewer rows than there are positions"
        raise PositionError(f"{out}: answers another question: it has {more}; --overwrite begins anew")
    if tuple(row) != tuple(names):
        raise PositionError(
            f"{out}: answers another question: it has the columns {', '.join(map(str, row))};"
            " --overwrite begins anew"
        )
    for name, value in wanted.items():
        if str(row[name] or "") != str(value or ""):
            raise PositionError(
                f"{out}: answers another question: {name} of row {number} is {row[name]!r}, not {value!r};"
                " --overwrite begins anew"
            )


def _expected(batch: Batch) -> Iterator[Mapping[str, Any]]:
    """What can be known of every row without a search."""
    known = ("file", "position", "id", "game", "side", "goal", "json")
    for number, parts in batch.units():
        if batch.mine(number):
            unit = batch.unit_of(number, parts)
            columns = whole(unit, [described(one.positions, batch.task) for one in unit.segments], batch)
            for values in zip(*(columns[name] for name in known), strict=True):
                yield dict(zip(known, values, strict=True))


def count_rows(form: Form, out: Path) -> Counts:
    """What became of the rows of a finished file."""
    found = NOTHING
    for row in form.rows(out):
        refused, exact = bool(row["error"]), row["exact"] in (True, "true")
        found = found.plus(Counts(exact, not (exact or refused), refused))
    return found

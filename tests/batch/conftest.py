"""Positions in files, and the command that answers them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from solver import Position
from solver.cli import cli
from solver.generate import generate

Run = Callable[..., Result]
Rows = list[dict[str, Any]]


@pytest.fixture
def positions() -> list[Position]:
    """Some of three games, one of them with draws."""
    return generate("cinch", 3, 9, 1) + generate("hearts", 3, 5, 2) + generate("domino-hearts", 2, 3, 3)


@pytest.fixture
def deals(tmp_path: Path, positions: list[Position]) -> Path:
    """The same as JSON lines."""
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(position.to_json() + "\n" for position in positions))
    return path


@pytest.fixture
def batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`batch("deals.jsonl", "out.jsonl", "--goal", "clear")` in the folder of the test."""
    monkeypatch.chdir(tmp_path)

    def running(*args: object, status: int = 0, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(cli, ["batch", *map(str, args)], input=stdin)
        assert result.exit_code == status, result.output
        assert "Traceback" not in result.output
        return result

    return running


def rows_of(path: Path) -> Rows:
    """The rows of a file of answers, numbers as numbers and nothing as None."""
    if path.suffix == ".parquet":
        found: Rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
        return found
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as stream:
            return [
                {name: _value(name, text) for name, text in row.items()} for row in csv.DictReader(stream)
            ]
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _value(name: str, text: str) -> object:
    if text == "":
        return None
    if name in ("position", "value", "total", "lower", "upper", "nodes"):
        return int(text)
    return {"exact": lambda: text == "true", "seconds": lambda: float(text)}.get(name, lambda: text)()


def without(rows: Rows, *names: str) -> Rows:
    """Rows without some of their columns."""
    return [{name: value for name, value in row.items() if name not in names} for row in rows]


def positions_of(rows: Sequence[dict[str, Any]]) -> list[Position]:
    """The positions that rows hold as JSON."""
    return [Position.from_json(row["json"]) for row in rows]

"""The command as a user runs it, without a new process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from solver.analysis.study import Plan
from solver.cli import cli

EXAMPLES = Path(__file__).parents[2] / "examples"

# A small ending of Hearts: four seats, three cards each, A to lead.
ENDING = "A:A5.2.. K.A3.. 7.9..2 T.K..3"
TYPED = ("--game", "hearts", "--deal", ENDING, "--leader", "A")

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """`run("analyze", "x.pbn", stdin="...")`; no exception but the exit itself may come out."""

    def running(*args: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return running


@pytest.fixture
def answers(run: Run) -> Callable[..., list[dict[str, Any]]]:
    """The JSON objects that a command prints."""

    def asking(*args: object, stdin: str | bytes | None = None, status: int = 0) -> list[dict[str, Any]]:
        result = run(*args, "--json", stdin=stdin)
        assert result.exit_code == status, result.output
        return [json.loads(line) for line in result.stdout.splitlines()]

    return asking


def one_line(text: str) -> str:
    """What was said in one line, and only in one."""
    assert text.endswith("\n"), text
    assert text.count("\n") == 1, text
    return text[:-1]


@pytest.fixture
def third_call_interrupted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ctrl-C in the third chunk of a study; the numbers of deals of the chunks begun, as they come."""
    whole, begun = Plan.solve, list[int]()

    def interrupted(plan: Plan, deals: Any) -> Any:
        begun.append(len(deals))
        if len(begun) == 3:
            raise KeyboardInterrupt
        return whole(plan, deals)

    monkeypatch.setattr(Plan, "solve", interrupted)
    return begun

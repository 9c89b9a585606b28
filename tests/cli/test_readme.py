"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
DEAL = re.search(r"^D='(.*)'$", README, re.MULTILINE)
LINES = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]
COMMANDS = [line for line in LINES if line.startswith("openhand") and "|" not in line]
SHOWN = [block for kind, block in BLOCKS if kind == "" and block.startswith("$ openhand")]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def words(command: str) -> list[str]:
    assert DEAL is not None
    return shlex.split(command.replace("$D", DEAL[1]), comments=True)[1:]


def test_something_is_shown():
    assert len(COMMANDS) > 8
    assert len(SHOWN) > 2


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_answered(run, command):
    assert run(*words(command)).exit_code == 0


@pytest.mark.parametrize("block", SHOWN)
def test_output_is_as_shown(run, block):
    command, *shown = block.splitlines()
    printed = run(*words(command.removeprefix("$ "))).stdout.splitlines()
    for line in shown:
        assert line == "..." or line in printed


def test_the_python_runs():
    (code,) = (block for kind, block in BLOCKS if kind == "python")
    told: dict[str, object] = {}
    exec(code, told)
    assert len(told["values"]) == 2
    assert told["solution"].exact

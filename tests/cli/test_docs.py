"""What the README and the pages of docs/ show is what happens."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its lines as they stand, and the page's shell variable D."""

    page: str
    kind: str
    text: str
    deal: str

    def words(self, command: str) -> list[str]:
        """The arguments of an `openhand` command of this block."""
        return shlex.split(command.replace("$D", self.deal), comments=True)[1:]


def blocks_of(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    deal = re.search(r"^D='(.*)'$", text, re.MULTILINE)
    return [
        Block(path.name, kind, block, deal[1] if deal else "")
        for kind, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    ]


BLOCKS = [block for path in PAGES for block in blocks_of(path)]
COMMANDS = [
    pytest.param(block, line, id=f"{block.page}: {line}")
    for block in BLOCKS
    if block.kind == "sh"
    for line in block.text.splitlines()
    if line.startswith("openhand")
    and not line.startswith("openhand board")
    and not re.search(r"[|<>]|\b[A-Z]+\.\w+|\.\.\.", line.partition("#")[0])
]
SHOWN = [
    pytest.param(block, shown, id=f"{block.page}: {shown.splitlines()[0]}")
    for block in BLOCKS
    if block.kind == ""
    for shown in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    if shown.startswith("openhand")
]
PYTHON = [pytest.param(block, id=block.page) for block in BLOCKS if block.kind == "python"]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_something_is_shown():
    assert len(COMMANDS) > 8
    assert len(SHOWN) > 4
    assert len(PYTHON) > 1


@pytest.mark.parametrize(("block", "command"), COMMANDS)
def test_commands_are_answered(run, block, command):
    assert run(*block.words(command)).exit_code == 0


@pytest.mark.parametrize(("block", "shown"), SHOWN)
def test_output_is_as_shown(run, block, shown):
    command, *lines = shown.splitlines()
    printed = run(*block.words(command)).stdout.splitlines()
    for line in lines:
        assert line == "..." or line in printed


@pytest.mark.parametrize("block", PYTHON)
def test_the_python_runs(block):
    exec(block.text, {})

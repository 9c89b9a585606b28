"""What the README and the pages of docs/ show is what happens."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


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
    and not line.startswith(("openhand board", "openhand batch"))
    and not re.search(r"[|<>]|\b[A-Z]+\.\w+|\.\.\.", line.partition("#")[0])
]
SHOWN = [
    pytest.param(block, shown, id=f"{block.page}: {shown.splitlines()[0]}")
    for block in BLOCKS
    if block.kind == ""
    for shown in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    if shown.startswith("openhand")
]
# What some blocks of Python need besides the package, and the mark of tests that need it.
EXTRAS = {"pandas": "data", "polars": "data", "duckdb": "data", "pyarrow": "data", "distributed": "dask"}


def imported(block: Block) -> list[str]:
    """The extras that a block of Python imports."""
    return [name for name in EXTRAS if re.search(rf"^(import|from) {name}\b", block.text, re.MULTILINE)]


PYTHON = [
    pytest.param(block, id=block.page, marks=[getattr(pytest.mark, EXTRAS[name]) for name in imported(block)])
    for block in BLOCKS
    if block.kind == "python"
]
FILES = [
    pytest.param(block, line, id=line, marks=[pytest.mark.data] if ".parquet" in line else [])
    for block in BLOCKS
    if block.kind == "sh"
    for line in block.text.splitlines()
    if line.startswith("openhand batch")
]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """A folder like the root, in which files may be written."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_no_block_of_python_goes_by_another_name():
    """As `py` or `pycon`, with words after it, or indented, it would be read by nobody here."""
    others = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "benchmarks" / "README.md"]
    for path in [*PAGES, *others]:
        kinds = re.findall(r"^ *```+ *(py.*)$", path.read_text("utf-8"), re.MULTILINE)
        assert set(kinds) <= {"python"}, path
        assert len(kinds) == sum(block.kind == "python" for block in blocks_of(path)), path
        assert path in PAGES or not kinds, path


def test_docstrings_hold_no_examples_that_nobody_runs():
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "solver").rglob("*.py"))]
    assert not any(re.search(r"^\s*>>> ", text, re.MULTILINE) for text in sources)


def test_something_is_shown():
    assert len(COMMANDS) > 8
    assert len(SHOWN) > 4
    assert len(PYTHON) > 1


@pytest.mark.parametrize(("block", "command"), COMMANDS)
def test_commands_are_answered(run, block, command):
    assert run(*block.words(command)).exit_code == 0


@pytest.mark.parametrize(("block", "shown"), SHOWN)
def test_output_is_as_shown(run, block, shown):
    """Line by line from the first to the last; `...` stands for lines, or none, that are left out."""
    command, *lines = shown.rstrip("\n").splitlines()
    result = run(*block.words(command))
    pattern = "".join([r"(.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in lines])
    assert result.exit_code == 0
    assert re.fullmatch(pattern, result.stdout.rstrip("\n") + "\n"), result.stdout


@pytest.mark.parametrize(("block", "command"), FILES)
def test_files_are_written(run, elsewhere, block, command):
    if ".parquet" in command:
        pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
    assert run(*block.words(command)).exit_code == 0
    assert len(list(elsewhere.iterdir())) == 2


@pytest.mark.parametrize("block", PYTHON)
def test_the_python_runs(run, block, elsewhere):
    for name in imported(block):
        pytest.importorskip(name, reason=f"{name} is not installed")
    if "answers.parquet" in block.text:
        run(*["batch", "examples/black-lady-endings.jsonl", "answers.parquet", "--every-card"])
    exec(block.text, {})

"""A clone in which nothing was compiled: it hides what is installed, and must say so in a line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("*.py", "*.pyi", "*.pyx", "*.pxd", "*.pxi", "*.h", "*.toml")
WAY_OUT = "start Python in another directory, or compile it here with pip install -e ."


@pytest.fixture
def uncompiled(tmp_path: Path) -> Path:
    for package in ("solver", "cext"):
        for pattern in SOURCES:
            for source in (ROOT / package).rglob(pattern):
                copy = tmp_path / source.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
    return tmp_path


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_command_says_what_to_do(uncompiled: Path) -> None:
    for arguments in (("--help",), ("analyze", "deals.pbn")):
        found = python(uncompiled, "-m", "solver", *arguments)
        assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
        assert found.stderr == (
            f"openhand: {uncompiled} holds openhand's source, not compiled, and hides what is installed: "
            f"{WAY_OUT}\n"
        )


@pytest.mark.parametrize("statement", ["from solver import Position", "import solver.cli"])
def test_an_import_says_what_to_do(uncompiled: Path, statement: str) -> None:
    found = python(uncompiled, "-c", statement)
    assert found.returncode == 1
    last = found.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {uncompiled} holds openhand's source, not compiled")
    assert last.endswith(WAY_OUT)
    assert "partially initialized" not in found.stderr

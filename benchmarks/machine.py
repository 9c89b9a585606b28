"""Where and when a run was made."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cext
import solver

PEERS = ("endplay", "colver")
_MADE_BY = re.compile(rb"(?:GCC: \([^)]*\) [\d.]+|clang version [\d.]+)")


@dataclass(frozen=True)
class Machine:
    """What the figures depend on besides the program."""

    date: str  # UTC
    cpu: str
    cores: int
    load: float | None  # running processes in the last minute before the run
    system: str
    python: str
    compiler: str  # that built the core
    openhand: str
    commit: str
    peers: dict[str, str]

    def lines(self) -> list[str]:
        """For people."""
        load = "" if self.load is None else f", load before the run {self.load:.1f}"
        peers = ", ".join(f"{name} {number}" for name, number in self.peers.items()) or "none installed"
        return [
            f"{self.date}  openhand {self.openhand} ({self.commit or 'no commit known'})",
            f"{self.cpu}, {self.cores} cores{load}",
            f"{self.system}; Python {self.python}; core built by {self.compiler}; peers: {peers}",
        ]


def here() -> Machine:
    """This machine, now."""
    return Machine(
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        compiler=_compiler(),
        openhand=solver.__version__,
        commit=_commit(),
        peers={name: number for name in PEERS if (number := _version(name))},
    )


def _cpu() -> str:
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def _compiler() -> str:
    """The compiler's own mark in the core, where it leaves one; else the one that built Python."""
    for path in sorted(Path(cext.__path__[0]).rglob("search*")):
        found = _MADE_BY.search(path.read_bytes()) if path.suffix in {".so", ".pyd"} else None
        if found:
            return found[0].decode()
    return f"{platform.python_compiler()} (Python's)"


def _commit() -> str:
    root = Path(__file__).resolve().parent.parent
    try:
        name = _git(root, "rev-parse", "--short", "HEAD")
        return name + ("+changes" if name and _git(root, "status", "--porcelain", "solver", "cext") else "")
    except OSError:
        return ""


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""

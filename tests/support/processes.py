"""Processes that are watched from outside."""

from __future__ import annotations

import os
import time
from pathlib import Path


def worked(pid: int) -> float:
    """The seconds that a process has spent on a processor; 0 where the system does not say."""
    times = Path(f"/proc/{pid}/stat")
    if not times.exists():
        return 0.0
    user, system = times.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def wait_for_work(pid: int, seconds: float, since: float = 0.0) -> None:
    """Wait, however busy the machine is, until a process has worked so long, counted from `since`."""
    if not worked(pid):
        time.sleep(3)
        return
    ends = time.monotonic() + 60
    while worked(pid) < since + seconds and time.monotonic() < ends:
        time.sleep(0.05)

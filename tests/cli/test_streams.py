"""Readers that stall, writers that take their time, and Ctrl-C meanwhile."""

from __future__ import annotations

import array
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOLVER = (sys.executable, "-m", "solver")
GENEROUS = 10  # seconds; a second is promised, but this is no measurement

ENDING = (
    '{"game": "hearts", "hands": {"A": "A.2..", "Y": "K.3..", "B": "Q.4..", "Z": "J.5.."}, "leader": "A"}\n'
)
RECORD = '[Game "hearts"]\n[Deal "A:A.2.. K.3.. Q.4.. J.5.."]\n[Leader "A"]\n\n'

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and signals of Unix")


@contextmanager
def started(*arguments: str, **pipes: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The command as a user has it: its output buffered, Ctrl-C not turned off."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [*SOLVER, *arguments],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **pipes,
    ) as process:
        deadline = threading.Timer(90, process.kill)
        deadline.start()
        try:
            yield process
        finally:
            deadline.cancel()
            process.kill()


def waiting_in(pipe: int) -> int:
    """Bytes that nobody has read yet."""
    found = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, found)
    return found[0]


def wait_until_full(pipe: int, process: subprocess.Popen[bytes]) -> None:
    """Until the writer has begun and then written nothing for a while."""
    before = 0
    while before == 0 or waiting_in(pipe) > before:
        before = waiting_in(pipe)
        assert process.poll() is None
        time.sleep(0.5)


@pytest.mark.parametrize(
    "command",
    [
        ["generate", "hearts", "--cards", "5", "--count", "999999999"],
        ["analyze", "-", "--json"],
        ["analyze", "-", "--json", "--jobs", "2"],
    ],
    ids=" ".join,
)
def test_ctrl_c_does_not_wait_for_a_reader_that_has_stalled(command: list[str], tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(ENDING * 2_000)
    reader, writer = os.pipe()
    with many.open() as source, started(*command, stdin=source.fileno(), stdout=writer) as process:
        os.close(writer)
        wait_until_full(reader, process)
        process.send_signal(signal.SIGINT)
        assert process.wait(GENEROUS) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b"openhand: interrupted\n"
    os.close(reader)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("written", [ENDING, RECORD], ids=["JSON lines", "PBN"])
def test_ctrl_c_while_waiting_for_input(written: str, jobs: str) -> None:
    """What has been answered is printed, and no more is waited for."""
    command = ("analyze", "-", "--json", "--jobs", jobs)
    with started(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(written.encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["position"] == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(GENEROUS) == 130
        assert process.stdout.read() == b""
        assert process.stderr is not None
        assert process.stderr.read() == b"openhand: interrupted\n"


@pytest.mark.parametrize("command", ["analyze -", "table -", "replay -"])
def test_each_answer_is_there_before_the_input_has_ended(command: str) -> None:
    """As text, which Python keeps back in a pipe unless it is flushed."""
    played = RECORD.rstrip() + '\n[Play "A"]\nSA SK SQ SJ\nH2 H3 H4 H5\n\n'
    with started(*command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(played.encode())
            process.stdin.flush()
            while f"position {number}".encode() not in process.stdout.readline():
                assert process.poll() is None
        process.stdin.close()
        process.stdout.read()
        assert process.wait() == 0

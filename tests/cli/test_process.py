"""What only a process of its own can show: Ctrl-C, a pipe that is closed, a terminal."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solver import Position
from solver.analysis.bench import deck
from solver.cli.shell import ANSWERED, STOPPED
from solver.generate import generate
from tests.support.processes import wait_for_work

SOLVER = (sys.executable, "-m", "solver")
PATIENCE = 60  # seconds for a process to end on a busy machine: its searches would take hours


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """Positions that together take far longer than a test should."""
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join([position.to_json() for position in deck("hearts-13", 20)] * 5))
    return path


def interrupted(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run, press Ctrl-C when the search is under way, and wait for the end."""
    command = [*SOLVER, *map(str, arguments)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        # A test run in a shell's background has Ctrl-C turned off, and a child would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for_work(process.pid, 2.5)  # longer than it takes to start
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_answers_with_bounds(long_work, jobs):
    result = interrupted("analyze", long_work, "--json", "--jobs", jobs, "--memory", 64)
    assert result.returncode == 130
    assert "Traceback" not in result.stderr
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    stopped = [answer for answer in answers if not answer["exact"]]
    assert 1 <= len(stopped) <= jobs
    for answer in stopped:
        assert answer["lower"] <= answer["upper"]
        assert all("lower" in card for card in answer["cards"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_while_soundness_is_asked(long_work, jobs):
    """Only what was being searched lacks what it was asked."""
    result = interrupted("analyze", long_work, "--json", "--sound", "--jobs", jobs, "--memory", 64)
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert 1 <= sum(answer["sound"] is None for answer in answers) <= jobs
    assert all(answer["exact"] for answer in answers if answer["sound"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_a_table(long_work, jobs):
    """The cell that runs answers with its bounds, and none is begun after it."""
    result = interrupted("table", long_work, "--json", "--jobs", jobs, "--memory", 64)
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")
    table = json.loads(result.stdout)
    assert table["exact"] is False
    stopped = [cell for cell in table["cells"] if not cell["exact"]]
    assert 1 <= len(stopped) <= jobs
    assert all(cell["lower"] < cell["upper"] for cell in stopped)


@pytest.fixture
def out_of_reach(tmp_path: Path) -> Path:
    """Deals with one card played, each too much for a search: ten cards each for six, from two packs."""
    path = tmp_path / "played.jsonl"
    pack = [suit + rank for suit in "SHDC" for rank in "6789TJQK"] * 2
    random.Random(1).shuffle(pack)
    hands = {seat: pack[place::6][:10] for place, seat in enumerate("ABCDEF")}
    deal = Position.parse(game="cancellation-hearts", seats="A,B,C,D,E,F", hands=hands, leader="A")
    path.write_text(json.dumps({**json.loads(deal.to_json()), "play": deal.legal_cards()[:1]}) + "\n")
    return path


@pytest.mark.parametrize(
    "command",
    [
        "analyze FILE --method maxn",
        "analyze FILE FILE --each-seat --jobs 2",
        "advise FILE --jobs 2",
        "advise FILE --method maxn",
        "advise FILE --ahead 2",
        "bid --game auction-hearts --hand A=AKQJ.Q9752.QJ62. --worlds 100000 --jobs 2",
        "generate hearts --cards 13 --only-best --cost 90 --tries 100000",
        "study hearts --deals 100000 --jobs 2",
        "batch FILE FILE FILE OUT --dry-run --jobs 2",
    ],
)
def test_ctrl_c_ends_every_command(out_of_reach: Path, command: str) -> None:
    """Whatever its threads are at is ended with it."""
    names = {"FILE": str(out_of_reach), "OUT": str(out_of_reach.with_name("out.jsonl"))}
    result = interrupted(*[names.get(word, word) for word in command.split()])
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")


def test_ctrl_c_in_replay(out_of_reach):
    result = interrupted("replay", out_of_reach, out_of_reach, "--json")
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")
    (card,) = json.loads(result.stdout)["cards"]
    assert card["bounds"]["before"][0] < card["bounds"]["before"][1]


def test_ctrl_c_in_perft(long_work):
    result = interrupted("perft", long_work, "--depth", 40)
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")


def test_ctrl_c_in_bench():
    result = interrupted("bench")
    assert (result.returncode, result.stderr) == (130, "openhand: interrupted\n")


def test_a_reader_that_goes_away(tmp_path):
    for command in ("generate hearts --cards 5 --count 999999999", "games", "--help"):
        program = " ".join([*SOLVER, command])
        result = subprocess.run(
            f"set -o pipefail; {program} | head -1", shell=True, executable="/bin/bash",
            capture_output=True, text=True, env=environment(), check=False,
        )  # fmt: skip
        assert result.stderr == ""
        assert result.returncode == 0


def in_a_shell(command: str) -> tuple[int, str]:
    """Exit status and complaint of a command with the shell's redirections."""
    program = " ".join(SOLVER)
    result = subprocess.run(
        f"{program} {command}", shell=True, executable="/bin/bash",
        capture_output=True, text=True, env=environment(), check=False,
    )  # fmt: skip
    return result.returncode, result.stderr


def test_standard_input_that_is_closed():
    assert in_a_shell("analyze - <&-") == (2, "openhand: standard input: cannot be read: it is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("command", ["games", "--help", "generate hearts --cards 3", "games hearts"])
def test_output_that_cannot_be_written(command):
    assert in_a_shell(f"{command} > /dev/full") == (
        2, "openhand: the output cannot be written: No space left on device\n"
    )  # fmt: skip
    status, told = in_a_shell(f"{command} >&-")
    assert (status, "standard output is closed" in told) == (2, True)


def on_a_terminal(*arguments: str, **more: str) -> str:
    """What the program writes to a terminal of its own."""
    pty = pytest.importorskip("pty", reason="terminals of this kind are there on Unix alone")
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*SOLVER, *arguments], stdout=child, stderr=child, env=environment(TERM="xterm-256color", **more)
    )
    os.close(child)
    written = b""
    while True:
        try:
            part = os.read(parent, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    process.wait()
    os.close(parent)
    return written.decode()


TYPED = ("analyze", "--game", "hearts", "--deal", "A:A5.2.. K.A3.. 7.9..2 T.K..3", "--leader", "A")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_a_terminal_has_symbols_and_colour():
    more = {name: "" for name in ("NO_COLOR",) if name in os.environ}
    text = on_a_terminal(*TYPED, **more, PYTHONIOENCODING="utf-8")
    assert "♠" in text
    assert "\x1b[" in text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_no_color_is_respected():
    text = on_a_terminal(*TYPED, NO_COLOR="1", PYTHONIOENCODING="utf-8")
    assert "♠" in text
    assert "\x1b[31m" not in text
    assert "\x1b[32m" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_a_terminal_without_the_symbols():
    text = on_a_terminal(*TYPED, PYTHONIOENCODING="ascii")
    assert "Hearts, A leads" in text
    assert "S A 5" in text


# --- memory ---------------------------------------------------------------------------------------------

FULL = 8  # megabytes, which these searches fill


# A process begins with its parent's figure, so that a small one has to ask for it.
PEAK = """
import os, sys
_, status, used = os.wait4(os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ), 0)
print(used.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak(*arguments: object) -> float:
    """The most memory that a process took, in megabytes."""
    command = [sys.executable, "-c", PEAK, *SOLVER[1:], *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode in (ANSWERED, STOPPED), done.stderr
    return int(done.stderr) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
@pytest.mark.parametrize(
    ("asked", "nodes"),
    [
        ((), 1_000_000),
        (("--each-seat",), 1_000_000),
        pytest.param(("--method", "maxn"), 3_000_000, marks=pytest.mark.slow),
        (("--jobs", 2), 1_000_000),
        pytest.param(("--jobs", 2, "--each-seat"), 3_000_000, marks=pytest.mark.slow),
    ],
)
def test_memory_is_that_of_all_tables_together(tmp_path: Path, asked: tuple[object, ...], nodes: int) -> None:
    """However many searches there are, one after another or side by side; a megabyte is left for the rest."""
    deals = generate("black-lady", 13, 4 if "--jobs" in asked else 1, 3)
    (tmp_path / "deals.jsonl").write_text("\n".join(deal.to_json() for deal in deals))
    command = ("analyze", tmp_path / "deals.jsonl", *asked)
    without = peak(*command, "--memory", 1, "--nodes", 1000)
    full = peak(*command, "--memory", FULL, "--nodes", nodes)
    assert FULL / 3 < full - without < FULL + 1

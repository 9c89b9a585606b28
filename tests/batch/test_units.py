"""Nothing is lost: units, what interrupts them, and how a run goes on."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.analysis.bench import deck
from solver.batch import folder
from solver.generate import generate
from tests.batch.conftest import rows_of, without

FORMS = ["jsonl", "csv", pytest.param("parquet", marks=pytest.mark.data)]


@pytest.fixture(params=FORMS)
def out(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """OUT of every form."""
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
    return tmp_path / f"out.{request.param}"


class Ended(BaseException):
    """As if the process ended here."""


@pytest.fixture
def ends_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """`ends_after(2)`: the process ends, whatever it does, when it comes to its third unit."""

    def ending(units: int) -> None:
        left = iter(range(units))
        add = folder.Folder.add

        def counted(self: Any, number: int, write: Any) -> None:
            if next(left, None) is None:
                raise Ended
            add(self, number, write)

        monkeypatch.setattr(folder.Folder, "add", counted)

    return ending


def stopped(batch: Any, *args: object) -> None:
    """Run until it ends before its time."""
    with pytest.raises(Ended):
        batch(*args)


def contents(units: Path) -> dict[str, bytes]:
    """The finished units, byte for byte."""
    return {path.name: path.read_bytes() for path in sorted(units.glob("unit-*"))}


# --- units ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [(), ("--jobs", 2), ("--unit", 1), ("--unit", 6), ("--jobs", 3, "--unit", 4)]
)
def test_rows_are_the_same_whatever_units_and_jobs(options, out, batch, deals, tmp_path):
    batch("deals.jsonl", "one.jsonl")
    batch("deals.jsonl", out.name, *options)
    assert without(rows_of(out), "seconds") == without(rows_of(tmp_path / "one.jsonl"), "seconds")
    assert {path.name for path in tmp_path.iterdir()} == {"deals.jsonl", "one.jsonl", out.name}


def test_what_lies_in_the_folder(out, batch, deals, tmp_path, ends_after):
    """Units of the size asked for, and `run.json`, which says what is answered."""
    ends_after(2)
    stopped(batch, "deals.jsonl", out.name, "--unit", 5, "--goal", "margin", "--nodes", 900)
    units = tmp_path / f"{out.name}.units"
    assert not out.exists()
    assert sorted(path.name for path in units.iterdir()) == [
        "lock", "run.json", f"unit-00000001{out.suffix}", f"unit-00000002{out.suffix}",
    ]  # fmt: skip
    run = json.loads((units / "run.json").read_text())
    assert run == {
        "version": solver.__version__,
        "in": [
            {
                "file": "deals.jsonl",
                "size": deals.stat().st_size,
                "sha256": hashlib.sha256(deals.read_bytes()).hexdigest(),
            }
        ],
        "rules": "",
        "question": {
            "goal": "margin", "for": None, "method": "minimax", "every-card": False, "seconds": None,
            "nodes": 900, "overrides": {},
        },
        "unit": 5,
        "shard": "1/1",
    }  # fmt: skip


def test_out_appears_by_one_rename(out, batch, deals, tmp_path, monkeypatch):
    """Until then nothing stands under its name, and the folder goes after it."""
    renamed = []
    replace = os.replace

    def watched(one: Any, other: Any) -> None:
        renamed.append((Path(one), Path(other), Path(other).exists()))
        replace(one, other)

    monkeypatch.setattr(os, "replace", watched)
    batch("deals.jsonl", out.name, "--unit", 9)
    *units, last = renamed
    assert [there for _, _, there in renamed] == [False] * 3
    assert [other.name for _, other, _ in units] == [f"unit-0000000{n}{out.suffix}" for n in (1, 2)]
    assert all(one.name == f".{other.name}" for one, other, _ in units)
    assert last[1].name == out.name
    assert not (tmp_path / f"{out.name}.units").exists()


def test_units_are_on_the_disk_before_they_have_their_name(out, batch, deals, monkeypatch):
    done = []
    fsync, replace = os.fsync, os.replace

    def synced(number: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{number}"))
        fsync(number)

    def renamed(one: Any, other: Any) -> None:
        done.append("renamed")
        replace(one, other)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    batch("deals.jsonl", out.name, "--unit", 9)
    first = done.index("renamed")
    assert done[first - 1].endswith(f".units/.unit-00000001{out.suffix}")
    assert done[first + 1].endswith(f".units/.unit-00000002{out.suffix}")
    last = len(done) - 1 - done[::-1].index("renamed")
    assert done[last - 1].endswith(f"joined{out.suffix}")


# --- resume ---------------------------------------------------------------------------------------------


def test_resume_keeps_what_is_finished(out, batch, deals, tmp_path, ends_after, monkeypatch):
    ends_after(2)
    stopped(batch, "deals.jsonl", out.name, "--unit", 4)
    units = tmp_path / f"{out.name}.units"
    before = contents(units)
    assert len(before) == 2
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    kept = {}
    finish = folder.Folder.finish

    def looked(self: Any, write: Any) -> None:
        kept.update(contents(units))
        finish(self, write)

    monkeypatch.setattr(folder.Folder, "finish", looked)
    result = batch("deals.jsonl", out.name, "--unit", 4, "--resume")
    assert {name: kept[name] for name in before} == before
    assert ": 17 answered, 0 stopped by a limit, 0 refused" in result.stderr
    assert_whole(out, batch, tmp_path)


def assert_whole(out: Path, batch: Any, tmp_path: Path, *options: object) -> None:
    """No row twice or missing: the rows are those of a run that nothing came between."""
    batch("deals.jsonl", f"whole{out.suffix}", *options)
    wanted = rows_of(tmp_path / f"whole{out.suffix}")
    assert without(rows_of(out), "seconds") == without(wanted, "seconds")
    assert not (tmp_path / f"{out.name}.units").exists()


def test_a_forecast_leaves_out_what_is_finished(batch, deals, ends_after):
    ends_after(2)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    result = batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume", "--dry-run")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["17 positions in 5 units of 4", "8 of them are answered already"]
    assert lines[2].startswith("9 tried: ")


def test_a_forecast_of_what_is_finished_has_nothing_to_do(batch, deals):
    batch("deals.jsonl", "out.jsonl", "--unit", 4)
    result = batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume", "--dry-run")
    assert result.stdout == "17 positions in 5 units of 4\n17 of them are answered already\n"


def test_what_was_being_written_is_no_unit(batch, deals, tmp_path, ends_after, monkeypatch):
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    (tmp_path / "out.jsonl.units" / ".unit-00000002.jsonl").write_text('{"file": "deals')
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume")
    assert_whole(tmp_path / "out.jsonl", batch, tmp_path)


def test_nothing_there_begins(out, batch, deals, tmp_path):
    batch("deals.jsonl", out.name, "--resume")
    assert_whole(out, batch, tmp_path)


def test_a_finished_out_of_the_same_run_is_left(out, batch, deals, tmp_path):
    batch("deals.jsonl", out.name, "--unit", 5)
    before = out.read_bytes(), out.stat().st_mtime_ns
    result = batch("deals.jsonl", out.name, "--unit", 5, "--resume", "--jobs", 2)
    assert (out.read_bytes(), out.stat().st_mtime_ns) == before
    assert "is finished already, nothing to do: 17 answered, 0 stopped by a limit, 0 refused" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.jsonl", out.name]


def test_a_finished_out_of_another_run_is_refused(out, batch, deals, tmp_path):
    batch("deals.jsonl", out.name)
    before = out.read_bytes()
    for options, said in (
        (("--goal", "margin"), "goal"),
        (("--for", "A"), "side" if out.suffix != ".parquet" else "for"),
        (("--every-card",), "c"),
    ):
        result = batch("deals.jsonl", out.name, "--resume", *options, status=2)
        assert f"{out.name}: answers another question: " in result.stderr
        assert said in result.stderr
    with deals.open("a") as stream:
        stream.write(generate("cinch", 3, 1, 77)[0].to_json())
    result = batch("deals.jsonl", out.name, "--resume", status=2)
    assert ("fewer rows" in result.stderr) or ("sha256" in result.stderr)
    assert out.read_bytes() == before


DIFFERENCES = {
    "goal": ("--goal", "margin"),
    "for": ("--for", "A"),
    "method": ("--method", "maxn"),
    "every-card": ("--every-card",),
    "nodes": ("--nodes", 10),
    "seconds": ("--seconds", 3),
    "overrides": ("--leader", "B"),
    "rules": ("--rules", "house.toml"),
    "unit": ("--unit", 5),
    "shard": ("--shard", "1/2"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_units_of_another_question_are_refused(name, batch, deals, tmp_path, ends_after):
    (tmp_path / "house.toml").write_text('extends = "hearts"\n')
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    before = contents(tmp_path / "out.jsonl.units")
    options = ("--unit", 4) if name != "unit" else ()
    result = batch("deals.jsonl", "out.jsonl", "--resume", *options, *DIFFERENCES[name], status=2)
    assert "out.jsonl.units: answers another question: " in result.stderr
    assert name in result.stderr.partition("another question: ")[2]
    assert contents(tmp_path / "out.jsonl.units") == before


def test_another_in_is_refused(batch, deals, tmp_path, ends_after):
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    lines = deals.read_text().splitlines(keepends=True)
    before, _ = (
        hashlib.sha256(deals.read_bytes()).hexdigest(),
        deals.write_text("".join(lines[1:] + lines[:1])),
    )
    after = hashlib.sha256(deals.read_bytes()).hexdigest()
    result = batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume", status=2)
    assert result.stderr.startswith(
        "openhand: out.jsonl.units: answers another question: in 1, deals.jsonl: sha256 "
    )
    assert before[:50] in result.stderr
    assert after[:50] in result.stderr
    result = batch("deals.jsonl", "deals.jsonl", "out.jsonl", "--unit", 4, "--resume", status=2)
    assert "in 2, deals.jsonl:" in result.stderr


@pytest.mark.parametrize("text", ["", "[1]", "{", "{}"])
def test_a_damaged_run_json(text, batch, deals, tmp_path, ends_after):
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    (tmp_path / "out.jsonl.units" / "run.json").write_text(text)
    result = batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume", status=2)
    assert "--overwrite begins anew" in result.stderr


def test_the_folder_is_all_that_is_left(out, batch, deals, tmp_path, monkeypatch):
    """Ended between the rename of OUT and the end: what remains is put away."""
    monkeypatch.setattr(folder.Folder, "remove", lambda self: (_ for _ in ()).throw(Ended))
    stopped(batch, "deals.jsonl", out.name)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    before = out.read_bytes()
    (tmp_path / f"{out.name}.units" / f"unit-00000001{out.suffix}").unlink()
    result = batch("deals.jsonl", out.name, "--resume")
    assert "is finished already" in result.stderr
    assert out.read_bytes() == before
    assert not (tmp_path / f"{out.name}.units").exists()


def test_ctrl_c_when_all_is_done(batch, deals, tmp_path, monkeypatch):
    """The folder is gone, and the interrupt is not hidden by that."""
    finish = folder.Folder.finish

    def interrupted(self: Any, write: Any) -> None:
        finish(self, write)
        raise KeyboardInterrupt

    monkeypatch.setattr(folder.Folder, "finish", interrupted)
    result = batch("deals.jsonl", "out.jsonl", status=130)
    assert "interrupted" in result.stderr
    assert len(rows_of(tmp_path / "out.jsonl")) == 17


def test_a_process_ended_while_it_made_the_folder(batch, deals, tmp_path, ends_after, monkeypatch):
    """What it left is swept by the next that runs, and nothing of another OUT's."""
    ended, another = tmp_path / ".out.jsonl.units-0123456789ab", tmp_path / ".other.jsonl.units-0123456789ab"
    for left in (ended, another):
        left.mkdir()
        (left / "run.json").write_text("{}")
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    assert not ended.exists()
    ended.mkdir()
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    batch("deals.jsonl", "out.jsonl", "--unit", 4, "--resume")
    assert not ended.exists()
    assert another.exists()


# --- what is there already ------------------------------------------------------------------------------


def test_an_out_that_is_there_is_refused(out, batch, deals, tmp_path, ends_after):
    out.write_text("precious")
    result = batch("deals.jsonl", out.name, status=2)
    assert f"{out.name}: is there already: --resume goes on, --overwrite begins anew" in result.stderr
    assert out.read_text() == "precious"
    batch("deals.jsonl", out.name, "--resume", status=2)
    assert out.read_text() == "precious"
    out.unlink()
    ends_after(1)
    stopped(batch, "deals.jsonl", out.name, "--unit", 4)
    result = batch("deals.jsonl", out.name, "--unit", 4, status=2)
    assert f"{out.name}.units: is there already" in result.stderr


def test_overwrite_begins_anew(out, batch, deals, tmp_path, ends_after, monkeypatch):
    out.write_text("old")
    ends_after(1)
    stopped(batch, "deals.jsonl", out.name, "--unit", 4, "--overwrite", "--goal", "margin")
    assert out.read_text() == "old"
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    batch("deals.jsonl", out.name, "--unit", 5, "--overwrite")
    assert_whole(out, batch, tmp_path)


@pytest.mark.parametrize("option", ["--resume", "--overwrite"])
def test_a_folder_with_files_of_somebody_elses_is_left_as_it_is(option, batch, deals, tmp_path):
    theirs = tmp_path / "out.jsonl.units" / "notes" / "precious.txt"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("precious")
    result = batch("deals.jsonl", "out.jsonl", option, status=2)
    assert result.stderr == (
        "openhand: out.jsonl.units: holds notes, which is nothing of a run's: move it away,"
        " or name another OUT\n"
    )
    assert [path.name for path in theirs.parent.parent.iterdir()] == ["notes"]
    assert theirs.read_text() == "precious"


def test_a_folder_that_says_nothing_of_its_run(batch, deals, tmp_path):
    (tmp_path / "out.jsonl.units").mkdir()
    result = batch("deals.jsonl", "out.jsonl", "--resume", status=2)
    assert result.stderr == (
        "openhand: out.jsonl.units/run.json: cannot be read: No such file or directory;"
        " --overwrite begins anew\n"
    )
    batch("deals.jsonl", "out.jsonl", "--overwrite")


def test_a_second_process_is_refused(batch, deals, tmp_path, ends_after):
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 4)
    with (tmp_path / "out.jsonl.units" / "lock").open("a") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        for option in ("--resume", "--overwrite"):
            result = batch("deals.jsonl", "out.jsonl", "--unit", 4, option, status=2)
            assert "out.jsonl: another process is answering into it" in result.stderr


def test_a_process_that_was_quicker(batch, deals, tmp_path, monkeypatch):
    """Two that find nothing there: one of them makes the folder."""
    rename = os.rename

    def late(one: Any, other: Any) -> None:
        other.mkdir()
        (other / "lock").touch()
        rename(one, other)

    monkeypatch.setattr(os, "rename", late)
    result = batch("deals.jsonl", "out.jsonl", status=2)
    assert "another process is answering into it" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.jsonl", "out.jsonl.units"]


def test_a_process_that_was_quicker_and_has_swept(batch, deals, tmp_path, monkeypatch):
    """It holds the folder, or has finished by now."""

    def late(made: Any, _: Any) -> None:
        shutil.rmtree(made)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    monkeypatch.setattr(os, "rename", late)
    result = batch("deals.jsonl", "out.jsonl", status=2)
    assert "another process is answering into it" in result.stderr


def test_a_file_system_without_locks(batch, deals, tmp_path, monkeypatch):
    """It keeps no second process away, and is no reason to do nothing."""

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    batch("deals.jsonl", "out.jsonl")
    assert len(rows_of(tmp_path / "out.jsonl")) == 17


# --- shards ---------------------------------------------------------------------------------------------


def test_shards_are_every_nth_unit(out, batch, deals, tmp_path):
    """Together they are the whole, and positions keep their numbers."""
    batch("deals.jsonl", "whole.jsonl")
    rows = []
    for k in (1, 2, 3):
        name = f"part-{k}{out.suffix}"
        batch("deals.jsonl", name, "--unit", 3, "--shard", f"{k}/3")
        rows.append(rows_of(tmp_path / name))
    assert [[row["position"] for row in part] for part in rows[:1]] == [[1, 2, 3, 10, 11, 12]]
    assert [row["position"] for row in rows[2]] == [7, 8, 9, 16, 17]
    together = sorted((row for part in rows for row in part), key=lambda row: row["position"])
    assert without(together, "seconds") == without(rows_of(tmp_path / "whole.jsonl"), "seconds")


def test_a_shard_without_a_unit_is_a_file_without_rows(out, batch, deals):
    result = batch("deals.jsonl", out.name, "--shard", "2/2")
    assert ": 0 answered, 0 stopped by a limit, 0 refused" in result.stderr
    assert rows_of(out) == []
    if out.suffix == ".csv":
        assert out.read_text().startswith("file,position,id,game,side,goal,value,")
    elif out.suffix == ".parquet":
        names = pytest.importorskip("pyarrow.parquet").read_schema(out).names
        assert names[:3] == ["file", "position", "id"]
        assert names[-1] == "json"
    else:
        assert out.read_bytes() == b""


def test_a_shard_goes_on(batch, deals, tmp_path, ends_after, monkeypatch):
    ends_after(1)
    stopped(batch, "deals.jsonl", "out.jsonl", "--unit", 2, "--shard", "2/3")
    assert list(contents(tmp_path / "out.jsonl.units")) == ["unit-00000002.jsonl"]
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    batch("deals.jsonl", "out.jsonl", "--unit", 2, "--shard", "2/3", "--resume")
    positions = [row["position"] for row in rows_of(tmp_path / "out.jsonl")]
    assert positions == [3, 4, 9, 10, 15, 16]


# --- a full disk ----------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk(out, batch, deals, tmp_path, monkeypatch):
    """One line; finished units stay, and a run with room again goes on from them."""
    units = tmp_path / f"{out.name}.units"
    written = folder.written
    calls = iter(range(2))

    def full(path: Path) -> Any:
        if next(calls, None) is None:
            other = path.with_name(f".{path.name}")
            other.symlink_to("/dev/full")
        return written(path)

    monkeypatch.setattr(folder, "written", full)
    result = batch("deals.jsonl", out.name, "--unit", 4, status=2)
    assert result.stderr.count("\n") == 1
    assert f"{out.name}: cannot be written: " in result.stderr
    assert "No space left on device" in result.stderr
    before = contents(units)
    assert sorted(path.name for path in units.iterdir()) == ["lock", "run.json", *before]
    assert len(before) == 2
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    batch("deals.jsonl", out.name, "--unit", 4, "--resume")
    assert_whole(out, batch, tmp_path)


def test_no_room_for_the_whole(out, batch, deals, tmp_path, monkeypatch):
    """All units are there and cannot be joined: nothing is lost, and OUT is not there by half."""

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(folder, "sync", lambda path: no_room() if "joined" in path.name else None)
        result = batch("deals.jsonl", out.name, "--unit", 4, status=2)
    assert "No space left on device" in result.stderr
    assert not out.exists()
    batch("deals.jsonl", out.name, "--unit", 4, "--resume")
    assert_whole(out, batch, tmp_path)


# --- processes that end before their time ---------------------------------------------------------------


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """`started("deals.jsonl", "out.jsonl")`: the command as a process of its own."""
    processes = []

    def starting(*args: object, **more: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "solver", "batch", *map(str, args)],
            cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **more,
        )  # fmt: skip
        processes.append(process)
        return process

    yield starting
    for process in processes:
        process.kill()
        process.communicate()


def wait_for_units(units: Path, count: int) -> None:
    """Wait until that many units are finished, however busy the machine is."""
    until = time.monotonic() + 120
    while len(list(units.glob("unit-*"))) < count:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """Some positions that are answered at once, then some that take very long."""
    path = tmp_path / "long.jsonl"
    quick, slow = generate("cinch", 3, 6, 1), list(deck("hearts-13", 4))
    path.write_text("\n".join(position.to_json() for position in [*quick, *slow * 5]))
    return path


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(jobs, started, long_work, tmp_path, batch):
    process = started("long.jsonl", "out.jsonl", "--unit", 3, "--jobs", jobs, "--goal", "points")
    units = tmp_path / "out.jsonl.units"
    wait_for_units(units, 2)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "openhand: interrupted\n")
    before = contents(units)
    assert len(before) >= 2
    assert not (tmp_path / "out.jsonl").exists()
    quick = generate("cinch", 3, 6, 1)
    assert [row["json"] for name in before for row in map(json.loads, before[name].splitlines())][:6] == [
        position.to_json() for position in quick
    ]


def test_kill_9(started, deals, tmp_path, batch):
    """No chance to put anything right: what is finished is whole, and the lock is gone with the process."""
    deals.write_text("\n".join(position.to_json() for position in generate("cinch", 4, 400, 1)))
    unit = 7
    process = started("deals.jsonl", "out.jsonl", "--unit", unit)
    units = tmp_path / "out.jsonl.units"
    wait_for_units(units, 5)
    process.kill()
    process.communicate()
    assert not (tmp_path / "out.jsonl").exists()
    before = contents(units)
    assert all(text.count(b"\n") == unit for text in before.values())
    process = started("deals.jsonl", "out.jsonl", "--unit", unit)
    assert process.wait(60) == 2
    inodes = {path.name: path.stat().st_ino for path in units.glob("unit-*")}
    batch("deals.jsonl", "out.jsonl", "--unit", unit, "--resume")
    assert set(inodes) == set(before)
    assert_whole(tmp_path / "out.jsonl", batch, tmp_path)
    seconds = {row["position"]: row["seconds"] for row in rows_of(tmp_path / "out.jsonl")}
    kept = [json.loads(line) for text in before.values() for line in text.splitlines()]
    assert {row["position"]: row["seconds"] for row in kept}.items() <= seconds.items()


def test_a_file_that_may_grow_no_further(started, deals, tmp_path, batch):
    """As on a full disk, but by the system's own limit on files."""
    deals.write_text("\n".join(position.to_json() for position in generate("cinch", 4, 300, 1)))
    limit = 20_000

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-m", "solver", "batch", "deals.jsonl", "out.jsonl", "--unit", "10"]
    process = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        preexec_fn=limited,
        check=False,
    )
    assert process.returncode == 2
    assert process.stderr == "openhand: out.jsonl: cannot be written: File too large\n"
    before = contents(tmp_path / "out.jsonl.units")
    assert len(before) == 30
    batch("deals.jsonl", "out.jsonl", "--unit", 10, "--resume")
    assert_whole(tmp_path / "out.jsonl", batch, tmp_path)

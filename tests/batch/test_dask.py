"""A cluster of Dask's: the same rows, whoever comes and goes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from solver import Limits, Position, PositionError, Positions, solve_batch, solve_dask
from solver.analysis.bench import deck
from solver.batch import cluster as clusters
from solver.batch import wire
from solver.generate import generate
from solver.rules import load_file
from tests.batch.conftest import rows_of, without

distributed = pytest.importorskip("distributed", reason="openhand[dask] is not installed")
pytestmark = pytest.mark.dask


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes; one that dies is followed by another."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster


@pytest.fixture
def client(workers: Any) -> Iterator[Any]:
    with distributed.Client(workers, set_as_default=False) as connected:
        yield connected


# --- from Python ----------------------------------------------------------------------------------------


def test_arrays_and_lists(client, tmp_path):
    deals = Positions.random("cinch", 60, cards=4)
    assert solve_dask(deals, client).tolist() == solve_batch(deals).tolist()
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 5\n')
    mixed = [*generate("hearts", 4, 5, 1), *generate(load_file(house), 4, 5, 1), *generate("enfle", 2, 3, 1)]
    assert solve_dask(mixed, client).tolist() == solve_batch(mixed).tolist()
    assert solve_dask([], client).tolist() == []


def test_every_card_and_bounds(client):
    deals = Positions.random("cinch", 20)
    cards = solve_dask(deals, client, "A,B", "margin", every_card=True)
    wanted = solve_batch(deals, "A,B", "margin", every_card=True)
    assert cards.cards == wanted.cards
    assert np.array_equal(cards.values, wanted.values)
    for every_card in (False, True):
        few = Limits(nodes=200)
        found = solve_dask(deals, client, limits=few, bounds=True, every_card=every_card)
        here = solve_batch(deals, limits=few, bounds=True, every_card=every_card)
        for name in ("lower", "upper", "exact", "nodes"):
            assert np.array_equal(getattr(found, name), getattr(here, name))
        assert found.cards == here.cards
        assert not found.exact.all()


def test_errors_name_the_index(client):
    deals = Positions.random("cinch", 30)
    with pytest.raises(PositionError, match=r"^position 0: cinch has no goal"):
        solve_dask(deals, client, goal="clear")
    with pytest.raises(PositionError, match=r"^position 2: cinch has no goal"):
        solve_dask([*generate("hearts", 2, 2, 1), *deals[:2]], client, goal="clear")
    nodes = solve_batch(deals, bounds=True).nodes
    most = int(np.median(nodes))
    with pytest.raises(TimeoutError) as here:
        solve_batch(deals, limits=Limits(nodes=most))
    with pytest.raises(TimeoutError) as there:
        solve_dask(deals, client, limits=Limits(nodes=most))
    assert str(there.value) == str(here.value)


def test_an_address_is_as_good_as_a_client(workers):
    deals = Positions.random("cinch", 5, cards=3)
    assert solve_dask(deals, workers.scheduler_address).tolist() == solve_batch(deals).tolist()
    assert solve_dask(deals, workers, threads=2).tolist() == solve_batch(deals).tolist()


# --- the command ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--every-card", "--nodes", 60),
        ("--goal", "clear"),
        ("--method", "maxn", "--every-card"),
        ("--rules", "queen.toml"),
    ],
)
def test_rows_are_the_same_as_without(options, batch, deals, workers, tmp_path):
    (tmp_path / "queen.toml").write_text('extends = "hearts"\n[points]\nSQ = 5\n')
    lines = deals.read_text().splitlines()
    deals.write_text("\n".join([*lines[:3], "nonsense", *lines[3:]]))
    here = batch("deals.jsonl", "here.jsonl", *options)
    there = batch("deals.jsonl", "there.parquet", "--unit", 4, "--dask", workers.scheduler_address, *options)
    assert (
        there.stderr.partition(": ")[2].partition(": ")[2]
        == here.stderr.partition(": ")[2].partition(": ")[2]
    )
    rows = without(rows_of(tmp_path / "there.parquet"), "seconds")
    assert rows == without(rows_of(tmp_path / "here.jsonl"), "seconds")


def test_arrays_go_as_arrays(batch, workers, tmp_path):
    Positions.random("cinch", 40).to_parquet(tmp_path / "in.parquet")
    batch("in.parquet", "here.jsonl")
    batch("in.parquet", "there.jsonl", "--unit", 3, "--dask", workers.scheduler_address)
    rows = without(rows_of(tmp_path / "there.jsonl"), "seconds")
    assert rows == without(rows_of(tmp_path / "here.jsonl"), "seconds")


def test_at_most_two_units_a_worker(batch, deals, workers, monkeypatch):
    most = []
    submit = clusters.Cluster.submit

    def counted(self: Any, job: Any, address: str) -> None:
        submit(self, job, address)
        load = [one.worker for one in self.under_way]
        most.append(max(load.count(worker) for worker in load))

    monkeypatch.setattr(clusters.Cluster, "submit", counted)
    batch("deals.jsonl", "out.jsonl", "--unit", 1, "--dask", workers.scheduler_address)
    assert len(most) == 17
    assert max(most) == 2


def test_a_worker_that_dies(batch, client, workers, tmp_path, monkeypatch):
    """Its units are done by another: no row twice or missing."""
    deals = [*deck("hearts-10", 30), *generate("cinch", 3, 30, 1)]
    (tmp_path / "deals.jsonl").write_text("\n".join(position.to_json() for position in deals))
    pids = client.run(os.getpid)
    killed: list[str] = []
    submit = clusters.Cluster.submit

    def kill_one(self: Any, job: Any, address: str) -> None:
        submit(self, job, address)
        if len(self.under_way) == 4 and not killed:  # it has two
            killed.append(address)
            os.kill(pids[address], signal.SIGKILL)

    tried = []
    again = clusters.Cluster.try_again

    def noted(self: Any, job: Any, why: str) -> None:
        tried.append(job.name)
        again(self, job, why)

    monkeypatch.setattr(clusters.Cluster, "submit", kill_one)
    monkeypatch.setattr(clusters.Cluster, "try_again", noted)
    batch("deals.jsonl", "out.jsonl", "--unit", 5, "--dask", workers.scheduler_address)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert len(killed) == 1
    assert tried
    batch("deals.jsonl", "here.jsonl")
    rows = without(rows_of(tmp_path / "out.jsonl"), "seconds")
    assert rows == without(rows_of(tmp_path / "here.jsonl"), "seconds")
    client.wait_for_workers(2, timeout=60)


def test_a_unit_is_tried_three_times(batch, deals, workers, monkeypatch, tmp_path):
    """Finished units stay; a run that can answer it goes on."""
    pack = wire.pack
    tries = []
    submit = clusters.Cluster.submit

    def packed(positions: Any) -> bytes:
        return b"damaged" if any(p.game == "hearts" for p in positions) else pack(positions)

    def counted(self: Any, job: Any, address: str) -> None:
        tries.append(job.name)
        submit(self, job, address)

    with monkeypatch.context() as patched:
        patched.setattr(wire, "pack", packed)
        patched.setattr(clusters.Cluster, "submit", counted)
        address = workers.scheduler_address
        result = batch("deals.jsonl", "out.jsonl", "--unit", 3, "--dask", address, status=2)
    assert result.stderr.count("\n") == 1
    assert " was tried 3 times, the last time by tcp://127.0.0.1:" in result.stderr
    assert max(tries.count(name) for name in tries) == 3
    units = tmp_path / "out.jsonl.units"
    before = {path.name: path.read_bytes() for path in units.glob("unit-*")}
    assert before
    batch("deals.jsonl", "out.jsonl", "--unit", 3, "--resume")
    assert len(rows_of(tmp_path / "out.jsonl")) == 17


def test_another_version_is_refused_by_name(batch, deals, workers, monkeypatch):
    monkeypatch.setattr(clusters, "__version__", "9.9")
    result = batch("deals.jsonl", "out.jsonl", "--dask", workers.scheduler_address, status=2)
    assert "this is openhand 9.9, and a Dask worker needs the same: worker tcp://127.0.0.1:" in result.stderr
    assert f" has {solver.__version__}" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_worker_without_openhand_is_refused_by_name(batch, deals, workers, monkeypatch):
    monkeypatch.setattr(clusters, "_version", lambda: lambda: __import__("nowhere_to_be_found"))
    result = batch("deals.jsonl", "out.jsonl", "--dask", workers.scheduler_address, status=2)
    assert " has none" in result.stderr


def test_a_worker_that_is_lost_when_it_is_asked_is_not_used(batch, deals, workers, tmp_path, monkeypatch):
    """Once for each that comes: then they answer."""
    lost: list[str] = []

    def version() -> Any:
        lost.append("once")

        def lost_at_once() -> str:
            raise OSError("timed out")

        return lost_at_once if len(lost) == 1 else lambda: str(__import__("solver").__version__)

    monkeypatch.setattr(clusters, "_version", version)
    batch("deals.jsonl", "out.jsonl", "--dask", workers.scheduler_address)
    assert len(lost) >= 2
    assert len(rows_of(tmp_path / "out.jsonl")) == 17


def test_no_answer(batch, deals, tmp_path, monkeypatch):
    """One line, exit status 2: nobody at the address, no address, no worker."""
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:no"):
        result = batch("deals.jsonl", "out.jsonl", "--dask", address, status=2)
        assert result.stderr.count("\n") == 1
        assert f"openhand: no Dask scheduler answers at {address}: " in result.stderr
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty:
        result = batch("deals.jsonl", "out.jsonl", "--dask", empty.scheduler_address, status=2)
    assert "openhand: Dask: no worker answers for 0.5 s\n" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.jsonl"]


def test_options_about_this_machine_are_refused(batch, deals):
    for option in (("--jobs", 2), ("--dry-run",)):
        result = batch("deals.jsonl", "out.jsonl", "--dask", "tcp://127.0.0.1:1", *option, status=2)
        assert "--dask does not go with --jobs or --dry-run" in result.stderr


# --- processes of their own -----------------------------------------------------------------------------

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.parametrize("address", ["scheduler", "tls://127.0.0.1:1"])
def test_an_address_of_no_use_is_one_line_to_the_end_of_the_process(address, deals, tmp_path):
    """Nothing that Dask has begun complains when the process goes, or keeps it waiting."""
    words = [sys.executable, "-m", "solver", "batch", "deals.jsonl", "out.jsonl", "--dask", address]
    result = subprocess.run(
        words, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=15
    )
    assert result.returncode == 2
    assert result.stderr.startswith(f"openhand: no Dask scheduler answers at {address}: ")
    assert result.stderr.count("\n") == 1


def test_an_address_without_a_port_is_refused():
    with pytest.raises(PositionError, match="no Dask scheduler answers at nowhere: missing port number"):
        solve_dask(Positions.random("cinch", 5, cards=3), "nowhere")


def test_without_an_address_nothing_of_it_is_imported(deals, tmp_path):
    program = (
        "import sys; from solver.cli import cli\n"
        "try: cli(['batch', 'deals.jsonl', 'out.jsonl'])\n"
        "finally: print(sorted({'dask', 'distributed', 'pyarrow'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "[]\n"


def test_ctrl_c_reaches_the_workers(workers, client, tmp_path):
    """The command ends with 130, and workers do not go on with what nobody wants."""
    slow: list[Position] = list(deck("hearts-13", 4)) * 10
    (tmp_path / "deals.jsonl").write_text("\n".join(position.to_json() for position in slow))
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", "batch", "deals.jsonl", "out.jsonl", "--unit", "20",
         "--dask", workers.scheduler_address],
        cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip

    def executing() -> int:
        counts = client.run(lambda dask_worker: len(dask_worker.state.executing))
        return sum(counts.values())

    def wait_until(wanted: bool) -> None:
        until = time.monotonic() + 60
        while bool(executing()) != wanted:
            assert time.monotonic() < until
            time.sleep(0.1)

    wait_until(True)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "openhand: interrupted\n")
    wait_until(False)
    assert not (tmp_path / "out.jsonl").exists()
    assert not Path(tmp_path / "out.jsonl.units").exists()

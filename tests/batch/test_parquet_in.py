"""Parquet files as IN, and what stands in the metadata of OUT."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import solver
from solver import Positions, solve_batch
from solver.cli import cli
from solver.generate import generate
from solver.rules import load_file
from tests.batch.conftest import positions_of, rows_of, without
from tests.fuzz.readers import trials
from tests.unit.test_arrays import changed

pa = pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.data


@pytest.mark.parametrize("game", ["cinch", "bezique", "cancellation-hearts", "domino-hearts", "enfle"])
def test_arrays_are_answered_as_their_positions_are(game, batch, tmp_path):
    some = generate(game, 3, 30, 1, mid_trick=game != "enfle")
    Positions.of(some).to_parquet(tmp_path / "in.parquet")
    (tmp_path / "in.jsonl").write_text("\n".join(position.to_json() for position in some))
    batch("in.parquet", "rows.jsonl", "--unit", 7, "--every-card", "--nodes", 2000)
    batch("in.jsonl", "text.jsonl", "--every-card", "--nodes", 2000)
    rows, texts = rows_of(tmp_path / "rows.jsonl"), rows_of(tmp_path / "text.jsonl")
    assert without(rows, "file", "seconds") == without(texts, "file", "seconds")
    assert [row["position"] for row in rows] == list(range(1, 31))


def test_whole_deals_of_two_packs(batch, tmp_path):
    """Bounded in their places among endings, which are solved; what comes out goes in again."""
    long, short = generate("cancellation-hearts", 17, 2, 1, 6), generate("cancellation-hearts", 1, 2, 1, 6)
    listed = [long[0], short[0], short[1], long[1]]
    Positions.of(listed).to_parquet(tmp_path / "in.parquet")
    assert list(Positions.from_parquet(tmp_path / "in.parquet")) == listed
    batch("in.parquet", "out.jsonl", "--every-card", "--nodes", 500)
    rows = rows_of(tmp_path / "out.jsonl")
    assert positions_of(rows) == listed
    assert [row["exact"] for row in rows] == [False, True, True, False]
    assert (rows[0]["lower"], rows[0]["upper"]) == (0, 52)
    assert rows[1]["value"] == solve_batch([short[0]]).tolist()[0]


def test_across_the_reader_s_batches(batch, tmp_path, monkeypatch):
    """Whatever is read or written together, or the file's own row groups, rows keep their order."""
    deals = Positions.random("cinch", 50)
    deals.to_parquet(tmp_path / "one.parquet")
    pq.write_table(pq.read_table(tmp_path / "one.parquet"), tmp_path / "in.parquet", row_group_size=9)
    monkeypatch.setattr("solver.batch.inputs.AT_ONCE", 8)
    monkeypatch.setattr("solver.batch.forms.Parquet.AT_ONCE", 20)
    batch("in.parquet", "out.parquet", "--unit", 13)
    rows = rows_of(tmp_path / "out.parquet")
    assert positions_of(rows) == list(deals)
    assert [row["value"] for row in rows] == solve_batch(deals).tolist()
    assert pq.ParquetFile(tmp_path / "out.parquet").num_row_groups == 2


def test_bad_rows_have_their_error_with_file_and_row(batch, tmp_path):
    deals = Positions.random("cinch", 9)
    deals.to_parquet(tmp_path / "in.parquet")
    table = pq.read_table(tmp_path / "in.parquet")
    leader = [3 if row != 4 else 200 for row in range(9)]
    hands = table["hands"].to_pylist()
    hands[6][0] = hands[6][1]
    table = table.set_column(table.column_names.index("leader"), "leader", pa.array(leader, pa.int64()))
    table = table.set_column(
        table.column_names.index("hands"), "hands", pa.array(hands, pa.list_(pa.uint64()))
    )
    pq.write_table(table, tmp_path / "in.parquet")
    result = batch("in.parquet", "out.parquet", "--unit", 5)
    assert ": 7 answered, 0 stopped by a limit, 2 refused" in result.stderr
    rows = rows_of(tmp_path / "out.parquet")
    assert [row["position"] for row in rows if row["error"]] == [5, 7]
    assert rows[4]["error"] == "in.parquet, row 5: leader holds a number that does not fit into int8"
    assert rows[6]["error"].startswith("in.parquet, row 7: ")
    assert "each appear twice, in A's hand and in Y's hand" in rows[6]["error"]
    assert {row["value"] is None for row in rows if row["error"]} == {True}


@pytest.mark.parametrize("game", ["hearts", "cinch"])
def test_rows_are_refused_as_positions_are(game, batch, tmp_path):
    """Random damage: what `from_array` refuses has an error, and the rest is answered."""
    rng = np.random.default_rng(1)
    array = Positions.random(game, 60).array.copy()
    for row in range(0, 60, 3):
        changed(array[row : row + 1], rng)
    columns = {
        name: pa.array(array[name].reshape(60, -1).tolist() if array[name].ndim > 1 else array[name])
        for name in array.dtype.names or ()
        if array[name].size
    }
    table = pa.table(columns).replace_schema_metadata(
        {b"openhand.game": game.encode(), b"openhand.seats": b'["A", "Y", "B", "Z"]'}
    )
    pq.write_table(table, tmp_path / "in.parquet")
    batch("in.parquet", "out.jsonl", "--nodes", 10)
    for row, answer in enumerate(rows_of(tmp_path / "out.jsonl")):
        try:
            (position,) = Positions.from_array(array[row : row + 1], game)
        except solver.PositionError as error:
            assert answer["error"] == f"in.parquet, row {row + 1}: {str(error).removeprefix('position 0: ')}"
        else:
            assert solver.Position.from_json(answer["json"]) == position


def test_json_rows(batch, tmp_path):
    """Each holds one position; ids of any type are texts, other columns are passed over."""
    good = generate("hearts", 2, 3, 1)
    texts = [good[0].to_json(), None, "", "{}", good[1].to_json() + good[2].to_json(), "\ud7ff[", "[]"]
    table = pa.table(
        {"json": texts, "id": [1.5, 2, 3, 4, 5, 6, None], "file": list("abcdefg"), "x": [{}] * 7}
    )
    pq.write_table(table.drop_columns(["x"]), tmp_path / "in.parquet")
    batch("in.parquet", "out.jsonl")
    rows = rows_of(tmp_path / "out.jsonl")
    assert rows[0]["value"] == solver.solve(good[0]).value
    assert [row["id"] for row in rows] == ["1.5", "2", "3", "4", "5", "6", None]
    assert {row["file"] for row in rows} == {"in.parquet"}
    for number, said in enumerate(
        ["has no json", "no position", "game", "several positions", "not JSON", "no position"], 2
    ):
        assert rows[number - 1]["error"].startswith(f"in.parquet, row {number}: ")
        assert said in rows[number - 1]["error"]


@pytest.mark.parametrize("form", ["string", "large_string", "dictionary"])
def test_json_in_any_form_of_text(form, batch, tmp_path):
    column = pa.array([position.to_json() for position in generate("hearts", 2, 3, 1)])
    column = column.dictionary_encode() if form == "dictionary" else column.cast(getattr(pa, form)())
    pq.write_table(pa.table({"json": column}), tmp_path / "in.parquet")
    result = batch("in.parquet", "out.jsonl")
    assert ": 3 answered" in result.stderr


BAD = {
    "it has no column json": pa.table({"value": [1]}),
    "column json holds list": pa.table({"json": [[1]]}),
    "column id holds struct": pa.table({"json": ["{}"], "id": [{"a": 1}]}),
}


@pytest.mark.parametrize("said", BAD)
def test_a_file_that_nothing_can_be_read_from(said, batch, tmp_path):
    pq.write_table(BAD[said], tmp_path / "in.parquet")
    result = batch("in.parquet", "out.jsonl", status=2)
    assert result.stderr.startswith("openhand: in.parquet: ")
    assert said in result.stderr


def test_damaged_parquet_is_one_line(batch, tmp_path):
    Positions.random("cinch", 20).to_parquet(tmp_path / "in.parquet")
    whole = (tmp_path / "in.parquet").read_bytes()
    for cut in (10, 400, len(whole) // 2, len(whole) - 3):
        (tmp_path / "in.parquet").write_bytes(whole[:cut])
        result = batch("in.parquet", "out.jsonl", status=2)
        assert result.stderr.count("\n") == 1
        assert "in.parquet: cannot be read as Parquet" in result.stderr
        assert not (tmp_path / "out.jsonl").exists()


def test_options_and_house_rules_hold_for_rows(batch, tmp_path):
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 50\n')
    deals = Positions.of(generate("hearts", 4, 9, 1))
    deals.to_parquet(tmp_path / "in.parquet")
    (tmp_path / "in.jsonl").write_text("\n".join(position.to_json() for position in deals))
    for options in (("--rules", "queen.toml"), ("--leader", "B", "--option", "jack=3"), ("--trump", "S")):
        batch("in.parquet", "a.jsonl", "--overwrite", *options)
        batch("in.jsonl", "b.jsonl", "--overwrite", *options)
        one, other = rows_of(tmp_path / "a.jsonl"), rows_of(tmp_path / "b.jsonl")
        leave = ("file", "seconds", "error")
        assert without(one, *leave) == without(other, *leave)
        assert [bool(row["error"]) for row in one] == [bool(row["error"]) for row in other]
    assert one[0]["error"] == "in.parquet, row 1: --trump S: hearts has no trump, leave it out"


def test_house_rules_travel_in_the_metadata(batch, tmp_path):
    """From the array's file into OUT, and from there into the next."""
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 50\n')
    deals = Positions.random(load_file(house), 4, cards=4)
    deals.to_parquet(tmp_path / "in.parquet")
    house.unlink()
    batch("in.parquet", "out.parquet", "--goal", "points")
    metadata = pq.read_schema(tmp_path / "out.parquet").metadata
    assert metadata[b"openhand.version"] == solver.__version__.encode()
    assert 'extends = "hearts"' in metadata[b"openhand.rules"].decode()
    assert json.loads(metadata[b"openhand.question"])["goal"] == "points"
    batch("out.parquet", "again.parquet")
    assert [row["value"] for row in rows_of(tmp_path / "again.parquet")] == solve_batch(deals).tolist()
    other = tmp_path / "king.toml"
    other.write_text('extends = "hearts"\n[points]\nSK = 9\n')
    Positions.random(load_file(other), 4).to_parquet(tmp_path / "other.parquet")
    result = batch("in.parquet", "other.parquet", "no.parquet", status=2)
    assert "in.parquet and other.parquet bring different house rules" in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the memory used")
def test_rows_are_read_bit_by_bit(tmp_path):
    """A hundred megabytes in one row group take no more memory than a few."""
    program = (
        "from solver.cli import cli\n"
        "try: cli(['batch', 'in.parquet', 'out.parquet', '--overwrite', '--memory', '8'])\n"
        "finally: print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    megabytes = []
    for rows in (5_000, 100_000):
        texts = pa.array([f"{{{number:1000}}}" for number in range(rows)])
        pq.write_table(pa.table({"json": texts}), tmp_path / "in.parquet", row_group_size=rows)
        result = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert f": 0 answered, 0 stopped by a limit, {rows} refused" in result.stderr
        megabytes.append(int(result.stdout) // 1024)
    assert megabytes[1] < megabytes[0] + 50


def test_other_commands_say_who_reads_parquet(tmp_path):
    Positions.random("cinch", 3).to_parquet(tmp_path / "in.parquet")
    result = CliRunner().invoke(cli, ["analyze", str(tmp_path / "in.parquet")])
    assert result.exit_code == 2
    assert "in.parquet: cannot be read: it is Parquet, which openhand batch reads\n" in result.stderr


def test_parquet_does_not_come_through_a_pipe(batch, tmp_path):
    """By its first bytes; a file that is given as standard input is one that can be read again."""
    Positions.random("cinch", 3).to_parquet(tmp_path / "in.parquet")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = f"{sys.executable} -m solver batch - out.jsonl"
    for words, status in ((f"cat in.parquet | {command}", 2), (f"{command} < in.parquet", 0)):
        result = subprocess.run(
            words, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert result.returncode == status, result.stderr
        if status:
            assert result.stderr == (
                "openhand: standard input: Parquet is not read from a pipe: name the file\n"
            )
    assert len(rows_of(tmp_path / "out.jsonl")) == 3


def test_types_of_the_columns(batch, deals, tmp_path):
    batch("deals.jsonl", "out.parquet", "--every-card")
    card = "struct<card: string, value: int32, lower: int32, upper: int32>"
    assert [(field.name, str(field.type)) for field in pq.read_schema(tmp_path / "out.parquet")] == [
        ("file", "string"), ("position", "int64"), ("id", "string"), ("game", "string"), ("side", "string"),
        ("goal", "string"), ("value", "int32"), ("total", "int32"), ("lower", "int32"), ("upper", "int32"),
        ("exact", "bool"), ("nodes", "int64"), ("seconds", "double"), ("error", "string"), ("json", "string"),
        ("cards", f"list<element: {card}>"),
    ]  # fmt: skip


def test_none_of_the_rows_is_sound(batch, tmp_path: Path):
    pq.write_table(pa.table({"json": ["{}", "{}"]}), tmp_path / "in.parquet")
    batch("in.parquet", "out.parquet", "--every-card")
    assert [row["cards"] for row in rows_of(tmp_path / "out.parquet")] == [None, None]
    pq.write_table(pa.table({"json": pa.array([], pa.string())}), tmp_path / "in.parquet")
    batch("in.parquet", "none.parquet")
    assert rows_of(tmp_path / "none.parquet") == []


def test_damaged_files_bring_nothing_else_out():
    """As `python -m tests.fuzz.readers` has it, a few of them: a complaint is one line."""
    assert [wrong for _, _, _, wrong in trials(300, 7, ["parquet"]) if wrong is not None] == []

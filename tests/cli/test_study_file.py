"""The deals of a study as a Parquet file, and such files, or those of `openhand batch`, summed up again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver import Position, Positions, analyze
from tests.cli.conftest import one_line

pa = pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.data


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deals.parquet"


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def changed(path: Path, **columns: Any) -> None:
    """Write the file again with other columns, None for none."""
    table = pq.read_table(path)
    for name, column in columns.items():
        table = table.drop_columns([name])
        if column is not None:
            table = table.append_column(name, column)
    pq.write_table(table, path)


def test_a_row_a_deal(answers, path):
    """With the columns of batch and true numbers; the first rows are the same however many there are."""
    answers("study", "cinch", "--deals", 60, "--out", path)
    rows = rows_of(path)
    deals = Positions.random("cinch", 60)
    assert [Position.from_json(row["json"]) for row in rows] == list(deals)
    for row, deal in zip(rows[:20], deals):
        analysis = analyze(deal)
        assert (row["value"], row["lower"], row["upper"]) == (analysis.value,) * 3
        assert (row["total"], row["exact"], row["side"]) == (analysis.total, True, ",".join(analysis.side))
    assert [row["position"] for row in rows] == list(range(1, 61))
    assert {(row["file"], row["id"], row["error"], row["goal"]) for row in rows} == {
        (None, None, None, "points")
    }
    answers("study", "cinch", "--deals", 20, "--out", path, "--jobs", 2)
    fewer = [{**row, "seconds": 0} for row in rows_of(path)]
    assert fewer == [{**row, "seconds": 0} for row in rows[:20]]


def test_the_columns_are_those_of_batch(answers, run, path):
    """batch over the same positions writes the same rows, but for where they stood."""
    asked = ("--goal", "at-most:2", "--for", "y,b")
    answers("study", "hearts", "--cards", 4, "--deals", 30, "--of", "free-cards", "--out", path, *asked)
    again = path.with_name("again.parquet")
    assert run("batch", path, again, "--every-card", *asked).exit_code == 0
    kept, made = pq.read_table(path), pq.read_table(again)
    assert kept.schema.equals(made.schema)
    for row, other in zip(kept.to_pylist(), made.to_pylist(), strict=True):
        assert {**row, "file": 0, "seconds": 0} == {**other, "file": 0, "seconds": 0}


@pytest.mark.parametrize(
    "asked",
    [
        ("cinch", "--deals", 50),
        ("cinch", "--deals", 50, "--for", "B,A", "--goal", "at-least:7"),
        ("hearts", "--cards", 6, "--deals", 40, "--nodes", 300),
        ("hearts", "--cards", 5, "--deals", 40, "--of", "free-cards", "--for", "Z"),
        ("whist", "--cards", 3, "--deals", 40, "--seats", "P Q R S"),
    ],
)
def test_a_file_is_summed_up_again(answers, path, asked):
    """The same figures, and split by other features than at first, from the file alone."""
    by = ("--by", "leads", "--by", "length:D")
    status = 3 if "--nodes" in asked else 0
    (first,) = answers("study", *asked, *by, "--out", path, status=status)
    of = ("--of", "free-cards") if "free-cards" in asked else ()
    (again,) = answers("study", path, *of, *by, status=status)
    assert again == first
    (plain,) = answers("study", path, *of, status=status)
    assert plain == {**first, "by": []}


def test_house_rules_come_with_the_file(answers, path, tmp_path):
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 5\n')
    asked = ("--by", "points")
    (first,) = answers("study", "--rules", house, "--cards", 4, "--deals", 30, *asked, "--out", path)
    house.unlink()
    assert answers("study", path, *asked) == [first]
    assert max(part["where"]["points"] for part in first["by"]) >= 5


def test_what_batch_wrote_is_summed_up(answers, run, path, tmp_path):
    """A position that was refused is left out, and counted."""
    made = run("generate", "hearts", "--cards", 4, "--count", 20, "--seed", 1, "--json").stdout
    (tmp_path / "in.jsonl").write_text(made + '{"game": "hearts"}\n')
    assert run("batch", tmp_path / "in.jsonl", path).exit_code == 0
    (found,) = answers("study", path, "--by", "points")
    (direct,) = answers("study", "hearts", "--cards", 4, "--deals", 20, "--seed", 1, "--by", "points")
    assert found == {**direct, "refused": 1}
    assert "1 row of the file holds no answer" in run("study", path).stdout


def test_files_of_any_size_are_written_and_read_bit_by_bit(answers, run, path, tmp_path, monkeypatch):
    """Rows of which some hold no answer, in pieces of seven."""
    made = run("generate", "hearts", "--cards", 4, "--count", 30, "--seed", 1, "--json").stdout.splitlines()
    bad = ['{"game": "hearts"}'] * 9
    (tmp_path / "in.jsonl").write_text("\n".join([*bad, *made[:10], *bad, *made[10:]]) + "\n")
    assert run("batch", tmp_path / "in.jsonl", path, "--every-card").exit_code == 0
    monkeypatch.setattr("solver.batch.study.ROWS", 7)
    for of in ("value", "free-cards"):
        asked = ("--of", of, "--by", "points")
        (found,) = answers("study", path, *asked)
        kept = path.with_name("kept.parquet")
        (direct,) = answers(
            "study", "hearts", "--cards", 4, "--deals", 30, "--seed", 1, *asked, "--out", kept
        )
        assert found == {**direct, "refused": 18}
        assert answers("study", kept, *asked) == [direct]


def test_nothing_is_solved_for_a_file(answers, path, monkeypatch):
    answers("study", "cinch", "--deals", 10, "--out", path)
    monkeypatch.setattr("solver.core.batch.run", lambda *_: pytest.fail("searched"))
    assert answers("study", path, "--by", "length:T")[0]["deals"] == 10


def test_ctrl_c_keeps_the_deals_solved_until_then(run, path, third_call_interrupted):
    result = run("study", "hearts", "--cards", 4, "--deals", 5000, "--out", path, "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["deals"] == len(rows_of(path)) == sum(third_call_interrupted[:2])


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seed", 0), ("--goal", "points"), ("--nodes", 5), ("--jobs", 1), ("--rules", "x")],
)
def test_options_about_new_deals_are_refused(run, answers, path, option, value):
    answers("study", "cinch", "--deals", 2, "--out", path)
    result = run("study", path, option, value)
    assert result.exit_code == 2
    assert f"{option} is about new deals" in one_line(result.stderr)


BAD = {
    "it has no column lower": {"lower": None},
    "column upper holds string": {"upper": pa.array(["1", "2", "3"])},
    "a study is of one game, and its answers are about hearts and whist": {
        "game": pa.array(["hearts", "whist", "hearts"])
    },
    "a study is of one goal": {"goal": pa.array(["points", "clear", "points"])},
    "it holds no answers": {"lower": pa.array([None, None, None], pa.int32())},
    "a position cannot be read": {"json": pa.array(["{}", "{}", "{}"])},
}


@pytest.mark.parametrize("said", BAD)
def test_files_that_cannot_be_summed_up(run, answers, path, said):
    answers("study", "hearts", "--cards", 3, "--deals", 3, "--out", path)
    changed(path, **BAD[said])
    result = run("study", path, "--by", "points")
    assert result.exit_code == 2
    assert f"{path}: " in one_line(result.stderr)
    assert said in result.stderr


def test_what_is_no_file_of_answers(run, answers, path):
    path.write_bytes(b"PAR1 and no more")
    assert "cannot be read as Parquet" in one_line(run("study", path).stderr)
    other = path.with_suffix(".csv")
    other.write_text("file,position\n")
    assert f"{other}: cannot be read as Parquet" in one_line(run("study", other).stderr)
    Positions.random("cinch", 3).to_parquet(path)
    assert "it has no column" in one_line(run("study", path).stderr)
    answers("study", "cinch", "--deals", 3, "--out", path)
    assert "no column cards, which study --of free-cards" in one_line(
        run("study", path, "--of", "free-cards").stderr
    )
    assert "--by" in one_line(run("study", path, "--by", "holds:HX").stderr)


@pytest.mark.parametrize("name", ["deals.csv", "nowhere/deals.parquet"])
def test_out_is_refused_before_anything_is_solved(run, tmp_path, monkeypatch, name):
    monkeypatch.setattr("solver.core.batch.run", lambda *_: pytest.fail("searched"))
    result = run("study", "cinch", "--out", tmp_path / name)
    assert result.exit_code == 2
    assert "--out" in one_line(result.stderr)

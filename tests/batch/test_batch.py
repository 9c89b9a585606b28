"""`openhand batch`: what goes in, and what comes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from solver import Position, maxn, solve, solve_batch
from solver.cli import cli
from solver.generate import generate
from tests.batch.conftest import Run, positions_of, rows_of, without

EXAMPLES = Path(__file__).parents[2] / "examples"
COLUMNS = [
    "file", "position", "id", "game", "side", "goal", "value", "total", "lower", "upper", "exact", "nodes",
    "seconds", "error", "json",
]  # fmt: skip
FORMS = ["jsonl", "csv", pytest.param("parquet", marks=pytest.mark.data)]


def analyzed(*args: object, stdin: str | None = None) -> list[dict[str, Any]]:
    """What `analyze` says of the same."""
    command = ["analyze", *map(str, args), "--json", "--no-line"]
    return [json.loads(line) for line in CliRunner().invoke(cli, command, input=stdin).stdout.splitlines()]


# --- what comes out -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_columns_and_values_are_those_of_analyze(form, batch, deals, positions, tmp_path):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
    result = batch("deals.jsonl", f"out.{form}")
    assert result.stdout == ""
    assert result.stderr == f"openhand: out.{form}: 17 answered, 0 stopped by a limit, 0 refused\n"
    rows = rows_of(tmp_path / f"out.{form}")
    assert all(list(row) == COLUMNS for row in rows)
    assert positions_of(rows) == positions
    for row, answer in zip(rows, analyzed("deals.jsonl"), strict=True):
        for name in ("file", "position", "game", "goal", "value", "total", "lower", "upper", "exact"):
            assert row[name] == answer[name]
        assert row["side"] == ",".join(answer["side"])
        assert (row["id"], row["error"]) == (None, None)
        assert row["nodes"] >= 0
        assert row["seconds"] > 0


def test_nodes_are_those_of_solve_batch(batch, deals, positions, tmp_path):
    batch("deals.jsonl", "out.jsonl", "--unit", 5)
    nodes = solve_batch(positions, bounds=True).nodes.tolist()
    assert [row["nodes"] for row in rows_of(tmp_path / "out.jsonl")] == nodes


@pytest.mark.parametrize("form", FORMS)
def test_every_card(form, batch, deals, tmp_path):
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
    batch("deals.jsonl", f"out.{form}", "--every-card", "--jobs", 2)
    rows = rows_of(tmp_path / f"out.{form}")
    assert [list(row) for row in rows] == [[*COLUMNS, "cards"]] * len(rows)
    for row, answer in zip(rows, analyzed("deals.jsonl"), strict=True):
        cards = [(card["card"], card["value"]) for card in answer["cards"]]
        if form == "csv":
            assert row["cards"] == " ".join(f"{card}={value}" for card, value in cards)
        else:
            assert row["cards"] == [
                {"card": card, "value": value, "lower": value, "upper": value} for card, value in cards
            ]


def test_cards_in_the_order_that_an_option_gives(batch, tmp_path):
    """French Polignac ranks the ace below the knave; both orders in one unit."""
    french = Position.parse(
        "A:.AJT.. AKQ... ..AKQ. ...AKQ", game="polignac", leader="A", options="order=french"
    )
    usual = Position.parse("A:.AJT.. AKQ... ..AKQ. ...AKQ", game="polignac", leader="A")
    text = "\n".join(position.to_json() for position in (french, usual, french))
    (tmp_path / "deals.jsonl").write_text(text)
    batch("deals.jsonl", "out.jsonl", "--every-card")
    cards = [[card["card"] for card in row["cards"]] for row in rows_of(tmp_path / "out.jsonl")]
    wanted = [[card["card"] for card in answer["cards"]] for answer in analyzed("deals.jsonl")]
    assert cards == wanted
    assert cards[0] != cards[1]


def test_stopped_by_a_limit(batch, tmp_path):
    """No value, proven bounds; the rest of the row as ever."""
    (tmp_path / "deals.jsonl").write_text(
        "\n".join(position.to_json() for position in generate("cinch", 6, 4, 1))
    )
    result = batch("deals.jsonl", "out.jsonl", "--nodes", 50, "--every-card")
    batch("deals.jsonl", "exact.jsonl", "--every-card")
    assert ", 4 stopped by a limit, 0 refused" in result.stderr
    exact = rows_of(tmp_path / "exact.jsonl")
    for row, full in zip(rows_of(tmp_path / "out.jsonl"), exact, strict=True):
        assert (row["value"], row["total"], row["exact"], row["error"]) == (None, None, False, None)
        assert row["lower"] <= full["value"] <= row["upper"]
        for card, known in zip(row["cards"], full["cards"], strict=True):
            assert card["lower"] <= known["value"] <= card["upper"]
            assert card["value"] == (card["lower"] if card["lower"] == card["upper"] else None)
    batch("deals.jsonl", "out.csv", "--nodes", 50, "--every-card")
    assert ".." in rows_of(tmp_path / "out.csv")[0]["cards"]
    batch("deals.jsonl", "again.jsonl", "--nodes", 50, "--every-card", "--jobs", 2, "--unit", 3)
    again = without(rows_of(tmp_path / "again.jsonl"), "seconds")
    assert again == without(rows_of(tmp_path / "out.jsonl"), "seconds")


def test_goals_and_sides(batch, deals, tmp_path):
    batch("deals.jsonl", "out.jsonl", "--goal", "at-least:2", "--for", "A,B")
    answers = analyzed("deals.jsonl", "--goal", "at-least:2", "--for", "A,B")
    for row, answer in zip(rows_of(tmp_path / "out.jsonl"), answers, strict=True):
        if "error" in answer:
            assert row["error"] == answer["error"]
            assert (row["value"], row["side"], row["exact"]) == (None, None, None)
        else:
            assert (row["side"], row["value"]) == ("A,B", answer["value"])


@pytest.mark.parametrize("jobs", [1, 2])
def test_maxn_is_what_the_seat_to_play_gets(jobs, batch, deals, positions, tmp_path):
    batch("deals.jsonl", "out.jsonl", "--method", "maxn", "--every-card", "--jobs", jobs)
    for row, position in zip(rows_of(tmp_path / "out.jsonl"), positions, strict=True):
        found, seat = maxn(position), position.to_play
        assert seat is not None
        assert found.values is not None
        assert (row["side"], row["value"], row["exact"]) == (seat, found.values[seat], True)
        assert found.totals is not None
        assert row["total"] == found.totals[seat]
        assert [(card["card"], card["value"]) for card in row["cards"]] == [
            (card, values and values[seat]) for card, values in found.cards.items()
        ]


# --- what goes in ---------------------------------------------------------------------------------------


def test_a_refused_position_has_its_error_in_its_place(batch, deals, tmp_path):
    lines = deals.read_text().splitlines()
    lines[2] = '{"game": "hearts", "hands": 3}'
    lines[4:4] = ["not json"]
    deals.write_text("\n".join(lines))
    result = batch("deals.jsonl", "out.jsonl", "--goal", "points", "--unit", 4)
    assert ": 16 answered, 0 stopped by a limit, 2 refused\n" in result.stderr
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["position"] for row in rows] == list(range(1, 19))
    for row, answer in zip(rows, analyzed("deals.jsonl"), strict=True):
        assert row["error"] == answer.get("error")
        assert row["value"] == answer.get("value")
    assert list(rows[2]) == COLUMNS
    assert (rows[2]["goal"], rows[2]["json"], rows[2]["exact"]) == ("points", None, None)


@pytest.mark.parametrize(
    "name", ["hearts.pbn", "cinch-tables.txt", "black-lady-endings.jsonl", "bezique.pbn", "hidden-hands.pbn"]
)
def test_whatever_analyze_reads(name, batch, tmp_path):
    """Everything but the values: some would take too long."""
    batch(EXAMPLES / name, "out.jsonl", "--nodes", 1)
    answers = analyzed(EXAMPLES / name, "--nodes", 1)
    rows = rows_of(tmp_path / "out.jsonl")
    assert len(rows) == len(answers)
    for row, answer in zip(rows, answers, strict=True):
        assert row["error"] == answer.get("error")
        assert (row["file"], row["position"]) == (answer["file"], answer["position"])
        assert row["id"] == answer.get("id")


def test_files_follow_each_other_and_units_go_across(batch, tmp_path, positions):
    for name, some in (("one.jsonl", positions[:5]), ("two.jsonl", positions[5:12])):
        (tmp_path / name).write_text("\n".join(position.to_json() for position in some))
    batch("one.jsonl", "two.jsonl", "out.jsonl", "--unit", 4)
    rows = rows_of(tmp_path / "out.jsonl")
    assert [(row["file"], row["position"]) for row in rows] == [
        *(("one.jsonl", number) for number in range(1, 6)),
        *(("two.jsonl", number) for number in range(1, 8)),
    ]
    assert positions_of(rows) == positions[:12]


def test_standard_input(batch, deals, tmp_path):
    batch("-", "out.jsonl", stdin=deals.read_bytes())
    batch("deals.jsonl", "other.jsonl")
    rows = rows_of(tmp_path / "out.jsonl")
    assert {row["file"] for row in rows} == {"-"}
    assert without(rows, "file", "seconds") == without(rows_of(tmp_path / "other.jsonl"), "file", "seconds")


def test_ids_are_kept_as_texts(batch, tmp_path, positions):
    values = [dict(json.loads(position.to_json())) for position in positions[:3]]
    for value, name in zip(values, ("x", 7, ["a", 1]), strict=True):
        value["id"] = name
    (tmp_path / "deals.json").write_text(json.dumps(values))
    batch("deals.json", "out.jsonl")
    assert [row["id"] for row in rows_of(tmp_path / "out.jsonl")] == ["x", "7", '["a", 1]']


def test_options_beside_the_files(batch, tmp_path):
    """They hold for every position, and what does not suit one is that position's error."""
    cinch = generate("cinch", 3, 3, 1)
    hearts = generate("hearts", 3, 1, 1)
    text = "\n".join(position.to_json() for position in cinch + hearts)
    (tmp_path / "deals.jsonl").write_text(text)
    batch("deals.jsonl", "out.jsonl", "--trump", "C", "--leader", "B")
    answers = analyzed("deals.jsonl", "--trump", "C", "--leader", "B")
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["value"] for row in rows] == [answer.get("value") for answer in answers]
    assert rows[3]["error"] == answers[3]["error"]
    assert "--trump C: " in rows[3]["error"]
    assert [position.trump for position in positions_of(rows[:3])] == ["C"] * 3


def test_house_rules(batch, tmp_path):
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\n[points]\nSQ = 50\n')
    (tmp_path / "deals.jsonl").write_text("\n".join(p.to_json() for p in generate("hearts", 4, 9, 1)))
    batch("deals.jsonl", "out.jsonl", "--rules", "queen.toml")
    rows = rows_of(tmp_path / "out.jsonl")
    wanted = [answer["value"] for answer in analyzed("deals.jsonl", "--rules", "queen.toml")]
    assert [row["value"] for row in rows] == wanted
    assert max(wanted) >= 50
    assert {row["game"] for row in rows} == {"queen"}
    batch("out.jsonl", "no.jsonl", "--rules", "nowhere.toml", status=2)


def test_remarks_are_made_a_few_times_only(batch, tmp_path):
    values = [json.loads(position.to_json()) for position in generate("hearts", 2, 9, 1, seats=3)]
    lines = [json.dumps({name: value[name] for name in value if name != "seats"}) for value in values]
    (tmp_path / "deals.jsonl").write_text("\n".join(lines))
    result = batch("deals.jsonl", "out.jsonl")
    remark = "3 hands were read, so 3 play; hearts is usually for 4"
    assert result.stderr.count(remark) == 5
    assert f"openhand: deals.jsonl, position 2: {remark}\n" in result.stderr
    assert "openhand: and 4 more like this\n" in result.stderr


@pytest.mark.parametrize("form", FORMS)
def test_out_is_a_good_in(form, batch, deals, tmp_path):
    """Its column json is read, its id kept, the others passed over."""
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
    values = [json.loads(line) for line in deals.read_text().splitlines()]
    deals.write_text("\n".join(json.dumps({**value, "id": f"n{n}"}) for n, value in enumerate(values)))
    batch("deals.jsonl", f"out.{form}", "--every-card")
    batch(f"out.{form}", "again.jsonl", "--unit", 5)
    first, again = rows_of(tmp_path / f"out.{form}"), rows_of(tmp_path / "again.jsonl")
    leave = ("file", "seconds", "cards", "nodes")
    assert without(again, *leave) == without(first, *leave)
    assert {row["file"] for row in again} == {f"out.{form}"}
    result = batch(f"out.{form}", "no.jsonl", "--dry-run")
    assert result.stdout.startswith("17 positions in 1 unit of 500\n")


def test_rows_without_a_position(batch, tmp_path):
    good = generate("hearts", 2, 1, 1)[0].to_json()
    lines = [
        json.dumps({"json": good}),
        json.dumps({"json": None}),
        "{",
        '"x"',
        json.dumps({"json": json.loads(good)}),
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n\n")
    batch("in.jsonl", "out.jsonl")
    rows = rows_of(tmp_path / "out.jsonl")
    assert [bool(row["error"]) for row in rows] == [False, True, True, True, False]
    assert rows[1]["error"] == "in.jsonl, row 2: it has no json"
    assert rows[2]["error"].startswith("in.jsonl, row 3: not JSON")
    quoted = good.replace('"', '""')
    (tmp_path / "in.csv").write_text(f'\ufeffx,json\r\n1,"{quoted}"\r\n2,\r\n')
    batch("in.csv", "csv.jsonl")
    assert [row["error"] for row in rows_of(tmp_path / "csv.jsonl")] == [
        None,
        "in.csv, row 2: it has no json",
    ]


# --- exit status and complaints -------------------------------------------------------------------------


def test_strict(batch, tmp_path):
    deals = tmp_path / "deals.jsonl"
    deals.write_text("\n".join(position.to_json() for position in generate("cinch", 6, 3, 1)))
    batch("deals.jsonl", "a.jsonl", "--strict")
    batch("deals.jsonl", "b.jsonl", "--strict", "--nodes", 5, status=3)
    deals.write_text(deals.read_text() + "\n{}\n")
    batch("deals.jsonl", "c.jsonl", "--strict", "--nodes", 5, status=2)
    batch("deals.jsonl", "d.jsonl", "--nodes", 5)


BAD = {
    "out.jsonl": "name at least one IN",
    "deals.jsonl out.txt": "out.txt: its ending says the form, one of .parquet, .jsonl, .csv",
    "nowhere.jsonl out.jsonl": "nowhere.jsonl: cannot be read: No such file",
    "empty.jsonl out.jsonl": "empty.jsonl: no position in it",
    "utf16.jsonl out.jsonl": "utf16.jsonl: cannot be read: it is UTF-16 text",
    "folder out.jsonl": "folder: cannot be read: Is a directory",
    "deals.jsonl nowhere/out.jsonl": "nowhere/out.jsonl: cannot be written: No such file",
    "deals.jsonl folder.jsonl --overwrite": "folder.jsonl: is a folder, and OUT is a file",
    "deals.jsonl deals.jsonl --overwrite": "deals.jsonl: positions are read from it",
    "deals.jsonl out.jsonl --goal nonsense": '--goal "nonsense": no game has it; there are points, margin',
    "deals.jsonl out.jsonl --goal at-most:x": "after at-most: comes a whole number of points",
    "deals.jsonl out.jsonl --goal fewer-than:": "after fewer-than: comes a seat",
    "deals.jsonl out.jsonl --goal points:3": "points stands alone",
    "deals.jsonl out.jsonl --game nonsense": '--game: there is no game "nonsense"',
    "deals.jsonl out.jsonl --trump Q": '--trump: "Q" is not a suit: S H D C, or NT for none',
    "deals.jsonl out.jsonl --method maxn --for A": "--for names a side",
    "deals.jsonl out.jsonl --resume --overwrite": "give one of them",
    "- out.jsonl --resume": "--resume and --shard need files",
    "- out.jsonl --shard 1/2": "--resume and --shard need files",
    "deals.jsonl out.jsonl --shard 3/2": '"3/2" is not of the form K/N',
    "deals.jsonl out.jsonl --shard 0/2": '"0/2" is not of the form K/N',
    "deals.jsonl out.jsonl --unit 0": '"0" is not a whole number from 1',
    "deals.jsonl out.jsonl --deal x": "No such option",
    "deals.jsonl out.jsonl --jobs many": '"many" is not a whole number',
}


@pytest.mark.parametrize("words", BAD)
def test_a_fault_of_in_out_or_an_option_is_one_line(words, batch, deals, tmp_path):
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "utf16.jsonl").write_text("{}", encoding="utf-16")
    for name in ("folder", "folder.jsonl"):
        (tmp_path / name).mkdir()
    before = sorted(tmp_path.iterdir())
    result = batch(*words.split(), status=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert BAD[words] in result.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_only_parquet_needs_more(batch, deals, tmp_path, monkeypatch):
    """Without pyarrow the other forms are written, and the line says what to type."""
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    batch("deals.jsonl", "out.jsonl")
    batch("deals.jsonl", "out.csv")
    result = batch("deals.jsonl", "out.parquet", status=2)
    assert "pip install 'openhand[data]'" in result.stderr
    (tmp_path / "in.parquet").write_bytes(b"PAR1")
    result = batch("in.parquet", "other.jsonl", status=2)
    assert "pip install 'openhand[data]'" in result.stderr


# --- a forecast -----------------------------------------------------------------------------------------


def test_dry_run_writes_nothing(batch, deals, tmp_path):
    result = batch("deals.jsonl", "out.jsonl", "--dry-run", "--unit", 5, "--jobs", 2)
    assert sorted(tmp_path.iterdir()) == [deals]
    lines = result.stdout.splitlines()
    assert lines[0] == "17 positions in 4 units of 5"
    assert lines[1].startswith("17 tried: ")
    assert lines[2].endswith(" with --jobs 2")
    assert result.stderr == ""


def test_dry_run_of_a_shard_and_after_an_interruption(batch, deals, tmp_path):
    result = batch("deals.jsonl", "out.jsonl", "--dry-run", "--unit", 5, "--shard", "2/3")
    assert result.stdout.startswith("5 positions in 1 unit of 5\n5 tried: ")
    batch("deals.jsonl", "out.txt", "--dry-run", status=2)
    batch("-", "out.jsonl", "--dry-run", status=2, stdin=deals.read_text())


# --- progress -------------------------------------------------------------------------------------------


def test_progress_says_rate_and_time_left(batch, deals):
    result = batch("deals.jsonl", "out.jsonl", "--progress", "--unit", 17)
    assert "17 of 17, " in result.stderr
    assert " a second, 0 s left\n" in result.stderr
    result = batch("-", "other.jsonl", "--progress", stdin=deals.read_text())
    assert "openhand: other.jsonl: 17 answered" in result.stderr


def test_a_deal_too_large_for_an_array_is_bounded_among_others(batch: Run, tmp_path: Path) -> None:
    """A whole deal of two packs first, then one that is short enough: neither costs the other its answer."""
    deals = [generate("cancellation-hearts", cards, 1, 1, 6)[0] for cards in (17, 1)]
    (tmp_path / "packs.jsonl").write_text("".join(deal.to_json() + "\n" for deal in deals))
    batch("packs.jsonl", "out.jsonl", "--for", "A", "--nodes", 1000)
    first, second = rows_of(tmp_path / "out.jsonl")
    assert (first["value"], first["lower"], first["upper"], first["exact"]) == (None, 0, 52, False)
    assert (second["value"], second["exact"]) == (solve(deals[1], "A").value, True)

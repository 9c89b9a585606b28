"""Arrays of positions in Parquet files: there and back, and what a file may not be."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver import PositionError, Positions
from solver.generate import generate
from solver.positions.record import read_json
from solver.rules import load_file, names

pa = pytest.importorskip("pyarrow", reason="openhand[data] is not installed")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.data


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deals.parquet"


@pytest.mark.parametrize("game", names())
def test_there_and_back(game: str, path: Path) -> None:
    positions = Positions.of(generate(game, 3, 20, 1, mid_trick=True) + generate(game, 2, 10, 2))
    positions.to_parquet(path)
    assert Positions.from_parquet(path) == positions


def test_seats_and_house_rules_come_back(path: Path, tmp_path: Path) -> None:
    house = tmp_path / "queen.toml"
    house.write_text('extends = "hearts"\nname = "A \\"Queen\\""\n[points]\nSQ = 5\n"avoid:*" = false\n')
    positions = Positions.random(load_file(house), 5, seats="North East South West")
    positions.to_parquet(path)
    house.unlink()
    again = Positions.from_parquet(path)
    assert again == positions
    assert (again.game, again.seats) == ("queen", ("North", "East", "South", "West"))
    assert again.rules.card_points() == {"SQ": 5}


def test_none_and_many(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    none = Positions.random("cinch", 0)
    none.to_parquet(path)
    assert Positions.from_parquet(path) == none
    monkeypatch.setattr("solver.positions.parquet.AT_ONCE", 7)
    many = Positions.random("cinch", 20)
    many.to_parquet(path)
    assert pq.ParquetFile(path).num_row_groups == 3
    assert Positions.from_parquet(path) == many


def test_the_columns_are_plain(path: Path) -> None:
    """What another program finds: a list a field, seat after seat, and the game in the metadata."""
    positions = Positions.random("cinch", 2)
    positions.to_parquet(path)
    table = pq.read_table(path)
    assert table["hands"].to_pylist() == [[int(sets[0]) for sets in row] for row in positions.array["hands"]]
    assert table["trump"].to_pylist() == positions.array["trump"].tolist()
    assert "stock" not in table.column_names
    assert table.schema.metadata[b"openhand.game"] == b"cinch"
    assert json.loads(table.schema.metadata[b"openhand.seats"]) == ["A", "Y", "B", "Z"]


def changed(path: Path, **columns: object) -> None:
    """Write the file again with other columns, None for none."""
    table = pq.read_table(path)
    for name, column in columns.items():
        if name in table.column_names:
            table = table.drop_columns([name])
        if column is not None:
            table = table.append_column(name, column)
    pq.write_table(table, path)


def test_other_columns_are_passed_over_and_any_order_is_read(path: Path) -> None:
    positions = Positions.random("cinch", 3)
    positions.to_parquet(path)
    changed(path, value=pa.array([1.5, None, 3.0]), hands=pq.read_table(path)["hands"], scores=None)
    assert Positions.from_parquet(path) == positions


def test_lists_of_any_length_are_read_where_they_fit(path: Path) -> None:
    positions = Positions.random("cinch", 3)
    positions.to_parquet(path)
    hands = [[int(sets[0]) for sets in row] for row in positions.array["hands"]]
    changed(path, hands=pa.array(hands, pa.list_(pa.uint64())), leader=pa.array([0, 1, 2], pa.int64()))
    assert Positions.from_parquet(path).array["hands"].tolist() == positions.array["hands"].tolist()


BAD = {
    "hands holds lists that are not 4": ("hands", pa.array([[1]] * 3, pa.list_(pa.uint64()))),
    "hands holds int64, not lists": ("hands", pa.array([1, 2, 3])),
    "hands holds string, not whole": ("hands", pa.array([["a"] * 4] * 3, pa.list_(pa.string(), 4))),
    "hands has a row without": ("hands", pa.array([None, [1] * 4, [1] * 4], pa.list_(pa.uint64()))),
    "hands holds uint64, not whole numbers in": (
        "hands", pa.array([[1, 2, 3, None]] * 3, pa.list_(pa.uint64())),
    ),
    "leader holds double": ("leader", pa.array([1.0, 2.0, 3.0])),
    "no field trump": ("trump", None),
    "position 1: trump holds a number": ("trump", pa.array([0, 300, 0])),
    "position 2: ": ("leader", pa.array([0, 1, 9])),
}  # fmt: skip


@pytest.mark.parametrize("said", BAD)
def test_what_is_wrong_with_a_file_is_said_in_a_line(said: str, path: Path) -> None:
    Positions.random("cinch", 3).to_parquet(path)
    name, column = BAD[said]
    changed(path, **{name: column})
    with pytest.raises(PositionError) as told:
        Positions.from_parquet(path)
    assert str(told.value).startswith(f"{path}: ")
    assert said in str(told.value)


METADATA = {
    "there is no game": {b"openhand.game": b"chess", b"openhand.seats": b'["A", "Y", "B", "Z"]'},
    "is played by 4 seats": {b"openhand.game": b"cinch", b"openhand.seats": b'["A", "Y", "B"]'},
    "no list of names": {b"openhand.game": b"cinch", b"openhand.seats": b'{"A": 1}'},
    "metadata cannot be read": {b"openhand.game": b"cinch", b"openhand.seats": b"\xff"},
    "not TOML": {b"openhand.game": b"x", b"openhand.seats": b'["A", "B"]', b"openhand.rules": b"[["},
    "Positions.to_parquet": {b"pandas": b"{}"},
}


@pytest.mark.parametrize("said", METADATA)
def test_metadata_is_checked(said: str, path: Path) -> None:
    Positions.random("cinch", 3).to_parquet(path)
    pq.write_table(pq.read_table(path).replace_schema_metadata(METADATA[said]), path)
    with pytest.raises(PositionError, match=said):
        Positions.from_parquet(path)


@pytest.mark.parametrize("inside", [False, True])
def test_extension_types_are_refused(path: Path, inside: bool) -> None:
    """A type of the writer's own may bring code that runs when the file is opened."""

    base: Any = pa.ExtensionType

    class Own(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(pa.int64(), "tests.own")

        def __arrow_ext_serialize__(self) -> bytes:
            return b""

        @classmethod
        def __arrow_ext_deserialize__(cls, storage: object, data: bytes) -> Own:
            return cls()

    Positions.random("cinch", 3).to_parquet(path)
    own = pa.ExtensionArray.from_storage(Own(), pa.array([1, 2, 3]))
    changed(path, extra=pa.StructArray.from_arrays([own], ["inner"]) if inside else own)
    with pytest.raises(PositionError, match="column 'extra' has an extension type"):
        Positions.from_parquet(path)


def test_what_is_no_parquet(path: Path) -> None:
    for content in (b"", b"PAR1", b"PAR1" * 5, b'{"game": "hearts"}'):
        path.write_bytes(content)
        with pytest.raises(PositionError, match="cannot be read as Parquet"):
            Positions.from_parquet(path)
    with pytest.raises(PositionError, match=r"cannot be read: No such file or directory$"):
        Positions.from_parquet(path.with_name("nowhere"))


def test_damaged_files_raise_nothing_else(path: Path) -> None:
    """True files, cut, doubled and with other bytes, most of them near the end where the footer stands."""
    Positions.random("cinch", 20, cards=3).to_parquet(path)
    whole = path.read_bytes()
    read = 0
    for seed in range(250):
        rng = random.Random(seed)
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data) if rng.random() < 0.7 else len(data) // 3)
            if rng.random() < 0.7:
                data[at] = rng.randrange(256)
            else:
                data[at : at + rng.randint(1, 9)] = data[at : at + rng.choice((0, 9))] * 2
        path.write_bytes(data)
        try:
            positions = Positions.from_parquet(path)
        except PositionError as error:
            assert str(error).isprintable()
        else:
            read += 1
            assert Positions.from_array(positions.array, positions.rules, positions.seats) == positions
    assert read < 125


def test_json_of_rows_reads_back(path: Path) -> None:
    """The file's rows are the positions that the text forms give."""
    positions = Positions.random("black-lady", 5)
    positions.to_parquet(path)
    text = "\n".join(position.to_json() for position in positions)
    assert [record.position for record in read_json(text)] == list(Positions.from_parquet(path))
    assert np.array_equal(Positions.from_parquet(path).array["hands"], positions.array["hands"])

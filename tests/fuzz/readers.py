"""Damaged input for every reader: nothing but `PositionError` may come out, and nothing may be slow.

python -m tests.fuzz.readers --count 1000000 [--seed 0] [--kinds pbn,json]

True texts (files, deals, hands, options, house rules) are cut, doubled, joined and sprinkled with signs, then
read; positions are built of impossible parts, then asked about. What comes out otherwise is printed with the
input that makes it so, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from solver import (
    Limits,
    Position,
    PositionError,
    Positions,
    analyze,
    each_seat,
    maxn,
    solve,
    solve_batch,
)
from solver.batch import inputs
from solver.cli.sources import open_file
from solver.generate import generate
from solver.model import notation
from solver.model.cards import CARD_BITS
from solver.model.extras import require
from solver.positions.record import Record, read_stream, read_text
from solver.rules.files import names, read_table

ROOT = Path(__file__).parents[2]
SLOW = 1.0  # seconds of processor time: more than any of these small inputs may take
MOST_SHOWN = 20
SIGNS = [
    *"\"'[]{}().:,;%#=-_*|\\/\n\r\t \x00\x01\x0b\x1a\x1c\x1d\x1e\x1f\x7f\x85\xa0SHDCXAKQJT10NEWYBZ?!$+^",
    "\ufeff", "\ud800", "\u2028", "\u0660", "²", "♠", "♥\ufe0f", "♡", "А", "ſ", "İ", "null", "true", "NaN",
    "1e999", "-1", "9" * 12, "9" * 5000, "[" * 2000, '{"a":' * 500, "[", "{", "}", '[Deal "', '[Play "A"]\n',
    '[Auction "N"]\n', "\n\n", "\nA Y B Z\n", "SA SK SQ SJ\n", "#", "##", "A:", "NT", "Joker", "HX", "=8",
    "10", "- - -",
    '[Contract "3NT"]', '[Declarer "N"]', '[Trick "', '[Options "', '[Taken "', '[TricksPlayed "3"]', '"id":',
]  # fmt: skip
NUMBERS: tuple[object, ...] = (
    0,
    1,
    -1,
    3,
    10**9,
    10**400,
    1.5,
    True,
    None,
    "",
    [],
    {},
    [[]],
    {"A": {}},
    "A B",
    "SA",
    "\x1f",
)
OVERRIDES: list[dict[str, object]] = [
    {}, {}, {"seats": "P Q R S"}, {"leader": "n"}, {"trump": "H"}, {"game": "hearts"}, {"taken": "A:SA"},
    {"options": {"bid": "8"}}, {"tricks_played": "2"}, {"seats": "A,B", "leader": "b"},
]  # fmt: skip


def texts_of(*patterns: str) -> list[str]:
    """The files of the project that fit."""
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [path.read_text(encoding="utf-8") for path in paths]


FILES = texts_of("examples/*.*", "tests/files/*.*")
RECORDS = [record for text in FILES for record in read_text(text) if record.position is not None]
OBJECTS = [record.sound().fields() for record in RECORDS]
POSITIONS = [one for game in names() for one in generate(game, 2, 4, 1, mid_trick=True)]
BUILT_OF = (
    "game", "rules", "seats", "hands", "leader", "trump", "trick", "taken", "tricks_played", "pile", "widow",
    "stock", "options",
)  # fmt: skip
CARDS = [*CARD_BITS, "XX", "", "sa", "Q", "A", "S", None, 5]
FEW = Limits(nodes=2000, memory=1)
RULES = texts_of("solver/games/*.toml")
WRITTEN: dict[Callable[[str], object], list[str]] = {
    notation.read_card: ["SA", "10h", "♠A", "Joker", "HX"],
    notation.read_hand: ["AK8.J65432.K4.73", "S:AK8 H:J6 D:- C:7", "SA SK H2", "♠AK3 ♥J2", "♠ A ♥ 10"],
    notation.read_deal: ["A:AK3.J2.. T9.K4.7. Q.A5.9. 7.QT..2", "N:AK8... - - -"],
    notation.read_seats: ["A Y B Z", "N,E,S,W"],
    notation.read_trick: ["H5 HK", "A:H5 B:HK"],
    notation.read_taken: ["A:SQ,H3 Y:H9"],
    notation.read_options: ["bid=8 bidder=A discards=H4,H3", "scores=A:40,Y:38"],
    notation.read_trump: ["H", "NT"],
    notation.read_number: ["8", "12"],
}


def damaged(text: str, rng: random.Random, others: list[str]) -> str:
    """The text with a few pieces cut out, doubled, moved, or replaced by something foreign."""
    for _ in range(rng.randint(1, 5)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 5, 20, 60)))
        piece = rng.choice(SIGNS) if rng.random() < 0.7 else text[start:end] * 2
        if rng.random() < 0.05:
            other = rng.choice(others)
            at = rng.randint(0, len(other))
            piece = other[at : at + rng.randint(1, 200)]
        text = text[:start] + piece + text[end:]
    return text


# --- one kind of input each -----------------------------------------------------------------------------


def look_at(records: list[Record]) -> None:
    """All that a reader of a file's records would ask of them."""
    for record in records:
        assert (record.position is None) == (record.error is not None), record
        if record.error is not None:
            assert_one_line(record.error)
            continue
        try:
            for _ in islice(record.played(), 60):
                pass
        except PositionError as error:
            assert_one_line(str(error))


def assert_one_line(text: str) -> None:
    """A complaint is a line with something in it."""
    assert text, "nothing is said"
    assert text.isprintable(), repr(text)
    assert len(text) < 2100, len(text)


def file(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """A file of any kind as bytes, sometimes with options that override it or nothing asked for."""
    data = damaged(rng.choice(FILES), rng, FILES).encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        data = data.decode("latin-1").encode("utf-16") if rng.random() < 0.2 else data.replace(b"\n", b"\r")
    overrides = rng.choice(OVERRIDES)
    asked = frozenset(("leader", "trump")) if rng.random() < 0.8 else frozenset[str]()
    hint = rng.random() < 0.1

    def read() -> None:
        look_at(list(read_stream(io.BytesIO(data), "x", None, overrides, asked, hint)))

    return (data, overrides, sorted(asked)), read


def text(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """The same as a text, lone surrogates and all."""
    drawn = damaged(rng.choice(FILES), rng, FILES)
    return drawn, lambda: look_at(read_text(drawn))


def fields(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """A JSON object with members of other objects, or of no kind at all."""
    value = dict(rng.choice(OBJECTS))
    for _ in range(rng.randint(1, 3)):
        key = rng.choice(
            [*value, "trump", "options", "taken", "pile", "trick", "tricks_played", "id", "play"]
        )
        drawn = rng.choice((*NUMBERS, *rng.choice(OBJECTS).values()))
        if isinstance(value.get(key), str) and rng.random() < 0.5:
            drawn = damaged(str(value[key]), rng, FILES)
        if isinstance(value.get(key), dict) and value[key] and rng.random() < 0.7:
            inner = rng.choice(list(value[key]))
            drawn = {**value[key], inner: rng.choice((*NUMBERS, damaged(str(value[key][inner]), rng, FILES)))}
        value[key] = drawn

    def read() -> None:
        position = Position.from_json(value)
        assert Position.from_json(position.to_json()) == position, "JSON"
        assert Position.from_pbn(position.to_pbn()) == position, "PBN"

    return value, read


def words(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """What is typed: cards, hands, deals, options."""
    reader = rng.choice(list(WRITTEN))
    drawn = damaged(rng.choice(WRITTEN[reader]), rng, FILES)
    return (getattr(reader, "__name__", "?"), drawn), lambda: reader(drawn)


def options(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """A position whose options are damaged."""
    value = dict(rng.choice(OBJECTS))
    value["options"] = damaged(
        rng.choice(["bid=8 bidder=A", "jack=8", "scores=A:40,Y:38", "avoid=C", "lead-card=C2"]), rng, FILES
    )
    return value, lambda: Position.from_json(value)


def built(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """A position that the constructor was given anything for, and all that may be asked of it."""
    position = rng.choice(POSITIONS)
    changes: dict[str, Any] = {}
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(BUILT_OF)
        changes[name] = _anything(getattr(position, name), rng)
    goal = rng.choice(["points", "margin", "clear", "settle", "score", "jack", "all", "howell", "load:A"])

    def ask() -> None:
        made = replace(position, **changes)
        questions: list[Callable[[], object]] = [
            lambda: solve(made, None, goal, FEW).value,
            lambda: analyze(made, None, goal, FEW).cards,
            lambda: maxn(made, limits=FEW).bounds,
            lambda: each_seat(made, limits=FEW).rows,
            lambda: made.play(made.legal_cards()[0]) if made.legal_cards() else None,
            lambda: solve_batch([made], limits=FEW, bounds=True),
            lambda: solve_batch(Positions.of([made]), limits=FEW, bounds=True),
            lambda: Position.from_json(made.to_json()),
            lambda: Position.from_pbn(made.to_pbn()),
        ]
        for question in questions:
            try:
                question()
            except PositionError as error:
                assert_one_line(str(error))

    return (position, changes), ask


def _anything(value: object, rng: random.Random) -> object:
    """Something else of the same form, a bit of it changed, or something of no such kind at all."""
    if rng.random() < 0.3:
        return rng.choice([*NUMBERS, (), ("SA",) * 70, (("A", "SA"),), (("bid", 8),), (("jack", -5),)])
    if isinstance(value, tuple):
        parts = list(value)
        for _ in range(rng.randint(1, 2)):
            at = rng.randint(0, len(parts))
            parts[at : at + rng.randint(0, 1)] = [
                _anything(parts[at], rng) if at < len(parts) and rng.random() < 0.5 else rng.choice(CARDS)
                for _ in range(rng.choice((0, 1, 1, 2, 20)))
            ]
        return tuple(parts)
    return getattr(rng.choice(POSITIONS), rng.choice(BUILT_OF)) if rng.random() < 0.5 else rng.choice(CARDS)


def house(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """House rules: a game's file, damaged."""
    drawn = damaged(rng.choice(RULES), rng, RULES)

    def read() -> None:
        try:
            table = tomllib.loads(drawn)
        except (ValueError, RecursionError):  # which `load_file` answers by itself
            return
        rules = read_table(table, "mine", "mine.toml")
        for n_seats in range(rules.min_seats, rules.max_seats + 1):
            assert rules.full_hand(n_seats) * n_seats <= rules.pack(n_seats).total()

    return drawn, read


def parquet(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """A Parquet file of an array or of JSON texts, bytes of which are damaged, most of them in its footer."""
    data = bytearray(rng.choice(_parquet_files()))
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(data)) if rng.random() < 0.5 else len(data) - 1 - rng.randrange(len(data) // 2)
        if rng.random() < 0.7:
            data[at] = rng.randrange(256)
        else:
            data[at : at + rng.randint(1, 20)] = data[at : at + rng.choice((0, 10))] * 2

    def read() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.parquet")
            path.write_bytes(data)
            for chunk in inputs.read([str(path)], FROM_DISK):
                for error in chunk.segment(FROM_DISK).errors.values():
                    assert_one_line(error)
            Positions.from_parquet(path)

    return bytes(data), read


def table(rng: random.Random) -> tuple[object, Callable[[], object]]:
    """JSON lines or CSV with a column `json`, damaged."""
    position = json.dumps(rng.choice(OBJECTS))
    lines = json.dumps({"id": 1, "json": position}) + "\n"
    quoted = position.replace('"', '""')
    drawn = damaged(rng.choice([lines * 3, f'id,json\n1,"{quoted}"\n2,\n']), rng, FILES)

    def read() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.csv")
            path.write_bytes(drawn.encode("utf-8", "surrogatepass"))
            for chunk in inputs.read([str(path)], FROM_DISK):
                for error in chunk.segment(FROM_DISK).errors.values():
                    assert_one_line(error)

    return drawn, read


FROM_DISK = inputs.Reading(open_file)


@cache
def _parquet_files() -> list[bytes]:
    """True files; `PositionError` where pyarrow is missing."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("rows.parquet", "stock.parquet", "texts.parquet")]
        Positions.random("cinch", 30, cards=3).to_parquet(paths[0])
        Positions.random("bezique", 5, cards=3).to_parquet(paths[1])
        texts = [position.to_json() for position in Positions.random("hearts", 9, cards=2)]
        require("pyarrow.parquet", "data").write_table(
            require("pyarrow", "data").table({"id": list(range(9)), "json": texts}), paths[2]
        )
        return [path.read_bytes() for path in paths]


KINDS = {
    "file": file, "text": text, "table": table, "parquet": parquet, "fields": fields, "words": words,
    "options": options, "built": built, "house": house,
}  # fmt: skip


def _kinds() -> list[str]:
    """Those that can be tried here: Parquet needs an extra."""
    return [kind for kind in KINDS if kind != "parquet" or find_spec("pyarrow")]


# --- trying them -----------------------------------------------------------------------------------------


def trials(
    count: int, seed: int, kinds: list[str]
) -> Iterator[tuple[str, object, float, BaseException | None]]:
    """Kind, input, seconds and what came out against the rule, one input after another."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        kind = rng.choice(kinds)
        drawn, read = KINDS[kind](rng)
        wrong: BaseException | None = None
        began = time.process_time()
        try:
            read()
        except PositionError as error:
            try:
                assert_one_line(str(error))
            except AssertionError as fault:
                wrong = fault
        except Exception as error:
            wrong = error
        yield kind, drawn, time.process_time() - began, wrong


def main() -> int:
    """Run it; 1 where anything came out that may not."""
    parser = argparse.ArgumentParser(description="Damaged input for every reader.")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default=",".join(_kinds()), help=f"of {', '.join(KINDS)}")
    asked = parser.parse_args()
    kinds = asked.kinds.split(",")
    found = dict.fromkeys(kinds, 0)
    slowest, faults = 0.0, 0
    assert len(names()) > 20
    for kind, drawn, seconds, wrong in trials(asked.count, asked.seed, kinds):
        found[kind] += 1
        slowest = max(slowest, seconds)
        if wrong is not None or seconds > SLOW:
            faults += 1
            if faults <= MOST_SHOWN:
                what = f"{type(wrong).__name__}: {str(wrong)[:200]}" if wrong else f"{seconds:.1f} s"
                print(f"{kind}: {what}\n  {str(drawn)[:3000]!r}", flush=True)
    print(json.dumps({"inputs": found, "faults": faults, "slowest": round(slowest, 3)}))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

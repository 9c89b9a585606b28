"""docs/house-rules.md has what solver/rules/schema.py has: keys, values, defaults, and examples that fit."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from solver.rules.files import read_table
from solver.rules.schema import DEFAULTS, KEYS, OPTION_KEYS, PACK_KEYS, mistakes

PAGE = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    section = PAGE.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def examples() -> list[str]:
    return [
        row[-1].strip("` ")
        for heading in ("Keys", "`[points]`", "`[pack]`", "`[options")
        for row in rows(heading)
    ]


def test_every_key_is_there_with_its_values_and_default() -> None:
    table = {row[0].strip("`"): row for row in rows("Keys")}
    assert list(table) == list(KEYS)
    for key, (_, _, values, default, _) in table.items():
        assert values == KEYS[key].right
        if key != "extends":
            assert tomllib.loads(f"x = {default.strip('`')}")["x"] == DEFAULTS[key]
    assert DEFAULTS.keys() - KEYS.keys() == {"pack", "points", "options"}


def test_the_keys_of_the_tables_are_there() -> None:
    assert [(row[0].strip("`"), row[2]) for row in rows("`[pack]`")] == [
        (key, form.right) for key, form in PACK_KEYS.items()
    ]
    assert [row[0].strip("`") for row in rows("`[options")] == [*OPTION_KEYS, "sets"]
    for row in rows("`[options")[:-2]:
        assert row[2] == OPTION_KEYS[row[0].strip("`")].right


@pytest.mark.parametrize("example", examples())
def test_the_examples_are_of_their_form(example: str) -> None:
    table = tomllib.loads(example)
    assert table
    assert list(mistakes(table)) == []


def test_the_relative_of_the_page_is_read() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    rules = read_table(tomllib.loads(text), "queen", "queen.toml")
    assert (rules.name, rules.card_points()["SQ"], rules.card_points()["H2"]) == ("Queen Hearts", 5, 1)

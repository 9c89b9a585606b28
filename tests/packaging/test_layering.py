"""Arrows point down: who may import whom is in the tables of docs/architecture.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("solver", "cext")

# Modules that load others when they are asked for, and what for.
LATE = {
    "solver": "public names, loaded when first used",
    "solver.__main__": "the program, after a check that it can run",
    "solver.cli": "the commands of the group",
    "solver.model.extras": "an optional extra, or the line that says how to install it",
}


def floors(package: str) -> dict[str, int]:
    """The floor of each room, from the page."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition(f"## The rooms of `{package}`")[2].partition("\n## ")[0]
    return {room: int(floor) for floor, room in re.findall(r"^\| (\d+) \| `(\w+)` \|", section, re.MULTILINE)}


def sources(package: str) -> Iterator[tuple[str, Path]]:
    """Every module with its files; a `.pyx` and its `.pxd` are one."""
    for path in sorted((ROOT / package).rglob("*")):
        if path.suffix in {".py", ".pyx", ".pxd"}:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__"), path


NAMES = {name for package in PACKAGES for name, _ in sources(package)}


def module_of(name: str) -> str:
    """The module in which a dotted name lies."""
    while name not in NAMES:
        name = name.rpartition(".")[0]
    return name


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """The modules of ours that a file imports or cimports, and whether it does so late, inside a function."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from python_imports(ast.parse(text), late=False)
        return
    found = r"^( *)from ((?:solver|cext)[\w.]*) c?import \(?([^#\n)]*)|^( *)c?import ((?:solver|cext)[\w.]*)"
    for indent, module, names, other, plain in re.findall(found, text, re.MULTILINE):
        for name in names.split(",") if module else [""]:
            yield module_of(f"{module or plain}.{name.split(' ')[0].strip()}"), bool(indent or other)


def python_imports(tree: ast.AST, late: bool) -> Iterator[tuple[str, bool]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES:
            for alias in node.names:
                yield module_of(f"{node.module}.{alias.name}"), late
        elif isinstance(node, ast.Import):
            yield from (
                (module_of(alias.name), late) for alias in node.names if alias.name.split(".")[0] in PACKAGES
            )
        yield from python_imports(node, late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def arrows(package: str) -> Iterator[tuple[str, str, bool]]:
    for name, path in sources(package):
        for target, late in imports(path):
            yield name, target, late


def room_of(name: str) -> str:
    """The room of a module; "" for the package itself and its doors, which are no rooms."""
    parts = name.split(".")
    return parts[1] if len(parts) > 2 or (ROOT / parts[0] / parts[-1]).is_dir() else ""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_room_is_on_the_page(package):
    rooms = {room_of(name) for name, _ in sources(package)} - {"", package}
    assert rooms == set(floors(package))


@pytest.mark.parametrize("package", PACKAGES)
def test_arrows_point_down(package):
    floor = floors(package)
    upward = [
        f"{name} -> {target}"
        for name, target, _ in arrows(package)
        for here, there in [(room_of(name), room_of(target))]
        if target.startswith(f"{package}.")
        and here in floor
        and here != there
        and floor.get(there, 99) >= floor[here]
    ]
    assert not upward


@pytest.mark.parametrize("package", PACKAGES)
def test_there_are_no_rings(package):
    graph: dict[str, set[str]] = {}
    for name, target, _ in arrows(package):
        if name != target and name != package:
            graph.setdefault(name, set()).add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_stand_at_the_top(package):
    assert not [f"{name} -> {target}" for name, target, late in arrows(package) if late and name not in LATE]


def test_only_one_room_knows_the_core():
    users = {name for name, target, _ in arrows("solver") if target.startswith("cext")}
    assert {room_of(name) for name in users} == {"core"}


def test_the_core_knows_nothing_of_the_package_above_it():
    assert not [name for name, target, _ in arrows("cext") if target.startswith("solver")]


def test_nothing_inside_uses_a_door():
    doors = {"solver.settle", "solver.generate", "solver.replay"}
    assert doors <= NAMES
    assert not [name for name, target, _ in arrows("solver") if target in doors]

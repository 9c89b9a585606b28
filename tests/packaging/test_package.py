"""What is installed hangs together: version, stubs, and compiled modules from one build."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

import pytest

import solver

ROOT = Path(__file__).parents[2]


def modules(ending: str) -> list[str]:
    """The dotted names of the core's files with this ending."""
    paths = (ROOT / "cext").rglob("*" + ending)
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths)


STUBS = modules(".pyi")
SOURCES = set(modules(".pyx"))


def test_version():
    try:
        installed = version("openhand")
    except PackageNotFoundError:
        pytest.skip("openhand is not installed here")
    assert installed == solver.__version__


def test_public_names_are_there():
    assert all(hasattr(solver, name) for name in solver.__all__)


# --- stubs ----------------------------------------------------------------------------------------------


def stub_of(name: str) -> ast.Module:
    return ast.parse((ROOT / f"{name.replace('.', '/')}.pyi").read_text(encoding="utf-8"))


def named_in(body: list[ast.stmt]) -> set[str]:
    """Functions, classes and members of enums that a stub's module or class defines."""
    members = {
        str(name.id)
        for node in body
        if isinstance(node, ast.Assign)
        for name in node.targets
        if isinstance(name, ast.Name)
    }
    return members | {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def own_names(module: ModuleType) -> set[str]:
    """Public functions and classes of a compiled module."""
    mine = {name: value for name, value in vars(module).items() if name[0] != "_" and callable(value)}
    return {name for name, value in mine.items() if value.__module__ == module.__name__}


def parameters(signature: str) -> list[str]:
    """The names in a signature as Cython writes it: `(int seats, *, cards=0)`."""
    inside = signature[signature.index("(") + 1 : signature.rindex(")")]
    inside = re.sub(r"=\(.*?\)", "", inside)
    names = [re.sub(r"=.*", "", part).split()[-1] for part in inside.split(",") if part.strip()]
    return [name for name in names if name not in ("*", "self")]


def stub_parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    more = [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    named = [
        [one.arg for one in kind if one.arg != "self"] for kind in (arguments.args, arguments.kwonlyargs)
    ]
    return [*named[0], *more, *named[1]]


@pytest.mark.parametrize("name", STUBS)
def test_a_stub_names_what_its_module_has(name):
    module = importlib.import_module(name)
    body = stub_of(name).body
    assert named_in(body) == own_names(module)
    for stub in body:
        if isinstance(stub, ast.ClassDef):
            told = {member for member in named_in(stub.body) if member != "__init__"}
            assert told == {member for member in vars(getattr(module, stub.name)) if member[0] != "_"}, (
                stub.name
            )


@pytest.mark.parametrize("name", STUBS)
def test_a_stub_has_the_parameters_of_its_module(name):
    module = importlib.import_module(name)
    for stub in stub_of(name).body:
        if isinstance(stub, ast.FunctionDef):
            assert stub_parameters(stub) == list(inspect.signature(getattr(module, stub.name)).parameters)
        if isinstance(stub, ast.ClassDef):
            compiled = getattr(module, stub.name)
            for method in (node for node in stub.body if isinstance(node, ast.FunctionDef)):
                if method.name == "__init__":
                    assert stub_parameters(method) == parameters(compiled.__doc__.splitlines()[0]), stub.name
                elif not method.decorator_list:
                    actual = list(inspect.signature(getattr(compiled, method.name)).parameters)
                    assert ["self", *stub_parameters(method)] == actual, (stub.name, method.name)


# --- one build ------------------------------------------------------------------------------------------


def test_every_compiled_module_tells_its_layout():
    layouts = {source: getattr(importlib.import_module(source), "LAYOUT", None) for source in SOURCES}
    assert None not in layouts.values(), layouts
    assert len(set(layouts.values())) == 1, layouts


def test_importing_the_core_loads_and_so_checks_every_module():
    program = (
        "import sys, cext\n"
        "print(*[n for n, m in sys.modules.items() if n.startswith('cext.') and hasattr(m, 'LAYOUT')])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert set(loaded.stdout.split()) == SOURCES - {"cext.api.testing"}  # which only tests load


def test_a_module_of_another_build_is_refused():
    program = "import sys, types; sys.modules['cext.old'] = types.SimpleNamespace(LAYOUT=1); import cext"
    refused = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert refused.returncode == 1
    assert "ImportError: the compiled modules come from different builds" in refused.stderr
    assert "'cext.old': 1" in refused.stderr


def test_the_citation_names_this_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", text, re.MULTILINE) == [solver.__version__]


PUBLIC = """
    Analysis BatchBounds BatchCards Bounds EachSeat Limits MaxnAnalysis Position PositionError Positions
    Solution View advise analyze each_seat maxn solve solve_batch solve_dask
"""


def test_public_names_change_on_purpose_only():
    assert sorted(solver.__all__) == PUBLIC.split()

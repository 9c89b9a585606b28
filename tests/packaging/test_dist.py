"""What is shipped: the contents of the source distribution and of the wheel built from it.

Building takes the tools of the `dev` extra, so it is not done here: `OPENHAND_DIST` names the folder where
they lie (`python -m build` makes them, `.ci/run` does both).
"""

from __future__ import annotations

import os
import tarfile
import zipfile
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).parents[2]
DIST = Path(os.environ.get("OPENHAND_DIST", "dist"))

pytestmark = pytest.mark.skipif("OPENHAND_DIST" not in os.environ, reason="OPENHAND_DIST names no folder")


def in_tree(*patterns: str) -> set[str]:
    """Files of the source tree, as paths from its root."""
    found = (path for pattern in patterns for path in ROOT.glob(pattern))
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel() -> set[str]:
    (path,) = DIST.glob("openhand-*.whl")
    assert path.name.startswith(f"openhand-{solver.__version__}-cp311-abi3-")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def sdist() -> set[str]:
    (path,) = DIST.glob("openhand-*.tar.gz")
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_the_wheel_has_the_whole_package(wheel):
    wanted = in_tree(
        "solver/**/*.py",
        "solver/games/*.toml",
        "solver/schemas/*.json",
        "solver/board/static/*",
        "solver/py.typed",
        "cext/**/*.py",
        "cext/**/*.pyi",
        "cext/py.typed",
    )
    assert wanted <= wheel
    examples = {name.removeprefix("solver/board/") for name in wheel if name.startswith("solver/board/ex")}
    assert examples == in_tree("examples/*.pbn")
    for source in in_tree("cext/**/*.pyx"):
        stem = source.removesuffix(".pyx")
        assert f"{stem}.abi3.so" in wheel, source


def test_the_wheel_has_nothing_else(wheel):
    page = in_tree("solver/board/static/*")
    packages = {name for name in wheel if not name.startswith("openhand-")} - page
    assert {name.partition("/")[0] for name in packages} == {"solver", "cext"}
    assert {Path(name).suffix for name in packages} <= {
        ".py", ".pyi", ".toml", ".json", ".typed", ".pbn", ".so", ".pyd",
    }  # fmt: skip


def test_the_wheel_names_licence_and_command(wheel):
    info = f"openhand-{solver.__version__}.dist-info"
    assert {f"{info}/licenses/LICENSE", f"{info}/entry_points.txt", f"{info}/METADATA"} <= wheel


def test_the_source_distribution_builds_and_tests_itself(sdist):
    root = {"pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in"}
    core = in_tree("cext/**/*.pyx", "cext/**/*.pxd", "cext/**/*.pxi", "cext/**/*.h", "cext/**/*.pyi")
    rest = in_tree(
        "solver/**/*.py",
        "solver/games/*.toml",
        "solver/schemas/*.json",
        "solver/board/static/*",
        "tests/**/*.py",
        "tests/**/*.json",
        "examples/*.*",
    )
    assert root | core | rest <= sdist


def test_the_source_distribution_has_nothing_built(sdist):
    assert not [name for name in sdist if name.endswith((".c", ".so", ".pyc")) or name.startswith("build/")]

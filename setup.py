"""Build of the compiled core; everything else about the package is in pyproject.toml.

OPENHAND_STRICT=1 makes the compiler's warnings errors, OPENHAND_SANITIZE=1 builds with the address and
undefined behaviour sanitizers.
"""

from __future__ import annotations

import os
import platform
import zlib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

STRICT = os.environ.get("OPENHAND_STRICT") == "1"
SANITIZE = os.environ.get("OPENHAND_SANITIZE") == "1"

compile_args = ["-O3", "-fno-strict-aliasing"]
link_args: list[str] = []
if platform.machine().lower() in {"x86_64", "amd64"}:
    # Counting the cards of a set is one instruction on every x86-64 machine made since 2008.
    compile_args.append("-mpopcnt")
if STRICT:
    compile_args += ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter"]
if SANITIZE:
    compile_args += ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link_args += ["-fsanitize=address,undefined"]

# What the modules share. Each carries the checksum of what it was compiled with (see cext/__init__.py).
headers = [path for path in sorted(Path("cext").rglob("*")) if path.suffix in {".pxd", ".pxi", ".h"}]
layout = zlib.crc32(b"".join(header.read_bytes() for header in headers))

extensions = [
    Extension(
        ".".join(source.with_suffix("").parts),
        [str(source)],
        depends=[str(header) for header in headers],
        include_dirs=["cext/base"],
        define_macros=[("OPENHAND_LAYOUT", f"{layout}u")],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )
    for source in sorted(Path("cext").rglob("*.pyx"))
]


class BuildWithExamples(build_py):
    """The package as always, with an example of every game, which the board shows."""

    def run(self) -> None:
        """Build the package, then copy the examples into it; in place they are read where they stand."""
        super().run()
        if not self.editable_mode:
            into = Path(self.build_lib, "solver", "board", "examples")
            self.mkpath(str(into))
            for example in sorted(Path("examples").glob("*.pbn")):
                self.copy_file(str(example), str(into / example.name))


setup(
    cmdclass={"build_py": BuildWithExamples},
    ext_modules=cythonize(
        extensions,
        build_dir="build",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)

"""Build of the compiled core; everything else about the package is in pyproject.toml.

One build serves every ordinary Python from 3.11 (the stable ABI). OPENHAND_STRICT=1 makes the compiler's
warnings errors, OPENHAND_SANITIZE=1 builds with the address and undefined behaviour sanitizers,
OPENHAND_PORTABLE=1 without any instruction that not every processor of its kind has, OPENHAND_COVERAGE=1 so
that gcov counts how often each line of the core is run.
"""

from __future__ import annotations

import os
import platform
import sysconfig
import zlib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

STRICT = os.environ.get("OPENHAND_STRICT") == "1"
SANITIZE = os.environ.get("OPENHAND_SANITIZE") == "1"
PORTABLE = os.environ.get("OPENHAND_PORTABLE") == "1"
COVERAGE = os.environ.get("OPENHAND_COVERAGE") == "1"
# A Python without the global lock has no stable ABI yet: there the core is built for that one version.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")

compile_args = ["-O3", "-fno-strict-aliasing"]
link_args: list[str] = []
macros: list[tuple[str, str | None]] = []
if STABLE_ABI:
    macros.append(("Py_LIMITED_API", "0x030B0000"))
if PORTABLE:
    macros.append(("OPENHAND_PORTABLE", "1"))
elif platform.machine().lower() in {"x86_64", "amd64"}:
    # Counting the cards of a set is one instruction on every x86-64 machine made since 2008.
    compile_args.append("-mpopcnt")
if STRICT:
    compile_args += ["-Wall", "-Wextra", "-Werror"]
    # What Cython writes, and no one can mend: names it never uses, and bytes compared with 0.
    compile_args += [f"-Wno-unused-{what}" for what in ("function", "parameter", "const-variable")]
    compile_args.append("-Wno-type-limits")
if SANITIZE:
    compile_args += ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    link_args += ["-fsanitize=address,undefined"]

if COVERAGE:
    # Not inlined, else a line of a `.pxd` would be counted where it was copied to.
    compile_args += ["-O1", "-fno-inline", "--coverage"]
    link_args.append("--coverage")

# Python finds a module built for one version before one of the stable ABI: what is left of an older build
# would hide the new one.
if STABLE_ABI:
    for stale in Path("cext").rglob("*.cpython-*.so"):
        stale.unlink()

# What the modules share. Each carries the checksum of what it was compiled with (see cext/__init__.py).
headers = [path for path in sorted(Path("cext").rglob("*")) if path.suffix in {".pxd", ".pxi", ".h"}]
layout = zlib.crc32(b"".join(header.read_bytes() for header in headers))

extensions = [
    Extension(
        ".".join(source.with_suffix("").parts),
        [str(source)],
        depends=[str(header) for header in headers],
        include_dirs=["cext/base"],
        define_macros=[("OPENHAND_LAYOUT", f"{layout}u"), *macros],
        py_limited_api=STABLE_ABI,
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
        emit_linenums=COVERAGE,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    ),
    options={
        "build_ext": {"parallel": os.cpu_count()},
        "bdist_wheel": {"py_limited_api": "cp311"} if STABLE_ABI else {},
    },
)

"""The folder in which the finished units of a run lie until all are there: `OUT.units`.

It holds `run.json`, which says what is being answered, and a lock that one process holds. Whatever is in it
under a name of a unit is whole: it was written under another name, brought onto the disk, and renamed.
"""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from solver.model.errors import PositionError

try:
    import fcntl
except ImportError:  # Windows: nothing there keeps a second process away
    fcntl = None  # type: ignore[assignment]

RUN, LOCK, JOINED = "run.json", "lock", "joined"
_OURS = re.compile(r"\..*|run\.json|lock|joined(\.[a-z]+)?|unit-[0-9]+\.[a-z]+")  # hidden: left by a write
Run = Mapping[str, Any]  # what is answered: version, files, rules, question, size of a unit, shard


def units_of(out: Path) -> Path:
    """The folder of the units of a file."""
    return out.with_name(out.name + ".units")


def unit_path(folder: Path, number: int, ending: str) -> Path:
    """Where a unit lies in the folder of its run."""
    return folder / f"unit-{number:08}{ending}"


class Folder:
    """The folder of one run, which this process alone works in until `close`."""

    def __init__(self, out: Path, ending: str, lock: IO[Any]) -> None:
        self.out = out
        self.path = units_of(out)
        self._ending = ending
        self._lock = lock

    def close(self) -> None:
        """Let others work in it."""
        self._lock.close()

    def unit(self, number: int) -> Path:
        """Where a unit lies when it is finished."""
        return unit_path(self.path, number, self._ending)

    def finished(self, number: int) -> bool:
        """Whether a unit is finished."""
        return self.unit(number).exists()

    def add(self, number: int, write: Callable[[Path], None]) -> None:
        """Have a unit written; it is there when it is whole."""
        with written(self.unit(number)) as path:
            write(path)

    def finish(self, write: Callable[[Path], None]) -> None:
        """Have OUT written, of which these were the units.

        It appears by one rename, then the folder goes.
        """
        joined = self.path / (JOINED + self._ending)
        try:
            write(joined)
            sync(joined)
        except BaseException:
            with suppress(OSError):
                joined.unlink()
            raise
        (self.path / JOINED).touch()
        os.replace(joined, self.out)
        sync(self.out.parent)
        self.remove()

    @property
    def joined(self) -> bool:
        """Whether the units were joined, and only the folder was left."""
        return (self.path / JOINED).exists() and not (self.path / (JOINED + self._ending)).exists()

    def leave(self) -> None:
        """Let others go on here, or begin anew where nothing is finished."""
        begun = any(self.path.glob("unit-*")) or (self.path / JOINED).exists()
        self.close()
        if not begun:
            shutil.rmtree(self.path, ignore_errors=True)  # why the run ends is said, not this

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        self.close()
        shutil.rmtree(self.path)

    def clear(self, run: Run) -> None:
        """Begin anew: another run, no unit."""
        for path in self.path.iterdir():
            if path.name not in (RUN, LOCK):
                path.unlink()
        with written(self.path / RUN) as path:
            path.write_text(_text(run), encoding="utf-8")

    def run(self) -> Run:
        """What is answered here; `PositionError` where nothing says it."""
        path = self.path / RUN
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            why = getattr(error, "strerror", None) or error
            raise PositionError(f"{path}: cannot be read: {why}; --overwrite begins anew") from None
        if not isinstance(found, dict):
            raise PositionError(f"{path}: is not what this program writes; --overwrite begins anew")
        return found


def begin(out: Path, ending: str, run: Run) -> Folder:
    """Make the folder of a run that begins; `PositionError` where another process was quicker."""
    path = units_of(out)
    made = out.with_name(f".{path.name}-{uuid.uuid4().hex[:12]}")
    made.mkdir()
    lock = None
    try:
        (made / RUN).write_text(_text(run), encoding="utf-8")
        sync(made / RUN)
        lock = _locked(made / LOCK)
        assert lock is not None
        os.rename(made, path)
    except BaseException as error:
        if lock:
            lock.close()
        quicker = path.exists() or not made.exists()  # another's folder is there, or it has swept this one
        shutil.rmtree(made, ignore_errors=True)
        if isinstance(error, OSError) and quicker:
            raise _busy(out) from None
        raise
    sync(out.parent)
    _sweep(path)
    return Folder(out, ending, lock)


def _sweep(path: Path) -> None:
    """Remove what processes left that were ended while they made this folder.

    None of them is wanted any more, be it under way: whoever has locked the folder is the one that runs.
    """
    for left in path.parent.glob(f".{glob.escape(path.name)}-{'[0-9a-f]' * 12}"):
        shutil.rmtree(left, ignore_errors=True)


def resume(out: Path, ending: str) -> Folder | None:
    """The folder of a run that was begun, None where there is none (any more).

    `PositionError` where somebody's own files lie in it, which would go with the units.
    """
    path = units_of(out)
    while path.exists():
        try:
            _check_ours(path)
            lock = _locked(path / LOCK)
        except (FileNotFoundError, NotADirectoryError):
            if path.is_dir():
                continue
            return None if not path.exists() else _no_folder(path)
        if lock is None:
            raise _busy(out)
        if _same(path / LOCK, lock):
            for left in path.glob(".*"):  # what a process was writing when it was ended
                left.unlink()
            _sweep(path)
            return Folder(out, ending, lock)
        lock.close()  # it finished, and the folder went, between two of our steps
    return None


def _check_ours(path: Path) -> None:
    for entry in path.iterdir():
        if not _OURS.fullmatch(entry.name):
            raise PositionError(
                f"{path}: holds {entry.name}, which is nothing of a run's: move it away, or name another OUT"
            )


def _no_folder(path: Path) -> Folder:
    raise PositionError(f"{path}: is not a folder; finished units would be kept there")


def _busy(out: Path) -> PositionError:
    return PositionError(f"{out}: another process is answering into it")


def _locked(path: Path) -> IO[Any] | None:
    """The lock, None where another process holds it; the system lets it go however the process ends."""
    stream = path.open("a")
    if fcntl is not None:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.close()
            return None
        except OSError:  # a file system without locks keeps nobody away
            pass
    return stream


def _same(path: Path, stream: IO[Any]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(stream.fileno()))
    except OSError:
        return False


# --- writing --------------------------------------------------------------------------------------------


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Another name to write under; what was written is on the disk, and has its own name, when this ends."""
    other = path.with_name(f".{path.name}")
    try:
        yield other
        sync(other)
        os.replace(other, path)
    except BaseException:
        with suppress(OSError):
            other.unlink()
        raise


def sync(path: Path) -> None:
    """Have the system put a file, or the names in a folder, onto the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _text(run: Run) -> str:
    return json.dumps(run, indent=1, ensure_ascii=False) + "\n"


def differences(told: Run, run: Run) -> list[str]:
    """What a run does otherwise than another, in words; nothing where they are the same."""
    return list(_differences(told, json.loads(_text(run)), ""))


def _differences(told: Run, run: Run, inside: str) -> Iterator[str]:
    for name in dict.fromkeys((*run, *told)):
        one, other = _by_file(told.get(name)), _by_file(run.get(name))
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _differences(one, other, "" if name == "question" else f"{inside}{name} ")
        elif one != other:
            yield f"{inside}{name} {_short(one)}, not {_short(other)}"


def _by_file(value: object) -> object:
    """A list of files as a mapping by their names."""
    if isinstance(value, list) and all(isinstance(one, dict) and "file" in one for one in value):
        return {f"{place}, {one['file']}:": one for place, one in enumerate(value, 1)}
    return value


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."

"""The outermost layer: however a command ends, it is an exit status and at most one line of complaint."""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn

import click

from solver.model.errors import PositionError, one_line

ANSWERED, FAILED, REFUSED, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130


PATIENCE = 0.3  # seconds after Ctrl-C in which a reader may take what is still to be written


class Commands(click.Group):
    """The group of all commands. Whatever happens inside, a user sees one line and never a traceback."""

    def make_context(self, *given: Any, **extra: Any) -> click.Context:
        """Parse; `--help` is printed here, perhaps to nobody."""
        try:
            return super().make_context(*given, **extra)
        except BrokenPipeError:
            raise click.exceptions.Exit(_reader_gone()) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; its return value is the exit status (None: answered)."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
            return status
        except BrokenPipeError:
            return _reader_gone()
        except KeyboardInterrupt:
            return _interrupted()

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *more: Any, **extra: Any
    ) -> NoReturn:
        """Parse and run, then exit. Always as a program: there is no other mode."""
        extra["standalone_mode"] = False
        if sys.stdout is None:
            complain("openhand: the output cannot be written: standard output is closed")
            sys.exit(REFUSED)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a name that cannot be shown is spelt out
        try:
            with _impatient():
                status = super().main(args, prog_name or "openhand", *more, **extra)
        except (click.Abort, KeyboardInterrupt):
            status = _interrupted()
        except click.ClickException as error:
            complain(_text_of(error))
            status = REFUSED
        except PositionError as error:
            complain(f"openhand: {error}")
            status = REFUSED
        except OSError as error:  # files that cannot be read are complained of by name, so it is the output
            complain(f"openhand: the output cannot be written: {error.strerror or type(error).__name__}")
            _drop_output()
            status = REFUSED
        except RecursionError:
            complain("openhand: the input is nested too deeply")
            status = REFUSED
        except MemoryError as error:
            complain(f"openhand: {str(error) or 'not enough memory'}; --memory MB sets how much may be used")
            status = FAILED
        except Exception as error:  # the last net: whatever it is, a user gets a line and no traceback
            complain(f"openhand: internal error, please report it: {type(error).__name__}: {error}")
            status = FAILED
        sys.exit(status if isinstance(status, int) else ANSWERED)


def complain(message: str) -> None:
    """One line on standard error, whatever is in the message."""
    click.echo(one_line(" ".join(message.split())), err=True)


def _text_of(error: click.ClickException) -> str:
    """A usage error in one line: the command, what is wrong, where to look."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "openhand"
    return f"{command}: {error.format_message().rstrip('.')} (see {command} --help)"


# --- Ctrl-C ---------------------------------------------------------------------------------------------


@contextmanager
def _impatient() -> Iterator[None]:
    """From Ctrl-C on, writing to a reader that has stopped reading is interrupted again and again.

    The first Ctrl-C lets a command print what it has so far, and that must not wait for ever.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    ctrl_c = signal.getsignal(signal.SIGINT)
    if ctrl_c is not signal.default_int_handler:  # somebody else's, or turned off as in a shell's background
        yield
        return
    alarm = signal.signal(signal.SIGALRM, _wake)
    signal.signal(signal.SIGINT, _pressed)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, ctrl_c)
        signal.signal(signal.SIGALRM, alarm)


def _pressed(_number: int, _frame: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE / 4)
    raise KeyboardInterrupt


def _wake(_number: int, _frame: FrameType | None) -> None:
    if not _would_be_read():
        raise KeyboardInterrupt


def _would_be_read() -> bool:
    """Whether something written to standard output now would not have to wait."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), select.POLLOUT)
    except (AttributeError, OSError, ValueError):  # no such call here, or no file behind the output
        return True
    return bool(poll.poll(0))


def _interrupted() -> int:
    """Say so. What nobody reads any more is dropped: Python would wait at the end until it is read."""
    try:
        complain("openhand: interrupted")
        if _would_be_read():
            sys.stdout.flush()
            return INTERRUPTED
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    _drop_output()
    return INTERRUPTED


# --- output that nobody reads ---------------------------------------------------------------------------


def _reader_gone() -> int:
    """Nobody reads the output any more (`| head`): no fault."""
    _drop_output()
    return ANSWERED


def _drop_output() -> None:
    """What is left to be written goes nowhere: Python would try again at the end, and complain."""
    with suppress(OSError, ValueError):  # where there is no file behind the output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

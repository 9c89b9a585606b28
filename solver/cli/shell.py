"""The outermost layer: however a command ends, it is an exit status and at most one line of complaint."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from solver.model.errors import PositionError, one_line

ANSWERED, FAILED, REFUSED, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130


class Commands(click.Group):
    """The group of all commands. Whatever happens inside, a user sees one line and never a traceback."""

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
            status = super().main(args, prog_name or "openhand", *more, **extra)
        except click.Abort:
            status = _interrupted()
        except click.ClickException as error:
            complain(_told(error))
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


def _told(error: click.ClickException) -> str:
    """A usage error in one line: the command, what is wrong, where to look."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "openhand"
    return f"{command}: {error.format_message().rstrip('.')} (see {command} --help)"


def _interrupted() -> int:
    complain("openhand: interrupted")
    return INTERRUPTED


def _reader_gone() -> int:
    """Nobody reads the output any more (`| head`): no fault."""
    _drop_output()
    return ANSWERED


def _drop_output() -> None:
    """What is left to be written goes nowhere: Python would try again at the end, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())

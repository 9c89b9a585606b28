"""Modules that only some commands need, and that come with an extra of the distribution."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from solver.model.errors import PositionError


def require(module: str, extra: str) -> Any:
    """An optional module, imported now. Where it is missing, `PositionError` says what to install."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise PositionError(f"{error.name} is missing: pip install 'openhand[{extra}]' brings it") from None

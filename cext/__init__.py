"""The compiled core of openhand: card sets, tricks, tables and searches.

It knows no game by name and imports nothing of ``solver``; ``solver.core.search`` is its only user.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

try:
    from cext.api import batch as batch
    from cext.api import endless as endless
    from cext.api import maxn as maxn
    from cext.api import rows as rows
    from cext.api import searcher as searcher
    from cext.game.game import Counting as Counting
    from cext.game.game import Follow as Follow
except ImportError:
    _HOME = Path(__file__).parent
    if any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in _HOME.glob("api/*")):
        raise
    raise ImportError(
        f"{_HOME.parent} holds openhand's source, not compiled, and hides what is installed: start Python in "
        "another directory, or compile it here with pip install -e .",
        name="cext",
    ) from None

# The modules hand each other plain C structs. One left over from another build would read them wrongly.
_LAYOUTS = {
    name: getattr(module, "LAYOUT", None)
    for name, module in sys.modules.items()
    if name.startswith("cext.") and not hasattr(module, "__path__")
}
if len(set(_LAYOUTS.values())) > 1:
    raise ImportError(f"the compiled modules come from different builds, install again: {_LAYOUTS}")

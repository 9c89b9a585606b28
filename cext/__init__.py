"""The compiled core of openhand: card sets, tricks, tables and searches.

It knows no game by name and imports nothing of ``solver``; ``solver.core.search`` is its only user.
"""

import sys

from cext.api import endless as endless
from cext.api import maxn as maxn
from cext.api import searcher as searcher

# The modules hand each other plain C structs. One left over from another build would read them wrongly.
_LAYOUTS = {
    name: getattr(module, "LAYOUT", None)
    for name, module in sys.modules.items()
    if name.startswith("cext.") and not hasattr(module, "__path__")
}
if len(set(_LAYOUTS.values())) > 1:
    raise ImportError(f"the compiled modules come from different builds, install again: {_LAYOUTS}")

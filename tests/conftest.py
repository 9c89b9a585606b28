"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# No timing: machines differ. The same examples every time, so that a failure is the change's own.
settings.register_profile("openhand", deadline=None, derandomize=True, max_examples=150)
settings.load_profile("openhand")

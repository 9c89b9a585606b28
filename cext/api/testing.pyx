"""Windows into the core for the tests: what no search gives away by itself.

The one module that `cext` does not load; it checks at its own import that it comes from the same build.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t

import cext.api.searcher

from cext.base.mix cimport (
    MIX_LAST, MIX_ONE, MIX_OTHER, MIX_START, Key, Mixer, finish, key_begin, key_finish, key_mix, mix,
)

if cext.api.searcher.LAYOUT != LAYOUT:
    raise ImportError("cext.api.testing comes from another build than the rest of the core, install again")

MULTIPLIERS = (MIX_ONE, MIX_OTHER, MIX_LAST)


def hash_of(words) -> int:
    """The finished hash of a sequence of 64-bit words."""
    cdef uint64_t hash = MIX_START, word
    for word in words:
        hash = mix(hash, word)
    return finish(hash)


def key_of(words) -> tuple[int, int]:
    """The key of a sequence of 64-bit words, as `(check, spot)`."""
    cdef Mixer mixer
    cdef Key key
    cdef uint64_t word
    key_begin(&mixer, MIX_START)
    for word in words:
        key_mix(&mixer, word)
    key_finish(&mixer, &key)
    return key.check, key.spot

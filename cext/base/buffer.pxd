# Memory that grows as it fills, up to a limit.
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memmove

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil

cdef enum:
    LINE = 64               # bytes of a cache line

cdef struct Buffer:
    char *items             # at a cache line's start; NULL before the first resize
    char *given             # by the system, a line more
    uint64_t bytes


cdef inline bint resize(Buffer *buffer, uint64_t bytes) noexcept nogil:
    """Make it this size in bytes; what it holds stays as far as it fits. False: no memory, all is as before.

    A large buffer moves by its pages and is not copied, so that it is never there twice.
    """
    cdef uint64_t lead = buffer.items - buffer.given
    cdef char *given = <char *>realloc(buffer.given, bytes + LINE)
    if given == NULL:
        return False
    buffer.items = given + LINE - <uint64_t>given % LINE
    if buffer.given != NULL and <uint64_t>(buffer.items - given) != lead:
        memmove(buffer.items, given + lead, min(bytes, buffer.bytes))
    buffer.given = given
    buffer.bytes = bytes
    return True


cdef inline void release(Buffer *buffer) noexcept nogil:
    free(buffer.given)
    buffer.given = NULL
    buffer.items = NULL
    buffer.bytes = 0


cdef inline uint64_t most_within(uint64_t first, uint64_t item_bytes, uint64_t bytes_allowed) noexcept nogil:
    """So many items at first, doubled as often as they stay within the bytes."""
    while first * 2 * item_bytes <= bytes_allowed:
        first *= 2
    return first

# Room that doubles as it fills, up to a limit.
from libc.stdint cimport uint64_t

cdef extern from "stdlib.h" nogil:
    void *aligned_alloc(size_t alignment, size_t size) noexcept


cdef inline void *room_for(uint64_t size) noexcept nogil:
    """So many bytes, a multiple of a cache line's, from the beginning of one; NULL when memory is out."""
    return aligned_alloc(64, size)


cdef inline uint64_t most_within(uint64_t first, uint64_t item_bytes, uint64_t bytes_allowed) noexcept nogil:
    """So many items at first, doubled as often as they stay within the bytes."""
    while first * 2 * item_bytes <= bytes_allowed:
        first *= 2
    return first

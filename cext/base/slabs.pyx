"""Memory for lists that grow, in slabs."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from cext.base.buffer cimport release, resize

cdef uint64_t MOST_ITEMS = 1 << 31  # their numbers have 32 bits


cdef int slabs_open(SlabPool *pool, uint64_t item_bytes, uint64_t first) noexcept nogil:
    """Room for a number of items (times the bytes of one a multiple of 64); 0, or -1 when memory is out."""
    pool.item_bytes = item_bytes
    pool.first = first
    pool.most = first
    slabs_clear(pool)
    return 0 if make_ready(pool, first) else -1


cdef void slabs_close(SlabPool *pool) noexcept nogil:
    release(&pool.buffer)


cdef void slabs_allow(SlabPool *pool, uint64_t bytes_allowed) noexcept nogil:
    """Let a room that was just cleared grow to this size in bytes; with less than before it begins anew."""
    cdef uint64_t most = max(pool.first, min(bytes_allowed // pool.item_bytes, MOST_ITEMS))
    if most < pool.most:
        make_ready(pool, pool.first)
    pool.most = most


cdef void slabs_clear(SlabPool *pool) noexcept nogil:
    """Take all slabs back."""
    pool.end = 1
    memset(pool.free, 0, sizeof(pool.free))


cdef uint32_t take_slab(SlabPool *pool, uint32_t size, uint64_t items) noexcept nogil:
    """The first item of a slab of this size, with what it had before; 0 where there is no room."""
    cdef uint64_t slab = pool.free[size]
    if slab:
        pool.free[size] = (<uint32_t *>item_at(pool, slab))[0]
        return <uint32_t>slab
    while pool.end + items > pool.ready:
        if not more_room(pool):
            return 0
    slab = pool.end
    pool.end += items
    return <uint32_t>slab


cdef void give_slab_back(SlabPool *pool, uint32_t slab, uint32_t size) noexcept nogil:
    (<uint32_t *>item_at(pool, slab))[0] = pool.free[size]
    pool.free[size] = slab


cdef bint more_room(SlabPool *pool) noexcept nogil:
    """Twice as much, or all that is allowed, where there is more to be had."""
    return pool.ready < pool.most and make_ready(pool, min(pool.ready * 2, pool.most))


cdef bint make_ready(SlabPool *pool, uint64_t items) noexcept nogil:
    if not resize(&pool.buffer, items * pool.item_bytes):
        pool.most = pool.ready
        return False
    pool.ready = items
    return True

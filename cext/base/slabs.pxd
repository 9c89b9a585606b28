# Slabs of equal items, for lists that grow: one that is full moves to a slab of the next
# size, and the slab it leaves is kept for another list.
#
# Sizes are numbered; how many items each has is the user's to say, always the same. The
# room begins small and doubles, at last as far as its limit.
from libc.stdint cimport uint32_t, uint64_t
from cext.base.buffer cimport Buffer

cdef enum:
    SLAB_SIZES = 27

cdef struct SlabPool:
    Buffer buffer
    uint64_t item_bytes
    uint64_t end            # items handed out; the first never is
    uint64_t first          # items that there is room for from the beginning ...
    uint64_t ready          # ... that there is room for now ...
    uint64_t most           # ... and that there may be room for
    uint32_t free[SLAB_SIZES]  # a slab of each size that was given back, 0 for none: the first of a chain

cdef int slabs_open(SlabPool *pool, uint64_t item_bytes, uint64_t first) noexcept nogil
cdef void slabs_allow(SlabPool *pool, uint64_t bytes_allowed) noexcept nogil
cdef void slabs_close(SlabPool *pool) noexcept nogil
cdef void slabs_clear(SlabPool *pool) noexcept nogil
cdef uint32_t take_slab(SlabPool *pool, uint32_t size, uint64_t items) noexcept nogil
cdef void give_slab_back(SlabPool *pool, uint32_t slab, uint32_t size) noexcept nogil

cdef inline char *item_at(const SlabPool *pool, uint64_t item) noexcept nogil:
    return pool.buffer.items + item * pool.item_bytes

# Blocks of equal items, for lists that grow: one that is full moves to a block of the next
# size, and the block it leaves is kept for another list.
#
# Sizes are numbered; how many items each has is the user's to say, always the same. The
# room begins small and doubles, at last as far as its limit.
from libc.stdint cimport uint32_t, uint64_t
from cext.base.buffer cimport Room

cdef enum:
    BLOCK_SIZES = 27

cdef struct Blocks:
    Room room
    uint64_t item_bytes
    uint64_t end            # items handed out; the first never is
    uint64_t first          # items that there is room for from the beginning ...
    uint64_t ready          # ... that there is room for now ...
    uint64_t most           # ... and that there may be room for
    uint32_t free[BLOCK_SIZES]  # a block of each size that was given back, 0 for none: the first of a chain

cdef int blocks_open(Blocks *blocks, uint64_t item_bytes, uint64_t first) noexcept nogil
cdef void blocks_allow(Blocks *blocks, uint64_t bytes_allowed) noexcept nogil
cdef void blocks_close(Blocks *blocks) noexcept nogil
cdef void blocks_clear(Blocks *blocks) noexcept nogil
cdef uint32_t take_block(Blocks *blocks, uint32_t size, uint64_t items) noexcept nogil
cdef void give_back(Blocks *blocks, uint32_t block, uint32_t size) noexcept nogil

cdef inline char *item_at(const Blocks *blocks, uint64_t item) noexcept nogil:
    return blocks.room.items + item * blocks.item_bytes

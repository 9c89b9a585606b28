"""Room for lists that grow, in blocks."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from cext.base.buffer cimport give_up, resize

cdef uint64_t MOST_ITEMS = 1 << 31  # their numbers have 32 bits


cdef int blocks_open(Blocks *blocks, uint64_t item_bytes, uint64_t first) noexcept nogil:
    """Room for so many items (times the bytes of one a multiple of 64); 0, or -1 when memory is out."""
    blocks.item_bytes = item_bytes
    blocks.first = first
    blocks.most = first
    blocks_clear(blocks)
    return 0 if make_ready(blocks, first) else -1


cdef void blocks_close(Blocks *blocks) noexcept nogil:
    give_up(&blocks.room)


cdef void blocks_allow(Blocks *blocks, uint64_t bytes_allowed) noexcept nogil:
    """Let a room that was just cleared grow to so many bytes; with fewer than before it begins anew."""
    cdef uint64_t most = max(blocks.first, min(bytes_allowed // blocks.item_bytes, MOST_ITEMS))
    if most < blocks.most:
        make_ready(blocks, blocks.first)
    blocks.most = most


cdef void blocks_clear(Blocks *blocks) noexcept nogil:
    """Take all blocks back."""
    blocks.end = 1
    memset(blocks.free, 0, sizeof(blocks.free))


cdef uint32_t take_block(Blocks *blocks, uint32_t size, uint64_t items) noexcept nogil:
    """The first item of a block of this size, with what it had before; 0 where there is no room."""
    cdef uint64_t block = blocks.free[size]
    if block:
        blocks.free[size] = (<uint32_t *>item_at(blocks, block))[0]
        return <uint32_t>block
    while blocks.end + items > blocks.ready:
        if not more_room(blocks):
            return 0
    block = blocks.end
    blocks.end += items
    return <uint32_t>block


cdef void give_back(Blocks *blocks, uint32_t block, uint32_t size) noexcept nogil:
    (<uint32_t *>item_at(blocks, block))[0] = blocks.free[size]
    blocks.free[size] = block


cdef bint more_room(Blocks *blocks) noexcept nogil:
    """Twice as much, or all that is allowed, where there is more to be had."""
    return blocks.ready < blocks.most and make_ready(blocks, min(blocks.ready * 2, blocks.most))


cdef bint make_ready(Blocks *blocks, uint64_t items) noexcept nogil:
    if not resize(&blocks.room, items * blocks.item_bytes):
        blocks.most = blocks.ready
        return False
    blocks.ready = items
    return True

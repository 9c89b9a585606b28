"""Room for lists that grow, in blocks."""

include "layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from cext.memory cimport most_within, room_for

cdef uint64_t MOST_ITEMS = 1 << 31  # their numbers have 32 bits


cdef int blocks_open(Blocks *blocks, uint64_t item_bytes, uint64_t first,
                     uint64_t bytes_allowed) noexcept nogil:
    """Room for so many items (times the bytes of one a multiple of 64); 0, or -1 when memory is out."""
    blocks.item_bytes = item_bytes
    blocks.ready = first
    blocks.most = min(most_within(first, item_bytes, bytes_allowed), MOST_ITEMS)
    blocks.items = <char *>room_for(first * item_bytes)
    if blocks.items == NULL:
        return -1
    blocks_clear(blocks)
    return 0


cdef void blocks_close(Blocks *blocks) noexcept nogil:
    free(blocks.items)
    blocks.items = NULL


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
    """Twice as much, where allowed and to be had."""
    cdef char *items
    if blocks.ready * 2 > blocks.most:
        return False
    items = <char *>room_for(blocks.ready * 2 * blocks.item_bytes)
    if items == NULL:
        blocks.most = blocks.ready
        return False
    memcpy(items, blocks.items, blocks.end * blocks.item_bytes)
    free(blocks.items)
    blocks.items = items
    blocks.ready *= 2
    return True

# Room that grows as it fills, up to a limit.
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memmove

cdef enum:
    LINE = 64               # bytes of a cache line

cdef struct Room:
    char *items             # at a cache line's start; NULL before the first resize
    char *given             # by the system, a line more
    uint64_t bytes


cdef inline bint resize(Room *room, uint64_t bytes) noexcept nogil:
    """Give it so many bytes; what it holds stays as far as they go. False, and all as before: memory is out.

    A large room moves by its pages and is not copied, so that it is never there twice.
    """
    cdef uint64_t lead = room.items - room.given
    cdef char *given = <char *>realloc(room.given, bytes + LINE)
    if given == NULL:
        return False
    room.items = given + LINE - <uint64_t>given % LINE
    if room.given != NULL and <uint64_t>(room.items - given) != lead:
        memmove(room.items, given + lead, min(bytes, room.bytes))
    room.given = given
    room.bytes = bytes
    return True


cdef inline void give_up(Room *room) noexcept nogil:
    free(room.given)
    room.given = NULL
    room.items = NULL
    room.bytes = 0


cdef inline uint64_t most_within(uint64_t first, uint64_t item_bytes, uint64_t bytes_allowed) noexcept nogil:
    """So many items at first, doubled as often as they stay within the bytes."""
    while first * 2 * item_bytes <= bytes_allowed:
        first *= 2
    return first

"""The trump game's table: open addressing, half full at the most."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from cext.base.buffer cimport most_within
from cext.base.cards cimport lowest_card
from cext.game.game cimport UNBOUNDED

cdef enum:
    FIRST_BITS = 10         # twelve kilobytes
    MOST_BITS = 26          # twice as many places as there are keys


cdef int trump_table_open(TrumpTable *table) noexcept nogil:
    """Make an empty table, which is not allowed to grow yet; 0, or -1 when memory is out."""
    table.most_bits = FIRST_BITS
    table.entries = <TrumpEntry *>malloc(sizeof(TrumpEntry) << FIRST_BITS)
    if table.entries == NULL:
        return -1
    table.ready_bits = FIRST_BITS
    trump_table_clear(table)
    return 0


cdef void trump_table_close(TrumpTable *table) noexcept nogil:
    free(table.entries)
    table.entries = NULL


cdef void trump_table_allow(TrumpTable *table, uint64_t bytes_allowed) noexcept nogil:
    """Let a table that was just cleared grow to so many bytes; what it took beyond them is given back."""
    cdef TrumpEntry *entries
    # While it grows, the old room and the new are both there: one and a half times the new.
    cdef int most = lowest_card(most_within(1 << FIRST_BITS, sizeof(TrumpEntry) * 3, bytes_allowed * 2))
    table.most_bits = min(most, MOST_BITS)
    if table.ready_bits > table.most_bits:
        entries = <TrumpEntry *>realloc(table.entries, sizeof(TrumpEntry) << FIRST_BITS)
        if entries != NULL:
            table.entries = entries
            table.ready_bits = FIRST_BITS


cdef void trump_table_clear(TrumpTable *table) noexcept nogil:
    """Forget everything; only the first part is wiped and used, so a small search pays little."""
    table.bits = FIRST_BITS
    table.used = 0
    memset(table.entries, 0, sizeof(TrumpEntry) << FIRST_BITS)


cdef void trump_table_store(TrumpTable *table, uint32_t key, int target, int value,
                            bint settled) noexcept nogil:
    """Keep a bound, or that the target is open; a table that is full and may not grow starts anew."""
    cdef TrumpEntry *entry = entry_at(table, key)
    if not entry.key:
        if table.used * 2 >= <uint64_t>1 << table.bits:
            if table.bits >= table.most_bits or not grow(table):
                trump_table_clear(table)
            entry = entry_at(table, key)
        table.used += 1
        entry.key = key
        entry.lower = -UNBOUNDED
        entry.upper = UNBOUNDED
        entry.open_from = UNBOUNDED
        entry.open_to = -UNBOUNDED
    if not settled:
        entry.open_from = min(entry.open_from, target)
        entry.open_to = max(entry.open_to, target)
    elif value >= target:
        entry.lower = max(entry.lower, value)
    else:
        entry.upper = min(entry.upper, value)


cdef bint grow(TrumpTable *table) noexcept nogil:
    """Double the places; False when memory is out."""
    cdef TrumpEntry *old = table.entries
    cdef uint64_t places = <uint64_t>1 << table.bits, place
    cdef TrumpEntry *entries = <TrumpEntry *>calloc(2 * places, sizeof(TrumpEntry))
    if entries == NULL:
        return False
    table.entries = entries
    table.bits += 1
    table.ready_bits = table.bits
    for place in range(places):
        if old[place].key:
            entry_at(table, old[place].key)[0] = old[place]
    free(old)
    return True

"""The transposition table: proven bounds of positions at the start of a trick."""

include "../base/layout.pxi"

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.base.buffer cimport most_within, release, resize

cdef enum:
    FIRST_BUCKETS = 128     # eight kilobytes


cdef uint64_t BUCKET_BYTES = BUCKET * sizeof(Entry)


cdef int table_open(Table *table) noexcept nogil:
    """Make an empty table, which is not allowed to grow yet; 0, or -1 when memory is out."""
    table.most = FIRST_BUCKETS
    if not resize_to(table, FIRST_BUCKETS):
        return -1
    table_clear(table)
    return 0


cdef void table_close(Table *table) noexcept nogil:
    release(&table.buffer)


cdef bint resize_to(Table *table, uint64_t buckets) noexcept nogil:
    cdef bint resized = resize(&table.buffer, buckets * BUCKET_BYTES)
    table.entries = <Entry *>table.buffer.items
    return resized


cdef void table_allow(Table *table, uint64_t bytes_allowed) noexcept nogil:
    """Let a table that was just cleared grow to this size in bytes; with less than before it begins anew."""
    cdef uint64_t most = most_within(FIRST_BUCKETS, BUCKET_BYTES, bytes_allowed)
    if most < table.most:
        resize_to(table, FIRST_BUCKETS)
    table.most = most


cdef void table_clear(Table *table) noexcept nogil:
    """Forget everything; the next search begins with the first few buckets again."""
    table.buckets = FIRST_BUCKETS
    table.used = 0
    memset(table.entries, 0, FIRST_BUCKETS * BUCKET_BYTES)


cdef Entry *table_find(Table *table, const Key *key) noexcept nogil:
    return entry_in(table.entries + (key.spot & (table.buckets - 1)) * BUCKET, key)


cdef Entry *place_for(Entry *bucket, const Key *key) noexcept nogil:
    """Give the key a free place of the bucket, or that of the entry with the least work behind it.

    A free place is known by its effort of 0, which is left as it is.
    """
    cdef Entry *entry = bucket
    cdef int _place
    for _place in range(BUCKET):
        if bucket.effort < entry.effort:
            entry = bucket
        bucket += 1
    entry.spot = key.spot
    entry.check = <uint32_t>key.check
    entry.check_more = <uint16_t>(key.check >> 32)
    return entry


cdef int effort_of(uint64_t nodes) noexcept nogil:
    cdef int effort = 1
    while nodes:
        nodes >>= 1
        effort += 1
    return effort


cdef void table_store(Table *table, const Key *key, int lower, int upper, uint64_t nodes) noexcept nogil:
    """Keep bounds for a position, in the place of the cheapest entry of a full bucket."""
    cdef Entry *entry = table_find(table, key)
    if entry == NULL:
        if table.used * 4 > table.buckets * BUCKET * 3 and table.buckets < table.most:
            table_grow(table)
        entry = place_for(table.entries + (key.spot & (table.buckets - 1)) * BUCKET, key)
        if not entry.effort:
            table.used += 1
    entry.lower = lower
    entry.upper = upper
    entry.effort = <uint16_t>effort_of(nodes)


cdef void table_grow(Table *table) noexcept nogil:
    """Double the buckets: each bucket's entries part by the next bit of their spot."""
    cdef uint64_t old = table.buckets, bucket
    cdef Entry *low
    cdef Entry *high
    cdef int place, kept, moved
    if table.buffer.bytes < old * 2 * BUCKET_BYTES and not resize_to(table, old * 2):
        table.most = old        # go on with what there is, replacing entries
        return
    table.buckets = old * 2
    memset(table.entries + old * BUCKET, 0, old * BUCKET_BYTES)
    for bucket in range(old):
        low = table.entries + bucket * BUCKET
        high = table.entries + (bucket + old) * BUCKET
        kept = 0
        moved = 0
        for place in range(BUCKET):
            if low[place].effort and low[place].spot & old:
                high[moved] = low[place]
                low[place].effort = 0
                moved += 1
            elif low[place].effort:
                if kept != place:
                    low[kept] = low[place]
                    low[place].effort = 0
                kept += 1

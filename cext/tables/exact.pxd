# The transposition table.
#
# Sixteen bytes an entry, four entries (one cache line) a bucket. It begins with a few
# kilobytes and doubles as it fills, up to its limit, so a small search pays nothing
# for the room a large one may need. An entry is known by eighty bits of the key:
# forty-eight of one hash in the entry's `check` fields, thirty-two of another that
# also gives the bucket.
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from cext.base.buffer cimport Buffer
from cext.base.mix cimport Key

cdef enum:
    BUCKET = 4

cdef struct Entry:
    uint32_t spot
    uint32_t check
    uint16_t check_more
    int16_t lower           # proven bounds on what the side still gets from here
    int16_t upper
    uint16_t effort          # 1 + log2 of the nodes behind it; 0 marks an empty place

cdef struct Table:
    Buffer buffer
    Entry *entries
    uint64_t buckets        # a power of two
    uint64_t most           # buckets it may grow to
    uint64_t used           # entries in use

cdef int table_open(Table *table) noexcept nogil
cdef void table_allow(Table *table, uint64_t bytes_allowed) noexcept nogil
cdef void table_close(Table *table) noexcept nogil
cdef void table_clear(Table *table) noexcept nogil
cdef Entry *table_find(Table *table, const Key *key) noexcept nogil
cdef Entry *place_for(Entry *bucket, const Key *key) noexcept nogil
cdef int effort_of(uint64_t nodes) noexcept nogil
cdef void table_store(Table *table, const Key *key, int lower, int upper, uint64_t nodes) noexcept nogil


cdef inline Entry *entry_in(Entry *bucket, const Key *key) noexcept nogil:
    """The bucket's entry for the key, NULL where it has none."""
    cdef Entry *entry = bucket
    cdef int _place
    for _place in range(BUCKET):
        if (entry.check == <uint32_t>key.check and entry.spot == key.spot
                and entry.check_more == <uint16_t>(key.check >> 32) and entry.effort):
            return entry
        entry += 1
    return NULL


cdef inline bint is_full(const Entry *bucket) noexcept nogil:
    cdef int place
    for place in range(BUCKET):
        if not bucket[place].effort:
            return False
    return True

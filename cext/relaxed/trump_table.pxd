# What the trump game knows of its positions.
#
# Within one search the trumps that are left, the leader and the tricks left say all of a position, and
# they fit into a word: the key is no hash, and no position is ever mistaken for another.
from libc.stdint cimport int16_t, uint32_t, uint64_t
from cext.base.mix cimport MIX_ONE

cdef struct TrumpEntry:
    uint32_t key            # 0 for a free place
    int16_t lower           # proven bounds, whoever takes the tricks without a trump
    int16_t upper
    int16_t open_from       # for targets from this one ...
    int16_t open_to         # ... to this it depends on who does

cdef struct TrumpTable:
    TrumpEntry *entries
    int bits                # of the hash that give the place
    int ready_bits          # for which there is room already
    int most_bits
    uint64_t used

cdef int trump_table_open(TrumpTable *table) noexcept nogil
cdef void trump_table_close(TrumpTable *table) noexcept nogil
cdef void trump_table_allow(TrumpTable *table, uint64_t bytes_allowed) noexcept nogil
cdef void trump_table_clear(TrumpTable *table) noexcept nogil
cdef void trump_table_store(TrumpTable *table, uint32_t key, int target, int value,
                            bint settled) noexcept nogil


cdef inline TrumpEntry *entry_at(const TrumpTable *table, uint32_t key) noexcept nogil:
    """The entry with this key, or the free place where it belongs."""
    cdef uint64_t place = (key * MIX_ONE) >> (64 - table.bits)
    while table.entries[place].key and table.entries[place].key != key:
        place = (place + 1) & ((<uint64_t>1 << table.bits) - 1)
    return table.entries + place

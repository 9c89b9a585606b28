"""Table entries that stand for many positions: families of patterns."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from cext.base.slabs cimport (
    give_slab_back, item_at, slabs_allow, slabs_clear, slabs_close, slabs_open, take_slab,
)
from cext.base.buffer cimport most_within
from cext.base.mix cimport Key

cdef enum:
    FIRST_PLACES = 256
    FIRST_ROOM = 512


cdef int patterns_open(PatternTable *table) noexcept nogil:
    """Make an empty table, which is not allowed to grow yet; 0, or -1 when memory is out."""
    table.most = FIRST_PLACES
    table.families = <Family *>malloc(FIRST_PLACES * sizeof(Family))
    if table.families == NULL or slabs_open(&table.patterns, sizeof(Pattern), FIRST_ROOM) < 0:
        patterns_close(table)
        return -1
    patterns_clear(table)
    return 0


cdef void patterns_close(PatternTable *table) noexcept nogil:
    free(table.families)
    slabs_close(&table.patterns)
    table.families = NULL


cdef void patterns_allow(PatternTable *table, uint64_t bytes_allowed) noexcept nogil:
    """Let a table that was just cleared grow to this size in bytes; with less than before it begins anew."""
    cdef uint64_t most = most_within(FIRST_PLACES, sizeof(Family), bytes_allowed // 8)
    cdef Family *families
    if most < table.most:
        families = <Family *>realloc(table.families, FIRST_PLACES * sizeof(Family))
        table.families = families if families != NULL else table.families
    table.most = most
    slabs_allow(&table.patterns, bytes_allowed - bytes_allowed // 8)


cdef void patterns_clear(PatternTable *table) noexcept nogil:
    """Forget everything. Only the first places are wiped and used, so a small search pays little."""
    table.places = FIRST_PLACES
    table.families_used = 0
    slabs_clear(&table.patterns)
    memset(table.families, 0, FIRST_PLACES * sizeof(Family))


cdef Pattern *add_pattern(PatternTable *table, const Key *key) noexcept nogil:
    """Room for another pattern of a shape, as its newest; when memory is used up the table starts anew."""
    cdef Family *family
    if table.families_used * 4 > table.places * 3 and not more_places(table):
        patterns_clear(table)
    family = family_of(table, key)
    if not make_place(table, family):
        patterns_clear(table)
        family = family_of(table, key)
        make_place(table, family)
    if not family.count:
        family.check = key.check
        family.spot = key.spot
        table.families_used += 1
    family.count += 1
    return newest(table, family)


cdef bint make_place(PatternTable *table, Family *family) noexcept nogil:
    """See that the family has room for another pattern; False when memory is used up."""
    cdef Pattern *patterns = <Pattern *>item_at(&table.patterns, family.start)
    cdef uint32_t start
    if not family.count:
        family.start = take_slab(&table.patterns, 0, 1)
        family.size = 0
        return family.start != 0
    if family.count < <uint32_t>1 << family.size:
        return True
    if family.count >= MOST_KEPT:
        family.count = MOST_KEPT // 2
        memcpy(patterns, patterns + MOST_KEPT // 2, MOST_KEPT // 2 * sizeof(Pattern))
        return True
    start = take_slab(&table.patterns, family.size + 1, <uint64_t>2 << family.size)
    if not start:
        return False
    memcpy(item_at(&table.patterns, start), item_at(&table.patterns, family.start),
           family.count * sizeof(Pattern))
    give_slab_back(&table.patterns, family.start, family.size)
    family.start = start
    family.size += 1
    return True


cdef bint more_places(PatternTable *table) noexcept nogil:
    """Double the places of the families."""
    cdef Family *old = table.families
    cdef uint64_t places = table.places, place
    cdef Key key
    if places >= table.most:
        return False
    table.families = <Family *>calloc(2 * places, sizeof(Family))
    if table.families == NULL:
        table.families = old
        return False
    table.places = 2 * places
    for place in range(places):
        if old[place].count:
            key.check = old[place].check
            key.spot = old[place].spot
            family_of(table, &key)[0] = old[place]
    free(old)
    return True

"""Table entries that stand for many positions: families of patterns."""

include "layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from cext.table cimport Key

cdef enum:
    FIRST_PLACES = 256
    FIRST_ROOM = 512


cdef int patterns_open(PatternTable *table, uint64_t bytes_allowed) noexcept nogil:
    """Make an empty table that may grow to so many bytes; 0, or -1 when memory is out."""
    table.bytes_allowed = bytes_allowed
    table.places = FIRST_PLACES
    table.room = FIRST_ROOM
    table.families = <Family *>malloc(FIRST_PLACES * sizeof(Family))
    table.patterns = <Pattern *>malloc(FIRST_ROOM * sizeof(Pattern))
    if table.families == NULL or table.patterns == NULL:
        patterns_close(table)
        return -1
    patterns_clear(table)
    return 0


cdef void patterns_close(PatternTable *table) noexcept nogil:
    free(table.families)
    free(table.patterns)
    table.families = NULL
    table.patterns = NULL


cdef void patterns_clear(PatternTable *table) noexcept nogil:
    """Forget everything. Only the first places are wiped and used, so a small search pays little."""
    table.places = FIRST_PLACES
    table.families_used = 0
    table.used = 1
    memset(table.free, 0, sizeof(table.free))
    memset(table.families, 0, FIRST_PLACES * sizeof(Family))


cdef Family *family_place(const PatternTable *table, const Key *key) noexcept nogil:
    """The family of that shape, or the empty place where it belongs."""
    cdef uint64_t place = key.spot & (table.places - 1)
    cdef Family *family = table.families + place
    while family.count and (family.check != key.check or family.spot != key.spot):
        place = (place + 1) & (table.places - 1)
        family = table.families + place
    return family


cdef const Family *family_of(const PatternTable *table, const Key *key) noexcept nogil:
    """All patterns of a shape; none when its count is 0."""
    return family_place(table, key)


cdef Pattern *add_pattern(PatternTable *table, const Key *key) noexcept nogil:
    """Room for another pattern of a shape, as its newest; when memory is used up the table starts anew."""
    cdef Family *family
    if table.families_used * 4 > table.places * 3 and not more_places(table):
        patterns_clear(table)
    family = family_place(table, key)
    if not make_place(table, family):
        patterns_clear(table)
        family = family_place(table, key)
        make_place(table, family)
    if not family.count:
        family.check = key.check
        family.spot = key.spot
        table.families_used += 1
    family.count += 1
    return newest(table, family)


cdef bint make_place(PatternTable *table, Family *family) noexcept nogil:
    """See that the family has room for another pattern; False when memory is used up."""
    cdef uint32_t start
    if not family.count:
        family.start = take_block(table, 0)
        family.size = 0
        return family.start != 0
    if family.count < <uint32_t>1 << family.size:
        return True
    if family.count >= MOST_KEPT:
        family.count = MOST_KEPT // 2
        memcpy(table.patterns + family.start, table.patterns + family.start + MOST_KEPT // 2,
               MOST_KEPT // 2 * sizeof(Pattern))
        return True
    start = take_block(table, family.size + 1)
    if not start:
        return False
    memcpy(table.patterns + start, table.patterns + family.start, family.count * sizeof(Pattern))
    table.patterns[family.start].cuts = table.free[family.size]
    table.free[family.size] = family.start
    family.start = start
    family.size += 1
    return True


cdef uint32_t take_block(PatternTable *table, uint32_t size) noexcept nogil:
    """The number of the first pattern of a block of this size, 0 when memory is used up."""
    cdef uint32_t start = table.free[size], patterns = <uint32_t>1 << size
    if start:
        table.free[size] = <uint32_t>table.patterns[start].cuts
        return start
    if table.used + patterns > table.room and not more_room(table):
        return 0
    start = table.used
    table.used += patterns
    return start


cdef bint more_room(PatternTable *table) noexcept nogil:
    cdef uint64_t bytes_needed = 2 * <uint64_t>table.room * sizeof(Pattern)
    cdef Pattern *patterns
    if bytes_needed + table.places * sizeof(Family) > table.bytes_allowed or table.room >= <uint32_t>1 << 30:
        return False
    patterns = <Pattern *>realloc(table.patterns, bytes_needed)
    if patterns == NULL:
        return False
    table.patterns = patterns
    table.room *= 2
    return True


cdef bint more_places(PatternTable *table) noexcept nogil:
    """Double the places of the families."""
    cdef Family *old = table.families
    cdef uint64_t places = table.places, place
    cdef uint64_t bytes_needed = 2 * places * sizeof(Family)
    cdef Key key
    if bytes_needed + table.room * sizeof(Pattern) > table.bytes_allowed:
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
            family_place(table, &key)[0] = old[place]
    free(old)
    return True

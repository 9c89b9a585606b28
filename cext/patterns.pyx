"""Table entries that stand for many positions: families of patterns."""

include "layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

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
    memset(table.families, 0, FIRST_PLACES * sizeof(Family))


cdef Family *family_place(const PatternTable *table, const Key *key) noexcept nogil:
    """The family of that shape, or the empty place where it belongs."""
    cdef uint64_t place = key.spot & (table.places - 1)
    cdef Family *family = table.families + place
    while family.first and (family.check != key.check or family.spot != key.spot):
        place = (place + 1) & (table.places - 1)
        family = table.families + place
    return family


cdef uint32_t first_pattern(const PatternTable *table, const Key *key) noexcept nogil:
    """Number of the newest pattern of a shape, 0 for none."""
    return family_place(table, key).first


cdef void put_first(PatternTable *table, const Key *key, uint32_t number, uint32_t before) noexcept nogil:
    """Move a pattern, which follows another in its family's list, to the front."""
    cdef Family *family = family_place(table, key)
    table.patterns[before].next = table.patterns[number].next
    table.patterns[number].next = family.first
    family.first = number


cdef Pattern *add_pattern(PatternTable *table, const Key *key) noexcept nogil:
    """Room for another pattern of a shape, linked in first; when memory is used up the table starts anew."""
    cdef Family *family
    cdef Pattern *pattern
    if table.families_used * 4 > table.places * 3 and not more_places(table):
        patterns_clear(table)
    if table.used == table.room and not more_room(table):
        patterns_clear(table)
    family = family_place(table, key)
    if not family.first:
        family.check = key.check
        family.spot = key.spot
        table.families_used += 1
    pattern = table.patterns + table.used
    pattern.next = family.first
    family.first = table.used
    table.used += 1
    return pattern


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
        if old[place].first:
            key.check = old[place].check
            key.spot = old[place].spot
            family_place(table, &key)[0] = old[place]
    free(old)
    return True

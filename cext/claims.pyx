"""Proven bounds of the relaxed game, each good for many positions.

Why a proof for one position is one for every position with the same shape and the same
counts under the marked cards: the marked cards part each lane into groups, and in both
positions a group holds as many of P's cards and as many of each opponent's. Give each
card of the one the part of a card of the other in its group. Then every play of one has
its like in the other, and where the proof compared cards of two groups, which is all it
did (cext/relaxed.pyx marks a card for every other comparison), the outcome is the same.
"""

include "layout.pxi"

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from cext.cards cimport fold
from cext.table cimport Entry, Key, table_clear, table_close, table_find, table_open, table_store

cdef extern from "stdlib.h" nogil:
    void *aligned_alloc(size_t alignment, size_t size) noexcept

cdef enum:
    FIRST_BUCKETS = 64      # four kilobytes
    ANYTHING = 32000        # beyond any bound


cdef int claims_open(Claims *claims, uint64_t bytes_allowed) noexcept nogil:
    """Room that may grow to so many bytes; 0, or -1 when memory is out."""
    memset(claims, 0, sizeof(Claims))
    claims.most = FIRST_BUCKETS
    while claims.most * 2 * SHAPES * sizeof(Shape) <= bytes_allowed // 4:
        claims.most *= 2
    claims.shapes = <Shape *>aligned_alloc(64, FIRST_BUCKETS * SHAPES * sizeof(Shape))
    if claims.shapes == NULL:
        return -1
    claims.allocated = FIRST_BUCKETS
    if table_open(&claims.table, bytes_allowed - bytes_allowed // 4) < 0:
        free(claims.shapes)
        return -1
    claims_clear(claims)
    return 0


cdef void claims_close(Claims *claims) noexcept nogil:
    table_close(&claims.table)
    free(claims.shapes)
    claims.shapes = NULL


cdef void claims_clear(Claims *claims) noexcept nogil:
    """Forget everything; the next search begins with the first few buckets again."""
    table_clear(&claims.table)
    claims.buckets = FIRST_BUCKETS
    claims.used = 0
    memset(claims.shapes, 0, FIRST_BUCKETS * SHAPES * sizeof(Shape))


cdef inline uint64_t nibbles(uint32_t marks) noexcept nogil:
    """The nibbles of the cards with a mark under or over them, filled."""
    cdef uint64_t word = (marks | marks >> 16) & 0xFFFF
    word = (word | word << 24) & <uint64_t>0x000000FF000000FF
    word = (word | word << 12) & <uint64_t>0x000F000F000F000F
    word = (word | word << 6) & <uint64_t>0x0303030303030303
    word = (word | word << 3) & <uint64_t>0x1111111111111111
    return word * 15


cdef inline void key_of(const Outline *outline, uint32_t marks, Key *key) noexcept nogil:
    """Key of all positions of a shape that agree in the counts beside marked cards.

    Two chains make its eighty bits; each word is folded in by itself, as two joined by an
    exclusive-or could stand for other two.
    """
    cdef uint64_t counted = nibbles(marks), count
    cdef uint64_t a = fold(outline.shape ^ <uint64_t>0xA0761D6478BD642F, marks + <uint64_t>0x9E3779B97F4A7C15)
    cdef uint64_t b = fold(outline.shape + marks, <uint64_t>0xBEA225F9EB34556D)
    cdef int k
    for k in range(outline.opposing):
        count = outline.under[k] & counted
        a = fold(a ^ <uint64_t>0xD1B54A32D192ED03, count ^ <uint64_t>0x8CB92BA72F3D8DD7)
        b = fold(b + count, <uint64_t>0x9E3779B97F4A7C15 + 2 * k)
    key.check = a
    key.spot = <uint32_t>(b >> 17)


cdef inline Shape *shape_at(const Claims *claims, uint64_t shape) noexcept nogil:
    """The shape's list of marks, NULL where it has none."""
    cdef Shape *place = claims.shapes + (shape >> 32 & (claims.buckets - 1)) * SHAPES
    cdef int _turn
    for _turn in range(SHAPES):
        if place.name == <uint32_t>(shape >> 32) and place.count:
            return place
        place += 1
    return NULL


cdef int claims_find(Claims *claims, const Outline *outline, int need, uint32_t *marks,
                     int *hint) noexcept nogil:
    """A proven number that answers `need`, with the marks it leans on; NO_CLAIM where there is none."""
    cdef Shape *shape = shape_at(claims, outline.shape)
    cdef Entry *entry
    cdef Key key, after
    cdef int i
    if shape == NULL:
        return NO_CLAIM
    key_of(outline, shape.marks[0], &after)
    for i in range(shape.count):
        key = after
        if i + 1 < shape.count:
            key_of(outline, shape.marks[i + 1], &after)
            prefetch(claims.table.entries + (after.spot & (claims.table.buckets - 1)) * 4)
        entry = table_find(&claims.table, &key)
        if entry == NULL:
            continue
        if entry.lower >= need or entry.upper < need:
            marks[0] = shape.marks[i]
            if i:
                shape.marks[i] = shape.marks[0]
                shape.marks[0] = <uint32_t>marks[0]
            return entry.lower if entry.lower >= need else entry.upper
    hint[0] = shape.hint
    return NO_CLAIM


cdef void claims_add(Claims *claims, const Outline *outline, uint32_t marks, int value, bint at_least,
                     int hint, uint64_t nodes) noexcept nogil:
    """Keep what was proven of a position."""
    cdef Key key
    cdef Entry *entry
    cdef int lower = -ANYTHING, upper = ANYTHING
    marks = listed(claims, outline.shape, marks, hint)
    key_of(outline, marks, &key)
    entry = table_find(&claims.table, &key)
    if entry != NULL:
        lower = entry.lower
        upper = entry.upper
    if at_least:
        lower = max(lower, value)
    else:
        upper = min(upper, value)
    table_store(&claims.table, &key, lower, upper, hint, nodes)


cdef uint32_t listed(Claims *claims, uint64_t name, uint32_t marks, int hint) noexcept nogil:
    """Put the marks on the shape's list; a full list gives another that has them all, or its last."""
    cdef Shape *shape = shape_at(claims, name)
    cdef int i
    if shape == NULL:
        shape = new_shape(claims, name)
    if hint != NO_HINT:
        shape.hint = <uint8_t>hint
    for i in range(shape.count):
        if shape.marks[i] == marks:
            return marks
    if shape.count < MOST_MARKS:
        shape.marks[shape.count] = <uint32_t>marks
        shape.count += 1
        return marks
    for i in range(MOST_MARKS):
        if shape.marks[i] & marks == marks:
            return shape.marks[i]
    shape.marks[MOST_MARKS - 1] = <uint32_t>marks
    return marks


cdef Shape *new_shape(Claims *claims, uint64_t name) noexcept nogil:
    """An empty list, in a free place of the bucket or in that of another shape."""
    cdef Shape *place
    cdef int i
    if claims.used * 4 > claims.buckets * SHAPES and claims.buckets < claims.most:
        more_buckets(claims)
    place = claims.shapes + (name >> 32 & (claims.buckets - 1)) * SHAPES
    for i in range(SHAPES):
        if not place.count:
            claims.used += 1
            break
        if i < SHAPES - 1:
            place += 1
    place.name = <uint32_t>(name >> 32)
    place.count = 0
    place.hint = NO_HINT
    return place


cdef void more_buckets(Claims *claims) noexcept nogil:
    """Twice as many buckets: each one's shapes part by the next bit of their names."""
    cdef uint64_t old = claims.buckets, bytes = old * SHAPES * sizeof(Shape), bucket
    cdef Shape *room
    cdef Shape *low
    cdef Shape *high
    cdef int i
    if claims.allocated < old * 2:
        room = <Shape *>aligned_alloc(64, bytes * 2)
        if room == NULL:
            claims.most = old
            return
        memcpy(room, claims.shapes, bytes)
        free(claims.shapes)
        claims.shapes = room
        claims.allocated = old * 2
    claims.buckets = old * 2
    memset(claims.shapes + old * SHAPES, 0, bytes)
    for bucket in range(old):
        low = claims.shapes + bucket * SHAPES
        high = low + old * SHAPES
        for i in range(SHAPES):
            if low[i].count and low[i].name & old:
                high[i] = low[i]
                low[i].count = 0

"""Proven bounds of the relaxed game, each good for many positions.

Why a proof for one position is one for every position with the same shape and the same
counts under the marked cards: the marked cards part each lane into groups, and in both
positions a group holds as many of P's cards and as many of each opponent's. Give each
card of the one the part of a card of the other in its group. Then every play of one has
its like in the other, and where the proof compared cards of two groups, which is all it
did (cext/relaxed/game.pyx marks a card for every other comparison), the outcome is the same.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cext.base.slabs cimport (
    BLOCK_SIZES, blocks_allow, blocks_clear, blocks_close, blocks_open, give_back, item_at, take_block,
)
from cext.base.mix cimport Key, Mixer, key_begin, key_finish, key_mix
from cext.base.buffer cimport give_up, most_within, resize
from cext.tables.exact cimport BUCKET, Entry, effort_of, entry_in, is_full, place_for

cdef enum:
    FIRST_BUCKETS = 64      # four kilobytes
    FIRST_LINES = 64
    SWEPT = 256             # places of shapes that are looked at for one block
    ANYTHING = 32000        # beyond any bound

cdef uint64_t LINE_BYTES = BUCKET * sizeof(Entry)


cdef int claims_open(Claims *claims) noexcept nogil:
    """Room that is not allowed to grow yet; 0, or -1 when memory is out."""
    memset(claims, 0, sizeof(Claims))
    claims.most = FIRST_BUCKETS
    if not resize_to(claims, FIRST_BUCKETS) or blocks_open(&claims.lines, LINE_BYTES, FIRST_LINES) < 0:
        claims_close(claims)
        return -1
    claims_clear(claims)
    return 0


cdef void claims_close(Claims *claims) noexcept nogil:
    give_up(&claims.room)
    blocks_close(&claims.lines)


cdef bint resize_to(Claims *claims, uint64_t buckets) noexcept nogil:
    cdef bint resized = resize(&claims.room, buckets * SHAPES * sizeof(Shape))
    claims.shapes = <Shape *>claims.room.items
    return resized


cdef void claims_allow(Claims *claims, uint64_t bytes_allowed) noexcept nogil:
    """Let claims that were just cleared take up to so many bytes; with fewer than before they begin anew."""
    cdef uint64_t most = most_within(FIRST_BUCKETS, SHAPES * sizeof(Shape), bytes_allowed // 8)
    if most < claims.most:
        resize_to(claims, FIRST_BUCKETS)
    claims.most = most
    blocks_allow(&claims.lines, bytes_allowed - bytes_allowed // 8)


cdef void claims_clear(Claims *claims) noexcept nogil:
    """Forget everything; the next search begins with the first few buckets again."""
    claims.buckets = FIRST_BUCKETS
    claims.used = 0
    claims.sweep = 0
    blocks_clear(&claims.lines)
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
    """Key of all positions of a shape that agree in the counts beside marked cards."""
    cdef Mixer mixer
    cdef uint64_t counted = nibbles(marks)
    cdef int k
    key_begin(&mixer, outline.shape)
    key_mix(&mixer, marks)
    for k in range(outline.opposing):
        key_mix(&mixer, outline.under[k] & counted)
    key_finish(&mixer, key)


cdef inline Shape *shape_at(const Claims *claims, uint64_t shape) noexcept nogil:
    """What is known of the shape, NULL where nothing is."""
    cdef Shape *place = claims.shapes + (shape >> 32 & (claims.buckets - 1)) * SHAPES
    cdef int _turn
    for _turn in range(SHAPES):
        if place.name == <uint32_t>(shape >> 32) and place.count:
            return place
        place += 1
    return NULL


cdef inline uint32_t *lists_of(const Claims *claims, const Shape *shape) noexcept nogil:
    """The shape's lists of marks."""
    return <uint32_t *>item_at(&claims.lines, shape.block)


cdef inline Entry *line_at(const Claims *claims, uint64_t line) noexcept nogil:
    return <Entry *>item_at(&claims.lines, line)


cdef inline Entry *bucket_of(const Claims *claims, const Shape *shape, const Key *key) noexcept nogil:
    """Where the shape's entry for the key would be."""
    cdef uint32_t place = key.spot & ((<uint32_t>1 << shape.size) - 1)
    return line_at(claims, <uint64_t>shape.block + 1 + place)


cdef Shape *claims_known(const Claims *claims, uint64_t name) noexcept nogil:
    """What is known of the shape, NULL where nothing is; its marks are brought near."""
    cdef Shape *shape = shape_at(claims, name)
    if shape != NULL:
        shape.asked = 1
        prefetch(lists_of(claims, shape))
    return shape


cdef int claims_find(Claims *claims, const Shape *shape, const Outline *outline, int need,
                     uint32_t *marks) noexcept nogil:
    """A proven number that answers `need`, with the marks it leans on; NO_CLAIM where there is none."""
    cdef Entry *entry
    cdef uint32_t *listed
    cdef Key key, after
    cdef int i
    listed = lists_of(claims, shape)
    key_of(outline, listed[0], &after)
    prefetch(bucket_of(claims, shape, &after))
    for i in range(shape.count):
        key = after
        if i + 1 < shape.count:
            key_of(outline, listed[i + 1], &after)
            prefetch(bucket_of(claims, shape, &after))
        entry = entry_in(bucket_of(claims, shape, &key), &key)
        if entry == NULL:
            continue
        if entry.lower >= need or entry.upper < need:
            marks[0] = listed[i]
            if i:
                listed[i] = listed[0]
                listed[0] = <uint32_t>marks[0]
            return entry.lower if entry.lower >= need else entry.upper
    return NO_CLAIM


cdef void claims_add(Claims *claims, const Outline *outline, uint32_t marks, int value, bint at_least,
                     uint64_t nodes) noexcept nogil:
    """Keep what was proven of a position."""
    cdef Shape *shape = shape_at(claims, outline.shape)
    cdef Entry *entry
    cdef Key key
    if shape == NULL:
        shape = new_shape(claims, outline.shape)
        if shape == NULL:
            return
    marks = enlisted(claims, shape, marks)
    key_of(outline, marks, &key)
    entry = entry_in(bucket_of(claims, shape, &key), &key)
    if entry == NULL:
        if is_full(bucket_of(claims, shape, &key)) and shape.used >= <uint32_t>2 << shape.size:
            larger_block(claims, shape)
        entry = place_for(bucket_of(claims, shape, &key), &key)
        shape.used += not entry.effort
        entry.lower = -ANYTHING
        entry.upper = ANYTHING
    if at_least:
        entry.lower = max(entry.lower, value)
    else:
        entry.upper = min(entry.upper, value)
    entry.effort = <uint8_t>effort_of(nodes)


cdef uint32_t enlisted(Claims *claims, Shape *shape, uint32_t marks) noexcept nogil:
    """Put the marks on the shape's list; a full list gives another that has them all, or its last."""
    cdef uint32_t *listed = lists_of(claims, shape)
    cdef int i
    for i in range(shape.count):
        if listed[i] == marks:
            return marks
    if shape.count < MOST_MARKS:
        listed[shape.count] = <uint32_t>marks
        shape.count += 1
        return marks
    for i in range(MOST_MARKS):
        if listed[i] & marks == marks:
            return listed[i]
    listed[MOST_MARKS - 1] = <uint32_t>marks
    return marks


# ---------------------------------------------------------------- room for shapes

cdef Shape *new_shape(Claims *claims, uint64_t name) noexcept nogil:
    """An empty list, in a free place of the bucket or in that of another shape; NULL: no room."""
    cdef Shape *place
    cdef int _turn
    if claims.used * 4 > claims.buckets * SHAPES and claims.buckets < claims.most:
        more_buckets(claims)
    place = claims.shapes + (name >> 32 & (claims.buckets - 1)) * SHAPES
    for _turn in range(SHAPES - 1):
        if not place.count:
            break
        place += 1
    if place.count:
        forget(claims, place)
    place.block = empty_block(claims, 0)
    if not place.block:
        return NULL
    claims.used += 1
    place.name = <uint32_t>(name >> 32)
    place.used = 0
    place.size = 0
    place.asked = 1
    return place


cdef void more_buckets(Claims *claims) noexcept nogil:
    """Twice as many buckets: each one's shapes part by the next bit of their names."""
    cdef uint64_t old = claims.buckets, bytes = old * SHAPES * sizeof(Shape), bucket
    cdef Shape *low
    cdef Shape *high
    cdef int i
    if claims.room.bytes < bytes * 2 and not resize_to(claims, old * 2):
        claims.most = old
        return
    claims.buckets = old * 2
    memset(claims.shapes + old * SHAPES, 0, bytes)
    for bucket in range(old):
        low = claims.shapes + bucket * SHAPES
        high = low + old * SHAPES
        for i in range(SHAPES):
            if low[i].count and low[i].name & old:
                high[i] = low[i]
                low[i].count = 0


cdef bint sweep_up(Claims *claims, uint32_t size) noexcept nogil:
    """Take a block of this size back from the next shape that was not asked for since the last sweep."""
    cdef Shape *shape
    cdef int _turn
    for _turn in range(SWEPT):
        claims.sweep = (claims.sweep + 1) & (claims.buckets * SHAPES - 1)
        shape = claims.shapes + claims.sweep
        if not shape.count or shape.size != size:
            continue
        if not shape.asked:
            forget(claims, shape)
            return True
        shape.asked = 0
    return False


cdef void forget(Claims *claims, Shape *shape) noexcept nogil:
    give_back(&claims.lines, shape.block, shape.size)
    shape.count = 0
    claims.used -= 1


cdef uint32_t empty_block(Claims *claims, uint32_t size) noexcept nogil:
    """The first line of a block of this size, its entries empty; 0 where there is no room."""
    cdef uint64_t lines = <uint64_t>1 << size
    cdef uint32_t block = take_block(&claims.lines, size, 1 + lines)
    if not block and sweep_up(claims, size):
        block = take_block(&claims.lines, size, 1 + lines)
    if block:
        memset(line_at(claims, block + 1), 0, lines * LINE_BYTES)
    return block


cdef void larger_block(Claims *claims, Shape *shape) noexcept nogil:
    """Move the shape to a block with twice the entries, where one is to be had.

    Each line's entries part by the next bit of their spot, so none is lost. A sweep for
    room cannot hit the shape itself, as it looks for blocks of the larger size.
    """
    cdef uint64_t old = shape.block, block, line
    cdef uint64_t lines = <uint64_t>1 << shape.size
    cdef Entry *low
    cdef Entry *high
    cdef Entry *entry
    cdef int _place
    if shape.size + 1 >= BLOCK_SIZES:
        return
    block = empty_block(claims, shape.size + 1)
    if not block:
        return
    memcpy(line_at(claims, block), line_at(claims, old), LINE_BYTES)
    for line in range(1, lines + 1):
        entry = line_at(claims, old + line)
        low = line_at(claims, block + line)
        high = low + lines * BUCKET
        for _place in range(BUCKET):
            if not entry.effort:
                pass
            elif entry.spot & lines:
                high[0] = entry[0]
                high += 1
            else:
                low[0] = entry[0]
                low += 1
            entry += 1
    give_back(&claims.lines, shape.block, shape.size)
    shape.block = <uint32_t>block
    shape.size += 1

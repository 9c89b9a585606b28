"""Proven bounds of the relaxed game, each good for many positions.

Why what was proven of X holds for Y, of the same shape, where the counts keep within the
claim's counts: map each seat's j-th lowest card of a lane to its j-th lowest there. If in X
that card is over P's i-th card, fewer than j are under it. With an OVER mark no more are in
Y, so the j-th card is over P's i-th there too, and over all lower ones; likewise UNDER. That
is the map that marks ask for (cext/relaxed/marks.pxd).
"""

include "../base/layout.pxi"

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from cext.base.cards cimport lowest_card
from cext.base.slabs cimport (
    SLAB_SIZES, give_slab_back, item_at, slabs_allow, slabs_clear, slabs_close, slabs_open, take_slab,
)
from cext.base.buffer cimport LINE, most_within, release, resize
from cext.relaxed.marks cimport UNPAID, Marks, lose_spare, marks_of_seat, no_marks

cdef enum:
    FIRST_BUCKETS = 64      # four kilobytes
    FIRST_LINES = 256
    SWEPT = 256             # places of shapes that are looked at for one block
    MOST_BYTES = 192        # of a claim: three lines

cdef uint64_t ONES = 0x1111111111111111


cdef int claims_open(Claims *claims) noexcept nogil:
    """Room that is not allowed to grow yet; 0, or -1 when memory is out."""
    memset(claims, 0, sizeof(Claims))
    claims.most = FIRST_BUCKETS
    if not resize_to(claims, FIRST_BUCKETS) or slabs_open(&claims.lines, LINE, FIRST_LINES) < 0:
        claims_close(claims)
        return -1
    claims_clear(claims, 2, 32, False)
    return 0


cdef void claims_close(Claims *claims) noexcept nogil:
    release(&claims.buffer)
    slabs_close(&claims.lines)


cdef bint resize_to(Claims *claims, uint64_t buckets) noexcept nogil:
    cdef bint resized = resize(&claims.buffer, buckets * SHAPES * sizeof(Shape))
    claims.shapes = <Shape *>claims.buffer.items
    return resized


cdef void claims_allow(Claims *claims, uint64_t bytes_allowed) noexcept nogil:
    """Let claims that were just cleared take up to so many bytes; with fewer than before they begin anew."""
    cdef uint64_t most = most_within(FIRST_BUCKETS, SHAPES * sizeof(Shape), bytes_allowed // 8)
    if most < claims.most:
        resize_to(claims, FIRST_BUCKETS)
    claims.most = most
    slabs_allow(&claims.lines, bytes_allowed - bytes_allowed // 8)


cdef void claims_clear(Claims *claims, int opposing, int width, bint priced) noexcept nogil:
    """Forget everything, for a game of so many opponents; it begins with the first few buckets again."""
    claims.opposing = opposing
    claims.width = width
    claims.priced = priced
    claims.lines_each = (8 + opposing * sizeof(Counts) + (sizeof(Prices) if priced else 0)
                         + LINE - 1) // LINE
    claims.buckets = FIRST_BUCKETS
    claims.used = 0
    claims.sweep = 0
    slabs_clear(&claims.lines)
    memset(claims.shapes, 0, FIRST_BUCKETS * SHAPES * sizeof(Shape))


# ---------------------------------------------------------------- counts and marks

cdef inline uint64_t nibbles(uint64_t cards) noexcept nogil:
    """The nibbles of these cards, filled."""
    cdef uint64_t word = cards & 0xFFFF
    word = (word | word << 24) & <uint64_t>0x000000FF000000FF
    word = (word | word << 12) & <uint64_t>0x000F000F000F000F
    word = (word | word << 6) & <uint64_t>0x0303030303030303
    word = (word | word << 3) & ONES
    return word * 15


cdef inline uint64_t cards_of(uint64_t word) noexcept nogil:
    """The cards whose nibbles are not 0: the other way round."""
    word |= word >> 2 & <uint64_t>0x3333333333333333
    word = (word | word >> 1) & ONES
    word = (word | word >> 3) & <uint64_t>0x0303030303030303
    word = (word | word >> 6) & <uint64_t>0x000F000F000F000F
    word = (word | word >> 12) & <uint64_t>0x000000FF000000FF
    return (word | word >> 24) & 0xFFFF


cdef inline void set_counts(Claim *claim, const Claims *claims, const Outline *outline,
                            const Marks *marks) noexcept nogil:
    cdef uint64_t under, over
    cdef int k
    for k in range(claims.opposing):
        under = marks_of_seat(marks.under, claims.width, k + 1)
        over = marks_of_seat(marks.over, claims.width, k + 1)
        claim.most[k].under = outline.counts[k].under | ~nibbles(over)
        claim.most[k].short = outline.counts[k].short | ~nibbles(under)


cdef inline void marks_of_claim(const Claim *claim, const Claims *claims, Marks *marks) noexcept nogil:
    """The marks that the claim was made with."""
    cdef int k
    no_marks(marks)
    for k in range(claims.opposing):
        marks.under |= cards_of(~claim.most[k].short) << (claims.width * k)
        marks.over |= cards_of(~claim.most[k].under) << (claims.width * k)


# ---------------------------------------------------------------- prices

cdef inline Prices *prices_of(const Claim *claim, const Claims *claims) noexcept nogil:
    return <Prices *>(<char *>claim + 8 + claims.opposing * sizeof(Counts))


cdef void set_prices(Claim *claim, const Claims *claims, const Outline *outline,
                     const Marks *marks) noexcept nogil:
    cdef Prices *prices = prices_of(claim, claims)
    cdef int seat, slot, card = 0
    cdef uint64_t here
    memcpy(prices.price, outline.price, sizeof(prices.price))
    memset(prices.spare, UNPAID, sizeof(prices.spare))
    memset(prices.sure, 0, sizeof(prices.sure))
    for seat in range(claims.opposing + 1):
        here = outline.priced[seat]
        while here:
            slot = lowest_card(here)
            prices.spare[card] = marks.spare[slot]
            prices.sure[card] = 255 if marks.sure >> slot & 1 else 0
            card += 1
            here &= here - 1


cdef inline bint answers(const Claim *claim, const Claims *claims, const Outline *outline, int target,
                         int *value, int *lost) noexcept nogil:
    """Does the claim answer with its number for this position, `value`?

    Its cards have less to spare then, by `lost` at the most.
    """
    cdef const Prices *prices = prices_of(claim, claims)
    cdef int worse, room = claim.value - target + 1 if claim.at_least else target - claim.value
    if not changes_less(outline.price, prices.price, prices.spare, prices.sure, claim.at_least, room,
                        &worse, lost):
        return False
    value[0] = claim.value - worse if claim.at_least else claim.value + worse
    return True


cdef void spare_here(const Claim *claim, const Claims *claims, const Outline *outline, int lost,
                     Marks *marks) noexcept nogil:
    """What the proof can spare in this position, and what it is sure to pay for."""
    cdef const Prices *prices = prices_of(claim, claims)
    cdef int seat, slot, card = 0
    cdef uint64_t here
    for seat in range(claims.opposing + 1):
        here = outline.priced[seat]
        while here:
            slot = lowest_card(here)
            marks.spare[slot] = prices.spare[card]
            marks.sure |= <uint16_t>((prices.sure[card] & 1) << slot)
            card += 1
            here &= here - 1
    if lost:
        lose_spare(marks, lost)


# ---------------------------------------------------------------- a shape's claims

cdef inline Shape *shape_at(const Claims *claims, uint64_t shape) noexcept nogil:
    """What is known of the shape, NULL where nothing is."""
    cdef Shape *place = claims.shapes + (shape >> 32 & (claims.buckets - 1)) * SHAPES
    cdef int _turn
    for _turn in range(SHAPES):
        if place.name == shape and place.used:
            return place
        place += 1
    return NULL


cdef inline Claim *claim_at(const Claims *claims, const Shape *shape, uint32_t number) noexcept nogil:
    return <Claim *>item_at(&claims.lines, shape.block + number * claims.lines_each)


cdef inline void copy_claim(const Claims *claims, Claim *to, const Claim *claim) noexcept nogil:
    memcpy(to, claim, LINE if claims.lines_each == 1 else claims.lines_each * LINE)


cdef Shape *claims_known(const Claims *claims, uint64_t name) noexcept nogil:
    """What is known of the shape, NULL where nothing is; its newest claim is brought near."""
    cdef Shape *shape = shape_at(claims, name)
    if shape != NULL:
        shape.asked = 1
        prefetch(claim_at(claims, shape, shape.used - 1))
    return shape


cdef int claims_find(Claims *claims, const Shape *shape, const Outline *outline, int target,
                     uint32_t most, Marks *marks) noexcept nogil:
    """A proven number that answers `target`, with the marks it leans on; NO_CLAIM where there is none.

    Only so many of the newest claims are looked through.
    """
    if claims.opposing == 3 and not claims.priced:
        return find(claims, shape, outline, target, most, marks, 3, 1, False)
    if claims.opposing == 3:
        return find(claims, shape, outline, target, most, marks, 3, 2, True)
    return find(claims, shape, outline, target, most, marks, claims.opposing, claims.lines_each,
                claims.priced)


cdef inline int find(Claims *claims, const Shape *shape, const Outline *outline, int target, uint32_t most,
                     Marks *marks, int opposing, uint32_t lines_each, bint priced) noexcept nogil:
    """The same; what is constant in a call is compiled into it."""
    cdef Claim *newest = claim_at(claims, shape, shape.used - 1)
    cdef Claim *claim = newest
    cdef uint32_t _older
    cdef int value = 0, lost = 0
    for _older in range(min(<uint32_t>shape.used, most)):
        if (are_within(&outline.counts[0].under, &claim.most[0].under, opposing,
                       not priced and (claim.value >= target) != claim.at_least)
                and (not priced or answers(claim, claims, outline, target, &value, &lost))):
            marks_of_claim(claim, claims, marks)
            if priced:
                spare_here(claim, claims, outline, lost, marks)
            else:
                value = claim.value
            make_newest(claims, claim, newest)
            return value
        claim = <Claim *>(<char *>claim - lines_each * LINE)
    return NO_CLAIM


cdef inline void make_newest(const Claims *claims, Claim *claim, Claim *newest) noexcept nogil:
    """Have a claim that has answered change places with the newest, as it is asked for again."""
    cdef char[MOST_BYTES] answer
    if claim != newest:
        copy_claim(claims, <Claim *>answer, claim)
        copy_claim(claims, claim, newest)
        copy_claim(claims, newest, <Claim *>answer)


cdef void claims_add(Claims *claims, uint64_t name, const Outline *outline, const Marks *marks, int value,
                     bint at_least) noexcept nogil:
    """Keep what was proven of a position of the shape."""
    cdef Shape *shape = shape_at(claims, name)
    cdef Claim *claim
    if shape == NULL:
        shape = new_shape(claims, name)
        if shape == NULL:
            return
    if shape.used == 1 << shape.size and (shape.used >= MOST_KEPT or not larger_slab(claims, shape)):
        drop_older(claims, shape)
    claim = claim_at(claims, shape, shape.used)
    shape.used += 1
    claim.value = value
    claim.at_least = at_least
    set_counts(claim, claims, outline, marks)
    if claims.priced:
        set_prices(claim, claims, outline, marks)


cdef void drop_older(Claims *claims, Shape *shape) noexcept nogil:
    """Of a shape that has no more room keep the newer half of the claims."""
    cdef uint32_t kept = shape.used // 2
    memmove(claim_at(claims, shape, 0), claim_at(claims, shape, shape.used - kept),
            <uint64_t>kept * claims.lines_each * LINE)
    shape.used = <uint16_t>kept


# ---------------------------------------------------------------- room for shapes

cdef Shape *new_shape(Claims *claims, uint64_t name) noexcept nogil:
    """A shape without claims, in a free place of the bucket or in that of another shape; NULL: no room."""
    cdef Shape *place
    cdef int _turn
    if claims.used * 4 > claims.buckets * SHAPES and claims.buckets < claims.most:
        more_buckets(claims)
    place = claims.shapes + (name >> 32 & (claims.buckets - 1)) * SHAPES
    for _turn in range(SHAPES - 1):
        if not place.used:
            break
        place += 1
    if place.used:
        forget(claims, place)
    place.block = new_slab(claims, 0)
    if not place.block:
        return NULL
    claims.used += 1
    place.name = name
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
    if claims.buffer.bytes < bytes * 2 and not resize_to(claims, old * 2):
        claims.most = old
        return
    claims.buckets = old * 2
    memset(claims.shapes + old * SHAPES, 0, bytes)
    for bucket in range(old):
        low = claims.shapes + bucket * SHAPES
        high = low + old * SHAPES
        for i in range(SHAPES):
            if low[i].used and low[i].name >> 32 & old:
                high[i] = low[i]
                low[i].used = 0


cdef bint sweep_up(Claims *claims, uint32_t size) noexcept nogil:
    """Take a block of this size back from the next shape that was not asked for since the last sweep."""
    cdef Shape *shape
    cdef int _turn
    for _turn in range(SWEPT):
        claims.sweep = (claims.sweep + 1) & (claims.buckets * SHAPES - 1)
        shape = claims.shapes + claims.sweep
        if not shape.used or shape.size != size:
            continue
        if not shape.asked:
            forget(claims, shape)
            return True
        shape.asked = 0
    return False


cdef void forget(Claims *claims, Shape *shape) noexcept nogil:
    give_slab_back(&claims.lines, shape.block, shape.size)
    shape.used = 0
    claims.used -= 1


cdef uint32_t new_slab(Claims *claims, uint32_t size) noexcept nogil:
    """The first line of a block of this size; 0 where there is no room."""
    cdef uint64_t lines = <uint64_t>claims.lines_each << size
    cdef uint32_t block = take_slab(&claims.lines, size, lines)
    if not block and sweep_up(claims, size):
        block = take_slab(&claims.lines, size, lines)
    return block


cdef bint larger_slab(Claims *claims, Shape *shape) noexcept nogil:
    """Move the shape to a block of twice the size, where one is to be had.

    A sweep for room cannot hit the shape itself, as it looks for blocks of the larger size.
    """
    cdef uint32_t old = shape.block, block
    if shape.size + 1 >= SLAB_SIZES:
        return False
    block = new_slab(claims, shape.size + 1)
    if not block:
        return False
    memcpy(item_at(&claims.lines, block), item_at(&claims.lines, old),
           <uint64_t>shape.used * claims.lines_each * LINE)
    give_slab_back(&claims.lines, old, shape.size)
    shape.block = block
    shape.size += 1
    return True

# Proven bounds of the relaxed game (cext/relaxed/game.pyx), each good for many positions.
#
# P is the lone seat. P's cards are numbered through all lanes from the weakest. For each
# of them and each opponent an *outline* says how many of that seat's cards of the lane lie
# under it: a nibble, in the place of the card's number, so P may hold sixteen cards.
#
# A proof leans on the places of some of P's cards only: its *marks*, one bit a card. What
# it proved holds wherever the shape and the counts under the marked cards are the same.
# So an entry's key leaves the other counts out, and each shape keeps a short list of the
# marks to look up for it, the most useful first.
#
# A shape's claims lie together, in a block of cache lines: the list of marks, and then a
# small hash table of its own that doubles as it fills. A search looks at few shapes at a
# time and at several entries of each, which so are near each other. When there is no more
# room, shapes that were not asked for of late give up their blocks.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.base.slabs cimport Blocks
from cext.base.buffer cimport Room
from cext.tables.exact cimport Entry

cdef enum:
    MOST_OPPOSING = 6
    MOST_MARKS = 16         # lists of marks that a shape keeps: one cache line
    SHAPES = 4              # shapes in a bucket, one cache line
    NO_CLAIM = -32768

cdef struct Outline:
    uint64_t shape                      # hash of all else, finished: lengths, leader, odd cards and places
    uint64_t under[MOST_OPPOSING]
    uint64_t place                      # each card's number within its lane, from 0
    int opposing

cdef struct Shape:
    uint32_t name           # part of the hash; another shape of that name does no harm
    uint32_t block          # number of its first line
    uint32_t used           # entries in it
    uint8_t count           # lists of marks; 0 makes a free place
    uint8_t size            # of its block: one line and 2 to this power
    uint8_t asked           # looked up since the sweep came by

cdef struct Claims:
    Room room
    Shape *shapes
    uint64_t buckets        # of shapes: a power of two
    uint64_t most
    uint64_t used
    uint64_t sweep          # the shape that is looked at next when room runs out
    Blocks lines            # of BUCKET entries each, or else of marks

cdef int claims_open(Claims *claims) noexcept nogil
cdef void claims_allow(Claims *claims, uint64_t bytes_allowed) noexcept nogil
cdef void claims_close(Claims *claims) noexcept nogil
cdef void claims_clear(Claims *claims) noexcept nogil
cdef Shape *claims_known(const Claims *claims, uint64_t name) noexcept nogil
cdef int claims_find(Claims *claims, const Shape *shape, const Outline *outline, int need,
                     uint32_t *marks) noexcept nogil
cdef void claims_add(Claims *claims, const Outline *outline, uint32_t marks, int value, bint at_least,
                     uint64_t nodes) noexcept nogil

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil

cdef inline void claims_fetch(const Claims *claims, uint64_t shape) noexcept nogil:
    """Have the shape's bucket brought near, for a look soon to come."""
    prefetch(claims.shapes + (shape >> 32 & (claims.buckets - 1)) * SHAPES)

cdef inline bint nowhere_more(uint64_t a, uint64_t b) noexcept nogil:
    """No nibble of `a` is more than the same nibble of `b`."""
    cdef uint64_t even = <uint64_t>0x0F0F0F0F0F0F0F0F, guard = <uint64_t>0x8080808080808080
    return ((((b & even) | guard) - (a & even))
            & (((b >> 4 & even) | guard) - (a >> 4 & even)) & guard) == guard

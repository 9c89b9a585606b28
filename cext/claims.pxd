# Proven bounds of the relaxed game (cext/relaxed.pyx), each good for many positions.
#
# P is the lone seat. P's cards are numbered through all lanes from the weakest. For each
# of them and each opponent an *outline* says how many of that seat's cards of the lane lie
# under it: a nibble, in the place of the card's number, so P may hold sixteen cards.
#
# A proof leans on the places of some of P's cards only: its *marks*, one bit a card. What
# it proved holds wherever the shape and the counts under the marked cards are the same.
# So a table entry's key leaves the other counts out, and each shape keeps a short list
# of the marks to look up for it, the most useful first.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.table cimport Table

cdef enum:
    MOST_OPPOSING = 6
    MOST_MARKS = 6          # lists of marks that a shape keeps
    SHAPES = 2              # shapes in a bucket, one cache line
    NO_HINT = 255
    NO_CLAIM = -32768

cdef struct Outline:
    uint64_t shape                      # hash of all else: lengths, leader, odd cards and their places
    uint64_t under[MOST_OPPOSING]
    uint64_t place                      # each card's number within its lane, from 0
    int opposing

cdef struct Shape:
    uint32_t name           # part of the hash; another shape of that name does no harm
    uint8_t count
    uint8_t hint            # the play that last proved something for it
    uint32_t marks[MOST_MARKS]

cdef struct Claims:
    Table table
    Shape *shapes
    uint64_t buckets        # a power of two
    uint64_t allocated
    uint64_t most
    uint64_t used

cdef int claims_open(Claims *claims, uint64_t bytes_allowed) noexcept nogil
cdef void claims_close(Claims *claims) noexcept nogil
cdef void claims_clear(Claims *claims) noexcept nogil
cdef int claims_find(Claims *claims, const Outline *outline, int need, uint32_t *marks,
                     int *hint) noexcept nogil
cdef void claims_add(Claims *claims, const Outline *outline, uint32_t marks, int value, bint at_least,
                     int hint, uint64_t nodes) noexcept nogil

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

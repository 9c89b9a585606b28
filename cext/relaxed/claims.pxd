# Proven bounds of the relaxed game (cext/relaxed/search.pyx), each good for many positions.
#
# P is the soloist. For each of P's cards, numbered as marks number them, and each opponent an
# *outline* says how many of that seat's cards of the lane lie under it: a nibble, in the place
# of the card's number, so an outline holds sixteen cards of P's.
#
# What was proven of a position with some marks (cext/relaxed/marks.pxd) holds for every position
# of the same shape in which each seat has no more cards under those of P's that it has an OVER
# mark of, and no fewer under those with an UNDER mark. So a claim keeps two words a seat: the
# most that there may be under each card, and the most by which it may be short of fourteen. They
# are 15 where nothing is marked, which gives the marks back as well. All is one comparison of
# nibbles, without a branch, so that the next claims are on their way while one is looked at.
#
# The cards of a priced lane are mapped in the same way, and a claim keeps them: its number is
# made good for what they cost in the other position (prices, cext/relaxed/marks.pxd).
#
# A shape's claims lie together, in a block that doubles as it fills, the newest last; they are
# looked through from there. When there is no more room, shapes that were not asked for of late
# give up their blocks.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cext.base.cards cimport LANE_SLOTS
from cext.base.slabs cimport SlabPool
from cext.base.buffer cimport Buffer, prefetch
from cext.relaxed.marks cimport Marks

cdef extern from "nibbles.h" nogil:
    bint are_within(const uint64_t *a, const uint64_t *b, int pairs, int amiss) noexcept

cdef extern from "prices.h" nogil:
    bint changes_less(const uint8_t *here, const uint8_t *there, const uint8_t *to_spare,
                      const uint8_t *surely, bint at_least, int room, int *worse, int *lost) noexcept

cdef enum:
    MOST_OPPOSING = 6
    SHAPES = 4              # shapes in a bucket, one cache line
    MOST_KEPT = 256         # claims of a shape: more take longer to look through than they save
    NO_CLAIM = -32768

cdef struct Counts:
    uint64_t under          # of one seat's cards, a nibble for each card of P's that they lie under
    uint64_t short          # fourteen less that

cdef struct Outline:
    bint drawn                          # already
    uint64_t shape                      # hash of lengths, special cards and their places
    Counts counts[MOST_OPPOSING]
    uint64_t place                      # each card's number within its lane, from 0
    uint16_t priced[MOST_OPPOSING + 1]  # each seat's cards of the priced lane, P's first ...
    uint8_t price[LANE_SLOTS]           # ... and what they cost, each seat's from the weakest; then 0

cdef struct Claim:
    # For as many seats as there are opponents: with three a claim is one cache line.
    int32_t value
    bint at_least           # the cost is that or more, else that or less
    Counts most[MOST_OPPOSING]

cdef struct Prices:
    # Behind the counts, where a lane is priced: of each of its cards, in an outline's order, what it
    # cost, what the proof can spare, and 255 if it is sure to be captured.
    uint8_t price[LANE_SLOTS]
    uint8_t spare[LANE_SLOTS]
    uint8_t sure[LANE_SLOTS]

cdef struct Shape:
    uint64_t name           # the hash
    uint32_t block          # number of its first line
    uint16_t used           # claims in it; 0 makes a free place
    uint8_t size            # of its block: 2 to this power claims
    uint8_t asked           # looked up since the sweep came by

cdef struct Claims:
    Buffer buffer
    Shape *shapes
    int opposing
    int width               # bits of a seat's marks
    bint priced             # is there a priced lane?
    uint32_t lines_each     # cache lines of a claim
    uint64_t buckets        # of shapes: a power of two
    uint64_t most
    uint64_t used
    uint64_t sweep          # the shape that is looked at next when room runs out
    SlabPool lines

cdef int claims_open(Claims *claims) noexcept nogil
cdef void claims_allow(Claims *claims, uint64_t bytes_allowed) noexcept nogil
cdef void claims_close(Claims *claims) noexcept nogil
cdef void claims_clear(Claims *claims, int opposing, int width, bint priced) noexcept nogil
cdef Shape *claims_known(const Claims *claims, uint64_t name) noexcept nogil
cdef int claims_find(Claims *claims, const Shape *shape, const Outline *outline, int target,
                     uint32_t most, Marks *marks) noexcept nogil
cdef void claims_add(Claims *claims, uint64_t name, const Outline *outline, const Marks *marks, int value,
                     bint at_least) noexcept nogil

cdef inline void claims_fetch(const Claims *claims, uint64_t shape) noexcept nogil:
    """Have the shape's bucket brought near, for a look soon to come."""
    prefetch(claims.shapes + (shape >> 32 & (claims.buckets - 1)) * SHAPES)

cdef inline bint nowhere_more(uint64_t a, uint64_t b) noexcept nogil:
    """No nibble of `a` is more than the same nibble of `b`."""
    cdef uint64_t even = <uint64_t>0x0F0F0F0F0F0F0F0F, guard = <uint64_t>0x8080808080808080
    return ((((b & even) | guard) - (a & even))
            & (((b >> 4 & even) | guard) - (a >> 4 & even)) & guard) == guard

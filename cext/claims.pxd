# Proven claims about the relaxed game (cext/relaxed.pyx), each good for many positions.
#
# P is the lone seat. What a position looks like to a claim is its *outline*: for each card
# of P, numbered through all lanes from the weakest, and for each opposing seat, how many of
# that seat's cards of the lane lie under it. All such numbers are nibbles, the card's number
# giving the place, so P may hold sixteen cards. Marks on cards of P (`Proof`, `first`,
# `last`) use the lowest bit of the card's nibble.
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_OPPOSING = 6
    NO_HINT = 255
    NO_CLAIM = -32768

cdef struct Proof:
    # The boundaries that a proof leans on: just under, just over these cards of P.
    uint64_t below
    uint64_t above

cdef struct Outline:
    uint64_t shape                      # hash of all that must be the same: lengths, leader, odd cards
    uint64_t under[MOST_OPPOSING]       # how many of the seat's cards are under each card of P
    uint64_t before[MOST_OPPOSING]      # the same for P's next lower card of the lane
    uint64_t after[MOST_OPPOSING]       # and for the next higher; of the lane's highest: all there are
    uint64_t first                      # P's lowest card of each lane
    uint64_t last                       # P's highest card of each lane
    uint64_t place                      # each card's number within its lane, from 0

cdef struct Claim:
    uint64_t shape
    uint64_t below
    uint64_t above
    uint32_t next           # the claim before it in the chain, 0 for none
    int16_t value
    uint8_t at_least        # 1: the opponents get `value` or more; 0: P keeps it to `value`
    uint8_t hint            # the play that proved it
    uint64_t under[MOST_OPPOSING]       # as many as there are opponents

cdef struct Claims:
    char *room
    uint32_t *chains
    uint64_t chain_count    # a power of two
    uint64_t count          # claims held; number 0 stays empty
    uint64_t space          # claims there is room for
    uint64_t most           # bytes allowed
    int opposing
    uint64_t stride         # bytes a claim

cdef int claims_open(Claims *claims, uint64_t bytes_allowed) noexcept nogil
cdef void claims_close(Claims *claims) noexcept nogil
cdef void claims_clear(Claims *claims, int opposing) noexcept nogil
cdef int claims_find(const Claims *claims, const Outline *outline, int need, Proof *proof, int *hint) noexcept nogil
cdef void claims_add(Claims *claims, const Outline *outline, const Proof *proof, int value, bint at_least, int hint) noexcept nogil

cdef extern from *:
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil

cdef inline void claims_fetch(const Claims *claims, uint64_t shape) noexcept nogil:
    """Have the chain's beginning brought near, for a look soon to come."""
    prefetch(claims.chains + (shape & (claims.chain_count - 1)))

cdef inline bint nowhere_more(uint64_t a, uint64_t b) noexcept nogil:
    """No nibble of `a` is more than the same nibble of `b`."""
    cdef uint64_t even = <uint64_t>0x0F0F0F0F0F0F0F0F, guard = <uint64_t>0x8080808080808080
    return ((((b & even) | guard) - (a & even)) & (((b >> 4 & even) | guard) - (a >> 4 & even)) & guard) == guard

cdef inline uint64_t where_more(uint64_t a, uint64_t b) noexcept nogil:
    """A mark for each nibble of `a` that is more than the same nibble of `b`."""
    cdef uint64_t even = <uint64_t>0x0F0F0F0F0F0F0F0F, guard = <uint64_t>0x8080808080808080
    return ((~(((b & even) | guard) - (a & even)) & guard) >> 7
            | (~(((b >> 4 & even) | guard) - (a >> 4 & even)) & guard) >> 3)

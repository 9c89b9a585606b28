"""Proven claims about the relaxed game, each good for many positions.

A proof compares cards only where a trick is decided, so most of the boundaries between
P's cards and the others' never matter to it. A claim keeps those that did. A boundary is
a cut through a lane with so many of P's cards under it and so many of each opponent's;
the claim holds in every position of its shape whose lanes can be cut so: the proof's
plays exist there card for card, each on the same side of every cut (docs/search.md).
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

cdef enum:
    FIRST_CLAIMS = 128
    FIRST_CHAINS = 256


cdef uint64_t MARKS = 0x1111111111111111


cdef int claims_open(Claims *claims, uint64_t bytes_allowed) noexcept nogil:
    """Room that may grow to so many bytes; 0, or -1 when memory is out."""
    memset(claims, 0, sizeof(Claims))
    claims.most = bytes_allowed
    claims.space = FIRST_CLAIMS
    claims.chain_count = FIRST_CHAINS
    claims.room = <char *>malloc(FIRST_CLAIMS * sizeof(Claim))
    claims.chains = <uint32_t *>malloc(FIRST_CHAINS * sizeof(uint32_t))
    if claims.room == NULL or claims.chains == NULL:
        claims_close(claims)
        return -1
    claims_clear(claims, MOST_OPPOSING)
    return 0


cdef void claims_close(Claims *claims) noexcept nogil:
    free(claims.room)
    free(claims.chains)
    claims.room = NULL
    claims.chains = NULL


cdef void claims_clear(Claims *claims, int opposing) noexcept nogil:
    """Forget everything and get ready for a game against so many opponents."""
    cdef uint64_t bytes = claims.space * claims.stride if claims.stride else FIRST_CLAIMS * sizeof(Claim)
    claims.opposing = opposing
    claims.stride = sizeof(Claim) - (MOST_OPPOSING - opposing) * sizeof(uint64_t)
    claims.space = bytes // claims.stride
    claims.count = 1
    claims.chain_count = FIRST_CHAINS
    memset(claims.chains, 0, FIRST_CHAINS * sizeof(uint32_t))


cdef inline Claim *claim_at(const Claims *claims, uint64_t number) noexcept nogil:
    return <Claim *>(claims.room + number * claims.stride)


cdef inline uint64_t zeros(uint64_t word) noexcept nogil:
    """A mark for every nibble that is zero."""
    word |= word >> 2
    word |= word >> 1
    return ~word & MARKS


cdef inline bint agrees(const Claims *claims, const Claim *claim, const Outline *outline) noexcept nogil:
    """Can the position's lanes be cut as the claim asks?

    The cut under card i of P lies between card i - 1 and card i, so at least what is under
    the one and at most what is under the other is under the cut; the cut over it likewise
    one card up. Opposing cards between two of P's have no order, so nothing else is asked.
    """
    cdef uint64_t below = claim.below * 15, above = claim.above * 15, least, most
    cdef int k
    for k in range(claims.opposing):
        least = (outline.before[k] & below & ~above) | (outline.under[k] & above)
        most = (outline.after[k] & above & ~below) | (outline.under[k] & below) | ~(below | above)
        if not nowhere_more(least, claim.under[k]) or not nowhere_more(claim.under[k], most):
            return False
    return True


cdef void lean_on(const Claims *claims, const Claim *claim, const Outline *outline, Proof *proof) noexcept nogil:
    """The claim's cuts as boundaries of this position.

    A cut that falls on the edge of a gap between two of P's cards is that edge; one inside
    a gap needs both edges; the ends of a lane need no cut at all.
    """
    cdef uint64_t same = MARKS, lower = MARKS, higher = MARKS
    cdef int k
    for k in range(claims.opposing):
        same &= zeros(claim.under[k] ^ outline.under[k])
        lower &= zeros(claim.under[k] ^ outline.before[k])
        higher &= zeros(claim.under[k] ^ outline.after[k])
    proof.below = claim.below & (same | ~lower)
    proof.above = claim.above & (same | ~higher)
    proof.above |= (claim.below & ~same & ~outline.first) >> 4
    proof.below |= (claim.above & ~same & ~outline.last) << 4


cdef int claims_find(const Claims *claims, const Outline *outline, int need, Proof *proof, int *hint) noexcept nogil:
    """A proven number that answers `need`, with what it leans on; NO_CLAIM where there is none."""
    cdef uint32_t *chain = claims.chains + (outline.shape & (claims.chain_count - 1))
    cdef uint32_t number = chain[0]
    cdef Claim *claim
    cdef Claim *earlier = NULL
    while number:
        claim = claim_at(claims, number)
        if claim.shape == outline.shape:
            if (claim.value >= need) == claim.at_least and agrees(claims, claim, outline):
                lean_on(claims, claim, outline, proof)
                if earlier != NULL:
                    # What answered once will again: first in its chain from now on.
                    earlier.next = claim.next
                    claim.next = chain[0]
                    chain[0] = number
                return claim.value
            if hint[0] == NO_HINT:
                hint[0] = claim.hint
        earlier = claim
        number = claim.next
    return NO_CLAIM


cdef void claims_add(Claims *claims, const Outline *outline, const Proof *proof, int value, bint at_least, int hint) noexcept nogil:
    """Keep what was proven of a position."""
    cdef Claim *claim
    cdef uint32_t *chain
    cdef int k
    if claims.count == claims.space and not more_room(claims):
        claims_clear(claims, claims.opposing)
    if claims.count * 2 > claims.chain_count:
        more_chains(claims)
    chain = claims.chains + (outline.shape & (claims.chain_count - 1))
    claim = claim_at(claims, claims.count)
    claim.shape = outline.shape
    claim.below = proof.below
    claim.above = proof.above
    claim.value = <int16_t>value
    claim.at_least = at_least
    claim.hint = <uint8_t>hint
    for k in range(claims.opposing):
        claim.under[k] = outline.under[k]
    claim.next = chain[0]
    chain[0] = <uint32_t>claims.count
    claims.count += 1


cdef bint more_room(Claims *claims) noexcept nogil:
    cdef char *room
    if claims.space * 2 * (claims.stride + sizeof(uint32_t)) > claims.most:
        return False
    room = <char *>realloc(claims.room, claims.space * 2 * claims.stride)
    if room == NULL:
        return False
    claims.room = room
    claims.space *= 2
    return True


cdef void more_chains(Claims *claims) noexcept nogil:
    """Twice as many chains, every claim in its new one; without memory the chains grow long."""
    cdef uint32_t *chains = <uint32_t *>realloc(claims.chains, claims.chain_count * 2 * sizeof(uint32_t))
    cdef uint32_t *chain
    cdef uint64_t number
    if chains == NULL:
        return
    claims.chains = chains
    claims.chain_count *= 2
    memset(chains, 0, claims.chain_count * sizeof(uint32_t))
    for number in range(1, claims.count):
        chain = chains + (claim_at(claims, number).shape & (claims.chain_count - 1))
        claim_at(claims, number).next = chain[0]
        chain[0] = <uint32_t>number

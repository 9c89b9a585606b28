# Which card cut off last in a like situation: it is tried first in the next.
#
# A situation is coarser than a position: the seat, its turn in the trick, the cards it may
# play and the card to beat; for a lead, what the side needs. Most of what else there is
# in the deal does not change which card is right. Two situations that meet in a place
# just replace each other: nothing but the order of trying rests on this. macroxue's
# bridge solver keeps such a memory; its situations are others.
from libc.stdint cimport uint32_t, uint64_t
from cext.base.mix cimport MIX_START, mix

cdef enum:
    CUTOFFS_SHARE = 32      # of all the memory allowed: a search's take one part in this many at the most
    FIRST_BITS = 9          # of a hash that give its place at first: two kilobytes
    SLOT_MASK = 127         # (a play of the relaxed game: up to twice 64)

cdef struct CutoffCards:
    uint32_t *entries       # a situation's tag, with the card's slot for its lowest bits; 0 for none
    int bits                # of the hash that give the place
    int ready_bits          # for which there is room already
    int most_bits
    uint64_t used

cdef int cutoffs_open(CutoffCards *cutoffs, uint64_t bytes_allowed) noexcept nogil
cdef void cutoffs_close(CutoffCards *cutoffs) noexcept nogil
cdef void cutoffs_clear(CutoffCards *cutoffs) noexcept nogil
cdef void keep_cutoff_card(CutoffCards *cutoffs, uint64_t situation, int slot) noexcept nogil

cdef inline uint32_t tag(uint64_t situation) noexcept nogil:
    """The bits of a hash after those that give its first place."""
    return <uint32_t>(situation >> (32 - FIRST_BITS))


cdef inline int cutoff_card(const CutoffCards *cutoffs, uint64_t situation) noexcept nogil:
    """The slot of the card that cut off there last, -1 where none is known."""
    cdef uint32_t entry = cutoffs.entries[situation >> (64 - cutoffs.bits)]
    return -1 if (entry ^ tag(situation)) & ~<uint32_t>SLOT_MASK else <int>(entry & SLOT_MASK)


cdef inline uint64_t situation(uint64_t plays, int rest, int turn, int seat) noexcept nogil:
    """A hash of the plays that a seat may make in its turn and of the `rest` that counts of the trick."""
    return mix(mix(MIX_START, plays), (<uint64_t>rest * 8 + turn) * 8 + seat)

"""The search's memory of which card cut off last in a like situation."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from cext.base.cards cimport lowest_card
from cext.base.buffer cimport most_within

cdef enum:
    # Half a megabyte. Full deals need no more, and a limit that does not depend on the memory
    # allowed keeps node counts the same on any number of threads.
    MOST_BITS = 17


cdef int cutoffs_open(CutoffCards *cutoffs, uint64_t bytes_allowed) noexcept nogil:
    """Make an empty memory that may grow to this size in bytes; 0, or -1 when there is no room."""
    cdef uint64_t most
    cutoffs.ready_bits = FIRST_BITS
    most = most_within(1 << FIRST_BITS, sizeof(uint32_t), bytes_allowed)
    cutoffs.most_bits = min(lowest_card(most), MOST_BITS)   # a power of two: its one bit
    cutoffs.entries = <uint32_t *>malloc(sizeof(uint32_t) << FIRST_BITS)
    if cutoffs.entries == NULL:
        return -1
    cutoffs_clear(cutoffs)
    return 0


cdef void cutoffs_close(CutoffCards *cutoffs) noexcept nogil:
    free(cutoffs.entries)
    cutoffs.entries = NULL


cdef void cutoffs_clear(CutoffCards *cutoffs) noexcept nogil:
    """Forget everything; only the first part is wiped and used, so a small search pays little."""
    cutoffs.bits = FIRST_BITS
    cutoffs.used = 0
    memset(cutoffs.entries, 0, sizeof(uint32_t) << FIRST_BITS)


cdef void keep_cutoff_card(CutoffCards *cutoffs, uint64_t situation, int slot) noexcept nogil:
    cdef uint32_t *entry
    if cutoffs.used * 4 > <uint64_t>1 << cutoffs.bits and cutoffs.bits < cutoffs.most_bits:
        grow(cutoffs)
    entry = cutoffs.entries + (situation >> (64 - cutoffs.bits))
    cutoffs.used += not entry[0]
    entry[0] = (tag(situation) & ~<uint32_t>SLOT_MASK) | <uint32_t>slot


cdef void grow(CutoffCards *cutoffs) noexcept nogil:
    """Double the places: each entry goes to one of the two that its next bit of hash tells apart."""
    cdef uint64_t place = <uint64_t>1 << cutoffs.bits
    cdef uint32_t entry
    cdef int next_bit = 31 - (cutoffs.bits - FIRST_BITS)
    cdef uint32_t *entries = cutoffs.entries
    if cutoffs.ready_bits == cutoffs.bits:
        entries = <uint32_t *>realloc(entries, sizeof(uint32_t) << (cutoffs.bits + 1))
        if entries == NULL:
            cutoffs.most_bits = cutoffs.bits
            return
        cutoffs.entries = entries
        cutoffs.ready_bits += 1
    cutoffs.bits += 1
    while place:
        place -= 1
        entry = entries[place]
        entries[2 * place] = 0
        entries[2 * place + 1] = 0
        entries[2 * place + (entry >> next_bit & 1)] = entry

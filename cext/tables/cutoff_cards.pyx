"""The search's memory of which card answered last in a like situation."""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from cext.base.cards cimport lowest_card
from cext.base.buffer cimport most_within

cdef enum:
    FIRST_BITS = 9          # four kilobytes
    # A megabyte. Full deals need no more, and a limit that does not hang on the memory
    # allowed keeps node counts the same on any number of threads.
    MOST_BITS = 17
    SLOT_MASK = 0xFF


cdef int answers_open(Answers *answers, uint64_t bytes_allowed) noexcept nogil:
    """Make an empty memory that may grow to so many bytes; 0, or -1 when there is no room."""
    cdef uint64_t most
    answers.ready_bits = FIRST_BITS
    most = most_within(1 << FIRST_BITS, sizeof(uint64_t), bytes_allowed)
    answers.most_bits = min(lowest_card(most), MOST_BITS)   # a power of two: its one bit
    answers.entries = <uint64_t *>malloc(sizeof(uint64_t) << FIRST_BITS)
    if answers.entries == NULL:
        return -1
    answers_clear(answers)
    return 0


cdef void answers_close(Answers *answers) noexcept nogil:
    free(answers.entries)
    answers.entries = NULL


cdef void answers_clear(Answers *answers) noexcept nogil:
    """Forget everything; only the first part is wiped and used, so a small search pays little."""
    answers.bits = FIRST_BITS
    answers.used = 0
    memset(answers.entries, 0, sizeof(uint64_t) << FIRST_BITS)


cdef int answer_in(const Answers *answers, uint64_t situation) noexcept nogil:
    """The slot of the card that answered there last, -1 where none is known."""
    cdef uint64_t entry = answers.entries[situation >> (64 - answers.bits)]
    return -1 if (entry ^ situation) & ~<uint64_t>SLOT_MASK else <int>(entry & SLOT_MASK)


cdef void keep_answer(Answers *answers, uint64_t situation, int slot) noexcept nogil:
    cdef uint64_t *entry
    if answers.used * 4 > <uint64_t>1 << answers.bits and answers.bits < answers.most_bits:
        grow(answers)
    entry = answers.entries + (situation >> (64 - answers.bits))
    answers.used += not entry[0]
    entry[0] = (situation & ~<uint64_t>SLOT_MASK) | <uint64_t>slot


cdef void grow(Answers *answers) noexcept nogil:
    """Double the places: each entry goes to one of the two that its next bit of hash tells apart."""
    cdef uint64_t place = <uint64_t>1 << answers.bits, entry
    cdef uint64_t *entries = answers.entries
    if answers.ready_bits == answers.bits:
        entries = <uint64_t *>realloc(entries, sizeof(uint64_t) << (answers.bits + 1))
        if entries == NULL:
            answers.most_bits = answers.bits
            return
        answers.entries = entries
        answers.ready_bits += 1
    answers.bits += 1
    while place:
        place -= 1
        entry = entries[place]
        entries[2 * place] = 0
        entries[2 * place + 1] = 0
        entries[entry >> (64 - answers.bits) if entry else 2 * place] = entry

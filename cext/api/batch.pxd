# Many questions and what is found, by question.
from libc.stdint cimport int32_t, int64_t, uint8_t
from cext.api.searcher cimport Ask, Searcher
from cext.game.game cimport Rules
from cext.search.driver cimport Bounds, PlayState

cdef struct Scratch:
    # Where a question that is not kept whole is laid out, one for each thread.
    Rules rules
    PlayState at


cdef class Batch:
    cdef readonly int size
    cdef readonly bint interrupted
    cdef int next_ask
    cdef int answered
    cdef int stop_all
    cdef int32_t[::1] lower, upper
    cdef uint8_t[::1] stops
    cdef int64_t[::1] nodes
    cdef double[::1] seconds
    cdef bint by_card
    cdef int32_t[:, ::1] card_lower, card_upper
    cdef const uint8_t *lay_out(self, int place, Scratch *scratch, Ask *asked) noexcept nogil
    cdef void answer(self, int place, Searcher searcher, const Ask *asked,
                     const uint8_t *columns) noexcept nogil
    cdef void note_cards(self, int place, const Ask *asked, const uint8_t *columns, int count,
                         const int *slots, const Bounds *values) noexcept nogil

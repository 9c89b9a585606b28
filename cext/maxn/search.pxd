# Every seat for itself: max^n over whole tricks (cext/maxn/question.pxd).
from libc.stdint cimport uint64_t
from cext.base.cards cimport cardset
from cext.maxn.question cimport MaxSearch
from cext.maxn.table cimport Vector
from cext.search.driver cimport PlayState

cdef int open_tables(MaxSearch *search, uint64_t bytes_allowed) noexcept nogil
cdef void close_tables(MaxSearch *search) noexcept nogil
cdef void take_position(MaxSearch *search, PlayState *root) noexcept nogil
cdef bint vector_of_play_state(MaxSearch *search, const PlayState *play, Vector *vector) noexcept nogil
cdef cardset distinct_cards(const MaxSearch *search, const PlayState *play) noexcept nogil
cdef int card_vectors(MaxSearch *search, const PlayState *root, int *slots, Vector *vectors) noexcept nogil
cdef int chosen_line(MaxSearch *search, const PlayState *root, Vector vector, int *plays) noexcept nogil

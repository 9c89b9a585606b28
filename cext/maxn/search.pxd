# Every seat for itself: max^n over whole tricks (cext/maxn/question.pxd).
from libc.stdint cimport uint64_t
from cext.base.cards cimport cardset
from cext.maxn.question cimport MaxSearch
from cext.maxn.table cimport Vector
from cext.search.driver cimport Point

cdef int open_tables(MaxSearch *search, uint64_t bytes_allowed) noexcept nogil
cdef void close_tables(MaxSearch *search) noexcept nogil
cdef void take_position(MaxSearch *search, Point *root) noexcept nogil
cdef bint vector_of_point(MaxSearch *search, const Point *point, Vector *vector) noexcept nogil
cdef cardset distinct_cards(const MaxSearch *search, const Point *point) noexcept nogil
cdef int card_vectors(MaxSearch *search, const Point *root, int *slots, Vector *vectors) noexcept nogil
cdef int chosen_line(MaxSearch *search, const Point *root, Vector vector, int *plays) noexcept nogil

# Where a position's vector is looked up and kept.
from libc.stdint cimport uint64_t
from cext.base.cards cimport cardset
from cext.base.mix cimport Key
from cext.maxn.question cimport MaxSearch, Outlook
from cext.maxn.vector cimport Vector

cdef struct Place:
    # Where a position belongs in the tables.
    Key key
    cardset[3] planes       # who holds what, for patterns

cdef int open_tables(MaxSearch *search, uint64_t bytes_allowed) noexcept nogil
cdef void close_tables(MaxSearch *search) noexcept nogil
cdef void find_place(const MaxSearch *search, const Outlook *outlook, Place *place) noexcept nogil
cdef bint probe(MaxSearch *search, const Place *place, Vector *vector, cardset *relevant) noexcept nogil
cdef void store(MaxSearch *search, const Place *place, const Vector *vector, cardset relevant,
                uint64_t nodes) noexcept nogil

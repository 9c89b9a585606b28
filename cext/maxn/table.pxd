# Exact vectors of positions at the start of a trick (cext/maxn/search.pxd).
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cext.base.mix cimport Key
from cext.maxn.vector cimport Vector

cdef struct Known:
    # An exact vector of a position at the start of a trick; half a cache line.
    uint64_t check
    uint32_t spot
    Vector vector
    uint8_t effort          # 1 + log2 of the nodes behind it; 0 marks an empty place

cdef struct Vectors:
    # They double as they fill, up to their limit; then a full bucket's cheapest goes.
    Known *known
    uint64_t buckets        # a power of two
    uint64_t most
    uint64_t used

cdef int vectors_open(Vectors *vectors, uint64_t bytes_allowed) noexcept nogil
cdef Known *vector_known(const Vectors *vectors, const Key *key) noexcept nogil
cdef void vector_remember(Vectors *vectors, const Key *key, const Vector *vector,
                          uint64_t nodes) noexcept nogil

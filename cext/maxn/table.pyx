"""The table of exact vectors that max^n has found."""

include "../base/layout.pxi"

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from cext.base.buffer cimport most_within
from cext.base.mix cimport Key
from cext.maxn.vector cimport Vector
from cext.tables.exact cimport BUCKET, effort_of

cdef enum:
    FIRST_BUCKETS = 64      # eight kilobytes


cdef int vectors_open(Vectors *vectors, uint64_t bytes_allowed) noexcept nogil:
    """No vectors yet; room may grow to so many bytes. 0, or -1 when memory is out."""
    # While it grows, the old room and the new are both there: one and a half times the new.
    vectors.most = most_within(FIRST_BUCKETS, BUCKET * sizeof(Known) * 3, bytes_allowed * 2)
    vectors.buckets = FIRST_BUCKETS
    vectors.used = 0
    vectors.known = <Known *>calloc(FIRST_BUCKETS * BUCKET, sizeof(Known))
    return 0 if vectors.known != NULL else -1


cdef Known *vector_known(const Vectors *vectors, const Key *key) noexcept nogil:
    cdef Known *known = vectors.known + (key.spot & (vectors.buckets - 1)) * BUCKET
    cdef int _place
    for _place in range(BUCKET):
        if known.check == key.check and known.spot == key.spot and known.effort:
            return known
        known += 1
    return NULL


cdef void keep(Vectors *vectors, const Known *found) noexcept nogil:
    """Put it into its bucket, in the place of the cheapest where that is full."""
    cdef Known *known = vectors.known + (found.spot & (vectors.buckets - 1)) * BUCKET
    cdef Known *cheapest = known
    cdef int _place
    for _place in range(BUCKET):
        if known.effort < cheapest.effort:
            cheapest = known
        known += 1
    if not cheapest.effort:
        vectors.used += 1
    cheapest[0] = found[0]


cdef void vectors_grow(Vectors *vectors) noexcept nogil:
    cdef uint64_t places = vectors.buckets * BUCKET, place
    cdef Known *old = vectors.known
    cdef Known *room = <Known *>calloc(places * 2, sizeof(Known))
    if room == NULL:
        vectors.most = vectors.buckets      # go on with what there is
        return
    vectors.known = room
    vectors.buckets *= 2
    vectors.used = 0
    for place in range(places):
        if old[place].effort:
            keep(vectors, &old[place])
    free(old)


cdef void vector_remember(Vectors *vectors, const Key *key, const Vector *vector,
                          uint64_t nodes) noexcept nogil:
    """Keep a position's vector, with the nodes behind it."""
    cdef Known found
    if vectors.used * 4 > vectors.buckets * BUCKET * 3 and vectors.buckets < vectors.most:
        vectors_grow(vectors)
    found.check = key.check
    found.spot = key.spot
    found.effort = <uint8_t>effort_of(nodes)
    found.vector = vector[0]
    keep(vectors, &found)

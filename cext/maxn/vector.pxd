# What a line of play is worth to the seats: a number each.
#
# A vector has room for eight of sixteen bits (a payoff's numbers have no more), whatever the
# number of seats, and what is not used is 0. So it is added to another, and compared with
# it, as one word of 128 bits, which every compiler makes of loops of this fixed length.
from libc.stdint cimport int16_t
from libc.string cimport memcmp

cdef enum:
    PARTS = 8               # the next power of two over MAX_SEATS

cdef struct Vector:
    int16_t[PARTS] of


cdef inline void add(Vector *vector, const Vector *more) noexcept nogil:
    cdef int part
    for part in range(PARTS):
        vector.of[part] = <int16_t>(vector.of[part] + more.of[part])


cdef inline void take_away(Vector *vector, const Vector *less) noexcept nogil:
    cdef int part
    for part in range(PARTS):
        vector.of[part] = <int16_t>(vector.of[part] - less.of[part])


cdef inline bint same(const Vector *one, const Vector *other) noexcept nogil:
    return not memcmp(one, other, sizeof(Vector))

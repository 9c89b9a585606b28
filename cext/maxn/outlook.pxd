# What vectors can still be: bounds of each seat's part, and what a seat can make of them.
from cext.base.cards cimport cardset
from cext.game.game cimport MAX_SEATS
from cext.maxn.question cimport MaxSearch, Reading
from cext.maxn.table cimport Vector

cdef struct Outlook:
    # Bounds of each seat's part of the vector, and what all parts add up to (where `constant_sum`).
    int low[MAX_SEATS]
    int high[MAX_SEATS]
    int total

cdef struct Offer:
    # A seat that takes a vector only if that is better for it than the one it has in hand.
    int seat                # NOBODY: any vector is taken
    Vector hand

cdef enum:
    NOBODY = -1

cdef void find_sum(MaxSearch *search, cardset trick) noexcept nogil
cdef bint look_ahead(const MaxSearch *search, cardset trick, Outlook *outlook) noexcept nogil
cdef bint better(const MaxSearch *search, int seat, const Vector *one, const Vector *other) noexcept nogil
cdef bint could_be_better(const MaxSearch *search, int seat, const Outlook *outlook,
                          const Vector *hand) noexcept nogil


cdef inline int read(const Reading *reading, int number) noexcept nogil:
    if reading.values == NULL:
        return number
    return reading.values[min(max(number - reading.low, 0), reading.size - 1)]

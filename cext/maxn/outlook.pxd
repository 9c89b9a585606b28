# What vectors can still be: bounds of each seat's part, and what a seat can make of them.
from libc.stdint cimport int16_t
from cext.base.cards cimport cardset
from cext.maxn.question cimport MaxSearch, Outlook, Reading
from cext.maxn.vector cimport Vector, same

cdef struct Offer:
    # A seat that takes a vector only if that is better for it than the one it has in hand.
    int seat                # NOBODY: any vector is taken
    Vector hand

cdef enum:
    NOBODY = -1

cdef void find_sum(MaxSearch *search, cardset trick) noexcept nogil
cdef bint all_plain(const MaxSearch *search) noexcept nogil
cdef void look_ahead(const MaxSearch *search, cardset trick, Outlook *outlook) noexcept nogil
cdef bint better(const MaxSearch *search, int seat, const Vector *one, const Vector *other) noexcept nogil
cdef bint next_could_be_better(const MaxSearch *search, int seat, const Outlook *outlook,
                               const Vector *hand) noexcept nogil


cdef inline bint certain(const Outlook *outlook) noexcept nogil:
    """Is each part one number already?"""
    return same(&outlook.low, &outlook.high)


cdef inline int read(const Reading *reading, int number) noexcept nogil:
    if reading.values == NULL:
        return number
    return reading.values[min(max(number - reading.low, 0), reading.size - 1)]


cdef inline void raise_low(Outlook *outlook, int seat, int low) noexcept nogil:
    """A seat's part is no less than this."""
    cdef int more = low - outlook.low.of[seat]
    if more > 0:
        outlook.low.of[seat] = <int16_t>low
        outlook.spare -= more
        outlook.room -= more


cdef inline void lower_high(Outlook *outlook, int seat, int high) noexcept nogil:
    """A seat's part is no more than this."""
    cdef int less = outlook.high.of[seat] - high
    if less > 0:
        outlook.high.of[seat] = <int16_t>high
        outlook.room -= less


cdef inline bint could_be_better(const MaxSearch *search, int seat, const Outlook *outlook,
                                 const Vector *hand) noexcept nogil:
    """Could any vector within the bounds be better for the seat than the one in hand?

    Compares the best there could be, part by part in the order of the tie rule: the most
    for the seat, then the least (or most) for the next, and so on.
    """
    cdef int most = outlook.high.of[seat]
    if search.constant_sum:
        if outlook.spare < 0:
            return False    # there is none at all
        most = min(most, outlook.low.of[seat] + outlook.spare)
    if most != hand.of[seat]:
        return most > hand.of[seat]
    return next_could_be_better(search, seat, outlook, hand)

# What a proof of the relaxed game leans on: marks.
#
# P's cards are numbered through all lanes from the weakest. A mark is one of these cards, an
# opponent, and a direction: OVER says that this opponent's cards over P's card must stay over
# it, UNDER that those under it must stay under it. Of the others' cards nothing is marked, nor
# of the order between two cards of one opponent.
#
# **What marks mean.** A proof of position X with its marks is one for every position Y onto
# which X's cards can be mapped, seat by seat, lane by lane and kind by kind, so that for each
# mark of opponent k and P's i-th card
#   OVER: what k has over P's i-th in X lies, in Y, over the images of P's i-th and of all
#   lower cards of P's in the lane;
#   UNDER: what k has under it lies under the images of P's i-th and of all higher ones.
# For then every comparison that the proof rests on comes out in Y as in X (the comments beside
# the code say which mark stands for which comparison), and suits, which decide what may be
# played, are mapped onto themselves. A claim (cext/relaxed/claims.pxd) uses it with the map
# that counts cards from the weakest. Where one play is refuted by the proof against another
# (cext/relaxed/moves.pyx) the two cards change places, and the map is that exchange.
#
# The marks of one direction are one word, with as many bits an opponent as fit; no game here
# gives P more cards than that.
from libc.stdint cimport uint64_t

cdef struct Marks:
    uint64_t under
    uint64_t over


cdef inline void no_marks(Marks *marks) noexcept nogil:
    marks.under = 0
    marks.over = 0


cdef inline void add_marks(Marks *marks, const Marks *more) noexcept nogil:
    marks.under |= more.under
    marks.over |= more.over


cdef inline uint64_t marks_from(int width, int seat, int low, int high) noexcept nogil:
    """The seat's marks of P's cards from one to another, of a direction; `width` bits a seat."""
    return ((<uint64_t>2 << high) - (<uint64_t>1 << low)) << (width * (seat - 1))


cdef inline uint64_t mark_of(int width, int seat, int index) noexcept nogil:
    return <uint64_t>1 << (width * (seat - 1) + index)


cdef inline uint64_t marks_of_seat(uint64_t marks, int width, int seat) noexcept nogil:
    """P's cards that the seat has a mark of, by number."""
    return marks >> (width * (seat - 1)) & ((<uint64_t>1 << width) - 1)


cdef inline uint64_t marks_of_any(uint64_t marks, int width) noexcept nogil:
    """P's cards that any seat has a mark of."""
    cdef uint64_t cards = 0
    while marks:
        cards |= marks
        marks >>= width
    return cards & ((<uint64_t>1 << width) - 1)


cdef inline void make_room(Marks *marks, uint64_t firsts, int index) noexcept nogil:
    """Number the marks as before the card with this index was played; `firsts` has each seat's first bit."""
    cdef uint64_t lower = ((<uint64_t>1 << index) - 1) * firsts
    marks.under = (marks.under & lower) | (marks.under & ~lower) << 1
    marks.over = (marks.over & lower) | (marks.over & ~lower) << 1

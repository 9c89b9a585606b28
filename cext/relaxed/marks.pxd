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
# **Prices.** Of a priced lane a proof leans on what P pays for the cards that it captures. A
# proof that P pays `bound` at the most has many courses, one for each way the opponents may play
# against it; `spare` says of each card of the lane by how much less than the bound P pays, at
# the least, in every course in which it captures that card, and UNPAID where it never does. (Of
# a proof that P pays so much at the least, how much more.) Where Y's cards cost something else
# than those of X that they are mapped onto, by more[c], a course that captures the cards C
# costs more by the sum of more over C, and was spare by as much as the most spare card of C.
# So the bound rises by no more than the greatest sum of more[c] over cards with spare[c] <= s,
# less s, for any s (`rise`, prices.h): of the cards that rise a course with the most spare one at s
# captures at the most those. What the `sure` cards cost less comes off again: those are
# captured in every course. A card keeps its slot for as long as the proof is followed.
#
# The marks of one direction are one word, with as many bits an opponent as fit; no game here
# gives P more cards than that.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from cext.base.cards cimport LANE_SLOTS, cardset, lowest_card

cdef enum:
    UNPAID = 255

cdef struct Marks:
    uint64_t under
    uint64_t over
    uint8_t spare[16]       # by place in the priced lane
    uint16_t sure           # cards of that lane


cdef inline void no_marks(Marks *marks) noexcept nogil:
    marks.under = 0
    marks.over = 0
    marks.sure = 0
    memset(marks.spare, UNPAID, sizeof(marks.spare))


cdef inline void no_courses(Marks *marks) noexcept nogil:
    """Those of a proof that is still without a course, for others to be joined to it."""
    no_marks(marks)
    marks.sure = 0xFFFF


cdef inline void add_marks(Marks *marks, const Marks *more) noexcept nogil:
    marks.under |= more.under
    marks.over |= more.over


cdef inline void have_paid(Marks *marks, cardset lane_cards) noexcept nogil:
    """P captures these cards of the priced lane in every course of the proof."""
    marks.sure |= <uint16_t>lane_cards
    while lane_cards:
        marks.spare[lowest_card(lane_cards)] = 0
        lane_cards &= lane_cards - 1


cdef inline void join_spare(Marks *marks, int bound, const Marks *part, int value, int joined) noexcept nogil:
    """`marks` of a proof of `bound` become those of one of `joined`, which needs `part`, of `value`, too."""
    cdef int more = abs(joined - bound), most = abs(joined - value), i
    marks.sure &= part.sure
    for i in range(LANE_SLOTS):
        marks.spare[i] = <uint8_t>min(spare_by(marks.spare[i], more), spare_by(part.spare[i], most))


cdef inline int spare_by(int spare, int more) noexcept nogil:
    """So much more to spare, as far as a byte tells it: less is safe, but what is paid stays so."""
    return UNPAID if spare == UNPAID else min(spare + more, UNPAID - 1)


cdef inline void lose_spare(Marks *marks, int lost) noexcept nogil:
    """Cards have less to spare; those never captured stay so."""
    cdef int i
    for i in range(LANE_SLOTS):
        if marks.spare[i] != UNPAID:
            marks.spare[i] = <uint8_t>max(marks.spare[i] - lost, 0)


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

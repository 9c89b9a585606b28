# Standings: what counts of a position in a game where cards are taken up (Enfle).
#
# A lane says who holds each card of a suit that is still in play, from the weakest
# up and without gaps: dead cards leave no trace. Sixteen places, three bits a place
# as three planes of sixteen bits; OFF (all ones) is a place beyond the last card.
# In mid-trick lane 0 is the suit led; the other lanes stand in order of size.
#
# Only choices make standings: a seat with one card to play has played it. Which cards
# lie on the table is said by what will become of them:
#   LEAD   nothing on the table, `mover` leads
#   GIVE   a later seat, `other`, cannot follow: the trick's cards are his already
#   DUEL   all follow and the trick will die, so its cards are gone; `other` led, the
#          best card so far is `winner`'s, and stands over `height` cards of the lane
from libc.stdint cimport uint64_t

cdef enum Phase:
    LEAD = 0
    GIVE = 1
    DUEL = 2

cdef enum:
    MOST_CHILDREN = 64
    STILL_ON = -1           # nobody is out of cards yet

cdef struct Standing:
    # The top sixteen bits of lane[0] hold phase 2, mover 3, other 3, winner 3, height 5.
    uint64_t lane[4]

cdef struct Child:
    Standing standing
    int out                 # the seat that is out of cards; STILL_ON where play goes on

cdef inline int mover_of(const Standing *standing) noexcept nogil:
    return <int>(standing.lane[0] >> 50) & 7

cdef int children_of(const Standing *standing, int seats, Child *children) noexcept nogil
cdef void hand_sizes(const Standing *standing, int seats, int *sizes) noexcept nogil
cdef void stand(const uint64_t *hands, int seats, int leader, int mover, const int *trick,
                Child *found) noexcept nogil

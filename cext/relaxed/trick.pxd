# A trick of the relaxed game, from the lead to its last card.
from libc.stdint cimport int32_t, uint32_t
from cext.relaxed.game cimport Relaxed

cdef struct RelaxedTrick:
    int played
    int seat                # to play
    int led                 # lane
    int top                 # highest interval of the led lane an opponent has played to, -1
    int second              # the next one, -1
    int tops                # mask of the seats whose cards are in the highest
    int lane                # of P's card
    int place               # its place among P's cards of the lane, -1 while P has not played
    int slot
    int32_t cost            # of P taking the trick
    int32_t least
    int32_t most
    bint pointed
    bint breaks

cdef int search_lead(Relaxed *relaxed, int need, uint32_t *marks) noexcept nogil

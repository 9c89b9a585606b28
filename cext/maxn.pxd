# Every seat for itself: max^n over whole tricks.
#
# The payoff of a line of play is a vector, a number a seat, more being better for that
# seat. The seat to play chooses the vector with the most for itself; among equals, by
# the tie rule, the one with the least (or the most) for the next seat to its left, then
# for the next, and so on. The rule looks at vectors only, never at cards: so positions
# that differ in nothing but which cards are called what have one vector, and the usual
# classes of cards and positions (cext/moves.pxd, cext/key.pxd) hold here too.
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from cext.cards cimport cardset
from cext.game cimport MAX_SEATS, Payoff, Rules, State, Trick
from cext.control cimport Control
from cext.search cimport Search

cdef enum Ties:
    LEAST_FOR_NEXT = 1
    MOST_FOR_NEXT = -1

cdef struct Vector:
    int of[MAX_SEATS]

cdef struct Known:
    # An exact vector of a position at the start of a trick; half a cache line.
    uint64_t check
    uint32_t spot
    int16_t of[MAX_SEATS]
    uint8_t effort          # 1 + log2 of the nodes behind it; 0 marks an empty place

cdef struct Vectors:
    # They double as they fill, up to their limit; then a full bucket's cheapest goes.
    Known *known
    uint64_t buckets        # a power of two
    uint64_t most
    uint64_t used

cdef struct Reading:
    # How a seat's number is read where that is no straight line: met or not, in steps.
    # `values[0]` is for `low` and less, the last for all that is more.
    int *values             # NULL: the number itself
    int low
    int size

cdef struct Fortunes:
    # What play has brought each seat so far and what is still outstanding for it.
    uint8_t takers[MAX_SEATS]
    int gained[MAX_SEATS]
    int least[MAX_SEATS]
    int most[MAX_SEATS]

cdef struct Outlook:
    # Between what each seat's part of the vector must lie.
    int low[MAX_SEATS]
    int high[MAX_SEATS]

cdef struct MaxSearch:
    const Rules *rules
    const Payoff *payoffs[MAX_SEATS]
    Payoff alike            # its kinds, odd cards and flags tell what all payoffs together tell apart
    Reading readings[MAX_SEATS]
    bint past_counts        # what came before matters: readings, takers
    int counting            # the seat whose payoff keeps the counts, else 0
    int ties
    State state
    Fortunes fortunes
    Search view             # one seat's question, for its bounds
    Vectors vectors
    Control control

# Every seat for itself: max^n over whole tricks.
#
# The payoff of a line of play is a vector, a number a seat, more being better for that
# seat. The seat to play chooses the vector with the most for itself; among equals, by
# the tie rule, the one with the least (or the most) for the next seat to its left, then
# for the next, and so on. The rule looks at vectors only, never at cards: so positions
# that differ in nothing but which cards are called what have one vector, and the usual
# classes of cards and positions (cext/game/distinct.pxd, cext/tables/key.pxd) hold here too.
from libc.stdint cimport uint8_t
from cext.base.cards cimport cardset
from cext.game.game cimport MAX_SEATS, Payoff, Rules, State, Trick
from cext.base.limits cimport Control
from cext.search.search cimport Search
from cext.search.driver cimport Point
from cext.maxn.table cimport Vector, Vectors

cdef enum Ties:
    LEAST_FOR_NEXT = 1
    MOST_FOR_NEXT = -1

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

cdef void take_position(MaxSearch *search, Point *root) noexcept nogil
cdef bint look_ahead(MaxSearch *search, cardset trick, Outlook *outlook) noexcept nogil
cdef bint better(const MaxSearch *search, int seat, const Vector *one, const Vector *other) noexcept nogil
cdef bint vector_of_point(MaxSearch *search, const Point *point, Vector *vector) noexcept nogil
cdef cardset told_apart(const MaxSearch *search, const Point *point) noexcept nogil
cdef int card_vectors(MaxSearch *search, const Point *root, int *slots, Vector *vectors) noexcept nogil
cdef int chosen_line(MaxSearch *search, const Point *root, Vector vector, int *plays) noexcept nogil

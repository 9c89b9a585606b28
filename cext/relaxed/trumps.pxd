# The trump game: where trumps alone count and one may trump at any time, plain cards have no names.
from libc.stdint cimport uint64_t
from cext.base.cards cimport LANE_SLOTS, cardset
from cext.base.limits cimport Control
from cext.game.game cimport MAX_SEATS, Payoff, Rules, State
from cext.relaxed.trump_table cimport TrumpTable
from cext.tables.cutoff_cards cimport CutoffCards

cdef enum:
    HALF_LANE = 8           # slots
    HALF_SETS = 256

cdef struct TrumpGame:
    # Sets of trumps are the trumps' lane moved down to the first.
    Control *control
    TrumpTable table
    CutoffCards cutoffs
    int seats
    int lane
    cardset dealt[MAX_SEATS]    # each seat's trumps at the root; what is left of them lies where it lay
    cardset parties[2]          # those of the seats that minimise, and of those that maximise
    int maximises[MAX_SEATS]
    int may_take[MAX_SEATS]     # by leader: the seats that may take a trick without trumps, a bit each
    int levels                  # trumps of one worth are a level; the dearest first
    cardset level[LANE_SLOTS]
    int worth[LANE_SLOTS]       # of each: what the side gets more if it captures one than if the others do
    int above[2][HALF_SETS]     # sums of what is worth more than nothing, by halves of a lane

cdef int trumps_open(TrumpGame *game, uint64_t cutoff_bytes) noexcept nogil
cdef void trumps_close(TrumpGame *game) noexcept nogil
cdef void trumps_begin(TrumpGame *game, const Rules *rules, const Payoff *payoff, Control *control,
                       const State *root) noexcept nogil
cdef bint trumps_answer(TrumpGame *game, const State *state, int target, int *value) noexcept nogil

# The classes of the core's face to Python that hold what a search is given.
from cext.game.game cimport Payoff, Rules
from cext.game.packed cimport GamePayoff, GameRules
from cext.search.driver cimport Bounds, PlayState, Solver

cdef struct Ask:
    # A question to the core, free of Python.
    const Rules *rules
    const Payoff *payoff
    const PlayState *at
    bint limited
    int low
    int high
    bint over
    bint begun      # the state has takers and counts of its own


cdef class Stop:
    cdef int flag


cdef inline int *flag_of(Stop stop):
    """What a search looks at to be ended by another thread; NULL where nobody is to end it."""
    return &stop.flag if stop is not None else NULL


cdef class DealState:
    cdef PlayState at
    cdef readonly GameRules rules
    cdef _lay(self, int leader, trick)


cdef class Searcher:
    cdef Solver solver
    cdef bint opened
    cdef bint at_work
    cdef take(self)
    cdef give_back(self)


cdef Ask ask_of(DealState deal, GamePayoff payoff, window)
cdef bint play_over(const Rules *rules, const PlayState *play) noexcept nogil
cdef void play_open(PlayState *play, int leader) noexcept nogil
cdef void play_lay(const Rules *rules, PlayState *play, int seat, int slot) noexcept nogil
cdef void play_settle(const Rules *rules, PlayState *play) noexcept nogil
cdef Bounds answer_of(Solver *solver, const Ask *asked, int shortcuts, Bounds *outer) noexcept nogil

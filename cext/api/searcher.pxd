# The classes of the core's face to Python that hold what a search is given.
from libc.stdint cimport uint64_t
from cext.game.game cimport Payoff, Rules
from cext.game.packed cimport GamePayoff, GameRules
from cext.search.driver cimport Bounds, Point, Solver

cdef struct Ask:
    # A question to the core, free of Python.
    const Rules *rules
    const Payoff *payoff
    const Point *point
    bint limited
    int low
    int high
    bint over


cdef class Stop:
    cdef int flag


cdef inline int *flag_of(Stop stop):
    """What a search looks at to be ended by another thread; NULL where nobody is to end it."""
    return &stop.flag if stop is not None else NULL


cdef class DealPoint:
    cdef Point point
    cdef readonly GameRules rules
    cdef _lay(self, int leader, trick)


cdef class Searcher:
    cdef Solver solver
    cdef bint opened
    cdef bint at_work
    cdef take(self)
    cdef give_back(self)


cdef Ask ask_of(DealPoint deal, GamePayoff payoff, window)
cdef bint point_over(const Rules *rules, const Point *point) noexcept nogil
cdef void point_open(Point *point, int leader) noexcept nogil
cdef void point_lay(const Rules *rules, Point *point, int seat, int slot) noexcept nogil
cdef void point_settle(const Rules *rules, Point *point) noexcept nogil
cdef Bounds answer_of(Solver *solver, const Ask *asked, int shortcuts, Bounds *outer) noexcept nogil

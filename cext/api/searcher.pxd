# The classes of the core's face to Python that hold what a search is given.
from cext.game.packed cimport GameRules
from cext.search.driver cimport Point


cdef class Stop:
    cdef int flag


cdef class DealPoint:
    cdef Point point
    cdef readonly GameRules rules
    cdef _lay(self, int leader, trick)

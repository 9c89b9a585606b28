# The classes of the core's face to Python that hold what a search is given.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules
from cext.solve cimport Point


cdef class GameRules:
    cdef Rules rules
    cdef _grade(self, cardset cards, grades)


cdef class GamePayoff:
    cdef Payoff payoff
    cdef _weigh(self, int seats, worth)
    cdef int _lonely(self, int seats, bint maximises)
    cdef _reward(self, bonus)
    cdef bint _alike(self, const Rules *rules, int one, int other)
    cdef _sort(self, const Rules *rules, cardset cards)


cdef class Stop:
    cdef int flag


cdef class DealPoint:
    cdef Point point
    cdef readonly GameRules rules
    cdef _lay(self, int leader, trick)

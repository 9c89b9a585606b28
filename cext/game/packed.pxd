# Rules and payoffs as Python objects that hold their packed form.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules


cdef class GameRules:
    cdef Rules rules
    cdef _grade(self, cardset cards, grades)


cdef class GamePayoff:
    cdef Payoff payoff
    cdef readonly int seats
    cdef _weigh(self, int seats, worth)
    cdef int _brings(self, seats)
    cdef int _lonely(self, int seats, bint maximises)
    cdef _reward(self, bonus)
    cdef bint _alike(self, const Rules *rules, int one, int other)
    cdef _sort(self, const Rules *rules, cardset cards)

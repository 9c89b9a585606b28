# Rules and payoffs as Python objects that hold their packed form.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules


cdef class GameRules:
    cdef Rules rules
    cdef _grade(self, cardset cards, grades)


cdef class GamePayoff:
    cdef Payoff payoff
    cdef readonly int seats
    cdef _weigh(self, int seat, row)

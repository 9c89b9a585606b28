# What follows of a payoff: its bounds, and the traits that the search makes use of.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules

cdef void derive_bounds(int seats, int sets_of_takers, Payoff *payoff) noexcept nogil
cdef void derive_traits(const Rules *rules, cardset cards, Payoff *payoff) noexcept nogil

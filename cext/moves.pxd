# Which of the legal cards are worth telling apart, and in what order to try them.
from cext.cards cimport cardset
from cext.game cimport Payoff, Rules

cdef cardset choices(const Rules *rules, const Payoff *payoff, cardset legal, cardset hand,
                     cardset others) noexcept nogil

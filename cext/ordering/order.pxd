# In what order cards are tried.
from libc.stdint cimport uint32_t
from cext.base.cards cimport cardset, lowest_card
from cext.game.game cimport Payoff, Rules, State, Trick

cdef enum:
    MOST_CHOICES = 64

cdef int in_order(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick, int seat,
                  cardset cards, const uint32_t *history, bint relaxed, int *slots) noexcept nogil
cdef int most_promising(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                        int seat, cardset cards) noexcept nogil


cdef inline int occasion(int played, int led) noexcept nogil:
    """What answers are counted for: a lead, or a card to a lead of some lane."""
    return 1 + led if played else 0


cdef inline int most_often(const uint32_t *history, cardset cards) noexcept nogil:
    """The card that has the greatest count by slot, the lowest of equals."""
    cdef int slot, best = lowest_card(cards)
    cards &= cards - 1
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if history[slot] > history[best]:
            best = slot
    return best

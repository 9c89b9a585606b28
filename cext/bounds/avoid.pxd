# Bounds that need no search: cards that a side avoids, or is sure of.
from cext.base.cards cimport cardset, lowest_card
from cext.game.game cimport Node, Payoff, Rules, State, Trick
from cext.bounds.quick_tricks cimport holds_trick

cdef bint stays_clear(const Node *node, bint party, cardset *relevant) noexcept nogil
cdef int sure_worth(const Node *node, int seat, cardset *relevant) noexcept nogil


cdef inline bint settled_by_trick(const Node *node, const Trick *trick, int seat, int target, int lower,
                                  int upper, cardset *relevant, int *value) noexcept nogil:
    """In a trick that is sure to stay with the side that has it: do the cards on the table answer?

    It captures these; `lower` and `upper` are what all cards, these among them, must and
    can bring. They must be worth the same to whichever seat of the side takes them, as
    where `trumps_count` (solve.search_begin).
    """
    cdef cardset cards = trick.cards & node.payoff.valued
    cdef int slot
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        lower += node.payoff.worth[trick.winner][slot] - node.payoff.bounds.least[slot]
        upper += node.payoff.worth[trick.winner][slot] - node.payoff.bounds.most[slot]
    if lower < target <= upper or not holds_trick(node, trick, seat, False, relevant):
        return False
    value[0] = lower if lower >= target else upper
    return True

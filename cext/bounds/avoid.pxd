# Bounds that need no search: cards that a side avoids, or is sure of.
from cext.base.cards cimport cardset, count_cards, lowest_card
from cext.game.game cimport Node, Trick
from cext.bounds.quick_tricks cimport holds_trick

cdef struct Rounds:
    # What a seat's top trumps and then its partner's make of the tricks to come (`top_rounds`).
    int own                 # tricks that the seat's take ...
    int partners            # ... and its partner's
    int leads               # of trumps among them, to which an opponent has to follow

cdef bint stays_clear(const Node *node, bint party, cardset *relevant) noexcept nogil
cdef int sure_worth(const Node *node, int seat, cardset *relevant) noexcept nogil


cdef inline bint settled_by_trick(const Node *node, const Trick *trick, int seat, int target, int lower,
                                  int upper, cardset *relevant, int *value) noexcept nogil:
    """In a trick that is sure to stay with the side that has it: do the cards on the table answer?

    It captures these; `lower` and `upper` are what all cards, these among them, must and
    can bring. They must be worth the same to whichever seat of the side takes them, as
    where `trumps_count` (cext/search/driver.pyx).
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


cdef inline bint top_rounds(cardset own, cardset help, cardset masters, bint leads, bint partner_leads,
                            bint may_trump, Rounds *rounds) noexcept nogil:
    """How a seat and its partner go through their masters; False where the seat cannot begin.

    The seat leads its own masters one after another. Where one may trump at any time it plays one to
    the trick now to come, whoever leads, and goes on leading. The partner follows with other
    trumps as long as it has any. Then the seat leads another trump, or a plain card that the partner
    trumps, and the partner goes on in the same way.
    """
    rounds.own = count_cards(own & masters)
    rounds.partners = 0
    rounds.leads = rounds.own - (not leads and not (partner_leads and help & ~masters))
    if not rounds.own or count_cards(help & ~masters) < rounds.own and help & masters:
        return False
    if help & masters and (own & ~masters or may_trump):
        rounds.partners = count_cards(help & masters)
        rounds.leads += rounds.partners - (not own & ~masters)
    return True

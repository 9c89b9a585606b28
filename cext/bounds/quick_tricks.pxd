# Tricks that are sure without a search.
from cext.base.cards cimport cardset
from cext.bounds.top_cards cimport top_cards
from cext.game.game cimport Node, Trick

cdef bint bounded_by_tricks(const Node *node, int target, cardset *relevant, int *value) noexcept nogil
cdef bint decided_by_trick(const Node *node, const Trick *trick, int seat, int target, cardset *relevant,
                           int *value) noexcept nogil
cdef bint holds_trick(const Node *node, const Trick *trick, int seat, bint and_leads,
                      cardset *relevant) noexcept nogil


cdef inline int wanted_of(const Node *node, bint mine, int target) noexcept nogil:
    """The tricks a side must take to answer its way; the other must take all but one less."""
    cdef int worth = node.payoff.bounds.any_most - node.payoff.bounds.any_least
    cdef int wanted = target - node.payoff.bounds.any_least * node.state.tricks_left
    if worth != 1:
        wanted = (wanted + worth - 1) // worth
    return wanted if mine else node.state.tricks_left + 1 - wanted


cdef inline int value_with(const Node *node, bint mine, int sure) noexcept nogil:
    """The bound when a side takes a number of the tricks left."""
    cdef int more = sure * (node.payoff.bounds.any_most - node.payoff.bounds.any_least)
    if mine:
        return node.payoff.bounds.any_least * node.state.tricks_left + more
    return node.payoff.bounds.any_most * node.state.tricks_left - more


cdef inline bint bounded_by_top_cards(const Node *node, int target, cardset *relevant,
                                      int *value) noexcept nogil:
    """Are the leader's top cards, with no trumps out, all the tricks that its side lacks?"""
    cdef int leader = node.state.leader, wanted
    cdef bint mine = node.payoff.maximises[leader]
    cdef cardset needed = 0
    if node.rules.trumps & node.state.left & ~node.state.hands[leader]:
        return False
    wanted = wanted_of(node, mine, target)
    if top_cards(&node.state, leader, wanted, &needed) < wanted:
        return False
    relevant[0] |= needed
    value[0] = value_with(node, mine, wanted)
    return True

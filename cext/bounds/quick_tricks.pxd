# Tricks that are sure without a search.
from cext.base.cards cimport cardset
from cext.game.game cimport Node, Payoff, Rules, State, Trick

cdef bint bounded_by_tricks(const Node *node, int target, cardset *relevant, int *value) noexcept nogil
cdef bint decided_by_trick(const Node *node, const Trick *trick, int seat, int target, cardset *relevant,
                           int *value) noexcept nogil
cdef bint holds_trick(const Node *node, const Trick *trick, int seat, bint and_leads,
                      cardset *relevant) noexcept nogil

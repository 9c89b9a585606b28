# Tricks that the side not on lead is sure of by stopping what the other can lead.
from cext.base.cards cimport cardset
from cext.game.game cimport Node

cdef int sure_by_stoppers(const Node *node, int wanted, cardset *relevant) noexcept nogil

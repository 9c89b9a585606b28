# Cuts: where a proof compared cards of a suit (see cext/tables/patterns.pxd).
#
# A set of cuts is a card set: a slot in it says that the order between this card and
# those under it matters. The slot's own card may be gone; the cut then lies under the
# next card over it that is left.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules, State, Trick

cdef cardset places_of_cuts(cardset cuts, cardset left, cardset odd) noexcept nogil
cdef cardset fixed_places(cardset cuts, cardset left) noexcept nogil
cdef cardset slots_of_cuts(cardset places, cardset left) noexcept nogil
cdef cardset cut_of_trick(const Trick *trick, cardset cuts) noexcept nogil

# A position in which every seat plays for itself: its vector, each card's and the line.
from cext.base.cards cimport cardset
from cext.maxn.question cimport MaxSearch
from cext.maxn.vector cimport Vector
from cext.search.driver cimport PlayState

cdef void take_position(MaxSearch *search, PlayState *root) noexcept nogil
cdef cardset distinct_cards(const MaxSearch *search, const PlayState *play) noexcept nogil
cdef int card_vectors(MaxSearch *search, const PlayState *root, int *slots, Vector *vectors) noexcept nogil
cdef int chosen_line(MaxSearch *search, const PlayState *root, Vector vector, int *plays) noexcept nogil

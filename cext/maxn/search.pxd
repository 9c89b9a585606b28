# Every seat for itself: max^n over whole tricks (cext/maxn/question.pxd).
from cext.game.game cimport Trick
from cext.maxn.question cimport MaxSearch
from cext.maxn.vector cimport Vector
from cext.search.driver cimport PlayState

cdef bint vector_of_play_state(MaxSearch *search, const PlayState *play, Vector *vector) noexcept nogil
cdef void quit_trick(MaxSearch *search, const Trick *trick, Vector *gains) noexcept nogil

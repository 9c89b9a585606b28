# The end of a trick of the relaxed game.
from libc.stdint cimport uint32_t
from cext.relaxed.game cimport Relaxed
from cext.relaxed.trick cimport RelaxedTrick

cdef int quit_trick(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks) noexcept nogil

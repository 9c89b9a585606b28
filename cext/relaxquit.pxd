# The end of a trick of the relaxed game.
from libc.stdint cimport uint32_t
from cext.relaxed cimport Relaxed
from cext.relaxtrick cimport RelaxedTrick

cdef int quit_trick(Relaxed *relaxed, const RelaxedTrick *trick, int need, uint32_t *marks) noexcept nogil

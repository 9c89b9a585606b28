# Zero-window search of the relaxed game.
from cext.game.game cimport State
from cext.relaxed.game cimport Relaxed
from cext.relaxed.marks cimport Marks

cdef int relaxed_search(Relaxed *relaxed, const State *state, int target) noexcept nogil
cdef bint relaxed_answers(Relaxed *relaxed, const State *state, int target, int *value) noexcept nogil
cdef int search_start(Relaxed *relaxed, int target, Marks *marks) noexcept nogil

# Zero-window search of the relaxed game.
from cext.base.cards cimport cardset
from cext.game.game cimport State
from cext.relaxed.claims cimport Outline
from cext.relaxed.game cimport Relaxed
from cext.relaxed.marks cimport Marks

cdef int relaxed_search(Relaxed *relaxed, const State *state, int target, cardset *relevant) noexcept nogil
cdef bint relaxed_answers(Relaxed *relaxed, const State *state, int target, int *value,
                          cardset *relevant) noexcept nogil
cdef int search_start(Relaxed *relaxed, Outline *outline, int target, Marks *marks) noexcept nogil

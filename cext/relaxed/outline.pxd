# The start of a trick as claims see it, and when P is safe there.
from libc.stdint cimport uint64_t
from cext.relaxed.claims cimport Outline
from cext.relaxed.game cimport Relaxed
from cext.relaxed.marks cimport Marks

cdef uint64_t shape_of(const Relaxed *relaxed) noexcept nogil
cdef void draw_outline(const Relaxed *relaxed, Outline *outline) noexcept nogil
cdef bint is_safe(const Relaxed *relaxed, const Outline *outline, Marks *marks) noexcept nogil
cdef int last_trick(const Relaxed *relaxed, Marks *marks) noexcept nogil

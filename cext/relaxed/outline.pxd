# The start of a trick as claims see it, and when P is safe there.
from libc.stdint cimport uint32_t, uint64_t
from cext.base.mix cimport finish, mix
from cext.relaxed.claims cimport Outline
from cext.relaxed.game cimport Relaxed
from cext.relaxed.marks cimport Marks

cdef void draw_outline(const Relaxed *relaxed, Outline *outline) noexcept nogil
cdef bint is_safe(const Relaxed *relaxed, const Outline *outline, Marks *marks) noexcept nogil
cdef int last_trick(const Relaxed *relaxed, Marks *marks) noexcept nogil

cdef inline uint64_t shape_of(const Relaxed *relaxed, const Outline *outline) noexcept nogil:
    """What positions must share for a claim to be good for both: all but how P's cards lie among theirs."""
    cdef uint64_t circumstances = <uint64_t>relaxed.leader
    circumstances |= (<uint64_t>relaxed.first << 4) | (<uint64_t>relaxed.broken << 5)
    if relaxed.bonus_least[relaxed.takers] != relaxed.bonus_most[relaxed.takers]:
        circumstances |= (<uint64_t>relaxed.takers + 1) << 16
    else:
        circumstances |= <uint64_t><uint32_t>relaxed.bonus[relaxed.takers] << 32
    circumstances |= <uint64_t>(relaxed.pile_cost != 0) << 6 | <uint64_t>relaxed.pile_pointed << 7
    return finish(mix(outline.shape, circumstances))

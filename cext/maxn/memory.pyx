"""What max^n remembers: which vectors positions have, and which cards answered."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from cext.base.cards cimport cardset
from cext.base.mix cimport MIX_START, Mixer, key_begin, key_finish, key_mix
from cext.game.game cimport Payoff
from cext.maxn.question cimport Fortunes, MaxSearch, Outlook, in_steps
from cext.maxn.table cimport Known, vector_known, vector_remember, vectors_open
from cext.maxn.vector cimport Vector
from cext.tables.cutoff_cards cimport CUTOFFS_SHARE, cutoffs_close, cutoffs_open
from cext.tables.key cimport lengths_of, mix_position, mix_shape, planes_of_hands
from cext.tables.patterns cimport (
    Family, Pattern, add_pattern, describe, family_of, holds_for, make_newest, newest, patterns_allow,
    patterns_close, patterns_open,
)
from cext.tables.relevance cimport may_generalise, relevant_slots


cdef int open_tables(MaxSearch *search, uint64_t bytes_allowed) noexcept nogil:
    """Make the tables, patterns where they may be used, within the bytes; 0, or -1 when memory is out."""
    search.general = may_generalise(search.rules)
    if cutoffs_open(&search.cutoffs, bytes_allowed // CUTOFFS_SHARE) < 0:
        return -1
    bytes_allowed -= bytes_allowed // CUTOFFS_SHARE
    if not search.general:
        return vectors_open(&search.vectors, bytes_allowed)
    if patterns_open(&search.patterns) < 0:
        return -1
    patterns_allow(&search.patterns, bytes_allowed)
    return 0


cdef void close_tables(MaxSearch *search) noexcept nogil:
    free(search.vectors.known)
    patterns_close(&search.patterns)
    cutoffs_close(&search.cutoffs)


cdef void find_place(const MaxSearch *search, const Outlook *outlook, Place *place) noexcept nogil:
    """Its key, with what the past still means for each seat."""
    cdef Mixer mixer
    cdef int seat
    key_begin(&mixer, MIX_START)
    if search.general:
        mix_shape(search.rules, &search.alike, &search.state, lengths_of(search.rules, &search.state),
                  &mixer)
        planes_of_hands(search.rules, &search.state, place.planes)
    else:
        mix_position(search.rules, &search.alike, &search.state, &mixer)
    if search.past_counts:
        for seat in range(search.rules.seats):
            key_mix(&mixer, past_of(search, seat, outlook))
    key_finish(&mixer, &place.key)


cdef uint64_t past_of(const MaxSearch *search, int seat, const Outlook *outlook) noexcept nogil:
    """What the past still means for a seat."""
    cdef const Fortunes *fortunes = &search.fortunes
    cdef const Payoff *payoff = search.payoffs[seat]
    cdef uint64_t word
    if in_steps(search, seat) and outlook.low.of[seat] == outlook.high.of[seat]:
        return (<uint64_t>1 << 60) | <uint32_t>outlook.low.of[seat]
    word = <uint32_t>fortunes.gained[seat] if in_steps(search, seat) else 0
    if not payoff.has_bonus:
        return word
    if payoff.bounds.bonus_least[fortunes.takers[seat]] != payoff.bounds.bonus_most[fortunes.takers[seat]]:
        return word | <uint64_t>fortunes.takers[seat] << 32
    word |= <uint64_t>(payoff.bonus[fortunes.takers[seat]] + (1 << 20)) << 32
    return word | <uint64_t>1 << 59


cdef bint probe(MaxSearch *search, const Place *place, Vector *vector, cardset *relevant) noexcept nogil:
    """The vector of a position that is known, with its relevant ranks."""
    cdef const Known *known
    if search.general:
        return probe_patterns(search, place, vector, relevant)
    known = vector_known(&search.vectors, &place.key)
    if known == NULL:
        return False
    vector[0] = known.vector
    return True


cdef bint probe_patterns(MaxSearch *search, const Place *place, Vector *vector,
                         cardset *relevant) noexcept nogil:
    """The vector by the newest of the shape's patterns that holds, with its relevant ranks."""
    cdef const Family *family = family_of(&search.patterns, &place.key)
    cdef Pattern *pattern
    cdef uint32_t older
    if not family.count:
        return False
    pattern = newest(&search.patterns, family)
    for older in range(family.count):
        if holds_for(pattern, place.planes):
            memcpy(vector, pattern.proven, sizeof(Vector))
            relevant[0] |= relevant_slots(pattern.relevant, search.state.left)
            make_newest(pattern, older)
            return True
        pattern -= 1
    return False


cdef void store(MaxSearch *search, const Place *place, const Vector *vector, cardset relevant,
                uint64_t nodes) noexcept nogil:
    cdef Pattern *pattern
    if not search.general:
        vector_remember(&search.vectors, &place.key, vector, nodes)
        return
    pattern = add_pattern(&search.patterns, &place.key)
    describe(pattern, place.planes, relevant, search.state.left, search.alike.traits.special)
    memcpy(pattern.proven, vector, sizeof(Vector))

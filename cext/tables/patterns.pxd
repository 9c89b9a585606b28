# Table entries that stand for many positions.
#
# Ginsberg's partition search, in the form that suits trick games: a proof compares
# few cards. Where it compared a winner with the cards it beat, a *relevant rank* between
# them is kept, and the proof holds for every position with the same number of cards of each
# suit in each hand, and of these the same number in each hand above each relevant rank.
#
# A pattern keeps, of each lane, the longest stretch without a relevant rank as free: all other
# cards left in the lane must be held as they were, and with the suit lengths equal
# the free stretch then holds as many cards of each hand as it did.
#
# A stock is one hand more. Positions of one shape have the same cards in it, so the cards that
# lie between two relevant ranks map to themselves there, and are drawn alike.
#
# The patterns of one shape, a family, lie together, the newest last, so that looking
# through them is reading on. A family that is full gets a block of twice the size; from
# MOST_KEPT on it drops the older half, which has seldom answered for long.
from libc.stdint cimport int16_t, uint32_t, uint64_t
from cext.base.buffer cimport prefetch
from cext.base.slabs cimport SlabPool, item_at
from cext.base.cards cimport cardset
from cext.base.mix cimport Key
from cext.tables.relevance cimport fixed_places, relevant_places

cdef enum:
    LOWER = 0               # in `proven`
    UPPER = 1
    MOST_PROVEN = 8         # numbers in it: as many as parts in a vector of max^n
    MOST_KEPT = 256         # patterns of a family: the largest size

cdef struct Pattern:
    cardset fixed           # by place among the cards left: those that must be held as here
    cardset relevant        # by place: the boundary just under that card
    cardset[3] planes       # by place: who holds the fixed cards (key.planes_of_hands)
    int16_t[MOST_PROVEN] proven     # bounds on what the side gets (LOWER, UPPER); in max^n each seat's part

cdef struct Family:
    # All patterns of one shape: suit lengths of the hands, leader and whatever else is exact.
    uint64_t check
    uint32_t spot
    uint32_t start          # number of its first pattern
    uint32_t count          # of its patterns; 0 marks an empty place
    uint32_t size           # there is room for 2 to this power

cdef struct PatternTable:
    Family *families
    uint64_t places         # a power of two
    uint64_t families_used
    uint64_t most           # places it may grow to
    SlabPool patterns

cdef int patterns_open(PatternTable *table) noexcept nogil
cdef void patterns_allow(PatternTable *table, uint64_t bytes_allowed) noexcept nogil
cdef void patterns_close(PatternTable *table) noexcept nogil
cdef void patterns_clear(PatternTable *table) noexcept nogil
cdef Pattern *add_pattern(PatternTable *table, const Key *key) noexcept nogil

cdef inline void patterns_fetch(const PatternTable *table, const Key *key) noexcept nogil:
    """Have a shape's family brought near, for a look soon to come."""
    prefetch(table.families + (key.spot & (table.places - 1)))


cdef inline Family *family_of(const PatternTable *table, const Key *key) noexcept nogil:
    """The family of that shape, or the empty place (of count 0) where it belongs."""
    cdef uint64_t place = key.spot & (table.places - 1)
    cdef Family *family = table.families + place
    while family.count and (family.check != key.check or family.spot != key.spot):
        place = (place + 1) & (table.places - 1)
        family = table.families + place
    return family


cdef inline Pattern *newest(const PatternTable *table, const Family *family) noexcept nogil:
    return <Pattern *>item_at(&table.patterns, family.start) + family.count - 1


cdef inline bint holds_for(const Pattern *pattern, const cardset *planes) noexcept nogil:
    """Are the fixed cards where they are by these planes? The first alone tells most patterns apart."""
    return not ((planes[0] ^ pattern.planes[0]) & pattern.fixed
                or ((planes[1] ^ pattern.planes[1]) | (planes[2] ^ pattern.planes[2])) & pattern.fixed)


cdef inline void make_newest(Pattern *pattern, uint32_t older) noexcept nogil:
    """Let a pattern and the newest of its family, that many places further on, change places."""
    cdef Pattern answer
    if older:
        answer = pattern[0]
        pattern[0] = pattern[older]
        pattern[older] = answer


cdef inline void describe(Pattern *pattern, const cardset *planes, cardset relevant, cardset left,
                          cardset special) noexcept nogil:
    """Give a new pattern the cards that a proof with these relevant ranks has fixed."""
    cdef int plane
    pattern.relevant = relevant_places(relevant, left, special)
    pattern.fixed = fixed_places(pattern.relevant, left)
    for plane in range(3):
        pattern.planes[plane] = planes[plane] & pattern.fixed

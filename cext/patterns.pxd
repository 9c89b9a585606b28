# Table entries that stand for many positions.
#
# Ginsberg's partition search, in the form that suits trick games: a proof compares
# few cards. Where it compared a winner with the cards it beat, a *cut* between them is
# kept, and the proof holds for every position with the same number of cards of each
# suit in each hand, and of these the same number in each hand above each cut.
#
# A pattern keeps, of each lane, the longest stretch without a cut as free: all other
# cards left in the lane must be held as they were, and with the suit lengths equal
# the free stretch then holds as many cards of each hand as it did.
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from cext.cards cimport cardset
from cext.table cimport Key

cdef struct Pattern:
    cardset fixed           # by place among the cards left: those that must be held as here
    cardset cuts            # by place: a cut just under that card
    cardset[3] hands        # by place: the fixed cards of each hand but the last
    int16_t lower           # proven bounds on what the side still gets
    int16_t upper
    uint32_t next           # the family's next pattern, 0 for none
    uint8_t move            # the card that last proved a bound, by lane and place

cdef struct Family:
    # All patterns of one shape: suit lengths of the hands, leader and whatever else is exact.
    uint64_t check
    uint32_t spot
    uint32_t first          # its newest pattern, 0 marks an empty place

cdef struct PatternTable:
    Family *families
    uint64_t places         # a power of two
    uint64_t families_used
    Pattern *patterns
    uint32_t used           # pattern 0 is never used
    uint32_t room
    uint64_t bytes_allowed

cdef int patterns_open(PatternTable *table, uint64_t bytes_allowed) noexcept nogil
cdef void patterns_close(PatternTable *table) noexcept nogil
cdef void patterns_clear(PatternTable *table) noexcept nogil
cdef uint32_t first_pattern(const PatternTable *table, const Key *key) noexcept nogil
cdef void put_first(PatternTable *table, const Key *key, uint32_t number, uint32_t before) noexcept nogil
cdef Pattern *add_pattern(PatternTable *table, const Key *key) noexcept nogil

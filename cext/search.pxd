# Zero-window alpha-beta over whole tricks.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from cext.cards cimport cardset
from cext.game cimport MAX_SEATS, Payoff, Rules, State, Trick
from cext.patterns cimport PatternTable
from cext.table cimport Table

cdef enum Stop:
    RUNNING = 0
    NODE_LIMIT = 1
    TIME_LIMIT = 2
    INTERRUPTED = 3

cdef struct Control:
    uint64_t nodes          # cards played in the search so far
    uint64_t node_limit     # 0: none
    uint64_t next_look      # node count at which to look up from the search
    double deadline         # on the monotonic clock, 0: none
    int stop                # a Stop: why the search was given up
    int watch_signals       # look for Ctrl-C too (the main thread)
    int *stop_all           # set by another thread to end all searches

cdef struct Search:
    const Rules *rules
    const Payoff *payoff
    State state
    Table table             # bounds of single positions ...
    PatternTable patterns   # ... or of whole classes, where `general`
    bint general
    bint counts_tricks      # sure tricks bound the value
    bint trumps_count       # trumps have worth: the leader's top trumps bound the value
    int lonely              # the one seat of a side that loses by capturing, -1 for none ...
    int lonely_foe          # ... and of the other side: see bounds.stays_clear
    Control *control
    Search *relaxed         # the relaxed game's search, NULL for none
    int cutters             # in a relaxed search: mask of the seats whose cards cut
    int loose_want          # in a relaxed search: +1 when the loose seats maximise, -1 when they minimise
    uint32_t history[MAX_SEATS][64]

cdef int search_node(Search *search, int need, cardset *cuts) noexcept nogil
cdef int search_trick(Search *search, const Trick *trick, int seat, int need, cardset *cuts) noexcept nogil
cdef void count_outstanding(const Payoff *payoff, State *state, cardset trick) noexcept nogil
cdef int lower_bound(Search *search) noexcept nogil
cdef int upper_bound(Search *search) noexcept nogil

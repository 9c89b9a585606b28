# Proofs of who wins where play can go round for ever (cext/endless/solver.pyx).
#
# Two parties, each of which wants one of its seats out of cards first. `Rounds` keeps
# the standings met so far as numbered nodes, and for each party a proof in progress.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from cext.base.limits cimport Control
from cext.endless.state cimport Standing

cdef enum:
    SIDE = 0                # the two parties
    REST = 1
    NEITHER = 2
    HEAPS = 256

cdef struct Node:
    # Sixty bytes. Everything in pairs is for the side's proof and for the rest's.
    Standing standing       # whole, not hashed: two standings are never taken for one
    uint32_t waiting[2]     # the first of the watches on this node, 0 for none
    uint32_t distance       # once won: how many choices its proof is long
    uint16_t cost[2]        # of the way on which it was first met
    uint8_t winner          # SIDE, REST, or NEITHER so far
    uint8_t watching[2]     # where the other party chooses: which child is watched
    uint8_t marks

cdef struct Watch:
    uint32_t node           # is to be notified when the watched node is won
    uint32_t next

cdef struct Heap:
    # Numbers of nodes; the last in is the first out.
    uint32_t *items
    uint64_t count
    uint64_t room

cdef struct Rounds:
    int seats
    int party[8]            # of each seat
    int strength[2]         # how many seats each party has
    Node *nodes             # number 0 is not used
    uint64_t count
    uint64_t room
    uint32_t *places        # hash table of the nodes' numbers
    uint64_t place_mask
    Watch *watches          # number 0 is not used
    uint64_t watch_count
    uint64_t watch_room
    uint32_t watch_free
    Heap open[2][HEAPS]     # nodes each party's proof has still to look at, the most promising lowest
    int lowest[2]           # no heap under this one holds any
    uint32_t settled[2]     # a root found not won by the party, not yet marked as such; 0 for none
    Heap news               # nodes won, whose watchers do not know yet
    uint64_t bytes_used
    uint64_t bytes_allowed
    Control control

cdef bint rounds_open(Rounds *rounds, int seats, int side_mask, uint64_t bytes_allowed) noexcept nogil
cdef void rounds_close(Rounds *rounds) noexcept nogil
cdef uint32_t number_of(Rounds *rounds, const Standing *standing) noexcept nogil
cdef void decide(Rounds *rounds, uint32_t root, bint *may_win) noexcept nogil

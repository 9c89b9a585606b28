# Zero-window alpha-beta over whole tricks.
from libc.stdint cimport uint32_t, uint64_t
from cext.tables.cutoff_cards cimport CutoffCards
from cext.base.cards cimport cardset
from cext.game.game cimport MAX_SEATS, Node, Trick
from cext.base.limits cimport Control
from cext.tables.patterns cimport PatternTable
from cext.relaxed.game cimport Relaxed
from cext.relaxed.trumps cimport TrumpGame
from cext.tables.exact cimport Table

cdef struct Search:
    Node node
    Table table             # bounds of single positions ...
    PatternTable patterns   # ... or of whole classes, where `general`
    bint general
    bint keeps_lengths      # suit lengths change by cards played alone:
    uint64_t lengths        # those of all hands (key.lengths_of), kept up while the search plays
    CutoffCards cutoffs         # the card that cut off last in a like situation
    bint counts_tricks      # sure tricks bound the value
    bint trumps_count       # trumps have worth: top trumps, and what is on the table, bound the value
    bint seats_drop_out     # a party without cards captures nothing more: see settled_by_one_party
    bint[2] may_clear       # a party had best stay clear: see stays_clear
    Control *control
    Relaxed *upper_game     # the relaxed game where the others choose, NULL where there is none ...
    Relaxed *lower_game     # ... and where the soloist does
    TrumpGame *trump_game   # where trumps alone count and one may trump at any time, else NULL
    uint64_t plays          # cards played in this search itself
    uint64_t lower_nodes    # and in the lower game: see ask_lower_game
    bint lower_always       # ask it everywhere, as tests want it
    uint32_t history[MAX_SEATS][5][64]  # cut-offs by each card: as a lead, or to a lead of a lane

cdef int search_node(Search *search, int target, cardset *relevant) noexcept nogil
cdef int search_trick(Search *search, const Trick *trick, int seat, int target,
                      cardset *relevant) noexcept nogil

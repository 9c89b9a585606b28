# What max^n is asked, and where its search stands.
#
# The payoff of a line of play is a vector, a number a seat, more being better for that
# seat. The seat to play chooses the vector with the most for itself; among equals, by
# the tie rule, the one with the least (or the most) for the next seat to its left, then
# for the next, and so on. The rule looks at vectors only, never at cards: so positions
# that differ in nothing but which cards are called what have one vector, and the usual
# classes of cards and positions (cext/game/distinct.pxd, cext/tables/key.pxd,
# cext/tables/patterns.pxd) hold here too.
from libc.stdint cimport uint8_t, uint32_t
from cext.base.cards cimport SLOTS, cardset
from cext.base.limits cimport Control
from cext.game.game cimport MAX_SEATS, Payoff, Rules, State
from cext.maxn.table cimport Vectors
from cext.maxn.vector cimport Vector
from cext.tables.cutoff_cards cimport CutoffCards
from cext.tables.patterns cimport PatternTable

cdef struct Reading:
    # How a seat's number is read where that is no straight line: met or not, in steps.
    # `values[0]` is for `low` and less, the last for all that is more.
    int *values             # NULL: the number itself
    int low
    int size

cdef struct Outlook:
    # Bounds of each seat's part of the vector. Where all parts have a constant sum `spare` is
    # what they share beyond their lower bounds, and `room` how much of it they could take.
    Vector low
    Vector high
    int spare
    int room

cdef struct Captures:
    # What capturing each card does to all seats' parts at once, where these are `plain`.
    cardset valued          # the cards that are worth anything to anyone
    Vector[MAX_SEATS][SLOTS] worth  # by who captures the card
    Vector[SLOTS] least     # what the bounds lose by it
    Vector[SLOTS] most
    int[SLOTS] spare
    int[SLOTS] room

cdef struct Fortunes:
    # What play has brought each seat so far and what is still outstanding for it.
    uint8_t takers[MAX_SEATS]
    int gained[MAX_SEATS]
    int least[MAX_SEATS]
    int most[MAX_SEATS]
    int total               # still to come for all seats together, where `constant_sum`

cdef struct MaxSearch:
    const Rules *rules
    const Payoff *payoffs[MAX_SEATS]
    Payoff alike            # its traits part the cards that any of the payoffs parts
    Reading readings[MAX_SEATS]
    bint past_counts        # what came before matters: readings, takers
    bint plain              # each part is the sum of what the captured cards are worth ...
    bint closed             # ... and a trick changes nothing but who leads: no stock, no house rules
    bint constant_sum       # whoever captures what, the parts of all seats add up to the same
    int counting            # the seat whose payoff keeps the counts, else 0
    bint least_for_next     # the tie rule: the least for the next seat, or else the most
    State state
    Fortunes fortunes       # where not `plain`; else
    Captures captures       # what these are worth
    Outlook ahead           # and what is still to come
    Vectors vectors         # of single positions ...
    PatternTable patterns   # ... or of whole classes, where `general`
    bint general
    CutoffCards cutoffs     # which card answered last in a like situation
    uint32_t chosen[MAX_SEATS][5][64]   # how often a seat chose each card: as a lead, or to a lead of a lane
    Control control


cdef inline bint in_steps(const MaxSearch *search, int seat) noexcept nogil:
    return search.readings[seat].values != NULL

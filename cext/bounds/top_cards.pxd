# Top cards cashed: rounds of a suit that a hand on lead, or two of a side in turn, are sure to win.
#
# Each function leaves in `relevant` the ranks that it compared (cext/tables/relevance.pxd). A
# *master* of two hands is a card above all other hands' cards of its suit.
from cext.base.cards cimport (
    below, bit, cardset, count_cards, highest_card, lane_of, lanes_with, lowest_card, lowest_of_lanes,
    up_to_tops,
)
from cext.game.game cimport Node, State

cdef struct Cash:
    int own                 # rounds that the first hand takes ...
    int partners            # ... and the second, once led to
    bint entry              # it can be
    int kept                # cards of the first hand that this takes ...
    int partners_kept       # ... and of the second
    cardset relevant        # ranks for the first number
    cardset more_relevant   # and for the second

cdef int sure_together(const Node *node, int seat, cardset trumps, cardset *relevant) noexcept nogil
cdef Cash cash_in_turn(const Node *node, int seat, int partner, cardset lanes, cardset trumps) noexcept nogil


cdef inline int top_run(cardset own, cardset others, cardset *relevant) noexcept nogil:
    """How many of a hand's cards of one suit are above all others of the suit."""
    cdef cardset run
    if not others:
        return count_cards(own)
    run = own & ~below(highest_card(others))
    if run:
        relevant[0] |= bit(lowest_card(run))
    return count_cards(run)


cdef inline int top_cards(const State *state, int seat, int wanted, cardset *relevant) noexcept nogil:
    """How many of a seat's cards are above all others of their suits, counted no further than is wanted.

    What is over that leans on no rank: a proof that compares less holds for more positions.
    """
    cdef cardset up = up_to_tops(state.left & ~state.hands[seat])
    cdef cardset tops = state.hands[seat] & ~up
    cdef int count = count_cards(tops)
    up = lanes_with(up)
    if count > wanted:
        tops = without_spare(tops, tops & up, count - wanted)
        count = wanted
    relevant[0] |= lowest_of_lanes(tops) & up
    return count


cdef inline cardset without_spare(cardset tops, cardset contested, int spare) noexcept nogil:
    """Top cards without a number of those that take a rank: whole suits, then low cards of one more."""
    cdef cardset lane
    cdef int count
    while contested and spare:
        lane = lane_of(lowest_card(contested)) & contested
        contested ^= lane
        count = count_cards(lane)
        while count > spare:
            lane ^= bit(highest_card(lane))
            count -= 1
        tops ^= lane
        spare -= count
    return tops


cdef inline int longest_but(const Node *node, int seat, int partner, cardset lane) noexcept nogil:
    """The greatest number of cards of a suit in any hand but these two (-1 for no partner)."""
    cdef int other, longest = 0
    for other in range(node.rules.seats):
        if other != seat and other != partner:
            longest = max(longest, count_cards(node.state.hands[other] & lane))
    return longest

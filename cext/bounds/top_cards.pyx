"""Rounds that top cards are sure to win, where tricks alone count and none must be headed."""

include "../base/layout.pxi"

from cext.base.cards cimport (
    LANE_SLOTS, below, bit, cardset, count_cards, highest_card, lane_of, lowest_card, up_to_tops,
)
from cext.game.game cimport FOLLOW, Node


cdef int rounds_unruffed(const Node *node, int seat, cardset lane, cardset trumps) noexcept nogil:
    """How often a plain suit can be led before an opponent may trump."""
    cdef int other, rounds = LANE_SLOTS
    for other in range(node.rules.seats):
        if node.payoff.maximises[other] != node.payoff.maximises[seat] and node.state.hands[other] & trumps:
            if node.rules.follow != FOLLOW:
                return 0
            rounds = min(rounds, count_cards(node.state.hands[other] & lane))
    return rounds


cdef struct Pair:
    # Two hands of a side that cash in turn, or one alone.
    int seat                # first ...
    int partner             # ... then this one, -1 for none
    cardset own
    cardset partners
    cardset masters
    cardset trumps          # out against them


cdef int sure_together(const Node *node, int seat, cardset trumps, cardset *relevant) noexcept nogil:
    """Tricks in plain suits that a seat on lead makes with the best of its partners, or alone."""
    cdef Cash cash, best
    cdef int other
    best.own = -1
    for other in range(node.rules.seats):
        if other != seat and node.payoff.maximises[other] == node.payoff.maximises[seat]:
            cash = cash_in_turn(node, seat, other, ~node.rules.trumps, trumps)
            if cash.own > best.own:
                best = cash
    if best.own < 0:
        best = cash_in_turn(node, seat, -1, ~node.rules.trumps, trumps)
    relevant[0] |= best.relevant
    return best.own


cdef Cash cash_in_turn(const Node *node, int seat, int partner, cardset lanes, cardset trumps) noexcept nogil:
    """The seat cashes in these lanes, leads to a winner of the partner's, and that one cashes: all in `own`.

    When that makes more than there are tricks left, the partner makes the fewer. So while
    the seat cashes the partner always has a card to throw that is none of its winners,
    and while the partner cashes the seat has none left to keep.
    """
    cdef Pair pair
    cdef Cash cash
    cdef cardset lane, rest, both
    pair.seat = seat
    pair.partner = partner
    pair.own = node.state.hands[seat]
    pair.partners = node.state.hands[partner] if partner >= 0 else 0
    both = pair.own | pair.partners
    pair.masters = both & lanes & ~up_to_tops(node.state.left & ~both)
    pair.trumps = trumps
    cash.own = 0
    cash.partners = 0
    cash.entry = False
    cash.kept = 0
    cash.partners_kept = 0
    cash.relevant = 0
    cash.more_relevant = 0
    rest = pair.masters
    while rest:
        lane = lane_of(lowest_card(rest))
        rest &= ~lane
        cash_suit(node, &pair, lane, &cash)
    if cash.entry:
        cash.own += cash.partners
        cash.relevant |= cash.more_relevant
    return cash


cdef void cash_suit(const Node *node, const Pair *pair, cardset lane, Cash *cash) noexcept nogil:
    """Add what the pair makes of one suit, when the seat leads it first and the partner later.

    With as many other cards as the seat has masters the partner follows beneath, and has
    all its own masters left. Else it may have to overtake, so the seat cashes only what is
    above the partner's cards too: then the partner's follow until it has none, and the
    seat's other masters are good; or it keeps what it need not play, if the seat has no
    other master that could take the lead back. When they outlast all the other hands'
    cards, the rest of the suit wins as well.
    """
    cdef cardset own = pair.own & lane, partners = pair.partners & lane
    cdef cardset mine = own & pair.masters, theirs = partners & pair.masters, tops
    cdef bint contested = (node.state.left & lane & ~own & ~partners) != 0
    cdef int rounds = count_cards(mine), more = count_cards(theirs), length = count_cards(partners)
    cdef int held, allowed = LANE_SLOTS
    if pair.trumps:
        allowed = rounds_unruffed(node, pair.seat, lane, pair.trumps)
        if not allowed:
            return
    if more and length - more < rounds:
        tops = own & ~below(highest_card(theirs))
        rounds = count_cards(tops)
        if tops:
            cash.relevant |= bit(lowest_card(tops))
        else:
            theirs &= ~below(highest_card(mine))
            more = count_cards(theirs)
            cash.more_relevant |= bit(lowest_card(theirs))
        if rounds >= length:
            rounds = count_cards(mine)
            more = 0
        elif tops:
            more = min(more, length - rounds) if tops == mine else 0
    if contested and rounds:
        cash.relevant |= bit(lowest_card(mine))
    if more and contested:
        cash.more_relevant |= bit(lowest_card(theirs))
    held = count_cards(own)
    if rounds >= length:
        if rounds >= longest_but(node, pair.seat, pair.partner, lane):
            rounds = held
    elif more and rounds + more >= held:
        if rounds + more >= longest_but(node, pair.seat, pair.partner, lane):
            more = length - rounds
    rounds = min(rounds, allowed)
    more = min(more, allowed - rounds)
    cash.own += rounds
    cash.partners += more
    cash.kept += min(held, rounds + more)
    cash.partners_kept += min(length, rounds + more)
    cash.entry |= more > 0 and held > rounds

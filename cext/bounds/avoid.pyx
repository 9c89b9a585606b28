"""Bounds that need no search, at the start of a trick and in one.

Each leaves in `relevant` the ranks that it compared (cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from cext.base.cards cimport (
    LANE_SLOTS, LANES, below, bit, cardset, count_cards, highest_card, lane_mask, lowest_card,
)
from cext.base.sorting cimport insert
from cext.game.game cimport FOLLOW_OR_TRUMP, Node, Payoff


cdef bint stays_clear(const Node *node, bint party, cardset *relevant) noexcept nogil:
    """Can the seats of a party, without trumps in the game, lose every trick from here on?

    Not on lead they can when in each suit each seat's lowest card is under all cards of the other
    party, its second lowest under all but one of them, and so on. Then each goes under: to a lead
    it plays its highest card under the other party's best so far. Of its cards over that one each
    loses that best from under it as it moves down a place, so all can go on; in a suit that it
    does not hold it throws its highest cards. On lead they can when besides the leader has an
    exit: a suit that the other party holds, whose lowest card it leads, and in which each can
    still go on whichever card of the others goes with the lead (so each later card must have one
    less under it). Who plays before the others goes under with its lowest card as well.
    """
    cdef cardset[LANES] theirs
    cdef int lane, seat, exit = -1
    cdef bint on_lead = node.payoff.maximises[node.state.leader] == party
    gather_party(node, not party, theirs)
    for lane in range(LANES):
        for seat in range(node.rules.seats):
            if node.payoff.maximises[seat] == party and not goes_under(
                    node.state.hands[seat] & lane_mask(lane), theirs[lane], 0):
                return False
    if on_lead:
        exit = exit_of(node, party, theirs)
        if exit < 0:
            return False
    for lane in range(LANES):
        for seat in range(node.rules.seats):
            if node.payoff.maximises[seat] == party:
                relevant[0] |= relevant_to_going_under(node.state.hands[seat] & lane_mask(lane), theirs[lane],
                                                       lane == exit)
    return True


cdef inline void gather_party(const Node *node, bint party, cardset *cards) noexcept nogil:
    """The cards of a party, lane by lane."""
    cdef cardset all_ = 0
    cdef int seat, lane
    for seat in range(node.rules.seats):
        if node.payoff.maximises[seat] == party:
            all_ |= node.state.hands[seat]
    for lane in range(LANES):
        cards[lane] = all_ & lane_mask(lane)


cdef inline bint goes_under(cardset own, cardset theirs, int spare) noexcept nogil:
    """Has each card, by its place from 0, no more of theirs under it than that less what is to be spare?"""
    cdef int place = 0
    while own:
        if count_cards(theirs & below(lowest_card(own))) > max(place - spare, 0):
            return False
        own &= own - 1
        place += 1
    return True


cdef int exit_of(const Node *node, bint party, const cardset *theirs) noexcept nogil:
    """A lane that the party's leader can leave by, -1 where there is none."""
    cdef int lane, seat
    for lane in range(LANES):
        if not theirs[lane] or not node.state.hands[node.state.leader] & lane_mask(lane):
            continue
        for seat in range(node.rules.seats):
            if node.payoff.maximises[seat] == party and not goes_under(
                    node.state.hands[seat] & lane_mask(lane), theirs[lane], 1):
                break
        else:
            return lane
    return -1


cdef inline cardset relevant_to_going_under(cardset own, cardset theirs, int spare) noexcept nogil:
    """The ranks that keep `goes_under` true.

    The rank just under their card with n of theirs under it has the seat's card in place n under
    it, and so any others up to there; in another position of the class as many of both lie
    under it. Where the seat has no card in a place, or they have no such card, nothing is needed.
    """
    cdef cardset relevant = 0, rest = theirs
    cdef int place = 0, under = 0, held = count_cards(own)
    while place < held:
        while rest and under < place - spare:
            rest &= rest - 1
            under += 1
        if not rest:
            break
        relevant |= bit(lowest_card(rest))
        place = count_cards(own & below(lowest_card(rest)))
    return relevant


cdef int swing(const Payoff *payoff, int seat, int slot) noexcept nogil:
    """How much better than the worst it is, for a seat's side, that this seat captures a card."""
    if payoff.maximises[seat]:
        return payoff.worth[seat][slot] - payoff.bounds.least[slot]
    return payoff.bounds.most[slot] - payoff.worth[seat][slot]


cdef int sum_of_extremes(const Payoff *payoff, int seat, cardset cards, int count,
                         bint greatest) noexcept nogil:
    """The sum of the greatest or least swings of a number of the cards."""
    cdef int[LANE_SLOTS] swings
    cdef int[LANE_SLOTS] slots
    cdef int held = 0, i, slot, total = 0
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        held = insert(swings, slots, held, swing(payoff, seat, slot), slot)
    for i in range(min(count, held)):
        total += swings[i if greatest else held - 1 - i]
    return total


cdef int sure_worth(const Node *node, int seat, cardset *relevant) noexcept nogil:
    """What a seat's side makes sure of beyond the worst, by its trumps that no opposing one beats.

    Each of these wins its trick, and the seat and its partner can go through them in turn (`top_rounds`).
    To each other's they give their dearest. Of an opponent's trumps each lead of trumps
    takes the cheapest, or all when they are no more than the leads.
    """
    cdef int other, partner = -1, sure = 0
    cdef cardset foes = 0, masters, own, help, trumps, plain
    cdef Rounds rounds
    for other in range(node.rules.seats):
        trumps = node.state.hands[other] & node.rules.trumps
        if node.payoff.maximises[other] != node.payoff.maximises[seat]:
            foes |= trumps
        elif other != seat and trumps:
            if partner >= 0:
                return 0
            partner = other
    masters = node.rules.trumps & ~(below(highest_card(foes)) if foes else 0)
    own = node.state.hands[seat] & node.rules.trumps
    help = node.state.hands[partner] & node.rules.trumps if partner >= 0 else 0
    trumps = (own | help) & masters
    if not trumps:
        return 0
    relevant[0] |= bit(lowest_card(trumps))
    while trumps:
        sure += swing(node.payoff, seat, lowest_card(trumps))
        trumps &= trumps - 1
    if not top_rounds(own, help, masters, node.state.leader == seat, node.state.leader == partner,
                      node.rules.follow == FOLLOW_OR_TRUMP, &rounds):
        return sure
    sure += sum_of_extremes(node.payoff, seat, help & ~masters, rounds.own, True)
    sure += sum_of_extremes(node.payoff, seat, own & ~masters, rounds.partners, True)
    for other in range(node.rules.seats):
        trumps = node.state.hands[other] & node.rules.trumps
        if node.payoff.maximises[other] != node.payoff.maximises[seat] and trumps:
            plain = node.state.hands[other] & ~node.rules.trumps
            sure += sum_of_extremes(node.payoff, seat, trumps,
                                    rounds.leads if plain else rounds.own + rounds.partners, False)
    return sure

"""Bounds that need no search, at the start of a trick and in one.

Each leaves in `relevant` the ranks that it compared (cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from cext.base.cards cimport (
    LANE_SLOTS, LANES, below, bit, cardset, count_cards, highest_card, lane_mask, lowest_card,
)
from cext.base.sorting cimport insert
from cext.game.game cimport FOLLOW_OR_TRUMP, Node, Payoff, State


cdef bint stays_clear(const State *state, int seat, cardset *relevant) noexcept nogil:
    """Can this seat, without trumps in the game, lose every trick from here on?

    Not on lead it can when in each suit its lowest card is under all other cards of the
    suit, its second lowest under all but one of them, and so on. Then pair its i-th
    lowest card with the others' i-th lowest: to each lead it plays the highest card
    under the best so far. Every round takes at least one of the others' cards, and what
    is left can be paired again; in a suit that it does not hold it throws its highest
    cards. On lead it can when besides it has an exit: a suit that the others hold, whose
    lowest card it leads, and in which it can still pair what is left whichever card of
    the others goes with the lead (so each later card must have one less under it).
    """
    cdef cardset own = state.hands[seat], others = state.left & ~own, lane, rest
    cdef int rank, suit, under
    cdef bint exits = state.leader != seat, exit
    for suit in range(LANES):
        lane = lane_mask(suit)
        rest = own & lane
        rank = 0
        exit = rest and others & lane
        while rest:
            under = count_cards(others & lane & below(lowest_card(rest)))
            if under > rank:
                return False
            if under and under == rank:
                exit = False
            rest &= rest - 1
            rank += 1
        exits |= exit
    if exits:
        # Where each own card stands among the others is all that was asked.
        relevant[0] |= own | (own << 1)
    return exits


cdef int swing(const Payoff *payoff, int seat, int slot) noexcept nogil:
    """How much better than the worst it is, for a seat's side, that this seat captures a card."""
    if payoff.maximises[seat]:
        return payoff.worth[seat][slot] - payoff.bounds.least[slot]
    return payoff.bounds.most[slot] - payoff.worth[seat][slot]


cdef int sum_of_extremes(const Payoff *payoff, int seat, cardset cards, int count,
                         bint greatest) noexcept nogil:
    """The sum of the greatest or least swings of so many of the cards."""
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

    Each of these wins its trick. On lead, the seat leads its own one after another; where
    one may trump at any time it plays one to the trick now to come, whoever leads, and
    goes on leading. A partner that has trumps besides to follow with gives its dearest;
    then the seat leads its own dearest to the partner, which goes on in the same way. Of
    an opponent's trumps each lead of trumps takes the cheapest, or all when they are no
    more than the leads.
    """
    cdef int other, partner = -1, rounds, answered = 0, sure = 0, leads
    cdef cardset foes = 0, masters, own, help, trumps, plain
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
    rounds = count_cards(own & masters)
    if not (own | help) & masters:
        return 0
    relevant[0] |= bit(lowest_card((own | help) & masters))
    trumps = (own | help) & masters
    while trumps:
        sure += swing(node.payoff, seat, lowest_card(trumps))
        trumps &= trumps - 1
    leads = rounds - (node.state.leader != seat and not (node.state.leader == partner and help & ~masters))
    if not rounds or count_cards(help & ~masters) < rounds and help & masters:
        return sure
    sure += sum_of_extremes(node.payoff, seat, help & ~masters, rounds, True)
    if help & masters and (own & ~masters or node.rules.follow == FOLLOW_OR_TRUMP):
        answered = count_cards(help & masters)
        leads += answered - (not own & ~masters)
        sure += sum_of_extremes(node.payoff, seat, own & ~masters, answered, True)
    for other in range(node.rules.seats):
        trumps = node.state.hands[other] & node.rules.trumps
        if node.payoff.maximises[other] != node.payoff.maximises[seat] and trumps:
            plain = node.state.hands[other] & ~node.rules.trumps
            sure += sum_of_extremes(node.payoff, seat, trumps, leads if plain else rounds + answered, False)
    return sure

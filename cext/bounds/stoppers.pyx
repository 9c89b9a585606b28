"""Stoppers, where tricks alone count and none must be headed.

A suit is stopped by an opponent whose card beats what is led of it, once the leader's side
has won what it can. Each function leaves in `relevant` the ranks that it compared
(cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from cext.base.cards cimport (
    LANE_SLOTS, LANES, below, bit, cardset, count_cards, highest_card, lane_mask, lowest_card,
)
from cext.bounds.top_cards cimport Cash, cash_in_turn, top_run
from cext.game.game cimport Node, State
from cext.game.play cimport holder_of


cdef struct Stoppers:
    # What the leader's side can win before it loses a trick, and who then stops it where.
    int cashable            # rounds in all suits
    int[LANES] runs         # and in each
    int[LANES] stopper      # the opponent that wins the next, -1 where none is known to
    int seats               # mask of the opponents that may win the first trick lost


cdef struct Stopper:
    int rounds              # that the leader's side may win of a suit before, many if no stopper
    int card                # the opponent's lowest that it may have to win with
    cardset relevant


cdef int sure_by_stoppers(const Node *node, int wanted, cardset *relevant) noexcept nogil:
    """Tricks the other side is sure of by stopping what the leader, or its side, can lead; 0 for too few.

    Who wins the first trick that they lose then cashes its winners, in the suits that they
    could not win a round of. Where the opponents have trumps too, the stop alone is sure.
    """
    cdef cardset trumps = node.state.left & node.rules.trumps, needed = 0, partners = 0
    cdef int seat, partner = -1, several = 0
    cdef bint stopped
    cdef Stoppers stoppers
    if wanted > 1 and trumps & ~node.state.hands[node.state.leader]:
        return 0
    for seat in range(node.rules.seats):
        if (seat != node.state.leader
                and node.payoff.maximises[seat] == node.payoff.maximises[node.state.leader]):
            partners |= node.state.hands[seat]
            partner = seat
            several += 1
    stopped = not trumps & partners and find_stoppers(node, wanted, &stoppers, &needed)
    if not stopped and not trumps and several == 1:
        needed = 0
        stopped = find_stoppers_of_both(node, partner, wanted, &stoppers, &needed)
    if not stopped:
        return 0
    relevant[0] |= needed
    if wanted == 1:
        return 1
    return fewest_of_stoppers(node, &stoppers, wanted, trumps, relevant)


cdef bint find_stoppers(const Node *node, int wanted, Stoppers *stoppers, cardset *relevant) noexcept nogil:
    """Does the leader keep the lead until it loses a trick, soon enough to lose the number wanted?

    It may cash its top cards; of every suit that it has other cards of, the best card after
    these is an opponent's, who outlasts them with one card more than they are.
    """
    cdef int suit, top, stopper
    cdef cardset lane, own, others
    stoppers.cashable = 0
    stoppers.seats = 0
    for suit in range(LANES):
        lane = lane_mask(suit)
        own = node.state.hands[node.state.leader] & lane
        others = node.state.left & lane & ~own
        stoppers.runs[suit] = top_run(own, others, relevant) if own else 0
        stoppers.cashable += stoppers.runs[suit]
        if stoppers.cashable + wanted > node.state.tricks_left:
            return False
        stoppers.stopper[suit] = -1
        if count_cards(own) > stoppers.runs[suit]:
            top = highest_card(others)
            stopper = holder_of(node.rules, &node.state, top)
            if (node.payoff.maximises[stopper] == node.payoff.maximises[node.state.leader]
                    or count_cards(node.state.hands[stopper] & lane) <= stoppers.runs[suit]):
                return False
            relevant[0] |= bit(top)
            stoppers.stopper[suit] = stopper
            stoppers.seats |= 1 << stopper
    return stoppers.seats != 0 and can_keep(&node.state, stoppers)


cdef bint find_stoppers_of_both(const Node *node, int partner, int wanted, Stoppers *stoppers,
                                cardset *relevant) noexcept nogil:
    """Is the leader with its partner sure to lose a trick, soon enough to lose the number wanted?

    Of a suit that no opponent stops there are no more rounds than the longer of the two
    hands has cards. If all rounds that they can win are less than the tricks left, they
    lose one: to whoever stops a suit, or has cards in one that nobody stops.
    """
    cdef int suit
    cdef cardset lane, hands, others
    stoppers.cashable = 0
    stoppers.seats = 0
    for suit in range(LANES):
        lane = lane_mask(suit)
        hands = (node.state.hands[node.state.leader] | node.state.hands[partner]) & lane
        others = node.state.left & lane & ~hands
        stoppers.stopper[suit] = -1
        stoppers.runs[suit] = max(count_cards(node.state.hands[node.state.leader] & lane),
                                  count_cards(node.state.hands[partner] & lane))
        if hands and others:
            stopper_of_both(node, suit, hands, others, stoppers, relevant)
        stoppers.cashable += stoppers.runs[suit]
        if stoppers.cashable + wanted > node.state.tricks_left:
            return False
    return can_keep(&node.state, stoppers)


cdef void stopper_of_both(const Node *node, int suit, cardset hands, cardset others, Stoppers *stoppers,
                          cardset *relevant) noexcept nogil:
    """The opponent that lets the two hands win fewest rounds of a suit, if any limits them.

    A round may fall to another one that has cards as high, too.
    """
    cdef Stopper stopper, best
    cdef int seat
    best.rounds = LANE_SLOTS
    best.card = 0
    best.relevant = 0
    for seat in range(node.rules.seats):
        if others & node.state.hands[seat]:
            stopper = stopper_by(node, seat, hands, others & node.state.hands[seat])
            if stopper.rounds < best.rounds or (stopper.rounds == best.rounds and stopper.card > best.card):
                best = stopper
                stoppers.stopper[suit] = seat
    if best.rounds < stoppers.runs[suit]:
        stoppers.runs[suit] = best.rounds
        relevant[0] |= best.relevant
    else:
        stoppers.stopper[suit] = -1
        best.card = 0
    for seat in range(node.rules.seats):
        if others & node.state.hands[seat] & ~below(best.card):
            stoppers.seats |= 1 << seat


cdef Stopper stopper_by(const Node *node, int seat, cardset hands, cardset held) noexcept nogil:
    """What stops a suit of the two hands' when this opponent has these cards of it.

    A round that they win takes one of their cards over the opponent's best. Where it plays
    last of the three that is plain. The hand to its right may lead a lower card, though,
    with such a card in the other hand, behind: then the opponent plays one of its own
    over all their lower ones, which brings that card down. So it needs as many of these
    as there are cards behind, one more, and lower ones to follow with.
    """
    cdef Stopper stopper
    cdef cardset above = hands & ~below(highest_card(held)), cover = held
    cdef cardset behind = above & ~node.state.hands[seat - 1 if seat else node.rules.seats - 1]
    stopper.rounds = LANE_SLOTS
    stopper.card = 0
    stopper.relevant = 0
    if count_cards(held) <= count_cards(above):
        return stopper
    while behind:
        behind &= behind - 1
        cover ^= bit(highest_card(cover))
    stopper.card = highest_card(cover)
    if hands & ~above & ~below(stopper.card):
        return stopper
    stopper.rounds = count_cards(above)
    stopper.relevant = bit(stopper.card)
    if above:
        stopper.relevant |= bit(lowest_card(above))
    return stopper


cdef bint can_keep(const State *state, const Stoppers *stoppers) noexcept nogil:
    """Has each stopper room, besides the rounds the leader's side can win, for a card in all suits it stops?

    A round in such a suit takes a card of it, any other leaves room for one card less.
    """
    cdef int suit
    for suit in range(LANES):
        if (stoppers.stopper[suit] >= 0
                and stoppers.cashable + suits_stopped(stoppers, stoppers.stopper[suit]) > state.tricks_left):
            return False
    return True


cdef inline int suits_stopped(const Stoppers *stoppers, int seat) noexcept nogil:
    """How many suits a seat stops."""
    cdef int suit, stopped = 0
    for suit in range(LANES):
        stopped += stoppers.stopper[suit] == seat
    return stopped


cdef int fewest_of_stoppers(const Node *node, const Stoppers *stoppers, int wanted, cardset trumps,
                            cardset *relevant) noexcept nogil:
    """Tricks the side makes whichever of its seats wins the first that the leader's side loses.

    `trumps` are those out, all the leader's.
    """
    cdef int seat, fewest = node.state.tricks_left, tricks
    for seat in range(node.rules.seats):
        if stoppers.seats >> seat & 1:
            tricks = tricks_of_stopper(node, stoppers, seat, wanted, trumps, relevant)
            if tricks < wanted:
                return 0
            fewest = min(fewest, tricks)
    return fewest


cdef int tricks_of_stopper(const Node *node, const Stoppers *stoppers, int seat, int wanted, cardset trumps,
                           cardset *relevant) noexcept nogil:
    """What a seat wins from its first trick on, in suits of which the leader's side cannot win a round.

    To still have its winners it needs as many cards as the leader's side can win rounds,
    and one for each winner and each stop beneath their masters: as many as it has not
    room for are given up. With a partner to lead to, both need room for all they play in
    those suits.
    """
    cdef int suit, other, beneath = 0, first, tricks, most
    cdef cardset lanes = 0, needed
    cdef Cash cash
    for suit in range(LANES):
        if not stoppers.runs[suit]:
            lanes |= lane_mask(suit)
        elif stoppers.stopper[suit] == seat:
            beneath += 1
    # The first trick comes on top where it cannot be one of these winners.
    first = beneath == suits_stopped(stoppers, seat)
    cash = cash_in_turn(node, seat, -1, lanes, trumps)
    most = first + cash.own - max(0, stoppers.cashable + cash.own + beneath - node.state.tricks_left)
    needed = cash.relevant
    for other in range(node.rules.seats):
        if most < wanted and other != seat and node.payoff.maximises[other] == node.payoff.maximises[seat]:
            cash = cash_in_turn(node, seat, other, lanes, trumps)
            tricks = min(first + cash.own, node.state.tricks_left - stoppers.cashable)
            if (cash.entry and tricks > most
                    and stoppers.cashable + cash.kept + beneath <= node.state.tricks_left
                    and (stoppers.cashable + cash.partners_kept + suits_stopped(stoppers, other)
                         <= node.state.tricks_left)):
                most = tricks
                needed = cash.relevant
    relevant[0] |= needed
    return most

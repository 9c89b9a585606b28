"""Tricks that are sure without a search, where tricks alone count and none must be headed.

Each function leaves in `relevant` the ranks that it compared (cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from cext.base.cards cimport LANES, below, bit, cardset, count_cards, highest_card, lane_mask, lane_of
from cext.bounds.top_cards cimport longest_but, sure_together, top_cards, top_run
from cext.game.game cimport FOLLOW, FOLLOW_OR_TRUMP, Node, Trick, next_seat
from cext.game.play cimport holder_of
from cext.bounds.stoppers cimport sure_by_stoppers


cdef bint bounded_by_tricks(const Node *node, int target, cardset *relevant, int *value) noexcept nogil:
    """Is a side sure of enough tricks to tell whether `target` is reached? Then `value` has the bound."""
    cdef bint mine = node.payoff.maximises[node.state.leader]
    cdef int wanted = wanted_of(node, mine, target), sure
    cdef cardset needed = 0
    sure = sure_tricks(node, wanted, &needed)
    if sure < wanted:
        mine = not mine
        needed = 0
        wanted = node.state.tricks_left + 1 - wanted
        sure = sure_against_leader(node, wanted, &needed)
        if sure < wanted:
            return False
    relevant[0] |= needed
    value[0] = value_with(node, mine, sure)
    return True


cdef bint decided_by_trick(const Node *node, const Trick *trick, int seat, int target, cardset *relevant,
                           int *value) noexcept nogil:
    """In a trick: do the best card and its player's top cards answer, whatever this seat and others play?

    The trick may be all that the side lacks. Else the player must be sure to lead next,
    and no trumps be out against its top cards.
    """
    cdef bint mine = node.payoff.maximises[trick.winner]
    cdef int wanted = wanted_of(node, mine, target), sure = 1
    cdef cardset needed = 0
    if (wanted > 1 and node.rules.trumps & node.state.left & ~node.state.hands[trick.winner]
            or not holds_trick(node, trick, seat, wanted > 1, &needed)):
        return False
    if wanted > 1:
        sure += top_cards(&node.state, trick.winner, wanted - 1, &needed)
        if sure < wanted:
            return False
    relevant[0] |= needed
    value[0] = value_with(node, mine, sure)
    return True


cdef bint holds_trick(const Node *node, const Trick *trick, int seat, bint and_leads,
                      cardset *relevant) noexcept nogil:
    """Does the trick go to the side that has it now (and can it stay with the same seat)?"""
    cdef cardset lane = lane_mask(trick.led), others = trick.cards, able, beats
    cdef bint foe
    while seat != trick.leader:
        foe = node.payoff.maximises[seat] != node.payoff.maximises[trick.winner]
        if foe or and_leads:
            able = node.state.hands[seat] & lane
            if not able:
                able = node.state.hands[seat]
            elif node.rules.follow == FOLLOW_OR_TRUMP:
                able |= node.state.hands[seat] & node.rules.trumps
            beats = able & node.rules.beaten_by[trick.best]
            if beats and (foe or beats == able):
                return False
            others |= able
        seat = next_seat(seat, node.rules.seats)
    if others & lane_of(trick.best) & below(trick.best):
        relevant[0] |= bit(trick.best)
    return True


cdef int sure_against_leader(const Node *node, int wanted, cardset *relevant) noexcept nogil:
    """Tricks the other side is sure of: by its trumps, the top cards of all that is led, or stoppers."""
    cdef cardset needed = 0
    cdef int sure
    if node.state.left & node.rules.trumps & ~node.state.hands[node.state.leader]:
        sure = sure_trumps(node, not node.payoff.maximises[node.state.leader], &needed)
        if sure >= wanted:
            relevant[0] |= needed
            return sure
    if wanted == 1 and node.state.left & node.rules.trumps:
        needed = 0
        if sure_reply(node, &needed):
            relevant[0] |= needed
            return 1
    return sure_by_stoppers(node, wanted, relevant)


cdef int sure_trumps(const Node *node, bint mine, cardset *relevant) noexcept nogil:
    """Tricks that the trumps of a side win, the side's that maximises or the other, whoever leads what.

    Of its k highest trumps each falls to a trick that the side wins unless an opponent
    plays a higher one there. So it wins as many tricks as these k fall to, but for as
    many as the opponents have trumps over the lowest of them, whichever k is best.

    All of one hand's fall to tricks of their own. Those of two hands fall to k tricks or
    as many as the longer of the two hands has trumps, whichever is less, if neither trumps
    unless it must, and of the k no more than one is played to a trick where there is a
    choice. For let x and y be how many each has of the k, p and q of lower trumps: then the
    number is min(x + y, max(x + p, y + q)). It is so at the end, and before a trick if
    after it. A hand that must trump alone plays one of the k, if it has any: one trick
    more, and the number is one less at the most; if it has none (x = 0) the number is y,
    whatever p is. If both must, and one has of the k and the other a lower trump, they
    play these: both sums are one less. If neither has a lower one, max(x, y) is one less.
    If neither has any of the k, the number is 0 already.

    The rank of the lowest keeps all numbers; none is needed where all trumps are counted.
    """
    cdef cardset own = 0, foes = 0, held, most = 0, rest, over
    cdef int seat, holders = 0, longest = 0, slot, count = 0, sure = 0, last = -1
    for seat in range(node.rules.seats):
        held = node.state.hands[seat] & node.rules.trumps
        if node.payoff.maximises[seat] != mine:
            foes |= held
        elif held:
            own |= held
            holders += 1
            if count_cards(held) > longest:
                longest = count_cards(held)
                most = held
    if holders > 2:
        own = most
    rest = own
    while rest and count < longest:
        slot = highest_card(rest)
        rest ^= bit(slot)
        count += 1
        over = foes & ~below(slot)
        if count - count_cards(over) > sure:
            sure = count - count_cards(over)
            last = slot
    if last >= 0 and (own | foes) & below(last):
        relevant[0] |= bit(last)
    return sure


cdef int sure_tricks(const Node *node, int wanted, cardset *relevant) noexcept nogil:
    """Tricks that the leader's side has for the asking: the leader cashes top cards, then a partner.

    No more are looked for than are wanted.

    A suit's top cards win as long as no opponent can trump: no opponent has trumps (none
    in the game, or the leader's top trumps have drawn them), or each that has still must
    follow. Where trumps are still out leader and partner follow and discard plain cards
    only, one in every round: with no more rounds than those neither is ever made to
    trump, and then the side has what its trumps are sure to win.
    """
    cdef int seat = node.state.leader, sure = 0, tops
    cdef cardset own = node.state.hands[seat] & node.rules.trumps
    cdef cardset trumps = node.rules.trumps & node.state.left & ~own, needed = 0
    tops = top_run(own, trumps, &needed) if own else 0
    if tops and tops >= longest_but(node, seat, -1, node.rules.trumps):
        sure = count_cards(own)
        trumps = 0
        relevant[0] |= needed
    if trumps:
        return sure_with_trumps_out(node, seat, trumps, wanted, relevant)
    return min(sure + sure_together(node, seat, 0, relevant), node.state.tricks_left)


cdef int sure_with_trumps_out(const Node *node, int seat, cardset trumps, int wanted,
                              cardset *relevant) noexcept nogil:
    """`sure_tricks` where trumps are out: by these, and by plain suits only if they can be enough."""
    cdef int sure = sure_trumps(node, node.payoff.maximises[seat], relevant)
    cdef int plain = node.state.tricks_left, other
    if sure >= wanted:
        return sure
    for other in range(node.rules.seats):
        if node.payoff.maximises[other] == node.payoff.maximises[seat]:
            plain = min(plain, count_cards(node.state.hands[other] & ~node.rules.trumps))
    if sure + plain < wanted:
        return sure
    return sure + min(sure_together(node, seat, trumps, relevant), plain)


cdef bint sure_reply(const Node *node, cardset *relevant) noexcept nogil:
    """Is the side not on lead sure of a trick, as it has the top card of whatever is led?

    Trumps may be out: where the leader's partner could trump the lead nothing is sure.
    """
    cdef int seat = node.state.leader, suit, other, top
    cdef cardset lane
    for suit in range(LANES):
        lane = lane_mask(suit)
        if not node.state.hands[seat] & lane:
            continue
        top = highest_card(node.state.left & lane)
        if node.payoff.maximises[holder_of(node.rules, &node.state, top)] == node.payoff.maximises[seat]:
            return False
        for other in range(node.rules.seats):
            if (node.payoff.maximises[other] == node.payoff.maximises[seat] and suit != node.rules.trump
                    and node.state.hands[other] & node.rules.trumps
                    and (not node.state.hands[other] & lane or node.rules.follow != FOLLOW)):
                return False    # the leader's partner may trump
        relevant[0] |= bit(top)
    return True

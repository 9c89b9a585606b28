"""Stops, where tricks alone count and none must be headed.

A suit is stopped by an opponent whose card beats what is led of it, once the leader's side
has won what it can. Each function tells, in `cuts`, the comparisons of cards it rests on
(cext/tables/relevance.pxd).
"""

include "../base/layout.pxi"

from cext.base.cards cimport LANE_SLOTS, LANES, below, bit, cardset, count_cards, highest_card, lowest_card
from cext.bounds.top_cards cimport Cash, cash_in_turn, top_run
from cext.game.game cimport Payoff, Rules, State
from cext.game.play cimport holder_of


cdef struct Stops:
    # What the leader's side can win before it loses a trick, and who then stops it where.
    int cashable            # rounds in all suits
    int[LANES] runs         # and in each
    int[LANES] stopper      # the opponent that wins the next, -1 where none is known to
    int seats               # mask of the opponents that may win the first trick lost


cdef struct Stop:
    int rounds              # that the leader's side may win of a suit before, many if no stop
    int card                # the opponent's lowest that it may have to win with
    cardset cuts


cdef int sure_stops(const Rules *rules, const Payoff *payoff, const State *state, int wanted,
                    cardset *cuts) noexcept nogil:
    """Tricks the other side is sure of by stopping what the leader, or its side, can lead; 0 for too few.

    Who wins the first trick that they lose then cashes its winners, in the suits that they
    could not win a round of. Where the opponents have trumps too, the stop alone is sure.
    """
    cdef cardset trumps = state.left & rules.trumps, needed = 0, partners = 0
    cdef int seat, partner = -1, several = 0
    cdef bint stopped
    cdef Stops stops
    for seat in range(rules.seats):
        if seat != state.leader and payoff.maximises[seat] == payoff.maximises[state.leader]:
            partners |= state.hands[seat]
            partner = seat
            several += 1
    stopped = not trumps & partners and find_stops(rules, payoff, state, wanted, &stops, &needed)
    if not stopped and not trumps and several == 1:
        needed = 0
        stopped = find_stops_of_both(rules, state, partner, wanted, &stops, &needed)
    if not stopped:
        return 0
    cuts[0] |= needed
    if wanted == 1 or trumps & ~state.hands[state.leader]:
        return 1
    return fewest_of_stoppers(rules, payoff, state, &stops, wanted, trumps, cuts)


cdef bint find_stops(const Rules *rules, const Payoff *payoff, const State *state, int wanted,
                     Stops *stops, cardset *cuts) noexcept nogil:
    """Does the leader keep the lead until it loses a trick, soon enough to lose so many?

    It may cash its top cards; of every suit that it has other cards of, the best card after
    these is an opponent's, who outlasts them with one card more than they are.
    """
    cdef int suit, top, stopper
    cdef cardset lane, own, others
    stops.cashable = 0
    stops.seats = 0
    for suit in range(LANES):
        lane = <cardset>0xFFFF << (16 * suit)
        own = state.hands[state.leader] & lane
        others = state.left & lane & ~own
        stops.runs[suit] = top_run(own, others, cuts) if own else 0
        stops.cashable += stops.runs[suit]
        if stops.cashable + wanted > state.tricks_left:
            return False
        stops.stopper[suit] = -1
        if count_cards(own) > stops.runs[suit]:
            top = highest_card(others)
            stopper = holder_of(rules, state, top)
            if (payoff.maximises[stopper] == payoff.maximises[state.leader]
                    or count_cards(state.hands[stopper] & lane) <= stops.runs[suit]):
                return False
            cuts[0] |= bit(top)
            stops.stopper[suit] = stopper
            stops.seats |= 1 << stopper
    return stops.seats != 0 and can_keep(state, stops)


cdef bint find_stops_of_both(const Rules *rules, const State *state, int partner, int wanted,
                             Stops *stops, cardset *cuts) noexcept nogil:
    """Is the leader with its partner sure to lose a trick, soon enough to lose so many?

    Of a suit that no opponent stops there are no more rounds than the longer of the two
    hands has cards. If all rounds that they can win are less than the tricks left, they
    lose one: to whoever stops a suit, or has cards in one that nobody stops.
    """
    cdef int suit
    cdef cardset lane, hands, others
    stops.cashable = 0
    stops.seats = 0
    for suit in range(LANES):
        lane = <cardset>0xFFFF << (16 * suit)
        hands = (state.hands[state.leader] | state.hands[partner]) & lane
        others = state.left & lane & ~hands
        stops.stopper[suit] = -1
        stops.runs[suit] = max(count_cards(state.hands[state.leader] & lane),
                               count_cards(state.hands[partner] & lane))
        if hands and others:
            stop_of_both(rules, state, suit, hands, others, stops, cuts)
        stops.cashable += stops.runs[suit]
        if stops.cashable + wanted > state.tricks_left:
            return False
    return can_keep(state, stops)


cdef void stop_of_both(const Rules *rules, const State *state, int suit, cardset hands, cardset others,
                       Stops *stops, cardset *cuts) noexcept nogil:
    """The opponent that lets the two hands win fewest rounds of a suit, if any limits them.

    A round may fall to another one that has cards as high, too.
    """
    cdef Stop stop, best
    cdef int seat
    best.rounds = LANE_SLOTS
    best.card = 0
    best.cuts = 0
    for seat in range(rules.seats):
        if others & state.hands[seat]:
            stop = stop_by(rules, state, seat, hands, others & state.hands[seat])
            if stop.rounds < best.rounds or (stop.rounds == best.rounds and stop.card > best.card):
                best = stop
                stops.stopper[suit] = seat
    if best.rounds < stops.runs[suit]:
        stops.runs[suit] = best.rounds
        cuts[0] |= best.cuts
    else:
        stops.stopper[suit] = -1
        best.card = 0
    for seat in range(rules.seats):
        if others & state.hands[seat] & ~below(best.card):
            stops.seats |= 1 << seat


cdef Stop stop_by(const Rules *rules, const State *state, int seat, cardset hands,
                  cardset held) noexcept nogil:
    """What stops a suit of the two hands' when this opponent has these cards of it.

    A round that they win takes one of their cards over the opponent's best. Where it plays
    last of the three that is plain. The hand to its right may lead a lower card, though,
    with such a card in the other hand, behind: then the opponent plays one of its own
    over all their lower ones, which brings that card down. So it needs as many of these
    as there are cards behind, one more, and lower ones to follow with.
    """
    cdef Stop stop
    cdef cardset above = hands & ~below(highest_card(held)), cover = held
    cdef cardset behind = above & ~state.hands[seat - 1 if seat else rules.seats - 1]
    stop.rounds = LANE_SLOTS
    stop.card = 0
    stop.cuts = 0
    if count_cards(held) <= count_cards(above):
        return stop
    while behind:
        behind &= behind - 1
        cover ^= bit(highest_card(cover))
    stop.card = highest_card(cover)
    if hands & ~above & ~below(stop.card):
        return stop
    stop.rounds = count_cards(above)
    stop.cuts = bit(stop.card)
    if above:
        stop.cuts |= bit(lowest_card(above))
    return stop


cdef bint can_keep(const State *state, const Stops *stops) noexcept nogil:
    """Has each stopper room, beside the rounds the leader's side can win, for a card in all suits it stops?

    A round in such a suit takes a card of it, any other leaves room for one card less.
    """
    cdef int suit
    for suit in range(LANES):
        if (stops.stopper[suit] >= 0
                and stops.cashable + stops_of(stops, stops.stopper[suit]) > state.tricks_left):
            return False
    return True


cdef inline int stops_of(const Stops *stops, int seat) noexcept nogil:
    """How many suits a seat stops."""
    cdef int suit, stopped = 0
    for suit in range(LANES):
        stopped += stops.stopper[suit] == seat
    return stopped


cdef int fewest_of_stoppers(const Rules *rules, const Payoff *payoff, const State *state, const Stops *stops,
                            int wanted, cardset trumps, cardset *cuts) noexcept nogil:
    """Tricks the side makes whichever of its seats wins the first that the leader's side loses.

    `trumps` are those out, all the leader's.
    """
    cdef int seat, fewest = state.tricks_left, tricks
    for seat in range(rules.seats):
        if stops.seats >> seat & 1:
            tricks = tricks_of_stopper(rules, payoff, state, stops, seat, wanted, trumps, cuts)
            if tricks < wanted:
                return 0
            fewest = min(fewest, tricks)
    return fewest


cdef int tricks_of_stopper(const Rules *rules, const Payoff *payoff, const State *state, const Stops *stops,
                           int seat, int wanted, cardset trumps, cardset *cuts) noexcept nogil:
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
        if not stops.runs[suit]:
            lanes |= <cardset>0xFFFF << (16 * suit)
        elif stops.stopper[suit] == seat:
            beneath += 1
    # The first trick comes on top where it cannot be one of these winners.
    first = beneath == stops_of(stops, seat)
    cash = cash_in_turn(rules, payoff, state, seat, -1, lanes, trumps)
    most = first + cash.own - max(0, stops.cashable + cash.own + beneath - state.tricks_left)
    needed = cash.cuts
    for other in range(rules.seats):
        if most < wanted and other != seat and payoff.maximises[other] == payoff.maximises[seat]:
            cash = cash_in_turn(rules, payoff, state, seat, other, lanes, trumps)
            tricks = min(first + cash.own, state.tricks_left - stops.cashable)
            if (cash.entry and tricks > most and stops.cashable + cash.kept + beneath <= state.tricks_left
                    and stops.cashable + cash.partners_kept + stops_of(stops, other) <= state.tricks_left):
                most = tricks
                needed = cash.cuts
    cuts[0] |= needed
    return most

"""Tricks that are sure without a search, where tricks alone count and none must be headed.

Each function tells, in `cuts`, the comparisons of cards it rests on (cext/cuts.pxd). A
*master* of two hands is a card above all other hands' cards of its suit.
"""

include "layout.pxi"

from cext.cards cimport (
    LANE_SLOTS, LANES, below, bit, cardset, count_cards, highest_card, lane_of, lanes_with, lowest_card,
    lowest_of_lanes, up_to_tops,
)
from cext.game cimport FOLLOW, FOLLOW_OR_TRUMP, Payoff, Rules, State, Trick
from cext.play cimport holder_of


cdef bint bounded_by_tricks(const Rules *rules, const Payoff *payoff, const State *state, int need,
                            cardset *cuts, int *value) noexcept nogil:
    """Is a side sure of enough tricks to tell whether `need` is reached? Then `value` has the bound."""
    cdef bint mine = payoff.maximises[state.leader]
    cdef int wanted = wanted_of(payoff, state, mine, need), sure
    cdef cardset needed = 0
    sure = sure_tricks(rules, payoff, state, wanted, &needed)
    if sure < wanted:
        mine = not mine
        needed = 0
        wanted = state.tricks_left + 1 - wanted
        sure = sure_against_leader(rules, payoff, state, wanted, &needed)
        if sure < wanted:
            return False
    cuts[0] |= needed
    value[0] = value_with(payoff, state, mine, sure)
    return True


cdef inline int wanted_of(const Payoff *payoff, const State *state, bint mine, int need) noexcept nogil:
    """The tricks a side must take to answer its way; the other must take all but one less."""
    cdef int worth = payoff.any_most - payoff.any_least
    cdef int wanted = need - payoff.any_least * state.tricks_left
    if worth != 1:
        wanted = (wanted + worth - 1) // worth
    return wanted if mine else state.tricks_left + 1 - wanted


cdef inline int value_with(const Payoff *payoff, const State *state, bint mine, int sure) noexcept nogil:
    """The bound when a side takes so many of the tricks left."""
    cdef int more = sure * (payoff.any_most - payoff.any_least)
    if mine:
        return payoff.any_least * state.tricks_left + more
    return payoff.any_most * state.tricks_left - more


cdef bint decided_by_trick(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                           int seat, int need, cardset *cuts, int *value) noexcept nogil:
    """In a trick: do the best card and its player's top cards answer, whatever this seat and others play?

    The trick may be all that the side lacks. Else the player must be sure to lead next,
    and no trumps be out against its top cards.
    """
    cdef bint mine = payoff.maximises[trick.winner]
    cdef int wanted = wanted_of(payoff, state, mine, need), sure = 1
    cdef cardset needed = 0
    if (wanted > 1 and rules.trumps & state.left & ~state.hands[trick.winner]
            or not holds_trick(rules, payoff, state, trick, seat, wanted > 1, &needed)):
        return False
    if wanted > 1:
        sure += top_cards(state, trick.winner, &needed)
        if sure < wanted:
            return False
    cuts[0] |= needed
    value[0] = value_with(payoff, state, mine, sure)
    return True


cdef inline bint holds_trick(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                             int seat, bint and_leads, cardset *cuts) noexcept nogil:
    """Does the trick go to the side that has it now (and can it stay with the same seat)?"""
    cdef cardset lane = <cardset>0xFFFF << (trick.led << 4), others = trick.cards, able, beats
    cdef bint foe
    while seat != trick.leader:
        foe = payoff.maximises[seat] != payoff.maximises[trick.winner]
        if foe or and_leads:
            able = state.hands[seat] & lane
            if not able:
                able = state.hands[seat]
            elif rules.follow == FOLLOW_OR_TRUMP:
                able |= state.hands[seat] & rules.trumps
            beats = able & rules.beaten_by[trick.best]
            if beats and (foe or beats == able):
                return False
            others |= able
        seat = seat + 1 if seat + 1 < rules.seats else 0
    if others & lane_of(trick.best) & below(trick.best):
        cuts[0] |= bit(trick.best)
    return True


cdef int sure_against_leader(const Rules *rules, const Payoff *payoff, const State *state, int wanted,
                             cardset *cuts) noexcept nogil:
    """Tricks the other side is sure of: by its trumps, the top cards of all that is led, or stops."""
    cdef cardset needed
    cdef int seat, sure
    for seat in range(rules.seats if state.left & rules.trumps else 0):
        if payoff.maximises[seat] != payoff.maximises[state.leader] and state.hands[seat] & rules.trumps:
            needed = 0
            sure = sure_trumps(rules, payoff, state, seat, &needed)
            if sure >= wanted:
                cuts[0] |= needed
                return sure
    if wanted == 1 and state.left & rules.trumps:
        needed = 0
        if sure_reply(rules, payoff, state, &needed):
            cuts[0] |= needed
            return 1
    return sure_stops(rules, payoff, state, wanted, cuts)


cdef int top_run(cardset own, cardset others, cardset *cuts) noexcept nogil:
    """How many of a hand's cards of one suit are above all others of the suit."""
    cdef cardset run
    if not others:
        return count_cards(own)
    run = own & ~below(highest_card(others))
    if run:
        cuts[0] |= bit(lowest_card(run))
    return count_cards(run)


cdef inline int longest_but(const Rules *rules, const State *state, int seat, int partner,
                            cardset lane) noexcept nogil:
    """The greatest number of cards of a suit in any hand but these two (-1 for no partner)."""
    cdef int other, longest = 0
    for other in range(rules.seats):
        if other != seat and other != partner:
            longest = max(longest, count_cards(state.hands[other] & lane))
    return longest


cdef int sure_trumps(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                     cardset *cuts) noexcept nogil:
    """Tricks a seat's trumps win for its side, whoever leads what.

    Each of them falls to a trick of its own, which the side wins unless an opponent plays
    a higher trump there. So of its k highest trumps it wins with all but as many as the
    opponents have trumps over the lowest of them, whichever k is best. A cut just under
    that one keeps both numbers; none is needed where all trumps are counted.
    """
    cdef cardset own = state.hands[seat] & rules.trumps, foes = 0, rest = own, over
    cdef int other, slot, count = 0, sure = 0, last = -1
    for other in range(rules.seats):
        if payoff.maximises[other] != payoff.maximises[seat]:
            foes |= state.hands[other] & rules.trumps
    while rest:
        slot = highest_card(rest)
        rest ^= bit(slot)
        count += 1
        over = foes & ~below(slot)
        if count - count_cards(over) > sure:
            sure = count - count_cards(over)
            last = slot
    if last >= 0 and (own | foes) & below(last):
        cuts[0] |= bit(last)
    return sure


cdef int rounds_unruffed(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                         cardset lane, cardset trumps) noexcept nogil:
    """How often a plain suit can be led before an opponent may trump."""
    cdef int other, rounds = LANE_SLOTS
    for other in range(rules.seats):
        if payoff.maximises[other] != payoff.maximises[seat] and state.hands[other] & trumps:
            rounds = min(rounds, count_cards(state.hands[other] & lane) if rules.follow == FOLLOW else 0)
    return rounds


cdef int sure_tricks(const Rules *rules, const Payoff *payoff, const State *state, int wanted,
                     cardset *cuts) noexcept nogil:
    """Tricks that the leader's side has for the asking: the leader cashes top cards, then a partner.

    No more are looked for than are wanted.

    A suit's top cards win as long as no opponent can trump: no opponent has trumps (none
    in the game, or the leader's top trumps have drawn them), or each that has still must
    follow. Where trumps are still out leader and partner follow and discard plain cards
    only, one in every round: with no more rounds than those neither is ever made to
    trump, and then the side has what its trumps are sure to win.
    """
    cdef int seat = state.leader, other, sure = 0, by_trumps = 0, plain = state.tricks_left
    cdef cardset own = state.hands[seat] & rules.trumps, trumps = rules.trumps & state.left & ~own, needed = 0
    if not trumps:
        sure = top_cards(state, seat, &needed)
        if sure >= wanted:
            cuts[0] |= needed
            return sure
        needed = 0
        sure = 0
    if own and top_run(own, trumps, &needed) >= longest_but(rules, state, seat, -1, rules.trumps):
        sure = count_cards(own)
        trumps = 0
        cuts[0] |= needed
    sure = min(sure + sure_together(rules, payoff, state, seat, trumps, cuts), state.tricks_left)
    if not trumps:
        return sure
    for other in range(rules.seats):
        if payoff.maximises[other] == payoff.maximises[seat]:
            plain = min(plain, count_cards(state.hands[other] & ~rules.trumps))
            by_trumps = max(by_trumps, sure_trumps(rules, payoff, state, other, cuts))
    return min(sure, plain) + by_trumps


cdef inline int top_cards(const State *state, int seat, cardset *cuts) noexcept nogil:
    """How many of a seat's cards are above all others of their suits."""
    cdef cardset up = up_to_tops(state.left & ~state.hands[seat])
    cdef cardset tops = state.hands[seat] & ~up
    cuts[0] |= lowest_of_lanes(tops) & lanes_with(up)
    return count_cards(tops)


cdef struct Pair:
    # Two hands of a side that cash in turn, or one alone.
    int seat                # first ...
    int partner             # ... then this one, -1 for none
    cardset own
    cardset partners
    cardset masters
    cardset trumps          # out against them


cdef struct Cash:
    int own                 # rounds that the first hand takes ...
    int partners            # ... and the second, once led to
    bint entry              # it can be
    int kept                # cards of the first hand that this takes ...
    int partners_kept       # ... and of the second
    cardset cuts            # for the first number
    cardset more_cuts       # for the second


cdef int sure_together(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                       cardset trumps, cardset *cuts) noexcept nogil:
    """Tricks in plain suits that a seat on lead makes with the best of its partners, or alone."""
    cdef Cash cash, best
    cdef int other
    best.own = -1
    for other in range(rules.seats):
        if other != seat and payoff.maximises[other] == payoff.maximises[seat]:
            cash = cash_in_turn(rules, payoff, state, seat, other, ~rules.trumps, trumps)
            if cash.own > best.own:
                best = cash
    if best.own < 0:
        best = cash_in_turn(rules, payoff, state, seat, -1, ~rules.trumps, trumps)
    cuts[0] |= best.cuts
    return best.own


cdef Cash cash_in_turn(const Rules *rules, const Payoff *payoff, const State *state, int seat, int partner,
                       cardset lanes, cardset trumps) noexcept nogil:
    """The seat cashes in these lanes, leads to a winner of the partner's, and that one cashes: all in `own`.

    When that makes more than there are tricks left, the partner makes the fewer. So while
    the seat cashes the partner always has a card to throw that is none of its winners,
    and while the partner cashes the seat has none left to keep.
    """
    cdef Pair pair
    cdef Cash cash
    cdef cardset lane, rest
    pair.seat = seat
    pair.partner = partner
    pair.own = state.hands[seat]
    pair.partners = state.hands[partner] if partner >= 0 else 0
    pair.masters = (pair.own | pair.partners) & lanes & ~up_to_tops(state.left & ~(pair.own | pair.partners))
    pair.trumps = trumps
    cash.own = 0
    cash.partners = 0
    cash.entry = False
    cash.kept = 0
    cash.partners_kept = 0
    cash.cuts = 0
    cash.more_cuts = 0
    rest = pair.masters
    while rest:
        lane = lane_of(lowest_card(rest))
        rest &= ~lane
        cash_suit(rules, payoff, state, &pair, lane, &cash)
    if cash.entry:
        cash.own += cash.partners
        cash.cuts |= cash.more_cuts
    return cash


cdef void cash_suit(const Rules *rules, const Payoff *payoff, const State *state, const Pair *pair,
                    cardset lane, Cash *cash) noexcept nogil:
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
    cdef bint contested = (state.left & lane & ~own & ~partners) != 0
    cdef int rounds = count_cards(mine), more = count_cards(theirs), length = count_cards(partners)
    cdef int longest, allowed
    if more and length - more < rounds:
        tops = own & ~below(highest_card(theirs))
        rounds = count_cards(tops)
        if tops:
            cash.cuts |= bit(lowest_card(tops))
        else:
            theirs &= ~below(highest_card(mine))
            more = count_cards(theirs)
            cash.more_cuts |= bit(lowest_card(theirs))
        if rounds >= length:
            rounds = count_cards(mine)
            more = 0
        elif tops:
            more = min(more, length - rounds) if tops == mine else 0
    if contested and rounds:
        cash.cuts |= bit(lowest_card(mine))
    if more and contested:
        cash.more_cuts |= bit(lowest_card(theirs))
    longest = longest_but(rules, state, pair.seat, pair.partner, lane)
    if rounds >= longest and rounds >= length:
        rounds = count_cards(own)
    elif more and rounds + more >= longest and rounds + more >= count_cards(own):
        more = length - rounds
    if pair.trumps:
        allowed = rounds_unruffed(rules, payoff, state, pair.seat, lane, pair.trumps)
        rounds = min(rounds, allowed)
        more = min(more, allowed - rounds)
    cash.own += rounds
    cash.partners += more
    cash.kept += min(count_cards(own), rounds + more)
    cash.partners_kept += min(length, rounds + more)
    cash.entry |= more > 0 and count_cards(own) > rounds


cdef bint sure_reply(const Rules *rules, const Payoff *payoff, const State *state,
                     cardset *cuts) noexcept nogil:
    """Is the side not on lead sure of a trick, as it has the top card of whatever is led?

    Trumps may be out: where the leader's partner could trump the lead nothing is sure.
    """
    cdef int seat = state.leader, suit, other, top
    cdef cardset lane
    for suit in range(LANES):
        lane = <cardset>0xFFFF << (16 * suit)
        if not state.hands[seat] & lane:
            continue
        top = highest_card(state.left & lane)
        if payoff.maximises[holder_of(rules, state, top)] == payoff.maximises[seat]:
            return False
        for other in range(rules.seats):
            if (payoff.maximises[other] == payoff.maximises[seat] and suit != rules.trump
                    and state.hands[other] & rules.trumps
                    and (not state.hands[other] & lane or rules.follow != FOLLOW)):
                return False    # the leader's partner may trump
        cuts[0] |= bit(top)
    return True


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

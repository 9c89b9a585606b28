"""Bounds that need no search, at the start of a trick.

Each tells, in `cuts`, the comparisons of cards it rests on (cext/cuts.pxd).
"""

include "layout.pxi"

from cext.cards cimport LANES, below, bit, cardset, count_cards, highest_card, lowest_card
from cext.game cimport FOLLOW, FOLLOW_OR_TRUMP, Payoff, Rules, State


cdef bint stays_clear(const State *state, int seat, cardset *cuts) noexcept nogil:
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
        lane = <cardset>0xFFFF << (16 * suit)
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
        cuts[0] |= own | (own << 1)
    return exits


cdef int top_run(cardset own, cardset others, cardset *cuts) noexcept nogil:
    """How many of a hand's cards of one suit are above all others of the suit."""
    cdef cardset run
    if not others:
        return count_cards(own)
    run = own & ~below(highest_card(others))
    if run:
        cuts[0] |= bit(lowest_card(run))
    return count_cards(run)


cdef int longest_but(const Rules *rules, const State *state, int seat, cardset lane) noexcept nogil:
    """The greatest number of cards of a suit in any hand but one."""
    cdef int other, longest = 0
    for other in range(rules.seats):
        if other != seat:
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


cdef int cashed(const Rules *rules, const Payoff *payoff, const State *state, int seat, int suit,
                cardset trumps, cardset *cuts) noexcept nogil:
    """Tricks a seat takes by leading one suit from the top, while `trumps` are out against it."""
    cdef cardset lane = <cardset>0xFFFF << (16 * suit), own = state.hands[seat] & lane
    cdef int other, rounds
    if not own:
        return 0
    rounds = top_run(own, state.left & lane & ~own, cuts)
    if rounds and rounds >= longest_but(rules, state, seat, lane):
        rounds = count_cards(own)
    if trumps and suit != rules.trump:
        for other in range(rules.seats):
            if payoff.maximises[other] != payoff.maximises[seat] and state.hands[other] & trumps:
                rounds = min(rounds, count_cards(state.hands[other] & lane) if rules.follow == FOLLOW else 0)
    return rounds


cdef int sure_tricks(const Rules *rules, const Payoff *payoff, const State *state,
                     cardset *cuts) noexcept nogil:
    """Tricks that the leader's side has for the asking: the leader cashes top cards.

    A suit's top cards win as long as no opponent can trump: no opponent has trumps (none
    in the game, or the leader's top trumps have drawn them), or each that has still must
    follow. When the top cards outlast the other hands' cards of the suit, the rest of
    the suit wins as well. Where trumps are still out leader and partner follow and
    discard plain cards only, one in every round: with no more rounds than those neither
    is ever made to trump, and then the side has what its trumps are sure to win.
    """
    cdef int seat = state.leader, suit, other, sure = 0, drawn, by_trumps = 0
    cdef int plain = state.tricks_left
    cdef cardset needed = 0
    cdef cardset trumps = rules.trumps & state.left & ~state.hands[seat]
    if rules.trump >= 0:
        drawn = cashed(rules, payoff, state, seat, rules.trump, trumps, &needed)
        if drawn and drawn >= longest_but(rules, state, seat, rules.trumps):
            trumps = 0
            sure = drawn
            cuts[0] |= needed
    for suit in range(LANES):
        if suit != rules.trump:
            sure += cashed(rules, payoff, state, seat, suit, trumps, cuts)
    if sure < state.tricks_left:
        sure += partners_tricks(rules, payoff, state, seat, trumps, cuts)
    for other in range(rules.seats):
        if trumps and payoff.maximises[other] == payoff.maximises[seat]:
            plain = min(plain, count_cards(state.hands[other] & ~rules.trumps))
            by_trumps = max(by_trumps, sure_trumps(rules, payoff, state, other, cuts))
    return min(sure, plain) + by_trumps


cdef int partners_tricks(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                         cardset trumps, cardset *cuts) noexcept nogil:
    """Tricks that a partner adds to this seat's own, in plain suits while `trumps` are out against them.

    The seat, on lead or sure to win what is led, cashes, then leads a suit of which the
    partner has the top card; the partner wins it and cashes in turn. Meanwhile it has
    followed or thrown cards that are not among those winners: there are enough of them as
    long as both together make no more tricks than there are left, and else the seat
    cashes fewer.
    """
    cdef int suit, other, tricks, most = 0, rounds
    cdef cardset lane, own_cuts, most_cuts = 0
    cdef bint entry
    for other in range(rules.seats):
        if other == seat or payoff.maximises[other] != payoff.maximises[seat]:
            continue
        tricks = 0
        entry = False
        own_cuts = 0
        for suit in range(LANES):
            if trumps and suit == rules.trump:
                continue
            lane = <cardset>0xFFFF << (16 * suit)
            rounds = cashed(rules, payoff, state, other, suit, trumps, &own_cuts)
            tricks += rounds
            if rounds and state.hands[seat] & lane:
                entry = True
        if entry and tricks > most:
            most = tricks
            most_cuts = own_cuts
    cuts[0] |= most_cuts
    return most


cdef int holder_of(const Rules *rules, const State *state, int slot) noexcept nogil:
    """The seat that holds a card which is in some hand."""
    cdef int seat
    for seat in range(rules.seats - 1):
        if state.hands[seat] & bit(slot):
            return seat
    return rules.seats - 1


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
    # What the leader may cash, and who stops it where.
    int cashable            # the leader's top cards in all suits
    int[LANES] runs         # of them in each
    int[LANES] stopper      # the seat with the best card after those, -1 where none is needed


cdef bint find_stops(const Rules *rules, const Payoff *payoff, const State *state, Stops *stops,
                     cardset *cuts) noexcept nogil:
    """Does the other side stop every suit of the leader's that does not win to its last card?

    The stopper outlasts the leader's top cards: it has one card more than there are of them.
    """
    cdef int seat = state.leader, suit, top, stopper
    cdef cardset lane, own, others
    stops.cashable = 0
    for suit in range(LANES):
        lane = <cardset>0xFFFF << (16 * suit)
        own = state.hands[seat] & lane
        others = state.left & lane & ~own
        stops.runs[suit] = top_run(own, others, cuts) if own else 0
        stops.cashable += stops.runs[suit]
        stops.stopper[suit] = -1
        if count_cards(own) > stops.runs[suit]:
            top = highest_card(others)
            stopper = holder_of(rules, state, top)
            if (payoff.maximises[stopper] == payoff.maximises[seat]
                    or count_cards(state.hands[stopper] & lane) <= stops.runs[suit]):
                return False
            cuts[0] |= bit(top)
            stops.stopper[suit] = stopper
    return True


cdef int sure_stops(const Rules *rules, const Payoff *payoff, const State *state,
                    cardset *cuts) noexcept nogil:
    """Tricks the side not on lead is sure of, no trumps being out, as it stops all the leader can lead.

    The leader may cash its top cards; any other card it leads loses to the stopper's, the
    best one after those. The stopper then cashes its winners in the suits of which the
    leader has no top card. To still have them it needs as many cards as the leader can
    cash, and one for each of those winners and for each stop beneath the leader's top
    cards: as many winners as it has not room for are given up.
    """
    cdef Stops stops
    cdef int seat, tricks, fewest = state.tricks_left
    cdef bint stopped = False
    if not find_stops(rules, payoff, state, &stops, cuts):
        return 0
    for seat in range(rules.seats):
        if stops_any(&stops, seat):
            stopped = True
            tricks = tricks_of_stopper(rules, payoff, state, &stops, seat, cuts)
            if not stops.cashable and tricks < state.tricks_left:
                tricks += partners_tricks(rules, payoff, state, seat, 0, cuts)
            fewest = min(fewest, tricks)
    return fewest if stopped else 0


cdef inline bint stops_any(const Stops *stops, int seat) noexcept nogil:
    cdef int suit
    for suit in range(LANES):
        if stops.stopper[suit] == seat:
            return True
    return False


cdef int tricks_of_stopper(const Rules *rules, const Payoff *payoff, const State *state, const Stops *stops,
                           int seat, cardset *cuts) noexcept nogil:
    """What a stopper wins, led to by a card beneath its own; 0 where it cannot keep its stops."""
    cdef int suit, winners = 0, stopped = 0, beneath = 0, given_up
    for suit in range(LANES):
        stopped += stops.stopper[suit] == seat
        if not stops.runs[suit]:
            winners += cashed(rules, payoff, state, seat, suit, 0, cuts)
        elif stops.stopper[suit] == seat:
            beneath += 1
    if stops.cashable + stopped > state.tricks_left:
        return 0
    given_up = max(0, stops.cashable + winners + beneath - state.tricks_left)
    # A stop beneath top cards of the leader comes on top; any other is one of the winners.
    return winners + (beneath == stopped) - given_up


cdef int swing(const Payoff *payoff, int seat, int slot) noexcept nogil:
    """How much better than the worst it is, for a seat's side, that this seat captures a card."""
    if payoff.maximises[seat]:
        return payoff.worth[seat][slot] - payoff.least[slot]
    return payoff.most[slot] - payoff.worth[seat][slot]


cdef int sum_of_extremes(const Payoff *payoff, int seat, cardset cards, int count,
                         bint greatest) noexcept nogil:
    """The sum of the greatest or least swings of so many of the cards."""
    cdef int[16] swings
    cdef int held = 0, i, number, total = 0
    while cards:
        number = swing(payoff, seat, lowest_card(cards))
        if greatest:
            number = -number
        cards &= cards - 1
        i = held
        while i > 0 and swings[i - 1] > number:
            swings[i] = swings[i - 1]
            i -= 1
        swings[i] = number
        held += 1
    for i in range(min(count, held)):
        total += swings[i]
    return -total if greatest else total


cdef int sure_worth(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                    cardset *cuts) noexcept nogil:
    """What a seat's side makes sure of beyond the worst, by its trumps that no opposing one beats.

    Each of these wins its trick. On lead, the seat leads its own one after another; where
    one may trump at any time it plays one to the trick now to come, whoever leads, and
    goes on leading. A partner that has trumps besides to follow with gives its dearest;
    then the seat leads its own dearest to the partner, which goes on in the same way. Of
    an opponent's trumps each lead of trumps takes the cheapest, or all when they are no
    more than the leads.
    """
    cdef int other, partner = -1, rounds, answered = 0, sure = 0, leads
    cdef cardset foes = 0, masters, own, help, trumps
    for other in range(rules.seats):
        trumps = state.hands[other] & rules.trumps
        if payoff.maximises[other] != payoff.maximises[seat]:
            foes |= trumps
        elif other != seat and trumps:
            if partner >= 0:
                return 0
            partner = other
    masters = rules.trumps & ~(below(highest_card(foes)) if foes else 0)
    own = state.hands[seat] & rules.trumps
    help = state.hands[partner] & rules.trumps if partner >= 0 else 0
    rounds = count_cards(own & masters)
    if not (own | help) & masters:
        return 0
    cuts[0] |= bit(lowest_card((own | help) & masters))
    trumps = (own | help) & masters
    while trumps:
        sure += swing(payoff, seat, lowest_card(trumps))
        trumps &= trumps - 1
    leads = rounds - (state.leader != seat and not (state.leader == partner and help & ~masters))
    if not rounds or count_cards(help & ~masters) < rounds and help & masters:
        return sure
    sure += sum_of_extremes(payoff, seat, help & ~masters, rounds, True)
    if help & masters and (own & ~masters or rules.follow == FOLLOW_OR_TRUMP):
        answered = count_cards(help & masters)
        leads += answered - (not own & ~masters)
        sure += sum_of_extremes(payoff, seat, own & ~masters, answered, True)
    for other in range(rules.seats):
        trumps = state.hands[other] & rules.trumps
        if payoff.maximises[other] != payoff.maximises[seat] and trumps:
            sure += sum_of_extremes(payoff, seat, trumps,
                                    leads if state.hands[other] & ~rules.trumps else rounds + answered, False)
    return sure

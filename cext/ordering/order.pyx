"""In what order cards are tried: the likeliest answer first."""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t

from cext.base.cards cimport (
    LANE_SLOTS, bit, cardset, count_cards, highest_card, lane_mask, lane_of, lowest_card,
)
from cext.base.sorting cimport insert
from cext.game.game cimport FOLLOW_OR_TRUMP, MAX_SEATS, Payoff, Rules, State, Trick, next_seat

cdef enum:
    GAIN_WEIGHT = 16        # of a trick's gain, against the ranks of the cards
    HISTORY_WEIGHT = 256    # of both, against the number of cut-offs before
    SHUNNED_WEIGHT = 1024   # the same where captures are shunned and nothing is trumped
    # Leads where tricks alone count:
    RUFFED = -40            # an opponent is void and has trumps
    TRUMP_LED = -14
    FINESSE = 24            # of the top three cards, neighbours are the partner's and the next seat's
    COMMAND = 12            # two of the top three are with the side
    ONE_SIDED = -8          # someone is void
    LOWEST = 4              # the lowest card of the suit
    # Where captures are shunned and nothing is trumped, besides the rank; first leads:
    FOES_VOID = -24         # no opponent has the suit
    FOE_VOID = -14          # one of them has not: it may throw what costs most
    PARTNER_VOID = -2
    COSTLY = 8
    EXIT = 2                # the seat's lowest card of the suit
    THROWN = 14             # on another suit: what costs


cdef struct Hand:
    # A hand that is to play, and what several of its cards share, worked out for the first of them.
    const Rules *rules
    const Payoff *payoff
    const State *state
    const Trick *trick
    int seat
    bint ducks              # `ducked` is known:
    int ducked              # the likely gain with any worthless card that does not take the lead
    cardset lane            # a suit to lead, none so far, with its score and its lowest card in hand
    int suit
    int lowest


cdef struct Later:
    # Those still to play to a trick, in turn.
    int count
    cardset[MAX_SEATS] legal
    bint[MAX_SEATS] ours    # of the party of the hand that is to play


cdef inline void look_at(Hand *hand, const Rules *rules, const Payoff *payoff, const State *state,
                         const Trick *trick, int seat) noexcept nogil:
    hand.rules = rules
    hand.payoff = payoff
    hand.suit = 0
    hand.lowest = 0
    hand.state = state
    hand.trick = trick
    hand.seat = seat
    hand.ducks = False
    hand.lane = 0


cdef int in_order(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick, int seat,
                  cardset cards, const uint32_t *history, bint relaxed, int *slots) noexcept nogil:
    """Fill `slots` with the cards, the most promising first; their number.

    `history` counts for each slot how often the seat's card cut off before. It alone decides
    where no score says more: with two cards left, where it comes from the relaxed game
    as well, and in leads where captures are shunned among trumps.
    """
    cdef int[MOST_CHOICES] scores
    cdef int[MOST_CHOICES] ranked
    cdef int count = 0, slot, score
    cdef bint shuns = payoff.traits.avoids_captures and decided_by_suit(rules, payoff)
    cdef int weight = SHUNNED_WEIGHT if shuns else HISTORY_WEIGHT
    cdef bint by_record = (relaxed or count_cards(state.hands[seat]) <= 2
                           or (payoff.traits.avoids_captures and not trick.played and not shuns))
    if not by_record:
        score_cards(rules, payoff, state, trick, seat, cards, shuns, scores)
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        score = 0 if by_record else scores[count]
        score = score * weight + <int>min(history[slot], <uint32_t>(1 << 20))
        count = insert(ranked, slots, count, score, slot)
    return count


cdef int most_promising(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                        int seat, cardset cards) noexcept nogil:
    """The card of the highest score, the lowest of equals, with no record to go by."""
    cdef int[MOST_CHOICES] scores
    cdef int best = -1, slot, score, most = 0, i = 0
    score_cards(rules, payoff, state, trick, seat, cards, False, scores)
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        score = LANE_SLOTS * scores[i] - (slot & 15)
        i += 1
        if best < 0 or score > most:
            best = slot
            most = score
    return best


cdef void score_cards(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                      int seat, cardset cards, bint shuns, int *scores) noexcept nogil:
    """The score of each card, the lowest slot's first; `shuns` for those that go by what is shunned."""
    cdef Hand hand
    if payoff.traits.tricks_only:
        if trick.played:
            score_follows(rules, payoff, state, trick, seat, cards, scores)
        else:
            score_leads(rules, payoff, state, seat, cards, scores)
        return
    look_at(&hand, rules, payoff, state, trick, seat)
    while cards:
        if not shuns:
            scores[0] = score_of(&hand, lowest_card(cards))
        elif trick.played:
            scores[0] = score_going_under(&hand, lowest_card(cards))
        else:
            scores[0] = score_exit(&hand, lowest_card(cards))
        scores += 1
        cards &= cards - 1


# --- where tricks alone count: twice as fast as `score_of`, which says the same ---------------------------

cdef inline void look_on(Later *later, const Rules *rules, const Payoff *payoff, const State *state,
                         int leader, int seat, cardset lane) noexcept nogil:
    """Who plays after a seat to a lead of that lane, and what."""
    cdef int other = next_seat(seat, rules.seats)
    cdef cardset legal
    later.count = 0
    while other != leader:
        legal = state.hands[other] & lane
        if not legal:
            legal = state.hands[other]
        elif rules.follow == FOLLOW_OR_TRUMP:
            legal |= state.hands[other] & rules.trumps
        later.legal[later.count] = legal
        later.ours[later.count] = payoff.maximises[other] == payoff.maximises[seat]
        later.count += 1
        other = next_seat(other, rules.seats)


cdef inline bint stays_ours(const Later *later, const Rules *rules, int best, bint ours) noexcept nogil:
    """Will the trick be the hand's party's, if its best card is that party's now or not (`likely_gain`)?"""
    cdef cardset over
    cdef int i
    for i in range(later.count):
        over = later.legal[i] & rules.beaten_by[best]
        if over and (later.ours[i] != ours or over == later.legal[i]):
            best = highest_card(over)
            ours = later.ours[i]
    return ours


cdef void score_leads(const Rules *rules, const Payoff *payoff, const State *state, int seat, cardset cards,
                      int *scores) noexcept nogil:
    """What the trick is likely to bring, then the suit: no other ranks, as they only misled."""
    cdef int worth = GAIN_WEIGHT * (payoff.bounds.any_most - payoff.bounds.any_least), slot, suit = 0
    cdef cardset lane = 0, lowest = 0
    cdef Later later
    later.count = 0
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if not lane & bit(slot):
            lane = lane_of(slot)
            lowest = bit(lowest_card(state.hands[seat] & lane))
            suit = score_suit(rules, payoff, state, seat, lane)
            look_on(&later, rules, payoff, state, seat, seat, lane)
        scores[0] = suit + LOWEST * ((lowest & bit(slot)) != 0)
        scores[0] += worth * stays_ours(&later, rules, slot, True)
        scores += 1


cdef void score_follows(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                        int seat, cardset cards, int *scores) noexcept nogil:
    """What the trick is likely to bring; then cheap cards, winners before losers, and trumps kept back."""
    cdef int worth = GAIN_WEIGHT * (payoff.bounds.any_most - payoff.bounds.any_least), slot
    cdef cardset over = rules.beaten_by[trick.best]
    cdef Later later
    cdef int ducked = 0
    look_on(&later, rules, payoff, state, trick.leader, seat, lane_mask(trick.led))
    if cards & ~over:
        ducked = worth * stays_ours(&later, rules, trick.best,
                                    payoff.maximises[trick.winner] == payoff.maximises[seat])
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        scores[0] = -(slot & 15) - 3 * (slot >> 4 == rules.trump)
        scores[0] += worth * stays_ours(&later, rules, slot, True) + 4 if over & bit(slot) else ducked
        scores += 1


cdef int gain_of(const Payoff *payoff, cardset cards, int seat) noexcept nogil:
    """What the side gains when that seat takes a trick of these cards."""
    cdef int gain = payoff.any_trick[seat], slot
    cards &= payoff.valued
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        gain += payoff.worth[seat][slot]
    return gain


cdef inline int likely_gain(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                            int seat, int slot) noexcept nogil:
    """What the trick will bring the side if this card is played and each later seat then
    takes it or lets it go as suits its own side with the cards there are by now."""
    cdef cardset cards = trick.cards | bit(slot), suit, legal, over
    cdef cardset lane = lane_of(slot if trick.played == 0 else trick.led << 4)
    cdef int best = slot, winner = seat, leader = seat, other = seat, gain, own, sign
    if trick.played:
        leader = trick.leader
        if not rules.beaten_by[trick.best] & bit(slot):
            best = trick.best
            winner = trick.winner
    gain = gain_of(payoff, cards, winner)
    while True:
        other = next_seat(other, rules.seats)
        if other == leader:
            return gain
        suit = state.hands[other] & lane
        legal = suit if suit else state.hands[other]
        if suit and rules.follow == FOLLOW_OR_TRUMP:
            legal |= state.hands[other] & rules.trumps
        if not legal & rules.beaten_by[best]:
            continue
        sign = 1 if payoff.maximises[other] else -1
        own = gain_of(payoff, cards, other)
        if sign * own > sign * gain or not legal & ~rules.beaten_by[best]:
            over = legal & rules.beaten_by[best]
            best = lowest_card(over) if payoff.traits.avoids_captures else highest_card(over)
            winner = other
            gain = own


cdef int score_suit(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                    cardset lane) noexcept nogil:
    """How good a suit is to lead where tricks alone count; after macroxue's bridge solver, in fewer cases."""
    cdef cardset left = state.left & lane, partners = 0, following = 0, foe, first, second, third
    cdef int other
    cdef bint void_seat = False
    if lane & rules.trumps:
        return TRUMP_LED
    for other in range(rules.seats):
        foe = state.hands[other] & lane
        void_seat |= not foe
        if other == seat:
            continue
        if payoff.maximises[other] == payoff.maximises[seat]:
            partners |= foe
        elif not foe and state.hands[other] & rules.trumps:
            return RUFFED
        elif other == next_seat(seat, rules.seats):
            following = foe
    first = top_of(left)
    second = top_of(left ^ first)
    third = top_of(left ^ first ^ second)
    if (partners & second and following & (first | third)) or (partners & first and following & second):
        return FINESSE
    if void_seat:
        return ONE_SIDED
    return COMMAND * (count_cards((state.hands[seat] & lane | partners) & (first | second | third)) >= 2)


cdef inline cardset top_of(cardset cards) noexcept nogil:
    return bit(highest_card(cards)) if cards else 0


cdef inline int score_of(Hand *hand, int slot) noexcept nogil:
    """What the trick is likely to bring; then cheap cards, and winners before losers.

    Where captures are shunned high cards go first, but the rest follow low while the side
    does not have the trick. Where trumps alone count high ones are led first, and those
    that count are not kept back as all others are. Each term has been measured.
    """
    cdef const Payoff *payoff = hand.payoff
    cdef const Trick *trick = hand.trick
    cdef bint mine = payoff.maximises[hand.seat], trump = slot >> 4 == hand.rules.trump, ducks, trumps_count
    cdef int rank = slot & 15
    cdef int score = prospect_of(hand, slot)
    score *= GAIN_WEIGHT if mine else -GAIN_WEIGHT
    trumps_count = payoff.valued and not payoff.valued & ~hand.rules.trumps
    if trick.played == 0:
        return score + (rank + 20 * trump if trumps_count else 0)
    if payoff.traits.avoids_captures:
        ducks = not mine and not payoff.maximises[trick.winner] and slot >> 4 == trick.led
        return score + (20 - rank if ducks else rank)
    if hand.rules.beaten_by[trick.best] & bit(slot):
        score += 4
    if trump and not (trumps_count and payoff.valued & bit(slot)):
        score -= 12 if payoff.valued else 3
    return score - rank


cdef inline int prospect_of(Hand *hand, int slot) noexcept nogil:
    """`likely_gain`, worked out once for all the cards that let the trick go and are worth nothing."""
    cdef bint ducks = hand.trick.played and not (hand.rules.beaten_by[hand.trick.best]
                                                 | hand.payoff.valued) & bit(slot)
    cdef int gain
    if ducks and hand.ducks:
        return hand.ducked
    gain = likely_gain(hand.rules, hand.payoff, hand.state, hand.trick, hand.seat, slot)
    if ducks:
        hand.ducks = True
        hand.ducked = gain
    return gain


cdef inline int score_exit(Hand *hand, int slot) noexcept nogil:
    """A lead where captures are shunned: high cards go first, of suits that all have to follow."""
    if not hand.lane & bit(slot):
        hand.lane = lane_of(slot)
        hand.lowest = lowest_card(hand.state.hands[hand.seat] & hand.lane)
        hand.suit = score_voids(hand.rules, hand.payoff, hand.state, hand.seat, hand.lane)
    return (hand.suit + (slot & 15) + EXIT * (slot == hand.lowest)
            + COSTLY * (hand.payoff.valued & bit(slot) != 0))


cdef int score_voids(const Rules *rules, const Payoff *payoff, const State *state, int seat,
                     cardset lane) noexcept nogil:
    """How good a suit is to lead where captures are shunned: who could throw on it what costs the taker."""
    cdef int other, partners = 0, foes = 0, following = 0
    for other in range(rules.seats):
        if other != seat and state.hands[other] & lane:
            following += payoff.maximises[other] != payoff.maximises[seat]
        elif other != seat and payoff.maximises[other] == payoff.maximises[seat]:
            partners += 1
        elif other != seat:
            foes += 1
    return (FOE_VOID if following else FOES_VOID) * (foes > 0) + PARTNER_VOID * (partners > 0)


cdef inline int score_going_under(Hand *hand, int slot) noexcept nogil:
    """What the trick is likely to bring; then high cards, and of those of other suits what costs."""
    cdef int gain = prospect_of(hand, slot), rank = slot & 15
    if slot >> 4 != hand.trick.led and hand.payoff.valued & bit(slot):
        rank += THROWN
    return rank + (GAIN_WEIGHT if hand.payoff.maximises[hand.seat] else -GAIN_WEIGHT) * gain


cdef inline bint decided_by_suit(const Rules *rules, const Payoff *payoff) noexcept nogil:
    """Do cards cost what they cost, and take tricks, by the suit led alone?"""
    return payoff.valued and rules.trump < 0 and not rules.cancels

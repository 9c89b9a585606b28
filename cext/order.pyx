"""In what order cards are tried: the likeliest answer first."""

include "layout.pxi"

from libc.stdint cimport uint32_t

from cext.cards cimport below, bit, cardset, count_cards, highest_card, lane_of, lowest_card
from cext.game cimport FOLLOW_OR_TRUMP, Payoff, Rules, State, Trick

cdef enum:
    WEIGHT_GAIN = 16


cdef int in_order(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick, int seat,
                  cardset cards, int first, const uint32_t *history, int *slots) noexcept nogil:
    """Fill `slots` with the cards, the most promising first (`first` before all); their number.

    `history` counts for each slot how often the seat's card answered the question before.
    It alone decides where nothing else tells more: with two cards left, and in leads where
    captures are shunned, as these pay in later tricks.
    """
    cdef int[MOST_CHOICES] promise
    cdef int count = 0, slot, i, score
    cdef bint few = count_cards(state.hands[seat]) <= 2
    if not cards & (cards - 1):
        slots[0] = lowest_card(cards)
        return 1
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if slot == first:
            score = 1 << 30
        else:
            if few or (payoff.shy and not trick.played):
                score = 0
            elif trick.played:
                score = promise_of_following(rules, payoff, state, trick, seat, slot)
            else:
                score = promise_of_lead(rules, payoff, state, trick, seat, slot)
            score = score * HISTORY_WEIGHT + <int>min(history[slot], <uint32_t>(1 << 20))
        i = count
        while i > 0 and promise[i - 1] < score:
            promise[i] = promise[i - 1]
            slots[i] = slots[i - 1]
            i -= 1
        promise[i] = score
        slots[i] = slot
        count += 1
    return count


cdef enum:
    HISTORY_WEIGHT = 256


cdef int gain_of(const Payoff *payoff, cardset cards, int seat) noexcept nogil:
    """What the side gains when that seat takes a trick of these cards."""
    cdef int gain = payoff.any_trick[seat], slot
    cards &= payoff.valued
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        gain += payoff.worth[seat][slot]
    return gain


cdef int likely_gain(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
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
        other = other + 1 if other + 1 < rules.seats else 0
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
            best = lowest_card(over) if payoff.shy else highest_card(over)
            winner = other
            gain = own


cdef int promise_of_following(const Rules *rules, const Payoff *payoff, const State *state,
                              const Trick *trick,
                              int seat, int slot) noexcept nogil:
    """Who should have the trick, cheaply; what is dear goes where it brings most."""
    cdef int sign = 1 if payoff.maximises[seat] else -1
    cdef bint wins = (rules.beaten_by[trick.best] & bit(slot)) != 0
    cdef int rank = slot & 15
    cdef int score = WEIGHT_GAIN * sign * likely_gain(rules, payoff, state, trick, seat, slot)
    if payoff.shy:
        if payoff.maximises[seat]:
            return score + rank
        if payoff.maximises[trick.winner]:
            return score + rank
        score -= 4 * abs(payoff.most[slot] - payoff.least[slot])
        return score + (20 - rank if slot >> 4 == trick.led else rank)
    if slot >> 4 == rules.trump:
        rank += 3
    return score - rank - (6 if wins and payoff.maximises[trick.winner] == payoff.maximises[seat] else 0)


cdef int promise_of_lead(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                         int seat, int slot) noexcept nogil:
    """Where captures are wanted: winners first, then suits whose winner the partner has."""
    cdef int sign = 1 if payoff.maximises[seat] else -1
    cdef int outcome = 8 * sign * likely_gain(rules, payoff, state, trick, seat, slot)
    if payoff.valued:
        return WEIGHT_GAIN * sign * likely_gain(rules, payoff, state, trick, seat, slot) - (slot & 15)
    cdef cardset lane = state.left & lane_of(slot)
    cdef int best = highest_card(lane), rank = slot & 15, owner = 0
    if slot == best:
        return outcome + 30 if slot >> 4 == rules.trump else outcome + 40
    for owner in range(rules.seats):
        if state.hands[owner] & bit(best):
            break
    if owner == seat:
        return outcome + 10 - rank
    if payoff.maximises[owner] == payoff.maximises[seat]:
        return outcome + 30 - rank
    return outcome + 10 - count_cards(lane & state.hands[owner]) - (rank >> 2)

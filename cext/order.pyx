"""In what order cards are tried: the likeliest answer first."""

from libc.stdint cimport uint32_t

from cext.cards cimport below, bit, cardset, count_cards, highest_card, lane_of, lowest_card
from cext.game cimport Payoff, Rules, State, Trick

cdef enum:
    A_LOT = 40


cdef int in_order(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick, int seat,
                  cardset cards, int first, const uint32_t *history, int *slots) noexcept nogil:
    """Fill `slots` with the cards, the most promising first (`first` before all); their number.

    `history` counts for each slot how often the seat's card answered the question before.
    """
    cdef int[MOST_CHOICES] promise
    cdef int count = 0, slot, i, score
    if not cards & (cards - 1):
        slots[0] = lowest_card(cards)
        return 1
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if slot == first:
            score = 1 << 30
        else:
            if trick.played:
                score = promise_of_following(rules, payoff, state, trick, seat, slot)
            elif payoff.shy:
                score = promise_of_shy_lead(rules, payoff, state, seat, slot)
            else:
                score = promise_of_lead(rules, payoff, state, seat, slot)
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


cdef int promise_of_following(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                              int seat, int slot) noexcept nogil:
    """Who should have the trick, cheaply; what is dear goes where it brings most."""
    cdef int sign = 1 if payoff.maximises[seat] else -1
    cdef bint wins = (rules.beaten_by[trick.best] & bit(slot)) != 0
    cdef int winner = seat if wins else trick.winner
    cdef int rank = slot & 15
    cdef int score = 4 * sign * payoff.worth[winner][slot]
    cdef int preference = sign * (payoff.appetite[seat] - payoff.appetite[trick.winner])
    if preference < 0:
        return score + rank - (A_LOT if wins else 0)
    if preference > 0:
        if wins and not payoff.shy and beaten_later(rules, payoff, state, trick, seat, slot):
            return score + 10 - rank
        return score + 20 - rank + (A_LOT if wins else 0)
    if payoff.shy:
        score -= 4 * abs(payoff.most[slot] - payoff.least[slot])
        return score + (20 - rank if slot >> 4 == trick.led else rank)
    return score + 20 - rank - (A_LOT // 2 if wins else 0)


cdef bint beaten_later(const Rules *rules, const Payoff *payoff, const State *state, const Trick *trick,
                       int seat, int slot) noexcept nogil:
    """Can an opponent who has still to play to the trick beat this card?"""
    cdef int other = seat
    cdef cardset suit, lane = <cardset>0xFFFF << (trick.led << 4)
    while True:
        other += 1
        if other == rules.seats:
            other = 0
        if other == trick.leader:
            return False
        if payoff.maximises[other] != payoff.maximises[seat]:
            suit = state.hands[other] & lane
            if (suit if suit else state.hands[other]) & rules.beaten_by[slot]:
                return True


cdef int promise_of_lead(const Rules *rules, const Payoff *payoff, const State *state, int seat, int slot) noexcept nogil:
    """Where captures are wanted: winners first, then suits whose winner the partner has."""
    cdef cardset lane = state.left & lane_of(slot)
    cdef int best = highest_card(lane), rank = slot & 15, owner
    if slot == best:
        return 30 if slot >> 4 == rules.trump else 40
    for owner in range(rules.seats):
        if state.hands[owner] & bit(best):
            break
    if owner == seat:
        return 10 - rank
    if payoff.maximises[owner] == payoff.maximises[seat]:
        return 30 - rank
    return 10 - count_cards(lane & state.hands[owner]) - (rank >> 2)


cdef int promise_of_shy_lead(const Rules *rules, const Payoff *payoff, const State *state, int seat, int slot) noexcept nogil:
    """Where captures are shunned: cards that others must take; or that the other side must."""
    cdef cardset lane = lane_of(slot), own, low
    cdef cardset others = state.left & ~state.hands[seat] & lane
    cdef int under = count_cards(others & below(slot)), over = count_cards(others) - under
    cdef int sign = 1 if payoff.maximises[seat] else -1
    cdef int prey = -1, other, score
    for other in range(rules.seats):
        if sign * payoff.appetite[other] > sign * payoff.appetite[seat]:
            prey = other
    if prey < 0 or payoff.maximises[seat]:
        return over - 2 * under if over else -20
    own = state.hands[prey] & lane
    if not own:
        return -40 + over
    low = below(lowest_card(own)) & lane
    if not bit(slot) & low:
        return -20 - count_cards(own & below(slot))
    score = 20 if payoff.valued & bit(slot) else 10
    for other in range(rules.seats):
        if other != prey and other != seat:
            if not state.hands[other] & lane:
                score += 8 if state.hands[other] & payoff.valued else 0
            elif not state.hands[other] & low:
                score -= 15
    return score

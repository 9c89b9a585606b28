"""How a trick goes: what may be played, who takes it, what follows from that."""

include "../base/layout.pxi"

from cext.base.cards cimport NO_CARD, bit, cardset, highest_card, lane_mask, lowest_card
from cext.game.game cimport (
    FOLLOW_AND_HEAD, FOLLOW_OR_TAKE_UP, FOLLOW_OR_TRUMP, NO_COUNTS, SPOT_COUNTS,
    Payoff, Rules, State, Trick, next_seat,
)


cdef cardset legal_specially(const Rules *rules, const State *state, const Trick *trick,
                             int seat) noexcept nogil:
    """`legal_cards` where it takes more than following suit."""
    cdef cardset hand = state.hands[seat], legal = hand, suit
    if trick.played == 0:
        if state.first and hand & rules.must_lead:
            return hand & rules.must_lead
        if not state.broken and hand & ~rules.unled:
            legal = hand & ~rules.unled
    else:
        suit = hand & lane_mask(trick.led)
        if rules.follow == FOLLOW_OR_TRUMP:
            if suit:
                legal = suit | (hand & rules.trumps)
        elif rules.follow == FOLLOW_AND_HEAD:
            legal = legal_heading(rules, trick, hand, suit)
        elif suit:
            legal = suit
            if (rules.joker >= 0 and hand & bit(rules.joker) and trick.led != rules.joker >> 4
                    and trick.cards & rules.over_joker):
                legal |= bit(rules.joker)
    if state.first and legal & ~rules.kept_from_first:
        legal &= ~rules.kept_from_first
    return legal


cdef cardset legal_heading(const Rules *rules, const Trick *trick, cardset hand, cardset suit) noexcept nogil:
    cdef cardset trumps = hand & rules.trumps, heading
    if suit:
        heading = suit & rules.beaten_by[trick.best]
        return heading if heading else suit
    if trumps:
        heading = trumps & rules.beaten_by[trick.best]
        return heading if heading else trumps
    return hand


cdef void draw_to_follow(const Rules *rules, State *state, const Trick *trick, int seat) noexcept nogil:
    """Domino: draw card by card until the led suit can be followed or the stock is out."""
    cdef cardset suit = lane_mask(trick.led)
    while not state.hands[seat] & suit and state.stock_next < rules.stock_size:
        state.hands[seat] |= bit(rules.stock[state.stock_next])
        state.stock_next += 1


cdef int take_up(const Rules *rules, State *state, Trick *trick, int seat) noexcept nogil:
    """Enfle: a seat that cannot follow takes the trick into hand and leads; the seat to play is returned."""
    if state.hands[seat] & lane_mask(trick.led):
        return seat
    state.hands[seat] |= trick.cards
    state.left |= trick.cards
    state.leader = seat
    open_trick(trick, seat)
    return seat


cdef int winner_of(const Rules *rules, const Trick *trick) noexcept nogil:
    """The seat that takes a complete trick, -1 where it stays on the table."""
    if rules.cancels:
        return winner_after_cancelling(rules, trick)
    if rules.joker >= 0 and trick.cards & bit(rules.joker) and trick.led != rules.joker >> 4:
        return winner_against_joker(rules, trick)
    return trick.winner


cdef int seat_of(const Rules *rules, const Trick *trick, int slot) noexcept nogil:
    cdef int seat
    for seat in range(rules.seats):
        if trick.card[seat] == slot:
            return seat
    return -1


cdef int winner_against_joker(const Rules *rules, const Trick *trick) noexcept nogil:
    """The Joker, discarded, wins unless a heart over the ten is there: then the highest of those."""
    cdef cardset over = trick.cards & rules.over_joker
    return seat_of(rules, trick, highest_card(over) if over else rules.joker)


cdef int winner_after_cancelling(const Rules *rules, const Trick *trick) noexcept nogil:
    """The highest card of the led suit that has no twin in the trick; -1 where all have one."""
    cdef cardset suit = trick.cards & lane_mask(trick.led), rest
    cdef int slot, other
    cdef bint alone
    rest = suit
    while rest:
        slot = highest_card(rest)
        rest ^= bit(slot)
        alone = True
        for other in range(rules.seats):
            if (trick.card[other] != NO_CARD and trick.card[other] != slot
                    and suit & bit(trick.card[other])
                    and rules.grade[trick.card[other]] == rules.grade[slot]):
                alone = False
        if alone:
            return seat_of(rules, trick, slot)
    return -1


cdef int captured_worth(const Payoff *payoff, State *state, cardset cards, int winner) noexcept nogil:
    """What these cards bring the side when that seat captures them; the bounds lose them."""
    cdef cardset rest = cards & payoff.valued
    cdef int slot, gain = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        gain += payoff.worth[winner][slot]
        state.least -= payoff.bounds.least[slot]
        state.most -= payoff.bounds.most[slot]
    if payoff.counting != NO_COUNTS:
        rest = cards
        while rest:
            slot = lowest_card(rest)
            rest &= rest - 1
            state.counts[winner] += payoff.count_worth[slot]
    return gain


cdef void mark_taker(const Rules *rules, const Payoff *payoff, State *state, cardset cards, int winner,
                     bint last) noexcept nogil:
    if (cards & payoff.pointed or payoff.pointed_any or (payoff.pointed_first and state.first)
            or (payoff.pointed_last and last)):
        state.takers |= <unsigned char>(1 << winner)
    if winner == payoff.mark_seat and cards & bit(payoff.mark_card):
        state.takers |= <unsigned char>(1 << rules.seats)


cdef bint deal_over_specially(const Rules *rules, const State *state) noexcept nogil:
    """No seat has cards; or (Domino, between tricks) one alone has; or (Enfle) one has none."""
    cdef int seat, holders = 0
    for seat in range(rules.seats):
        if state.hands[seat]:
            holders += 1
    if rules.follow == FOLLOW_OR_TAKE_UP:
        return holders < rules.seats
    return holders <= (1 if rules.ends_alone else 0)


cdef int take_the_rest(const Rules *rules, const Payoff *payoff, State *state, int last) noexcept nogil:
    """Domino's end: the seat with cards, or else the last to play, takes hand and stock."""
    cdef int seat, taker = last, gain
    for seat in range(rules.seats):
        if state.hands[seat]:
            taker = seat
    cdef cardset rest = state.left
    for seat in range(rules.seats):
        state.hands[seat] = 0
    state.left = 0
    state.stock_next = rules.stock_size
    if not rest:
        return 0
    gain = captured_worth(payoff, state, rest, taker)
    if payoff.has_bonus and rest & payoff.pointed:
        mark_taker(rules, payoff, state, rest, taker, False)
    return gain


cdef void draw_after_trick(const Rules *rules, State *state, int winner) noexcept nogil:
    """Two-handed: the winner draws the next card of the stock, then each other seat."""
    cdef int _turn, seat = winner
    for _turn in range(rules.seats):
        if state.stock_next < rules.stock_size:
            state.hands[seat] |= bit(rules.stock[state.stock_next])
            state.stock_next += 1
        seat = next_seat(seat, rules.seats)


cdef int capture(const Rules *rules, const Payoff *payoff, State *state, const Trick *trick,
                 int winner) noexcept nogil:
    """End a trick: who takes it (-1: it stays) is given; the side's gain is returned.

    Everything that follows happens here: the pile, the draws, who leads next, what
    Domino's last seat has to take.
    """
    cdef int gain = 0
    cdef cardset cards = trick.cards | state.pile
    cdef bint last
    if rules.follow == FOLLOW_OR_TAKE_UP:
        state.leader = winner     # the cards of the trick are dead
        return 0
    if rules.house and not state.broken:
        state.broken = (trick.cards & rules.breakers & ~lane_mask(trick.led)) != 0
    state.tricks_left -= 1
    last = deal_over(rules, state) and not (rules.draw_each and state.stock_next < rules.stock_size)
    if winner < 0 and last:
        winner = trick.leader
    if winner < 0:
        state.pile = cards
        state.first = False
        state.leader = first_with_cards(rules, state, trick.leader)
        return 0
    state.pile = 0
    gain = captured_worth(payoff, state, cards, winner)
    if payoff.has_bonus:
        mark_taker(rules, payoff, state, cards, winner, last)
    if payoff.has_tricks:
        gain += trick_worth(payoff, state, winner, last)
    state.first = False
    if state.stock_next < rules.stock_size and rules.draw_each:
        draw_after_trick(rules, state, winner)
    if rules.ends_alone and deal_over(rules, state):
        gain += take_the_rest(rules, payoff, state, trick.last)
    state.leader = first_with_cards(rules, state, winner)
    return gain


cdef int trick_worth(const Payoff *payoff, const State *state, int winner, bint last) noexcept nogil:
    cdef int gain = payoff.any_trick[winner]
    if state.first:
        gain += payoff.first_trick[winner]
    if last:
        gain += payoff.last_trick[winner]
    return gain


cdef int final_payoff(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """What the end of the deal adds: the takers' bonus or the settlement of the counts."""
    if payoff.counting != NO_COUNTS:
        return settled(rules, payoff, state)
    return payoff.bonus[state.takers] if payoff.has_bonus else 0


cdef int settled(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """Counters to the side when every seat's exact count decides."""
    cdef int seat, other, extreme, ties = 0, pot = 0, side = 0
    cdef bint spot = payoff.counting == SPOT_COUNTS
    extreme = state.counts[0]
    for seat in range(1, rules.seats):
        if (state.counts[seat] < extreme) if spot else (state.counts[seat] > extreme):
            extreme = state.counts[seat]
    for seat in range(rules.seats):
        if state.counts[seat] == extreme:
            ties += 1
    if spot:
        # The lowest collect every excess and share it; the odd counters stay on the table.
        for seat in range(rules.seats):
            pot += state.counts[seat] - extreme
        for seat in range(rules.seats):
            if payoff.maximises[seat]:
                side += pot // ties if state.counts[seat] == extreme else extreme - state.counts[seat]
        return side
    # Each of the most loaded pays each of the others what it has beyond them.
    for seat in range(rules.seats):
        if payoff.maximises[seat]:
            for other in range(rules.seats):
                if state.counts[seat] == extreme:
                    side -= extreme - state.counts[other]
                elif state.counts[other] == extreme:
                    side += extreme - state.counts[seat]
    return side

# How a trick goes: what may be played, what a card does, who takes it, what follows.
from cext.base.cards cimport NO_CARD, bit, cardset, lane_mask
from cext.game.game cimport FOLLOW, MAX_SEATS, Payoff, Rules, State, Trick, next_seat

cdef cardset legal_specially(const Rules *rules, const State *state, const Trick *trick,
                             int seat) noexcept nogil
cdef void draw_to_follow(const Rules *rules, State *state, const Trick *trick, int seat) noexcept nogil
cdef int take_up(const Rules *rules, State *state, Trick *trick, int seat) noexcept nogil
cdef int winner_of(const Rules *rules, const Trick *trick) noexcept nogil
cdef int capture(const Rules *rules, const Payoff *payoff, State *state, const Trick *trick,
                 int winner) noexcept nogil
cdef bint deal_over_specially(const Rules *rules, const State *state) noexcept nogil
cdef int final_payoff(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil
cdef int settled(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil


cdef inline cardset legal_cards(const Rules *rules, const State *state, const Trick *trick,
                                int seat) noexcept nogil:
    """The cards this seat may play to the trick (to an empty trick: lead)."""
    cdef cardset suit
    if rules.follow != FOLLOW or rules.house:
        return legal_specially(rules, state, trick, seat)
    if trick.played == 0:
        return state.hands[seat]
    suit = state.hands[seat] & lane_mask(trick.led)
    return suit if suit else state.hands[seat]


cdef inline bint deal_over(const Rules *rules, const State *state) noexcept nogil:
    """Between two tricks: is there nothing more to play?"""
    if rules.one_trick_a_card and not rules.stock_size:
        return not state.left
    return deal_over_specially(rules, state)


cdef inline void open_trick(Trick *trick, int leader) noexcept nogil:
    cdef int seat
    trick.cards = 0
    trick.leader = leader
    trick.led = 0
    trick.best = 0
    trick.winner = leader
    trick.last = leader
    trick.played = 0
    for seat in range(MAX_SEATS):
        trick.card[seat] = NO_CARD


cdef inline void play_card(const Rules *rules, Trick *trick, int seat, int slot) noexcept nogil:
    """Lay a card on the trick; the hand is the caller's to change.

    Without a branch: whether a card takes the lead is a thing that no processor foresees.
    """
    cdef bint leads = trick.played == 0, takes = leads | (rules.beaten_by[trick.best] >> slot & 1)
    trick.led = slot >> 4 if leads else trick.led
    trick.best = slot if takes else trick.best
    trick.winner = seat if takes else trick.winner
    trick.cards |= bit(slot)
    trick.card[seat] = <unsigned char>slot
    trick.last = seat
    trick.played += 1


cdef inline int next_to_play(const Rules *rules, const State *state, const Trick *trick,
                             int seat) noexcept nogil:
    """The seat after this one that plays to the trick, -1 when all have played."""
    while True:
        seat = next_seat(seat, rules.seats)
        if seat == trick.leader:
            return -1
        if state.hands[seat]:
            return seat


cdef inline int first_with_cards(const Rules *rules, const State *state, int seat) noexcept nogil:
    """This seat, or the next to its left that has cards."""
    cdef int _turn
    for _turn in range(rules.seats):
        if state.hands[seat]:
            return seat
        seat = next_seat(seat, rules.seats)
    return seat


cdef inline int holder_of(const Rules *rules, const State *state, int slot) noexcept nogil:
    """The seat that holds a card which is in some hand."""
    cdef int seat
    for seat in range(rules.seats - 1):
        if state.hands[seat] & bit(slot):
            return seat
    return rules.seats - 1

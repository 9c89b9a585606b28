# What the cards and tricks that are left must and can still bring: bounds that look at no card's rank.
from cext.base.cards cimport cardset, lowest_card
from cext.game.game cimport Payoff, Rules, State


cdef inline void count_outstanding(const Payoff *payoff, State *state, cardset trick) noexcept nogil:
    """Set what the cards not yet captured, the trick's among them, must and can bring."""
    cdef cardset rest = (state.left | state.pile | trick) & payoff.valued
    cdef int slot
    state.least = 0
    state.most = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        state.least += payoff.bounds.least[slot]
        state.most += payoff.bounds.most[slot]


cdef inline int upper_bound(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """The most that can still come, by the cards and tricks that are left."""
    cdef int bound = state.most, trick
    if payoff.has_tricks and state.tricks_left:
        trick = payoff.bounds.any_most
        if trick < 0 and not rules.one_trick_a_card:
            trick = 0
        bound += trick * state.tricks_left + payoff.bounds.last_most
        if state.first:
            bound += payoff.bounds.first_most
    if payoff.has_bonus:
        bound += payoff.bounds.bonus_most[state.takers]
    return bound


cdef inline int lower_bound(const Rules *rules, const Payoff *payoff, const State *state) noexcept nogil:
    """The least that must still come."""
    cdef int bound = state.least, trick
    if payoff.has_tricks and state.tricks_left:
        trick = payoff.bounds.any_least
        if trick > 0 and not rules.one_trick_a_card:
            trick = 0
        bound += trick * state.tricks_left + payoff.bounds.last_least
        if state.first:
            bound += payoff.bounds.first_least
    if payoff.has_bonus:
        bound += payoff.bounds.bonus_least[state.takers]
    return bound

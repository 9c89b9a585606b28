# Which of the legal cards are worth telling apart, the distinct ones; in full, as it is asked at every card.
from cext.base.cards cimport cardset
from cext.game.game cimport Payoff, Rules, State, Trick

cdef cardset distinct_with_twins(const Rules *rules, const Payoff *payoff, cardset legal,
                                 cardset others) noexcept nogil


cdef inline cardset distinct_among(const Rules *rules, const Payoff *payoff, cardset legal, cardset hand,
                                   cardset others) noexcept nogil:
    """One card, the lowest, of each run of touching legal cards of one class.

    Two cards of a hand touch when no card of `others` lies between them: whatever the
    rest of the deal, exchanging them changes no trick's winner, and being of one class
    they are worth the same to whoever captures them. So their values are equal.
    `others` are the cards that can still be compared with them: in the other hands, in
    the stock and on the table.
    """
    cdef cardset stops, run, start, gaps, redundant = 0
    cdef int number
    if rules.has_twins:
        return distinct_with_twins(rules, payoff, legal, others)
    stops = hand | others | rules.unused
    gaps = ~stops
    for number in range(payoff.traits.class_count):
        run = legal & payoff.traits.classes[number]
        # The slot over each card; where that is a gap, a carry runs through the gap to
        # the next slot that holds something. Each lane ends in a wall.
        start = run << 1
        redundant |= ((((start & gaps) + gaps) & stops) | (start & stops)) & run
    return legal & ~redundant


cdef inline cardset distinct_of(const Rules *rules, const Payoff *payoff, const State *state,
                                const Trick *trick, int seat, cardset legal) noexcept nogil:
    """The distinct ones among a seat's legal cards."""
    cdef cardset hand = state.hands[seat]
    return distinct_among(rules, payoff, legal, hand, (state.left & ~hand) | trick.cards)

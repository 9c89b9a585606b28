"""Which of the legal cards are worth telling apart."""

include "layout.pxi"

from cext.cards cimport bit, cardset, lowest_card
from cext.game cimport Payoff, Rules


cdef cardset choices(const Rules *rules, const Payoff *payoff, cardset legal, cardset hand,
                     cardset others) noexcept nogil:
    """One card, the lowest, of each run of touching legal cards of one kind.

    Two cards of a hand touch when no card of `others` lies between them: whatever the
    rest of the deal, exchanging them changes no trick's winner, and being of one kind
    they are worth the same to whoever captures them. So their values are equal.
    `others` are the cards that can still be compared with them: in the other hands, in
    the stock and on the table.
    """
    cdef cardset stops, run, start, gaps, redundant = 0
    cdef int kind
    if rules.has_twins:
        return choices_with_twins(rules, payoff, legal, others)
    stops = hand | others | rules.walls
    gaps = ~stops
    for kind in range(payoff.kind_count):
        run = legal & payoff.kinds[kind]
        # The slot over each card; where that is a gap, a carry runs through the gap to
        # the next slot that holds something. Each lane ends in a wall.
        start = run << 1
        redundant |= ((((start & gaps) + gaps) & stops) | (start & stops)) & run
    return legal & ~redundant


cdef cardset choices_with_twins(const Rules *rules, const Payoff *payoff, cardset legal,
                                cardset others) noexcept nogil:
    """The same with several packs: a card whose twin is elsewhere touches nothing but its other twins."""
    cdef cardset rest = legal, chosen = 0, between
    cdef int slot, lower = -1, other
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if lower >= 0 and lower >> 4 == slot >> 4 and payoff.kind[slot] == payoff.kind[lower]:
            if rules.grade[slot] == rules.grade[lower]:
                lower = slot
                continue
            # Slots of one grade are neighbours: widen the stretch to whole grades.
            between = others & ((<cardset>0xFFFF) << (slot & 48))
            while between:
                other = lowest_card(between)
                if rules.grade[lower] <= rules.grade[other] <= rules.grade[slot]:
                    break
                between &= between - 1
            if not between:
                lower = slot
                continue
        lower = slot
        chosen |= bit(slot)
    return chosen

"""Which of the legal cards are worth telling apart, where several are identical."""

include "../base/layout.pxi"

from cext.base.cards cimport bit, cardset, lane_of, lowest_card
from cext.game.game cimport Payoff, Rules


cdef cardset distinct_with_twins(const Rules *rules, const Payoff *payoff, cardset legal,
                                 cardset others) noexcept nogil:
    """With several packs: a card whose twin is elsewhere touches nothing but its other twins."""
    cdef cardset rest = legal, chosen = 0, between
    cdef int slot, lower = -1, other
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if (lower >= 0 and lower >> 4 == slot >> 4
                and payoff.traits.class_of[slot] == payoff.traits.class_of[lower]):
            if rules.grade[slot] == rules.grade[lower]:
                lower = slot
                continue
            # Slots of one grade are neighbours: widen the stretch to whole grades.
            between = others & lane_of(slot)
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

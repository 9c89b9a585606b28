"""What follows of a payoff as it is scored; the one place where its bounds and traits are worked out."""

include "../base/layout.pxi"

from libc.stdint cimport int16_t, int32_t, uint8_t

from cext.base.cards cimport LANES, SLOTS, bit, cardset, count_cards, lane_mask, lowest_card
from cext.game.game cimport NO_COUNTS, Payoff, PayoffTraits, Rules

cdef enum:
    TRICKS_WEIGHED = 13     # the tricks that stand for a deal where captures of all kinds are added up


# --- bounds -----------------------------------------------------------------------------------------

cdef void derive_bounds(int seats, int sets_of_takers, Payoff *payoff) noexcept nogil:
    """What each card, trick and set of takers must and can bring."""
    cdef int slot, seat
    for slot in range(SLOTS):
        payoff.bounds.least[slot] = payoff.bounds.most[slot] = payoff.worth[0][slot]
        for seat in range(1, seats):
            payoff.bounds.least[slot] = min(payoff.bounds.least[slot], payoff.worth[seat][slot])
            payoff.bounds.most[slot] = max(payoff.bounds.most[slot], payoff.worth[seat][slot])
    extremes(payoff.any_trick, seats, &payoff.bounds.any_least, &payoff.bounds.any_most)
    extremes(payoff.first_trick, seats, &payoff.bounds.first_least, &payoff.bounds.first_most)
    extremes(payoff.last_trick, seats, &payoff.bounds.last_least, &payoff.bounds.last_most)
    bound_bonus(sets_of_takers, payoff)


cdef void extremes(const int16_t *by_seat, int seats, int32_t *least, int32_t *most) noexcept nogil:
    cdef int seat
    least[0] = most[0] = by_seat[0]
    for seat in range(1, seats):
        least[0] = min(least[0], by_seat[seat])
        most[0] = max(most[0], by_seat[seat])


cdef void bound_bonus(int sets, Payoff *payoff) noexcept nogil:
    """The extremes of the bonus over all the sets that each set of takers may grow to."""
    cdef int takers, more
    for takers in range(sets - 1, -1, -1):
        payoff.bounds.bonus_least[takers] = payoff.bounds.bonus_most[takers] = payoff.bonus[takers]
        more = 1
        while more < sets:
            if not takers & more:
                payoff.bounds.bonus_least[takers] = min(payoff.bounds.bonus_least[takers],
                                                        payoff.bounds.bonus_least[takers | more])
                payoff.bounds.bonus_most[takers] = max(payoff.bounds.bonus_most[takers],
                                                       payoff.bounds.bonus_most[takers | more])
            more <<= 1


# --- traits -----------------------------------------------------------------------------------------

cdef void derive_traits(const Rules *rules, cardset cards, Payoff *payoff) noexcept nogil:
    """Which of the search's bounds hold, and which of the cards in use are alike."""
    payoff.traits.shared = is_shared(rules.seats, payoff)
    payoff.traits.tricks_only = counts_tricks_only(rules, payoff)
    payoff.traits.trumps_only = (payoff.valued and not payoff.valued & ~rules.trumps and not payoff.has_tricks
                                 and not payoff.has_bonus and payoff.counting == NO_COUNTS)
    payoff.traits.avoids_captures = brought(rules.seats, payoff, True) < brought(rules.seats, payoff, False)
    payoff.traits.shuns[False] = had_best_capture_nothing(rules.seats, payoff, False)
    payoff.traits.shuns[True] = had_best_capture_nothing(rules.seats, payoff, True)
    classify(rules, cards, payoff)


cdef bint is_shared(int seats, const Payoff *payoff) noexcept nogil:
    """Is a card worth the same to whichever seat of one party captures it?"""
    cdef int seat, other, slot
    for seat in range(seats):
        for other in range(seat):
            if payoff.maximises[seat] == payoff.maximises[other]:
                for slot in range(SLOTS):
                    if payoff.worth[seat][slot] != payoff.worth[other][slot]:
                        return False
    return True


cdef bint counts_tricks_only(const Rules *rules, const Payoff *payoff) noexcept nogil:
    """Is a trick worth one number to the side, a lower one to the rest, and all else nothing?"""
    cdef int seat, own = 0, rest = 0, side = 0
    if not payoff.has_tricks or payoff.valued or payoff.has_bonus or payoff.counting != NO_COUNTS:
        return False
    for seat in range(rules.seats):
        if payoff.first_trick[seat] or payoff.last_trick[seat]:
            return False
        if payoff.maximises[seat]:
            side += 1
            own = payoff.any_trick[seat]
        else:
            rest = payoff.any_trick[seat]
    for seat in range(rules.seats):
        if payoff.any_trick[seat] != (own if payoff.maximises[seat] else rest):
            return False
    return 0 < side < rules.seats and own > rest and rules.one_trick_a_card


cdef int brought(int seats, const Payoff *payoff, bint maximises) noexcept nogil:
    """What the side would get by the captures of its own seats, or the others', of everything by each."""
    cdef int seat, slot, total = 0
    for seat in range(seats):
        if payoff.maximises[seat] == maximises:
            total += TRICKS_WEIGHED * payoff.any_trick[seat] + payoff.last_trick[seat]
            for slot in range(SLOTS):
                total += payoff.worth[seat][slot]
    return total


cdef bint had_best_capture_nothing(int seats, const Payoff *payoff, bint party) noexcept nogil:
    """Is it best for the seats of a party that some other captures each card, whichever does?"""
    cdef int seat, slot, others = 0
    for seat in range(seats):
        if payoff.maximises[seat] == party:
            continue
        others += 1
        for slot in range(SLOTS):
            if payoff.worth[seat][slot] != (payoff.bounds.most[slot] if party else payoff.bounds.least[slot]):
                return False
    return 0 < others < seats


cdef void classify(const Rules *rules, cardset cards, Payoff *payoff) noexcept nogil:
    """Sort the cards into classes, and name those that are special in their lane."""
    cdef PayoffTraits *traits = &payoff.traits
    cdef int[SLOTS] first       # a card of each class
    cdef int slot, number
    cdef cardset rest = cards
    traits.class_count = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        number = 0
        while number < traits.class_count and not are_alike(rules, payoff, slot, first[number]):
            number += 1
        if number == traits.class_count:
            first[number] = slot
            traits.class_count += 1
        traits.class_of[slot] = <uint8_t>number
        traits.classes[number] |= bit(slot)
    for number in range(LANES):
        traits.special |= cards & lane_mask(number) & ~commonest(traits, lane_mask(number))


cdef cardset commonest(const PayoffTraits *traits, cardset lane) noexcept nogil:
    """The cards of a lane that are of its largest class, the first of equals."""
    cdef int number
    cdef cardset cards, largest = 0
    for number in range(traits.class_count):
        cards = traits.classes[number] & lane
        if count_cards(cards) > count_cards(largest):
            largest = cards
    return largest


cdef bint are_alike(const Rules *rules, const Payoff *payoff, int one, int other) noexcept nogil:
    """May two cards stand for each other, as far as their worth and standing goes?"""
    cdef cardset both = bit(one) | bit(other)
    cdef int seat
    for seat in range(rules.seats):
        if payoff.worth[seat][one] != payoff.worth[seat][other]:
            return False
    return (payoff.count_worth[one] == payoff.count_worth[other]
            and not (payoff.mark_seat >= 0 and both & bit(payoff.mark_card))
            and not (rules.joker >= 0 and both & bit(rules.joker))
            and not (payoff.has_bonus and parts(payoff.pointed, both))
            and not parts(rules.over_joker, both) and not parts(rules.breakers, both)
            and not parts(rules.kept_from_first, both) and not parts(rules.must_lead, both))


cdef inline bint parts(cardset marked, cardset both) noexcept nogil:
    """Is one of the two among the marked cards and the other not?"""
    return marked & both and both & ~marked

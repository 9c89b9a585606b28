"""What vectors can still be, and whether a seat would take one."""

include "../base/layout.pxi"

from libc.stdint cimport int16_t
from libc.stdlib cimport abs
from libc.string cimport memset

from cext.base.cards cimport cardset, lowest_card
from cext.game.game cimport MAX_SEATS, NO_COUNTS, UNBOUNDED, Payoff, State, next_seat
from cext.game.play cimport final_payoff
from cext.maxn.question cimport MaxSearch, in_steps
from cext.maxn.vector cimport Vector
from cext.search.outstanding cimport lower_bound, upper_bound


# --- the bounds of each part ------------------------------------------------------------------------

cdef int counts_outstanding(const Payoff *payoff, const State *state, cardset trick) noexcept nogil:
    """No settlement of the counts is further from nought than this; -1 when the counts are final."""
    cdef cardset rest = state.left | state.pile | trick
    cdef int slot, seat, so_far = 0, to_come = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        to_come += abs(payoff.count_worth[slot])
    if not to_come:
        return -1
    for seat in range(MAX_SEATS):
        so_far += abs(state.counts[seat])
    return MAX_SEATS * (so_far + to_come)


cdef void look_at_seat(const MaxSearch *search, int seat, State *view, cardset trick,
                       Outlook *outlook) noexcept nogil:
    """Bounds of one seat's part; `view` is the state, which becomes that seat's view of it."""
    cdef const Payoff *payoff = search.payoffs[seat]
    cdef int span, low, high
    view.takers = search.fortunes.takers[seat]
    view.least = search.fortunes.least[seat]
    view.most = search.fortunes.most[seat]
    low = lower_bound(search.rules, payoff, view)
    high = upper_bound(search.rules, payoff, view)
    if payoff.counting != NO_COUNTS:
        span = counts_outstanding(payoff, view, trick)
        low = -min(span, UNBOUNDED) if span >= 0 else final_payoff(search.rules, payoff, view)
        high = min(span, UNBOUNDED) if span >= 0 else low
    if in_steps(search, seat):
        low = read(&search.readings[seat], search.fortunes.gained[seat] + low)
        high = read(&search.readings[seat], search.fortunes.gained[seat] + high)
    outlook.low.of[seat] = <int16_t>low
    outlook.high.of[seat] = <int16_t>high


cdef void look_ahead(const MaxSearch *search, cardset trick, Outlook *outlook) noexcept nogil:
    """Bounds of all parts, given the cards on the table."""
    cdef State view = search.state
    cdef int seat
    memset(outlook, 0, sizeof(Outlook))
    for seat in range(search.rules.seats):
        look_at_seat(search, seat, &view, trick, outlook)
    outlook.spare = search.fortunes.total
    for seat in range(search.rules.seats):
        outlook.spare -= outlook.low.of[seat]
        outlook.room += outlook.high.of[seat] - outlook.low.of[seat]


cdef bint all_plain(const MaxSearch *search) noexcept nogil:
    """Is each seat's number the sum of what the cards it captures are worth, and nothing else?"""
    cdef int seat
    cdef const Payoff *payoff
    for seat in range(search.rules.seats):
        payoff = search.payoffs[seat]
        if (in_steps(search, seat) or payoff.has_tricks or payoff.has_bonus
                or payoff.counting != NO_COUNTS):
            return False
    # Where a trick stays on the table, or the last seat takes all, more happens than captures.
    return not (search.rules.cancels or search.rules.ends_alone)


# --- the sum of all parts ---------------------------------------------------------------------------

cdef void find_sum(MaxSearch *search, cardset trick) noexcept nogil:
    """Set whether all parts add up to the same whoever captures what, and that total, the trick included.

    They do where every seat's number is a plain sum, and each card, and each trick, is
    worth the same to all seats together whichever of them takes it: every card is
    captured in the end. A trick that is cancelled is nobody's, so there no trick may be
    worth anything.
    """
    cdef cardset rest = search.state.left | search.state.pile | trick
    cdef int question, slot, part
    cdef bint tricks = False
    search.constant_sum = False
    search.fortunes.total = 0
    for question in range(search.rules.seats):
        if (in_steps(search, question) or search.payoffs[question].has_bonus
                or search.payoffs[question].counting != NO_COUNTS):
            return
        tricks |= search.payoffs[question].has_tricks
    if tricks and not (search.rules.one_trick_a_card and not search.rules.cancels and add_tricks(search)):
        return
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        part = worth_to_all(search, 0, slot)
        for question in range(1, search.rules.seats):
            if worth_to_all(search, question, slot) != part:
                return
        search.fortunes.total += part
    search.constant_sum = True


cdef int worth_to_all(const MaxSearch *search, int winner, int slot) noexcept nogil:
    """What all seats together have of a card that this seat captures."""
    cdef int question, total = 0
    for question in range(search.rules.seats):
        total += search.payoffs[question].worth[winner][slot]
    return total


cdef bint add_tricks(MaxSearch *search) noexcept nogil:
    """Add what the tricks left are worth to all seats together; False if that depends on who wins them."""
    cdef const State *state = &search.state
    cdef int question, winner, part, total = 0
    for winner in range(search.rules.seats):
        part = 0
        for question in range(search.rules.seats):
            part += search.payoffs[question].any_trick[winner] * state.tricks_left
            if state.tricks_left:
                part += search.payoffs[question].last_trick[winner]
            if state.tricks_left and state.first:
                part += search.payoffs[question].first_trick[winner]
        if winner and part != total:
            return False
        total = part
    search.fortunes.total += total
    return True


# --- what a seat would take -------------------------------------------------------------------------

cdef bint better(const MaxSearch *search, int seat, const Vector *one, const Vector *other) noexcept nogil:
    """Does the seat choose one vector rather than the other?"""
    cdef int _turn, rival = seat
    if one.of[seat] != other.of[seat]:
        return one.of[seat] > other.of[seat]
    for _turn in range(search.rules.seats - 1):
        rival = next_seat(rival, search.rules.seats)
        if one.of[rival] != other.of[rival]:
            return (one.of[rival] < other.of[rival]) == (search.least_for_next)
    return False


cdef bint next_could_be_better(const MaxSearch *search, int seat, const Outlook *outlook,
                               const Vector *hand) noexcept nogil:
    """`could_be_better` where the seat's own part can be what it is in hand at the most.

    A part is at most its lower bound and the whole of `spare`, and at least that and
    what is beyond `room`: what the parts after this one can take.
    """
    cdef int _turn, part, rival = seat
    cdef int spare = outlook.spare - (hand.of[seat] - outlook.low.of[seat])
    cdef int room = outlook.room - (outlook.high.of[seat] - outlook.low.of[seat])
    for _turn in range(search.rules.seats - 1):
        rival = next_seat(rival, search.rules.seats)
        room -= outlook.high.of[rival] - outlook.low.of[rival]
        if search.least_for_next:
            part = outlook.low.of[rival]
            if search.constant_sum:
                part += max(0, spare - room)
        else:
            part = outlook.high.of[rival]
            if search.constant_sum:
                part = min(part, outlook.low.of[rival] + spare)
        if part != hand.of[rival]:
            return (part < hand.of[rival]) == search.least_for_next
        spare -= part - outlook.low.of[rival]
    return False

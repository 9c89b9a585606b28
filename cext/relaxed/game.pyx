"""Zero-window search of the relaxed game; the claims it proves hold for many positions.

Everywhere here `need` asks: do the opponents make P pay so much or more from here? An
answer of at least `need` is a proven lower bound of the cost, a smaller one a proven
upper bound, and `marks` names the cards of P whose place among theirs the proof leans on
(cext/relaxed/claims.pxd), numbered as they stand at the start of the trick.
"""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.tables.cutoff_cards cimport answers_clear, answers_close, answers_open
from cext.base.cards cimport (
    LANES, below, bit, cardset, count_cards, gather, has_fast_gather, lane_of, lowest_card,
)
from cext.base.mix cimport MIX_START, finish, mix
from cext.relaxed.claims cimport (
    NO_CLAIM, Outline, Shape, claims_add, claims_clear, claims_close, claims_fetch, claims_find,
    claims_known, claims_open, nowhere_more,
)
from cext.game.game cimport FOLLOW, NO_COUNTS, Payoff, Rules, State
from cext.relaxed.trick cimport search_lead
from cext.base.limits cimport Control

cdef enum:
    MOST_CARDS = 16         # of P, in one outline

cdef int FAST = has_fast_gather()
cdef uint64_t CUMULATE = 0x1111111111111111
cdef uint64_t PLACES = 0xFEDCBA9876543210


cdef int relaxed_open(Relaxed *relaxed, uint64_t bytes_of_answers) noexcept nogil:
    """Room for the search; 0, or -1 when memory is out. Its claims are not allowed to grow yet."""
    if answers_open(&relaxed.answers, bytes_of_answers) < 0:
        return -1
    return claims_open(&relaxed.claims)


cdef void relaxed_close(Relaxed *relaxed) noexcept nogil:
    claims_close(&relaxed.claims)
    answers_close(&relaxed.answers)


cdef void relaxed_clear(Relaxed *relaxed) noexcept nogil:
    claims_clear(&relaxed.claims)
    answers_clear(&relaxed.answers)
    memset(relaxed.history, 0, relaxed.seats * sizeof(relaxed.history[0]))


# ---------------------------------------------------------------- taking up a game

cdef int relaxed_begin(Relaxed *relaxed, const Rules *rules, const Payoff *payoff, Control *control,
                       bint lone_chooses) noexcept nogil:
    """Take up a game and forget the one before; 0 where the relaxed game is not for it.

    It needs one seat alone, tricks decided by rank in the led suit, and captures that are
    the same to the side whichever opponent makes them, takers apart.
    """
    cdef int seat, alone = -1, others = -1, count = 0
    if rules.follow != FOLLOW or rules.trump >= 0 or rules.cancels or rules.has_twins or rules.seats < 3:
        return 0
    if rules.joker >= 0 or rules.must_lead or rules.stock_size or not rules.one_trick_a_card:
        return 0
    if payoff.counting != NO_COUNTS or payoff.mark_seat >= 0:
        return 0
    for seat in range(rules.seats):
        count += payoff.maximises[seat]
    if count != 1 and count != rules.seats - 1:
        return 0
    for seat in range(rules.seats):
        if payoff.maximises[seat] == (count == 1):
            alone = seat
        else:
            others = seat
    relaxed.rules = rules
    relaxed.payoff = payoff
    relaxed.control = control
    relaxed.lone_chooses = lone_chooses
    relaxed.looking = False
    relaxed.seats = rules.seats
    relaxed.lone = alone
    relaxed.sign = -1 if count == 1 else 1
    if not set_costs(relaxed, others):
        return 0
    set_bonus(relaxed)
    relaxed_clear(relaxed)
    return 1


cdef bint set_costs(Relaxed *relaxed, int other) noexcept nogil:
    """What P's captures cost beyond an opponent's; False where the opponents' differ."""
    cdef const Payoff *payoff = relaxed.payoff
    cdef int seat, slot, lone = relaxed.lone, sign = relaxed.sign
    for slot in range(64):
        for seat in range(relaxed.seats):
            if seat != lone and payoff.worth[seat][slot] != payoff.worth[other][slot]:
                return False
        relaxed.cost[slot] = sign * (payoff.worth[lone][slot] - payoff.worth[other][slot])
    for seat in range(relaxed.seats):
        if seat != lone and (payoff.any_trick[seat] != payoff.any_trick[other]
                             or payoff.first_trick[seat] != payoff.first_trick[other]
                             or payoff.last_trick[seat] != payoff.last_trick[other]):
            return False
    relaxed.any_trick = sign * (payoff.any_trick[lone] - payoff.any_trick[other])
    relaxed.first_trick = sign * (payoff.first_trick[lone] - payoff.first_trick[other])
    relaxed.last_trick = sign * (payoff.last_trick[lone] - payoff.last_trick[other])
    relaxed.odd_cards = payoff.odd
    for slot in range(64):
        if not (relaxed.rules.walls | payoff.odd) & bit(slot):
            relaxed.common_slot[slot >> 4] = <uint8_t>slot
            relaxed.common_cost[slot >> 4] = relaxed.cost[slot]
    return True


cdef void set_bonus(Relaxed *relaxed) noexcept nogil:
    """The cost of each set of takers and its bounds, over all larger sets and those without P."""
    cdef const Payoff *payoff = relaxed.payoff
    cdef int takers, more, larger, size = 1 << relaxed.seats
    cdef int32_t cost
    for takers in range(size - 1, -1, -1):
        cost = relaxed.sign * payoff.bonus[takers] if payoff.has_bonus else 0
        relaxed.bonus[takers] = cost
        relaxed.bonus_least[takers] = cost
        relaxed.bonus_most[takers] = cost
        relaxed.bonus_spared[takers] = cost
        more = 1
        while more < size:
            if not takers & more:
                larger = takers | more
                relaxed.bonus_least[takers] = min(relaxed.bonus_least[takers], relaxed.bonus_least[larger])
                relaxed.bonus_most[takers] = max(relaxed.bonus_most[takers], relaxed.bonus_most[larger])
                if more != 1 << relaxed.lone:
                    relaxed.bonus_spared[takers] = max(relaxed.bonus_spared[takers],
                                                       relaxed.bonus_spared[takers | more])
            more <<= 1


# ---------------------------------------------------------------- taking up a position

cdef int relaxed_search(Relaxed *relaxed, const State *state, int need) noexcept nogil:
    """Does the side get `need` or more in the relaxed game, from the start of a trick? Fail-soft."""
    cdef int settled, cost, asked
    cdef uint32_t marks = 0
    settled = place_cards(relaxed, state)
    if count_cards(relaxed.hand) > MOST_CARDS:
        # Too many cards for an outline: say no more than that P might pay for everything, or nothing.
        cost = lowest_cost(relaxed) if relaxed.lone_chooses else highest_cost(relaxed)
    else:
        asked = need - settled if relaxed.sign > 0 else 1 - need + settled
        if not is_answered(relaxed, asked, &cost):
            cost = search_start(relaxed, asked, &marks)
    return settled + relaxed.sign * cost


cdef bint relaxed_answers(Relaxed *relaxed, const State *state, int need, int *value) noexcept nogil:
    """Does the relaxed game answer the question for the real one as well? Then `value` is the bound.

    What P holds though the others choose, and what they reach though P chooses, holds in
    the real game. When the search was stopped nothing is answered.
    """
    value[0] = relaxed_search(relaxed, state, need)
    if relaxed.control.stop:
        return False
    return ((value[0] >= need) == relaxed.payoff.maximises[relaxed.lone]) != relaxed.lone_chooses


cdef uint32_t record_of(const Relaxed *relaxed, cardset parting, int seat, int occasion,
                        int slot) noexcept nogil:
    """How often the play that this card of a seat at the table makes here has answered.

    An opponent's goes by P's card over its interval (relaxtrick.standing), of those P's
    cards that part theirs.
    """
    cdef cardset higher
    seat -= relaxed.lone
    if seat < 0:
        seat += relaxed.seats
    if seat and not relaxed.odd_cards & bit(slot):
        higher = parting & lane_of(slot) & ~below(slot)
        slot = lowest_card(higher) if higher else slot | 15
    return relaxed.history[seat][occasion][slot]


cdef int place_cards(Relaxed *relaxed, const State *state) noexcept nogil:
    """Set up the relaxed position; what the side gets if the opponents capture all."""
    cdef const Payoff *payoff = relaxed.payoff
    cdef int seat, slot, other = at_table(relaxed, 1), settled = 0, tricks
    cdef cardset rest
    relaxed.hand = state.hands[relaxed.lone]
    relaxed.leader = state.leader - relaxed.lone + (relaxed.seats if state.leader < relaxed.lone else 0)
    relaxed.takers = state.takers
    relaxed.first = state.first
    relaxed.broken = state.broken
    relaxed.least = 0
    relaxed.most = 0
    relaxed.pile_cost = 0
    relaxed.pile_pointed = (state.pile & payoff.pointed) != 0
    rest = state.pile & payoff.valued
    while rest:
        relaxed.pile_cost += relaxed.cost[lowest_card(rest)]
        rest &= rest - 1
    rest = (state.left | state.pile) & payoff.valued
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        settled += payoff.worth[other][slot]
        relaxed.least += min(relaxed.cost[slot], 0)
        relaxed.most += max(relaxed.cost[slot], 0)
    tricks = count_cards(relaxed.hand)
    if tricks:
        settled += (tricks * payoff.any_trick[other] + payoff.last_trick[other]
                    + (payoff.first_trick[other] if state.first else 0))
    for seat in range(relaxed.seats):
        place_hand(relaxed, seat, state.hands[at_table(relaxed, seat)])
    return settled


cdef void place_hand(Relaxed *relaxed, int seat, cardset hand) noexcept nogil:
    cdef int lane, slot, interval
    cdef cardset rest = hand & ~relaxed.odd_cards
    memset(relaxed.count[seat], 0, sizeof(relaxed.count[seat]))
    relaxed.odd[seat] = hand & relaxed.odd_cards if seat else 0
    relaxed.occupied[seat] = 0
    relaxed.lengths[seat] = 0
    for lane in range(LANES):
        relaxed.lengths[seat] |= <uint32_t>count_cards(hand & lane_of(lane << 4)) << (lane << 2)
    if seat == 0:
        return
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        interval = interval_of(relaxed, slot)
        relaxed.count[seat][slot >> 4] += <uint64_t>1 << (interval << 2)
        relaxed.occupied[seat] |= bit((slot & 48) | interval)


# ---------------------------------------------------------------- the start of a trick

cdef int highest_cost(const Relaxed *relaxed) noexcept nogil:
    """P pays for everything."""
    cdef int tricks = count_cards(relaxed.hand)
    cdef int bound = relaxed.most + relaxed.bonus_most[relaxed.takers]
    if tricks:
        bound += max(relaxed.any_trick, 0) * tricks + max(relaxed.last_trick, 0)
        if relaxed.first:
            bound += max(relaxed.first_trick, 0)
    return bound


cdef int lowest_cost(const Relaxed *relaxed) noexcept nogil:
    cdef int tricks = count_cards(relaxed.hand)
    cdef int bound = relaxed.least + relaxed.bonus_least[relaxed.takers]
    if tricks:
        bound += min(relaxed.any_trick, 0) * tricks + min(relaxed.last_trick, 0)
        if relaxed.first:
            bound += min(relaxed.first_trick, 0)
    return bound


cdef int search_start(Relaxed *relaxed, int need, uint32_t *marks) noexcept nogil:
    """Safety, claims, then the leads; UNKNOWN where these are not to be tried. Not for what `is_answered`."""
    cdef Outline outline
    cdef const Shape *known
    cdef int value
    cdef uint64_t nodes = relaxed.control.nodes
    marks[0] = 0
    if not relaxed.hand:
        return relaxed.bonus[relaxed.takers]
    if not relaxed.hand & (relaxed.hand - 1) and not relaxed.payoff.has_bonus:
        return last_trick(relaxed, marks)
    outline.shape = shape_of(relaxed)
    claims_fetch(&relaxed.claims, outline.shape)
    draw_outline(relaxed, &outline)
    known = claims_known(&relaxed.claims, outline.shape)
    if relaxed.leader and relaxed.bonus_spared[relaxed.takers] < need and is_safe(relaxed, &outline, marks):
        return relaxed.bonus_spared[relaxed.takers]
    if known != NULL:
        value = claims_find(&relaxed.claims, known, &outline, need, marks)
        if value != NO_CLAIM:
            return value
    if relaxed.looking:
        return UNKNOWN
    value = search_lead(relaxed, need, marks)
    if not relaxed.control.stop:
        nodes = relaxed.control.nodes - nodes
        claims_add(&relaxed.claims, &outline, marks[0], value, value >= need, nodes)
    return value


cdef int last_trick(Relaxed *relaxed, uint32_t *marks) noexcept nogil:
    """One card each: the cost of the only play, takers not counted."""
    cdef int seat, slot, code, lane = lowest_card(relaxed.hand) >> 4, led = lane, under = 0, over = 0
    cdef int32_t cost = relaxed.cost[lowest_card(relaxed.hand)] + relaxed.pile_cost
    for seat in range(1, relaxed.seats):
        if relaxed.odd[seat]:
            slot = lowest_card(relaxed.odd[seat])
            code = (slot & 48) | interval_of(relaxed, slot)
        else:
            code = lowest_card(relaxed.occupied[seat])
            slot = relaxed.common_slot[code >> 4]
        cost += relaxed.cost[slot]
        if seat == relaxed.leader:
            led = code >> 4
        if code >> 4 == lane:
            if code & 15:
                over += 1
            else:
                under += 1
    if led != lane:
        return 0
    if over:
        marks[0] = OVER
        return 0
    if under:
        marks[0] = UNDER
    cost += relaxed.any_trick + relaxed.last_trick
    return cost + relaxed.first_trick if relaxed.first else cost


cdef void draw_outline(const Relaxed *relaxed, Outline *outline) noexcept nogil:
    """The position as claims see it (cext/relaxed/claims.pxd)."""
    cdef int lane, held, shift = 0, k, opposing = relaxed.seats - 1
    cdef uint64_t mask
    outline.place = 0
    outline.opposing = opposing
    for k in range(opposing):
        outline.under[k] = 0
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        if not held:
            continue
        mask = (~<uint64_t>0) >> (64 - 4 * held)
        outline.place |= (PLACES & mask) << shift
        for k in range(opposing):
            # The product's nibbles are the sums of the counts up to each interval.
            outline.under[k] |= ((relaxed.count[k + 1][lane] * CUMULATE) & mask) << shift
        shift += 4 * held


cdef uint64_t shape_of(const Relaxed *relaxed) noexcept nogil:
    """What positions must share for a claim to be good for both: all but how P's cards lie among theirs."""
    cdef uint64_t word = 0, circumstances = <uint64_t>relaxed.leader, more = 0, hash
    cdef int seat
    cdef cardset odd = relaxed.hand & relaxed.odd_cards
    for seat in range(relaxed.seats):
        if seat < 4:
            word |= <uint64_t>relaxed.lengths[seat] << (seat << 4)
        else:
            more |= <uint64_t>relaxed.lengths[seat] << ((seat - 4) << 4)
        odd |= relaxed.odd[seat]
    circumstances |= (<uint64_t>relaxed.first << 4) | (<uint64_t>relaxed.broken << 5)
    if relaxed.bonus_least[relaxed.takers] != relaxed.bonus_most[relaxed.takers]:
        circumstances |= (<uint64_t>relaxed.takers + 1) << 16
    else:
        circumstances |= <uint64_t><uint32_t>relaxed.bonus[relaxed.takers] << 32
    circumstances |= <uint64_t>(relaxed.pile_cost != 0) << 6 | <uint64_t>relaxed.pile_pointed << 7
    circumstances |= <uint64_t>(odd != 0) << 8
    hash = mix(mix(MIX_START, circumstances), word)
    if relaxed.seats > 4:
        hash = mix(hash, more)
    if odd:
        # Which odd cards are left, with whom, and how they lie among P's.
        hash = mix(mix(hash, odd), gather(odd, odd | relaxed.hand, FAST))
        for seat in range(1, relaxed.seats):
            hash = mix(hash, relaxed.odd[seat])
    return finish(hash)


cdef bint is_safe(const Relaxed *relaxed, const Outline *outline, uint32_t *marks) noexcept nogil:
    """Does P, not on lead, take nothing more?

    It is so when in every lane P's i-th lowest card has fewer than i of the others' under
    it. P then never wins a trick: to a lead of the lane it plays its highest card under the
    card led (there is one: nothing of theirs is under its lowest), and the rule goes on
    holding, since of the cards over the one played each has lost a card of theirs, the one
    led, from under it, and a card of its own; void, it throws the highest card of a lane. A
    card with fewer than i opposing cards in its whole lane leans on nothing.
    """
    cdef uint64_t under = 0
    cdef int k
    for k in range(relaxed.seats - 1):
        under += outline.under[k]
        if relaxed.odd[k + 1]:
            under += odd_under(relaxed, relaxed.odd[k + 1])
    if not nowhere_more(under, outline.place):
        return False
    if relaxed.first and relaxed.rules.kept_from_first:
        return False            # P may be barred from the card it needs
    marks[0] = leaned_on(relaxed, under)
    return True


cdef uint32_t leaned_on(const Relaxed *relaxed, uint64_t under) noexcept nogil:
    """The marks of the cards that make P safe, each lane from the top.

    A card with as many of P's under it as they have in the lane needs none, nor one that
    has a marked card over it with few enough of theirs under that.
    """
    cdef uint32_t marks = 0
    cdef int lane, place, seat, first = 0, held, fewest
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        fewest = 0
        for seat in range(1, relaxed.seats):
            fewest += relaxed.lengths[seat] >> (lane << 2) & 15
        for place in range(held - 1, -1, -1):
            if fewest > place:
                marks |= <uint32_t>OVER << (first + place)
                fewest = under >> ((first + place) << 2) & 15
        first += held
    return marks


cdef uint64_t odd_under(const Relaxed *relaxed, cardset odd) noexcept nogil:
    """How many of these odd cards lie under each card of P, in nibbles."""
    cdef uint64_t under = 0
    cdef int slot, low, count
    while odd:
        slot = lowest_card(odd)
        odd &= odd - 1
        count = count_cards(relaxed.hand & lane_of(slot) & ~below(slot))
        if count:
            low = count_cards(relaxed.hand & below(slot))
            under += (CUMULATE >> (64 - 4 * count)) << (4 * low)
    return under

"""The relaxed game: which games have one, what P's captures cost in it, and where the cards lie."""

include "../base/layout.pxi"

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.tables.cutoff_cards cimport cutoffs_clear, cutoffs_close, cutoffs_open
from cext.base.cards cimport LANES, below, bit, cardset, count_cards, lane_of, lowest_card
from cext.relaxed.claims cimport MOST_KEPT, claims_clear, claims_close, claims_open
from cext.game.game cimport FOLLOW, NO_COUNTS, Payoff, Rules, State
from cext.base.limits cimport Control

cdef enum:
    WORD = 64
    MOST_PRICE = 255        # claims keep prices as bytes
    FEW_KINDS = 3           # special cards of a lane that are as well named in every shape


cdef int relaxed_open(Relaxed *relaxed, uint64_t bytes_of_cutoffs) noexcept nogil:
    """Room for the search; 0, or -1 when memory is out. Its claims are not allowed to grow yet."""
    if cutoffs_open(&relaxed.cutoffs, bytes_of_cutoffs) < 0:
        return -1
    return claims_open(&relaxed.claims)


cdef void relaxed_close(Relaxed *relaxed) noexcept nogil:
    claims_close(&relaxed.claims)
    cutoffs_close(&relaxed.cutoffs)


cdef void relaxed_clear(Relaxed *relaxed) noexcept nogil:
    claims_clear(&relaxed.claims, relaxed.seats - 1, relaxed.width, relaxed.priced != 0)
    cutoffs_clear(&relaxed.cutoffs)
    memset(relaxed.history, 0, relaxed.seats * sizeof(relaxed.history[0]))


# ---------------------------------------------------------------- taking up a game

cdef int relaxed_begin(Relaxed *relaxed, const Rules *rules, const Payoff *payoff, Control *control,
                       bint soloist_chooses) noexcept nogil:
    """Take up a game and forget the one before; 0 where the relaxed game is not for it.

    It needs one seat alone, tricks decided by rank in the led suit, and captures that are
    the same to the side whichever opponent makes them, takers apart.
    """
    cdef int seat, alone = -1, others = -1, count = 0
    if rules.follow != FOLLOW or rules.trump >= 0 or rules.cancels or rules.has_twins or rules.seats < 3:
        return 0
    if rules.must_lead or rules.stock_size or not rules.one_trick_a_card:
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
    relaxed.soloist_chooses = soloist_chooses
    relaxed.looking = False
    relaxed.read_most = MOST_KEPT
    relaxed.seats = rules.seats
    relaxed.width = WORD // (rules.seats - 1)
    relaxed.firsts = 0
    for seat in range(rules.seats - 1):
        relaxed.firsts |= <uint64_t>1 << (relaxed.width * seat)
    relaxed.soloist = alone
    relaxed.sign = -1 if count == 1 else 1
    if not set_costs(relaxed, others):
        return 0
    set_bonus(relaxed)
    relaxed_clear(relaxed)
    return 1


cdef bint set_costs(Relaxed *relaxed, int other) noexcept nogil:
    """What P's captures cost beyond an opponent's; False where the opponents' differ."""
    cdef const Payoff *payoff = relaxed.payoff
    cdef int seat, slot, soloist = relaxed.soloist, sign = relaxed.sign
    for slot in range(64):
        for seat in range(relaxed.seats):
            if seat != soloist and payoff.worth[seat][slot] != payoff.worth[other][slot]:
                return False
        relaxed.cost[slot] = sign * (payoff.worth[soloist][slot] - payoff.worth[other][slot])
    for seat in range(relaxed.seats):
        if seat != soloist and (payoff.any_trick[seat] != payoff.any_trick[other]
                                or payoff.first_trick[seat] != payoff.first_trick[other]
                                or payoff.last_trick[seat] != payoff.last_trick[other]):
            return False
    relaxed.any_trick = sign * (payoff.any_trick[soloist] - payoff.any_trick[other])
    relaxed.first_trick = sign * (payoff.first_trick[soloist] - payoff.first_trick[other])
    relaxed.last_trick = sign * (payoff.last_trick[soloist] - payoff.last_trick[other])
    set_priced(relaxed)
    for slot in range(64):
        if not (relaxed.rules.unused | relaxed.named) & bit(slot):
            relaxed.common_slot[slot >> 4] = <uint8_t>slot
    return True


cdef void set_priced(Relaxed *relaxed) noexcept nogil:
    """Choose the priced lane: the one of most kinds, where there are many and nothing but costs differ.

    None of its cards may bring P anything, so that bounds of what P pays rest on what it captures.
    """
    cdef const Payoff *payoff = relaxed.payoff
    cdef int lane, kinds, most = FEW_KINDS
    cdef cardset cards
    relaxed.priced = 0
    relaxed.priced_lane = -1
    for lane in range(LANES):
        cards = lane_of(lane << 4) & ~relaxed.rules.unused
        kinds = count_cards(cards & payoff.traits.special)
        if kinds <= most or not differ_in_cost_only(relaxed, cards):
            continue
        most = kinds
        relaxed.priced = cards
        relaxed.priced_lane = lane
    relaxed.odd_always = payoff.traits.special & ~relaxed.priced
    relaxed.special_cards = relaxed.odd_always
    relaxed.named = payoff.traits.special | relaxed.priced


cdef bint differ_in_cost_only(const Relaxed *relaxed, cardset cards) noexcept nogil:
    cdef const Rules *rules = relaxed.rules
    cdef cardset rest = cards
    while rest:
        if not 0 <= relaxed.cost[lowest_card(rest)] <= MOST_PRICE:
            return False
        rest &= rest - 1
    return not (in_part(cards, rules.breakers) or in_part(cards, rules.unled)
                or in_part(cards, rules.kept_from_first)
                or (relaxed.payoff.has_bonus and in_part(cards, relaxed.payoff.pointed)))


cdef inline bint in_part(cardset cards, cardset marked) noexcept nogil:
    """Are some of the cards among the marked, and some not?"""
    return cards & marked != 0 and cards & ~marked != 0


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
                if more != 1 << relaxed.soloist:
                    relaxed.bonus_spared[takers] = max(relaxed.bonus_spared[takers],
                                                       relaxed.bonus_spared[takers | more])
            more <<= 1


# ---------------------------------------------------------------- taking up a position

cdef uint32_t record_of(const Relaxed *relaxed, cardset parting, int seat, int occasion,
                        int slot) noexcept nogil:
    """How often the play that this card of a seat at the table makes here has answered.

    An opponent's goes by P's card over its interval (moves.standing), of those P's
    cards that part theirs.
    """
    cdef cardset higher
    seat -= relaxed.soloist
    if seat < 0:
        seat += relaxed.seats
    if seat and not relaxed.named & bit(slot):
        higher = parting & lane_of(slot) & ~below(slot)
        slot = lowest_card(higher) if higher else slot | 15
    return relaxed.history[seat][occasion][slot]


cdef int place_cards(Relaxed *relaxed, const State *state) noexcept nogil:
    """Set up the relaxed position; what the side gets if the opponents capture all."""
    cdef const Payoff *payoff = relaxed.payoff
    cdef const Rules *rules = relaxed.rules
    cdef int seat, slot, other = at_table(relaxed, 1), settled = 0, tricks
    cdef cardset rest
    relaxed.hand = state.hands[relaxed.soloist]
    relaxed.leader = state.leader - relaxed.soloist + (relaxed.seats if state.leader < relaxed.soloist else 0)
    relaxed.takers = state.takers
    relaxed.first = state.first
    relaxed.broken = state.broken
    set_odd_cards(relaxed, rules.joker >= 0 and state.left & bit(rules.joker))
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
    cdef cardset rest = hand & ~relaxed.odd_always
    memset(relaxed.count[seat], 0, sizeof(relaxed.count[seat]))
    relaxed.special[seat] = hand & relaxed.named if seat else 0
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
        if not relaxed.priced & bit(slot):
            relaxed.occupied[seat] |= bit((slot & 48) | interval)


# ---------------------------------------------------------------- what the cards left can cost

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

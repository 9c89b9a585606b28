"""Zero-window search of the relaxed game; the claims it proves hold for many positions.

Everywhere here `need` asks: do the opponents make P pay so much or more from here? An
answer of at least `need` is a proven lower bound of the cost, a smaller one a proven
upper bound, and `Proof` says on which boundaries between P's cards and theirs it leans.
Its marks number P's cards as they stand at the start of the trick.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.cards cimport LANES, below, bit, cardset, count_cards, fold, gather, has_fast_gather, highest_card, lane_of, lowest_card
from cext.claims cimport (
    NO_CLAIM, NO_HINT, Outline, Proof, claims_add, claims_clear, claims_close, claims_fetch, claims_find,
    claims_open, nowhere_more, where_more,
)
from cext.game cimport FOLLOW, MAX_SEATS, NO_COUNTS, Payoff, Rules, State
from cext.control cimport Control, look_up

cdef enum:
    BEYOND = 30000          # more than any cost
    MOST_CARDS = 16         # of P, in one outline
    ODD_PLAY = 64           # plays of odd cards are named by slot from here

cdef struct Trick:
    int played
    int seat                # to play
    int led                 # lane
    int top                 # highest interval of the led lane an opponent has played to, -1
    int second              # the next one, -1
    int tops                # mask of the seats whose cards are in the highest
    int lane                # of P's card
    int place               # its place among P's cards of the lane, -1 while P has not played
    int slot
    int32_t cost            # of P taking the trick
    int32_t least
    int32_t most
    bint pointed
    bint breaks

cdef int FAST = has_fast_gather()
cdef uint64_t CUMULATE = 0x1111111111111111
cdef uint64_t PLACES = 0xFEDCBA9876543210


cdef int relaxed_open(Relaxed *relaxed, uint64_t bytes_allowed) noexcept nogil:
    """Room for the search within so many bytes; 0, or -1 when memory is out."""
    return claims_open(&relaxed.claims, bytes_allowed)


cdef void relaxed_close(Relaxed *relaxed) noexcept nogil:
    claims_close(&relaxed.claims)


cdef void relaxed_clear(Relaxed *relaxed) noexcept nogil:
    claims_clear(&relaxed.claims, relaxed.seats - 1 if relaxed.seats else 6)
    memset(relaxed.history, 0, sizeof(relaxed.history))


# ---------------------------------------------------------------- taking up a game

cdef int relaxed_begin(Relaxed *relaxed, const Rules *rules, const Payoff *payoff, Control *control) noexcept nogil:
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
    cdef int takers, more, size = 1 << relaxed.seats
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
                relaxed.bonus_least[takers] = min(relaxed.bonus_least[takers], relaxed.bonus_least[takers | more])
                relaxed.bonus_most[takers] = max(relaxed.bonus_most[takers], relaxed.bonus_most[takers | more])
                if more != 1 << relaxed.lone:
                    relaxed.bonus_spared[takers] = max(relaxed.bonus_spared[takers],
                                                       relaxed.bonus_spared[takers | more])
            more <<= 1


# ---------------------------------------------------------------- taking up a position

cdef inline int at_table(const Relaxed *relaxed, int seat) noexcept nogil:
    seat += relaxed.lone
    return seat - relaxed.seats if seat >= relaxed.seats else seat


cdef inline int interval_of(const Relaxed *relaxed, int slot) noexcept nogil:
    return count_cards(relaxed.hand & lane_of(slot) & below(slot))


cdef int relaxed_search(Relaxed *relaxed, const State *state, int need) noexcept nogil:
    """Does the side get `need` or more in the relaxed game, from the start of a trick? Fail-soft."""
    cdef int settled, cost
    cdef Proof proof
    settled = place_cards(relaxed, state)
    if count_cards(relaxed.hand) > MOST_CARDS:
        # Too many cards for an outline: say no more than that P might pay for everything.
        cost = highest_cost(relaxed)
    elif relaxed.sign > 0:
        cost = search_start(relaxed, need - settled, &proof)
    else:
        cost = search_start(relaxed, 1 - need + settled, &proof)
    return settled + relaxed.sign * cost


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


cdef inline bint is_answered(const Relaxed *relaxed, int need, int *value) noexcept nogil:
    """Is the question answered by what the cards left are worth at the most and at the least?"""
    value[0] = highest_cost(relaxed)
    if value[0] < need:
        return True
    value[0] = lowest_cost(relaxed)
    return value[0] >= need


cdef int search_start(Relaxed *relaxed, int need, Proof *proof) noexcept nogil:
    """Bounds, claims, then the leads."""
    cdef Outline outline
    cdef Trick trick
    cdef int value, hint = NO_HINT
    proof.below = 0
    proof.above = 0
    if not relaxed.hand:
        return relaxed.bonus[relaxed.takers]
    if is_answered(relaxed, need, &value):
        return value
    if not relaxed.hand & (relaxed.hand - 1) and not relaxed.payoff.has_bonus:
        return last_trick(relaxed, proof)
    outline.shape = shape_of(relaxed)
    claims_fetch(&relaxed.claims, outline.shape)
    draw_outline(relaxed, &outline)
    if relaxed.leader and relaxed.bonus_spared[relaxed.takers] < need and is_safe(relaxed, &outline, proof):
        return relaxed.bonus_spared[relaxed.takers]
    value = claims_find(&relaxed.claims, &outline, need, proof, &hint)
    if value != NO_CLAIM:
        return value
    open_trick(relaxed, &trick)
    value = search_seat(relaxed, &trick, need, proof, &hint)
    if not relaxed.control.stop:
        claims_add(&relaxed.claims, &outline, proof, value, value >= need, hint)
    return value


cdef inline void open_trick(const Relaxed *relaxed, Trick *trick) noexcept nogil:
    trick.played = 0
    trick.seat = relaxed.leader
    trick.led = 0
    trick.top = -1
    trick.second = -1
    trick.tops = 0
    trick.lane = 0
    trick.place = -1
    trick.slot = 0
    trick.cost = relaxed.pile_cost
    trick.least = 0
    trick.most = 0
    trick.pointed = relaxed.pile_pointed
    trick.breaks = False


cdef int last_trick(Relaxed *relaxed, Proof *proof) noexcept nogil:
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
        proof.above = 1
        return 0
    if under:
        proof.below = 1
    cost += relaxed.any_trick + relaxed.last_trick
    return cost + relaxed.first_trick if relaxed.first else cost


cdef void draw_outline(const Relaxed *relaxed, Outline *outline) noexcept nogil:
    """The position as claims see it (cext/claims.pxd)."""
    cdef int lane, held, shift = 0, k, opposing = relaxed.seats - 1
    cdef uint64_t mask, under
    outline.first = 0
    outline.last = 0
    outline.place = 0
    for k in range(opposing):
        outline.under[k] = 0
        outline.before[k] = 0
        outline.after[k] = 0
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        if not held:
            continue
        mask = (~<uint64_t>0) >> (64 - 4 * held)
        outline.first |= <uint64_t>1 << shift
        outline.last |= <uint64_t>1 << (shift + 4 * held - 4)
        outline.place |= (PLACES & mask) << shift
        for k in range(opposing):
            # The product's nibbles are the sums of the counts up to each interval.
            under = relaxed.count[k + 1][lane] * CUMULATE
            outline.under[k] |= (under & mask) << shift
            outline.before[k] |= ((under << 4) & mask) << shift
            outline.after[k] |= ((under >> 4) & mask) << shift
        shift += 4 * held


cdef uint64_t shape_of(const Relaxed *relaxed) noexcept nogil:
    """What positions must share for a claim to be good for both: all but how P's cards lie among theirs."""
    cdef uint64_t word = 0, circumstances = <uint64_t>relaxed.leader, more = 0, shape
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
    shape = fold(word ^ <uint64_t>0x9E3779B97F4A7C15, circumstances ^ <uint64_t>0xD1B54A32D192ED03)
    if more:
        shape = fold(shape ^ more, <uint64_t>0x8CB92BA72F3D8DD7)
    if odd:
        # Which odd cards are left, with whom, and how they lie among P's.
        shape = fold(shape ^ gather(odd, odd | relaxed.hand, FAST), odd ^ <uint64_t>0xAAAAAAAAAAAAAAAB)
        for seat in range(1, relaxed.seats):
            shape = fold(shape ^ relaxed.odd[seat], <uint64_t>0xBEA225F9EB34556D)
    return shape


cdef bint is_safe(const Relaxed *relaxed, const Outline *outline, Proof *proof) noexcept nogil:
    """Does P, not on lead, take nothing more?

    It is so when in every lane P's i-th lowest card has fewer than i of the others' under
    it. P then never wins a trick: to a lead of the lane it plays its highest card under the
    card led (there is one: nothing of theirs is under its lowest), and the rule goes on
    holding, since of the cards over the one played each has lost a card of theirs, the one
    led, from under it, and a card of its own; void, it throws the highest card of a lane. A
    card with fewer than i opposing cards in its whole lane leans on nothing.
    """
    cdef uint64_t under = 0, whole = 0
    cdef int k, lane, held, total, shift = 0
    for k in range(relaxed.seats - 1):
        under += outline.under[k]
        if relaxed.odd[k + 1]:
            under += odd_under(relaxed, relaxed.odd[k + 1])
    if not nowhere_more(under, outline.place):
        return False
    if relaxed.first and relaxed.rules.kept_from_first:
        return False            # P may be barred from the card it needs
    for lane in range(LANES):
        held = relaxed.lengths[0] >> (lane << 2) & 15
        if held:
            total = 0
            for k in range(1, relaxed.seats):
                total += relaxed.lengths[k] >> (lane << 2) & 15
            whole |= ((CUMULATE * <uint64_t>total) & ((~<uint64_t>0) >> (64 - 4 * held))) << shift
            shift += 4 * held
    proof.above = where_more(whole, outline.place)
    return True


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


# ---------------------------------------------------------------- playing to a trick

cdef int search_seat(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int *hint) noexcept nogil:
    if trick.played == relaxed.seats:
        return quit_trick(relaxed, trick, need, proof)
    if trick.seat == 0:
        return lone_plays(relaxed, trick, need, proof, hint)
    return opponent_plays(relaxed, trick, need, proof, hint)


cdef inline bint count_node(Relaxed *relaxed) noexcept nogil:
    """One more play; True when the search has to stop."""
    relaxed.control.nodes += 1
    if relaxed.control.nodes >= relaxed.control.next_look:
        look_up(relaxed.control)
    return relaxed.control.stop != 0


cdef inline void lay(Relaxed *relaxed, Trick *trick, int slot, int lane) noexcept nogil:
    """What any card does to the trick; `slot` is it or one of its kind."""
    cdef int32_t cost = relaxed.cost[slot]
    if trick.played == 0:
        trick.led = lane
    trick.cost += cost
    if cost > 0:
        trick.most += cost
    else:
        trick.least += cost
    if relaxed.payoff.has_bonus and relaxed.payoff.pointed & bit(slot):
        trick.pointed = True
    if relaxed.rules.house and lane != trick.led and relaxed.rules.breakers & bit(slot):
        trick.breaks = True
    trick.played += 1
    trick.seat = trick.seat + 1 if trick.seat + 1 < relaxed.seats else 0


cdef int lone_plays(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int *hint) noexcept nogil:
    """P plays: one card that keeps the cost under `need`, or the proof that none does."""
    cdef cardset cards = relaxed.hand, touching, suit
    cdef Trick after
    cdef Proof part
    cdef int slot, value, best = BEYOND, index, killer = NO_HINT
    if trick.played:
        suit = cards & lane_of(trick.led << 4)
        if suit:
            cards = suit
    if relaxed.rules.house:
        cards = allowed(relaxed, trick, cards)
    touching = touching_cards(relaxed, trick, cards)
    cards &= ~touching
    cdef bint more = cards & (cards - 1) != 0
    proof.below = 0
    proof.above = 0
    while cards:
        slot = next_of_lone(relaxed, trick, cards, hint[0])
        cards ^= bit(slot)
        if count_node(relaxed):
            return best
        after = trick[0]
        after.slot = slot
        after.lane = slot >> 4
        after.place = interval_of(relaxed, slot)
        lay(relaxed, &after, slot, slot >> 4)
        value = search_seat(relaxed, &after, need, &part, &killer)
        if relaxed.control.stop:
            return best
        index = count_cards(relaxed.hand & below(slot))
        if value < need:
            proof[0] = part
            hint[0] = index
            if more: relaxed.history[0][1 + trick.led if trick.played else 0][slot] += 1
            return value
        best = min(best, value)
        spread(relaxed, touching, slot, &part)
        proof.below |= part.below
        proof.above |= part.above
        cards &= ~like_cards(relaxed, slot, &part)
    return best


cdef int next_of_lone(const Relaxed *relaxed, const Trick *trick, cardset cards, int hint) noexcept nogil:
    """The most promising of these cards."""
    cdef int slot, best = -1
    cdef int64_t promise = -1, score
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        score = relaxed.history[0][1 + trick.led if trick.played else 0][slot]
        if hint != NO_HINT and count_cards(relaxed.hand & below(slot)) == hint:
            return slot
        if score > promise:
            promise = score
            best = slot
    return best


cdef cardset touching_cards(const Relaxed *relaxed, const Trick *trick, cardset cards) noexcept nogil:
    """The cards that have the next lower card of P's, as good as they, right under them."""
    cdef cardset touching = 0, theirs = 0, rest = cards
    cdef uint64_t occupied = 0
    cdef int seat, slot, lower = -1, place = 0
    for seat in range(1, relaxed.seats):
        occupied |= relaxed.occupied[seat]
        theirs |= relaxed.odd[seat]
    if trick.played and trick.top >= 0:
        # Of the cards on the table only the best can still be beaten or not.
        occupied |= bit((trick.led << 4) | trick.top)
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        if lower >> 4 != slot >> 4 or lower < 0:
            place = interval_of(relaxed, slot)
        else:
            place += 1
            if (not occupied & bit((slot & 48) | place) and not relaxed.odd_cards & (bit(lower) | bit(slot))
                    and not theirs & below(slot) & ~below(lower)
                    and not relaxed.hand & ~cards & below(slot) & ~below(lower)):
                touching |= bit(slot)
        lower = slot
    return touching


cdef void spread(const Relaxed *relaxed, cardset touching, int slot, Proof *proof) noexcept nogil:
    """Make a proof for one of touching cards, the lowest, one for all of them: they change places in it.

    A card that loses the trick may owe that to a boundary under a higher one of them; its
    place taken by that card, the boundary over the highest has to serve.
    """
    cdef int last = slot
    cdef uint64_t marks
    cdef int index, count
    if not touching >> slot >> 1:
        return
    index = count_cards(relaxed.hand & below(slot)) << 2
    marks = <uint64_t>1 << index
    count = 1
    last = slot
    while True:
        last = next_in_hand(relaxed, last)
        if last < 0 or not touching & bit(last):
            break
        marks |= <uint64_t>1 << (index + 4 * count)
        count += 1
    if count > 1:
        if proof.below & marks:
            proof.below |= marks
            proof.above |= <uint64_t>1 << (index + 4 * count - 4)
        if proof.above & marks:
            proof.above |= marks


cdef inline int next_in_hand(const Relaxed *relaxed, int slot) noexcept nogil:
    cdef cardset higher = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    return lowest_card(higher) if higher else -1


cdef cardset like_cards(const Relaxed *relaxed, int slot, const Proof *proof) noexcept nogil:
    """P's other cards of the lane that no boundary of the proof for this one parts from it."""
    cdef cardset like = 0, rest
    cdef int index = count_cards(relaxed.hand & below(slot)), place, other
    if relaxed.odd_cards & bit(slot):
        return 0
    rest = relaxed.hand & lane_of(slot) & ~below(slot) & ~bit(slot)
    place = index
    while rest:
        other = lowest_card(rest)
        rest &= rest - 1
        if proof.above >> (place << 2) & 1 or proof.below >> ((place + 1) << 2) & 1:
            break
        place += 1
        like |= bit(other)
    rest = relaxed.hand & lane_of(slot) & below(slot)
    place = index
    while rest:
        other = highest_card(rest)
        rest ^= bit(other)
        if proof.below >> (place << 2) & 1 or proof.above >> ((place - 1) << 2) & 1:
            break
        place -= 1
        like |= bit(other)
    return like & ~relaxed.odd_cards


cdef int opponent_plays(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int *hint) noexcept nogil:
    """An opponent plays: one card that brings the cost to `need`, or the proof that none does."""
    cdef int seat = trick.seat, play, value, best = -BEYOND, killer = NO_HINT
    cdef uint64_t plays = relaxed.occupied[seat]
    cdef cardset odd = relaxed.odd[seat], suit
    cdef Trick after
    cdef Proof part
    if trick.played:
        suit = lane_of(trick.led << 4)
        if (plays | odd) & suit:
            plays &= suit
            odd &= suit
    if relaxed.rules.house:
        allowed_to_opponent(relaxed, trick, &plays, &odd)
    proof.below = 0
    proof.above = 0
    cdef bint more = count_cards(plays) + count_cards(odd) > 1
    while plays | odd:
        play = next_of_opponent(relaxed, trick, plays, odd, hint[0])
        if count_node(relaxed):
            return best
        if play < ODD_PLAY:
            plays ^= bit(play)
            value = play_common(relaxed, trick, seat, play, need, &part, &killer)
        else:
            odd ^= bit(play - ODD_PLAY)
            value = play_odd(relaxed, trick, seat, play - ODD_PLAY, need, &part, &killer)
        if relaxed.control.stop:
            return best
        if value >= need:
            proof[0] = part
            hint[0] = play
            if more: relaxed.history[seat][1 + trick.led if trick.played else 0][edge_of(relaxed, play) if play < ODD_PLAY else play & 63] += 1
            return value
        best = max(best, value)
        proof.below |= part.below
        proof.above |= part.above
        if play < ODD_PLAY and plays:
            plays &= ~like_plays(relaxed, play, part.below | part.above)
    return best


cdef int next_of_opponent(const Relaxed *relaxed, const Trick *trick, uint64_t plays, cardset odd, int hint) noexcept nogil:
    """The most promising of these plays."""
    cdef int play, best = -1
    cdef int64_t promise = -1, score
    if hint < ODD_PLAY:
        if plays & bit(hint):
            return hint
    elif hint != NO_HINT and odd & bit(hint - ODD_PLAY):
        return hint
    while plays:
        play = lowest_card(plays)
        plays &= plays - 1
        score = relaxed.history[trick.seat][1 + trick.led if trick.played else 0][edge_of(relaxed, play)]
        if score > promise:
            promise = score
            best = play
    while odd:
        play = lowest_card(odd)
        odd &= odd - 1
        score = relaxed.history[trick.seat][1 + trick.led if trick.played else 0][play]
        if score > promise:
            promise = score
            best = play + ODD_PLAY
    return best


cdef inline int edge_of(const Relaxed *relaxed, int play) noexcept nogil:
    cdef cardset rest = relaxed.hand & lane_of(play)
    cdef int i
    for i in range(play & 15):
        rest &= rest - 1
    return lowest_card(rest) if rest else play | 15


cdef int play_common(Relaxed *relaxed, const Trick *trick, int seat, int play, int need, Proof *proof, int *hint) noexcept nogil:
    cdef int lane = play >> 4, interval = play & 15, value
    cdef uint64_t count = relaxed.count[seat][lane], occupied = relaxed.occupied[seat]
    cdef Trick after = trick[0]
    lay(relaxed, &after, relaxed.common_slot[lane], lane)
    follow(&after, seat, lane, interval)
    relaxed.count[seat][lane] = count - (<uint64_t>1 << (interval << 2))
    if not relaxed.count[seat][lane] >> (interval << 2) & 15:
        relaxed.occupied[seat] = occupied ^ bit(play)
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, need, proof, hint)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.count[seat][lane] = count
    relaxed.occupied[seat] = occupied
    return value


cdef int play_odd(Relaxed *relaxed, const Trick *trick, int seat, int slot, int need, Proof *proof, int *hint) noexcept nogil:
    cdef int lane = slot >> 4, value
    cdef Trick after = trick[0]
    lay(relaxed, &after, slot, lane)
    follow(&after, seat, lane, interval_of(relaxed, slot))
    relaxed.odd[seat] ^= bit(slot)
    relaxed.lengths[seat] -= <uint32_t>1 << (lane << 2)
    value = search_seat(relaxed, &after, need, proof, hint)
    relaxed.lengths[seat] += <uint32_t>1 << (lane << 2)
    relaxed.odd[seat] ^= bit(slot)
    return value


cdef inline void follow(Trick *trick, int seat, int lane, int interval) noexcept nogil:
    """Which opposing cards are the highest of the trick, interval by interval."""
    if lane != trick.led:
        return
    if interval > trick.top:
        trick.second = trick.top
        trick.top = interval
        trick.tops = 1 << seat
    elif interval == trick.top:
        trick.tops |= 1 << seat
    elif interval > trick.second:
        trick.second = interval


cdef inline uint64_t like_plays(const Relaxed *relaxed, int play, uint64_t marks) noexcept nogil:
    """The intervals of the lane that no boundary of the proof for this play parts from its own.

    A card from another of them could be exchanged for the one played without the proof
    noticing, so its plays are refuted by the same proof.
    """
    cdef int lane = play & 48, interval = play & 15, low = 0, high
    cdef int start = count_cards(relaxed.hand & (bit(lane) - 1)) << 2
    cdef int held = relaxed.lengths[0] >> (lane >> 2) & 15
    cdef uint64_t over, under
    if not held:
        return 0
    marks = (marks >> start) & ((~<uint64_t>0) >> (64 - 4 * held))
    under = marks & ((<uint64_t>1 << (interval << 2)) - 1)
    over = marks ^ under
    if under:
        low = (highest_card(under) >> 2) + 1
    high = lowest_card(over) >> 2 if over else held
    return ((<uint64_t>2 << high) - (<uint64_t>1 << low)) << lane


# ---------------------------------------------------------------- house rules

cdef cardset allowed(const Relaxed *relaxed, const Trick *trick, cardset cards) noexcept nogil:
    """What the modern table's rules leave of P's cards to choose from."""
    cdef cardset legal = cards
    if trick.played == 0 and not relaxed.broken and legal & ~relaxed.rules.unled:
        legal &= ~relaxed.rules.unled
    if relaxed.first and legal & ~relaxed.rules.kept_from_first:
        legal &= ~relaxed.rules.kept_from_first
    return legal


cdef void allowed_to_opponent(const Relaxed *relaxed, const Trick *trick, uint64_t *plays, cardset *odd) noexcept nogil:
    """The same of an opponent's plays."""
    if trick.played == 0 and not relaxed.broken:
        keep_out(relaxed, relaxed.rules.unled, plays, odd)
    if relaxed.first:
        keep_out(relaxed, relaxed.rules.kept_from_first, plays, odd)


cdef void keep_out(const Relaxed *relaxed, cardset barred, uint64_t *plays, cardset *odd) noexcept nogil:
    """Leave out the barred cards unless there are no others."""
    cdef uint64_t free_plays = plays[0]
    cdef int lane
    for lane in range(LANES):
        if barred & bit(relaxed.common_slot[lane]):
            free_plays &= ~lane_of(lane << 4)
    if free_plays | (odd[0] & ~barred):
        plays[0] = free_plays
        odd[0] &= ~barred


# ---------------------------------------------------------------- the end of a trick

cdef struct Cut:
    # The lane of the card P played, as it was before the card's cut was dropped.
    uint64_t count[MAX_SEATS]
    uint64_t occupied[MAX_SEATS]


cdef int quit_trick(Relaxed *relaxed, const Trick *trick, int need, Proof *proof) noexcept nogil:
    """The trick is complete: P takes it, or the opponents choose which of their highest cards did."""
    cdef int value, index = count_cards(relaxed.hand & below(trick.slot)) << 2, leader = relaxed.leader
    cdef int32_t least = relaxed.least, most = relaxed.most, pile_cost = relaxed.pile_cost
    cdef bint first = relaxed.first, broken = relaxed.broken, pile_pointed = relaxed.pile_pointed
    cdef uint8_t takers = relaxed.takers
    relaxed.least -= trick.least + min(pile_cost, 0)
    relaxed.most -= trick.most + max(pile_cost, 0)
    relaxed.first = False
    relaxed.broken |= trick.breaks
    relaxed.pile_cost = 0
    relaxed.pile_pointed = False
    relaxed.hand ^= bit(trick.slot)
    if trick.lane == trick.led and trick.top <= trick.place:
        value = lone_takes(relaxed, trick, need, proof, index, first)
    else:
        value = opponents_take(relaxed, trick, need, proof, index, first)
    relaxed.hand ^= bit(trick.slot)
    relaxed.leader = leader
    relaxed.takers = takers
    relaxed.first = first
    relaxed.broken = broken
    relaxed.pile_cost = pile_cost
    relaxed.pile_pointed = pile_pointed
    relaxed.least = least
    relaxed.most = most
    return value


cdef void drop_cut(Relaxed *relaxed, const Trick *trick, Cut *cut) noexcept nogil:
    """P's card is gone: the intervals under and over it become one."""
    cdef int seat, lane = trick.lane, place = trick.place
    cdef uint64_t kept = (<uint64_t>1 << (place << 2)) - 1, count, occupied
    cdef uint64_t kept_bits = (<uint64_t>1 << place) - 1
    for seat in range(1, relaxed.seats):
        count = relaxed.count[seat][lane]
        cut.count[seat] = count
        cut.occupied[seat] = relaxed.occupied[seat]
        relaxed.count[seat][lane] = (count & (kept << 4 | 15)) + ((count >> 4) & ~kept)
        occupied = relaxed.occupied[seat] >> (lane << 4) & 0xFFFF
        occupied ^= (occupied & (kept_bits << 1 | 1)) | ((occupied >> 1) & ~kept_bits)
        relaxed.occupied[seat] ^= occupied << (lane << 4)
    relaxed.lengths[0] -= <uint32_t>1 << (lane << 2)


cdef void put_cut_back(Relaxed *relaxed, const Trick *trick, const Cut *cut) noexcept nogil:
    cdef int seat
    for seat in range(1, relaxed.seats):
        relaxed.count[seat][trick.lane] = cut.count[seat]
        relaxed.occupied[seat] = cut.occupied[seat]
    relaxed.lengths[0] += <uint32_t>1 << (trick.lane << 2)


cdef inline void make_room(Proof *proof, int index) noexcept nogil:
    """Number the marks as before the card with this index was played."""
    cdef uint64_t lower = (<uint64_t>1 << index) - 1
    proof.below = (proof.below & lower) | (proof.below & ~lower) << 4
    proof.above = (proof.above & lower) | (proof.above & ~lower) << 4


cdef inline bint marks_taker(const Relaxed *relaxed, const Trick *trick, bint first, bint last) noexcept nogil:
    cdef const Payoff *payoff = relaxed.payoff
    return payoff.has_bonus and (trick.pointed or payoff.pointed_any or (payoff.pointed_first and first)
                                 or (payoff.pointed_last and last))


cdef int lone_takes(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int index, bint first) noexcept nogil:
    cdef int gain = trick.cost + relaxed.any_trick, value
    cdef uint64_t cards
    cdef bint last = not relaxed.hand
    cdef Cut cut
    if first:
        gain += relaxed.first_trick
    if last:
        gain += relaxed.last_trick
    if marks_taker(relaxed, trick, first, last):
        relaxed.takers |= <uint8_t>(1 << relaxed.lone)
    relaxed.leader = 0
    proof.below = 0
    proof.above = 0
    if not is_answered(relaxed, need - gain, &value):
        drop_cut(relaxed, trick, &cut)
        value = search_start(relaxed, need - gain, proof)
        put_cut_back(relaxed, trick, &cut)
        make_room(proof, index)
    if trick.top >= 0:
        # P's card beats theirs: one boundary between is enough.
        cards = marks_from(index - ((trick.place - trick.top) << 2), index)
        if not proof.below & cards and not proof.above & cards & ~(<uint64_t>1 << index):
            proof.below |= <uint64_t>1 << index
    return gain + value


cdef inline uint64_t marks_from(int low, int high) noexcept nogil:
    """Every bit from one nibble's mark to another's, both included."""
    return (<uint64_t>2 << high) - (<uint64_t>1 << low)


cdef int opponents_take(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int index, bint first) noexcept nogil:
    """They choose the winner among the seats with a card in the highest interval."""
    cdef int best
    cdef Cut cut
    proof.below = 0
    proof.above = 0
    if not relaxed.payoff.has_bonus and is_answered(relaxed, need, &best):
        # So it is whoever of them leads next; at least if P does not.
        if trick.lane == trick.led:
            lean_on_loss(trick, index, proof, False)
        return best
    drop_cut(relaxed, trick, &cut)
    best = best_leader(relaxed, trick, need, proof, index, marks_taker(relaxed, trick, first, not relaxed.hand))
    put_cut_back(relaxed, trick, &cut)
    return best


cdef int best_leader(Relaxed *relaxed, const Trick *trick, int need, Proof *proof, int index, bint marks) noexcept nogil:
    """The most that one of the seats with a card in the highest interval gets, taking the trick."""
    cdef int seat, value, best = -BEYOND, tops = trick.tops
    cdef Proof part
    cdef uint8_t takers = relaxed.takers
    while tops:
        seat = lowest_card(tops)
        tops &= tops - 1
        relaxed.leader = seat
        if marks:
            relaxed.takers = takers | <uint8_t>(1 << at_table(relaxed, seat))
        value = search_start(relaxed, need, &part)
        if relaxed.control.stop:
            return best
        if value >= need:
            proof[0] = part
            make_room(proof, index)
            if trick.lane == trick.led:
                lean_on_choice(relaxed, trick, index, proof)
            return value
        best = max(best, value)
        proof.below |= part.below
        proof.above |= part.above
    make_room(proof, index)
    if trick.lane == trick.led:
        lean_on_loss(trick, index, proof, trick.second >= 0)
    return best


cdef void lean_on_loss(const Trick *trick, int index, Proof *proof, bint excludes) noexcept nogil:
    """P keeps the cost down whoever takes the trick: why P does not, nor a lower card of theirs.

    A card of theirs in a lower interval stays out of it because a card of P lies between:
    the one right under the highest interval, held in place on both sides.
    """
    cdef int under_top = index + ((trick.top - 1 - trick.place) << 2)
    cdef uint64_t cards
    if excludes:
        proof.below |= <uint64_t>1 << under_top
        proof.above |= <uint64_t>1 << under_top
        return
    cards = marks_from(index, under_top)
    if not proof.above & cards and not proof.below & cards & ~(<uint64_t>1 << index):
        proof.above |= <uint64_t>1 << index


cdef void lean_on_choice(const Relaxed *relaxed, const Trick *trick, int index, Proof *proof) noexcept nogil:
    """One of the highest cards takes the trick: why it can, and P does not.

    With a single card in the highest interval a boundary to the next card under it is
    enough. With several they must stay in one interval: both its edges hold.
    """
    cdef int under_top = index + ((trick.top - 1 - trick.place) << 2), low = index
    cdef uint64_t cards
    if trick.tops & (trick.tops - 1):
        proof.above |= <uint64_t>1 << under_top
        if trick.top <= <int>(relaxed.lengths[0] >> (trick.lane << 2) & 15):
            # The card played has left the lengths: P has a card over the interval.
            proof.below |= <uint64_t>1 << (under_top + 4)
        return
    if trick.second >= 0:
        low = max(low, index + ((trick.second - trick.place) << 2))
    cards = marks_from(low, under_top)
    if not proof.above & cards and not proof.below & cards & ~(<uint64_t>1 << low):
        proof.above |= <uint64_t>1 << under_top

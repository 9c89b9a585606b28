"""The trump game, in which plain cards have no names.

Where trumps alone count and one may trump at any time, a seat plays either a trump or some
plain card: to a lead of trumps a trump as long as it has one, else whichever of the two it
has. Which plain card it is matters for one thing alone: who takes a trick without trumps, and so
who leads next. Let that be open. Then a position is the trumps that are left, the
leader and the number of tricks, and here is what is said of it:

- *yes*, the side gets the target or more: if at the turn of one of its seats some choice, at
  the turn of another seat each choice, is answered so; and after a trick without trumps, if
  the answer is so whoever of those who may have taken it leads;
- *no* likewise, with the seats the other way round;
- else it is unsettled.

Claim: the answer holds in every real position with these trumps in these hands, this leader
and this number of tricks. Proof: a seat has a real card for each choice, and a choice for
each real card; trumps win, and count, as they do really; a trick without trumps was taken by one
of those who may have taken it. So a strategy for either side in the game is one at the table.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t

from cext.tables.cutoff_cards cimport (
    cutoff_card, cutoffs_clear, cutoffs_close, cutoffs_open, keep_cutoff_card, situation,
)
from cext.bounds.avoid cimport Rounds, top_rounds
from cext.base.cards cimport LANES, below, bit, cardset, count_cards, highest_card, lane_mask, lowest_card
from cext.base.limits cimport count_node
from cext.game.game cimport MAX_SEATS, UNBOUNDED, Payoff, Rules, State, next_seat
from cext.relaxed.trump_table cimport (
    TrumpEntry, entry_at, trump_table_clear, trump_table_close, trump_table_open, trump_table_store,
)

cdef enum:
    PLAIN = LANE_SLOTS          # the choice of a plain card, beside those of trumps by slot
    MOST_CHOICES = LANE_SLOTS + 1
    UNSETTLED = 2 * UNBOUNDED   # in place of a bound
    NO_TRUMP = -1


cdef struct TrumpTrick:
    # What does not change while the cards of a trick are tried.
    int target
    int least               # what the trumps that were left when it began must bring, and what they can
    int most
    int leader
    int tricks_left
    cardset left
    bint trump_led
    int seat[MAX_SEATS]             # by turn
    cardset choices[MAX_SEATS]
    cardset later[MAX_SEATS + 1][2] # by turn: the trumps of each party from there on


# --- taking up a position ---------------------------------------------------------------------------

cdef int trumps_open(TrumpGame *game, uint64_t cutoff_bytes) noexcept nogil:
    """Empty tables; 0, or -1 when memory is out."""
    if trump_table_open(&game.table) < 0 or cutoffs_open(&game.cutoffs, cutoff_bytes) < 0:
        return -1
    return 0


cdef void trumps_close(TrumpGame *game) noexcept nogil:
    trump_table_close(&game.table)
    cutoffs_close(&game.cutoffs)


cdef void trumps_begin(TrumpGame *game, const Rules *rules, const Payoff *payoff, Control *control,
                       const State *root) noexcept nogil:
    """Take up a position, of which all that are asked about are endings."""
    cdef int seat, other
    game.control = control
    game.seats = rules.seats
    game.lane = rules.trump
    game.parties[0] = 0
    game.parties[1] = 0
    for seat in range(game.seats):
        game.maximises[seat] = payoff.maximises[seat]
        game.dealt[seat] = trumps_in(game, root.hands[seat])
        game.parties[game.maximises[seat]] |= game.dealt[seat]
        game.may_take[seat] = 1 << seat
        for other in range(game.seats):
            if ever_over(root.hands[other] & ~rules.trumps, root.hands[seat] & ~rules.trumps):
                game.may_take[seat] |= 1 << other
    set_levels(game, payoff)
    add_up(game)
    trump_table_clear(&game.table)
    cutoffs_clear(&game.cutoffs)


cdef inline cardset trumps_in(const TrumpGame *game, cardset cards) noexcept nogil:
    return (cards & lane_mask(game.lane)) >> (game.lane << 4)


cdef bint ever_over(cardset cards, cardset leads) noexcept nogil:
    """Is one of the cards over one of the leads of its suit? If not now, then never: hands only shrink."""
    cdef int lane
    cdef cardset suit
    for lane in range(LANES):
        suit = lane_mask(lane)
        if cards & suit and leads & suit and highest_card(cards & suit) > lowest_card(leads & suit):
            return True
    return False


cdef void set_levels(TrumpGame *game, const Payoff *payoff) noexcept nogil:
    """Sort the trumps by their worth, which is the same to whichever seat of a party captures them."""
    cdef cardset rest = game.parties[0] | game.parties[1]
    cdef int slot, seat, place, worth, number, side = 0, others = 0
    for seat in range(game.seats):
        if game.maximises[seat]:
            side = seat
        else:
            others = seat
    game.levels = 0
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        worth = payoff.worth[side][slot + (game.lane << 4)] - payoff.worth[others][slot + (game.lane << 4)]
        place = game.levels
        while place and game.worth[place - 1] <= worth:
            place -= 1
        if place == game.levels or game.worth[place] != worth:
            for number in range(game.levels, place, -1):
                game.worth[number] = game.worth[number - 1]
                game.level[number] = game.level[number - 1]
            game.levels += 1
            game.worth[place] = worth
            game.level[place] = 0
        game.level[place] |= bit(slot)


# --- sums of worth ----------------------------------------------------------------------------------

cdef void add_up(TrumpGame *game) noexcept nogil:
    """Have the sums of all sets within half a lane ready."""
    cdef int half, number, slot, cards
    cdef int[LANE_SLOTS] worth
    for slot in range(LANE_SLOTS):
        worth[slot] = 0
        for number in range(game.levels):
            if game.level[number] & bit(slot):
                worth[slot] = max(game.worth[number], 0)
    for half in range(2):
        game.above[half][0] = 0
        for cards in range(1, HALF_SETS):
            game.above[half][cards] = (game.above[half][cards & (cards - 1)]
                                       + worth[lowest_card(cards) + HALF_LANE * half])


cdef inline int sum_above(const TrumpGame *game, cardset cards) noexcept nogil:
    """What these can bring the side, by those that are worth more than nothing to it."""
    return game.above[0][cards & (HALF_SETS - 1)] + game.above[1][cards >> HALF_LANE]


cdef inline int sum_below(const TrumpGame *game, cardset cards) noexcept nogil:
    """What these can cost the side, by those that are worth less than nothing to it."""
    cdef int number = game.levels - 1, total = 0
    while number >= 0 and game.worth[number] < 0:
        total += game.worth[number] * count_cards(cards & game.level[number])
        number -= 1
    return total


cdef inline int dearest(const TrumpGame *game, cardset cards, int count) noexcept nogil:
    """What so many of these trumps can bring, if they are the dearest."""
    cdef int number = 0, some, total = 0
    while number < game.levels and game.worth[number] > 0 and count:
        some = min(count, count_cards(cards & game.level[number]))
        total += some * game.worth[number]
        count -= some
        number += 1
    return total


cdef inline int cheapest(const TrumpGame *game, cardset cards, int count) noexcept nogil:
    """What so many of these trumps can bring, or all if there are no more, if they are the cheapest."""
    return sum_above(game, cards) - dearest(game, cards, max(count_cards(cards) - count, 0))


# --- bounds -----------------------------------------------------------------------------------------

cdef bint bounded_by_masters(const TrumpGame *game, const TrumpTrick *trick, int seat,
                             int *value) noexcept nogil:
    """Does what the side of this seat, which has the highest trump, is sure of answer?

    As in `sure_worth` (bounds.avoid). All trumps are captured by one side or the other, so
    what is captured beyond the worst is the same sum for both.
    """
    cdef int other, sure, partner = -1
    cdef bint mine = game.maximises[seat]
    cdef cardset foes = trick.left & game.parties[not mine], masters = trick.left & game.parties[mine]
    cdef cardset own = trick.left & game.dealt[seat], help = 0, trumps
    cdef Rounds rounds
    if foes:
        masters &= ~below(highest_card(foes))
    if answers(trick, mine, sum_above(game, masters), value):
        return True
    for other in range(game.seats):
        if other != seat and game.maximises[other] == mine and trick.left & game.dealt[other]:
            if partner >= 0:
                return False
            partner = other
            help = trick.left & game.dealt[other]
    if not top_rounds(own, help, masters, trick.leader == seat, trick.leader == partner, True, &rounds):
        return False
    sure = (sum_above(game, masters) + dearest(game, help & ~masters, rounds.own)
            + dearest(game, own & ~masters, rounds.partners))
    for other in range(game.seats):
        trumps = foes & game.dealt[other]
        if trumps:
            sure += cheapest(game, trumps, rounds.leads if count_cards(trumps) < trick.tricks_left
                             else rounds.own + rounds.partners)
    return answers(trick, mine, sure, value)


cdef inline bint answers(const TrumpTrick *trick, bint mine, int sure, int *value) noexcept nogil:
    """Does it answer the question that this party captures so much? Then `value` has the bound."""
    value[0] = trick.least + sure if mine else trick.most - sure
    return (value[0] >= trick.target) == mine


cdef inline bint bounded_by_trick(const TrumpGame *game, const TrumpTrick *trick, int turn, cardset cards,
                                  int best, bint mine, int *value) noexcept nogil:
    """Is the trick sure to stay with the party that has it, and does that answer?

    With it go the party's trumps, in hand or still to be played to it, over all that the other party
    has in hand: each of them falls to this trick or wins one.
    """
    cdef cardset foes = trick.left & ~cards & game.parties[not mine]
    cdef cardset masters = trick.left & ~cards & game.parties[mine]
    if trick.later[turn][not mine] & ~below(best):
        return False
    if foes:
        masters &= ~below(highest_card(foes))
    return answers(trick, mine, sum_above(game, cards | masters), value)


# --- the search -------------------------------------------------------------------------------------

cdef bint trumps_answer(TrumpGame *game, const State *state, int target, int *value) noexcept nogil:
    """Does the trump game answer the question at the start of a trick? Then `value` has the bound."""
    cdef cardset left = trumps_in(game, state.left)
    cdef int least = sum_below(game, left), others = state.least - least     # if the others capture all
    value[0] = search_start(game, left, state.tricks_left, state.leader, least, sum_above(game, left),
                            target - others)
    if value[0] == UNSETTLED:
        return False
    value[0] += others
    return True


cdef int search_start(TrumpGame *game, cardset left, int tricks_left, int leader, int least, int most,
                      int target) noexcept nogil:
    """The search at the start of a trick: a bound that answers, or UNSETTLED.

    What counts is the worth of the trumps that the side captures; `least` and `most` limit it.
    """
    cdef uint32_t key
    cdef const TrumpEntry *entry
    cdef TrumpTrick trick
    cdef int value, top = 0
    if least >= target:
        return least
    if most < target:
        return most
    while not game.dealt[top] & bit(highest_card(left)):
        top += 1
    if tricks_left == 1:
        return least + most if game.maximises[top] else 0   # all trumps fall to the highest
    key = <uint32_t>left | <uint32_t>leader << 16 | <uint32_t>tricks_left << 19
    entry = entry_at(&game.table, key)
    if entry.key:
        if entry.lower >= target:
            return entry.lower
        if entry.upper < target:
            return entry.upper
        if entry.open_from <= target <= entry.open_to:
            return UNSETTLED
    trick.target = target
    trick.least = least
    trick.most = most
    trick.leader = leader
    trick.tricks_left = tricks_left
    trick.left = left
    trick.trump_led = False
    if bounded_by_masters(game, &trick, top, &value):
        return value
    set_choices(game, &trick)
    value = play_on(game, &trick, 0, 0, NO_TRUMP, leader)
    if not game.control.stop:
        trump_table_store(&game.table, key, target, value, value != UNSETTLED)
    return value


cdef void set_choices(const TrumpGame *game, TrumpTrick *trick) noexcept nogil:
    """What each seat may play: of touching trumps of one worth the lowest, and some plain card."""
    cdef int turn, seat = trick.leader, number
    cdef cardset own, run, start, redundant, gaps = ~trick.left
    for turn in range(game.seats):
        trick.seat[turn] = seat
        own = game.dealt[seat] & trick.left
        redundant = 0
        for number in range(game.levels):
            run = own & game.level[number]
            start = run << 1        # as in game.distinct
            redundant |= ((((start & gaps) + gaps) & trick.left) | (start & trick.left)) & run
        trick.choices[turn] = own & ~redundant
        if count_cards(own) < trick.tricks_left:
            trick.choices[turn] |= bit(PLAIN)
        seat = next_seat(seat, game.seats)
    trick.later[game.seats][0] = 0
    trick.later[game.seats][1] = 0
    for turn in range(game.seats - 1, -1, -1):
        seat = trick.seat[turn]
        trick.later[turn][0] = trick.later[turn + 1][0]
        trick.later[turn][1] = trick.later[turn + 1][1]
        trick.later[turn][game.maximises[seat]] |= game.dealt[seat] & trick.left


cdef int play_on(TrumpGame *game, TrumpTrick *trick, int turn, cardset cards, int best,
                 int winner) noexcept nogil:
    """The search in the middle of a trick, with these trumps in it, the best of this slot."""
    cdef int[MOST_CHOICES] order
    cdef cardset choices
    cdef uint64_t key
    cdef int i = 0, count = 0, seat, choice, value, bound
    cdef bint maximises, unsettled = False
    while turn < game.seats and trick.choices[turn] == bit(PLAIN):
        turn += 1
    if turn == game.seats:
        return quit_trick(game, trick, cards, best, winner)
    if best != NO_TRUMP and bounded_by_trick(game, trick, turn, cards, best, game.maximises[winner], &value):
        return value
    seat = trick.seat[turn]
    maximises = game.maximises[seat]
    choices = trick.choices[turn]
    if trick.trump_led:
        choices &= ~bit(PLAIN)
    if not choices & (choices - 1):
        return play(game, trick, turn, cards, best, winner, lowest_card(choices))
    key = situation(choices, best + 1 if turn else 64 + trick.target, turn, seat)
    choice = cutoff_card(&game.cutoffs, key)
    if choice >= 0 and choices & bit(choice):
        order[0] = choice
        count = 1
        choices ^= bit(choice)
    bound = -UNBOUNDED if maximises else UNBOUNDED
    while i < count or choices:
        if i == count:
            count += put_in_order(game, trick, turn, choices, best, winner, order + count)
            choices = 0
        choice = order[i]
        i += 1
        value = play(game, trick, turn, cards, best, winner, choice)
        if game.control.stop:
            return UNSETTLED
        if value == UNSETTLED:
            unsettled = True
        elif (value >= trick.target) == maximises:
            keep_cutoff_card(&game.cutoffs, key, choice)
            return value
        else:
            bound = max(bound, value) if maximises else min(bound, value)
    return UNSETTLED if unsettled else bound


cdef inline int play(TrumpGame *game, TrumpTrick *trick, int turn, cardset cards, int best, int winner,
                     int choice) noexcept nogil:
    """Make a choice and search on."""
    if count_node(game.control):
        return UNSETTLED
    if turn == 0:
        trick.trump_led = choice != PLAIN
    if choice == PLAIN:
        return play_on(game, trick, turn + 1, cards, best, winner)
    if choice > best:
        best = choice
        winner = trick.seat[turn]
    return play_on(game, trick, turn + 1, cards | bit(choice), best, winner)


cdef int quit_trick(TrumpGame *game, const TrumpTrick *trick, cardset cards, int best,
                    int winner) noexcept nogil:
    """Go on with the seat that took the trick; or, without trumps, with each that may have."""
    cdef int above, under, gain, value, seat, bound = UNSETTLED
    if best != NO_TRUMP:
        above = sum_above(game, cards)
        under = sum_below(game, cards)
        gain = above + under if game.maximises[winner] else 0
        value = search_start(game, trick.left & ~cards, trick.tricks_left - 1, winner, trick.least - under,
                             trick.most - above, trick.target - gain)
        return value if value == UNSETTLED else value + gain
    for seat in range(game.seats):
        if not game.may_take[trick.leader] >> seat & 1:
            continue
        value = search_start(game, trick.left, trick.tricks_left - 1, seat, trick.least, trick.most,
                             trick.target)
        if value == UNSETTLED:
            return UNSETTLED
        if bound == UNSETTLED:
            bound = value
        elif (value >= trick.target) != (bound >= trick.target):
            return UNSETTLED
        else:
            bound = min(bound, value) if value >= trick.target else max(bound, value)
    return bound


# --- the order of choices ---------------------------------------------------------------------------

cdef int put_in_order(const TrumpGame *game, const TrumpTrick *trick, int turn, cardset choices, int best,
                      int winner, int *order) noexcept nogil:
    """The most promising first; their number.

    Leads go from the highest trump down. To a trick that is sure to be the party's own what
    counts is given, then a plain card, then low trumps; to another's trick higher trumps, a plain
    card, and trumps that cost little.
    """
    cdef int count = 0, number
    cdef bint mine = game.maximises[trick.seat[turn]]
    cdef cardset trumps = choices & ~bit(PLAIN), plain = choices & bit(PLAIN), over = ~below(best + 1)
    if (best != NO_TRUMP and game.maximises[winner] == mine
            and not trick.later[turn + 1][not mine] & over):
        number = 0
        while number < game.levels and game.worth[number] > 0:
            count = downwards(trumps & game.level[number], order, count)
            trumps &= ~game.level[number]
            number += 1
        count = downwards(plain, order, count)
        return upwards(trumps, order, count)
    count = downwards(trumps & over, order, count)
    count = downwards(plain, order, count)
    for number in range(game.levels - 1, -1, -1):
        count = upwards(trumps & ~over & game.level[number], order, count)
    return count


cdef inline int downwards(cardset choices, int *order, int count) noexcept nogil:
    while choices:
        order[count] = highest_card(choices)
        choices ^= bit(order[count])
        count += 1
    return count


cdef inline int upwards(cardset choices, int *order, int count) noexcept nogil:
    while choices:
        order[count] = lowest_card(choices)
        choices &= choices - 1
        count += 1
    return count

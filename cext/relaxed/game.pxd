# The relaxed game: one seat alone, the soloist P, against the rest, whose cards between two
# neighbouring cards of P have no order among themselves (docs/how-it-searches.md).
#
# Seats count from P here: P is 0, the next to its left 1, and so on. P's cards are a card
# set; they part each lane into intervals, interval 0 under the weakest. An opponent's cards
# of its lane's common kind are counts, one nibble an interval; `occupied` has the bit
# (lane * 16 + interval) where the count is not zero. Special cards stay slots in `special`.
#
# Where most cards of a lane are worth something of their own (every heart in Spot Hearts) and
# differ in nothing else, the lane is *priced*: its cards stay slots as well, but are counted
# by interval too, as claims tell them apart by what they cost and not by name. The
# opponents play for the highest *cost*: what P's captures bring them beyond what the same
# captures would bring if they made them, so that what they capture costs nothing.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from cext.tables.cutoff_cards cimport CutoffCards
from cext.base.cards cimport LANES, below, bit, cardset, count_cards, lane_of
from cext.relaxed.claims cimport Claims
from cext.game.game cimport MAX_SEATS, MAX_TAKERS, Payoff, Rules, State
from cext.base.limits cimport Control

cdef enum:
    MOST_OUTLINED = 16      # cards of P's, in one outline

cdef struct Relaxed:
    const Rules *rules
    const Payoff *payoff
    Control *control
    Claims claims
    CutoffCards cutoffs
    int seats
    int width                       # bits of each seat's marks (cext/relaxed/marks.pxd) ...
    uint64_t firsts                 # ... and the first of every seat's
    int soloist                     # P's seat at the table
    bint soloist_chooses            # P, not they, chooses which of their highest cards took a trick
    bint looking                    # say only what is known at the next trick's start ...
    uint32_t read_most              # ... by so many of a shape's claims
    int sign                        # the side's payoff is sign * cost and what is settled anyway
    int32_t cost[64]                # of P capturing the card
    int32_t any_trick
    int32_t first_trick
    int32_t last_trick
    int32_t bonus[MAX_TAKERS]       # cost of the takers at the end, with its bounds over larger sets
    int32_t bonus_least[MAX_TAKERS]
    int32_t bonus_most[MAX_TAKERS]
    int32_t bonus_spared[MAX_TAKERS]    # the most where P takes nothing more
    cardset special_cards               # told apart by name, now
    cardset odd_always              # ... whether the Joker is still in play or not
    cardset priced                  # the cards of the priced lane, and its number, -1 for none
    int priced_lane
    cardset named                   # both: what `special` may hold
    uint8_t common_slot[LANES]      # one card of the lane's common kind
    uint64_t count[MAX_SEATS][LANES]
    uint64_t occupied[MAX_SEATS]
    cardset special[MAX_SEATS]
    cardset hand                    # P's, a card in the trick still among them
    uint32_t lengths[MAX_SEATS]     # cards of each lane in hand, a nibble a lane
    int leader
    uint8_t takers                  # by seat at the table, as in State
    bint first
    bint broken
    int32_t pile_cost               # of what goes with the next trick
    bint pile_pointed
    int32_t least                   # of the costs still to be had by cards
    int32_t most
    uint32_t history[MAX_SEATS][5][64]    # by what was led: nothing yet, or a lane

cdef int relaxed_open(Relaxed *relaxed, uint64_t bytes_of_cutoffs) noexcept nogil
cdef void relaxed_close(Relaxed *relaxed) noexcept nogil
cdef void relaxed_clear(Relaxed *relaxed) noexcept nogil
cdef int relaxed_begin(Relaxed *relaxed, const Rules *rules, const Payoff *payoff, Control *control,
                       bint soloist_chooses) noexcept nogil
cdef int place_cards(Relaxed *relaxed, const State *state) noexcept nogil
cdef uint32_t record_of(const Relaxed *relaxed, cardset parting, int seat, int occasion,
                        int slot) noexcept nogil
cdef int highest_cost(const Relaxed *relaxed) noexcept nogil
cdef int lowest_cost(const Relaxed *relaxed) noexcept nogil

cdef inline void set_odd_cards(Relaxed *relaxed, bint joker) noexcept nogil:
    """Which cards are told apart by name: with the Joker in play, it and the hearts that take it as well."""
    relaxed.special_cards = relaxed.odd_always
    if joker:
        relaxed.special_cards |= bit(relaxed.rules.joker) | relaxed.rules.over_joker


cdef inline bint joker_in_play(const Relaxed *relaxed) noexcept nogil:
    """Is the Joker in a hand, or in the trick on the table, or may it be?"""
    return relaxed.rules.joker >= 0 and relaxed.special_cards & bit(relaxed.rules.joker)


cdef inline int at_table(const Relaxed *relaxed, int seat) noexcept nogil:
    seat += relaxed.soloist
    return seat - relaxed.seats if seat >= relaxed.seats else seat

cdef inline int interval_of(const Relaxed *relaxed, int slot) noexcept nogil:
    return count_cards(relaxed.hand & lane_of(slot) & below(slot))

cdef inline bint is_answered(const Relaxed *relaxed, int target, int *value) noexcept nogil:
    """Is the question answered by what the cards left are worth at the most and at the least?"""
    value[0] = highest_cost(relaxed)
    if value[0] < target:
        return True
    value[0] = lowest_cost(relaxed)
    return value[0] >= target

# A trick of the relaxed game on the table, and what each seat may try in it.
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from cext.base.cards cimport bit, cardset, lane_of
from cext.game.game cimport MAX_SEATS, next_seat
from cext.relaxed.game cimport Relaxed
from cext.relaxed.marks cimport Marks

cdef enum:
    SPECIAL_PLAY = 64       # from here special cards are played by slot, others by lane and interval
    MOST_PLAYS = 64

cdef struct RelaxedTrick:
    int played
    int seat                # to play
    int led                 # lane
    int top                 # highest interval of the led lane an opponent has played to, -1
    int tops                # mask of the seats whose cards are in the highest
    int lane                # of P's card
    int place               # its place among P's cards of the lane, -1 while P has not played
    int slot
    int32_t cost            # of P taking the trick
    int32_t least
    int32_t most
    cardset priced          # of the priced lane
    int joker               # the seat that has discarded the Joker, -1
    int over                # the highest discarded heart that takes it (its slot, -1), and its seat
    int over_seat
    bint pointed
    bint breaks
    int8_t at[MAX_SEATS + 1]    # interval of each opponent's card of the led lane, -1 for none

cdef cardset touching_cards(const Relaxed *relaxed, const RelaxedTrick *trick, cardset cards) noexcept nogil
cdef void spread(const Relaxed *relaxed, cardset touching, int slot, Marks *marks) noexcept nogil
cdef cardset like_cards(const Relaxed *relaxed, cardset touching, int slot, const Marks *marks) noexcept nogil
cdef uint64_t like_plays(const Relaxed *relaxed, int play, uint64_t marks) noexcept nogil
cdef cardset like_priced(const Relaxed *relaxed, int slot, uint64_t marks, cardset cards) noexcept nogil
cdef int in_order(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t common, cardset special,
                  uint64_t *plays, int count) noexcept nogil
cdef int standing(const Relaxed *relaxed, int play) noexcept nogil
cdef cardset allowed(const Relaxed *relaxed, const RelaxedTrick *trick, cardset cards) noexcept nogil
cdef void allowed_to_opponent(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t *plays,
                              cardset *special) noexcept nogil


cdef inline void open_trick(const Relaxed *relaxed, RelaxedTrick *trick) noexcept nogil:
    cdef int seat
    trick.played = 0
    trick.seat = relaxed.leader
    trick.led = 0
    trick.top = -1
    trick.tops = 0
    trick.lane = 0
    trick.place = -1
    trick.slot = 0
    trick.cost = relaxed.pile_cost
    trick.least = 0
    trick.most = 0
    trick.priced = 0
    trick.joker = -1
    trick.over = -1
    trick.over_seat = -1
    trick.pointed = relaxed.pile_pointed
    trick.breaks = False
    for seat in range(relaxed.seats):
        trick.at[seat] = -1


cdef inline void lay(Relaxed *relaxed, RelaxedTrick *trick, int slot, int lane) noexcept nogil:
    """What any card does to the trick; `slot` is it or one of its kind."""
    cdef int32_t cost = relaxed.cost[slot]
    if trick.played == 0:
        trick.led = lane
    trick.cost += cost
    if cost > 0:
        trick.most += cost
    else:
        trick.least += cost
    trick.priced |= relaxed.priced & bit(slot)
    if relaxed.rules.joker >= 0 and trick.led != relaxed.rules.joker >> 4:
        if slot == relaxed.rules.joker:
            trick.joker = trick.seat
        elif relaxed.rules.over_joker & bit(slot) and slot > trick.over:
            trick.over = slot
            trick.over_seat = trick.seat
    if relaxed.payoff.has_bonus and relaxed.payoff.pointed & bit(slot):
        trick.pointed = True
    if relaxed.rules.house and lane != trick.led and relaxed.rules.breakers & bit(slot):
        trick.breaks = True
    trick.played += 1
    trick.seat = next_seat(trick.seat, relaxed.seats)


cdef inline void follow(RelaxedTrick *trick, int seat, int lane, int interval) noexcept nogil:
    """Which opposing cards are the highest of the trick, interval by interval."""
    if lane != trick.led:
        return
    trick.at[seat] = <int8_t>interval
    if interval > trick.top:
        trick.top = interval
        trick.tops = 1 << seat
    elif interval == trick.top:
        trick.tops |= 1 << seat


cdef inline cardset free_joker(const Relaxed *relaxed, const RelaxedTrick *trick) noexcept nogil:
    """The Joker, where its holder may play it though able to follow: a heart that takes it was discarded."""
    return bit(relaxed.rules.joker) if trick.over >= 0 else 0


cdef inline void legal_plays(const Relaxed *relaxed, const RelaxedTrick *trick, uint64_t *common,
                             cardset *special) noexcept nogil:
    """What the seat may play: from which intervals, and which special cards."""
    cdef cardset suit = lane_of(trick.led << 4)
    common[0] = relaxed.occupied[trick.seat]
    special[0] = relaxed.special[trick.seat]
    if trick.played and (common[0] | special[0]) & suit:
        common[0] &= suit
        special[0] &= suit | free_joker(relaxed, trick)
    if relaxed.rules.house:
        allowed_to_opponent(relaxed, trick, common, special)

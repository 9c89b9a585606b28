"""Standings of a game where cards are taken up, and what may follow each of them.

Before a card of a suit is led it is known how the trick will end, as all must follow:
the first seat after the leader that is void takes it up; if a seat before that has but
one card in hand, that seat is out; and if neither happens the trick dies.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t

from cext.base.cards cimport (
    bit, cardset, count_cards, gather, has_fast_gather, highest_card, lane_mask, lowest_card,
)
from cext.game.game cimport next_seat

cdef enum:
    OFF = 7                 # no card in this place of a lane

cdef int FAST = has_fast_gather()

cdef uint64_t PLANE = 0xFFFF
cdef uint64_t PLANES = 0xFFFFFFFFFFFF
cdef uint64_t IN_EACH = 0x000100010001
cdef uint64_t TOPS = 0x800080008000


cdef struct Turn:
    # A standing unpacked.
    uint64_t lane[4]
    int phase
    int mover
    int other
    int winner
    int height


cdef inline uint64_t cards_of(uint64_t lane, int seat) noexcept nogil:
    """The places of a lane that this seat holds."""
    cdef uint64_t one = lane ^ (<uint64_t>(seat & 1) - 1)
    cdef uint64_t two = (lane >> 16) ^ (<uint64_t>(seat >> 1 & 1) - 1)
    cdef uint64_t four = (lane >> 32) ^ (<uint64_t>(seat >> 2) - 1)
    return one & two & four & PLANE


cdef inline uint64_t handed_over(uint64_t lane, int place, int seat, int other) noexcept nogil:
    """The lane when the card in that place goes from one seat to another."""
    cdef uint64_t change = <uint64_t>(seat ^ other)
    return lane ^ (((change & 1) | (change & 2) << 15 | (change & 4) << 30) << place)


cdef inline uint64_t without(uint64_t lane, int place) noexcept nogil:
    """The lane when the card in that place is dead."""
    cdef uint64_t under = ((<uint64_t>1 << place) - 1) * IN_EACH
    return (lane & under) | ((lane >> 1) & ~under & ~TOPS) | TOPS


cdef inline uint64_t distinct_places(uint64_t cards, int height) noexcept nogil:
    """One card, the lowest, of each run of a seat's cards between which no other card lies.

    Only for a trick that will die. Then the cards of a run may be exchanged: the one
    played never meets the other again, and no card in play, the best on the table (it
    stands at `height`) among them, parts the two. Where the trick is taken up
    they may not: the card played comes back in another hand and meets the one kept.
    """
    return cards & ~((cards << 1) & ~((<uint64_t>1) << height))


cdef void lay(Turn *turn, int place) noexcept nogil:
    """The mover lays a card on a trick that will die."""
    turn.lane[0] = without(turn.lane[0], place)
    if place >= turn.height:
        turn.height = place
        turn.winner = turn.mover
    else:
        turn.height -= 1


cdef void play_out(Turn *turn, int seats) noexcept nogil:
    """Play for the seats that have no choice, up to the next that has one."""
    cdef uint64_t cards
    while turn.phase != LEAD:
        if turn.mover == turn.other:
            turn.phase = LEAD
            if turn.height >= 0:
                turn.mover = turn.winner
            return
        cards = cards_of(turn.lane[0], turn.mover)
        if turn.phase == GIVE:
            if cards & (cards - 1):
                return
            turn.lane[0] = handed_over(turn.lane[0], lowest_card(cards), turn.mover, turn.other)
        else:
            cards = distinct_places(cards, turn.height)
            if cards & (cards - 1):
                return
            lay(turn, lowest_card(cards))
        turn.mover = next_seat(turn.mover, seats)


cdef int lowered(const Turn *turn, int seats) noexcept nogil:
    """The least height that parts the cards still to be played to the trick as this one does."""
    cdef int seat = turn.mover
    cdef uint64_t cards = 0
    while seat != turn.other:
        cards |= cards_of(turn.lane[0], seat)
        seat = next_seat(seat, seats)
    cards &= bit(turn.height) - 1
    return highest_card(cards) + 1 if cards else 0


cdef inline void in_order(uint64_t *one, uint64_t *other) noexcept nogil:
    cdef uint64_t kept = one[0]
    if kept < other[0]:
        one[0] = other[0]
        other[0] = kept


cdef void pack(Turn *turn, int seats, Standing *standing) noexcept nogil:
    """Suits that are not led differ in nothing but who holds them: their order is free."""
    cdef uint64_t turn_bits
    cdef int lane
    for lane in range(4):
        standing.lane[lane] = turn.lane[lane]
    in_order(&standing.lane[1], &standing.lane[2])
    in_order(&standing.lane[2], &standing.lane[3])
    in_order(&standing.lane[1], &standing.lane[2])
    turn_bits = <uint64_t>turn.phase | <uint64_t>turn.mover << 2
    if turn.phase == LEAD:
        in_order(&standing.lane[0], &standing.lane[1])
        in_order(&standing.lane[1], &standing.lane[2])
        in_order(&standing.lane[2], &standing.lane[3])
    else:
        turn_bits |= <uint64_t>turn.other << 5
        if turn.phase == DUEL:
            turn_bits |= <uint64_t>turn.winner << 8 | <uint64_t>lowered(turn, seats) << 11
    standing.lane[0] |= turn_bits << 48


cdef void unpack(const Standing *standing, Turn *turn) noexcept nogil:
    cdef int turn_bits = <int>(standing.lane[0] >> 48), lane
    for lane in range(4):
        turn.lane[lane] = standing.lane[lane] & PLANES
    turn.phase = turn_bits & 3
    turn.mover = turn_bits >> 2 & 7
    turn.other = turn_bits >> 5 & 7
    turn.winner = turn_bits >> 8 & 7
    turn.height = turn_bits >> 11 & 31 if turn.phase == DUEL else -1


cdef void hand_sizes(const Standing *standing, int seats, int *sizes) noexcept nogil:
    """How many cards each seat holds; those of a trick that will be taken up count already."""
    cdef int seat, lane
    for seat in range(seats):
        sizes[seat] = 0
        for lane in range(4):
            sizes[seat] += count_cards(cards_of(standing.lane[lane], seat))


cdef inline void add(Turn *turn, int seats, Child *child) noexcept nogil:
    play_out(turn, seats)
    pack(turn, seats, &child.standing)
    child.out = STILL_ON


cdef int ending(const Turn *turn, int seats, const int *sizes, int *taker) noexcept nogil:
    """Who is out of cards in the trick of lane 0, from the mover on; STILL_ON for nobody.

    `taker` is the seat that will take the trick up, or the one in `other` where it dies.
    """
    cdef int seat = turn.mover
    taker[0] = turn.other
    while True:
        if not cards_of(turn.lane[0], seat):
            taker[0] = seat
            return STILL_ON
        if sizes[seat] == 1:
            return seat
        seat = next_seat(seat, seats)
        if seat == turn.other:
            return STILL_ON


cdef int children_of(const Standing *standing, int seats, Child *children) noexcept nogil:
    """All that the seat to play can bring about; their number. Some may be alike."""
    cdef Turn turn
    cdef int[8] sizes
    cdef int lane, count = 0
    unpack(standing, &turn)
    if turn.phase != LEAD:
        return follows(&turn, seats, children)
    hand_sizes(standing, seats, sizes)
    if sizes[turn.mover] == 1:
        children[0].out = turn.mover
        return 1
    for lane in range(4):
        # Lanes stand in order of size, so suits that are held alike are neighbours.
        if lane and (standing.lane[lane] ^ standing.lane[lane - 1]) & PLANES == 0:
            continue
        if cards_of(standing.lane[lane], turn.mover):
            count += leads(&turn, lane, seats, sizes, &children[count])
    return count


cdef int leads(const Turn *before, int lane, int seats, const int *sizes, Child *children) noexcept nogil:
    """The leads of one suit."""
    cdef Turn led = before[0], turn
    cdef uint64_t cards
    cdef int count = 0, place
    led.lane[0] = before.lane[lane]
    led.lane[lane] = before.lane[0]
    led.other = led.mover
    children[0].out = ending(&led, seats, sizes, &led.other)
    if children[0].out != STILL_ON:
        return 1
    cards = cards_of(led.lane[0], led.mover)
    if led.other == led.mover:
        led.phase = DUEL
        led.height = 0
        cards = distinct_places(cards, 0)
    else:
        led.phase = GIVE
        led.height = -1
    while cards:
        place = lowest_card(cards)
        cards &= cards - 1
        turn = led
        play_on(&turn, place, seats, &children[count])
        count += 1
    return count


cdef int follows(const Turn *before, int seats, Child *children) noexcept nogil:
    """The cards of the led suit."""
    cdef Turn turn
    cdef uint64_t cards = cards_of(before.lane[0], before.mover)
    cdef int count = 0, place
    if before.phase == DUEL:
        cards = distinct_places(cards, before.height)
    while cards:
        place = lowest_card(cards)
        cards &= cards - 1
        turn = before[0]
        play_on(&turn, place, seats, &children[count])
        count += 1
    return count


cdef void play_on(Turn *turn, int place, int seats, Child *child) noexcept nogil:
    """The mover plays the card in that place, and the others while they have no choice."""
    if turn.phase == GIVE:
        turn.lane[0] = handed_over(turn.lane[0], place, turn.mover, turn.other)
    else:
        lay(turn, place)
    turn.mover = next_seat(turn.mover, seats)
    add(turn, seats, child)


cdef uint64_t lane_for(const cardset *hands, int seats, cardset suit) noexcept nogil:
    """The lane of the cards of a suit."""
    cdef uint64_t lane = PLANES, cards
    cdef cardset held = 0
    cdef int seat
    for seat in range(seats):
        held |= hands[seat] & suit
    for seat in range(seats):
        cards = gather(hands[seat], held, FAST)
        while cards:
            lane = handed_over(lane, lowest_card(cards), OFF, seat)
            cards &= cards - 1
    return lane


cdef void stand(const uint64_t *hands, int seats, int leader, int mover, const int *trick,
                Child *found) noexcept nogil:
    """The standing of a position: each seat's cards, and each seat's slot in the trick (-1 for none)."""
    cdef cardset[8] held
    cdef int[8] sizes
    cdef Turn turn
    cdef int seat, led = 0, best = -1, lane, swap
    found.out = STILL_ON
    for seat in range(seats):
        held[seat] = hands[seat]
        sizes[seat] = count_cards(hands[seat])
        if not sizes[seat]:
            found.out = seat
            return
    turn.phase = LEAD
    turn.mover = mover
    turn.other = leader
    turn.height = -1
    turn.winner = leader
    for seat in range(seats):
        if trick[seat] > best:
            best = trick[seat]
            turn.winner = seat
    led = best >> 4 if best >= 0 else 0
    for lane in range(4):
        swap = led if lane == 0 else 0 if lane == led else lane
        turn.lane[lane] = lane_for(held, seats, lane_mask(swap))
    if best >= 0:
        found.out = ending(&turn, seats, sizes, &turn.other)
        if found.out != STILL_ON:
            return
        if turn.other == leader:
            turn.phase = DUEL
            turn.height = 0
            for seat in range(seats):
                turn.height += count_cards(held[seat] & lane_mask(led) & (bit(best) - 1))
        else:
            turn.phase = GIVE
            for seat in range(seats):
                if trick[seat] >= 0:
                    held[turn.other] |= bit(trick[seat])
            turn.lane[0] = lane_for(held, seats, lane_mask(led))
    add(&turn, seats, found)

"""Every seat for itself: max^n over whole tricks.

Parts of a vector are in the terms of the place they are found at: of a seat whose
number is a plain sum, what is still to come; of one whose number is read in steps,
what it will be in the end.

What is left out, and why it changes no vector:

- A position is read off when nothing that is left can change any part.
- A seat looks no further when no vector within the bounds would be better for it under
  the tie rule. Where all parts have a constant sum the bounds count it in: no two seats
  can both have the whole (`could_be_better`).
- A seat P that has a vector in hand offers the seat after it, Q, to take another if that
  is better for P. When no vector within the bounds would be, Q need not find its own.
- Q itself can show that: what Q chooses is the vector it has in hand or one that Q finds
  better, and if none of these is better for P, P will not take it. (Korf's shallow
  pruning, with the tie rules of both counted in.)
- An offer goes on past Q where Q has one card to choose from: that card's vector is Q's.

More than that may not be concluded: a card that is bad for a seat higher in the tree can
still decide what those in between do. An unfinished position is known to the seat above
only, and no table keeps it.

A vector rests on comparisons of cards like any other proof, so table entries stand for
whole classes of positions (cext/tables/patterns.pxd). Choosing compares vectors, never
cards, and the bounds depend on the suits and the odd cards only, which a class shares; so
the relevant ranks come from tricks alone. Where a seat looked no further, its proof is that of the
card it chose; else it is the proofs of all cards together, among them that of the vector
in hand when others were refused. A card that no relevant rank parts from one that was looked at
leads to a position of the same class (`stretch_around`): it has the same vector, or is
refused for the same reason, and is left out.
"""

include "../base/layout.pxi"

from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.string cimport memset

from cext.base.cards cimport NO_CARD, bit, cardset, count_cards, lowest_card
from cext.base.limits cimport count_node
from cext.game.distinct cimport distinct_of
from cext.game.game cimport FOLLOW_OR_DRAW, State, Trick, next_seat
from cext.game.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, first_with_cards, legal_cards, next_to_play,
    open_trick, play_card, winner_of,
)
from cext.maxn.memory cimport Place, find_place, probe, store
from cext.maxn.outlook cimport (
    NOBODY, Offer, better, certain, could_be_better, look_ahead, lower_high, raise_low, read,
)
from cext.maxn.question cimport Captures, Fortunes, MaxSearch, Outlook, in_steps
from cext.maxn.vector cimport Vector, add, take_away
from cext.ordering.order cimport most_often, occasion
from cext.search.driver cimport PlayState
from cext.tables.cutoff_cards cimport cutoff_card, keep_cutoff_card, situation
from cext.tables.relevance cimport relevant_for_skipped, relevant_to_trick, run_over, stretch_around


cdef enum:
    ON_LEAD = 64            # in place of the card to beat


# --- choosing ---------------------------------------------------------------------------------------

cdef void final_vector(MaxSearch *search, Vector *vector) noexcept nogil:
    """The deal is over: what the end itself adds, or the whole of what is read in steps."""
    cdef int seat, part
    memset(vector, 0, sizeof(Vector))
    if search.plain:
        return
    for seat in range(search.rules.seats):
        search.state.takers = search.fortunes.takers[seat]
        part = final_payoff(search.rules, search.payoffs[seat], &search.state)
        if in_steps(search, seat):
            part = read(&search.readings[seat], search.fortunes.gained[seat] + part)
        vector.of[seat] = <int16_t>part


cdef inline bint refused(const MaxSearch *search, const Offer *offer, const Outlook *outlook) noexcept nogil:
    """Would the seat that offers take no vector within the bounds?"""
    return offer.seat != NOBODY and not could_be_better(search, offer.seat, outlook, &offer.hand)


cdef bint will_refuse(const MaxSearch *search, const Offer *offer, int seat, const Vector *vector,
                      const Outlook *outlook) noexcept nogil:
    """Would the seat that offers take nothing that another seat with this vector in hand might choose?

    What that seat chooses is this vector or better for it: more for itself, or as much and by
    the tie rule better in the part of the next, and so on. Each of these is a case with bounds of its own.
    """
    cdef Outlook alike, beyond
    cdef int _turn, part, rival = seat
    if offer.seat == NOBODY:
        return False
    if better(search, offer.seat, vector, &offer.hand):
        return False
    alike = outlook[0]
    for _turn in range(search.rules.seats):
        part = vector.of[rival]
        beyond = alike
        if rival == seat or not search.least_for_next:
            raise_low(&beyond, rival, part + 1)
        else:
            lower_high(&beyond, rival, part - 1)
        if (beyond.low.of[rival] <= beyond.high.of[rival]
                and could_be_better(search, offer.seat, &beyond, &offer.hand)):
            return False
        raise_low(&alike, rival, part)
        lower_high(&alike, rival, part)
        rival = next_seat(rival, search.rules.seats)
    return True


cdef bint vector_at_trick(MaxSearch *search, const Offer *offer, Vector *vector,
                          cardset *relevant) noexcept nogil:
    """The vector at the start of a trick; false if left unfinished, as the offer would not be taken."""
    cdef State *state = &search.state
    cdef Outlook outlook
    cdef Trick trick
    cdef Place place
    cdef uint64_t nodes = search.control.nodes
    cdef cardset needed = 0
    cdef bint kept, finished
    if deal_over(search.rules, state):
        final_vector(search, vector)
        return True
    if search.plain:
        outlook = search.ahead
    else:
        look_ahead(search, 0, &outlook)
    if certain(&outlook):
        vector[0] = outlook.low
        return True
    if refused(search, offer, &outlook):
        return False
    # Where each hand has one card there is nothing to choose, nor to remember.
    kept = count_cards(state.left) > search.rules.seats or search.rules.stock_size > 0
    if kept:
        find_place(search, &outlook, &place)
        if probe(search, &place, vector, relevant):
            return True
    open_trick(&trick, state.leader)
    trick.best = trick.winner = trick.last = 0
    finished = vector_in_trick(search, &trick, state.leader, offer, &outlook, vector, &needed)
    if finished and kept and not search.control.stop:
        store(search, &place, vector, needed, search.control.nodes - nodes)
    relevant[0] |= needed
    return finished


cdef inline bint vector_in_trick(MaxSearch *search, Trick *trick, int seat, const Offer *offer,
                                 const Outlook *outlook, Vector *vector, cardset *relevant) noexcept nogil:
    """The vector in the middle of a trick, this seat to play (-1: all have)."""
    if seat < 0:
        if search.closed:
            return vector_after_closed_trick(search, trick, offer, vector, relevant)
        return vector_after_any_trick(search, trick, offer, vector, relevant)
    if search.rules.follow == FOLLOW_OR_DRAW:
        return draw_and_choose(search, trick, seat, offer, outlook, vector, relevant)
    return choose(search, trick, seat, offer, outlook, vector, relevant)


cdef bint draw_and_choose(MaxSearch *search, Trick *trick, int seat, const Offer *offer,
                          const Outlook *outlook, Vector *vector, cardset *relevant) noexcept nogil:
    """`choose` where a seat that cannot follow draws first."""
    cdef State saved = search.state
    cdef bint finished
    if trick.played:
        draw_to_follow(search.rules, &search.state, trick, seat)
    finished = choose(search, trick, seat, offer, outlook, vector, relevant)
    search.state = saved
    return finished


cdef bint choose(MaxSearch *search, Trick *trick, int seat, const Offer *offer, const Outlook *outlook,
                 Vector *vector, cardset *relevant) noexcept nogil:
    """The vector of the card the seat chooses, of all its distinct cards."""
    cdef cardset legal = legal_cards(search.rules, &search.state, trick, seat), distinct = legal, own = 0
    cdef bint finished
    if legal & (legal - 1):
        distinct = distinct_of(search.rules, &search.alike, &search.state, trick, seat, legal)
        if distinct & (distinct - 1):
            return choose_among(search, trick, seat, legal, distinct, offer, outlook, vector, relevant)
    finished = vector_of_play(search, trick, seat, lowest_card(distinct), offer, outlook, vector, &own)
    if search.general and legal != distinct:
        own |= relevant_for_skipped(lowest_card(distinct), distinct, legal ^ distinct, own)
    relevant[0] |= own
    return finished


cdef bint choose_among(MaxSearch *search, Trick *trick, int seat, cardset legal, cardset distinct,
                       const Offer *offer, const Outlook *outlook, Vector *vector,
                       cardset *relevant) noexcept nogil:
    """The vector of the card the seat chooses of several.

    The card that was chosen last in a like situation, or that showed there that the offer would
    be refused, is looked at first, then those the seat chose most often.
    """
    cdef cardset rest = distinct, skipped = legal ^ distinct, settled = 0, needed = 0, own
    cdef cardset special = search.alike.traits.special
    cdef uint32_t *chosen = search.chosen[seat][occasion(trick.played, trick.led)]
    cdef uint64_t key = situation(legal, trick.best if trick.played else ON_LEAD, trick.played, seat)
    cdef Offer own_offer
    cdef Vector found
    cdef int slot = cutoff_card(&search.cutoffs, key), best = -1
    memset(&own_offer, 0, sizeof(Offer))
    own_offer.seat = NOBODY
    if slot < 0 or not rest & bit(slot):
        slot = most_often(chosen, rest)
    while True:
        rest ^= bit(slot)
        own = 0
        if vector_of_play(search, trick, seat, slot, &own_offer, outlook, &found, &own):
            if best < 0 or better(search, seat, &found, vector):
                best = slot
                vector[0] = found
                own_offer.seat = seat
                own_offer.hand = found
                if rest and not could_be_better(search, seat, outlook, vector):
                    needed = own
                    break
                if rest and will_refuse(search, offer, seat, vector, outlook):
                    answered(search, chosen, key, slot)
                    relevant[0] |= own
                    return False
        elif search.control.stop:
            return False
        if search.general:
            settled |= stretch_around(slot, own | special | (special << 1))
            if skipped:
                own |= relevant_for_skipped(slot, distinct, skipped, own)
                rest = unsettled(rest, settled, distinct, skipped)
            else:
                rest &= ~settled
            needed |= own
        if not rest:
            break
        slot = most_often(chosen, rest)
    answered(search, chosen, key, best)
    relevant[0] |= needed
    return True


cdef inline void answered(MaxSearch *search, uint32_t *chosen, uint64_t key, int slot) noexcept nogil:
    """Keep for a seat's order that this card answered."""
    chosen[slot] += 1
    keep_cutoff_card(&search.cutoffs, key, slot)


cdef inline cardset unsettled(cardset rest, cardset settled, cardset distinct,
                              cardset skipped) noexcept nogil:
    """Those of the cards that a proof for another has not settled, each with the run it stands for."""
    cdef cardset cards = rest & settled
    cdef int slot
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        if not run_over(slot, distinct, skipped) & ~settled:
            rest ^= bit(slot)
    return rest


cdef inline bint vector_of_play(MaxSearch *search, Trick *trick, int seat, int slot, const Offer *offer,
                                const Outlook *outlook, Vector *vector, cardset *relevant) noexcept nogil:
    """The vector when the seat plays this card; false if left unfinished or stopped."""
    cdef State *state = &search.state
    cdef cardset hand = state.hands[seat], left = state.left
    cdef int best = trick.best, winner = trick.winner, last = trick.last
    cdef bint finished
    if count_node(&search.control):
        return False
    play_card(search.rules, trick, seat, slot)
    state.hands[seat] = hand ^ bit(slot)
    state.left = left ^ bit(slot)
    finished = vector_in_trick(search, trick, next_to_play(search.rules, state, trick, seat), offer,
                               outlook, vector, relevant)
    state.hands[seat] = hand
    state.left = left
    # A copy of the trick for each card would cost more than taking the card back.
    trick.cards ^= bit(slot)
    trick.card[seat] = NO_CARD
    trick.best = best
    trick.winner = winner
    trick.last = last
    trick.played -= 1
    return finished and not search.control.stop


# --- a trick's end ----------------------------------------------------------------------------------

cdef void quit_trick(MaxSearch *search, const Trick *trick, Vector *gains) noexcept nogil:
    """End a complete trick, for every seat's question; `gains` gets what each had of it."""
    cdef State *state = &search.state
    cdef int winner = trick.winner if search.rules.joker < 0 else winner_of(search.rules, trick)
    cdef cardset cards = trick.cards | state.pile
    memset(gains, 0, sizeof(Vector))
    if not search.plain:
        quit_for_each(search, trick, gains)
        return
    if search.closed:
        state.pile = 0
        state.first = False
        state.tricks_left -= 1
        state.leader = first_with_cards(search.rules, state, winner)
    else:
        capture(search.rules, search.payoffs[0], state, trick, winner)
    capture_plainly(search, cards, winner, gains)


cdef inline void capture_plainly(MaxSearch *search, cardset cards, int winner, Vector *gains) noexcept nogil:
    """What a seat's capture of these cards brings each, where nothing else counts."""
    cdef const Captures *captures = &search.captures
    cdef Outlook *ahead = &search.ahead
    cdef int slot
    cards &= captures.valued
    while cards:
        slot = lowest_card(cards)
        cards &= cards - 1
        add(gains, &captures.worth[winner][slot])
        take_away(&ahead.low, &captures.least[slot])
        take_away(&ahead.high, &captures.most[slot])
        ahead.spare -= captures.spare[slot]
        ahead.room -= captures.room[slot]


cdef void quit_for_each(MaxSearch *search, const Trick *trick, Vector *gains) noexcept nogil:
    """`quit_trick` where more counts than what captured cards are worth."""
    cdef Fortunes *fortunes = &search.fortunes
    cdef State before = search.state, after
    cdef int question, gain, winner = winner_of(search.rules, trick)
    for question in range(search.rules.seats):
        after = before
        after.takers = fortunes.takers[question]
        after.least = fortunes.least[question]
        after.most = fortunes.most[question]
        gain = capture(search.rules, search.payoffs[question], &after, trick, winner)
        fortunes.takers[question] = after.takers
        fortunes.least[question] = after.least
        fortunes.most[question] = after.most
        if question == search.counting:
            search.state = after
        fortunes.total -= gain
        if in_steps(search, question):
            fortunes.gained[question] += gain
        else:
            gains.of[question] = <int16_t>gain


cdef bint vector_after_closed_trick(MaxSearch *search, const Trick *trick, const Offer *offer, Vector *vector,
                                    cardset *relevant) noexcept nogil:
    """`vector_after_trick`, and back to before, where a trick changes little else than who leads."""
    cdef State *state = &search.state
    cdef cardset pile = state.pile
    cdef int leader = state.leader
    cdef bint first = state.first
    cdef Outlook ahead = search.ahead
    cdef bint finished = vector_after_trick(search, trick, offer, vector, relevant)
    state.pile = pile
    state.leader = leader
    state.first = first
    state.tricks_left += 1
    search.ahead = ahead
    return finished


cdef bint vector_after_any_trick(MaxSearch *search, const Trick *trick, const Offer *offer, Vector *vector,
                                 cardset *relevant) noexcept nogil:
    """`vector_after_trick`, and back to before."""
    cdef State state = search.state
    cdef Fortunes fortunes = search.fortunes
    cdef Outlook ahead = search.ahead
    cdef bint finished = vector_after_trick(search, trick, offer, vector, relevant)
    search.state = state
    search.fortunes = fortunes
    search.ahead = ahead
    return finished


cdef inline bint vector_after_trick(MaxSearch *search, const Trick *trick, const Offer *offer, Vector *vector,
                                    cardset *relevant) noexcept nogil:
    """Quit a complete trick and search on."""
    cdef Offer passed = offer[0]
    cdef Vector gains
    cdef bint finished
    quit_trick(search, trick, &gains)
    take_away(&passed.hand, &gains)
    finished = vector_at_trick(search, &passed, vector, relevant)
    if finished:
        add(vector, &gains)
    if search.general:
        relevant[0] |= relevant_to_trick(trick, relevant[0])
    return finished


# --- a position -------------------------------------------------------------------------------------

cdef bint vector_of_play_state(MaxSearch *search, const PlayState *play, Vector *vector) noexcept nogil:
    """The vector of a state of play; false only when stopped."""
    cdef Outlook outlook
    cdef Offer nobodys
    cdef Trick trick = play.trick
    cdef cardset ignored = 0
    memset(&nobodys, 0, sizeof(Offer))
    nobodys.seat = NOBODY
    search.state = play.state
    if play.trick.played == 0:
        return vector_at_trick(search, &nobodys, vector, &ignored)
    outlook = search.ahead
    if not search.plain:
        look_ahead(search, play.trick.cards, &outlook)
    return vector_in_trick(search, &trick, play.to_play, &nobodys, &outlook, vector, &ignored)

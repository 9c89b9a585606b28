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
from libc.stdlib cimport free
from libc.string cimport memset

from cext.base.cards cimport NO_CARD, bit, cardset, count_cards, highest_card, lowest_card
from cext.base.limits cimport count_node
from cext.base.mix cimport MIX_START, Key, Mixer, key_begin, key_finish, key_mix
from cext.game.game cimport FOLLOW_OR_DRAW, MAX_SEATS, Payoff, State, Trick, next_seat
from cext.tables.cutoff_cards cimport (
    CUTOFFS_SHARE, cutoff_card, cutoffs_close, cutoffs_open, keep_cutoff_card, situation,
)
from cext.tables.key cimport mix_position, mix_shape, planes_of_hands
from cext.tables.patterns cimport (
    MOST_PROVEN, Family, Pattern, add_pattern, describe, family_of, holds_for, make_newest, newest,
    patterns_allow, patterns_close, patterns_open,
)
from cext.tables.relevance cimport (
    relevant_to_trick, relevant_for_skipped, may_generalise, run_over, relevant_slots, stretch_around,
)
from cext.game.distinct cimport distinct_of
from cext.game.play cimport (
    capture, deal_over, draw_to_follow, final_payoff, legal_cards, next_to_play, open_trick, play_card,
    winner_of,
)
from cext.maxn.outlook cimport (
    NOBODY, Offer, Outlook, all_plain, better, could_be_better, find_sum, look_ahead, lower_high, raise_low,
    read,
)
from cext.maxn.question cimport Fortunes, MaxSearch, in_steps
from cext.maxn.table cimport Known, Vector, vector_known, vector_remember, vectors_open
from cext.ordering.order cimport most_often, occasion
from cext.search.driver cimport PlayState, play_slot
from cext.search.outstanding cimport count_outstanding


cdef enum:
    ON_LEAD = 64            # in place of the card to beat


# --- what is known ----------------------------------------------------------------------------------

cdef int open_tables(MaxSearch *search, uint64_t bytes_allowed) noexcept nogil:
    """Make the tables, patterns where they may be used, within the bytes; 0, or -1 when memory is out."""
    search.general = may_generalise(search.rules) and search.rules.seats <= MOST_PROVEN
    if cutoffs_open(&search.cutoffs, bytes_allowed // CUTOFFS_SHARE) < 0:
        return -1
    bytes_allowed -= bytes_allowed // CUTOFFS_SHARE
    if not search.general:
        return vectors_open(&search.vectors, bytes_allowed)
    if patterns_open(&search.patterns) < 0:
        return -1
    patterns_allow(&search.patterns, bytes_allowed)
    return 0


cdef void close_tables(MaxSearch *search) noexcept nogil:
    free(search.vectors.known)
    patterns_close(&search.patterns)
    cutoffs_close(&search.cutoffs)


cdef struct Place:
    # Where a position belongs in the tables.
    Key key
    cardset[3] planes       # who holds what, for patterns


cdef void find_place(const MaxSearch *search, const Outlook *outlook, Place *place) noexcept nogil:
    """Its key, with what the past still means for each seat."""
    cdef Mixer mixer
    cdef int seat
    key_begin(&mixer, MIX_START)
    if search.general:
        mix_shape(search.rules, &search.alike, &search.state, &mixer)
        planes_of_hands(search.rules, &search.state, place.planes)
    else:
        mix_position(search.rules, &search.alike, &search.state, &mixer)
    if search.past_counts:
        for seat in range(search.rules.seats):
            key_mix(&mixer, past_of(search, seat, outlook))
    key_finish(&mixer, &place.key)


cdef uint64_t past_of(const MaxSearch *search, int seat, const Outlook *outlook) noexcept nogil:
    """What the past still means for a seat."""
    cdef const Fortunes *fortunes = &search.fortunes
    cdef const Payoff *payoff = search.payoffs[seat]
    cdef uint64_t word
    if in_steps(search, seat) and outlook.low[seat] == outlook.high[seat]:
        return (<uint64_t>1 << 60) | <uint32_t>outlook.low[seat]
    word = <uint32_t>fortunes.gained[seat] if in_steps(search, seat) else 0
    if not payoff.has_bonus:
        return word
    if payoff.bounds.bonus_least[fortunes.takers[seat]] != payoff.bounds.bonus_most[fortunes.takers[seat]]:
        return word | <uint64_t>fortunes.takers[seat] << 32
    word |= <uint64_t>(payoff.bonus[fortunes.takers[seat]] + (1 << 20)) << 32
    return word | <uint64_t>1 << 59


cdef bint probe(MaxSearch *search, const Place *place, Vector *vector, cardset *relevant) noexcept nogil:
    """The vector of a position that is known, with its relevant ranks."""
    cdef const Known *known
    cdef int seat
    if search.general:
        return probe_patterns(search, place, vector, relevant)
    known = vector_known(&search.vectors, &place.key)
    if known == NULL:
        return False
    for seat in range(search.rules.seats):
        vector.of[seat] = known.of[seat]
    return True


cdef bint probe_patterns(MaxSearch *search, const Place *place, Vector *vector,
                         cardset *relevant) noexcept nogil:
    """The vector by the newest of the shape's patterns that holds, with its relevant ranks."""
    cdef const Family *family = family_of(&search.patterns, &place.key)
    cdef Pattern *pattern
    cdef uint32_t older
    cdef int seat
    if not family.count:
        return False
    pattern = newest(&search.patterns, family)
    for older in range(family.count):
        if holds_for(pattern, place.planes):
            for seat in range(search.rules.seats):
                vector.of[seat] = pattern.proven[seat]
            relevant[0] |= relevant_slots(pattern.relevant, search.state.left)
            make_newest(pattern, older)
            return True
        pattern -= 1
    return False


cdef void store(MaxSearch *search, const Place *place, const Vector *vector, cardset relevant,
                uint64_t nodes) noexcept nogil:
    cdef Pattern *pattern
    cdef int seat
    if not search.general:
        vector_remember(&search.vectors, &place.key, vector, search.rules.seats, nodes)
        return
    pattern = add_pattern(&search.patterns, &place.key)
    describe(pattern, place.planes, relevant, search.state.left, search.alike.traits.special)
    for seat in range(search.rules.seats):
        pattern.proven[seat] = <int16_t>vector.of[seat]


# --- choosing ---------------------------------------------------------------------------------------

cdef void final_vector(MaxSearch *search, Vector *vector) noexcept nogil:
    """The deal is over: what the end itself adds, or the whole of what is read in steps."""
    cdef int seat
    for seat in range(search.rules.seats):
        search.state.takers = search.fortunes.takers[seat]
        vector.of[seat] = final_payoff(search.rules, search.payoffs[seat], &search.state)
        if in_steps(search, seat):
            vector.of[seat] = read(&search.readings[seat], search.fortunes.gained[seat] + vector.of[seat])


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
        if (beyond.low[rival] <= beyond.high[rival]
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
    cdef int seat
    cdef uint64_t nodes = search.control.nodes
    cdef cardset needed = 0
    cdef bint kept, finished
    if deal_over(search.rules, state):
        final_vector(search, vector)
        return True
    if look_ahead(search, 0, &outlook):
        for seat in range(search.rules.seats):
            vector.of[seat] = outlook.low[seat]
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


cdef bint vector_in_trick(MaxSearch *search, Trick *trick, int seat, const Offer *offer,
                          const Outlook *outlook, Vector *vector, cardset *relevant) noexcept nogil:
    """The vector in the middle of a trick, this seat to play (-1: all have)."""
    cdef State saved
    cdef bint finished
    if seat < 0:
        return vector_after_trick(search, trick, offer, vector, relevant)
    if search.rules.follow != FOLLOW_OR_DRAW:
        return choose(search, trick, seat, offer, outlook, vector, relevant)
    saved = search.state
    if trick.played:
        draw_to_follow(search.rules, &search.state, trick, seat)
    finished = choose(search, trick, seat, offer, outlook, vector, relevant)
    search.state = saved
    return finished


cdef bint choose(MaxSearch *search, Trick *trick, int seat, const Offer *offer, const Outlook *outlook,
                 Vector *vector, cardset *relevant) noexcept nogil:
    """The vector of the card the seat chooses, of all its distinct cards."""
    cdef cardset legal = legal_cards(search.rules, &search.state, trick, seat)
    cdef cardset distinct = distinct_of(search.rules, &search.alike, &search.state, trick, seat, legal)
    cdef cardset own = 0
    cdef int slot
    cdef bint finished
    if distinct & (distinct - 1):
        return choose_among(search, trick, seat, legal, distinct, offer, outlook, vector, relevant)
    slot = lowest_card(distinct)
    finished = vector_of_play(search, trick, seat, slot, offer, outlook, vector, &own)
    relevant[0] |= own
    if search.general:
        relevant[0] |= relevant_for_skipped(slot, distinct, legal ^ distinct, own)
    return finished


cdef bint choose_among(MaxSearch *search, Trick *trick, int seat, cardset legal, cardset distinct,
                       const Offer *offer, const Outlook *outlook, Vector *vector,
                       cardset *relevant) noexcept nogil:
    """The vector of the card the seat chooses of several.

    The card that was chosen last in a like situation, or that showed there that the offer would
    be refused, is looked at first, then those the seat chose most often.
    """
    cdef cardset rest = distinct, settled = 0, needed = 0, own, special = search.alike.traits.special
    cdef uint32_t *chosen = search.chosen[seat][occasion(trick.played, trick.led)]
    cdef uint64_t key = situation(legal, trick.best if trick.played else ON_LEAD, trick.played, seat)
    cdef Offer own_offer
    cdef Vector found
    cdef int slot = cutoff_card(&search.cutoffs, key), best = -1
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
            needed |= own | relevant_for_skipped(slot, distinct, legal & ~distinct, own)
            settled |= stretch_around(slot, own | special | (special << 1))
            rest = unsettled(rest, settled, distinct, legal & ~distinct)
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


cdef bint vector_of_play(MaxSearch *search, Trick *trick, int seat, int slot, const Offer *offer,
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


cdef void quit_trick(MaxSearch *search, const Trick *trick, int *gains) noexcept nogil:
    """End a complete trick, for every seat's question; `gains` gets what each had of it."""
    cdef int winner = winner_of(search.rules, trick)
    cdef cardset cards = trick.cards | search.state.pile
    if not search.plain:
        quit_for_each(search, trick, winner, gains)
        return
    capture(search.rules, search.payoffs[0], &search.state, trick, winner)
    capture_plainly(search, cards, winner, gains)


cdef void capture_plainly(MaxSearch *search, cardset cards, int winner, int *gains) noexcept nogil:
    """What a seat's capture of these cards brings each, where nothing else counts."""
    cdef Fortunes *fortunes = &search.fortunes
    cdef const Payoff *payoff
    cdef cardset rest
    cdef int question, slot
    for question in range(search.rules.seats):
        payoff = search.payoffs[question]
        gains[question] = 0
        rest = cards & payoff.valued
        while rest:
            slot = lowest_card(rest)
            rest &= rest - 1
            gains[question] += payoff.worth[winner][slot]
            fortunes.least[question] -= payoff.bounds.least[slot]
            fortunes.most[question] -= payoff.bounds.most[slot]
        fortunes.total -= gains[question]


cdef void quit_for_each(MaxSearch *search, const Trick *trick, int winner, int *gains) noexcept nogil:
    """`quit_trick` where more counts than what captured cards are worth."""
    cdef Fortunes *fortunes = &search.fortunes
    cdef State before = search.state, after
    cdef int question
    for question in range(search.rules.seats):
        after = before
        after.takers = fortunes.takers[question]
        after.least = fortunes.least[question]
        after.most = fortunes.most[question]
        gains[question] = capture(search.rules, search.payoffs[question], &after, trick, winner)
        fortunes.takers[question] = after.takers
        fortunes.least[question] = after.least
        fortunes.most[question] = after.most
        if question == search.counting:
            search.state = after
        fortunes.total -= gains[question]
        if in_steps(search, question):
            fortunes.gained[question] += gains[question]
            gains[question] = 0


cdef bint vector_after_trick(MaxSearch *search, const Trick *trick, const Offer *offer, Vector *vector,
                             cardset *relevant) noexcept nogil:
    """Quit a complete trick and search on."""
    cdef State saved = search.state
    cdef Fortunes before = search.fortunes
    cdef Offer passed = offer[0]
    cdef int[MAX_SEATS] gains
    cdef int seat
    cdef bint finished
    quit_trick(search, trick, gains)
    for seat in range(search.rules.seats):
        passed.hand.of[seat] -= gains[seat]
    finished = vector_at_trick(search, &passed, vector, relevant)
    if finished:
        for seat in range(search.rules.seats):
            vector.of[seat] += gains[seat]
    if search.general:
        relevant[0] |= relevant_to_trick(trick, relevant[0])
    search.state = saved
    search.fortunes = before
    return finished


# --- a position -------------------------------------------------------------------------------------

cdef void take_position(MaxSearch *search, PlayState *root) noexcept nogil:
    """Begin at this state of play, which learns what its state means to the questions."""
    cdef int question, seat
    search.state = root.state
    memset(&search.fortunes, 0, sizeof(Fortunes))
    for question in range(search.rules.seats):
        count_outstanding(search.payoffs[question], &search.state, root.trick.cards)
        search.fortunes.least[question] = search.state.least
        search.fortunes.most[question] = search.state.most
        search.fortunes.takers[question] = search.payoffs[question].takers_before
    for seat in range(search.rules.seats):
        search.state.counts[seat] = search.payoffs[search.counting].counts_before[seat]
    search.plain = all_plain(search)
    find_sum(search, root.trick.cards)
    root.state = search.state


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
    look_ahead(search, play.trick.cards, &outlook)
    return vector_in_trick(search, &trick, play.to_play, &nobodys, &outlook, vector, &ignored)


cdef cardset distinct_cards(const MaxSearch *search, const PlayState *play) noexcept nogil:
    """The cards of the seat to play that all payoffs together tell apart."""
    return distinct_of(search.rules, &search.alike, &play.state, &play.trick, play.to_play,
                       legal_cards(search.rules, &play.state, &play.trick, play.to_play))


cdef int card_vectors(MaxSearch *search, const PlayState *root, int *slots, Vector *vectors) noexcept nogil:
    """The vector of each distinct card, lowest first; how many were finished in time."""
    cdef cardset rest = distinct_cards(search, root)
    cdef PlayState after
    cdef int count = 0, finished = 0
    while rest:
        slots[count] = lowest_card(rest)
        rest &= rest - 1
        after = root[0]
        play_slot(search.rules, &after, slots[count])
        search.control.nodes += 1
        if not search.control.stop and vector_of_play_state(search, &after, &vectors[count]):
            finished += 1
        count += 1
    return finished


cdef bint same(const MaxSearch *search, const Vector *one, const Vector *other) noexcept nogil:
    cdef int seat
    for seat in range(search.rules.seats):
        if one.of[seat] != other.of[seat]:
            return False
    return True


cdef int chosen_line(MaxSearch *search, const PlayState *root, Vector vector, int *plays) noexcept nogil:
    """Play that comes to the vector, to the end of the deal: slots in order; their number."""
    cdef PlayState play = root[0], after
    cdef Vector found
    cdef cardset rest
    cdef int[MAX_SEATS] gains
    cdef int count = 0, slot, seat
    while not (play.trick.played == 0 and deal_over(search.rules, &play.state)):
        rest = distinct_cards(search, &play)
        if not rest:
            return count
        while True:
            slot = highest_card(rest)
            rest ^= bit(slot)
            after = play
            play_slot(search.rules, &after, slot)
            if not rest:
                break
            if not vector_of_play_state(search, &after, &found):
                return count
            if same(search, &found, &vector):
                break
        plays[count] = slot
        count += 1
        play = after
        if play.to_play < 0:
            search.state = play.state
            quit_trick(search, &play.trick, gains)
            for seat in range(search.rules.seats):
                vector.of[seat] -= gains[seat]
            play.state = search.state
            open_trick(&play.trick, play.state.leader)
            play.to_play = play.state.leader
    return count

"""A position under max^n: its vector, each card's, and a line of play.

Answers are `search`'s; here it is taken from state to state.
"""

include "../base/layout.pxi"

from libc.string cimport memset

from cext.base.cards cimport bit, cardset, highest_card, lowest_card
from cext.game.distinct cimport distinct_of
from cext.game.game cimport Payoff
from cext.game.play cimport deal_over, legal_cards, open_trick
from cext.maxn.outlook cimport all_plain, find_sum, look_ahead
from cext.maxn.question cimport Captures, Fortunes, MaxSearch
from cext.maxn.search cimport quit_trick, vector_of_play_state
from cext.maxn.vector cimport Vector, same, take_away
from cext.search.driver cimport PlayState, play_slot
from cext.search.outstanding cimport count_outstanding


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
    search.closed = search.plain and not search.rules.stock_size and not search.rules.house
    find_sum(search, root.trick.cards)
    look_ahead(search, root.trick.cards, &search.ahead)
    if search.plain:
        weigh_captures(search, root.trick.cards)
    root.state = search.state


cdef void weigh_captures(MaxSearch *search, cardset trick) noexcept nogil:
    """Set what capturing each card that is still about does to the parts of all seats."""
    cdef Captures *captures = &search.captures
    cdef cardset rest = search.state.left | search.state.pile | trick
    cdef const Payoff *payoff
    cdef int question, winner, slot
    memset(captures, 0, sizeof(Captures))
    while rest:
        slot = lowest_card(rest)
        rest &= rest - 1
        for question in range(search.rules.seats):
            payoff = search.payoffs[question]
            if payoff.valued & bit(slot):
                captures.valued |= bit(slot)
                captures.least[slot].of[question] = payoff.bounds.least[slot]
                captures.most[slot].of[question] = payoff.bounds.most[slot]
                captures.room[slot] += payoff.bounds.most[slot] - payoff.bounds.least[slot]
                captures.spare[slot] += payoff.worth[0][slot] - payoff.bounds.least[slot]
                for winner in range(search.rules.seats):
                    captures.worth[winner][slot].of[question] = payoff.worth[winner][slot]


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


cdef int chosen_line(MaxSearch *search, const PlayState *root, Vector vector, int *plays) noexcept nogil:
    """Play that comes to the vector, to the end of the deal: slots in order; their number."""
    cdef PlayState play = root[0], after
    cdef Vector found
    cdef cardset rest
    cdef Vector gains
    cdef int count = 0, slot
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
            if same(&found, &vector):
                break
        plays[count] = slot
        count += 1
        play = after
        if play.to_play < 0:
            search.state = play.state
            quit_trick(search, &play.trick, &gains)
            take_away(&vector, &gains)
            play.state = search.state
            open_trick(&play.trick, play.state.leader)
            play.to_play = play.state.leader
    return count

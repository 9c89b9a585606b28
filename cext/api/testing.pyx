"""Windows into the core for the tests: what no search gives away by itself.

The one module that `cext` does not load; it checks at its own import that it comes from the same build.
Cards are sets of slots and payoffs are packed, as in `cext.api.searcher`.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

import cext.api.searcher

from cext.api.searcher cimport DealState
from cext.base.cards cimport SLOTS, cardset, lowest_card
from cext.base.limits cimport Control
from cext.base.mix cimport (
    MIX_LAST, MIX_ONE, MIX_OTHER, MIX_START, Key, Mixer, finish, key_begin, key_finish, key_mix, mix,
)
from cext.bounds.avoid cimport stays_clear, sure_worth
from cext.bounds.quick_tricks cimport bounded_by_tricks, holds_trick
from cext.bounds.stoppers cimport sure_by_stoppers
from cext.bounds.top_cards cimport sure_together
from cext.game.distinct cimport distinct_of
from cext.game.game cimport Node, Rules, State
from cext.game.packed cimport GamePayoff
from cext.game.play cimport legal_cards, winner_of
from cext.ordering.order cimport MOST_CHOICES, in_order
from cext.relaxed.claims cimport Outline, claims_allow
from cext.relaxed.game cimport (
    Relaxed, at_table, is_answered, place_cards, relaxed_begin, relaxed_close, relaxed_open,
)
from cext.relaxed.marks cimport Marks, marks_of_seat, no_marks
from cext.relaxed.search cimport search_start
from cext.relaxed.trumps cimport TrumpGame, trumps_answer, trumps_begin, trumps_close, trumps_open
from cext.search.driver cimport PlayState
from cext.search.outstanding cimport count_outstanding
from cext.tables.key cimport exact_key, lengths_of, shape_key
from cext.tables.relevance cimport (
    relevant_to_trick, fixed_places, relevant_places, relevant_slots, stretch_around,
)

if cext.api.searcher.LAYOUT != LAYOUT:
    raise ImportError("cext.api.testing comes from another build than the rest of the core, install again")

MULTIPLIERS = (MIX_ONE, MIX_OTHER, MIX_LAST)


def hash_of(words) -> int:
    """The finished hash of a sequence of 64-bit words."""
    cdef uint64_t hash = MIX_START, word
    for word in words:
        hash = mix(hash, word)
    return finish(hash)


def key_of(words) -> tuple[int, int]:
    """The key of a sequence of 64-bit words, as `(check, spot)`."""
    cdef Mixer mixer
    cdef Key key
    cdef uint64_t word
    key_begin(&mixer, MIX_START)
    for word in words:
        key_mix(&mixer, word)
    key_finish(&mixer, &key)
    return key.check, key.spot


def distinct_cards(DealState deal, GamePayoff payoff) -> int:
    """The set of the legal cards that the search tries: of each run of touching cards the lowest."""
    cdef const Rules *rules = &deal.rules.rules
    cdef const PlayState *play = &deal.at
    return distinct_of(rules, &payoff.payoff, &play.state, &play.trick, play.to_play,
                       legal_cards(rules, &play.state, &play.trick, play.to_play))


def winner(DealState deal) -> int:
    """The seat that wins the trick with the cards that are in it, -1 where all of the led suit cancel."""
    return winner_of(&deal.rules.rules, &deal.at.trick)


def exact_key_of(DealState deal, GamePayoff payoff) -> tuple[int, int]:
    """The key of a position at the start of a trick, as `(check, spot)`."""
    cdef Key key
    exact_key(&deal.rules.rules, &payoff.payoff, &deal.at.state, &key)
    return key.check, key.spot


def shape_key_of(DealState deal, GamePayoff payoff) -> tuple[int, int]:
    """The key that positions of one shape share: all but which seat has which card of a suit."""
    cdef Key key
    shape_key(&deal.rules.rules, &payoff.payoff, &deal.at.state,
              lengths_of(&deal.rules.rules, &deal.at.state), &key)
    return key.check, key.spot


# ---------------------------------------------------------------- bounds, at the start of a trick

cdef Node node_of(DealState deal, GamePayoff payoff):
    cdef Node node
    node.rules = &deal.rules.rules
    node.payoff = &payoff.payoff
    node.state = deal.at.state
    return node


def quick_tricks(DealState deal, GamePayoff payoff) -> tuple[int, int]:
    """The bounds that tricks which are sure without a search set to a count of tricks."""
    cdef Node node = node_of(deal, payoff)
    cdef const State *state = &deal.at.state
    cdef cardset relevant = 0
    cdef int target, value, lower = 0, upper = state.tricks_left
    for target in range(1, state.tricks_left + 1):
        if bounded_by_tricks(&node, target, &relevant, &value):
            lower = max(lower, value) if value >= target else lower
            upper = min(upper, value) if value < target else upper
    return lower, upper


def stops(DealState deal, GamePayoff payoff, int wanted) -> tuple[int, int]:
    """Tricks that the side not on lead has by its stoppers, if it wants this many, and the relevant ranks."""
    cdef Node node = node_of(deal, payoff)
    cdef cardset relevant = 0
    cdef int sure = sure_by_stoppers(&node, wanted, &relevant)
    return sure, relevant


def cashable(DealState deal, GamePayoff payoff) -> tuple[int, int]:
    """Rounds of plain suits that the leader cashes with the best of its partners, and the relevant ranks."""
    cdef Node node = node_of(deal, payoff)
    cdef const State *state = &deal.at.state
    cdef cardset relevant = 0, trumps = deal.rules.rules.trumps & state.left & ~state.hands[state.leader]
    cdef int sure = sure_together(&node, state.leader, trumps, &relevant)
    return sure, relevant


def side_stays_clear(DealState deal, GamePayoff payoff) -> tuple[bool, int]:
    """Can the side lose every trick from here on, and the relevant ranks."""
    cdef Node node = node_of(deal, payoff)
    cdef cardset relevant = 0
    cdef bint clear = stays_clear(&node, True, &relevant)
    return clear, relevant


def sure_worth_of(DealState deal, GamePayoff payoff, int seat) -> tuple[int, int]:
    """What a seat's side has beyond the worst by its top trumps, and the relevant ranks."""
    cdef Node node = node_of(deal, payoff)
    cdef cardset relevant = 0
    cdef int sure = sure_worth(&node, seat, &relevant)
    return sure, relevant


def trump_game_bounds(DealState deal, GamePayoff payoff) -> tuple[int, int]:
    """What the trump game says of a position at the start of a trick: the least and the most."""
    cdef TrumpGame game
    cdef Control control
    cdef State state = deal.at.state
    cdef int target, value, lower, upper
    memset(&game, 0, sizeof(TrumpGame))
    memset(&control, 0, sizeof(Control))
    control.next_poll = <uint64_t>1 << 62
    if trumps_open(&game, 0) < 0:
        trumps_close(&game)
        raise MemoryError("no memory for the trump game")
    count_outstanding(&payoff.payoff, &state, 0)
    trumps_begin(&game, &deal.rules.rules, &payoff.payoff, &control, &state)
    lower, upper = state.least, state.most
    for target in range(state.least + 1, state.most + 1):
        if trumps_answer(&game, &state, target, &value):
            lower = max(lower, value) if value >= target else lower
            upper = min(upper, value) if value < target else upper
    trumps_close(&game)
    return lower, upper


def keeps_trick(DealState deal, GamePayoff payoff) -> bool:
    """Is the trick on the table sure to stay with the side that has it?"""
    cdef Node node = node_of(deal, payoff)
    cdef cardset relevant = 0
    return holds_trick(&node, &deal.at.trick, deal.at.to_play, False, &relevant)


# ---------------------------------------------------------------- relevant ranks

def rank_of_trick(DealState deal, cardset relevant=0) -> int:
    """The rank that the trick on the table adds to those which are relevant anyway."""
    return relevant_to_trick(&deal.at.trick, relevant)


def fixed_cards(DealState deal, GamePayoff payoff, cardset relevant) -> int:
    """The cards that must be held as they are for a proof with these relevant ranks to hold."""
    cdef cardset left = deal.at.state.left
    cdef cardset places = relevant_places(relevant, left, payoff.payoff.traits.special)
    return relevant_slots(fixed_places(places, left), left)


def refuted_with(int slot, cardset relevant) -> int:
    """The slots that one refuted card settles with itself, given the relevant ranks of the proof."""
    return stretch_around(slot, relevant)


# ---------------------------------------------------------------- order

def ordered_cards(DealState deal, GamePayoff payoff, history=None) -> list[int]:
    """The slots of the distinct cards in the order they are tried; `history` counts cut-offs by slot."""
    cdef const Rules *rules = &deal.rules.rules
    cdef const PlayState *play = &deal.at
    cdef uint32_t[SLOTS] counts
    cdef int[MOST_CHOICES] slots
    cdef int count, slot
    for slot in range(SLOTS):
        counts[slot] = (history or {}).get(slot, 0)
    count = in_order(rules, &payoff.payoff, &play.state, &play.trick, play.to_play,
                     distinct_cards(deal, payoff), counts, False, slots)
    return [slots[place] for place in range(count)]


# ---------------------------------------------------------------- the relaxed game

cdef enum:
    ROOM = 1 << 20          # bytes of each of its tables


def relaxed_proofs(deals, GamePayoff payoff, int need, *, bint soloist_chooses=False):
    """Ask the relaxed game of each state in turn whether the opponents make the lone seat pay `need` or more.

    All are points of one game at the start of a trick, and claims are kept from one to the next. Returns
    [(cost, nodes, over, under)]: the bound that was proven, the cards played for it, and the marks, each
    as (seat at the table, slot of the lone seat's card). Raises ValueError where there is no relaxed game.
    """
    cdef Relaxed *relaxed = <Relaxed *>calloc(1, sizeof(Relaxed))
    cdef Control control
    cdef DealState deal = deals[0]
    cdef Marks marks
    cdef Outline outline
    cdef int cost
    if relaxed == NULL or relaxed_open(relaxed, ROOM) < 0:
        free(relaxed)
        raise MemoryError("no memory for the relaxed game")
    memset(&control, 0, sizeof(Control))
    control.next_poll = <uint64_t>1 << 62
    try:
        if not relaxed_begin(relaxed, &deal.rules.rules, &payoff.payoff, &control, soloist_chooses):
            raise ValueError("no relaxed game")
        claims_allow(&relaxed.claims, ROOM)
        proofs = []
        for deal in deals:
            place_cards(relaxed, &deal.at.state)
            no_marks(&marks)
            control.nodes = 0
            if not is_answered(relaxed, need, &cost):
                outline.drawn = False
                cost = search_start(relaxed, &outline, need, &marks)
            proofs.append((cost, control.nodes, marked(relaxed, marks.over), marked(relaxed, marks.under)))
        return proofs
    finally:
        relaxed_close(relaxed)
        free(relaxed)


cdef set marked(const Relaxed *relaxed, uint64_t marks):
    """Marks of a direction as (seat, slot)."""
    cdef cardset rest = relaxed.hand
    cdef int seat, index = 0
    found = set()
    while rest:
        for seat in range(1, relaxed.seats):
            if marks_of_seat(marks, relaxed.width, seat) >> index & 1:
                found.add((at_table(relaxed, seat), lowest_card(rest)))
        rest &= rest - 1
        index += 1
    return found

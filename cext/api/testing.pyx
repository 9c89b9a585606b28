"""Windows into the core for the tests: what no search gives away by itself.

The one module that `cext` does not load; it checks at its own import that it comes from the same build.
Cards are sets of slots and payoffs are packed, as in `cext.api.searcher`.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t

import cext.api.searcher

from cext.api.searcher cimport DealPoint
from cext.base.cards cimport cardset
from cext.base.mix cimport (
    MIX_LAST, MIX_ONE, MIX_OTHER, MIX_START, Key, Mixer, finish, key_begin, key_finish, key_mix, mix,
)
from cext.game.distinct cimport choices
from cext.game.packed cimport GamePayoff
from cext.game.play cimport legal_cards, winner_of
from cext.tables.key cimport exact_key

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


def distinct_cards(DealPoint deal, GamePayoff payoff) -> int:
    """The set of the legal cards that the search tells apart: of each run of touching cards the lowest."""
    cdef int seat = deal.point.to_play
    cdef cardset hand = deal.point.state.hands[seat]
    cdef cardset legal = legal_cards(&deal.rules.rules, &deal.point.state, &deal.point.trick, seat)
    return choices(&deal.rules.rules, &payoff.payoff, legal, hand,
                   (deal.point.state.left & ~hand) | deal.point.trick.cards)


def winner(DealPoint deal) -> int:
    """The seat that wins the trick with the cards that are in it, -1 where all of the led suit cancel."""
    return winner_of(&deal.rules.rules, &deal.point.trick)


def exact_key_of(DealPoint deal, GamePayoff payoff) -> tuple[int, int]:
    """The key of a position at the start of a trick, as `(check, spot)`."""
    cdef Key key
    exact_key(&deal.rules.rules, &payoff.payoff, &deal.point.state, &key)
    return key.check, key.spot

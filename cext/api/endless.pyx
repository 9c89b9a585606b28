"""Enfle for Python: who can force the win of a position, each card's value, one line.

Values are 1 (a seat of the side is out of cards first), -1 (another seat is) and 0 (play
goes round for ever: neither can force it).
"""

include "../base/layout.pxi"

from libc.stdint cimport uint32_t, uint64_t

from cext.api.searcher cimport DealState, Stop, flag_of
from cext.api.searcher import slots_of
from cext.base.cards cimport NO_CARD
from cext.base.limits cimport raise_again, set_limits
from cext.base.limits import STOPS
from cext.endless.solver cimport (
    NEITHER, REST, SIDE, Rounds, decide, number_of, rounds_close, rounds_open,
)
from cext.endless.state cimport STILL_ON, Child, stand
from cext.game.game cimport MAX_SEATS
from cext.game.packed cimport GamePayoff
from cext.search.driver cimport PlayState


def solve_rounds(DealState deal not None, int side_mask, *, bint cards=False, bint line=False,
                 uint64_t nodes=0, double seconds=0.0, bint watch_signals=False, Stop stop=None,
                 uint64_t memory_bytes=256 << 20):
    """Search a position; seat i is of the side when bit i of the mask is set.

    Returns what `Searcher.solve` does: (lower, upper, [(slot, lower, upper)], [slots of
    the line], nodes, why it stopped), with every legal card's slot. The line goes to the end
    of the deal, or to the first position that comes again. The reason to stop may be "memory".
    """
    search = RoundSearch(deal, side_mask, memory_bytes)
    search.limit(nodes, seconds, watch_signals, stop)
    lower, upper = search.bounds(deal)
    found = search.by_card(deal, lower, upper) if cards and not deal.over else []
    plays = search.line(deal, lower) if line and lower == upper and not search.stopped else []
    return lower, upper, found, plays, search.nodes, search.stopped


cdef class RoundSearch:
    """Positions of one deal, one side against the rest; what is proven of one serves the others."""

    cdef Rounds rounds
    cdef GamePayoff no_payoff
    cdef Stop stop          # kept alive while the control points into it

    def __init__(self, DealState deal not None, int side_mask, uint64_t memory_bytes):
        cdef int seats = deal.rules.rules.seats
        if self.no_payoff is not None:
            raise ValueError("a search is made ready once")
        self.no_payoff = GamePayoff(deal.rules, 0, (), [[0] * 64] * seats)
        if not rounds_open(&self.rounds, seats, side_mask, memory_bytes):
            raise MemoryError("no memory for the table")

    def __dealloc__(self):
        rounds_close(&self.rounds)

    def limit(self, uint64_t nodes, double seconds, bint watch_signals, Stop stop=None):
        """Set the limits of all that is asked from now on."""
        self.stop = stop
        set_limits(&self.rounds.control, nodes, seconds, watch_signals, flag_of(stop))

    @property
    def nodes(self) -> int:
        """Cards tried so far."""
        return self.rounds.control.nodes

    @property
    def standings(self) -> int:
        """How many standings are kept."""
        return self.rounds.count - 1

    @property
    def bytes_used(self) -> int:
        """Memory in use for them."""
        return self.rounds.bytes_used

    @property
    def stopped(self) -> str:
        """Why the search was given up, "" where it was not."""
        return STOPS[self.rounds.control.stop]

    def bounds(self, DealState deal not None, int lower=-1, int upper=1) -> tuple[int, int]:
        """The value of a position, known to lie between the bounds given; closer bounds when stopped."""
        cdef Child root = self._stand(deal)
        cdef bint[2] may_win
        cdef uint32_t number
        if root.out != STILL_ON:
            return (1, 1) if self.rounds.party[root.out] == SIDE else (-1, -1)
        may_win[SIDE] = upper == 1
        may_win[REST] = lower == -1
        with nogil:
            number = number_of(&self.rounds, &root.standing)
            if number:
                decide(&self.rounds, number, may_win)
        raise_again(&self.rounds.control)
        if number and self.rounds.nodes[number].winner != NEITHER:
            return (1, 1) if self.rounds.nodes[number].winner == SIDE else (-1, -1)
        return -1 if may_win[REST] else min(upper, 0), 1 if may_win[SIDE] else max(lower, 0)

    def by_card(self, DealState deal not None, int lower, int upper) -> list[tuple[int, int, int]]:
        """(slot, lower, upper) of every legal card, given the position's bounds.

        No card is better for its player than the position is.
        """
        found = []
        cdef bint own = self.rounds.party[deal.to_play] == SIDE
        for slot in slots_of(deal.legal()):
            after = self._played(deal, slot)
            found.append((slot, *self.bounds(after, -1 if own else lower, upper if own else 1)))
        return found

    def line(self, DealState deal not None, int value) -> list[int]:
        """The slots of one optimal continuation of a position of this value."""
        plays, met, play = [], set(), deal.copy()
        while not play.over:
            position = self._position(play)
            if position in met:
                break
            met.add(position)
            slot = self._best(play, value, met)
            if slot is None:
                break
            plays.append(slot)
            play = self._played(play, slot)
        return plays

    def _best(self, DealState play, int value, met):
        """A card that keeps the value: the winner's shortest way, the loser's longest, in a draw one back."""
        cdef bint own = self.rounds.party[play.to_play] == SIDE
        after = [(slot, self._played(play, slot)) for slot in slots_of(play.legal())]
        if value:
            far = [(self._distance(child, value), slot) for slot, child in after]
            far = [(distance, slot) for distance, slot in far if distance is not None]
            return (min(far) if own == (value == 1) else max(far))[1]
        after.sort(key=lambda choice: self._position(choice[1]) not in met)
        for slot, child in after:
            if child.over:
                continue
            bounds = self.bounds(child, -1 if own else 0, 0 if own else 1)
            if self.rounds.control.stop:
                return None
            if bounds == (0, 0):
                return slot
        return None

    def _distance(self, DealState deal, int value):
        """How many choices the proof of this value is long; None where it is not proven."""
        cdef Child root = self._stand(deal)
        cdef int winner = SIDE if value == 1 else REST
        cdef uint32_t number
        if root.out != STILL_ON:
            return 0 if self.rounds.party[root.out] == winner else None
        number = number_of(&self.rounds, &root.standing)
        if not number or self.rounds.nodes[number].winner != winner:
            return None
        return self.rounds.nodes[number].distance

    def _played(self, DealState deal, int slot):
        cdef DealState after = deal.copy()
        after.play(slot, self.no_payoff)
        return after

    def _position(self, DealState deal):
        return tuple(deal.hands), tuple(deal.trick), deal.to_play

    cdef Child _stand(self, DealState deal):
        cdef const PlayState *play = &deal.at
        cdef int[MAX_SEATS] trick
        cdef Child found
        cdef int seat
        for seat in range(self.rounds.seats):
            trick[seat] = play.trick.card[seat] if play.trick.card[seat] != NO_CARD else -1
        stand(play.state.hands, self.rounds.seats, play.trick.leader, play.to_play, trick, &found)
        return found

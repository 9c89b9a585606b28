"""Every seat for itself, as Python sees it."""

include "../base/layout.pxi"

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from cext.api.searcher cimport DealState, Stop, flag_of
from cext.base.cards cimport count_cards
from cext.base.limits cimport raise_again, set_limits
from cext.base.limits import STOPS
from cext.game.game cimport MAX_SEATS, NO_COUNTS, Payoff
from cext.maxn.driver cimport card_vectors, chosen_line, distinct_cards, take_position
from cext.maxn.memory cimport close_tables, open_tables
from cext.maxn.outlook cimport better
from cext.maxn.question cimport MaxSearch, Outlook, Reading
from cext.maxn.search cimport vector_of_play_state
from cext.game.packed cimport GamePayoff
from cext.game.play cimport deal_over
from cext.search.driver cimport PlayState
from cext.maxn.vector cimport Vector

cdef enum:
    MOST_PLAYS = 512


cdef class SeatsSearch:
    """A position in which every seat plays for itself, ready to be searched once.

    `payoffs` has one a seat; `alike` is a payoff whose classes of cards are those that all of them tell
    apart. `readings` has for each seat None, or (low, values) where its number is read in steps. Equals
    are settled by the least for the next seat, or the most.
    """

    cdef MaxSearch *search
    cdef PlayState root
    cdef object kept        # what the search points into

    def __cinit__(self):
        self.search = <MaxSearch *>calloc(1, sizeof(MaxSearch))
        if self.search == NULL:
            raise MemoryError("no memory for the search")

    def __init__(self, DealState deal not None, payoffs, GamePayoff alike not None, readings, *,
                 bint least_for_next=True, uint64_t memory_bytes=256 << 20):
        cdef MaxSearch *search = self.search
        cdef const Payoff *payoff
        cdef int question
        if self.kept is not None:
            raise RuntimeError("a search is made ready once")
        if not len(payoffs) == len(readings) == deal.rules.rules.seats or len(payoffs) != alike.seats:
            raise ValueError("every seat has a payoff and a reading")
        self.kept = (deal, list(payoffs), alike)
        self.root = deal.at
        search.rules = &deal.rules.rules
        search.alike = alike.payoff
        search.alike.has_bonus = False
        search.least_for_next = least_for_next
        for question, given in enumerate(self.kept[1]):
            search.payoffs[question] = &(<GamePayoff?>given).payoff
        for question in range(search.rules.seats):
            payoff = search.payoffs[question]
            search.alike.has_tricks = search.alike.has_tricks or payoff.has_tricks or payoff.pointed_first
            search.past_counts = search.past_counts or payoff.has_bonus
            if payoff.counting != NO_COUNTS:
                search.counting = question
                search.alike.counting = payoff.counting
        self._read(readings)
        if open_tables(search, memory_bytes) < 0:
            raise MemoryError("no memory for the table")

    cdef _read(self, readings):
        cdef Reading *reading
        for seat, given in enumerate(readings):
            if given is not None:
                low, values = given
                reading = &self.search.readings[seat]
                reading.values = <int *>malloc(len(values) * sizeof(int))
                if reading.values == NULL:
                    raise MemoryError("no memory for a reading")
                reading.low = low
                reading.size = len(values)
                for place, value in enumerate(values):
                    reading.values[place] = value
                self.search.past_counts = True

    def __dealloc__(self):
        if self.search != NULL:
            for seat in range(MAX_SEATS):
                free(self.search.readings[seat].values)
            close_tables(self.search)
            free(self.search)

    cdef list _numbers(self, const Vector *vector):
        return [vector.of[seat] for seat in range(self.search.rules.seats)]

    def solve(self, *, bint line=True, uint64_t nodes=0, double seconds=0.0, bint watch_signals=False,
              Stop stop=None):
        """Search.

        Returns (vector, [(low, high) a seat], [(slot, vector)], [slots of the line], nodes, why it
        stopped). Stopped: the vector is None, as are those of the cards that were not finished.
        """
        cdef MaxSearch *search = self.search
        if self.kept is None or search.control.nodes:
            raise RuntimeError("a search is made ready first, and run once")
        cdef Outlook outlook
        cdef Vector vector
        cdef int[64] slots
        cdef Vector[64] found
        cdef int[MOST_PLAYS] plays
        cdef int count = 0, distinct = 0, best = 0, i, length = 0
        cdef bint over = deal_over(search.rules, &self.root.state) and self.root.trick.played == 0, finished
        set_limits(&search.control, nodes, seconds, watch_signals, flag_of(stop))
        with nogil:
            take_position(search, &self.root)
            outlook = search.ahead
            if over or self.root.to_play < 0:
                finished = vector_of_play_state(search, &self.root, &vector)
            else:
                distinct = count_cards(distinct_cards(search, &self.root))
                count = card_vectors(search, &self.root, slots, found)
                finished = not search.control.stop
                for i in range(1, count):
                    if better(search, self.root.to_play, &found[i], &found[best]):
                        best = i
                vector = found[best]
            if finished and line and count:
                length = chosen_line(search, &self.root, vector, plays)
        raise_again(&search.control)
        if over:
            bounds = [(number, number) for number in self._numbers(&vector)]
        else:
            bounds = [(outlook.low.of[seat], outlook.high.of[seat]) for seat in range(search.rules.seats)]
        cards = [(slots[i], self._numbers(&found[i]) if i < count else None) for i in range(distinct)]
        played = [plays[i] for i in range(length)]
        return (self._numbers(&vector) if finished else None, bounds, cards, played,
                search.control.nodes, STOPS[search.control.stop])

"""Many searches, shared out among threads that each bring a searcher.

What is found goes into arrays, a place a question: `solver.core.batch` makes and reads them.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from cext.base.cards cimport bit, cardset, highest_card, seconds_now
from cext.api.searcher cimport Ask, Searcher, Stop, answer_of, ask_of, flag_of
from cext.base.limits cimport INTERRUPTED, TIME_LIMIT, raise_again, set_limits
from cext.game.play cimport legal_cards
from cext.search.driver cimport ALL_SHORTCUTS, Bounds, solve_cards

cdef extern from "bits.h" nogil:
    int take_next(int *counter) noexcept

cdef enum:
    NO_COLUMN = 255


cdef class Batch:
    """Questions, and arrays for what is found: bounds, why the search stopped, nodes, seconds.

    A subclass lays each question out in `lay_out`. With `card_lower` and `card_upper` every legal card
    is searched for as well; its row has a column a card, which the question's `columns` name by slot.
    """

    def __init__(self, int size, lower, upper, stops, nodes, seconds, card_lower=None, card_upper=None):
        self.size = size
        self.lower = lower
        self.upper = upper
        self.stops = stops
        self.nodes = nodes
        self.seconds = seconds
        self.by_card = card_lower is not None
        if self.by_card:
            self.card_lower = card_lower
            self.card_upper = card_upper

    def stop(self):
        """End all searches of the batch soon."""
        self.stop_all = 1

    @property
    def done(self) -> int:
        """How many questions are answered by now."""
        return self.answered

    def work(self, Searcher searcher not None, *, uint64_t nodes=0, double seconds=0.0,
             bint watch_signals=False, double together=0.0, Stop stop=None):
        """Answer questions until none is left, or `stop` is set; to be called by each thread.

        `seconds` are for each question, `together` for all of them: those for which nothing is left are
        stopped by the time limit. Those that `stop` kept from being looked at stay as they were, and the
        batch is `interrupted`. Ctrl-C sets `stop`, by which the other threads end what they search.
        """
        cdef Scratch scratch
        cdef Ask asked
        cdef const uint8_t *columns
        cdef int place
        cdef double until = seconds_now() + together if together > 0 else 0.0
        cdef int *flag = &self.stop_all if stop is None else flag_of(stop)
        searcher.take()
        with nogil:
            while not self.stop_all:
                place = take_next(&self.next_ask)
                if place >= self.size:
                    break
                if flag[0]:
                    self.interrupted = True
                    break
                if until > 0 and seconds_now() >= until:
                    self.stops[place] = TIME_LIMIT
                    continue
                columns = self.lay_out(place, &scratch, &asked)
                set_limits(&searcher.solver.control, nodes, seconds, watch_signals, flag)
                if until > 0 and (seconds == 0 or until < searcher.solver.control.deadline):
                    searcher.solver.control.deadline = until
                self.answer(place, searcher, &asked, columns)
                take_next(&self.answered)
                if searcher.solver.control.stop == INTERRUPTED:
                    self.stop_all = flag[0] = 1
                    self.interrupted = True
        searcher.give_back()
        raise_again(&searcher.solver.control)

    cdef const uint8_t *lay_out(self, int place, Scratch *scratch, Ask *asked) noexcept nogil:
        """Set the question out, in the thread's scratch space where need be; the columns of its cards."""
        return NULL

    cdef void answer(self, int place, Searcher searcher, const Ask *asked,
                     const uint8_t *columns) noexcept nogil:
        cdef Bounds found, outer
        cdef Bounds[64] values
        cdef int[64] slots
        cdef int count
        cdef double start = seconds_now()
        found = answer_of(&searcher.solver, asked, ALL_SHORTCUTS, &outer)
        if self.by_card and not asked.over:
            count = solve_cards(&searcher.solver, outer, found, slots, values)
            self.note_cards(place, asked, columns, count, slots, values)
        self.lower[place] = found.lower
        self.upper[place] = found.upper
        self.stops[place] = searcher.solver.control.stop
        self.nodes[place] = searcher.solver.control.nodes
        self.seconds[place] = seconds_now() - start

    cdef void note_cards(self, int place, const Ask *asked, const uint8_t *columns, int count,
                         const int *slots, const Bounds *values) noexcept nogil:
        """Give every legal card the bounds of the distinct ones: the next lower of its suit, or its own."""
        cdef Bounds[64] by_slot
        cdef cardset apart = 0, rest
        cdef int i, slot, lowest
        for i in range(count):
            apart |= bit(slots[i])
            by_slot[slots[i]] = values[i]
        rest = legal_cards(asked.rules, &asked.at.state, &asked.at.trick, asked.at.to_play)
        while rest:
            slot = highest_card(rest)
            rest ^= bit(slot)
            lowest = highest_card(apart & (bit(slot) | (bit(slot) - 1)))
            if columns[slot] != NO_COLUMN:
                self.card_lower[place, columns[slot]] = by_slot[lowest].lower
                self.card_upper[place, columns[slot]] = by_slot[lowest].upper


cdef class DealBatch(Batch):
    """A batch of points of deals, one object each, with their payoffs, windows and columns.

    `begun`: the states keep what the payoffs count (`DealState.begun`).
    """

    cdef Ask *asks
    cdef const uint8_t **columns
    cdef object kept        # what the asks point into

    def __init__(self, deals, payoffs, windows, columns, bint begun, *arrays):
        cdef int place
        cdef bytes row
        super().__init__(len(deals), *arrays)
        self.kept = (list(deals), list(payoffs), list(columns))
        self.asks = <Ask *>calloc(max(self.size, 1), sizeof(Ask))
        self.columns = <const uint8_t **>calloc(max(self.size, 1), sizeof(uint8_t *))
        if self.asks == NULL or self.columns == NULL:
            raise MemoryError("no memory for the batch")
        for place in range(self.size):
            self.asks[place] = ask_of(deals[place], payoffs[place], windows[place])
            self.asks[place].begun = begun
            row = columns[place]
            self.columns[place] = row

    def __dealloc__(self):
        free(self.asks)
        free(self.columns)

    cdef const uint8_t *lay_out(self, int place, Scratch *scratch, Ask *asked) noexcept nogil:
        asked[0] = self.asks[place]
        return self.columns[place]

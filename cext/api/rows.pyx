"""Positions as rows of arrays, laid out for a search when a thread comes to them.

A row holds its cards by *card bit* (16 * suit + rank, see solver.positions.arrays); which slot a card
has is said by the row's frame: positions under the same rules and trump share one.
"""

include "../base/layout.pxi"

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cext.base.cards cimport NO_CARD, bit, cardset, count_cards, lowest_card
from cext.api.batch cimport Batch, Scratch
from cext.api.searcher cimport (
    Ask, play_lay, play_open, play_over, play_settle,
)
from cext.game.game cimport MAX_SEATS, Payoff, Rules
from cext.game.packed cimport GamePayoff, GameRules
from cext.game.play cimport legal_cards
from cext.search.driver cimport PlayState

cdef enum:
    MOST_COPIES = 16        # of one card in play: a lane's slots
    NO_BIT = 255

cdef struct Frame:
    # What positions under the same rules and trump share.
    const Rules *rules
    uint8_t slot[64][MOST_COPIES]   # by card bit, weakest copy first
    uint8_t card[64]                # the card bit of each slot
    bint unequal                    # hands of any size: tricks left are cards left

cdef struct Purpose:
    # What positions of the same goal, side and facts share.
    const Payoff *payoff
    bint limited
    int low
    int high


cdef class Rows:
    """Rows of positions of one number of seats, each with the number of its frame.

    `hands` has the shape (rows, seats, copies), `pile` and `widow` (rows, copies), `stock`, `trick_seat`
    and `trick_card` a row each that ends at 255; the rest is a number a row. A frame is
    (GameRules, slots by card bit, hands of any size?).
    """

    cdef readonly int size
    cdef int seats, copies, longest_stock, longest_trick
    cdef const uint64_t[:, :, ::1] hands
    cdef const uint64_t[:, ::1] pile, widow
    cdef const uint8_t[:, ::1] stock, trick_seat, trick_card
    cdef const int8_t[::1] leader
    cdef const uint8_t[::1] first, broken
    cdef const int32_t[::1] frame
    cdef Frame *frames
    cdef object kept

    def __init__(self, hands, pile, widow, stock, trick_seat, trick_card, leader, first, broken, frame,
                 *, frames):
        self.hands, self.pile, self.widow = hands, pile, widow
        self.stock, self.trick_seat, self.trick_card = stock, trick_seat, trick_card
        self.leader, self.first, self.broken, self.frame = leader, first, broken, frame
        self.size = self.hands.shape[0]
        self.seats = self.hands.shape[1]
        self.copies = self.hands.shape[2]
        self.longest_stock = self.stock.shape[1]
        self.longest_trick = self.trick_card.shape[1]
        if self.seats > MAX_SEATS or self.copies > MOST_COPIES:
            raise ValueError(f"{self.seats} seats, {self.copies} copies: more than the core has room for")
        self._keep(list(frames))

    cdef _keep(self, list frames):
        cdef int place, card, copy
        cdef GameRules rules
        self.kept = frames
        self.frames = <Frame *>calloc(max(len(frames), 1), sizeof(Frame))
        if self.frames == NULL:
            raise MemoryError("no memory for the frames")
        for place, (rules, slots, unequal) in enumerate(frames):
            self.frames[place].rules = &rules.rules
            self.frames[place].unequal = unequal
            memset(self.frames[place].card, NO_BIT, 64)
            for card, places in slots.items():
                for copy, slot in enumerate(places):
                    self.frames[place].slot[card][copy] = slot
                    self.frames[place].card[slot] = card

    def __dealloc__(self):
        free(self.frames)

    # --- a row as a state of play ---------------------------------------------------------------------

    cdef void lay_out(self, int row, int cards_laid, Rules *rules, PlayState *play) noexcept nogil:
        """A row's state of play; with `cards_laid` 0 or more the rest of its trick is in its players' hands.

        Identical cards take their slots in the order stock, hands, trick, pile, widow, as solver.core does.
        """
        cdef const Frame *frame = &self.frames[self.frame[row]]
        cdef uint8_t[64] used
        cdef uint8_t[MAX_SEATS] laid
        cdef int seat, place, length = 0
        rules[0] = frame.rules[0]
        memset(play, 0, sizeof(PlayState))
        memset(used, 0, 64)
        self._stock(row, frame, used, rules, play)
        for seat in range(self.seats):
            play.state.hands[seat] = self._heap(&self.hands[row, seat, 0], frame, used)
        while length < self.longest_trick and self.trick_card[row, length] != NO_CARD:
            laid[length] = take_slot(frame, used, self.trick_card[row, length])
            length += 1
        play.state.pile = self._heap(&self.pile[row, 0], frame, used)
        play.state.pile |= self._heap(&self.widow[row, 0], frame, used)
        if cards_laid >= 0:
            for place in range(cards_laid, length):
                play.state.hands[self.trick_seat[row, place]] |= bit(laid[place])
            length = min(length, cards_laid)
        self._count(row, length, frame, rules, play)
        play_open(play, self.leader[row])
        for place in range(length):
            play_lay(rules, play, self.trick_seat[row, place], laid[place])
        play_settle(rules, play)

    cdef void _stock(self, int row, const Frame *frame, uint8_t *used, Rules *rules,
                     PlayState *play) noexcept nogil:
        cdef int length = 0
        while length < self.longest_stock and self.stock[row, length] != NO_CARD:
            rules.stock[length] = take_slot(frame, used, self.stock[row, length])
            play.state.left |= bit(rules.stock[length])
            length += 1
        rules.stock_size = length

    cdef cardset _heap(self, const uint64_t *sets, const Frame *frame, uint8_t *used) noexcept nogil:
        """The slots of a heap of cards; set c of it holds those of which there are more than c."""
        cdef cardset found = 0, rest
        cdef int copy, card
        for copy in range(self.copies):
            rest = sets[copy]
            while rest:
                card = lowest_card(rest)
                rest &= rest - 1
                found |= bit(take_slot(frame, used, card))
        return found

    cdef void _count(self, int row, int cards_laid, const Frame *frame, const Rules *rules,
                     PlayState *play) noexcept nogil:
        """What is left of the deal, and what play has brought about."""
        cdef int seat, place, held, most = 0, total = 0
        for seat in range(self.seats):
            held = count_cards(play.state.hands[seat])
            play.state.left |= play.state.hands[seat]
            total += held
            for place in range(cards_laid):
                held += self.trick_seat[row, place] == seat
            most = max(most, held)
        if frame.unequal:
            play.state.tricks_left = total + rules.stock_size
        else:
            play.state.tricks_left = most + (rules.stock_size + self.seats - 1) // self.seats
        play.state.first = self.first[row]
        play.state.broken = self.broken[row]
        play.state.leader = self.leader[row]

    # --- what a table says of every row -----------------------------------------------------------------

    def turns(self, int8_t[::1] turn):
        """The seat to play of every row, -1 where the deal is over."""
        cdef Scratch scratch
        cdef int row
        with nogil:
            for row in range(self.size):
                self.lay_out(row, -1, &scratch.rules, &scratch.at)
                turn[row] = -1 if play_over(&scratch.rules, &scratch.at) else scratch.at.to_play

    def legal(self, uint64_t[::1] cards):
        """The cards that may be played now, of every row, as a set of card bits."""
        cdef Scratch scratch
        cdef int row
        with nogil:
            for row in range(self.size):
                self.lay_out(row, -1, &scratch.rules, &scratch.at)
                cards[row] = self._may_play(row, &scratch)

    def playable(self, uint8_t[::1] sound):
        """Whether each card of each row's trick was legal, by what its player still holds."""
        cdef Scratch scratch
        cdef int row, place
        with nogil:
            for row in range(self.size):
                sound[row] = True
                for place in range(self.longest_trick):
                    if self.trick_card[row, place] == NO_CARD:
                        break
                    self.lay_out(row, place, &scratch.rules, &scratch.at)
                    if not self._may_play(row, &scratch) & bit(self.trick_card[row, place]):
                        sound[row] = False
                        break

    cdef cardset _may_play(self, int row, Scratch *scratch) noexcept nogil:
        cdef const Frame *frame = &self.frames[self.frame[row]]
        cdef cardset rest, cards = 0
        if play_over(&scratch.rules, &scratch.at) or scratch.at.to_play < 0:
            return 0
        rest = legal_cards(&scratch.rules, &scratch.at.state, &scratch.at.trick, scratch.at.to_play)
        while rest:
            cards |= bit(frame.card[lowest_card(rest)])
            rest &= rest - 1
        return cards


cdef inline int take_slot(const Frame *frame, uint8_t *used, int card) noexcept nogil:
    """The next slot of a card, of identical ones the weakest first."""
    used[card] += 1
    return frame.slot[card][used[card] - 1]


cdef class RowBatch(Batch):
    """A batch of rows, each with the number of its purpose: (GamePayoff, window, columns by slot)."""

    cdef Rows rows
    cdef const int32_t[::1] purpose
    cdef Purpose *purposes
    cdef const uint8_t **columns
    cdef object kept

    def __init__(self, Rows rows, purpose, purposes, *arrays):
        cdef int place
        cdef GamePayoff payoff
        cdef bytes columns
        super().__init__(rows.size, *arrays)
        self.rows = rows
        self.purpose = purpose
        self.kept = list(purposes)
        self.purposes = <Purpose *>calloc(max(len(self.kept), 1), sizeof(Purpose))
        self.columns = <const uint8_t **>calloc(max(len(self.kept), 1), sizeof(uint8_t *))
        if self.purposes == NULL or self.columns == NULL:
            raise MemoryError("no memory for the batch")
        for place, (payoff, window, columns) in enumerate(self.kept):
            self.purposes[place].payoff = &payoff.payoff
            self.purposes[place].limited = window is not None
            if window is not None:
                self.purposes[place].low, self.purposes[place].high = window
            self.columns[place] = columns

    def __dealloc__(self):
        free(self.purposes)
        free(self.columns)

    cdef const uint8_t *lay_out(self, int place, Scratch *scratch, Ask *asked) noexcept nogil:
        cdef const Purpose *purpose = &self.purposes[self.purpose[place]]
        self.rows.lay_out(place, -1, &scratch.rules, &scratch.at)
        asked.rules = &scratch.rules
        asked.at = &scratch.at
        asked.payoff = purpose.payoff
        asked.limited = purpose.limited
        asked.low = purpose.low
        asked.high = purpose.high
        asked.over = play_over(&scratch.rules, &scratch.at)
        asked.begun = False
        return self.columns[self.purpose[place]]

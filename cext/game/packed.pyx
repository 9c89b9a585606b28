"""Rules and payoffs from plain Python numbers, packed for the search.

Seats are indices, cards slots (cext/base/cards.pxd), sets of cards 64-bit masks.
"""

from libc.string cimport memset

from cext.base.cards cimport LANES, SLOTS, bit, cardset, lane_mask
from cext.game.derive cimport derive_bounds, derive_traits
from cext.game.game cimport (
    EXCESS_COUNTS, FOLLOW, FOLLOW_OR_TAKE_UP, MAX_SEATS, MAX_TAKERS, NO_COUNTS, Payoff, Rules,
)

include "../base/layout.pxi"


cdef class GameRules:
    """The rules of play, packed (cext/game/game.pxd: Rules).

    `grades` gives each slot's strength (identical cards share one), `cards` the slots
    in use, the other arguments are the fields of the same name.
    """

    def __init__(self, int seats, int follow, *, int trump=-1, cards=0, grades=None, bint draw_each=False,
                 bint cancels=False, bint ends_alone=False, bint one_trick_a_card=True, int joker=-1,
                 over_joker=0, unled=0, breakers=0, kept_from_first=0, must_lead=0, stock=()):
        if not 2 <= seats <= MAX_SEATS:
            raise ValueError(f"a game has 2 to {MAX_SEATS} seats, not {seats}")
        if not (FOLLOW <= follow <= FOLLOW_OR_TAKE_UP and -1 <= trump < LANES and -1 <= joker < SLOTS):
            raise ValueError(f"no such rules: follow {follow}, trump {trump}, joker {joker}")
        if len(stock) > SLOTS or not all([0 <= slot < SLOTS for slot in stock]):
            raise ValueError(f"a stock has at most {SLOTS} cards, by their slots")
        memset(&self.rules, 0, sizeof(Rules))
        self.rules.seats = seats
        self.rules.follow = follow
        self.rules.trump = trump
        self.rules.trumps = lane_mask(trump) if trump >= 0 else 0
        self.rules.draw_each = draw_each
        self.rules.cancels = cancels
        self.rules.ends_alone = ends_alone
        self.rules.one_trick_a_card = one_trick_a_card
        self.rules.joker = joker
        self.rules.over_joker = over_joker
        self.rules.unled = unled
        self.rules.breakers = breakers
        self.rules.kept_from_first = kept_from_first
        self.rules.must_lead = must_lead
        self.rules.house = bool(unled or kept_from_first or must_lead or joker >= 0)
        self.rules.unused = ~<cardset>cards
        self.rules.stock_size = len(stock)
        for place, slot in enumerate(stock):
            self.rules.stock[place] = slot
        self._grade(cards, grades)

    cdef _grade(self, cardset cards, grades):
        """Strengths, twins and what beats what."""
        cdef int slot, other
        for slot in range(64):
            self.rules.grade[slot] = grades[slot] if grades is not None else slot
        for slot in range(64):
            self.rules.beaten_by[slot] = 0
            for other in range(16 * (slot >> 4), 16 * (slot >> 4) + 16):
                if self.rules.grade[other] > self.rules.grade[slot]:
                    self.rules.beaten_by[slot] |= bit(other)
                elif (other != slot and self.rules.grade[other] == self.rules.grade[slot]
                        and cards & bit(other)):
                    self.rules.has_twins = True
            if slot >> 4 != self.rules.trump:
                self.rules.beaten_by[slot] |= self.rules.trumps


cdef class GamePayoff:
    """What a side plays for, packed (cext/game/game.pxd: Payoff).

    `worth` is a sequence of 64 numbers a seat; `bonus`, where given, has a number for
    each mask of takers.
    """

    def __init__(self, GameRules rules not None, cards, side, worth, *, any_trick=None, first_trick=None,
                 last_trick=None, pointed=0, bint pointed_any=False, bint pointed_first=False,
                 bint pointed_last=False, bonus=None, int mark_seat=-1, int mark_card=0, int counting=0,
                 count_worth=None, counts_before=None, int takers_before=0):
        cdef int seat, slot, sets = 0, seats = rules.rules.seats
        cdef Payoff *payoff = &self.payoff
        if not (all([0 <= seat < seats for seat in side]) and -1 <= mark_seat < seats
                and 0 <= mark_card < SLOTS and NO_COUNTS <= counting <= EXCESS_COUNTS
                and 0 <= takers_before < MAX_TAKERS):
            raise ValueError("a payoff speaks of seats and cards of its game only")
        if bonus is not None and len(bonus) > MAX_TAKERS:
            raise ValueError("too many seats for a bonus")
        self.seats = seats
        memset(payoff, 0, sizeof(Payoff))
        for seat in side:
            payoff.maximises[seat] = 1
        for seat in range(seats):
            self._weigh(seat, worth[seat])
            payoff.any_trick[seat] = any_trick[seat] if any_trick else 0
            payoff.first_trick[seat] = first_trick[seat] if first_trick else 0
            payoff.last_trick[seat] = last_trick[seat] if last_trick else 0
            payoff.has_tricks |= (payoff.any_trick[seat] or payoff.first_trick[seat]
                                  or payoff.last_trick[seat])
        payoff.pointed = pointed
        payoff.pointed_any = pointed_any
        payoff.pointed_first = pointed_first
        payoff.pointed_last = pointed_last
        payoff.mark_seat = mark_seat
        payoff.mark_card = mark_card
        if bonus is not None:
            payoff.has_bonus = True
            sets = len(bonus)
            for place in range(sets):
                payoff.bonus[place] = bonus[place]
        payoff.takers_before = takers_before
        payoff.counting = counting
        if count_worth is not None:
            for slot in range(SLOTS):
                payoff.count_worth[slot] = count_worth[slot]
            for seat in range(seats):
                payoff.counts_before[seat] = counts_before[seat]
        derive_bounds(seats, sets, payoff)
        derive_traits(&rules.rules, cards, payoff)

    cdef _weigh(self, int seat, row):
        """What each card is worth to the side when this seat captures it."""
        cdef int slot
        for slot in range(SLOTS):
            self.payoff.worth[seat][slot] = row[slot]
            if self.payoff.worth[seat][slot]:
                self.payoff.valued |= bit(slot)

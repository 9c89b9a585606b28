"""Rules and payoffs from plain Python numbers, packed for the search.

Seats are indices, cards slots (cext/base/cards.pxd), sets of cards 64-bit masks.
"""

from libc.string cimport memset

from cext.base.cards cimport LANES, SLOTS, bit, cardset, count_cards, lane_mask, lowest_card
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
        self.rules.walls = ~<cardset>cards
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
                 last_trick=None,
                 pointed=0, bint pointed_any=False, bint pointed_first=False, bint pointed_last=False,
                 bonus=None, int mark_seat=-1, int mark_card=0, int counting=0, count_worth=None,
                 counts_before=None, int takers_before=0):
        cdef int seat, seats = rules.rules.seats
        if not (all([0 <= seat < seats for seat in side]) and -1 <= mark_seat < seats
                and 0 <= mark_card < SLOTS and NO_COUNTS <= counting <= EXCESS_COUNTS
                and 0 <= takers_before < MAX_TAKERS):
            raise ValueError("a payoff speaks of seats and cards of its game only")
        self.seats = seats
        memset(&self.payoff, 0, sizeof(Payoff))
        for seat in side:
            self.payoff.maximises[seat] = 1
        self._weigh(seats, worth)
        for seat in range(seats):
            self.payoff.any_trick[seat] = any_trick[seat] if any_trick else 0
            self.payoff.first_trick[seat] = first_trick[seat] if first_trick else 0
            self.payoff.last_trick[seat] = last_trick[seat] if last_trick else 0
        self.payoff.has_tricks = bool(any_trick and any(any_trick) or first_trick and any(first_trick)
                                      or last_trick and any(last_trick))
        self.payoff.any_most = max([self.payoff.any_trick[seat] for seat in range(seats)])
        self.payoff.any_least = min([self.payoff.any_trick[seat] for seat in range(seats)])
        self.payoff.first_most = max([self.payoff.first_trick[seat] for seat in range(seats)])
        self.payoff.first_least = min([self.payoff.first_trick[seat] for seat in range(seats)])
        self.payoff.last_most = max([self.payoff.last_trick[seat] for seat in range(seats)])
        self.payoff.last_least = min([self.payoff.last_trick[seat] for seat in range(seats)])
        rest = [seat for seat in range(seats) if seat not in side]
        self.payoff.shy = self._brings(side) < self._brings(rest)
        self.payoff.pointed = pointed
        self.payoff.pointed_any = pointed_any
        self.payoff.pointed_first = pointed_first
        self.payoff.pointed_last = pointed_last
        self.payoff.mark_seat = mark_seat
        self.payoff.mark_card = mark_card
        self.payoff.counting = counting
        if bonus is not None:
            self._reward(bonus)
        if count_worth is not None:
            for slot in range(64):
                self.payoff.count_worth[slot] = count_worth[slot]
            for seat in range(seats):
                self.payoff.counts_before[seat] = counts_before[seat]
        self.payoff.takers_before = takers_before
        self.payoff.lonely = self._lonely(seats, True)
        self.payoff.lonely_foe = self._lonely(seats, False)
        own = {self.payoff.any_trick[seat] for seat in range(seats) if self.payoff.maximises[seat]}
        rest = {self.payoff.any_trick[seat] for seat in range(seats) if not self.payoff.maximises[seat]}
        self.payoff.shared = all([
            list(worth[seat]) == list(worth[other]) for seat in range(seats) for other in range(seat)
            if self.payoff.maximises[seat] == self.payoff.maximises[other]])
        self.payoff.tricks_only = (
            self.payoff.has_tricks and not self.payoff.valued and bonus is None and not counting
            and not (first_trick and any(first_trick)) and not (last_trick and any(last_trick))
            and len(own) == len(rest) == 1 and max(own) > max(rest) and rules.rules.one_trick_a_card)
        self._sort(&rules.rules, cards)

    cdef _weigh(self, int seats, worth):
        cdef int seat, slot
        for seat in range(seats):
            row = worth[seat]
            for slot in range(64):
                self.payoff.worth[seat][slot] = row[slot]
        for slot in range(64):
            self.payoff.least[slot] = self.payoff.worth[0][slot]
            self.payoff.most[slot] = self.payoff.worth[0][slot]
            for seat in range(1, seats):
                self.payoff.least[slot] = min(self.payoff.least[slot], self.payoff.worth[seat][slot])
                self.payoff.most[slot] = max(self.payoff.most[slot], self.payoff.worth[seat][slot])
            if self.payoff.least[slot] or self.payoff.most[slot]:
                self.payoff.valued |= bit(slot)

    cdef int _brings(self, seats):
        """What the side would get by these seats' capturing everything, each for itself."""
        cdef int seat, slot, total = 0
        for seat in seats:
            total += 13 * self.payoff.any_trick[seat] + self.payoff.last_trick[seat]
            for slot in range(64):
                total += self.payoff.worth[seat][slot]
        return total

    cdef int _lonely(self, int seats, bint maximises):
        """The only seat for (or against) the side, if it wants every card captured by any other; else -1."""
        cdef int seat, slot, lonely = -1
        for seat in range(seats):
            if self.payoff.maximises[seat] == maximises:
                if lonely >= 0:
                    return -1
                lonely = seat
        for seat in range(seats):
            for slot in range(64):
                if seat != lonely and self.payoff.worth[seat][slot] != (
                        self.payoff.most[slot] if maximises else self.payoff.least[slot]):
                    return -1
        return lonely

    cdef _reward(self, bonus):
        """The bonus of each set of takers, and its extremes over all larger sets."""
        cdef int takers, more, size = len(bonus)
        if size > MAX_TAKERS:
            raise ValueError("too many seats for a bonus")
        self.payoff.has_bonus = True
        for takers in range(size):
            self.payoff.bonus[takers] = bonus[takers]
        for takers in range(size - 1, -1, -1):
            self.payoff.bonus_least[takers] = self.payoff.bonus[takers]
            self.payoff.bonus_most[takers] = self.payoff.bonus[takers]
            more = 1
            while more < size:
                if not takers & more:
                    self.payoff.bonus_least[takers] = min(self.payoff.bonus_least[takers],
                                                          self.payoff.bonus_least[takers | more])
                    self.payoff.bonus_most[takers] = max(self.payoff.bonus_most[takers],
                                                         self.payoff.bonus_most[takers | more])
                more <<= 1

    cdef bint _alike(self, const Rules *rules, int one, int other):
        """May two cards stand for each other, as far as their worth and standing goes?"""
        cdef int seat
        for seat in range(rules.seats):
            if self.payoff.worth[seat][one] != self.payoff.worth[seat][other]:
                return False
        if self.payoff.count_worth[one] != self.payoff.count_worth[other]:
            return False
        if self.payoff.mark_seat >= 0 and (one == self.payoff.mark_card or other == self.payoff.mark_card):
            return False
        if one == rules.joker or other == rules.joker:
            return False
        for marks in (self.payoff.pointed if self.payoff.has_bonus else 0, rules.over_joker, rules.breakers,
                      rules.kept_from_first, rules.must_lead):
            if bool(marks & bit(one)) != bool(marks & bit(other)):
                return False
        return True

    cdef _sort(self, const Rules *rules, cardset cards):
        """Sort the cards into kinds, and name those that are odd in their lane."""
        cdef int slot, kind, lane, most
        cdef cardset rest = cards, common
        firsts = []
        while rest:
            slot = lowest_card(rest)
            rest &= rest - 1
            for kind, first in enumerate(firsts):
                if self._alike(rules, slot, first):
                    break
            else:
                kind = len(firsts)
                firsts.append(slot)
            self.payoff.kind[slot] = kind
            self.payoff.kinds[kind] |= bit(slot)
        self.payoff.kind_count = len(firsts)
        for lane in range(4):
            most = 0
            common = 0
            for kind in range(self.payoff.kind_count):
                rest = self.payoff.kinds[kind] & lane_mask(lane)
                if count_cards(rest) > most:
                    most = count_cards(rest)
                    common = rest
            self.payoff.odd |= <cardset>cards & lane_mask(lane) & ~common

"""Deals with more cards of a suit than the core's lanes hold: played here, and bounded by what is left.

`LongRules` and `LongState` have the faces of the core's `GameRules` and `DealState`, so that a `Deal` lays
either out the same way; sets of cards are integers of any size, with `lane_slots` bits a suit. `long_search`
searches them until no suit is too long any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cext.game.game import Follow
from solver.core.payoff import FIRST_OUT, Payoff
from solver.core.slots import Layout
from solver.rules.schema import MOST_COUNTED

Captured = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class LongRules:
    """The rules of play; the fields are those of the core's `Rules` (cext/game/game.pxd)."""

    seats: int
    follow: int
    lane_slots: int
    trump: int = -1
    cards: int = 0
    grades: Sequence[int] = ()
    draw_each: bool = False
    cancels: bool = False
    ends_alone: bool = False
    one_trick_a_card: bool = True
    joker: int = -1
    over_joker: int = 0
    unled: int = 0
    breakers: int = 0
    kept_from_first: int = 0
    must_lead: int = 0
    stock: Sequence[int] = ()

    def lane(self, lane: int) -> int:
        """All slots of a lane; none of a lane below the first."""
        return ((1 << self.lane_slots) - 1) << (lane * self.lane_slots) if lane >= 0 else 0

    def beats(self, slot: int, best: int) -> bool:
        """Whether a card takes the trick from the best card so far."""
        lane = slot // self.lane_slots
        if lane == best // self.lane_slots:
            return self.grades[slot] > self.grades[best]
        return lane == self.trump


class LongState:
    """A state of play: hands, trick, stock and what play has brought about."""

    def __init__(
        self,
        rules: LongRules,
        hands: Sequence[int],
        leader: int,
        *,
        trick: Sequence[tuple[int, int]] = (),
        pile: int = 0,
        first: bool = False,
        broken: bool = False,
        tricks_left: int = 0,
    ) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.leader = leader
        self.trick = list(trick)
        self.pile = pile
        self.first = first
        self.broken = broken
        self.tricks_left = tricks_left
        self.stock_drawn = 0
        self.to_play = self._next(trick[-1][0]) if trick else leader
        self._force()

    def copy(self) -> LongState:
        """A copy, free to be played on."""
        other = object.__new__(LongState)
        other.__dict__.update(self.__dict__, hands=list(self.hands), trick=list(self.trick))
        return other

    # --- whose turn, and what may be played -----------------------------------------------------------

    @property
    def over(self) -> bool:
        """No card is left to be played."""
        return self._deal_over() and (not self.trick or self.rules.follow == Follow.FOLLOW_OR_TAKE_UP)

    def _deal_over(self) -> bool:
        holders = sum([hand != 0 for hand in self.hands])
        if self.rules.follow == Follow.FOLLOW_OR_TAKE_UP:
            return holders < self.rules.seats
        return holders <= self.rules.ends_alone

    def _next(self, seat: int) -> int:
        """The seat after this one that plays to the trick, -1 when all have played."""
        while (seat := (seat + 1) % self.rules.seats) != self.leader:
            if self.hands[seat]:
                return seat
        return -1

    def _with_cards(self, seat: int) -> int:
        """This seat, or the next to its left that has cards."""
        for _ in range(self.rules.seats):
            if self.hands[seat]:
                break
            seat = (seat + 1) % self.rules.seats
        return seat

    def _led(self) -> int:
        """All slots of the suit led."""
        return self.rules.lane(self.trick[0][1] // self.rules.lane_slots)

    def legal(self) -> int:
        """The cards the seat to play may play."""
        rules = self.rules
        if self.over or self.to_play < 0:
            return 0
        hand = legal = self.hands[self.to_play]
        if self.trick:
            legal = self._following(hand)
        elif self.first and hand & rules.must_lead:
            return hand & rules.must_lead
        elif not self.broken and hand & ~rules.unled:
            legal = hand & ~rules.unled
        if self.first and legal & ~rules.kept_from_first:
            legal &= ~rules.kept_from_first
        return legal

    def _following(self, hand: int) -> int:
        rules, led = self.rules, self._led()
        suit = hand & led
        if rules.follow == Follow.FOLLOW_AND_HEAD:
            return self._heading(suit or hand & rules.lane(rules.trump)) or hand
        if not suit:
            return hand
        if rules.follow == Follow.FOLLOW_OR_TRUMP:
            return suit | hand & rules.lane(rules.trump)
        if self._joker_off_suit() and any(rules.over_joker >> slot & 1 for _, slot in self.trick):
            return suit | hand & 1 << rules.joker
        return suit

    def _heading(self, able: int) -> int:
        """Of cards of which one has to be played, those that beat the trick; else all of them."""
        best = self.trick[0][1]
        for _, slot in self.trick[1:]:
            best = slot if self.rules.beats(slot, best) else best
        heading = sum([1 << slot for slot in slots_of(able) if self.rules.beats(slot, best)])
        return heading or able

    def _joker_off_suit(self) -> bool:
        """Whether there is a Joker, and a suit other than its own was led."""
        return self.rules.joker >= 0 and not self._led() >> self.rules.joker & 1

    def _force(self) -> None:
        """What happens by itself before the next card: who cannot follow draws, or takes the trick up."""
        seat, follow = self.to_play, self.rules.follow
        if seat < 0 or not self.trick:
            return
        if follow == Follow.FOLLOW_OR_DRAW:
            while not self.hands[seat] & self._led() and self.stock_drawn < len(self.rules.stock):
                self._draw(seat)
        elif follow == Follow.FOLLOW_OR_TAKE_UP and not (self._deal_over() or self.hands[seat] & self._led()):
            self.hands[seat] |= sum([1 << slot for _, slot in self.trick])
            self.leader, self.trick = seat, []

    def _draw(self, seat: int) -> None:
        """The next card of the stock, if there is one, goes into this hand."""
        if self.stock_drawn < len(self.rules.stock):
            self.hands[seat] |= 1 << self.rules.stock[self.stock_drawn]
            self.stock_drawn += 1

    # --- playing a card -------------------------------------------------------------------------------

    def play(self, slot: int, payoff: object = None) -> Captured | None:
        """Play a card. Returns None in mid-trick, else what was captured: [(seat, cards)].

        Nothing is counted here, so no payoff is asked for.
        """
        if self.to_play < 0 or slot < 0 or not self.hands[self.to_play] >> slot & 1:
            raise ValueError(f"slot {slot} is not held by the seat to play")
        self.hands[self.to_play] ^= 1 << slot
        self.trick.append((self.to_play, slot))
        self.to_play = self._next(self.to_play)
        if self.to_play >= 0:
            self._force()
            return None
        captured = self._quit()
        self.trick = []
        self.to_play = self.leader
        return captured

    def _quit(self) -> Captured:
        """End a complete trick; what was captured."""
        rules, winner = self.rules, self._winner()
        cards = sum([1 << slot for _, slot in self.trick])
        if rules.follow == Follow.FOLLOW_OR_TAKE_UP:
            self.leader = winner  # the cards are dead
            return []
        self.broken |= bool(cards & rules.breakers & ~self._led())
        self.tricks_left -= 1
        self.first = False
        draws = rules.draw_each and self.stock_drawn < len(rules.stock)
        if winner < 0 and self._deal_over() and not draws:
            winner = self.leader
        if winner < 0:
            self.pile |= cards
            self.leader = self._with_cards(self.leader)
            return []
        captured = [(winner, cards | self.pile)]
        self.pile = 0
        for turn in range(rules.seats if draws else 0):
            self._draw((winner + turn) % rules.seats)
        captured += self._rest()
        self.leader = self._with_cards(winner)
        return captured

    def _rest(self) -> Captured:
        """Domino's end: the seat that alone has cards, or else the last to play, takes hand and stock."""
        rules = self.rules
        if not (rules.ends_alone and self._deal_over()):
            return []
        holders = [seat for seat, hand in enumerate(self.hands) if hand]
        cards = sum([1 << slot for slot in rules.stock[self.stock_drawn :]])
        cards |= sum([self.hands[seat] for seat in holders])
        self.hands, self.stock_drawn = [0] * rules.seats, len(rules.stock)
        return [(holders[0] if holders else self.trick[-1][0], cards)] if cards else []

    def _winner(self) -> int:
        """The seat that takes a complete trick, -1 where it stays on the table."""
        rules, trick = self.rules, self.trick
        if rules.cancels:
            grades = [rules.grades[slot] for _, slot in trick]
            trick = [
                (seat, slot)
                for seat, slot in trick
                if self._led() >> slot & 1 and grades.count(rules.grades[slot]) == 1
            ]
            return max(trick, key=lambda play: play[1])[0] if trick else -1
        if self._joker_off_suit() and any(slot == rules.joker for _, slot in trick):
            strong = rules.over_joker | 1 << rules.joker
            over = [(seat, slot) for seat, slot in trick if strong >> slot & 1]
            return max(over, key=lambda play: play[1])[0]
        winner, best = trick[0]
        for seat, slot in trick[1:]:
            if rules.beats(slot, best):
                winner, best = seat, slot
        return winner

    def perft(self, depth: int, payoff: object = None) -> int:
        """How many legal sequences of exactly `depth` cards there are."""
        if depth == 0:
            return 1
        if self.over:
            return 0
        plays = distinct(self.rules.grades, self.legal())
        if depth == 1:
            return len(plays)
        count = 0
        for slot in plays:
            after = self.copy()
            after.play(slot)
            count += after.perft(depth - 1)
        return count


def slots_of(cards: int) -> list[int]:
    """The slots of a set of cards, lowest first."""
    found = []
    while cards:
        found.append((cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return found


def distinct(grades: Sequence[int], cards: int) -> list[int]:
    """One slot of each set of identical cards."""
    return list({grades[slot]: slot for slot in reversed(slots_of(cards))}.values())


def cards_left(state: LongState) -> int:
    """All cards that are still to be captured."""
    cards = state.pile | sum(state.hands) | sum([1 << slot for _, slot in state.trick])
    return cards | sum([1 << slot for slot in state.rules.stock[state.stock_drawn :]])


# --- what is counted --------------------------------------------------------------------------------------


class Tally:
    """What a payoff counts, by slot: the numbers that captures bring, and bounds of what is still to come."""

    def __init__(self, payoff: Payoff, layout: Layout) -> None:
        self.payoff = payoff
        names = [name if layout.cards >> slot & 1 else "" for slot, name in enumerate(layout.names)]
        self._worth = [[worth.get(name, 0) for name in names] for worth in payoff.worth]
        self._outer = [(min(worth), max(worth)) for worth in zip(*self._worth, strict=True)]
        self._valued = sum([1 << slot for slot, worth in enumerate(self._outer) if worth != (0, 0)])
        self._weight = [payoff.counts.weight.get(name, 0) if payoff.counts else 0 for name in names]
        self._pointed = layout.mask(payoff.pointed)
        self._mark = -1, 0
        if payoff.owner_mark is not None:
            seat, card = payoff.owner_mark
            self._mark = seat, layout.mask([card])

    def bounds(self, state: LongState, takers: int, counts: tuple[int, ...]) -> tuple[int, int]:
        """What the searched number must and can come to.

        Every card that is left goes to one seat or another, every trick that is left to one, or (cancelled)
        to none; takers only become more.
        """
        payoff = self.payoff
        if payoff.kind == FIRST_OUT:
            return -1, 1
        if payoff.counts:
            most = self._most_settled(state, counts)
            return -most, most
        low, high = map(sum, zip(*self._left(state, takers), strict=True))
        return low, high

    def _most_settled(self, state: LongState, counts: tuple[int, ...]) -> int:
        """No more is settled: each seat pays each other its count's distance, or shares what all others pay.

        No two counts come to lie further apart than twice all that is and will be counted.
        """
        left = sum([abs(self._weight[slot]) for slot in slots_of(cards_left(state))])
        counted = sum(map(abs, counts)) + left
        return min(MOST_COUNTED, 2 * counted * len(counts) ** 2)

    def asked(self, state: LongState) -> tuple[int, int]:
        """The bounds where the payoff begins to count, within its window."""
        counts = self.payoff.counts.so_far if self.payoff.counts else ()
        low, high = self.bounds(state, self.payoff.takers, counts)
        if self.payoff.window is not None and not self.payoff.counts:
            least, most = self.payoff.window
            low, high = min(max(low, least), most), max(min(high, most), least)
        return low, high

    def _left(self, state: LongState, takers: int) -> list[tuple[int, int]]:
        """The bounds of each thing that is still to be had."""
        payoff = self.payoff
        found = [(0, 0), *[self._outer[slot] for slot in slots_of(cards_left(state) & self._valued)]]
        if not state.over:
            found += [_of_trick(state, payoff.any_trick)] * state.tricks_left
            found.append(_of_trick(state, payoff.first_trick) if state.first else (0, 0))
            found.append(_of_trick(state, payoff.last_trick))
        if payoff.bonus is not None:
            later = [bonus for more, bonus in enumerate(payoff.bonus) if more & takers == takers]
            found.append((min(later), max(later)))
        return found

    def captured(
        self, state: LongState, heaps: Captured, first: bool, takers: int, counts: tuple[int, ...]
    ) -> tuple[int, int, tuple[int, ...]]:
        """What captures bring the side, who has taken anything then, and every seat's count.

        `state` is that after them, `first` whether the trick was the deal's first. The first heap is a trick,
        another the rest that Domino's last seat takes.
        """
        payoff, gain, last = self.payoff, 0, state.over
        for place, (seat, cards) in enumerate(heaps):
            gain += sum([self._worth[seat][slot] for slot in slots_of(cards & self._valued)])
            if payoff.counts:
                more = sum([self._weight[slot] for slot in slots_of(cards)])
                counts = (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])
            tricks = {"any": True, "first": first, "last": last} if place == 0 else {}
            if payoff.bonus is not None:
                if cards & self._pointed or any(tricks.get(kind, False) for kind in payoff.pointed_tricks):
                    takers |= 1 << seat
                if seat == self._mark[0] and cards & self._mark[1]:
                    takers |= 1 << len(payoff.worth)
            if place == 0:
                gain += payoff.any_trick[seat] + first * payoff.first_trick[seat]
                gain += last * payoff.last_trick[seat]
        return gain, takers, counts


def _of_trick(state: LongState, worth: Sequence[int]) -> tuple[int, int]:
    """What a trick brings that somebody wins, or that may not be won, or not be played."""
    sure = state.rules.one_trick_a_card
    return min(*worth, *([] if sure else [0])), max(*worth, *([] if sure else [0]))

"""A deal in play: what is fixed (the table) and what moves (the state), and the rules of a trick.

Cards are numbered in the order of the pack, each copy by itself; a set of cards is an integer with a
bit for each. Of identical cards in one hand the first is always the one played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .pack import SAME_COLOUR, pack_order
from .rules import game_of, names, ranks_of, yes

Position = Mapping[str, Any]


class State(NamedTuple):
    """hands, pile and widow are card sets; `trick` holds (seat, card); `drawn` counts cards off the stock."""

    hands: tuple[int, ...]
    leader: int
    trick: tuple[tuple[int, int], ...]
    drawn: int
    pile: int
    widow: int
    first: bool  # no trick of the deal is finished yet
    broken: bool  # a heart has been discarded


class Capture(NamedTuple):
    """Cards that went to a seat: with a trick, or (Domino, at the end) without one."""

    seat: int
    cards: int
    trick: bool
    first: bool
    last: bool


class Table:
    """Everything about a position that play does not change."""

    def __init__(self, pos: Position) -> None:
        self.game = game_of(pos["game"])
        self.options: dict[str, Any] = dict(pos.get("options") or {})
        self.seats: list[str] = list(pos["seats"])
        self.n = len(self.seats)
        self.trump: str | None = pos.get("trump") or None
        self.ranks = ranks_of(self.game, self.options)
        taken = pos.get("taken") or {}
        tricks = pos.get("tricks_played")
        if tricks is None and not any(taken.values()):
            tricks = 0
        self.tricks_played: int | None = tricks
        trick = [entry[-2:] for entry in pos.get("trick") or []]
        stock = list(pos.get("stock") or [])
        loose = trick + stock + list(pos.get("pile") or []) + list(pos.get("widow") or [])
        held = [card for hand in pos["hands"].values() for card in hand]
        self.cards = pack_order(loose + held, self.ranks)
        self._lanes()
        house = self.game.house
        self.break_hearts = yes(self.options, "break-hearts") or bool(house and house.break_hearts)
        self.queen_breaks = yes(self.options, "queen-breaks") or bool(house and house.queen_breaks)
        self.clean_first = yes(self.options, "first-trick-clean") or bool(house and house.clean_first)
        self.lead_card = str(self.options.get("lead-card", house.lead_card if house else ""))
        self.pointed = 0  # filled by Facts, for first-trick-clean
        self._choices: dict[int, tuple[int, ...]] = {}
        self._free = {card: [i for i, c in enumerate(self.cards) if c == card] for card in set(self.cards)}
        self.draws_to_follow = self.game.follow == "follow-or-draw"
        self.stock = [self._number(card) for card in stock]
        self.start = self._first_state(pos)

    def _lanes(self) -> None:
        """Suit (the Left Pedro is a trump) and power (high beats low) of every card; each suit's lane."""
        self.suit: list[str] = []
        self.power: list[int] = []
        for card in self.cards:
            suit, power = card[0], -2 * self.ranks.index(card[1])
            if self.game.name == "cinch" and self.trump and card == SAME_COLOUR[self.trump] + "5":
                suit, power = self.trump, power - 1
            self.suit.append(suit)
            self.power.append(power)
        self.lane = {s: sum(1 << i for i, suit in enumerate(self.suit) if suit == s) for s in "SHDC"}
        self.hearts = sum(1 << i for i, card in enumerate(self.cards) if card[0] == "H")
        self.joker = sum(1 << i for i, card in enumerate(self.cards) if card == "HX")

    def _number(self, card: str) -> int:
        """The number of a copy of this card that nobody has yet."""
        return self._free[card].pop(0)

    def _set(self, cards: Iterable[str]) -> int:
        return sum(1 << self._number(card) for card in cards)

    def _first_state(self, pos: Position) -> State:
        hands = tuple(self._set(pos["hands"].get(seat, [])) for seat in self.seats)
        leader = seat = self.seats.index(pos["leader"])
        trick: list[tuple[int, int]] = []
        for entry in pos.get("trick") or []:
            if ":" in entry:
                seat = self.seats.index(entry.split(":")[0])
            trick.append((seat, self._number(entry[-2:])))
            seat = (seat + 1) % self.n
        first = self.tricks_played == 0 and "first-winner" not in self.options
        pile, widow = self._set(pos.get("pile") or []), self._set(pos.get("widow") or [])
        broken = any(self._breaks(trick[0][1], c) for _, c in trick[1:])
        gone = [pos.get("pile") or [], *(pos.get("taken") or {}).values()]
        shown = self.break_hearts and any(self.opener(card) for cards in gone for card in cards)
        broken |= yes(self.options, "hearts-broken") if "hearts-broken" in self.options else shown
        return State(hands, leader, tuple(trick), 0, pile, widow, first, broken)

    def _breaks(self, led: int, card: int) -> bool:
        """Whether this card, played to a trick led with `led`, is a discard that breaks hearts."""
        return self.break_hearts and self.suit[card] != self.suit[led] and self.opener(self.cards[card])

    def opener(self, card: str) -> bool:
        """Whether a discard of this card opens hearts."""
        return card[0] == "H" or (self.queen_breaks and card == "SQ")

    # -- whose turn, and what may be played

    def choices(self, cards: int) -> tuple[int, ...]:
        """The cards of a set in pack order, identical ones once."""
        found = self._choices.get(cards)
        if found is None:
            every = [i for i in range(cards.bit_length()) if cards >> i & 1]
            found = tuple(
                i for k, i in enumerate(every) if k == 0 or self.cards[i] != self.cards[every[k - 1]]
            )
            self._choices[cards] = found
        return found

    def turn(self, state: State) -> int | None:
        """The seat to play; None when the deal is over."""
        hands, trick = state.hands, state.trick
        if trick:
            return self._next_in_trick(hands, trick)
        if self.draws_to_follow and sum(1 for hand in hands if hand) < 2:
            return None
        return self._with_cards_from(hands, state.leader)

    def _with_cards_from(self, hands: tuple[int, ...], seat: int) -> int | None:
        for step in range(self.n):
            if hands[(seat + step) % self.n]:
                return (seat + step) % self.n
        return None

    def _next_in_trick(self, hands: tuple[int, ...], trick: tuple[tuple[int, int], ...]) -> int | None:
        """The next seat with cards between the last to play and the leader."""
        seat, leader = (trick[-1][0] + 1) % self.n, trick[0][0]
        while seat != leader:
            if hands[seat]:
                return seat
            seat = (seat + 1) % self.n
        return None

    def legal(self, state: State, seat: int) -> tuple[int, ...]:
        """What this seat, whose turn it is, may play."""
        hand = state.hands[seat]
        cards = self._follow(hand, state.trick) if state.trick else self._lead(hand, state)
        named = self.lead_card and not state.trick
        if self.clean_first and state.first and cards & ~self.pointed and not named:
            cards &= ~self.pointed
        return self.choices(cards)

    def _lead(self, hand: int, state: State) -> int:
        led = sum(1 << i for i in self.choices(hand) if self.cards[i] == self.lead_card)
        if led and state.first:
            return led
        if self.break_hearts and not state.broken and hand & ~self.hearts:
            return hand & ~self.hearts
        return hand

    def _follow(self, hand: int, trick: tuple[tuple[int, int], ...]) -> int:
        led = self.suit[trick[0][1]]
        same = hand & self.lane[led]
        rule = self.game.follow
        if rule == "follow-and-head":
            return self._head(hand, same, trick)
        if not same:
            return hand
        if rule == "follow-or-trump" and self.trump:
            return same | hand & self.lane[self.trump]
        if hand & self.joker and led != "H" and self._higher_hearts(trick):
            return same | self.joker
        return same

    def _head(self, hand: int, same: int, trick: tuple[tuple[int, int], ...]) -> int:
        """Able to follow: beat the best card if able. Void: a trump, one that beats it if able."""
        trumps = hand & self.lane[self.trump] if self.trump else 0
        able = same or trumps or hand
        if not same and not trumps:
            return able
        best = trick[0][1]
        for _, card in trick[1:]:
            best = card if self._beats(card, best) else best
        heading = sum(1 << i for i in self.choices(able) if self._beats(i, best))
        # every copy of a heading card heads: keep them, `choices` shows them once
        return heading or able

    def _beats(self, card: int, best: int) -> bool:
        if self.suit[card] == self.suit[best]:
            return self.power[card] > self.power[best]
        return self.suit[card] == self.trump

    def _higher_hearts(self, trick: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        """The plays in the trick of a heart above the Joker."""
        return [
            (seat, card)
            for seat, card in trick
            if self.cards[card][0] == "H" and self.cards[card][1] in "AKQJ"
        ]

    # -- playing a card

    def winner(self, trick: tuple[tuple[int, int], ...]) -> int | None:
        """Who wins a finished trick; None when all of the led suit is cancelled."""
        if self.game.name == "cancellation-hearts":
            led = self.suit[trick[0][1]]
            played = [self.cards[card] for _, card in trick]
            trick = tuple(p for p in trick if self.suit[p[1]] == led and played.count(self.cards[p[1]]) == 1)
            if not trick:
                return None
        joker = [seat for seat, card in trick if self.cards[card] == "HX"] if self.joker else []
        if joker and self.suit[trick[0][1]] != "H":
            higher = self._higher_hearts(trick)
            return max(higher, key=lambda play: self.power[play[1]])[0] if higher else joker[0]
        winner, best = trick[0]
        for seat, card in trick[1:]:
            if self._beats(card, best):
                winner, best = seat, card
        return winner

    def play(self, state: State, seat: int, card: int) -> tuple[State, tuple[Capture, ...]]:
        """The state after the card and all that is forced, with what was captured."""
        hands = (*state.hands[:seat], state.hands[seat] & ~(1 << card), *state.hands[seat + 1 :])
        trick = (*state.trick, (seat, card))
        broken = state.broken or (self.break_hearts and self._breaks(trick[0][1], card))
        moved = State(hands, state.leader, trick, state.drawn, state.pile, state.widow, state.first, broken)
        if self._next_in_trick(hands, trick) is None:
            return self._end_trick(moved)
        return (self.forced_draw(moved) if self.draws_to_follow else moved), ()

    def forced_draw(self, state: State) -> State:
        """Domino: the seat to follow draws until it can, or the stock is empty."""
        seat = self.turn(state) if state.trick else None
        if seat is None or not self.draws_to_follow:
            return state
        hands, drawn = list(state.hands), state.drawn
        lane = self.lane[self.suit[state.trick[0][1]]]
        while not hands[seat] & lane and drawn < len(self.stock):
            hands[seat] |= 1 << self.stock[drawn]
            drawn += 1
        return state._replace(hands=tuple(hands), drawn=drawn)

    def _end_trick(self, state: State) -> tuple[State, tuple[Capture, ...]]:
        trick = state.trick
        cards = state.pile | state.widow
        for _, card in trick:
            cards |= 1 << card
        winner = self.winner(trick)
        if winner is None and not any(state.hands):
            winner = trick[0][0]  # the very last trick wholly cancelled: its leader takes it
        if winner is None:
            return state._replace(trick=(), leader=trick[0][0], pile=cards, widow=0, first=False), ()
        hands, drawn = state.hands, state.drawn
        if drawn < len(self.stock) and not self.draws_to_follow:
            hands, drawn = self._draw_each(hands, drawn, winner)
        holders = sum(1 for hand in hands if hand)
        last = holders < (2 if self.draws_to_follow else 1)
        capture = Capture(winner, cards, True, state.first, last)
        after = State(hands, winner, (), drawn, 0, 0, False, state.broken)
        if not self.draws_to_follow:
            return after, (capture,)
        after, rest = self.domino_end(after, trick[-1][0])
        return after, (capture, *rest)

    def _draw_each(self, hands: tuple[int, ...], drawn: int, winner: int) -> tuple[tuple[int, ...], int]:
        """Two-handed Hearts: the winner draws the next card, then the other, while the stock lasts."""
        held = list(hands)
        for step in range(min(self.n, len(self.stock) - drawn)):
            held[(winner + step) % self.n] |= 1 << self.stock[drawn + step]
        return tuple(held), min(drawn + self.n, len(self.stock))

    def domino_end(self, state: State, last: int) -> tuple[State, tuple[Capture, ...]]:
        """Domino, between tricks: a seat alone with cards takes them and the stock; if none, `last` does."""
        holders = [seat for seat in range(self.n) if state.hands[seat]]
        if not self.draws_to_follow or len(holders) > 1:
            return state, ()
        seat = holders[0] if holders else last
        cards = state.hands[seat] | sum(1 << card for card in self.stock[state.drawn :])
        over = state._replace(hands=(0,) * self.n, drawn=len(self.stock))
        return over, (Capture(seat, cards, False, False, False),) if cards else ()

    def left(self, state: State) -> int:
        """Every card not captured yet."""
        cards = state.pile | state.widow
        for hand in state.hands:
            cards |= hand
        for _, card in state.trick:
            cards |= 1 << card
        for card in self.stock[state.drawn :]:
            cards |= 1 << card
        return cards

    def names(self, cards: int) -> list[str]:
        """A card set as card strings, in pack order."""
        return [self.cards[i] for i in range(cards.bit_length()) if cards >> i & 1]


def discards_of(table: Table) -> list[str]:
    """Cinch: the trumps among the discards."""
    return names(table.options.get("discards"))

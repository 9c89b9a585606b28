"""Enflé: a seat that cannot follow takes up the trick, so play can go round; solved as a fixed point.

A state is (hands, leader, trick): hands as frozensets, the trick as (seat, card) pairs. The seat that lays
its last card is out first and the deal is over at once. All states that can come from the root are listed;
those where one party can force the win are found outward from the finished deals, and what is left over goes
round for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from .pack import SUITS, pack_order
from .rules import GAMES
from .state import Position

RANKS = GAMES["enfle"].ranks
Hand = frozenset[str]


class Round(NamedTuple):
    """hands by seat, the seat that led or leads, the cards of the current trick."""

    hands: tuple[Hand, ...]
    leader: int
    trick: tuple[tuple[int, str], ...]


def opened(pos: Position) -> Round:
    """The state of a JSON position, a take-up that is forced done."""
    seats = list(pos["seats"])
    hands = tuple(frozenset(pos["hands"].get(seat, [])) for seat in seats)
    seat = leader = seats.index(pos["leader"])
    trick = []
    for entry in pos.get("trick") or []:
        if ":" in entry:
            seat = seats.index(entry.split(":")[0])
        trick.append((seat, entry[-2:]))
        seat = (seat + 1) % len(seats)
    return forced(Round(hands, leader, tuple(trick)))


def out_first(state: Round) -> int | None:
    """The seat that is out of cards; the deal is over when there is one."""
    return next((seat for seat, hand in enumerate(state.hands) if not hand), None)


def turn(state: Round) -> int:
    """The seat to play."""
    return (state.trick[-1][0] + 1) % len(state.hands) if state.trick else state.leader


def with_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands with that of one seat changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


@cache
def of_suits(hand: Hand, suits: str) -> tuple[str, ...]:
    """The cards of these suits in a hand, in pack order."""
    return tuple(card for card in pack_order(hand, RANKS) if card[0] in suits)


def follows(state: Round) -> tuple[str, ...]:
    """Cards of the led suit the seat to play holds; any card where it leads."""
    return of_suits(state.hands[turn(state)], state.trick[0][1][0] if state.trick else SUITS)


def forced(state: Round) -> Round:
    """A seat that cannot follow takes up the trick and leads."""
    if not state.trick or out_first(state) is not None or follows(state):
        return state
    seat = turn(state)
    taken_up = state.hands[seat] | {card for _, card in state.trick}
    return Round(with_hand(state.hands, seat, taken_up), seat, ())


def after(state: Round, card: str) -> Round:
    """The state after a card: over at once if it was the seat's last."""
    seat = turn(state)
    hands = with_hand(state.hands, seat, state.hands[seat] - {card})
    trick = (*state.trick, (seat, card))
    moved = Round(hands, state.leader, trick)
    if len(trick) < len(hands):
        return forced(moved) if hands[seat] else moved
    winner, _ = min(trick, key=lambda play: RANKS.index(play[1][1]))  # all followed: the trick is dead
    return Round(hands, winner, ())


def to_play(pos: Position) -> str | None:
    state = opened(pos)
    return None if out_first(state) is not None else str(pos["seats"][turn(state)])


def legal_cards(pos: Position) -> list[str]:
    state = opened(pos)
    return [] if out_first(state) is not None else list(follows(state))


def play(pos: Position, card: str) -> dict[str, Any]:
    """The JSON position after a card.

    Choices: dead cards go to nobody's Taken; a trick that is taken up is not counted as played.
    """
    before = opened(pos)
    if card not in legal_cards(pos):
        raise ValueError(f"{card} may not be played")
    state = after(before, card)
    seats = list(pos["seats"])
    new = dict(pos)
    new["hands"] = {seat: pack_order(hand, RANKS) for seat, hand in zip(seats, state.hands, strict=True)}
    new["leader"], new["trick"] = seats[state.leader], [card for _, card in state.trick]
    died = not state.trick and len(before.trick) == len(seats) - 1
    tricks = pos.get("tricks_played")
    if tricks is None and not any((pos.get("taken") or {}).values()):
        tricks = 0
    if tricks is not None:
        new["tricks_played"] = tricks + int(died)
    return new


def perft(pos: Position, depth: int) -> int:
    def count(state: Round, depth: int) -> int:
        if depth == 0:
            return 1
        if out_first(state) is not None:
            return 0
        return sum(count(after(state, card), depth - 1) for card in follows(state))

    return count(opened(pos), depth)


class FixedPoint:
    """Every state from the root, and who can force the win in each: 1 the side, -1 the others, 0 neither."""

    def __init__(self, root: Round, side: frozenset[int]) -> None:
        self.side = side
        self.children: dict[Round, list[Round]] = {}
        self.parents: dict[Round, list[Round]] = {}
        self._explore(root)
        self.won: dict[Round, int] = {}
        self._decide()

    def _explore(self, root: Round) -> None:
        todo = [root]
        self.children[root] = []
        self.parents[root] = []
        while todo:
            state = todo.pop()
            if out_first(state) is not None:
                continue
            for card in follows(state):
                child = after(state, card)
                if child not in self.children:
                    self.children[child] = []
                    self.parents[child] = []
                    todo.append(child)
                self.children[state].append(child)
                self.parents[child].append(state)

    def _decide(self) -> None:
        """A state is won for the seat to play's party by one won child, lost when every child is lost."""
        todo = []
        for state in self.children:
            seat = out_first(state)
            if seat is not None:
                self.won[state] = 1 if seat in self.side else -1
                todo.append(state)
        not_lost = {state: len(children) for state, children in self.children.items()}
        while todo:
            child = todo.pop()
            result = self.won[child]
            for state in self.parents[child]:
                if state in self.won:
                    continue
                mine = 1 if turn(state) in self.side else -1
                not_lost[state] -= 1
                if result == mine or not_lost[state] == 0:
                    self.won[state] = result
                    todo.append(state)

    def value(self, state: Round) -> int:
        return self.won.get(state, 0)


def read_goal(goal: str, value: int) -> int:
    """The goal's number from 1, 0 or -1. Choice: `margin` is the same; a bound is compared with it."""
    name, _, number = goal.partition(":")
    if name in {"points", "margin"}:
        return value
    if name == "at-most":
        return int(value <= int(number))
    if name == "at-least":
        return int(value >= int(number))
    raise ValueError(f"enfle has no goal {goal!r}")


def card_values(pos: Position, side: Sequence[str], goal: str) -> dict[str, int]:
    state = opened(pos)
    if out_first(state) is not None:
        return {}
    found = FixedPoint(state, frozenset(pos["seats"].index(seat) for seat in side))
    return {card: read_goal(goal, found.value(after(state, card))) for card in follows(state)}


def value(pos: Position, side: Sequence[str], goal: str) -> int:
    state = opened(pos)
    return read_goal(
        goal, FixedPoint(state, frozenset(pos["seats"].index(seat) for seat in side)).value(state)
    )

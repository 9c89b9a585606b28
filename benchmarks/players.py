"""Players that follow the books' rules of thumb, a few each, of which the first that applies decides.

Nobody sees another hand. Of cards that a rule likes the same, the first in the order of the pack is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solver import Position

Player = Callable[[Position, list[str], Position], str]  # now, the cards played, the start

NOTHING = -99  # a rank below every card's


def height(card: str) -> int:
    """The place of a card in its suit, ace high."""
    return "23456789TJQKA".index(card[1])


@dataclass(frozen=True)
class Turn:
    """What the seat to play has before it."""

    now: Position
    played: Sequence[str]  # since the deal

    @cached_property
    def legal(self) -> list[str]:
        """The cards it may play."""
        return self.now.legal_cards()

    @property
    def seat(self) -> int:
        """Who it is."""
        return self.now.seats.index(self.now.to_play or "")

    @property
    def last(self) -> bool:
        """Whether it plays last to the trick."""
        return len(self.now.trick) == len(self.now.seats) - 1


# --- Cinch ----------------------------------------------------------------------------------------------


class CinchTurn(Turn):
    """The same at Cinch, in the terms of Foster's advice."""

    @cached_property
    def lane(self) -> Sequence[str]:
        """The trumps, highest first, the Left Pedro among them."""
        return self.now.rules.lane(self.now.trump or "", self.now.trump or "")

    @cached_property
    def rank(self) -> dict[str, int]:
        """The rank of each trump."""
        return {card: -at for at, card in enumerate(self.lane)}

    @cached_property
    def points(self) -> dict[str, int]:
        """What each trump that counts is worth."""
        return dict(self.now.rules.card_points(self.now.trump or ""))

    def worth(self, card: str) -> int:
        """The points of a card."""
        return self.points.get(card, 0)

    def pedro(self, card: str) -> bool:
        """Whether it is one of the two that count five."""
        return self.worth(card) == 5

    @cached_property
    def outstanding(self) -> list[str]:
        """The trumps that it has not seen."""
        seen = {*self.played, *self.now.hands[self.seat]}
        return [card for card in self.lane if card not in seen]

    def unbeaten(self, card: str) -> bool:
        """Whether it is a trump over all that are outstanding."""
        others = max([self.rank[other] for other in self.outstanding], default=NOTHING)
        return self.rank.get(card, NOTHING) > others

    @cached_property
    def trumps(self) -> list[str]:
        """The trumps it may play."""
        return [card for card in self.legal if card in self.rank]

    @cached_property
    def winning(self) -> tuple[str, str]:
        """The seat that has the trick so far, and its card."""
        trick = self.now.trick
        ruffed = any(card in self.rank for _, card in trick)
        order = self.lane if ruffed else self.now.rules.lane(trick[0][1][0], self.now.trump or "")
        place = {card: -at for at, card in enumerate(order)}
        return max(trick, key=lambda laid: place.get(laid[1], NOTHING))

    @property
    def partner_wins(self) -> bool:
        """Whether its own side has the trick so far."""
        return self.now.seats.index(self.winning[0]) % 2 == self.seat % 2

    @property
    def points_laid(self) -> int:
        """The points in the trick so far."""
        return sum(self.worth(card) for _, card in self.now.trick)

    @cached_property
    def beating(self) -> list[str]:
        """The trumps that take the trick from whoever has it."""
        best = self.rank.get(self.winning[1], NOTHING)
        return [card for card in self.trumps if self.rank[card] > best]


def lead_a_winner(turn: CinchTurn) -> str | None:
    """A trump that nothing beats, the cheapest."""
    winners = [card for card in turn.trumps if turn.unbeaten(card)]
    return min(winners, key=turn.worth, default=None)


def lead_plain(turn: CinchTurn) -> str | None:
    """The lowest plain card."""
    return min([card for card in turn.legal if card not in turn.rank], key=height, default=None)


def lead_a_low_trump(turn: CinchTurn) -> str | None:
    """The lowest trump, one that counts nothing if there is any."""
    return min(turn.trumps, key=lambda card: (turn.worth(card), turn.rank[card]), default=None)


def give_to_a_partner(turn: CinchTurn) -> str | None:
    """Points to a partner who wins for certain."""
    if turn.partner_wins and (turn.last or turn.unbeaten(turn.winning[1])):
        return max(turn.legal, key=lambda card: (turn.worth(card), -height(card)))
    return None


def win_points(turn: CinchTurn) -> str | None:
    """As the last player, a trick that has points or brings a Pedro home."""
    if turn.last and (turn.points_laid or any(map(turn.pedro, turn.beating))):
        return max(turn.beating, key=lambda card: (turn.worth(card), -turn.rank[card]), default=None)
    return None


def cinch(turn: CinchTurn) -> str | None:
    """The lowest trump that keeps an adversary from winning with a Pedro, or from the points there are."""
    if turn.last or turn.partner_wins or not (turn.points_laid or any(map(turn.pedro, turn.outstanding))):
        return None
    pedroes = max(turn.rank[card] for card in turn.lane if turn.pedro(card))
    cinching = [card for card in turn.beating if turn.rank[card] > pedroes]
    return min(cinching, key=turn.rank.__getitem__, default=None)


def throw_away(turn: CinchTurn) -> str:
    """What is worth nothing, plain before trumps, low before high."""
    cheap = [card for card in turn.legal if not turn.worth(card)]
    return min(cheap or turn.legal, key=lambda card: (turn.worth(card), card in turn.rank, height(card)))


CINCH_LEADS = (lead_a_winner, lead_plain, lead_a_low_trump)
CINCH_FOLLOWS = (give_to_a_partner, win_points, cinch, throw_away)


def cinch_by_rule(now: Position, played: list[str], start: Position) -> str:
    """Foster's advice at Cinch."""
    turn = CinchTurn(now, played)
    return next(card for rule in (CINCH_FOLLOWS if now.trick else CINCH_LEADS) if (card := rule(turn)))


# --- Hearts ---------------------------------------------------------------------------------------------


class HeartsTurn(Turn):
    """The same at Hearts."""

    @property
    def led(self) -> str:
        """The suit led."""
        return self.now.trick[0][1][0]

    @cached_property
    def following(self) -> list[str]:
        """The cards of it that may be played."""
        return [card for card in self.legal if card[0] == self.led]

    @property
    def best(self) -> int:
        """The height of the card that has the trick so far."""
        return max(height(card) for _, card in self.now.trick if card[0] == self.led)


def lead_low(turn: HeartsTurn) -> str | None:
    """The lowest card."""
    return None if turn.now.trick else min(turn.legal, key=height)


def throw_a_heart(turn: HeartsTurn) -> str | None:
    """When void, the highest heart, else the highest card."""
    if turn.following:
        return None
    return max([card for card in turn.legal if card[0] == "H"] or turn.legal, key=height)


def stay_under(turn: HeartsTurn) -> str | None:
    """The highest card that does not win."""
    return max([card for card in turn.following if height(card) < turn.best], key=height, default=None)


def win_if_need_be(turn: HeartsTurn) -> str:
    """The highest card where the trick is sure to be won, the lowest where somebody may still go over it."""
    return (max if turn.last else min)(turn.following, key=height)


HEARTS_RULES = (lead_low, throw_a_heart, stay_under, win_if_need_be)


def hearts_by_rule(now: Position, played: list[str], start: Position) -> str:
    """Lead low, stay under, throw hearts."""
    turn = HeartsTurn(now, played)
    return next(card for rule in HEARTS_RULES if (card := rule(turn)))


BY_RULE: dict[str, Player] = {"cinch": cinch_by_rule, "hearts": hearts_by_rule}

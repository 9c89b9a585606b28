"""Playing on from a position, card by card, and what is wrong with a card that may not be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, Self, TypeVar

from solver.model.errors import PositionError
from solver.model.notation import Played
from solver.positions.position import Position


class Playable(Protocol):
    """What cards are played from: a `Position`, or one with hidden hands."""

    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def leader(self) -> str: ...
    @property
    def trick(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def to_play(self) -> str | None: ...
    def play(self, card: str) -> Self: ...


Start = TypeVar("Start", bound=Playable)


def play_on(
    start: Start, play: Iterable[Played], where: str = "play"
) -> Iterator[tuple[Start, str, str, Start]]:
    """Play cards one after another: of each what was there before it, its seat, itself, and what comes of it.

    Seats may be named. Raises as `play_card` does, and `PositionError` where the deal is over, of the play
    that is called `where`.
    """
    now = start
    for number, (named, card) in enumerate(play, 1):
        seat, at = now.to_play, f"{where}, card {number}"
        if seat is None:
            raise PositionError(f"{at}: the deal is over, but {card} is left to play")
        if named is not None and named != seat:
            raise _illegal(now, named, card, at, f"{card} is given to {named}, but {seat} is to play")
        before, now = now, play_card(now, seat, card, at)
        yield before, seat, card, now


def play_card(start: Start, seat: str, card: str, where: str) -> Start:
    """What comes of a card; `IllegalCardError` (`PositionError` where hands are hidden) if it may not be
    played."""
    try:
        return start.play(card)
    except PositionError as error:
        raise _illegal(start, seat, card, where, str(error)) from None


def _illegal(start: Playable, seat: str, card: str, where: str, why: str) -> PositionError:
    if isinstance(start, Position):
        return IllegalCardError(start, seat, card, where, why)
    return PositionError(f"{where}: {why}")


class IllegalCardError(PositionError):
    """A play goes wrong at this card: in this position its seat does not hold it or may not play it."""

    def __init__(self, position: Position, seat: str, card: str, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.position = position
        self.seat = seat
        self.card = card
        self._told = where, why

    def __reduce__(self) -> tuple[type[IllegalCardError], tuple[Position, str, str, str, str]]:
        """For pickle: made anew from what it was made of."""
        return IllegalCardError, (self.position, self.seat, self.card, *self._told)

    @property
    def legal(self) -> list[str]:
        """What the seat could have played: nothing where it was not its turn."""
        return self.position.legal_cards() if self.position.to_play == self.seat else []

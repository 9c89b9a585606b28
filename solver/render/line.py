"""A line of play, trick by trick: who played what, who won, and what it brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.core.table import Table
from solver.positions.position import Position
from solver.render.text import Text, blank, padded, right, side_by_side
from solver.render.theme import BEST, FAINT, PLAIN, STRONG, Look
from solver.render.wording import Unit, unit_of
from solver.scoring.tally import first_to_come


@dataclass
class Trick:
    """One trick of a line. `winner` None: it was not finished, or nobody won it."""

    number: int | None
    leader: str
    cards: dict[str, str] = field(default_factory=dict)  # by seat, in order of play
    winner: str | None = None
    brought: int = 0  # points, to the winner
    events: list[str] = field(default_factory=list)  # what else happened


@dataclass(frozen=True)
class _Standing:
    """Who has what between two cards; hands and stock only where hands may grow."""

    hands: Sequence[Sequence[str]]
    taken: Sequence[int]  # how many cards of those that each seat has taken so far
    stock: Sequence[str]
    tricks_played: int | None
    over: bool

    @classmethod
    def of(cls, table: Table, growing: bool) -> _Standing:
        hands, stock = (table.hands(), table.stock()) if growing else ((), ())
        taken = [len(cards) for cards in table.taken]
        return cls(hands, taken, stock, table.tricks_played, table.to_play() is None)


def tricks_of(position: Position, line: Sequence[str], look: Look = PLAIN) -> list[Trick]:
    """Play a line out from a position. The cards already on the table belong to the first trick."""
    tricks: list[Trick] = []
    table = Table(position)
    growing = position.rules.unequal or bool(position.stock)  # perhaps in the middle of a trick
    before = _Standing.of(table, growing)
    trick = Trick(_number(before), position.leader, dict(position.trick))
    for card in line:
        turn = table.to_play()
        assert turn is not None
        trick.cards[position.seats[turn]] = card
        table.play(card)
        ended = not table.state.trick
        if growing or ended:
            after = _Standing.of(table, growing)
            trick.events += _drawn(position, before, after, look)
            if ended:
                _close(trick, position, before, after, table)
                tricks.append(trick)
                trick = Trick(_number(after), position.seats[table.state.leader])
            before = after
    if trick.cards:
        tricks.append(trick)
    return tricks


def _number(now: _Standing) -> int | None:
    return None if now.tricks_played is None else now.tricks_played + 1


def _close(trick: Trick, position: Position, before: _Standing, after: _Standing, table: Table) -> None:
    """Who won what, from what each seat has taken before and after."""
    if position.rules.follow == "follow-or-take-up":
        trick.events += _taken_up(position, before, after)
        return
    taken = zip(position.seats, table.taken, before.taken, strict=True)
    won = {seat: cards[number:] for seat, cards, number in taken if len(cards) > number}
    if not won:
        trick.events.append("cancelled: nobody wins it, the cards wait for the next winner")
        return
    # Where the last seat with cards takes the rest too, the winner is the one who has the trick's cards.
    last = list(trick.cards.values())[-1]
    trick.winner = next((seat for seat, cards in won.items() if last in cards), next(iter(won)))
    points = position.rules.card_points(position.trump, position.options)
    for seat, cards in won.items():
        gained = sum([points.get(card, 0) for card in cards])
        if seat == trick.winner:
            trick.brought = gained + _for_the_trick(position, before, after)
        elif gained:
            trick.events.append(f"{seat} takes the rest: {unit_of(position).many(gained)}")


def _for_the_trick(position: Position, before: _Standing, after: _Standing) -> int:
    """Points for the trick itself: any, the first, the last."""
    rules = position.rules.under(position.options)
    first = before.tricks_played == 0 and first_to_come(position)
    return rules.any_trick + rules.first_trick * first + rules.last_trick * after.over


def _drawn(position: Position, before: _Standing, after: _Standing, look: Look) -> list[str]:
    """Cards that came from the stock, by seat."""
    gone = len(before.stock) - len(after.stock)
    if not gone or after.over:
        return []
    drawn = list(before.stock[:gone])
    by_seat: dict[str, list[str]] = {}
    for seat, one, other in zip(position.seats, before.hands, after.hands, strict=True):
        new = [card for card in drawn if other.count(card) > one.count(card)]
        if new:
            by_seat[seat] = new
    first_drawn = sorted(by_seat.items(), key=lambda item: drawn.index(item[1][0]))
    return [f"{seat} draws {look.cards(new).plain}" for seat, new in first_drawn]


def _taken_up(position: Position, before: _Standing, after: _Standing) -> list[str]:
    """Enflé: the trick is dead, or a seat that could not follow has its cards."""
    for seat, one, other in zip(position.seats, before.hands, after.hands, strict=True):
        if len(other) > len(one):
            return [f"{seat} cannot follow, takes the cards up and leads"]
    out = [seat for seat, hand in zip(position.seats, after.hands, strict=True) if not hand]
    return [f"{out[0]} is out"] if out else ["dead trick"]


# --- drawing it -----------------------------------------------------------------------------------------


def line_picture(position: Position, line: Sequence[str], look: Look) -> list[Text]:
    """A row a trick and a column a seat: the card led marked >, the winner's marked *."""
    tricks = tricks_of(position, line, look)
    widths = {seat: max(4, len(seat)) for seat in position.seats}
    unit = unit_of(position)
    seats = [padded(Text(f" {seat}", STRONG), widths[seat]) for seat in position.seats]
    head = side_by_side(Text(" " * 7), Text("  ").join(seats))
    head = head.stripped()
    return [head] + [_row(trick, number, widths, unit, look) for number, trick in enumerate(tricks, 1)]


_LED, _WON, _NO_CARD = Text(">", FAINT), Text("*", BEST), Text("  -", FAINT)


def _row(trick: Trick, number: int, widths: Mapping[str, int], unit: Unit, look: Look) -> Text:
    parts = [right(Text(str(trick.number or number), FAINT), 5)]
    for seat, width in widths.items():
        card = trick.cards.get(seat)
        if card is None:
            cell = [_NO_CARD if trick.winner else blank(0)]
        elif seat == trick.winner:
            cell = [_LED if seat == trick.leader else blank(1), look.card(card, STRONG), _WON]
        else:
            cell = [_LED if seat == trick.leader else blank(1), look.card(card)]
        parts += [blank(2), *cell, blank(width - sum([text.cell_len for text in cell]))]
    end = Text("   " + "; ".join(_end(trick, unit)), "" if trick.brought else FAINT)
    return side_by_side(*parts, end)


def _end(trick: Trick, unit: Unit) -> list[str]:
    if trick.winner is None:
        return trick.events
    brought = f"{trick.winner} takes {unit.many(trick.brought)}" if trick.brought else f"{trick.winner}"
    return [brought, *trick.events]

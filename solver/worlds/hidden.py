"""Positions in which hands are hidden, and how the play goes on from them.

So that the game's own rules can check such a
position and play on from it, its hidden places are filled with unseen cards as they come; a hidden seat that
plays a card gets it from wherever it lies. Nothing rests on how they were filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.core.table import Table
from solver.formats import checks
from solver.formats.fields import Draft
from solver.model.cards import COMPASS, DEFAULT_SEATS, in_pack_order
from solver.model.errors import Fault, PositionError
from solver.model.notation import Played
from solver.positions.play import play_on
from solver.positions.position import Position
from solver.positions.record import Record
from solver.rules.files import load, names
from solver.rules.game import Rules
from solver.worlds.facts import DEAD, STOCK, WIDOW, Known, check_seen_size, sizes_by_place
from solver.worlds.proofs import Proofs, Step


def with_all_seats(fields: Mapping[str, object], rules: Rules | None = None) -> Mapping[str, object]:
    """The fields with the game's usual seats named, where hands are given for only some of them."""
    hands, game = fields.get("hands"), fields.get("game")
    if not (isinstance(hands, Mapping) and hands) or fields.get("seats") is not None:
        return fields
    if rules is None and not (isinstance(game, str) and game.strip().lower() in names()):
        return fields  # what is wrong with the game is reported elsewhere
    house = rules or load(str(game).strip().lower())
    given = {str(name).strip().casefold() for name in hands}
    known = [COMPASS, *DEFAULT_SEATS.values()]
    if any(given == {name.casefold() for name in seats} for seats in known):
        return fields
    for seats in (house.default_seats(house.usual_seats), COMPASS):
        if len(seats) == house.usual_seats and given <= {name.casefold() for name in seats}:
            return {**fields, "seats": list(seats)}
    return fields


# --- a position with its hidden places filled -----------------------------------------------------------


@dataclass
class Filled:
    """A position whose hidden places hold unseen cards as they come, `rest` those that lie nowhere.

    `hidden` has the hidden hands' seats. `stock` and `widow` say whether those heaps are hidden.
    """

    position: Position
    hidden: frozenset[int]
    stock: bool
    widow: bool
    rest: list[str]

    def unseen(self) -> Counter[str]:
        """The cards that are not seen."""
        cards = Counter(self.rest)
        for seat in self.hidden:
            cards.update(self.position.hands[seat])
        cards.update(self.position.stock if self.stock else ())
        cards.update(self.position.widow if self.widow else ())
        return cards

    def bare(self) -> Position:
        """The position as it is seen: hidden places empty."""
        hands = [() if seat in self.hidden else hand for seat, hand in enumerate(self.position.hands)]
        stock = () if self.stock else self.position.stock
        return replace(
            self.position, hands=tuple(hands), stock=stock, widow=() if self.widow else self.position.widow
        )

    def sizes(self) -> dict[str, int]:
        """The cards in each hidden place."""
        now = self.position
        sizes = {now.seats[seat]: len(now.hands[seat]) for seat in sorted(self.hidden)}
        sizes[STOCK] = len(now.stock) if self.stock else 0
        sizes[WIDOW] = len(now.widow) if self.widow else 0
        return sizes

    # --- playing on -------------------------------------------------------------------------------------

    def give(self, seat: int, card: str) -> None:
        """Let a hidden hand hold a card: it is exchanged for one of the hand's."""
        position = self.position
        if card in position.hands[seat]:
            return
        if card not in self.unseen() or not position.hands[seat]:
            held = position.hands[seat]
            why = "is not among the unseen cards" if held else "cannot be played: the hand is empty"
            raise PositionError(f"{card} {why}, so {position.seats[seat]} does not hold it")
        other = position.hands[seat][0]
        hands = [list(hand) for hand in position.hands]
        hands[seat].remove(other)
        hands[seat].append(card)
        owner = next((own for own in self.hidden if own != seat and card in hands[own]), None)
        stock, widow = list(position.stock), list(position.widow)
        heaps = [hands[owner]] if owner is not None else [
            *([stock] if self.stock else []), *([widow] if self.widow else []), self.rest
        ]  # fmt: skip
        heap = next(heap for heap in heaps if card in heap)
        heap[heap.index(card)] = other
        ranks = position.rules.under(position.options).ranks
        self.position = replace(
            position,
            hands=tuple([in_pack_order(hand, ranks) for hand in hands]),
            stock=tuple(stock),
            widow=in_pack_order(widow, ranks),
        )

    def play(self, seat: int, card: str) -> Step:
        """Play a card, whatever a hidden hand was filled with."""
        if seat in self.hidden:
            self.give(seat, card)
            before = self.position
            table = Table(before)
            table.play(card)
            after = before.after(table)
        else:
            before = self.position
            after = before.play(card)
        if self.widow and before.widow and not after.widow:
            self.widow = False
            self.rest += before.widow  # its winner knows it, but nobody else
            after = _without_taken(after, before.widow)
        self.position = after
        return Step(before, seat, card, after)


def _without_taken(position: Position, cards: Sequence[str]) -> Position:
    """The position without these cards among those taken."""
    taken = []
    lost = Counter(cards)
    for heap in position.taken:
        gone = Counter(heap) & lost
        lost -= gone
        taken.append(tuple((Counter(heap) - gone).elements()))
    ranks = position.rules.under(position.options).ranks
    return replace(position, taken=tuple([in_pack_order(heap, ranks) for heap in taken])).trusted()


def fill_hidden(draft: Draft, known: Known) -> Filled:
    """A position with hidden hands, checked as one with all hands is; raises `PositionError`.

    The draft's hidden hands are filled in it.
    """
    if draft.faults or draft.rules is None:
        raise PositionError.of(tuple(draft.faults))
    game = draft.rules
    if draft.leader is None or draft.leader not in draft.seats:
        raise PositionError.of(
            tuple(fault for fault in checks.find(draft) if fault.field in ("leader", "seats"))
        )
    unseen = _unseen(draft, game, known)
    places = frozenset(seat for seat, name in enumerate(draft.seats) if name in draft.hidden)
    sizes = _sizes(draft, game, places, known, len(unseen))
    room = sum(sizes.values())
    if room > len(unseen):
        raise PositionError(
            f"the hidden hands, stock and widow have room for {room} cards, and only {len(unseen)} are "
            "unseen: give the sizes, or fewer cards as dead or taken"
        )
    _lead_card_first(draft, game, places, unseen, sizes)
    for name in sizes:
        part, unseen = unseen[: sizes[name]], unseen[sizes[name] :]
        if name == STOCK and sizes[name]:
            draft.stock = tuple(part)
        elif name == WIDOW and sizes[name]:
            draft.widow = tuple(part)
        elif name in draft.hidden:
            hands = list(draft.hands)
            hands[draft.seats.index(name)] = tuple(part)
            draft.hands = tuple(hands)
    draft.hidden = frozenset()
    found = checks.find(draft)
    if found:
        raise PositionError.of(found)
    position = Position.unchecked(draft).trusted()
    return Filled(position, places, sizes[STOCK] > 0, sizes[WIDOW] > 0, unseen)


def _unseen(draft: Draft, game: Rules, known: Known) -> list[str]:
    """The cards of the pack that are in no place that is given."""
    pack = game.under(draft.options).pack(len(draft.seats))
    discards: Any = dict(draft.options).get("discards", ())
    seen = Counter(known.dead)
    heaps = [*draft.hands, [card for _, card in draft.trick], *(cards for _, cards in draft.taken)]
    for heap in (*heaps, draft.pile, draft.stock, draft.widow, discards):
        seen.update(heap)
    for card, number in seen.items():
        if number > pack[card]:
            holds = f"holds {pack[card]}" if pack[card] else "has none"
            raise PositionError.of((Fault("hands", f"{card} is given {number} times, and the pack {holds}"),))
    return sorted((pack - seen).elements())


def _sizes(draft: Draft, game: Rules, hidden: frozenset[int], known: Known, unseen: int) -> dict[str, int]:
    """Cards in each hidden place: as said, else as many as a seat whose hand is seen has."""
    laid = [seat for seat, _ in draft.trick]
    seen = [
        len(hand) + laid.count(name)
        for seat, (name, hand) in enumerate(zip(draft.seats, draft.hands, strict=True))
        if seat not in hidden
    ]
    said = sizes_by_place(known, draft.seats)
    sizes: dict[str, int] = {}
    for seat, name in enumerate(draft.seats):
        if seat not in hidden:
            check_seen_size(said, name, len(draft.hands[seat]))
        elif name in said:
            sizes[name] = said[name]
        elif game.unequal:
            raise PositionError(f"size: {game.id} has hands of any size, say how many cards {name} holds")
        elif not seen:
            raise PositionError("every hand is hidden: that of the seat to play must be given")
        else:
            sizes[name] = max(0, max(seen) - laid.count(name))
    given = {STOCK: draft.stock, WIDOW: draft.widow}
    rest = max(0, unseen - sum(sizes.values())) if game.follow == "follow-or-draw" else 0
    for heap, default in ((STOCK, rest), (WIDOW, 0)):
        sizes[heap] = 0 if given[heap] else said.get(heap, default)
        if given[heap]:
            check_seen_size(said, heap, len(given[heap]))
    if DEAD in said and said[DEAD] != unseen - sum(sizes.values()):
        raise PositionError(
            f"size: {said[DEAD]} dead cards, where the sizes leave {unseen - sum(sizes.values())}"
        )
    return sizes


def _lead_card_first(
    draft: Draft, game: Rules, hidden: frozenset[int], unseen: list[str], sizes: Mapping[str, int]
) -> None:
    """Let a hidden leader be filled with the card that the table's rule has it lead."""
    card = game.under(draft.options).lead_card
    if card in unseen and draft.leader is not None and draft.seats.index(draft.leader) in hidden:
        before = 0
        for name, size in sizes.items():
            if name == draft.leader:
                break
            before += size
        unseen.remove(card)
        unseen.insert(before, card)


class Walk:
    """Playing on from a position with hidden hands: what a play is followed on, card by card.

    It is `Playable`, and `play` moves it on. `proofs` has what the play has shown of the cards that were not
    seen at first.
    """

    def __init__(self, start: Filled) -> None:
        self.filled = start
        self.proofs = Proofs(start.position, start.unseen())

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats."""
        return self.filled.position.seats

    @property
    def leader(self) -> str:
        """Who led the trick, or is to lead."""
        return self.filled.position.leader

    @property
    def trick(self) -> tuple[tuple[str, str], ...]:
        """The trick on the table."""
        return self.filled.position.trick

    @property
    def to_play(self) -> str | None:
        """The seat to play."""
        return self.filled.position.to_play

    def play(self, card: str) -> Walk:
        """Play a card of the seat to play; raises `PositionError` at one that it has shown it has not."""
        position = self.filled.position
        rules, name = position.rules, position.to_play
        if rules.unequal or (rules.draw != "none" and position.stock):
            raise PositionError(
                f"in {rules.id} hands draw or take up: with a hidden hand give the position as it stands now"
            )
        if name is None:
            raise PositionError(f"{card} cannot be played: the deal is over")
        seat = position.seats.index(name)
        if card in self.proofs.lacks[seat]:
            raise PositionError(f"{name} plays {card}, and showed before that it has none")
        self.proofs.add(self.filled.play(seat, card))
        return self


def follow(walk: Walk, play: Iterable[Played]) -> None:
    """Play cards one after another, in which seats may be named."""
    for _ in play_on(walk, play):
        pass


def follow_record(walk: Walk, record: Record, cards: int | None) -> int:
    """Play the first `cards` of a record's play (None: all); how many there were."""
    played = 0
    for played, _ in enumerate(record.played_from(walk) if record.has_play and cards != 0 else (), 1):
        if played == cards:
            break
    return played

"""Positions in which hands are hidden: which they are, and how the play goes on from them.

A hidden hand is `-` in a deal, null or missing in JSON. So that the game's own rules can check such a
position and play on from it, its hidden places are filled with unseen cards as they come; a hidden seat that
plays a card gets it from wherever it lies. Nothing rests on how they were filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.core.deal import Table
from solver.formats import checks
from solver.formats.fields import Draft
from solver.model.cards import COMPASS, DEFAULT_SEATS, in_pack_order
from solver.model.errors import Fault, PositionError
from solver.model.notation import read_seats
from solver.positions.position import Position
from solver.rules.files import load
from solver.rules.game import Rules
from solver.worlds.facts import DEAD, STOCK, WIDOW, Known
from solver.worlds.proofs import Proofs, Step

Played = tuple[str | None, str]  # the seat where it is named, and the card
HIDDEN = "-"
_EMPTY = "..."


@dataclass(frozen=True)
class Hidden:
    """The fields of a position with its hidden hands emptied, and the seats whose they are."""

    fields: Mapping[str, object]
    seats: frozenset[str]


def hidden_in(fields: Mapping[str, object], rules: Rules | None = None) -> Hidden:
    """Find the hidden hands of a position's fields (JSON names, and `deal`)."""
    deal, hands = fields.get("deal"), fields.get("hands")
    if isinstance(deal, str) and hands is None:
        first, colon, rest = deal.partition(":")
        held = rest.split()
        if colon and HIDDEN in held:
            emptied = f"{first}:{' '.join(_EMPTY if hand == HIDDEN else hand for hand in held)}"
            names = _names(fields, rules) or _default_names(first.strip(), len(held))
            turn = names.index(first.strip()) if first.strip() in names else 0
            around = names[turn:] + names[:turn]
            hidden = frozenset(name for name, hand in zip(around, held, strict=False) if hand == HIDDEN)
            return Hidden({**fields, "deal": emptied}, hidden)
    if isinstance(hands, Mapping) and hands and deal is None:
        names = _names(fields, rules) or _named_by(tuple(map(str, hands)), fields, rules)
        seen = {seat: hand for seat, hand in hands.items() if not (hand is None or hand == HIDDEN)}
        hidden = frozenset(name for name in names if name not in seen)
        if hidden:
            return Hidden({**fields, "hands": seen, "seats": list(names)}, hidden)
    return Hidden(fields, frozenset())


def _names(fields: Mapping[str, object], rules: Rules | None) -> tuple[str, ...]:
    """The seats where they are named; what is wrong with them is found elsewhere."""
    if fields.get("seats") is None:
        return ()
    try:
        return read_seats(fields["seats"])
    except PositionError:
        return ()


def _default_names(first: str, hands: int) -> tuple[str, ...]:
    if hands == 4 and first in COMPASS:
        return COMPASS
    return DEFAULT_SEATS.get(hands, ())


def _named_by(given: tuple[str, ...], fields: Mapping[str, object], rules: Rules | None) -> tuple[str, ...]:
    """All seats, where hands are given for some: the game's own where it has one number of seats."""
    for names in (COMPASS, *DEFAULT_SEATS.values()):
        if set(given) == set(names):
            return names
    game = fields.get("game")
    house = rules or (load(game) if isinstance(game, str) else None)
    if house is not None and house.min_seats == house.max_seats:
        for names in (house.default_seats(house.min_seats), COMPASS[: house.min_seats]):
            if set(given) <= set(names):
                return names
    return ()


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
            after = before._after(table.snapshot())
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
    return replace(position, taken=tuple([in_pack_order(heap, ranks) for heap in taken]))


def filled(hidden: Hidden, rules: Rules | None, known: Known) -> Filled:
    """A position with hidden hands, checked as one with all hands is; raises `PositionError`."""
    draft = Draft(hidden.fields, rules)
    if draft.faults or draft.rules is None:
        raise PositionError.of(tuple(draft.faults))
    game = draft.rules
    if draft.leader is None or draft.leader not in draft.seats:
        raise PositionError.of(
            tuple(fault for fault in checks.find(draft) if fault.field in ("leader", "seats"))
        )
    unseen = _unseen(draft, game, known)
    places = frozenset(seat for seat, name in enumerate(draft.seats) if name in hidden.seats)
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
        elif name in hidden.seats:
            hands = list(draft.hands)
            hands[draft.seats.index(name)] = tuple(part)
            draft.hands = tuple(hands)
    found = checks.find(draft)
    if found:
        raise PositionError.of(found)
    position = Position._of(draft)
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
    sizes: dict[str, int] = {}
    for seat in sorted(hidden):
        name = draft.seats[seat]
        if name in known.sizes:
            sizes[name] = known.sizes[name]
        elif game.unequal or not seen:
            raise PositionError(f"size: {game.id} has hands of any size, say how many cards {name} holds")
        else:
            sizes[name] = max(0, max(seen) - laid.count(name))
    given = {STOCK: draft.stock, WIDOW: draft.widow}
    rest = max(0, unseen - sum(sizes.values())) if game.follow == "follow-or-draw" else 0
    for heap, default in ((STOCK, rest), (WIDOW, 0)):
        sizes[heap] = 0 if given[heap] else known.sizes.get(heap, default)
        if given[heap] and known.sizes.get(heap, len(given[heap])) != len(given[heap]):
            raise PositionError(f"size: the {heap} is given, and has {len(given[heap])} cards")
    if DEAD in known.sizes and known.sizes[DEAD] != unseen - sum(sizes.values()):
        raise PositionError(
            f"size: {known.sizes[DEAD]} dead cards, where the sizes leave {unseen - sum(sizes.values())}"
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


def played_on(start: Filled, play: Sequence[Played]) -> Proofs:
    """Play cards from a position with hidden hands; what they prove of the cards that are unseen then.

    Raises `PositionError` at a card that its seat has shown that it does not hold.
    """
    rules = start.position.rules
    if play and (rules.unequal or (rules.draw != "none" and start.position.stock)):
        raise PositionError(
            f"play: in {rules.id} hands draw or take up, so with a hidden hand give the position as it "
            "stands now"
        )
    first = start.position
    proofs = Proofs(first, start.unseen())
    for number, (named, card) in enumerate(play, 1):
        seat = _to_play(start.position)
        if seat is None:
            raise PositionError(f"play, card {number}: the deal is over, but {card} is left to play")
        name = first.seats[seat]
        if named is not None and named != name:
            raise PositionError(f"play, card {number}: {card} is given to {named}, but {name} is to play")
        if card in proofs.lacks[seat]:
            raise PositionError(
                f"play, card {number}: {name} plays {card}, and showed before that it has none"
            )
        try:
            step = start.play(seat, card)
        except PositionError as error:
            raise PositionError(f"play, card {number}: {error}") from None
        proofs.add(step)
    return proofs


def _to_play(position: Position) -> int | None:
    name = position.to_play
    return None if name is None else position.seats.index(name)

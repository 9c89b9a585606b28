"""What one seat knows of a deal: its own hand, all that has been shown, and what is said of the rest.

    view = View.parse("A:AK8.J65.K4.73 - - -", game="hearts", leader="A", void="Y:H")
    view.layouts, view[0], view.sample(20, rng=1), view.odds("SQ")

The unseen cards fill the hidden hands, the hidden stock and widow; what has no room there is the dead heap. A
layout is one way for them to lie that fits the facts and the play; each is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.formats.fields import Draft
from solver.formats.raw import check_text, draft_of
from solver.model.cards import in_pack_order
from solver.model.errors import PositionError
from solver.model.notation import (
    Played,
    find_seat,
    is_number,
    kind_of,
    quote,
    read_card,
    read_options,
    read_trick,
    without_numpy,
)
from solver.positions.arrays import Positions, check_rng
from solver.positions.play import play_on
from solver.positions.position import Position
from solver.positions.record import Record
from solver.rules.game import Rules
from solver.worlds import facts
from solver.worlds.draws import MOST_WORLDS
from solver.worlds.facts import DEAD, HEAPS, NOTHING_KNOWN, STOCK, WIDOW, Fact, Known
from solver.worlds.hidden import Filled, Walk, fill_hidden, follow, follow_record, with_all_seats
from solver.worlds.known import known_facts
from solver.worlds.layouts import Layouts, Limit, Rng
from solver.worlds.proofs import Proofs, Step
from solver.worlds.rows import lay_out

_FIELDS = (
    "game", "hands", "seats", "leader", "trump", "trick", "taken", "tricks_played", "pile", "stock", "widow",
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class View:
    """A position as one seat sees it.

    `position` has what is seen: hidden hands, the hidden stock and widow are empty in it. `places` name where
    unseen cards may lie (hidden seats, `stock`, `widow`, `dead`), `sizes` how many lie there. `facts` bound
    them, those first that the play proves. Views of one seat can be asked for any other seat's too.
    """

    position: Position
    seat: str
    places: tuple[str, ...]
    sizes: tuple[int, ...]
    unseen: tuple[str, ...]  # in pack order; told apart, so a card of two packs comes once for each copy
    facts: tuple[Fact, ...]

    # --- making one -------------------------------------------------------------------------------------

    @classmethod
    def parse(
        cls,
        deal: str | None = None,
        *,
        seat: str | None = None,
        size: object = None,
        void: object = None,
        holds: object = None,
        lacks: object = None,
        length: object = None,
        dead: object = None,
        play: str | Sequence[Any] | None = None,
        options: str | Mapping[str, Any] | None = None,
        rules: Rules | None = None,
        **fields: Any,
    ) -> View:
        """A view from the fields that `Position.parse` takes, with `-` (or no hand) for a hidden hand.

        `seat` is whose view it is, by default the seat to play once the cards of `play` have been. The facts
        are texts as on the command line, or mappings by place. Raises `PositionError`.
        """
        own = {name: fields.pop(name, None) for name in _FIELDS}
        if fields:
            more = {name.replace("_", "-"): value for name, value in fields.items()}
            options = {**read_options(options or {}), **more}
        said = {"size": size, "void": void, "holds": holds, "lacks": lacks, "length": length, "dead": dead}
        return cls.from_fields(
            {**own, "deal": deal, "options": options},
            rules,
            known=facts.read_known(said),
            seat=seat,
            play=() if play is None else read_trick(play),
        )

    @classmethod
    def from_fields(
        cls,
        fields: Mapping[str, object],
        rules: Rules | None = None,
        *,
        known: Known = NOTHING_KNOWN,
        seat: str | None = None,
        play: Sequence[Played] = (),
    ) -> View:
        """A view from a mapping of the JSON names; `known` adds to what the field `known` says."""
        if fields.get("known") is not None:
            known = facts.read_known(fields["known"]) + known
        draft = Draft(with_all_seats(fields, rules), rules)
        if not draft.hidden:
            start = Position.from_draft(draft)
            return cls._all_seen(start, _steps(start, play), known, seat)
        walk = Walk(fill_hidden(draft, known))
        follow(walk, play)
        return cls.at(walk, known, seat)

    @classmethod
    def at(cls, walk: Walk, known: Known = NOTHING_KNOWN, seat: str | None = None) -> View:
        """The view where a play with hidden hands has come to."""
        now = walk.filled
        asker = _asker(now.position, seat)
        if asker in now.hidden:
            name = now.position.seats[asker]
            raise PositionError(f"the hand of {name}, who is to play, is hidden: its own hand must be given")
        return cls._make(now, asker, walk.proofs, known)

    @classmethod
    def of(cls, position: Position, seat: str | None = None) -> View:
        """A seat's view (None: the seat to play) of a position, knowing only the trick on the table."""
        if not isinstance(position, Position):
            raise PositionError(f"position: a Position, not {kind_of(position)}")
        return cls._all_seen(position, [], NOTHING_KNOWN, seat)

    @classmethod
    def from_record(
        cls,
        record: Record,
        after: int | None,
        seat: str | None = None,
        *,
        known: Known = NOTHING_KNOWN,
        play: Sequence[Played] = (),
        rules: Rules | None = None,
        overrides: Mapping[str, object] | None = None,
    ) -> View:
        """What a seat (None: the seat to play) knows after that many cards of a record's play.

        The record is one as `solver.positions.record` reads it; its hands may be hidden. After None is at the
        end of the play where a hand is hidden, else at its start. More cards may have been played since.
        `rules` and `overrides` are what the record was read with.
        """
        if record.raw.known is not None:
            known = facts.read_known(record.raw.known) + known
        draft = _hidden_draft(record, rules, overrides)
        if draft is not None:
            walk = Walk(fill_hidden(draft, known))
            _check_after(after, follow_record(walk, record, after))
            follow(walk, play)
            return cls.at(walk, known, seat)
        start = record.sound()
        played = record.play() if after else ()
        _check_after(after, len(played))
        steps = _steps(start, [(None, card) for card in played[:after]])
        steps += _steps(steps[-1].after if steps else start, play)
        return cls._all_seen(start, steps, known, seat)

    @classmethod
    def after(
        cls, start: Position, cards: Iterable[str], seat: str | None = None, known: Known = NOTHING_KNOWN
    ) -> View:
        """What a seat (None: the seat to play) knows when these cards have been played from a position."""
        return cls._all_seen(start, _steps(start, [(None, card) for card in cards]), known, seat)

    @classmethod
    def _all_seen(cls, start: Position, steps: Sequence[Step], known: Known, seat: str | None) -> View:
        """The view of a seat once the others' cards, the stock and the widow are forgotten."""
        now = steps[-1].after if steps else start
        _check_sizes(start, now, known)
        asker = _asker(now, seat)
        hidden = frozenset(range(len(now.seats))) - {asker}
        whole = Filled(now, hidden, bool(now.stock), bool(now.widow), [])
        proofs = Proofs(start, whole.unseen())
        for step in steps:
            proofs.add(step)
        return cls._make(whole, asker, proofs, known)

    @classmethod
    def _make(cls, whole: Filled, asker: int, proofs: Proofs, known: Known) -> View:
        """The view, checked: facts speak of places there are, and some layout fits them."""
        now = whole.position
        unseen = whole.unseen()
        for card in known.dead if not whole.rest else ():
            unseen -= Counter([card])
        sizes = {**whole.sizes(), DEAD: len(whole.rest)}
        if sum(sizes.values()) != unseen.total():
            raise PositionError(
                f"dead: the hidden places hold {sum(sizes.values())} cards, and only {unseen.total()} are "
                "unseen"
            )
        bounds = tuple(known_facts(whole, proofs, unseen, known))
        ranks = now.rules.under(now.options).ranks
        view = cls(
            position=whole.bare(),
            seat=now.seats[asker],
            places=tuple(sizes),
            sizes=tuple(sizes.values()),
            unseen=in_pack_order(unseen.elements(), ranks),
            facts=bounds,
        )
        view._check()
        return view

    def _check(self) -> None:
        """Raise `PositionError` naming the first fact with which no layout is left."""
        if self.layouts:
            return
        for number in range(len(self.facts) + 1):
            if not self._with(self.facts[:number]).count:
                what = self.facts[number - 1].said if number else "the sizes"
                unseen = (
                    "the unseen card" if len(self.unseen) == 1 else f"the {len(self.unseen)} unseen cards"
                )
                raise PositionError(f"{what}: no layout of {unseen} fits this")

    # --- layouts ----------------------------------------------------------------------------------------

    @cached_property
    def _counted(self) -> Layouts:
        return self._with(self.facts)

    def _with(self, facts: Sequence[Fact]) -> Layouts:
        """The layouts under these facts. Hands that are seen are checked and leave the rest as it is."""
        at = {place: number for number, place in enumerate(self.places)}
        limits = []
        for fact in facts:
            seen = sum(card in fact.cards for card in self._seen_in(fact.place))
            low, high = fact.low - seen, fact.high - seen
            if fact.place in at:
                cards = frozenset(n for n, card in enumerate(self.unseen) if card in fact.cards)
                limits.append(Limit(at[fact.place], cards, low, high))
            elif not low <= 0 <= high:
                return _NO_LAYOUTS
        every = (1 << len(self.places)) - 1
        stock = at[STOCK] if self.sizes[at[STOCK]] else None
        return Layouts(self.sizes, [every] * len(self.unseen), limits, ordered=stock)

    def _seen_in(self, place: str) -> tuple[str, ...]:
        """The cards of a place that all see."""
        if place in self.position.seats:
            return self.position.hands[self.position.seats.index(place)]
        return {STOCK: self.position.stock, WIDOW: self.position.widow}.get(place, ())

    @property
    def layouts(self) -> int:
        """How many there are."""
        return self._counted.count

    @property
    def dead(self) -> int:
        """How many unseen cards lie in no hand, stock or widow."""
        return self.sizes[self.places.index(DEAD)]

    def __getitem__(self, number: int) -> Position:
        """The layout with this number, from 0; negative numbers count from the end."""
        if not -self.layouts <= number < self.layouts:
            raise IndexError(f"layout {number} of {self.layouts}")
        number %= self.layouts
        return self._position(self._counted.places(number), self._counted.order(number))

    def _position(self, places: Sequence[int], order: Sequence[int]) -> Position:
        """The position in which each unseen card lies in its place, the stock in this order."""
        heaps: dict[str, list[str]] = {name: [] for name in self.places}
        for card, place in zip(self.unseen, places, strict=True):
            heaps[self.places[place]].append(card)
        seen = self.position
        return replace(
            seen,
            hands=tuple([tuple(heaps.get(name, hand)) for name, hand in zip(seen.seats, seen.hands)]),
            stock=tuple([self.unseen[card] for card in order]) or seen.stock,
            widow=tuple(heaps[WIDOW]) or seen.widow,
        )

    def __contains__(self, position: object) -> bool:
        """Whether a position with all hands is one of the layouts."""
        if not isinstance(position, Position):
            return False
        hands = dict(zip(position.seats, position.hands, strict=True))
        heaps = {**hands, STOCK: position.stock, WIDOW: position.widow}
        left = Counter(self.unseen)
        for place, size in zip(self.places, self.sizes, strict=True):
            if place != DEAD:
                left.subtract(heaps[place])
                if len(heaps[place]) != size:
                    return False
        heaps[DEAD] = tuple(left.elements())
        as_seen = {name: () if name in self.places else hands[name] for name in position.seats}
        alike = replace(
            position,
            hands=tuple(as_seen.values()),
            stock=() if self.sizes[self.places.index(STOCK)] else position.stock,
            widow=() if self.sizes[self.places.index(WIDOW)] else position.widow,
        )
        return (
            alike == self.position
            and min(left.values(), default=0) >= 0
            and all(
                fact.low <= sum(card in fact.cards for card in heaps[fact.place]) <= fact.high
                for fact in self.facts
            )
        )

    def draw(self, n: int, rng: Rng = 0) -> list[int]:
        """The numbers of `n` layouts, each as likely; none comes twice before all have come once."""
        n = without_numpy(n)
        if not is_number(n, int) or not 0 <= n <= MOST_WORLDS:
            raise PositionError(f"n: a number of layouts up to {MOST_WORLDS}, not {n!r}")
        check_rng(rng)
        return self._counted.draw(n, rng)

    def sample(self, n: int, rng: Rng = 0) -> Positions:
        """`n` layouts drawn at random, as `draw` draws their numbers."""
        return self.positions(self.draw(n, rng))

    def positions(self, numbers: Sequence[int]) -> Positions:
        """The layouts with these numbers."""
        return self._laid_out(*self._counted.rows(numbers))

    def chunks(self, numbers: Sequence[int], size: int) -> Iterator[Positions]:
        """The layouts with these numbers, `size` at a time; all there are (a range) are found at once."""
        step = len(numbers) if isinstance(numbers, range) else size
        for start in range(0, len(numbers), max(1, step)):
            places, orders = self._counted.rows(numbers[start : start + step])
            for at in range(0, len(places), size):
                yield self._laid_out(places[at : at + size], orders[at : at + size])

    def _laid_out(self, places: NDArray[np.uint8], orders: NDArray[np.intp]) -> Positions:
        return lay_out(self.position, self.unseen, self.places, places, orders)

    def odds(self, card: str) -> dict[str, Fraction]:
        """The chance of each place that at least one copy of a card lies there; none with chance 0.

        A card that is seen lies where it is, in a hand, the stock or the widow, or else is `seen`.
        """
        card = read_card(card)
        names = [*self.position.seats, *HEAPS]
        if card not in self.unseen:
            where = [name for name in names if card in self._seen_in(name)]
            return dict.fromkeys(where or ["seen"], Fraction(1))
        found: dict[str, Fraction] = {}
        for name in names:
            if card in self._seen_in(name):
                found[name] = Fraction(1)
            elif name in self.places:
                without = self._with((*self.facts, Fact(name, frozenset([card]), 0, 0, "")))
                if chance := 1 - Fraction(without.count, self.layouts):
                    found[name] = chance
        return found

    def __repr__(self) -> str:
        return f"<View of {self.seat}, {self.position.game}: {self.layouts} layouts>"


class _None(Layouts):
    """No layouts at all."""

    def __init__(self) -> None:
        super().__init__([0], [])
        self.count = 0


_NO_LAYOUTS = _None()


def _hidden_draft(
    record: Record, rules: Rules | None, overrides: Mapping[str, object] | None
) -> Draft | None:
    """The fields of a record in which a hand is hidden; None for any other."""
    if record.position is not None or not record.raw.fields:
        return None
    raw = replace(record.raw, fields=with_all_seats(record.raw.fields, rules))
    check_text(raw, record.source)
    draft = draft_of(raw, rules, overrides)
    return draft if draft.hidden else None


def _check_after(after: int | None, played: int) -> None:
    """Refuse more cards than a play has."""
    if after is not None and not 0 <= after <= played:
        raise PositionError(f"after: the play has {played} cards, give 0 to {played}, not {after}")


def _check_sizes(start: Position, now: Position, known: Known) -> None:
    """Refuse sizes that are neither those that all hands and heaps had at first nor those they have now."""
    said = facts.sizes_by_place(known, now.seats)
    for name, first, last in zip(now.seats, start.hands, now.hands, strict=True):
        facts.check_seen_size(said, name, len(last), len(first))
    facts.check_seen_size(said, facts.STOCK, len(now.stock), len(start.stock))
    facts.check_seen_size(said, facts.WIDOW, len(now.widow), len(start.widow))
    if said.get(facts.DEAD):
        raise PositionError(f"size dead={said[facts.DEAD]}: no card is dead where all hands are given")


def _asker(now: Position, seat: str | None) -> int:
    """The seat whose view is asked for."""
    name = now.to_play if seat is None else seat
    if name is None:
        raise PositionError("the deal is over, so no seat is to play: name the seat whose view it is")
    if not isinstance(name, str):
        raise PositionError(f"seat: the name of a seat, not {kind_of(name)}")
    seat_index = find_seat(name, now.seats)
    if seat_index is None:
        raise PositionError(f"seat: there is no seat {quote(name)}; the seats are {', '.join(now.seats)}")
    return seat_index


def _steps(start: Position, play: Iterable[Played]) -> list[Step]:
    """The play of a position with all hands, card by card."""
    return [
        Step(before, before.seats.index(seat), card, after)
        for before, seat, card, after in play_on(start, play)
    ]

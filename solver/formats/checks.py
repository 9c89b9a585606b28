"""Everything that is wrong with a position, found in one go.

Each check looks at one thing, says nothing when it cannot know (a field it rests on was not readable), and
words a fault as a short sentence: what, where, what would be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from solver.formats.fields import Draft, close_match
from solver.model.errors import Fault
from solver.model.notation import listed, quote
from solver.rules.game import Rules

MOST_SEATS = 7
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def find(draft: Draft) -> tuple[Fault, ...]:
    """All faults of a draft that can be found without playing a card."""
    found = list(draft.faults)
    for check in _CHECKS:
        found += check(draft)
    return tuple(found)


def _seats_word(number: int) -> str:
    return f"{_NUMBERS[number]} seat{'s' * (number != 1)}"


# --- the table ------------------------------------------------------------------------------------------


def _seats(draft: Draft) -> Iterator[Fault]:
    seats, rules = draft.seats, draft.rules
    if not seats:
        return
    if len(set(seats)) < len(seats):
        twice = [seat for seat, times in Counter(seats).items() if times > 1]
        yield Fault("seats", f"seat {listed(twice)} is named more than once: seat names differ")
    elif len({seat.casefold() for seat in seats}) < len(seats):
        yield Fault("seats", f"seats {listed(seats)}: names must differ by more than case")
    if len(seats) > MOST_SEATS:
        yield Fault("seats", f"{len(seats)} seats are more than seven, the most this program plays")
    elif rules and not rules.min_seats <= len(seats) <= rules.max_seats:
        low, high = _NUMBERS[rules.min_seats], _seats_word(min(rules.max_seats, MOST_SEATS))
        wanted = high if rules.min_seats == rules.max_seats else f"{low} to {high}"
        yield Fault("seats", f"{rules.id} is for {wanted}, not for {_seats_word(len(seats))}")


def _leader(draft: Draft) -> Iterator[Fault]:
    if not draft.seats or "leader" in draft.lost:
        return
    seats = listed(draft.seats)
    if draft.leader is None:
        yield Fault("leader", f"no leader: name the seat that led the trick or is to lead, one of {seats}")
    elif draft.leader not in draft.seats:
        yield Fault("leader", f"leader {quote(draft.leader)} is not one of the seats {seats}")


def _trump(draft: Draft) -> Iterator[Fault]:
    rules = draft.rules
    if rules is None or "trump" in draft.lost:
        return
    if rules.trump == "always" and draft.trump is None:
        yield Fault("trump", f"no trump: {rules.id} needs one of S H D C")
    elif rules.trump == "never" and draft.trump is not None:
        yield Fault("trump", f"trump {draft.trump}: {rules.id} has no trump, leave it out")


def _fields(draft: Draft) -> Iterator[Fault]:
    """Heaps of cards that the game does not have."""
    if draft.rules is None:
        return
    for field in ("taken", "pile", "stock", "widow"):
        if getattr(draft, field) and field not in draft.rules.fields:
            yield Fault(field, f"{field}: {draft.rules.id} has none, leave it out")


def _taken(draft: Draft) -> Iterator[Fault]:
    times = Counter(seat for seat, _ in draft.taken)
    for seat, number in times.items():
        if draft.seats and seat not in draft.seats:
            yield Fault("taken", f"taken: seat {quote(seat)} is not one of {listed(draft.seats)}")
        elif number > 1:
            yield Fault("taken", f"taken: seat {seat} is named more than once")


def _widow(draft: Draft) -> Iterator[Fault]:
    if draft.widow and draft.tricks_played != 0:
        yield Fault(
            "widow", "a widow is given, but it went with the first trick: leave it out, or tricks_played is 0"
        )


def _tricks_played(draft: Draft) -> Iterator[Fault]:
    """Tricks that were played took cards out of the pack; only games that take tricks up may play more."""
    pack, tricks = _pack_for(draft), draft.tricks_played
    if not tricks or pack is None or draft.rules is None or draft.rules.unequal or not _readable(draft):
        return
    left = sum(map(len, draft.hands)) + len(draft.trick) + len(draft.stock)
    most = max(0, sum(pack.values()) - left) // len(draft.seats)
    if tricks > most:
        yield Fault(
            "tricks_played",
            f"{tricks} tricks cannot have been played: {left} of {sum(pack.values())} cards are still "
            f"to be played, so {most} were at the most",
        )


# --- the cards ------------------------------------------------------------------------------------------


def _places(draft: Draft) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every heap of cards: its field, its name in a sentence, its cards."""
    for seat, hand in zip(draft.seats, draft.hands):
        yield "hands", f"{seat}'s hand", hand
    yield "trick", "the trick", tuple(card for _, card in draft.trick)
    for seat, cards in draft.taken:
        yield "taken", f"the cards taken by {seat}", cards
    for field in ("pile", "stock", "widow"):
        yield field, f"the {field}", getattr(draft, field)


@lru_cache(maxsize=256)
def _pack(rules: Rules, seats: int) -> Mapping[str, int]:
    return rules.pack(seats)


def _pack_for(draft: Draft) -> Mapping[str, int] | None:
    """The pack this game plays with at this table, where there is such a game and such a table."""
    rules = draft.rules
    if rules is None or not rules.min_seats <= len(draft.seats) <= min(rules.max_seats, MOST_SEATS):
        return None
    return _pack(rules, len(draft.seats))


def _hidden(draft: Draft) -> Iterator[Fault]:
    """Hands that are not shown: whoever looks at hidden hands leaves this check out."""
    if draft.hidden and "hands" not in draft.lost:
        hands = " and ".join(seat for seat in draft.seats if seat in draft.hidden)
        yield Fault(
            "hands",
            f'the hand of {hands} is hidden ("-"): every hand must be given here (one without cards is "...")'
            ", openhand advise is for hidden hands",
        )


def _no_cards(draft: Draft) -> Iterator[Fault]:
    """No card left to play, and nothing that says that the deal is over."""
    over = draft.tricks_played or any(cards for _, cards in draft.taken)
    known = "hands" not in draft.lost and not draft.hidden
    if known and draft.hands and not any(draft.hands) and not over:
        yield Fault("hands", "no cards: every hand is empty, so nothing is left to play")


def _repeats(draft: Draft) -> Iterator[Fault]:
    """Cards in two places, and more copies than the pack holds; cards lying alike share one fault."""
    pack = _pack_for(draft) or {}
    cards = chain(chain.from_iterable(draft.hands), draft.pile, draft.stock, draft.widow)
    counts = Counter(cards)
    counts.update([card for _, card in draft.trick])
    for _, captured in draft.taken:
        counts.update(captured)
    too_many = [card for card, number in counts.items() if number > 1 and number > pack.get(card, 1)]
    if not too_many:
        return
    alike: dict[tuple[int, int, tuple[str, ...]], list[str]] = {}
    field_of: dict[str, str] = {}
    for card in too_many:
        lying: list[str] = []
        for field, place, heap in _places(draft):
            lying += [place] * heap.count(card)
            if card in heap:
                field_of[card] = field
        alike.setdefault((counts[card], max(1, pack.get(card, 1)), tuple(lying)), []).append(card)
    for (number, most, places), same in alike.items():
        yield Fault(field_of[same[0]], _repeat_text(same, number, most, places))


def _repeat_text(cards: list[str], number: int, most: int, places: tuple[str, ...]) -> str:
    times = "twice" if number == 2 else f"{number} times"
    distinct = list(dict.fromkeys(places))
    if len(distinct) == 1:
        where = f"in {distinct[0]}"
    else:
        where = f"in {', in '.join(distinct[:-1])} and in {distinct[-1]}"
    holds = "the pack has one" if most == 1 else f"the packs have {most}"
    appear = "each appear" if len(cards) > 1 else "appears"
    return f"{', '.join(cards)} {appear} {times}, {where}: {holds}"


def _foreign(draft: Draft) -> Iterator[Fault]:
    """Cards that are not in the pack. What was taken is not held against the pack."""
    pack = _pack_for(draft)
    if pack is None or draft.rules is None:
        return
    for field, place, heap in _places(draft):
        strange = [card for card in heap if card not in pack]
        if strange and field != "taken":
            cards = ", ".join(dict.fromkeys(strange))
            verb = "are" if len(set(strange)) > 1 else "is"
            table = f"{draft.rules.id} for {_seats_word(len(draft.seats))}"
            yield Fault(field, f"{cards} in {place} {verb} not in the pack of {table}")


# --- hands and trick together ---------------------------------------------------------------------------


def _readable(draft: Draft) -> bool:
    """Whether seats, hands, leader and trick are known well enough to be held against each other."""
    return (
        len(set(draft.seats)) == len(draft.seats) == len(draft.hands)
        and draft.leader in draft.seats
        and not draft.hidden
        and draft.lost.isdisjoint({"seats", "hands", "leader", "trick"})
    )


def _sizes(draft: Draft) -> Iterator[Fault]:
    """Hands are alike in size, one less for who has played; some games let hands run out."""
    if draft.rules is None or not _readable(draft) or not any(draft.hands):
        return
    if draft.rules.unequal:
        yield from _run_out(draft)
        return
    played = [seat for seat, _ in draft.trick]
    before = [len(hand) + played.count(seat) for seat, hand in zip(draft.seats, draft.hands)]
    if min(before) == max(before):
        return
    if _stock_ran_out(draft, before):
        yield from _leads_without_cards(draft)
        return
    usual = Counter(before).most_common(1)[0][0]
    odd = [
        f"{seat} holds {len(hand)} where {usual - played.count(seat)} would be right"
        for seat, hand, size in zip(draft.seats, draft.hands, before)
        if size != usual
    ]
    rule = "hands are equal, but for one card less with seats that have played to the trick"
    yield Fault("hands", f"hand sizes that no point of a trick allows: {', '.join(odd)} ({rule})")


def _stock_ran_out(draft: Draft, before: list[int]) -> bool:
    """Whether the last draw can have made hands unequal: seats side by side have one card more."""
    rules = draft.rules
    if rules is None or rules.draw != "each" or rules.any_trick or draft.stock or draft.tricks_played == 0:
        return False
    more = [size > min(before) for size in before]
    runs = sum(here and not there for here, there in zip(more, more[-1:] + more[:-1]))
    return max(before) == min(before) + 1 and runs == 1


def _stock(draft: Draft) -> Iterator[Fault]:
    """A stock that does not go round ends in tricks of fewer cards, which nobody could count afterwards."""
    rules, n_seats = draft.rules, len(draft.seats)
    if rules and rules.draw == "each" and rules.any_trick and n_seats and len(draft.stock) % n_seats:
        yield Fault(
            "stock",
            f"a stock of {len(draft.stock)} does not go round {_seats_word(n_seats)}: {rules.id} "
            "counts tricks, so all must draw alike",
        )


def _run_out(draft: Draft) -> Iterator[Fault]:
    """Games with hands of any size: who may be without cards."""
    assert draft.rules is not None
    out = _out(draft)
    if passes_over(draft.rules):
        yield from _leads_without_cards(draft)
    elif len(out) > 1:
        yield Fault(
            "hands", f"{' and '.join(out)} hold no cards: {draft.rules.id} ends when the first seat is out"
        )


def _leads_without_cards(draft: Draft) -> Iterator[Fault]:
    """Where seats that are out are passed over, another is to lead as long as the deal goes on."""
    assert draft.rules is not None
    out = _out(draft)
    going_on = len(out) < len(draft.seats) - passes_over(draft.rules)
    if draft.leader in out and not draft.trick and going_on:
        turn = draft.seats.index(draft.leader)
        around = draft.seats[turn + 1 :] + draft.seats[:turn]
        following = next(seat for seat in around if seat not in out)
        yield Fault(
            "leader",
            f"leader {draft.leader} holds no cards: the next seat that does, {following}, is to lead",
        )


def _out(draft: Draft) -> list[str]:
    """The seats without cards."""
    return [seat for seat, hand in zip(draft.seats, draft.hands) if not hand]


def passes_over(rules: Rules) -> bool:
    """Whether play goes on past seats that are out of cards."""
    return rules.unequal and rules.follow == "follow-or-draw"


def _trick(draft: Draft) -> Iterator[Fault]:
    """The seats of the trick: each once, clockwise from the leader, and not all of them."""
    if draft.rules is None or not draft.trick or not _readable(draft):
        return
    seats, played = draft.seats, [seat for seat, _ in draft.trick]
    if len(played) > len(seats):
        yield Fault("trick", f"the trick has {len(played)} cards for {len(seats)} seats")
        return
    if played[0] != draft.leader:
        yield Fault("trick", f"the trick begins with {played[0]}, but {draft.leader} is the leader")
        return
    turn = seats.index(played[0])
    around = seats[turn:] + seats[:turn]
    places = [around.index(seat) for seat in played]
    if places != sorted(set(places)):
        yield Fault(
            "trick",
            f"the trick is played {' '.join(played)}: the order is {' '.join(around)}, each seat once",
        )
        return
    without = _out(draft) if passes_over(draft.rules) or draft.rules.draw == "each" else []
    for seat in around[: places[-1]]:
        if seat not in played and seat not in without:
            reason = "it still holds cards" if draft.rules.unequal else f"{draft.rules.id} passes over nobody"
            yield Fault("trick", f"{seat} is passed over in the trick, but {reason}")
    if all(seat in without or seat in played for seat in around):
        yield Fault(
            "trick",
            "the trick is complete: give the position after it, its cards taken and its winner the leader",
        )


# --- options --------------------------------------------------------------------------------------------


def _lead_card(draft: Draft) -> Iterator[Fault]:
    """At the first lead the seat on lead must hold the card that the table's rule has led."""
    wanted = draft.rules.under(draft.options).lead_card if draft.rules else ""
    if not wanted or draft.tricks_played != 0 or draft.leader is None or not _readable(draft):
        return
    first = [card for _, card in draft.trick[:1]]
    if first and first[0] != wanted:
        yield Fault("trick", f"lead-card: the first trick is led with {wanted}, not with {first[0]}")
    elif not first and wanted not in draft.hands[draft.seats.index(draft.leader)]:
        text = f"lead-card: {draft.leader} leads first but does not hold {wanted}"
        yield Fault("leader", f"{text} (past the first trick give tricks_played)")


def _option_seats(draft: Draft) -> Iterator[Fault]:
    """Seats that options name sit at the table."""
    rules = draft.rules
    if rules is None or not draft.seats:
        return
    for name, value in draft.options:
        for seat in _seats_in(rules.options[name].kind, value):
            if seat not in draft.seats:
                near = close_match(seat, draft.seats)
                yield Fault(
                    "options",
                    f"option {name}: seat {quote(seat)} is not one of {listed(draft.seats)}{near}",
                )


def _seats_in(kind: str, value: object) -> list[str]:
    """The seats that an option's value names, by the kind of the option."""
    if kind == "seat":
        return [str(value)]
    if kind == "numbers" and isinstance(value, tuple):
        return [seat for seat, _ in value]
    return []


_CHECKS: tuple[Callable[[Draft], Iterator[Fault]], ...] = (
    _seats, _leader, _trump, _fields, _taken, _widow, _tricks_played, _hidden, _no_cards, _repeats, _foreign,
    _stock, _sizes, _trick, _lead_card, _option_seats,
)  # fmt: skip

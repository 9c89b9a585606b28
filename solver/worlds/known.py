"""What is known of each hidden place, as facts about cards: by the play, the rules, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from solver.model.errors import PositionError
from solver.positions.position import Position
from solver.rules.game import Rules
from solver.worlds import facts
from solver.worlds.facts import DEAD, Cards, Fact, Known, Length, Said
from solver.worlds.hidden import Filled
from solver.worlds.proofs import Proofs

_ANY = 999  # more than any place holds


def known_facts(whole: Filled, proofs: Proofs, unseen: Counter[str], known: Known) -> Iterator[Fact]:
    """All that bounds the layouts, first what the play proves.

    Raises `PositionError` for places and suits there are not.
    """
    yield from _proven_facts(whole, proofs, unseen)
    yield from _robbed_facts(whole, known)
    yield from _said_facts(whole.position, known)


def _proven_facts(whole: Filled, proofs: Proofs, unseen: Counter[str]) -> Iterable[Fact]:
    """What the play and the rules say of the hidden places."""
    now = whole.position
    rules = now.rules.under(now.options)
    for seat in sorted(whole.hidden):
        name = now.seats[seat]
        if cards := frozenset(proofs.lacks[seat]):
            yield Fact(name, cards, 0, 0, f"what {name} has played")
        for card, number in proofs.holds[seat].items():
            yield Fact(name, frozenset([card]), number, _ANY, f"what {name} has taken up")
    turn = now.to_play
    if turn is not None and now.seats.index(turn) in whole.hidden:
        yield from _has_to_play(now, rules, turn, unseen)


def _has_to_play(now: Position, rules: Rules, turn: str, unseen: Counter[str]) -> Iterable[Fact]:
    """What the seat to play, whose hand is hidden, holds for it to be its turn."""
    led = now.trick[0][1] if now.trick else ""
    if not led and now.tricks_played == 0 and rules.lead_card in unseen:
        yield Fact(turn, frozenset([rules.lead_card]), 1, _ANY, f"{turn} leads {rules.lead_card} first")
    if led and (rules.follow == "follow-or-take-up" or (rules.follow == "follow-or-draw" and now.stock)):
        suit = frozenset(rules.lane(led[0], now.trump))
        yield Fact(turn, suit, 1, _ANY, f"{turn} is to play, so it can follow")


def _robbed_facts(whole: Filled, known: Known) -> Iterable[Fact]:
    """No trump is dead where the dealer takes every one that is left, unless a length says otherwise."""
    now = whole.position
    lengths = [said for said in known.said if isinstance(said, Length) and said.place == DEAD]
    if now.rules.dealer_robs and now.trump and not any(said.suit in ("T", now.trump) for said in lengths):
        trumps = frozenset(now.rules.lane(now.trump, now.trump))
        yield Fact(
            DEAD, trumps, 0, 0, 'no trump is dead, as the dealer robs the deck (else length "dead:T=0-2")'
        )


def _said_facts(now: Position, known: Known) -> Iterable[Fact]:
    """What is said, in terms of cards; raises `PositionError` for places and suits there are not."""
    for said in known.said:
        place = facts.place_named(said.place, now.seats, facts.text_of(said))
        if isinstance(said, Cards):
            for card, number in Counter(said.cards).items():
                low, high = (number, _ANY) if said.held else (0, 0)
                yield Fact(place, frozenset([card]), low, high, facts.text_of(said))
        else:
            suit = frozenset(_suit(now, said))
            low = said.low if isinstance(said, Length) else 0
            most = said.high if isinstance(said, Length) else 0
            yield Fact(place, suit, low, _ANY if most is None else most, facts.text_of(said))


def _suit(now: Position, said: Said) -> Sequence[str]:
    """The cards of a suit as the game plays it."""
    assert not isinstance(said, Cards)
    if said.suit == "T" and now.trump is None:
        raise PositionError(f"{facts.text_of(said)}: there is no trump suit, name S, H, D or C")
    suit = now.trump if said.suit == "T" and now.trump else said.suit
    return now.rules.under(now.options).lane(suit, now.trump)

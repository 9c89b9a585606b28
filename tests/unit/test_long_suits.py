"""More than sixteen cards of a suit: played outside the core, and bounded."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from solver import Limits, Position, PositionError, Positions, analyze, each_seat, maxn, solve, solve_batch
from solver.analysis.replay import replay
from solver.analysis.solution import Bounds
from solver.core import deal as core_deal
from solver.core.deal import Deal
from solver.core.slots import Layout
from solver.core.table import Table
from solver.positions.generate import generate
from solver.rules.files import load, names, read_table
from solver.rules.game import Rules
from tests import reference
from tests.support.house import drawn_variant
from tests.support.questions import Question, goals, sides
from tests.support.tables import random_position

GAME = "cancellation-hearts"
# Twenty spades in two hands.
SPADES: dict[str, Any] = {"deal": "A:AAKKQQJJT9... T988776655...", "game": GAME, "leader": "A"}

NO_QUEENS = "A:AAKKJJTT9... 988776655..."


def longest(position: Position) -> int:
    """How many cards of its longest suit are still to be captured."""
    heaps = (
        *position.hands,
        position.pile,
        position.widow,
        position.stock,
        [card for _, card in position.trick],
    )
    return max(Counter(card[0] for heap in heaps for card in heap).values(), default=0)


def whole_deal(n_seats: int, seed: int) -> Position:
    (deal,) = generate(GAME, load(GAME).full_hand(n_seats), 1, seed, n_seats)
    return deal


def played_on(position: Position, cards: int, rng: random.Random) -> Position:
    for _ in range(cards):
        position = position.play(rng.choice(position.legal_cards()))
    return position


# --- play -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", names())
def test_played_as_the_core_plays(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that the core holds, laid out in longer lanes as well: all is the same, card by card."""

    def long_layout(rules: Rules, trump: str | None, _: int, in_play: Callable[[], Iterable[str]]) -> Layout:
        return Layout(rules, trump, Counter(in_play()), 20)

    rng = random.Random(f"long {game}")
    rules = load(game)
    for _ in range(20):
        position = random_position(game, rng.randint(rules.min_seats, min(rules.max_seats, 5)), rng)
        short = Table(position)
        with monkeypatch.context() as patched:
            patched.setattr(core_deal, "layout_of", long_layout)
            long = Table(Position.from_json(position.to_json()))
        assert long.deal.layout.long
        assert long.perft(3) == short.perft(3)
        for _ in range(40):
            assert (long.to_play(), long.legal()) == (short.to_play(), short.legal())
            assert long.snapshot() == short.snapshot()
            if short.to_play() is None:
                break
            card = rng.choice(short.legal())
            long.play(card)
            short.play(card)


@pytest.mark.parametrize("n_seats", range(2, 8))
def test_a_whole_deal_goes_in_and_out(n_seats: int) -> None:
    rng = random.Random(n_seats)
    position = whole_deal(n_seats, 2)
    assert longest(position) > 16
    while not position.over:
        for again in (Position.from_json(position.to_json()), Position.from_pbn(position.to_pbn())):
            assert again == position
        position = played_on(position, 1, rng)
    points = position.rules.card_points()
    assert sum(map(len, position.taken)) == 104
    assert sum(points[card] for cards in position.taken for card in cards if card in points) == 52


def test_perft() -> None:
    position = played_on(whole_deal(6, 1), 3, random.Random(1))
    plain = json.loads(position.to_json())
    for depth in range(1, 5):
        assert Table(position).perft(depth) == reference.perft(plain, depth)


def test_a_card_that_cannot_have_been_played() -> None:
    deal = "A:AAKKQQJ... JTT98877... 6655443..."
    with pytest.raises(PositionError, match="A still holds SA SA SK"):
        Position.parse(deal, game=GAME, leader="C", trick="C:S9 A:H4")


# --- what is answered -----------------------------------------------------------------------------------


def test_a_deal_just_too_long_is_solved() -> None:
    """A has every stopper and the lead: it takes both queens of thirteen with the ace to spare."""
    found = analyze(Position.parse(**SPADES))
    assert (found.value, found.exact, found.stopped) == (26, True, "")
    assert list(found.cards) == ["SA", "SK", "SQ", "SJ", "ST", "S9"]
    position = Position.parse(**SPADES)
    for card in found.line:
        position = position.play(card)
    assert position.over
    assert sum([cards.count("SQ") for cards in position.taken[:1]]) == 2


def test_bounds() -> None:
    """Without limits a whole deal is given up after a while; with one it is that which stops it."""
    found = analyze(whole_deal(6, 3), limits=Limits(nodes=10))
    assert (found.lower, found.upper, found.value, found.total) == (0, 52, None, None)
    assert {(bounds.lower, bounds.upper) for bounds in found.card_bounds.values()} == {(0, 52)}
    assert (found.exact, found.stopped, found.nodes) == (False, "nodes", 10)
    with pytest.raises(TimeoutError, match="the limit on nodes: it lies between 0 and 52"):
        _ = found.line
    given_up = solve(whole_deal(6, 3))
    assert (given_up.exact, given_up.stopped) == (False, "suits")
    assert (given_up.lower, given_up.upper) == (0, 52)


def test_nothing_that_counts_is_left() -> None:
    """Without the queens it is exact, and any course of play is best."""
    position = Position.parse(**{**SPADES, "deal": NO_QUEENS})
    found = analyze(position)
    assert (found.value, found.exact, found.stopped) == (0, True, "")
    assert found.best == position.legal_cards()
    line = found.line
    assert len(line) == 18
    for card in line:
        position = position.play(card)
    assert position.over
    assert maxn(Position.parse(**{**SPADES, "deal": NO_QUEENS})).values == {"A": 0, "B": 0}


def ending(rng: random.Random) -> Question:
    """Two cards each and a long pile, by house rules of any weights."""
    variant = drawn_variant(GAME, rng)
    seats = variant.rules.default_seats(rng.randint(2, 3))
    suit = rng.choice("SHC")
    pack = sorted(variant.rules.pack(len(seats)).elements(), key=lambda card: (card[0] != suit, rng.random()))
    pile, rest = pack[:18], pack[18:22] + pack[-4:]
    rng.shuffle(rest)
    position = Position.parse(
        rules=variant.rules,
        seats=seats,
        hands={seat: rest[2 * place : 2 * place + 2] for place, seat in enumerate(seats)},
        leader=rng.choice(seats),
        trump=rng.choice("SHDC") if variant.rules.trump == "always" else None,
        pile=pile,
        tricks_played=9,
    )
    side = rng.choice(sides(position.seats))
    return Question(position, side, rng.choice(goals(position, side, rng)), variant.game)


def test_agrees_with_the_reference() -> None:
    """Whatever the cards and tricks are worth."""
    rng = random.Random("bounds")
    for _ in range(200):
        question = ending(rng)
        assert longest(question.position) > 16
        found = solve(question.position, question.side, question.goal)
        plain = {**json.loads(question.position.to_json()), "game": question.game}
        value = reference.value(plain, list(question.side), question.goal)
        assert found.exact, question
        assert found.value == value, question


def test_every_question_is_answered() -> None:
    position = whole_deal(6, 3)
    limits = Limits(nodes=100)
    assert {row.guaranteed for row in each_seat(position, limits=limits).rows} == {Bounds(0, 52)}
    assert maxn(position, limits=limits).stopped == "suits"
    batch = solve_batch([position, Position.parse("A:2... 3...", game=GAME, leader="A")], bounds=True)
    assert (batch.lower.tolist(), batch.upper.tolist(), batch.exact.tolist()) == (
        [0, 0],
        [52, 0],
        [False, True],
    )
    with pytest.raises(TimeoutError, match="position 0: stopped by the limit on suits, 0 to 52"):
        solve_batch([position])


def test_replayed_to_the_end() -> None:
    """Card by card: bounds at first, then what the core finds; no card costs less than nothing."""
    rng = random.Random(4)
    deal, play = whole_deal(7, 4), list[tuple[str, str]]()
    position = deal
    while not position.over:
        card = rng.choice(position.legal_cards())
        play.append((str(position.to_play), card))
        position = position.play(card)
    found = replay(deal, play, limits=Limits(nodes=200))
    assert (len(found.steps), found.fault, found.exact) == (98, None, False)
    assert {step.answer.stopped for step in found.steps if not step.exact} == {"nodes"}
    taken = sum(
        position.rules.card_points().get(card, 0) for card in position.taken[deal.seats.index(found.side[0])]
    )
    assert found.made == taken


def mixed() -> list[Position]:
    """Whole deals, and endings that the core holds, between each other."""
    rng = random.Random(5)
    short = generate(GAME, 2, 3, 1, 6)
    return [
        whole_deal(6, 1),
        short[0],
        played_on(whole_deal(6, 2), 9, rng),
        short[1],
        played_on(whole_deal(6, 2), 45, rng),
        short[2],
    ]


def test_an_array_takes_them() -> None:
    """It is as good as the positions one by one, and those that the core holds go to it together."""
    listed = mixed()
    array = Positions.of(listed)
    assert list(array) == listed
    assert Positions.from_array(array.array, GAME) == array
    assert array.long.tolist() == [longest(position) > 16 for position in listed]
    limits = Limits(nodes=2_000)
    for every_card in (False, True):
        one = solve_batch(array, None, "points", limits, every_card=every_card, bounds=True)
        other = solve_batch(listed, None, "points", limits, every_card=every_card, bounds=True)
        for name in ("lower", "upper", "exact", "nodes"):
            assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
        for place, position in enumerate(listed):
            if not every_card:
                assert solve(position, limits=limits).bounds == Bounds(one.lower[place], one.upper[place])
    assert one.exact.all(axis=1).tolist() == [False, True, False, True, False, True]


def test_what_an_array_says_of_unsound_rows_that_are_too_long() -> None:
    array = Positions.blank(GAME, 2, 2)
    array["hands"][:, :, 0] = (1 << 9) - 1  # nine spades each
    assert Positions.from_array(array, GAME).long.all()
    array["hands"][1, 0, 0] |= 1 << 40
    with pytest.raises(PositionError, match="position 1: hand sizes that no point of a trick allows"):
        Positions.from_array(array, GAME)


def test_a_row_whose_trick_cannot_have_been_played() -> None:
    """A has spades, and laid a heart to C's spade; nineteen spades are in the hands."""
    array = Positions.blank(GAME, 1, 3)
    array["hands"][0, :, 0] = (1 << 6) - 1, (1 << 7) - 1, ((1 << 6) - 1) << 7
    array["leader"], array["trick_seat"][0, :2], array["trick_card"][0, :2] = 2, (2, 0), (7, 16 + 2)
    with pytest.raises(PositionError, match="A still holds"):
        Positions.from_array(array, GAME)


def test_a_question_that_one_row_cannot_be_asked() -> None:
    array = Positions.of(mixed())
    with pytest.raises(PositionError, match='position 0: side: there is no seat "Q"'):
        solve_batch(array, "Q")


def test_a_left_pedro_that_makes_trumps_too_many() -> None:
    """Sixteen spades and a five of clubs, which is a trump: the core's lane has no room for it."""
    rules = read_table({"extends": "cinch", "pack": {"copies": 2}}, "mine", "mine.toml")
    spades = list("AAKKQQJJTT998877")
    hands = {"A": [*("S" + rank for rank in spades[:5])], "Y": [*("S" + rank for rank in spades[5:10])]}
    hands |= {"B": [*("S" + rank for rank in spades[10:15])], "Z": ["S7", "C5", "D2", "D3", "D4"]}
    position = Position.parse(rules=rules, seats="A,Y,B,Z", hands=hands, leader="A", trump="S")
    assert Deal(position).layout.long
    assert solve(position).value == 5 + 2 + 2 + 2, "A draws all the trumps from the top"
    assert solve_batch(Positions.of([position])).tolist() == [11]

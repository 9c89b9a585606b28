"""Sound puzzles: every choice along the main line the only one, as the slow reference has it too."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from solver import Limits, Position, analyze
from solver.analysis.likely import likely_cards
from solver.analysis.puzzles import only_best
from solver.analysis.sound import Soundness, soundness
from solver.positions.generate import generated
from tests.reference.facts import Facts
from tests.reference.search import Solver
from tests.reference.state import Table
from tests.support.questions import asked_of
from tests.support.tables import TABLES, random_position

WHIST: dict[str, Any] = {"game": "whist", "seats": "A,B,C,D", "leader": "A"}
GAMES = [table for table in TABLES if table[1] <= 4]


def verdict(found: Soundness) -> tuple[bool | None, int | None, tuple[str, ...], int]:
    """Sound or not, where not and for what, and the only moves up to there."""
    at, others = (found.flaw.at, found.flaw.others) if found.flaw else (None, ())
    return found.sound, at, others, len(found.only_moves)


def test_touching_cards_are_one_card() -> None:
    """King and queen of spades draw the knave alike; the deuce of hearts loses a trick."""
    answer = analyze(Position.parse("A:KQ.2.. J3.3.. 2.4.2. 4.5.4.", **WHIST))
    found = soundness(answer)
    assert answer.best == ["SK", "SQ"]
    assert answer.touching() == {"SK": "SQ", "SQ": "SQ", "H2": "H2"}
    assert (found.sound, found.only_moves[0].at) == (True, 0)


def test_two_cards_that_do_as_well() -> None:
    """Y's diamonds go under A's king, with Z's eight between them; the heart wins itself."""
    answer = analyze(Position.parse("A:..K.T6 .7.97. J..Q.8 ..865.", game="hearts", leader="Y"))
    found = soundness(answer)
    assert answer.cards == {"H7": 1, "D9": 0, "D7": 0}
    assert found.flaw is not None
    assert (found.sound, found.flaw.at, {found.flaw.card, *found.flaw.others}) == (False, 0, {"D9", "D7"})
    assert found.only_moves == ()


def test_where_nothing_matters_there_is_no_choice() -> None:
    """Either ace, or the deuce to the partner's ace: two tricks whatever is played."""
    found = soundness(analyze(Position.parse("A:A.2.. K.K.. 2.A.. 3.3..", **WHIST)))
    assert (found.sound, found.only_moves, found.flaw) == (True, (), None)


def test_a_finished_deal() -> None:
    position = Position.parse("A:A... K... 2... 3...", **WHIST)
    for card in ("SA", "SK", "S2", "S3"):
        position = position.play(card)
    assert soundness(analyze(position, "A")).sound


def test_limits_are_for_all_searches_together() -> None:
    """What the analysis itself took is spent; the first further search finds nothing left."""
    answer = analyze(Position.parse("A:.94..2 6.6.2. .7..75 ..A4.4", game="hearts", leader="A"), "Z")
    assert answer.position.to_play not in answer.side
    assert soundness(answer).exact
    found = soundness(answer, Limits(nodes=answer.nodes))
    assert (found.sound, found.exact, found.stopped) == (None, False, "nodes")


# --- difficulty -----------------------------------------------------------------------------------------


def likely(game: str, hands: dict[str, str], trick: str = "", **more: Any) -> list[str]:
    """The likely-looking cards of the seat to play, whose side is its own."""
    split = {seat: held.split() for seat, held in hands.items()}
    given = {"game": game, "seats": "A,B,C,D", "leader": "A", "hands": split, "trick": trick.split()} | more
    position = Position.parse(**given)
    seat = position.to_play or ""
    partners = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
    return likely_cards(position, partners[seat] if position.rules.partnerships else seat, "points")


def test_where_captures_are_feared() -> None:
    led = {"A": "C6 D6", "B": "SQ ST S3", "C": "S9 C5 C4", "D": "S4 C7 C8"}
    last = {"C": "C5 C4", "D": "C7 C8", "A": "C6 D6"}
    assert likely("hearts", led | {"A": "SK S3 H3", "B": "SQ ST D3"}) == ["S3", "H3"]
    assert likely("hearts", led, "SJ") == ["ST"]  # the highest that stays below
    assert likely("hearts", led, "S2") == ["S3"]  # others may yet go above it
    assert likely("hearts", last | {"B": "SQ ST S9"}, "S2 S7 S8", leader="C") == ["SQ"]
    assert likely("hearts", led | {"B": "H5 HT CA"}, "SJ") == ["HT"]  # what counts goes first


def test_where_captures_are_wanted() -> None:
    led = {"A": "C6 D6", "B": "SQ ST H3", "C": "SK SJ C4", "D": "S9 C7 C8"}
    assert likely("whist", led | {"A": "SA S3 H2"}) == ["SA"]
    assert likely("whist", led | {"A": "SA S3 H2"}, trump="H") == ["H2"]
    assert likely("whist", led, "S2") == ["ST"]  # the cheapest that wins
    assert likely("whist", led, "SA") == ["ST"]  # none does
    assert likely("whist", led | {"B": "SQ H3"}, "SA ST") == ["SJ"]  # the partner has it
    pedro = led | {"B": "C9 CT", "C": "S5 S9 SJ", "D": "S8 C7 C8"}
    assert likely("cinch", pedro, "SA S4", trump="S") == ["S5"]


def test_what_captures_are_for_depends_on_the_goal() -> None:
    position = Position.parse("A:A5.2.. K.A3.. 7.9..2 T.K..3", game="hearts", leader="A")
    assert likely_cards(position, ["A"], "clear") == ["H2"]
    assert likely_cards(position, ["A"], "all") == ["SA"]


def test_the_cost_of_likely_looking_cards() -> None:
    """Y would lead its lowest card, a club, and take three hearts; the six of hearts takes none."""
    position = Position.parse(
        "A:J.53..Q .6..J74 .AJ4.A. .K..652", game="hearts", leader="Y", taken="Y:HQ,HT,H9,H8,H7,H2"
    )
    answer = analyze(position)
    found = soundness(answer)
    assert answer.cards == {"H6": 0, "CJ": 2, "C7": 2, "C4": 3}
    (choice,) = found.only_moves
    assert (choice.card, choice.likely, choice.likely_cost, found.traps) == ("H6", ["C4"], 3, (choice,))
    assert found.likely_cost == 3


# --- positions with one best card -----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "cost"), [("hearts", 1), ("hearts", 3), ("cinch", 2), ("penchant", 2)])
def test_only_best_picks_what_has_one_best_card(game: str, cost: int) -> None:
    """Those that are picked, and no others, have one best card and cost more with any other."""
    drawn = list(generated(game, 3, 60, 7))
    gaps = {}
    for position in drawn:
        values = [value or 0 for value in analyze(position).cards.values()]
        values.sort(reverse=not position.rules.penalty)
        gaps[position] = len(values) > 1 and abs(values[0] - values[1]) >= cost
    picked = list(only_best(drawn, cost))
    assert picked == [position for position in drawn if gaps[position]]
    assert 0 < len(picked) < len(drawn)


def test_only_best_for_a_side_and_a_goal() -> None:
    """The best card may be an opponent's: who plays against A wants what A does not."""
    picked = list(only_best(generated("hearts", 4, 200, 3), side="A", goal="clear"))
    assert {position.to_play == "A" for position in picked} == {True, False}
    for position in picked:
        answer = analyze(position, "A", "clear")
        assert len(answer.best) == 1
        assert answer.value == (position.to_play == "A")


# --- against the reference ------------------------------------------------------------------------------


def by_reference(
    position: Position, line: list[str], side: tuple[str, ...], goal: str
) -> tuple[bool, int | None, tuple[str, ...], int]:
    """The same by plain minimax, which also has to find every card of the line a best one."""
    moves = 0
    for at, card in enumerate(line):
        plain: Mapping[str, Any] = json.loads(position.to_json())
        solver = Solver(plain, side, goal)
        values = solver.card_values()
        own = position.to_play in side
        best = (max if own == (solver.goal.wants > 0) else min)(values.values())
        assert values[card] == best, (position, at, card)
        if own and len(set(values.values())) > 1:
            one = one_card(plain, list(values), goal)
            others = tuple(c for c, value in values.items() if value == best and one[c] != one[card])
            if others:
                return False, at, others, moves
            moves += 1
        position = position.play(card)
    return True, None, (), moves


def one_card(plain: Mapping[str, Any], legal: list[str], goal: str) -> dict[str, str]:
    """Each card with the lowest of those that nobody else can tell from it.

    They count the same, and nothing comes between that the others hold, draw or have laid.
    """
    table = Table(plain)
    items, named = (
        Facts(table).items,
        [table.lead_card, "HX", "SQ" if table.break_hearts and table.queen_breaks else ""],
    )
    turn = table.turn(table.start)
    elsewhere = [card[-2:] for card in (*plain.get("trick", []), *plain.get("stock", []))]
    for seat, hand in plain["hands"].items():
        elsewhere += hand if table.seats.index(seat) != turn else []
    powers = [place_of(table, card) for card in elsewhere]
    jokers = [place_of(table, "HX")] if "HX" in table.cards else []

    def kind(card: str) -> tuple[object, ...]:
        item = items[table.cards.index(card)]
        counts = bool(item.penalties) if goal == "clear" else item.points
        return counts, named.count(card) and card, bool(jokers) and place_of(table, card) > jokers[0]

    found: dict[str, str] = {}
    last: dict[object, str] = {}
    for card in sorted(legal, key=lambda card: place_of(table, card)):
        suit, power = place_of(table, card)
        key = suit, kind(card)
        low = place_of(table, last[key])[1] if key in last else -99
        parted = low == -99 or any(s == suit and low <= other <= power for s, other in powers)
        found[card] = card if parted else found[last[key]]
        last[key] = card
    return found


def place_of(table: Table, card: str) -> tuple[str, int]:
    """The suit that a card is played as, and its height there."""
    number = table.cards.index(card)
    return table.suit[number], table.power[number]


def compare(game: str, n_seats: int, count: int, seed: str) -> None:
    rng = random.Random(f"sound {game} {n_seats} {seed}")
    for _ in range(count):
        position = random_position(game, n_seats, rng)
        side = (position.seats[rng.randrange(n_seats)],)
        goal = rng.choice([name for name in ("points", "margin", "clear") if name in position.rules.goals])
        assert asked_of(position.rules, goal, position, side)
        answer = analyze(position, side, goal)
        assert verdict(soundness(answer)) == by_reference(position, answer.line, side, goal), (
            position,
            side,
            goal,
        )


@pytest.mark.parametrize(("game", "n_seats"), GAMES)
def test_against_the_reference(game: str, n_seats: int) -> None:
    compare(game, n_seats, 25, "quick")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n_seats"), GAMES)
def test_thousands_against_the_reference(game: str, n_seats: int) -> None:
    compare(game, n_seats, 80, "slow")

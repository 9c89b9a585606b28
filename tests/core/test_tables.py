"""The answer does not depend on the size of the table, on shortcuts, or on what was searched before."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cext.api import searcher as api
from cext.search.driver import Shortcut
from solver import Position, analyze
from solver.rules.files import read_table
from tests.support.answers import search_values
from tests.support.questions import Question, honours_together, questions
from tests.support.tables import TABLES

SMALLEST = 0  # bytes: the table keeps its first few buckets and replaces entries all the time
SMALL = 64 << 10
LARGE = 64 << 20
# Positions beyond the reference, so that tables fill and entries are thrown out.
WITH_STOCK = {"domino-hearts": 4, "two-handed-hearts": 8}
# Each shortcut alone and with others. The lower relaxed game needs the upper one, and to be asked at every
# trick in positions as small as these.
RELAX_BOTH = Shortcut.RELAX_UPPER | Shortcut.RELAX_LOWER | Shortcut.LOWER_ALWAYS
MASKS = [
    *range(1, Shortcut.RELAX_LOWER),
    RELAX_BOTH,
    Shortcut.TRUMP_GAME,
    Shortcut.TRUMP_GAME | Shortcut.GENERALISE,
    Shortcut.ALL_SHORTCUTS,
    Shortcut.ALL_SHORTCUTS | Shortcut.LOWER_ALWAYS,
]
HAND = {2: 12, 3: 8, 4: 7, 5: 5, 6: 4, 7: 4}


@pytest.fixture(scope="module")
def large() -> api.Searcher:
    return api.Searcher(LARGE)


def large_questions(game: str, n_seats: int, count: int) -> Iterator[Question]:
    hand = WITH_STOCK.get(game, HAND[n_seats])
    return questions(game, n_seats, count, seed=2, hand=hand)


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_the_size_of_the_table_changes_nothing(game: str, n_seats: int, large: api.Searcher) -> None:
    smallest, small = api.Searcher(SMALLEST), api.Searcher(SMALL)
    for question in large_questions(game, n_seats, 8):
        expected = search_values(question, large)
        assert search_values(question, smallest) == expected, question
        assert search_values(question, small) == expected, question


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_shortcuts_change_nothing(game: str, n_seats: int, large: api.Searcher) -> None:
    for question in large_questions(game, n_seats, 6):
        plain = search_values(question, large, 0)
        for shortcuts in MASKS:
            assert search_values(question, large, shortcuts) == plain, (shortcuts, question)


def test_sure_tricks_change_nothing(large: api.Searcher) -> None:
    rng = random.Random("sure tricks")
    for _ in range(1200):
        question = honours_together(rng, rng.randint(5, 7))
        plain = search_values(question, large, 0)
        for shortcuts in (Shortcut.BOUND, Shortcut.GENERALISE | Shortcut.BOUND):
            assert search_values(question, large, shortcuts) == plain, (shortcuts, question)


def test_counting_trumps_beside_counting_tricks_change_nothing(large: api.Searcher) -> None:
    house = read_table({"extends": "cinch", "any_trick": 1, "last_trick": 2}, "mine", "mine.toml")
    rng = random.Random("counting trumps")
    trumps = [*("H" + rank for rank in "AKQJT98765432"), "D5"]
    for _ in range(300):
        pack = rng.sample(trumps, 11) + rng.sample(["SA", "SK", "S9", "C7", "C3", "DA", "D2", "CQ"], 5)
        rng.shuffle(pack)
        hands = {seat: pack[4 * place : 4 * place + 4] for place, seat in enumerate("AYBZ")}
        position = Position.parse(rules=house, hands=hands, leader="A", trump="H")
        question = Question(position, rng.choice([("A", "B"), ("Y", "Z"), ("A",), ("A", "Y")]), "points")
        plain = search_values(question, large, 0)
        for shortcuts in (Shortcut.BOUND, Shortcut.ALL_SHORTCUTS):
            assert search_values(question, large, shortcuts) == plain, (shortcuts, question)


def test_tables_of_games_by_turns_change_nothing(large: api.Searcher) -> None:
    """Each game fills other tables, whose room goes from one to the next."""
    games = [large_questions(game, 4, 6) for game in ("hearts", "whist", "joker-hearts", "hearts", "cinch")]
    for questions_by_turns in zip(*games, strict=True):
        for question in questions_by_turns:
            assert search_values(question, large) == search_values(question, api.Searcher(LARGE)), question


@pytest.mark.parametrize("game", ["three-handed-hearts", "spot-hearts"])
def test_counts_far_apart_are_told_apart(game: str) -> None:
    """What every seat has so far is part of the key, however large: so the table may be turned.

    Packed in nine bits a seat, counts of 1 and 512 were taken for 0 and 513 of the seat before and others.
    """
    rng = random.Random(game)
    dear = {"HK": 1, "HQ": 512, "HJ": 513, "HT": 300}
    rules = read_table({"extends": game, "points": {"avoid:*": 0, "H*": 0, **dear}}, "mine", "mine.toml")
    others = [card for card in rules.cards() if card not in dear and card != "S2"]
    for _ in range(40):
        cards = [*dear, *rng.sample(others, 14)]
        rng.shuffle(cards)
        hands = {seat: cards[6 * place : 6 * place + 6] for place, seat in enumerate("ABC")}
        turned = [
            analyze(Position.parse(hands=hands, leader="A", seats=seats, rules=rules), "B", "settle").cards
            for seats in ("A B C", "B C A", "C A B")
        ]
        assert turned[0] == turned[1] == turned[2], hands


@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_nothing_is_left_from_the_question_before(n_seats: int, large: api.Searcher) -> None:
    asked = list(large_questions("hearts", n_seats, 12))
    answers = [search_values(question, large) for question in asked]
    for question, answer in zip(reversed(asked), reversed(answers), strict=True):
        assert search_values(question, large) == answer, question
        assert search_values(question, api.Searcher(LARGE)) == answer, question

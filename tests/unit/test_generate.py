"""Random positions: of the size asked for, sound, true of a whole deal, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from solver import Position, PositionError
from solver.model.notation import write_deal
from solver.positions.generate import generate, generated
from solver.rules.files import load, names
from tests.support.tables import TAKING_UP, tables_of

TABLES = tables_of(names())
# Where tricks are left out, cards discarded, or dead cards are nobody's.
PART_OF_THE_PACK = (
    "bezique",
    "cancellation-hearts",
    "cinch",
    "cinq-cents",
    "joker-hearts",
    "penchant",
    *TAKING_UP,
)


def all_cards(position: Position) -> Counter[str]:
    trick = [card for _, card in position.trick]
    return Counter(
        chain(*position.hands, *position.taken, trick, position.stock, position.pile, position.widow)
    )


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_they_are_sound_and_of_the_size_asked_for(game: str, n_seats: int) -> None:
    for position in generate(game, 2, 20, 1, n_seats):
        assert Position.from_json(position.to_json()) == position
        assert not position.trick
        assert len(position.hands[position.seats.index(position.leader)]) == 2
        if not position.rules.unequal:
            assert {len(hand) for hand in position.hands} == {2}


@pytest.mark.parametrize(("game", "n_seats"), TABLES)
def test_in_the_middle_of_a_trick(game: str, n_seats: int) -> None:
    positions = generate(game, 3, 40, 2, n_seats, mid_trick=True)
    for position in positions:
        assert Position.from_json(position.to_json()) == position
        assert not position.over
    assert {len(position.trick) for position in positions} >= set(range(min(n_seats, 3)))


@pytest.mark.parametrize(("game", "n_seats"), [table for table in TABLES if table[0] not in PART_OF_THE_PACK])
def test_every_card_of_the_pack_is_somewhere(game: str, n_seats: int) -> None:
    rules, pack = load(game), load(game).pack(n_seats)
    dealt = n_seats * rules.full_hand(n_seats) + rules.widow_size(n_seats) + rules.stock_size(n_seats)
    for position in generate(game, 2, 10, 3, n_seats):
        cards = all_cards(position)
        assert not cards - pack
        assert cards.total() == dealt


@pytest.mark.parametrize(
    ("game", "n_seats"), [("hearts", 4), ("black-lady", 5), ("whist", 4), ("polignac", 6)]
)
def test_full_hands_are_the_deal(game: str, n_seats: int) -> None:
    rules = load(game)
    for position in generate(game, rules.full_hand(n_seats), 5, 4, n_seats):
        assert position.tricks_played == 0
        assert not any(position.taken)
        assert sorted(chain(*position.hands)) == sorted(rules.pack(n_seats).elements())


def test_tricks_played_and_taken_go_together() -> None:
    for position in generate("hearts", 4, 20, 5):
        assert position.tricks_played == 9
        assert sum(map(len, position.taken)) == 36


def test_cinch_is_dealt_with_its_discards() -> None:
    """Plain cards are discarded and the dealer picks the trumps out of the rest: nearly all are in play."""
    deals = generate("cinch", 6, 200, 6)
    trumps = [
        sum(card in deal.rules.lane(str(deal.trump), deal.trump) for card in chain(*deal.hands))
        for deal in deals
    ]
    assert max(trumps) == 14
    assert sum(trumps) > 13.5 * len(trumps)


def test_the_two_handed_stock() -> None:
    for stock in (0, 2, 10, 26):
        for position in generate("two-handed-hearts", 13, 5, 7, stock=stock):
            assert len(position.stock) == stock
            assert {len(hand) for hand in position.hands} == {13}
    assert all(not position.stock for position in generate("two-handed-hearts", 5, 5, 7))


def test_domino_with_its_stock_gone() -> None:
    for position in generate("domino-hearts", 3, 20, 8, 4, stock=0):
        assert not position.stock


def test_who_won_the_first_trick_is_known() -> None:
    for position in generate("slobberhannes", 5, 20, 9):
        assert dict(position.options)["first-winner"] in position.seats


def test_the_joker_owner_is_known() -> None:
    for position in generate("joker-hearts", 3, 20, 10):
        held = any("HX" in hand for hand in position.hands)
        assert held or "joker-owner" in dict(position.options)


def test_seats_trump_and_options() -> None:
    position = generate("whist", 3, 1, 11, "N E S W", trump="NT")[0]
    assert (position.seats, position.trump) == (("N", "E", "S", "W"), None)
    assert generate("cinch", 3, 1, 11, trump="D")[0].trump == "D"
    for position in generate("hearts", 13, 5, 11, options={"lead-card": "C2", "break-hearts": "yes"}):
        assert "C2" in position.hands[position.seats.index(position.leader)]
        assert dict(position.options)["break-hearts"] is True


def test_the_same_seed_gives_the_same() -> None:
    assert generate("black-lady", 5, 8, 12) == generate("black-lady", 5, 8, 12)
    assert generate("black-lady", 5, 8, 12) != generate("black-lady", 5, 8, 13)
    assert generate("black-lady", 5, 8, 12)[:3] == generate("black-lady", 5, 3, 12)


def test_positions_come_as_they_are_made() -> None:
    many = generated("hearts", 5, 10**9, 12)
    assert [next(many), next(many)] == generate("hearts", 5, 2, 12)
    with pytest.raises(PositionError, match="1 to 13"):
        generated("hearts", 14, 1, 1)  # before the first is asked for


def test_a_seed_means_the_same_for_ever() -> None:
    """Benchmarks and bug reports name positions by their seed."""
    position = generate("hearts", 3, 1, 1)[0]
    assert write_deal(position.seats, position.hands) == "A:.J9.8. .4.9.A .A.Q.T K7...9"
    assert position.leader == "B"


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"game": "hearts", "cards": 0}, "1 to 13"),
        ({"game": "hearts", "cards": 14}, "1 to 13"),
        ({"game": "polignac", "cards": 7, "seats": 5}, "1 to 6"),
        ({"game": "hearts", "cards": 3, "seats": 9}, "2 to 6 seats"),
        ({"game": "hearts", "cards": 3, "seats": "A A"}, "A is named more than once"),
        ({"game": "hearts", "cards": 3, "seats": ["A", "Y", "A"]}, "A is named more than once"),
        ({"game": "hearts", "cards": 3, "seats": "a A b"}, "seats: a, A, b must differ by more than case"),
        ({"game": "hearts", "cards": 3, "seats": ["A", "B:"]}, "not a seat name"),
        ({"game": "hearts", "cards": 3, "seats": "A ?"}, "not a seat name"),
        ({"game": "harts", "cards": 3}, "hearts"),
        ({"game": "hearts", "cards": 3, "trump": "S"}, "no trumps"),
        ({"game": "cinch", "cards": 3, "trump": "NT"}, "always has a trump"),
        ({"game": "hearts", "cards": 3, "stock": 2}, "stock"),
        ({"game": "two-handed-hearts", "cards": 13, "stock": 28}, "0 to 26"),
        ({"game": "hearts", "cards": 3, "options": {"capot": "A"}}, "capot"),
    ],
)
def test_what_cannot_be_dealt_is_refused(asked: dict[str, object], wrong: str) -> None:
    with pytest.raises(PositionError, match=wrong):
        generate(count=1, seed=1, **asked)  # type: ignore[arg-type]

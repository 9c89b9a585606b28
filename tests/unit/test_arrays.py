"""`Positions`: the array form, bit by bit, its checks and its random deals."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from itertools import chain

import numpy as np
import pytest

from solver import Position, PositionError, Positions, solve, solve_batch
from solver.generate import generate
from solver.rules import load, names

ENDING = Position.parse(
    "A:K2..A. 3..5.4 .Q.6. 9.3.4.", game="hearts", leader="B", trick="H5",
    taken={"Y": ["HA", "HK"]}, tricks_played=9, options={"jack": 4, "take-all": "-13", "lead-card": "C2"},
)  # fmt: skip


def bits(*cards: int) -> int:
    return sum(1 << card for card in cards)


def test_a_row_bit_by_bit() -> None:
    """16 * suit + rank: spades from 0, hearts 16, diamonds 32, clubs 48; the deuce 0, the ace 12."""
    row = Positions.of([ENDING]).array[0]
    assert row["hands"].tolist() == [
        [bits(11, 0, 32 + 12)], [bits(1, 32 + 3, 48 + 2)], [bits(16 + 10, 32 + 4)], [bits(7, 16 + 1, 32 + 2)],
    ]  # fmt: skip
    assert row["taken"].tolist() == [[0], [bits(16 + 12, 16 + 11)], [0], [0]]
    assert row["trick_seat"].tolist() == [2, 255, 255, 255]
    assert row["trick_card"].tolist() == [16 + 3, 255, 255, 255]
    assert (row["leader"], row["trump"], row["tricks_played"]) == (2, -1, 9)
    assert (row["jack"], row["take_all"], row["lead_card"], row["pool_rule"]) == (4, 1, 48, -1)
    assert row["pile"].tolist() == row["widow"].tolist() == [0]
    assert row["stock"].tolist() == []


def test_identical_cards_stand_in_further_sets() -> None:
    position = Position.parse("A:AA.T.. T.A.K. K.K.A.", game="bezique", leader="A", trump="S")
    assert Positions.of([position]).array["hands"][0, 0].tolist() == [bits(12, 24), bits(12), 0]


@pytest.mark.parametrize("game", names())
def test_there_and_back(game: str) -> None:
    positions = generate(game, 3, 20, 1, mid_trick=True) + generate(game, 2, 10, 2)
    array = Positions.of(positions)
    assert list(array) == positions
    assert [array[place] for place in range(len(array))] == positions
    assert Positions.from_array(array.array, game) == array
    assert pickle.loads(pickle.dumps(array)) == array


def test_slices_masks_and_indices_are_positions() -> None:
    array = Positions.random("hearts", 10)
    assert list(array[2:4]) == [array[2], array[3]]
    assert list(array[np.arange(10) == 7]) == list(array[[7]]) == [array[7]] == [array[-3]]
    assert len(array[[]]) == len(array[:0]) == 0
    assert array[2:4].seats == array.seats
    with pytest.raises(IndexError):
        array[10]
    with pytest.raises(ValueError, match="read-only"):
        array.array["leader"][0] = 1


# --- checks ---------------------------------------------------------------------------------------------


def test_faults_are_told_by_index() -> None:
    array = Positions.random("hearts", 6).array.copy()
    array["hands"][2, 0] |= array["hands"][2, 1]
    array["leader"][4] = 9
    with pytest.raises(
        PositionError, match=r"^position 2: .* twice, in A's hand and in Y's.*; position 4: seat 9 "
    ):
        Positions.from_array(array, "hearts")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("trump", 2, "hearts has no trump"),
        ("trump", 7, "trump 7 is not -1"),
        ("tricks_played", 12, "12 tricks cannot have been played"),
        ("tricks_played", -2, "tricks_played: -2"),
        ("widow", bits(5), "widow: hearts has none"),
        ("pile", bits(5), "pile: hearts has none"),
        ("hands", 0, "every hand is empty"),
        ("hands", bits(14), "14 is not a card"),
        ("hands", bits(29), "HX"),
        ("trick_card", 3, "0 seats in trick_seat, 4 cards"),
        ("jack", -5, "option jack: -5"),
        ("take_all", 5, "option take-all: 5"),
        ("lead_card", 15, "option lead-card: 15 is not a card"),
        ("spot", 2, "option spot: 2"),
    ],
)
def test_each_field_is_checked(field: str, value: int, said: str) -> None:
    array = Positions.random("hearts", 3).array.copy()
    array[field][1] = value
    with pytest.raises(PositionError, match=rf"^position 1: .*{said}"):
        Positions.from_array(array, "hearts")


def changed(array: np.ndarray, rng: np.random.Generator) -> None:
    """Change one random field of one row to something near by."""
    name = str(rng.choice([name for name in array.dtype.names or () if array[name].size]))
    cell = array[name].reshape(-1)
    place = rng.integers(len(cell))
    if array[name].dtype.itemsize == 8:
        cell[place] ^= np.uint64(1 << int(rng.integers(62)))
    else:
        missing = 255 if cell.dtype == np.uint8 else -1
        cell[place] = rng.choice([0, 1, 2, 3, 12, 20, 29, missing])
    array[name] = cell.reshape(array[name].shape)


@pytest.mark.parametrize("game", names())
def test_as_strict_as_a_position(game: str) -> None:
    """Whatever single field is changed, the array is refused where the position read from it is."""
    rng = np.random.default_rng(5)
    sound = Positions.of(generate(game, 3, 8, 1, mid_trick=True) + generate(game, 2, 4, 2))
    refused = 0
    for _ in range(40):
        row = int(rng.integers(len(sound)))
        array = sound.array[row : row + 1].copy()
        changed(array, rng)
        try:
            wanted: Position | None = Position.from_fields(
                Positions(array.copy(), sound.rules, sound.seats).fields_of(0), sound.rules
            )
        except PositionError:
            wanted = None
        try:
            found: Position | None = Positions.from_array(array, game)[0]
        except PositionError as error:
            assert str(error).startswith("position 0: ")
            assert "it is not sound" not in str(error)
            found, refused = None, refused + 1
        assert found == wanted
    assert refused > 5


def test_what_is_no_array_of_positions() -> None:
    array = Positions.random("hearts", 2).array
    for wrong in (np.zeros(3), array.reshape(2, 1), [1, 2], array[["leader", "trump"]]):
        with pytest.raises(PositionError, match=r"^array: "):
            Positions.from_array(wrong, "hearts")  # type: ignore[arg-type]
    with pytest.raises(PositionError, match=r"it has a field jack; cinch has hands"):
        Positions.from_array(array[["hands", "taken", "pile", "widow", "stock", "trick_seat", "trick_card",
                                    "leader", "trump", "tricks_played", "jack"]], "cinch")  # fmt: skip
    wide = array.astype(
        [(name, "i8" if name == "leader" else array.dtype[name]) for name in array.dtype.names or ()]
    )
    assert Positions.from_array(wide, "hearts") == Positions.from_array(array, "hearts")
    wide["leader"][1] = 300
    with pytest.raises(
        PositionError, match=r"^position 1: leader holds a number that does not fit into int8"
    ):
        Positions.from_array(wide, "hearts")


def test_positions_of_other_kinds_are_refused_by_index() -> None:
    hearts, cinch = generate("hearts", 2, 1, 1)[0], generate("cinch", 2, 1, 1)[0]
    with pytest.raises(
        PositionError, match=r"^position 1: cinch with A Y B Z, where those before are hearts"
    ):
        Positions.of([hearts, cinch])
    with pytest.raises(PositionError, match=r"^position 1: a Position, not a text"):
        Positions.of([hearts, "x"])  # type: ignore[list-item]
    with pytest.raises(PositionError, match="at least one"):
        Positions.of([])


# --- random deals ---------------------------------------------------------------------------------------


def digest(array: Positions) -> str:
    columns = [np.ascontiguousarray(array.array[name]).astype("<i8") for name in ("leader", "trump")]
    columns.append(np.ascontiguousarray(array.array["hands"]).astype("<u8"))
    return hashlib.sha256(b"".join(column.tobytes() for column in columns)).hexdigest()[:16]


FROZEN = {
    "hearts": "9a899261de8868d9",
    "cinch": "4b08b5bc8b87fa8c",
    "two-handed-hearts": "710bbd9720669601",
    "cancellation-hearts": "c08d46dc7bdc8643",
    "three-handed-hearts": "2836db9d7ae9ca2d",
}


@pytest.mark.parametrize("game", FROZEN)
def test_a_seed_means_the_same_deals_for_ever(game: str) -> None:
    assert digest(Positions.random(game, 1200, rng=7)) == FROZEN[game]


def test_the_first_deals_do_not_depend_on_how_many() -> None:
    many = Positions.random("cinch", 2100, rng=3)
    assert Positions.random("cinch", 1001, rng=3) == many[:1001]
    assert Positions.random("hearts", 5, cards=4, rng=3) == Positions.random("hearts", 30, cards=4, rng=3)[:5]
    assert many[:5] != Positions.random("cinch", 5, rng=4)


@pytest.mark.parametrize("game", names())
def test_random_deals_are_sound_and_whole(game: str) -> None:
    rules = load(game)
    array = Positions.random(game, 300, rng=1)
    assert Positions.from_array(array.array, game) == array
    n_seats = len(array.seats)
    hand = 12 if game == "cancellation-hearts" else rules.full_hand(n_seats)
    for position in array[:40]:
        assert {len(cards) for cards in position.hands} == {hand}
        dealt = Counter([*chain(*position.hands), *position.stock, *position.widow])
        assert not dealt - rules.pack(n_seats)
        if game not in ("cinch", "cancellation-hearts", "bezique", "penchant", "cinq-cents"):
            assert dealt == rules.pack(n_seats)


def test_cards_lie_anywhere_alike() -> None:
    """Of 8,000 deals each seat holds a card in 2,000, six standard deviations (39 each) either way."""
    array = Positions.random("hearts", 8000, rng=2).array
    for seat in range(4):
        for card in (0, 12, 28, 60, 50):
            held = ((array["hands"][:, seat, 0] >> np.uint64(card)) & np.uint64(1)).sum()
            assert abs(int(held) - 2000) < 6 * 39
    assert all(abs(int((array["leader"] == seat).sum()) - 2000) < 6 * 39 for seat in range(4))


def test_cinch_dealers_take_every_trump_that_is_left() -> None:
    """No trump is out of play but beyond six in one hand: so nearly every deal has all fourteen in hand."""
    array = Positions.random("cinch", 400, rng=5)
    held = [
        sum(
            card in set(array.rules.lane(position.trump or "", position.trump))
            for hand in position.hands
            for card in hand
        )
        for position in array
    ]
    assert sum(number == 14 for number in held) > 380


def test_trump_and_options_of_random_deals() -> None:
    """A trump leaves the hands of a seed as they are; a card that must be led says who leads."""
    plain, asked = (Positions.random("whist", 50, rng=4, trump=trump) for trump in (None, "d"))
    assert {position.trump for position in asked} == {"D"}
    assert [position.hands for position in asked] == [position.hands for position in plain]
    deals = Positions.random("hearts", 50, rng=4, options={"lead-card": "C2", "spot": "yes"})
    assert Positions.from_array(deals.array, "hearts") == deals
    for position in deals:
        assert "C2" in position.hands[position.seats.index(position.leader)]
        assert dict(position.options) == {"lead-card": "C2", "spot": True}
    ending = Positions.random("cinch", 5, cards=3, trump="S", options={"bidder": "y", "bid": 9})
    assert {(p.trump, dict(p.options)["bidder"]) for p in ending} == {("S", "Y")}


@pytest.mark.parametrize(
    ("game", "wrong", "said"),
    [
        ("cinch", {"trump": "NT"}, "always has a trump"),
        ("hearts", {"trump": "S"}, "has no trumps"),
        ("cinch", {"options": {"bidder": "Q"}}, 'seat "Q" is not one of'),
        ("cinch", {"options": {"frob": 1}}, "has no option"),
        ("cinch", {"options": {"bid": "x"}}, "whole number"),
    ],
)
def test_trump_and_options_that_a_game_cannot_have(game: str, wrong: dict, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        Positions.random(game, 3, **wrong)
    with pytest.raises(PositionError, match=said):
        generate(game, 3, 1, 0, **wrong)


@pytest.mark.parametrize(
    "wrong", [{"n": -1}, {"n": 2.0}, {"rng": -1}, {"rng": "x"}, {"cards": 0}, {"seats": 9}]
)
def test_bad_arguments_of_random(wrong: dict) -> None:
    with pytest.raises(PositionError):
        Positions.random("hearts", **{"n": 3, **wrong})


def test_an_array_of_anything_is_refused_when_it_is_asked_about() -> None:
    """The constructor takes rows as they are; what no deal can come to must not reach the search."""
    sound = Positions.random("hearts", 5, cards=3)
    rng = np.random.default_rng(1)
    for _ in range(100):
        array = sound.array.copy()
        for name in array.dtype.names or ():
            field = array[name]
            if name in ("hands", "leader") or rng.random() < 0.3:
                field[...] = rng.integers(0, np.iinfo(field.dtype).max, field.shape, field.dtype)
        made = Positions(array, sound.rules, sound.seats)
        for ask in (solve_batch, lambda rows: solve_batch(list(rows)), lambda rows: rows[2:].deals):
            with pytest.raises(PositionError):
                ask(made)
    assert solve_batch(Positions(sound.array.copy(), sound.rules, sound.seats)).tolist() == [
        solve(position).value for position in sound
    ]

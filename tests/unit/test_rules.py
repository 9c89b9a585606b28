"""The games as data: packs, lanes, points, options, and the files of house rules."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from solver.model.errors import PositionError
from solver.rules.files import load, load_file, names, read_table
from solver.rules.game import Rules
from solver.rules.schema import GOALS

GAMES = [
    *("auction-hearts", "bezique", "black-jack", "black-lady", "cancellation-hearts", "cinch", "cinq-cents"),
    *("domino-hearts", "enfle", "hearts", "heartsette", "joker-hearts", "omnibus-hearts", "penchant"),
    *("polignac", "progressive-hearts", "slobberhannes", "spot-hearts", "three-handed-hearts"),
    *("two-handed-hearts", "whist"),
]


def test_every_game_is_there() -> None:
    assert list(names()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told(game: str) -> None:
    rules = load(game)
    assert rules.name
    assert len(rules.summary.strip().splitlines()) == 2
    assert rules.goals[0] == "points"
    assert set(rules.goals) <= set(GOALS)
    assert all(spec.help and not spec.help.endswith(".") for spec in rules.options.values())


@pytest.mark.parametrize(
    ("game", "seats", "cards", "hand", "widow", "stock", "out"),
    [
        ("cinch", 4, 52, 6, 0, 0, ""),
        ("hearts", 2, 52, 13, 0, 0, ""),
        ("hearts", 3, 51, 17, 0, 0, "S2"),
        ("hearts", 4, 52, 13, 0, 0, ""),
        ("hearts", 5, 50, 10, 0, 0, "S2 C2"),
        ("hearts", 6, 48, 8, 0, 0, "S2 C2 D2 H2"),
        ("black-lady", 7, 49, 7, 0, 0, "S2 C2 D2"),
        ("two-handed-hearts", 2, 52, 13, 0, 26, ""),
        ("joker-hearts", 3, 51, 17, 0, 0, "S2 H2"),
        ("joker-hearts", 6, 49, 8, 0, 0, "S2 C2 D2 H2"),
        ("heartsette", 3, 52, 16, 4, 0, ""),
        ("heartsette", 4, 51, 12, 3, 0, "S2"),
        ("heartsette", 5, 52, 10, 2, 0, ""),
        ("heartsette", 6, 52, 8, 4, 0, ""),
        ("domino-hearts", 5, 52, 6, 0, 22, ""),
        ("cancellation-hearts", 2, 104, 52, 0, 0, ""),
        ("cancellation-hearts", 6, 104, 17, 2, 0, ""),
        ("slobberhannes", 4, 32, 8, 0, 0, "S6"),
        ("slobberhannes", 5, 30, 6, 0, 0, "S7 C7"),
        ("polignac", 6, 30, 5, 0, 0, "S7 C7"),
        ("enfle", 4, 32, 8, 0, 0, "S6"),
        ("enfle", 5, 40, 8, 0, 0, "S4"),
        ("enfle", 6, 48, 8, 0, 0, "S2"),
        ("bezique", 2, 64, 8, 0, 0, "S6"),
        ("bezique", 3, 95, 8, 0, 0, ""),
        ("bezique", 4, 128, 8, 0, 0, ""),
        ("cinq-cents", 2, 32, 8, 0, 0, ""),
        ("penchant", 2, 32, 6, 0, 0, ""),
        ("whist", 4, 52, 13, 0, 0, ""),
    ],
)
def test_packs(game: str, seats: int, cards: int, hand: int, widow: int, stock: int, out: str) -> None:
    rules = load(game)
    pack = rules.pack(seats)
    assert (pack.total(), rules.full_hand(seats)) == (cards, hand)
    assert (rules.widow_size(seats), rules.stock_size(seats)) == (widow, stock)
    assert not any(pack[card] for card in out.split())


@pytest.mark.parametrize(
    ("game", "seats", "text"),
    [
        ("hearts", 4, "52 cards, 13 each"),
        ("hearts", 2, "52 cards, 13 each, 26 out"),
        ("hearts", 5, "50 cards, without S2 C2, 10 each"),
        ("heartsette", 4, "51 cards, without S2, 12 each, 3 in the widow"),
        ("two-handed-hearts", 2, "52 cards, 13 each, 26 in the stock"),
    ],
)
def test_deals_are_told(game: str, seats: int, text: str) -> None:
    assert load(game).deal_text(seats) == text


def test_bezique_for_three_lacks_one_eight() -> None:
    pack = load("bezique").pack(3)
    assert sum(pack[suit + "8"] for suit in "SHDC") == 11
    assert pack["SA"] == 3


def test_wrong_numbers_of_seats_are_refused() -> None:
    with pytest.raises(PositionError, match="hearts is played by 2 to 6 seats, not 7"):
        load("hearts").pack(7)
    with pytest.raises(PositionError, match="whist is played by 4 seats, not 3"):
        load("whist").default_seats(3)


def test_lanes() -> None:
    cinch = load("cinch")
    assert cinch.lane("H", "H") == (
        *("HA", "HK", "HQ", "HJ", "HT", "H9", "H8", "H7", "H6", "H5"),
        *("D5", "H4", "H3", "H2"),
    )
    assert len(cinch.lane("D", "H")) == 12
    assert "D5" not in cinch.lane("D", "H")
    assert cinch.lane("S", "H")[9] == "S5"
    assert load("joker-hearts").lane("H", None)[3:6] == ("HJ", "HX", "HT")
    assert "H2" not in load("joker-hearts").lane("H", None)
    assert load("bezique").lane("S", "S") == ("SA", "ST", "SK", "SQ", "SJ", "S9", "S8", "S7")
    french = load("polignac").under((("order", "french"),))
    assert french.lane("S", None)[:4] == ("SK", "SQ", "SJ", "SA")


@pytest.mark.parametrize(
    ("game", "trump", "options", "cards", "total"),
    [
        ("hearts", None, {}, {"HA": 1, "H2": 1}, 13),
        ("hearts", None, {"spot": True}, {"HA": 14, "H2": 2}, 104),
        ("spot-hearts", None, {}, {"HK": 13, "HT": 10}, 104),
        ("black-lady", None, {}, {"SQ": 13, "H5": 1}, 26),
        ("black-lady", None, {"spot": True}, {"SQ": 13, "H5": 5}, 117),
        ("black-jack", None, {}, {"SJ": 10}, 23),
        ("omnibus-hearts", None, {}, {"DT": -10, "SQ": 13}, 16),
        ("joker-hearts", None, {}, {"HX": 5, "HA": 1}, 17),
        ("joker-hearts", None, {"spot": True}, {"HX": 5, "HA": 14}, 107),
        ("auction-hearts", None, {"avoid": "C"}, {"CA": 1}, 13),
        ("auction-hearts", None, {"avoid": "C", "spot": True}, {"CA": 14}, 104),
        ("cinch", "H", {}, {"HA": 1, "HJ": 1, "HT": 1, "H2": 1, "H5": 5, "D5": 5}, 14),
        ("cinch", "S", {}, {"S5": 5, "C5": 5}, 14),
        ("slobberhannes", None, {}, {"CQ": 1}, 1),
        ("polignac", None, {}, {"SJ": 2, "HJ": 1}, 5),
        ("bezique", "S", {}, {"SA": 10, "HT": 10}, 80),
        ("cinq-cents", "S", {}, {"SA": 11, "ST": 10, "SK": 4, "SQ": 3, "SJ": 2}, 120),
        ("penchant", None, {}, {"S7": 10}, 120),
        ("whist", None, {}, {}, 0),
    ],
)
def test_points(
    game: str, trump: str | None, options: dict[str, object], cards: dict[str, int], total: int
) -> None:
    points = load(game).card_points(trump, tuple(sorted(options.items())))
    assert {card: points[card] for card in cards} == cards
    assert sum(points.values()) == total


def test_options_change_rules() -> None:
    hearts = load("hearts")
    assert hearts.under(()) is hearts
    assert hearts.under((("jack", 13),)) is hearts
    modern = hearts.under((("break-hearts", True), ("lead-card", "C2"), ("pool-rule", "second")))
    assert modern.break_hearts
    assert modern.lead_card == "C2"
    assert modern.pool_rule == "second"
    assert modern.under((("break-hearts", True),)) == modern
    assert "settle" not in hearts.goals
    assert "settle" in hearts.under((("spot", True),)).goals
    assert load("cinq-cents").under((("last-trick", 0),)).last_trick == 0
    assert load("penchant").under((("last-trick", 10),)).last_trick == 10
    assert load("two-handed-hearts").under((("above-six", True),)).settlement == "above-six"


@pytest.mark.parametrize(
    ("game", "name", "given", "read"),
    [
        ("cinch", "bid", "8", 8),
        ("cinch", "bid", 8, 8),
        ("cinch", "bidder", "A", "A"),
        ("cinch", "discards", "H4,3h", ("H4", "H3")),
        ("cinch", "discards", ["H4", "H3"], ("H4", "H3")),
        ("cinch", "scores", "A:40,Y:38", (("A", 40), ("Y", 38))),
        ("cinch", "scores", {"Y": 38, "A": "40"}, (("A", 40), ("Y", 38))),
        ("cinch", "scores", [["A", 40]], (("A", 40),)),
        ("hearts", "spot", "yes", True),
        ("hearts", "spot", False, False),
        ("hearts", "take-all", -13, "-13"),
        ("hearts", "lead-card", "♣2", "C2"),
        ("auction-hearts", "avoid", "c", "C"),
    ],
)
def test_options_are_read(game: str, name: str, given: object, read: object) -> None:
    assert load(game).read_option(name, given) == read


@pytest.mark.parametrize(
    ("game", "name", "given", "complaint"),
    [
        ("cinch", "spot", "yes", 'cinch has no option "spot"; it has bid, bidder, discards, scores'),
        ("whist", "bid", "8", "it has none"),
        ("cinch", "bid", "eight", 'option bid: "eight" is not a whole number'),
        ("cinch", "scores", "A=40", "A:40,Y:38"),
        ("cinch", "scores", "A:40,A:41", "twice"),
        ("hearts", "spot", "maybe", "it is yes or no"),
        ("black-lady", "take-all", "14", "one of 13, -13, -26, nobody, 26-others"),
        ("auction-hearts", "avoid", "X", "is not a suit"),
    ],
)
def test_wrong_options_are_refused(game: str, name: str, given: object, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        load(game).read_option(name, given)


def test_unknown_games_are_refused() -> None:
    with pytest.raises(PositionError, match='there is no game "heart"; did you mean "hearts"'):
        load("heart")
    with pytest.raises(PositionError, match="the games are auction-hearts"):
        load("snap")


def test_rules_pickle() -> None:
    assert pickle.loads(pickle.dumps(load("cinch"))) is load("cinch")
    house = read_table({"extends": "hearts", "break_hearts": True}, "mine", "mine.toml")
    assert pickle.loads(pickle.dumps(house)) == house != load("hearts")


# --- house rules ----------------------------------------------------------------------------------------


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_house_rules(tmp_path: Path) -> None:
    text = (
        'extends = "black-lady"\nbreak_hearts = true\n[points]\nSK = 7\nSQ = false\n[options]\nspot = false\n'
    )
    rules: Rules = load_file(written(tmp_path, text))
    assert (rules.id, rules.break_hearts, rules.name) == ("mine", True, "Black Lady")
    assert rules.card_points()["SK"] == 7
    assert "SQ" not in rules.card_points()
    assert "spot" not in rules.options
    assert "take-all" in rules.options
    assert rules.source.endswith("mine.toml")


def test_a_game_of_its_own(tmp_path: Path) -> None:
    text = 'name = "Queens"\nranks = "AKQJT987"\npenalty = true\nlast_trick = 5\n[points]\n"*Q" = 3\n'
    rules = load_file(written(tmp_path, text))
    assert rules.pack(4).total() == 32
    assert rules.card_points()["HQ"] == 3
    assert rules.goals == ("points", "margin")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("penality = true", "penality: no such key; did you mean penalty?"),
        ("penalty = 1", "penalty: the number 1 should be true or false"),
        ('min_seats = "2"', 'min_seats: "2" should be a number of seats from 2 to 7'),
        ('extends = "heart"', 'extends: there is no game "heart"; did you mean "hearts"?'),
        ('follow = "suit"', 'follow: "suit" should be one of "follow"'),
        ('ranks = "AAK"', 'ranks: "AAK" should be ranks from high to low'),
        ('goals = ["wins"]', 'goals: ["wins"] should be a list of one or more of points'),
        ('lead_card = "2C"', 'lead_card: "2C" should be a card such as "C2"'),
        ("points = 3", "points: the number 3 should be a table [points]"),
        ("[points]\nQS = 13", 'points."QS": cards are named as SQ'),
        ('[points]\nSQ = "all"', 'points."SQ": "all" should be a whole number'),
        ("[points]\nSQ = 20000", "the number 20000 should be a whole number from -10000 to 10000"),
        ("capot = 10001", "the number 10001 should be a whole number from 0 to 10000"),
        ("capot = " + "9" * 5000, "a number has thousands of digits"),
        ("", "says nothing: house rules are extends = "),
        ("# only a comment", "says nothing"),
        ("penalty = true\n[points]\nSQ = 1", "extends: is missing"),
        ('name = "Mine"\nsummary = "nothing"', "has no rules"),
        (
            "[pack]\ncopies = { 8 = 2 }",
            "pack.copies: an object should be a whole number from 0 to 10000, or a table",
        ),
        ('[pack]\nout = ["2S"]', 'pack.out: ["2S"] should be a list of cards'),
        ("[pack]\ndecks = 2", "pack.decks: no such key"),
        ('[options.bid]\nkind = "number"', "options.bid.help: is missing"),
        (
            '[options.bid]\nkind = "figure"\nhelp = "a"',
            'options.bid.kind: "figure" should be one of "yes-no"',
        ),
        ('[options.way]\nkind = "choice"\nhelp = "a"', "options.way.choices: is missing"),
        ("options.bid = 3", "options.bid: the number 3 should be a table"),
        (
            '[options.x]\nkind = "yes-no"\nhelp = "a"\nsets.yes.last_trik = 3',
            "options.x.sets.yes.last_trik: no such key; did you mean last_trick?",
        ),
        ("min_seats = 5\nmax_seats = 3", "max_seats: 3 should be at least min_seats, 5"),
        ('[points]\n"trump:A" = 1', 'points."trump:A": needs trump ='),
        ('[points]\n"avoid:*" = 1', 'points."avoid:*": needs avoid = "H"'),
        ("partnerships = true", "partnerships: needs min_seats = 4"),
        ("left_pedro = true", "left_pedro: needs fives"),
        ("any_trick = 1\ncancels = true", "any_trick: needs cancels and unequal = false"),
        ("any_trick = 1\nunequal = true", "any_trick: needs cancels and unequal = false"),
        ("first_trick = 1\ncancels = true", "first_trick: needs cancels = false"),
        ('extends = "heartsette"\nany_trick = 1\n[pack]\nhand = 8', "any_trick: the widow for 3 seats"),
        ('goals = ["settle"]', "goals: settle needs a settlement"),
        ('follow = "follow-or-take-up"', 'follow: "follow-or-take-up" needs unequal = true'),
        ("[pack]\nhand = 20", "pack.hand: 3 seats of 20 need more than the pack's 52 cards"),
        (
            '[options.x]\nkind = "yes-no"\nhelp = "a"\nfield = "last_trick"',
            "options.x.field: last_trick should be a whole number from -10000 to 10000, which yes-no does",
        ),
        (
            '[options.x]\nkind = "yes-no"\nhelp = "a"\nsets.maybe.last_trick = 3',
            "options.x.sets.maybe: the option's values are yes, no",
        ),
        (
            '[options.x]\nkind = "yes-no"\nhelp = "a"\nsets.yes.left_pedro = true',
            "options.x.sets.yes.left_pedro: needs fives",
        ),
        ("penalty =", "is not TOML: "),
    ],
)
def test_mistakes_in_house_rules(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PositionError) as refused:
        load_file(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert complaint in str(refused.value)


def test_every_mistake_is_told(tmp_path: Path) -> None:
    with pytest.raises(PositionError, match=r"penalty: .*; .*ranks: .*; .*trum: "):
        load_file(written(tmp_path, 'penalty = 1\nranks = ""\ntrum = "never"\n'))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PositionError, match="cannot be read: No such file"):
        load_file(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(PositionError, match="is not UTF-8"):
        load_file(tmp_path / "bad.toml")

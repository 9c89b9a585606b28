"""Positions typed on the command line: every option, and what they say when they are wrong."""

from __future__ import annotations

import pytest

from tests.cli.conftest import ENDING, EXAMPLES, TYPED, one_line


def test_hands_one_by_one(answers):
    (dealt,) = answers("analyze", *TYPED)
    hands = (
        "--hand",
        "A=A5.2..",
        "--hand",
        "Y=SK HA H3",
        "--hand",
        "B=S:7 H:9 C:2 D:-",
        "--hand",
        "Z=T.K..3",
    )
    (by_hand,) = answers("analyze", "--game", "hearts", *hands, "--leader", "A")
    assert by_hand["cards"] == dealt["cards"]


def test_seats_of_ones_own(answers):
    (answer,) = answers(
        "analyze", "--game", "hearts", "--seats", "Ann Bob", "--deal", "Bob:A.2.. K.3..", "--leader", "Ann"
    )
    assert answer["to_play"] == "Ann"
    assert [card["card"] for card in answer["cards"]] == ["SK", "H3"]


def test_trump(answers):
    (answer,) = answers(
        "analyze", "--game", "whist", "--deal", "N:A... 2... 3... .2..", "--leader", "N", "--trump", "♥"
    )
    assert answer["value"] == 0


def test_a_trick_on_the_table(answers):
    (answer,) = answers(
        "analyze",
        "--game",
        "hearts",
        "--deal",
        "A:5.. K.3.. 7.9.. T.K..".replace("5..", "5..."),
        "--leader",
        "Y",
        "--trick",
        "H4 H2",
        status=2,
    )
    assert "--deal" in answer["error"]
    (answer,) = answers(
        "analyze",
        "--game",
        "hearts",
        "--deal",
        "A:5.6.. K.3.. 7... T...",
        "--leader",
        "B",
        "--trick",
        "H9 HK",
    )
    assert answer["to_play"] == "A"
    assert [card["card"] for card in answer["cards"]] == ["H6"]


def test_taken_and_tricks_played(answers):
    (answer,) = answers("analyze", *TYPED, "--taken", "A:HQ", "--tricks-played", 10, "--goal", "clear")
    assert answer["value"] == 0


def test_stock(answers):
    (answer,) = answers(
        "analyze",
        "--game",
        "two-handed-hearts",
        "--deal",
        "A:A.2.. K.3..",
        "--leader",
        "A",
        "--stock",
        "H5 H6",
    )
    assert len(answer["line"]) == 6


def test_widow(answers):
    deal = "A:A... K... Q... J..."
    (answer,) = answers(
        "analyze", "--game", "heartsette", "--deal", deal, "--leader", "A", "--widow", "H5 H6 D2"
    )
    assert answer["value"] == 2


def test_pile(answers):
    deal = "A:A... K... Q... J..."
    (answer,) = answers(
        "analyze", "--game", "cancellation-hearts", "--deal", deal, "--leader", "A", "--pile", "H5 H5"
    )
    assert answer["value"] == 15


def test_options(answers):
    (answer,) = answers("analyze", *TYPED, "--option", "break-hearts=yes", "--option", "hearts-broken=no")
    assert [card["card"] for card in answer["cards"]] == ["SA", "S5"]


# --- what is refused ------------------------------------------------------------------------------------

DEALT = ("--game", "hearts", "--leader", "A", "--deal")
WRONG = [
    (("--deal", ENDING, "--leader", "A"), ["--game", "no game"]),
    (("--game", "heartz", "--deal", ENDING, "--leader", "A"), ["--game", "heartz", "hearts"]),
    (("--game", "hearts", "--leader", "A"), ["--deal", "no hands"]),
    (("--game", "hearts", "--deal", ENDING), ["--leader", "A Y B Z"]),
    (("--game", "hearts", "--deal", ENDING, "--leader", "Q"), ["--leader", '"Q"', "A Y B Z"]),
    (("--game", "hearts", "--deal", "A:A5.2..", "--leader", "A"), ["--deal", "1 hand"]),
    (("--game", "hearts", "--deal", "A5.2.. K.A3..", "--leader", "A"), ["--deal"]),
    ((*DEALT, ENDING.replace("K.A3", "A.A3")), ["--deal", "SA", "A's", "Y's"]),
    ((*DEALT, ENDING.replace("K.A3", "K.3")), ["--deal", "Y holds 2"]),
    ((*DEALT, ENDING.replace("K.A3", "K.A1")), ["--deal", "hand of Y", '"1"']),
    ((*DEALT, ENDING.replace("K.A3", "К.A3")), ["CYRILLIC CAPITAL LETTER KA"]),
    (("--game", "hearts", "--hand", "A", "--leader", "A"), ["--hand", "SEAT=HAND"]),
    (("--game", "hearts", "--hand", "A=SA", "--hand", "A=SK", "--leader", "A"), ["--hand", "twice"]),
    (("--game", "hearts", "--deal", ENDING, "--hand", "A=SA", "--leader", "A"), ["both"]),
    ((*TYPED, "--seats", "A A B C"), ["--seats", "A", "more than once"]),
    ((*TYPED, "--trump", "H"), ["--trump", "hearts"]),
    (("--game", "cinch", "--deal", ENDING, "--leader", "A"), ["--trump", "S H D C"]),
    ((*TYPED, "--trick", "ZZ"), ["--trick"]),
    ((*TYPED, "--taken", "Q:H9"), ["--taken", '"Q"']),
    ((*TYPED, "--tricks-played", "x"), ["--tricks-played", '"x"']),
    ((*TYPED, "--stock", "S9"), ["--stock", "hearts"]),
    ((*TYPED, "--widow", "S9"), ["--widow", "hearts"]),
    ((*TYPED, "--pile", "S9"), ["--pile", "hearts"]),
    ((*TYPED, "--option", "bid=8"), ["--option", "bid"]),
    ((*TYPED, "--option", "bid"), ["--option", "KEY=VALUE"]),
    ((*TYPED, "--option", "spot=yes", "--option", "spot=no"), ["--option", "spot", "twice"]),
    ((*TYPED, "--option", "spot=maybe"), ["--option", "spot", "yes or no", "maybe"]),
    ((*TYPED, "--for", "Q"), ["--for", '"Q"', "A, Y, B, Z"]),
    ((*TYPED, "--for", "A,A"), ["--for", "twice"]),
    ((*TYPED, "--for", ""), ["--for"]),
    ((*TYPED, "--goal", "win"), ["win", "points", "hearts"]),
    ((*TYPED, "--goal", "out"), ["out", "hearts"]),
    ((*TYPED, "--goal", "at-most"), ["at-most:"]),
    ((*TYPED, "--goal", "load:Q"), ["load:", "Q"]),
    ((*TYPED, "--play", "SZ"), ["--play", "Z"]),
    ((*TYPED, "--play", "S5 HK"), ["--play, card 2", "HK", "Y"]),
    ((*TYPED, "--after", "1"), ["--after", "--play"]),
    ((EXAMPLES / "cinch.pbn", "--after", "25"), ["--after 25", "24 cards"]),
    ((EXAMPLES / "hearts.pbn", "--after", "1"), ["--after 1", "no Play"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "says"), WRONG)
def test_a_wrong_position_is_told_in_one_line(run, arguments, says):
    result = run("analyze", *arguments)
    assert result.exit_code == 2
    told = result.stderr
    if "cinch" not in str(arguments[0]):  # that file has four positions, each refused
        told = one_line(told)
    assert told.startswith("openhand")
    for part in says:
        assert part in told
    assert not result.stdout


@pytest.mark.parametrize(("arguments", "says"), WRONG)
def test_and_as_json(answers, arguments, says):
    for refused in answers("analyze", *arguments, status=2):
        assert list(refused)[-1] == "error"
        assert ("file" in refused) == ("position" in refused) == (not str(arguments[0]).startswith("--"))
        assert all(part in refused["error"] for part in says)


USAGE = [
    ((), ["no position", "FILE", "--game"]),
    (("x.pbn", "--deal", ENDING), ["--deal", "x.pbn"]),
    (("--frob",), ["--frob"]),
    ((*TYPED, "--solutions", "2"), ["--solutions", "2"]),
    ((*TYPED, "--seconds", "0"), ["--seconds"]),
    ((*TYPED, "--seconds", "-1"), ["--seconds"]),
    ((*TYPED, "--seconds", "soon"), ["--seconds", "soon"]),
    ((*TYPED, "--nodes", "0"), ["--nodes"]),
    ((*TYPED, "--nodes", "many"), ["--nodes", '"many" is not a whole number from 1 to']),
    ((EXAMPLES / "hearts.pbn", "--after", "two"), ["--after", "whole number"]),
    ((*TYPED, "--memory", "0"), ["--memory"]),
    ((*TYPED, "--jobs", "0"), ["--jobs"]),
    ((*TYPED, "--after", "-1"), ["--after"]),
]

# What a question or a position is refused for, under the option that asked it.
NAMED = [
    (("analyze", *TYPED, "--for", "Q"), '--for: there is no seat "Q"; the seats are A, Y, B, Z'),
    (("analyze", *TYPED, "--each-seat", "--goal", "win"), '--goal: hearts has no goal "win"; it has points'),
    (("table", *TYPED, "--goal", "win"), '--goal: hearts has no goal "win"; it has points'),
    (("table", *TYPED, "--declarers"), "--declarers: hearts has no declarers"),
    (("analyze", *TYPED, "--goal", "load:Q"), '--goal "load:Q": after load: comes a seat, one of A, Y'),
    (("analyze", "--game", "hearts", "--hand", "X=SA", "--hand", "W=SK"), "--seats: the order of X W"),
    (("generate", "hearts", "--cards", 99), "--cards: hearts deals 13 to each of 4 seats, so 1 to 13"),
    (("generate", "hearts", "--cards", 3, "--seats", 9), "--seats: hearts is played by 2 to 6 seats, not 9"),
    (("generate", "hearts", "--cards", 3, "--seats", "A A"), "--seats: A is named more than once"),
    (("generate", "hearts", "--cards", 3, "--seed", "x"), "'--seed': \"x\" is not a whole number"),
    (("generate", "hearts", "--cards", 0), "'--cards': \"0\" is not a whole number from 1"),
    (("perft", *TYPED, "--depth", 501), "'--depth': \"501\" is not a whole number from 0 to 500"),
]


@pytest.mark.parametrize(("command", "told"), NAMED)
def test_a_refusal_names_the_option_and_the_way_out(run, command, told):
    result = run(*command)
    assert result.exit_code == 2
    assert told in one_line(result.stderr)


@pytest.mark.parametrize(("arguments", "says"), USAGE)
def test_bad_usage_is_told_in_one_line(run, arguments, says):
    for more in ((), ("--json",)):
        result = run("analyze", *arguments, *more)
        assert result.exit_code == 2
        told = one_line(result.stderr)
        assert told.startswith("openhand analyze: ")
        assert all(part in told for part in says)
        assert not result.stdout


# --- files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.pbn", b"", ["no position"]),
        ("comments.pbn", b"% nothing\n; here\n", ["no position"]),
        ("empty.json", b"", ["no position"]),
        ("empty.json", b"[]", ["no position"]),
        ("bad.json", b"{", ["line 1", "JSON"]),
        ("bad.json", b"\xff\xfe", ["cannot be read"]),
        ("list.json", b"[1]", ["record 1", "number"]),
        ("key.json", b'{"gaem": "hearts"}', ["gaem", "game"]),
        ("noise.pbn", b"\x00\x01\x02", ["line 1", "not text"]),
        ("noise.pbn", b"\x01[\x02\xe9\n" * 500, ["line 1", "and 997 more such complaints"]),
        ("leader.pbn", b'[Game "hearts"]\n[Deal "A:A... K..."]\n[Leader "?"]\n', ["line 3", '"?"']),
        ("words.pbn", b"this is no position\n", ["line 1"]),
        ("tag.pbn", b'[Game "hearts"]\n[Deal "A:A... K..."]\n[Leader "Q"]\n', ["line 3", '"Q"']),
        ("deep.json", b"[" * 100_000, ["line 1"]),
    ],
)
def test_bad_files_are_named(run, tmp_path, name, content, says):
    path = tmp_path / name
    path.write_bytes(content)
    result = run("analyze", path)
    assert result.exit_code == 2
    told = one_line(result.stderr)
    assert str(path) in told
    assert all(part in told for part in says)


def test_a_folder_and_a_missing_file(run, tmp_path):
    for path in (tmp_path, tmp_path / "gone.pbn"):
        told = one_line(run("analyze", path).stderr)
        assert str(path) in told
        assert "cannot be read" in told


def test_standard_input_is_named(run):
    told = one_line(run("analyze", "-", stdin='[Game "hearts"]\n[Deal "A:A... A..."]\n[Leader "A"]\n').stderr)
    assert "standard input, line 2" in told
    assert "SA" in told


def test_the_place_among_several(run):
    result = run("analyze", EXAMPLES / "cinch.pbn", "--play", "HA")
    assert result.exit_code == 2  # in hands 1 and 3 A may lead HA, in hand 2 Y holds it
    assert "position 2" in one_line(result.stderr)


def test_house_rules_that_are_wrong(run, tmp_path):
    path = tmp_path / "my.toml"
    for text in ("extends = 3", "not toml at all", 'extends = "heartz"'):
        path.write_text(text)
        result = run("analyze", *TYPED, "--rules", path)
        assert result.exit_code == 2
        assert str(path) in one_line(result.stderr)
    assert "gone.toml" in one_line(run("analyze", *TYPED, "--rules", "gone.toml").stderr)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--seconds", "nan"), '"nan" is not a time: give a number of seconds above 0'),
        (("--seconds", "inf"), '"inf" is not a time'),
        (("--nodes", "9" * 23), f"is not a whole number from 1 to {2**62}"),
        (("--tricks-played", "9" * 10), '"9999999999" is not a whole number from 0 to 999999999'),
    ],
)
def test_numbers_that_are_none_or_too_large(run, typed, says):
    result = run("analyze", *TYPED, *typed)
    assert result.exit_code == 2
    assert says in one_line(result.stderr)


@pytest.mark.parametrize("seats", ["A A", "A Y A Z", "A - B", "A B:C"])
def test_generate_refuses_seats_that_could_not_be_read(run, seats):
    result = run("generate", "hearts", "--cards", 3, "--seats", seats)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "seat" in one_line(result.stderr)


def test_house_rules_that_say_nothing(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("")
    result = run("analyze", *TYPED[2:], "--rules", path)
    assert result.exit_code == 2
    assert f"{path}: says nothing" in one_line(result.stderr)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--tricks-played", "many"), '--tricks-played: "many" is not a whole number from 0 to 999999999'),
        (("--seats", "A B"), "--seats: the deal has 4 hands and the table 2 seats (A B)"),
        (("--leader", "Q"), '--leader "Q" is not one of the seats A Y B Z'),
        (("--trump", "S"), "--trump S: hearts has no trump, leave it out"),
        (("--trump", "X"), '--trump: "X" is not a suit: S H D C, or NT for none'),
        (("--taken", "SA"), '--taken: "SA" has no seat: write it like A:SQ,H3 Y:H9'),
        (("--option", "jack=x"), '--option jack: "x" is not a whole number from 0 to 999999999'),
        (("--option", "spot=5"), '--option spot: it is yes or no, not "5"'),
    ],
)
def test_what_is_wrong_is_said_once_under_its_option(run, typed, says):
    assert run("analyze", *TYPED, *typed).stderr == f"openhand: {says}\n"


def test_a_hand_is_named_under_its_option(run):
    game = ("analyze", "--game", "hearts", "--leader", "A")
    result = run(*game, "--hand", "A=A..Q", "--hand", "B=K...")
    assert result.stderr.startswith('openhand: --hand A: "A..Q" has 3 suits')
    result = run(*game, "--hand", "A=A...", "--hand", "Y=K...", "--seats", "A B")
    assert result.stderr == 'openhand: --hand: seat "Y" is not one of A B\n'

"""The other commands, and the program as a whole."""

from __future__ import annotations

import json

import pytest

from solver import Position, __version__
from solver.analysis.bench import SUITES, deck, measure
from solver.positions.record import read_pbn, read_text
from solver.rules.files import load_file, names
from tests.cli.conftest import EXAMPLES, TYPED, one_line

COMMANDS = ("analyze", "games", "perft", "generate", "bench", "study")


def test_help_and_version_everywhere(run):
    assert (
        run("--version").stdout == run("analyze", "--version").stdout == f"openhand, version {__version__}\n"
    )
    assert run().stdout == run("--help").stdout
    for command in COMMANDS:
        assert command in run("--help").stdout
        assert run(command, "--help").stdout.startswith(f"Usage: openhand {command}")
        assert run(command, "--version").exit_code == 0


def test_no_such_command(run):
    result = run("frob")
    assert result.exit_code == 2
    assert "frob" in one_line(result.stderr)


# --- games ----------------------------------------------------------------------------------------------


def test_games_in_a_line_each(run):
    lines = run("games").stdout.splitlines()
    for game in names():
        assert sum(line.split(" ")[0] == game for line in lines) == 1


def test_one_game_in_full(run):
    text = run("games", "cinch").stdout
    for part in ("Cinch (cinch)", "4 seats", "partners", "settle", "bid=N", "discards=", "6 cards each"):
        assert part in text


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_told(run, game):
    result = run("games", game)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 130


def test_games_as_json(answers):
    every = answers("games")
    assert [game["id"] for game in every] == list(names())
    (one,) = answers("games", "cinch")
    assert one["seats"] == [4, 4]
    assert "bid" in one["options"]


def test_no_such_game(run):
    result = run("games", "heartz")
    assert result.exit_code == 2
    assert 'did you mean "hearts"' in one_line(result.stderr)


def test_house_rules_shown(run, tmp_path):
    path = tmp_path / "cheap.toml"
    path.write_text('extends = "hearts"\nname = "Cheap"\n')
    assert "Cheap (cheap)" in run("games", "--rules", path).stdout
    assert run("games", "hearts", "--rules", path).exit_code == 2


QUEEN = 'extends = "hearts"\nname = "Queen Hearts"\n[points]\nSQ = 5\nHA = false\n"H*" = 2\n'


def test_the_points_of_house_rules(run, answers, tmp_path):
    (tmp_path / "queen.toml").write_text(QUEEN)
    shown = run("games", "--rules", tmp_path / "queen.toml").stdout
    assert shown.startswith("Queen Hearts (queen)\n")
    assert "Points\n  every card to be avoided 1, every heart 2, SQ 5\n" in shown
    (one,) = answers("games", "--rules", tmp_path / "queen.toml")
    assert (one["id"], one["points"]) == ("queen", {"avoid:*": 1, "H*": 2, "SQ": 5})


def test_positions_of_house_rules(run, answers, tmp_path):
    """They are dealt from the file's pack, and read back with the file: all five cards of a seat count."""
    path = tmp_path / "queen.toml"
    path.write_text(QUEEN)
    dealt = run("generate", "--rules", path, "--cards", 5, "--count", 3, "--seed", 1)
    assert dealt.exit_code == 0
    positions = [record.sound() for record in read_text(dealt.stdout, rules=load_file(path))]
    assert [position.game for position in positions] == ["queen"] * 3
    found = answers("analyze", "--rules", path, "-", "--for", "A,Y,B,Z", stdin=dealt.stdout)
    worth = {card: 2 for card in load_file(path).cards() if card[0] == "H"} | {"SQ": 5}
    for position, answer in zip(positions, found, strict=True):
        held = [card for hand in position.hands for card in hand]
        assert answer["value"] == sum(worth.get(card, 0) for card in held)
    refused = run("analyze", "-", stdin=dealt.stdout)
    assert refused.exit_code == 2
    assert refused.stderr.count('there is no game "queen"') == 3
    with_game = run("generate", "hearts", "--rules", path, "--cards", 5)
    assert (with_game.exit_code, "not both" in with_game.stderr) == (2, True)


def test_a_list_without_goals_is_told_what_may_stand_in_it(run, tmp_path):
    path = tmp_path / "none.toml"
    path.write_text('extends = "hearts"\ngoals = []\n')
    assert run("games", "--rules", path).stderr == (
        f"openhand: {path}: goals: an empty list should be a list of one or more of points margin clear all "
        "at-most:N at-least:N fewer-than:SEAT load:SEAT jack sweepstake howell score settle out\n"
    )


# --- perft ----------------------------------------------------------------------------------------------


def by_playing(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_playing(position.play(card), depth - 1) for card in position.legal_cards())


@pytest.mark.parametrize("depth", range(6))
def test_perft_counts_plays(answers, depth):
    position = Position.from_pbn((EXAMPLES / "whist.pbn").read_text())
    (found,) = answers("perft", EXAMPLES / "whist.pbn", "--depth", depth)
    assert found["file"] == str(EXAMPLES / "whist.pbn")
    assert (found["depth"], found["count"]) == (depth, by_playing(position, depth))


def test_perft_past_the_end_counts_nothing(answers):
    (found,) = answers("perft", "--game", "hearts", "--deal", "A:A... K...", "--leader", "A", "--depth", 3)
    assert found == {"depth": 3, "count": 0}


def test_perft_of_several_with_a_refused_one(answers, run):
    found = answers("perft", EXAMPLES / "cinch.pbn", "gone.pbn", "--depth", 2, status=2)
    assert len(found) == 5
    assert "gone.pbn" in found[-1]["error"]
    result = run("perft", EXAMPLES / "cinch.pbn", "gone.pbn", "--depth", 1)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[0].endswith("position 1: 6 sequences of 1 card")
    assert "gone.pbn" in one_line(result.stderr)


def test_perft_without_memory_says_so_in_a_line(run, monkeypatch):
    def too_much(position: Position, depth: int) -> int:
        raise MemoryError

    monkeypatch.setattr("solver.cli.perft.perft", too_much)
    result = run("perft", *TYPED, "--depth", 1)
    assert (result.exit_code, result.stdout) == (1, "")
    assert one_line(result.stderr).startswith("openhand: not enough memory")


def test_perft_usage(run):
    assert "--depth" in one_line(run("perft", EXAMPLES / "cinch.pbn").stderr)
    assert run("perft", EXAMPLES / "cinch.pbn", "--depth", "-1").exit_code == 2
    assert run("perft", "--depth", "1").exit_code == 2


# --- generate -------------------------------------------------------------------------------------------


def test_generate_is_read_back(run):
    result = run("generate", "hearts", "--cards", 4, "--count", 3, "--seed", 9)
    records = read_pbn(result.stdout)
    assert len(records) == 3
    assert all(record.error is None for record in records)
    again = run("generate", "hearts", "--cards", 4, "--count", 3, "--seed", 9)
    assert again.stdout == result.stdout
    assert run("generate", "hearts", "--cards", 4, "--count", 3, "--seed", 10).stdout != result.stdout


def test_generate_json_is_the_same_positions(run):
    arguments = ("generate", "cinch", "--cards", 6, "--count", 2, "--seed", 1)
    lines = run(*arguments, "--json").stdout.splitlines()
    records = read_pbn(run(*arguments).stdout)
    assert [Position.from_json(line) for line in lines] == [record.position for record in records]


def test_generate_seats(run):
    for given, seats in (("3", ["A", "B", "C"]), ("P Q R S T", list("PQRST"))):
        line = run("generate", "hearts", "--cards", 3, "--seats", given, "--json").stdout
        assert json.loads(line)["seats"] == seats


def test_generate_refuses(run):
    for arguments in (
        ("heartz", "--cards", 3),
        ("hearts", "--cards", 0),
        ("hearts", "--cards", 99),
        ("hearts", "--cards", 3, "--seats", 9),
        ("hearts", "--cards", 3, "--count", 0),
        ("hearts",),
    ):
        result = run("generate", *arguments)
        assert result.exit_code == 2
        one_line(result.stderr)


# --- bench ----------------------------------------------------------------------------------------------


def test_the_decks_are_fixed():
    for suite in SUITES:
        assert list(deck(suite, 3)) == list(deck(suite, 3))
        assert len(set(deck(suite))) == SUITES[suite].positions
    sizes = {suite: (len(first.seats), len(first.hands[0])) for suite in SUITES for first in deck(suite, 1)}
    assert sizes == {
        "two-handed-13": (2, 13), "hearts-8": (4, 8), "hearts-10": (4, 10), "hearts-13": (4, 13),
        "cinch-6": (4, 6), "whist-8": (4, 8), "whist-13": (4, 13),
    }  # fmt: skip


def test_cinch_has_all_fourteen_trumps():
    for position in deck("cinch-6", 5):
        held = [card for hand in position.hands for card in hand]
        assert sum(card[0] == "H" for card in held) + ("D5" in held) == 14


def test_bench_figures(answers, run):
    (figures,) = answers("bench", "cinch-6", "--count", 3)
    assert list(figures)[:7] == ["suite", "positions", "median", "p90", "max", "nodes", "nodes_per_second"]
    assert figures["suite"] == "cinch-6"
    assert figures["positions"] == 3
    assert 0 < figures["median"] <= figures["p90"] <= figures["max"]
    text = run("bench", "cinch-6", "--count", 3).stdout
    assert f"{figures['nodes']:,}" in text


def test_all_suites(answers):
    found = answers("bench", "--count", 1, "--seconds", 0.05)
    assert [figures["suite"] for figures in found] == list(SUITES)


def test_bench_counts_what_was_given_up():
    assert measure("hearts-13", count=1, seconds=0.001).stopped == 1


def test_no_such_suite(run):
    result = run("bench", "frob")
    assert result.exit_code == 2
    assert "cinch-6" in one_line(result.stderr)


def test_typed_positions_everywhere(answers):
    assert answers("perft", *TYPED, "--depth", 1) == [{"depth": 1, "count": 3}]

"""Files as the world writes them: what each small input of `tests/files` must come to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLES, one_line

FILES = Path(__file__).parents[1] / "files"
ROOT = Path(__file__).parents[2]
QUICK = ("--seconds", 0.2)  # bounds will do where only the reading is looked at
HEARTS = '[Game "hearts"]\n[Deal "A:A.2.. K.3.. Q.4.. J.5.."]\n[Leader "A"]\n'
BRIDGE = '[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n'
SA_LED = '[Play "N"]\nSA SK SQ SJ\nH2 H3 H4 H5\n'


def write(tmp_path: Path, text: str | bytes, name: str = "deals.pbn") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# --- the inputs -----------------------------------------------------------------------------------------


def test_auctions_are_no_tables(answers):
    first, second = answers("analyze", FILES / "auction.pbn", "--nodes", 50, status=3)
    assert [(item["position"], item["id"]) for item in (first, second)] == [(1, "1"), (2, "2")]
    assert {first["to_play"], second["to_play"]} == {"W"}
    assert first["file"] == second["file"] == str(FILES / "auction.pbn")
    (played, without, _) = answers("replay", FILES / "auction.pbn", "--nodes", 50, status=2)
    assert [(card["seat"], card["card"]) for card in played["cards"]] == [
        ("W", "SK"), ("N", "S2"), ("E", "S8"), ("S", "SA"),
    ]  # fmt: skip
    assert "no Play" in without["error"]


def test_deals_alone_are_enough_for_a_table(answers):
    found = answers("table", FILES / "deals-only.pbn", "--nodes", 10, status=3)
    assert [len(table["cells"]) for table in found] == [20, 20]
    (row, _) = answers("table", FILES / "deals-only.pbn", "--nodes", 10, "--leader", "w", status=3)
    assert {cell["leader"] for cell in row["cells"]} == {"W"}
    (cell, _) = answers(
        "table", FILES / "deals-only.pbn", "--nodes", 10, "--leader", "W", "--trump", "nt", status=3
    )
    assert [(cell["leader"], cell["trump"]) for cell in cell["cells"]] == [("W", "NT")]
    for refused in answers("analyze", FILES / "deals-only.pbn", status=2):
        assert "Contract" in refused["error"]
        assert "leader" in refused["error"]


def test_a_comment_that_is_never_closed(answers):
    answered, refused = answers("analyze", FILES / "unclosed-comment.pbn", status=2)
    assert answered["value"] == 0
    assert "line 8" in refused["error"]
    assert "all below belongs to it" in refused["error"]


def test_a_contract_that_nobody_knows(answers):
    seventh, eighth = answers("analyze", FILES / "no-contract.pbn", status=2)
    assert (seventh["id"], eighth["id"]) == ("7", "8")
    assert "Contract" in seventh["error"]
    assert 'Declarer "S" says that W leads, but Play begins with "N"' in eighth["error"]
    answered, refused = answers("analyze", FILES / "no-contract.pbn", "--trump", "D", "--nodes", 50, status=2)
    assert (answered["to_play"], "error" in refused) == ("W", True)


@pytest.mark.parametrize("name", ["positions.ndjson", "positions.txt", "positions.pbn", "-"])
def test_the_content_says_what_a_file_is(answers, tmp_path, name):
    text = (FILES / "positions.ndjson").read_bytes()
    path = name if name == "-" else write(tmp_path, text, name)
    first, second = answers("analyze", path, stdin=text if name == "-" else None)
    assert (first["file"], first["position"], first["id"]) == (str(path), 1, "ending 12")
    assert (second["position"], "id" in second) == (2, False)
    assert (first["to_play"], second["to_play"]) == ("A", "B")


def test_a_deal_of_hearts_without_its_game(answers):
    (deal,) = answers("replay", FILES / "hearts-no-game.pbn", "--game", "Hearts")
    assert (deal["game"], deal["cards"][0]["card"], deal["cards"][0]["seat"]) == ("hearts", "SA", "N")
    assert [card["seat"] for card in deal["cards"][4:]] == ["N", "E", "S", "W"]  # N won the first trick
    (refused,) = answers("replay", FILES / "hearts-no-game.pbn", status=2)
    assert "Contract" in refused["error"]


# --- sections, comments, quotes -------------------------------------------------------------------------

ROWS = "A Y B Z\nSA SK SQ SJ\nH2 H3 H4 H5\n"


@pytest.mark.parametrize("section", ["Auction", "Note", "ScoreTable", "OptimumPlayTable", "Whatever"])
def test_rows_of_a_section_are_no_table(answers, tmp_path, section):
    path = write(tmp_path, f'{HEARTS}[{section} "A"]\n{ROWS}\n{HEARTS}')
    first, second = answers("analyze", path)
    assert (first["value"], second["value"]) == (0, 0)


def test_a_table_in_a_comment_is_none(answers, tmp_path):
    path = write(tmp_path, f"{{ the play\n{ROWS}}}\n{HEARTS}\n; A Y B Z\n{{\n{ROWS}}}\n{HEARTS}")
    assert len(answers("analyze", path)) == 2


def test_records_and_tables_stand_in_one_file(answers, tmp_path):
    path = write(tmp_path, f'{HEARTS}\nThe play:\n\n[Game "hearts"]\n{ROWS}\nThat was it.\n\n{HEARTS}')
    found = answers("analyze", path)
    assert [item["position"] for item in found] == [1, 2, 3]


def test_a_quote_that_is_never_closed_ends_with_its_line(answers, tmp_path):
    path = write(tmp_path, HEARTS + '[Event "the { club]\n\n' + HEARTS)
    first, second = answers("analyze", path, status=2)
    assert "line 4" in first["error"]
    assert second["value"] == 0


@pytest.mark.parametrize(
    "rows",
    [
        "A,Y,B,Z\nSA,SK,SQ,SJ\nH2,H3,H4,H5\n",
        '"A","Y","B","Z"\n"SA","SK","SQ","SJ"\n"H2","H3","H4","H5"\n',
        "A Y B Z won\nSA SK SQ SJ A\nH2 H3 H4 H5 Z\n",
        "A | Y | B | Z | winner\n---\nSA | SK | SQ | SJ | a\nH2 | H3 | H4 | H5 | Z\n",
    ],
)
def test_tables_with_commas_and_a_column_of_winners(answers, tmp_path, rows):
    (deal,) = answers("replay", write(tmp_path, f'[Game "hearts"]\n{rows}', "table.csv"))
    assert [card["card"] for card in deal["cards"]] == ["SA", "SK", "SQ", "SJ", "H2", "H3", "H4", "H5"]
    assert deal["legal"]


def test_a_column_of_winners_is_checked(answers, tmp_path):
    path = write(tmp_path, '[Game "hearts"]\nA Y B Z won\nSA SK SQ SJ Y\nH2 H3 H4 H5 Z\n')
    assert "Y is marked as the winner, but A wins" in answers("replay", path, status=2)[0]["error"]


def test_rows_of_cards_without_a_heading_say_what_a_table_is(run, tmp_path):
    told = one_line(run("analyze", write(tmp_path, "SA SK SQ SJ\n")).stderr)
    assert "a book's table is a line of seat names" in told


# --- bridge ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        ('[Declarer "W"]', "Contract"),
        ('[Declarer "W"][Contract "8S"]', 'Contract "8S"'),
        ('[Declarer "W"]{[Contract "1S"]}', "Contract"),
        ('[Declarer "W"][Contract "Pass"]', "passed out"),
        ('[Leader "E"][Contract "1S"]' + SA_LED, 'Play begins with "N"'),
        ('[Declarer "N"][Contract "1S"]' + SA_LED, 'Play begins with "N"'),
    ],
)
def test_bridge_that_does_not_say_enough(answers, tmp_path, tags, told):
    for command in ("analyze", "replay"):
        (refused,) = answers(command, write(tmp_path, BRIDGE + tags), status=2)
        assert told in refused["error"]


def test_what_bridge_says(answers, tmp_path):
    """North has the ace and three of spades, all others one spade and a heart, which ruffs where it can."""
    deal = '[Deal "N:A3... K.3.. Q.4.. J.5.."]\n'
    for tags, tricks in [
        ('[Trump "H"][Contract "8S"]', 1),
        ('[Contract "1NT"]', 2),
        ('[Contract "1h x"]', 1),
    ]:
        (answer,) = answers("analyze", write(tmp_path, f'{deal}[Declarer "w"]{tags}'))
        assert (answer["game"], answer["to_play"], answer["total"]) == ("whist", "N", tricks)
    (answer,) = answers("analyze", write(tmp_path, f'[Game "whist"]{deal}[Contract "1H"][Play "N"]'))
    assert (answer["to_play"], answer["total"]) == ("N", 2)


def test_a_passed_out_deal_has_a_table(answers, tmp_path):
    (table,) = answers("table", write(tmp_path, BRIDGE + '[Contract "Pass"]'))
    assert len(table["cells"]) == 20


# --- options beside a file ------------------------------------------------------------------------------

COMMANDS = [("analyze",), ("replay",), ("table",), ("perft", "--depth", 1)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_options_stand_in_place_of_what_the_file_says(answers, run, tmp_path, command):
    path = write(tmp_path, HEARTS + SA_LED.replace('"N"', '"A"'))
    (plain,) = answers(*command, path)
    (renamed,) = answers(*command, path, "--seats", "N E S W")
    shown = json.dumps(plain)
    assert ('"N"' in json.dumps(renamed)) == ('"A"' in shown)
    assert "--seats: 3 seats" in answers(*command, path, "--seats", "N E S", status=2)[0]["error"]
    assert "--leader" in answers(*command, path, "--leader", "Q", status=2)[0]["error"]
    assert "--trump" in answers(*command, path, "--trump", "H", status=2)[0]["error"]
    assert "--option" in answers(*command, path, "--option", "bid=8", status=2)[0]["error"]
    assert "--taken" in answers(*command, path, "--taken", "A:SA", status=2)[0]["error"]
    assert "--tricks-played" in answers(*command, path, "--tricks-played", 12, status=2)[0]["error"]
    assert "there is no game" in answers(*command, path, "--game", "chess", status=2)[0]["error"]
    assert one_line(run(*command, path, "--deal", "A:A... K...").stderr)
    assert run(*command, path, "--deal", "A:A... K...").exit_code == 2


@pytest.mark.parametrize("option", ["game", "seats", "leader", "trump", "tricks-played"])
def test_an_empty_option_is_refused_and_not_passed_over(run, option):
    told = one_line(run("analyze", EXAMPLES / "hearts.pbn", f"--{option}", "").stderr)
    assert f"--{option}: " in told


def test_nothing_taken_stands_in_place_of_what_the_file_says(answers):
    (said,), (nothing,) = (
        answers("analyze", EXAMPLES / "hearts.pbn", *more) for more in ((), ("--taken", ""))
    )
    assert said["total"] - said["value"] == 4
    assert nothing["total"] == nothing["value"] == said["value"]


def test_options_are_laid_over_the_files_key_by_key(answers, tmp_path):
    deal = '[Deal "A:A.A.. K.3.. Q.4.. J.5.."]\n[Leader "A"]\n'
    path = write(tmp_path, f'[Game "hearts"]\n[Options "spot=yes break-hearts=yes"]\n{deal}')
    (answer,) = answers("analyze", path)
    assert [card["card"] for card in answer["cards"]] == ["SA"]  # hearts are not broken
    (answer,) = answers("analyze", path, "--option", "break-hearts=no")
    assert [card["card"] for card in answer["cards"]] == ["SA", "HA"]
    assert answer["cards"][0]["value"] == 14 + 5 + 4 + 3  # spots count still


def test_seats_are_renamed_wherever_they_stand(answers, tmp_path):
    text = (
        '[Game "cinch"]\n[Deal "A:.A3.. .K2.. .Q4.. .J5.."]\n[Leader "A"]\n[Trump "H"]\n[Taken "Y:HT"]\n'
        '[TricksPlayed "4"]\n[Options "bid=8 bidder=B"]\n[Play "A"]\nHA H2 H4 H5\n'
    )
    (plain,) = answers("replay", write(tmp_path, text), "--for", "A,B", "--goal", "settle")
    (renamed,) = answers(
        "replay", write(tmp_path, text), "--seats", "N E S W", "--for", "n,s", "--goal", "settle"
    )
    names = dict(zip("AYBZ", "NESW"))
    assert [names[card["seat"]] for card in plain["cards"]] == [card["seat"] for card in renamed["cards"]]
    assert (plain["best"], plain["made"]) == (renamed["best"], renamed["made"])


@pytest.mark.parametrize("typed", ["--deal", "--hand", "--trick", "--stock", "--widow", "--pile"])
def test_what_is_about_one_position_is_refused_beside_a_file(run, typed):
    told = one_line(run("analyze", EXAMPLES / "hearts.pbn", typed, "A=SA").stderr)
    assert typed in told
    assert "hearts.pbn" in told


# --- answered as they are read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "records",
    [
        [f"{HEARTS}\n", f"{HEARTS}\n"],
        ['{"game":"hearts","hands":{"A":"SA","B":"SK"},"leader":"A"}\n'] * 2,
        ['[{"game":"hearts",\n"hands":{"A":"SA","B":"SK"},"leader":"A"}]\n'] * 2,
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_is_answered_before_the_second_is_written(records, jobs):
    """With a deadline of the test runner's own: an answer that waits for the end of input never comes."""
    command = [sys.executable, "-m", "solver", "analyze", "-", "--json", "--jobs", str(jobs)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        deadline = threading.Timer(60, process.kill)
        deadline.start()
        for number, record in enumerate(records, 1):
            process.stdin.write(record)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["file"], answer["position"]) == ("-", number)
        process.stdin.close()
        assert process.wait() == 0
        deadline.cancel()


def test_standard_input_by_other_names(tmp_path):
    text = (FILES / "positions.ndjson").read_bytes()
    command = [sys.executable, "-m", "solver", "analyze", "/dev/stdin", "--json"]
    found = subprocess.run(command, cwd=ROOT, input=text, stdout=subprocess.PIPE, check=True).stdout
    first, second = map(json.loads, found.splitlines())
    assert (first["file"], first["id"], second["position"]) == ("/dev/stdin", "ending 12", 2)


# --- small things ---------------------------------------------------------------------------------------


def test_marks_at_the_ends_of_a_file(answers, tmp_path):
    for name, text in (("a.pbn", HEARTS), ("b.json", (FILES / "positions.ndjson").read_text())):
        plain = answers("analyze", write(tmp_path, text, name))
        marked = answers("analyze", write(tmp_path, "\ufeff" + text + "\x1a", name))
        assert [item["value"] for item in plain] == [item["value"] for item in marked]


def test_house_rules_with_marks_at_the_ends(answers, tmp_path):
    rules = write(tmp_path, '\ufeffextends = "hearts"\n[points]\nSQ = 13\n\x1a', "mine.toml")
    deal = ("--deal", "A:Q... K... 2... 3...", "--leader", "A")
    (answer,) = answers("analyze", *deal, "--rules", rules, "--for", "y")
    assert answer["value"] == 13


def test_case_does_not_matter(answers):
    typed = ("--game", "HEARTS", "--deal", "n:A.2.. K.3.. Q.4.. J.5..", "--leader", "n", "--trick", "N:SA")
    typed = (*typed[:3], "n:.2.. K.3.. Q.4.. J.5..", *typed[4:])
    (answer,) = answers("analyze", *typed, "--for", "e", "--goal", "load:s", "--taken", "w:H9")
    assert (answer["to_play"], answer["side"]) == ("E", ["E"])


def test_hands_with_suit_symbols(answers):
    hands = ("--hand", "A=♠AK3 ♥J2", "--hand", "b=♠ Q J ♦ 10 9 ♣ 2 ♥ -")
    (answer,) = answers("analyze", "--game", "hearts", "--seats", "A B", *hands, "--leader", "a")
    assert [card["card"] for card in answer["cards"]] == ["SA", "SK", "S3", "HJ", "H2"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[Game "polignac"]\n[Deal "A:A... K... Q... J..."]\n[Leader "A"]\n[TricksPlayed "3\x1f"]', "line 4"),
        (
            '{"game":"hearts","hands":{"A":"SA","B":"SK"},"leader":"A","options":{"jack":"8\\u001c"}}',
            "jack",
        ),
    ],
)
def test_control_characters_are_told(run, tmp_path, text, told):
    result = run("analyze", write(tmp_path, text))
    assert (result.exit_code, told in one_line(result.stderr)) == (2, True)
    assert "internal" not in result.stderr


def test_a_hand_that_was_forgotten_is_told(run, tmp_path):
    result = run("analyze", "--game", "hearts", "--deal", "A:A.2.. K.3.. Q.4..", "--leader", "A")
    assert result.exit_code == 0
    assert "3 hands were read, so 3 play; hearts is usually for 4" in one_line(result.stderr)
    named = run(
        "analyze", "--game", "hearts", "--seats", "A B C", "--deal", "A:A.2.. K.3.. Q.4..", "--leader", "A"
    )
    assert named.stderr == ""


def test_a_hidden_hand_names_the_command_for_it(run):
    for deal in ("A:A.2.. - - -", "A:A.2.. K.3.. Q.4.. -"):
        told = one_line(run("analyze", "--game", "hearts", "--deal", deal, "--leader", "A").stderr)
        assert "hidden" in told
        assert "advise" in told


def test_messages_stay_short(run, tmp_path):
    long = "x" * 3_000_000
    for text in (
        f"{HEARTS}{long}\n",
        f"{long}\n",
        HEARTS.replace("hearts", long),
        HEARTS.replace('[Leader "A"]', f'[Leader "{long}"]'),
        HEARTS + f'[Seats "{"A B " * 100_000}"]',
        json.dumps({"game": "hearts", "hands": {str(n): "SA" for n in range(10_000)}}),
        json.dumps({f"key {n} {'x' * 99}": n for n in range(10_000)}),
    ):
        told = run("analyze", write(tmp_path, text)).stderr
        assert 0 < len(told) < 3000


def test_many_tags_are_read_in_one_go(answers, tmp_path):
    """A record of 100,000 unknown tags; quadratic work would take minutes."""
    path = write(tmp_path, HEARTS + '[X "y"]\n' * 100_000)
    assert len(answers("analyze", path)) == 1

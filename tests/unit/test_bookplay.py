"""The books' tables of play: every way of drawing one, and what is wrong with a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Limits
from solver.analysis.replay import replay
from solver.positions.record import Record, read_pbn, read_text, write_pbn

EXAMPLES = Path(__file__).parents[2] / "examples"
TAGS = '[Game "cinch"] [Trump "H"]\n'
HAND = [  # Foster's third hand of Cinch
    ["HA*", "H3", "D5", "H6"],
    ["HK*", "H4", "H8", "HT"],
    ["H2", "H7", "H9", "HJ*"],
    ["CQ", "CK*", "C3", "CJ"],
    ["S8", "CA*", "CT", "D2"],
    ["HQ*", "SQ", "DK", "H5"],
]
DEAL = "A:8.AKQ2..Q Q.743..AK .98.K5.T3 .JT65.2.J"
DOUBLE = (EXAMPLES / "cinch-tables.txt").read_text("utf-8")
PIECES = ["", "|", "\n", "HA", "_", " 1 ", "A Y B Z\n", "[", '[Deal "', "♡"]
WINNERS = ["A", "A", "Z", "Y", "Y", "A"]


def drawn(form: str, between: str = " | ", head: str = "A Y B Z", number: bool = False) -> str:
    """The hand as a table; `form` says how a winning card looks, with @ for the card."""
    lines = [head]
    for at, row in enumerate(HAND, 1):
        cells = [form.replace("@", cell[:2]) if cell.endswith("*") else cell for cell in row]
        lines.append(between.join([str(at), *cells] if number else cells))
    return TAGS + "\n".join(lines) + "\n"


def only(text: str, **given: object) -> Record:
    (record,) = read_pbn(text, "book.txt", overrides=given)
    return record


def test_the_examples_are_the_same_deals_as_in_pbn() -> None:
    tables = read_pbn((EXAMPLES / "cinch-tables.txt").read_text("utf-8"))
    deals = read_pbn((EXAMPLES / "cinch.pbn").read_text("utf-8"))
    assert [record.sound() for record in tables] == [record.sound() for record in deals]
    assert [record.play() for record in tables] == [record.play() for record in deals]
    assert [record.number for record in tables] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        drawn("_@_"),
        drawn("@*"),
        drawn("*@*"),
        drawn("**@**"),
        drawn("[@]"),
        drawn("(@)", "\t"),
        drawn("_@_", "  "),
        drawn("@*", "  ", number=True),
        drawn("_@_", number=True, head="Trick | A | Y | B | Z"),
        drawn("_@_", number=True, head="| # | A | Y | B | Z |\n|---|---|---|---|---|"),
        drawn("_@_", head="A | Y | B | Z\n---+---+---+---"),
        drawn("_@_").replace("HK", "k♥").replace("HT", "10h").replace("D5", "5♢"),
        "\ufeff" + drawn("_@_").replace("\n", "\r\n"),
        drawn("_@_").replace("HA", "♡\ufe0eA"),
        "Some prose about the hand.\n" + drawn("_@_") + "\nA takes his bid.\n",
    ],
)
def test_forms(text: str) -> None:
    record = only(text)
    assert record.error is None
    assert record.sound().to_pbn().splitlines()[2] == f'[Deal "{DEAL}"]'
    assert [seat for _, seat in record.winners] == WINNERS
    assert len(record.play()) == 24


def test_unmarked_winners() -> None:
    record = only(drawn("@"))
    assert record.winners == ()
    assert len(record.play()) == 24


def test_the_columns_need_not_begin_with_the_leader() -> None:
    rows = "\n".join(" ".join(cell[:2] for cell in [*row[2:], *row[:2]]) for row in HAND)
    record = only(f'{TAGS}[Leader "A"]\nB Z A Y\n{rows}\n')
    assert record.sound().seats == ("B", "Z", "A", "Y")
    assert record.play()[:4] == ("HA", "H3", "D5", "H6")
    named = only(f'{TAGS}[Seats "A Y B Z"] [Leader "A"]\nB Z A Y\n{rows}\n')
    assert named.sound().seats == ("A", "Y", "B", "Z")
    assert named.play() == record.play()


def test_the_lead_may_be_marked() -> None:
    rows = "SA S3 >S6 H7\nH2 H4 H5 H8"
    record = only(f'[Game "hearts"]\nA Y B Z\n{rows}\n')
    assert record.sound().leader == "B"


def test_what_tags_do_not_say_may_be_given() -> None:
    bare = drawn("_@_").removeprefix(TAGS)
    assert "no game is named" in (only(bare).error or "")
    record = only(bare, game="cinch", trump="H", options={"bid": "12", "bidder": "A"})
    assert dict(record.sound().options) == {"bid": 12, "bidder": "A"}
    assert only(drawn("_@_"), game="whist", trump="S").sound().trump == "S"  # in place of what the tags say


def test_a_deal_with_a_table_that_stops_early() -> None:
    rows = drawn("@").splitlines()[2:4]
    text = f'{TAGS}[Deal "{DEAL}"]\nA Y B Z\n' + "\n".join([*rows, "H2 | H7 | - | -"]) + "\n"
    record = only(text)
    found = replay(record.sound(), record.played())
    assert len(found.steps) == 10
    assert (found.best, found.made) == (12, 12)


def test_an_unfinished_table_has_no_hands() -> None:
    text = "\n".join([*drawn("@").splitlines()[:-1], "HQ | SQ | - | -"])
    error = only(text).error or ""
    assert "line 8" in error
    assert "give the Deal" in error


def test_a_winner_marked_wrongly() -> None:
    record = only(drawn("_@_").replace("H7 |", "_H7_ |").replace("_HJ_", "HJ"))
    found = replay(record.sound(), record.played())
    assert "line 5" in str(found.fault)
    assert "Y is marked as the winner, but Z wins" in str(found.fault)
    assert len(found.steps) == 12


def test_a_revoke_in_a_table() -> None:
    record = only(drawn("@").replace("H2 | H7", "H2 | SQ").replace("HQ | SQ", "HQ | H7"))
    found = replay(record.sound(), record.played())
    assert found.illegal is not None
    assert (found.illegal.seat, found.illegal.card, found.illegal.legal) == ("Y", "SQ", ["H7"])


@pytest.mark.parametrize(
    ("change", "told"),
    [(("HQ", "H1"), "line 8"), (("HQ", "HA"), "HA"), (("SQ", "DK"), "DK")],
)
def test_bad_cards(change: tuple[str, str], told: str) -> None:
    error = only(drawn("@").replace(*change)).error or ""
    assert told in error
    assert error.startswith("book.txt, line 2")
    assert "\n" not in error


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_nothing_else_is_taken_for_a_table(path: Path) -> None:
    records = read_text(path.read_text("utf-8"))
    assert any(record.winners for record in records) == (path.suffix == ".txt")


def test_a_record_of_a_table_can_be_written_as_pbn() -> None:
    record = only(drawn("_@_"))
    (again,) = read_pbn(write_pbn([record]))
    assert again.sound() == record.sound()
    assert again.play() == record.play()


def test_an_empty_text() -> None:
    assert read_pbn("")[0].error == "no position is given"


@settings(max_examples=200)
@given(st.data())
def test_damaged_tables_are_refused_in_one_line(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([drawn("_@_"), drawn("@*", number=True), DOUBLE]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(len(text), at + 12)))
        piece = data.draw(
            st.sampled_from(["", "|", "\n", "HA", "_", " 1 ", "A Y B Z\n", "[", '[Deal "', "♡"])
        )
        text = text[:at] + piece + text[end:]
    for record in read_pbn(text):
        if record.position is None:
            assert record.error
            assert "\n" not in record.error
        else:
            found = replay(record.position, record.played(), limits=Limits(nodes=20))
            assert "\n" not in str(found.fault)

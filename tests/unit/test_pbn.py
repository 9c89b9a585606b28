"""PBN position files."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.model.errors import PositionError, one_line
from solver.positions.position import Position
from solver.positions.record import Record, read_pbn, read_text, write_pbn
from tests.unit.drawn_positions import positions, tables

HEARTS = '[Game "hearts"]\n[Deal "A:A.2.. K.3.. Q.4.. J.5.."]\n[Leader "A"]\n'
BRIDGE = """% PBN 2.1
% EXPORT
[Event "The club's pairs"]
[Deal "N:AK8.J65432.K4.73 QJT.AKQ.A32.8654 97.T987.QJT9.AKQ 65432..8765.JT92"]
[Vulnerable "None"]
[Declarer "E"]
[Contract "4SX"] {a comment

over [several] "lines"} ; and one to the end of the line
[Auction "N"]
Pass Pass Pass =1=
[Note "1:forced"]
[OptimumResultTable "Declarer;Denomination\\\\2R"]
N NT 5
[Play "S"]
HT S2 H2 HA
- - - DA
*
"""


def only(text: str) -> Record:
    records = read_pbn(text, "deals.pbn")
    assert len(records) == 1
    return records[0]


def error(text: str) -> str:
    record = only(text)
    assert record.position is None
    assert record.error is not None
    assert record.error == one_line(record.error)
    return record.error


# --- reading --------------------------------------------------------------------------------------------


def test_every_tag_of_a_position() -> None:
    text = """
    [Game "cancellation-hearts"] [Seats "P Q R"] [Deal "R:A... K...4 ..3.7"]
    [Leader "R"] [Trick "R:D3"] [Taken "P:SQ,H3 R:H9"] [TricksPlayed "7"]
    [Pile "C8 C9 C9"] [Widow "?"] [Options ""] [Annotator "me"]
    """
    position = Position.from_pbn(text)
    assert position.seats == ("P", "Q", "R")
    assert position.hands == (("SK", "C4"), ("D3", "C7"), ("SA",))
    assert (position.leader, position.trick, position.tricks_played) == ("R", (("R", "D3"),), 7)
    assert position.taken == (("SQ", "H3"), (), ("H9",))
    assert position.pile == ("C9", "C9", "C8")
    bezique = '[Game "bezique"] [Deal "A:A... K..."] [Leader "B"] [Trump "NT"] [Stock "SA"]'
    assert "no trump: bezique needs one" in error(bezique)
    assert "stock: bezique has none" in error(bezique)
    domino = '[Game "domino-hearts"] [Deal "A:A... K..."] [Leader "B"] [Stock "SQ C2 H9"]'
    assert Position.from_pbn(domino).stock == ("SQ", "C2", "H9")
    options = (
        '[Game "cinch"] [Deal "A:A... K... Q... J..."] [Leader "B"] [Trump "S"] [Options "bid=8 bidder=A"]'
    )
    assert Position.from_pbn(options).options == (("bid", 8), ("bidder", "A"))


def test_several_tags_stand_on_one_line_or_each_on_its_own() -> None:
    assert Position.from_pbn(HEARTS) == Position.from_pbn(HEARTS.replace("\n", " "))


@pytest.mark.parametrize("gap", ["\n", "\n\n\n", "  \n \t\n", "\r\n\r\n", "; between\n\n", ""])
def test_positions_are_parted_by_blank_lines_or_by_a_tag_that_comes_again(gap: str) -> None:
    records = read_pbn(HEARTS + gap + HEARTS.replace("A.2", "A.6"))
    assert [record.number for record in records] == [1, 2]
    assert [record.sound().hands[0] for record in records] == [("SA", "H2"), ("SA", "H6")]


def test_lines_are_counted_with_any_ending() -> None:
    for ending in ("\n", "\r\n", "\r"):
        text = (HEARTS + "\n" + HEARTS).replace("\n", ending)
        assert [record.line for record in read_pbn(text)] == [1, 5]


def test_comments_and_a_byte_order_mark_are_passed_over() -> None:
    text = '\ufeff% PBN 2.1\n{ [Game "whist"]\n\n } ; [Game "whist"]\n' + HEARTS.replace("\n", " ; so\n")
    assert Position.from_pbn(text) == Position.from_pbn(HEARTS)


def test_strings_hold_escaped_quotes_and_backslashes() -> None:
    position = Position.parse("\\:A... K...", game="hearts", seats=["\\", '"'], leader='"')
    assert '[Seats "\\\\ \\""]' in position.to_pbn()
    assert Position.from_pbn(position.to_pbn()) == position


def test_the_case_of_our_tags_does_not_matter() -> None:
    assert Position.from_pbn(HEARTS.replace("Leader", "LEADER").replace("Game", "game")).leader == "A"


def test_nothing_to_read_is_said() -> None:
    assert "deals.pbn: no position in it" in error("")
    assert "deals.pbn: no position in it" in error('% PBN 2.1\n[Event "x"]\n')
    with pytest.raises(PositionError, match="no position is given"):
        Position.from_pbn("")
    with pytest.raises(PositionError, match="2 positions are given where one is wanted"):
        Position.from_pbn(HEARTS + "\n" + HEARTS)


# --- bridge ---------------------------------------------------------------------------------------------


def test_a_file_without_a_game_is_bridge() -> None:
    record = only(BRIDGE)
    position = record.sound()
    assert (position.game, position.trump, position.leader) == ("whist", "S", "S")
    assert position.seats == ("N", "E", "S", "W")


@pytest.mark.parametrize(
    ("contract", "trump"),
    [("3NT", None), ("1N", None), ("4SX", "S"), ("7HXX", "H"), ("2 D", "D"), ("5♣", "C")],
)
def test_contracts(contract: str, trump: str | None) -> None:
    assert Position.from_pbn(BRIDGE.replace("4SX", contract)).trump == trump


@pytest.mark.parametrize(("declarer", "leader"), [("N", "E"), ("W", "N"), ("^S", "W")])
def test_the_seat_after_the_declarer_leads(declarer: str, leader: str) -> None:
    text = BRIDGE.replace('Declarer "E"', f'Declarer "{declarer}"').replace('Play "S"', f'Play "{leader}"')
    assert Position.from_pbn(text).leader == leader


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("4SX", "Pass", "passed out"),
        ("4SX", "8S", "is not like 3NT or 4SX"),
        ('Declarer "E"', 'Declarer "Q"', 'Declarer "Q" is not one of N E S W'),
    ],
)
def test_bridge_that_cannot_be_played(old: str, new: str, told: str) -> None:
    assert told in error(BRIDGE.replace(old, new))


def test_bridge_without_a_declarer_needs_a_leader() -> None:
    text = '[Deal "N:A... K... Q... J..."]\n[Contract "1NT"]\n'
    assert "needs Declarer and Contract, or Leader" in error(text)
    assert Position.from_pbn(text + '[Leader "W"]').leader == "W"
    assert Position.from_pbn(text + '[Play "W"]').leader == "W"


def test_a_value_as_before_is_taken_from_the_record_before() -> None:
    again = BRIDGE.replace('[Contract "4SX"]', '[Contract "#"]').replace('Declarer "E"', 'Declarer "##"')
    first, second = read_pbn(BRIDGE + "\n" + again)
    assert second.sound() == first.sound()


def test_a_record_without_a_game_is_bridge_beside_others_too() -> None:
    first, second = read_pbn(HEARTS + "\n" + HEARTS.replace('[Game "hearts"]\n', ""), "deals.pbn")
    assert first.position is not None
    assert second.error == (
        "deals.pbn, line 5: no trump is known: there is no Contract "
        "(a record without Game is bridge, and Contract (or Trump) says what is trump)"
    )


# --- what is wrong --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '[Game "hearts"]',
            "[Game hearts]",
            'deals.pbn, line 1: "[Game hearts]" is not a tag like [Game "hearts"]',
        ),
        ('[Leader "A"]', '[Leader "A"', "deals.pbn, line 3:"),
        ('[Leader "A"]', '[Leader "Q"]', 'deals.pbn, line 3: leader "Q" is not one of the seats A Y B Z'),
        ('[Leader "A"]', "", "deals.pbn, line 1: no leader"),
        ('[Leader "A"]', '[Leader "A"]\n[Leader "Y"]', "deals.pbn, line 4: Leader is given twice"),
        (
            '[Leader "A"]',
            '[Leader "A"]\nSA SK',
            'deals.pbn, line 4: "SA SK" is neither a tag nor a row of Play',
        ),
        ("K.3..", "K.2..", "deals.pbn, line 2: H2 appears twice, in A's hand and in Y's hand"),
        ("K.3..", "-", 'deals.pbn, line 2: the hand of Y is hidden ("-")'),
        ("K.3..", "\u041a.3..", "CYRILLIC CAPITAL LETTER KA) at place 1"),
        (
            '[Leader "A"]',
            '[Trump "H"]\n[Leader "Q"]',
            'line 4: leader "Q" is not one of the seats A Y B Z; line 3: trump',
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, told: str) -> None:
    assert told in error(HEARTS.replace(old, new))


def test_a_bad_record_does_not_stop_the_rest() -> None:
    text = "\n".join(
        [HEARTS, HEARTS.replace("A.2", "A.3"), "what is this\n", HEARTS, '[Leader "A"]\n', HEARTS]
    )
    records = read_pbn(text, "deals.pbn")
    assert [record.position is not None for record in records] == [True, False, False, True, False, True]
    assert '"what is this" is not a tag' in str(records[2].error)
    assert "no hands are given" in str(records[4].error)


# --- the cards played -----------------------------------------------------------------------------------


def test_rows_of_play_are_columns_by_seat() -> None:
    text = '[Game "whist"] [Deal "A:A...2 K.3.. Q.4.. J.5.."] [Leader "Y"] [Trump "H"]\n[Play "Y"]\n'
    record = only(text + "SK SQ SJ SA\nH3 H4 H5 C2\n")
    assert record.play() == ("SK", "SQ", "SJ", "SA", "C2", "H3", "H4", "H5")
    assert only(text + "SK SQ SJ SA H3 H4 H5 C2\n").play() == record.play()
    assert only(text + "SK =1= SQ! SJ $3 SA?!\n- - - C2\n").play() == ("SK", "SQ", "SJ", "SA", "C2")
    assert only(text + "SK {so} SQ SJ {} SA ; that\n").play() == ("SK", "SQ", "SJ", "SA")
    assert only(text + "SK SQ +\n").play() == only(text + "SK SQ\n").play() == ("SK", "SQ")
    assert only(text + "SK SQ SJ SA\n*\n").play() == ("SK", "SQ", "SJ", "SA")
    assert only(text).play() == ()


def test_rows_may_repeat_the_trick_on_the_table() -> None:
    text = '[Game "whist"] [Deal "A:...2 .3.. Q.4.. J.5.."] [Leader "A"] [Trick "SA SK"]\n[Play "A"]\n'
    assert only(text + "SA SK SQ SJ\n").play() == ("SQ", "SJ")
    assert only(text + "- - SQ SJ\nC2 - - -\n").play() == ("SQ", "SJ", "C2")


def test_a_trick_that_is_taken_up_leaves_columns_empty() -> None:
    text = '[Game "enfle"] [Deal "A:A..A. ...KQ 9..9. J..J."] [Leader "A"]\n[Play "A"]\n'
    record = only(text + "SA - - -\n- CK - -\n")
    assert record.play() == ("SA", "CK")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("SK SQ SJ\nH3 H4 H5 C2\n", "deals.pbn, line 3 (Play): 3 cards in a row of 4 seats"),
        ("SK\nH3 H4 H5 C2\n", "deals.pbn, line 3 (Play): 1 card in a row of 4 seats"),
        ("SK SQ SJ HA\n", "deals.pbn, line 3 (Play): HA cannot be played: A does not hold it"),
        ("SK S\u0410 SJ SA\n", "CYRILLIC CAPITAL LETTER A"),
        ("SK - SJ SA\n", "B is to play and has no card in this row, only SJ of Z, SA of A is left"),
        ("SK H4 SJ SA\n", "H4 cannot be played: B may not play it now, legal are SQ"),
        ("SK SQ SJ SA\nH3 H4 H5 C2\nH3 - - -\n", "the deal is over"),
    ],
)
def test_play_that_cannot_have_been(rows: str, told: str) -> None:
    text = '[Game "whist"] [Deal "A:A...2 K.3.. Q.4.. J.5.."] [Leader "Y"]\n[Play "Y"]\n' + rows
    record = only(text)
    assert record.position is not None  # which can be analysed all the same
    with pytest.raises(PositionError) as caught:
        record.play()
    assert told in str(caught.value)


# --- writing --------------------------------------------------------------------------------------------


def test_unknown_tags_and_the_play_are_written_back() -> None:
    first = only(BRIDGE)
    again = only(write_pbn([first]))
    assert again.sound() == first.sound()
    assert again.tags == first.tags
    assert [text for _, text in again.rows] == [text for _, text in first.rows]
    assert '[Event "The club\'s pairs"]' in write_pbn([first])
    assert "Pass Pass Pass =1=" in write_pbn([first])
    assert again.first == "S"


def test_what_is_empty_is_left_out() -> None:
    position = Position.from_pbn(HEARTS)
    assert position.to_pbn() == (
        '[Game "hearts"]\n[Seats "A Y B Z"]\n[Deal "A:A.2.. K.3.. Q.4.. J.5.."]\n[Leader "A"]\n'
    )


some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@some
@given(st.lists(positions(), min_size=1, max_size=4))
def test_a_file_of_positions_is_read_as_written(drawn: list[Position]) -> None:
    text = write_pbn(drawn)
    assert [record.sound() for record in read_pbn(text)] == drawn
    assert write_pbn(read_pbn(text)) == text
    assert [record.sound() for record in read_pbn(text.replace("\n\n", "\n"))] == drawn


@some
@given(tables(), st.data())
def test_any_seat_names_survive(seats: tuple[str, ...], data: st.DataObject) -> None:
    hands = {seat: [card] for seat, card in zip(seats, ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8"])}
    taken = {data.draw(st.sampled_from(seats)): ["H9"]}
    leader = data.draw(st.sampled_from(seats))
    position = Position.parse(game="black-lady" if len(seats) > 2 else "hearts", hands=hands, seats=seats,
                              leader=leader, taken=taken)  # fmt: skip
    assert Position.from_pbn(position.to_pbn()) == position
    assert Position.from_json(position.to_json()) == position
    after = position.play(position.legal_cards()[0])
    assert Position.from_pbn(after.to_pbn()) == after


snippets = ["\n\n", '[Deal "', "A:", "A...", " K...", '[Play "A"]\n', "SA"]
signs = '[]"{};%#\\\r\ufeff\x00\ud800\u0410'
pieces = st.sampled_from([HEARTS, BRIDGE, *snippets, *signs])


@some
@given(st.lists(pieces | st.text(max_size=5), max_size=12).map("".join))
def test_readers_take_anything(text: str) -> None:
    for record in read_pbn(text):
        assert (record.position is None) == (record.error is not None)
        if record.error is not None:
            assert record.error == one_line(record.error)
        else:
            try:
                record.play()
            except PositionError as wrong:
                assert str(wrong) == one_line(str(wrong))


def test_a_play_without_rows_is_none_whoever_is_named() -> None:
    """Where no leader is needed, as in a table of all, the seat of an empty Play is not looked at."""
    deal = '[Game "whist"][Seats "P Q R S"][Deal "P:A... K... Q... J..."][Leader "P"][Trump "S"]'
    (record,) = read_text(f'{deal}[Play "A"]\n', needed=frozenset())
    assert not record.has_play
    assert record.play() == ()
    (record,) = read_text(f'{deal}[Play "A"]\n')
    assert record.error is not None
    assert 'Play begins with "A"' in record.error

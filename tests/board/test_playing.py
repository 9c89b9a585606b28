"""The page: values on the cards, and playing them."""

from __future__ import annotations

import re

import pytest

from solver import Position, analyze
from tests.board.conftest import ENDING, Board
from tests.board.page import CINCH, Visit, address, fragment, numbers, settle, status, wait_for_turn, worths

pytestmark = pytest.mark.browser


# --- laid out and valued ------------------------------------------------------------------------------


def test_every_legal_card_wears_its_value(visit: Visit) -> None:
    page = visit()
    found = worths(page)
    assert numbers(found) == CINCH
    assert [card for card, text in found.items() if "★" in text] == ["H2"]
    assert page.locator("button.card.best").count() == 1
    assert page.get_by_role("button", name="two of hearts: 8 points, best").count() == 1
    assert page.get_by_role("button", name="ace of hearts: 7 points, costs 1").count() == 1
    assert page.locator(".verdict .figure").inner_text() == "8 points"
    assert status(page) == "A to play. A and B against Y and Z: 8 points. Best: two of hearts."


def test_the_token_leaves_the_address_at_once(visit: Visit, board: Board) -> None:
    page = visit()
    worths(page)
    assert "token" not in address(page)
    assert board.token not in page.content()
    assert address(page).startswith(f"http://127.0.0.1:{board.port}/#v=1&p=")


def test_the_deals_of_a_file(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Deal", exact=True).select_option("1")
    page.locator("#moves .move").nth(1).filter(has_text="A♥︎3").wait_for()
    worths(page)
    assert page.locator("#moves li.row").count() == 6
    assert page.locator("#moves .move").nth(1).inner_text() == "A♥︎3"


def test_bounds_narrow_and_stop(visit: Visit, board: Board) -> None:
    deal = board.ask("generate", {"game": "cancellation-hearts", "cards": 14, "seed": 3})
    page = visit(fragment(deal))
    page.locator(".figure.open").wait_for()
    assert re.fullmatch(r"\d+ to \d+ points", page.locator(".figure").inner_text())
    page.get_by_role("button", name="Stop").click()
    page.locator(".searching").wait_for(state="detached")
    assert "not exact" in page.locator(".verdict").inner_text()
    assert page.locator("button.card.best").count() == 0


# --- playing ------------------------------------------------------------------------------------------


def test_a_click_plays_and_the_browser_goes_back(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.locator("button.card[data-card=S5]").click()
    wait_for_turn(page, "Y")
    assert "play=S5&" in address(page)
    assert page.locator(".trick .card").count() == 1
    page.go_back()
    wait_for_turn(page, "A")
    assert "play=&" in address(page)
    page.go_forward()
    wait_for_turn(page, "Y")


def test_keys_play_and_step(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    for keys, turn in (("s5", "Y"), ("sk", "B"), ("s7", "Z"), ("st", "Y"), ("ha", "B")):
        for key in keys if keys != "st" else "s1":
            page.keyboard.press(key)
        wait_for_turn(page, turn)
    assert "play=S5,SK,S7,ST,HA&" in address(page)
    for key, turn in (
        ("ArrowLeft", "Y"), ("ArrowLeft", "Z"), ("Home", "A"), ("End", "B"), ("Shift+ArrowLeft", "Y"),
        ("Shift+ArrowLeft", "A"), ("ArrowRight", "Y"),
    ):  # fmt: skip
        page.keyboard.press(key)
        wait_for_turn(page, turn)


def test_keys_of_a_card_in_capitals_and_of_none(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    settle(page)
    page.get_by_label("hidden hands").check()  # the focus stays there, and keys play all the same
    for key in ("s", "t"):  # no card of A's, and not the dialog that t opens by itself
        page.keyboard.press(key)
    assert page.get_by_role("dialog").count() == 0
    for key in ("Shift", "S", "Shift", "A"):
        page.keyboard.press(key)
    wait_for_turn(page, "Y")
    page.keyboard.press("t")
    page.get_by_role("dialog", name="Take it along").wait_for()


def test_another_card_makes_a_variation(visit: Visit) -> None:
    page = visit(fragment(ENDING, play="S5,SK"))
    wait_for_turn(page, "B")
    page.keyboard.press("Home")
    wait_for_turn(page, "A")
    page.locator("button.card[data-card=H2]").click()
    wait_for_turn(page, "Y")
    assert page.locator("#moves .variation .move").inner_text() == "A♥︎2"
    page.keyboard.press("ArrowUp")  # the main line
    page.locator("#moves .move[aria-current]", has_text="♠︎5").wait_for()
    page.keyboard.press("ArrowDown")
    page.locator("#moves .variation .move[aria-current]").wait_for()
    page.locator("#moves .move", has_text="♠︎K").click()
    wait_for_turn(page, "B")


def test_the_value_so_far_and_in_the_whole_deal(visit: Visit) -> None:
    position = {**ENDING, "taken": {"A": ["HQ", "HJ"]}, "tricks_played": 1}
    page = visit(fragment(position))
    worths(page)
    answer = analyze(Position.from_json(position))
    page.locator(".verdict", has_text=f"{answer.total} in the whole deal · 2 so far").wait_for()


def test_the_end_of_a_deal(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.get_by_role("button", name="Play it").click()
    page.locator("#moves .move").nth(12).wait_for()  # the start and the whole line
    page.keyboard.press("End")
    page.locator(".middle .note", has_text="The deal is over").wait_for()
    assert page.locator("p.none").count() == 4
    taken = page.locator(".verdict tbody tr")
    taken.nth(3).wait_for()
    rows = dict(text.split() for text in taken.all_inner_texts())
    assert list(rows) == list("AYBZ")
    assert sum(map(int, rows.values())) == 5  # every heart that was dealt
    page.get_by_label("hidden hands").check()
    page.get_by_label("Method").select_option("maxn")
    taken.nth(3).wait_for()
    assert dict(text.split() for text in taken.all_inner_texts()) == rows


def test_the_replay_marks_errors_and_draws_the_value(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.get_by_role("button", name="Go over the play").click()
    page.locator("#replayed", has_text="A gave away 3, Y gave away 2").wait_for()
    errors = page.locator("#moves .move.error")
    assert errors.all_inner_texts() == ["A♣︎Q?1", "Y♣︎3?2", "A♥︎10?2"]
    assert (
        page.get_by_role("button", name="A queen of clubs, an error, costs 1, better two of hearts").count()
        == 1
    )
    picture = page.get_by_role("img", name="A and B: 8 with best play, 7 as played; 3 errors")
    box = picture.bounding_box()
    picture.click(position={"x": box["width"] - 10, "y": 20})
    page.locator(".middle .note", has_text="The deal is over").wait_for()


def test_the_marks_of_a_replay_go_with_its_question(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.get_by_role("button", name="Go over the play").click()
    page.locator("#moves .move.error").nth(2).wait_for()
    page.get_by_label("Goal", exact=True).select_option("at-least:1")
    page.locator(".figure", has_text="yes").wait_for()
    assert page.locator("#moves .move.error").count() == 0  # they said what it cost in points
    assert page.locator("#replayed").inner_text() == ""
    page.route("**/api/replay", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.get_by_role("button", name="Go over the play").click()
    page.get_by_label("Deal", exact=True).select_option("1")
    page.locator("#moves .move", has_text="3").first.wait_for()
    page.wait_for_timeout(600)
    assert page.locator("#replayed").inner_text() == ""  # nothing of the deal before


def test_why_a_card_is_bad(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.get_by_role("button", name="Why is the ace of hearts bad?").click()
    page.locator("#moves .variation .move[aria-current]").wait_for()
    page.locator("#moves .variation .move[aria-current]", has_text="♥︎A").wait_for(
        state="detached"
    )  # plays on
    page.keyboard.press("ArrowLeft")
    line = page.locator("#moves .variation .move").all_inner_texts()
    assert line[0] == "A♥︎A"
    assert len(line) == 24

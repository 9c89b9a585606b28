"""The page: ways to a deal."""

from __future__ import annotations

import json
import re

import pytest

from solver import Position, analyze
from tests.board.conftest import ENDING, Board
from tests.board.page import CINCH, Visit, fragment, numbers, settle, wait_for_turn, worths

pytestmark = pytest.mark.browser


def test_open_a_text_an_example_a_random_deal(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.keyboard.press("o")
    page.get_by_label("A deal as text").fill(
        '[Game "hearts"] [Deal "A:A5.2.. K.A3.. 7.9..2 T.K..QQ"] [Leader "A"]'
    )
    page.get_by_role("button", name="Open it").click()
    page.get_by_role("dialog").get_by_role("alert").filter(has_text="CQ").wait_for()
    page.get_by_label("A deal as text").fill(Position.from_json(ENDING).to_pbn())
    page.get_by_role("button", name="Open it").click()
    page.locator(".game b", has_text="Hearts").wait_for()
    assert numbers(worths(page)) == analyze(Position.from_json(ENDING)).cards
    page.get_by_role("button", name="Open a deal").click()
    page.locator(".way", has_text="An example").get_by_label("Game").select_option("whist")
    page.get_by_role("button", name="Show it").click()
    page.locator(".game b", has_text="Whist").wait_for()
    page.get_by_role("button", name="Open a deal").click()
    way = page.locator(".way", has_text="A random deal")
    way.get_by_label("Game").select_option("slobberhannes")
    way.get_by_label("Cards each").fill("3")
    way.get_by_label("Seed").fill("11")
    way.get_by_role("button", name="Deal").click()
    page.locator(".game b", has_text="Slobberhannes").wait_for()
    worths(page)


def test_files_in_latin_1_large_ones_and_long_ones(visit: Visit) -> None:
    page = visit()
    settle(page)
    record = f'[Event "Zoë"]\n{Position.from_json(ENDING).to_pbn()}\n'
    page.keyboard.press("o")
    page.get_by_label("A file").set_input_files(
        {"name": "old.pbn", "mimeType": "text/plain", "buffer": (record * 502).encode("latin-1")}
    )
    page.wait_for_function("document.querySelector('textarea').value.includes('Zoë')")
    page.get_by_role("button", name="Open it").click()
    page.locator(".deals", has_text="2 more are left out").wait_for()
    assert page.locator(".deals option").first.inner_text() == "1 of 500: Zoë"
    page.keyboard.press("o")
    page.get_by_label("A file").set_input_files(
        {"name": "big.pbn", "mimeType": "text/plain", "buffer": b" " * 900_001}
    )
    page.get_by_role("alert").filter(has_text="big.pbn is larger than 900 kB").wait_for()


def test_the_table_says_that_it_is_of_another_deal(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    settle(page)
    page.get_by_role("button", name="Deal by hand").click()
    note = page.locator(".editor", has_text="The table below stays as it was")
    page.locator(".box").first.wait_for()
    assert note.count() == 0
    page.get_by_label("A, spades").fill("A52")
    note.wait_for()
    page.get_by_label("A, spades").fill("A5")
    note.wait_for(state="detached")
    page.get_by_role("button", name="Clear the table").click()
    note.wait_for()
    assert page.locator(".room.before").count() == 1


def test_deal_by_hand(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.get_by_role("button", name="Deal by hand").click()
    page.get_by_label("Game", exact=True).select_option("cinch")
    page.get_by_role("button", name="Clear the table").click()
    page.locator(".strip .card").nth(51).wait_for()
    page.locator(".editor").get_by_label("Trumps").select_option("H")
    page.get_by_label("A, hearts").fill("A K 10 3 2")
    page.get_by_label("A, clubs").fill("q")
    page.get_by_label("Y, hearts").fill("J765")
    page.get_by_label("Y, diamonds").fill("5")
    page.get_by_label("Y, clubs").fill("3")
    page.get_by_label("B, spades").fill("T62")
    page.get_by_label("B, hearts").fill("Q8A")
    page.locator(".box[data-seat=B] .fault", has_text="HA").wait_for()  # beside the place
    page.get_by_label("B, hearts").fill("Q8")
    page.get_by_label("B, clubs").fill("J")
    page.get_by_label("Z, hearts").fill("94")
    page.get_by_label("Z, spades").fill("4")
    page.locator(".strip .card[data-card=DK]").drag_to(page.locator(".box[data-seat=Z]"))
    assert page.get_by_label("Z, diamonds").input_value() == "K"
    for name in ("nine of clubs", "five of clubs"):
        page.locator(".strip").get_by_role("button", name=name).press("Enter")
    page.get_by_role("button", name="Give 2 cards to Z").press("Enter")
    page.locator(".figure", has_text="8 points").wait_for()
    assert numbers(worths(page)) == CINCH
    assert page.locator(".editor .fault").count() == 0


def test_the_last_hand_fills_itself(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.get_by_role("button", name="Deal by hand").click()
    page.get_by_label("Game", exact=True).select_option("whist")
    page.locator(".strip .card").nth(51).wait_for()
    for seat, suit in (("A", "spades"), ("Y", "hearts"), ("B", "diamonds")):
        page.get_by_label(f"{seat}, {suit}").fill("AKQJT98765432")
    page.wait_for_function("document.querySelector('[aria-label=\"Z, clubs\"]').value.length === 13")
    assert page.locator(".strip .card").count() == 0
    page.locator(".figure", has_text="13 tricks").wait_for()


def test_an_address_is_a_strangers(visit: Visit) -> None:
    page = visit("#v=1")
    page.locator("#fault", has_text="cannot be read").wait_for()
    worths(page)  # it shows something else
    for bad, line in (
        ("#v=2&p=e30", "v=1"),
        ("#v=1&p=%%%", "cannot be read"),
        ("#v=1&p=W10", "no position"),
        (fragment({**ENDING, "leader": "<img src=x onerror=alert(1)>"}), "not a seat name"),
        (fragment(ENDING, play="SQ"), "play, card 1: SQ cannot be played"),
        (fragment(ENDING, goal="<script>"), "script"),
        ("#v=1&p=" + "A" * 9000, "longer than 8192"),
    ):
        page.evaluate("bad => { location.hash = bad }", bad)
        page.locator("#fault, .verdict .fault").filter(has_text=line).wait_for()
        assert page.locator("img:not([alt])").count() == 0


def test_what_is_refused_leaves_the_question_and_the_file(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.evaluate(
        "bad => { location.hash = bad }", fragment({**ENDING, "leader": "Q"}, goal="margin", side="Y")
    )
    page.locator("#fault", has_text="leader").wait_for()
    page.keyboard.press("ArrowRight")
    wait_for_turn(page, "Y")
    page.wait_for_function("() => location.hash.endsWith('&play=CQ&goal=&for=')")
    page.get_by_label("Trumps").select_option("S")
    page.locator(".trump b[aria-label=spades]").wait_for()
    assert page.get_by_label("Deal", exact=True).count() == 1


def test_a_goal_that_the_next_deal_does_not_have(visit: Visit, board: Board) -> None:
    page = visit()
    settle(page)
    whist = board.ask("generate", {"game": "whist", "cards": 3, "seed": 1})
    page.keyboard.press("o")
    page.get_by_label("A deal as text").fill(f"{json.dumps(ENDING)}\n{json.dumps(whist)}\n")
    page.get_by_role("button", name="Open it").click()
    page.locator(".game b", has_text="Hearts").wait_for()
    page.get_by_label("Goal", exact=True).select_option("clear")
    page.locator(".figure", has_text=re.compile("^(yes|no)$")).wait_for()
    page.get_by_label("Deal", exact=True).select_option("1")
    page.locator(".figure", has_text="trick").wait_for()
    assert page.get_by_label("Goal", exact=True).input_value() == "points"

"""The page as a person uses it, in Chromium. Every value here is one that the command line prints."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from solver import Position, analyze
from solver.positions.record import read_pbn
from solver.rules.files import names
from solver.worlds.advice import advise
from solver.worlds.view import View
from tests.board.conftest import ENDING, Board

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]

# Cinch, Foster's first hand: the one best lead is the deuce of trumps, every other card costs 1.
CINCH = {"HA": 7, "HK": 7, "HT": 7, "H3": 7, "H2": 8, "CQ": 7}


def fragment(position: object, play: str = "", goal: str = "", side: str = "") -> str:
    """The address's fragment for a position."""
    packed = base64.urlsafe_b64encode(json.dumps(position).encode()).decode().rstrip("=")
    return f"#v=1&p={packed}&play={play}&goal={quote(goal)}&for={quote(side)}"


def address(page: Any) -> str:
    """The address as the page itself has it: the driver hears of a new one a little later."""
    text = page.evaluate("location.href")
    assert isinstance(text, str)
    return text


def settle(page: Any) -> None:
    """Wait until the cards have their values."""
    page.locator("button.card.legal .worth").first.wait_for()
    page.locator(".searching").wait_for(state="detached")


def worths(page: Any) -> dict[str, str]:
    """What the legal cards wear, once the search is over."""
    settle(page)
    cards = page.locator("button.card.legal").all()
    return {card.get_attribute("data-card"): card.locator(".worth").inner_text() for card in cards}


def status(page: Any) -> str:
    text = page.locator("#status").inner_text()
    assert isinstance(text, str)
    return text


def wait_for_turn(page: Any, seat: str) -> None:
    page.locator(f"section.hand.on-turn[aria-label='Seat {seat}, to play']").wait_for()


def wait_for_legal(page: Any, cards: list[str]) -> None:
    """Wait until these are the cards that may be played, identical ones counted once."""
    seen = "[...new Set([...document.querySelectorAll('button.legal')].map((card) => card.dataset.card))]"
    page.wait_for_function(f"(cards) => String({seen}.sort()) === cards", arg=",".join(sorted(cards)))


def close_dialog(page: Any) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def numbers(found: dict[str, str]) -> dict[str, int]:
    return {card: int(text.strip("★")) for card, text in found.items()}


# --- laid out and valued --------------------------------------------------------------------------------


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


# --- playing --------------------------------------------------------------------------------------------


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


# --- the question ---------------------------------------------------------------------------------------


def test_goal_side_and_method(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.get_by_label("Goal", exact=True).select_option("at-most:1")
    page.locator(".figure", has_text=re.compile("^(yes|no)$")).wait_for()
    page.get_by_label("N", exact=True).fill("0")
    page.get_by_label("N", exact=True).press("Enter")
    page.locator(".fields input[type=number]").evaluate("input => input.value === '0'")
    assert set(worths(page).values()) <= {"yes", "★yes", "no", "★no"}
    page.get_by_label("Goal", exact=True).select_option("points")
    page.get_by_role("checkbox", name="Z", exact=True).check()
    page.locator(".who", has_text="Z against the rest").wait_for()
    expected = analyze(Position.from_json(ENDING), side="Z").cards
    assert numbers(worths(page)) == expected
    assert address(page).endswith("&goal=&for=Z")
    page.get_by_label("Method").select_option("maxn")
    page.locator(".who", has_text="A, every seat for itself").wait_for()


def test_every_seat(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.get_by_text("Every seat’s number").click()
    rows = page.locator("#seats-table tbody tr")
    rows.first.wait_for()
    assert [row.split()[0] for row in rows.all_inner_texts()] == ["A", "Y", "B", "Z"]
    [sure] = {int(text.split()[1]) for text in rows.all_inner_texts()[:1]}
    assert sure == analyze(Position.from_json(ENDING), side="A").value


def test_a_cost_is_marked_as_in_the_play(visit: Visit) -> None:
    page = visit()
    settle(page)
    costs = {card: value for card, value in CINCH.items() if value < 8}
    worn = page.locator("button.card.legal:has(.cost)")
    assert {card.get_attribute("data-card"): card.locator(".cost").inner_text() for card in worn.all()} == {
        card: f"?{8 - value}" for card, value in costs.items()
    }


def test_every_seat_in_the_words_of_the_goal(visit: Visit) -> None:
    page = visit(fragment(ENDING, goal="clear"))
    settle(page)
    page.get_by_text("Every seat’s number").click()
    rows = page.locator("#seats-table tbody tr")
    rows.first.wait_for()
    sure = {seat: analyze(Position.from_json(ENDING), side=seat, goal="clear").value for seat in "AYBZ"}
    assert {row.split()[0]: row.split()[1] for row in rows.all_inner_texts()} == {
        seat: "yes" if value else "no" for seat, value in sure.items()
    }
    page.route("**/api/analyze", lambda route: None)  # a search without an end
    page.locator("button.card[data-card=S5]").click()
    wait_for_turn(page, "Y")
    assert rows.count() == 0  # what stood there was of another table


def test_values_in_words(visit: Visit) -> None:
    page = visit(fragment(ENDING, goal="at-most:0"))
    settle(page)
    assert "take at most 0 points in the whole deal?" in page.locator(".verdict").inner_text()
    value = "yes" if analyze(Position.from_json(ENDING), goal="at-most:0").value else "no"
    assert status(page).startswith(f"A to play. A against the rest: {value}. Best: ")
    page = visit(fragment({**ENDING, "leader": "Y"}, goal="margin"))
    settle(page)
    margin = analyze(Position.from_json({**ENDING, "leader": "Y"}), goal="margin").value
    assert margin is not None
    unit = "more" if margin >= 0 else "fewer"
    assert page.locator(".verdict .figure").inner_text() == f"{abs(margin)} {unit} than the others"
    hands = dict(zip("AYBZ", ["A8.9..", "K.A8..", "7..J.8", "T.K..9"], strict=True))
    page = visit(fragment({**ENDING, "game": "enfle", "hands": hands}))
    settle(page)
    assert "won: a seat of the side is out first" in page.locator(".verdict").inner_text()
    page = visit(fragment({**ENDING, "leader": "Y"}))
    settle(page)
    assert "Y against the rest: 1 heart." in status(page)


def test_advice_with_hidden_hands(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.get_by_label("hidden hands").check()
    assert page.get_by_role("img", name="3 hidden cards").count() == 3
    page.locator(".verdict", has_text=re.compile(r"on average over all [\d,]+ layouts")).wait_for()
    found = worths(page)
    advice = advise(View.of(Position.from_json(ENDING)))
    assert {card: float(text) for card, text in found.items()} == {
        card: round(mean, 1) for card, mean in advice.mean.items()
    }
    page.get_by_label("Where is").select_option("HK")
    page.locator(".whereabouts p", has_text="The king of hearts: Y 33.3%, B 33.3%, Z 33.3%").wait_for()
    page.get_by_label("hidden hands").uncheck()
    assert numbers(worths(page)) == analyze(Position.from_json(ENDING)).cards


def test_the_stock_is_hidden_too(visit: Visit) -> None:
    deal = {**ENDING, "game": "domino-hearts", "stock": ["D4", "D5", "C7"]}
    page = visit(fragment(deal))
    settle(page)
    heap = page.locator(".middle .heap")
    assert heap.get_by_role("img").count() == 3
    page.get_by_label("hidden hands").check()
    page.locator(".verdict", has_text="layouts").wait_for()
    assert heap.inner_text() == "Stock 3 hidden cards"
    hidden = ["SK", "HA", "H3", "S7", "H9", "C2", "ST", "HK", "C3", "D4", "D5", "C7"]
    choice = page.get_by_label("Where is")
    offered = [option.get_attribute("value") for option in choice.locator("option").all()]
    assert set(offered) == {"", *hidden}  # nothing shows which of them are the stock
    choice.select_option("D4")
    page.locator(".whereabouts p", has_text="stock").wait_for()
    settle(page)  # the advice that comes later leaves it there
    assert choice.input_value() == "D4"
    assert "stock" in page.locator(".whereabouts p").inner_text()


def test_the_command_of_hidden_hands_is_advise(visit: Visit) -> None:
    page = visit(fragment(ENDING, play="S5,SK"))
    settle(page)
    page.get_by_label("hidden hands").check()
    page.locator(".verdict", has_text="on average over all").wait_for()
    page.keyboard.press("t")
    command = page.get_by_role("dialog").get_by_label("Command line").input_value()
    assert command.startswith("openhand advise --game hearts --seats 'A Y B Z' --deal ")
    assert command.endswith(" --leader A --play 'S5 SK'")


def test_trumps_and_options_change_the_position(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.get_by_label("Trumps").select_option("C")
    page.locator(".trump b[aria-label=clubs]").wait_for()
    page.locator(".options summary").click()
    page.get_by_label("bid", exact=True).fill("9")
    page.get_by_label("bid", exact=True).press("Enter")
    page.evaluate("async () => { window.decode = (await import('/static/fragment.js')).decode }")
    page.wait_for_function("() => decode(location.hash)?.position.options.bid === 9")
    assert page.evaluate("decode(location.hash).position.trump") == "C"


def test_an_option_that_is_refused(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.locator(".options summary").click()
    page.get_by_label("bid", exact=True).fill("abc")
    page.get_by_label("bid", exact=True).press("Enter")
    page.locator("#fault", has_text="option bid").wait_for()


def test_the_rules_in_full(visit: Visit) -> None:
    page = visit()
    worths(page)
    page.get_by_role("button", name="Rules").click()
    text = page.get_by_role("dialog", name="Cinch").inner_text()
    assert "Trumps among the discards count for the bidder's side at the end." in text
    assert "discards=CARD,CARD" in text
    close_dialog(page)
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("document.activeElement.textContent") == "Rules"


# --- ways to a deal -------------------------------------------------------------------------------------


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
        (fragment({**ENDING, "leader": "<img src=x onerror=alert(1)>"}), "no seat name"),
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


# --- taking it along ------------------------------------------------------------------------------------

EVIL = ["<img/onerror>", "</script>", "B", "Z"]


def evil_ending() -> dict[str, Any]:
    hands = dict(zip(EVIL, ENDING["hands"].values()))  # type: ignore[attr-defined]
    return {"game": "hearts", "seats": EVIL, "hands": hands, "leader": EVIL[0]}


def saved(page: Any, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    path: Path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_take_it_along_as_text(visit: Visit, board: Board) -> None:
    page = visit(fragment(ENDING, play="S5,SK"))
    wait_for_turn(page, "B")
    page.keyboard.press("t")
    box = page.get_by_role("dialog", name="Take it along")
    [record] = read_pbn(box.get_by_label("PBN").input_value())
    assert (record.sound(), list(record.play())) == (Position.from_json(ENDING), ["S5", "SK"])
    taken = json.loads(box.get_by_label("JSON").input_value())
    assert taken["play"] == ["S5", "SK"]
    command = box.get_by_label("Command line").input_value()
    assert command.startswith("openhand analyze --game hearts --seats 'A Y B Z' --deal ")
    link = box.get_by_label("Address of this table").input_value()
    assert link.endswith("&play=S5,SK&goal=&for=")
    assert board.token not in box.inner_html()
    close_dialog(page)
    page.keyboard.press("Home")
    page.keyboard.press("o")
    page.get_by_label("A deal as text").fill(link)
    page.get_by_role("button", name="Open it").click()
    wait_for_turn(page, "B")


def test_exports_are_escaped_and_step_by_themselves(
    visit: Visit, chromium: Any, tmp_path: Path, board: Board
) -> None:
    page = visit(fragment(evil_ending(), play="S5,SK"))
    wait_for_turn(page, "B")
    worths(page)
    page.keyboard.press("t")
    svg = saved(page, "Save the picture (SVG)", tmp_path)
    html = saved(page, "Save the play as a page (HTML)", tmp_path)
    for path in (svg, html):
        text = path.read_text(encoding="utf-8")
        assert board.token not in text
        assert "<img" not in text
        assert text.count("</script>") == (2 if path is html else 0)
    context = chromium.new_context(offline=True)
    other = context.new_page()
    complaints: list[str] = []
    other.on("console", lambda said: complaints.append(said.text))
    other.on("pageerror", lambda error: complaints.append(str(error)))
    other.goto(svg.as_uri())
    assert other.locator("svg title").count() >= 1
    other.goto(html.as_uri())
    other.get_by_role("status").filter(has_text="0 of 2").wait_for()
    other.keyboard.press("ArrowRight")
    other.get_by_role("status").filter(has_text="<img/onerror> plays ♠︎5").wait_for()
    other.get_by_role("button", name="On").click()
    other.get_by_role("status").filter(has_text="</script> plays ♠︎K").wait_for()
    assert other.locator("img").count() == 0
    assert complaints == []
    context.close()


def test_a_picture_with_long_names(visit: Visit) -> None:
    names = ["<" * 50, "&" * 50, "B", "Z"]
    position = Position.from_json(ENDING)
    hands = dict(zip(names, position.fields()["hands"].values(), strict=True))
    state = {"position": {"seats": names, "hands": hands, "leader": names[0]}, "to_play": names[0]}
    words = {"contest": f"{names[0]} against the rest", "heading": "hearts", "samples": {"1": "1"}}
    answer = {"exact": True, "value": 0, "cards": [{"card": "SA", "value": 0}, {"card": "S5", "value": 1}]}
    text = visit().evaluate(
        """async ([state, answer, words]) =>
            (await import("/static/take.js")).picture(state, answer, words, true)""",
        [state, answer, words],
    )
    svg = ElementTree.fromstring(text)  # well formed: nothing is cut within a mark
    space = "{http://www.w3.org/2000/svg}"
    lines = [(float(each.attrib["y"]), each.text or "") for each in svg.iter(f"{space}text")]
    cards = [float(each.attrib["y"]) for each in svg.iter(f"{space}rect") if "y" in each.attrib]
    seats = [y for y, text in lines if text in names]
    assert len(seats) == 4
    assert not any(card - 2 < y < card + 30 for card in cards for y in seats)  # a name stands above its cards
    assert [text for _, text in lines if text in ("A♠︎", "K♠︎", "★0", "1")] == [
        "A♠︎",
        "★0",
        "1",
    ]  # one hand open
    assert "".join(text for _, text in lines).count("five of spades") == 0


# --- for everybody --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(visit: Visit, scheme: str, width: int) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="openhand[browser-test] is not installed"
    )
    page = visit(viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce")
    worths(page)
    page.get_by_role("button", name="Go over the play").click()
    page.locator("#graph svg").wait_for()
    page.locator("#edit").click()
    page.locator(".box").first.wait_for()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    close_dialog(page)
    page.locator("#open").click()
    assert axe.Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_on_the_way(visit: Visit) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="openhand[browser-test] is not installed"
    )

    def is_clean() -> bool:
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        return True

    page = visit(fragment(ENDING), reduced_motion="reduce")
    settle(page)
    page.get_by_label("hidden hands").check()
    page.locator(".verdict", has_text="layouts").wait_for()
    assert is_clean()
    page.get_by_label("hidden hands").uncheck()
    page.get_by_role("button", name="Play it").click()
    page.locator("#moves .move").nth(12).wait_for()
    page.keyboard.press("End")
    page.locator(".verdict tbody tr").nth(3).wait_for()
    page.get_by_role("button", name="Deal by hand").click()
    page.locator(".box").first.wait_for()
    page.get_by_role("button", name="Clear the table").click()
    page.locator(".room.before").wait_for()
    assert is_clean()


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit(fragment(ENDING))
    worths(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the table"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.card") == "SA"
    page.keyboard.press("Enter")
    wait_for_turn(page, "Y")
    assert page.evaluate("document.activeElement.dataset.card") == "SK"  # the focus follows the play
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()


def test_no_game_breaks_the_table(visit: Visit, board: Board) -> None:
    page = visit()
    worths(page)
    for game in names():
        position = board.ask("generate", {"game": game, "cards": 3, "seed": 2})
        page.goto(f"http://127.0.0.1:{board.port}/{fragment(position)}")
        page.locator(".game b").wait_for()
        wait_for_legal(page, Position.from_json(position).legal_cards())
        worths(page)


# --- the page's own parts -------------------------------------------------------------------------------


def test_fragment_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { encode, decode } = await import("/static/fragment.js");
        const position = { seats: ["Ä♥", "B"] };
        const state = { position, play: ["SA", "HX"], goal: "at-most:3", side: "A,B" };
        return [decode(encode(state)), encode({ ...state, position: { x: "y".repeat(9000) } }), decode("")];
    }""")
    assert told == [
        {"position": {"seats": ["Ä♥", "B"]}, "play": ["SA", "HX"], "goal": "at-most:3", "side": "A,B"},
        "",
        None,
    ]  # fmt: skip


def test_tree_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { Tree } = await import("/static/tree.js");
        const state = (seat, trick) => ({ to_play: seat, legal: [], position: { trick } });
        const tree = new Tree(state("A", []));
        const steps = [["SA", "B", ["SA"]], ["S2", "A", []], ["HA", "B", ["HA"]]];
        const end = tree.addLine(tree.root, steps.map(([card, ...more]) => ({ card, ...state(...more) })));
        tree.go(end);
        const told = [end.cards, tree.trickBack.cards];
        tree.go(tree.trickBack);
        told.push(tree.trickBack.cards);
        tree.go(tree.add(tree.root, "S3"));
        told.push(tree.line.map((node) => node.card), tree.beside(-1).cards);
        told.push(tree.add(tree.root, "SA").children.length);
        tree.go(tree.root);
        told.push(tree.forward.cards, tree.find(["SA", "S2"]).whole, tree.find(["SA", "S9"]).whole);
        return told;
    }""")
    assert told == [["SA", "S2", "HA"], ["SA", "S2"], [], ["S3"], ["SA"], 1, ["S3"], True, False]


def test_editor_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { cardsOf, lastHand, ranksOf, without } = await import("/static/editor.js");
        const hand = (S) => ({ S, H: "", D: "", C: "" });
        return [
            ranksOf("a k 10 x?"), cardsOf("sa h10, Y:D3 zz"), without(["SA", "SA", "S2"], ["SA", "S3"]),
            lastHand({ A: hand("AK"), B: hand("") }, ["A", "B"], ["S3", "S2"], 2),
            lastHand({ A: hand("A"), B: hand("") }, ["A", "B"], ["S3", "S2"], 2),
            lastHand({ A: hand("AK"), B: hand("") }, ["A", "B"], ["S4", "S3", "S2"], 2),
        ];
    }""")
    assert told == [["A", "K", "T", "X"], ["SA", "HT", "D3"], ["SA", "S2"], "B", None, None]


def test_take_module_escapes(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { escaped, scriptJson } = await import("/static/take.js");
        return [escaped(`<b>&"'`), scriptJson(["</script><!--", "\\u2028"])];
    }""")
    assert told == ["&#60;b&#62;&#38;&#34;&#39;", '["\\u003c/script\\u003e\\u003c!--","\\u2028"]']


def test_names_stay_texts(visit: Visit) -> None:
    page = visit(fragment(evil_ending()))
    worths(page)
    assert page.locator("img:not([role])").count() == 0
    assert page.locator("section.hand h2", has_text="<img/onerror>").count() == 1
    assert "innerHTML" not in (files("solver") / "board" / "static" / "main.js").read_text(encoding="utf-8")

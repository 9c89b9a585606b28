"""The page: what is asked, for whom, and how it is answered."""

from __future__ import annotations

import re

import pytest

from solver import Position, analyze
from solver.worlds.advice import advise
from solver.worlds.view import View
from tests.board.conftest import ENDING
from tests.board.page import (
    CINCH,
    Visit,
    address,
    close_dialog,
    fragment,
    numbers,
    settle,
    status,
    wait_for_turn,
    worths,
)

pytestmark = pytest.mark.browser


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

"""How the page lies on screens of three widths: nothing covers its neighbour, nothing lies off the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.board.conftest import ENDING, Board
from tests.board.page import fragment, settle, wait_for_turn

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]
Box = dict[str, float]

WIDTHS = [320, 768, 1280]


def boxes(page: Any, selector: str) -> list[Box]:
    """Where the elements lie on the page that are seen."""
    found = [element.bounding_box() for element in page.locator(selector).all()]
    return [box for box in found if box]


def covers(one: Box, other: Box) -> bool:
    """Whether two boxes lie over each other by more than a pixel."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return wide > 1 and high > 1


def has_no_overlap(page: Any, selector: str) -> bool:
    found = boxes(page, selector)
    assert len(found) > 1
    return not any(covers(one, other) for at, one in enumerate(found) for other in found[:at])


def fits(page: Any) -> bool:
    """Whether the page is as wide as its window."""
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return bool(width <= 0)


def at_each_width(page: Any) -> Iterator[int]:
    """The page at each width in turn."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 500})
        yield width


@pytest.mark.parametrize(
    ("game", "cards", "goal"),
    [
        ("hearts", 6, "margin"),  # signed numbers
        ("black-lady", 9, "points"),  # two digits
        ("enfle", 5, "points"),  # words
    ],
)
def test_what_cards_wear_covers_no_neighbour(
    visit: Visit, board: Board, game: str, cards: int, goal: str
) -> None:
    page = visit(fragment(board.ask("generate", {"game": game, "cards": cards, "seed": 1}), goal=goal))
    settle(page)
    for _ in at_each_width(page):
        assert has_no_overlap(page, "button.card.legal .under")
        assert fits(page)


def test_bounds_cover_no_neighbour(visit: Visit, board: Board) -> None:
    deal = board.ask("generate", {"game": "cancellation-hearts", "cards": 14, "seed": 3})
    page = visit(fragment(deal))
    page.locator(".figure.open").wait_for()
    page.get_by_role("button", name="Stop").click()
    settle(page)
    assert page.locator("button.card.legal .worth").first.inner_text().split() == ["≥0", "≤40"]
    for _ in at_each_width(page):
        assert has_no_overlap(page, "button.card.legal .under")


def test_means_and_many_layouts_stay_in_their_place(visit: Visit, board: Board) -> None:
    page = visit(fragment(board.ask("generate", {"game": "domino-hearts", "cards": 5, "seed": 1})))
    settle(page)
    page.get_by_label("hidden hands").check()
    page.locator(".verdict", has_text="× 10⁴⁶ layouts").wait_for()
    for _ in at_each_width(page):
        assert has_no_overlap(page, "button.card.legal .under")
        assert fits(page)


def test_the_options_lie_on_the_page(visit: Visit) -> None:
    page = visit()
    settle(page)
    page.locator(".options summary").click()
    for width in at_each_width(page):
        if width == min(WIDTHS):
            page.get_by_role("button", name="Ask for").click()
        [sheet] = boxes(page, ".sheet")
        assert sheet["x"] >= 0
        assert sheet["x"] + sheet["width"] <= width
        assert not any(covers(sheet, box) for box in boxes(page, ".room, .deals"))


def test_the_page_ends_where_its_last_panel_does(visit: Visit, board: Board) -> None:
    page = visit(fragment(board.ask("generate", {"game": "whist", "cards": 13, "seed": 3})))
    settle(page)
    for width in at_each_width(page):
        last = max(box["y"] + box["height"] for box in boxes(page, ".verdict, .each, .play, .table"))
        steps = 68 if width == min(WIDTHS) else 0  # the bar that stands at the bottom of a phone
        assert page.evaluate("document.documentElement.scrollHeight") <= last + steps + 20


def test_a_phone_has_the_value_the_table_and_the_steps_at_hand(visit: Visit, board: Board) -> None:
    deal = board.ask("generate", {"game": "black-lady", "cards": 13, "seed": 4})
    page = visit(fragment(deal), viewport={"width": 320, "height": 640})
    settle(page)
    [figure], [table], [steps] = (boxes(page, each) for each in (".figure", ".table", ".steps"))
    assert figure["y"] < table["y"] < 400
    assert steps["y"] + steps["height"] <= 640
    page.keyboard.press("?")
    assert min(box["width"] for box in boxes(page, ".keys dd")) > 120


def test_on_a_phone_the_hands_go_round_from_whose_turn_it_is(visit: Visit) -> None:
    page = visit(fragment(ENDING, play="S5,SK,S7"), viewport={"width": 320, "height": 640})
    settle(page)
    for turn in ("ZAYB", "BZAY", "YBZA", "AYBZ"):
        wait_for_turn(page, turn[0])
        hands = page.evaluate("""() => [...document.querySelectorAll("section.hand")].map((hand) =>
            [hand.getBoundingClientRect().y, hand.getAttribute("aria-label")[5]])""")
        assert "".join(seat for _, seat in sorted(hands)) == turn
        page.keyboard.press("ArrowLeft")


def test_on_a_phone_a_line_that_plays_itself_is_seen(visit: Visit) -> None:
    page = visit(viewport={"width": 320, "height": 640})
    settle(page)
    page.get_by_role("button", name="Why is the ace of hearts bad?").click()
    page.locator("#moves .variation .move[aria-current]").wait_for()
    [middle] = boxes(page, ".middle")
    assert 0 <= middle["y"] <= 640 - middle["height"]

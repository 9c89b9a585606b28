"""The page for everybody: keyboard, contrast, small screens, every game."""

from __future__ import annotations

import pytest

from solver import Position
from solver.rules.files import names
from tests.board.conftest import ENDING, Board
from tests.board.page import Visit, close_dialog, fragment, settle, wait_for_legal, wait_for_turn, worths

pytestmark = pytest.mark.browser


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

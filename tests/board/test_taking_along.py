"""The page: texts, pages and pictures to take along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from solver import Position
from solver.positions.record import read_pbn
from tests.board.conftest import ENDING, Board
from tests.board.page import Visit, close_dialog, evil_ending, fragment, wait_for_turn, worths

pytestmark = pytest.mark.browser


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

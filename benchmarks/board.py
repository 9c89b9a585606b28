"""`python -m benchmarks board`: how quick the page is, in Chromium on this machine.

The same deals and the same clicks every time: the first paint of the page, and from a click on a card to the
values of the cards that may be played next, with the time that the search itself took.
"""

from __future__ import annotations

import base64
import json
import shutil
import signal
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from solver.model.extras import require
from solver.positions.generate import generate

LOADS = 7
CLICKS = 8  # best cards from the first of each deal on
DEALS = (("cinch", 6, 1), ("hearts", 10, 2), ("whist", 8, 3))  # game, cards each, seed

# From the click until every legal card of the next seat wears its value, in milliseconds.
_CLICK = """() => new Promise((resolve) => {
    const card = document.querySelector("button.card.best");
    const url = location.href;
    const table = document.getElementById("table");
    const start = performance.now();
    const look = () => {
        const cards = [...table.querySelectorAll("button.card.legal")];
        const whole = cards.length && cards.every((each) => each.querySelector(".worth"));
        if (location.href === url || !whole || document.querySelector(".searching")) return;
        watch.disconnect();
        resolve(performance.now() - start);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    card.click();
})"""
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
_LAY = "(fragment) => { location.hash = fragment; }"


@contextmanager
def _board() -> Iterator[str]:
    """A running board's address."""
    command = [sys.executable, "-m", "solver", "board", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def _fragment(position: object) -> str:
    packed = base64.urlsafe_b64encode(json.dumps(position).encode()).decode()
    return f"#v=1&p={packed.rstrip('=')}&play=&goal=&for="


def _valued(page: Any) -> None:
    page.locator("button.card.best").first.wait_for()
    page.locator(".searching").wait_for(state="detached")


def _clicks(page: Any, game: str, cards: int, seed: int) -> Iterator[tuple[float, float]]:
    """From click to values, and the search alone, in milliseconds, card after card."""
    [position] = generate(game, cards, 1, seed)
    page.evaluate(_LAY, _fragment(position.fields()))
    page.locator(".game b").wait_for()
    page.wait_for_timeout(300)
    _valued(page)
    for _ in range(CLICKS):
        with page.expect_response("**/api/analyze") as answer:
            took = page.evaluate(_CLICK)
        yield took, answer.value.json()["seconds"] * 1000


@click.command("board")
def board() -> None:
    """The page of `openhand board`: first paint, and from a click to the new values."""
    playwright = require("playwright.sync_api", "browser-test")
    path = shutil.which("chromium")
    if path is None:
        raise click.ClickException("there is no chromium: apt-get install chromium")
    with _board() as address, playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        paints = []
        for _ in range(LOADS):
            page = browser.new_page()
            page.goto(address)
            _valued(page)
            paints.append(page.evaluate(_PAINT))
            page.close()
        click.echo(
            f"first paint        median {statistics.median(paints):5.0f} ms, most {max(paints):5.0f} ms"
        )
        page = browser.new_page()
        page.goto(address)
        _valued(page)
        for game, cards, seed in DEALS:
            found = list(_clicks(page, game, cards, seed))
            beyond = [took - search for took, search in found]
            search = statistics.median(each for _, each in found)
            click.echo(
                f"{game:<8}{cards:>3} cards  click to values: search {search:6.1f} ms, "
                f"beyond it median {statistics.median(beyond):4.0f} ms, most {max(beyond):4.0f} ms"
            )
        browser.close()

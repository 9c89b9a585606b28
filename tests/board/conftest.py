"""A board as a user starts it, and a browser to look at it with."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
ENDING = {
    "game": "hearts",
    "seats": ["A", "Y", "B", "Z"],
    "hands": {"A": "A5.2..", "Y": "K.A3..", "B": "7.9..2", "Z": "T.K..3"},
    "leader": "A",
}


@dataclass
class Board:
    """A running board: its address, and questions to it."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        port = urlsplit(self.address).port
        assert port
        return port

    @property
    def token(self) -> str:
        return parse_qs(urlsplit(self.address).query)["token"][0]

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Status, body and headers of one request; header names with `_` for `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def ask(self, name: str, question: object, status: int = 200) -> Any:
        """The JSON answer to a question."""
        got, body, _ = self.request(
            "POST", f"/api/{name}", json.dumps(question).encode(), X_Openhand_Token=self.token
        )
        assert got == status, body
        return json.loads(body)

    def end(self) -> int:
        """Ctrl-C, and the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=10)


def start(*arguments: object) -> Board:
    """Start a board; it listens once its first line is there."""
    pytest.importorskip("starlette", reason="openhand[board] is not installed")
    pytest.importorskip("uvicorn", reason="openhand[board] is not installed")
    command = [sys.executable, "-m", "solver", "board", "--no-browser", *map(str, arguments)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    return Board(process, process.stdout.readline().strip())


@pytest.fixture(scope="session")
def board() -> Iterator[Board]:
    """One for all tests that leave it as it is."""
    running = start(ROOT / "examples" / "cinch-tables.txt")
    yield running
    assert running.end() == 0


@pytest.fixture
def started() -> Iterator[Callable[..., Board]]:
    """Boards of a test's own."""
    running: list[Board] = []

    def starting(*arguments: object) -> Board:
        running.append(start(*arguments))
        return running[-1]

    yield starting
    for one in running:
        if one.process.poll() is None:
            one.end()


# --- the browser ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium by Playwright; no browser is downloaded."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="openhand[browser-test] is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, board: Board) -> Iterator[Callable[..., Any]]:
    """`visit(fragment, **context)`: a page of the board; what its console complains of fails the test."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def visiting(fragment: str = "", address: str = "", **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error.stack}"))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.goto((address or board.address) + fragment)
        return page

    yield visiting
    for context in contexts:
        context.close()
    expected = "the server responded with a status of 400"  # what a browser says of a refused question
    assert [text for text in complaints if expected not in text] == []

"""Who gets in, what comes out, and what is never answered."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.board.conftest import ENDING, ROOT, Board
from tests.support.processes import wait_for_work, worked

NAMES = ("analyze", "each-seat", "replay", "refute", "advise", "games", "generate", "read", "stop")


def test_the_page_is_for_those_who_have_the_token(board: Board) -> None:
    status, body, _ = board.request("GET", "/")
    assert status == 403
    assert body.count(b"\n") == 1
    assert board.request("GET", "/?token=" + "x" * 43)[0] == 403
    assert board.request("GET", "/?token=%00%ff")[0] == 403
    status, body, headers = board.request("GET", f"/?token={board.token}")
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert board.token.encode() not in body


@pytest.mark.parametrize("name", [*NAMES, "nothing"])
def test_every_question_needs_the_token_before_anything_else(board: Board, name: str) -> None:
    for method, body in (("POST", b"{}"), ("POST", b"not JSON"), ("GET", None), ("OPTIONS", None)):
        assert board.request(method, f"/api/{name}", body)[0] == 403
        assert board.request(method, f"/api/{name}", body, X_Openhand_Token="wrong")[0] == 403
        assert board.request(method, f"/api/{name}?token={board.token}", body)[0] == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1:{port}.evil", ""])
def test_a_foreign_host_is_refused_everywhere(board: Board, host: str) -> None:
    name = host.format(port=board.port)
    for path in ("/", f"/?token={board.token}", "/static/main.js", "/api/games", "/nowhere"):
        assert board.request("GET", path, Host=name, X_Openhand_Token=board.token)[0] == 403


@pytest.mark.parametrize(
    "origin", ["null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1"]
)
def test_another_page_is_refused(board: Board, origin: str) -> None:
    given: dict[str, Any] = {"Origin": origin.format(port=board.port), "X_Openhand_Token": board.token}
    assert board.request("POST", "/api/games", b"{}", **given)[0] == 403
    assert board.request("GET", "/static/main.js", **given)[0] == 403


def test_its_own_page_is_let_in_under_both_names(board: Board) -> None:
    for name in (f"127.0.0.1:{board.port}", f"localhost:{board.port}"):
        given = {"Host": name, "Origin": f"http://{name}", "X_Openhand_Token": board.token}
        assert board.request("POST", "/api/games", b"{}", **given)[0] == 200


def test_headers_of_every_response(board: Board) -> None:
    asked = [("GET", "/"), ("GET", f"/?token={board.token}"), ("GET", "/static/main.js"), ("GET", "/nowhere")]
    for method, path in [*asked, ("POST", "/api/games")]:
        _, _, headers = board.request(method, path, b"{}", X_Openhand_Token=board.token)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert not [name for name in headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "%2fetc%2fpasswd", "x.js"])
def test_no_file_of_the_machine_is_a_part(board: Board, path: str) -> None:
    status, body, _ = board.request("GET", f"/static/{path}")
    assert status == 404
    assert b"import" not in body


def test_no_file_of_the_machine_is_read_for_a_question(board: Board) -> None:
    for question in (
        {"example": "../../pyproject"},
        {"text": "/etc/passwd"},
        {"file": "/etc/passwd"},
        {"position": ENDING, "rules": "/etc/passwd"},
        {"game": "/etc/passwd"},
    ):
        answer = board.request(
            "POST", "/api/read", json.dumps(question).encode(), X_Openhand_Token=board.token
        )
        assert b"root:" not in answer[1]


def test_bodies_are_bounded(board: Board) -> None:
    body = json.dumps({"text": "x" * 1_000_000}).encode()
    assert board.request("POST", "/api/read", body, X_Openhand_Token=board.token)[0] == 413
    assert board.request("POST", "/api/read", body)[0] == 403
    at_most = json.dumps({"text": "%" + "x" * (1_000_000 - 13)}).encode()
    assert len(at_most) == 1_000_000
    assert board.request("POST", "/api/read", at_most, X_Openhand_Token=board.token)[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b'{"position": NaN}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b"9" * 5000,
    ],
)
def test_what_is_no_question_is_refused_in_one_line(board: Board, body: bytes) -> None:
    status, answer, _ = board.request("POST", "/api/analyze", body, X_Openhand_Token=board.token)
    assert status == 400
    line = json.loads(answer)["error"]
    assert line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"seed": ' + b"9" * 5000 + b"}", "the question is not JSON: a number has thousands of digits"),
        (b'{"game": "\xff"}', "the question is not UTF-8 at byte 11"),
        (b'{"seed": -1}', "seed: a whole number from 0 to 9223372036854775807, not the number -1"),
    ],
)
def test_what_is_wrong_with_a_question_is_told_in_plain_words(board: Board, body: bytes, told: str) -> None:
    _, answer, _ = board.request("POST", "/api/generate", body, X_Openhand_Token=board.token)
    assert json.loads(answer)["error"].startswith(told)


def test_the_port_is_only_open_here(board: Board) -> None:
    lines = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=False).stdout
    listening = [row.split()[1] for row in lines.splitlines()[1:] if row.split()[3] == "0A"]
    ours = [row for row in listening if row.endswith(f":{board.port:04X}")]
    assert ours in ([], [f"0100007F:{board.port:04X}"])


PLAIN = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | PLAIN | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        "goal",
        "for",
        "method",
        "ties",
        "play",
        "after",
        "refute",
        "seconds",
        "nodes",
        "memory",
        "line",
        "solutions",
        "each-seat",
        "text",
        "game",
        "example",
        "cards",
        "count",
        "seed",
        "seats",
        "write",
        "board",
        "errors-only",
    ]
)
FIELDS = st.sampled_from(
    [
        "game",
        "seats",
        "hands",
        "leader",
        "trump",
        "trick",
        "taken",
        "tricks_played",
        "pile",
        "stock",
        "widow",
        "options",
        "play",
        "id",
    ]
)
SOME = JSON | st.sampled_from(["hearts", "A", "A,B", "S5 SK", "at-most:1", "maxn", "H", 1, True, ["S5"]])


@given(
    name=st.sampled_from(NAMES),
    options=st.dictionaries(KEYS, SOME, max_size=3),
    fields=st.none() | st.dictionaries(FIELDS, SOME, max_size=2),
)
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_asked_is_answered_or_refused(
    board: Board, name: str, options: dict[str, Any], fields: dict[str, Any] | None
) -> None:
    question = {"nodes": 1000, **options} if name in ("analyze", "each-seat", "refute", "replay") else options
    if fields is not None:
        question = {**question, "position": {**ENDING, **fields}}
    body = json.dumps(question).encode()
    status, answer, _ = board.request("POST", f"/api/{name}", body, X_Openhand_Token=board.token)
    assert status in (200, 400), answer
    assert status == 200 or "\n" not in json.loads(answer)["error"]


@given(body=st.binary(max_size=200))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_noise_is_refused(board: Board, body: bytes) -> None:
    assert board.request("POST", "/api/analyze", body, X_Openhand_Token=board.token)[0] == 400


# --- bounds of the work ---------------------------------------------------------------------------------

WHOLE = {"game": "black-lady", "cards": 13, "seed": 3}


@contextmanager
def endless_search(board: Board, of: str | None = None) -> Iterator[Future[Any]]:
    """What becomes of a question that would take far too long, once the board is at it."""
    question = {"position": board.ask("generate", WHOLE), "method": "maxn", "board": of}
    before = worked(board.process.pid)
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(board.ask, "analyze", question)
        wait_for_work(board.process.pid, 0.5, since=before)
        assert not asked.done()
        yield asked


def test_a_new_question_of_a_board_stops_the_one_before(board: Board) -> None:
    with endless_search(board, "one") as first:
        answer = board.ask("analyze", {"position": ENDING, "board": "one"})
        assert answer["exact"] is True
        assert first.result(timeout=5)["exact"] is False


def test_stop_ends_a_search_with_its_bounds(board: Board) -> None:
    with endless_search(board, "two") as asked:
        assert board.ask("stop", {"board": "two"}) == {"stopped": True}
        answer = asked.result(timeout=5)
    assert answer["exact"] is False
    assert answer["values"] is None
    assert board.ask("stop", {"board": "two"}) == {"stopped": False}


def test_a_search_ends_when_nobody_waits_for_it(board: Board) -> None:
    deal = board.ask("generate", WHOLE)
    body = json.dumps({"position": deal, "board": "left", "method": "maxn"}).encode()
    head = (
        f"POST /api/analyze HTTP/1.1\r\nHost: 127.0.0.1:{board.port}\r\nX-Openhand-Token: {board.token}\r\n"
    )
    with socket.create_connection(("127.0.0.1", board.port)) as asker:
        before = worked(board.process.pid)
        asker.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        wait_for_work(board.process.pid, 0.5, since=before)
    ends = time.monotonic() + 5
    while board.ask("stop", {"board": "left"})["stopped"] and time.monotonic() < ends:
        time.sleep(0.05)
    assert board.ask("stop", {"board": "left"}) == {"stopped": False}


# --- from the first line to Ctrl-C ----------------------------------------------------------------------


def test_the_first_line_is_the_address(board: Board) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[A-Za-z0-9_-]{40,}", board.address)


def test_ctrl_c_ends_it_in_the_middle_of_a_search(started: Callable[..., Board]) -> None:
    board = started()
    with endless_search(board) as asked:
        before = time.monotonic()
        assert board.end() == 0
        assert time.monotonic() - before < 5  # a second on a machine that has nothing else to do
        assert asked.result(timeout=5)["exact"] is False
    with pytest.raises(ConnectionRefusedError):
        board.request("GET", "/")


def test_a_port_that_is_taken_is_refused(started: Callable[..., Board]) -> None:
    board = started()
    command = [sys.executable, "-m", "solver", "board", "--no-browser", "--port", str(board.port)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr == f"openhand: port {board.port} is taken; leave --port out for a free one\n"


def test_a_file_that_cannot_be_read_is_refused(started: Callable[..., Board]) -> None:
    pytest.importorskip("starlette")
    command = [sys.executable, "-m", "solver", "board", "--no-browser", "nowhere.pbn"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "openhand: nowhere.pbn: cannot be read: No such file or directory\n"


def test_the_page_is_small_and_has_no_inline_script() -> None:
    parts = list(files("solver.board").joinpath("static").iterdir())
    assert sum(len(part.read_bytes()) for part in parts) < 150_000
    page = files("solver.board").joinpath("static", "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"\son\w+=|style=|https?://", page) == []

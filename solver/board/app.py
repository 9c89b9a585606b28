"""The addresses of the page: itself, its parts, and what it asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from solver.board.guard import App, Guard, same_token
from solver.board.work import BusyError, Run, Work
from solver.model.errors import PositionError, one_line
from solver.model.notation import too_many_digits

MOST_BYTES = 1_000_000  # of a request
DRAINED = 16 * MOST_BYTES  # of a body that is too large, so that whoever sends it hears the answer
PATIENCE = 10.0  # seconds for a body to arrive
MOST_BOARD = 64  # signs of a board's id

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

Given = Mapping[str, Any]


@dataclass(frozen=True)
class Answers:
    """What the page may ask, by name: what has to be searched, and what is only read or looked up."""

    searched: Mapping[str, Callable[[Given, Run], object]]
    read: Mapping[str, Callable[[Given], object]]


class _RefusedError(Exception):
    """A request that is not answered: the status and the line."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status
        self.line = line


def application(answers: Answers, work: Work, port: int, token: str) -> App:
    """The whole of it, guarded."""
    page = _Page(answers, work, token)
    routes = [
        Route("/", page.index, methods=["GET"]),
        Route("/static/{name}", page.part, methods=["GET"]),
        Route("/api/{name}", page.api, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes), port, token)


def parts() -> dict[str, bytes]:
    """Every file of the page by its name, read once: no request ever names a file of the machine."""
    folder = files("solver.board").joinpath("static")
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if _type(entry.name)}


def _type(name: str) -> str:
    return next((kind for end, kind in _TYPES.items() if name.endswith(end)), "")


class _Page:
    def __init__(self, answers: Answers, work: Work, token: str) -> None:
        self._answers = answers
        self._work = work
        self._token = token
        self._parts = parts()

    async def index(self, request: Request) -> Response:
        """The page itself, to whoever has the token."""
        if not same_token(request.query_params.get("token", "").encode(), self._token):
            line = "the token is missing: open the address that openhand board printed, whole"
            return PlainTextResponse(f"{line}\n", 403)
        return Response(self._parts["index.html"], media_type=_TYPES[".html"])

    async def part(self, request: Request) -> Response:
        """One of its files."""
        name = request.path_params["name"]
        if name not in self._parts:
            return PlainTextResponse("there is no such part\n", 404)
        return Response(self._parts[name], media_type=_type(name))

    async def api(self, request: Request) -> Response:
        """A question and its answer, both JSON."""
        try:
            name = request.path_params["name"]
            return _json(await self._answer(request, name, _object(await _body(request))))
        except _RefusedError as refused:
            return _json({"error": refused.line}, refused.status)
        except PositionError as error:
            return _json({"error": str(error), **_faults(error)}, 400)
        except BusyError:
            return _json({"error": "too much is asked at once: wait for an answer"}, 429)
        except MemoryError:
            return _json({"error": "not enough memory for this search"}, 503)
        except ClientDisconnect:
            return _json({"error": "gone"}, 400)
        except Exception as error:  # the last net: a line and no traceback
            line = f"internal error, please report it: {type(error).__name__}: {error}"
            return _json({"error": one_line(line)}, 500)

    async def _answer(self, request: Request, name: str, given: dict[str, Any]) -> object:
        board = given.pop("board", None)
        if board is not None and not (isinstance(board, str) and len(board) <= MOST_BOARD):
            raise PositionError(f"board: a text of at most {MOST_BOARD} signs")
        if name == "stop":
            if given or board is None:
                raise PositionError('stop takes the id of a board, {"board": ID}, and nothing else')
            return {"stopped": self._work.stop(board)}
        if (search := self._answers.searched.get(name)) is not None:
            return await self._work.search(board, lambda run: search(given, run), _gone(request))
        if (read := self._answers.read.get(name)) is not None:
            return await self._work.read(lambda: read(given))
        known = sorted([*self._answers.searched, *self._answers.read, "stop"])
        raise _RefusedError(404, f"there is no such question: there are {', '.join(known)}")


def _json(value: object, status: int = 200) -> Response:
    return Response(json.dumps(value), status, media_type="application/json")


def _faults(error: PositionError) -> dict[str, Any]:
    """Every fault with the field that it sits in, where they are known apart."""
    faults = [{"field": fault.field, "text": one_line(fault.text)} for fault in error.faults]
    return {"faults": faults} if faults else {}


async def _gone(request: Request) -> None:
    """Comes back when whoever asked has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _body(request: Request) -> bytes:
    """The body, within bounds of size and time."""
    too_large = _RefusedError(413, f"a question has at most {MOST_BYTES} bytes")
    said = request.headers.get("content-length", "0")
    if said.isdigit() and int(said) > DRAINED:
        raise too_large
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                size += len(piece)
                if size > DRAINED:
                    raise too_large
                if size <= MOST_BYTES:
                    pieces.append(piece)
    except TimeoutError:
        raise _RefusedError(408, f"the question did not arrive within {PATIENCE:.0f} seconds") from None
    if size > MOST_BYTES:
        raise too_large
    return b"".join(pieces)


def _object(body: bytes) -> dict[str, Any]:
    """The JSON object that a question is."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_refuse, object_pairs_hook=_without_repeats)
    except PositionError:
        raise
    except RecursionError:
        raise PositionError("the question cannot be read: nested too deeply") from None
    except UnicodeDecodeError as error:
        raise PositionError(f"the question is not UTF-8 at byte {error.start + 1}") from None
    except ValueError as error:
        raise PositionError(f"the question is not JSON: {too_many_digits(error) or error}") from None
    if not isinstance(value, dict):
        raise PositionError("a question is an object with a position and options")
    return value


def _refuse(name: str) -> None:
    raise PositionError(f"{name} is not a JSON number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise PositionError("the question has a key twice in one object")
    return value

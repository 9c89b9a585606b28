"""Listening on 127.0.0.1, from the first line printed to Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from solver.board.app import Answers, application
from solver.board.work import Work
from solver.model.errors import PositionError

HERE = "127.0.0.1"
LAST_CALL = 0.4  # seconds in which answers under way have to be given after Ctrl-C
MOST_CONNECTIONS = 64


def listening(port: int) -> socket.socket:
    """A socket that listens here only, on any free port for 0; `PositionError` if it is taken."""
    heard = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        heard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        heard.bind((HERE, port))
        heard.listen(MOST_CONNECTIONS)
    except OSError as error:
        heard.close()
        taken = error.errno == errno.EADDRINUSE
        why = "is taken" if taken else f"cannot be had: {error.strerror or type(error).__name__}"
        raise PositionError(f"port {port} {why}; leave --port out for a free one") from None
    return heard


def serve(answers: Answers, port: int, listens: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `listens` gets its address, token and all, once it can be opened."""
    token = secrets.token_urlsafe(32)
    heard = listening(port)
    port = heard.getsockname()[1]
    work = Work()
    last_call: Any = LAST_CALL  # declared as whole seconds; the loop takes fractions
    config = uvicorn.Config(
        application(answers, work, port, token),
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        access_log=False,  # an address with the token in it is in no log
        log_config=None,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=last_call,
    )
    try:
        # The server raises Ctrl-C again once it has shut down.
        with contextlib.suppress(KeyboardInterrupt):
            listens(f"http://{HERE}:{port}/?token={token}")
            asyncio.run(_serve(uvicorn.Server(config), heard, work))
    finally:
        work.close()
        heard.close()


async def _serve(server: uvicorn.Server, heard: socket.socket, work: Work) -> None:
    ending = asyncio.ensure_future(_halt_at_exit(server, work))
    try:
        await server.serve([heard])
    finally:
        ending.cancel()


async def _halt_at_exit(server: uvicorn.Server, work: Work) -> None:
    """End the searches as soon as the server is asked to go: it waits for their answers."""
    while not server.should_exit:
        await asyncio.sleep(0.05)
    work.halt()

"""Who may come in: checks on every request, and headers on every response."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_HEADER = b"x-openhand-token"

# Nothing but the page's own parts runs or is asked; no page may frame it; no text ever becomes markup.
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


def same_token(given: bytes, token: str) -> bool:
    """Whether this is the token, in a time that says nothing of how much of it is right."""
    return secrets.compare_digest(given, token.encode())


class Guard:
    """Stands before the app: only this machine's own page gets through.

    A foreign Host is a name that somebody else points at 127.0.0.1, a foreign Origin another page in the same
    browser. Everything under `/api/` needs the token, before it is even looked whether there is such a name.
    """

    def __init__(self, app: App, port: int, token: str) -> None:
        ends = [f":{port}", ""] if port == 80 else [f":{port}"]
        self._hosts = {f"{name}{end}".encode() for name in ("127.0.0.1", "localhost") for end in ends}
        self._origins = {b"http://" + host for host in self._hosts}
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal:
            await _refuse(refusal, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> str:
        """Why this request is none of ours, "" where it is."""
        headers = scope["headers"]
        if not _all_among(self._hosts, _values(headers, b"host"), needed=True):
            return "this board is asked for under another name: use the address that it printed"
        if not _all_among(self._origins, _values(headers, b"origin"), needed=False):
            return "another page asks for this board: only its own page may"
        if scope["path"].startswith("/api/"):
            given = _values(headers, TOKEN_HEADER)
            if len(given) != 1 or not same_token(given[0], self._token):
                return "the token is missing or wrong: use the address that the board printed"
        return ""


def _values(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> list[bytes]:
    return [value for name, value in headers if name.lower() == wanted]


def _all_among(ours: set[bytes], given: list[bytes], *, needed: bool) -> bool:
    return all(value.lower() in ours for value in given) and bool(given or not needed)


async def _refuse(text: str, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})

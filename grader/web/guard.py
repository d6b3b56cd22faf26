"""What stands before every request to the local page: other sites and other users get nothing from it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from grader.web.access import Access, Place

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "x-kata-token"  # noqa: S105 - the name of a header
PLACE_HEADER = "x-kata-place"
STATIC, API = "/static/", "/api/"
# The one call without the token: before every other one a page has the server prove that it knows it.
HELLO = f"{API}hello"
NONCE = "kata.nonce"
# Whether a request brings the token in its address: decided here alone.
ENTERS = "kata.enters"
# By this a second server knows that the first one is there.
SERVER = "kata"
READS = ("GET", "HEAD")
JSON = "application/json"
FOREIGN = "This page answers only at the address that `kata serve` printed."
ANOTHER_SITE = "Another site asked for this, so it is refused."
UNKNOWN = "Open the address that `kata serve` printed: it was started anew, or this is another browser."
NOT_JSON = "What is sent has to be JSON."
ANOTHER_PLACE = "This page belongs to another workspace or pack. `kata serve` shows {0} now."

Refuse = Callable[[str, str], bytes]
"""Makes the page of a refusal of a sentence and a nonce."""


class Guard:
    """An application behind checks of who asks, from where, and with which secrets.

    It is plain ASGI, so that nothing passes it by: requests of every kind, whatever the application does.

    Parameters
    ----------
    app
        The application.
    access
        The address of the page and its secrets.
    place
        What its pages are about.
    refusal
        Makes the page that somebody without the cookie gets.
    """

    def __init__(self, app: ASGIApp, access: Access, place: Place, refusal: Refuse) -> None:
        self._app = app
        self._access = access
        self._place = place
        self._refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no websockets here
            await send({"type": "websocket.close", "code": 1008})
            return
        nonce = secrets.token_urlsafe(16)
        asked = _Asked(scope)
        # With the right token anybody's link may open the page: the private file that a browser is given
        # lies on the disk, which counts as another site.
        enters = asked.enters and self._access.is_token(asked.token)
        scope.setdefault("state", {}).update({NONCE: nonce, ENTERS: enters})
        answer = _with_headers(send, nonce, "no-cache" if scope["path"].startswith(STATIC) else "no-store")
        refused = self._refused(asked, enters=enters)
        if refused is None:
            await self._app(scope, receive, answer)
            return
        status, sentence, reason = refused
        if scope["path"].startswith(API):
            told = {"message": sentence} | ({"reason": reason} if reason else {})
            if reason == "place":
                told["shown"] = self._place.shown
            await _answer(answer, status, JSON, json.dumps(told).encode())
        else:
            await _answer(answer, status, "text/html; charset=utf-8", self._refusal(sentence, nonce))

    def _refused(self, asked: _Asked, *, enters: bool) -> tuple[int, str, str] | None:
        """Why a request is refused: the status, a sentence and, for the page's script, a word."""
        access = self._access
        hosts = asked.all("host")
        if len(hosts) != 1 or hosts[0] not in access.hosts:
            return 403, FOREIGN, ""
        if not enters and not self._is_own(asked):
            return 403, ANOTHER_SITE, ""
        if enters or asked.path.startswith(STATIC):
            return None
        if not access.has_cookie(asked.all("cookie")):
            return 403, UNKNOWN, "token"
        if asked.path.startswith(API) and asked.path != HELLO:
            return self._refused_call(asked)
        return None

    def _refused_call(self, asked: _Asked) -> tuple[int, str, str] | None:
        if not self._access.is_token(asked.one(TOKEN_HEADER)):
            return 403, UNKNOWN, "token"
        if asked.one(PLACE_HEADER) != self._place.digest:
            return 409, ANOTHER_PLACE.format(self._place.shown), "place"
        if asked.method not in READS and not asked.is_json:
            return 415, NOT_JSON, ""
        return None

    def _is_own(self, asked: _Asked) -> bool:
        """Whether the page itself asks, or whoever typed its address."""
        origins, sites = asked.all("origin"), asked.all("sec-fetch-site")
        return all(origin in self._access.origins for origin in origins) and all(
            site in ("same-origin", "none") for site in sites
        )


class _Asked:
    """What a request says of itself."""

    def __init__(self, scope: Scope) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self._headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        self._query: bytes = scope["query_string"]

    def all(self, name: str) -> list[str]:
        return [value.decode("latin-1") for key, value in self._headers if key.decode("latin-1") == name]

    def one(self, name: str) -> str:
        found = self.all(name)
        return found[0] if len(found) == 1 else ""

    @property
    def enters(self) -> bool:
        return self.method == "GET" and self.path == "/" and bool(self.token)

    @property
    def token(self) -> str:
        found = parse_qs(self._query.decode("latin-1"), keep_blank_values=True).get("token", [])
        return found[0] if len(found) == 1 else ""

    @property
    def is_json(self) -> bool:
        return self.one("content-type").partition(";")[0].strip().lower() == JSON


def _policy(nonce: str) -> str:
    """What a page may load and do. The nonce is for the rules that the editor adds as a style of its own."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; worker-src 'none'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


def _with_headers(send: Send, nonce: str, cache: str) -> Send:
    """Add to every answer what keeps other pages from it, and this page from what is not its own."""
    added = {
        "content-security-policy": _policy(nonce),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": cache,
        "server": SERVER,
    }
    own = [(name.encode(), value.encode()) for name, value in added.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *own]}
        await send(message)

    return sending


async def _answer(send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

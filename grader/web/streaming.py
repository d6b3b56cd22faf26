"""Answers that are sent line by line, and requests that are read up to a limit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from grader.web.running import Event

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

# The largest answer, and room for how JSON writes line ends and quotes.
MAX_BODY_BYTES = 20 * 2**20
# More than that of a body that is too large is not read, so that the answer can still be sent.
MAX_IGNORED_BYTES = 64 * 2**20
BODY_WITHIN_S = 60.0
T = TypeVar("T")


class Refused(Exception):
    """A request that is not as it should be, with the status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def read_json(request: Request, kind: type[T]) -> T:
    """The body of a request; raises `Refused` if it is too large, too slow or not what was asked for."""
    try:
        async with asyncio.timeout(BODY_WITHIN_S):
            data = await _body(request)
        return msgspec.json.decode(data or b"{}", type=kind)
    except TimeoutError:
        raise Refused(408, "What was sent did not arrive in time.") from None
    except RecursionError:
        raise Refused(400, "What was sent cannot be read: it is nested too deeply.") from None
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise Refused(400, f"What was sent cannot be read: {fault}.") from None


async def _body(request: Request) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size <= MAX_BODY_BYTES:
            parts.append(part)
        elif size > MAX_IGNORED_BYTES:
            break
    if size > MAX_BODY_BYTES:
        raise Refused(413, f"This is more than {MAX_BODY_BYTES >> 20} MB, and is not read.")
    return b"".join(parts)


class Lines:
    """Events from any thread, for one reader in the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def put(self, event: Event | None) -> None:
        """Add an event; None ends them. Nothing happens where the loop has ended."""
        if not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(self._queue.put_nowait, event)
            except RuntimeError:  # it was closed in this moment
                return

    async def get(self) -> Event | None:
        """The next event."""
        return await self._queue.get()


class EventStream(Response):
    """One JSON object on each line, as they come.

    Parameters
    ----------
    lines
        Where they come from.
    gone
        Called if the one who asked is gone before the end.
    """

    media_type = "application/x-ndjson"

    def __init__(self, lines: Lines, gone: Callable[[], None]) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers()
        self._lines = lines
        self._gone = gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all events, or end what makes them as soon as nobody listens."""
        listening = asyncio.ensure_future(_disconnected(receive))
        ended = False
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while not ended:
                event = await self._next(listening)
                ended = event is None
                line = b"" if event is None else _line(event)
                await send({"type": "http.response.body", "body": line, "more_body": not ended})
        except (ClientDisconnect, OSError):
            return
        finally:
            listening.cancel()
            if not ended:
                self._gone()

    async def _next(self, listening: asyncio.Future[None]) -> Event | None:
        coming = asyncio.ensure_future(self._lines.get())
        await asyncio.wait((coming, listening), return_when=asyncio.FIRST_COMPLETED)
        if coming.done():
            return coming.result()
        coming.cancel()
        raise ClientDisconnect


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _line(event: Event) -> bytes:
    told: dict[str, Any] = dict(event)
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

"""The server of the local page: on the loopback address alone, until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from grader.errors import HarnessError, UsageError
from grader.practice.signals import ends_told
from grader.web.access import LOOPBACK
from grader.web.guard import SERVER

if TYPE_CHECKING:
    from starlette.types import ASGIApp

# Always the same, so that what a browser keeps for the page is found again after a restart.
PORT = 8642
# So many ports after it are tried if it is taken.
TRIED = 20
ASK_WITHIN_S = 1.0
MAX_HEAD_BYTES = 8192
# A connection that has not sent the head of a request by then is closed: it would count below for nothing.
REQUEST_WITHIN_S = 5.0
# Open streams end by themselves when their runs are cancelled.
CLOSE_WITHIN_S = 2
# Far more than the tabs of one user need; each costs a file.
MAX_CONNECTIONS = 200
SHARED = (
    "this machine has other users, and one of them could listen at the usual port while no page is there. So "
    "this page is at a new one, where what you typed at another one and did not save is not found."
)


@dataclass(frozen=True)
class Bound:
    """A socket that listens; ``unusual`` is the sentence to be told if it is not at the usual port."""

    listener: socket.socket
    unusual: str = ""

    @property
    def port(self) -> int:
        """Its port."""
        port: int = self.listener.getsockname()[1]
        return port


def bind(port: int | None, *, shared: bool = False) -> Bound:
    """Listen at a port, any for 0; without one at the usual port, or the next that is free.

    Parameters
    ----------
    port
        The port that was asked for.
    shared
        Whether other users have this machine as well: then any port is taken where none was asked for, as one
        of them may listen at the usual one after this server has ended.

    Raises
    ------
    UsageError
        The port that was asked for cannot be had.
    HarnessError
        There is none.
    """
    if port is not None:
        try:
            return Bound(_listening(port))
        except OSError as fault:
            raise UsageError(
                f"port {port} cannot be used: {_why(port, fault)}; choose another one."
            ) from None
    if shared:
        return Bound(_listening(0), SHARED)
    why = ""
    for tried in (*range(PORT, PORT + TRIED), 0):
        try:
            listener = _listening(tried)
        except OSError as fault:
            why = why or _why(tried, fault)
            continue
        unusual = (
            f"port {PORT} cannot be used: {why}. So this page is at another one, where what you type is not "
            "kept together with what you typed there before it was saved."
        )
        return Bound(listener, unusual if why else "")
    raise HarnessError(f"there is no port to listen at: {why}.")


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if (
            os.name == "posix"
        ):  # a port whose last connections just ended is free; on Windows it means otherwise
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def _why(port: int, fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        who = "what seems to be another kata serve" if _is_kata(port) else "another program"
        return f"{who} is there"
    return fault.strerror or str(fault)


def _is_kata(port: int) -> bool:
    """Whether the server at a port says that it is one of ours; anybody can, and may take forever to."""
    end = time.monotonic() + ASK_WITHIN_S
    head = b""
    try:
        with socket.create_connection((LOOPBACK, port), ASK_WITHIN_S) as asking:
            asking.sendall(
                f"HEAD / HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nConnection: close\r\n\r\n".encode()
            )
            while b"\r\n\r\n" not in head and len(head) < MAX_HEAD_BYTES:
                asking.settimeout(max(0.001, end - time.monotonic()))
                part = asking.recv(1024)
                if not part or time.monotonic() > end:
                    break
                head += part
    except OSError:
        return False
    return f"server: {SERVER}".encode() in head.lower().split(b"\r\n")


class _Prompt(H11Protocol):
    """A connection that is closed if it sends no request: a few hundred of them would keep everybody out."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._waiting = self.loop.call_later(REQUEST_WITHIN_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        if self.cycle is None:
            self.transport.close()  # type: ignore[unreachable]  # until a request has come it is None


class _Server(uvicorn.Server):
    """One that leaves signals to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def serve(app: ASGIApp, bound: Bound, begun: Callable[[], None], ending: Callable[[], None]) -> None:
    """Serve until a signal asks for the end.

    Parameters
    ----------
    app
        The application.
    bound
        Where it listens.
    begun
        Called when the page can be had.
    ending
        Called in the event loop when the end was asked for; what is still sent has to end soon after.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # odd requests are nobody's fault here
    config = uvicorn.Config(
        app,
        http=_Prompt,
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_graceful_shutdown=CLOSE_WITHIN_S,
    )
    asyncio.run(_served(_Server(config), bound.listener, begun, ending))


async def _served(
    server: uvicorn.Server, listener: socket.socket, begun: Callable[[], None], ending: Callable[[], None]
) -> None:
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.should_exit = True
        ending()

    def asked() -> None:
        loop.call_soon_threadsafe(end)

    with ends_told(asked):
        loop.call_soon(begun)
        await server.serve(sockets=[listener])

"""The server of the local page: on the loopback address alone, until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import http.client
import logging
import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn

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
ASK_WITHIN_S = 0.5
# Open streams end by themselves when their runs are cancelled.
CLOSE_WITHIN_S = 2
# Far more than the tabs of one user need; each costs a file.
MAX_CONNECTIONS = 200


@dataclass(frozen=True)
class Bound:
    """A socket that listens; ``taken`` is the sentence to be told if it is not at the usual port."""

    listener: socket.socket
    taken: str = ""

    @property
    def port(self) -> int:
        """Its port."""
        port: int = self.listener.getsockname()[1]
        return port


def bind(port: int | None) -> Bound:
    """Listen at a port, any for 0; without one at the usual port, or the next that is free.

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
    why = ""
    for tried in (*range(PORT, PORT + TRIED), 0):
        try:
            listener = _listening(tried)
        except OSError as fault:
            why = why or _why(tried, fault)
            continue
        taken = (
            f"port {PORT} cannot be used: {why}. So this page is at another one, where what you type is not "
            "kept together with what you typed there before it was saved."
        )
        return Bound(listener, taken if why else "")
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
        who = "another kata serve" if _is_kata(port) else "another program"
        return f"{who} is there"
    return fault.strerror or str(fault)


def _is_kata(port: int) -> bool:
    """Whether the server at a port says that it is one of ours."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        asking = http.client.HTTPConnection(LOOPBACK, port, timeout=ASK_WITHIN_S)
        try:
            asking.request("HEAD", "/")
            return asking.getresponse().headers.get("server") == SERVER
        finally:
            asking.close()
    return False


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
        http="h11",
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

"""The process that checks for a notebook: requests come in and replies go out, until the notebook ends."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable

import msgspec

from grader.notebook.answering import Desk
from grader.notebook.messages import Cancel, Message, Reply, Request, framed, reader
from grader.practice.cancelling import Cancellation

# How often a run that is to end is told so until it has.
TICK_S = 0.05
END_S = 5.0

_Job = tuple[Request, Cancellation]


def main() -> None:
    """Serve until the other side closes its end."""
    for name in ("SIGINT", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    take_in, put_out = _own_channels()
    inbox: queue.SimpleQueue[Message | Reply | None] = queue.SimpleQueue()
    jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
    with Desk() as desk:
        threading.Thread(target=_read, args=(take_in, inbox), daemon=True).start()
        work = threading.Thread(target=_work, args=(desk, jobs, inbox), daemon=True)
        work.start()
        _serve(inbox, jobs, put_out)
        desk.close()
        jobs.put(None)
        work.join(END_S)


def _own_channels() -> tuple[Callable[[int], bytes], Callable[[bytes], None]]:
    """What reads requests and what writes replies, moved away from where anything else might print."""
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, target):
            msvcrt.setmode(descriptor, os.O_BINARY)

    def put_out(data: bytes) -> None:
        left = memoryview(data)
        with contextlib.suppress(OSError):  # nobody listens any more
            while left:
                left = left[os.write(target, left) :]

    return lambda count: os.read(source, count), put_out


def _read(take_in: Callable[[int], bytes], inbox: queue.SimpleQueue[Message | Reply | None]) -> None:
    """Hand on what comes in, to its end."""
    following = reader(take_in)
    try:
        while (data := following()) is not None:
            inbox.put(msgspec.msgpack.decode(data, type=Message))
    finally:
        inbox.put(None)


def _work(
    desk: Desk, jobs: queue.SimpleQueue[_Job | None], inbox: queue.SimpleQueue[Message | Reply | None]
) -> None:
    while (job := jobs.get()) is not None:
        inbox.put(desk.answer(*job))


def _serve(
    inbox: queue.SimpleQueue[Message | Reply | None],
    jobs: queue.SimpleQueue[_Job | None],
    put_out: Callable[[bytes], None],
) -> None:
    """Hand requests on to where they are worked on, and replies back. Returns at the end of what comes in."""
    open_requests: dict[int, Cancellation] = {}
    while True:
        ending = [one for one in open_requests.values() if one.asked]
        for cancellation in ending:
            cancellation.ask()
        try:
            message = inbox.get(timeout=TICK_S if ending else None)
        except queue.Empty:
            continue
        if message is None:
            for cancellation in open_requests.values():
                cancellation.ask()
            return
        if isinstance(message, Request):
            open_requests[message.number] = Cancellation()
            jobs.put((message, open_requests[message.number]))
        elif isinstance(message, Cancel):
            if message.number in open_requests:
                open_requests[message.number].asked = True
        else:
            open_requests.pop(message.number, None)
            put_out(framed(message))

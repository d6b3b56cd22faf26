"""Signals that ask for the end, told like anything else that happens, and not raised just anywhere."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Ctrl-C, a polite kill, the end of a session and Ctrl-\\ (which not every system has).
_ASKING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)


@contextmanager
def ends_told(tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell`` when a signal asks for the end; a second one ends what is in the way of it."""

    def first(number: int, frame: object) -> None:
        for one in before:
            signal.signal(one, signal.default_int_handler)
        tell()

    # Who starts a command with nohup has a signal ignored, and means it.
    taken = [number for number in _ASKING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, first) for number in taken}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stops_told(tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell``, in the signal handler, when this process goes on after a stop, as by Ctrl-Z and `fg`."""
    number = getattr(signal, "SIGCONT", None)
    if number is None:
        yield
        return
    before = signal.getsignal(number)

    def goes_on(number: int, frame: FrameType | None) -> None:
        tell()
        if callable(before):
            before(number, frame)

    signal.signal(number, goes_on)
    try:
        yield
    finally:
        signal.signal(number, before)

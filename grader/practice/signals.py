"""Signals that ask for the end, told like anything else that happens, and not raised just anywhere."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Ctrl-C, the end of a session (which not every system has), and a polite kill.
_ASKING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


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

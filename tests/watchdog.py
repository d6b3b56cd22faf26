"""A bound that no busy machine reaches, on work that once took minutes to hours."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ends(within_s: float = 20.0) -> Iterator[None]:
    """Break off a block that takes more processor time than ``within_s``, and fail.

    It is a watchdog and no measurement: what it watches needs some tenths of a second, three times that where
    coverage is traced. How fast something is, is told by the benchmarks.
    """

    def bark(*_: object) -> None:
        raise AssertionError(f"it did not end within {within_s:g} s of processor time")

    before = signal.signal(signal.SIGPROF, bark)
    signal.setitimer(signal.ITIMER_PROF, within_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

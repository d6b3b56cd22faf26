"""The first Ctrl-C ends what is going on; what was done until then is still written, whatever comes next."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

# Ctrl-C, what a scheduler sends before it kills, and the end of a session, for which Windows has no signal.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_SIGNALS = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))


class Interruption:
    """Holds off the signals that ask for an end, outside of the work that they may end.

    ``happened`` says whether they ended it.
    """

    def __init__(self) -> None:
        self.happened = False
        self._asked = self._at_work = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                # Who starts a command in the background or with nohup has it ignored, and means it.
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._ask)
        return self

    def _ask(self, number: int, frame: FrameType | None) -> None:
        first, self._asked = not self._asked, True
        if first and self._at_work:  # a second one would hit what is done to end it well
            raise KeyboardInterrupt

    def check(self) -> None:
        """End the work if that was asked for; for work to call where an end is no harm.

        An exception that a handler of signals raises is lost where Python happens to run what cannot fail.
        """
        if self._asked and self._at_work:
            raise KeyboardInterrupt

    def ends(self, work: Callable[[], None]) -> None:
        """Do what an interruption ends. Before and after it nothing is raised."""
        try:
            try:
                self._at_work = True
                self.check()
                work()
            finally:
                self._at_work = False
        except KeyboardInterrupt:
            self.happened = True

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]

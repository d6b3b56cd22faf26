"""Single keys of a terminal, read in a thread of their own. However it ends, the terminal is as it was."""

from __future__ import annotations

import codecs
import os
import re
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress

BACKGROUND_WAIT_S = 0.2
CONSOLE_WAIT_S = 0.05
ESCAPE = "\x1b"
# What one key sends that is no letter: an arrow, a function key, a letter with Alt.
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\x1b])?", re.DOTALL)

Pressed = Callable[[str], None]
Closed = Callable[[], None]


def single_keys(text: str) -> str:
    """What was typed, a character for each key; one that is no character stands as the escape character."""
    return _SEQUENCE.sub(ESCAPE, text)


def keys_of_terminal(pressed: Pressed, closed: Closed) -> AbstractContextManager[bool]:
    """Read keys for a while, where standard input is a terminal; gives whether it is.

    ``pressed`` is called with each key and ``closed`` when the terminal is gone, from another thread.
    """
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        return nullcontext(False)
    return _keys(sys.stdin.fileno(), pressed, closed)


if sys.platform == "win32":

    class ConsoleKeys:
        """The keys of a console of Windows."""

        def __init__(self, pressed: Pressed) -> None:
            self._pressed = pressed
            self._end = threading.Event()
            self._thread = threading.Thread(target=self._read, name="kata-keys", daemon=True)

        def __enter__(self) -> bool:
            self._thread.start()
            return True

        def __exit__(self, *_: object) -> None:
            self._end.set()
            self._thread.join(1.0)

        def _read(self) -> None:
            import msvcrt

            while not self._end.wait(CONSOLE_WAIT_S):
                while msvcrt.kbhit():
                    key = msvcrt.getwch()
                    if key in ("\x00", "\xe0"):  # an arrow or a function key, told in two parts
                        msvcrt.getwch()
                        key = ESCAPE
                    self._pressed(key)

    def _keys(descriptor: int, pressed: Pressed, closed: Closed) -> AbstractContextManager[bool]:
        return ConsoleKeys(pressed)

else:
    import select
    import termios

    class TerminalKeys:
        """The keys of a terminal. In the background, and while it is stopped, the terminal is the shell's."""

        def __init__(self, descriptor: int, pressed: Pressed, closed: Closed) -> None:
            self._descriptor = descriptor
            self._pressed = pressed
            self._closed = closed
            self._woken, self._wake = os.pipe()
            self._thread = threading.Thread(target=self._read, name="kata-keys", daemon=True)
            self._handlers: dict[int, object] = {}

        def __enter__(self) -> bool:
            self._before = termios.tcgetattr(self._descriptor)
            if signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
                self._handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, self._stop)
                self._handlers[signal.SIGCONT] = signal.signal(signal.SIGCONT, self._go_on)
            self._take_keys()
            self._thread.start()
            return True

        def __exit__(self, *_: object) -> None:
            for number, before in self._handlers.items():
                signal.signal(number, before)  # type: ignore[arg-type]  # as signal() has given it
            self._give_back()
            os.write(self._wake, b"\0")
            self._thread.join(1.0)
            if not self._thread.is_alive():
                os.close(self._wake)
                os.close(self._woken)

        def _take_keys(self) -> None:
            """Have each key told at once and not echoed; Ctrl-C and Ctrl-Z stay what they are."""
            with suppress(termios.error):
                mode = termios.tcgetattr(self._descriptor)
                mode[3] &= ~(termios.ECHO | termios.ICANON)
                mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
                self._set(mode)

        def _give_back(self) -> None:
            self._set(self._before)

        def _set(self, mode: list[int | list[bytes | int]]) -> None:
            # From the background it would stop the process, and the terminal is somebody else's.
            with suppress(termios.error):
                if self._in_front():
                    termios.tcsetattr(self._descriptor, termios.TCSANOW, mode)

        def _in_front(self) -> bool:
            try:
                return os.tcgetpgrp(self._descriptor) == os.getpgrp()
            except OSError:  # it is gone, as reading from it will tell
                return True

        def _stop(self, number: int, frame: object) -> None:
            self._give_back()
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            # Here it goes on after `fg`; without a shell to go back to, at once.
            signal.signal(signal.SIGTSTP, self._stop)
            self._take_keys()

        def _go_on(self, number: int, frame: object) -> None:
            self._take_keys()

        def _read(self) -> None:
            decode = codecs.getincrementaldecoder("utf-8")("replace").decode
            while True:
                ready, _, _ = select.select([self._descriptor, self._woken], [], [])
                if self._woken in ready:
                    return
                if not self._in_front():
                    if select.select([self._woken], [], [], BACKGROUND_WAIT_S)[0]:
                        return
                    continue
                data = b""
                with suppress(OSError):
                    data = os.read(self._descriptor, 1024)
                if not data:
                    self._closed()
                    return
                for key in single_keys(decode(data)):
                    self._pressed(key)

    def _keys(descriptor: int, pressed: Pressed, closed: Closed) -> AbstractContextManager[bool]:
        return TerminalKeys(descriptor, pressed, closed)

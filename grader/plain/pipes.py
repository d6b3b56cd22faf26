"""The end of a pipe that is read by a thread, and can be let go of while that waits."""

from __future__ import annotations

import os
import select
import threading
from typing import IO


class Pipe:
    """What a worker writes, until its end or until `close`.

    A process that a worker left may hold the other end open for as long as it likes. Windows has no way to
    wait for a pipe and for something else: there such a pipe is read to its end.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._closed = False
        self._poll = None
        if hasattr(select, "poll"):
            # That nobody holds the second end any more is what the reader is told.
            self._told, self._held = os.pipe()
            self._poll = select.poll()
            self._poll.register(self._told, select.POLLIN)
            self._poll.register(stream.fileno(), select.POLLIN)

    def close(self) -> None:
        """Let the reader come to its end."""
        with self._lock:
            if not self._closed:
                self._closed = True
                if self._poll is not None:
                    os.close(self._held)

    def done(self) -> None:
        """Close it; for the reader."""
        self.close()
        self._stream.close()
        if self._poll is not None:
            os.close(self._told)

    def read(self, most_bytes: int) -> bytes:
        """What has come; nothing at the end."""
        return self._stream.read(most_bytes) if self._may_read() else b""

    def read_exactly(self, count: int) -> bytes:
        """That many bytes; raises `EOFError` where there are fewer."""
        data = bytearray(count)
        left = memoryview(data)
        while left:
            got = self._may_read() and self._stream.readinto(left)  # type: ignore[attr-defined]
            if not got:
                raise EOFError
            left = left[got:]
        return bytes(data)

    def _may_read(self) -> bool:
        """Wait until something has come, or the end; whether it is to be read."""
        if self._poll is not None and not self._closed:
            self._poll.poll()
        return not self._closed

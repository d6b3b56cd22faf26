"""What comes from a plain worker, taken in by a thread for each pipe: frames, its clock, what it prints."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import IO

from grader.errors import MalformedFrame
from grader.plain.frames import HEAD, IDLE
from grader.plain.pipes import Pipe

READ_BYTES = 1 << 16
# What frames may wait in here: one that is looked at, and one that comes meanwhile.
MAX_WAITING_BYTES = 64 << 20
# Nothing told for so long means that one call of the student's code does not let others run: it is at work.
SILENCE_S = 1.0


class Inbox:
    """What one worker has told. Whoever waits for something in it waits with `wait`.

    Attributes
    ----------
    ready
        Whether the worker is warm.
    idle
        Whether it is done with a job and may be given another one.
    frames_ended
        Whether no frame will come any more.
    """

    def __init__(self, frames: IO[bytes], printed: IO[bytes]) -> None:
        self._changed = threading.Condition()
        self._frames: deque[tuple[float, bytes]] = deque()
        self._waiting_bytes = 0
        self._max_frame = 0
        self._fault = ""
        self._clock_s = 0.0
        self._told_at = 0.0
        self._mark = b""
        self._marked: deque[bytes] = deque()
        self._printed = bytearray()
        self._keep = False
        self._most_bytes = READ_BYTES
        self._print_ended = False
        self._closed = False
        self.ready = self.idle = self.frames_ended = False
        self._pipes = Pipe(frames), Pipe(printed)
        for take, pipe in zip((self._take_frames, self._take_printed), self._pipes, strict=True):
            threading.Thread(target=take, args=(pipe,), daemon=True).start()

    # ----------------------------------------------------------------------- for who waits

    def begin(self, mark: bytes, max_frame: int, most_bytes: int) -> None:
        """Get ready for a job: the mark in its output, the longest frame, the most output that is kept."""
        with self._changed:
            self._mark, self._max_frame, self._most_bytes = mark, max_frame, most_bytes
            self._clock_s, self._told_at = 0.0, time.monotonic()
            self._printed.clear()
            self._marked.clear()
            self._keep = self.idle = False

    def keep(self) -> None:
        """Keep what is printed from now on."""
        with self._changed:
            self._keep = True

    def wait(self, timeout_s: float) -> None:
        """Wait until something comes, or comes to its end."""
        with self._changed:
            if not (self._frames or self._fault or self.frames_ended):
                self._changed.wait(timeout_s)

    def forgive(self) -> None:
        """Let silence begin only now: nobody was there to hear anything."""
        with self._changed:
            self._told_at = time.monotonic()

    def frame(self) -> tuple[float, bytes] | None:
        """The next frame, if there is one, behind the processor time of the job when it was sent.

        Raises
        ------
        MalformedFrame
            What came is none.
        """
        with self._changed:
            if self._frames:
                clock_s, data = self._frames.popleft()
                self._waiting_bytes -= len(data)
                self._changed.notify_all()
                return clock_s, data
            if self._fault:
                raise MalformedFrame(self._fault)
            return None

    def printed(self, timeout_s: float) -> bytes | None:
        """What was printed before the frame that was just told; None if that is not known in time."""
        deadline = time.monotonic() + timeout_s
        with self._changed:
            while not self._marked:
                left = deadline - time.monotonic()
                if left <= 0 or self._print_ended or self._over:
                    return None
                self._changed.wait(left)
            return self._marked.popleft()

    def unmarked(self) -> bytes:
        """Take what was printed since the last mark."""
        with self._changed:
            data = bytes(self._printed)
            self._printed.clear()
            self._changed.notify_all()
            return data

    @property
    def printed_bytes(self) -> int:
        """How much of what was printed waits, of the case at hand alone."""
        with self._changed:
            return len(self._marked[0]) if self._marked else len(self._printed)

    @property
    def told_s(self) -> float:
        """Processor time of the job, as it was told last."""
        return self._clock_s

    @property
    def processor_s(self) -> float:
        """Processor time of the job: what was told last, and what silence since then must mean."""
        with self._changed:
            at_work = not (self._frames or self.frames_ended or self._closed or self.idle)
            silent_s = time.monotonic() - self._told_at if at_work else 0.0
            return self._clock_s + max(0.0, silent_s - SILENCE_S)

    def close(self) -> None:
        """Let the threads come to their ends, whoever else holds the pipes."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for pipe in self._pipes:
            pipe.close()

    # ----------------------------------------------------------------------- for the threads

    def _take_frames(self, pipe: Pipe) -> None:
        try:
            while self._take_frame(pipe):
                pass
        except (EOFError, OSError):
            pass
        with self._changed:
            self.frames_ended = True
            self._changed.notify_all()
        pipe.done()

    def _take_frame(self, pipe: Pipe) -> bool:
        """Take one frame, or a reading of the clock; False if nothing that follows can be understood."""
        clock_s, length = HEAD.unpack(pipe.read_exactly(HEAD.size))
        if length > self._max_frame:
            with self._changed:
                self._fault = "a frame of more than the limit"
                self._changed.notify_all()
            return False
        data = pipe.read_exactly(length)
        with self._changed:
            self.ready = True
            self.idle = clock_s == IDLE
            self._clock_s = self._clock_s if self.idle else clock_s
            if length:
                self._changed.wait_for(lambda: self._waiting_bytes < MAX_WAITING_BYTES or self._closed)
                self._frames.append((clock_s, data))
                self._waiting_bytes += length
            self._told_at = time.monotonic()
            self._changed.notify_all()
        return True

    @property
    def _over(self) -> bool:
        """Whether more was printed than anybody will look at."""
        return self._keep and len(self._printed) > self._most_bytes

    def _take_printed(self, pipe: Pipe) -> None:
        try:
            while data := pipe.read(READ_BYTES):
                with self._changed:
                    self._part(data)
                    self._changed.wait_for(lambda: not self._over or self._closed)
        except OSError:
            pass
        with self._changed:
            self._print_ended = True
            self._changed.notify_all()
        pipe.done()

    def _part(self, data: bytes) -> None:
        """Part what is printed by the marks in it; while nothing is kept, only the end matters."""
        seek = max(0, len(self._printed) - len(self._mark) + 1)
        self._printed += data
        while self._mark and (end := self._printed.find(self._mark, seek)) >= 0:
            self._marked.append(bytes(self._printed[:end]))
            del self._printed[: end + len(self._mark)]
            seek = 0
        if not self._keep:
            del self._printed[: -(len(self._mark) or READ_BYTES)]
        self._changed.notify_all()

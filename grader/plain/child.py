"""A plain worker from the parent's side: what it is told, what comes of it, how it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from queue import SimpleQueue
from typing import IO

from grader.codec import pack
from grader.errors import HarnessError, MalformedFrame
from grader.isolate.processes import start_plain
from grader.isolate.running import GRACE_S, Stop, read_frame
from grader.model import CLOSED_THE_CHANNEL, Limits, Outcome
from grader.plain.frames import Begin
from grader.plain.inbox import Inbox
from grader.worker.protocol import Frame

START_TIMEOUT_S = 120.0
# How often a worker is asked whether it has ended: a process that it left may hold its pipes open.
LOOK_EVERY_S = 0.1
# A wait that was so much longer than was asked for means that this process was stopped (by Ctrl-Z, say).
STOPPED_S = 1.0
# What is printed before a frame comes on another pipe, and may be read a moment later.
MARK_TIMEOUT_S = 2.0
# How Windows says what other systems say with a signal.
_SIGNALS_ON_WINDOWS = {
    0xC0000005: 11,  # an access violation
    0xC00000FD: 11,  # no stack left
    0xC000001D: 4,
    0xC0000094: 8,
    0xC0000409: 6,
}


class PlainChild:
    """One plain worker. It is starting until `await_ready` has returned."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.frame_bytes = 0
        self.stopped = False
        self._most_bytes = 0
        self._check_bytes = 0
        self._in_check = False
        self._taken = b""
        self._unmarked = False
        try:
            self._process = start_plain(kind)
        except OSError as fault:
            raise HarnessError(f"Python cannot be started to run your code: {fault}") from None
        messages, frames, printed = self._process.stdin, self._process.stdout, self._process.stderr
        assert messages is not None
        assert frames is not None
        assert printed is not None
        self._inbox = Inbox(frames, printed)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=_write_all, args=(messages, self._outbox), daemon=True).start()

    @property
    def usable(self) -> bool:
        """Whether it lives, as far as is known."""
        return self._process.poll() is None and not self._inbox.frames_ended

    def await_ready(self) -> None:
        """Wait until it is warm; raises `HarnessError` with its last words if it will not be."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._inbox.ready:
            if self._inbox.frames_ended or time.monotonic() >= deadline:
                self._wait(GRACE_S)
                self._inbox.printed(GRACE_S)
                lines = self._inbox.unmarked().decode("utf-8", "replace").strip().splitlines()
                self.close()
                said = lines[-1] if lines else "it said nothing"
                raise HarnessError(f"the process that runs your code did not start: {said}")
            self._inbox.wait(LOOK_EVERY_S)

    def begin(self, job: bytes, start: Begin, limits: Limits, max_frame: int) -> None:
        """Tell it a job."""
        self.frame_bytes = self._check_bytes = 0
        self.stopped = self._in_check = self._unmarked = False
        self._most_bytes = limits.output_kb << 10
        self._inbox.begin(start.mark, max_frame, self._most_bytes)
        self.tell(pack(start))
        self.tell(job)

    def tell(self, message: bytes) -> None:
        """Send a message to the worker; a thread writes it."""
        self._outbox.put(len(message).to_bytes(4, "little") + message)

    def processor_s(self) -> float:
        """Processor time of its job so far, as it told it itself."""
        return self._inbox.processor_s

    def start_check(self) -> None:
        """Keep what is printed from now on, and count it anew."""
        self._inbox.keep()
        self._in_check = True
        self._check_bytes = 0

    def take_output(self) -> bytes:
        """What was printed in the case that was just told."""
        return self._taken

    def _flooded(self, printing_bytes: int) -> bool:
        """Whether more was printed in the check at hand than a check may print."""
        return self._in_check and self._check_bytes + printing_bytes > self._most_bytes

    def wait(self, processor_limit_s: float, wall_deadline: float) -> Frame | Stop:
        """The next frame, or why there is none, as `Running.wait` promises."""
        seen = self._awaited(processor_limit_s, wall_deadline)
        self.stopped = isinstance(seen, Stop)
        return seen

    def _awaited(self, processor_limit_s: float, wall_deadline: float) -> Frame | Stop:
        lost_at = float("inf")
        has_waited = False
        while True:
            now = time.monotonic()
            all_told = self._inbox.frames_ended
            try:
                frame, clock_s = self._frame()
            except MalformedFrame as fault:
                return Stop(Outcome.DIED, detail=f"what came back is not a frame: {fault}")
            # What is printed after a frame is of a later case, and may be of a later check.
            if self._flooded(self._inbox.printed_bytes if frame is None else 0):
                return Stop(Outcome.FLOODED)
            if frame is not None and clock_s <= processor_limit_s:
                return frame
            over = self.processor_s() >= processor_limit_s or now >= wall_deadline
            # What was sent in time may not have been taken in yet, if this process was stopped meanwhile.
            if frame is not None or (over and has_waited):
                # Silence may be the machine's: what it alone has ended is tried again.
                told = max(clock_s, self._inbox.told_s) >= processor_limit_s
                return Stop(Outcome.TIMED_OUT, by_wall_alone=not told)
            if self._process.poll() is not None:
                lost_at = min(lost_at, now)
            # A process that it left may hold its pipes open.
            if all_told or now - lost_at > GRACE_S:
                return self._death()
            wall_deadline += self._stopped_s(LOOK_EVERY_S if over else min(LOOK_EVERY_S, wall_deadline - now))
            has_waited = True

    def _stopped_s(self, timeout_s: float) -> float:
        """Wait for what comes; how long this process was stopped meanwhile."""
        began = time.monotonic()
        self._inbox.wait(timeout_s)
        late_s = time.monotonic() - began - timeout_s
        if late_s < STOPPED_S:
            return 0.0
        self._inbox.forgive()
        return late_s

    def _frame(self) -> tuple[Frame | None, float]:
        """The next frame, if there is one, with what was printed before it, and when it was sent."""
        taken = self._inbox.frame()
        if taken is None:
            return None, 0.0
        clock_s, data = taken
        self.frame_bytes = len(data)
        frame = read_frame(data)
        printed = self._inbox.printed(0.0 if self._unmarked else MARK_TIMEOUT_S)
        # It closed its output, put something else there, or prints more than anybody takes in.
        self._unmarked = printed is None
        self._taken = self._inbox.unmarked() if printed is None else printed
        self._check_bytes += len(self._taken)
        return frame, clock_s

    def _death(self) -> Stop:
        status = self._wait(GRACE_S)
        if status is None:
            return Stop(Outcome.DIED, detail=CLOSED_THE_CHANNEL)
        number = -status if status < 0 else _SIGNALS_ON_WINDOWS.get(status)
        return Stop(Outcome.DIED, detail=f"exit {status}" if number is None else f"signal {number}")

    def _wait(self, seconds: float) -> int | None:
        """Its exit status; None if it lives on."""
        with contextlib.suppress(Exception):  # TimeoutExpired lives where processes are started
            return self._process.wait(seconds)
        return None

    def await_idle(self) -> bool:
        """Whether it is done with its job and may be given another one."""
        if not self.stopped and not self._inbox.idle:
            self._inbox.wait(GRACE_S)
        return self._inbox.idle and self.usable

    def kill(self) -> None:
        """End it and, where there are groups of processes, those that it left."""
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                self._process.kill()
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End it and wait for its end."""
        self._inbox.close()
        self._outbox.put(None)
        self.kill()
        self._process.wait()


def _write_all(stream: IO[bytes], outbox: SimpleQueue[bytes | None]) -> None:
    """Write what is told, until there is nobody to read it; for a thread."""
    with contextlib.suppress(OSError), stream:
        while (message := outbox.get()) is not None:
            left = memoryview(message)
            while left:
                left = left[stream.write(left) :]

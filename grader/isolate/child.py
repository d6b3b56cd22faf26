"""A warm server and the worker it runs, from the parent's side: frames, output, clocks, ends.

It measures, and trusts nothing that a worker says beyond that it is well-formed plain data.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import socket
import time
from pathlib import Path

import msgspec

from grader.codec import MAX_FRAME
from grader.errors import HarnessError, MalformedFrame, NotIsolated
from grader.isolate.companions import DataFolder
from grader.isolate.control import EXPOSED, Act, Ended, Kill, Message, Ready, Start, Started, decode, encode
from grader.isolate.processes import start_server
from grader.isolate.running import GRACE_S, Stop, read_frame
from grader.model import CLOSED_THE_CHANNEL, Level, Limits, Outcome
from grader.worker.protocol import Frame

START_TIMEOUT_S = 120.0
# A server that has something to tell and does not is as good as dead: a submission may have stopped it.
REPLY_TIMEOUT_S = 20.0
PIPE_BYTES = 1 << 20
MAX_CONTROL_BYTES = 1 << 16
# By how many checks a worker may print ahead of what is told of them; a submission may know the boundary.
MAX_CHECKS_AHEAD = 8
DRAIN_EVERY_S = 0.01


class ServerDied(Exception):
    """The control socket to the warm server closed, or nothing comes from it any more."""


class Server:
    """One warm server and the socket to it. It is starting until `await_ready` has returned."""

    def __init__(self, kind: str, private: tuple[Path, ...] = ()) -> None:
        try:
            self.process, self.control = start_server(kind, private)
        except OSError as fault:
            raise HarnessError(f"the warm server cannot be started: {fault}") from None
        self.level = Level.NONE
        self.layers: tuple[str, ...] = ()
        self.acts: tuple[Act, ...] = ()

    def await_ready(self) -> None:
        """Wait until the server is warm; raises `HarnessError` with its last words if it will not be."""
        if self.layers:
            return
        self.control.settimeout(START_TIMEOUT_S)
        try:
            ready, _ = self.receive()
        except ServerDied:
            said = self._last_words()
            self.close()
            if self.process.returncode == EXPOSED:
                raise NotIsolated(said) from None
            raise HarnessError(f"the warm server did not start: {said or 'it said nothing'}") from None
        assert isinstance(ready, Ready)
        self.level, self.layers, self.acts = ready.level, ready.layers, ready.acts
        self.control.settimeout(REPLY_TIMEOUT_S)

    def _last_words(self) -> str:
        with contextlib.suppress(Exception):  # the grace to end as it wants to
            self.process.wait(1.0)
        self._kill()
        assert self.process.stderr is not None
        lines = self.process.stderr.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _kill(self) -> None:
        """End the server and, where it sits in namespaces, the process that waits for it."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def send(self, message: Message, descriptors: tuple[int, ...] = ()) -> None:
        """Send a control message."""
        try:
            socket.send_fds(self.control, [encode(message)], list(descriptors))
        except OSError:
            raise ServerDied from None

    def receive(self) -> tuple[Message, list[int]]:
        """Receive a control message and the descriptors that come along.

        Raises
        ------
        ServerDied
            At the end, or after too long a silence.
        """
        try:
            data, descriptors, _, _ = socket.recv_fds(self.control, MAX_CONTROL_BYTES, 1)
        except OSError:
            data, descriptors = b"", []
        if not data:
            raise ServerDied
        return decode(data), descriptors

    def close(self) -> None:
        """End the server and its worker, also while another thread waits for them."""
        with contextlib.suppress(OSError):
            self.control.shutdown(socket.SHUT_RDWR)
        try:
            self.process.wait(2.0)
        except Exception:  # noqa: BLE001 - TimeoutExpired lives where processes are started
            self._kill()
            self.process.wait()
        self.control.close()
        if self.process.stderr is not None:
            self.process.stderr.close()


class Child:
    """One running worker: its frames, its output, its processor time, its end."""

    def __init__(
        self,
        server: Server,
        job: bytes,
        limits: Limits,
        processor_s: float,
        *,
        boundary: bytes = b"\0",
        max_frame: int = MAX_FRAME,
        data: DataFolder | None = None,
    ) -> None:
        self.server = server
        self.limits = limits
        self.processor_limit_s = int(processor_s) + 2
        self.pid = 0
        self.ended: Ended | None = None
        self.eof = False
        self._output = bytearray()
        self._boundary = boundary
        self._keep_output = False
        self._check_bytes = 0
        self.frame_bytes = 0
        self._max_frame = max_frame
        self._buffer = bytearray()
        self._outbox = bytearray()
        self._poll = select.poll()
        job_end, self.job = os.pipe2(os.O_CLOEXEC)
        self.result, result_end = os.pipe2(os.O_CLOEXEC)
        self.printed, output_end = os.pipe2(os.O_CLOEXEC)
        try:
            for descriptor in (self.job, self.result, self.printed):
                os.set_blocking(descriptor, False)
                with contextlib.suppress(OSError):  # fewer wake-ups; over the user's limit it stays small
                    fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
            # A worker reads its job within the limit, which takes several times the job: that is on us.
            memory_bytes = (limits.memory_mb << 20) + 8 * len(job)
            writable_bytes = limits.writable_mb << 20
            start = Start(memory_bytes, self.processor_limit_s, limits.threads, writable_bytes)
            if data is None:
                server.send(start, (job_end, result_end, output_end))
            else:
                start = msgspec.structs.replace(start, data_bytes=data.size_bytes, data_entries=data.entries)
                server.send(start, (job_end, result_end, output_end, data.descriptor))
        except ServerDied:
            self._close_pipes()
            raise
        finally:
            for descriptor in (job_end, result_end, output_end):
                os.close(descriptor)
        # The output is looked at when a frame comes and from time to time: waking up for each line that
        # is printed would cost more than it gives, as its pipe holds what a check may print.
        for descriptor in (self.result, server.control.fileno()):
            self._poll.register(descriptor, select.POLLIN)
        self.tell(job)

    def close(self) -> None:
        """Bring the worker to its end and close the pipes."""
        try:
            if self.ended is None:
                self._end()
        finally:
            self._close_pipes()

    def _close_pipes(self) -> None:
        for descriptor in (self.job, self.result, self.printed):
            os.close(descriptor)

    def tell(self, message: bytes) -> None:
        """Send a message to the worker; what its pipe does not take now goes out as frames are awaited."""
        self._outbox += len(message).to_bytes(4, "little") + message
        self._pump()

    def _pump(self) -> None:
        try:
            while self._outbox:
                del self._outbox[: os.write(self.job, self._outbox)]
        except BlockingIOError:
            self._poll.register(self.job, select.POLLOUT)
            return
        except BrokenPipeError:  # it closed its end, or is gone
            self._outbox.clear()
        with contextlib.suppress(KeyError):
            self._poll.unregister(self.job)

    @property
    def flooded(self) -> bool:
        """Whether more was printed in the check at hand than a check may print."""
        most = self.limits.output_kb << 10
        if self._check_bytes + len(self._output) <= most:
            return False
        if len(self._output) > MAX_CHECKS_AHEAD * most:
            return True
        end = self._output.find(self._boundary)  # what comes after it is of a later case
        return self._check_bytes + (len(self._output) if end < 0 else end) > most

    def start_check(self) -> None:
        """Keep what is printed from now on, and count it anew."""
        self._keep_output = True
        self._check_bytes = 0

    def take_output(self) -> bytes:
        """What was printed in the case that was just told: all up to the boundary the worker wrote."""
        end = self._output.find(self._boundary)
        taken = bytes(self._output if end < 0 else self._output[:end])
        del self._output[: len(taken) + (0 if end < 0 else len(self._boundary))]
        self._check_bytes += len(taken)
        return taken

    def wait(self, processor_limit_s: float, wall_deadline: float) -> Frame | Stop:
        """The next frame, or why there is none, as `Running.wait` promises."""
        while True:
            processor_left = processor_limit_s - self.processor_s()
            wall_left = wall_deadline - time.monotonic()
            if processor_left <= 0 or wall_left <= 0:
                return Stop(Outcome.TIMED_OUT, by_wall_alone=processor_left > 0)
            try:
                frame = self.frame(min(processor_left, wall_left))
            except MalformedFrame as fault:
                return Stop(Outcome.DIED, detail=f"what came back is not a frame: {fault}")
            if frame is not None and not self.flooded:
                return frame
            if self.flooded:
                return Stop(Outcome.FLOODED)
            if self.ended is not None or self.eof:
                return self._death()

    def _death(self) -> Stop:
        ended = self._ended_within(GRACE_S)
        if ended is None:
            self._end()
            return Stop(Outcome.DIED, detail=CLOSED_THE_CHANNEL)
        if os.WIFSIGNALED(ended.status):
            number = os.WTERMSIG(ended.status)
            if number == signal.SIGXCPU or ended.processor_s >= self.processor_limit_s:
                return Stop(Outcome.TIMED_OUT)
            if number == signal.SIGSYS:
                return Stop(Outcome.REFUSED)
            return Stop(Outcome.DIED, detail=f"signal {number}")
        return Stop(Outcome.DIED, detail=f"exit {os.WEXITSTATUS(ended.status)}")

    def _ended_within(self, seconds: float) -> Ended | None:
        """How a worker ended whose channel is closed: its end is told a moment later. None: it lives."""
        deadline = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self.server.control.fileno(), select.POLLIN)
        while self.ended is None and poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            self._control()
        return self.ended

    def _end(self) -> None:
        self.kill()
        while self.ended is None:
            self._control()

    def kill(self) -> None:
        """Ask the server to end the worker."""
        self.server.send(Kill())

    def processor_s(self) -> float:
        """Processor time of the worker so far, from the kernel's clock of that process."""
        if self.ended is not None:
            return self.ended.processor_s
        if not self.pid:
            return 0.0
        try:
            return time.clock_gettime((~self.pid << 3) | 2)  # CPUCLOCK_SCHED of another process
        except OSError:
            return 0.0

    def frame(self, timeout_s: float) -> Frame | None:
        """The next frame; None at the worker's end or after ``timeout_s`` (see ``ended`` and ``eof``).

        Raises
        ------
        MalformedFrame
            What arrived is no frame.
        """
        deadline = time.monotonic() + timeout_s
        pause_s = DRAIN_EVERY_S
        while True:
            frame = self._take()
            if frame is not None:
                self._drain()
                return frame
            if self.eof or self.ended is not None:
                return None
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            events = {descriptor for descriptor, _ in self._poll.poll(max(1, min(left, pause_s) * 1000))}
            if not events:
                pause_s = DRAIN_EVERY_S / 10 if self._drain() else DRAIN_EVERY_S
                if self.flooded:
                    return None
            if self.job in events:
                self._pump()
            if self.result in events:
                self._fill()
            if self.server.control.fileno() in events and self._control():
                while self._fill():  # what it wrote before its end
                    pass

    def _control(self) -> bool:
        """Take a control message; True if the worker has ended."""
        message, descriptors = self.server.receive()
        if isinstance(message, Started):
            for handle in descriptors:
                self.pid = _process_number(handle)
                os.close(handle)
        elif isinstance(message, Ended):
            self.ended = message
        return self.ended is not None

    def _fill(self) -> bool:
        """Read what the worker wrote; False if there is nothing more for now."""
        if self.eof:
            return False
        try:
            data = os.read(self.result, 1 << 20)
        except BlockingIOError:
            return False
        if not data:
            self.eof = True
            self._poll.unregister(self.result)
            return False
        self._buffer += data
        return True

    def _take(self) -> Frame | None:
        if len(self._buffer) < 4:
            return None
        length = int.from_bytes(self._buffer[:4], "little")
        if length > self._max_frame:
            raise MalformedFrame("a frame of more than the limit")
        if len(self._buffer) < 4 + length:
            return None
        with memoryview(self._buffer) as view:
            data = bytes(view[4 : 4 + length])
        del self._buffer[: 4 + length]
        self.frame_bytes = length
        return read_frame(data)

    def _drain(self) -> bool:
        """Read what was printed, a pipe's content at the most; True if there was anything."""
        for read in range(PIPE_BYTES >> 16):
            try:
                data = os.read(self.printed, 1 << 16)
            except BlockingIOError:
                return read > 0
            if not data:
                return read > 0
            if self._keep_output:
                self._output += data
        return True


def _process_number(handle: int) -> int:
    """The number, out here, of the process that a descriptor stands for; 0 if it is gone."""
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "Pid":
            return max(int(value), 0)
    return 0

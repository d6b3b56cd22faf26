"""The process that checks for a notebook, as the notebook sees it: started once, asked again and again."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import tempfile
import threading

import msgspec

from grader.errors import HarnessError
from grader.isolate.processes import start_beside
from grader.notebook.messages import Cancel, Reply, Request, framed, reader

# A wait that never ends cannot be interrupted on every system.
WAIT_S = 0.2
END_S = 2.0


class _Ended(Exception):
    """The process is gone; the text is the last thing it said."""


class _Line:
    """A process and the pipes to it."""

    def __init__(self) -> None:
        try:
            self.errors = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - it is closed with the process
        except OSError as fault:
            raise HarnessError(
                f"there is no folder for temporary files that can be written to: {fault.strerror}. Make "
                "room, or set TMPDIR to a folder that can."
            ) from None
        try:
            self.process = start_beside(self.errors)
        except OSError as fault:
            self.errors.close()
            raise HarnessError(f"the process that checks cannot be started: {fault.strerror}.") from None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to, self.back = self.process.stdin, self.process.stdout
        # Whether nothing but whole messages went there.
        self.sound = True
        self.replies: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._read, name="kata-notebook", daemon=True)
        self.thread.start()

    def _read(self) -> None:
        """Take in what it tells. A thread of its own is never interrupted in the middle of a message."""
        following = reader(self.back.read)
        try:
            while (data := following()) is not None:
                self.replies.put(msgspec.msgpack.decode(data, type=Reply))
        except (OSError, ValueError, msgspec.MsgspecError):
            pass
        finally:
            self.replies.put(None)

    def ask(self, request: Request) -> Reply:
        """The reply to a request; those to others, which were given up, are passed over."""
        try:
            self._write(framed(request))
        except OSError:
            raise _Ended(self._last_words()) from None
        while True:
            try:
                reply = self.replies.get(timeout=WAIT_S)
            except queue.Empty:
                continue
            if reply is None:
                raise _Ended(self._last_words())
            if reply.number == request.number:
                return reply

    def give_up(self, request: Request) -> None:
        """Say that nobody waits for a reply any more."""
        if self.sound:
            with contextlib.suppress(OSError, ValueError):
                self._write(framed(Cancel(request.number)))

    def _write(self, data: bytes) -> None:
        self.sound = False
        left = memoryview(data)
        while left:
            left = left[self.to.write(left) or 0 :]
        self.sound = True

    def _last_words(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            self.errors.seek(0)
            lines = self.errors.read().decode("utf-8", "replace").strip().splitlines()
            return lines[-1] if lines else ""
        return ""

    def forget(self) -> None:
        """Let go of it in a process that was forked: it is the other one's."""
        self.process.returncode = 0
        for stream in (self.to, self.back, self.errors):
            stream.close()

    def close(self) -> None:
        """Have it end."""
        with contextlib.suppress(OSError, ValueError):
            self.to.close()
        self.thread.join(END_S)  # it ends with what it reads
        self.process.kill()
        self.process.wait()
        self.thread.join(END_S)
        for stream in (self.back, self.errors):
            with contextlib.suppress(OSError):  # somebody else closed it
                stream.close()


class Conversation:
    """Asks one process, for all threads of this one. It is started when first needed, and when it died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: _Line | None = None
        self._count = 0

    def ask(self, request: Request) -> Reply:
        """The reply to a request, whatever number that has.

        Raises
        ------
        HarnessError
            The process cannot be started, or ends whenever it is asked.
        """
        with self._lock:
            told = ""
            for _ in range(2):
                try:
                    return self._ask(request)
                except _Ended as ended:
                    told = f" ({ended})" if str(ended) else ""
            raise HarnessError(
                f"the process that checks ended unexpectedly, twice{told}. `kata doctor` may say why."
            )

    def _ask(self, request: Request) -> Reply:
        line = self._line = self._line or _Line()
        self._count += 1
        request = msgspec.structs.replace(request, number=self._count)
        try:
            return line.ask(request)
        except _Ended:
            self._line = None
            line.close()
            raise
        except BaseException:  # KeyboardInterrupt above all
            line.give_up(request)
            if not line.sound:
                self._line = None
                line.close()
            raise

    def forget(self) -> None:
        """After a fork, in the child: begin anew."""
        line, self._line, self._lock = self._line, None, threading.Lock()
        if line is not None:
            line.forget()

    def close(self) -> None:
        """Have the process end; the next request starts another one."""
        line, self._line = self._line, None
        if line is not None:
            line.close()


CONVERSATION = Conversation()
atexit.register(CONVERSATION.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=CONVERSATION.forget)

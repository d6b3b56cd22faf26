"""The process of a plain worker: it imports what is needed, waits, does its job and ends.

The processor's clock can be read from outside on few systems, so that it is told by a thread in here, with
every frame and from time to time. What comes in is read by a second thread: the process ends when the grader
closes that channel, whatever the student's code is at.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import tempfile
from _queue import SimpleQueue
from collections.abc import Callable
from time import process_time, sleep

from grader.codec import decoder
from grader.isolate import warm
from grader.isolate.processes import ROOT
from grader.plain.frames import BEAT_S, HEAD, IDLE, Begin
from grader.worker import runner, serving
from grader.worker.protocol import Frame

# How a worker ends that cannot go on, as an isolated one does.
FAILED = 70
_read_begin = decoder(Begin)


class _Channel:
    """Where frames go out, each behind a reading of the processor's clock."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = _thread.allocate_lock()
        self._idle = _thread.allocate_lock()
        self._idle.acquire()
        self._zero_s = 0.0

    def put(self, data: bytes = b"") -> None:
        """Write a frame; without data, the reading alone."""
        with self._lock:
            self._write(HEAD.pack(process_time() - self._zero_s, len(data)) + data)

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self._descriptor, left) :]

    def begin(self) -> None:
        """Set the clock to zero and tell it from time to time."""
        self._zero_s = process_time()
        self._idle.release()

    def rest(self) -> None:
        """Say that the job is done."""
        self._idle.acquire()
        with self._lock:
            self._write(HEAD.pack(IDLE, 0))

    def beat(self) -> None:
        """Tell the clock for as long as this process lives; for a thread."""
        while True:
            sleep(BEAT_S)
            with self._idle:
                try:
                    self.put()
                except OSError:  # the student's code closed it
                    return


def main(kind: str) -> None:
    """Warm up and do the jobs that come in: one, or several of an author's. Never returns."""
    job, result = _own_channels()
    channel = _Channel(result)
    _warm_up(kind)
    inbox: SimpleQueue[bytes] = SimpleQueue()
    # Threads that no list of the student's shows.
    _thread.start_new_thread(_take_in, (runner.receiver(job), inbox))
    _thread.start_new_thread(channel.beat, ())
    channel.put()
    status = FAILED
    try:
        _serve(inbox.get, channel)
        status = 0
    finally:
        os._exit(status)


def _own_channels() -> tuple[int, int]:
    """Move the channels of messages and frames away from where a student's code reads and prints."""
    job, result = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (job, result, 1, 2):
            msvcrt.setmode(descriptor, os.O_BINARY)
        # A crash ends the process, and asks nobody.
        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(newline="\n")  # type: ignore[union-attr]
    for name in ("SIGINT", "SIGTERM", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    return job, result


def _warm_up(kind: str) -> None:
    warm.common(torch=kind != "numpy")
    tempfile.tempdir = None  # here the system's own can be written
    if kind == "torch-long":
        with tempfile.TemporaryDirectory() as folder:
            warm.longer(folder)


def _take_in(receive: Callable[[], bytes], inbox: SimpleQueue[bytes]) -> None:
    """Hand on what comes in. Where nothing more can come there is nobody to work for."""
    try:
        while True:
            inbox.put(receive())
    except (EOFError, OSError):
        _end_all()


def _end_all() -> None:
    """End this process and those that the student's code started, as the grader does while it lives."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(FAILED)


def _serve(receive: Callable[[], bytes], channel: _Channel) -> None:
    """Do jobs until one was a student's."""
    own = serving.own_modules()
    flushed = runner.sender(channel.put)
    trusted = True
    while trusted:
        begin: Begin = _read_begin(receive())
        if begin.folder:
            os.chdir(begin.folder)
        if not begin.trusted:
            sys.path.remove(str(ROOT))

        def send(frame: Frame, boundary: bytes = b"", mark: bytes = begin.mark) -> None:
            flushed(frame, mark)

        channel.begin()
        trusted = serving.do_job(receive, send, own)
        if trusted:
            channel.rest()

"""Ending one check from another thread: what is cut off is neither told nor kept."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from grader.model import Check, Limits, Seen, Task
from grader.practice.own_worker import OwnWorker
from grader.seam import Worker
from grader.worker.protocol import DescribeJob

# A worker that is ended before it is locked takes its server for broken, and a new one is slow to start.
LOCKED_AFTER_S = 0.1
AGAIN_AFTER_S = 0.5


class Cancelled(BaseException):
    """The check was ended. No `Exception`: a fault of the harness is caught and tried again, this is not."""


class Cancellation:
    """Ends the run of one submission. What makes its answer key is left to come to its end."""

    def __init__(self) -> None:
        self.asked = False
        self._running: tuple[OwnWorker, float] | None = None
        self._stop_after = 0.0

    @property
    def running_since(self) -> float | None:
        """Since when, by ``time.monotonic()``, the submission itself runs; None if it does not run now."""
        running = self._running
        return running[1] if running is not None else None

    def ask(self) -> None:
        """Ask for the end, from time to time until it has come: a worker may be just about to start."""
        self.asked = True
        running, now = self._running, time.monotonic()
        if running is not None and now >= self._stop_after:
            self._stop_after = now + AGAIN_AFTER_S
            running[0].stop()

    def require_none(self) -> None:
        """Raise `Cancelled` if the end was asked for."""
        if self.asked:
            raise Cancelled

    def of(self, worker: OwnWorker) -> Worker:
        """The worker, made to raise `Cancelled` out of its run."""
        return _Cancellable(worker, self)

    def run(self, worker: OwnWorker, task: Task) -> Iterator[Seen]:
        """Run a task until it ends or is to end."""
        self.require_none()
        watched = worker.run(task)
        self._running = worker, time.monotonic()
        self._stop_after = self._running[1] + LOCKED_AFTER_S
        try:
            for seen in watched:
                self.require_none()
                yield seen
            self.require_none()
        finally:
            if isinstance(watched, Generator):
                watched.close()
            self._running = None


class _Cancellable:
    def __init__(self, worker: OwnWorker, cancellation: Cancellation) -> None:
        self._worker = worker
        self._cancellation = cancellation

    @property
    def layers(self) -> tuple[str, ...]:
        return self._worker.layers

    def run(self, task: Task) -> Iterator[Seen]:
        return self._cancellation.run(self._worker, task)

    def describe(self, job: DescribeJob, torch: bool, limits: Limits) -> tuple[Check, ...]:
        return self._worker.describe(job, torch, limits)

"""Checks in a thread of their own, one after the other."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from grader.model import Exercise
from grader.practice.cancelling import Cancellation, Cancelled
from grader.practice.checking import Checked, Practice


@dataclass(frozen=True, eq=False)
class Job:
    """A file to check, and how its path is shown."""

    exercise: Exercise
    path: Path
    shown: str
    cancellation: Cancellation = field(default_factory=Cancellation)
    since: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Done:
    """What came of a job: nothing if it was cancelled."""

    job: Job
    checked: Checked | None = None
    fault: Exception | None = None


class Background:
    """One thread for one worker. ``tell`` is called in it as each job ends."""

    def __init__(self, practice: Practice, tell: Callable[[Done], None]) -> None:
        self._practice = practice
        self._tell = tell
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kata-check", daemon=True)

    def __enter__(self) -> Background:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._jobs.put(None)

    def put(self, job: Job) -> None:
        """Have a job done, after those that were put before it."""
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._tell(self._done(job))

    def _done(self, job: Job) -> Done:
        try:
            checked = self._practice.check(
                job.exercise, job.path, shown=job.shown, cancellation=job.cancellation
            )
            return Done(job, checked)
        except Cancelled:
            return Done(job)
        except Exception as fault:  # noqa: BLE001 - it is raised again where it is told, in the main thread
            return Done(job, fault=fault)

"""The plain worker: the seam ``run(task) -> iterator of what was seen``, for one's own files on any system.

Nothing is kept from what it runs, so that it never grades. A student's code has a process of its own, as
where it is isolated; an author's own (reference, known mistakes) share one, or a key would take minutes.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterator
from types import TracebackType

from grader.codec import MAX_FRAME, pack
from grader.errors import HarnessError
from grader.isolate.companions import write_files
from grader.isolate.control import Ready
from grader.isolate.watch import (
    TRUSTED_FACTOR,
    LockFailed,
    Progress,
    await_lock,
    checks_told,
    run_job,
    watch_task,
    watch_worker,
)
from grader.model import WALL_FACTOR, Check, Level, Limits, Seen, Task
from grader.passing import PassingFolder
from grader.plain.child import PlainChild
from grader.plain.frames import Begin
from grader.worker.protocol import DescribeJob

CLOSED = "the worker is closed"


class PlainWorker:
    """Runs tasks in child processes, one at a time. One is started ahead, to be warm when it is needed."""

    layers: tuple[str, ...] = ("plain",)

    def __init__(self) -> None:
        self._spare: PlainChild | None = None
        self._authors: PlainChild | None = None
        self._at_work: PlainChild | None = None
        self._closed = False

    def __enter__(self) -> PlainWorker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes, also from another thread; a run in hand ends with a `HarnessError`."""
        self._closed = True
        for child in (self._at_work, self._spare, self._authors):
            if child is not None:
                child.close()
        self._spare = self._authors = None

    def stop(self) -> None:
        """End what runs now, from another thread; what it had to do comes back as died."""
        child = self._at_work
        if child is not None:
            child.kill()

    def examine(self, kind: str) -> Ready:
        """That nothing is isolated here; raises `HarnessError` if no process can be started."""
        self.prepare(kind)
        assert self._spare is not None
        self._spare.await_ready()
        return Ready(Level.NONE, self.layers, ())

    def prepare(self, kind: str) -> None:
        """Start a process ahead and do not wait for it; raises `HarnessError` if it cannot be started."""
        if self._closed:
            raise HarnessError(CLOSED)
        spare = self._spare
        if spare is not None and (spare.kind != kind or not spare.usable):
            self._spare = None
            spare.close()
        if self._spare is None:
            self._spare = PlainChild(kind)

    def _take(self, kind: str, trusted: bool) -> PlainChild:
        """A warm process for one job, or for an author's jobs."""
        authors, self._authors = self._authors, None
        if authors is not None:
            if trusted and authors.kind == kind and authors.usable:
                self._at_work = authors
                return authors
            authors.close()
        self.prepare(kind)
        child, self._spare = self._spare, None
        assert child is not None
        self._at_work = child
        if trusted:  # what a student has begun to wait for follows
            self.prepare(kind)
        child.await_ready()
        return child

    @contextlib.contextmanager
    def _warm(self, kind: str, trusted: bool) -> Iterator[PlainChild]:
        """A warm process, which is ended after its job unless another job of an author's may follow."""
        child = self._take(kind, trusted)
        done = False
        try:
            yield child
            done = trusted
        finally:
            self._at_work = None
            if done and child.await_idle() and not self._closed:
                self._authors = child
            else:
                child.close()
        if self._closed:
            raise HarnessError(CLOSED)

    def describe(self, job: DescribeJob, torch: bool, limits: Limits) -> tuple[Check, ...]:
        """Run an author's files of checks and return the checks, cases drawn.

        Raises
        ------
        PackError
            With the author's fault in a sentence.
        HarnessError
            The process cannot be started.
        """
        limit_s = limits.time_per_submission_s * TRUSTED_FACTOR
        with self._warm("torch" if torch else "numpy", trusted=True) as child:
            child.begin(pack(job), Begin("", secrets.token_bytes(16), True), limits, MAX_FRAME)
            try:
                await_lock(child)
            except LockFailed as fault:
                raise HarnessError(f"{job.exercise}: the checks' file could not be run ({fault})") from None
            return checks_told(job, child.wait(limit_s, time.monotonic() + limit_s * WALL_FACTOR))

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task, as `LocalWorker.run` does; raises `HarnessError` if no process can be started."""
        return watch_task(task, self._one_child)

    def _one_child(self, progress: Progress) -> Iterator[Seen]:
        """Give what is left of a task to a new process, in a folder of its own."""
        task = progress.task
        began = time.monotonic()
        # The folder is removed once nothing works in it. An author's own code stays where it was started.
        with (
            _working_folder(progress) as folder,
            self._warm(task.kind, trusted=task.trusted and not folder) as child,
        ):
            progress.started += time.monotonic() - began  # warming up is no time of the submission
            if len(progress.todo) < len(task.plan):  # one has ended before its time, and more may
                self.prepare(task.kind)
            progress.data_path = folder if progress.beside.data else ""
            mark = secrets.token_bytes(16)
            job = pack(run_job(progress, mark, bool(progress.beside.data)))
            max_frame = min(MAX_FRAME, (2 * task.limits.answer_mb + 1) << 20)
            try:
                child.begin(job, Begin(folder, mark, task.trusted), task.limits, max_frame)
                yield from watch_worker(child, progress)
            finally:
                progress.spent_s += child.processor_s()
        if not task.trusted and not self._closed:
            self.prepare(task.kind)


@contextlib.contextmanager
def _working_folder(progress: Progress) -> Iterator[str]:
    """The path of a fresh folder with the data files beside a submission; empty where none is needed."""
    task = progress.task
    if task.trusted and not task.limits.writable_mb and not progress.beside.data:
        yield ""
        return
    folder = PassingFolder("kata-plain-")
    try:
        write_files(folder.path, progress.beside.data)
        yield str(folder.path)
    finally:
        folder.remove()

"""The local worker: the seam ``run(task) -> iterator of what was seen``, on warm servers."""

from __future__ import annotations

import contextlib
import enum
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from grader.codec import MAX_FRAME, pack
from grader.errors import HarnessError, NotIsolated
from grader.isolate.child import Child, Server, ServerDied
from grader.isolate.companions import DataFolder, data_folder
from grader.isolate.control import NAMESPACES, Act, Kill, Ready
from grader.isolate.watch import (
    TRUSTED_FACTOR,
    LockFailed,
    Progress,
    all_of,
    await_lock,
    checks_told,
    readable_data,
    run_job,
    watch_task,
    watch_worker,
)
from grader.model import (
    ENDED_THE_SERVER,
    UNSAFE,
    WALL_FACTOR,
    Check,
    Companion,
    Level,
    Limits,
    Load,
    Outcome,
    Seen,
    Task,
)
from grader.worker.protocol import DescribeJob


class AtLevelNone(enum.Enum):
    """What a worker does where something forbidden is not refused."""

    RUN = "run"
    MARK = "mark"
    REFUSE = "refuse"


def _why_not(acts: tuple[Act, ...]) -> str:
    open_to = [f"{act.what} ({act.layer})" for act in acts if not act.refused and act.layer != NAMESPACES]
    shown = "; ".join(open_to[:3]) + (f"; and {len(open_to) - 3} more" if len(open_to) > 3 else "")
    return (
        "this machine cannot keep submissions from doing harm, so nothing was graded. "
        f"Tried and not refused: {shown}. `kata doctor` says what to do about it; "
        "--unsafe-no-sandbox grades all the same, and every result says so."
    )


class LocalWorker:
    """Runs tasks on this machine, one at a time, on servers that it starts when first needed.

    Parameters
    ----------
    private
        What no submission may read, the exercise pack above all.
    at_level_none
        What to do where submissions cannot be isolated.
    """

    def __init__(self, private: tuple[Path, ...] = (), at_level_none: AtLevelNone = AtLevelNone.RUN) -> None:
        self.private = private
        self.at_level_none = at_level_none
        self._servers: dict[str, Server] = {}
        self._closed = False
        self.layers: tuple[str, ...] = ()

    def __enter__(self) -> LocalWorker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the servers, also from another thread; a run in hand ends with a `HarnessError`."""
        self._closed = True
        while self._servers:
            self._servers.popitem()[1].close()

    def _server(self, kind: str) -> Server:
        if self._closed:
            raise HarnessError("the worker is closed")
        self.prepare(kind)
        server = self._servers[kind]
        try:
            server.await_ready()
        except HarnessError:
            self._servers.pop(kind, None)
            raise
        self.layers = server.layers
        if server.level is Level.NONE:
            if self.at_level_none is AtLevelNone.REFUSE:
                raise NotIsolated(_why_not(server.acts))
            if self.at_level_none is AtLevelNone.MARK:
                self.layers = (UNSAFE, *server.layers)
        return server

    def examine(self, kind: str) -> Ready:
        """How submissions are isolated here, and what was tried to find that out.

        Raises
        ------
        NotIsolated
            They cannot be, and this worker was told to refuse then.
        HarnessError
            The server cannot be started.
        """
        server = self._server(kind)
        return Ready(server.level, self.layers, server.acts)

    def prepare(self, kind: str) -> None:
        """Start a server and do not wait for it; raises `HarnessError` if it cannot be started."""
        if kind not in self._servers:
            self._servers[kind] = Server(kind, self.private)

    def stop(self) -> None:
        """End the worker that runs now, from another thread; what it had to do comes back as died."""
        for server in tuple(self._servers.values()):
            with contextlib.suppress(ServerDied):
                server.send(Kill())

    def _drop(self, kind: str) -> None:
        server = self._servers.pop(kind, None)
        if server is not None:
            server.close()

    def describe(self, job: DescribeJob, torch: bool, limits: Limits) -> tuple[Check, ...]:
        """Run an author's files of checks and return the checks, cases drawn.

        Raises
        ------
        PackError
            With the author's fault in a sentence.
        HarnessError
            The warm server died of it.
        """
        limits = msgspec.structs.replace(limits, writable_mb=0)  # it is for the submission
        limit_s = limits.time_per_submission_s * TRUSTED_FACTOR
        kind = "torch" if torch else "numpy"
        try:
            child = Child(self._server(kind), pack(job), limits, limit_s)
            try:
                await_lock(child)
                frame = child.wait(limit_s, time.monotonic() + limit_s * WALL_FACTOR)
            finally:
                child.close()
        except (ServerDied, LockFailed):
            self._drop(kind)
            raise HarnessError(
                f"{job.exercise}: the warm server died while it ran the checks' file"
            ) from None
        return checks_told(job, frame)

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task. Yields a `Load`, then observations, check by check, every case once.

        After a death or a timeout the remaining checks go to a new worker, within the time of
        the submission. A check that is stopped by wall time alone is run once more.

        Raises
        ------
        HarnessError
            The grader's own side failed; nothing is said of the submission.
        """
        return watch_task(task, self._on_server)

    def _on_server(self, progress: Progress) -> Iterator[Seen]:
        """As `_one_worker`, with the death of its server accounted for."""
        try:
            yield from self._one_worker(progress)
        except ServerDied:
            self._drop(progress.task.kind)
            progress.deaths += 1
            if progress.deaths == 2:
                yield from self._after_two_deaths(progress)
        except LockFailed:
            self._drop(progress.task.kind)
            raise

    def _after_two_deaths(self, progress: Progress) -> Iterator[Seen]:
        """The server died twice in this task: an honest control says whose fault it is."""
        data = (Companion("control.txt", b""),) if progress.beside.data else ()
        control = Task((), False, (), b"", (), progress.task.limits, progress.task.kind, companions=data)
        try:
            for _ in self._one_worker(Progress(control, [], time.monotonic())):
                pass
        except (ServerDied, LockFailed, OSError):
            self._drop(progress.task.kind)
            raise HarnessError("the warm server dies whatever it is given") from None
        if not progress.loaded:
            progress.loaded = True
            yield Load(Outcome.DIED, notes=(*progress.all_notes, ENDED_THE_SERVER))
            progress.todo.clear()
        yield from all_of(progress, Outcome.DIED, ENDED_THE_SERVER)

    def _one_worker(self, progress: Progress) -> Iterator[Seen]:
        """Give what is left of a task to a new worker, in its folder, and tell what is seen until it ends."""
        task = progress.task
        began = time.monotonic()
        server = self._server(task.kind)
        progress.started += time.monotonic() - began  # a server's warming up is no time of the submission
        if task.limits.writable_mb and not {"namespaces", "landlock"} <= set(server.layers):
            raise HarnessError(
                "the exercise asks for a writable folder, and without namespaces and Landlock this machine "
                "has none that is safe: `kata doctor` says more"
            )
        with data_folder(readable_data(progress, server.layers)) as data:
            progress.data_path = data.path if data is not None else ""
            yield from self._watched(progress, server, data)

    def _watched(self, progress: Progress, server: Server, data: DataFolder | None) -> Iterator[Seen]:
        """Start a worker and watch it to its end."""
        task = progress.task
        boundary = secrets.token_bytes(16)
        child = Child(
            server,
            pack(run_job(progress, boundary, data is not None)),
            task.limits,
            max(progress.left_s, 1.0),
            boundary=boundary,
            max_frame=min(MAX_FRAME, (2 * task.limits.answer_mb + 1) << 20),
            data=data,
        )
        overlooked: tuple[type[ServerDied], ...] = ()
        try:
            yield from watch_worker(child, progress)
        except GeneratorExit:  # given up: that the server is gone as well is no matter
            overlooked = (ServerDied,)
            raise
        finally:
            with contextlib.suppress(*overlooked):
                child.close()
            progress.spent_s += child.processor_s()

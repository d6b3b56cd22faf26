"""The local worker: the seam ``run(task) -> iterator of what was seen``, on warm servers."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType

from grader.codec import pack
from grader.errors import HarnessError, PackError
from grader.isolate.child import Child, Server, ServerDied, Stop
from grader.model import (
    ENDED_THE_SERVER,
    WALL_FACTOR,
    Check,
    Failure,
    Limits,
    Load,
    Mapping,
    Observation,
    Outcome,
    Seen,
    Task,
)
from grader.worker import protocol
from grader.worker.protocol import (
    Described,
    DescribeJob,
    Loaded,
    LoadedUnit,
    Locked,
    Plan,
    PlannedCheck,
    RunJob,
    Source,
)

KEPT_OUTPUT_BYTES = 64 << 10
# A file may do more as it loads than one call may: it may build tables.
LOAD_FACTOR = 2.5
# The reference and the mistakes are the author's: a slow machine must not fail them.
TRUSTED_FACTOR = 5.0
LOCK_TIMEOUT_S = 30.0


@dataclass
class _Progress:
    """How far a task has come over the workers it has had."""

    task: Task
    todo: list[int]
    started: float
    spent_s: float = 0.0
    loaded: bool = False
    deaths: int = 0
    lock_failures: int = 0
    skipped: set[int] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)
    retried: set[int] = field(default_factory=set)

    @property
    def factor(self) -> float:
        """How many times the exercise's limits this task may take."""
        return TRUSTED_FACTOR if self.task.trusted else 1.0

    @property
    def check_s(self) -> float:
        """Processor time for one check."""
        return self.task.limits.time_per_check_s * self.factor

    @property
    def left_s(self) -> float:
        """Processor time left to the submission."""
        return self.task.limits.time_per_submission_s * self.factor - self.spent_s

    @property
    def deadline(self) -> float:
        """The reading of the clock at which the submission's wall time is over."""
        return self.started + self.task.limits.time_per_submission_s * self.factor * WALL_FACTOR

    @property
    def out_of_time(self) -> bool:
        """Whether nothing more may be started."""
        return self.left_s <= 0 or time.monotonic() >= self.deadline


class _LockFailed(Exception):
    """A worker did not come to say that it is locked; the text says how it ended."""


class LocalWorker:
    """Runs tasks on this machine, one at a time, on servers that it starts when first needed."""

    def __init__(self) -> None:
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
        return server

    def prepare(self, kind: str) -> None:
        """Start a server and do not wait for it; raises `HarnessError` if it cannot be started."""
        if kind not in self._servers:
            self._servers[kind] = Server(kind)

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
        limit_s = limits.time_per_submission_s * TRUSTED_FACTOR
        kind = "torch" if torch else "numpy"
        try:
            child = Child(self._server(kind), pack(job), limits, limit_s)
            try:
                _await_lock(child)
                frame = child.wait(limit_s, time.monotonic() + limit_s * WALL_FACTOR)
            finally:
                child.close()
        except (ServerDied, _LockFailed):
            self._drop(kind)
            raise HarnessError(
                f"{job.exercise}: the warm server died while it ran the checks' file"
            ) from None
        if isinstance(frame, Described):
            return frame.checks
        if isinstance(frame, protocol.Refused):
            raise PackError(f"{job.exercise}: {frame.sentence}")
        how = f"{frame.outcome.value} {frame.detail}".strip() if isinstance(frame, Stop) else "an odd message"
        raise PackError(f"{job.exercise}: the file of checks did not run to its end ({how})")

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task. Yields a `Load`, then observations, check by check, every case once.

        After a death or a timeout the remaining checks go to a new worker, within the time of
        the submission. A check that is stopped by wall time alone is run once more.

        Raises
        ------
        HarnessError
            The grader's own side failed; nothing is said of the submission.
        """
        progress = _Progress(task, list(range(len(task.plan))), time.monotonic())
        while progress.todo or not progress.loaded:
            if progress.out_of_time and progress.loaded:
                yield from _all_of(progress, Outcome.NOT_RUN, "")
                return
            try:
                yield from self._one_worker(progress)
            except ServerDied:
                self._drop(task.kind)
                progress.deaths += 1
                if progress.deaths == 2:
                    yield from self._after_two_deaths(progress)
            except _LockFailed as fault:  # something has been done to the server: a new one, once
                self._drop(task.kind)
                progress.lock_failures += 1
                if progress.lock_failures == 2:
                    raise HarnessError(f"a worker could not be locked down ({fault})") from None
            except OSError as fault:
                raise HarnessError(f"a worker could not be started: {fault}") from None

    def _after_two_deaths(self, progress: _Progress) -> Iterator[Seen]:
        """The server died twice in this task: an honest control says whose fault it is."""
        control = Task((), False, (), b"", (), Limits(), progress.task.torch, progress.task.long_warm_up)
        try:
            for _ in self._one_worker(_Progress(control, [], time.monotonic())):
                pass
        except (ServerDied, _LockFailed, OSError):
            self._drop(progress.task.kind)
            raise HarnessError("the warm server dies whatever it is given") from None
        if not progress.loaded:
            progress.loaded = True
            yield Load(Outcome.DIED, notes=(*progress.notes.values(), ENDED_THE_SERVER))
            progress.todo.clear()
        yield from _all_of(progress, Outcome.DIED, ENDED_THE_SERVER)

    def _one_worker(self, progress: _Progress) -> Iterator[Seen]:
        """Give what is left of a task to a new worker, and tell what is seen until it ends."""
        task = progress.task
        boundary = secrets.token_bytes(16)
        child = Child(
            self._server(task.kind),
            pack(_job(progress, boundary)),
            task.limits,
            max(progress.left_s, 1.0),
            boundary=boundary,
        )
        try:
            _await_lock(child)
            load = _load(child, progress)
            if load is None:
                return
            if not progress.loaded:
                progress.loaded = True
                yield load
                if load.outcome is not Outcome.RETURNED:
                    progress.todo.clear()
            elif load.outcome is not Outcome.RETURNED:
                yield from _all_of(progress, Outcome.DIED, "the file did not load a second time")
            alive, told = True, None
            while progress.todo and alive:
                hidden = task.plan[progress.todo[0]].hidden
                child.start_check()
                if hidden is not told:
                    child.tell(pack(_plan(progress, hidden)))
                    told = hidden
                observations, alive = _check(child, progress, progress.todo[0])
                if observations:
                    del progress.todo[0]
                    yield from observations
        finally:
            child.close()
            progress.spent_s += child.processor_s()


def _job(progress: _Progress, boundary: bytes) -> RunJob:
    task = progress.task
    sources = tuple(
        Source(unit.label, unit.source, index in progress.skipped) for index, unit in enumerate(task.units)
    )
    answer_bytes = task.limits.answer_mb << 20
    return RunJob(
        sources, task.cells, task.entry_points, task.substitute, answer_bytes, boundary, task.trusted
    )


def _plan(progress: _Progress, hidden: bool) -> Plan:
    """The next checks to do that are all hidden, or all visible."""
    plan = progress.task.plan
    checks = []
    for index in progress.todo:
        if plan[index].hidden is not hidden:
            break
        cases = tuple(enumerate(plan[index].cases))
        checks.append(PlannedCheck(index, plan[index].file, plan[index].probe, cases))
    return Plan(progress.task.probes, tuple(checks), last=len(checks) == len(progress.todo))


def _all_of(progress: _Progress, outcome: Outcome, detail: str) -> Iterator[Observation]:
    """The same outcome for every case that is left."""
    while progress.todo:
        check = progress.todo.pop(0)
        for case in range(len(progress.task.plan[check].cases)):
            yield Observation(check, case, outcome, detail=detail)


def _await_lock(child: Child) -> None:
    """Until its worker says that it is locked, whatever goes wrong is the harness's."""
    seen = child.wait(LOCK_TIMEOUT_S, time.monotonic() + LOCK_TIMEOUT_S)
    if not isinstance(seen, Locked):
        how = seen.detail or seen.outcome.value if isinstance(seen, Stop) else "a frame out of turn"
        raise _LockFailed(how)


def _load(child: Child, progress: _Progress) -> Load | None:
    """Watch the sources being run. None: a cell had to be stopped, start again without it."""
    task = progress.task
    limit_s = progress.check_s * (1.0 if task.cells else LOAD_FACTOR)
    began = time.monotonic()
    for unit in range(len(task.units)):
        if unit in progress.skipped:
            continue
        seen = child.wait(
            child.processor_s() + min(limit_s, max(progress.left_s, 0.0)),
            time.monotonic() + limit_s * WALL_FACTOR,
        )
        if not isinstance(seen, Stop) and not (isinstance(seen, LoadedUnit) and seen.unit == unit):
            seen = Stop(Outcome.DIED, detail="a frame out of turn")
        if isinstance(seen, Stop):
            if not task.cells or progress.out_of_time:
                return Load(seen.outcome, notes=(*progress.notes.values(),), detail=seen.detail)
            progress.skipped.add(unit)
            progress.notes[unit] = _stopped_note(task.units[unit].label, seen)
            return None
        if seen.error is not None and not task.cells:
            return Load(Outcome.RAISED, seen.error, compiled=seen.compiled)
        if seen.error is not None:
            line = f", line {seen.error.line}" if seen.error.line else ""
            progress.notes[unit] = f"{task.units[unit].label}{line} raised {seen.error.name} and was skipped"
    last = child.wait(child.processor_s() + limit_s, time.monotonic() + limit_s * WALL_FACTOR)
    notes = tuple(progress.notes[unit] for unit in sorted(progress.notes))
    if not isinstance(last, Loaded):
        stop = last if isinstance(last, Stop) else Stop(Outcome.DIED, detail="a frame out of turn")
        return Load(stop.outcome, notes=notes, detail=stop.detail)
    return Load(Outcome.RETURNED, None, last.entry_points, notes, seconds=time.monotonic() - began)


def _stopped_note(label: str, stop: Stop) -> str:
    if stop.outcome is Outcome.TIMED_OUT:
        return f"{label} ran over its time limit and was stopped and skipped"
    return f"{label} ended the process ({stop.detail}) and was skipped"


def _plausible(seen: protocol.Seen, task: Task) -> bool:
    """Whether the exceptions that are told name lines that exist; a forged one could carry a message."""
    errors = [seen.error] if seen.error is not None else []
    parts = [item for _, item in seen.value.items] if isinstance(seen.value, Mapping) else [seen.value]
    errors += [part.error for part in parts if isinstance(part, Failure)]
    lines = {unit.label: unit.source.count("\n") + unit.source.count("\r") + 1 for unit in task.units}
    return all(
        0 <= error.line <= lines.get(error.unit, 0)
        and (error.unit in lines or not error.unit)
        and (error.origin != "absent" or error.came_back in task.entry_points)
        for error in errors
    )


def _check(child: Child, progress: _Progress, check: int) -> tuple[list[Observation], bool]:
    """Watch one check. Returns its observations (none: run it again) and whether the worker goes on."""
    observations: list[Observation] = []
    kept = 0
    now, used_s = time.monotonic(), child.processor_s()
    processor_limit = used_s + min(progress.check_s, progress.left_s - used_s)
    wall_deadline = min(now + progress.check_s * WALL_FACTOR, progress.deadline)
    cases = len(progress.task.plan[check].cases)
    for case in range(cases):
        began = time.monotonic()
        seen = child.wait(processor_limit, wall_deadline)
        if isinstance(seen, protocol.Seen) and not _plausible(seen, progress.task):
            seen = Stop(Outcome.DIED, detail="a line that is not in what was handed in")
        if isinstance(seen, protocol.Seen) and (seen.check, seen.case) == (check, case):
            printed = child.take_output()[: KEPT_OUTPUT_BYTES - kept]
            kept += len(printed)
            outcome = Outcome.RETURNED if seen.error is None else Outcome.RAISED
            observations.append(
                Observation(
                    check,
                    case,
                    outcome,
                    seen.value,
                    seen.error,
                    printed.decode("utf-8", "replace"),
                    time.monotonic() - began,
                )
            )
            continue
        stop = seen if isinstance(seen, Stop) else Stop(Outcome.DIED, detail="a frame out of turn")
        # A frame of an earlier check was left over by that one: it must not hurt this one.
        left_over = isinstance(seen, protocol.Seen) and seen.check < check and not observations
        if (stop.by_wall_alone or left_over) and check not in progress.retried:
            progress.retried.add(check)
            return [], False
        seconds = time.monotonic() - began
        observations.append(Observation(check, case, stop.outcome, detail=stop.detail, seconds=seconds))
        observations += [Observation(check, rest, Outcome.NOT_RUN) for rest in range(case + 1, cases)]
        return observations, False
    return observations, True

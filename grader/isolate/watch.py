"""Watching one worker through its task: what it is told, what is seen of it, when it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from grader.codec import items_in, pack
from grader.ends import text_without_place
from grader.errors import HarnessError, PackError
from grader.escape import clean
from grader.isolate.companions import CLOSED, Beside, not_given, sort_out
from grader.isolate.running import Running, Stop
from grader.model import (
    WALL_FACTOR,
    Check,
    Companion,
    Error,
    Failure,
    Load,
    Mapping,
    Observation,
    Outcome,
    Task,
)
from grader.model import Seen as SeenOfTask
from grader.worker.protocol import (
    Described,
    DescribeJob,
    Frame,
    Loaded,
    LoadedUnit,
    Locked,
    Plan,
    PlannedCheck,
    Refused,
    RunJob,
    Seen,
    Source,
)

# A file may do more as it loads than one call may: it may build tables.
LOAD_FACTOR = 2.5
# The reference and the mistakes are the author's: a slow machine must not fail them.
TRUSTED_FACTOR = 5.0
LOCK_TIMEOUT_S = 30.0
# What all answers of a submission may hold together: they stay in memory until it is judged.
MAX_ANSWER_BYTES = 128 << 20
# What a number, a text or a container of a decoded answer takes besides what it holds.
BYTES_PER_ITEM = 48
OUT_OF_TURN = "a frame out of turn"
# How much of the text of an exception a note tells: a result cuts notes off at 200.
NOTED_TEXT = 100


@dataclass
class Progress:
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
    retried_units: set[int] = field(default_factory=set)
    answer_bytes: int = 0
    absent: tuple[str, ...] = ()
    data_path: str = ""

    @cached_property
    def beside(self) -> Beside:
        """What was handed in beside the main file, as workers get it."""
        return sort_out(self.task.companions, {unit.label for unit in self.task.units})

    @cached_property
    def texts(self) -> dict[str, str]:
        """The sources by their labels."""
        modules = {module.label: module.text for module in self.beside.modules}
        return modules | {unit.label: unit.source for unit in reversed(self.task.units)}

    @property
    def all_notes(self) -> tuple[str, ...]:
        """What is to be said of the cells, in their order, and of the files beside them."""
        cells = (self.notes[unit] for unit in sorted(self.notes))
        return (*cells, *self.beside.notes, *self.absent)

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


class LockFailed(Exception):
    """A worker did not come to say that it is locked; the text says how it ended."""


def readable_data(progress: Progress, layers: tuple[str, ...]) -> tuple[Companion, ...]:
    """The data files that a worker can be given: where it can open nothing, none, and a note says so."""
    data = progress.beside.data
    if not data or "no_open" not in layers:
        return data
    progress.absent = (not_given([item.path for item in data], CLOSED),)
    return ()


def run_job(progress: Progress, boundary: bytes, data: bool) -> RunJob:
    """What the next worker is told to load."""
    task = progress.task
    sources = tuple(
        Source(unit.label, unit.source, index in progress.skipped) for index, unit in enumerate(task.units)
    )
    answer_bytes = task.limits.answer_mb << 20
    return RunJob(
        sources,
        task.cells,
        task.entry_points,
        task.substitute,
        answer_bytes,
        boundary,
        task.trusted,
        progress.beside.modules,
        data,
    )


def next_plan(progress: Progress, hidden: bool) -> Plan:
    """The next checks to do that are all hidden, or all visible."""
    plan = progress.task.plan
    checks = []
    for index in progress.todo:
        if plan[index].hidden is not hidden:
            break
        cases = tuple(enumerate(plan[index].cases))
        checks.append(PlannedCheck(index, plan[index].file, plan[index].probe, cases))
    return Plan(progress.task.probes, tuple(checks), last=len(checks) == len(progress.todo))


def all_of(progress: Progress, outcome: Outcome, detail: str) -> Iterator[Observation]:
    """The same outcome for every case that is left."""
    while progress.todo:
        check = progress.todo.pop(0)
        for case in range(len(progress.task.plan[check].cases)):
            yield Observation(check, case, outcome, detail=detail)


def await_lock(child: Running) -> None:
    """Until its worker says that it is locked, whatever goes wrong is the harness's."""
    seen = child.wait(LOCK_TIMEOUT_S, time.monotonic() + LOCK_TIMEOUT_S)
    if not isinstance(seen, Locked):
        how = seen.detail or seen.outcome.value if isinstance(seen, Stop) else OUT_OF_TURN
        raise LockFailed(how)


def watch_load(child: Running, progress: Progress) -> Load | None:
    """Watch the sources being run. None: start again, without the cell that had to be stopped."""
    task = progress.task
    limit_s = progress.check_s * (1.0 if task.cells else LOAD_FACTOR)
    began = time.monotonic()
    for unit in range(len(task.units)):
        if unit in progress.skipped:
            continue
        seen = _wait_for_load(child, progress, limit_s)
        if not isinstance(seen, Stop) and not (
            isinstance(seen, LoadedUnit) and seen.unit == unit and _possible(seen.error, progress)
        ):
            seen = Stop(Outcome.DIED, detail=OUT_OF_TURN)
        if isinstance(seen, Stop):
            return _after_stop(seen, unit, progress)
        if seen.error is not None and not task.cells:
            return Load(Outcome.RAISED, seen.error, notes=progress.all_notes, compiled=seen.compiled)
        if seen.error is not None:
            progress.notes[unit] = _raised_note(task.units[unit].label, seen.error)
    last = _wait_for_load(child, progress, limit_s)
    notes = progress.all_notes
    if isinstance(last, Loaded) and {name for name, _ in last.entry_points} <= set(task.entry_points):
        return Load(Outcome.RETURNED, None, last.entry_points, notes, seconds=time.monotonic() - began)
    stop = last if isinstance(last, Stop) else Stop(Outcome.DIED, detail=OUT_OF_TURN)
    return Load(stop.outcome, notes=notes, detail=stop.detail)


def _wait_for_load(child: Running, progress: Progress, limit_s: float) -> Frame | Stop:
    return child.wait(
        child.processor_s() + min(limit_s, max(progress.left_s, 0.0)),
        min(time.monotonic() + limit_s * WALL_FACTOR, progress.deadline),
    )


def _after_stop(stop: Stop, unit: int, progress: Progress) -> Load | None:
    """A file that had to be stopped is at its end; of a notebook, the cell is left out."""
    if stop.by_wall_alone and unit not in progress.retried_units and not progress.out_of_time:
        progress.retried_units.add(unit)
        return None
    if not progress.task.cells or progress.out_of_time:
        return Load(stop.outcome, notes=progress.all_notes, detail=stop.detail)
    progress.skipped.add(unit)
    progress.notes[unit] = _stopped_note(progress.task.units[unit].label, stop)
    return None


def _raised_note(label: str, error: Error) -> str:
    """What a cell raised as it was loaded, with its text: nothing hidden is in the process by then."""
    line = f", line {error.line}" if error.line else ""
    text = clean(text_without_place(error).strip(), NOTED_TEXT)
    raised = f"raised {clean(error.name, 60)}{f' ({text})' if text else ''}"
    if error.unit in ("", label):
        return f"{label}{line} {raised} and was skipped"
    return f"{label} {raised} in {clean(error.unit, 60)}{line}, and was skipped"


def _stopped_note(label: str, stop: Stop) -> str:
    if stop.outcome is Outcome.TIMED_OUT:
        return f"{label} ran over its time limit and was stopped and skipped"
    how = f" ({stop.detail})" if stop.detail.startswith(("signal", "exit")) else ""
    return f"{label} ended the process{how} and was skipped"


def _plausible(seen: Seen, progress: Progress) -> bool:
    """Whether what a worker tells of exceptions can be; a forged one could carry a message."""
    parts = [item for _, item in seen.value.items] if isinstance(seen.value, Mapping) else [seen.value]
    errors = [seen.error, *(part.error for part in parts if isinstance(part, Failure))]
    return all(_possible(error, progress) for error in errors)


def _possible(error: Error | None, progress: Progress) -> bool:
    """Whether the line that an exception names exists, and the absent name is one that is asked for."""
    if error is None:
        return True
    source = progress.texts.get(error.unit)
    last = source.count("\n") + source.count("\r") + 1 if source is not None else 0
    known = not error.unit or source is not None
    return (
        known
        and 0 <= error.line <= last
        and (error.origin != "absent" or error.came_back in progress.task.entry_points)
    )


def _told_print(printed: bytes, progress: Progress) -> str:
    """What was printed, with the names of data files as the student wrote them."""
    text = printed.decode("utf-8", "replace")
    path = progress.data_path
    return text.replace(f"{path}/", "").replace(path, ".") if path else text


def _items(seen: Frame | Stop, frame_bytes: int) -> int:
    """How many things an answer holds; of a small frame it does not matter."""
    large = isinstance(seen, Seen) and seen.value is not None and frame_bytes > 1 << 16
    return items_in(seen.value) if large else 0  # type: ignore[union-attr, arg-type]


def watch_check(child: Running, progress: Progress, check: int) -> tuple[list[Observation], bool]:
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
        if isinstance(seen, Seen) and not _plausible(seen, progress):
            seen = Stop(Outcome.DIED, detail="a line that is not in what was handed in")
        progress.answer_bytes += child.frame_bytes + BYTES_PER_ITEM * _items(seen, child.frame_bytes)
        if progress.answer_bytes > max(MAX_ANSWER_BYTES, 4 * progress.task.limits.answer_mb << 20):
            seen = Stop(Outcome.DIED, detail="more than all answers together may hold")
        if isinstance(seen, Seen) and (seen.check, seen.case) == (check, case):
            printed = child.take_output()[: (progress.task.limits.output_kept_kb << 10) - kept]
            kept += len(printed)
            outcome = Outcome.RETURNED if seen.error is None else Outcome.RAISED
            observations.append(
                Observation(
                    check,
                    case,
                    outcome,
                    seen.value,
                    seen.error,
                    _told_print(printed, progress),
                    time.monotonic() - began,
                )
            )
            continue
        stop = seen if isinstance(seen, Stop) else Stop(Outcome.DIED, detail=OUT_OF_TURN)
        # A frame of an earlier check was left over by that one: it must not hurt this one.
        left_over = isinstance(seen, Seen) and seen.check < check and not observations
        if (stop.by_wall_alone or left_over) and check not in progress.retried:
            progress.retried.add(check)
            return [], False
        seconds = time.monotonic() - began
        observations.append(Observation(check, case, stop.outcome, detail=stop.detail, seconds=seconds))
        observations += [Observation(check, rest, Outcome.NOT_RUN) for rest in range(case + 1, cases)]
        return observations, False
    return observations, True


def watch_worker(child: Running, progress: Progress) -> Iterator[SeenOfTask]:
    """Watch a worker that was told its job through what is left of a task, or to the worker's end."""
    await_lock(child)
    load = watch_load(child, progress)
    if load is None:
        return
    if not progress.loaded:
        progress.loaded = True
        yield load
        if load.outcome is not Outcome.RETURNED:
            progress.todo.clear()
    elif load.outcome is not Outcome.RETURNED:
        yield from all_of(progress, Outcome.DIED, "the file did not load a second time")
    alive, told = True, None
    while progress.todo and alive:
        hidden = progress.task.plan[progress.todo[0]].hidden
        child.start_check()
        if hidden is not told:
            child.tell(pack(next_plan(progress, hidden)))
            told = hidden
        observations, alive = watch_check(child, progress, progress.todo[0])
        if observations:
            del progress.todo[0]
            yield from observations


def watch_task(task: Task, one_worker: Callable[[Progress], Iterator[SeenOfTask]]) -> Iterator[SeenOfTask]:
    """Give a task to one worker after another until all of it is seen.

    Parameters
    ----------
    one_worker
        Gives what is left of the task to a new worker, and tells what is seen until that one ends.

    Raises
    ------
    HarnessError
        No worker can be started, or two could not be locked down.
    """
    progress = Progress(task, list(range(len(task.plan))), time.monotonic())
    while progress.todo or not progress.loaded:
        if progress.out_of_time and progress.loaded:
            yield from all_of(progress, Outcome.NOT_RUN, "")
            return
        try:
            yield from one_worker(progress)
        except LockFailed as fault:  # something has been done to what starts workers: a new one, once
            progress.lock_failures += 1
            if progress.lock_failures == 2:
                raise HarnessError(f"a worker could not be locked down ({fault})") from None
        except OSError as fault:
            raise HarnessError(f"a worker could not be started: {fault}") from None


def checks_told(job: DescribeJob, frame: Frame | Stop) -> tuple[Check, ...]:
    """The checks that a worker tells of an author's files; raises `PackError` with the author's fault."""
    if isinstance(frame, Described):
        return frame.checks
    if isinstance(frame, Refused):
        raise PackError(f"{job.exercise}: {frame.sentence}")
    how = f"{frame.outcome.value} {frame.detail}".strip() if isinstance(frame, Stop) else "an odd message"
    raise PackError(f"{job.exercise}: the file of checks did not run to its end ({how})")

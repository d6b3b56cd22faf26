"""The spine: from a submission to its result. Read this first.

An exercise asks, a submission answers, a worker observes, the judge decides, a report tells.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice

import msgspec

from grader import __version__
from grader.answer_key import task_for
from grader.diagnose import diagnose
from grader.errors import HarnessError, KataError
from grader.escape import clean, for_terminal
from grader.intake.notebook import PRELUDE
from grader.judge import judge, not_run
from grader.model import (
    ENDED_THE_SERVER,
    UNSAFE,
    UNSAFE_NOTE,
    Cause,
    CheckResult,
    Evidence,
    Exercise,
    Fingerprint,
    Key,
    Load,
    Outcome,
    Result,
    Rung,
    Seen,
    Status,
    Submission,
    Task,
    Verdict,
)
from grader.seam import Worker
from grader.started import same_code
from grader.text import (
    check_message,
    load_message,
    near_name,
    not_started_message,
    result_message,
)

SCHEMA = 1
MAX_FAULT = 1000
MAX_NOTES = 10
MAX_NOTE = 200
# Notes that no other note may crowd out.
FLAGS = (ENDED_THE_SERVER,)


def grade(submission: Submission, key: Key, worker: Worker) -> Result:
    """Grade one submission against the answer key of its exercise.

    A fault of the harness is tried once more; if it stays, the result says ``harness_error`` and
    holds no score. Nothing a submission does raises an exception here.
    """
    return grade_with_evidence(submission, key, worker)[0]


def grade_with_evidence(submission: Submission, key: Key, worker: Worker) -> tuple[Result, Evidence]:
    """The result as `grade` gives it, and what it rests on, for who may see hidden cases."""
    began = time.perf_counter()
    if submission.problem is not None:
        status = Status(submission.problem_status)
        unrun = Verdict(status, not_run(key), Load(Outcome.NOT_RUN))
        return unrun_result(submission, key, status, submission.problem), Evidence(unrun, ())
    task = task_for(key, submission.units, cells=submission.cells)
    verdict, seen = _observe_and_judge(key, task, worker)
    if verdict.status is Status.HARNESS_ERROR:
        verdict, seen = _observe_and_judge(key, task, worker)
    try:
        cause = diagnose(key, verdict, seen) if verdict.status is Status.FAILED else None
        evidence = Evidence(verdict, tuple(seen), cause)
        result = tell(submission, key, verdict, cause, worker.layers)
    except Exception as fault:  # noqa: BLE001 - as above
        verdict = _harness_fault(key, f"{type(fault).__name__}: {fault}")
        evidence = Evidence(verdict, tuple(seen))
        result = tell(submission, key, verdict, None, worker.layers)
    return _with(result, duration_s=round(time.perf_counter() - began, 6)), evidence


def _observe_and_judge(key: Key, task: Task, worker: Worker) -> tuple[Verdict, list[Seen]]:
    seen: list[Seen] = []
    try:
        watched = worker.run(task)
        seen.extend(islice(watched, 1 + sum(len(check.cases) for check in key.checks)))
        verdict = judge(key, seen)
        seen.extend(watched)  # nothing more: while the judge was at work, the worker came to its end
        return verdict, seen
    except HarnessError as fault:
        reason = str(fault)
    except Exception as fault:  # noqa: BLE001 - a fault of ours must end neither a class nor a student's hope
        reason = f"{type(fault).__name__}: {fault}"
    return _harness_fault(key, reason), seen


def _harness_fault(key: Key, reason: str) -> Verdict:
    return Verdict(Status.HARNESS_ERROR, not_run(key), Load(Outcome.NOT_RUN), reason)


def tell(
    submission: Submission, key: Key, verdict: Verdict, cause: Cause | None, layers: tuple[str, ...]
) -> Result:
    """The result of a verdict, redacted for the student."""
    messages = [
        check_message(check, told, cause if told.status is not Status.PASSED else None)
        for check, told in zip(key.checks, verdict.checks, strict=True)
    ]
    if verdict.status in (Status.PASSED, Status.FAILED):
        untouched = verdict.status is Status.FAILED and same_code(key.stub, "\n".join(_sources(submission)))
        message = (
            not_started_message(key, verdict) if untouched else result_message(key, verdict, messages, cause)
        )
        message = f"{message} {_hint(submission, _absent(verdict))}".rstrip()
    elif verdict.status is Status.HARNESS_ERROR:
        fault = verdict.harness_fault or ""
        message = f"This could not be graded, and that is not your fault: {clean(fault, MAX_FAULT)}."
    else:
        names = key.exercise.entry_points
        hint = _hint(submission, names) if verdict.status is Status.MISSING else ""
        message = load_message(verdict.status, verdict.load, names, hint)
    checks = tuple(
        CheckResult(
            name=check.name,
            status=told.status.value,
            points=told.points,
            max_points=check.points,
            visibility=check.visibility,
            message=text,
            diagnosis=cause.slug if cause is not None and told.status is not Status.PASSED else None,
            cases=len(told.cases),
            failed_cases=sum(case.status not in (Status.PASSED, Status.NOT_RUN) for case in told.cases),
        )
        for check, told, text in zip(key.checks, verdict.checks, messages, strict=True)
    )
    details = {case.detail for told in verdict.checks for case in told.cases}
    flags = [ENDED_THE_SERVER] if ENDED_THE_SERVER in details else []
    score = None if verdict.status is Status.HARNESS_ERROR else sum(check.points for check in checks)
    result = _bare(submission, key.exercise, verdict.status, score, message, key.seed, layers)
    return _with(
        result,
        checks=checks,
        max_score=sum(check.points for check in key.checks),
        diagnosis=cause.slug if cause is not None else None,
        notes=_harmless((*submission.notes, *verdict.load.notes, *flags)),
    )


def _sources(submission: Submission) -> tuple[str, ...]:
    """What the student wrote, without the grader's own prelude to a notebook."""
    return tuple(unit.source for unit in submission.units if unit != PRELUDE)


def _absent(verdict: Verdict) -> tuple[str, ...]:
    """The name that the first check that did not pass asked for in vain, if that is what was wrong."""
    failing = next((check for check in verdict.checks if check.status is not Status.PASSED), None)
    first = failing.first_failure if failing is not None else None
    missed = first.mismatch if first is not None else None
    return (missed.expected,) if missed is not None and missed.rung is Rung.ENTRY_POINT else ()


def _hint(submission: Submission, names: tuple[str, ...]) -> str:
    """A sentence on a name in the student's code that nearly is one of those asked for."""
    return near_name(names, _sources(submission)) if names else ""


def unrun_result(submission: Submission, key: Key, status: Status, message: str) -> Result:
    """The result of a submission that was never run: every check not run, score 0."""
    verdict = Verdict(status, not_run(key), Load(Outcome.NOT_RUN))
    result = tell(submission, key, verdict, None, ())
    return _with(result, message=clean(message, MAX_FAULT))


def marked_unsafe(result: Result) -> Result:
    """The result of a run at level none, run or not: it says so itself."""
    layers = tuple(layer for layer in result.isolation if layer != UNSAFE)
    return _with(result, isolation=(UNSAFE, *layers), notes=(*result.notes, UNSAFE_NOTE))


def refused_result(submission: Submission, exercise: Exercise | str, fault: KataError, seed: int) -> Result:
    """The result where the exercise itself cannot be used: the harness's error, never a zero."""
    message = f"This could not be graded, and that is not your fault: {for_terminal(str(fault))}"
    return _bare(submission, exercise, Status.HARNESS_ERROR, None, message, seed, ())


def _bare(
    submission: Submission,
    exercise: Exercise | str,
    status: Status,
    score: float | None,
    message: str,
    seed: int,
    layers: tuple[str, ...],
) -> Result:
    digest = exercise.digest if isinstance(exercise, Exercise) else ""
    return Result(
        schema=SCHEMA,
        submission=submission.path,
        student=submission.student or None,
        exercise=exercise.name if isinstance(exercise, Exercise) else exercise,
        status=status.value,
        score=score,
        max_score=0.0,
        diagnosis=None,
        message=message,
        checks=(),
        seed=seed,
        duration_s=0.0,
        isolation=layers,
        fingerprint=Fingerprint(submission.digest, digest, versions()),
        name=submission.name,
        late=submission.late,
        notes=_harmless(submission.notes),
    )


def _harmless(notes: Iterable[str]) -> tuple[str, ...]:
    """The first of the notes, with the names that a student gave to files and exceptions made harmless."""
    notes = tuple(notes)
    told = [note for note in notes if note not in FLAGS]
    kept = [clean(note, MAX_NOTE) for note in told[:MAX_NOTES]]
    kept += [f"and {len(told) - MAX_NOTES} more"] if len(told) > MAX_NOTES else []
    return (*kept, *(flag for flag in FLAGS if flag in notes))


def _with(result: Result, **changes: object) -> Result:
    return msgspec.structs.replace(result, **changes)


@cache
def versions() -> dict[str, str]:
    """Versions of what a result depends on; torch is asked for without importing it."""
    found = {"grader": __version__, "python": platform.python_version()}
    for package in ("numpy", "torch"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found

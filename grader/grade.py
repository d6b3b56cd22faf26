"""The spine: from a submission to its result. Read this first.

An exercise asks, a submission answers, a worker observes, the judge decides, a report tells.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path

import msgspec

from grader import __version__
from grader.answer_key import module_units, task_for
from grader.diagnose import diagnose
from grader.errors import HarnessError, KataError
from grader.escape import clean, for_terminal
from grader.intake import marimo, notebook
from grader.judge import judge, not_run, places
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
    Unit,
    Verdict,
)
from grader.seam import Worker
from grader.started import same_code
from grader.text import (
    ToldCase,
    check_message,
    known_keys,
    load_message,
    near_name,
    not_started_message,
    result_message,
    told_case,
)

SCHEMA = 1
MAX_FAULT = 1000
MAX_NOTES = 10
MAX_NOTE = 200
# Notes that no other note may crowd out.
WITHOUT_TORCH = "it imports torch, which is not installed where it was graded; a human should look at it"
FLAGS = (ENDED_THE_SERVER, WITHOUT_TORCH, UNSAFE_NOTE)
REVEALED = "hidden cases are revealed (--reveal)"


def grade(submission: Submission, key: Key, worker: Worker) -> Result:
    """Grade one submission against the answer key of its exercise.

    A fault of the harness is tried once more; if it stays, the result says ``harness_error`` and
    holds no score. Nothing a submission does raises an exception here.
    """
    return grade_with_evidence(submission, key, worker)[0]


def grade_with_evidence(
    submission: Submission, key: Key, worker: Worker, *, reveal: bool = False
) -> tuple[Result, Evidence]:
    """The result as `grade` gives it, and what it rests on, for who may see hidden cases.

    With ``reveal`` the result tells of hidden cases what it tells of visible ones: for one's own practice.
    """
    began = time.perf_counter()
    if submission.problem is not None:
        status = Status(submission.problem_status)
        return unrun_result(submission, key, status, submission.problem), Evidence(_unrun(key, status), ())
    task = task_for(key, submission.units, cells=submission.cells, companions=submission.companions)
    verdict, seen = _observe_and_judge(key, task, worker)
    if verdict.status is Status.HARNESS_ERROR:
        verdict, seen = _observe_and_judge(key, task, worker)
    cause, faults = _cause(key, verdict, seen)
    try:
        evidence = Evidence(verdict, tuple(seen), cause)
        result = tell(submission, key, verdict, cause, worker.layers, seen=seen, reveal=reveal)
    except Exception as fault:  # noqa: BLE001 - as above
        verdict = _harness_fault(key, _place_of(fault))
        evidence = Evidence(verdict, tuple(seen))
        result = tell(submission, key, verdict, None, worker.layers)
    took_s = round(time.perf_counter() - began, 6)
    return _with(result, duration_s=took_s, notes=(*result.notes, *faults)), evidence


def _cause(key: Key, verdict: Verdict, seen: Sequence[Seen]) -> tuple[Cause | None, tuple[str, ...]]:
    """The proven cause; where the search for it fails, a note that says so, and the verdict stands."""
    if verdict.status is not Status.FAILED:
        return None, ()
    try:
        return diagnose(key, verdict, seen), ()
    except Exception as fault:  # noqa: BLE001 - no fault in a hint may cost a grade
        return None, (f"no cause could be looked for, which is the grader's fault: {_place_of(fault)}",)


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
        reason = _place_of(fault)
    return _harness_fault(key, reason), seen


def _place_of(fault: Exception) -> str:
    """The type of a fault of ours, and where it happened; its text could hold what is hidden."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}" if trace else ""
    return f"{type(fault).__name__}{where}"


def _harness_fault(key: Key, reason: str) -> Verdict:
    return replace(_unrun(key, Status.HARNESS_ERROR), harness_fault=reason)


def _unrun(key: Key, status: Status) -> Verdict:
    """The verdict on what was never run."""
    return Verdict(status, not_run(key), Load(Outcome.NOT_RUN))


def tell(
    submission: Submission,
    key: Key,
    verdict: Verdict,
    cause: Cause | None,
    layers: tuple[str, ...],
    *,
    seen: Sequence[Seen] = (),
    reveal: bool = False,
) -> Result:
    """The result of a verdict, redacted for the student unless one's own practice reveals it all."""
    told = _told_cases(submission, key, verdict, seen, reveal)
    messages = [
        check_message(judged, case, cause if judged.status is not Status.PASSED else None)
        for judged, case in zip(verdict.checks, told, strict=True)
    ]
    checks = tuple(
        CheckResult(
            name=check.name,
            status=judged.status.value,
            points=judged.points,
            max_points=check.points,
            visibility=check.visibility,
            message=text,
            diagnosis=cause.slug if cause is not None and judged.status is not Status.PASSED else None,
            cases=len(judged.cases),
            failed_cases=sum(case.status not in (Status.PASSED, Status.NOT_RUN) for case in judged.cases),
            printed=case.printed if case is not None else None,
        )
        for check, judged, case, text in zip(key.checks, verdict.checks, told, messages, strict=True)
    )
    message = _message(submission, key, verdict, told, messages)
    details = {case.detail for judged in verdict.checks for case in judged.cases}
    flags = [ENDED_THE_SERVER] if ENDED_THE_SERVER in details else []
    flags += [WITHOUT_TORCH] if _lacks_torch(verdict) else []
    score = None if verdict.status is Status.HARNESS_ERROR else sum(check.points for check in checks)
    result = _bare(submission, key.exercise, verdict.status, score, message, key.seed, layers)
    notes = _harmless((*submission.notes, *verdict.load.notes, *flags))
    return _with(
        result,
        checks=checks,
        max_score=sum(check.points for check in key.checks),
        diagnosis=cause.slug if cause is not None else None,
        notes=(*notes, REVEALED) if reveal else notes,
    )


def _lacks_torch(verdict: Verdict) -> bool:
    """Whether a file did not load for want of torch, which is no fault of its student."""
    error = verdict.load.error
    wanted = error is not None and error.name == "ModuleNotFoundError" and "'torch" in error.message
    return wanted and verdict.status is Status.IMPORT_FAILED and "torch" not in versions()


def _told_cases(
    submission: Submission, key: Key, verdict: Verdict, seen: Sequence[Seen], reveal: bool
) -> list[ToldCase | None]:
    """What may be told of each check: nothing else of a case goes into a result."""
    by_place = places(seen)
    visible = {index for index, check in enumerate(key.checks) if check.visibility == "visible"}
    public = frozenset().union(*(known_keys(item.value) for item in key.expected if item.check in visible))
    units = (*submission.units, *module_units(submission.companions))
    told = []
    for check, judged in zip(key.checks, verdict.checks, strict=True):
        first = judged.first_failure
        observed = by_place.get((judged.index, first.case)) if first is not None else None
        told.append(told_case(check, judged, observed, units=units, public=public, reveal=reveal))
    return told


def _message(
    submission: Submission,
    key: Key,
    verdict: Verdict,
    told: Sequence[ToldCase | None],
    messages: Sequence[str],
) -> str:
    """The one text that tells a student the first thing to mend."""
    if verdict.status in (Status.PASSED, Status.FAILED):
        untouched = verdict.status is Status.FAILED and same_code(key.stub, "\n".join(_sources(submission)))
        message = (
            not_started_message(key.exercise.name, told)
            if untouched
            else result_message(key.checks, verdict, messages)
        )
        return f"{message} {_hint(submission, _absent(told))}".rstrip()
    if verdict.status is Status.HARNESS_ERROR:
        fault = verdict.harness_fault or ""
        return f"This could not be graded, and that is not your fault: {clean(fault, MAX_FAULT)}."
    names = key.exercise.entry_points
    hint = _hint(submission, names) if verdict.status is Status.MISSING else ""
    return load_message(verdict.status, verdict.load, names, hint)


def own_units(submission: Submission) -> tuple[Unit, ...]:
    """What the student wrote, without the grader's own prelude to a notebook."""
    return tuple(unit for unit in submission.units if unit not in (notebook.PRELUDE, marimo.PRELUDE))


def _sources(submission: Submission) -> tuple[str, ...]:
    return tuple(unit.source for unit in own_units(submission))


def _absent(told: Sequence[ToldCase | None]) -> tuple[str, ...]:
    """The name that the first check that did not pass asked for in vain, if that is what was wrong."""
    first = next((case for case in told if case is not None), None)
    missed = first.mismatch if first is not None else None
    return (missed.expected,) if missed is not None and missed.rung is Rung.ENTRY_POINT else ()


def _hint(submission: Submission, names: tuple[str, ...]) -> str:
    """A sentence on a name in the student's code that nearly is one of those asked for."""
    return near_name(names, _sources(submission)) if names else ""


def unrun_result(submission: Submission, key: Key, status: Status, message: str) -> Result:
    """The result of a submission that was never run: every check not run, score 0."""
    result = tell(submission, key, _unrun(key, status), None, ())
    return _with(result, message=clean(message, MAX_FAULT))


def impersonal(submission: Submission) -> Submission:
    """The work alone, without whose it is and where it lay: what equal hand-ins share."""
    return replace(submission, path="", student="", name=None, late=False, notes=(), digest="")


def personal(result: Result, submission: Submission) -> Result:
    """The result of some work as that of whoever handed it in."""
    return _with(
        result,
        submission=submission.path,
        student=submission.student or None,
        name=submission.name,
        late=submission.late,
        notes=_harmless((*submission.notes, *result.notes)),
        fingerprint=msgspec.structs.replace(result.fingerprint, submission=submission.digest),
    )


def marked_unsafe(result: Result) -> Result:
    """The result of a run at level none, run or not: it says so itself."""
    layers = tuple(layer for layer in result.isolation if layer != UNSAFE)
    return _with(result, isolation=(UNSAFE, *layers), notes=(*result.notes, UNSAFE_NOTE))


def refused_result(submission: Submission, exercise: Exercise | str, fault: KataError, seed: int) -> Result:
    """The result where the exercise itself cannot be used: the harness's error, never a zero."""
    message = f"This could not be graded, and that is not your fault: {for_terminal(fault.told)}"
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

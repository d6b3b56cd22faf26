"""An exercise under one seed: the reference, its accepted variants, its known mistakes, the stub."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.answer_key import make_key, task_for, trusted_task
from grader.catalogue import FROZEN, SOLUTION, STUB
from grader.diagnose import diagnose
from grader.errors import KataError
from grader.frozen import FROZEN_SEED, freeze, is_stale
from grader.grade import grade
from grader.judge import judge
from grader.model import (
    Exercise,
    Key,
    Load,
    Mistake,
    Observation,
    Outcome,
    Seen,
    Status,
    Submission,
    Unit,
    Verdict,
)
from grader.seam import Worker
from grader.text import NOT_STARTED
from grader.verify.findings import Attempt, Seeded, Tried
from grader.verify.margins import has_tolerance, strays, too_near

EXACT = "exact.py"
TIME_SHARE = 1 / 3


def examine_seed(exercise: Exercise, seed: int, worker: Worker) -> Seeded:
    """Make the key of a seed and try the author's own solutions on it."""
    try:
        return _examined(make_key(exercise, seed, worker), worker)
    except KataError as fault:
        return Seeded(seed, None, (str(fault),))


def _examined(key: Key, worker: Worker) -> Seeded:
    exercise = key.exercise
    assert exercise.solution_folder is not None
    bank = _Bank(key, worker, exercise.solution_folder)
    tried = tuple(bank.mistakes())
    faults = [*bank.faults, *bank.reference(), *bank.accepted(), *bank.exact()]
    if is_stale(key):
        faults.append(f"{FROZEN} is missing or stale: `kata verify --freeze {exercise.name}` writes it")
    return Seeded(key.seed, replace(key, mistakes=()), tuple(faults), tried)


@dataclass
class _Bank:
    """The solutions of an exercise, and a key to try them on."""

    key: Key
    worker: Worker
    folder: Path

    def __post_init__(self) -> None:
        self.faults: list[str] = []
        self.source = (self.folder / SOLUTION).read_text(encoding="utf-8")

    def _run(self, label: str, source: str) -> list[Seen]:
        return list(self.worker.run(trusted_task(self.key, label, source)))

    def reference(self) -> Iterator[str]:
        """It gives the same bits again, in a third of the time there is."""
        seen = self._run(SOLUTION, self.source)
        again = tuple(item for item in seen if isinstance(item, Observation))
        if len(again) != len(self.key.expected):
            yield "the reference does not load the second time"
            return
        for first, second in zip(self.key.expected, again, strict=True):
            if (first.outcome, first.value) != (second.outcome, second.value):
                check = self.key.checks[first.check]
                label = check.cases[first.case].label
                yield f"the reference gives other bits the second time: {check.name!r} on {label!r}"
        limits = self.key.exercise.limits
        for index, check in enumerate(self.key.checks):
            # Of two runs the quicker one counts: the machine may be busy.
            took_s = min(
                sum(item.seconds for item in run if item.check == index) for run in (self.key.expected, again)
            )
            if took_s > limits.time_per_check_s * TIME_SHARE:
                share = f"a third of {limits.time_per_check_s:g} s"
                yield f"the reference takes {took_s:.2g} s for {check.name!r}, more than {share}"
        took_s = min(sum(item.seconds for item in run) for run in (self.key.expected, again))
        if took_s > limits.time_per_submission_s * TIME_SHARE:
            share = f"a third of {limits.time_per_submission_s:g} s"
            yield f"the reference takes {took_s:.2g} s for all checks, more than {share}"

    def accepted(self) -> Iterator[str]:
        """Every accepted variant passes."""
        for path in sorted((self.folder / "accepted").glob("*.py")):
            verdict = judge(self.key, self._run(path.name, path.read_text(encoding="utf-8")))
            if verdict.status is not Status.PASSED:
                yield f"accepted/{path.name} is {verdict.status.value}: {_failing(self.key, verdict)}"

    def mistakes(self) -> Iterator[Tried]:
        """Every known mistake fails for certain, and is named by its own diagnosis."""
        names = tuple((entry, "callable") for entry in self.key.exercise.entry_points)
        for mistake in self.key.mistakes:
            file = f"mistakes/{mistake.slug}.py"
            if not mistake.text:
                self.faults.append(f"{file} has no docstring: it is what a student is told")
            seen: list[Seen] = [Load(Outcome.RETURNED, entry_points=names), *mistake.seen]
            verdict = judge(self.key, seen)
            killed_by = tuple(c.index for c in verdict.checks if c.status is not Status.PASSED)
            yield Tried("mistake", mistake.slug, verdict.status.value, killed_by, self.key.seed)
            if not mistake.seen:
                self.faults.append(f"{file} does not load; a mistake is a file that runs")
            elif verdict.status is not Status.FAILED:
                self.faults.append(f"{file} is {verdict.status.value}; it should fail")
            else:
                self._certain(file, mistake, verdict, seen)

    def _certain(self, file: str, mistake: Mistake, verdict: Verdict, seen: list[Seen]) -> None:
        cause = diagnose(self.key, verdict, seen)
        # Two that no input can tell apart are one to a student: they share a text, and either may be named.
        if cause is None or cause.texts != (mistake.text,):
            named = cause.slug if cause else "nothing"
            self.faults.append(
                f"{file} is named {named}, not {mistake.slug}: a case should tell them apart; "
                "if none can, they are one mistake, and both should have the same text"
            )
        missed = too_near(self.key, verdict, seen)
        if missed is not None:
            self.faults.append(
                f"{file} misses by {missed:.2g} allowances at most; that is too near to be sure"
            )

    def exact(self) -> Iterator[str]:
        """Where numbers are inexact, the reference stays near those computed with more digits."""
        path = self.folder / EXACT
        if not path.is_file():
            if has_tolerance(self.key.checks):
                yield f"{EXACT} is missing: a check has a tolerance, and there is nothing to measure it with"
            return
        seen = self._run(EXACT, path.read_text(encoding="utf-8"))
        verdict = judge(self.key, seen)
        if verdict.status is not Status.PASSED:
            yield f"{EXACT} is {verdict.status.value}: {_failing(self.key, verdict)}"
            return
        yield from strays(self.key, seen)


def _failing(key: Key, verdict: Verdict) -> str:
    return "; ".join(key.checks[c.index].name for c in verdict.checks if c.status is not Status.PASSED)


def stub_faults(key: Key, worker: Worker, *, program: bool) -> Iterator[str]:
    """The stub loads, fails, and is told apart as not started.

    ``program`` says that it is one of a debugging exercise, which does something already.
    """
    exercise = key.exercise
    submission = Submission(STUB, "", exercise.name, (Unit(f"{exercise.name}.py", key.stub),))
    result = grade(submission, key, worker)
    if result.status != "failed":
        yield f"the stub is {result.status}; it should load and fail"
        return
    if NOT_STARTED not in result.message:
        yield f"the stub is not told apart as not started, but: {result.message}"
    passed = [check.name for check in result.checks if check.status == "passed"]
    if passed and not program:
        yield f"the stub passes {'; '.join(passed)}"
    if all(check.status == "passed" for check in result.checks if check.visibility == "visible"):
        yield "the stub passes all visible checks: a student would see nothing to do"


def try_out(key: Key, attempt: Attempt, worker: Worker) -> Tried:
    """Run a wrong file as a submission, and see which checks it fails."""
    units = (Unit(f"{key.exercise.name}.py", attempt.source),)
    verdict = judge(key, list(worker.run(task_for(key, units, cells=False))))
    killed_by = tuple(c.index for c in verdict.checks if c.status not in (Status.PASSED, Status.NOT_RUN))
    return Tried(attempt.kind, attempt.name, verdict.status.value, killed_by, key.seed)


def freeze_file(exercise: Exercise, worker: Worker) -> Path:
    """Write ``examples.json`` from the visible cases; raises `KataError` if there is no key."""
    path = exercise.folder / FROZEN
    path.write_bytes(freeze(make_key(exercise, FROZEN_SEED, worker)))
    return path

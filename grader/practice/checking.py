"""Checking one's own files: keys and servers stay warm between checks, and what came of them is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.errors import HarnessError, UsageError
from grader.intake.own_files import read_own_file
from grader.model import Evidence, Exercise, Key, Result, Submission
from grader.needs import server_kind
from grader.practice.announcing import Announce, Announcing
from grader.practice.cancelling import Cancellation
from grader.practice.events import Event, event
from grader.practice.own_worker import OwnWorker
from grader.practice.progress import Progress
from grader.seam import Worker
from grader.started import same_code

# Only then did a check run: a save in the middle of a line or an absent package is no try at the exercise.
ATTEMPTED = ("passed", "failed")


@dataclass(frozen=True)
class Checked:
    """What came of checking a file.

    Attributes
    ----------
    result, evidence, key
        The result, what it rests on, and the key that it was judged by.
    examples_only
        Whether nothing hidden was run, as there are no solutions.
    untouched
        Whether the file is the stub as it was laid out; that is no attempt.
    first_pass
        Whether it passed, and the exercise was not passed before.
    not_kept
        Why the attempt could not be kept, in a sentence.
    """

    result: Result
    evidence: Evidence = field(repr=False)
    key: Key = field(repr=False)
    examples_only: bool = False
    untouched: bool = False
    first_pass: bool = False
    not_kept: str | None = None


class Practice:
    """Checks one's own files with one worker. Keys are made once and kept in memory.

    Parameters
    ----------
    worker
        What runs them; it stays open.
    progress
        Where attempts are kept; None to keep nothing.
    seed
        The seed of the hidden cases.
    """

    def __init__(self, worker: OwnWorker, progress: Progress | None, seed: int = 0) -> None:
        self.worker = worker
        self.progress = progress
        self.seed = seed
        self._keys: dict[str, Key] = {}

    def key(self, exercise: Exercise) -> Key:
        """The answer key of an exercise, from memory, from the cache, or made now."""
        from grader.prepared import own_key

        if exercise.name not in self._keys:
            self._keys[exercise.name] = own_key(exercise, self.seed, self.worker)
        return self._keys[exercise.name]

    def check(
        self,
        exercise: Exercise,
        path: Path,
        *,
        shown: str | None = None,
        student: str = "",
        changes: Mapping[str, object] | None = None,
        reveal: bool = False,
        cancellation: Cancellation | None = None,
        announce: Announce | None = None,
    ) -> Checked:
        """Check a file as the answer to an exercise; the rest is as in `check_submission`."""
        submission = read_own_file(path, exercise.name, student=student, shown=shown or str(path))
        return self.check_submission(
            exercise, submission, changes=changes, reveal=reveal, cancellation=cancellation, announce=announce
        )

    def check_submission(
        self,
        exercise: Exercise,
        submission: Submission,
        *,
        changes: Mapping[str, object] | None = None,
        reveal: bool = False,
        cancellation: Cancellation | None = None,
        announce: Announce | None = None,
    ) -> Checked:
        """Check an answer to an exercise and keep the attempt, unless it is the last one again.

        Parameters
        ----------
        exercise, submission
            The exercise and the answer.
        changes
            To the limits of the exercise.
        reveal
            Whether the result tells of hidden cases, too.
        cancellation
            Ends the run from another thread.
        announce
            Called with the index and the status of each check as soon as all of it was seen, while the
            others still run. What counts is the result: a fault of the harness runs them all again.

        Raises
        ------
        PackError, MissingPackage, UsageError, HarnessError
            The exercise cannot be used, the file cannot be read, or nothing can be run here.
        Cancelled
            The ``cancellation`` was asked for; nothing is kept.
        """
        self.worker.prepare(server_kind(exercise, submission.units))  # it warms up while this side does
        from grader.grade import grade_with_evidence, own_units
        from grader.prepared import with_limits

        key = with_limits(self.key(exercise), changes or {})
        worker: Worker = self.worker if cancellation is None else cancellation.of(self.worker)
        if announce is not None:
            worker = Announcing(worker, key, announce)
        result, evidence = grade_with_evidence(submission, key, worker, reveal=reveal)
        if cancellation is not None:
            cancellation.require_none()
        checked = Checked(
            result,
            evidence,
            key,
            examples_only=exercise.solution_folder is None,
            untouched=same_code(key.stub, "\n".join(unit.source for unit in own_units(submission))),
        )
        return self.kept(checked)

    def kept(self, checked: Checked) -> Checked:
        """Keep an attempt; where that is not possible, the result stands and a sentence says so."""
        result = checked.result
        if self.progress is None or checked.untouched or result.status not in ATTEMPTED:
            return checked
        attempt = _attempt(checked)
        try:
            before = self.progress.standings().of(result.exercise)
            if _is_same(before.last_attempt, attempt):
                return checked
            self.progress.record(attempt)
        except (HarnessError, UsageError) as fault:
            return replace(checked, not_kept=fault.told)
        passed = result.status == "passed" and before.passed_at is None
        return replace(checked, first_pass=passed)


def _attempt(checked: Checked) -> Event:
    result = checked.result
    return event(
        "attempt",
        result.exercise,
        status=result.status,
        score=result.score,
        max_score=result.max_score,
        complete=not checked.examples_only,
        digest=result.fingerprint.submission or None,
    )


def _is_same(last: Event | None, attempt: Event) -> bool:
    """Whether the same content was checked again and came to the same."""
    if last is None or attempt.digest is None:
        return False
    known = (last.digest, last.status, last.score, last.complete)
    return known == (attempt.digest, attempt.status, attempt.score, attempt.complete)

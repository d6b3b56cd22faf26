"""What reports are made of: who is in the class, how each exercise was answered, and what was set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from grader.causes import Group
from grader.intake.hand_ins import Passed
from grader.model import UNSAFE, UNSAFE_NOTE, Person, Result

NOT_SUBMITTED = "not_submitted"
NOT_GRADED = "not_graded"
NOT_RECOGNISED = "not_recognised"
# How a check ends without saying more than its points do; the other ways stand beside the score.
PLAIN = ("passed", "failed", "not_run")
NEEDS_EYE = ("harness_error", "unreadable")
# In a note; one that quotes a student's exception may hold the word alone ("No module named 'humanize'").
ASKS_FOR_AN_EYE = "human should look"


class Override(msgspec.Struct, frozen=True):
    """What an instructor set by hand for one student and exercise.

    Attributes
    ----------
    id
        Its number in the history.
    score, comment
        The score that counts in the place of the computed one, and what the student is told; at least
        one of them is there.
    reason
        Why, for those who grade; no student reads it.
    by, at
        Who set it, and when (UTC, ISO 8601).
    withdrawn_at, withdrawn_reason
        When and why it was taken back or replaced; None while it counts.
    """

    id: int
    student: str
    exercise: str
    score: float | None
    comment: str | None
    reason: str
    by: str
    at: str
    withdrawn_at: str | None = None
    withdrawn_reason: str | None = None


@dataclass(frozen=True)
class Entry:
    """One student and exercise: what the tables keep of a result, and what was set by hand.

    ``ends`` are the ways in which checks ended that say more than their points do; ``duration_s`` is
    the time that grading took, processes included. ``status`` is that of the result, or `NOT_GRADED`
    for what was handed in and not graded in any run yet (then ``computed`` is None). What was never
    handed in has no entry, unless something was set by hand: then ``status`` is `NOT_SUBMITTED`.
    """

    student: str
    exercise: str
    status: str
    computed: float | None
    max_score: float
    diagnosis: str | None = None
    message: str = ""
    submission: str = ""
    notes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    isolated: bool = True
    late: bool = False
    duration_s: float = 0.0
    override: Override | None = None

    @property
    def score(self) -> float | None:
        """The score that counts: as set by hand, else as computed; None where there is none."""
        if self.override is not None and self.override.score is not None:
            return self.override.score
        return self.computed

    @property
    def needs_eye(self) -> bool:
        """Whether a human should look at it."""
        settled = self.override is not None and self.override.score is not None
        flagged = self.status in NEEDS_EYE or any(ASKS_FOR_AN_EYE in note for note in self.notes)
        return flagged and not settled


def entry_of(result: Result, override: Override | None = None) -> Entry:
    """The entry of a result."""
    return Entry(
        student=result.student or "",
        exercise=result.exercise,
        status=result.status,
        computed=result.score,
        max_score=result.max_score,
        diagnosis=result.diagnosis,
        message=result.message,
        submission=result.submission,
        notes=tuple(note for note in result.notes if note != UNSAFE_NOTE),
        ends=tuple(dict.fromkeys(check.status for check in result.checks if check.status not in PLAIN)),
        isolated=UNSAFE not in result.isolation,
        late=result.late,
        duration_s=result.duration_s,
        override=override,
    )


class ToldMap(msgspec.Struct, frozen=True):
    """A map of wrong entries: lines above, pairs of a label and marks (``#``, ``+``, ``.``), a legend."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    legend: str


class Told(msgspec.Struct, frozen=True):
    """What an instructor may see of a check that failed, hidden ones included. No student may."""

    check: str
    message: str
    printed: str | None = None
    map: ToldMap | None = None


class Details(msgspec.Struct, frozen=True):
    """All that is kept of one result.

    ``result`` is redacted for its student; ``source`` holds pairs of a label and a text, in the order in
    which they ran; ``told`` is for instructors alone.
    """

    result: Result
    override: Override | None = None
    source: tuple[tuple[str, str], ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True)
class Gradebook:
    """A class as it stands.

    Attributes
    ----------
    people
        Everybody, by id: who handed something in, and who is on the roster.
    exercises
        The columns, by name.
    titles, max_scores
        By exercise; an exercise of which nothing is known is missing.
    entries
        By student and exercise.
    details
        Reads the full results one by one, in the order of student and exercise.
    groups
        Why the class fails, as of the last run.
    superseded, ignored
        The files that were passed over.
    unfinished
        How many hand-ins the last run did not come to.
    """

    people: tuple[Person, ...]
    exercises: tuple[str, ...]
    titles: Mapping[str, str]
    max_scores: Mapping[str, float]
    entries: Mapping[tuple[str, str], Entry]
    details: Callable[[], Iterator[Details]]
    groups: tuple[Group, ...] = ()
    superseded: tuple[Passed, ...] = ()
    ignored: tuple[Passed, ...] = ()
    layout: str = ""
    seed: int = 0
    unfinished: int = 0
    limits: Mapping[str, object] = field(default_factory=dict)

    def entry(self, student: str, exercise: str) -> Entry | None:
        """The entry of a student and exercise; None if nothing was handed in."""
        return self.entries.get((student, exercise))

    @cached_property
    def unrecognised(self) -> frozenset[str]:
        """Who handed in files, none of them an answer as far as could be told, and has no score by hand."""
        settled = {
            student
            for (student, _), entry in self.entries.items()
            if entry.status != NOT_SUBMITTED or entry.score is not None
        }
        return frozenset(each.student for each in self.ignored if each.student) - settled

    def unrecognised_files(self) -> tuple[Passed, ...]:
        """The files of these students."""
        return tuple(each for each in self.ignored if each.student in self.unrecognised)

    def total(self, student: str) -> float | None:
        """The sum of a student's scores; None while one of them, or all that was handed in, is not known."""
        known = []
        for exercise in self.exercises:
            entry = self.entries.get((student, exercise))
            if entry is None or (entry.status == NOT_SUBMITTED and entry.score is None):
                continue
            if entry.score is None:
                return None
            known.append(entry.score)
        return None if student in self.unrecognised else sum(known, 0.0)

    @property
    def max_total(self) -> float:
        """The most that can be reached."""
        return float(sum(self.max_scores.get(exercise, 0.0) for exercise in self.exercises))

"""What a class handed in, by its place; a file is read when it is graded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.intake.companions import Beside, companions_of, digest_of, leads_home
from grader.intake.source import Source, as_submission, load
from grader.model import Companion, Person, Submission

LEADS_OUT = "This is a link that leads out of the student's own folder. Hand in the file itself."


_UNPLACED = PurePosixPath("submission.py")


@dataclass(frozen=True)
class HandIn:
    """What one student handed in for one exercise.

    Attributes
    ----------
    path
        Where it is below what was handed in, as results show it.
    file
        Where it is on this machine.
    rivals
        Files that match equally, without rivals of their own: all are graded, the best counts.
    problem
        Why it cannot be graded, where that is known without reading it.
    own, besides, home
        Where it lies among its owner's files, these files, and the folder out of which no link is followed.
    """

    student: str
    exercise: str
    path: str
    file: Path
    name: str | None = None
    late: bool = False
    notes: tuple[str, ...] = ()
    rivals: tuple[HandIn, ...] = ()
    problem: str | None = None
    own: PurePosixPath = _UNPLACED
    besides: tuple[Beside, ...] = ()
    home: Path | None = None
    link: bool = False


@dataclass(frozen=True)
class Passed:
    """A file that is not graded, and why; student and exercise where they are known."""

    path: str
    student: str | None
    exercise: str | None
    reason: str


@dataclass(frozen=True)
class ClassSubmissions:
    """What a class handed in.

    Attributes
    ----------
    layout, layouts
        What was recognised and why, in words; and the short names of the layouts.
    hand_ins
        Sorted by student and exercise.
    people
        All students who were seen or are on the roster, sorted by id.
    superseded
        Older and lesser versions of what is graded.
    ignored
        Files that are nobody's answer. Junk is not among them.
    unpacked
        The private folder that archives were unpacked into, if there are any.
    """

    layout: str
    layouts: tuple[str, ...] = ()
    hand_ins: tuple[HandIn, ...] = ()
    people: tuple[Person, ...] = ()
    superseded: tuple[Passed, ...] = ()
    ignored: tuple[Passed, ...] = ()
    has_roster: bool = False
    unpacked: Path | None = None


def read_hand_in(hand_in: HandIn) -> Submission:
    """Read what was handed in, and what lies beside it; no file of a student's raises."""
    source = _source(hand_in)
    submission = as_submission(source, hand_in.exercise, hand_in.student, hand_in.path)
    companions: tuple[Companion, ...] = ()
    notes: tuple[str, ...] = ()
    if source.problem is None and hand_in.besides:
        companions, notes = companions_of(source.code, hand_in.own, hand_in.besides, hand_in.home)
    return replace(
        submission,
        name=hand_in.name,
        late=hand_in.late,
        notes=submission.notes + hand_in.notes + notes,
        companions=companions,
        digest=digest_of(submission.digest, companions),
    )


def _source(hand_in: HandIn) -> Source:
    if hand_in.link and not leads_home(hand_in.file, hand_in.home):
        return Source(problem=LEADS_OUT)
    source = load(hand_in.file)
    return Source(problem=hand_in.problem, digest=source.digest) if hand_in.problem else source

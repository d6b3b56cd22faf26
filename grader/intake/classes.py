"""Reads what a class handed in: from a folder or a file to one submission per student and exercise.

Nothing here runs a student's code, and one damaged file hurts its owner only.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.errors import UsageError
from grader.intake.layouts import Claim, Class, Recognised, base_folder, recognise
from grader.intake.names import ExerciseNames, Match
from grader.intake.source import Source, as_submission, load, printable, student_name, why
from grader.intake.walk import Found, Inventory, is_archive, is_code, walk
from grader.model import Exercise, Submission


@dataclass(frozen=True)
class ClassSubmissions:
    """What a class handed in.

    ``layout`` says what was recognised and why; ``ignored`` holds a path and a reason for all that
    was passed over; ``students`` are all who were seen, those without any submission included.
    """

    layout: str
    submissions: tuple[Submission, ...]
    ignored: tuple[tuple[str, str], ...] = ()
    students: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    """One file that may be a student's answer to one exercise."""

    claim: Claim
    match: Match

    @property
    def shown(self) -> str:
        return str(self.claim.found.rel)


class _Reader:
    """Reads each file once, and none through a link that leads out of its owner's folder."""

    def __init__(self, root: Path, names: ExerciseNames) -> None:
        self.root = root
        self.names = names
        self._sources: dict[Path, Source] = {}

    def code_of(self, found: Found) -> str:
        """Return a file's code while its owner is unknown: no link is followed."""
        return "" if found.link else self._load(found.path).code

    def source(self, claim: Claim) -> Source:
        """Return what an owner's file holds."""
        if claim.found.link and not self._leads_home(claim):
            return Source(
                problem="This is a link that leads out of the student's own folder. Hand in the file itself."
            )
        return self._load(claim.found.path)

    def defines(self, claim: Claim, exercise: str) -> bool:
        """Whether the file defines an entry point of the exercise."""
        return exercise in self.names.by_code(self.source(claim).code)

    def _load(self, path: Path) -> Source:
        if path not in self._sources:
            self._sources[path] = load(path)
        return self._sources[path]

    def _leads_home(self, claim: Claim) -> bool:
        if claim.home is None:
            return False
        target = Path(os.path.realpath(claim.found.path))
        return target.is_relative_to(os.path.realpath(self.root / claim.home))


def read_class(path: Path, exercises: Mapping[str, Exercise]) -> ClassSubmissions:
    """Read everything that a class handed in.

    Parameters
    ----------
    path
        A folder in one of the layouts that are recognised, or a single file.
    exercises
        The exercises of the pack by name.

    Returns
    -------
    ClassSubmissions
        One submission per student and exercise, sorted by student and exercise. Files that cannot
        be read are submissions with a ``problem``.

    Raises
    ------
    UsageError
        If there is no such path, or it cannot be read or holds nothing to grade.
    """
    names = ExerciseNames(exercises)
    inventory, root = _inventory(path)
    reader = _Reader(root, names)
    name = student_name(Path(os.path.realpath(root)).name) or "class"
    view = Class(
        PurePosixPath(), name, tuple(inventory.files), tuple(inventory.folders), names, reader.code_of
    )
    view = base_folder(view)
    layouts = recognise(view)
    ignored = list(inventory.ignored)
    candidates = _candidates(layouts, reader, ignored)
    submissions = [
        _choose(student, exercise, found, reader, ignored)
        for (student, exercise), found in sorted(candidates.items())
    ]
    if not submissions:
        raise UsageError(_nothing(path, inventory, names))
    seen = {student_name(student) for layout in layouts for student in layout.students}
    return ClassSubmissions(
        layout=_in_words(view, layouts, candidates),
        submissions=tuple(submissions),
        ignored=tuple(sorted((printable(rel), printable(reason)) for rel, reason in ignored)),
        students=tuple(sorted(seen | {submission.student for submission in submissions})),
    )


def _inventory(path: Path) -> tuple[Inventory, Path]:
    """Return what was handed in and the folder that paths are relative to; UsageError if there is nothing."""
    shown = printable(str(path))
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            inventory = walk(path)
        elif stat.S_ISREG(mode):
            with path.open("rb"):
                pass  # a single file that is locked is the caller's mistake, not a student's
            inventory = Inventory([Found(PurePosixPath(path.name), path, is_code(path.name))])
        else:
            raise UsageError(f"{shown} is neither a folder nor a file. Name a folder of submissions.")
    except FileNotFoundError:
        if path.is_symlink():
            raise UsageError(f"{shown} is a link that leads nowhere.") from None
        raise UsageError(f"{shown} does not exist. Name a folder of submissions or a file.") from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {why(error)}.") from None
    except ValueError:
        raise UsageError("The path given is not one that a file can have.") from None
    if stat.S_ISDIR(mode):
        return inventory, path
    if is_archive(path.name):
        raise UsageError(
            f"{shown} is an archive. Archives are not read yet: unpack it first, name the folder."
        )
    return inventory, path.parent


def _candidates(
    layouts: list[Recognised], reader: _Reader, ignored: list[tuple[str, str]]
) -> dict[tuple[str, str], list[_Candidate]]:
    """Sort the files by student and exercise; those that match nothing go to ``ignored``."""
    candidates: dict[tuple[str, str], list[_Candidate]] = {}
    for claim in (claim for layout in layouts for claim in layout.claims):
        exercises, match = _answers(claim, reader)
        for exercise in exercises:
            key = (student_name(claim.student), exercise)
            candidates.setdefault(key, []).append(_Candidate(claim, match))
        if not exercises:
            ignored.append((str(claim.found.rel), _unmatched(claim, reader)))
    return candidates


def _answers(claim: Claim, reader: _Reader) -> tuple[tuple[str, ...], Match]:
    """Say which exercises a file answers, by its names or else by its code."""
    exercises, match = reader.names.by_path(claim.named)
    if claim.found.code and not exercises:
        return reader.names.by_code(reader.source(claim).code), Match.CODE
    if not claim.found.code and match > Match.WORDS:
        return (), match  # a text or a picture beside the code; only its own name makes it an answer
    return exercises, match


def _unmatched(claim: Claim, reader: _Reader) -> str:
    if not claim.found.code:
        return "it is no .py file and no notebook, and is not named as an exercise"
    if problem := reader.source(claim).problem:
        return f"its name says no exercise, and it cannot be read: {problem}"
    return "neither its name nor the functions and classes it defines say an exercise"


def _choose(
    student: str,
    exercise: str,
    candidates: list[_Candidate],
    reader: _Reader,
    ignored: list[tuple[str, str]],
) -> Submission:
    """Take the best of a student's files for one exercise, and note the others."""

    def rank(candidate: _Candidate) -> tuple[bool, int, bool, int]:
        claim, match = candidate.claim, candidate.match
        # Where the name does not settle it, a helper beside the answer must not be taken for it.
        helper = match >= Match.WORDS and len(candidates) > 1 and not reader.defines(claim, exercise)
        return not claim.found.code, int(match), helper, len(claim.found.rel.parts)

    ranked = sorted((rank(each), each.claim.found.rel.parts, i) for i, each in enumerate(candidates))
    best = candidates[ranked[0][2]]
    submission = as_submission(reader.source(best.claim), exercise, student, best.shown)
    notes = list(submission.notes)
    if best.match is Match.CODE:
        notes.append(f"The file's name says no exercise; it defines what {exercise} asks for.")
    for order, _, i in ranked[1:]:
        other = candidates[i]
        if reason := _no_rival(order, best, other, exercise):
            ignored.append((other.shown, reason))
        elif order == ranked[0][0]:
            notes.append(
                f"superseded: {printable(other.shown)} "
                "(an equal match; the first by name was taken, a human should look)"
            )
        else:
            notes.append(f"superseded: {printable(other.shown)} ({_worse(order, ranked[0][0])})")
    return replace(submission, notes=tuple(notes))


def _no_rival(
    order: tuple[bool, int, bool, int], best: _Candidate, other: _Candidate, exercise: str
) -> str | None:
    """Why a file never was another version of the answer; None if it was."""
    document, _, helper, _ = order
    if document and best.claim.found.code:
        return f"it is not code; {best.shown} was graded"
    if helper and other.match is Match.FOLDER:
        return f"it lies beside {best.shown} and defines nothing that {exercise} asks for"
    return None


def _worse(order: tuple[bool, int, bool, int], best: tuple[bool, int, bool, int]) -> str:
    if order[1] == best[1]:
        return "it defines no entry point" if order[2] != best[2] else "it lies deeper"
    return {
        Match.COPY: "its name is that of a copy",
        Match.WORDS: "its name is less exact",
        Match.FOLDER: "only its folder says the exercise",
        Match.CODE: "its name says no exercise",
    }.get(Match(order[1]), "its name is less exact")


def _in_words(
    view: Class, layouts: list[Recognised], candidates: Mapping[tuple[str, str], list[_Candidate]]
) -> str:
    """Say which layouts were recognised and for how many students; those without work are left out."""
    used = {id(each.claim) for found in candidates.values() for each in found}

    def described() -> Iterator[str]:
        for layout in layouts:
            students = {claim.student for claim in layout.claims if id(claim) in used}
            if students:
                yield f"{layout.words} ({len(students)} student{'s' if len(students) > 1 else ''})"

    inside = f"inside the folder {printable(str(view.base))}: " if view.base.parts else ""
    return inside + "; ".join(described())


def _some(words: Sequence[str], most: int) -> str:
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")


def _nothing(path: Path, inventory: Inventory, names: ExerciseNames) -> str:
    """Say what was found where nothing is to be graded, and which names are expected."""
    found = [str(each.rel) for each in inventory.files] + [rel for rel, _ in inventory.ignored]
    if path.is_dir() and not found:
        what = "holds only files that are skipped (hidden, caches, tests)" if inventory.junk else "is empty"
    else:
        listed = _some([printable(each) for each in sorted(found)], 5)
        what = f"holds nothing to grade. Found: {listed}" if path.is_dir() else "answers no known exercise"
    archives = sum(is_archive(rel) for rel, _ in inventory.ignored)
    unpack = f" Archives are not read yet: unpack the {archives} found first." if archives else ""
    example = names.names[0] if names.names else "exercise"
    known = _some(names.names, 8)
    return (
        f"{printable(str(path))} {what}.{unpack} Expected are .py files or notebooks named as "
        f"student/{example}.py, student__{example}.py, {example}/student.py or {example}.py. "
        f"Exercises: {known or 'none'}."
    )

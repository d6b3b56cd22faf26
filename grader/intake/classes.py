"""Opens what a class handed in: a folder, an archive or a file, in whatever layout it came.

Nothing here runs a student's code, and one damaged file hurts its owner only.
"""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.errors import UsageError
from grader.intake.archives import DOWNLOAD
from grader.intake.courses import github, gradescope, nbgrader
from grader.intake.hand_ins import ClassSubmissions, HandIn, Passed, read_hand_in
from grader.intake.layouts import (
    Class,
    Recognised,
    Recogniser,
    base_folder,
    recognise,
    recognise_downloads,
)
from grader.intake.names import ExerciseNames
from grader.intake.people import with_roster
from grader.intake.plain import PLAIN, SURE
from grader.intake.platforms import blackboard, canvas, moodle
from grader.intake.sorting import Reader, passed_over, sort_files
from grader.intake.source import printable, student_name, why
from grader.intake.walk import (
    Found,
    Inventory,
    PassedOver,
    is_archive,
    kind_of,
    skipped,
    unpacked,
    walk,
    without_ending,
)
from grader.model import Exercise, Person
from grader.passing import PassingFolder

__all__ = ["LAYOUTS", "ClassSubmissions", "HandIn", "Passed", "open_class", "read_hand_in"]

PLATFORMS: dict[str, Recogniser] = {
    "gradescope": gradescope,
    "nbgrader": nbgrader,
    "moodle": moodle,
    "blackboard": blackboard,
    "canvas": canvas,
    "github": github,
}
"""The layouts of platforms, the surest first."""

# Those that tell an id of the platform's; the others name a student by a folder or a login.
_WITH_IDS = frozenset({"gradescope", "moodle", "canvas"})

_NAMED = 20

LAYOUTS: tuple[str, ...] = (*PLATFORMS, *PLAIN)
"""The short names of all layouts."""


@contextmanager
def open_class(
    path: Path,
    exercises: Mapping[str, Exercise],
    *,
    layout: str | None = None,
    roster: Sequence[Person] = (),
) -> Iterator[ClassSubmissions]:
    """Find what a class handed in. What was unpacked for it is removed when the block ends.

    Parameters
    ----------
    path
        A folder or an archive in one of the layouts that are recognised, or a single file.
    exercises
        The exercises of the pack by name.
    layout
        The short name of the only layout to look for; all are if it is not given.
    roster
        Who should have handed something in.

    Yields
    ------
    ClassSubmissions
        One hand-in per student and exercise. What cannot be read is told when it is read.

    Raises
    ------
    UsageError
        If there is no such path or layout, or the path cannot be read or holds nothing to grade.
    """
    if layout is not None and layout not in LAYOUTS:
        raise UsageError(f"There is no layout {layout!r}. Layouts: {', '.join(LAYOUTS)}.")
    private = _Private()
    try:
        yield _find(_opened(path, private), ExerciseNames(exercises), layout, roster)
    finally:
        private.remove()


class _Private:
    """A folder of our own, made when it is first asked for."""

    def __init__(self) -> None:
        self._made: PassingFolder | None = None

    def __call__(self) -> Path:
        if self._made is None:
            self._made = PassingFolder("kata-class-")
        return self._made.path

    def made(self) -> Path | None:
        """The folder, if there is one."""
        return None if self._made is None else self()

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        if self._made is not None:
            self._made.remove()


@dataclass(frozen=True)
class _Opened:
    """What was handed in: its files, the folder that paths of links are relative to, and its name."""

    path: Path
    inventory: Inventory
    root: Path
    name: str
    unpacked: Path | None


def _find(
    opened: _Opened, names: ExerciseNames, layout: str | None, roster: Sequence[Person]
) -> ClassSubmissions:
    reader = Reader(opened.root, names)
    view = _view(opened, names, reader)
    layouts, strays, base = (
        _all_layouts(view) if layout is None else _one_layout(replace(view, forced=True), layout)
    )
    claims = [claim for each in layouts for claim in each.claims]
    people = with_roster(_seen(layouts), roster)
    found = sort_files(claims, reader, people)
    if not found.hand_ins:
        raise UsageError(_nothing(opened, names, layout))
    ignored = found.ignored + passed_over(opened.inventory.ignored, claims, people)
    ignored += [
        Passed(printable(shown), None, None, reason) for each in layouts for shown, reason in each.passed
    ]
    ignored += [Passed(printable(stray.shown), None, None, stray.reason) for stray in strays]
    used = {claim.found for claim in found.graded}
    students = [(each, _working(each, used)) for each in layouts]
    listed = {people.known[who.id].id for each in layouts for who in each.people}
    listed |= {hand_in.student for hand_in in found.hand_ins} | {who.id for who in people.absent}
    return ClassSubmissions(
        layout=_in_words(base, students) + ("" if layout else _doubt(layouts, found.hand_ins)),
        layouts=tuple(dict.fromkeys(each.slug for each, working in students if working)),
        hand_ins=tuple(found.hand_ins),
        people=tuple(who for who in people.all() if who.id in listed),
        superseded=_listed(found.superseded, listed),
        ignored=_listed(ignored, listed),
        has_roster=bool(roster),
        unpacked=opened.unpacked,
    )


def _view(opened: _Opened, names: ExerciseNames, reader: Reader) -> Class:
    return Class(
        base=PurePosixPath(),
        name=opened.name,
        files=tuple(opened.inventory.files),
        folders=tuple(dict.fromkeys(opened.inventory.folders)),
        names=names,
        defined=reader.defined,
        head=reader.head,
    )


def _opened(path: Path, private: _Private) -> _Opened:
    """List what was handed in; UsageError if it is nothing that can be read."""
    shown = printable(str(path))
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            name = student_name(Path(os.path.realpath(path)).name) or "class"
            inventory = walk(path, private)
            return _Opened(path, inventory, path, name, private.made())
        if not stat.S_ISREG(mode):
            raise UsageError(f"{shown} is neither a folder nor a file. Name a folder of submissions.")
        with path.open("rb"):
            pass  # a single file that is locked is the caller's mistake, not a student's
    except FileNotFoundError:
        if path.is_symlink():
            raise UsageError(f"{shown} is a link that leads nowhere.") from None
        raise UsageError(f"{shown} does not exist. Name a folder of submissions or a file.") from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {why(error)}.") from None
    except ValueError:
        raise UsageError("The path given is not one that a file can have.") from None
    if is_archive(path.name):
        return _opened_archive(path, private)
    found = Found(PurePosixPath(path.name), path, kind_of(path.name), path.name)
    name = student_name(Path(os.path.realpath(path.parent)).name) or "class"
    return _Opened(path, Inventory([found]), path.parent, name, None)


def _opened_archive(path: Path, private: _Private) -> _Opened:
    """Unpack the archive that was handed in and list what it holds."""
    shown = printable(str(path))
    target = private() / "all"
    done = unpacked(path, target, DOWNLOAD)
    if done.problem:
        raise UsageError(f"{shown} cannot be read. {done.problem}")
    inventory = walk(target, private, f"{path.name}!/", 1)
    inventory.junk += done.junk
    inventory.ignored += skipped(done, PurePosixPath(), path.name, path.name)
    return _Opened(path, inventory, target, student_name(without_ending(path.name)), private())


_Layouts = tuple[list[Recognised], list[PassedOver], PurePosixPath]


def _all_layouts(view: Class) -> _Layouts:
    """Let all recognisers claim their files; also what is nobody's, and the folder of the plain layouts."""
    platforms, left = recognise_downloads(view, PLATFORMS)
    left = base_folder(left, SURE)
    plain, _ = recognise(left, PLAIN)
    roots = {root for each in (*platforms, *plain) for root in each.roots}
    strays: list[PassedOver] = []
    for place, each in enumerate(plain):
        if each.slug == "one_student":
            loose = [claim.found for claim in each.claims if claim.found.rel.parent in roots]
            strays += [
                PassedOver(found.rel, found.shown, "the files beside it say whose they are; it does not")
                for found in loose
            ]
            kept = tuple(claim for claim in each.claims if claim.found.rel.parent not in roots)
            plain[place] = replace(each, claims=kept)
    return platforms + plain, strays, left.base


def _one_layout(view: Class, slug: str) -> _Layouts:
    """Let one recogniser claim its files, and nobody the others."""
    if slug in PLATFORMS:
        layouts, left = recognise_downloads(view, {slug: PLATFORMS[slug]})
    else:
        view = base_folder(view, SURE)
        layouts, left = recognise(view, {slug: PLAIN[slug]})
    reason = f"the layout {slug} does not say whose it is"
    return layouts, [PassedOver(found.rel, found.shown, reason) for found in left.files], left.base


def _seen(layouts: list[Recognised]) -> Iterator[tuple[Person, bool]]:
    """Each student whom the layouts tell of, and whether by a platform's id."""
    for each in layouts:
        platform = each.slug in _WITH_IDS
        for who in (*each.people, *(who for claim in each.claims for who in claim.people)):
            yield who, platform


def _working(layout: Recognised, used: set[Found]) -> int:
    """How many students have work in a layout."""
    return len({who.id for claim in layout.claims if claim.found in used for who in claim.people})


def _in_words(base: PurePosixPath, layouts: Sequence[tuple[Recognised, int]]) -> str:
    """Say which layouts were recognised and for how many students; those without work are left out."""
    inside = f"inside the folder {printable(str(base))}: " if base.parts else ""
    return inside + "; ".join(
        f"{layout.words} ({working} student{'s' if working > 1 else ''})"
        for layout, working in layouts
        if working
    )


def _doubt(layouts: Sequence[Recognised], hand_ins: Sequence[HandIn]) -> str:
    """What to do if the files that are taken for one student's are a whole class's."""
    nobody = {claim.found.path for each in layouts if each.slug == "one_student" for claim in each.claims}
    if not any(hand_in.rivals and hand_in.file in nobody for hand_in in hand_ins):
        return ""
    return (
        ". Several of these files answer the same exercise. If they are several students', grade each week's "
        "folder on its own, or name the files student__exercise.py"
    )


def _listed(passed: list[Passed], students: set[str]) -> tuple[Passed, ...]:
    """Sort files by their paths; of many of one student's with one reason a few are named."""
    alike: dict[tuple[str | None, str | None, str], list[Passed]] = defaultdict(list)
    for each in sorted(passed, key=lambda each: (each.path, each.student or "", each.exercise or "")):
        student = each.student if each.student in students else None
        alike[student, each.exercise, each.reason].append(replace(each, student=student))
    kept = []
    for group in alike.values():
        kept += group[:_NAMED]
        if (more := len(group) - _NAMED) > 0:
            kept[-1] = replace(kept[-1], reason=f"{kept[-1].reason} (and {more:,} more files likewise)")
    return tuple(sorted(kept, key=lambda each: (each.path, each.student or "", each.exercise or "")))


def _some(words: Sequence[str], most: int) -> str:
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")


def _nothing(opened: _Opened, names: ExerciseNames, layout: str | None) -> str:
    """Say what was found where nothing is to be graded, and which names are expected."""
    inventory = opened.inventory
    found = [each.shown for each in inventory.files if not each.problem]
    found += [f"{each.shown} ({each.problem.rstrip('.')})" for each in inventory.files if each.problem]
    found += [each.shown for each in inventory.ignored]
    many = opened.path.is_dir() or is_archive(opened.path.name)
    if many and not found:
        what = "holds only files that are skipped (hidden, caches, tests)" if inventory.junk else "is empty"
    else:
        listed = _some([printable(each) for each in sorted(found)], 5)
        sort = f" in the layout {layout}" if layout else ""
        what = f"holds nothing to grade{sort}. Found: {listed}" if many else "answers no known exercise"
    example = names.names[0] if names.names else "exercise"
    known = _some(names.names, 8)
    return (
        f"{printable(str(opened.path))} {what}. Expected are downloads of a learning platform, or .py files "
        f"or notebooks named as student/{example}.py, student__{example}.py, {example}/student.py or "
        f"{example}.py. "
        f"Exercises: {known or 'none'}."
    )

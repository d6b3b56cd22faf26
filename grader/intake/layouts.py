"""Who handed in which file: a list of recognisers, each of which claims the files that it understands.

A recogniser sees the files that none before it claimed, and says in words what it recognised. The
layouts of learning platforms are further recognisers, to stand before the plain ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.intake.names import ExerciseNames, is_neutral
from grader.intake.walk import Found

_PROSE = (".txt", ".md", ".html", ".htm", "")


@dataclass(frozen=True)
class Claim:
    """A file with its owner.

    ``home`` is the owner's own folder, out of which no link is followed (None: there is none).
    ``named`` is the path that tells the exercise, with the owner's name taken out of it.
    """

    found: Found
    student: str
    home: PurePosixPath | None
    named: PurePosixPath


@dataclass(frozen=True)
class Recognised:
    """What one recogniser understood: in words, the files, and students who may have handed in nothing."""

    words: str
    claims: tuple[Claim, ...]
    students: tuple[str, ...] = ()


@dataclass(frozen=True)
class Class:
    """The files to be claimed, as seen from ``base``, the folder that holds the students' work.

    ``name`` is that folder's own name; ``code_of`` reads a file's code (empty if it cannot be read).
    """

    base: PurePosixPath
    name: str
    files: tuple[Found, ...]
    folders: tuple[PurePosixPath, ...]
    names: ExerciseNames
    code_of: Callable[[Found], str]

    def parts(self, found: Found) -> tuple[str, ...]:
        """Return the parts of a file's path below ``base``."""
        return found.rel.relative_to(self.base).parts

    def top_folders(self) -> tuple[str, ...]:
        """Return the names of the folders in ``base``."""
        return tuple(folder.name for folder in self.folders if folder.parent == self.base)


Recogniser = Callable[[Class], Recognised | None]


def _split(name: str, names: ExerciseNames) -> tuple[str, str] | None:
    """Take ``student__exercise`` apart, in either order; None if neither side says an exercise."""
    if "__" not in name.strip("_"):
        return None
    left, _, right = name.rpartition("__")
    if left and (names.by_name(right)[0] or is_neutral(right)):
        return left.strip("_ "), right
    left, _, right = name.partition("__")
    if right and names.by_name(left)[0]:
        return right.strip("_ "), left
    return None


def _student_and_exercise(view: Class) -> Recognised | None:
    """``student__exercise.py``, and folders named in the same way."""
    claims = []
    for found in view.files:
        top, *rest = view.parts(found)
        split = _split(top if rest else found.rel.stem, view.names)
        if split is None or not split[0]:
            continue
        student, exercise = split
        inside = PurePosixPath(view.name, exercise, *rest) if rest else PurePosixPath(view.name, exercise)
        home = view.base / top if rest else None
        claims.append(Claim(found, student, home, inside if rest else _ended(inside, found)))
    words = "names such as student__exercise.py say the student, then two underscores, then the exercise"
    return Recognised(words, tuple(claims)) if claims else None


def _ended(path: PurePosixPath, found: Found) -> PurePosixPath:
    """Give a path the ending of a file."""
    return path.with_name(path.name + found.rel.suffix)


def _exercise_folders(view: Class) -> Recognised | None:
    """``exercise/student.py`` and ``exercise/student/any.py``."""
    claims = []
    for found in view.files:
        top, *rest = view.parts(found)
        exercise = view.names.exact(top)
        if not rest or exercise is None:
            continue
        student = rest[0] if len(rest) > 1 else found.rel.stem
        if not _is_person(student, found, view.names):
            continue
        if len(rest) > 1:
            named = PurePosixPath(top, *rest[1:])
            claims.append(Claim(found, student, view.base / top / rest[0], named))
        else:
            claims.append(Claim(found, student, None, PurePosixPath(top, top + found.rel.suffix)))
    words = "folders are named as exercises and hold one file or folder per student"
    return Recognised(words, tuple(claims)) if claims else None


def _is_person(name: str, found: Found, names: ExerciseNames) -> bool:
    """Whether a name can be a student's. Texts beside the work are nobody's."""
    if not found.code and found.rel.suffix.lower() in _PROSE:
        return False
    return not is_neutral(name) and not names.by_name(name)[0]


def _one_file_each(view: Class) -> Recognised | None:
    """``ada.py``, ``bob.py``: in a folder named as an exercise, or defining the same thing."""
    loose = [found for found in view.files if len(view.parts(found)) == 1 and found.code]
    people = [found for found in loose if _is_person(found.rel.stem, found, view.names) and not found.link]
    exercise = view.names.exact(view.name)
    if exercise and not any(view.names.by_name(found.rel.stem)[0] for found in loose):
        claims = [
            Claim(found, found.rel.stem, None, PurePosixPath(exercise + found.rel.suffix)) for found in people
        ]
        words = f"the folder is named as the exercise {exercise} and holds one file per student"
        return Recognised(words, tuple(claims)) if claims else None
    # Without this, the files of a whole class would be taken for versions of one student's file.
    defined = {found: view.names.by_code(view.code_of(found)) for found in people}
    often = Counter(name for names in defined.values() for name in names)
    claims = [
        Claim(found, found.rel.stem, None, PurePosixPath(found.rel.name))
        for found in people
        if any(often[name] > 1 for name in defined[found])
    ]
    words = "several files define the same exercise and each is named differently: one file per student"
    return Recognised(words, tuple(claims)) if claims else None


def _student_folders(view: Class) -> Recognised | None:
    """``student/exercise.py``, at any depth inside the student's folder."""
    students = [
        top for top in view.top_folders() if view.names.exact(top) is None and not _split(top, view.names)
    ]
    with_code = {view.parts(found)[0] for found in view.files if found.code and len(view.parts(found)) > 1}
    if not any(top in with_code and not is_neutral(top) for top in students):
        return None  # folders such as week1/ are one student's own order
    taken = frozenset(students)
    claims = [
        Claim(found, top, view.base / top, PurePosixPath(view.name, *rest))
        for found in view.files
        for top, *rest in [view.parts(found)]
        if rest and top in taken
    ]
    return Recognised("each folder is one student's", tuple(claims), tuple(students))


def _one_student(view: Class) -> Recognised | None:
    """Whatever is left, in folders or loose: one student, named as the folder given."""
    claims = tuple(
        Claim(found, view.name, view.base, PurePosixPath(view.name, *view.parts(found)))
        for found in view.files
    )
    if not claims:
        return None
    return Recognised("files without a student's name are one student's, named as the folder", claims)


PLAIN: tuple[Recogniser, ...] = (
    _student_and_exercise,
    _exercise_folders,
    _one_file_each,
    _student_folders,
    _one_student,
)
"""The plain layouts, the surest first; the last one claims everything."""


def recognise(view: Class, recognisers: tuple[Recogniser, ...] = PLAIN) -> list[Recognised]:
    """Let each recogniser claim its files.

    Parameters
    ----------
    view
        All files.
    recognisers
        In order; each sees what those before it left.

    Returns
    -------
    list[Recognised]
        What each of them that claimed something understood.
    """
    layouts: list[Recognised] = []
    for recogniser in recognisers:
        if recognised := recogniser(view):
            layouts.append(recognised)
            claimed = {claim.found for claim in recognised.claims}
            rest = tuple(found for found in view.files if found not in claimed)
            view = Class(view.base, view.name, rest, view.folders, view.names, view.code_of)
    return layouts


def base_folder(view: Class) -> Class:
    """Look inside a folder that wraps the whole class, as unpacking an archive leaves one.

    The single folder of a class of one student looks the same, so it is taken for a wrapper only if
    what is inside belongs to several students beyond doubt: by names of the sure layouts, or because
    several of its folders answer the same exercise.
    """
    for _ in range(3):
        tops = {view.parts(found)[0] for found in view.files}
        if len(tops) != 1 or any(len(view.parts(found)) == 1 for found in view.files):
            break
        top = tops.pop()
        inner = Class(view.base / top, top, view.files, view.folders, view.names, view.code_of)
        sure = recognise(inner, PLAIN[:3])
        if len({claim.student for layout in sure for claim in layout.claims}) < 2 and not _repeats(inner):
            break
        view = inner
    return view


def _repeats(view: Class) -> bool:
    """Whether two folders, neither of them named neutrally, hold the same exercise by name."""
    answered: dict[str, set[str]] = {}
    for found in view.files:
        top, *rest = view.parts(found)
        if not rest:
            return False
        if found.code and not is_neutral(top) and not view.names.by_name(top)[0]:
            for name in view.names.by_path(PurePosixPath(*rest))[0]:
                answered.setdefault(name, set()).add(top)
    return any(len(folders) > 1 for folders in answered.values())

"""The plain layouts: what instructors sort by hand, and one archive per student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from grader.intake.layouts import Claim, Class, Recognised, Recogniser, person
from grader.intake.names import ExerciseNames, is_neutral
from grader.intake.walk import Found, Kind

_PROSE = (".txt", ".md", ".html", ".htm", "")


def _in_folder(found: Found, student: str, home: PurePosixPath, named: PurePosixPath) -> Claim:
    """A file in the folder of its owner."""
    own = PurePosixPath(*found.rel.parts[len(home.parts) :])
    return Claim(found, (person(student),), home, named, ("folder", str(home)), own)


def _alone(found: Found, student: str, named: PurePosixPath, own: PurePosixPath) -> Claim:
    """A file in a folder that its owner shares with others."""
    scope = ("loose", str(found.rel.parent), student)
    return Claim(found, (person(student),), None, named, scope, own)


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


def student_and_exercise(view: Class) -> Recognised | None:
    """``student__exercise.py``, and folders and archives named in the same way."""
    claims = []
    students = set()
    for found in view.files:
        top, *rest = view.parts(found)
        split = _split(top if rest else found.rel.stem, view.names)
        if split is None or not split[0]:
            continue
        student, exercise = split
        students.add(student)
        if rest:
            inside = PurePosixPath(view.name, exercise, *rest)
            claims.append(_in_folder(found, student, view.base / top, inside))
        else:
            file = exercise + found.rel.suffix
            claims.append(_alone(found, student, PurePosixPath(view.name, file), PurePosixPath(file)))
    claims += _beside(view, students, {claim.found for claim in claims})
    words = "names such as student__exercise.py say the student, then two underscores, then the exercise"
    return _recognised("student_exercise", words, claims)


def _beside(view: Class, students: set[str], claimed: set[Found]) -> list[Claim]:
    """Other files of students who are known by now: ``ada__helper.py``, ``ada__grid.csv``."""
    claims = []
    for found in view.files:
        student, mark, rest = found.rel.name.partition("__")
        if mark and rest and student in students and found not in claimed and len(view.parts(found)) == 1:
            claims.append(_alone(found, student, PurePosixPath(view.name, rest), PurePosixPath(rest)))
    return claims


def exercise_folders(view: Class) -> Recognised | None:
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
            claims.append(_in_folder(found, student, view.base / top / rest[0], named))
        else:
            named = PurePosixPath(top, top + found.rel.suffix)
            claims.append(_alone(found, student, named, PurePosixPath(found.rel.name)))
    words = "folders are named as exercises and hold one file or folder per student"
    roots = {view.base / view.parts(claim.found)[0] for claim in claims}
    return _recognised("exercise_folders", words, claims, roots=sorted(roots))


def _is_person(name: str, found: Found, names: ExerciseNames) -> bool:
    """Whether a name can be a student's. Texts and data beside the work are nobody's."""
    if found.kind is Kind.DATA or (not found.code and found.rel.suffix.lower() in _PROSE):
        return False
    return not is_neutral(name) and not names.by_name(name)[0]


def file_per_student(view: Class) -> Recognised | None:
    """``ada.py``, ``bob.py``: in a folder named as an exercise, or defining the same thing."""
    loose = [found for found in view.files if len(view.parts(found)) == 1 and found.code]
    people = [found for found in loose if _is_person(found.rel.stem, found, view.names) and not found.link]
    exercise = view.names.exact(view.name)
    if exercise and not any(view.names.by_name(found.rel.stem)[0] for found in loose):
        claims = [
            _alone(
                found,
                found.rel.stem,
                PurePosixPath(exercise + found.rel.suffix),
                PurePosixPath(found.rel.name),
            )
            for found in people
        ]
        words = f"the folder is named as the exercise {exercise} and holds one file per student"
        return _recognised("file_per_student", words, claims, roots=[view.base])
    # Without this, the files of a whole class would be taken for versions of one student's file.
    defined = {found: view.defined(found) for found in people}
    often = Counter(name for names in defined.values() for name in names)
    claims = [
        _alone(found, found.rel.stem, PurePosixPath(found.rel.name), PurePosixPath(found.rel.name))
        for found in people
        if view.forced or any(often[name] > 1 for name in defined[found])
    ]
    words = "several files define the same exercise and each is named differently: one file per student"
    return _recognised("file_per_student", words, claims)


def student_folders(view: Class) -> Recognised | None:
    """``student/exercise.py``, at any depth inside the student's folder or archive."""
    students = [
        top
        for top in dict.fromkeys(view.top_folders())
        if view.names.exact(top) is None and not _split(top, view.names)
    ]
    with_code = {
        view.parts(found)[0]
        for found in view.files
        if found.kind in (Kind.CODE, Kind.BROKEN) and len(view.parts(found)) > 1
    }
    if not view.forced and not any(top in with_code and not is_neutral(top) for top in students):
        return None  # folders such as week1/ are one student's own order
    taken = frozenset(students)
    claims = [
        _in_folder(found, top, view.base / top, PurePosixPath(view.name, *rest))
        for found in view.files
        for top, *rest in [view.parts(found)]
        if rest and top in taken
    ]
    return _recognised("student_folders", "each folder is one student's", claims, students)


def one_student(view: Class) -> Recognised | None:
    """Whatever is left, in folders or loose: one student, named as the folder given."""
    # Beside the work of others the folder given is no home: a link could lead to their files.
    claims = [
        _in_folder(found, view.name, view.base, PurePosixPath(view.name, *view.parts(found)))
        if view.whole
        else Claim(
            found,
            (person(view.name),),
            None,
            PurePosixPath(view.name, *view.parts(found)),
            ("rest", str(view.base)),
            PurePosixPath(*view.parts(found)),
        )
        for found in view.files
    ]
    words = "files without a student's name are one student's, named as the folder"
    # Nobody is seen in files that answer nothing, such as a text for the reader.
    return Recognised("one_student", words, tuple(claims)) if claims else None


def _recognised(
    slug: str,
    words: str,
    claims: Sequence[Claim],
    students: Sequence[str] = (),
    roots: Sequence[PurePosixPath] = (),
) -> Recognised | None:
    """What a plain layout understood; None if it claims nothing."""
    if not claims:
        return None
    people = {who.id: who for claim in claims for who in claim.people}
    people |= {who.id: who for who in map(person, students)}
    return Recognised(slug, words, tuple(claims), tuple(people.values()), roots=tuple(roots))


SURE: dict[str, Recogniser] = {
    "student_exercise": student_and_exercise,
    "exercise_folders": exercise_folders,
    "file_per_student": file_per_student,
}
"""The plain layouts that show by their names, the surest first."""

PLAIN: dict[str, Recogniser] = {
    **SURE,
    "student_folders": student_folders,
    "one_student": one_student,
}
"""The plain layouts; the last one claims everything."""

"""The layouts that say the owner by folders: Gradescope, nbgrader, GitHub Classroom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from grader.intake.layouts import Claim, Class, Recognised, person
from grader.intake.platforms import merged
from grader.intake.source import student_name
from grader.intake.walk import Found
from grader.model import Person

_METADATA = "submission_metadata.yml"
_METADATA_BYTES = 64 * 2**20
_STANDS = "the folder's name stands for the student"


def _folder_claim(
    found: Found,
    people: tuple[Person, ...],
    home: PurePosixPath,
    outside: tuple[str, ...],
    attempt: str = "",
    notes: tuple[str, ...] = (),
) -> Claim:
    """A file in the folder of its owners; ``outside`` say the assignment, and perhaps the exercise."""
    inside = found.rel.parts[len(home.parts) :]
    return Claim(
        found=found,
        people=people,
        home=home,
        named=PurePosixPath(*filter(None, outside), *inside),
        scope=("folder", str(home)),
        own=PurePosixPath(*inside),
        attempt=attempt,
        assignment="/".join(outside),
        platform=True,
        notes=notes,
    )


def _files_in(view: Class, folders: Iterable[PurePosixPath]) -> dict[PurePosixPath, list[Found]]:
    """The files below each of some folders, none of which lies inside another."""
    inside: dict[PurePosixPath, list[Found]] = {folder: [] for folder in folders}
    for found in view.files if inside else ():
        for folder in found.rel.parents:
            if folder in inside:
                inside[folder].append(found)
    return inside


def _outside(view: Class, root: PurePosixPath) -> tuple[str, ...]:
    """The names of the folders around a download, that of what was handed in among them."""
    return (view.name, *root.parts[len(view.base.parts) :])


# ------------------------------------------------------------------------------------ Gradescope

_SUBMISSION = re.compile(r"submission_(\d+)")
_EXPORT = re.compile(r"assignment_\d+_export")


def gradescope(view: Class) -> Recognised | None:
    """``assignment_<id>_export/submission_<id>/`` with who handed them in in ``submission_metadata.yml``."""
    exports: dict[PurePosixPath, Found | None] = {
        found.rel.parent: found
        for found in view.files
        if found.rel.name == _METADATA and _at_depth(view, _export_anchor(view, found.rel.parent))
    }
    if not exports and view.forced:
        # Without the file the folders are all there is.
        roots = {folder.parent for folder in view.folders if _SUBMISSION.fullmatch(folder.name)}
        exports = {root: None for root in sorted(roots) if _at_depth(view, _export_anchor(view, root))}
    return _of_exports(view, exports)


def _at_depth(view: Class, anchor: PurePosixPath) -> bool:
    return len(anchor.parts) == len(view.base.parts) + view.depth


def _export_anchor(view: Class, root: PurePosixPath) -> PurePosixPath:
    """The folder in which an export was recognised by its own name, or else by what is in it."""
    return root.parent if root != view.base and _EXPORT.fullmatch(root.name) else root


def _of_exports(view: Class, exports: dict[PurePosixPath, Found | None]) -> Recognised | None:
    claims: list[Claim] = []
    people: list[Person] = []
    numbers = {
        folder: read[1]
        for folder in view.folders
        if folder.parent in exports and (read := _SUBMISSION.fullmatch(folder.name))
    }
    if not numbers:
        return None
    owners = {root: _owners(view, metadata) for root, metadata in exports.items()}
    inside = _files_in(view, numbers)
    for folder, number in numbers.items():
        known, problem = owners[folder.parent]
        who = known.get(folder.name, ())
        notes: tuple[str, ...] = ()
        if not who:
            who = (person(folder.name),)
            notes = (problem or f"{_METADATA} does not tell who handed in {folder.name}; {_STANDS}.",)
        people += who
        outside = _outside(view, folder.parent)
        attempt = number.zfill(20)
        claims += [_folder_claim(found, who, folder, outside, attempt, notes) for found in inside[folder]]
    return Recognised(
        "gradescope",
        f"an export from Gradescope: folders submission_<id> and {_METADATA}",
        tuple(claims),
        merged(people),
        taken=frozenset(found for found in exports.values() if found),
        folders=tuple(numbers),
        roots=tuple(exports),
        anchors=tuple(_export_anchor(view, root) for root in exports),
    )


def _owners(view: Class, metadata: Found | None) -> tuple[dict[str, tuple[Person, ...]], str | None]:
    """Who handed in which folder, and what is wrong with the file that should say so."""
    from grader.intake.submitters import NotMetadata, submitters_of  # YAML is of no use to any other layout

    try:
        return (submitters_of(view.head(metadata, _METADATA_BYTES)) if metadata else {}), None
    except NotMetadata as error:
        return {}, f"{_METADATA} cannot be read ({error}); {_STANDS}."


# -------------------------------------------------------------------------------------- nbgrader

_COURSE = frozenset({"source", "release", "autograded", "feedback"})
_EXCHANGED = re.compile(
    r"(?P<student>[^+]+)\+(?P<assignment>[^+]+)\+(?P<stamp>\d{4}-\d\d-\d\d[^+]*)(?:\+(?P<random>[^+]*))?"
)
_STAMP = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?")


def nbgrader(view: Class) -> Recognised | None:
    """``submitted/student/assignment/``, and inbound folders ``student+assignment+timestamp+random``."""
    exchanged = {
        folder: read
        for folder in view.folders
        if _at_depth(view, folder.parent) and (read := _EXCHANGED.fullmatch(folder.name))
    }
    root = _submitted_folder(view)
    claims = list(_inbound(view, exchanged))
    passed: tuple[tuple[str, str], ...] = ()
    others: frozenset[Found] = frozenset()
    if root is not None:
        claims += _submitted(view, root)
        passed, others = _rest_of_course(view, root)
    if not claims:
        return None
    stamps = frozenset(claim.found for claim in claims if claim.own == PurePosixPath("timestamp.txt"))
    people = merged(who for claim in claims for who in claim.people)
    return Recognised(
        "nbgrader",
        "folders of nbgrader: submitted/student/assignment, or student+assignment+timestamp",
        tuple(claim for claim in claims if claim.found not in stamps),
        people,
        passed=passed,
        taken=others | stamps,
        folders=tuple(exchanged),
        anchors=tuple({folder.parent for folder in exchanged} | ({_outer(view, root)} if root else set())),
    )


def _inbound(view: Class, exchanged: dict[PurePosixPath, re.Match[str]]) -> Iterator[Claim]:
    for home, files in _files_in(view, exchanged).items():
        read = exchanged[home]
        for found in files:
            who = person(read["student"])
            yield _folder_claim(found, (who,), home, (read["assignment"],), read["stamp"])


def _outer(view: Class, root: PurePosixPath) -> PurePosixPath:
    return root if root == view.base else root.parent


def _submitted(view: Class, root: PurePosixPath) -> Iterator[Claim]:
    below = len(root.parts)
    stamps = {
        found.rel.parent: _STAMP.match(view.head(found, 200).strip())
        for found in view.files
        if found.rel.name == "timestamp.txt"
    }
    for found in view.files:
        if found.rel.is_relative_to(root) and len(found.rel.parts) >= below + 3:
            student, assignment = found.rel.parts[below : below + 2]
            home = root / student / assignment
            stamp = stamps.get(home)
            attempt = stamp[0].replace("T", " ") if stamp else ""
            yield _folder_claim(found, (person(student),), home, (assignment,), attempt)


def _rest_of_course(view: Class, root: PurePosixPath) -> tuple[tuple[tuple[str, str], ...], frozenset[Found]]:
    """The course's other folders, which hold its own files and are passed over as a whole."""
    passed: dict[str, str] = {}
    others = set()
    place = len(root.parts) - 1
    for found in view.files:
        if root == view.base or not found.rel.is_relative_to(root.parent):
            continue
        top = found.rel.parts[place]
        if top in _COURSE and len(found.rel.parts) > place + 1:
            others.add(found)
            passed[found.shown.split(f"{top}/", 1)[0] + top] = (
                "of the folders of an nbgrader course only submitted is read"
            )
    return tuple(passed.items()), frozenset(others)


def _submitted_folder(view: Class) -> PurePosixPath | None:
    """Where ``submitted`` is, if something besides its name says that it is nbgrader's."""
    whole = view.name == "submitted" and view.depth == 0
    if whole and (view.forced or any(_is_stamp(view.parts(found)) for found in view.files)):
        return view.base
    for folder in view.folders:
        if folder.name != "submitted" or not _at_depth(view, folder.parent):
            continue
        beside = {other.name for other in view.folders if other.parent == folder.parent}
        inside = [f.rel.parts[len(folder.parts) :] for f in view.files if f.rel.is_relative_to(folder)]
        if view.forced or beside & _COURSE or any(_is_stamp(parts) for parts in inside):
            return folder
    return None


def _is_stamp(parts: tuple[str, ...]) -> bool:
    return len(parts) == 3 and parts[2] == "timestamp.txt"


# -------------------------------------------------------------------------------- GitHub Classroom


def github(view: Class) -> Recognised | None:
    """``<slug>-submissions/<slug>-<user>/``: one clone per student."""
    clones: dict[PurePosixPath, tuple[str, str]] = {}
    for folder in view.folders:
        outer = view.name if folder.parent == view.base else folder.parent.name
        if not _at_depth(view, _outer(view, folder.parent)):
            continue
        slug, mark, rest = outer.rpartition("-submissions")
        if mark and not rest and slug and folder.name.startswith(slug + "-"):
            user = folder.name[len(slug) + 1 :]
            if user:
                clones[folder] = (slug, user)
    if not clones:
        return None
    claims = [
        _folder_claim(found, (_user(user),), folder, (slug,))
        for folder, files in _files_in(view, clones).items()
        for slug, user in [clones[folder]]
        for found in files
    ]
    return Recognised(
        "github",
        "clones of GitHub Classroom: folders named <assignment>-<user> in <assignment>-submissions",
        tuple(claims),
        merged(_user(user) for _, user in clones.values()),
        folders=tuple(clones),
        roots=tuple(dict.fromkeys(folder.parent for folder in clones)),
        anchors=tuple({_outer(view, folder.parent) for folder in clones}),
    )


def _user(name: str) -> Person:
    return Person(student_name(name), login=student_name(name))

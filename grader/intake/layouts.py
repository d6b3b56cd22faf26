"""Who handed in which file: a list of recognisers, each of which claims the files that it understands.

A recogniser sees the files that none before it claimed, and says in words what it recognised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from grader.intake.names import ExerciseNames, is_neutral
from grader.intake.source import student_name
from grader.intake.walk import Found, Kind
from grader.model import Person

# How deep below what was handed in the folder of a download may lie.
MAX_DEPTH = 3


@dataclass(frozen=True)
class Claim:
    """A file with its owners, of whom there are several if a group handed it in.

    Attributes
    ----------
    home
        The owner's own folder, out of which no link is followed (None: there is none).
    named
        The path that tells the exercise, with the owner's name taken out of it.
    scope, own, alias
        Files of one scope are the same owner's and lie beside each other; ``own`` is where the file
        lies among them, ``alias`` its name with a mark that a platform may have added.
    attempt, serial
        The platform's number or date of an attempt, and its number of a file; the highest counts.
    assignment
        Which of the platform's assignments it was handed in for; empty if that is not told.
    platform
        Whether a platform named the owner, and all that is here was handed in as an answer.
    typed
        What was handed in instead of a file ("text typed into Canvas").
    """

    found: Found
    people: tuple[Person, ...]
    home: PurePosixPath | None
    named: PurePosixPath
    scope: tuple[str, ...]
    own: PurePosixPath
    attempt: str = ""
    serial: int = 0
    assignment: str = ""
    late: bool = False
    platform: bool = False
    typed: str | None = None
    notes: tuple[str, ...] = ()
    alias: PurePosixPath | None = None

    @property
    def student(self) -> str:
        """The first owner."""
        return self.people[0].id


@dataclass(frozen=True)
class Recognised:
    """What one recogniser understood.

    Attributes
    ----------
    slug, words
        Its short name, and what was recognised and why.
    claims
        The files with their owners.
    people
        Students who were seen, with and without files.
    passed
        Files that are nobody's work, with the reason; one entry may stand for a whole folder.
    taken
        Files that tell about the others and are no work themselves.
    folders
        Folders that were understood; those of claimed files need not be named.
    roots
        The folders whose files say by their names whose they are: any other loose in them is nobody's.
    anchors
        The folders whose entries were recognised by their names, those of downloads if not given.
    """

    slug: str
    words: str
    claims: tuple[Claim, ...]
    people: tuple[Person, ...] = ()
    passed: tuple[tuple[str, str], ...] = ()
    taken: frozenset[Found] = frozenset()
    folders: tuple[PurePosixPath, ...] = ()
    roots: tuple[PurePosixPath, ...] = ()
    anchors: tuple[PurePosixPath, ...] | None = None


@dataclass(frozen=True)
class Class:
    """The files to be claimed, as seen from ``base``, the folder that holds the students' work.

    ``name`` is that folder's own name; ``defined`` tells the exercises of which a file's code defines
    something; ``head`` reads the beginning of a small text (empty if it cannot be read). ``whole`` is
    whether nothing was claimed yet, ``forced`` whether the instructor named the layout; ``depth`` is how
    many folders below ``base`` a platform's names are looked for.
    """

    base: PurePosixPath
    name: str
    files: tuple[Found, ...]
    folders: tuple[PurePosixPath, ...]
    names: ExerciseNames
    defined: Callable[[Found], tuple[str, ...]]
    head: Callable[[Found, int], str]
    whole: bool = True
    forced: bool = False
    depth: int = 0

    def parts(self, found: Found) -> tuple[str, ...]:
        """Return the parts of a file's path below ``base``."""
        return found.rel.parts[len(self.base.parts) :]

    def top_folders(self) -> tuple[str, ...]:
        """Return the names of the folders in ``base``."""
        return tuple(folder.name for folder in self.folders if folder.parent == self.base)


Recogniser = Callable[[Class], Recognised | None]


def person(name: str) -> Person:
    """A student known by the name of a folder or a file."""
    return Person(student_name(name))


def recognise(view: Class, recognisers: Mapping[str, Recogniser]) -> tuple[list[Recognised], Class]:
    """Let each recogniser claim its files.

    Parameters
    ----------
    view
        All files.
    recognisers
        By their slugs, in order; each sees what those before it left.

    Returns
    -------
    list[Recognised], Class
        What each of them that claimed something understood, and what is left.
    """
    layouts: list[Recognised] = []
    for recogniser in recognisers.values():
        if recognised := recogniser(view):
            layouts.append(recognised)
            view = _without(view, recognised)
    return layouts, view


def _without(view: Class, recognised: Recognised) -> Class:
    """The view without what was understood, and without the folders that hold it."""
    gone = {claim.found for claim in recognised.claims} | recognised.taken
    deepest = max((len(folder.parts) for folder in view.folders), default=0)
    ways = [found.rel.parent.parts for found in gone] + [folder.parts for folder in recognised.folders]
    understood = {way[:depth] for way in set(ways) for depth in range(deepest + 1)}
    return replace(
        view,
        files=tuple(found for found in view.files if found not in gone),
        folders=tuple(folder for folder in view.folders if folder.parts not in understood),
        whole=view.whole and not recognised.claims,
    )


def recognise_downloads(view: Class, platforms: Mapping[str, Recogniser]) -> tuple[list[Recognised], Class]:
    """Let the recognisers of platforms claim their files: in what was handed in, else in folders inside it.

    What a student handed in must not be taken for a download, since its names would then say whose it
    is. So the outermost names count, and inside folders all that lies beside each other must be downloads.
    """
    for depth in range(MAX_DEPTH + 1):
        # By the names alone first: a text is read only where it is the platform's, and no student's.
        layouts, _ = recognise(replace(view, depth=depth, head=_unread), platforms)
        if layouts and (view.forced or _all_are_downloads(view, layouts)):
            layouts, left = recognise(replace(view, depth=depth), platforms)
            return layouts, replace(left, depth=0)
    return [], view


def _unread(_found: Found, _most_bytes: int) -> str:
    return ""


def _all_are_downloads(view: Class, layouts: list[Recognised]) -> bool:
    """Whether beside the folders that were recognised, and those around them, nothing else is work."""
    anchors = {
        anchor for each in layouts for anchor in (each.roots if each.anchors is None else each.anchors)
    }
    covered = anchors | {outer for anchor in anchors for outer in anchor.parents}
    around = {outer for anchor in anchors for outer in anchor.parents if outer.is_relative_to(view.base)}
    return all(
        PurePosixPath(*found.rel.parts[: len(outer.parts) + 1]) in covered
        for outer in around
        for found in view.files
        if found.kind in (Kind.CODE, Kind.BROKEN) and found.rel.is_relative_to(outer)
    )


def base_folder(view: Class, sure: Mapping[str, Recogniser]) -> Class:
    """Look inside a folder that wraps the whole class, as unpacking an archive leaves one.

    The single folder of a class of one student looks the same, so it is taken for a wrapper only if
    what is inside belongs to several students beyond doubt: by names of the ``sure`` layouts, or
    because several of its folders answer the same exercise.
    """
    for _ in range(3):
        tops = {view.parts(found)[0] for found in view.files}
        if len(tops) != 1 or any(len(view.parts(found)) == 1 for found in view.files):
            break
        top = tops.pop()
        inner = replace(view, base=view.base / top, name=top)
        layouts, _left = recognise(inner, sure)
        if len({claim.student for each in layouts for claim in each.claims}) < 2 and not _repeats(inner):
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

"""The files below a folder, found without opening one, following no link and waiting for no pipe.

Archives are unpacked into a private folder and looked into as if they were folders.
"""

from __future__ import annotations

import enum
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from grader.errors import HarnessError
from grader.intake.archives import DOWNLOAD, STUDENT, ArchiveLimits, Unpacked, unpack, work_for
from grader.intake.junk import is_junk_name
from grader.intake.members import Work
from grader.intake.source import NOTEBOOK, PYTHON, printable, why

MAX_LEVELS = 3
# How often all archives of one folder may be as much work as one may.
_WORK_OF_MANY = 20

_CODE = (PYTHON, NOTEBOOK)
_ARCHIVES = (
    ".zip", ".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz", ".gz", ".bz2", ".xz",
    ".7z", ".rar",
)  # fmt: skip
# What a student may hand in by mistake in the place of code. Data files are no mistake.
_DOCUMENTS = re.compile(
    r"\.(?:txt|md|rtf|docx?|odt|pages|pdf|html?|pptx|xlsx|png|jpe?g|gif|webp|heic|bmp|tiff?|pyc)"
)


class Kind(enum.Enum):
    """What a file is by its name: code, what may stand in its place, anything else.

    An archive is here only if it is broken, or in part: it stands for the answer that may be lost in it.
    """

    CODE = "code"
    DOCUMENT = "document"
    DATA = "data"
    BROKEN = "broken"
    IN_PART = "in part"


@dataclass(frozen=True, eq=False)
class Found:
    """A file that may be somebody's work; each is itself alone.

    ``rel`` is its path below what was handed in, in which an archive counts as a folder named
    without its ending; ``shown`` is the path as results show it. ``problem`` says what is wrong
    with an archive that cannot be looked into.
    """

    rel: PurePosixPath
    path: Path
    kind: Kind
    shown: str
    link: bool = False
    problem: str | None = None

    @property
    def code(self) -> bool:
        """Whether it is code by its name."""
        return self.kind is Kind.CODE


@dataclass(frozen=True)
class PassedOver:
    """What is no file that could be work: its place, its path as shown, and why."""

    rel: PurePosixPath
    shown: str
    reason: str


@dataclass
class Inventory:
    """What lies below a folder. ``folders`` are those on the first levels, empty ones included."""

    files: list[Found] = field(default_factory=list)
    folders: list[PurePosixPath] = field(default_factory=list)
    ignored: list[PassedOver] = field(default_factory=list)
    junk: int = 0


@dataclass
class _Budget:
    """What one archive of a student's, and all archives inside it, may still unpack.

    ``outer`` is what all archives may that lie below one entry of the class: of many small ones, too,
    each of which unpacks to as much as it may, the disk must not be full.
    """

    members: int
    unpacked_bytes: int
    work: Work
    outer: _Budget | None = None

    def limits(self) -> ArchiveLimits:
        """What the next archive may hold."""
        if self.outer is None:
            return ArchiveLimits(self.members, self.unpacked_bytes)
        most = min(self.unpacked_bytes, self.outer.unpacked_bytes)
        return ArchiveLimits(min(self.members, self.outer.members), most)

    def take(self, members: int, unpacked_bytes: int) -> None:
        """Take off what was unpacked, so that archives inside archives do not multiply it."""
        self.members = max(self.members - members, 0)
        self.unpacked_bytes = max(self.unpacked_bytes - unpacked_bytes, 0)
        if self.outer is not None:
            self.outer.take(members, unpacked_bytes)


def _for_many() -> _Budget:
    work = Work(_WORK_OF_MANY * work_for(STUDENT).most)
    return _Budget(DOWNLOAD.members, DOWNLOAD.unpacked_bytes, work)


def _for_one(outer: _Budget | None) -> _Budget:
    work = work_for(STUDENT, None if outer is None else outer.work)
    return _Budget(STUDENT.members, STUDENT.unpacked_bytes, work, outer)


@dataclass(frozen=True)
class _Folder:
    """A folder to be listed: ``shown`` is what goes before the names in it.

    ``many`` is for all archives in it; None in a folder around the whole class.
    """

    path: Path
    rel: PurePosixPath
    shown: str
    level: int
    budget: _Budget | None = None
    many: _Budget | None = None


def is_archive(name: str) -> bool:
    """Whether a file is an archive by its name, of whatever kind."""
    return name.lower().endswith(_ARCHIVES)


def without_ending(name: str) -> str:
    """Return an archive's name without its ending, which plays the part of a folder's name."""
    for ending in _ARCHIVES:
        if name.lower().endswith(ending):
            return name[: -len(ending)] or name
    return name


def kind_of(name: str) -> Kind:
    """Say what a file is by its name."""
    ending = PurePosixPath(name).suffix.lower()
    if name.lower().endswith(_CODE):
        return Kind.CODE
    return Kind.DOCUMENT if not ending or _DOCUMENTS.fullmatch(ending) else Kind.DATA


def walk(root: Path, private: Callable[[], Path], shown: str = "", level: int = 0) -> Inventory:
    """List the files below a folder, sorted by path.

    Parameters
    ----------
    root
        The folder, which may be a link itself.
    private
        Makes, when it is needed, the private folder that archives are unpacked into.
    shown
        What goes before every path that is shown.
    level
        In how many archives the folder lies.

    Returns
    -------
    Inventory
        Files that may be work, and what was passed over with the reason. Junk is only counted.

    Raises
    ------
    OSError
        If the folder itself cannot be listed.
    """
    return _Walk(private).all_below(_Folder(root, PurePosixPath(), shown, level))


class _Walk:
    def __init__(self, private: Callable[[], Path]) -> None:
        self.private = private
        self.inventory = Inventory()
        self.waiting: list[_Folder] = []
        self.archives: list[tuple[_Folder, Found]] = []

    def all_below(self, root: _Folder) -> Inventory:
        self.waiting.append(root)
        while self.waiting:
            folder = self.waiting.pop()
            try:
                with os.scandir(folder.path) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                if folder is root:
                    raise
                self._ignore(
                    folder.rel, folder.shown.rstrip("/"), f"the folder cannot be listed: {why(error)}"
                )
                continue
            whole_class = folder.many is None and not _wraps(listed)
            for entry in listed:
                self._visit(entry, replace(folder, many=_for_many()) if whole_class else folder)
        self._name_empty_archives()
        self.inventory.files.sort(key=lambda found: (found.rel.parts, found.shown))
        self.inventory.folders.sort()
        return self.inventory

    def _ignore(self, rel: PurePosixPath, shown: str, reason: str) -> None:
        self.inventory.ignored.append(PassedOver(rel, printable(shown), printable(reason)))

    def _visit(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """File one entry under what it is; folders are put among those to be listed."""
        rel, shown = folder.rel / entry.name, folder.shown + entry.name
        try:
            link = entry.is_symlink()
            is_folder = entry.is_dir(follow_symlinks=False)
            mode = stat.S_IFREG if link else entry.stat(follow_symlinks=False).st_mode
            # Not entry.is_dir(): a link that leads round in a circle makes it raise.
            to_folder = link and Path(entry.path).is_dir()
        except OSError as error:
            self._ignore(rel, shown, f"it cannot be looked at: {why(error)}")
            return
        kind = kind_of(entry.name)
        if _is_junk(entry, is_folder or to_folder):
            self.inventory.junk += 1
        elif is_folder and kind is not Kind.CODE:
            self._enter(replace(folder, path=Path(entry.path), rel=rel, shown=shown + "/"))
        elif reason := _no_file(entry.name, mode, is_folder, to_folder):
            self._ignore(rel, shown, reason)
        elif is_archive(entry.name):
            self._open(entry, folder, link)
        else:
            self.inventory.files.append(Found(rel, Path(entry.path), kind, shown, link))

    def _enter(self, folder: _Folder) -> None:
        if len(folder.rel.parts) <= 3:
            self.inventory.folders.append(folder.rel)
        self.waiting.append(folder)

    def _open(self, entry: os.DirEntry[str], outer: _Folder, link: bool) -> None:
        """Unpack an archive and put it among the folders to be listed; else keep it with what is wrong."""
        rel, shown = outer.rel / without_ending(entry.name), outer.shown + entry.name
        path = Path(entry.path)
        budget = outer.budget or _for_one(outer.many)
        target = path
        problem = None
        if link:
            problem = "This is a link to an archive. Hand in the archive itself."
        elif outer.level >= MAX_LEVELS:
            problem = f"This archive lies inside {outer.level} others; at most {MAX_LEVELS} levels are read."
        else:
            target = self.private() / str(len(self.archives))
            done = unpacked(path, target, budget.limits(), budget.work)
            problem = done.problem
            self.inventory.junk += done.junk
            self.inventory.ignored += skipped(done, rel, entry.name, shown)
        folder = _Folder(target, rel, shown + "!/", outer.level + 1, budget, outer.many)
        broken = Found(rel / entry.name, path, Kind.BROKEN, shown, problem=problem)
        if problem:
            self.inventory.folders.append(rel)
            self.inventory.files.append(broken)
            return
        _take_from(budget, target)
        self.archives.append((folder, broken))
        self._enter(folder)

    def _name_empty_archives(self) -> None:
        """Keep archives that nothing, or not all, can be read in: they may be all there is of an answer."""
        within = {
            shown[:end]
            for shown in (found.shown for found in self.inventory.files)
            for end in _ends_of_archives(shown)
        }
        reasons: dict[str, str] = {}
        for each in self.inventory.ignored:
            for end in _ends_of_archives(each.shown):
                reasons.setdefault(each.shown[:end], each.reason)
        for folder, broken in self.archives:
            reason = reasons.get(printable(folder.shown))
            if folder.shown not in within:
                problem = "The archive holds no file" + (f" that can be read: {reason}." if reason else ".")
                self.inventory.files.append(replace(broken, problem=problem))
            elif reason:
                problem = f"No answer can be read in the archive; of what is in it: {reason}."
                self.inventory.files.append(replace(broken, kind=Kind.IN_PART, problem=problem))


def unpacked(archive: Path, target: Path, limits: ArchiveLimits, work: Work | None = None) -> Unpacked:
    """Unpack an archive; HarnessError if the disk that is written to refuses."""
    try:
        return unpack(archive, target, limits, work)
    except OSError as error:
        raise HarnessError(
            f"Archives cannot be unpacked into {printable(str(target.parent))}: {why(error)}. "
            "Make room there, or set TMPDIR to a folder on another disk."
        ) from None


def skipped(done: Unpacked, rel: PurePosixPath, name: str, shown: str) -> list[PassedOver]:
    """What of an archive was left out; its own name stands for the archive as a whole."""
    return [
        PassedOver(
            rel / "member",
            printable(shown if member == printable(name) else f"{shown}!/{member}"),
            printable(f"it {reason}"),
        )
        for member, reason in done.skipped
    ]


def _ends_of_archives(shown: str) -> list[int]:
    return [found.end() for found in re.finditer("!/", shown)]


def _take_from(budget: _Budget, target: Path) -> None:
    """Take what was unpacked off the budget."""
    for folder, _, names in os.walk(target):
        budget.take(len(names), sum(Path(folder, name).stat().st_size for name in names))


def _wraps(listed: list[os.DirEntry[str]]) -> bool:
    """Whether a folder holds one entry only, and so all of the class or nothing of it."""
    return sum(not is_junk_name(entry.name, folder=True) for entry in listed) == 1


def _is_junk(entry: os.DirEntry[str], folder: bool) -> bool:
    if is_junk_name(entry.name, folder) or not folder:
        return is_junk_name(entry.name, folder)
    # A virtual environment under any name.
    return os.path.lexists(os.path.join(entry.path, "pyvenv.cfg"))  # noqa: PTH118 - names may be odd


def _no_file(name: str, mode: int, folder: bool, to_folder: bool) -> str | None:
    """Why an entry is no file that could be work; None if it may be one."""
    if folder:
        return f"it is a folder, although it is named like a {PurePosixPath(name).suffix.lower()} file"
    if to_folder:
        return "it is a link to a folder; links to folders are not followed"
    if not stat.S_ISREG(mode):
        return "it is no file (a pipe, a socket or a device)"
    return None

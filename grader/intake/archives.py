"""Archives as they were handed in, unpacked below a folder of our own.

Nothing in an archive is believed: neither its name, nor the sizes and the number of members that it tells.
Regular files and folders are written, and nothing else; no member is written outside of the folder, and no
link is made or followed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.intake.decoding import what_it_is
from grader.intake.junk import is_junk_name
from grader.intake.members import (
    COMPRESSED,
    ArchiveFile,
    Damaged,
    Kind,
    Member,
    Unreadable,
    Work,
    decompressed,
)
from grader.intake.source import printable, why
from grader.intake.tar_members import BLOCK, Stream, is_header, tar_members
from grader.intake.zip_members import has_directory, zip_members

_DRIVE = re.compile(r"[A-Za-z]:")
_MAX_PART_BYTES = 255
_MAX_PATH_BYTES = 1024  # three archives within each other stay below what a path may be
_MAX_DEPTH = 64  # of thousands of members that lie hundreds of folders deep each would take its time
_MAX_ENTRIES = 1_000_000  # junk included
_MAX_SHOWN = 300
# A tar file is read from end to end, so what is left out of it takes time, too.
_READ_FACTOR = 20
# A member may be read twice: where an archive has no directory, first for its end.
_WORK_FACTOR = 2 * _READ_FACTOR
# What a disk says of a name that it cannot hold, or not beside the others (where capitals do not count).
_NAME_FAULTS = {errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.EEXIST, errno.EISDIR, errno.ENOTDIR}
_UNFINISHED = ".unfinished"  # hidden files are junk, so that no member is called so


@dataclass(frozen=True)
class ArchiveLimits:
    """How much an archive may hold: files and folders together, and bytes in files."""

    members: int
    unpacked_bytes: int


STUDENT = ArchiveLimits(10_000, 50 * 2**20)
DOWNLOAD = ArchiveLimits(200_000, 2 * 2**30)


@dataclass(frozen=True)
class Unpacked:
    """What came of an archive.

    ``problem`` says why nothing of it was unpacked; ``skipped`` holds a name and a reason (what follows
    "it") for each member that was not unpacked, or not as it is, and for an archive that breaks off;
    ``junk`` counts the members that are nobody's work.
    """

    problem: str | None
    skipped: tuple[tuple[str, str], ...]
    junk: int


def work_for(limits: ArchiveLimits, outer: Work | None = None) -> Work:
    """How much may be read of an archive and all archives inside it."""
    return Work(_WORK_FACTOR * limits.unpacked_bytes, outer)


def unpack(
    archive: Path, target: Path, limits: ArchiveLimits = STUDENT, work: Work | None = None
) -> Unpacked:
    """Unpack a zip or a tar file, compressed or not; its content says which it is.

    Parameters
    ----------
    archive
        The file; a link is followed, so whoever calls decides whether it may be.
    target
        The folder to unpack into, new or empty.
    limits
        Over these nothing is left of what was unpacked: half of a student's work is not graded unseen.
    work
        What the archive shares with the one that it lies in; its own if not given.

    Returns
    -------
    Unpacked
        Nothing that an archive holds raises an exception.

    Raises
    ------
    OSError
        If the disk that is written to is full or refuses, which is no fault of the archive.
    """
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(target.iterdir()):
        raise FileExistsError(errno.EEXIST, "archives are unpacked into an empty folder", str(target))
    work = work or work_for(limits)
    unpacking = _Unpacking(target, limits, work)
    try:
        with _opened(archive, work) as file:
            unpacking.take_all(_members(file, limits), printable(archive.name))
    except Unreadable as error:
        unpacking.remove_all()
        return Unpacked(str(error), (), unpacking.junk)
    return Unpacked(None, tuple(unpacking.skipped), unpacking.junk)


@contextmanager
def _opened(path: Path, work: Work) -> Iterator[ArchiveFile]:
    """Open a regular file; whatever hinders that is the archive's fault."""
    try:
        # O_NONBLOCK keeps the grader from waiting for a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise Unreadable(f"The archive cannot be read: {why(error)}.") from None
    except ValueError:
        raise Unreadable("The archive's name is not one that a file can have.") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Unreadable("This is not a file, although it is named like an archive.")
        yield ArchiveFile(descriptor, work)
    finally:
        os.close(descriptor)


def _members(file: ArchiveFile, limits: ArchiveLimits) -> Iterator[Member]:
    """Tell by its content which archive a file is."""
    head = file.at(0, 4096)
    if not head:
        raise Unreadable("The archive is empty: it has 0 bytes.")
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return zip_members(file)
    for magic, called, make in COMPRESSED:
        if head.startswith(magic):
            most = _READ_FACTOR * limits.unpacked_bytes
            return _compressed_tar(Stream(decompressed(file, magic, make), most), called)
    if is_header(head[:BLOCK]):
        stream = Stream(file.pieces(0))
        return tar_members(stream, stream.read(BLOCK))
    if kind := what_it_is(head):
        if kind.endswith("archive"):
            raise Unreadable(f"This is {kind}, which is not read here. Make a .zip file instead.")
        raise Unreadable(f"This is {kind}, although it is named like an archive.")
    if has_directory(file):
        return zip_members(file)
    raise Unreadable("This is no archive, although it is named like one: it is neither a zip nor a tar file.")


def _compressed_tar(stream: Stream, called: str) -> Iterator[Member]:
    try:
        block = stream.read(BLOCK)
    except Damaged as error:
        if stream.place:  # it is too short for a tar file, whole or not
            block = b""
        else:
            raise Unreadable(f"The archive ({called}) {error}. Make it anew.") from None
    if not is_header(block):
        raise Unreadable(f"This is a single file compressed by {called}, not an archive. Make a .zip file.")
    return tar_members(stream, block)


class _Unpacking:
    """Writes members below a folder, and counts."""

    def __init__(self, target: Path, limits: ArchiveLimits, work: Work) -> None:
        self.target = target
        self.limits = limits
        self.work = work
        self.skipped: list[tuple[str, str]] = []
        self.junk = 0
        self._count = 0
        self._bytes = 0
        self._files: set[str] = set()
        self._folders: dict[str, None] = {}  # in the order in which they were made
        self._junk_folders: dict[str, bool] = {}

    def take_all(self, members: Iterable[Member], archive: str) -> None:
        """Unpack all that can be; Unreadable if that is nothing, or too much."""
        entries = 0
        try:
            for entries, member in enumerate(members, start=1):
                if entries > _MAX_ENTRIES:
                    raise Unreadable(f"The archive holds more than {_MAX_ENTRIES:,} members.")
                self._take(member)
        except Damaged as error:
            if not self._files:
                raise Unreadable(f"The archive {error}, and nothing in it can be read.") from None
            self.skipped.append((archive, f"{error}; the {len(self._files)} files read before are kept"))

    def remove_all(self) -> None:
        """Leave the folder as it was before."""
        for path in self._files:
            (self.target / path).unlink(missing_ok=True)
        for path in reversed(self._folders):
            (self.target / path).rmdir()

    def _take(self, member: Member) -> None:
        # The backslash is the separator of zip files that Windows wrote.
        parts = [part for part in member.name.replace("\\", "/").split("/") if part not in ("", ".")]
        reason = _odd_name(member.name, parts)
        if not parts and member.kind is Kind.FOLDER and not reason:
            return  # "./", the archive itself
        if not reason and self._is_junk(parts, member.kind):
            self.junk += 1
            return
        before = self._count
        if reason or member.kind is Kind.OTHER:
            self._skip(member, reason or member.reason)
        else:
            try:
                self._write(member, parts)
            except Damaged as error:
                self._skip(member, str(error))
            except OSError as error:
                if error.errno not in _NAME_FAULTS:
                    raise
                self._skip(member, f"has a name that this disk does not hold ({why(error)})")
        if self._count == before:
            self._add_one()

    def _is_junk(self, parts: list[str], kind: Kind) -> bool:
        folders = parts if kind is Kind.FOLDER else parts[:-1]
        return any(map(self._is_junk_folder, folders)) or (
            kind is not Kind.FOLDER and is_junk_name(parts[-1], folder=False)
        )

    def _is_junk_folder(self, name: str) -> bool:
        if name not in self._junk_folders:
            self._junk_folders[name] = is_junk_name(name, folder=True)
        return self._junk_folders[name]

    def _skip(self, member: Member, reason: str) -> None:
        self.skipped.append((printable(member.name[:_MAX_SHOWN]), reason))

    def _add_one(self) -> None:
        self._count += 1
        if self._count > self.limits.members:
            raise Unreadable(
                f"The archive holds more than {self.limits.members:,} files and folders. "
                "Make one of the code alone."
            )

    def _write(self, member: Member, parts: list[str]) -> None:
        held = [_shortened(part) for part in parts]
        if member.kind is Kind.FOLDER:
            self._folder(held)
        else:
            self._file(member, held)
        if held != parts:
            self._skip(member, f"has too long a name; it was unpacked as {printable(held[-1])}")

    def _file(self, member: Member, parts: list[str]) -> None:
        self._folder(parts[:-1])
        path = "/".join(parts)
        if path in self._folders:
            raise Damaged("has the name of a folder in the same archive")
        unfinished = self.target / _UNFINISHED
        try:
            self._content(member, unfinished)
            unfinished.replace(self.target / path)
        finally:
            with suppress(FileNotFoundError):
                unfinished.unlink()
        if path in self._files:
            self._skip(member, "stands in the archive more than once; the last one counts")
        self._files.add(path)
        self._add_one()

    def _content(self, member: Member, path: Path) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            for piece in member.pieces:
                self._bytes += len(piece)
                if self._bytes > self.limits.unpacked_bytes:
                    raise Unreadable(
                        f"The archive holds more than {self.limits.unpacked_bytes // 2**20} MB unpacked. "
                        "Make one of the code alone."
                    )
                self.work.add(len(piece))
                file.write(piece)

    def _folder(self, parts: list[str]) -> None:
        """Make a folder and those above it."""
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            if path in self._folders:
                continue
            if path in self._files:
                raise Damaged("lies in a folder that has the name of a file in the same archive")
            (self.target / path).mkdir(mode=0o700, exist_ok=True)
            self._folders[path] = None
            self._add_one()


def _odd_name(name: str, parts: list[str]) -> str:
    """Why a name is none that a member may have; empty if it is one."""
    if "\0" in name:
        return "has a name with a NUL character"
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return "has a name that begins at the root of a disk"
    if ".." in parts:
        return "has a name that leads out of the archive (..)"
    if not parts:
        return "has no name"
    try:
        size = len(os.fsencode(name))
    except UnicodeEncodeError:
        return "has a name that this disk does not hold"
    if size > _MAX_PATH_BYTES:
        return f"has a name of more than {_MAX_PATH_BYTES} bytes"
    if len(parts) > _MAX_DEPTH:
        return f"lies more than {_MAX_DEPTH} folders deep"
    return ""


def _shortened(part: str) -> str:
    """A name that a disk can hold: of one that is too long the beginning and the ending stay."""
    if len(os.fsencode(part)) <= _MAX_PART_BYTES:
        return part
    ending = PurePosixPath(part).suffix
    ending = ending if len(ending) <= 20 else ""
    digest = hashlib.sha256(os.fsencode(part)).hexdigest()[:8]
    room = _MAX_PART_BYTES - len(os.fsencode(ending)) - len(digest) - 1
    begin = part[:room]
    while len(os.fsencode(begin)) > room:
        begin = begin[:-1]
    return f"{begin}_{digest}{ending}"

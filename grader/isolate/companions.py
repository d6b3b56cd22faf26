"""The files that a student handed in beside a submission: which of them a worker gets, and where they stand.

Modules travel with the job. Data files are written into a fresh folder, which is gone when the worker is.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.escape import clean
from grader.model import Companion
from grader.passing import PassingFolder
from grader.worker.protocol import Source

MAX_CODE_BYTES = 8 << 20
MAX_DATA_BYTES = 32 << 20
# Which file raised is told of hidden cases as well, so this is as bounded as the numbers that are told.
MAX_FILES = 1000
MAX_PATH = 500
MAX_PART_BYTES = 255
MAX_DEPTH = 16
SOURCE = ".py"
# What Python or the system would load as code.
NEVER_LOADED = (".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".pth")
CLOSED = "here submissions cannot open files"
_PAGE = 4096
# Control characters, and halves of characters.
_UNUSABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class Beside:
    """What of a submission's companions a worker may get, and what is to be said of the others."""

    modules: tuple[Source, ...] = ()
    data: tuple[Companion, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataFolder:
    """A folder of data files: an open descriptor of it, its path, and what a copy of it takes."""

    descriptor: int
    path: str
    size_bytes: int
    entries: int


def sort_out(companions: Iterable[Companion], labels: Collection[str]) -> Beside:
    """Part modules from data, and leave out what is no proper path, is never loaded or is too much.

    Parameters
    ----------
    companions
        The files beside a submission.
    labels
        The labels of what was handed in itself.
    """
    modules: list[Companion] = []
    data: list[Companion] = []
    odd: list[str] = []
    native: list[str] = []
    taken, folders = set(labels), set[str]()
    for companion in companions:
        path = companion.path
        parents = _parents(path)
        if path in labels:
            continue
        if not _proper(path) or path in taken or path in folders or not taken.isdisjoint(parents):
            odd.append(path)
        elif path.lower().endswith(NEVER_LOADED):
            native.append(path)
        else:
            taken.add(path)
            folders.update(parents)
            (modules if path.endswith(SOURCE) else data).append(companion)
    notes = [not_given(odd, "such names cannot be used")] if odd else []
    notes += [not_given(native, "files of this kind are never loaded")] if native else []
    kept_modules, notes_on_modules = _bounded(modules, MAX_CODE_BYTES)
    kept_data, notes_on_data = _bounded(data, MAX_DATA_BYTES)
    sources = tuple(Source(item.path, item.data.decode("utf-8", "replace")) for item in kept_modules)
    return Beside(sources, tuple(kept_data), (*notes, *notes_on_modules, *notes_on_data))


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1][:MAX_DEPTH]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _proper(path: str) -> bool:
    """Whether a path leads to a place below the folder, by names that every disk takes."""
    if len(path) > MAX_PATH or _UNUSABLE.search(path) or path.count("/") >= MAX_DEPTH:
        return False
    return all(
        part not in ("", ".", "..") and len(part.encode()) <= MAX_PART_BYTES for part in path.split("/")
    )


def _bounded(files: Sequence[Companion], most_bytes: int) -> tuple[Sequence[Companion], list[str]]:
    """The files if they are not too many, or none of them with a note."""
    size = sum(len(item.data) for item in files)
    if len(files) > MAX_FILES:
        why = f"there may be {MAX_FILES:,} of them"
    elif size > most_bytes:
        why = f"they hold {size / 2**20:.1f} MB, and may hold {most_bytes >> 20} MB"
    else:
        return files, []
    return (), [not_given([item.path for item in files], why)]


def not_given(paths: Sequence[str], why: str) -> str:
    """A note on files that a submission does not have."""
    more = f" and {len(paths) - 1:,} more files" if len(paths) > 2 else " and 1 more file"
    which = clean(paths[0], 60) + (more if len(paths) > 1 else "")
    return f"{which} {'were' if len(paths) > 1 else 'was'} not given to it: {why}"


def write_files(folder: Path, files: Iterable[Companion]) -> None:
    """Write files where their paths say, below a folder."""
    for item in files:
        path = folder / item.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(item.data)


@contextlib.contextmanager
def data_folder(files: Sequence[Companion]) -> Iterator[DataFolder | None]:
    """Write data files into a fresh folder, for as long as a worker runs; None if there are none.

    The worker may be another user, who must be able to read them. Nobody else can: the folder has a name that
    cannot be guessed, in one that cannot be listed.
    """
    if not files:
        yield None
        return
    outer = PassingFolder("kata-data-")
    try:
        outer.path.chmod(0o711)
        folder = outer.path / os.urandom(16).hex()
        write_files(folder, files)
        entries = _set_modes(folder, folders=0o755, files=0o444)
        size = sum((1 + len(item.data) // _PAGE) * _PAGE for item in files)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            yield DataFolder(descriptor, str(folder), size, entries)
        finally:
            os.close(descriptor)
    finally:
        outer.remove()


def copy_working_folder(place: Path, *, writable: bool) -> None:
    """Copy all that is in the working folder into an empty one, before its worker is locked in."""
    shutil.copytree(".", place, copy_function=shutil.copyfile, dirs_exist_ok=True)
    folders, files = (0o777, 0o666) if writable else (0o755, 0o444)
    _set_modes(place, folders=folders, files=files)


def _set_modes(place: Path, *, folders: int, files: int) -> int:
    """Set the modes of a folder and of all that is in it; returns how many those are."""
    count = 0
    for folder, _, names in os.walk(place):
        Path(folder).chmod(folders)
        for name in names:
            Path(folder, name).chmod(files)
        count += 1 + len(names)
    return count

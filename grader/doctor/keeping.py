"""A look at what kata keeps on the disk: progress, answer keys, the workspace. Nothing is changed."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.doctor.findings import Finding, Section, counted, note, ok, problem
from grader.doctor.progress_file import last_workspace, look_into
from grader.practice.progress import FILE, data_folder
from grader.private import cache_folder

LOW_MB = 100
_HOMELESS = "this user has no home folder (is HOME set?)"


@dataclass(frozen=True)
class Kept:
    """Where what is kept lies: a file, a folder, a folder; None where there is no place for it."""

    progress: Path | None
    cache: Path | None
    workspace: Path | None


def data_section(workspace: Path | None) -> tuple[Section, Kept]:
    """What is kept, and where; ``workspace`` is the one that this folder lies in."""
    progress, cache = _progress_file(), _cache_folder()
    used = workspace or (last_workspace(progress) if progress is not None else None)
    findings = [*_progress(progress), *_cache(cache), *_workspace(workspace, used), *_space(progress, used)]
    where = f"progress in {progress}" if progress is not None else "no place for progress"
    return Section("Data", where, tuple(findings)), Kept(progress, cache, used)


def _progress_file() -> Path | None:
    folder = data_folder()  # no absolute one for a user without a home
    return folder / FILE if folder.is_absolute() else None


def _cache_folder() -> Path | None:
    try:
        return Path(os.path.abspath(cache_folder()))  # noqa: PTH100 - it is shown as it was named
    except RuntimeError:  # a user without a home
        return None


# --------------------------------------------------------------------------- progress


def _progress(path: Path | None) -> Iterator[Finding]:
    if path is None:
        yield problem("progress", f"cannot be kept: {_HOMELESS}", "set KATA_DATA_DIR to a folder of yours")
        return
    yield look_into(path)
    if not _can_write(path):
        told = f"{_nearest(path)} cannot be written, so what you do is not kept"
        yield problem("progress", told, "make it writable for you, or set KATA_DATA_DIR to another folder")


# --------------------------------------------------------------------------- the cache


def _cache(folder: Path | None) -> Iterator[Finding]:
    if folder is None:
        yield note("cache", f"none: {_HOMELESS}; answer keys are made anew each time", "set KATA_CACHE_DIR")
        return
    whose = _whose(folder)
    if whose is not None:
        told, remedy = whose
        yield problem(
            "cache", f"{folder} is not used, as {told}; answer keys are made anew each time", remedy
        )
    elif not _can_write(folder / "key"):
        told = f"{_nearest(folder)} cannot be written; answer keys are made anew each time"
        yield problem("cache", told, "make it writable for you, or set KATA_CACHE_DIR to another folder")
    else:
        yield _keys(folder)


def _keys(folder: Path) -> Finding:
    sizes = [path.stat().st_size for path in folder.glob("*.key")]
    size_mb = sum(sizes) / 1e6
    return ok("cache", f"{counted(len(sizes), 'answer key')}, {size_mb:.1f} MB, in {folder}")


def _whose(folder: Path) -> tuple[str, str] | None:
    """Why others can have written into the cache, with a remedy; None if they cannot, or it is not there."""
    if not hasattr(os, "getuid"):  # Windows, where a user's own folders are the user's own
        return None
    try:
        told = folder.stat()
    except OSError:
        return None
    if told.st_uid != os.getuid():
        return "it belongs to another user", "set KATA_CACHE_DIR to a folder of yours"
    if told.st_mode & 0o022:
        return "others can write into it", f"chmod go-w {shlex.quote(str(folder))}"
    return None


# --------------------------------------------------------------------------- folders


def _workspace(here: Path | None, used: Path | None) -> Iterator[Finding]:
    if used is None:
        yield ok("workspace", "none yet; `kata start` makes one")
    elif not os.access(used, os.W_OK):
        yield problem("workspace", f"{used} cannot be written", "make it writable for you, or move it")
    else:
        yield ok("workspace", f"{used}, which {'this folder lies in' if here else 'was used last'}")


def _space(*paths: Path | None) -> Iterator[Finding]:
    """Whether there is room on each disk that something is kept on."""
    seen = set()
    for folder in (_nearest(path) for path in paths if path is not None):
        disk, free_mb = folder.stat().st_dev, shutil.disk_usage(folder).free / 1e6
        if disk in seen:
            continue
        seen.add(disk)
        if free_mb < LOW_MB:
            told = f"{free_mb:.0f} MB are free where {folder} lies, less than {LOW_MB}"
            yield problem("space", told, "make room on that disk, or keep your work on another one")
        else:
            yield ok("space", f"{free_mb / 1000:.1f} GB are free where {folder} lies")


def _nearest(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    return next((each for each in (path, *path.parents) if _exists(each)), Path(path.anchor))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a folder that may not be looked into
        return False


def _can_write(path: Path) -> bool:
    """Whether a file can be written, or made; so can its folder, as a database is more than one file."""
    folder = _nearest(path.parent)
    return folder.is_dir() and os.access(folder, os.W_OK) and os.access(_nearest(path), os.W_OK)

"""A file in the place of another, while editors may save at any moment: nobody's save is written over unseen.

A file is never read and then written over. It is given another name, and only then is it looked at: if it
holds what was expected, what is new takes the name, provided that it is free. Whoever had the file open may
still write into it under its other name, so it is kept for a moment and looked at once more.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.practice.writing import give_name

# An editor that opens a file writes it, too, within this time.
GRACE_S = 2.0
_OLD, _NEW = "old", "tmp"


class Changed(Exception):
    """Another program has saved, renamed or removed the file; it is as that program left it."""


def version_of(data: bytes) -> str:
    """What a version of a file is called."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


@dataclass(frozen=True)
class _Old:
    """A file under its other name, what it held, and until when it is kept."""

    file: Path
    path: Path
    version: str
    until: float


class Swapping:
    """Puts files in the place of others, one at a time: whoever shares it between threads locks it.

    Parameters
    ----------
    tell
        Called with a copy that had to be made, as somebody wrote into a file after its place was taken.
    """

    def __init__(self, tell: Callable[[Path], None]) -> None:
        self._tell = tell
        self._old: list[_Old] = []

    def replace(self, path: Path, data: bytes, expected: str) -> None:
        """Put a file in the place of the one that has the version expected.

        Raises
        ------
        Changed
            The file has another version, or none any more.
        OSError
            It cannot be written; the file is as it was.
        """
        path = path.resolve()
        with _written_beside(path, data) as new:
            old = _set_aside(path)
            try:
                if version_of(old.read_bytes()) != expected:
                    raise Changed
                _take_name(new, path)
            except BaseException:
                _put_back(old, path)
                raise
        self._old.append(_Old(old, path, expected, time.monotonic() + GRACE_S))

    def replace_any(self, path: Path, data: bytes) -> Path:
        """Put a file in the place of another, whatever that holds by now; it becomes a dated copy.

        Raises as `replace` does; a copy that was made by then stays.
        """
        path = path.resolve()
        with _written_beside(path, data) as new:
            old = _set_aside(path)
            try:
                copy = _dated(old, path)
            except BaseException:
                _put_back(old, path)
                raise
            try:
                _take_name(new, path)
            except Changed:
                raise
            except BaseException:
                _put_back(copy, path)
                raise
        return copy

    def settle(self, *, now: bool = False) -> None:
        """Remove what was replaced, if nobody wrote into it since; ``now`` does not wait for the time."""
        moment = time.monotonic()
        for old in [one for one in self._old if now or one.until <= moment]:
            self._old.remove(old)
            with contextlib.suppress(OSError):
                if version_of(old.file.read_bytes()) == old.version:
                    old.file.unlink()
                else:
                    self._tell(_dated(old.file, old.path))


def tidy(folder: Path, names: tuple[str, ...]) -> None:
    """Give answers their names back where a program was killed between two steps, and remove what is left."""
    with contextlib.suppress(OSError):
        for entry in sorted(folder.iterdir()):
            name, _, rest = entry.name.removeprefix(".").rpartition(".")
            name, _, _ = name.rpartition(".")
            if not entry.name.startswith(".") or rest not in (_OLD, _NEW) or name not in names:
                continue
            with contextlib.suppress(OSError):
                if rest == _OLD:
                    with contextlib.suppress(FileExistsError):
                        give_name(entry, folder / name)
                entry.unlink()


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.{ending}")


@contextlib.contextmanager
def _written_beside(path: Path, data: bytes) -> Iterator[Path]:
    """A file beside another with new content and the same mode, safe on the disk; removed at the end."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & 0o222 or not os.access(path, os.W_OK):  # a new name would get around it
        raise PermissionError(None, "it may only be read", str(path))
    new = _beside(path, _NEW)
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(mode)
        yield new
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def _set_aside(path: Path) -> Path:
    """Give a file another name; raises `Changed` if it is gone."""
    old = _beside(path, _OLD)
    try:
        path.rename(old)
    except FileNotFoundError:
        raise Changed from None
    return old


def _take_name(new: Path, path: Path) -> None:
    try:
        give_name(new, path)
    except FileExistsError:
        raise Changed from None


def _put_back(old: Path, path: Path) -> None:
    """Give a file its name again; where another program took it meanwhile, both are kept."""
    try:
        give_name(old, path)
    except FileExistsError:
        _dated(old, path)
        return
    old.unlink()


def _dated(file: Path, path: Path) -> Path:
    """Give a file the name that another has, with the time in it, beside that one; the new path."""
    stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
    for again in range(1, 1000):
        number = f"-{again}" if again > 1 else ""
        copy = path.with_name(f"{path.stem}.{stamp}{number}{path.suffix}")
        try:
            give_name(file, copy)
        except FileExistsError:
            continue
        file.unlink()
        return copy
    raise OSError(None, "there are too many copies of this minute")

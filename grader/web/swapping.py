"""A file in the place of another, while editors may save at any moment: nobody's save is written over unseen.

A file is never read and then written over. What is new and what is there exchange their names in one step,
and only then is looked at what was displaced: if it is not what was expected, they exchange them again. Where
the system cannot do that, a file is given another name, looked at, and what is new takes the name, provided
that it is free. Whoever had the file open may still write into it under its other name, so it is kept for a
moment and looked at once more.

What is beside a file, should the program be killed: a ``.part`` is not yet whole, a ``.tmp`` is the new text
or what it displaced, an ``.old`` was given another name. They carry the time, so that their order is known.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import hashlib
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.practice.writing import TOO_MANY, dated_names, give_name

# An editor that opens a file writes it, too, within this time.
GRACE_S = 2.0
# What is younger may be that of another server, which is at work.
AT_WORK_S = 2 * GRACE_S
_OLD, _NEW, _PART = ".old", ".tmp", ".part"

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
# How a system, a disk or a sandbox says that it does not know how to exchange names.
_UNKNOWN = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM)


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
        new = _written_beside(path, data)
        if not _exchanged(new, path):
            with _removed(new):
                old = _set_aside(path, new)
                try:
                    _look(old, expected)
                    _take_name(new, path)
                except BaseException:
                    _put_back(old, path)
                    raise
            self._keep(old, path, expected)
            return
        try:
            _look(new, expected)
        except BaseException:
            self._exchange_back(new, path, data)
            raise
        self._keep(new, path, expected)

    def replace_any(self, path: Path, data: bytes) -> Path:
        """Put a file in the place of another, whatever that holds by now; it becomes a dated copy.

        Raises as `replace` does; a copy that was made by then stays.
        """
        path = path.resolve()
        new = _written_beside(path, data)
        if not _exchanged(new, path):
            with _removed(new):
                return _new_beside_copy(new, path)
        try:
            return _dated(new, path)
        except BaseException:
            self._exchange_back(new, path, data)
            raise

    def _exchange_back(self, new: Path, path: Path, data: bytes) -> None:
        """Give what was displaced its name again; what another program saved by then is kept, too."""
        with contextlib.suppress(OSError):  # what is beside is found by `tidy`
            try:
                exchange(new, path)
            except FileNotFoundError:
                _put_back(new, path)
                return
            except OSError:
                pass  # it becomes a copy
            if new.read_bytes() == data:
                self._keep(new, path, version_of(data))
            else:
                self._tell(_dated(new, path))

    def _keep(self, old: Path, path: Path, version: str) -> None:
        self._old.append(_Old(old, path, version, time.monotonic() + GRACE_S))

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


def tidy(path: Path, tell: Callable[[Path], None]) -> bool:
    """Clear up beside an answer after a program that was killed; whether all of it is done.

    The newest text takes the name if that is free; of the others, those that differ become dated copies.
    What another program may be about is left for later.

    Parameters
    ----------
    tell
        Called with each copy.
    """
    done = True
    with contextlib.suppress(OSError, RuntimeError):  # of a link that leads in a circle
        path = path.resolve()
        for left in _left_beside(path):
            with contextlib.suppress(OSError):
                done &= _tidied(left, path, tell)
    return done


@dataclass(frozen=True)
class _Left:
    """What a program left beside an answer, from when it is, and whether it is known to be whole.

    A ``.tmp`` without the time in its name is one of `kata start`.
    """

    file: Path
    moment: int
    whole: bool

    @property
    def at_work(self) -> bool:
        """Whether the program may still need it."""
        return 0 <= time.time_ns() - self.moment < AT_WORK_S * 1e9


def _left_beside(path: Path) -> list[_Left]:
    """What was left beside an answer; those that are whole come first, and of them the newest."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.(?:(\d+)-)?[0-9a-f]{{8}}(\{_OLD}|\{_NEW}|\{_PART})")
    found = []
    for file in path.parent.iterdir():
        if (named := ours.fullmatch(file.name)) and file.is_file():
            moment = int(named[1] or file.stat().st_mtime_ns)
            found.append(_Left(file, moment, named[2] == _OLD or bool(named[1] and named[2] == _NEW)))
    return sorted(found, key=lambda left: (left.whole, left.moment, left.file.name), reverse=True)


def _tidied(left: _Left, path: Path, tell: Callable[[Path], None]) -> bool:
    """Clear one of them up; False where that is for later."""
    file = left.file
    data = b"" if file.suffix == _PART else file.read_bytes()
    if data and not os.path.lexists(path) and (left.whole or not left.at_work):
        give_name(file, path)
        file.unlink()
        return True
    if left.at_work:
        return False
    if not data or data == path.read_bytes():
        file.unlink()
    else:
        tell(_dated(file, path))
    return True


def exchange(one: Path, other: Path) -> bool:
    """Have two files exchange their names in one step; False where that cannot be done."""
    rename = _renameat2()
    if rename is None:
        return False
    if rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), str(other))


@functools.cache
def _renameat2() -> Callable[[int, bytes, int, bytes, int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    function = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return function


def _exchanged(new: Path, path: Path) -> bool:
    """Whether they exchanged their names; where it fails, what is new is removed."""
    try:
        return exchange(new, path)
    except FileNotFoundError:
        new.unlink(missing_ok=True)
        raise Changed from None
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _look(file: Path, expected: str) -> None:
    if version_of(file.read_bytes()) != expected:
        raise Changed


def _written_beside(path: Path, data: bytes) -> Path:
    """A file beside another with new content and the same mode, safe on the disk."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        raise Changed from None
    if not mode & 0o222 or not os.access(path, os.W_OK):  # a new name would get around it
        raise PermissionError(None, "it may only be read", str(path))
    part = path.with_name(f".{path.name}.{time.time_ns()}-{secrets.token_hex(4)}{_PART}")
    new = part.with_suffix(_NEW)
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(part, flags, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.rename(new)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    return new


@contextlib.contextmanager
def _removed(new: Path) -> Iterator[None]:
    """In the end, what is new has no other name any more."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def _set_aside(path: Path, new: Path) -> Path:
    """Give a file another name, older than that of what is new; raises `Changed` if it is gone."""
    old = new.with_suffix(_OLD)  # which comes before the other
    try:
        path.rename(old)
    except FileNotFoundError:
        raise Changed from None
    return old


def _new_beside_copy(new: Path, path: Path) -> Path:
    """Make a file a dated copy and give its name to what is new, in two steps; the copy."""
    old = _set_aside(path, new)
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
    for name in dated_names(path):
        copy = path.with_name(name)
        try:
            give_name(file, copy)
        except FileExistsError:
            continue
        file.unlink()
        return copy
    raise OSError(None, TOO_MANY)

"""Folders that pass: private, removed at the end, and where a run was killed by the next one of its kind."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

_MAKING = ".making-"


class PassingFolder:
    """A private temporary folder. As long as it is in use its maker holds a lock on it.

    Parameters
    ----------
    prefix
        How the names of such folders begin. Those that nobody holds any more are removed.
    """

    def __init__(self, prefix: str) -> None:
        self._descriptor: int | None = None
        if sys.platform == "win32":  # it has no such locks
            self.path = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
            return
        _remove_abandoned(prefix)
        # Locked under another name first, so that nobody takes it for abandoned in between.
        making = Path(tempfile.mkdtemp(prefix=f"{_MAKING}{prefix}")).resolve()
        self._descriptor = os.open(making, os.O_RDONLY)
        _lock(self._descriptor)
        self.path = making.with_name(making.name.removeprefix(_MAKING))
        making.rename(self.path)

    def remove(self) -> None:
        """Remove the folder and all that is in it, as far as that is possible."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _remove_abandoned(prefix: str) -> None:
    """Remove the folders of runs that were killed: the lock goes with the process that held it."""
    with contextlib.suppress(OSError):
        folder = Path(tempfile.gettempdir())
        for path in folder.glob(f"{prefix}*"):
            with contextlib.suppress(OSError):
                if path.is_dir() and not path.is_symlink() and path.stat().st_uid == os.getuid():
                    _remove_if_abandoned(path)


def _remove_if_abandoned(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if _lock(descriptor):
            shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Hold a folder as long as its descriptor is open; False if somebody else does, or nobody can."""
    import fcntl  # Windows has none

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

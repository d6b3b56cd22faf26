"""Lets an unprivileged user reach a Python and a repository below folders closed to it, such as /root.

Root, in a mount namespace of its own, puts an empty file system over the closed folder and binds into it just
what is needed. The machine itself stays as it is: the namespace ends with its last process.
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys
import tempfile
from pathlib import Path

_CLONE_NEWNS = 0x00020000
_MS_BIND, _MS_REC, _MS_PRIVATE, _MS_RDONLY, _MS_REMOUNT = 4096, 16384, 1 << 18, 1, 32


def needed(repository: Path) -> list[Path]:
    """What the runner reads: its Python, its virtual environment, the repository, and all on its path."""
    paths = [
        Path(sys.base_prefix),
        Path(sys.prefix),
        Path(sys.executable).resolve().parent.parent,
        repository,
    ]
    paths += [Path(entry) for entry in sys.path if entry and Path(entry).is_dir()]
    resolved = {path.resolve() for path in paths} | {path.absolute() for path in paths}
    return sorted(path for path in resolved if not any(other in path.parents for other in resolved))


def closed_folder(path: Path) -> Path | None:
    """The topmost folder on the way to a path that others may not pass; None if there is none."""
    for folder in [*reversed(path.resolve().parents), path.resolve()]:
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


def open_the_way(paths: list[Path]) -> None:
    """Make paths reachable for everybody in a mount namespace of this process; raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    closed: dict[Path, list[Path]] = {}
    for path in paths:
        folder = closed_folder(path)
        if folder is not None:
            closed.setdefault(folder, []).append(path.resolve())
    if not closed:
        return
    _checked(libc.unshare(_CLONE_NEWNS), "unshare(CLONE_NEWNS)")
    _mount(libc, "none", "/", "", _MS_REC | _MS_PRIVATE)
    staging = Path(tempfile.mkdtemp(prefix="kata-corpus-"))
    # On the way through a file system that ends with the namespace.
    _mount(libc, "tmpfs", str(staging), "tmpfs", 0)
    for folder, inside in closed.items():
        held = []
        for path in inside:
            place = staging / str(len(list(staging.iterdir())))
            place.mkdir()
            _mount(libc, str(path), str(place), "", _MS_BIND | _MS_REC)
            held.append((place, path))
        _mount(libc, "tmpfs", str(folder), "tmpfs", 0, "mode=755")
        for place, path in held:
            path.mkdir(parents=True, exist_ok=True)
            _mount(libc, str(place), str(path), "", _MS_BIND | _MS_REC)
    _checked(libc.umount2(str(staging).encode(), 2), f"umount {staging}")
    staging.rmdir()


def _mount(libc: ctypes.CDLL, source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    done = libc.mount(
        source.encode(), target.encode(), kind.encode() or None, ctypes.c_ulong(flags), data.encode() or None
    )
    _checked(done, f"mount {source} on {target}")


def _checked(done: int, what: str) -> None:
    if done != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")

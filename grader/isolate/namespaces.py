"""Namespaces: a server that sees no other process, no network and nothing that it could write to.

The server sits in them, not each worker: it is process 1 of its own table of processes, its workers
are the only others in it, and all that a worker leaves behind ends with one signal. A worker can send
process 1 no signal at all, as the kernel protects it from those below it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
from functools import cache
from pathlib import Path

from grader.isolate import system
from grader.isolate.processes import fork
from grader.isolate.readable import readable_paths

_NEW_MOUNTS, _NEW_HOST_NAME, _NEW_IPC, _NEW_USERS = 0x00020000, 0x04000000, 0x08000000, 0x10000000
_NEW_PROCESSES, _NEW_NETWORK = 0x20000000, 0x40000000
_PRIVATE, _RECURSIVE = 1 << 18, 1 << 14
_NO_SET_USER, _NO_DEVICES, _NO_EXECUTION = 2, 4, 8
_MOUNT_SETATTR = 442
_HERE, _BELOW_TOO, _READ_ONLY = -100, 0x8000, 1
# An address that documentation is free to use: nobody answers there, and without a network nobody is asked.
_NOBODY = ("192.0.2.1", 9)
# Folders that systems have; a writable folder is laid over the first in which nothing of Python's lies.
_FOLDERS = ("/mnt", "/media", "/srv", "/opt")


def available() -> bool:
    """Whether namespaces can be entered and do what they are for, found by trying in a process that ends."""
    outside = os.getpid()
    pid = fork()
    if pid == 0:
        status = 1
        try:
            _unshare()
            inner = fork()
            if inner == 0:
                _settle_in()
                lay_folder()
                os._exit(0 if _sees_nothing(outside) else 1)
            status = os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1])
        finally:
            os._exit(1 if status else 0)
    return os.waitpid(pid, 0)[1] == 0


def enter(descriptor: int) -> None:
    """Enter namespaces. Returns in a new process; this one waits for it and ends as it does.

    Parameters
    ----------
    descriptor
        The control socket, which only the new process is to hold.
    """
    _unshare()
    pid = fork()
    if pid:
        os.close(descriptor)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os._exit(code if code >= 0 else 128 - code)
    _settle_in()


def _unshare() -> None:
    """Ask for the namespaces; who is not root needs one of users first, and may ask in that one."""
    wanted = _NEW_MOUNTS | _NEW_HOST_NAME | _NEW_IPC | _NEW_PROCESSES | _NEW_NETWORK
    user, group = os.getuid(), os.getgid()
    if user == 0:
        system.unshare(wanted)
        return
    system.unshare(wanted | _NEW_USERS)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _settle_in() -> None:
    """As process 1: nothing mounted here is seen elsewhere, and every file system is read-only."""
    system.mount("none", "/", "", _PRIVATE | _RECURSIVE)
    with contextlib.suppress(OSError):  # a container may hide parts of /proc; then the outer one stays
        system.mount("proc", "/proc", "proc", _NO_SET_USER | _NO_DEVICES | _NO_EXECUTION)
    _make_read_only("/")


def _make_read_only(place: str) -> None:
    """Make what is mounted here, and below it, read-only."""
    attributes = struct.pack("=QQQQ", _READ_ONLY, 0, 0, 0)
    path = place.encode()
    system.syscall(_MOUNT_SETATTR, _HERE, path, _BELOW_TOO, attributes, len(attributes), what="mount_setattr")


@cache
def folder() -> str:
    """The folder over which a writable one can be laid, hiding nothing that is needed; raises OSError."""
    needed = (Path(__file__).resolve(), *(path.resolve() for path in readable_paths()))
    for name in _FOLDERS:
        if Path(name).is_dir() and not any(path.is_relative_to(name) for path in needed):
            return name
    raise OSError(errno.ENOENT, "no folder to lay a writable one over")


def lay_folder(size_bytes: int = 16 << 20, entries: int = 256) -> None:
    """Lay an empty folder in memory, which can be written to, over `folder`; raises OSError."""
    if os.getpid() != 1:
        raise OSError(errno.EPERM, "outside of its own namespaces nothing is laid over folders of others")
    flags = _NO_SET_USER | _NO_DEVICES | _NO_EXECUTION
    system.mount("tmpfs", folder(), "tmpfs", flags, f"size={size_bytes},nr_inodes={entries},mode=1777")


def seal_folder() -> None:
    """Let nothing more be written into the folder that was laid; raises OSError."""
    _make_read_only(folder())


def take_folder_away() -> None:
    """Take the folder away with all that is in it; raises OSError."""
    system.unmount(folder())


def make_and_remove(folder: Path) -> None:
    """Make an empty file in a folder and remove it, to see whether that is refused; raises OSError."""
    path = folder / f"kata-trial-{os.urandom(8).hex()}"
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.suppress(OSError):  # that it could be made is what counts
        path.unlink()


def _sees_nothing(outside: int) -> bool:
    """Whether the process outside cannot be named, the network not be reached, and no file written."""
    try:
        os.kill(outside, 0)
        return False
    except ProcessLookupError:
        pass
    with socket.socket() as connection:
        connection.settimeout(0.1)
        if connection.connect_ex(_NOBODY) not in (errno.ENETUNREACH, errno.ENETDOWN):
            return False
    try:
        make_and_remove(Path("/tmp"))  # noqa: S108
        return False
    except OSError as refused:
        return refused.errno == errno.EROFS

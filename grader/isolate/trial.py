"""Which isolation this machine gives, found by trying the forbidden acts, never by asking for versions.

A layer that is there in name and refuses nothing is worse than none. So each layer that decides is
tried by itself, in a process that ends, with acts that this layer alone is to refuse; then all of
them together, as a submission meets them. An act that is not refused does no harm: it asks for the
existence of a process, or makes a file and removes it.
"""

from __future__ import annotations

import _thread
import contextlib
import errno
import fcntl
import mmap
import os
import resource
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.isolate import identity, landlock, limits, seccomp, system
from grader.isolate.control import NAMESPACES, Act, Start
from grader.isolate.lock import Locks, lock
from grader.isolate.namespaces import make_and_remove
from grader.isolate.processes import fork
from grader.model import Level

# The last of them is what a disk answers that is read-only in here.
_REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS)
_TRIAL = Start(memory_bytes=64 << 20, processor_s=5)
_TOO_MUCH, _TIMES = _TRIAL.memory_bytes + (16 << 20), 8
_FAILED = b"!"
_Acts = dict[str, Callable[[], object]]


@dataclass(frozen=True)
class Found:
    """The level that was found, the locks that give it, and what was tried."""

    level: Level
    locks: Locks
    acts: tuple[Act, ...]


def find(locks: Locks, private: Iterable[Path]) -> Found:
    """Try the layers and keep those that work.

    Parameters
    ----------
    locks
        The layers that the machine seems to have.
    private
        What no submission may read: the exercise pack, the grader itself.
    """
    files, calls = _on_files(tuple(private)), _on_calls()
    acts = [Act(NAMESPACES, "see, reach or write what is outside", locks.namespaces)]
    if locks.users is not None:
        tried = _try("user", _as_another_user(), partial(_user_alone, locks.users))
        acts += tried
        locks = replace(locks, users=locks.users if _all_refused(tried) else None)
    if locks.rules is not None:
        tried = _try("landlock", files, partial(_landlock_alone, locks.rules))
        acts += tried
        if not _all_refused(tried):
            locks = replace(locks, rules=None)
    if locks.filtered:
        tried = _try("seccomp", calls, _seccomp_alone)
        acts += tried
        locks = replace(locks, filtered=_all_refused(tried))
    locks = replace(locks, opens=locks.rules is not None or not locks.filtered)
    together = _try("all layers", files | calls | _on_memory(), lambda: _lock(locks))
    together += _try_what_must_work(locks)
    acts += together
    return Found(_level(locks, _all_refused(together)), locks, tuple(acts))


def _level(locks: Locks, safe: bool) -> Level:
    if not safe or not locks.filtered:
        return Level.NONE
    if locks.opens:
        return Level.FULL if locks.namespaces else Level.STANDARD
    return Level.CLOSED


def _all_refused(acts: Iterable[Act]) -> bool:
    return all(act.refused for act in acts)


def _lock(locks: Locks) -> None:
    lock(locks, _TRIAL, limits.address_space_bytes())


def _user_alone(users: identity.Users) -> None:
    identity.take(users)
    identity.drop_capabilities(users)


def _landlock_alone(rules: int) -> None:
    limits.no_new_privileges()
    landlock.enter(rules)


def _seccomp_alone() -> None:
    limits.no_new_privileges()
    seccomp.load(seccomp.compile_filter())


def _try(layer: str, acts: _Acts, locked: Callable[[], object]) -> list[Act]:
    """Fork a process, lock it, and let it try every act; one that cannot be locked refuses nothing."""
    reading, writing = os.pipe()
    pid = fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, _answers(acts, locked))
        os._exit(0)
    os.close(writing)
    answers = os.read(reading, 4096)
    os.close(reading)
    os.waitpid(pid, 0)
    if answers.startswith(_FAILED):
        reason = answers.removeprefix(_FAILED).decode("utf-8", "replace")
        return [Act(layer, f"pass where this layer should be, which cannot be laid here: {reason}", False)]
    answers = answers.ljust(len(acts), b"0")
    return [Act(layer, what, answer == ord("1")) for what, answer in zip(acts, answers, strict=True)]


def _answers(acts: _Acts, locked: Callable[[], object]) -> bytes:
    """What became of each act, or why the process could not be locked."""
    try:
        locked()
    except OSError as fault:
        return _FAILED + str(fault).encode()[:500]
    return b"".join(b"1" if _refused(act) else b"0" for act in acts.values())


def _refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except OSError as fault:
        return fault.errno in _REFUSALS
    except (RuntimeError, MemoryError):  # a thread that cannot be started; memory that is not given
        return True
    return False


def _on_files(private: tuple[Path, ...]) -> _Acts:
    """Acts on files, which Landlock refuses, or a filter under which nothing can be opened."""
    server = os.getpid()
    acts: _Acts = {
        "read /etc/passwd": lambda: _open("/etc/passwd"),
        "read the environment of the server": lambda: _open(f"/proc/{server}/environ"),
    }
    for folder in (Path("/etc"), *private):
        if folder.is_dir():
            acts[f"list {folder}"] = partial(os.listdir, folder)
    for folder in (Path("/tmp"), Path("/dev/shm")):  # noqa: S108
        if folder.is_dir():
            acts[f"write a file into {folder}"] = partial(make_and_remove, folder)
    return acts


def _open(path: str) -> None:
    os.close(os.open(path, os.O_RDONLY))


def _as_another_user() -> _Acts:
    """Acts that only root, or the user of the server, may do."""
    server = os.getpid()
    return {
        "be root again": lambda: os.setresuid(0, 0, 0),
        "send a signal to a process of the user who grades": lambda: os.kill(server, 0),
        "be in a group of root's": _be_in_a_group,
        "change the root folder": lambda: os.chroot("/"),
    }


def _be_in_a_group() -> None:
    if os.getgid() != 0 and not os.getgroups():
        raise PermissionError(errno.EPERM, "in no group")


def _on_calls() -> _Acts:
    """System calls that the filter refuses."""
    server = os.getpid()
    return {
        "open a TCP connection": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close(),
        "send a UDP packet": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
        "open a UNIX socket": lambda: socket.socket(socket.AF_UNIX).close(),
        "start a process": _start_a_process,
        "start a thread": lambda: _thread.start_new_thread(lambda: None, ()),
        "run a program": lambda: os.execv("/nonexistent/kata-trial", ["kata-trial"]),  # noqa: S606
        "send a signal to the server": lambda: os.kill(server, 0),
        "send a signal by way of a descriptor": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, server),
        "read a limit of the server": lambda: resource.prlimit(server, resource.RLIMIT_NOFILE),
        "change the priority of the server": lambda: os.setpriority(
            os.PRIO_PROCESS, server, os.getpriority(os.PRIO_PROCESS, server)
        ),
        "read the memory of the server": lambda: system.call("process_vm_readv", server, None, 0, None, 0, 0),
        "trace a process": lambda: system.call("ptrace", 16, -1, 0, 0),
        "make shared memory": _share_memory,
        "make a namespace": lambda: system.unshare(0),
        "mount a file system": lambda: system.mount("none", "/nonexistent", "tmpfs", 0),
        "change the mode of a file": lambda: Path("/nonexistent").chmod(0o600),
        "remove a file": lambda: Path("/nonexistent").unlink(),
    }


def _start_a_process() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def _share_memory() -> None:
    private, made, remove = 0, 0o1600, 0
    identifier = system.call("shmget", private, 4096, made)
    with contextlib.suppress(OSError):  # that it could be made is what counts
        system.call("shmctl", identifier, remove, None)


def _on_memory() -> _Acts:
    return {"take more memory than the limit": _take_too_much}


def _take_too_much() -> None:
    """Ask for more than the limit several times: what was freed since the limit was laid may be had again."""
    taken = []
    try:
        for _ in range(_TIMES):
            taken.append(mmap.mmap(-1, _TOO_MUCH))
    except OSError as fault:
        raise MemoryError from fault
    finally:
        for memory in taken:
            memory.close()


def _try_what_must_work(locks: Locks) -> list[Act]:
    """Under all layers a file of the standard library can be read, where files can be opened at all.

    Told as an act that is refused where it does not work: a worker that can import nothing would make
    every submission fail.
    """
    if not locks.opens:
        return []
    path = contextlib.__file__
    tried = _try("all layers", {path: lambda: _open(path)}, lambda: _lock(locks))
    return [Act("all layers", "keep a worker from the standard library", not tried[0].refused)]

"""What a worker locks itself into, before it reads the first byte of a submission."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from dataclasses import dataclass
from pathlib import Path

from grader.isolate import landlock, seccomp

MAX_FILE_BYTES = 16 << 20
MAX_DESCRIPTORS = 64

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_PR_SET_NO_NEW_PRIVS = 38
_libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> None:
    """Call prctl(2); raises OSError."""
    if _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"prctl({option}): {os.strerror(code)}")


def die_with_parent() -> None:
    """Let the kernel end this process when its parent is gone."""
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent dies, so that none escapes."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def address_space_bytes() -> int:
    """The size of this process's address space now."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@dataclass(frozen=True)
class Locks:
    """What the server prepared for its workers: Landlock's rules, the seccomp filter, its own size."""

    rules: int | None
    program: bytes | None
    base_bytes: int

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers by name, as results tell them."""
        optional = (("landlock", self.rules), ("seccomp", self.program))
        found = (name for name, what in optional if what is not None)
        return ("session", "rlimits", "no_new_privs", *found)


def lock(locks: Locks, memory_bytes: int, processor_s: int) -> None:
    """Lock this process down: session, resource limits, no new privileges, files, processes.

    Parameters
    ----------
    locks
        What the server prepared.
    memory_bytes
        Address space on top of the server's own.
    processor_s
        Processor time at which the kernel ends the process, whoever watches.
    """
    os.setsid()
    os.umask(0o077)
    for which, value in (
        (resource.RLIMIT_AS, locks.base_bytes + memory_bytes),
        (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_DESCRIPTORS),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(which, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_s, processor_s + 1))
    if os.getuid() != 0:  # the kernel does not hold root to this one; the filter does
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    die_with_parent()
    prctl(_PR_SET_DUMPABLE, 0)
    if locks.rules is not None:
        landlock.enter(locks.rules)
        os.close(locks.rules)
    if locks.program is not None:
        seccomp.load(locks.program)

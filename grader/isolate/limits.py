"""What a worker locks itself into, before it reads the first byte of a submission."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import struct
from dataclasses import dataclass
from pathlib import Path

from grader.isolate import landlock

MAX_FILE_BYTES = 16 << 20
MAX_DESCRIPTORS = 64

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
_libc = ctypes.CDLL(None, use_errno=True)

# ---- seccomp: a filter that refuses new processes. Numbers from the kernel's syscall tables.
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_THREAD_FLAGS = 0x00010900  # CLONE_VM | CLONE_SIGHAND | CLONE_THREAD
_CLONE3 = 435
_MACHINES = {
    # audit number of the architecture, clone, calls refused outright: fork, vfork, execve, execveat
    "x86_64": (0xC000003E, 56, (57, 58, 59, 322)),
    "aarch64": (0xC00000B7, 220, (221, 281)),
}


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
        _load_filter(locks.program)


def filter_program() -> bytes | None:
    """The BPF program that refuses fork, vfork, exec and clone of a process, on this machine."""
    machine = _MACHINES.get(os.uname().machine)
    if machine is None:
        return None
    audit, clone, refused = machine
    refuse, absent = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
    steps = [_step(_LOAD, 4), _step(_EQUAL, audit, 1, 0), _step(_RETURN, _KILL), _step(_LOAD, 0)]
    if os.uname().machine == "x86_64":  # the x32 calls share the architecture's number
        steps += [_step(_AT_LEAST, 0x40000000, 0, 1), _step(_RETURN, _KILL)]
    for number in refused:
        steps += [_step(_EQUAL, number, 0, 1), _step(_RETURN, refuse)]
    # glibc falls back to clone(), whose flags a filter can read, only if clone3() seems absent.
    steps += [_step(_EQUAL, _CLONE3, 0, 1), _step(_RETURN, absent)]
    steps += [
        _step(_EQUAL, clone, 0, 4),
        _step(_LOAD, 16),
        _step(_AND, _THREAD_FLAGS),
        _step(_EQUAL, _THREAD_FLAGS, 1, 0),
        _step(_RETURN, refuse),
        _step(_RETURN, _ALLOW),
    ]
    return b"".join(steps)


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def _load_filter(program: bytes) -> None:
    buffer = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer)))
    if _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"seccomp: {os.strerror(code)}")

"""Outer seccomp filters: circumstances as a container imposes them, imitated from outside.

Each is a small classic BPF program that comes on top of whatever the product loads later. Root can load one
without giving up new privileges, as a container's runtime does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Sequence

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_FIRST_ARGUMENT = 16
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
# CLONE_NEW*: time, mount, cgroup, uts, ipc, user, pid, net.
NEW_NAMESPACES = 0x7E020080
_CLONE3 = 435
_LANDLOCK = (444, 445, 446)
_NUMBERS = {
    "x86_64": {"clone": 56, "mount": 165, "unshare": 272, "setns": 308, "prctl": 157, "seccomp": 317},
    "aarch64": {"clone": 220, "mount": 40, "unshare": 97, "setns": 268, "prctl": 167, "seccomp": 277},
}

Step = tuple[int, int, int, int]


def supported() -> bool:
    """Whether the numbers of this machine's system calls are known here."""
    return os.uname().machine in _NUMBERS


def without_namespaces() -> list[Step]:
    """As Docker's default profile: no new namespace; clone3, whose flags no filter sees, seems absent."""
    numbers = _NUMBERS[os.uname().machine]
    steps = [_step(_LOAD, 0), *_fail((_CLONE3,), errno.ENOSYS)]
    steps += _fail([numbers[name] for name in ("unshare", "setns", "mount")], errno.EPERM)
    refuse_by_flags = [
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, NEW_NAMESPACES, 0, 1),
        _step(_RETURN, _FAIL | errno.EPERM),
        _step(_RETURN, _ALLOW),
    ]
    steps += [_step(_EQUAL, numbers["clone"], 0, len(refuse_by_flags)), *refuse_by_flags]
    return [*steps, _step(_RETURN, _ALLOW)]


def without_landlock() -> list[Step]:
    """As a kernel that has never heard of Landlock."""
    return [_step(_LOAD, 0), *_fail(_LANDLOCK, errno.ENOSYS), _step(_RETURN, _ALLOW)]


def without_seccomp() -> list[Step]:
    """As a kernel that takes no filter: prctl(PR_SET_SECCOMP) and seccomp() fail."""
    numbers = _NUMBERS[os.uname().machine]
    refuse_by_option = [
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_EQUAL, _PR_SET_SECCOMP, 0, 1),
        _step(_RETURN, _FAIL | errno.EINVAL),
        _step(_RETURN, _ALLOW),
    ]
    steps = [_step(_LOAD, 0), *_fail((numbers["seccomp"],), errno.ENOSYS)]
    steps += [_step(_EQUAL, numbers["prctl"], 0, len(refuse_by_option)), *refuse_by_option]
    return [*steps, _step(_RETURN, _ALLOW)]


def load(steps: Sequence[Step]) -> None:
    """Put this process and all that it starts under a filter; raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0 and libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_NO_NEW_PRIVS)")
    program = b"".join(
        struct.pack("=HBBI", code, if_true, if_false, operand) for code, operand, if_true, if_false in steps
    )
    buffer = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(buffer)))
    if libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_SECCOMP)")


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> Step:
    return code, operand, if_true, if_false


def _fail(numbers: Sequence[int], code: int) -> list[Step]:
    """The system calls of these numbers fail with a code."""
    return [
        step for number in numbers for step in (_step(_EQUAL, number, 0, 1), _step(_RETURN, _FAIL | code))
    ]

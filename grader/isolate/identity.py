"""Who a worker is: a user of its own where the grader is root, and without root's powers in any case."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

from grader.isolate.processes import fork
from grader.isolate.readable import readable_paths
from grader.isolate.system import prctl, syscall

_CAPGET_VERSION = 0x20080522  # _LINUX_CAPABILITY_VERSION_3: two words of 32 capabilities each
_CAPSET = {"x86_64": 126, "aarch64": 91}
_PR_SET_KEEPCAPS, _PR_CAP_AMBIENT, _CLEAR_ALL = 8, 47, 4
_READ_AND_SEARCH = 2  # CAP_DAC_READ_SEARCH
# Users that no system gives to anybody: above those of containers and of directories of users, or, where a
# container has few numbers, those that systemd takes for a service while it runs. First number and count.
_RANGES = ((2_010_000_000, 1 << 24), (61_184, 4_000))


@dataclass(frozen=True)
class Users:
    """The numbers of users of which a worker takes one, and whether those could not read what they must.

    Python below a folder that is root's alone (``/root``, say) is closed to every other user. Then a
    worker keeps the one power to read; what it may read is still for Landlock to say.
    """

    first: int
    count: int
    keep_reading: bool


def own_users() -> Users | None:
    """The users that workers can take; None where the grader is not root, or has only itself."""
    if os.getuid() != 0:
        return None
    for first, count in _RANGES:
        if _in_this_container(first + count - 1):
            return Users(first, count, keep_reading=not _can_read_all(first))
    return None


def _can_read_all(user: int) -> bool:
    """Whether that user, in no group, can read what a worker must; asked in a process that becomes it."""
    pid = fork()
    if pid == 0:
        status = 1
        try:
            _become(user)
            status = 0 if all(os.access(path, os.R_OK) for path in readable_paths() if path.exists()) else 1
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1] == 0


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _in_this_container(user: int) -> bool:
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        inside, _, count = map(int, line.split())
        if inside <= user < inside + count:
            return True
    return False


def take(users: Users) -> None:
    """Become a user that nobody else is, in no group; raises OSError."""
    number = users.first + int.from_bytes(os.urandom(4), "little") % users.count
    if users.keep_reading:
        prctl(_PR_SET_KEEPCAPS, 1)
    _become(number)


def drop_capabilities(users: Users | None) -> None:
    """Give up every power of root, for good; raises OSError."""
    machine = os.uname().machine
    if machine not in _CAPSET:
        return
    kept = 1 << _READ_AND_SEARCH if users is not None and users.keep_reading else 0
    prctl(_PR_CAP_AMBIENT, _CLEAR_ALL)
    header = struct.pack("=Ii", _CAPGET_VERSION, 0)
    data = struct.pack("=IIIIII", kept, kept, 0, 0, 0, 0)
    syscall(_CAPSET[machine], header, data, what="capset")

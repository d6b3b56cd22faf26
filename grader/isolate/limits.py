"""What a worker may use, as the kernel holds it to it."""

from __future__ import annotations

import contextlib
import resource
import signal
from pathlib import Path

from grader.isolate.control import Start
from grader.isolate.system import prctl

MAX_FILE_BYTES = 16 << 20
MAX_DESCRIPTORS = 64
MAX_THREADS = 32

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_PR_SET_NO_NEW_PRIVS = 38


def die_with_parent() -> None:
    """Let the kernel end this process when its parent is gone."""
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent dies, so that none escapes."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_first_where_memory_is_short() -> None:
    """Ask the kernel to end this process and its workers before the grader; nothing if it has no such ear."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900")


def no_new_privileges() -> None:
    """Let nothing that this process starts be more than it is; Landlock and seccomp ask for it."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def close_to_others() -> None:
    """Close this process's memory and descriptors to others of its user."""
    prctl(_PR_SET_DUMPABLE, 0)


def address_space_bytes() -> int:
    """The size of this process's address space now."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def apply(start: Start, base_bytes: int, *, counted: bool) -> None:
    """Set the limits of a job.

    Parameters
    ----------
    start
        What the job may use.
    base_bytes
        Address space that every worker of the server has; the job's is on top of it.
    counted
        Whether this worker's user is its own, so that its processes and threads can be counted.
    """
    file_bytes = start.writable_bytes + start.data_bytes if start.writable_bytes else MAX_FILE_BYTES
    for which, value in (
        (resource.RLIMIT_AS, base_bytes + start.memory_bytes),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_DESCRIPTORS),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
        (resource.RLIMIT_SIGPENDING, 64),
    ):
        _lower(which, value)
    _lower(resource.RLIMIT_CPU, start.processor_s, start.processor_s + 1)
    if not start.threads:
        # The kernel does not hold root to this one; the filter does.
        _lower(resource.RLIMIT_NPROC, 0)
    elif counted:
        _lower(resource.RLIMIT_NPROC, MAX_THREADS)


def _lower(which: int, value: int, last: int | None = None) -> None:
    """Set a limit, and a last one, for good; a lower one that whoever started the grader set is kept."""
    _, hard = resource.getrlimit(which)
    most = value if last is None else last
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (min(value, most), most))

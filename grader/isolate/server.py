"""The warm server: imports numpy and torch once, then forks a worker for each job.

It holds no secret: no reference, no expected value, no submission is ever in its memory. It runs
one worker at a time and ends whatever the worker leaves behind.
"""

from __future__ import annotations

import array
import contextlib
import gc
import os
import select
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.isolate import (
    companions,
    identity,
    landlock,
    limits,
    namespaces,
    readable,
    seccomp,
    trial,
    warm,
)
from grader.isolate.control import EXPOSED, Ended, Kill, Ready, Start, Started, decode, encode
from grader.isolate.lock import Locks, lock
from grader.isolate.processes import fork
from grader.worker import runner, serving

# What a job's descriptors become in a worker; nothing else is open there.
JOB, RESULT, RULES = 3, 4, 5
# Job, result and output come with each job; a folder of data files may come as well.
MAX_DESCRIPTORS = 4
# How many files and folders of its own a job may have in its writable folder.
_ENTRIES = 256
# Known before the fork: going through the names of all modules would copy the memory they lie in.
_OWN_MODULES = serving.own_modules()


def main(control_descriptor: int, kind: str, root: str, private: list[str]) -> None:
    """Serve until the control socket closes.

    Parameters
    ----------
    control_descriptor
        The socket to the grader.
    kind
        What is imported: numpy, torch, torch-long.
    root
        The folder that holds this package.
    private
        What no submission may read. The server does not start if it lies below a readable folder.
    """
    limits.die_with_parent()
    limits.end_first_where_memory_is_short()
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        sys.exit("the kernel has no pidfd_open, which Linux has since 5.3")
    hidden = [Path(root, "grader"), *map(Path, private)]
    try:
        readable.require_hidden(hidden)
    except readable.Exposed as fault:
        print(fault, file=sys.stderr)  # noqa: T201 - it goes to the grader, which tells it
        sys.exit(EXPOSED)
    inside = namespaces.available()
    if inside:
        namespaces.enter(control_descriptor)
        limits.die_with_parent()
    limits.adopt_orphans()
    limits.close_to_others()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=control_descriptor)
    rules = landlock.ruleset(readable.readable_paths())
    locks = Locks(rules, seccomp.supported(), True, identity.own_users(), inside)
    found = trial.find(locks, hidden)
    _warm_up(kind, found.locks)
    control.send(encode(Ready(found.level, found.locks.layers, found.acts)))
    _serve(control, found.locks)


def _warm_up(kind: str, locks: Locks) -> None:
    warm.common(torch=kind != "numpy")
    if kind == "torch-long" or (kind == "torch" and not locks.opens):
        with _passing_folder(locks.namespaces) as folder:
            warm.longer(folder)
    readable.Finder().install()
    if not locks.opens:
        warm.wholly()
    gc.collect()
    gc.freeze()


@contextlib.contextmanager
def _passing_folder(namespaces_entered: bool) -> Iterator[str]:
    """A folder to write into that nothing is left of, also where every disk is read-only."""
    if not namespaces_entered:
        with tempfile.TemporaryDirectory() as folder:
            yield folder
        return
    namespaces.lay_folder()
    try:
        yield namespaces.folder()
    finally:
        namespaces.take_folder_away()


def _serve(control: socket.socket, locks: Locks) -> None:
    """Run a worker for each Start, one at a time."""
    if locks.filtered:
        seccomp.compile_all(opens=locks.opens)
    base_bytes = limits.address_space_bytes()
    while True:
        data, ancillary, _, _ = control.recvmsg(4096, socket.CMSG_SPACE(MAX_DESCRIPTORS * 4))
        if not data:
            return
        message = decode(data)
        descriptors = _received(ancillary)
        if isinstance(message, Start):
            if threads() != 1:
                sys.exit(f"the warm server has {threads()} threads; it must have one to fork safely")
            with _own_folder(message, locks, descriptors) as own_locks:
                _serve_one(control, message, descriptors, own_locks, base_bytes)
        for descriptor in descriptors:
            os.close(descriptor)


@contextlib.contextmanager
def _own_folder(start: Start, locks: Locks, descriptors: list[int]) -> Iterator[Locks]:
    """The rules that open the folder of a job that has one; in namespaces, an empty one is laid in memory."""
    writable = start.writable_bytes > 0
    if not writable and not start.data_entries:
        yield locks
        return
    assert locks.namespaces or not writable, "nothing is laid over the folders that others use"
    place = Path(f"/proc/self/fd/{descriptors[-1]}")
    if locks.namespaces:
        entries = _ENTRIES * writable + start.data_entries
        namespaces.lay_folder(start.writable_bytes + start.data_bytes, entries)
        place = Path(namespaces.folder())
    rules = None
    try:
        if locks.rules is not None:
            paths = readable.readable_paths()
            rules = landlock.ruleset(paths, place) if writable else landlock.ruleset((*paths, place))
        yield replace(locks, rules=rules)
    finally:
        if rules is not None:
            os.close(rules)
        if locks.namespaces:
            namespaces.take_folder_away()


def threads() -> int:
    """How many threads this process has."""
    return sum(1 for _ in os.scandir("/proc/self/task"))


def _received(ancillary: list[tuple[int, int, bytes]]) -> list[int]:
    descriptors = array.array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return list(descriptors)


def _serve_one(
    control: socket.socket, start: Start, descriptors: list[int], locks: Locks, base_bytes: int
) -> None:
    pid = fork()
    if pid == 0:
        _worker(start, descriptors, locks, base_bytes)
    while descriptors:
        os.close(descriptors.pop())
    handle = os.pidfd_open(pid)
    try:
        socket.send_fds(control, [encode(Started())], [handle])
        _wait(control, handle, pid)
    finally:
        os.close(handle)
    # The worker is a zombie still, so its process group's number cannot belong to anybody else.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    if locks.namespaces:
        _end_all_others()
    else:
        _end_orphans()
    control.send(encode(Ended(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)))


def _wait(control: socket.socket, handle: int, pid: int) -> None:
    """Wait for the worker's end; a Kill or a closed control socket brings it about."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.register(control.fileno(), select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poll.poll()}
        if handle in ready:
            return
        data = control.recv(4096)
        if not data or isinstance(decode(data), Kill):
            os.kill(pid, signal.SIGKILL)
        if not data:
            poll.unregister(control.fileno())


def _end_all_others() -> None:
    """As process 1 of a table of processes: end every other in it."""
    while True:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _end_orphans() -> None:
    """End the processes that the worker left; as a subreaper this server is their parent now."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        # The list may miss one while others end, so it is read until there is nobody to wait for.
        with contextlib.suppress(OSError):
            for pid in children.read_text().split():
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.001)


def _worker(start: Start, descriptors: list[int], locks: Locks, base_bytes: int) -> None:
    """Become the worker: arrange the descriptors, lock, read the job, do it. Never returns."""
    status = 70
    try:
        job, result, output, *data = descriptors
        _go_to_folder(start, locks, data)
        nothing = os.open("/dev/null", os.O_RDONLY)
        # First out of the way of the numbers they will get, then into place.
        sources = [nothing, output, output, job, result]
        sources += [locks.rules] if locks.rules is not None else []
        moved = [os.dup2(source, 40 + i) for i, source in enumerate(sources)]
        for target, source in enumerate(moved):
            os.dup2(source, target)
        if locks.rules is not None:  # the lock uses it and closes it
            locks = replace(locks, rules=RULES)
        os.closerange(RULES if locks.rules is None else RULES + 1, 4096)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        lock(locks, start, base_bytes)
        _do_job()
        status = 0
    finally:
        os._exit(status)


def _go_to_folder(start: Start, locks: Locks, data: list[int]) -> None:
    """Go to the working folder, with the data files in it."""
    writable = start.writable_bytes > 0
    if data:
        os.fchdir(data[0])
    if data and locks.namespaces:
        companions.copy_working_folder(Path(namespaces.folder()), writable=writable)
        if not writable:
            namespaces.seal_folder()
    if locks.namespaces or not data:
        os.chdir(namespaces.folder() if data or writable else "/")


def _do_job() -> None:
    serving.do_job(runner.receiver(JOB), runner.sender(runner.writer(RESULT)), _OWN_MODULES)

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
import types
from dataclasses import replace
from pathlib import Path

from grader.codec import decoder
from grader.isolate import landlock, limits, seccomp
from grader.isolate.control import Ended, Kill, Ready, Start, Started, decode, encode
from grader.isolate.processes import fork
from grader.worker import describe, runner
from grader.worker.protocol import DescribeJob, Job, Locked, RunJob

# What a job's descriptors become in a worker; nothing else is open there.
JOB, RESULT, RULES = 3, 4, 5
_read_job = decoder(Job)
# Known before the fork: going through the names of all modules would copy the memory they lie in.
_OWN_MODULES = {name: sys.modules[name] for name in list(sys.modules) if name.split(".")[0] == "grader"}


def main(control_descriptor: int, kind: str, root: str) -> None:
    """Serve until the control socket closes. ``kind`` says what is imported: numpy, torch, torch-long."""
    control = socket.socket(fileno=control_descriptor)
    limits.die_with_parent()
    limits.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm(torch=kind != "numpy")
    if kind == "torch-long":
        warm_longer()
    hide_package(root)
    _settle()
    rules = landlock.ruleset(Path(root))
    locks = limits.Locks(rules, seccomp.compile_filter(), limits.address_space_bytes())
    control.send(encode(Ready(locks.layers)))
    while True:
        data, ancillary, _, _ = control.recvmsg(4096, socket.CMSG_SPACE(3 * 4))
        if not data:
            return
        message = decode(data)
        descriptors = _received(ancillary)
        if isinstance(message, Start):
            _serve_one(control, message, descriptors, locks)
        for descriptor in descriptors:
            os.close(descriptor)


def warm(torch: bool) -> None:
    """Import what submissions use, so that a worker need not."""
    # Names that student code commonly imports; a worker forks with them in memory.
    import collections
    import dataclasses
    import functools
    import itertools
    import json
    import math
    import random
    import tempfile
    import typing

    import numpy
    import numpy.linalg
    import numpy.random

    # Where no folder can be written, some packages fail at import for want of a name for one.
    tempfile.tempdir = "/tmp"  # noqa: S108 - a worker cannot write there
    del collections, dataclasses, functools, itertools, json, math, random, tempfile, typing, numpy
    if torch:
        import torch as torch_package

        torch_package.set_num_threads(1)
        torch_package.set_num_interop_threads(1)
        # An embedding and a backward pass load what every child would else load for itself.
        layer = torch_package.nn.Embedding(2, 2)
        layer(torch_package.tensor([[0, 1]])).sum().backward()


def warm_longer() -> None:
    """Import what torch imports only when an optimiser or its compiler is first used, and use it once."""
    import torch
    import torch._dynamo
    import torch.func

    layer = torch.nn.Linear(2, 2)
    optimiser = torch.optim.Adam(layer.parameters())
    layer(torch.ones(1, 2)).sum().backward()
    optimiser.step()


def _settle() -> None:
    """Before the next fork: one thread, and no garbage that a worker would touch."""
    if threads() != 1:
        sys.exit(f"the warm server has {threads()} threads; it must have one to fork safely")
    gc.collect()
    gc.freeze()


def hide_package(root: str) -> None:
    """Take the folder of this package off the path where nothing else is installed in it."""
    import numpy

    beside_numpy = Path(str(numpy.__file__)).resolve().parent.parent
    if beside_numpy != Path(root):
        sys.path[:] = [entry for entry in sys.path if not entry or Path(entry).resolve() != Path(root)]
    elif sys.path and sys.path[0] == root:
        del sys.path[0]
    sys.path_importer_cache.clear()


def threads() -> int:
    """How many threads this process has."""
    return len(list(Path("/proc/self/task").iterdir()))


def _received(ancillary: list[tuple[int, int, bytes]]) -> list[int]:
    descriptors = array.array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    return list(descriptors)


def _serve_one(control: socket.socket, start: Start, descriptors: list[int], locks: limits.Locks) -> None:
    pid = fork()
    if pid == 0:
        _worker(start, descriptors, locks)
    while descriptors:
        os.close(descriptors.pop())
    control.send(encode(Started(pid)))
    handle = os.pidfd_open(pid)
    try:
        _wait(control, handle, pid)
    finally:
        os.close(handle)
    # The worker is a zombie still, so its process group's number cannot belong to anybody else.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
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


def _end_orphans() -> None:
    """End the processes that the worker left; as a subreaper this server is their parent now."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while True:
        try:
            left = [int(pid) for pid in children.read_text().split()]
        except OSError:
            left = []
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, 0 if left else os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        if not left:
            return


def _worker(start: Start, descriptors: list[int], locks: limits.Locks) -> None:
    """Become the worker: arrange the descriptors, lock, read the job, do it. Never returns."""
    status = 70
    try:
        job, result, output = descriptors
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
        os.chdir("/")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        limits.lock(locks, start.memory_bytes, start.processor_s)
        _do_job()
        status = 0
    finally:
        os._exit(status)


def _do_job() -> None:
    receive = runner.receiver(JOB)
    job = _read_job(receive())
    send = runner.sender(RESULT)
    send(Locked())
    if isinstance(job, DescribeJob):
        describe.run(job, send)
        return
    assert isinstance(job, RunJob)
    if not job.trusted:
        _put_away_the_grader()
    runner.run(job, receive, send)


def _put_away_the_grader() -> None:
    """Leave a stand-in under the package's name: check cells of notebooks do nothing here."""
    for name in _OWN_MODULES:
        sys.modules.pop(name, None)
    stand_in = types.ModuleType("grader")
    stand_in.check = lambda *_arguments, **_keywords: None  # type: ignore[attr-defined]
    sys.modules["grader"] = stand_in

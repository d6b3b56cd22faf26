"""The processes of this machine, read from /proc; and keeping hold of all that come from this one."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


@dataclass(frozen=True)
class Process:
    """A process. Number and start together tell it from any other that gets the same number later."""

    pid: int
    parent: int
    state: str
    started: int
    name: str


def end_with_parent() -> None:
    """Let the kernel end this process when its parent is gone."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Meanwhile this process is the parent of every descendant whose own parent dies: none gets away."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        _prctl(_PR_SET_CHILD_SUBREAPER, 0)


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option})")


def table() -> dict[int, Process]:
    """All processes by number."""
    found = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208 - names alone, after every attack
        if entry.isdigit() and (process := read(int(entry))) is not None:
            found[process.pid] = process
    return found


def read(pid: int) -> Process | None:
    """One process; None if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - a hundred of them after every attack
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return None
    name, _, rest = text.partition("(")[2].rpartition(")")
    values = rest.split()
    return Process(pid, int(values[1]), values[0], int(values[19]), name)


def below(pid: int, among: dict[int, Process]) -> list[int]:
    """The descendants of a process, zombies among them."""
    children: dict[int, list[int]] = {}
    for process in among.values():
        children.setdefault(process.parent, []).append(process.pid)
    found, todo = [], [pid]
    while todo:
        more = children.get(todo.pop(), [])
        found += more
        todo += more
    return found


def command_line(pid: int) -> str:
    """What a process was started with; empty if it is gone."""
    try:
        return (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
        )
    except OSError:
        return ""


def end(pids: list[int]) -> None:
    """End processes that an attack left, so that they hurt neither the machine nor the next attack."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    reap(pids)


def reap(pids: list[int]) -> None:
    """Take the status of those that are zombies and children of this process."""
    for pid in pids:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)

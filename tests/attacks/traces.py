"""What an attack may have left on the machine: a snapshot before and after it, and the difference in words.

Other programs use the machine at the same time. So in folders that all share, only names count that begin
with ``kata-attack-``, as the README asks of every attack, and files of users that do not exist. A change that
may be somebody else's all the same is unsure: it counts if it comes again with each repetition of the attack.
What is the runner's own (its processes, the pack, the grader, its limits) must not change at all.
"""

from __future__ import annotations

import functools
import os
import pwd
import re
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import grader
from tests.attacks import processes
from tests.attacks.reading import PACK
from tests.attacks.watching import WatchedWorker

MARKER = "kata-attack-"
SHARED = ("/", "/tmp", "/var/tmp", "/run", "/dev")
SELDOM = ("/dev/shm", "/dev/mqueue")
# A server that is replaced may take a moment to be gone with all that belongs to it.
SETTLE_S = 1.0
# So many letters after the marker say whose a name is.
_TELLING = 3

Entry = tuple[int, ...]


@dataclass(frozen=True)
class Trace:
    """Something that was left or changed. ``sure``: nobody else can have done it."""

    sentence: str
    sure: bool = True

    @property
    def kind(self) -> str:
        """What it has in common with the trace that a repetition of the attack leaves."""
        return re.sub(r"\d+", "#", self.sentence)


@dataclass(frozen=True)
class Snapshot:
    """The machine at one moment."""

    shared: dict[str, Entry]
    seldom: dict[str, Entry]
    owned: dict[str, Entry]
    ipc: dict[str, str]
    settings: dict[str, str]


def snapshot(servers: dict[str, int], more: tuple[Path, ...] = ()) -> Snapshot:
    """Look at the machine.

    Parameters
    ----------
    servers
        The processes of the warm servers, by kind.
    more
        Further folders that are the runner's own.
    """
    return Snapshot(
        shared=_of_attacks(SHARED),
        seldom=_entries((*SELDOM, *_rarely_written())),
        owned=_trees((PACK, Path(grader.__file__).parent, *more)),
        ipc=_system_v(),
        settings=_settings(servers),
    )


def difference(before: Snapshot, after: Snapshot, text: str) -> Iterator[Trace]:
    """What changed, except for processes.

    ``text`` is the attack's: what bears a name from it was left by it, and not by another run of the corpus.
    """

    def named(name: str) -> bool:
        stem = os.path.basename(name)[: len(MARKER) + _TELLING]  # noqa: PTH119
        return stem.startswith(MARKER) and stem in text

    # A file that is gone was cleaned up after another run, whose names these are.
    shared = {name: entry for name, entry in after.shared.items() if named(name) or not _is_user(entry[1])}
    kept = {name: entry for name, entry in before.shared.items() if name in shared}
    yield from _changes(kept, shared, named)
    yield from _changes(before.seldom, after.seldom, named)
    yield from _changes(before.owned, after.owned, lambda name: "__pycache__" not in name)
    for key, line in after.ipc.items():
        if key not in before.ipc:
            yield Trace(f"it left a System V object: {key}, {line}")
    for what, value in after.settings.items():
        if what in before.settings and before.settings[what] != value:
            yield Trace(f"{what} changed from {before.settings[what]} to {value}")


# --------------------------------------------------------------------------- files


def _changes(
    before: dict[str, Entry], after: dict[str, Entry], sure: Callable[[str], bool]
) -> Iterator[Trace]:
    for name in sorted(before.keys() | after.keys()):
        if name not in before:
            yield Trace(f"it left {name}", sure(name))
        elif name not in after:
            yield Trace(f"{name} is gone", sure(name))
        elif before[name] != after[name]:
            yield Trace(f"{name} was changed", sure(name))


def _describe(entry: os.DirEntry[str]) -> Entry:
    """Kind, owner, size and times; of a folder kind and owner, as its entries are looked at themselves."""
    found = entry.stat(follow_symlinks=False)
    kept: Entry = (found.st_mode, found.st_uid, found.st_gid)
    if stat.S_ISDIR(found.st_mode):
        return kept
    return (*kept, found.st_nlink, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _entries(folders: tuple[str, ...]) -> dict[str, Entry]:
    """The entries of some folders, not of folders in them."""
    found = {}
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    try:
                        found[entry.path] = _describe(entry)
                    except OSError:  # gone meanwhile
                        continue
        except OSError:  # not here, or not for this user
            continue
    return found


def _of_attacks(folders: tuple[str, ...]) -> dict[str, Entry]:
    """The entries that can only be an attack's: by their name, or by an owner that is no user here."""
    return {
        name: entry
        for name, entry in _entries(folders).items()
        if os.path.basename(name).startswith(MARKER) or not _is_user(entry[1])  # noqa: PTH119
    }


@functools.cache
def _is_user(number: int) -> bool:
    try:
        pwd.getpwuid(number)
    except KeyError:
        return False
    return True


@functools.cache
def _rarely_written() -> tuple[str, ...]:
    """The home and working folders, and the top of where packages are."""
    folders = [os.path.expanduser("~"), os.getcwd()]  # noqa: PTH111, PTH109
    folders += [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    for package in ("numpy", "torch"):
        if (spec := find_spec(package)) is not None and spec.origin is not None:
            folders.append(os.path.dirname(spec.origin))  # noqa: PTH120
    return tuple(dict.fromkeys(folders))


def _trees(roots: tuple[Path, ...]) -> dict[str, Entry]:
    """All below some folders."""
    found: dict[str, Entry] = {}
    todo = [str(root) for root in roots]
    while todo:
        below = _entries((todo.pop(),))
        found |= below
        todo += [name for name, entry in below.items() if stat.S_ISDIR(entry[0])]
    return found


# --------------------------------------------------------------------------- System V, limits


def _system_v() -> dict[str, str]:
    """Shared memory, queues and semaphores by kind and number."""
    found = {}
    for kind in ("shm", "msg", "sem"):
        try:
            lines = Path(f"/proc/sysvipc/{kind}").read_text(encoding="ascii").splitlines()
        except OSError:
            continue
        names = lines[0].split() if lines else []
        for line in lines[1:]:
            values = dict(zip(names, line.split(), strict=False))
            if _may_be_ours(values):
                kept = (name for name in ("key", "perms", "size", "nsems", "uid", "cpid") if name in values)
                told = " ".join(f"{name} {values[name]}" for name in kept)
                found[f"{kind} {values[kind + 'id']}"] = told
    return found


def _may_be_ours(values: dict[str, str]) -> bool:
    """Whether an object may be an attack's: its maker is gone, unknown, or comes from this process."""
    maker = int(values.get("cpid", "0"))
    running = processes.read(maker) if maker else None
    if running is None:
        return True
    return maker in processes.below(os.getpid(), processes.table())


def _settings(servers: dict[str, int]) -> dict[str, str]:
    """Limits, priority and processors of this process and of the servers, and whether they run."""
    own = os.getpid()
    found = {}
    for kind, pid in {"the runner": own, **servers}.items():
        who = kind if pid == own else f"the {kind} server"
        try:
            with open(f"/proc/{pid}/limits") as file:  # noqa: PTH123
                found[f"the limits of {who}"] = " ".join(file.read().split())
            found[f"the priority of {who}"] = str(os.getpriority(os.PRIO_PROCESS, pid))
            found[f"the scheduling of {who}"] = str(os.sched_getscheduler(pid))
            found[f"the processors of {who}"] = str(sorted(os.sched_getaffinity(pid)))
            state = processes.read(pid)
            found[f"the state of {who}"] = "stopped" if state and state.state in "Tt" else "running"
            found[f"the inclination to end {who}"] = _text(f"/proc/{pid}/oom_score_adj")
        except OSError:  # gone; that is seen elsewhere
            continue
    return found


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return ""


# --------------------------------------------------------------------------- processes


def left_over(worker: WatchedWorker, before: dict[int, processes.Process]) -> list[Trace]:
    """The processes that come from this one and should not be there. They are ended.

    ``before`` are those that there were before the attack.
    """
    deadline = time.monotonic() + SETTLE_S
    while True:
        running = processes.table()
        strangers = [pid for pid in _strangers(worker, running) if _is_new(running[pid], before)]
        if not strangers or time.monotonic() >= deadline:
            break
        time.sleep(0.02)
    traces = [Trace(_left(running[pid])) for pid in strangers]
    traces += [Trace(_left(running[pid]), sure=False) for pid in _marked(running, before, strangers)]
    processes.end(strangers)
    return traces


def _strangers(worker: WatchedWorker, running: dict[int, processes.Process]) -> list[int]:
    """The descendants of this process that are neither servers nor belong to one."""
    theirs = {kind: processes.below(pid, running) for kind, pid in worker.servers().items()}
    known = {*worker.servers().values(), *(pid for below in theirs.values() for pid in below)}
    strangers = []
    for pid in processes.below(os.getpid(), running):
        if pid in known:
            continue
        if pid in worker.family and running[pid].state == "Z":  # it belonged to a server that was replaced
            processes.reap([pid])
        else:
            strangers.append(pid)
    for kind, below in theirs.items():
        needed = worker.sizes.get(kind, 0)
        if len(below) > needed:
            strangers += [pid for pid in below if pid not in worker.family] or below[needed:]
    return strangers


def _marked(
    running: dict[int, processes.Process], before: dict[int, processes.Process], known: list[int]
) -> list[int]:
    """New processes, wherever they came from, that were started with a name as attacks give them."""
    return [
        pid
        for pid, process in running.items()
        if pid not in known and _is_new(process, before) and MARKER in processes.command_line(pid)
    ]


def _is_new(process: processes.Process, before: dict[int, processes.Process]) -> bool:
    known = before.get(process.pid)
    return known is None or known.started != process.started


def _left(process: processes.Process) -> str:
    kind = "zombie" if process.state == "Z" else "process"
    told = processes.command_line(process.pid) or process.name
    return f"it left a {kind}: {process.pid} ({told[:80]}), child of {process.parent}"


# --------------------------------------------------------------------------- signals


class Signals:
    """Records the signals that reach this process in the place of dying of them.

    Not recorded: what a fault of this process itself raises, and what comes as a matter of course (a child
    ended, a pipe was closed, the terminal was resized or the job stopped and continued).
    """

    EVERYDAY = frozenset(
        {
            signal.SIGKILL,
            signal.SIGSTOP,
            signal.SIGCHLD,
            signal.SIGPIPE,
            signal.SIGWINCH,
            signal.SIGTSTP,
            signal.SIGTTIN,
            signal.SIGTTOU,
            signal.SIGSEGV,
            signal.SIGBUS,
            signal.SIGFPE,
            signal.SIGILL,
        }
    )

    def __init__(self, except_for: frozenset[signal.Signals] = frozenset()) -> None:
        self.received: list[int] = []
        self._watched = signal.valid_signals() - self.EVERYDAY - except_for
        self._before: dict[int, object] = {}

    def __enter__(self) -> Signals:
        for number in self._watched:
            try:
                self._before[number] = signal.signal(number, self._record)
            except OSError:  # the C library keeps a few for itself
                continue
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)  # type: ignore[arg-type]

    def _record(self, number: int, _frame: object) -> None:
        self.received.append(number)

    def take(self) -> list[Trace]:
        """What came since it was last asked."""
        taken, self.received = self.received, []
        return [Trace(f"the runner received {_name(number)}") for number in taken]


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

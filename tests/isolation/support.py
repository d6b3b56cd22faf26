"""A small exercise of four checks, and what is seen of a submission to it.

`f(n)` is to return `[n, n + 1, n * n]`. The checks are `f(0)`, `f(1)`, `f(2)` and, with two cases, `f(3)`
and `f(4)`. Attacks do their worst in `f(1)`, the second check, and are honest in the others.
"""

import marshal
import os
import signal
import textwrap
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from grader.codec import encode, revive
from grader.grade import grade
from grader.isolate import namespaces, processes
from grader.model import (
    Case,
    Check,
    Equal,
    Exercise,
    Key,
    Limits,
    Load,
    Observation,
    Outcome,
    Planned,
    Submission,
    Task,
    Unit,
)

QUICK = Limits(time_per_check_s=0.15, time_per_submission_s=5.0, memory_mb=128, answer_mb=1)
ROOMY = Limits(time_per_check_s=2.0, time_per_submission_s=10.0, memory_mb=512, answer_mb=1)
HONEST = "return [n, n + 1, n * n]"
PROBES = "def call(student, n):\n    return student.f(n)\n"
CALLS = ((0,), (1,), (2,), (3, 4))
NAMESPACES = namespaces.available()
in_namespaces = pytest.mark.skipif(not NAMESPACES, reason="this machine gives no namespaces")
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can give a worker a user of its own")
# What a server may be told to do without.
NO_NAMESPACES = "namespaces.available = lambda: False"
NO_USERS = "identity.own_users = lambda: None"
NO_LANDLOCK = "landlock.ruleset = lambda *_a, **_k: None"
NO_FILTER = "seccomp.compile_filter = lambda *_a, **_k: None"
NO_COUNT = "limits.resource.RLIMIT_NPROC = limits.resource.RLIMIT_CORE"


def source(body, before=""):
    """A submission that runs `body` in the second check and is honest otherwise."""
    inner = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    return f"{textwrap.dedent(before)}\ndef f(n):\n    if n == 1:\n{inner}\n    {HONEST}\n"


def honest(before="", after=""):
    """A right submission with lines before and after it."""
    return f"{textwrap.dedent(before)}\ndef f(n):\n    {HONEST}\n{textwrap.dedent(after)}\n"


def quick(**changes):
    """The limits of these tests, with changes."""
    return msgspec.structs.replace(QUICK, **changes)


def task(*texts, cells=False, calls=CALLS, probes=PROBES, limits=QUICK, torch=False, **more):
    """The task that runs texts (one file, or the cells of a notebook) on the calls."""
    units = tuple(Unit(f"cell {i + 1}" if cells else "f.py", text) for i, text in enumerate(texts))
    plan = tuple(Planned(0, "call", True, tuple((("n", encode(n)),) for n in cases)) for cases in calls)
    compiled = marshal.dumps((compile(probes, "<check>", "exec"),))
    return Task(units, cells, ("f",), compiled, plan, limits, "torch" if torch else "numpy", **more)


@dataclass(frozen=True)
class Seen:
    """What a worker saw: the load, and the observations by (check, case)."""

    load: Load
    places: dict

    def outcomes(self):
        return [self.places[place].outcome.value for place in sorted(self.places)]

    def value(self, check, case=0):
        return revive(self.places[check, case].value)


def see(worker, *texts, **more):
    """Run a task to its end; the load comes first, and every case is told once."""
    return sorted_out(task(*texts, **more), list(worker.run(task(*texts, **more))))


def sorted_out(asked, told):
    load, *rest = told
    assert isinstance(load, Load)
    assert all(isinstance(item, Observation) for item in rest)
    places = {(item.check, item.case): item for item in rest}
    assert len(places) == len(rest), "a case was told twice"
    if load.outcome is Outcome.RETURNED:
        sizes = [len(planned.cases) for planned in asked.plan]
        assert set(places) == {(check, case) for check, size in enumerate(sizes) for case in range(size)}
    return Seen(load, places)


def key(limits=QUICK, calls=CALLS):
    """The answer key of the exercise; what is expected is written down, nobody is asked."""
    checks, expected = [], []
    for index, cases in enumerate(calls):
        told = tuple(Case(f"case {n}", (("n", encode(n)),), (("", (Equal(),)),)) for n in cases)
        checks.append(Check(f"check {index}", 2.5, "hidden", 0, "call", told))
        for i, n in enumerate(cases):
            expected.append(Observation(index, i, Outcome.RETURNED, encode([n, n + 1, n * n])))
    nowhere = Path()
    exercise = Exercise(
        "demo", "demo", nowhere, nowhere, (), "easy", (), ("f",), (), (), (), (), limits, "sha256:demo"
    )
    return Key(exercise, 0, tuple(checks), task("").probes, tuple(expected), stub="pass")


def graded(worker, *texts, cells=False, limits=QUICK, calls=CALLS):
    """The result of a submission to the exercise."""
    units = tuple(Unit(f"cell {i + 1}" if cells else "f.py", text) for i, text in enumerate(texts))
    handed_in = Submission("someone/f.py", "someone", "demo", units, cells)
    return grade(handed_in, key(limits, calls), worker)


def statuses(result):
    return [check.status for check in result.checks]


def ask(worker, expression, **more):
    """What an expression is in a worker."""
    seen = see(worker, f"import os, sys\ndef f(n):\n    return {expression}", calls=((1,),), **more)
    assert seen.outcomes() == ["returned"], seen.places
    return seen.value(0)


def change_servers(monkeypatch, *lines):
    """Let the servers that start from now on begin with these lines."""
    main = "from grader.isolate.server import main"
    before = "from grader.isolate import identity, landlock, limits, namespaces, seccomp, server, system"
    assert main in processes._START
    changed = processes._START.replace(main, "\n".join((before, *lines, main)))
    monkeypatch.setattr(processes, "_START", changed)


# --------------------------------------------------------------------------- processes, as seen from outside


def _status(pid, field):
    """A line of what the kernel says of a process; empty if there is no such process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return next((line.split()[1:] for line in lines if line.startswith(f"{field}:")), [])


def _all_processes():
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def alive(pid):
    """Whether a process runs; a zombie does not."""
    return _status(pid, "State")[:1] not in ([], ["Z"], ["X"])


def descendants(pid):
    """Every process below a process, by the kernel's table."""
    parents = {below: _status(below, "PPid") for below in _all_processes()}
    found, todo = [], [pid]
    while todo:
        parent = [str(todo.pop())]
        below = [child for child, of in parents.items() if of == parent]
        found += below
        todo += below
    return found


def named(name):
    """Every process of the machine that has given itself this name (of 15 letters at most)."""
    return [pid for pid in _all_processes() if _status(pid, "Name") == [name] and alive(pid)]


def serving(server):
    """The process that serves: process 1 of a table of its own, or the one that was started."""
    outer = server.process.pid
    first = [pid for pid in descendants(outer) if _status(pid, "NSpid")[1:] == ["1"]]
    assert len(first) == ("namespaces" in server.layers), "one process 1, or none"
    return first[0] if first else outer


def server_pid(worker, torch=False):
    """The process that serves."""
    return serving(worker._servers["torch" if torch else "numpy"])


def left_behind(worker):
    """Every process below the one that was started, but the one that serves."""
    server = worker._servers["numpy"]
    return sorted(set(descendants(server.process.pid)) - {serving(server)})


def kill_server(server):
    """Kill the process that serves from outside, and wait until the kernel has done it."""
    os.kill(serving(server), signal.SIGKILL)
    server.process.wait()

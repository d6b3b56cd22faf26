"""A small exercise of four checks, and what is seen of a submission to it.

`f(n)` is to return `[n, n + 1, n * n]`. The checks are `f(0)`, `f(1)`, `f(2)` and, with two cases, `f(3)`
and `f(4)`. Attacks do their worst in `f(1)`, the second check, and are honest in the others.
"""

import marshal
import textwrap
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.codec import encode, revive
from grader.grade import grade
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
    return Task(units, cells, ("f",), compiled, plan, limits, torch, **more)


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
        "demo", "demo", nowhere, nowhere, (), "easy", (), ("f",), (), (), (), limits, "sha256:demo"
    )
    return Key(exercise, 0, tuple(checks), task("").probes, tuple(expected), stub="pass")


def graded(worker, *texts, cells=False, limits=QUICK, calls=CALLS):
    """The result of a submission to the exercise."""
    units = tuple(Unit(f"cell {i + 1}" if cells else "f.py", text) for i, text in enumerate(texts))
    handed_in = Submission("someone/f.py", "someone", "demo", units, cells)
    return grade(handed_in, key(limits, calls), worker)


def statuses(result):
    return [check.status for check in result.checks]


def alive(pid):
    """Whether a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in ("Z", "X")


def descendants(pid):
    """Every process below a process, by the kernel's table."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        below = [child for child, of in parents.items() if of == parent]
        found += below
        todo += below
    return found


def server_pid(worker, torch=False):
    return worker._servers["torch" if torch else "numpy"].process.pid

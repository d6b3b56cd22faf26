"""The types of the product: plain, frozen data that every other module speaks in.

Nothing here does any work. Values, policies and errors cross the wall between the grader and a
worker, so they are msgspec structs (decoded with their types checked); everything else is a
frozen dataclass.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec

# --------------------------------------------------------------------------- values on the wire


# Lists that are short in whatever the grader writes: a longer one is refused before it is built.
_Short = msgspec.Meta(max_length=64)
_Word = Annotated[str, msgspec.Meta(max_length=64)]


class _Wire(msgspec.Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """A node of the wire format: a tagged array, refused on decoding unless every type fits."""


class Null(_Wire, frozen=True, array_like=True, tag=True):
    """``None``."""


class Number(_Wire, frozen=True, array_like=True, tag=True):
    """A scalar: ``kind`` is ``bool``, ``int``, ``float``, ``complex`` or ``numpy.<dtype>``.

    ``data`` holds the little-endian bytes: two's complement of any length for ``int``, IEEE 754
    for the rest, so that the sign of zero, NaN and infinities survive.
    """

    kind: _Word
    data: bytes


class Text(_Wire, frozen=True, array_like=True, tag=True):
    """A ``str``; surrogates are replaced on the way."""

    value: str


class Blob(_Wire, frozen=True, array_like=True, tag=True):
    """A ``bytes``."""

    value: bytes


class Sequence(_Wire, frozen=True, array_like=True, tag=True):
    """A list, tuple, set or frozenset that cannot travel packed."""

    kind: _Word
    items: tuple[Value, ...]


class Mapping(_Wire, frozen=True, array_like=True, tag=True):
    """A dict, in its own order."""

    items: tuple[tuple[Value, Value], ...]


class Packed(_Wire, frozen=True, array_like=True, tag=True):
    """A rectangular nest of lists and tuples of numbers.

    ``levels[k]`` run-length codes the kinds (``list`` or ``tuple``) of the containers at depth k,
    ``kinds`` those of the numbers; ``data`` holds the numbers as little-endian float64.
    """

    shape: Annotated[tuple[int, ...], _Short]
    levels: Annotated[tuple[tuple[tuple[_Word, int], ...], ...], _Short]
    kinds: tuple[tuple[_Word, int], ...]
    data: bytes


class Array(_Wire, frozen=True, array_like=True, tag=True):
    """A numpy array or a torch tensor in row-major order; ``data`` is None on torch's meta device."""

    library: _Word
    dtype: _Word
    shape: Annotated[tuple[int, ...], _Short]
    data: bytes | None


class Opaque(_Wire, frozen=True, array_like=True, tag=True):
    """Something that is not plain data: its type's name, and why it could not be carried."""

    type_name: str
    reason: str


class Error(_Wire, frozen=True, array_like=True, tag=True):
    """An exception as the worker tells it.

    ``bases`` are the names of the builtin exception types among its bases, told by identity.
    ``origin`` is ``student`` (raised in the student's code), ``call`` (the call does not fit its
    signature), ``probe`` (raised while the check handled an answer, whose type is ``came_back``) or
    ``absent`` (the name asked for is not in the file). ``unit`` and ``line`` are the student's own
    line; 0 where there is none. ``missing`` is the attribute that was not there.
    """

    name: str
    bases: Annotated[tuple[str, ...], _Short]
    message: str
    origin: str = "student"
    came_back: str = ""
    unit: str = ""
    line: int = 0
    missing: str = ""


class Failure(_Wire, frozen=True, array_like=True, tag=True):
    """What ``attempt`` saw instead of an answer: an exception, as a value."""

    error: Error


Value = Null | Number | Text | Blob | Sequence | Mapping | Packed | Array | Opaque | Failure

# --------------------------------------------------------------------------- policies


class _Policy(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """How two observations are compared. Data only: the judge applies it, the texts word it."""


class Equal(_Policy, frozen=True, tag=True):
    """The same value exactly. ``dtypes``: dtypes accepted besides the expected one."""

    dtypes: tuple[str, ...] = ()
    any_sequence: bool = False
    signed_zero: bool = False


class Close(_Policy, frozen=True, tag=True):
    """Within ``atol + rtol * |expected|`` of the expected value."""

    rtol: float
    atol: float
    dtypes: tuple[str, ...] = ()
    any_sequence: bool = False
    signed_zero: bool = False


class Rounded(_Policy, frozen=True, tag=True):
    """A number of ``decimals`` decimals, within half a unit of the unrounded truth.

    ``v`` is right if ``|v - truth| <= 0.5 * 10**-decimals + atol + rtol * |truth|`` and
    ``|v - round(v, decimals)| <= form_atol``. ``truth`` names a function of ``solution.py`` that
    the same probe is run on, in the place of the entry point. ``any_sequence`` lets a tuple stand
    for a list; ``signed_zero`` rejects -0.0.
    """

    decimals: int
    truth: str
    atol: float = 1e-9
    rtol: float = 1e-12
    form_atol: float = 1e-7
    any_sequence: bool = False
    signed_zero: bool = False


class Raises(_Policy, frozen=True, tag=True):
    """An exception of the builtin type named, or of a subclass of it."""

    error: str


class Within(_Policy, frozen=True, tag=True):
    """A statistic of a random draw lies in ``[lo, hi]``; shape and dtype are the reference's.

    ``statistic`` is ``mean``, ``std``, ``share_within`` (the share of entries with
    ``|entry| <= at``), or ``share_among`` (the share of entries that are one of ``values``, to a
    millionth of its size).
    """

    statistic: Literal["mean", "std", "share_within", "share_among"]
    lo: float
    hi: float
    at: float = 0.0
    values: tuple[float, ...] = ()


class Distinct(_Policy, frozen=True, tag=True):
    """A list of draws of which no two are equal; shapes and dtypes are the reference's."""


class Unchanged(_Policy, frozen=True, tag=True):
    """The input whose name is the part's name, bit for bit as it was before the call."""


Policy = Equal | Close | Rounded | Raises | Within | Distinct | Unchanged
Expect = tuple[tuple[str, tuple[Policy, ...]], ...]
"""Part of what the probe returned -> the policies it must satisfy. Part "" is the whole of it."""

# --------------------------------------------------------------------------- exercises


_Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
_Kilobytes = Annotated[int, msgspec.Meta(ge=1, le=16384)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a submission may use.

    Attributes
    ----------
    time_per_check_s, time_per_submission_s
        Processor time; the wall limit is ``WALL_FACTOR`` times that.
    memory_mb
        Address space on top of what a worker has before the submission is loaded.
    answer_mb
        The size of what a probe returns, encoded.
    output_kb, output_kept_kb
        What a check may print before it is ended, and how much of that is kept.
    threads
        Whether threads may be started, 32 at the most.
    writable_mb
        The size of the folder that a submission may write into, its working folder; 0 for none.
    """

    time_per_check_s: _Seconds = 2.0
    time_per_submission_s: _Seconds = 10.0
    memory_mb: Annotated[int, msgspec.Meta(ge=16, le=65536)] = 512
    answer_mb: Annotated[int, msgspec.Meta(ge=1, le=48)] = 32
    output_kb: _Kilobytes = 1024
    output_kept_kb: _Kilobytes = 64
    threads: bool = False
    writable_mb: Annotated[int, msgspec.Meta(ge=0, le=1024)] = 0


class Level(enum.StrEnum):
    """How a worker is isolated.

    ``full``: Landlock, seccomp and namespaces; ``standard``: Landlock and seccomp; ``closed``: seccomp
    alone, and no file can be opened; ``none``: something forbidden was not refused.
    """

    FULL = "full"
    STANDARD = "standard"
    CLOSED = "closed"
    NONE = "none"


UNSAFE = "unsafe-no-sandbox"
"""Stands among the layers of a result that was graded at level none because someone asked for it."""

WALL_FACTOR = 4.0


@dataclass(frozen=True)
class Exercise:
    """One exercise of a pack, as its folders describe it; nothing of it has been run.

    ``axes`` names the axes of parts that its checks look at, for pictures.
    """

    name: str
    title: str
    folder: Path
    solution_folder: Path | None
    tracks: tuple[str, ...]
    difficulty: str
    tags: tuple[str, ...]
    entry_points: tuple[str, ...]
    needs: tuple[str, ...]
    prerequisites: tuple[str, ...]
    read_next: tuple[str, ...]
    hints: tuple[str, ...]
    limits: Limits
    digest: str
    axes: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Track:
    """Exercises that belong together, in the order in which to do them, and a page about them."""

    name: str
    title: str
    about: str
    exercises: tuple[str, ...]


class Case(msgspec.Struct, frozen=True):
    """One call of a check: its class in words, its inputs, and the policy for what is seen."""

    label: str
    inputs: tuple[tuple[str, Value], ...]
    expect: Expect


class Check(msgspec.Struct, frozen=True):
    """A probe plus a policy, with the cases it is run on.

    ``names`` are the names that the probes of its file use: what they ask of an answer is public.
    """

    name: str
    points: float
    visibility: Literal["visible", "hidden"]
    file: int
    probe: str
    cases: tuple[Case, ...]
    names: tuple[str, ...] = ()


# --------------------------------------------------------------------------- submissions and tasks


@dataclass(frozen=True)
class Unit:
    """A piece of source that is run at once: a file, or one cell of a notebook."""

    label: str
    source: str


@dataclass(frozen=True)
class Companion:
    """A file that lies beside a submission: its path below the submission's folder, and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True)
class Person:
    """A student as a platform, a roster or the name of a folder tells of them.

    ``id`` is what results call the student; ``login`` the name that the student logs in with.
    """

    id: str
    name: str | None = None
    email: str | None = None
    section: str | None = None
    login: str | None = None


@dataclass(frozen=True)
class Submission:
    """What one student handed in for one exercise. ``problem`` says why it cannot be read.

    ``companions`` are the student's own files beside it: modules that it may import, data that it may read.
    """

    path: str
    student: str
    exercise: str
    units: tuple[Unit, ...] = ()
    cells: bool = False
    problem: str | None = None
    problem_status: str = "unreadable"
    notes: tuple[str, ...] = ()
    digest: str = ""
    name: str | None = None
    late: bool = False
    companions: tuple[Companion, ...] = ()


@dataclass(frozen=True)
class Planned:
    """A check as a worker is told of it: file and name of its probe, and its cases' inputs.

    A worker is told of hidden checks when it is done with the visible ones.
    """

    file: int
    probe: str
    hidden: bool
    cases: tuple[tuple[tuple[str, Value], ...], ...]


@dataclass(frozen=True)
class Task:
    """All that a worker is told: sources, compiled probes, inputs and limits. Nothing else.

    ``plan[i]`` is check i. ``kind`` is the kind of server it runs on: numpy, torch or torch-long.
    ``substitute`` puts one attribute of the module in the place of another (the reference's unrounded truth).
    """

    units: tuple[Unit, ...]
    cells: bool
    entry_points: tuple[str, ...]
    probes: bytes
    plan: tuple[Planned, ...]
    limits: Limits
    kind: str
    substitute: tuple[tuple[str, str], ...] = ()
    trusted: bool = False
    companions: tuple[Companion, ...] = ()


class Outcome(enum.Enum):
    """What the parent measured. No opinion: statuses are the judge's."""

    RETURNED = "returned"
    RAISED = "raised"
    TIMED_OUT = "timed_out"
    DIED = "died"
    FLOODED = "flooded"
    REFUSED = "refused"
    NOT_RUN = "not_run"


UNSAFE_NOTE = "graded without isolation (--unsafe-no-sandbox), so nothing kept it from cheating"
CLOSED_THE_CHANNEL = "it closed the channel of its answers"
ENDED_THE_SERVER = "it ended the grading server twice; a human should look at it"


@dataclass(frozen=True)
class Load:
    """What happened as the file was loaded, and which entry points stand in it (name -> type)."""

    outcome: Outcome
    error: Error | None = None
    entry_points: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    compiled: bool = True
    detail: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Observation:
    """What was seen of one case. ``value`` and ``error`` are the worker's claims."""

    check: int
    case: int
    outcome: Outcome
    value: Value | None = None
    error: Error | None = None
    printed: str = ""
    seconds: float = 0.0
    detail: str = ""


Seen = Load | Observation

# --------------------------------------------------------------------------- verdicts


class Rung(enum.IntEnum):
    """The order in which an answer is looked at; only the first broken rung is told."""

    LOADED = 0
    ENTRY_POINT = 1
    RETURNED = 2
    CONTAINER = 3
    SHAPE = 4
    ELEMENT_KIND = 5
    FINITE = 6
    ROUNDING_FORM = 7
    SIGN_OF_ZERO = 8
    VALUES = 9
    SIDE_EFFECTS = 10


@dataclass(frozen=True)
class Mismatch:
    """The first broken rung of one observation, in facts.

    ``where`` is the index path of the worst entry, ``extent`` the wrong entries in words,
    ``expected`` and ``got`` short renderings, ``allowed`` the allowance at the worst entry and
    ``missed_by`` how many allowances the entry is away.
    """

    rung: Rung
    part: str = ""
    expected: str = ""
    got: str = ""
    where: tuple[int | str, ...] = ()
    count: int = 0
    total: int = 0
    extent: str = ""
    allowed: float | None = None
    missed_by: float | None = None
    fact: str = ""


class Status(enum.Enum):
    """Statuses of checks and results, as the result format names them."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MUCH_OUTPUT = "too_much_output"
    CRASHED = "crashed"
    FORBIDDEN = "forbidden"
    NOT_RUN = "not_run"
    UNREADABLE = "unreadable"
    SYNTAX_ERROR = "syntax_error"
    IMPORT_FAILED = "import_failed"
    MISSING = "missing"
    HARNESS_ERROR = "harness_error"


@dataclass(frozen=True)
class CaseVerdict:
    """The judge's word on one case, with the evidence."""

    case: int
    status: Status
    mismatch: Mismatch | None = None
    error: Error | None = None
    detail: str = ""


@dataclass(frozen=True)
class CheckVerdict:
    """The judge's word on one check: passed only if every case passed."""

    index: int
    status: Status
    points: float
    cases: tuple[CaseVerdict, ...]

    @property
    def first_failure(self) -> CaseVerdict | None:
        """The first case that did not pass."""
        return next((case for case in self.cases if case.status is not Status.PASSED), None)


@dataclass(frozen=True)
class Verdict:
    """The judge's word on one submission."""

    status: Status
    checks: tuple[CheckVerdict, ...]
    load: Load
    harness_fault: str | None = None


@dataclass(frozen=True)
class Mistake:
    """A known wrong solution: its slug, what a student is told, what was seen of it, where it fails."""

    slug: str
    text: str
    seen: tuple[Observation, ...]
    failed: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Cause:
    """Why a submission fails, proven: a known mistake, a repair that makes it right, or one of each.

    Attributes
    ----------
    slug
        The stem of the mistake's file or the repair's slug, two joined by ``+``.
    texts
        What a student is told, a text for each.
    """

    slug: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Evidence:
    """What a result rests on. It holds hidden inputs and answers, and never reaches a student."""

    verdict: Verdict
    seen: tuple[Seen, ...]
    cause: Cause | None = None

    def __repr__(self) -> str:
        """Nothing of what it holds: tracebacks and debuggers show it."""
        return f"Evidence({len(self.seen)} seen)"


@dataclass(frozen=True)
class Key:
    """The answer key of one exercise and seed. It never leaves the trusted side."""

    exercise: Exercise
    seed: int
    checks: tuple[Check, ...]
    probes: bytes
    expected: tuple[Observation, ...]
    truths: tuple[tuple[str, tuple[Observation, ...]], ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    stub: str = ""
    fault: str | None = None

    def __repr__(self) -> str:
        """Nothing of what it holds: tracebacks and debuggers show it."""
        return f"Key({self.exercise.name!r}, seed={self.seed}, {len(self.checks)} checks)"

    @cached_property
    def own_verdicts(self) -> dict[tuple[int, int], CaseVerdict]:
        """The judge's word on the reference's own answers, by check and case, as far as it was asked."""
        return {}


# --------------------------------------------------------------------------- results


class CheckResult(msgspec.Struct, frozen=True):
    """One check of a result, redacted for the student.

    ``printed`` is what was printed in the first case that did not pass; None of a hidden check.
    """

    name: str
    status: str
    points: float
    max_points: float
    visibility: str
    message: str
    diagnosis: str | None
    cases: int
    failed_cases: int
    printed: str | None = None


class Fingerprint(msgspec.Struct, frozen=True):
    """What the result depends on."""

    submission: str
    exercise: str
    versions: dict[str, str]


class Result(msgspec.Struct, frozen=True):
    """One student, one exercise: a line of ``results.jsonl``."""

    schema: int
    submission: str
    student: str | None
    exercise: str
    status: str
    score: float | None
    max_score: float
    diagnosis: str | None
    message: str
    checks: tuple[CheckResult, ...]
    seed: int
    duration_s: float
    isolation: tuple[str, ...]
    fingerprint: Fingerprint
    name: str | None = None
    late: bool = False
    notes: tuple[str, ...] = ()

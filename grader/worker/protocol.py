"""The messages between the grader and a worker. There is none that says that something passed."""

from __future__ import annotations

import msgspec

from grader.model import Check, Error, Value


class _Message(msgspec.Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """A message: a tagged array, refused on decoding unless every type fits."""


class Source(msgspec.Struct, frozen=True, array_like=True):
    """A piece of source to run at once. Skipped ones ended an earlier worker."""

    label: str
    text: str
    skip: bool = False


class PlannedCheck(msgspec.Struct, frozen=True, array_like=True):
    """A check as a worker knows it: its index, its file and probe, and each case's index and inputs."""

    index: int
    file: int
    probe: str
    cases: tuple[tuple[int, tuple[tuple[str, Value], ...]], ...]


class RunJob(_Message, frozen=True, array_like=True, tag=True):
    """Load these sources. What is to be run on them follows once they are loaded, in one `Plan` or more.

    So nothing of a check is in the process while a file loads, and nothing of the hidden checks
    while the visible ones run, of which a student reads every text. ``boundary`` is written to the
    output after each case, to tell what was printed in which. ``modules`` can be imported, ``data`` tells
    whether data files stand in the working folder.
    """

    sources: tuple[Source, ...]
    cells: bool
    entry_points: tuple[str, ...]
    substitute: tuple[tuple[str, str], ...]
    answer_bytes: int
    boundary: bytes
    trusted: bool
    modules: tuple[Source, ...] = ()
    data: bool = False


class Plan(_Message, frozen=True, array_like=True, tag=True):
    """Run these probes on these inputs; after the last plan the worker's work is done."""

    probes: bytes
    checks: tuple[PlannedCheck, ...]
    last: bool


class DescribeJob(_Message, frozen=True, array_like=True, tag=True):
    """Run files of checks (visibility, file name, text) and tell their checks with cases drawn."""

    files: tuple[tuple[str, str, str], ...]
    exercise: str
    seed: int
    sub_seed: int


Job = RunJob | DescribeJob


class Locked(_Message, frozen=True, array_like=True, tag=True):
    """The worker is locked and has its job; nothing of a student's has run yet."""


class LoadedUnit(_Message, frozen=True, array_like=True, tag=True):
    """A source has been run, or failed to."""

    unit: int
    error: Error | None
    compiled: bool


class Loaded(_Message, frozen=True, array_like=True, tag=True):
    """All sources have been run: which entry points there are, as (name, type's name or "callable")."""

    entry_points: tuple[tuple[str, str], ...]


class Seen(_Message, frozen=True, array_like=True, tag=True):
    """One case was run: the value that the probe returned, or the exception that left it."""

    check: int
    case: int
    value: Value | None
    error: Error | None


class Described(_Message, frozen=True, array_like=True, tag=True):
    """The checks of the files, in order."""

    checks: tuple[Check, ...]


class Refused(_Message, frozen=True, array_like=True, tag=True):
    """The author's files are at fault: the sentence says how."""

    sentence: str


Frame = Locked | LoadedUnit | Loaded | Seen | Described | Refused

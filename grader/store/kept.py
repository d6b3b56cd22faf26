"""What is kept of one result, as bytes."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from grader.causes import Failing, Group, Kind, Sample
from grader.gradebook import Told
from grader.model import Evidence, Key, Observation, Result, Verdict

Plain = TypeVar("Plain")


class _Failing(msgspec.Struct, frozen=True):
    """A `Failing` without what says whose it is."""

    kind: Kind
    way: str
    checks: tuple[str, ...]
    all_checks: int
    told: str


class _Sample(msgspec.Struct, frozen=True):
    """A `Sample` without the key of its exercise."""

    verdict: Verdict
    seen: tuple[Observation, ...]
    pattern: tuple[tuple[tuple[int, int], str, str, str], ...]
    size: int


class _Member(_Failing, frozen=True):
    """A `Failing` with what says whose it is."""

    submission: str = ""
    student: str = ""


class _Group(msgspec.Struct, frozen=True):
    """A `Group`."""

    exercise: str
    kind: Kind
    name: str
    members: tuple[_Member, ...]
    failed: int
    compared: bool


@dataclass(frozen=True)
class Graded:
    """What grading one piece of work gave, whoever handed it in.

    ``source`` holds pairs of a label and a text, in the order in which they ran; ``told`` is what an
    instructor may see; ``failing`` is what the report of causes needs, None unless it fails.
    """

    result: Result
    source: tuple[tuple[str, str], ...] = ()
    told: tuple[Told, ...] = ()
    failing: Failing | None = None


def pack(value: Any) -> bytes:
    """Any plain value as compressed bytes."""
    return zlib.compress(msgspec.msgpack.encode(value), 1)


def unpack(data: bytes, kind: type[Plain]) -> Plain:
    """A value back from `pack`."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=kind)


def pack_failing(failing: Failing | None) -> bytes | None:
    """What is kept of a failure, its evidence not included."""
    if failing is None:
        return None
    return pack(_Failing(failing.kind, failing.way, failing.checks, failing.all_checks, failing.told))


def unpack_failing(data: bytes, result: Result, sample: Sample | None) -> Failing:
    """The failure of a result."""
    kept = unpack(data, _Failing)
    return Failing(
        result.exercise,
        result.submission,
        result.student or "",
        kept.kind,
        kept.way,
        kept.checks,
        kept.all_checks,
        kept.told,
        sample,
    )


def pack_sample(sample: Sample) -> bytes:
    """The evidence of a failure; the answer key is not in it."""
    seen = tuple(item for item in sample.evidence.seen if isinstance(item, Observation))
    return pack(_Sample(sample.evidence.verdict, seen, sample.pattern, sample.size))


def unpack_sample(data: bytes, key: Key | None) -> Sample | None:
    """The evidence of a failure; None where there is no answer key to compare it by."""
    if key is None:
        return None
    kept = unpack(data, _Sample)
    return Sample(key, Evidence(kept.verdict, kept.seen), kept.pattern, kept.size)


def pack_group(group: Group) -> bytes:
    """A group of students who fail in the same way."""
    members = tuple(
        _Member(m.kind, m.way, m.checks, m.all_checks, m.told, m.submission, m.student) for m in group.members
    )
    return pack(_Group(group.exercise, group.kind, group.name, members, group.failed, group.compared))


def unpack_group(data: bytes) -> Group:
    """A group back from `pack_group`."""
    kept = unpack(data, _Group)
    members = tuple(
        Failing(kept.exercise, m.submission, m.student, m.kind, m.way, m.checks, m.all_checks, m.told)
        for m in kept.members
    )
    return Group(kept.exercise, kept.kind, kept.name, members, kept.failed, kept.compared)

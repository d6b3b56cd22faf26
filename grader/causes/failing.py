"""What the report of causes keeps of one submission that fails: whose it is, why, and what was seen."""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass, replace

import msgspec

from grader.diagnose import failing_places
from grader.judge import Place, places
from grader.model import Evidence, Failure, Key, Mapping, Observation, Opaque, Result, Status, Value
from grader.text import NOT_STARTED

# Evidence that is larger is not kept: such an answer is alike to equal ones only.
MAX_SAMPLE_BYTES = 8 << 20
# Statuses of a case that are an answer: it returned or raised by itself. In all others it was stopped.
_ANSWERED = (Status.FAILED, Status.RAISED)


class Kind(enum.Enum):
    """In which way a submission fails."""

    CAUSE = "cause"
    ALIKE = "alike"
    NOT_STARTED = "not started"
    STOPPED = "stopped"


Pattern = tuple[tuple[Place, str, str, str], ...]
"""Where a submission fails: place, status, and for an exception where it comes from and what came back."""


@dataclass(frozen=True)
class Sample:
    """The evidence of one failure, without what nobody compares; ``size`` is in bytes."""

    key: Key
    evidence: Evidence
    pattern: Pattern
    size: int


@dataclass(frozen=True)
class Failing:
    """A submission that fails.

    Attributes
    ----------
    kind, way
        Submissions of an exercise with the same kind and way fail in the same way. The way is the
        slug of the proven cause, a fingerprint of the failing observations, or the status of the
        first check that was stopped.
    checks, all_checks
        The names of the checks that failed, in order, and how many checks there are.
    told
        What the student is told: the text of the cause, else of the first check that failed.
    sample
        What is compared within a tolerance with other failures without a cause.
    """

    exercise: str
    submission: str
    student: str
    kind: Kind
    way: str
    checks: tuple[str, ...]
    all_checks: int
    told: str
    sample: Sample | None = None


def failing_of(key: Key, result: Result, evidence: Evidence) -> Failing | None:
    """What to keep of a result; None unless its status is `failed`."""
    if result.status != Status.FAILED.value:
        return None
    failed = [check for check in result.checks if check.status not in ("passed", "not_run")]
    told = failed[0].message if failed else result.message
    kind, way, sample = Kind.STOPPED, failed[0].status if failed else Status.NOT_RUN.value, None
    if result.message.startswith(NOT_STARTED):
        kind, way, told = Kind.NOT_STARTED, "", result.message
    elif evidence.cause is not None:
        kind, way, told = Kind.CAUSE, evidence.cause.slug, "\n".join(evidence.cause.texts)
    elif any(case.status in _ANSWERED for check in evidence.verdict.checks for case in check.cases):
        kind = Kind.ALIKE
        way, sample = _fingerprint(key, result, evidence)
    return Failing(
        exercise=result.exercise,
        submission=result.submission,
        student=result.student or "",
        kind=kind,
        way=way,
        checks=tuple(check.name for check in failed),
        all_checks=len(result.checks),
        told=_in_one_line(told),
        sample=sample,
    )


def _fingerprint(key: Key, result: Result, evidence: Evidence) -> tuple[str, Sample | None]:
    """The same text for equal failures, and the evidence where it is small enough to be kept."""
    try:
        return _fingerprint_and_sample(key, evidence)
    except Exception:  # noqa: BLE001 - an answer that nothing can be made of is like no other, and ends no class
        return f"no fingerprint: {result.submission}", None


def _fingerprint_and_sample(key: Key, evidence: Evidence) -> tuple[str, Sample | None]:
    failing = failing_places(evidence.verdict)
    observed = places(evidence.seen)
    statuses = {
        (check.index, case.case): case.status.value
        for check in evidence.verdict.checks
        for case in check.cases
    }
    digest, size = hashlib.sha256(), 0
    seen: list[Observation] = []
    pattern: list[tuple[Place, str, str, str]] = []
    for place in sorted(failing):
        observation = replace(observed[place], printed="")
        error = observation.error
        pattern.append(
            (place, statuses[place], error.origin if error else "", error.came_back if error else "")
        )
        name = error.name if error else ""
        value = _without_texts(observation.value)
        encoded = msgspec.msgpack.encode((pattern[-1], observation.outcome.value, name, value))
        digest.update(encoded)
        size += len(encoded)
        seen.append(observation)
    kept = Evidence(evidence.verdict, tuple(seen))
    sample = Sample(key, kept, tuple(pattern), size) if size <= MAX_SAMPLE_BYTES else None
    return digest.hexdigest(), sample


def _without_texts(value: Value | None) -> Value | None:
    """The value with the type alone of each exception that its probe caught: texts and lines differ."""
    if isinstance(value, Failure):
        return Opaque(value.error.name, "raised")
    if isinstance(value, Mapping):
        items = tuple((name, _without_texts(part) or part) for name, part in value.items)
        return msgspec.structs.replace(value, items=items)
    return value


def _in_one_line(text: str) -> str:
    """The lines of a message as one, parted where no punctuation does it."""
    told = ""
    for line in filter(None, (line.strip() for line in text.splitlines())):
        told += f"{' ' if told.endswith((':', '.', '?')) else '; ' if told else ''}{' '.join(line.split())}"
    return told

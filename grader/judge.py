"""The judge: observations in, verdict out. No files, no processes, no clock, no torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.compare import describe
from grader.ends import error_status
from grader.errors import HarnessError
from grader.model import (
    Case,
    CaseVerdict,
    Check,
    CheckVerdict,
    Error,
    Failure,
    Key,
    Load,
    Mismatch,
    Null,
    Observation,
    Outcome,
    Policy,
    Raises,
    Rounded,
    Rung,
    Seen,
    Status,
    Text,
    Value,
    Verdict,
)
from grader.model import Mapping as MappingValue
from grader.policies import apply, with_part

Place = tuple[int, int]
Truths = Mapping[str, Mapping[Place, Observation]]

MEASURED = {
    Outcome.TIMED_OUT: Status.TIMEOUT,
    Outcome.DIED: Status.CRASHED,
    Outcome.FLOODED: Status.TOO_MUCH_OUTPUT,
    Outcome.REFUSED: Status.FORBIDDEN,
    Outcome.NOT_RUN: Status.NOT_RUN,
}


def judge(key: Key, seen: Sequence[Seen]) -> Verdict:
    """Judge what was seen of one submission against the answer key.

    Parameters
    ----------
    key
        The checks, and what the reference and its truths gave on their cases.
    seen
        A `Load` first, then at most one `Observation` per case.
    """
    load = next((item for item in seen if isinstance(item, Load)), None)
    if load is None:
        return Verdict(Status.HARNESS_ERROR, not_run(key), Load(Outcome.NOT_RUN), "the worker told nothing")
    status = _load_status(key, load)
    if status is not None:
        return Verdict(status, not_run(key), load)
    by_place = places(seen)
    expected = places(key.expected)
    truths = {name: places(observations) for name, observations in key.truths}
    checks = []
    for index, check in enumerate(key.checks):
        try:
            checks.append(judge_check(index, check, by_place, expected, truths, key.own_verdicts))
        except HarnessError as fault:
            return Verdict(Status.HARNESS_ERROR, not_run(key), load, f"check {check.name!r}: {fault}")
    passed = all(check.status is Status.PASSED for check in checks)
    return Verdict(Status.PASSED if passed else Status.FAILED, tuple(checks), load)


def places(seen: Sequence[Seen]) -> dict[Place, Observation]:
    """Observations by (check, case)."""
    return {(item.check, item.case): item for item in seen if isinstance(item, Observation)}


def not_run(key: Key) -> tuple[CheckVerdict, ...]:
    """Every check of the key, not run."""
    return tuple(
        CheckVerdict(
            index, Status.NOT_RUN, 0.0, tuple(CaseVerdict(i, Status.NOT_RUN) for i in range(len(check.cases)))
        )
        for index, check in enumerate(key.checks)
    )


def _load_status(key: Key, load: Load) -> Status | None:
    if not load.compiled:
        return Status.SYNTAX_ERROR
    if load.outcome is not Outcome.RETURNED:
        return Status.IMPORT_FAILED
    present = {name for name, kind in load.entry_points if kind == "callable"}
    if not present.intersection(key.exercise.entry_points):
        return Status.MISSING
    return None


def judge_check(
    index: int,
    check: Check,
    seen: Mapping[Place, Observation],
    expected: Mapping[Place, Observation],
    truths: Truths,
    own: dict[Place, CaseVerdict],
) -> CheckVerdict:
    """Judge one check; it passes only if every case does, and takes the status of the first that does not.

    Most answers are those of the reference, bit for bit: ``own`` keeps the verdicts on these.

    Raises
    ------
    HarnessError
        If the reference was not seen on a case, or its observation does not fit the policy.
    """
    verdicts = []
    for i, case in enumerate(check.cases):
        wanted = expected.get((index, i))
        if wanted is None:
            raise HarnessError("the reference was not seen on a case")
        observation = seen.get((index, i), Observation(index, i, Outcome.NOT_RUN))
        theirs = observation.outcome is Outcome.RETURNED and observation.value == wanted.value
        if theirs and (index, i) in own:
            verdicts.append(own[index, i])
            continue
        true = {name: by_place.get((index, i)) for name, by_place in truths.items()}
        verdicts.append(judge_case(i, case, observation, wanted, true))
        if theirs:
            own[index, i] = verdicts[-1]
    status = next((v.status for v in verdicts if v.status is not Status.PASSED), Status.PASSED)
    points = check.points if status is Status.PASSED else 0.0
    return CheckVerdict(index, status, points, tuple(verdicts))


def judge_case(
    index: int,
    case: Case,
    seen: Observation,
    expected: Observation,
    truths: Mapping[str, Observation | None],
) -> CaseVerdict:
    """Judge one case."""
    if seen.outcome in MEASURED:
        return CaseVerdict(index, MEASURED[seen.outcome], detail=seen.detail)
    if seen.outcome is Outcome.RAISED:
        assert seen.error is not None
        return _judge_exception(index, case, seen.error)
    mismatches = []
    for part in case_parts(case, seen, expected):
        grave = None if isinstance(part.got, Mismatch) else _grave(part.got)
        if grave is not None:
            return CaseVerdict(index, grave, error=part.got.error if isinstance(part.got, Failure) else None)
        mismatches += [mismatch for _, mismatch in part_mismatches(case, part, truths)]
    if not mismatches:
        return CaseVerdict(index, Status.PASSED)
    first = min(mismatches, key=lambda mismatch: mismatch.rung)
    got = _answer(seen.value, first.part)
    return CaseVerdict(index, Status.FAILED, first, got.error if isinstance(got, Failure) else None)


@dataclass(frozen=True)
class Part:
    """A part of what a probe returned: its policies, what is expected, what was got or why it is missing."""

    name: str
    policies: tuple[Policy, ...]
    expected: Value
    got: Value | Mismatch


def case_parts(case: Case, seen: Observation, expected: Observation) -> Iterator[Part]:
    """The parts of an observation that returned, in the case's order."""
    for name, policies in case.expect:
        # Where an exception is asked for, the reference has raised one and returned nothing.
        asked = any(not isinstance(policy, Raises) for policy in policies)
        wanted = _part(expected.value, name, "reference") if asked else Null()
        yield Part(name, policies, wanted, _answer(seen.value, name))


def part_mismatches(
    case: Case, part: Part, truths: Mapping[str, Observation | None]
) -> Iterator[tuple[Policy | None, Mismatch]]:
    """What is wrong with a part, each with the policy that it breaks; without one if the part is missing."""
    if isinstance(part.got, Mismatch):
        yield None, part.got
        return
    for policy in part.policies:
        true = truths.get(policy.truth) if isinstance(policy, Rounded) else None
        mismatch = apply(
            policy,
            part.expected,
            part.got,
            truth=_part(true.value, part.name, "truth") if true is not None else None,
            before=dict(case.inputs).get(part.name),
        )
        if mismatch is not None:
            yield policy, with_part(mismatch, part.name)


def _answer(value: Value | None, part: str) -> Value | Mismatch:
    """A part of what a submission gave. The parts may be the student's own dict, and lack one."""
    if not part or value is None or isinstance(value, Failure):
        return value if isinstance(value, Failure) else _part(value, part, "submission")
    if not isinstance(value, MappingValue):
        return Mismatch(Rung.CONTAINER, expected="dict", got=describe(value))
    found = _named(value, part)
    return Mismatch(Rung.SHAPE, fact=f"key {part!r} is missing") if found is None else found


def _part(value: Value | None, part: str, whose: str) -> Value:
    if value is None:
        raise HarnessError(f"the {whose}'s observation holds no value")
    if not part:
        return value
    found = _named(value, part) if isinstance(value, MappingValue) else None
    if found is None:
        raise HarnessError(f"the {whose}'s observation has no part {part!r}")
    return found


def _named(value: MappingValue, part: str) -> Value | None:
    """The first item of that name. A hostile dict is walked through once, and no further than to there."""
    for name, item in value.items:
        if isinstance(name, Text) and name.value == part:
            return item
    return None


def _grave(value: Value) -> Status | None:
    """The status of a caught exception that no check asks for: memory, isolation, an exit."""
    if not isinstance(value, Failure):
        return None
    status = error_status(value.error)
    ended = not {"Exception"}.intersection(value.error.bases)
    return status if status is not Status.RAISED or ended else None


def _judge_exception(index: int, case: Case, error: Error) -> CaseVerdict:
    """An exception that left the probe."""
    status = error_status(error)
    if status is not Status.RAISED:
        return CaseVerdict(index, status, error=error)
    for part, policies in case.expect:
        wanted: Policy | None = next((p for p in policies if isinstance(p, Raises)), None)
        if not part and isinstance(wanted, Raises):
            mismatch = apply(wanted, Failure(error), Failure(error))
            if mismatch is None:
                return CaseVerdict(index, Status.PASSED)
            return CaseVerdict(index, Status.FAILED, mismatch, error)
    if error.origin == "absent":
        return CaseVerdict(index, Status.FAILED, Mismatch(Rung.ENTRY_POINT, expected=error.came_back), error)
    if error.origin == "probe":
        fact = f"no attribute {error.missing}" if error.missing else ""
        mismatch = Mismatch(Rung.CONTAINER, got=error.came_back, fact=fact)
        return CaseVerdict(index, Status.FAILED, mismatch, error)
    return CaseVerdict(index, Status.RAISED, error=error)

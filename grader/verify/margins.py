"""How far right answers stay within an allowance, and how far wrong ones are outside. Pure.

A policy with a tolerance on inexact numbers must leave room on both sides: other machines round otherwise,
and a verdict must not depend on that. Equal, Raises, Unchanged and the sign of zero have no margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from grader.judge import answer_part, judge_case, places
from grader.model import (
    Case,
    Check,
    Close,
    Failure,
    Key,
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
    Value,
    Verdict,
)
from grader.policies import apply

REFERENCE_SHARE = 0.5
MISS = 3.0
ROUNDED_MISS = 1.5


def has_tolerance(checks: tuple[Check, ...]) -> bool:
    """Whether a check compares inexact numbers within a tolerance that is not one of rounding."""
    return any(
        isinstance(policy, Close)
        for check in checks
        for case in check.cases
        for _, policies in case.expect
        for policy in policies
    )


def too_near(key: Key, verdict: Verdict, seen: list[Seen]) -> float | None:
    """How many allowances a wrong solution misses by at most, if that is not enough to be sure of it.

    Returns
    -------
    float or None
        None if some case shows it for certain: it breaks a rung before the numbers, a policy without
        a margin, or misses by three allowances (one and a half where numbers are rounded).
    """
    ours, expected = places(seen), places(key.expected)
    truths = {name: places(observations) for name, observations in key.truths}
    widest = 0.0
    for check in verdict.checks:
        for told in check.cases:
            if told.status is Status.PASSED or told.status is Status.NOT_RUN:
                continue
            place = (check.index, told.case)
            if told.status is not Status.FAILED or ours[place].outcome is not Outcome.RETURNED:
                return None
            case = key.checks[check.index].cases[told.case]
            true = {name: by_place[place] for name, by_place in truths.items()}
            for policy, mismatch in _mismatches(case, ours[place], expected[place], true):
                missed = mismatch.missed_by
                if not isinstance(policy, Close | Rounded) or mismatch.rung is not Rung.VALUES:
                    return None
                if missed is None or missed >= (MISS if isinstance(policy, Close) else ROUNDED_MISS):
                    return None
                widest = max(widest, missed)
    return widest


def _mismatches(
    case: Case, seen: Observation, expected: Observation, truths: Mapping[str, Observation]
) -> Iterator[tuple[Policy | None, Mismatch]]:
    """Every mismatch of a case that failed, with the policy that it breaks."""
    for part, policies in case.expect:
        got = answer_part(seen.value, part)
        if isinstance(got, Mismatch):
            yield None, got
            continue
        for policy in policies:
            true = truths[policy.truth].value if isinstance(policy, Rounded) else None
            mismatch = apply(
                policy,
                Null() if isinstance(policy, Raises) else _part(expected.value, part),
                got,
                truth=_part(true, part) if true is not None else None,
                before=dict(case.inputs).get(part),
            )
            if mismatch is not None:
                yield policy, mismatch


def _part(value: Value | None, part: str) -> Value:
    found = answer_part(value, part)
    assert not isinstance(found, Mismatch | Failure), "a key holds what its checks ask for"
    return found


def strays(key: Key, exact: list[Seen]) -> Iterator[str]:
    """Where the reference is further from more exact numbers than half an allowance, in sentences.

    Parameters
    ----------
    key
        The answer key: what the reference gave.
    exact
        What the same probes saw of a solution that computes with more digits.
    """
    theirs, reference = places(exact), places(key.expected)
    for index, check in enumerate(key.checks):
        for i, case in enumerate(check.cases):
            halved = _halved(case)
            if halved is None:
                continue
            true, ours = theirs.get((index, i)), reference[index, i]
            if true is None or true.value is None:
                yield f"exact.py gives no answer to {check.name!r} on {case.label!r}"
                continue
            mismatch = judge_case(i, halved, ours, true, {}).mismatch
            if mismatch is not None and mismatch.rung is not Rung.VALUES:
                rung = mismatch.rung.name.lower().replace("_", " ")
                yield (
                    f"exact.py answers {check.name!r} on {case.label!r} in another form than the reference "
                    f"({rung}: {mismatch.expected} and {mismatch.got})"
                )
            elif mismatch is not None:
                share = (mismatch.missed_by or 0.0) * REFERENCE_SHARE
                yield (
                    f"the reference uses {share:.2g} of the allowance of {check.name!r} on {case.label!r}: "
                    f"{mismatch.got} where {mismatch.expected} is exact"
                )


def _halved(case: Case) -> Case | None:
    """The case with its tolerances halved, and with no other part; None if it has no tolerance."""
    expect = []
    for part, policies in case.expect:
        halves = tuple(
            msgspec.structs.replace(
                policy, rtol=policy.rtol * REFERENCE_SHARE, atol=policy.atol * REFERENCE_SHARE
            )
            for policy in policies
            if isinstance(policy, Close)
        )
        if halves:
            expect.append((part, halves))
    return Case(case.label, case.inputs, tuple(expect)) if expect else None

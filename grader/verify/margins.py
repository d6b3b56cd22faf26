"""How far right answers stay within an allowance, and how far wrong ones are outside. Pure.

A policy with a tolerance on inexact numbers must leave room on both sides: other machines round otherwise,
and a verdict must not depend on that. Equal, Raises, Unchanged and the sign of zero have no margin.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grader.judge import case_parts, judge_case, part_mismatches, places
from grader.model import (
    Case,
    Check,
    Close,
    Key,
    Mismatch,
    Outcome,
    Policy,
    Rounded,
    Rung,
    Seen,
    Status,
    Verdict,
)

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
            for part in case_parts(case, ours[place], expected[place]):
                for policy, mismatch in part_mismatches(case, part, true):
                    if _is_certain(policy, mismatch):
                        return None
                    widest = max(widest, mismatch.missed_by or 0.0)
    return widest


def _is_certain(policy: Policy | None, mismatch: Mismatch) -> bool:
    """Whether a mismatch is none of numbers within a tolerance, or is far outside of it."""
    missed = mismatch.missed_by
    if not isinstance(policy, Close | Rounded) or mismatch.rung is not Rung.VALUES or missed is None:
        return True
    return missed >= (MISS if isinstance(policy, Close) else ROUNDED_MISS)


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

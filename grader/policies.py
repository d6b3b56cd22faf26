"""Apply a policy to what was expected and what was got. Pure."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from grader.compare import Rule, agrees, compare, describe, entries, items, wrong_numbers
from grader.errors import HarnessError
from grader.model import (
    Array,
    Close,
    Distinct,
    Equal,
    Failure,
    Mismatch,
    Packed,
    Policy,
    Raises,
    Rounded,
    Rung,
    Sequence,
    Unchanged,
    Value,
    Within,
)


def apply(
    policy: Policy,
    expected: Value,
    got: Value,
    *,
    truth: Value | None = None,
    before: Value | None = None,
) -> Mismatch | None:
    """Judge one part of one observation.

    Parameters
    ----------
    policy
        The policy of the part.
    expected, got
        What the reference and the submission gave.
    truth
        The reference's unrounded truth, for `Rounded`.
    before
        The input as it was before the call, for `Unchanged`.

    Returns
    -------
    Mismatch or None
        None if the policy is satisfied.

    Raises
    ------
    HarnessError
        If the reference's own observation does not fit the policy.
    """
    if isinstance(policy, Raises):
        return _raises(policy, got)
    if isinstance(got, Failure):
        return Mismatch(Rung.RETURNED, expected=describe(expected), got=got.error.name)
    if isinstance(policy, Unchanged):
        if before is None:
            raise HarnessError("an Unchanged part has no input of its name")
        return (
            None
            if got == before
            else Mismatch(Rung.SIDE_EFFECTS, expected=describe(before), got=describe(got))
        )
    if isinstance(policy, Within):
        return _within(policy, expected, got)
    if isinstance(policy, Distinct):
        return _distinct(expected, got)
    if isinstance(policy, Rounded) and truth is None:
        raise HarnessError("the reference's unrounded truth was not seen")
    return compare(expected, got, rule(policy), truth)


def satisfied(
    policy: Policy,
    expected: Value,
    got: Value,
    *,
    truth: Value | None = None,
    before: Value | None = None,
) -> bool:
    """Whether `apply` would find nothing; it looks no further than the first thing that is wrong."""
    if isinstance(policy, Equal | Close) or (isinstance(policy, Rounded) and truth is not None):
        return not isinstance(got, Failure) and agrees(expected, got, rule(policy), truth)
    return apply(policy, expected, got, truth=truth, before=before) is None


def rule(policy: Equal | Close | Rounded) -> Rule:
    """The comparison rule of a policy on values."""
    if isinstance(policy, Equal):
        return Rule(None, policy.dtypes, policy.any_sequence, policy.signed_zero)
    atol, rtol = policy.atol, policy.rtol
    if isinstance(policy, Close):
        return Rule(
            lambda true: atol + rtol * np.abs(true), policy.dtypes, policy.any_sequence, policy.signed_zero
        )
    half = 0.5 * 10.0**-policy.decimals
    return Rule(
        lambda true: half + atol + rtol * np.abs(true),
        any_sequence=policy.any_sequence,
        signed_zero=policy.signed_zero,
        decimals=policy.decimals,
        form_atol=policy.form_atol,
    )


def wrong_entries(policies: Iterable[Policy], want: Any, have: Any, true: Any = None) -> Any:
    """Which numbers of an array break a policy that compares number by number.

    Parameters
    ----------
    policies
        The policies of a part. Those that look at a draw as a whole say nothing of one number.
    want, have
        What was expected and what was got, as numpy arrays of one shape.
    true
        The unrounded truth, for `Rounded`.

    Returns
    -------
    numpy.ndarray or None
        True where a number is wrong; None if no policy compares number by number.
    """
    wrong = None
    for policy in policies:
        if isinstance(policy, Equal | Close | Rounded):
            found = wrong_numbers(want, have, rule(policy), true if isinstance(policy, Rounded) else None)
        elif isinstance(policy, Unchanged):
            found = wrong_numbers(want, have, Rule())
        else:
            continue
        wrong = found if wrong is None else wrong | found
    return wrong


def _raises(policy: Raises, got: Value) -> Mismatch | None:
    if not isinstance(got, Failure):
        return Mismatch(Rung.RETURNED, expected=policy.error, got=describe(got), fact="no exception")
    if policy.error in got.error.bases:
        return None
    return Mismatch(Rung.RETURNED, expected=policy.error, got=got.error.name, fact="another exception")


_STRUCTURE = Rule(structure_only=True)
# What is rounding when an entry is compared with one of a few values, as a part of its size.
NEAR = 1e-6


def _within(policy: Within, expected: Value, got: Value) -> Mismatch | None:
    structure = compare(expected, got, _STRUCTURE)
    if structure is not None:
        return structure
    if isinstance(expected, Packed) and isinstance(got, Sequence):  # some integer is too large to be packed
        told = "a huge integer"
    else:
        seen, _ = statistic(policy, got)
        if policy.lo <= seen <= policy.hi:
            return None
        told = f"{seen:.6g}"
    band = f"{policy.lo:.6g} to {policy.hi:.6g}"
    return Mismatch(Rung.VALUES, expected=band, got=told, fact=f"statistic {policy.statistic}")


def statistic(policy: Within, value: Value) -> tuple[float, float]:
    """The statistic of a draw, and its standard error were the entries independent and normal.

    The standard error of a mean is s / sqrt(n), of a standard deviation s / sqrt(2 n), and of a
    share p sqrt(p (1 - p) / n). Raises `HarnessError` if the value is no array of numbers.
    """
    draw: Any
    if isinstance(value, Array) and value.data is not None:
        draw = entries(value).astype("float64")
    elif isinstance(value, Packed):
        draw = np.frombuffer(value.data, dtype="<f8")
    else:
        raise HarnessError("a Within part is not an array of numbers")
    count = max(draw.size, 1)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing
        if policy.statistic.startswith("share"):
            share = float(_counted(policy, draw).mean())
            return share, float(np.sqrt(share * (1 - share) / count))
        spread = float(draw.std())
        if policy.statistic == "std":
            return spread, spread / float(np.sqrt(2 * count))
        return float(draw.mean()), spread / float(np.sqrt(count))


def _counted(policy: Within, draw: Any) -> Any:
    """Which entries a share counts."""
    if policy.statistic == "share_within":
        return np.abs(draw) <= policy.at
    near = [np.abs(draw - value) <= NEAR * abs(value) for value in policy.values]
    return np.any(near, axis=0) if near else np.zeros(draw.shape, bool)


def _distinct(expected: Value, got: Value) -> Mismatch | None:
    structure = compare(expected, got, _STRUCTURE)
    if structure is not None:
        return structure
    if not isinstance(got, Packed | Sequence):
        raise HarnessError("a Distinct part is not a list of draws")
    draws = tuple(items(got))
    for i, draw in enumerate(draws):
        for j in range(i):
            if draw == draws[j]:
                return Mismatch(
                    Rung.VALUES, where=(i,), fact="equal draws", expected="another draw", got=str(j)
                )
    return None


def with_part(mismatch: Mismatch, part: str) -> Mismatch:
    """The same mismatch, told of a part of what the probe returned."""
    return replace(mismatch, part=part)

"""Policies in words: what stands with a statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grader.model import (
    Check,
    Close,
    Distinct,
    Equal,
    Policy,
    Raises,
    Rounded,
    Unchanged,
    Within,
)


def policy_words(policy: Policy) -> str:
    """What a policy accepts, in words that stand with the statement."""
    if isinstance(policy, Raises):
        return f"raises {policy.error} (or a subclass of it); the text of the exception is free"
    if isinstance(policy, Unchanged):
        return "left as it was, bit for bit"
    if isinstance(policy, Distinct):
        return "no two draws are equal"
    if isinstance(policy, Within):
        values = " or ".join(f"{value:.6g}" for value in policy.values)
        if policy.statistic == "share_among" and policy.lo == 1:
            return f"every entry is {values}"
        names = {
            "mean": "the mean of the entries",
            "std": "the standard deviation of the entries",
            "share_within": f"the share of entries of at most {policy.at:g} in size",
            "share_among": f"the share of entries that are {values}",
        }
        return f"{names[policy.statistic]} lies from {policy.lo:.6g} to {policy.hi:.6g}"
    return "; ".join((_numbers_in_words(policy), *_form_in_words(policy)))


def _numbers_in_words(policy: Equal | Close | Rounded) -> str:
    if isinstance(policy, Equal):
        return "equal exactly"
    if isinstance(policy, Close):
        relative = f" + {policy.rtol:.3g} times the expected size" if policy.rtol else ""
        return f"off by at most {policy.atol:.3g}{relative}"
    relative = f" and {policy.rtol:g} times its size" if policy.rtol > 1e-11 else ""
    return (
        f"a number of {policy.decimals} decimals (to {policy.form_atol:g}), at most half a unit of the last "
        f"decimal plus {policy.atol:.3g}{relative} from the exact value, "
        "so that every fair way of rounding passes"
    )


def _form_in_words(policy: Equal | Close | Rounded) -> list[str]:
    words = []
    dtypes = getattr(policy, "dtypes", ())
    if dtypes:
        words.append(f"dtype as asked, or {' or '.join(dtypes)}")
    if policy.any_sequence:
        words.append("a tuple may stand for a list")
    if policy.signed_zero:
        words.append("-0.0 is rejected")
    return words


def comparison_words(checks: Sequence[Check]) -> tuple[str, ...]:
    """How an exercise compares: a line for each policy, with the parts of the observations it holds for."""
    families: dict[str, list[Policy]] = {}
    parts: dict[str, list[str]] = {}
    for part, policy in _expectations(checks):
        family = _family(policy)
        if policy not in families.setdefault(family, []):
            families[family].append(policy)
        if part not in parts.setdefault(family, []):
            parts[family].append(part)
    return tuple(f"{', '.join(parts[family])}: {_family_words(alike)}" for family, alike in families.items())


def _expectations(checks: Sequence[Check]) -> Iterator[tuple[str, Policy]]:
    for check in checks:
        for case in check.cases:
            for part, policies in case.expect:
                yield from ((part_name(part), policy) for policy in policies)


def _family(policy: Policy) -> str:
    """Policies that differ only in their allowance are told in one breath."""
    if isinstance(policy, Close | Rounded):
        policy = msgspec.structs.replace(policy, atol=0.0, rtol=0.0)
    return repr(policy)


def _family_words(alike: list[Policy]) -> str:
    sized = [policy for policy in alike if isinstance(policy, Close | Rounded)]
    words = policy_words(max(sized, key=lambda policy: policy.atol) if sized else alike[0])
    if len(alike) > 1:
        least = min(policy.atol for policy in sized)
        words += f" (that is the largest case's allowance; the smallest has {least:.3g})"
    return words


GENERAL_COMPARISON = (
    "Containers, shapes and dtypes are compared before numbers; nothing is broadcast.",
    "NaN and infinities never pass where a number is asked for.",
    "An int may stand for a float, a numpy scalar for a Python number; a bool is never a number.",
)


def part_name(part: str) -> str:
    """The name of a part of an observation as a reader knows it."""
    return {
        "": "the answer",
        "answer": "the answer",
        "again": "the answer of a second, equal call",
        "refused": "the call that must be refused",
    }.get(part, part)

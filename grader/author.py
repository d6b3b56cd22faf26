"""The words an author writes checks with. A file of checks imports from here and nowhere else in kata.

A file of checks is executed by workers only. A trusted worker runs all of it, to learn the checks
and to draw their cases; the worker that runs a student's code receives the compiled probes and
what they refer to (imports, constants, small functions), never the decorators or the cases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.model import Close, Distinct, Equal, Policy, Raises, Rounded, Unchanged, Within

__all__ = [
    "Close",
    "Distinct",
    "Equal",
    "Raises",
    "Rounded",
    "Unchanged",
    "Within",
    "attempt",
    "case",
    "check",
]

Expectation = Policy | Mapping[str, Policy | Sequence[Policy]]


@dataclass(frozen=True)
class DrawnCase:
    """A case as its author wrote it: live inputs, not yet encoded."""

    label: str
    inputs: dict[str, Any]
    expect: Expectation | None


@dataclass(frozen=True)
class DeclaredCheck:
    """What the decorator leaves on a probe."""

    name: str
    points: float
    cases: Any
    expect: Expectation | None


def case(label: str, /, *, expect: Expectation | None = None, **inputs: Any) -> DrawnCase:
    """Describe one call of a check.

    Parameters
    ----------
    label
        The class of the case in words a student may read even when the case is hidden
        ("a grid that is not square"). It must not carry an input.
    expect
        The policy for this case, where it differs from the check's.
    **inputs
        The inputs of the probe, by name: plain data, numpy arrays, torch tensors.
    """
    return DrawnCase(label, inputs, expect)


def check(
    name: str,
    *,
    points: float,
    cases: Sequence[Any] | Callable[[Any], Sequence[DrawnCase]],
    expect: Expectation | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a probe a check.

    Parameters
    ----------
    name
        What is checked, in words a student reads.
    points
        Earned only if every case passes.
    cases
        A list of cases; an entry may be a function of a numpy Generator that returns a case or a
        list of cases. A function of a Generator that returns the whole list will do too.
    expect
        A policy for all the probe returns, or a dict from the parts of the dict it returns to
        policies. ``answer`` and ``again`` (the second call) are parts every reader knows; a part
        under ``Unchanged`` has the name of an input.
    """

    def mark(probe: Callable[..., Any]) -> Callable[..., Any]:
        probe.__kata_check__ = DeclaredCheck(name, points, cases, expect)  # type: ignore[attr-defined]
        return probe

    return mark


def attempt(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """Call ``function`` in a probe and see its answer or, as a value, the exception it raised.

    The worker puts its own in the place of this one; here it only gives authors a name to import.
    """
    raise NotImplementedError("attempt() works inside a probe that a worker runs")

"""Whether two observations of a case are the same under its policies. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
import numpy as np

from grader.compare import Rule, agrees, compare, same_structure
from grader.judge import Place, places
from grader.model import (
    Array,
    Case,
    Close,
    Distinct,
    Equal,
    Evidence,
    Failure,
    Key,
    Number,
    Observation,
    Outcome,
    Packed,
    Policy,
    Raises,
    Rounded,
    Rung,
    Seen,
    Sequence,
    Status,
    Text,
    Unchanged,
    Value,
    Verdict,
    Within,
)
from grader.model import Mapping as MappingValue
from grader.policies import apply, rule, statistic

# Two independent draws of one distribution: six standard errors, times the square root of two.
SIX_SIGMA_OF_A_DIFFERENCE = 8.5


@dataclass(frozen=True)
class Answer:
    """An observation, which is compared with those of many mistakes; its parts are looked for once."""

    seen: Observation

    @cached_property
    def parts(self) -> Mapping[str, Value]:
        """The parts by name; none if it is no dict."""
        value = self.seen.value
        if not isinstance(value, MappingValue):
            return {}
        return {name.value: item for name, item in value.items if isinstance(name, Text)}

    def part(self, name: str) -> Value | None:
        """A part by its name, "" for the whole; None if it is not there."""
        return self.parts.get(name) if name else self.seen.value

    def with_part(self, name: str, new: Value) -> Answer:
        """The same with another part in its place."""
        value = self.seen.value
        if not name or not isinstance(value, MappingValue):
            return Answer(replace(self.seen, outcome=Outcome.RETURNED, value=new, error=None))
        pairs = ((key, new if key == Text(name) else item) for key, item in value.items)
        return Answer(replace(self.seen, value=MappingValue(tuple(pairs))))


def answers(seen: SequenceOf[Seen]) -> dict[Place, Answer]:
    """What was seen, by check and case."""
    return {place: Answer(observation) for place, observation in places(seen).items()}


def failed_places(verdict: Verdict) -> frozenset[Place]:
    """The cases that a verdict does not pass, run or not."""
    return _places_of(verdict, lambda status: status is not Status.PASSED)


def failing_places(verdict: Verdict) -> frozenset[Place]:
    """The cases that were run and did not pass."""
    return _places_of(verdict, lambda status: status not in (Status.PASSED, Status.NOT_RUN))


def passing_places(verdict: Verdict) -> frozenset[Place]:
    """The cases that pass."""
    return _places_of(verdict, lambda status: status is Status.PASSED)


def _places_of(verdict: Verdict, chosen: Callable[[Status], bool]) -> frozenset[Place]:
    return frozenset(
        (check.index, case.case) for check in verdict.checks for case in check.cases if chosen(case.status)
    )


def same_failure(key: Key, ours: Evidence, theirs: Evidence) -> bool:
    """Whether two submissions fail on the same cases, with observations that agree under each policy."""
    failing = failing_places(ours.verdict)
    if not failing or failing != failing_places(theirs.verdict):
        return False
    mine, other = answers(ours.seen), answers(theirs.seen)
    return all(
        agree(key.checks[check].cases[case], mine.get((check, case)), other.get((check, case)))
        for check, case in sorted(failing)
    )


def agree(case: Case, ours: Answer | None, theirs: Answer | None) -> bool:
    """Whether two observations of a case are equal under its policies; for exceptions, of the same type."""
    if ours is None or theirs is None or ours.seen.outcome is not theirs.seen.outcome:
        return False
    if ours.seen.outcome is Outcome.RAISED:
        mine, other = ours.seen.error, theirs.seen.error
        return mine is not None and other is not None and mine.name == other.name
    if ours.seen.outcome is not Outcome.RETURNED:
        return False
    for part, policies in case.expect:
        my_part, their_part = ours.part(part), theirs.part(part)
        if my_part is None or their_part is None:
            return False
        before = dict(case.inputs).get(part)
        if not all(same(policy, my_part, their_part, before) for policy in policies):
            return False
    return True


def same(policy: Policy, ours: Value, theirs: Value, before: Value | None = None) -> bool:
    """Whether two parts are equal under a policy; ``before`` is the input of the part's name."""
    if isinstance(ours, Failure) or isinstance(theirs, Failure):
        return (
            isinstance(ours, Failure) and isinstance(theirs, Failure) and ours.error.name == theirs.error.name
        )
    if ours == theirs:
        return True
    if isinstance(policy, Raises):
        return agrees(theirs, ours, _LOOSE)
    if isinstance(policy, Unchanged):
        return before is not None and ours != before and theirs != before
    if isinstance(policy, Distinct):
        return _draws_agree(policy, ours, theirs)
    if isinstance(policy, Within):
        return _statistics_agree(policy, ours, theirs)
    return _numbers_agree(policy, ours, theirs)


_LOOSE = Rule(lambda true: 1e-6 + 1e-6 * np.abs(true))
_STRUCTURE = Rule(structure_only=True)


def _draws_agree(policy: Distinct, ours: Value, theirs: Value) -> bool:
    """Whether of two lists of draws both repeat themselves, or neither does."""
    if not isinstance(ours, Packed | Sequence) or not same_structure(theirs, ours, _STRUCTURE):
        return False
    mine, other = (apply(policy, draws, draws) is None for draws in (ours, theirs))
    return mine == other


def _statistics_agree(policy: Within, ours: Value, theirs: Value) -> bool:
    """Whether two draws have the statistic in common: within the band's width, or within chance."""
    if not all(isinstance(draw, Array | Packed) for draw in (ours, theirs)):
        return False
    if not agrees(theirs, ours, _STRUCTURE):
        return False
    (mine, error), (other, _) = statistic(policy, ours), statistic(policy, theirs)
    return abs(mine - other) <= max(policy.hi - policy.lo, SIX_SIGMA_OF_A_DIFFERENCE * error)


def _numbers_agree(policy: Equal | Close | Rounded, ours: Value, theirs: Value) -> bool:
    """Whether two answers are the same under the policy, their faults of form and sign included.

    Of what `Rounded` allows the half unit is for rounding: two answers that were rounded alike do without.
    """
    base = rule(policy)
    if isinstance(policy, Rounded):
        atol, rtol = policy.atol, policy.rtol
        allowed = Rule(lambda true: atol + rtol * np.abs(true), base.dtypes, base.any_sequence)
    else:
        allowed = Rule(base.allowed, base.dtypes, base.any_sequence)
    if not same_structure(theirs, ours, allowed):
        return False
    ours, our_strays = _without_strays(ours)
    theirs, their_strays = _without_strays(theirs)
    if our_strays != their_strays or not agrees(theirs, ours, allowed):
        return False
    for fault in (Rung.ROUNDING_FORM, Rung.SIGN_OF_ZERO):
        if _has(ours, base, fault) != _has(theirs, base, fault):
            return False
    return True


def same_signs_of_zeros(policy: Equal | Close | Rounded, ours: Value, theirs: Value) -> bool:
    """Whether both answers have a -0.0 where that is a fault, or neither has."""
    base = rule(policy)
    return _has(ours, base, Rung.SIGN_OF_ZERO) == _has(theirs, base, Rung.SIGN_OF_ZERO)


def _has(value: Value, base: Rule, fault: Rung) -> bool:
    """Whether an answer, compared with itself, breaks the rung of form or of the sign of zero."""
    asked = base.signed_zero if fault is Rung.SIGN_OF_ZERO else base.decimals is not None
    if not asked:
        return False
    probing = Rule(
        base.allowed,
        base.dtypes,
        base.any_sequence,
        fault is Rung.SIGN_OF_ZERO,
        base.decimals if fault is Rung.ROUNDING_FORM else None,
        base.form_atol,
    )
    if fault is Rung.SIGN_OF_ZERO:
        # Compared with itself a -0.0 is expected; compared with its absolute value it is not.
        mismatch = compare(_without_sign(value), value, probing)
    else:
        mismatch = compare(value, value, probing)
    return mismatch is not None and mismatch.rung is fault


def _without_strays(value: Value) -> tuple[Value, object]:
    """The same numbers with 0 for every NaN and infinity, and which of them stood where."""
    if isinstance(value, Sequence):
        told = [_without_strays(item) for item in value.items]
        return msgspec.structs.replace(value, items=tuple(item for item, _ in told)), [s for _, s in told]
    if isinstance(value, MappingValue):
        pairs = [(key, _without_strays(item)) for key, item in value.items]
        items = tuple((key, item) for key, (item, _) in pairs)
        return msgspec.structs.replace(value, items=items), [strays for _, (_, strays) in pairs]
    dtype = "float64"
    if isinstance(value, Array | Number):
        dtype = value.dtype if isinstance(value, Array) else value.kind.removeprefix("numpy.")
        dtype = "float64" if dtype == "float" else dtype
    elif not isinstance(value, Packed):
        return value, None
    if dtype not in ("float16", "float32", "float64") or value.data is None:
        return value, None
    numbers = np.frombuffer(value.data, dtype=dtype)
    stray = ~np.isfinite(numbers)
    which = np.where(np.isnan(numbers), 0.0, np.sign(numbers))[stray]
    finite = np.where(stray, numbers.dtype.type(0), numbers)
    return msgspec.structs.replace(value, data=finite.tobytes()), (stray.tobytes(), which.tobytes())


def _without_sign(value: Value) -> Value:
    """The same nest with every -0.0 made 0.0."""
    if isinstance(value, Packed):
        numbers = np.frombuffer(value.data, dtype="<f8") + 0.0
        return msgspec.structs.replace(value, data=numbers.tobytes())
    return value

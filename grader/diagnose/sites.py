"""The places of an answer: a part of what was seen of a case, with all that decides on it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
import numpy as np

from grader.compare import agrees, same_structure
from grader.diagnose.agreement import Answer, answers
from grader.diagnose.numbers import MAX_LENGTH, numbers, parts_of
from grader.diagnose.repairs import Setting
from grader.judge import Part, Place, case_parts
from grader.model import (
    Array,
    Case,
    Close,
    Equal,
    Failure,
    Key,
    Mismatch,
    Number,
    Observation,
    Outcome,
    Packed,
    Raises,
    Rounded,
    Text,
    Value,
)
from grader.model import Mapping as MappingValue
from grader.policies import rule, satisfied

# An answer that is that many times as large as the right one, and not small, is not looked at.
LARGER, SMALL = 4, 1000

Target = tuple[str, str]
"""A part of what a probe returned, and a key in it ("" if it is no dict)."""


@dataclass(frozen=True)
class Site:
    """A part of what was seen of a case. ``passed`` says that the whole case is known to be right."""

    place: Place
    case: Case
    part: Part
    truths: Mapping[str, Observation]
    passed: bool

    @cached_property
    def answer(self) -> Value | None:
        """What the submission gave; None if the part is missing."""
        return None if isinstance(self.part.got, Mismatch) else self.part.got

    @cached_property
    def policy(self) -> Equal | Close | Rounded | None:
        """The policy on its values, if it has one."""
        policies = self.part.policies
        return next((policy for policy in policies if isinstance(policy, Equal | Close | Rounded)), None)

    @cached_property
    def before(self) -> Value | None:
        """The input of the part's name, as it was before the call."""
        return dict(self.case.inputs).get(self.part.name)

    @cached_property
    def fails(self) -> bool:
        """Whether it breaks a policy."""
        return not self.passed and (self.answer is None or not self.passes_with(self.answer))

    @cached_property
    def comparable(self) -> bool:
        """Whether the answer is about as large as the right one, so that looking at it takes no longer."""
        most = LARGER * parts_of(self.part.expected, MAX_LENGTH) + SMALL
        return self.answer is not None and parts_of(self.answer, most) < most

    @cached_property
    def of_right_kind(self) -> bool:
        """Whether containers, shapes and types are among those that its policy takes."""
        return (
            self.answer is not None
            and self.policy is not None
            and same_structure(self.part.expected, self.answer, rule(self.policy))
        )

    def passes_with(self, answer: Value) -> bool:
        """Whether it would break no policy with another answer."""
        return all(
            satisfied(
                policy,
                self.part.expected,
                answer,
                truth=self.right if isinstance(policy, Rounded) else None,
                before=self.before,
            )
            for policy in self.part.policies
        )

    @cached_property
    def right(self) -> Value:
        """The right answer, before it is rounded."""
        seen = self.truths.get(self.policy.truth) if isinstance(self.policy, Rounded) else None
        truth = Answer(seen).part(self.part.name) if seen is not None else None
        return self.part.expected if truth is None else truth

    @cached_property
    def wrong_keys(self) -> frozenset[str]:
        """The keys of a dict whose values are wrong; "" of anything else."""
        if self.answer is None or self.policy is None or not self.fails:
            return frozenset()
        expected, got, right = (pieces(value) for value in (self.part.expected, self.answer, self.right))
        if "" in expected or expected.keys() != got.keys() or expected.keys() != right.keys():
            return frozenset(("",))
        allowed = rule(self.policy)
        truths = right if isinstance(self.policy, Rounded) else dict.fromkeys(expected)
        return frozenset(k for k in expected if not agrees(expected[k], got[k], allowed, truths[k]))

    def setting(self, key: str) -> Setting:
        """What a repair of a piece may know here."""
        if key not in self._settings:
            self._settings[key] = self._setting(key)
        return self._settings[key]

    @cached_property
    def _settings(self) -> dict[str, Setting]:
        return {}

    def _setting(self, key: str) -> Setting:
        wanted = numbers(pieces(self.part.expected).get(key, self.part.expected))
        decimals = self.policy.decimals if isinstance(self.policy, Rounded) else None
        return Setting(self.sizes, wanted.shape if wanted is not None else (), decimals)

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """The numbers that the inputs of the case give, by the words for them."""
        sizes: dict[str, float] = {}
        for name, value in self.case.inputs:
            if isinstance(value, Number):
                given = numbers(value)
                sizes.update({f"`{name}`": float(given)} if given is not None and np.isfinite(given) else {})
            elif isinstance(value, Packed | Array):
                for axis, size in enumerate(value.shape):
                    alone = len(value.shape) == 1
                    words = f"the length of `{name}`" if alone else f"the size of axis {axis} of `{name}`"
                    sizes[words] = float(size)
        return sizes


def pieces(value: Value) -> dict[str, Value]:
    """The values of a dict by their keys; anything else under ""."""
    if isinstance(value, MappingValue) and value.items and all(isinstance(k, Text) for k, _ in value.items):
        return {key.value: item for key, item in value.items if isinstance(key, Text)}
    return {"": value}


def with_pieces(value: Value, new: Mapping[str, Value]) -> Value:
    """The same with some pieces exchanged for others."""
    if "" in new or not new:
        return new.get("", value)
    assert isinstance(value, MappingValue)
    items = tuple((k, new.get(k.value, item) if isinstance(k, Text) else item) for k, item in value.items)
    return msgspec.structs.replace(value, items=items)


def sites_of(
    key: Key, failing: frozenset[Place], passing: frozenset[Place], ours: Mapping[Place, Answer]
) -> Iterator[Site]:
    """The parts of those cases that returned, and exceptions that a case asks for."""
    expected = answers(key.expected)
    truths = {name: answers(seen) for name, seen in key.truths}
    for place in sorted(failing | passing):
        case = key.checks[place[0]].cases[place[1]]
        seen = _as_returned(case, ours[place].seen) if place in ours else None
        if seen is None or place not in expected or seen.outcome is not Outcome.RETURNED:
            continue
        true = {name: told[place].seen for name, told in truths.items() if place in told}
        for part in case_parts(case, seen, expected[place].seen):
            yield Site(place, case, part, true, place in passing)


def _as_returned(case: Case, seen: Observation) -> Observation:
    """An exception that a case asks for, as the value that it is where a probe catches it."""
    whole = [policy for part, policies in case.expect if not part for policy in policies]
    if seen.error is None or not any(isinstance(policy, Raises) for policy in whole):
        return seen
    return replace(seen, outcome=Outcome.RETURNED, value=Failure(seen.error))

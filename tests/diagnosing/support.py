"""Keys of a few cases and the cause that is named of wrong answers; nothing here breaks or mends one."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import numpy as np

from grader.codec import encode, encode_parts
from grader.diagnose import diagnose, failed_places
from grader.diagnose.numbers import cast
from grader.judge import judge
from grader.model import (
    Array,
    Case,
    Close,
    Error,
    Mapping,
    Mistake,
    Observation,
    Outcome,
    Rounded,
    Sequence,
    Text,
)
from tests.judging.support import LOADED, check, key, policies, raised

CLOSE = Close(1e-9, 1e-9)
SINGLE = Close(1e-5, 1e-6)
FOUR = Rounded(4, "exact")


@dataclass(frozen=True)
class Told:
    """A case as a test tells it: the right answer (not rounded), what was got, and the inputs."""

    right: Any
    got: Any
    inputs: dict[str, Any] = field(default_factory=dict)
    policy: Any = None


def table(rows, columns, seed=0):
    """A table of numbers without a pattern, as nested lists."""
    return [
        [math.sin(7.3 * i + 3.1 * j * j + 1.7 * i * j + seed) * 1.6 + 0.05 for j in range(columns)]
        for i in range(rows)
    ]


def block(deep, rows, columns, seed=0):
    """Several tables."""
    return [table(rows, columns, seed + 0.37 * k) for k in range(deep)]


def mapped(change, nest):
    """A nest of lists with each number changed."""
    return [mapped(change, item) for item in nest] if isinstance(nest, list) else change(nest)


def tensor(numbers, dtype="float32"):
    """A tensor as a worker tells it; no torch is needed."""
    given = np.asarray(numbers, dtype="float64")
    return Array("torch", dtype, given.shape, cast(given, dtype).tobytes())


def value(answer):
    """An answer as the worker tells it; a value is one already, wherever it stands."""
    if isinstance(answer, msgspec.Struct):
        return answer
    if isinstance(answer, dict):
        return Mapping(tuple((Text(name), value(item)) for name, item in answer.items()))
    if isinstance(answer, list) and any(isinstance(item, msgspec.Struct) for item in answer):
        return Sequence("list", tuple(value(item) for item in answer))
    return encode_parts(answer, 32 << 20)


def observed(index, answer):
    """What was seen of one case."""
    if isinstance(answer, Error):
        return raised(0, index, answer)
    if isinstance(answer, Outcome):
        return Observation(0, index, answer, detail="signal 9")
    return Observation(0, index, Outcome.RETURNED, value(answer))


def rounded(answer, decimals):
    """An answer as Python rounds it, zeros without a sign."""
    if isinstance(answer, dict):
        return {name: rounded(item, decimals) for name, item in answer.items()}
    return mapped(lambda number: round(number, decimals) + 0.0, answer)


def asked(policy, right):
    """What the reference gives where this is the right answer."""
    first = next(iter(policy.values())) if isinstance(policy, dict) else policy
    return rounded(right, first.decimals) if isinstance(first, Rounded) else right


def key_of(policy, cases, mistakes=()):
    """A key with one check of these cases, and known mistakes as (slug, their answers)."""
    told = tuple(
        Case(
            f"case {i}",
            tuple((name, encode(given)) for name, given in c.inputs.items()),
            policies(c.policy or policy),
        )
        for i, c in enumerate(cases)
    )
    expected = tuple(observed(i, asked(c.policy or policy, c.right)) for i, c in enumerate(cases))
    truth = tuple(observed(i, c.right) for i, c in enumerate(cases))
    the_key = replace(key([check("the check", *told)], {}), expected=expected, truths=(("exact", truth),))
    return replace(the_key, mistakes=tuple(_mistake(the_key, *known) for known in mistakes))


def _mistake(the_key, slug, answers):
    seen = tuple(observed(i, answer) for i, answer in enumerate(answers))
    return Mistake(slug, f"This is {slug}.", seen, failed_places(judge(the_key, [LOADED, *seen])))


def cause_of(policy, *cases, mistakes=()):
    """The cause that is named; the cases are `Told`."""
    the_key = key_of(policy, cases, mistakes)
    seen = [LOADED, *(observed(i, c.got) for i, c in enumerate(cases))]
    return diagnose(the_key, judge(the_key, seen), seen)


def slug_of(policy, *cases, mistakes=()):
    """The slug of the cause that is named, or None."""
    cause = cause_of(policy, *cases, mistakes=mistakes)
    return None if cause is None else cause.slug

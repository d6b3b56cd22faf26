"""Repairs of answers that are right but of the wrong kind: container, dtype, type of exception. Pure."""

from __future__ import annotations

import msgspec
import numpy as np

from grader.compare import BOOLS, describe
from grader.diagnose.numbers import cast, numbers, stacked, with_numbers
from grader.ends import error_status
from grader.model import Array, Failure, Mapping, Number, Packed, Policy, Raises, Sequence, Status, Value

DTYPE, CONTAINER, EXCEPTION = "wrong_dtype", "wrong_container", "wrong_exception"


def of_right_kind(policies: tuple[Policy, ...], expected: Value, got: Value) -> tuple[str, Value] | None:
    """The same answer as it should have come, and the slug of what was wrong with its kind.

    None if nothing was wrong with it, or if it cannot be told what its numbers were.
    """
    if isinstance(got, Failure):
        return _exception(policies, got)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return _in_mapping(policies, expected, got)
    if isinstance(expected, Array) and isinstance(got, Array) and got.data is not None:
        if got.library == expected.library:
            return _dtype(expected, got)
    elif isinstance(expected, Packed) and isinstance(got, Packed) and expected.shape == got.shape:
        if expected.levels != got.levels:
            return CONTAINER, msgspec.structs.replace(got, levels=expected.levels)
        return _element_kind(expected, got)
    elif isinstance(expected, Number) and isinstance(got, Number):
        return _element_kind(expected, got)
    return _container(expected, got)


def _exception(policies: tuple[Policy, ...], got: Failure) -> tuple[str, Value] | None:
    """The exception asked for. What ends a program, or runs out of memory, is no refusal."""
    asked = next((policy.error for policy in policies if isinstance(policy, Raises)), None)
    if asked is None or asked in got.error.bases or "Exception" not in got.error.bases:
        return None
    if got.error.origin != "student" or error_status(got.error) is not Status.RAISED:
        return None
    return EXCEPTION, Failure(msgspec.structs.replace(got.error, name=asked, bases=(asked, "Exception")))


def _in_mapping(policies: tuple[Policy, ...], expected: Mapping, got: Mapping) -> tuple[str, Value] | None:
    """A dict whose values are of the wrong kind, all that are in the same way."""
    wanted = dict(expected.items)
    items, slugs = [], set[str]()
    for key, item in got.items:
        mended = of_right_kind(policies, wanted[key], item) if key in wanted else None
        slugs.update({mended[0]} if mended else ())
        items.append((key, mended[1] if mended else item))
    return (slugs.pop(), Mapping(tuple(items))) if len(slugs) == 1 else None


def _dtype(expected: Array, got: Array) -> tuple[str, Value] | None:
    given = numbers(got)
    if expected.dtype == got.dtype or given is None or "complex" in expected.dtype:
        return None
    if "bool" in (expected.dtype, got.dtype) and expected.shape != got.shape:
        return None
    mended = cast(given, expected.dtype)
    exact = "int" in expected.dtype or expected.dtype == "bool"
    if exact and not np.array_equal(mended.astype("float64"), given):
        return None
    return DTYPE, Array(got.library, expected.dtype, got.shape, mended.tobytes())


def _element_kind(expected: Packed | Number, got: Packed | Number) -> tuple[str, Value] | None:
    """Numbers as the kind that is asked for: truth values, whole numbers or others."""
    given = numbers(got)
    if given is None or _kinds(expected) == _kinds(got):
        return None
    if isinstance(expected, Packed):
        assert isinstance(got, Packed)
        return DTYPE, msgspec.structs.replace(got, kinds=expected.kinds)
    like_float = Number("float", given.astype("<f8").tobytes())
    mended = with_numbers(expected, given) if expected.kind not in BOOLS else None
    return DTYPE, mended or like_float


def _kinds(value: Packed | Number) -> set[str]:
    return {kind for kind, _ in value.kinds} if isinstance(value, Packed) else {value.kind}


def _container(expected: Value, got: Value) -> tuple[str, Value] | None:
    """The numbers of one container in another one; only the outermost is of the wrong type."""
    wanted = numbers(expected)
    if wanted is None:
        if isinstance(expected, Sequence) and isinstance(got, Sequence) and expected.kind != got.kind:
            return CONTAINER, msgspec.structs.replace(got, kind=expected.kind)
        return None
    given = stacked(got)
    if given is None or describe(expected) == describe(got) or given.size != wanted.size:
        return None
    if isinstance(expected, Number):
        given = given.reshape(())
    if isinstance(expected, Array) and isinstance(got, Array) and expected.dtype != got.dtype:
        return None
    mended = with_numbers(expected, given)
    return None if mended is None else (CONTAINER, mended)

"""Answers as arrays of numbers, and arrays put back in the place of an answer's numbers. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from grader.codec import number
from grader.compare import BOOLS, INTS, entries
from grader.model import Array, Mapping, Number, Packed, Sequence, Value

# Whole numbers beyond this are not all floats.
EXACT = 2.0**53
# Answers with more are not looked at.
MAX_AXES, MAX_LENGTH = 8, 1_000_000


def numbers(value: Value) -> Any | None:
    """The numbers of a scalar, a nest or an array as float64; None for anything else.

    Complex numbers, arrays without data, whole numbers that float64 does not hold, and arrays of more
    axes or longer ones than are looked at are something else, too.
    """
    found: Any
    if isinstance(value, Packed | Array) and (
        len(value.shape) > MAX_AXES or max(value.shape, default=0) > MAX_LENGTH
    ):
        return None
    if isinstance(value, Packed):
        found = np.frombuffer(value.data, dtype="<f8").reshape(value.shape)
    elif isinstance(value, Array) and value.data is not None and "complex" not in value.dtype:
        with np.errstate(invalid="ignore"):
            found = entries(value).astype("float64")
    elif isinstance(value, Number) and "complex" not in value.kind:
        try:
            found = np.asarray(float(number(value).real))
        except OverflowError:
            return None
    else:
        return None
    counted = isinstance(value, Number | Array) and _is_whole(value)
    return None if counted and np.abs(found).max(initial=0.0) >= EXACT else found


def _is_whole(value: Number | Array | Packed) -> bool:
    """Whether it holds integers only."""
    if isinstance(value, Packed):
        return all(kind in INTS for kind, _ in value.kinds)
    return (value.kind if isinstance(value, Number) else f"numpy.{value.dtype}") in INTS


def parts_of(value: Value, most: int) -> int:
    """How many numbers and other things an answer is made of; it stops counting at ``most``."""
    if isinstance(value, Packed | Array):
        return min(math.prod(value.shape) + 1, most)
    items: Iterable[Value] = ()
    if isinstance(value, Sequence):
        items = value.items
    elif isinstance(value, Mapping):
        items = (item for _, item in value.items)
    count = 1
    for item in items:
        count += parts_of(item, most - count)
        if count >= most:
            return most
    return count


def stacked(value: Value) -> Any | None:
    """The numbers of a list of equal arrays or nests as one array; those of a single one as they are."""
    if not isinstance(value, Sequence):
        return numbers(value)
    if value.kind not in ("list", "tuple") or not value.items:
        return None
    parts = [stacked(item) for item in value.items]
    first = parts[0]
    if first is None or any(part is None or part.shape != first.shape for part in parts):
        return None
    return np.stack([part for part in parts if part is not None])


def with_numbers(value: Value, new: Any) -> Value | None:
    """The same kind of answer with other numbers, of another shape perhaps; None if it cannot hold them."""
    if isinstance(value, Packed):
        return _nest(value, new)
    if isinstance(value, Array):
        return _array(value, new)
    if not isinstance(value, Number) or new.shape != ():
        return None
    x = float(new)
    if value.kind in BOOLS:
        return None
    if value.kind == "int" and x.is_integer():
        whole = int(x)
        return Number("int", whole.to_bytes(whole.bit_length() // 8 + 1, "little", signed=True))
    if value.kind in ("int", "float"):
        return Number("float", np.float64(x).tobytes())
    if value.kind in INTS and not x.is_integer():
        return Number("float", np.float64(x).tobytes())
    return Number(value.kind, np.float64(x).astype(value.kind.removeprefix("numpy.")).tobytes())


def _nest(value: Packed, new: Any) -> Value | None:
    """A nest whose containers are those of the first on each level."""
    if new.ndim == 0 or not new.size:
        return None
    levels = value.levels
    if new.shape != value.shape:
        outer = [runs[0][0] for runs in value.levels]
        counts = [math.prod(new.shape[:depth]) for depth in range(new.ndim)]
        levels = tuple(((outer[min(depth, len(outer) - 1)], count),) for depth, count in enumerate(counts))
    flags = all(kind in BOOLS for kind, _ in value.kinds)
    whole = _is_whole(value) and bool(np.isfinite(new).all() and (new == np.round(new)).all())
    kind = "bool" if flags and bool(np.isin(new, (0.0, 1.0)).all()) else "int" if whole else "float"
    return Packed(tuple(new.shape), levels, ((kind, new.size),), new.astype("<f8").tobytes())


def _array(value: Array, new: Any) -> Value | None:
    if value.dtype == "bool" and not np.isin(new, (0.0, 1.0)).all():
        return None
    if "int" in value.dtype and not (np.isfinite(new).all() and (new == np.round(new)).all()):
        return None
    return msgspec.structs.replace(value, shape=tuple(new.shape), data=cast(new, value.dtype).tobytes())


def cast(new: Any, dtype: str) -> Any:
    """Numbers of a dtype; of bfloat16, to the nearest, the upper halves of float32's bits."""
    with np.errstate(all="ignore"):
        if dtype != "bfloat16":
            return new.astype(dtype)
        bits = new.astype("<f4").view("<u4").astype("<u8")
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


def held_by(dtype: str, given: Any) -> Any:
    """The nearest numbers that a narrower floating type holds, as float64."""
    narrow = cast(given, dtype)
    if dtype == "bfloat16":
        narrow = (narrow.astype("<u4") << np.uint32(16)).view("<f4")
    return narrow.astype("float64")

"""Bytes from a worker to values, on the trusted side: nothing is accepted that is not well formed."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Container, Iterable
from itertools import chain
from typing import Any

from grader.codec.formats import (
    CONTAINERS,
    EXACT_INT,
    ITEM_SIZES,
    MAX_DEPTH,
    MAX_INT_BYTES,
    MAX_ITEMS,
    MAX_TEXT,
    NUMPY_SCALARS,
    PACKED_KINDS,
    nest_fits,
    shape_fits,
)
from grader.errors import MalformedFrame
from grader.model import (
    Array,
    Error,
    Failure,
    Mapping,
    Number,
    Opaque,
    Packed,
    Sequence,
    Text,
    Value,
)

# The functions below look names up here, where no submission has replaced any.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]


def check_value(value: Value) -> None:
    """Refuse a decoded value whose parts do not fit each other.

    Raises
    ------
    MalformedFrame
        A length, kind, shape or dtype is not what `encode` could have written.
    """
    _check_nodes((value,), 0, [MAX_ITEMS // 2])


def _require(truth: bool, fault: str) -> None:
    if not truth:
        raise MalformedFrame(fault)


def _check_nodes(values: Iterable[Value], depth: int, budget: list[int]) -> None:
    """Check values and what is in them; the least of them takes two of the items that a frame may hold."""
    for value in values:
        budget[0] -= 1
        kind = type(value)
        if kind in _LEAF_CHECKS:
            _LEAF_CHECKS[kind](value)
        elif kind is Sequence or kind is Mapping:
            _check_container(value, depth, budget)  # type: ignore[arg-type]
    _require(budget[0] >= 0, "too many nodes")


def _check_container(value: Sequence | Mapping, depth: int, budget: list[int]) -> None:
    _require(depth < MAX_DEPTH + 4, "nested too deeply")
    if isinstance(value, Mapping):
        _check_nodes(chain.from_iterable(value.items), depth + 1, budget)
    else:
        _require(value.kind in CONTAINERS, "unknown container")
        _check_nodes(value.items, depth + 1, budget)


def _check_text(value: Text) -> None:
    _require(len(value.value) <= MAX_TEXT, "text length")


def _check_opaque(value: Opaque) -> None:
    _require(len(value.type_name) <= 4096 and len(value.reason) <= 4096, "text of what was not carried")


def _check_number(value: Number) -> None:
    if value.kind == "int":
        _require(1 <= len(value.data) <= MAX_INT_BYTES, "integer length")
        return
    size = _NUMBER_SIZES.get(value.kind)
    _require(size is not None, "unknown number")
    _require(len(value.data) == size, "number length")
    if value.kind in ("bool", "numpy.bool"):
        _require(value.data in (b"\x00", b"\x01"), "bool byte")


def _check_packed(value: Packed) -> None:
    _require(nest_fits(value.shape), "shape of a nest")
    count = math.prod(value.shape)
    _require(len(value.data) == 8 * count, "nest length")
    _require(len(value.levels) == len(value.shape), "nest levels")
    containers = 1
    for side, runs in zip(value.shape, value.levels, strict=True):
        _check_runs(runs, ("list", "tuple"), containers)
        containers *= side
    _check_runs(value.kinds, PACKED_KINDS, count)
    _check_whole_numbers(value)


def _check_runs(runs: tuple[tuple[str, int], ...], kinds: Container[str], count: int) -> None:
    for kind, length in runs:
        _require(kind in kinds and length > 0, "kind or length of a run")
        count -= length
    _require(count == 0, "length of all runs")


def _check_whole_numbers(value: Packed) -> None:
    """Where a packed number calls itself an integer, it is one, and its kind can hold it."""
    for kind, _ in value.kinds:
        if "float" not in kind:
            break
    else:
        return
    import numpy  # the worker's side of this package does without

    kinds = sorted(PACKED_KINDS)
    bounds = numpy.array([_whole_range(kind) or (-numpy.inf, numpy.inf) for kind in kinds])
    index = {kind: at for at, kind in enumerate(kinds)}
    runs = numpy.array([index[kind] for kind, _ in value.kinds])
    low, high = numpy.repeat(bounds[runs], [count for _, count in value.kinds], axis=0).T
    numbers = numpy.frombuffer(value.data, dtype="<f8")
    with numpy.errstate(all="ignore"):
        fits = (low <= numbers) & (numbers <= high) & (numbers == numpy.floor(numbers))
    _require(bool((fits | numpy.isinf(high)).all()), "not an integer of its kind")


def _whole_range(kind: str) -> tuple[int, int] | None:
    """The least and the largest packed number of an integer kind or bool; None for other kinds."""
    name = kind.removeprefix("numpy.")
    if name == "bool":
        return 0, 1
    if "int" not in name:
        return None
    if name == "int":
        return -EXACT_INT, EXACT_INT
    bits = 8 * ITEM_SIZES[name]
    low, high = (0, (1 << bits) - 1) if name.startswith("u") else (-(1 << bits - 1), (1 << bits - 1) - 1)
    return max(low, -EXACT_INT), min(high, EXACT_INT)


def _check_array(value: Array) -> None:
    _require(value.library in ("numpy", "torch"), "unknown library")
    _require(value.dtype in ITEM_SIZES, "unknown dtype")
    _require(shape_fits(value.shape), "shape of an array")
    count = math.prod(value.shape)
    if value.data is None:
        _require(value.library == "torch", "an array without data")
    else:
        _require(len(value.data) == count * ITEM_SIZES[value.dtype], "array length")
        if value.dtype == "bool":
            _require(not value.data.strip(b"\x00\x01"), "bool bytes")


def check_error(error: Error) -> None:
    """Refuse an error record that is larger than a worker writes, or of no known origin."""
    _require(error.origin in ("student", "call", "probe", "absent"), "unknown origin")
    _require(len(error.bases) <= 64 and 0 <= error.line < 1 << 31, "error record")
    texts = (error.name, error.message, error.came_back, error.unit, error.missing, *error.bases)
    _require(all(len(text) <= 4096 for text in texts), "error text")


def _check_failure(value: Failure) -> None:
    check_error(value.error)


_NUMBER_SIZES = {"bool": 1, "float": 8, "complex": 16}
_NUMBER_SIZES |= {f"numpy.{name}": ITEM_SIZES[name] for name in NUMPY_SCALARS}


_LEAF_CHECKS: dict[type, Callable[[Any], None]] = {
    Text: _check_text,
    Number: _check_number,
    Packed: _check_packed,
    Array: _check_array,
    Opaque: _check_opaque,
    Failure: _check_failure,
}

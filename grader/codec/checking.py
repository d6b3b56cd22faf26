"""Bytes from a worker to values, on the trusted side: nothing is accepted that is not well formed."""

from __future__ import annotations

import math

from grader.codec.formats import (
    CONTAINERS,
    EXACT_INT,
    ITEM_SIZES,
    MAX_DEPTH,
    MAX_FRAME,
    MAX_INT_BYTES,
    MAX_NODES,
    MAX_VALUES,
    PACKED_KINDS,
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
    Value,
)


def check_value(value: Value) -> None:
    """Refuse a decoded value whose parts do not fit each other.

    Raises
    ------
    MalformedFrame
        A length, kind, shape or dtype is not what `encode` could have written.
    """
    budget = [MAX_NODES + 1]
    _check_node(value, 0, budget)


def _require(truth: bool, fault: str) -> None:
    if not truth:
        raise MalformedFrame(fault)


def _check_node(value: Value, depth: int, budget: list[int]) -> None:
    budget[0] -= 1
    _require(budget[0] >= 0, "too many nodes")
    _require(depth <= MAX_DEPTH + 4, "nested too deeply")
    match value:
        case Number():
            _check_number(value)
        case Sequence(kind, items):
            _require(kind in CONTAINERS, "unknown container")
            for item in items:
                _check_node(item, depth + 1, budget)
        case Mapping(pairs):
            for key, item in pairs:
                _check_node(key, depth + 1, budget)
                _check_node(item, depth + 1, budget)
        case Packed():
            _check_packed(value)
        case Array():
            _check_array(value)
        case Opaque(name, reason):
            _require(len(name) <= 4096 and len(reason) <= 4096, "text of what was not carried")
        case Failure(error):
            check_error(error)
        case _:
            pass


def _check_number(value: Number) -> None:
    if value.kind == "int":
        _require(1 <= len(value.data) <= MAX_INT_BYTES, "integer length")
        return
    sizes = {"bool": 1, "float": 8, "complex": 16}
    size = sizes.get(value.kind) or (
        ITEM_SIZES.get(value.kind.removeprefix("numpy.")) if value.kind.startswith("numpy.") else None
    )
    _require(size is not None and value.kind != "numpy.bfloat16", "unknown number")
    _require(len(value.data) == size, "number length")
    if value.kind in ("bool", "numpy.bool"):
        _require(value.data in (b"\x00", b"\x01"), "bool byte")


def _check_shape(shape: tuple[int, ...]) -> int:
    _require(len(shape) <= 64, "too many axes")
    _require(all(0 <= side <= 1 << 40 for side in shape), "side out of range")
    count = math.prod(shape)
    _require(count <= MAX_FRAME, "too many entries")
    return count


def _check_packed(value: Packed) -> None:
    _require(1 <= len(value.shape) <= MAX_DEPTH + 1, "nest depth")
    count = _check_shape(value.shape)
    _require(count <= MAX_VALUES and len(value.data) == 8 * count, "nest length")
    _require(len(value.levels) == len(value.shape), "nest levels")
    containers = 1
    for side, runs in zip(value.shape, value.levels, strict=True):
        _require(containers <= MAX_VALUES, "too many containers")
        _require(all(kind in ("list", "tuple") and n > 0 for kind, n in runs), "container kind")
        _require(sum(n for _, n in runs) == containers, "container count")
        containers *= side
    _require(all(kind in PACKED_KINDS and n > 0 for kind, n in value.kinds), "number kind")
    _require(sum(n for _, n in value.kinds) == count, "number count")
    _check_whole_numbers(value)


def _check_whole_numbers(value: Packed) -> None:
    """Where a packed number calls itself an integer, it is one, and its kind can hold it."""
    if all("float" in kind for kind, _ in value.kinds):
        return
    import numpy  # the worker's side of this package does without

    ranges = {kind: _whole_range(kind) for kind in PACKED_KINDS}
    low, high = numpy.array([ranges[kind] or (-numpy.inf, numpy.inf) for kind, _ in value.kinds]).T
    counts = [count for _, count in value.kinds]
    low, high = numpy.repeat(low, counts), numpy.repeat(high, counts)
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
    count = _check_shape(value.shape)
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

"""Values to live objects, fresh and writable: how a worker gets a case's inputs."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from typing import Any

from grader.errors import MalformedFrame
from grader.model import (
    Array,
    Blob,
    Mapping,
    Null,
    Number,
    Packed,
    Sequence,
    Text,
    Value,
)

_BUILDERS: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}


def revive(value: Value) -> Any:
    """The live object of a value, fresh and writable: how a worker gets a case's inputs."""
    match value:
        case Null():
            return None
        case Number():
            return _number(value)
        case Text(held) | Blob(held):
            return held
        case Sequence(kind, items):
            return _BUILDERS[kind](revive(item) for item in items)
        case Mapping(pairs):
            return {revive(key): revive(item) for key, item in pairs}
        case Packed():
            return _unpack_nest(value)
        case Array():
            return _array(value)
        case _:
            raise MalformedFrame(f"{type(value).__name__} cannot be an input")


def _number(value: Number) -> Any:
    if value.kind == "int":
        return int.from_bytes(value.data, "little", signed=True)
    if value.kind == "float":
        return struct.unpack("<d", value.data)[0]
    if value.kind == "bool":
        return value.data == b"\x01"
    if value.kind == "complex":
        return complex(*struct.unpack("<dd", value.data))
    import numpy

    return numpy.frombuffer(value.data, dtype=value.kind.removeprefix("numpy."))[0]


def number(value: Number) -> bool | int | float | complex:
    """The Python number that a scalar stands for."""
    live = _number(value)
    return live.item() if value.kind.startswith("numpy.") else live  # type: ignore[no-any-return]


def _unpack_nest(value: Packed) -> Any:
    def numbers() -> Any:
        floats = iter(array("d", value.data))
        for kind, count in value.kinds:
            for _ in range(count):
                x = next(floats)
                if kind == "float":
                    yield x
                elif kind in ("int", "bool"):
                    yield int(x) if kind == "int" else bool(x)
                else:
                    import numpy

                    yield numpy.dtype(kind.removeprefix("numpy.")).type(x)

    layer = list(numbers())
    for level in range(len(value.shape) - 1, -1, -1):
        size, at, grouped = value.shape[level], 0, []
        for kind, count in value.levels[level]:
            for _ in range(count):
                part = layer[at : at + size]
                grouped.append(tuple(part) if kind == "tuple" else part)
                at += size
        layer = grouped
    return layer[0]


def _array(value: Array) -> Any:
    import numpy

    if value.library == "numpy":
        return numpy.frombuffer(value.data or b"", dtype=value.dtype).reshape(value.shape).copy()
    import torch

    dtype = getattr(torch, value.dtype)
    if value.data is None:
        return torch.empty(value.shape, dtype=dtype, device="meta")
    raw = "int16" if value.dtype == "bfloat16" else value.dtype
    plain = torch.from_numpy(numpy.frombuffer(value.data, dtype=raw).reshape(value.shape).copy())
    return plain.view(torch.bfloat16) if value.dtype == "bfloat16" else plain

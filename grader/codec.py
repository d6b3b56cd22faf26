"""Values to bytes and back, on both sides of the wall.

The worker's side (`encode`, `revive`) turns live objects into `grader.model` values by exact type,
told by identity, so that no method of a student's class decides what is carried. The trusted side
(`unpack`, `check_value`) accepts nothing that is not well formed: no pickle, no eval, hard limits.
"""

from __future__ import annotations

import math
import struct
import sys
from array import array
from collections import OrderedDict
from collections.abc import Callable
from itertools import chain, groupby
from typing import Any, TypeVar

import msgspec

from grader.errors import MalformedFrame
from grader.model import (
    Array,
    Blob,
    Error,
    Failure,
    Mapping,
    Null,
    Number,
    Opaque,
    Packed,
    Sequence,
    Text,
    Value,
)

MAX_VALUES = 1_000_000
MAX_NODES = 400_000
MAX_DEPTH = 32
MAX_TEXT = 1 << 20
MAX_INT_BYTES = 1 << 17
MAX_FRAME = 64 << 20
EXACT_INT = 1 << 53

ITEM_SIZES = {
    "bool": 1,
    "int8": 1,
    "uint8": 1,
    "int16": 2,
    "uint16": 2,
    "int32": 4,
    "uint32": 4,
    "int64": 8,
    "uint64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
}
NUMPY_SCALARS = tuple(name for name in ITEM_SIZES if name != "bfloat16")
PYTHON_KINDS = ("bool", "int", "float", "complex")
PACKED_KINDS = frozenset(
    ("bool", "int", "float", *(f"numpy.{name}" for name in NUMPY_SCALARS if "complex" not in name))
)
CONTAINERS = ("list", "tuple", "set", "frozenset")

T = TypeVar("T")
_encode_message = msgspec.msgpack.Encoder().encode


class _NotData(Exception):
    """The object cannot be carried; the reason is its text."""


class Caught:
    """An exception that a probe's `attempt` caught, on its way to becoming a `Failure`."""

    __slots__ = ("error",)

    def __init__(self, error: Error) -> None:
        self.error = error


# --------------------------------------------------------------------------- the worker's side


def encode(obj: object, max_bytes: int = 32 << 20) -> Value:
    """Turn a live object into a value; whatever cannot be carried becomes `Opaque`, never an exception.

    What is not plain data within a container is `Opaque` in its place. Exact types only, but for
    tuple subclasses (carried as tuples), OrderedDict (as dict) and nn.Parameter (as
    tensor), which are read through the base class's own methods.
    """
    try:
        return _Encoder(max_bytes).node(obj, 0)
    except _NotData as fault:
        return Opaque(type_name(obj), str(fault))
    except RecursionError:
        return Opaque(type_name(obj), "nested too deeply")
    except MemoryError:
        return Opaque(type_name(obj), "too large for the memory limit")
    except Exception:  # noqa: BLE001 - a student may have replaced what reads their answer
        return Opaque(type_name(obj), "it could not be read")


def encode_parts(seen: object, max_bytes: int) -> Value:
    """Encode what a probe returned: each part of its dict by itself, so that one cannot spoil another."""
    if type(seen) is dict and all(type(name) is str for name in seen):
        return Mapping(tuple((Text(name), encode(part, max_bytes)) for name, part in dict.items(seen)))
    return encode(seen, max_bytes)


def type_name(obj: object) -> str:
    """The name of an object's type, read past anything the type says about itself."""
    try:
        cls = type(obj)
        name = type.__dict__["__qualname__"].__get__(cls)
        module = type.__dict__["__module__"].__get__(cls)
        text = name if module in ("builtins", "submission", None) else f"{module}.{name}"
        return "".join(c for c in str(text)[:80] if c.isprintable())
    except BaseException:  # noqa: BLE001 - a hostile metaclass may raise anything
        return "object"


class _Encoder:
    """One encoding: a budget of values and bytes, and the containers being visited."""

    def __init__(self, max_bytes: int) -> None:
        self.values_left = MAX_VALUES
        self.nodes_left = MAX_NODES
        self.bytes_left = max_bytes
        self.open: set[int] = set()
        numpy = sys.modules.get("numpy")
        self.ndarray = getattr(numpy, "ndarray", None)
        self.scalars = _numpy_scalars(numpy)
        torch = sys.modules.get("torch")
        self.tensor = getattr(torch, "Tensor", None)
        self.parameter = getattr(getattr(torch, "nn", None), "Parameter", None)

    def node(self, obj: Any, depth: int) -> Value:
        """Encode one object and what is in it."""
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise _NotData(f"it holds more than {MAX_NODES:,} things")
        if depth > MAX_DEPTH:
            raise _NotData(f"it is nested more than {MAX_DEPTH} deep")
        cls = type(obj)
        if obj is None:
            return Null()
        if cls is bool or cls is int or cls is float or cls is complex or id(cls) in self.scalars:
            return self.number(obj, cls)
        if cls is str:
            if len(obj) > MAX_TEXT:
                raise _NotData("the text is too long")
            return Text(obj.encode("utf-8", "replace").decode("utf-8"))
        if cls is bytes:
            self.spend(len(obj))
            return Blob(obj)
        if cls is list or cls is tuple or cls is set or cls is frozenset:
            return self.sequence(obj, cls.__name__, list(obj), depth)
        if cls is dict or cls is OrderedDict:
            return self.mapping(obj, depth)
        if cls is self.ndarray:
            return self.numpy_array(obj)
        if cls is self.tensor or (self.parameter is not None and cls is self.parameter):
            return self.torch_tensor(obj)
        if issubclass(cls, tuple):
            return self.sequence(obj, "tuple", list(tuple.__iter__(obj)), depth)
        if cls is Caught:
            return Failure(obj.error)
        return Opaque(type_name(obj), "it is not plain data")

    def number(self, obj: Any, cls: type) -> Number:
        self.spend(16)
        if cls is float:
            return Number("float", struct.pack("<d", obj))
        if cls is int:
            if obj.bit_length() > MAX_INT_BYTES * 8 - 8:
                raise _NotData("the integer is too long")
            return Number("int", obj.to_bytes(obj.bit_length() // 8 + 1, "little", signed=True))
        if cls is bool:
            return Number("bool", b"\x01" if obj else b"\x00")
        if cls is complex:
            return Number("complex", struct.pack("<dd", obj.real, obj.imag))
        return Number(self.scalars[id(cls)], obj.tobytes())

    def sequence(self, obj: object, kind: str, items: list[Any], depth: int) -> Value:
        if id(obj) in self.open:
            return Opaque(kind, "it contains itself")
        row = self.row(items) if kind in ("list", "tuple") else None
        if row is not None:
            kinds, data = row
            return Packed((len(items),), (((kind, 1),),), kinds, data)
        grid = self.grid(items) if kind in ("list", "tuple") else None
        if grid is not None:
            width, data = grid
            levels = (((kind, 1),), (("list", len(items)),))
            return Packed((len(items), width), levels, _runs([("float", len(items) * width)]), data)
        self.open.add(id(obj))
        nodes = tuple(self.node(item, depth + 1) for item in items)
        self.open.discard(id(obj))
        merged = _merge(kind, nodes) if kind in ("list", "tuple") else None
        return merged if merged is not None else Sequence(kind, nodes)

    def row(self, items: list[Any]) -> tuple[tuple[tuple[str, int], ...], bytes] | None:
        """The kinds and float64 bytes of a row of plain numbers, or None if it holds anything else."""
        count = len(items)
        for item in items:
            if type(item) is not float:
                break
        else:
            self.spend_values(count)
            return ((("float", count),) if count else ()), _doubles(items)
        runs: list[tuple[str, int]] = []
        numbers: list[Any] = []
        for identity, group in groupby(map(id, map(type, items))):
            kind = _PYTHON_NUMBERS.get(identity) or self.scalars.get(identity)
            if kind is None or kind not in PACKED_KINDS:
                return None
            length = len(list(group))
            part = items[len(numbers) : len(numbers) + length]
            if "int" in kind:
                part = part if kind == "int" else [item.item() for item in part]
                if min(part) < -EXACT_INT or max(part) > EXACT_INT:
                    return None
            runs.append((kind, length))
            numbers += part
        self.spend_values(count)
        return tuple(runs), _doubles(numbers)

    def grid(self, items: list[Any]) -> tuple[int, bytes] | None:
        """Width and bytes of equally long lists of floats: the common large answer, in one go."""
        width = len(items[0]) if items and type(items[0]) is list else -1
        for row in items:
            if type(row) is not list or len(row) != width:
                return None
        if width * len(items) > self.values_left:
            return None  # one row many times over: refused row by row, without the memory for all
        flat = list(chain.from_iterable(items))
        for item in flat:
            if type(item) is not float:
                return None
        self.spend_values(len(flat))
        return width, _doubles(flat)

    def mapping(self, obj: dict[Any, Any], depth: int) -> Mapping | Opaque:
        if id(obj) in self.open:
            return Opaque("dict", "it contains itself")
        self.open.add(id(obj))
        pairs = tuple((self.node(k, depth + 1), self.node(v, depth + 1)) for k, v in list(dict.items(obj)))
        self.open.discard(id(obj))
        return Mapping(pairs)

    def numpy_array(self, obj: Any) -> Array | Opaque:
        numpy = sys.modules["numpy"]
        name = obj.dtype.name
        if name not in NUMPY_SCALARS:
            return Opaque("numpy.ndarray", f"its dtype is {name[:40]}")
        self.spend(obj.nbytes)
        # asarray, not ascontiguousarray: the latter makes a 0-d array 1-d.
        plain = numpy.asarray(obj, dtype=obj.dtype.newbyteorder("<"), order="C")
        return Array("numpy", name, tuple(obj.shape), plain.tobytes())

    def torch_tensor(self, obj: Any) -> Array | Opaque:
        torch = sys.modules["torch"]
        name = str(obj.dtype).removeprefix("torch.")
        shape = tuple(int(side) for side in obj.shape)
        if name not in ITEM_SIZES or obj.layout is not torch.strided or obj.is_quantized:
            return Opaque("torch.Tensor", f"its dtype is {name[:40]} and its layout {str(obj.layout)[:40]}")
        if obj.device.type == "meta":
            return Array("torch", name, shape, None)
        self.spend(math.prod(shape) * ITEM_SIZES[name])
        plain = obj.detach().cpu().resolve_conj().resolve_neg().contiguous()
        if name == "bfloat16":
            plain = plain.view(torch.int16)
        return Array("torch", name, shape, plain.numpy().tobytes())

    def spend(self, count: int) -> None:
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise _NotData("it is larger than an answer may be")

    def spend_values(self, count: int) -> None:
        self.values_left -= count
        if self.values_left < 0:
            raise _NotData(f"it holds more than {MAX_VALUES:,} numbers")
        self.spend(8 * count)


_PYTHON_NUMBERS = {id(bool): "bool", id(int): "int", id(float): "float"}


def _doubles(numbers: list[Any]) -> bytes:
    """Numbers as little-endian float64; numpy's floats and bools convert as they are packed."""
    return struct.pack(f"<{len(numbers)}d", *numbers)


def _numpy_scalars(numpy: Any) -> dict[int, str]:
    """Identity of each numpy scalar type -> its kind."""
    if numpy is None:
        return {}
    try:
        return {id(numpy.dtype(name).type): f"numpy.{name}" for name in NUMPY_SCALARS}
    except Exception:  # noqa: BLE001 - something else calls itself numpy in a student's process
        return {}


def _runs(pairs: Any) -> tuple[tuple[str, int], ...]:
    """Run-length code (name, count) pairs."""
    runs: list[list[Any]] = []
    for name, count in pairs:
        if runs and runs[-1][0] == name:
            runs[-1][1] += count
        elif count:
            runs.append([name, count])
    return tuple((name, count) for name, count in runs)


def _merge(kind: str, nodes: tuple[Value, ...]) -> Packed | None:
    """One packed nest from equally shaped packed nests, or None."""
    first = nodes[0] if nodes else None
    if type(first) is not Packed:
        return None
    for node in nodes:
        if type(node) is not Packed or node.shape != first.shape:
            return None
    packed: tuple[Packed, ...] = nodes  # type: ignore[assignment]
    inner = tuple(
        _runs(run for node in packed for run in node.levels[level]) for level in range(len(first.shape))
    )
    return Packed(
        (len(packed), *first.shape),
        (((kind, 1),), *inner),
        _runs(run for node in packed for run in node.kinds),
        b"".join(node.data for node in packed),
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


# --------------------------------------------------------------------------- messages


def pack(message: msgspec.Struct) -> bytes:
    """A message as msgpack bytes."""
    return _encode_message(message)


def decoder(kind: Any) -> Callable[[bytes], Any]:
    """A function that decodes bytes to exactly ``kind`` or raises `MalformedFrame`."""
    decode = msgspec.msgpack.Decoder(kind).decode

    def read(data: bytes) -> Any:
        try:
            return decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError, MemoryError) as fault:
            raise MalformedFrame(f"{type(fault).__name__}: {str(fault)[:200]}") from None

    return read


# --------------------------------------------------------------------------- the trusted side


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
    ranges = [(count, _whole_range(kind)) for kind, count in value.kinds]
    if not any(limits for _, limits in ranges):
        return
    numbers, at = array("d", value.data), 0
    for count, limits in ranges:
        if limits is not None:
            low, high = limits
            fits = all(low <= x <= high and x.is_integer() for x in numbers[at : at + count])
            _require(fits, "not an integer of its kind")
        at += count


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
    _require(error.origin in ("student", "probe", "absent"), "unknown origin")
    _require(len(error.bases) <= 64 and 0 <= error.line < 1 << 31, "error record")
    texts = (error.name, error.message, error.came_back, error.unit, *error.bases)
    _require(all(len(text) <= 4096 for text in texts), "error text")

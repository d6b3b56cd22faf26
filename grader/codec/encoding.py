"""Live objects to values, by exact type told by identity: no method of a student's class has a say."""

from __future__ import annotations

import math
import struct
import sys
from collections import OrderedDict
from itertools import chain, groupby
from typing import Any

from grader.codec.formats import (
    EXACT_INT,
    ITEM_SIZES,
    MAX_DEPTH,
    MAX_INT_BYTES,
    MAX_NODES,
    MAX_TEXT,
    MAX_VALUES,
    NUMPY_SCALARS,
    PACKED_KINDS,
)
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


class _NotData(Exception):
    """The object cannot be carried; the reason is its text."""


class Caught:
    """An exception that a probe's `attempt` caught, on its way to becoming a `Failure`."""

    __slots__ = ("error",)

    def __init__(self, error: Error) -> None:
        self.error = error


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

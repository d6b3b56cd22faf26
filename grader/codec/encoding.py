"""Live objects to values, by exact type told by identity: no method of a student's class has a say."""

from __future__ import annotations

import builtins
import struct
import sys
from collections import Counter, OrderedDict, defaultdict
from itertools import chain, groupby
from typing import Any

from grader.codec.checking import check_error
from grader.codec.counting import items_in
from grader.codec.formats import (
    EXACT_INT,
    MAX_DEPTH,
    MAX_FRAME,
    MAX_INT_BYTES,
    MAX_ITEMS,
    MAX_NODES,
    MAX_PART_NAME,
    MAX_PARTS,
    MAX_TEXT,
    MAX_VALUES,
    OPAQUE_BYTES,
    PACKED_KINDS,
    WRAPPING_BYTES,
    WRAPPING_ITEMS,
    nest_fits,
)
from grader.codec.libraries import TOO_LARGE, ArrayReader, NotData, TensorReader
from grader.model import (
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

# The functions below look names up here, where no submission has replaced any.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]
_pack, _modules = struct.pack, sys.modules
_ordered_items: Any = OrderedDict.items
_TOO_MANY = "it holds too many things"
# More than the head, the tag and the kind of a value take, divided by its items.
_BYTES_PER_ITEM = 16


class Caught:
    """An exception that a probe's `attempt` caught, on its way to becoming a `Failure`."""

    __slots__ = ("error",)

    def __init__(self, error: Error) -> None:
        self.error = error


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


class Encoder:
    """Turns live objects into values, by what it finds of numpy and torch when it is made.

    A library that is loaded only later is looked up then.
    """

    def __init__(self) -> None:
        self.arrays: ArrayReader | None = None
        self.tensors: TensorReader | None = None
        self._look_again()

    def encode(self, obj: object, max_bytes: int = 32 << 20) -> Value:
        """Turn a live object into a value; whatever cannot be carried becomes `Opaque`, never an exception.

        What is not plain data within a container is `Opaque` in its place. Exact types only, but for
        tuple subclasses (carried as tuples), OrderedDict, defaultdict and Counter (as dict) and
        nn.Parameter (as tensor), which are read through the base class's own methods.
        """
        return self._encode(obj, max_bytes, _Room())

    def encode_parts(self, seen: object, max_bytes: int) -> Value:
        """Encode what a probe returned: each part of its dict by itself, so that one cannot spoil another."""
        if type(seen) is not dict or len(seen) > MAX_PARTS:
            return self.encode(seen, max_bytes)
        pairs = list(dict.items(seen))
        if not all(type(name) is str and len(name) <= MAX_PART_NAME for name, _ in pairs):
            return self.encode(seen, max_bytes)
        room = _Room()
        return Mapping(
            tuple((Text(_plain(name)), self._encode(part, max_bytes, room)) for name, part in pairs)
        )

    def _encode(self, obj: object, max_bytes: int, room: _Room) -> Value:
        try:
            self._look_again()
            encoding = _Encoding(self.arrays, self.tensors, max_bytes)
            value = encoding.node(obj, 0)
            room.take(items_in(value), max_bytes - encoding.bytes_left)
        except NotData as fault:
            return Opaque(type_name(obj), str(fault))
        except RecursionError:
            return Opaque(type_name(obj), "nested too deeply")
        except MemoryError:
            return Opaque(type_name(obj), "too large for the memory limit")
        except Exception:  # noqa: BLE001 - a student may have replaced what reads their answer
            return Opaque(type_name(obj), "it could not be read")
        return value

    def _look_again(self) -> None:
        """Take what reads a library that was not there before; whatever calls itself one may be none."""
        try:
            if self.arrays is None and "numpy" in _modules:
                self.arrays = ArrayReader(_modules["numpy"])
            if self.tensors is None and self.arrays is not None and "torch" in _modules:
                self.tensors = TensorReader(_modules["torch"], _modules["numpy"])
        except BaseException:  # noqa: BLE001 - then nothing of it is carried
            return


class _Room:
    """What is left of a frame, for all parts of an answer."""

    def __init__(self) -> None:
        self.items = MAX_ITEMS - WRAPPING_ITEMS
        self.bytes = MAX_FRAME - WRAPPING_BYTES

    def take(self, items: int, payload: int) -> None:
        """Take the room of a value; none is taken by one that does not fit."""
        size = payload + _BYTES_PER_ITEM * items
        if items > self.items:
            raise NotData(_TOO_MANY)
        if size > self.bytes:
            raise NotData(TOO_LARGE)
        self.items -= items
        self.bytes -= size


class _Encoding:
    """One encoding: a budget of values and bytes, and the containers being visited."""

    def __init__(self, arrays: ArrayReader | None, tensors: TensorReader | None, max_bytes: int) -> None:
        self.values_left = MAX_VALUES
        self.nodes_left = MAX_NODES
        self.bytes_left = max_bytes
        self.open: set[int] = set()
        self.arrays = arrays
        self.array_type = arrays.array_type if arrays is not None else None
        self.scalars = arrays.scalars if arrays is not None else {}
        self.tensors = tensors
        self.tensor_types = tensors.types if tensors is not None else frozenset()

    def node(self, obj: Any, depth: int) -> Value:
        """Encode one object and what is in it."""
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise NotData(f"it holds more than {MAX_NODES:,} things")
        if depth > MAX_DEPTH:
            raise NotData(f"it is nested more than {MAX_DEPTH} deep")
        cls = type(obj)
        if obj is None:
            return Null()
        if cls is bool or cls is int or cls is float or cls is complex or id(cls) in self.scalars:
            return self.number(obj, cls)
        if cls is str:
            if len(obj) > MAX_TEXT:
                raise NotData("the text is too long")
            data = obj.encode("utf-8", "replace")  # no message can hold half a surrogate
            self.spend(len(data))
            return Text(data.decode("utf-8"))
        if cls is bytes:
            self.spend(len(obj))
            return Blob(obj)
        if cls is list or cls is tuple or cls is set or cls is frozenset:
            return self.sequence(obj, cls.__name__, list(obj), depth)
        if cls is dict or cls is OrderedDict or cls is defaultdict or cls is Counter:
            return self.mapping(obj, depth)
        if self.arrays is not None and cls is self.array_type:
            return self.arrays.read(obj, self.spend)
        if self.tensors is not None and id(cls) in self.tensor_types:
            return self.tensors.read(obj, self.spend)
        if issubclass(cls, tuple):
            return self.sequence(obj, "tuple", list(tuple.__iter__(obj)), depth)
        if cls is Caught:
            return self.failure(obj.error)
        self.spend(OPAQUE_BYTES)
        return Opaque(type_name(obj), "it is not plain data")

    def failure(self, error: Error) -> Failure:
        """Carry what `attempt` caught."""
        check_error(error)
        texts = (error.name, error.message, error.came_back, error.unit, error.missing, *error.bases)
        self.spend(sum(len(text.encode()) for text in texts))
        return Failure(error)

    def number(self, obj: Any, cls: type) -> Number:
        self.spend(16)
        if cls is float:
            return Number("float", _pack("<d", obj))
        if cls is int:
            if obj.bit_length() > MAX_INT_BYTES * 8 - 8:
                raise NotData("the integer is too long")
            self.spend(obj.bit_length() // 8)
            return Number("int", obj.to_bytes(obj.bit_length() // 8 + 1, "little", signed=True))
        if cls is bool:
            return Number("bool", b"\x01" if obj else b"\x00")
        if cls is complex:
            return Number("complex", _pack("<dd", obj.real, obj.imag))
        return Number(self.scalars[id(cls)], obj.tobytes())

    def sequence(self, obj: object, kind: str, items: list[Any], depth: int) -> Value:
        if id(obj) in self.open:
            return Opaque(kind, "it contains itself")
        row = self.row(items) if kind in ("list", "tuple") else None
        if row is not None:
            kinds, data = row
            return Packed((len(items),), (((kind, 1),),), kinds, data)
        grid = self.grid(items, depth) if kind in ("list", "tuple") else None
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
            if len(runs) > _MOST_RUNS:
                raise NotData(_TOO_MANY)
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

    def grid(self, items: list[Any], depth: int) -> tuple[int, bytes] | None:
        """Width and bytes of equally long lists of floats: the common large answer, in one go."""
        width = len(items[0]) if depth < MAX_DEPTH and items and type(items[0]) is list else -1
        for row in items:
            if type(row) is not list or len(row) != width:
                return None
        if max(width, 1) * len(items) > self.values_left:
            return None  # one row many times over: refused row by row, without the memory for all
        flat = list(chain.from_iterable(items))
        if len(flat) != width * len(items):
            return None  # a thread changes them
        for item in flat:
            if type(item) is not float:
                return None
        self.spend_values(max(width, 1) * len(items))
        return width, _doubles(flat)

    def mapping(self, obj: dict[Any, Any], depth: int) -> Mapping | Opaque:
        if id(obj) in self.open:
            return Opaque("dict", "it contains itself")
        self.open.add(id(obj))
        items = _ordered_items if type(obj) is OrderedDict else dict.items
        pairs = tuple((self.node(k, depth + 1), self.node(v, depth + 1)) for k, v in list(items(obj)))
        self.open.discard(id(obj))
        return Mapping(pairs)

    def spend(self, count: int) -> None:
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise NotData(TOO_LARGE)

    def spend_values(self, count: int) -> None:
        self.values_left -= count
        if self.values_left < 0:
            raise NotData(f"it holds more than {MAX_VALUES:,} numbers")
        self.spend(8 * count)


# Each run takes three items.
_MOST_RUNS = MAX_ITEMS // 3
_PYTHON_NUMBERS = {id(bool): "bool", id(int): "int", id(float): "float"}


def _doubles(numbers: list[Any]) -> bytes:
    """Numbers as little-endian float64; numpy's floats and bools convert as they are packed."""
    return _pack(f"<{len(numbers)}d", *numbers)


def _plain(text: str) -> str:
    """A text without lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
    shape = (len(packed), *first.shape)
    if not nest_fits(shape):
        raise NotData(_TOO_MANY)
    return Packed(
        shape,
        (((kind, 1),), *inner),
        _runs(run for node in packed for run in node.kinds),
        b"".join(node.data for node in packed),
    )


_shared = Encoder()


def encode(obj: object, max_bytes: int = 32 << 20) -> Value:
    """What `Encoder.encode` makes of an object, where nobody has replaced anything."""
    return _shared.encode(obj, max_bytes)


def encode_parts(seen: object, max_bytes: int) -> Value:
    """What `Encoder.encode_parts` makes of an object, where nobody has replaced anything."""
    return _shared.encode_parts(seen, max_bytes)

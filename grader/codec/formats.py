"""What may be carried, and how much of it: the same on both sides of the wall."""

from __future__ import annotations

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
PACKED_KINDS = frozenset(
    ("bool", "int", "float", *(f"numpy.{name}" for name in NUMPY_SCALARS if "complex" not in name))
)
CONTAINERS = ("list", "tuple", "set", "frozenset")

"""What may be carried, and how much of it: the same on both sides of the wall."""

from __future__ import annotations

import builtins
import math

# The functions below look names up here, where no submission has replaced any.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]
_product = math.prod

MAX_VALUES = 1_000_000
MAX_NODES = 400_000
MAX_DEPTH = 32
MAX_TEXT = 1 << 20
MAX_INT_BYTES = 1 << 17
MAX_SIDES = 64
MAX_SIDE = 1 << 40
MAX_FRAME = 64 << 20
# Msgpack items in a frame: each, be it a single byte, becomes an object in the memory of who reads it.
MAX_ITEMS = 1_500_000
# What a probe tells apart, and the room kept for their names and for what frames and parts are wrapped in.
MAX_PARTS = 64
MAX_PART_NAME = 256
WRAPPING_ITEMS = 1_000
WRAPPING_BYTES = 1 << 18
# More than the name and the reason of what is not carried take.
OPAQUE_BYTES = 512
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


def shape_fits(shape: tuple[int, ...]) -> bool:
    """Whether an array may have this shape; `encode` writes no other and `check_value` takes no other."""
    if len(shape) > MAX_SIDES:
        return False
    for side in shape:
        if not 0 <= side <= MAX_SIDE:
            return False
    return _product(shape) <= MAX_FRAME


def nest_fits(shape: tuple[int, ...]) -> bool:
    """Whether a packed nest may have this shape: so deep, so many numbers, so many containers."""
    if not (1 <= len(shape) <= MAX_DEPTH + 1 and shape_fits(shape)):
        return False
    containers = 1
    for side in shape[:-1]:
        containers *= side
        if containers > MAX_VALUES:
            return False
    return containers * shape[-1] <= MAX_VALUES
